//! `chuhe perft`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;

use crate::board::Position;
use crate::movegen::divide;

/// Count the move sequences of a given length: the proof of the move generator
///
/// The last ply is counted without being played (bulk counting). Root moves are spread over the threads.
#[derive(clap::Args)]
#[command(after_help = "Example: chuhe perft 4 --divide")]
pub struct Args {
    /// Length of the sequences, in plies
    depth: u32,
    /// Position to start from [default: the starting position]
    #[arg(long)]
    fen: Option<Position>,
    /// Print the count of each root move
    #[arg(long)]
    divide: bool,
    /// Threads, 0 for all cores
    #[arg(long, default_value = "1", value_parser = super::threads)]
    threads: usize,
}

impl Args {
    /// Prints the count, and time and speed on standard error.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let position = self.fen.unwrap_or_else(Position::start);
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
            .context("cannot start the threads")?;
        let start = Instant::now();
        let counts = threads.install(|| divide(&position, self.depth));
        let seconds = start.elapsed().as_secs_f64();
        let total = if self.depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum::<u64>() };
        let mut out = io::stdout().lock();
        if self.divide {
            for (mv, count) in counts {
                writeln!(out, "{mv}: {count}")?;
            }
        }
        writeln!(out, "{total}")?;
        eprintln!(
            "{seconds:.3} s, {:.1} million leaves a second (bulk counted)",
            total as f64 / seconds / 1e6
        );
        Ok(ExitCode::SUCCESS)
    }
}
