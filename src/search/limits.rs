//! What ends a search.

use std::time::{Duration, Instant};

use crate::types::Move;

/// A side's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub time: Duration,
    /// Gained with every move.
    pub increment: Duration,
    /// Moves until more time comes, `None` in sudden death.
    pub moves_to_go: Option<u32>,
}

/// Everything that ends or narrows one search. Several limits together end it at the first one met; without
/// any it runs until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// When the command arrived: all times count from here.
    pub start: Instant,
    /// Deepest iteration.
    pub depth: Option<usize>,
    /// Positions to visit, all threads together.
    pub nodes: Option<u64>,
    /// Positions after which no new iteration begins, all threads together.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in this many moves of the side to move (or less) is proven. Without a depth, the search
    /// gives up twice as deep as such a mate lies and a little more.
    pub mate: Option<usize>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The mover's clock, from which the search allots its own time.
    pub clock: Option<Clock>,
    /// Never answer before `stop` (or before `ponderhit` when pondering), whatever else is met.
    pub infinite: bool,
    /// Thinking on the opponent's time: limits of time count only from `ponderhit`.
    pub ponder: bool,
    /// Only those of these root moves that are legal; all when none is.
    pub search_moves: Vec<Move>,
    /// Not these root moves.
    pub excluded_moves: Vec<Move>,
}

impl Limits {
    /// No limit, counted from now.
    pub fn none() -> Limits {
        Limits {
            start: Instant::now(),
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            movetime: None,
            clock: None,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            excluded_moves: Vec::new(),
        }
    }
}
