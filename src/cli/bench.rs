//! `chuhe bench`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::builder::RangedU64ValueParser;

use crate::eval::{EMBEDDED, Evaluation};
use crate::rules::RuleSet;
use crate::search::Settings;
use crate::tools::bench;

/// Search 40 fixed positions and print the number of nodes: the signature of the search
///
/// One thread, 16 MB of hash table, emptied before each position: the last line is the same on every machine
/// until search or evaluation change. Speed is printed above it.
#[derive(clap::Args)]
#[command(after_help = "Example: chuhe bench 8")]
pub struct Args {
    /// Depth of each search, in plies
    #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    depth: usize,
    /// Rule set for repetitions
    #[arg(long, default_value_t)]
    rules: RuleSet,
    /// Network file, or `classical` or `material` for evaluations without a network, or the built-in one
    #[arg(long, value_name = "FILE|classical", default_value = EMBEDDED)]
    eval: String,
}

impl Args {
    /// Prints a line for each position, the speed, and the signature.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let evaluation = Evaluation::choose(&self.eval).with_context(|| self.eval.clone())?;
        let settings = Settings { rules: self.rules, evaluation, ..Settings::default() };
        let mut out = io::stdout().lock();
        let total = bench::run(self.depth, &settings, |number, position, result| {
            let (nodes, milliseconds) = (result.nodes, result.elapsed.as_millis());
            writeln!(out, "{number:2} {nodes:10} nodes {milliseconds:6} ms  {position}")
        })?;
        let speed = total.nodes as f64 / total.elapsed.as_secs_f64();
        writeln!(out, "{} ms, {speed:.0} nodes per second", total.elapsed.as_millis())?;
        writeln!(out, "Bench: {}", total.nodes)?;
        Ok(ExitCode::SUCCESS)
    }
}
