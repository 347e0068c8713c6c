//! What the user asks for below full strength, brought together into one [`Strength`].

use std::time::{SystemTime, UNIX_EPOCH};

use crate::search::{ELO_MAX, SKILL_MAX, Strength};

/// Skill, rating and randomness as they were set, and the seed of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Handicap {
    /// Skill level, [`SKILL_MAX`] for full strength.
    pub(super) skill: usize,
    /// Whether `elo` counts.
    pub(super) limits_elo: bool,
    /// Rating asked for, on the scale of [`Strength::skill_of_elo`].
    pub(super) elo: usize,
    /// Temperature of random play, in centipawns, 0 for none.
    pub(super) randomness: i32,
    /// The seed that was set, 0 for one of its own in each game.
    pub(super) seed: u64,
    /// The seed drawn for the present game.
    drawn: Option<u64>,
}

impl Handicap {
    /// Full strength, nothing random.
    pub(super) fn none() -> Handicap {
        Handicap { skill: SKILL_MAX, limits_elo: false, elo: ELO_MAX, randomness: 0, seed: 0, drawn: None }
    }

    /// The next game draws a seed of its own.
    pub(super) fn new_game(&mut self) {
        self.drawn = None;
    }

    /// Draws the seed of the game where one is needed; returns it only then.
    pub(super) fn draw_seed(&mut self) -> Option<u64> {
        if self.seed != 0 || self.drawn.is_some() || self.strength().lines() == 1 {
            return None;
        }
        // Times as seeds stay short enough to be set as an option.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.drawn = Some((now.as_micros() as u64 & SEED_MAX).max(1));
        self.drawn
    }

    /// How far searches are held back: the weaker of skill and rating, the more random of level and randomness.
    pub(super) fn strength(&self) -> Strength {
        let rated = if self.limits_elo { Strength::skill_of_elo(self.elo) } else { SKILL_MAX };
        let level = Strength::of_skill(self.skill.min(rated));
        let seed = if self.seed != 0 { self.seed } else { self.drawn.unwrap_or(0) };
        Strength { temperature: level.temperature.max(self.randomness), seed, ..level }
    }
}

/// The largest seed, as spin options of clients hold it.
pub const SEED_MAX: u64 = i32::MAX as u64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weaker_of_skill_and_rating_counts() {
        let handicap =
            |skill, limits_elo, elo| Handicap { skill, limits_elo, elo, ..Handicap::none() }.strength();
        assert_eq!(handicap(SKILL_MAX, false, 1000), Strength::FULL);
        assert_eq!(handicap(SKILL_MAX, true, 1300), Strength::of_skill(3));
        assert_eq!(handicap(2, true, 1300), Strength::of_skill(2));
        let unset = Handicap { limits_elo: true, ..Handicap::none() }.strength();
        assert_eq!(unset, Strength::of_skill(SKILL_MAX - 1), "the highest rating until another one is set");
    }

    #[test]
    fn randomness_leaves_the_nodes_alone() {
        let random = Handicap { randomness: 40, ..Handicap::none() }.strength();
        assert_eq!((random.nodes, random.temperature), (None, 40));
    }

    #[test]
    fn a_seed_is_drawn_once_a_game_and_only_where_it_matters() {
        assert_eq!(Handicap::none().draw_seed(), None);
        let mut random = Handicap { randomness: 40, ..Handicap::none() };
        let seed = random.draw_seed().unwrap();
        assert!((1..=SEED_MAX).contains(&seed));
        assert_eq!((random.draw_seed(), random.strength().seed), (None, seed));
        random.new_game();
        assert!(random.draw_seed().is_some());
        let mut set = Handicap { seed: 5, ..random };
        assert_eq!((set.draw_seed(), set.strength().seed), (None, 5));
    }
}
