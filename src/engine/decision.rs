//! Offers and resignation: what goes along with a best move.

use crate::types::Score;

/// What the engine says with its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Nothing: the game goes on, an offer is declined.
    Play,
    /// It accepts the opponent's offer of a draw.
    AcceptDraw,
    /// It gives the game up.
    Resign,
}

/// A draw is accepted at this score or below: the engine stands a little worse.
pub const DRAW_ACCEPT_MAX: Score = Score::cp(-20);
/// A score at or below this is hopeless: about a rook behind.
pub const HOPELESS_MAX: Score = Score::cp(-1000);
/// So many searches of one game in a row have to be hopeless before the engine resigns.
pub const HOPELESS_MOVES_MIN: usize = 3;

/// What a decision depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Situation {
    /// Result of the search, from the engine's side.
    pub score: Score,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    /// Neither side has the men to win.
    pub is_dead: bool,
    /// Searches of this game in a row, this one included, that ended hopeless.
    pub hopeless_moves: usize,
    /// The user allows resignation.
    pub may_resign: bool,
}

impl Situation {
    /// Accepts an offer when the position is dead or the engine stands worse ([`DRAW_ACCEPT_MAX`]); resigns only
    /// where it may, and after [`HOPELESS_MOVES_MIN`] hopeless moves. A draw is better than a loss, so the offer
    /// is looked at first.
    pub fn decide(&self) -> Decision {
        if self.draw_offered && (self.is_dead || self.score <= DRAW_ACCEPT_MAX) {
            Decision::AcceptDraw
        } else if self.may_resign && self.hopeless_moves >= HOPELESS_MOVES_MIN {
            Decision::Resign
        } else {
            Decision::Play
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVEN: Situation = Situation {
        score: Score::DRAW,
        draw_offered: false,
        is_dead: false,
        hopeless_moves: 0,
        may_resign: false,
    };

    #[test]
    fn nothing_is_said_unasked() {
        assert_eq!(EVEN.decide(), Decision::Play);
        assert_eq!(Situation { is_dead: true, ..EVEN }.decide(), Decision::Play);
        assert_eq!(Situation { score: Score::cp(-500), ..EVEN }.decide(), Decision::Play);
    }

    #[test]
    fn an_offer_is_accepted_from_the_threshold_down() {
        let offered = |score| Situation { score, draw_offered: true, ..EVEN }.decide();
        assert_eq!(offered(Score::mate_in(3)), Decision::Play);
        assert_eq!(offered(DRAW_ACCEPT_MAX + 1), Decision::Play);
        assert_eq!(offered(DRAW_ACCEPT_MAX), Decision::AcceptDraw);
        assert_eq!(offered(Score::mated_in(4)), Decision::AcceptDraw);
    }

    #[test]
    fn an_offer_in_a_dead_position_is_accepted_whatever_the_score() {
        let dead = Situation { score: Score::cp(80), draw_offered: true, is_dead: true, ..EVEN };
        assert_eq!(dead.decide(), Decision::AcceptDraw);
    }

    #[test]
    fn resignation_needs_leave_and_patience() {
        let lost = Situation {
            score: Score::mated_in(2),
            hopeless_moves: HOPELESS_MOVES_MIN,
            may_resign: true,
            ..EVEN
        };
        assert_eq!(lost.decide(), Decision::Resign);
        assert_eq!(Situation { may_resign: false, ..lost }.decide(), Decision::Play);
        assert_eq!(Situation { hopeless_moves: HOPELESS_MOVES_MIN - 1, ..lost }.decide(), Decision::Play);
        assert_eq!(Situation { draw_offered: true, ..lost }.decide(), Decision::AcceptDraw);
    }
}
