//! The search threads: started once, fed with searches, stopped when the pool is dropped.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::params::Params;
use super::root::{ThreadResult, elect, outcome};
use super::shared::{Shared, Signals};
use super::worker::{Memory, Search};
use super::{Limits, Observer, Strength, Table};
use crate::eval::Evaluation;
use crate::rules::{Game, RuleSet};

/// What stays the same from search to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The rule book for repetitions.
    pub rules: RuleSet,
    /// Half-moves without a capture that make a draw; without effect once the game has passed them.
    pub draw_plies: usize,
    /// How many lines to report, 1 or more.
    pub multi_pv: usize,
    /// Kept back from every time limit for slow clients.
    pub move_overhead: Duration,
    /// The opponent's time is thought in too, so that more of the own may be used.
    pub ponder: bool,
    /// By what positions are valued.
    pub evaluation: Evaluation,
    /// How far the search is held back. Endless searches and those for mate never are: they are analysis.
    pub strength: Strength,
    /// The numbers that decide what the search skips, extends and reduces.
    pub params: Params,
    /// Share of the time that each thread leaves to other programs, in percent, 0 to 75.
    pub idle_percent: u32,
}

impl Default for Settings {
    /// Asian rules, 120 half-moves, one line, 30 ms, full strength without rests, the built-in
    /// evaluation.
    fn default() -> Settings {
        Settings {
            rules: RuleSet::Asian,
            draw_plies: 120,
            multi_pv: 1,
            move_overhead: Duration::from_millis(30),
            ponder: false,
            evaluation: Evaluation::default(),
            strength: Strength::FULL,
            params: Params::DEFAULT,
            idle_percent: 0,
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

impl Task {
    /// Drops a natural move limit that the game has passed already: who asks for a move beyond it plays on, and
    /// if every quiet move were a draw, all would be equally good.
    pub(super) fn lift_limit_if_passed(&mut self) {
        if self.game.counted_quiet_plies(self.settings.rules) >= self.settings.draw_plies {
            self.settings.draw_plies = usize::MAX;
        }
    }

    /// Turns the strength asked for into a limit, and lifts it for analysis.
    pub(super) fn hold_back(&mut self) {
        let Limits { infinite, mate, nodes, .. } = &mut self.limits;
        if *infinite || mate.is_some() {
            self.settings.strength = Strength::FULL;
        }
        *nodes = nodes.iter().copied().chain(self.settings.strength.nodes).min();
    }
}

/// What a thread is asked to do.
enum Order {
    Search(Arc<Shared>, Part),
    Clear,
}

/// Which part of a search a thread takes.
enum Part {
    /// Watches the clock, reports, collects the results of the others and answers.
    Main(Box<dyn Observer>, Receiver<ThreadResult>),
    /// Searches along and hands in its result.
    Helper(usize, Sender<ThreadResult>),
}

/// Whether a search runs; shared by the pool and its main thread.
#[derive(Default)]
struct Busy {
    busy: Mutex<bool>,
    changed: Condvar,
}

/// Ends a search when its main thread is done with it, even by a panic: nobody may wait for it for ever.
struct EndOnDrop<'a> {
    busy: &'a Busy,
    signals: &'a Signals,
}

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.signals.stop();
        self.busy.set(false);
    }
}

impl Busy {
    fn set(&self, busy: bool) {
        *self.busy.lock().unwrap_or_else(PoisonError::into_inner) = busy;
        self.changed.notify_all();
    }

    fn wait(&self) {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        while *busy {
            busy = self.changed.wait(busy).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Frames of the search are large; this is room for the longest line.
pub(super) const STACK_BYTES: usize = 16 << 20;

/// Long-lived search threads; at most one search runs at a time. Dropping the pool stops it.
pub struct Pool {
    signals: Arc<Signals>,
    busy: Arc<Busy>,
    threads: Vec<(Sender<Order>, JoinHandle<()>)>,
}

impl Pool {
    /// The most threads that a pool has.
    pub const MAX_THREADS: usize = 256;

    /// A pool of `threads` search threads (0 = all cores); fewer when the system refuses more.
    pub fn new(threads: usize) -> Pool {
        let all = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = if threads == 0 { all() } else { threads }.min(Pool::MAX_THREADS);
        let mut pool = Pool { signals: Arc::default(), busy: Arc::default(), threads: Vec::new() };
        for index in 0..threads {
            let (sender, receiver) = unbounded();
            let busy = Arc::clone(&pool.busy);
            let thread = std::thread::Builder::new()
                .name(format!("search {index}"))
                .stack_size(STACK_BYTES)
                .spawn(move || serve(&receiver, &busy));
            match thread {
                Ok(handle) => pool.threads.push((sender, handle)),
                Err(_) => break,
            }
        }
        pool
    }

    /// Number of search threads.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Starts a search and returns at once; waits first for one that still runs.
    pub fn start(&mut self, mut task: Task, observer: Box<dyn Observer>) {
        self.wait();
        self.busy.set(true);
        task.lift_limit_if_passed();
        task.hold_back();
        self.signals.reset((!task.limits.ponder).then_some(task.limits.start));
        task.table.new_search();
        let shared = Arc::new(Shared::new(task, Arc::clone(&self.signals), self.threads.len()));
        let (sender, receiver) = bounded(self.threads.len());
        let mut main = Some(Part::Main(observer, receiver));
        let mut led = false;
        for (index, (orders, _)) in self.threads.iter().enumerate() {
            let part = main.take().unwrap_or_else(|| Part::Helper(index, sender.clone()));
            let sent = orders.send(Order::Search(Arc::clone(&shared), part)).is_ok();
            led |= index == 0 && sent;
        }
        // A thread that is gone drops what it was to do, and the observer with it.
        if !led {
            self.busy.set(false);
        }
    }

    /// Makes a running search answer at once; harmless when none runs.
    pub fn stop(&self) {
        self.signals.stop();
    }

    /// The move that was pondered on has been played: the clock starts now.
    pub fn ponderhit(&self) {
        self.signals.start_clock();
    }

    /// Waits until no search runs; does not stop it.
    pub fn wait(&self) {
        self.busy.wait();
    }

    /// Forgets what was learnt from earlier searches, once a running one is over.
    pub fn clear(&self) {
        for (orders, _) in &self.threads {
            let _ = orders.send(Order::Clear);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
        for (orders, handle) in self.threads.drain(..) {
            drop(orders);
            let _ = handle.join();
        }
    }
}

/// The life of a search thread.
fn serve(orders: &Receiver<Order>, busy: &Busy) {
    let mut memory = Memory::new();
    for order in orders {
        match order {
            Order::Clear => memory.clear(),
            Order::Search(shared, Part::Helper(index, results)) => {
                let _ = results.send(Search::new(&mut memory, &shared, index).iterate(None));
            }
            Order::Search(shared, Part::Main(observer, results)) => {
                let _end = EndOnDrop { busy, signals: &shared.signals };
                lead(&mut memory, &shared, observer, &results);
            }
        }
    }
}

/// The main thread's part of a search: it ends the others' parts, waits until an answer is wanted, and gives it.
fn lead(
    memory: &mut Memory,
    shared: &Shared,
    mut observer: Box<dyn Observer>,
    helpers: &Receiver<ThreadResult>,
) {
    observer.started(shared.threads());
    let mut search = Search::new(memory, shared, 0);
    let mut results = vec![search.iterate(Some(&mut *observer))];
    shared.publish_nodes(0, search.nodes());
    let limits = &shared.limits;
    let unlimited = limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.soft_nodes.is_none()
        && limits.mate.is_none()
        && limits.movetime.is_none()
        && limits.clock.is_none();
    shared.signals.wait_for_answer(limits.infinite || unlimited);
    shared.signals.stop();
    results.extend((1..shared.threads()).filter_map(|_| helpers.recv().ok()));
    let elected = elect(&results, &shared.settings);
    // What was told last is what is played.
    if elected > 0
        && let Some(root) = &results[elected].best
    {
        observer.iteration(&search.report(0, results[elected].depth, root));
    }
    let elapsed = Instant::now().saturating_duration_since(limits.start);
    observer.finished(&outcome(&results[elected], &shared.game, shared.nodes(), elapsed));
}
