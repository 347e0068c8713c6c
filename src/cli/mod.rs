//! Arguments to calls: one file per subcommand, nothing but wiring here.

<<<<<<< HEAD
mod bench;
mod judge;
=======
mod matches;
>>>>>>> cd710c5ebca7baf943c3b483366014cecd20b1a1
mod perft;

use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "chuhe", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "made once, at the start of the program")]
enum Command {
<<<<<<< HEAD
    Bench(bench::Args),
    Judge(judge::Args),
=======
    Match(matches::Args),
>>>>>>> cd710c5ebca7baf943c3b483366014cecd20b1a1
    Perft(perft::Args),
}

/// Runs the program on the process's arguments and returns its exit code: 0 for success, 1 for a failed run,
/// 2 for input that makes no sense.
pub fn run() -> ExitCode {
    let result = match Cli::parse().command {
<<<<<<< HEAD
        None => crate::protocol::run_stdio().map(|()| ExitCode::SUCCESS).context("cannot start the session"),
        Some(Command::Bench(args)) => args.run(),
        Some(Command::Judge(args)) => args.run(),
=======
        None => Ok(ExitCode::SUCCESS),
        Some(Command::Match(args)) => args.run(),
>>>>>>> cd710c5ebca7baf943c3b483366014cecd20b1a1
        Some(Command::Perft(args)) => args.run(),
    };
    result.unwrap_or_else(|error| {
        eprintln!("chuhe: {error:#}");
        ExitCode::from(2)
    })
}
