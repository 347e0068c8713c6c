//! What the threads of one search share: the task, the table, the stop flag, the node counters.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Limits, Settings, Table};
use crate::rules::Game;

/// Messages from outside to a running search.
#[derive(Default)]
pub struct Signals {
    stop: AtomicBool,
    /// Since when the clock runs; `None` while pondering.
    clock: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Signals {
    /// Makes ready for a new search whose clock runs since `clock`, or not yet.
    pub fn reset(&self, clock: Option<Instant>) {
        *self.clock() = clock;
        self.stop.store(false, Relaxed);
    }

    /// Asks every thread to break off.
    pub fn stop(&self) {
        // The lock orders the flag before a waiting thread's look at it.
        let _clock = self.clock();
        self.stop.store(true, Relaxed);
        self.changed.notify_all();
    }

    /// Whether the search is to break off.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Starts the clock, if it does not run yet.
    pub fn start_clock(&self) {
        self.clock().get_or_insert_with(Instant::now);
        self.changed.notify_all();
    }

    /// Time on the clock, `None` while pondering.
    pub fn elapsed(&self) -> Option<Duration> {
        self.clock().map(|start| start.elapsed())
    }

    /// Blocks until `stop`, or, unless `infinite`, until the clock runs.
    pub fn wait_for_answer(&self, infinite: bool) {
        let mut clock = self.clock();
        while !self.is_stopped() && (infinite || clock.is_none()) {
            clock = self.changed.wait(clock).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn clock(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A node counter on a cache line of its own, so that threads do not slow each other down.
#[derive(Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

/// One search, as all its threads see it.
pub struct Shared {
    /// Position and history at the root.
    pub game: Game,
    /// What ends the search.
    pub limits: Limits,
    /// Rules and reporting.
    pub settings: Settings,
    /// The hash table.
    pub table: Arc<Table>,
    /// Stop and clock.
    pub signals: Arc<Signals>,
    counters: Vec<Counter>,
}

impl Shared {
    /// A search to be run by `threads` threads.
    pub fn new(task: super::Task, signals: Arc<Signals>, threads: usize) -> Shared {
        let super::Task { game, limits, settings, table } = task;
        let counters = (0..threads).map(|_| Counter::default()).collect();
        Shared { game, limits, settings, table, signals, counters }
    }

    /// Number of threads that search.
    pub fn threads(&self) -> usize {
        self.counters.len()
    }

    /// Publishes how many nodes a thread has visited.
    #[inline(always)]
    pub fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.counters[thread].0.store(nodes, Relaxed);
    }

    /// Nodes visited by all threads, as last published.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }
}
