//! The signature and speed of the search: fixed positions, one thread, fixed depth and table, no clock.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use crate::board::{FenError, Position};
use crate::rules::Game;
use crate::search::{
    IterationReport, Limits, Observer, Outcome, Pool, Settings, Table, TableMemoryError, Task,
};

/// The depth of a bench when none is asked for, in plies.
pub const DEFAULT_DEPTH: usize = 12;

/// The size of the hash table, in MiB.
const TABLE_MEGABYTES: usize = 16;

/// One FEN a line, from openings to endgames, taken from the engine's own games.
const POSITIONS: &str = include_str!("bench.fen");

/// Why a bench cannot run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A position of the list is none.
    #[error("bench position {0}: {1}")]
    Position(usize, FenError),
    /// No memory for the table.
    #[error(transparent)]
    Memory(#[from] TableMemoryError),
    /// A result could not be passed on.
    #[error("cannot write the results")]
    Write(#[from] io::Error),
}

/// The result of one position, or of all of them.
#[derive(Clone, Copy, Default, Debug)]
pub struct BenchResult {
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

/// The positions of the bench.
///
/// # Errors
/// When the list holds something else.
pub fn positions() -> Result<Vec<Position>, BenchError> {
    let lines = POSITIONS.lines().enumerate();
    lines.map(|(i, fen)| fen.parse().map_err(|error| BenchError::Position(i + 1, error))).collect()
}

/// Passes the outcome on to whoever waits for it.
struct Report(Sender<Outcome>);

impl Observer for Report {
    fn iteration(&mut self, _: &IterationReport<'_>) {}

    fn finished(&mut self, outcome: &Outcome) {
        // The receiver waits for exactly this.
        let _ = self.0.send(outcome.clone());
    }
}

/// Searches every position to `depth` with an empty table and empty histories, calling `each` with number,
/// position and result; returns the sum.
///
/// # Errors
/// See [`BenchError`].
pub fn run(
    depth: usize,
    settings: &Settings,
    mut each: impl FnMut(usize, &Position, BenchResult) -> io::Result<()>,
) -> Result<BenchResult, BenchError> {
    let table = Arc::new(Table::new(TABLE_MEGABYTES)?);
    let mut pool = Pool::new(1);
    let mut total = BenchResult::default();
    for (i, position) in positions()?.into_iter().enumerate() {
        table.clear();
        pool.clear();
        let (sender, receiver) = channel();
        let limits = Limits { depth: Some(depth), ..Limits::none() };
        let game = Game::new(position.clone());
        let task = Task { game, limits, settings: settings.clone(), table: Arc::clone(&table) };
        pool.start(task, Box::new(Report(sender)));
        let Ok(outcome) = receiver.recv() else { break };
        let result = BenchResult { nodes: outcome.nodes, elapsed: outcome.elapsed };
        total.nodes += result.nodes;
        total.elapsed += result.elapsed;
        each(i + 1, &position, result)?;
    }
    Ok(total)
}
