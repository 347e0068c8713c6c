//! `chuhe train`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::tools::train::{self, Epoch, Plan, Rounding};

/// Train the evaluation network on games that the engine played against itself
///
/// A plan, a TOML file, says what is done: data, output, width, epochs and so on. Beside the network go a
/// checkpoint after each epoch, the losses as a table (.csv), and as a chart (.svg). The same plan on one thread
/// makes the same network, bit for bit, also when it was stopped and resumed on the way.
#[derive(clap::Args)]
#[command(after_help = "Example: chuhe train src/eval/network/small-plan.toml")]
pub struct Args {
    /// The plan
    plan: PathBuf,
    /// Go on from the checkpoint
    #[arg(long)]
    resume: bool,
    /// Threads, in place of the plan's, 0 for all cores
    #[arg(long, value_parser = super::threads)]
    threads: Option<usize>,
}

impl Args {
    /// Prints a line for each epoch, then what the rounding to whole numbers costs.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut plan = Plan::load(&self.plan)?;
        plan.threads = self.threads.unwrap_or(plan.threads);
        let mut out = io::stdout().lock();
        let summary = train::run(&plan, self.resume, |epoch| {
            let Epoch { number, learning_rate, training_loss, validation_loss, .. } = epoch;
            let validation = validation_loss.map(|loss| format!(" validation {loss:.6}")).unwrap_or_default();
            writeln!(out, "epoch {number} rate {learning_rate:.6} training {training_loss:.6}{validation}")?;
            Ok(out.flush()?)
        })?;
        let Rounding { positions, float_loss, quantised_loss, mean_difference, largest_difference } =
            summary.rounding;
        writeln!(
            out,
            "rounded: loss {quantised_loss:.6}, as floats {float_loss:.6}; \
             difference {mean_difference:.2} cp on average, {largest_difference:.1} at most, {positions} positions"
        )?;
        writeln!(out, "network: {}", plan.output.display())?;
        Ok(ExitCode::SUCCESS)
    }
}
