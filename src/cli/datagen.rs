//! `chuhe datagen`.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::value_parser;

use crate::eval::EMBEDDED;
use crate::tools::data::{self, Chances, DataError, Stats, TrainingGame};
use crate::tools::datagen::{Manner, Openings, Run, Until};

/// Play games against itself and keep them, with a score for each position, as training data
///
/// Games begin after random moves or with few men, under Asian rules. The file is appended to; a run that was
/// killed goes on with the next game. Every game depends on the seed and its number alone. Without a limit the
/// run goes on until it is interrupted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chuhe datagen games.cgd --games 20 --nodes 1000 --threads 2 --seed 1
  chuhe datagen --stats games.cgd
  chuhe datagen all.cgd --merge games.cgd --shuffle --seed 2 --memory 256")]
pub struct Args {
    /// The file to append to; with --merge the file to make
    #[arg(required_unless_present_any = ["stats", "chances"])]
    file: Option<PathBuf>,
    /// Games at a time, 0 for as many as there are cores
    #[arg(long, default_value = "1", value_parser = super::threads)]
    threads: usize,
    /// Seed of all randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of a search after which no iteration begins
    #[arg(long, default_value_t = 1000, value_parser = value_parser!(u64).range(20..))]
    nodes: u64,
    /// Network file, or `classical` or `material` for evaluations without a network, or the built-in one
    #[arg(long, default_value = EMBEDDED, value_name = "FILE")]
    eval: String,
    /// Begin a part of the games with positions of this file, FEN lines or PGN: where a book ends, for example
    #[arg(long, value_name = "FILE", requires = "file", conflicts_with = "merge")]
    openings: Option<PathBuf>,
    /// Stop after this many games
    #[arg(long)]
    games: Option<u64>,
    /// Stop after this many positions
    #[arg(long)]
    positions: Option<u64>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// Count what these files hold
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["file", "merge"])]
    stats: Vec<PathBuf>,
    /// Fit the chances to win that scores stand for, from these files
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["file", "merge", "stats"])]
    chances: Vec<PathBuf>,
    /// Counts as JSON
    #[arg(long, requires = "stats")]
    json: bool,
    /// Put these files together, each game once
    #[arg(long, num_args = 1.., value_name = "FILE")]
    merge: Vec<PathBuf>,
    /// Put the games in random order
    #[arg(long, requires = "merge")]
    shuffle: bool,
    /// Memory for shuffling, in MiB
    #[arg(long, default_value_t = 1024, value_name = "MIB", value_parser = value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
}

impl Args {
    /// Plays, counts or merges, then says what was done.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match &self.file {
            Some(file) if self.merge.is_empty() => self.play(file)?,
            Some(file) => self.merge(file)?,
            None if self.stats.is_empty() => self.fit()?,
            None => self.count()?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn play(&self, file: &Path) -> anyhow::Result<()> {
        let interrupted = super::interrupted()?;
        let until =
            Until { games: self.games, positions: self.positions, time: self.time.map(Duration::from_secs) };
        let mut manner = Manner::new(self.seed, self.nodes, &self.eval).with_context(|| self.eval.clone())?;
        manner.openings = self.openings.as_deref().map(Openings::read).transpose()?;
        let run = Run { manner, until, threads: self.threads, path: file.to_path_buf() };
        let done = run.run(&interrupted)?;
        writeln!(
            stdout(),
            "{} games, {} positions, {} duplicates",
            done.games,
            done.positions,
            done.duplicates
        )?;
        Ok(())
    }

    fn merge(&self, file: &Path) -> anyhow::Result<()> {
        let merged = if self.shuffle {
            data::shuffle(&self.merge, file, self.seed, self.memory << 20)?
        } else {
            data::concatenate(&self.merge, file)?
        };
        writeln!(stdout(), "{} games, {} duplicates left out", merged.games, merged.duplicates)?;
        Ok(())
    }

    fn fit(&self) -> anyhow::Result<()> {
        let mut chances = Chances::default();
        each_game(&self.chances, |game| chances.add(game))?;
        write!(stdout(), "{}", chances.fit().context("the files hold no positions to fit, expected games")?)?;
        Ok(())
    }

    fn count(&self) -> anyhow::Result<()> {
        let mut stats = Stats::default();
        each_game(&self.stats, |game| stats.add(game))?;
        if self.json {
            writeln!(stdout(), "{}", serde_json::to_string(&stats)?)?;
        } else {
            write!(stdout(), "{stats}")?;
        }
        Ok(())
    }
}

/// Calls `each` with every game of the files.
fn each_game(files: &[PathBuf], mut each: impl FnMut(&TrainingGame)) -> Result<(), DataError> {
    for file in files {
        for game in data::Reader::open(file)?.games() {
            each(&game?);
        }
    }
    Ok(())
}
