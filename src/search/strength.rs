//! Playing below full strength, and playing differently each time: one mechanism for both.
//!
//! A search that is held back visits a limited number of positions, looks for several lines instead of one, and
//! plays one of them by lot: a line that scores `loss` centipawns below the best has the weight
//! `exp(-loss / temperature)`. Few nodes make a player short-sighted, a high temperature makes it careless; a skill
//! level is a pair of both, randomness is a temperature alone. A forced mate or a loss in sight is never left to
//! the lot.
//!
//! The lot depends on the seed and the position alone, so equal seeds give equal games. Helper threads sit out a
//! search with limited nodes: a level plays alike on any machine.

use crate::types::{Rng, Score};

/// How far a search is held back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// Positions to visit for one move, `None` for no limit.
    pub nodes: Option<u64>,
    /// Loss, in centipawns, at which a line is chosen e times more rarely than the best; 0 for always the best.
    pub temperature: i32,
    /// Where the lots begin.
    pub seed: u64,
}

/// The strongest skill level: full strength.
pub const SKILL_MAX: usize = LEVELS.len();

/// Elo of skill level 0. The scale is this engine's own; only differences mean something.
pub const ELO_MIN: usize = 1000;

/// Elo between two neighbouring levels, as near as matches could bring it.
pub const ELO_STEP: usize = 100;

/// Elo of the strongest level below full strength.
pub const ELO_MAX: usize = ELO_MIN + (SKILL_MAX - 1) * ELO_STEP;

/// Nodes and temperature (centipawns) of the levels below full strength, fitted by matches between levels;
/// README.md gives the results.
const LEVELS: [(u64, i32); 20] = [
    (200, 300),
    (200, 165),
    (200, 80),
    (200, 20),
    (200, 5),
    (175, 0),
    (250, 0),
    (350, 0),
    (490, 0),
    (690, 0),
    (970, 0),
    (1_250, 0),
    (1_600, 0),
    (2_100, 0),
    (2_700, 0),
    (3_500, 0),
    (4_500, 0),
    (5_800, 0),
    (7_500, 0),
    (9_700, 0),
];

/// Lines to choose from.
const CHOICES: usize = 4;

impl Strength {
    /// Nothing held back.
    pub const FULL: Strength = Strength { nodes: None, temperature: 0, seed: 0 };

    /// What skill level `level` allows; [`SKILL_MAX`] and above is [`Strength::FULL`].
    ///
    /// ```
    /// use chuhe::search::{SKILL_MAX, Strength};
    /// assert!(Strength::of_skill(0).nodes < Strength::of_skill(10).nodes);
    /// assert_eq!(Strength::of_skill(SKILL_MAX), Strength::FULL);
    /// ```
    pub fn of_skill(level: usize) -> Strength {
        LEVELS.get(level).map_or(Strength::FULL, |&(nodes, temperature)| Strength {
            nodes: Some(nodes),
            temperature,
            seed: 0,
        })
    }

    /// The skill level nearest to `elo`, below [`SKILL_MAX`].
    pub fn skill_of_elo(elo: usize) -> usize {
        ((elo.saturating_sub(ELO_MIN) + ELO_STEP / 2) / ELO_STEP).min(SKILL_MAX - 1)
    }

    /// Lines that the search has to find for the choice, at least 1.
    pub fn lines(&self) -> usize {
        if self.temperature > 0 { CHOICES } else { 1 }
    }

    /// Which of the lines with these scores (best first) to play in the position with this key; 0 when there are
    /// none.
    pub fn choose(&self, scores: &[Score], key: u64) -> usize {
        let Some(&best) = scores.first() else { return 0 };
        if self.temperature <= 0 || best.value().abs() > Score::MAX_EVAL.value() {
            return 0;
        }
        // Whole numbers, so that the last bit of an exponential decides nothing.
        const UNIT: f64 = 1_000_000.0;
        let weight = |&score: &Score| {
            let loss = f64::from((best - score).max(0)) / f64::from(self.temperature);
            (UNIT * (-loss).exp()) as u64
        };
        let weights: Vec<u64> = scores.iter().map(weight).collect();
        let mut lot = Rng::new(self.seed ^ key).below(weights.iter().sum());
        for (index, weight) in weights.into_iter().enumerate() {
            if lot < weight {
                return index;
            }
            lot -= weight;
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each line is chosen in 10,000 positions.
    fn counts(temperature: i32, scores: &[i32]) -> Vec<usize> {
        let strength = Strength { nodes: None, temperature, seed: 7 };
        let scores: Vec<Score> = scores.iter().map(|&value| Score::from_code(value as i16)).collect();
        let mut counts = vec![0; scores.len()];
        let mut keys = Rng::new(1);
        (0..10_000).for_each(|_| counts[strength.choose(&scores, keys.next())] += 1);
        counts
    }

    #[test]
    fn lines_are_chosen_by_their_weights() {
        // Weights 1, 1/e, 1/e² of the losses 0, 50, 100.
        let counts = counts(50, &[30, -20, -70]);
        let shares = [0.665, 0.245, 0.090];
        for (count, share) in counts.iter().zip(shares) {
            assert!((*count as f64 / 10_000.0 - share).abs() < 0.02, "{counts:?}");
        }
    }

    #[test]
    fn the_best_line_is_played_when_nothing_is_left_to_the_lot() {
        assert_eq!(counts(0, &[5, 5, 5])[0], 10_000);
        let mate = Score::mate_in(5).value();
        assert_eq!(counts(500, &[mate, mate - 2, 300])[0], 10_000);
        assert_eq!(counts(500, &[-mate, -mate])[0], 10_000);
        assert_eq!(counts(100, &[0, -Score::INFINITE.value()])[1], 0, "lines without a score");
        assert_eq!(Strength::FULL.choose(&[], 3), 0);
    }

    #[test]
    fn equal_seeds_choose_alike_and_others_do_not() {
        let choices = |seed| -> Vec<usize> {
            let strength = Strength { nodes: None, temperature: 100, seed };
            (0..100).map(|key| strength.choose(&[Score::DRAW; CHOICES], key)).collect()
        };
        assert_eq!(choices(1), choices(1));
        assert_ne!(choices(1), choices(2));
    }

    #[test]
    fn levels_grow_in_sight_and_care() {
        for pair in LEVELS.windows(2) {
            let [(nodes, temperature), (more_nodes, lower)] = [pair[0], pair[1]];
            assert!(temperature > lower || temperature == lower && nodes < more_nodes, "{pair:?}");
        }
    }

    #[test]
    fn every_level_can_be_asked_for_by_elo() {
        for level in 0..SKILL_MAX {
            assert_eq!(Strength::skill_of_elo(ELO_MIN + level * ELO_STEP), level);
        }
        assert_eq!(Strength::skill_of_elo(0), 0);
        assert_eq!(Strength::skill_of_elo(usize::MAX / 2), SKILL_MAX - 1);
    }
}
