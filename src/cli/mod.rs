//! Arguments to calls: one file per subcommand, nothing but wiring here.

mod bench;
mod datagen;
mod judge;
mod matches;
mod perft;
mod train;
mod tune;

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::Context;
use clap::{Parser, Subcommand};

use crate::search::Pool;

#[derive(Parser)]
#[command(name = "chuhe", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "made once, at the start of the program")]
enum Command {
    Bench(bench::Args),
    Datagen(datagen::Args),
    Judge(judge::Args),
    Match(matches::Args),
    Perft(perft::Args),
    Train(train::Args),
    Tune(tune::Args),
}

/// A flag that an interrupt (Ctrl-C, or a request of the system to end) sets, so that work can be put away first.
fn interrupted() -> anyhow::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    ctrlc::set_handler(move || flag.store(true, Relaxed)).context("cannot catch interrupts")?;
    Ok(interrupted)
}

/// Reads a number of threads, 0 for all cores.
fn threads(word: &str) -> Result<usize, String> {
    match word.parse() {
        Ok(0) => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Ok(threads) if threads <= Pool::MAX_THREADS => Ok(threads),
        _ => Err(format!("expected 0 (all cores) to {}", Pool::MAX_THREADS)),
    }
}

/// Runs the program on the process's arguments and returns its exit code: 0 for success, 1 for a failed run,
/// 2 for input that makes no sense.
pub fn run() -> ExitCode {
    let result = match Cli::parse().command {
        None => crate::protocol::run_stdio().map(|()| ExitCode::SUCCESS).context("cannot start the session"),
        Some(Command::Bench(args)) => args.run(),
        Some(Command::Datagen(args)) => args.run(),
        Some(Command::Judge(args)) => args.run(),
        Some(Command::Match(args)) => args.run(),
        Some(Command::Perft(args)) => args.run(),
        Some(Command::Train(args)) => args.run(),
        Some(Command::Tune(args)) => args.run(),
    };
    result.unwrap_or_else(|error| {
        // Whoever read the output has had enough of it.
        let broken_pipe = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
        if error.chain().filter_map(|cause| cause.downcast_ref()).any(broken_pipe) {
            return ExitCode::SUCCESS;
        }
        eprintln!("chuhe: {error:#}");
        ExitCode::from(2)
    })
}
