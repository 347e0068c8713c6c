//! Repetitions: finding the cycle that brought a position back, and judging it.

use super::{Game, RuleSet, Verdict};
use crate::types::Color;

/// A stretch of moves at the end of a game that led back to the position it began with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// Its length in half-moves, even and at least 4.
    pub length: usize,
    /// How often the position has stood on the board, now included: 2 or more.
    pub occurrences: usize,
}

impl Game {
    /// The cycle that ends in the present position, if the position is a repetition: from its latest
    /// earlier occurrence to now.
    pub fn cycle(&self) -> Option<Cycle> {
        self.cycle_within(usize::MAX)
    }

    /// For the search, `search_ply` half-moves below its root: as [`Game::cycle`], but an earlier occurrence
    /// before the root counts only when it is not the only one. Inside the tree one repetition is enough,
    /// since what could be done once can be done again.
    #[inline]
    pub fn search_cycle(&self, search_ply: usize) -> Option<Cycle> {
        let cycle = self.cycle_within(search_ply)?;
        (cycle.length <= search_ply || cycle.occurrences >= 3).then_some(cycle)
    }

    /// `enough`: an occurrence at most this many plies back ends the count.
    #[inline]
    fn cycle_within(&self, enough: usize) -> Option<Cycle> {
        let reversible = self.reversible_plies();
        let (key, now) = (self.position().key(), self.steps.len());
        let mut found: Option<Cycle> = None;
        let mut back = 4;
        while back <= reversible {
            if self.steps[now - back].key == key {
                let cycle = found.get_or_insert(Cycle { length: back, occurrences: 1 });
                cycle.occurrences += 1;
                if back <= enough && enough != usize::MAX {
                    break;
                }
            }
            back += 2;
        }
        found
    }

    /// How `rules` judge `cycle`, which ends in the present position.
    pub fn judge(&self, cycle: Cycle, rules: RuleSet) -> Verdict {
        if rules == RuleSet::AlwaysDraw {
            return Verdict::Draw;
        }
        let mover = !self.position().side_to_move();
        match (self.checks_throughout(cycle, mover), self.checks_throughout(cycle, !mover)) {
            (true, false) => Verdict::Loses(mover),
            (false, true) => Verdict::Loses(!mover),
            _ => Verdict::Draw,
        }
    }

    /// Whether every move of `color` in the cycle gave check.
    fn checks_throughout(&self, cycle: Cycle, color: Color) -> bool {
        let now = self.steps.len();
        // `was_in_check` of a step tells whether the move before it gave check.
        let mut to_move = self.position().side_to_move();
        let mut in_check = self.is_in_check();
        for step in self.steps[now - cycle.length..].iter().rev() {
            if to_move != color && !in_check {
                return false;
            }
            in_check = step.was_in_check;
            to_move = !to_move;
        }
        true
    }
}
