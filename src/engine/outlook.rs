//! What a score means: chances to win, draw and lose, and the scale on which scores are shown.
//!
//! The model: with `m` men on the board, the side to move wins a game at score `x` (centipawns of the search) with
//! probability `1 / (1 + exp((a - x) / b))`, where `a` and `b` are linear in `m`; it loses with the probability of
//! winning at `-x`, and the rest is drawn. `a` is the score of an even chance to win, `b` how fast chances change
//! about it. The constants below are all there is to fit:
//! `chuhe datagen --chances FILE` does it from games of the engine against itself. These come from 2.5 million
//! positions of such games at 500 nodes a move.

use crate::board::Position;
use crate::types::Score;

/// The score of an even chance to win with half of the men on the board, in centipawns of the search. A score of
/// this size is shown as 100.
const EVEN_CHANCE: f64 = 328.0;
/// What each man more than [`MIDDLE_MEN`] adds to the score of an even chance, in centipawns.
const EVEN_CHANCE_PER_MAN: f64 = -11.9;
/// How many centipawns change the odds of winning by e, with half of the men on the board.
const SPREAD: f64 = 211.0;
/// What each man more than [`MIDDLE_MEN`] adds to the spread, in centipawns.
const SPREAD_PER_MAN: f64 = 9.8;
/// Half of the men of a full board.
pub const MIDDLE_MEN: f64 = 16.0;
/// The least score of an even chance and the least spread, in centipawns, whatever the men.
const LEAST: f64 = 10.0;

/// Chances of the side to move, in thousandths; they sum up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// Chance to win.
    pub win: u32,
    /// Chance of a draw.
    pub draw: u32,
    /// Chance to lose.
    pub loss: u32,
}

impl Outlook {
    /// The chances at `score` with `men` men on the board. A forced mate is certain.
    ///
    /// ```
    /// use chuhe::engine::Outlook;
    /// use chuhe::types::Score;
    /// let even = Outlook::of(Score::DRAW, 32);
    /// assert_eq!(even.win, even.loss);
    /// assert_eq!(Outlook::of(Score::mate_in(3), 10).win, 1000);
    /// ```
    pub fn of(score: Score, men: u32) -> Outlook {
        let more = f64::from(men) - MIDDLE_MEN;
        let even = (EVEN_CHANCE + EVEN_CHANCE_PER_MAN * more).max(LEAST);
        let spread = (SPREAD + SPREAD_PER_MAN * more).max(LEAST);
        let chance = |score: Score| 1.0 / (1.0 + ((even - f64::from(score.value())) / spread).exp());
        // `even` is above zero, so that both chances together stay below one but for the rounding.
        let permille = |chance: f64| (1000.0 * chance).round() as u32;
        let win = permille(chance(score));
        let loss = permille(chance(-score)).min(1000 - win);
        Outlook { win, draw: 1000 - win - loss, loss }
    }
}

/// Number of men on the board, kings included, as [`Outlook::of`] takes it.
pub fn men_on(position: &Position) -> u32 {
    position.occupied().len()
}

/// A score as clients see it: scaled so that 100 is an even chance to win. Rulings and mates stay as they are.
/// [`from_shown`] leads back.
pub fn to_shown(score: Score) -> Score {
    scaled(score, 100.0 / EVEN_CHANCE)
}

/// The score of the search that is shown as `shown`.
pub fn from_shown(shown: Score) -> Score {
    scaled(shown, EVEN_CHANCE / 100.0)
}

fn scaled(score: Score, factor: f64) -> Score {
    if score.value().abs() > Score::MAX_EVAL.value() {
        return score;
    }
    Score::cp((f64::from(score.value()) * factor).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores() -> impl Iterator<Item = Score> {
        (-30_000..=30_000).step_by(7).map(Score::from_code)
    }

    #[test]
    fn chances_sum_up_and_change_sides_with_the_score() {
        for men in [2, 16, 32] {
            for score in scores() {
                let Outlook { win, draw, loss } = Outlook::of(score, men);
                assert_eq!(win + draw + loss, 1000);
                let other = Outlook::of(-score, men);
                assert!(win.abs_diff(other.loss) <= 1 && loss.abs_diff(other.win) <= 1, "{score:?}");
            }
        }
    }

    #[test]
    fn a_better_score_never_lowers_the_chances() {
        for men in [2, 16, 32] {
            let outlooks: Vec<Outlook> = scores().map(|score| Outlook::of(score, men)).collect();
            assert!(
                outlooks.windows(2).all(|pair| pair[0].win <= pair[1].win && pair[0].loss >= pair[1].loss)
            );
        }
    }

    #[test]
    fn a_hundred_shown_is_an_even_chance_to_win() {
        let hundred = from_shown(Score::cp(100));
        assert_eq!(Outlook::of(hundred, MIDDLE_MEN as u32).win, 500);
    }

    #[test]
    fn shown_scores_lead_back() {
        for score in scores() {
            let back = from_shown(to_shown(score));
            let tolerance = (EVEN_CHANCE / 100.0).ceil() as i32;
            let is_cut = to_shown(score).value().abs() == Score::MAX_EVAL.value();
            assert!((back - score).abs() <= tolerance || is_cut, "{score:?} {back:?}");
            assert_eq!(to_shown(-score), -to_shown(score));
            if score.value().abs() > Score::MAX_EVAL.value() {
                assert_eq!(to_shown(score), score);
            }
        }
    }
}
