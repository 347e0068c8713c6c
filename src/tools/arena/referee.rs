//! When a game is over and why: the one place where the runner asks the rules.

use serde::{Deserialize, Serialize};

use crate::movegen::{has_legal_move, legal_moves};
use crate::rules::{Game, RuleSet, Verdict, is_bare_draw};
use crate::types::{Color, Move};

/// How a game ended, for counting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The king was in check and had no way out.
    Mate,
    /// There was no legal move, without check.
    Stalemate,
    /// One side alone gave check on every move of a repetition.
    PerpetualCheck,
    /// One side alone lost by repetition otherwise: perpetual chase and, by some rule books, other attacks.
    PerpetualChase,
    /// A repetition that nobody had to avoid.
    Repetition,
    /// Too many moves without a capture.
    NaturalLimit,
    /// Nobody could win any more.
    BareMaterial,
    /// The runner's limit of moves was reached.
    MaxMoves,
    /// An engine resigned.
    Resigned,
    /// Both engines wanted a draw.
    Agreed,
    /// The runner declared it lost, from the scores.
    AdjudicatedLoss,
    /// The runner declared it drawn, from the scores.
    AdjudicatedDraw,
    /// Fault: a move that the rules forbid, or none.
    IllegalMove,
    /// Fault: a late answer.
    Time,
    /// Fault: the program ended.
    Crash,
    /// Fault: the program ran on but did not answer.
    Stall,
}

impl Cause {
    /// The four faults, in the order of tables.
    pub const FAULTS: [Cause; 4] = [Cause::IllegalMove, Cause::Time, Cause::Crash, Cause::Stall];

    /// Whether the loser's program failed.
    pub fn is_fault(self) -> bool {
        Cause::FAULTS.contains(&self)
    }

    /// Two or three words for tables.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Mate => "mate",
            Cause::Stalemate => "stalemate",
            Cause::PerpetualCheck => "perpetual check",
            Cause::PerpetualChase => "perpetual chase",
            Cause::Repetition => "repetition",
            Cause::NaturalLimit => "no capture",
            Cause::BareMaterial => "bare material",
            Cause::MaxMoves => "move limit",
            Cause::Resigned => "resigned",
            Cause::Agreed => "agreed",
            Cause::AdjudicatedLoss => "adjudicated win",
            Cause::AdjudicatedDraw => "adjudicated draw",
            Cause::IllegalMove => "illegal move",
            Cause::Time => "time",
            Cause::Crash => "crash",
            Cause::Stall => "stall",
        }
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub cause: Cause,
    /// Why, in a sentence.
    pub reason: String,
}

impl End {
    /// `loser` has lost.
    pub fn lost(loser: Color, cause: Cause, reason: String) -> End {
        End { winner: Some(!loser), cause, reason }
    }

    /// Nobody has won.
    pub fn drawn(cause: Cause, reason: String) -> End {
        End { winner: None, cause, reason }
    }
}

/// A side's name.
pub(super) fn side_name(color: Color) -> &'static str {
    match color {
        Color::Red => "Red",
        Color::Black => "Black",
    }
}

/// The end that the rules put to the game, if they do.
pub fn end_of_game(game: &Game, rules: RuleSet, natural_limit: usize) -> Option<End> {
    let side = game.position().side_to_move();
    let name = side_name(side);
    if !has_legal_move(game.position()) {
        return Some(if game.is_in_check() {
            End::lost(side, Cause::Mate, format!("{name} is checkmated"))
        } else {
            End::lost(side, Cause::Stalemate, format!("{name} has no legal move"))
        });
    }
    if let Some(end) = ruled_repetition(game, rules) {
        return Some(end);
    }
    if is_bare_draw(game.position()) {
        return Some(End::drawn(
            Cause::BareMaterial,
            "neither side has a man that can cross the river".into(),
        ));
    }
    if game.position().quiet_plies() >= natural_limit {
        let reason = format!("{natural_limit} half-moves without a capture");
        return Some(End::drawn(Cause::NaturalLimit, reason));
    }
    None
}

/// The ruling on a repetition that has occurred often enough.
fn ruled_repetition(game: &Game, rules: RuleSet) -> Option<End> {
    let cycle = game.ruled_cycle(rules)?;
    let times = match cycle.occurrences {
        3 => "third",
        _ => "fourth",
    };
    match game.judge(cycle, rules) {
        Verdict::Ongoing => None,
        Verdict::Draw => {
            let reason = format!("the position occurs for the {times} time, neither side alone at fault");
            Some(End::drawn(Cause::Repetition, reason))
        }
        Verdict::Loses(loser) => {
            let checks = game.judge(cycle, RuleSet::CheckBan) == Verdict::Loses(loser);
            let (cause, verb) = match checks {
                true => (Cause::PerpetualCheck, "checks"),
                false => (Cause::PerpetualChase, "chases"),
            };
            let reason =
                format!("{} {verb} perpetually: the position occurs for the {times} time", side_name(loser));
            Some(End::lost(loser, cause, reason))
        }
    }
}

/// The legal moves that would lose at once by repetition, for `banmoves`.
pub fn losing_repetitions(game: &mut Game, rules: RuleSet) -> Vec<Move> {
    // A position can only come back after four half-moves without capture.
    if game.position().quiet_plies() < 4 * (rules.occurrences() - 1) - 1 {
        return Vec::new();
    }
    let side = game.position().side_to_move();
    let moves = legal_moves(game.position());
    moves
        .into_iter()
        .filter(|&mv| {
            game.play(mv);
            let end = ruled_repetition(game, rules);
            game.undo();
            end.is_some_and(|end| end.winner == Some(!side))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn after(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(fen.parse().expect("a position"));
        moves.split_whitespace().for_each(|mv| game.play(mv.parse().expect("a move")));
        game
    }

    fn end(game: &Game) -> Option<End> {
        end_of_game(game, RuleSet::Asian, 120)
    }

    #[test]
    fn no_legal_move_loses_in_check_or_not() {
        let stalemate = end(&after("3k5/4P4/9/9/9/9/9/9/9/4K4 b", "")).unwrap();
        assert_eq!((stalemate.winner, stalemate.cause), (Some(Color::Red), Cause::Stalemate));
        let mate = end(&after("3k5/4P4/9/9/9/9/9/p8/9/1R2K4 w", "b0b9")).unwrap();
        assert_eq!((mate.winner, mate.cause), (Some(Color::Red), Cause::Mate));
        assert_eq!(end(&Game::new(Position::start())), None);
    }

    /// Field report FR-22: the checker loses, at the third occurrence and not before.
    #[test]
    fn perpetual_check_loses() {
        let fen = "3k5/7R1/9/9/9/9/9/9/4A4/4K4 w";
        let cycle = "h8h9 d9d8 h9h8 d8d9";
        let mut game = after(fen, &format!("{cycle} h8h9 d9d8 h9h8"));
        assert_eq!(end(&game), None);
        game.play("d8d9".parse().unwrap());
        let end = end(&game).unwrap();
        assert_eq!((end.winner, end.cause), (Some(Color::Black), Cause::PerpetualCheck));
        assert!(end.reason.contains("Red checks perpetually"), "{}", end.reason);
        assert!(end_of_game(&game, RuleSet::World, 120).is_none(), "the World rules wait for the fourth");
    }

    /// The move that completes a lost repetition is the one that is banned.
    #[test]
    fn the_losing_repetition_is_found() {
        let root = "3k3R1/9/9/9/9/9/9/9/4A4/4K4 b";
        let mut game = after(root, "d9d8 h9h8 d8d9");
        assert_eq!(losing_repetitions(&mut game, RuleSet::Asian), []);
        let mut game = after(root, "d9d8 h9h8 d8d9 h8h9 d9d8 h9h8 d8d9");
        let before = game.position().clone();
        assert_eq!(losing_repetitions(&mut game, RuleSet::Asian), ["h8h9".parse().unwrap()]);
        assert_eq!(losing_repetitions(&mut game, RuleSet::AlwaysDraw), []);
        assert_eq!(game.position(), &before);
    }

    #[test]
    fn draws_by_count_and_material() {
        let game = after("4k4/4a4/9/9/9/9/9/9/9/R2K5 w - - 119 60", "a0a1");
        assert_eq!(end(&game).unwrap().cause, Cause::NaturalLimit);
        assert_eq!(end(&after("4k4/4a4/9/9/9/9/9/9/4A4/3K5 w", "")).unwrap().cause, Cause::BareMaterial);
    }
}
