//! Early ends from the engines' own scores, as fastchess and cutechess-cli know them.

use super::config::{DrawRule, ResignRule};
use super::referee::{Cause, End, side_name};
use crate::types::{Color, Score};

/// Watches the scores of one game.
pub struct Adjudicator {
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    /// Moves in a row, for each side, with a score as low as the resign rule asks.
    low: [u32; 2],
    /// The same for scores as high.
    high: [u32; 2],
    /// Half-moves in a row with a score near zero.
    level: u32,
}

impl Adjudicator {
    /// For a game under these rules.
    pub fn new(resign: Option<ResignRule>, draw: Option<DrawRule>) -> Adjudicator {
        Adjudicator { resign, draw, low: [0; 2], high: [0; 2], level: 0 }
    }

    /// Takes note of the score that `side` gave for the move it just made, the `move_number`th of the game.
    /// A move without a score breaks every row. Returns the end of the game when a rule asks for it.
    pub fn note(&mut self, side: Color, score: Option<Score>, move_number: usize) -> Option<End> {
        let value = score.map(Score::value);
        let count = |row: u32, holds: bool| if holds { row + 1 } else { 0 };
        if let Some(rule) = self.resign {
            let i = side.index();
            self.low[i] = count(self.low[i], value.is_some_and(|value| value <= -rule.score));
            self.high[i] = count(self.high[i], value.is_some_and(|value| value >= rule.score));
            let agreed = |winner: Color| !rule.twosided || self.high[winner.index()] >= rule.movecount;
            for loser in [side, !side] {
                if self.low[loser.index()] >= rule.movecount && agreed(!loser) {
                    let reason = format!(
                        "{} scored {} moves below -{} centipawns",
                        side_name(loser),
                        rule.movecount,
                        rule.score
                    );
                    return Some(End::lost(loser, Cause::AdjudicatedLoss, reason));
                }
            }
        }
        if let Some(rule) = self.draw {
            self.level = count(self.level, value.is_some_and(|value| value.abs() <= rule.score));
            if move_number >= rule.movenumber as usize && self.level >= 2 * rule.movecount {
                let reason =
                    format!("both scored {} moves within {} centipawns of zero", rule.movecount, rule.score);
                return Some(End::drawn(Cause::AdjudicatedDraw, reason));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, Red};

    fn cp(value: i32) -> Option<Score> {
        Some(Score::cp(value))
    }

    #[test]
    fn the_loser_alone_may_give_up() {
        let rule = ResignRule { movecount: 2, score: 500, twosided: false };
        let mut scores = Adjudicator::new(Some(rule), None);
        assert_eq!(scores.note(Red, cp(-600), 1), None);
        assert_eq!(scores.note(Black, cp(0), 1), None);
        assert_eq!(scores.note(Red, None, 2), None, "a move without score breaks the row");
        assert_eq!(scores.note(Red, cp(-500), 3), None);
        let end = scores.note(Red, Some(Score::mated_in(4)), 4).unwrap();
        assert_eq!((end.winner, end.cause), (Some(Black), Cause::AdjudicatedLoss));
    }

    #[test]
    fn two_sided_needs_the_winner() {
        let rule = ResignRule { movecount: 1, score: 500, twosided: true };
        let mut scores = Adjudicator::new(Some(rule), None);
        assert_eq!(scores.note(Red, cp(-900), 1), None);
        assert_eq!(scores.note(Black, cp(900), 1).unwrap().winner, Some(Black));
    }

    #[test]
    fn level_scores_of_both_sides_after_a_while() {
        let rule = DrawRule { movenumber: 3, movecount: 2, score: 10 };
        let mut scores = Adjudicator::new(None, Some(rule));
        let row = [(Red, 1), (Black, 1), (Red, 2), (Black, 2), (Red, 3)];
        let ends: Vec<bool> = row.map(|(side, number)| scores.note(side, cp(-10), number).is_some()).to_vec();
        assert_eq!(ends, [false, false, false, false, true]);
    }
}
