//! UCCI and UCI as the runner writes and reads them.
//!
//! Reading is lenient, since engines are as they are: any case and spacing, moves with capitals or dashes,
//! `(none)`, `null` and `0000` for no move. Sources: the UCCI 3.0 text, the UCI text, and the habits listed in
//! the project's field reports. Engines of the Fairy-Stockfish family count ranks from 1 to 10.

use std::time::Duration;

use super::clock::ClockView;
use crate::board::Position;
use crate::types::{Color, Move, Score, Square};

/// A protocol with the particulars of one engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Dialect {
    /// UCCI, else UCI.
    pub(super) ucci: bool,
    /// The number of the first rank: 0 or 1.
    pub(super) first_rank: u8,
    /// Whether UCCI times are milliseconds.
    pub(super) milliseconds: bool,
}

/// Both clocks and the limits of one move, as told to an engine.
#[derive(Clone, Debug, Default)]
pub(super) struct GoLimits {
    /// Red's and Black's clock.
    pub(super) clocks: Option<[ClockView; 2]>,
    /// A fixed time.
    pub(super) move_time: Option<Duration>,
    /// Nodes.
    pub(super) nodes: Option<u64>,
    /// Depth in plies.
    pub(super) depth: Option<u32>,
}

/// An engine's answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum BestMove {
    /// A move, perhaps with an offer or acceptance of a draw.
    Move {
        /// The move, not yet known to be legal.
        mv: Move,
        /// Whether a draw was offered or accepted.
        draw: bool,
    },
    /// `resign`, or `nobestmove`, which the UCCI league counts as resignation.
    Resigns,
    /// Something else: the words after `bestmove`.
    Unreadable(String),
}

/// What the last `info` lines of a search said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SearchInfo {
    /// From the engine's point of view.
    pub(super) score: Option<Score>,
    /// In plies.
    pub(super) depth: Option<u32>,
    /// Nodes searched.
    pub(super) nodes: Option<u64>,
}

impl Dialect {
    /// The line that sets an option; a value that is empty is left out.
    pub(super) fn set_option(&self, name: &str, value: &str) -> String {
        match (self.ucci, value.is_empty()) {
            (true, true) => format!("setoption {name}"),
            (true, false) => format!("setoption {name} {value}"),
            (false, true) => format!("setoption name {name}"),
            (false, false) => format!("setoption name {name} value {value}"),
        }
    }

    /// The line that announces a new game.
    pub(super) fn new_game(&self) -> &'static str {
        if self.ucci { "setoption newgame" } else { "ucinewgame" }
    }

    /// The position line.
    pub(super) fn position(&self, base: &Position, moves: &[Move]) -> String {
        let mut line = format!("position fen {base}");
        if !moves.is_empty() {
            line += " moves";
            for &mv in moves {
                line += " ";
                line += &self.move_text(mv);
            }
        }
        line
    }

    /// The line that forbids moves, UCCI only.
    pub(super) fn ban_moves(&self, moves: &[Move]) -> String {
        moves.iter().fold("banmoves".to_string(), |line, &mv| line + " " + &self.move_text(mv))
    }

    /// A move as the engine writes it.
    pub(super) fn move_text(&self, mv: Move) -> String {
        let square = |square: Square| {
            format!("{}{}", char::from(b'a' + square.file()), square.rank() + self.first_rank)
        };
        square(mv.from()) + &square(mv.to())
    }

    /// The line that starts a search for `side`.
    pub(super) fn go(&self, side: Color, limits: &GoLimits, draw_offered: bool) -> String {
        let mut line = String::from(if self.ucci && draw_offered { "go draw" } else { "go" });
        if let Some(clocks) = &limits.clocks {
            line += &if self.ucci { self.ucci_clocks(side, clocks) } else { uci_clocks(side, clocks) };
        }
        let mut add = |key: &str, value: u64| line += &format!(" {key} {value}");
        if let Some(time) = limits.move_time {
            if self.ucci {
                // The standard has no time for one move alone: all the time for the one move to go.
                add("time", self.ucci_time(time));
                add("movestogo", 1);
            } else {
                add("movetime", time.as_millis() as u64);
            }
        }
        if let Some(nodes) = limits.nodes {
            add("nodes", nodes);
        }
        if let Some(depth) = limits.depth {
            add("depth", depth.into());
        }
        line
    }

    fn ucci_clocks(&self, side: Color, clocks: &[ClockView; 2]) -> String {
        let mut line = String::new();
        for (prefix, clock) in [("", clocks[side.index()]), ("opp", clocks[(!side).index()])] {
            line += &format!(" {prefix}time {}", self.ucci_time(clock.remaining));
            if let Some(moves) = clock.moves_to_go {
                line += &format!(" {prefix}movestogo {moves}");
            }
            if clock.moves_to_go.is_none() || !clock.increment.is_zero() {
                line += &format!(" {prefix}increment {}", self.ucci_time(clock.increment));
            }
        }
        line
    }

    fn ucci_time(&self, time: Duration) -> u64 {
        if self.milliseconds { time.as_millis() as u64 } else { time.as_secs() }
    }

    /// Reads a line as an answer to `go`; `None` when it is something else.
    pub(super) fn best_move(&self, line: &str) -> Option<BestMove> {
        let mut words = line.split_whitespace();
        let first = words.next()?;
        if first.eq_ignore_ascii_case("nobestmove") {
            return Some(BestMove::Resigns);
        }
        if !first.eq_ignore_ascii_case("bestmove") {
            return None;
        }
        let words: Vec<String> = words.map(str::to_ascii_lowercase).collect();
        if words.iter().any(|word| word == "resign") {
            return Some(BestMove::Resigns);
        }
        let draw = words.iter().any(|word| word == "draw");
        let mv = words.first().and_then(|word| self.read_move(word));
        Some(match mv {
            Some(mv) => BestMove::Move { mv, draw },
            None => BestMove::Unreadable(words.join(" ")),
        })
    }

    /// Reads a move as the engine writes it.
    fn read_move(&self, text: &str) -> Option<Move> {
        let mut letters = text.bytes().filter(|&byte| byte != b'-').peekable();
        let mut square = || {
            let file = letters.next()?.checked_sub(b'a')?;
            let mut rank: Option<u8> = None;
            while let Some(digit) = letters.next_if(u8::is_ascii_digit) {
                rank = Some(rank.unwrap_or(0).checked_mul(10)?.checked_add(digit - b'0')?);
            }
            Square::from_coords(file, rank?.checked_sub(self.first_rank)?)
        };
        let (from, to) = (square()?, square()?);
        if letters.next().is_some() { None } else { Move::new(from, to) }
    }
}

fn uci_clocks(side: Color, clocks: &[ClockView; 2]) -> String {
    let [red, black] = clocks;
    let mut line = format!(" wtime {} btime {}", red.remaining.as_millis(), black.remaining.as_millis());
    line += &format!(" winc {} binc {}", red.increment.as_millis(), black.increment.as_millis());
    if let Some(moves) = clocks[side.index()].moves_to_go {
        line += &format!(" movestogo {moves}");
    }
    line
}

/// Whether a line may carry the score of the main variation.
pub(super) fn has_score(line: &str) -> bool {
    line.contains(" score ") && !line.contains(" string ") && !is_side_line(line)
}

/// Whether the line tells of another than the best move, or only of a bound.
fn is_side_line(line: &str) -> bool {
    line.contains("bound ") || (line.contains(" multipv ") && !line.contains(" multipv 1 "))
}

/// Reads an `info` line, numbers that make no sense left out.
pub(super) fn read_info(line: &str) -> SearchInfo {
    let mut info = SearchInfo::default();
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "pv" | "string" | "message" => break,
            "depth" => info.depth = words.next().and_then(|word| word.parse().ok()),
            "nodes" => info.nodes = words.next().and_then(|word| word.parse().ok()),
            "score" => info.score = read_score(&mut words),
            _ => {}
        }
    }
    info
}

/// Reads `cp N`, `mate N` (in moves) or a bare `N`.
fn read_score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Score> {
    let first = words.next()?;
    if first != "mate" {
        let number = if first == "cp" { words.next()? } else { first };
        return number.parse().ok().map(Score::cp);
    }
    let moves: i32 = words.next()?.parse().ok()?;
    let plies = (moves.unsigned_abs() as usize).saturating_mul(2).min(Score::MAX_PLY);
    Some(if moves > 0 { Score::mate_in(plies.saturating_sub(1)) } else { Score::mated_in(plies) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const UCI: Dialect = Dialect { ucci: false, first_rank: 0, milliseconds: true };
    const FAIRY: Dialect = Dialect { ucci: false, first_rank: 1, milliseconds: true };
    const UCCI: Dialect = Dialect { ucci: true, first_rank: 0, milliseconds: true };

    fn mv(text: &str) -> Move {
        text.parse().expect("a move")
    }

    #[test]
    fn answers_with_odd_spacing_and_case() {
        let plain = Some(BestMove::Move { mv: mv("h2e2"), draw: false });
        for line in ["bestmove h2e2", "  bestmove\t h2e2  ponder h9g7 ", "BESTMOVE H2-E2", "bestmove h2e2 "] {
            assert_eq!(UCCI.best_move(line), plain, "{line}");
        }
        assert_eq!(UCCI.best_move("bestmove h2e2 draw"), Some(BestMove::Move { mv: mv("h2e2"), draw: true }));
        for line in ["bestmove h2e2 resign", "nobestmove", " NoBestMove"] {
            assert_eq!(UCCI.best_move(line), Some(BestMove::Resigns), "{line}");
        }
        for line in
            ["bestmove (none)", "bestmove null", "bestmove 0000", "bestmove", "bestmove h2e", "bestmove h2h2"]
        {
            assert!(matches!(UCI.best_move(line), Some(BestMove::Unreadable(_))), "{line}");
        }
        for line in ["", "info depth 3 pv h2e2", "bestmoves h2e2", "ponder bestmove h2e2"] {
            assert_eq!(UCI.best_move(line), None, "{line}");
        }
    }

    #[test]
    fn ranks_from_1_to_10_are_converted_both_ways() {
        assert_eq!(FAIRY.best_move("bestmove h10g8 ponder d1e2"), UCI.best_move("bestmove h9g7"));
        assert_eq!(FAIRY.move_text(mv("a9a0")), "a10a1");
        assert!(matches!(FAIRY.best_move("bestmove a0a1"), Some(BestMove::Unreadable(_))));
        assert!(matches!(UCI.best_move("bestmove a10a9"), Some(BestMove::Unreadable(_))));
    }

    #[test]
    fn clocks_in_both_protocols() {
        let clock = |ms, moves_to_go| ClockView {
            remaining: Duration::from_millis(ms),
            increment: Duration::from_millis(50),
            moves_to_go,
        };
        let limits = |moves| GoLimits {
            clocks: Some([clock(1500, moves), clock(2700, moves)]),
            ..GoLimits::default()
        };
        assert_eq!(UCI.go(Color::Black, &limits(None), true), "go wtime 1500 btime 2700 winc 50 binc 50");
        let go = UCCI.go(Color::Black, &limits(None), true);
        assert_eq!(go, "go draw time 2700 increment 50 opptime 1500 oppincrement 50");
        let seconds = Dialect { milliseconds: false, ..UCCI };
        let go = seconds.go(Color::Red, &limits(Some(7)), false);
        assert_eq!(go, "go time 1 movestogo 7 increment 0 opptime 2 oppmovestogo 7 oppincrement 0");
        let fixed = GoLimits { move_time: Some(Duration::from_millis(80)), ..GoLimits::default() };
        assert_eq!(UCCI.go(Color::Red, &fixed, false), "go time 80 movestogo 1");
        assert_eq!(UCI.go(Color::Red, &fixed, false), "go movetime 80");
        let fixed = GoLimits { nodes: Some(100), depth: Some(5), ..GoLimits::default() };
        assert_eq!(UCI.go(Color::Red, &fixed, false), "go nodes 100 depth 5");
    }

    #[test]
    fn info_of_both_protocols() {
        let line =
            "info depth 12 seldepth 20 multipv 1 score cp -35 nodes 1234 nps 99 time 3 pv h2e2 depth 99";
        let expected = SearchInfo { score: Some(Score::cp(-35)), depth: Some(12), nodes: Some(1234) };
        assert_eq!(read_info(line), expected);
        assert_eq!(read_info("info depth 5 score 42 pv a0a1").score, Some(Score::cp(42)));
        assert_eq!(read_info("info score mate 3").score, Some(Score::mate_in(5)));
        assert_eq!(read_info("info score mate -3").score, Some(Score::mated_in(6)));
        assert_eq!(read_info("info depth x score y nodes -1"), SearchInfo::default());
        assert!(has_score("info depth 3 multipv 1 score cp 3 pv a0a1"));
        assert!(!has_score("info depth 3 multipv 12 score cp 3"));
        assert!(!has_score("info depth 3 score cp 3 lowerbound nodes 4"));
        assert!(!has_score("info string the score is bad"));
    }
}
