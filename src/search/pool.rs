//! The search threads (stub).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use super::{Limits, Observer, Outcome, Table};
use crate::movegen::legal_moves;
use crate::rules::{Game, RuleSet};
use crate::types::Score;

/// What stays the same from search to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The rule book for repetitions.
    pub rules: RuleSet,
    /// Half-moves without a capture that make a draw.
    pub draw_plies: usize,
    /// How many lines to report.
    pub multi_pv: usize,
    /// Kept back from every time limit for slow clients.
    pub move_overhead: std::time::Duration,
    /// The opponent thinks on our time too, so that more of it may be used.
    pub ponder: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            rules: RuleSet::Asian,
            draw_plies: 120,
            multi_pv: 1,
            move_overhead: std::time::Duration::from_millis(30),
            ponder: false,
        }
    }
}

/// One search to be done.
pub struct Task {
    /// Position and history.
    pub game: Game,
    /// What ends it.
    pub limits: Limits,
    /// Rules and reporting.
    pub settings: Settings,
    /// The shared table.
    pub table: Arc<Table>,
}

/// Long-lived search threads; at most one search runs at a time.
pub struct Pool {
    threads: usize,
    state: Arc<(Mutex<()>, Condvar, AtomicBool)>,
    running: Option<std::thread::JoinHandle<()>>,
}

impl Pool {
    /// A pool of `threads` search threads (0 = all cores).
    pub fn new(threads: usize) -> Pool {
        let state = Arc::new((Mutex::new(()), Condvar::new(), AtomicBool::new(false)));
        Pool { threads: threads.max(1), state, running: None }
    }

    /// Number of search threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Starts a search and returns at once; waits first for one that still runs.
    pub fn start(&mut self, task: Task, mut observer: Box<dyn Observer>) {
        self.wait();
        self.state.2.store(false, Ordering::SeqCst);
        let (state, threads) = (Arc::clone(&self.state), self.threads);
        self.running = Some(std::thread::spawn(move || {
            let wait = task.limits.infinite
                || task.limits.ponder
                || (task.limits.depth.is_none()
                    && task.limits.nodes.is_none()
                    && task.limits.mate.is_none()
                    && task.limits.movetime.is_none()
                    && task.limits.clock.is_none());
            observer.started(threads);
            let mut guard = state.0.lock().unwrap();
            while wait && !state.2.load(Ordering::SeqCst) {
                guard = state.1.wait(guard).unwrap();
            }
            drop(guard);
            let legal = legal_moves(task.game.position());
            let limits = &task.limits;
            let best = legal.iter().copied().find(|mv| {
                !limits.excluded_moves.contains(mv)
                    && (limits.search_moves.is_empty() || limits.search_moves.contains(mv))
            });
            if let Some(best) = best {
                observer.iteration(&super::IterationReport {
                    depth: 1,
                    seldepth: 1,
                    multipv: 1,
                    score: Score::DRAW,
                    bound: super::Bound::Exact,
                    nodes: 1,
                    elapsed: limits.start.elapsed(),
                    hashfull_permille: 0,
                    pv: &[best],
                });
            }
            observer.finished(&Outcome {
                best,
                ponder: None,
                score: if legal.is_empty() { Score::mated_in(0) } else { Score::DRAW },
                depth: 1,
                nodes: 1,
                elapsed: task.limits.start.elapsed(),
            });
        }));
    }

    /// Makes a running search answer at once; harmless when none runs.
    pub fn stop(&self) {
        let _guard = self.state.0.lock().unwrap();
        self.state.2.store(true, Ordering::SeqCst);
        self.state.1.notify_all();
    }

    /// The move that was pondered on has been played: the clock starts now.
    pub fn ponderhit(&self) {
        self.stop();
    }

    /// Waits until no search runs; does not stop it.
    pub fn wait(&mut self) {
        if let Some(handle) = self.running.take() {
            let _ = handle.join();
        }
    }

    /// Forgets what was learnt from earlier searches (histories).
    pub fn clear(&mut self) {}
}
