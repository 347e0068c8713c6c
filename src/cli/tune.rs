//! `chuhe tune`.

use std::io::{self, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

use clap::value_parser;

use crate::eval::{EMBEDDED, Evaluation};
use crate::search::params::{TUNABLES, Tunable};
use crate::tools::arena::with_error;
use crate::tools::tune::{self, Plan};

/// Tune the numbers of the search by games of the engine against itself
///
/// All numbers are moved at once, a little up or down by lot, and play against their mirror image; what wins draws
/// them to its side (SPSA). Each pair of games begins after random moves and is played with both colours. The file
/// is written after each batch; the same command goes on with a run that was stopped. The same settings give the
/// same values with any number of threads. What comes out has to win a match before it is worth anything.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chuhe tune --list
  chuhe tune tune.json --names rfp_slope,lmr_base --pairs 16 --nodes 500 --threads 2
  chuhe tune --try rfp_slope=80,lmr_base=50 --pairs 16 --nodes 500 --threads 2")]
pub struct Args {
    /// The file that the run is kept in
    #[arg(required_unless_present_any = ["list", "tried"])]
    file: Option<PathBuf>,
    /// The numbers to tune, separated by commas; all when none are named
    #[arg(long, value_delimiter = ',')]
    names: Vec<String>,
    /// Pairs of games
    #[arg(long, default_value_t = 5000, value_parser = value_parser!(u64).range(1..))]
    pairs: u64,
    /// Pairs played before their results move the values
    #[arg(long, default_value_t = 8, value_parser = value_parser!(u64).range(1..))]
    batch: u64,
    /// Positions visited for each move
    #[arg(long, default_value_t = 8000, value_parser = value_parser!(u64).range(100..))]
    nodes: u64,
    /// How far a value goes for a game won, in steps of a sixteenth of its range, at the end of the run
    #[arg(long, default_value_t = 0.01, conflicts_with = "tried")]
    rate: f64,
    /// Seed of all randomness
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Pairs at a time, of one batch, 0 for as many as there are cores
    #[arg(long, default_value = "1", value_parser = super::threads)]
    threads: usize,
    /// Tune nothing; play the pairs with these values against the declared ones, and say what they are worth
    #[arg(long = "try", value_name = "NAME=VALUE,…", value_delimiter = ',', value_parser = assignment,
          conflicts_with_all = ["file", "names"])]
    tried: Vec<(String, i32)>,
    /// Show the numbers of the search: name, value, range, unit, meaning
    #[arg(long, conflicts_with_all = ["file", "names", "tried"])]
    list: bool,
}

impl Args {
    /// Tunes, compares or lists, and prints the result.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = stdout().lock();
        if self.list {
            list(&mut out)?;
            return Ok(ExitCode::SUCCESS);
        }
        let interrupted = super::interrupted()?;
        let stop = || interrupted.load(Relaxed);
        let (tried, values): (Vec<String>, Vec<i32>) = self.tried.into_iter().unzip();
        let names = match (tried.is_empty(), self.names.is_empty()) {
            (false, _) => tried,
            (_, false) => self.names,
            _ => TUNABLES.iter().map(|tunable| tunable.name.to_string()).collect(),
        };
        let Args { seed, pairs, batch, nodes, rate, threads, .. } = self;
        let plan = Plan { seed, pairs, batch, nodes, rate, evaluation: Evaluation::record(EMBEDDED), names };
        let Some(file) = self.file else {
            let outcomes = tune::compare(&plan, &values, threads, stop)?;
            writeln!(
                out,
                "{} games, Elo {} for the values tried",
                outcomes.total() * outcomes.games_each(),
                with_error(outcomes.elo(), outcomes.elo_error())
            )?;
            return Ok(ExitCode::SUCCESS);
        };
        let state = tune::run(&plan, &file, threads, stop)?;
        for number in &state.numbers {
            writeln!(out, "{:26} {:6} -> {:6.0}", number.name, number.start, number.value)?;
        }
        writeln!(out, "{} of {} pairs played", state.done, pairs)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A line for each number of the search.
fn list(out: &mut impl Write) -> io::Result<()> {
    for Tunable { name, meaning, value, least, most, unit } in TUNABLES {
        let range = format!("{least}..={most}");
        writeln!(out, "{name:26} {value:6} {range:14} {unit:20} {}", meaning.trim())?;
    }
    Ok(())
}

/// Reads `name=value`.
fn assignment(word: &str) -> Result<(String, i32), String> {
    let (name, value) = word.split_once('=').ok_or("expected NAME=VALUE")?;
    let value = value.parse().map_err(|_| format!("value {value:?}, expected a whole number"))?;
    Ok((name.to_string(), value))
}
