//! What a search tells the world.

use std::time::Duration;

use crate::types::{Move, Score};

/// How a score relates to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The value is this or more.
    Lower,
    /// The value is this or less.
    Upper,
}

impl Bound {
    /// What a fail-soft score means that was searched within `alpha` and `beta`.
    pub(super) fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// One finished line of one iteration.
#[derive(Clone, Copy, Debug)]
pub struct IterationReport<'a> {
    /// Nominal depth of the iteration, in plies.
    pub depth: usize,
    /// Longest line looked at, in plies.
    pub seldepth: usize,
    /// 1 for the best line, 2 for the second …
    pub multipv: usize,
    /// From the side to move at the root.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Positions visited, all threads together.
    pub nodes: u64,
    /// Since the start of the search.
    pub elapsed: Duration,
    /// Share of the hash table in use, in thousandths.
    pub hashfull_permille: usize,
    /// The line, never empty; every move of it is legal.
    pub pv: &'a [Move],
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The best root move, `None` when no move is allowed.
    pub best: Option<Move>,
    /// The expected answer, legal after `best`.
    pub ponder: Option<Move>,
    /// From the side to move at the root; `Score::mated_in(0)` when it has no legal move.
    pub score: Score,
    /// Deepest finished iteration, in plies.
    pub depth: usize,
    /// Positions visited, all threads together.
    pub nodes: u64,
    /// Since the start of the search.
    pub elapsed: Duration,
}

/// Receives the events of one search, from one of its threads.
pub trait Observer: Send {
    /// Called once at the start: how many threads search.
    fn started(&mut self, _threads: usize) {}
    /// Called after each iteration, once a line.
    fn iteration(&mut self, report: &IterationReport<'_>);
    /// Called once, last: never before `stop` or `ponderhit` when the limits forbid it.
    fn finished(&mut self, outcome: &Outcome);
}
