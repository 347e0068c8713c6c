//! Fits the chances to win and lose that scores stand for: the model of [`crate::engine::Outlook`].

use std::collections::BTreeMap;
use std::fmt;

use super::game::TrainingGame;
use crate::engine::MIDDLE_MEN;

/// Scores beyond this, in centipawns, say nothing about where chances are even.
const MOST: i32 = 1500;
/// Width of a class of scores, in centipawns.
const STEP: i32 = 10;

/// Results by score and men, from the side to move; grows game by game.
#[derive(Clone, Default, Debug)]
pub struct Chances {
    /// Won, drawn and lost positions by class of score and number of men.
    counts: BTreeMap<(i32, u32), [u64; 3]>,
}

/// The four constants of the model, and how well they fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// Score of an even chance to win with half of the men, and what each further man adds, in centipawns.
    pub even: [f64; 2],
    /// Spread with half of the men, and what each further man adds, in centipawns.
    pub spread: [f64; 2],
    /// Mean logarithm of the probability given to what happened, in nats a position; 0 would be certainty.
    pub likelihood: f64,
    /// Positions counted.
    pub positions: u64,
}

impl Chances {
    /// Counts the positions of a game, save those with a mate or a ruling in sight.
    pub fn add(&mut self, game: &TrainingGame) {
        for (position, step) in game.replay() {
            let score = i32::from(step.score);
            if score.abs() > MOST || !step.is_evaluation() {
                continue;
            }
            let result = match game.winner {
                None => 1,
                Some(winner) if winner == position.side_to_move() => 0,
                Some(_) => 2,
            };
            let class = (score + STEP / 2).div_euclid(STEP) * STEP;
            self.counts.entry((class, position.occupied().len())).or_default()[result] += 1;
        }
    }

    /// The constants under which the results are most likely: a walk along the axes with ever shorter steps (Hooke
    /// and Jeeves 1961). `None` without positions.
    pub fn fit(&self) -> Option<Fit> {
        let positions: u64 = self.counts.values().flatten().sum();
        if positions == 0 {
            return None;
        }
        let mut constants = [200.0, 0.0, 100.0, 0.0];
        let mut steps = [64.0, 4.0, 64.0, 4.0];
        let mut best = self.likelihood(&constants);
        while steps[0] > 0.1 {
            let mut improved = false;
            for axis in 0..constants.len() {
                for step in [steps[axis], -steps[axis]] {
                    let mut moved = constants;
                    moved[axis] += step;
                    let likelihood = self.likelihood(&moved);
                    if likelihood > best {
                        (constants, best, improved) = (moved, likelihood, true);
                        break;
                    }
                }
            }
            if !improved {
                steps.iter_mut().for_each(|step| *step /= 2.0);
            }
        }
        let [even, even_per_man, spread, spread_per_man] = constants;
        Some(Fit {
            even: [even, even_per_man],
            spread: [spread, spread_per_man],
            likelihood: best / positions as f64,
            positions,
        })
    }

    /// Logarithm of the probability of all results.
    fn likelihood(&self, [even, even_per_man, spread, spread_per_man]: &[f64; 4]) -> f64 {
        let terms = self.counts.iter().map(|(&(score, men), counts)| {
            let more = f64::from(men) - MIDDLE_MEN;
            let (even, spread) = (even + even_per_man * more, (spread + spread_per_man * more).max(1.0));
            let chance = |score: f64| 1.0 / (1.0 + ((even - score) / spread).exp());
            let (win, loss) = (chance(f64::from(score)), chance(f64::from(-score)));
            let chances = [win, 1.0 - win - loss, loss];
            let log = |(chance, &count): (f64, &u64)| chance.max(1e-9).ln() * count as f64;
            chances.into_iter().zip(counts).map(log).sum::<f64>()
        });
        terms.sum()
    }
}

impl fmt::Display for Fit {
    /// One line for each constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "positions      {}", self.positions)?;
        writeln!(f, "even chance    {:.1} and {:.2} a man", self.even[0], self.even[1])?;
        writeln!(f, "spread         {:.1} and {:.2} a man", self.spread[0], self.spread[1])?;
        writeln!(f, "log-likelihood {:.4} a position", self.likelihood)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts made from constants lead back to them.
    #[test]
    fn the_fit_finds_the_constants_behind_the_counts() {
        let mut chances = Chances::default();
        for score in (-600..=600).step_by(STEP as usize) {
            for men in [6u32, 16, 28] {
                let more = f64::from(men) - MIDDLE_MEN;
                let (even, spread) = (180.0 + 3.0 * more, 80.0 - 1.0 * more);
                let chance = |score: i32| 1.0 / (1.0 + ((even - f64::from(score)) / spread).exp());
                let (win, loss) = (chance(score), chance(-score));
                let count = |chance: f64| (chance * 1e6).round() as u64;
                chances.counts.insert((score, men), [count(win), count(1.0 - win - loss), count(loss)]);
            }
        }
        let fit = chances.fit().unwrap();
        assert!((fit.even[0] - 180.0).abs() < 1.0 && (fit.even[1] - 3.0).abs() < 0.2, "{fit:?}");
        assert!((fit.spread[0] - 80.0).abs() < 1.0 && (fit.spread[1] + 1.0).abs() < 0.2, "{fit:?}");
        assert!(Chances::default().fit().is_none());
    }
}
