//! A search on the calling thread, for tools that do many short ones side by side.

use std::sync::Arc;
use std::time::Instant;

use super::Outcome;
use super::pool::{STACK_BYTES, Task};
use super::root::outcome;
use super::shared::{Shared, Signals};
use super::worker::{Memory, Search};

/// What one searching thread keeps from search to search, without a pool around it.
///
/// ```
/// use std::sync::Arc;
/// use chuhe::{board::Position, rules::Game, search::{Limits, Settings, Solo, Table, Task}};
/// let game = Game::new(Position::start());
/// let limits = Limits { depth: Some(3), ..Limits::none() };
/// let table = Arc::new(Table::new(1).unwrap());
/// let outcome = Solo::new().search(Task { game, limits, settings: Settings::default(), table });
/// assert_eq!(outcome.depth, 3);
/// ```
pub struct Solo {
    memory: Memory,
    signals: Arc<Signals>,
}

impl Default for Solo {
    fn default() -> Solo {
        Solo::new()
    }
}

impl Solo {
    /// The stack that a thread needs to search as deep as a search can get, in bytes.
    pub const STACK_BYTES: usize = STACK_BYTES;

    /// A thread that has never searched.
    pub fn new() -> Solo {
        Solo { memory: Memory::new(), signals: Arc::default() }
    }

    /// Forgets what was learnt from earlier searches.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// Searches until the limits end it. The task must have some: nothing else does.
    pub fn search(&mut self, mut task: Task) -> Outcome {
        task.lift_limit_if_passed();
        task.hold_back();
        self.signals.reset(Some(task.limits.start));
        task.table.new_search();
        let shared = Shared::new(task, Arc::clone(&self.signals), 1);
        let mut search = Search::new(&mut self.memory, &shared, 0);
        let result = search.iterate(None);
        let nodes = search.nodes();
        let elapsed = Instant::now().saturating_duration_since(shared.limits.start);
        outcome(&result, &shared.game, nodes, elapsed)
    }
}
