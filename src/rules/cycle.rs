//! Repetitions: finding the cycle that brought a position back, and judging it.

use super::conduct::{Conduct, compare};
use super::rewind::Rewind;
use super::{Game, RuleSet, Verdict, asian, chinese, league};
use crate::board::reversible_step;
use crate::types::{Move, Square};

/// A stretch of moves at the end of a game that led back to the position it began with.
///
/// What is judged is everything between the first and the last of the occurrences that a ruling needs, and not
/// only the latest turn of the wheel: the books speak of what a side does on every move (步步) while the
/// position comes up three or four times [Asian, art. 4; World, art. 3.1 C, 3.2 B; Chinese, art. 23.2, 28.14].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// Its length in half-moves, even and at least 4.
    pub length: usize,
    /// How often the position stood on the board in it, beginning and end included: 2 or more.
    pub occurrences: usize,
}

impl Game {
    /// The stretch from the `occurrences`-th last time that the present position stood on the board to now;
    /// shorter when it stood there less often, `None` when it is no repetition.
    pub fn cycle(&self, occurrences: usize) -> Option<Cycle> {
        self.find_cycle(|cycle| cycle.occurrences >= occurrences)
    }

    /// How often the present position has stood on the board since the last capture or pass, now included.
    pub fn occurrences(&self) -> usize {
        self.find_cycle(|_| false).map_or(1, |cycle| cycle.occurrences)
    }

    /// What a search `search_ply` half-moves below its root has to know of repetitions: the stretch from the second
    /// earlier occurrence to now, or, where the position stood on the board only once before, from that one, if it
    /// lies inside the tree.
    ///
    /// Two occurrences are enough for a draw, since what could be done once can be done again. They are not enough
    /// for a loss: whoever chased so far may go on with checks, and the whole stretch is judged (article 7).
    #[inline]
    pub fn search_cycle(&self, search_ply: usize) -> Option<Cycle> {
        self.find_cycle(|cycle| cycle.occurrences >= 3)
            .filter(|cycle| cycle.occurrences >= 3 || cycle.length <= search_ply)
    }

    /// Length in half-moves of the cycle that the side to move can close with its next move so that `rules` call it a
    /// draw, `search_ply` half-moves below the root of a search (see [`Game::search_cycle`]); `None` if it cannot, or
    /// if the rules punish it or the opponent for the cycle.
    #[inline]
    pub fn upcoming_draw(&mut self, search_ply: usize, rules: RuleSet) -> Option<usize> {
        let (key, now) = (self.position().key(), self.steps.len());
        let mut back = 3;
        while back <= self.reversible_plies() {
            if let Some(squares) = reversible_step(key ^ self.steps[now - back].key)
                && let Some(mv) = self.step_between(squares)
            {
                self.play(mv);
                let cycle = self.search_cycle(search_ply + 1);
                let drawn = cycle.filter(|&cycle| self.judge(cycle, rules) == Verdict::Draw);
                self.undo();
                if drawn.is_some() {
                    return drawn.map(|cycle| cycle.length);
                }
            }
            back += 2;
        }
        None
    }

    /// The legal move of the side to move from one of the squares to the other.
    fn step_between(&self, [a, b]: [Square; 2]) -> Option<Move> {
        let position = self.position();
        let own =
            |square| position.piece_on(square).is_some_and(|piece| piece.color() == position.side_to_move());
        let mv = if own(a) { Move::new(a, b) } else { Move::new(b, a) }?;
        (position.is_pseudo_legal(mv) && position.is_legal(mv, &position.checks())).then_some(mv)
    }

    /// Looks for earlier occurrences, the latest first, until `enough` says so.
    #[inline]
    fn find_cycle(&self, enough: impl Fn(&Cycle) -> bool) -> Option<Cycle> {
        let reversible = self.reversible_plies();
        let (key, now) = (self.position().key(), self.steps.len());
        let mut cycle = Cycle { length: 0, occurrences: 1 };
        // Two half-moves cannot bring a position back, and every second one has the other side to move.
        let mut back = 4;
        while back <= reversible {
            if self.steps[now - back].key == key {
                cycle = Cycle { length: back, occurrences: cycle.occurrences + 1 };
                if enough(&cycle) {
                    break;
                }
            }
            back += 2;
        }
        (cycle.occurrences > 1).then_some(cycle)
    }

    /// The stretch of moves that `rules` rule on now, `None` while the position has not come up often enough.
    pub fn ruled_cycle(&self, rules: RuleSet) -> Option<Cycle> {
        let needed = rules.occurrences();
        self.cycle(needed).filter(|cycle| cycle.occurrences >= needed)
    }

    /// How `rules` judge `cycle`, which ends in the present position. Never [`Verdict::Ongoing`].
    pub fn judge(&self, cycle: Cycle, rules: RuleSet) -> Verdict {
        if rules == RuleSet::AlwaysDraw {
            return Verdict::Draw;
        }
        // Perpetual check outweighs everything: no need to look at the board.
        let checks = self.perpetual_checks(cycle);
        if rules == RuleSet::CheckBan || checks.contains(&true) {
            let [red, black] = checks.map(Conduct::of_checks);
            return compare(red, black);
        }
        let [red, black] = self.conducts(cycle, rules);
        compare(red, black)
    }

    /// What Red and Black did over `cycle`, as `rules` see it.
    pub fn conducts(&self, cycle: Cycle, rules: RuleSet) -> [Conduct; 2] {
        let rewind = || Rewind::new(self, cycle);
        match rules {
            RuleSet::Asian | RuleSet::World => asian::conducts(rewind()),
            // What a move is does not depend on which of several like men is which: one turn will do.
            RuleSet::Chinese => chinese::conducts(Rewind::new(self, self.turn(cycle))),
            RuleSet::League => league::conducts(rewind()),
            RuleSet::CheckBan => self.perpetual_checks(cycle).map(Conduct::of_checks),
            RuleSet::AlwaysDraw => [Conduct::Free; 2],
        }
    }

    /// The shortest turn of which the cycle is a repetition, move for move; the cycle itself if there is none.
    pub(super) fn turn(&self, cycle: Cycle) -> Cycle {
        let steps = &self.steps[self.steps.len() - cycle.length..];
        (4..cycle.length)
            .step_by(2)
            .find(|&length| {
                cycle.length.is_multiple_of(length)
                    && steps[length..].iter().zip(steps).all(|(later, earlier)| later.mv == earlier.mv)
            })
            .map_or(cycle, |length| Cycle { length, occurrences: 2 })
    }

    /// Whether every move of Red, and of Black, in the cycle gave check [Asian, art. 1; Chinese, art. 26.1].
    fn perpetual_checks(&self, cycle: Cycle) -> [bool; 2] {
        let mut throughout = [true; 2];
        let mut gives_check = self.is_in_check();
        let mut mover = !self.position().side_to_move();
        for step in self.steps.iter().rev().take(cycle.length) {
            throughout[mover.index()] &= gives_check;
            if throughout == [false; 2] {
                break;
            }
            gives_check = step.was_in_check;
            mover = !mover;
        }
        throughout
    }
}
