//! `chuhe datagen`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::Context;

use crate::tools::datagen::{Manner, Run, Until};

/// Play games against itself and keep them, with a score for each position, as training data
///
/// Games begin after random moves or with few men, under Asian rules. The file is appended to; a run that was
/// killed goes on with the next game. Every game depends on the seed and its number alone.
#[derive(clap::Args)]
#[command(after_help = "Example: chuhe datagen games.cgd --games 20 --nodes 1000 --threads 2 --seed 1")]
pub struct Args {
    /// The file to append to
    file: PathBuf,
    /// Games at a time
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Seed of all randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of a search after which no iteration begins
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// Stop after this many games
    #[arg(long)]
    games: Option<u64>,
    /// Stop after this many positions
    #[arg(long)]
    positions: Option<u64>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
}

impl Args {
    /// Plays, then says what was written.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let until =
            Until { games: self.games, positions: self.positions, time: self.time.map(Duration::from_secs) };
        let manner = Manner::new(self.seed, self.nodes);
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        ctrlc::set_handler(move || flag.store(true, Relaxed)).context("cannot catch interrupts")?;
        let run = Run { manner, until, threads: self.threads, path: self.file };
        let done = run.run(&interrupted)?;
        writeln!(
            std::io::stdout(),
            "{} games, {} positions, {} duplicates",
            done.games,
            done.positions,
            done.duplicates
        )?;
        Ok(ExitCode::SUCCESS)
    }
}
