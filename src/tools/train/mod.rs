//! Training of the evaluation network on games that the engine played against itself.
//!
//! A [`Plan`] says everything that decides the result. [`run`] reads the games into packed samples, shuffles them
//! for every pass, and lets every thread add up the gradient of its part of a batch; AdamW then moves the weights.
//! After each pass it measures the loss on games set aside and writes a checkpoint, from which a training that was
//! stopped goes on. At the end the weights are rounded into the format that the engine loads.

mod chart;
mod checkpoint;
mod dataset;
mod export;
mod model;
mod optimiser;
mod plan;
mod sample;
#[cfg(test)]
mod tests;
mod trainer;

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::write_whole;
use crate::eval::network::Network;
use checkpoint::Progress;
use dataset::Dataset;
pub use dataset::FileRecord;
pub use export::Rounding;
use optimiser::State;
pub use plan::{Filter, LearningRate, Loss, Optimiser, Plan, Schedule};
use trainer::Trainer;

/// One pass over the samples.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Epoch {
    /// 1 for the first.
    pub number: usize,
    /// Learning rate of its last step.
    pub learning_rate: f64,
    /// Share of the result in the targets of its last step.
    pub result_share: f64,
    /// Mean loss of the samples that were learnt from, each before its step.
    pub training_loss: f64,
    /// Mean loss of the positions set aside, after the pass, with the result's share of the end; `None` where no
    /// position was set aside.
    pub validation_loss: Option<f64>,
}

/// What came of a training.
pub struct Summary {
    /// The network that was saved.
    pub network: Network,
    /// What the rounding cost.
    pub rounding: Rounding,
}

/// Trains a network, or goes on from the checkpoint when `resume` is set; `each` is called after each pass. Files
/// are written as [`Plan::output`] says. Progress goes to standard error.
///
/// # Errors
/// When a file cannot be read or written, no sample is left, or the checkpoint belongs to something else.
pub fn run(
    plan: &Plan,
    resume: bool,
    mut each: impl FnMut(&Epoch) -> anyhow::Result<()>,
) -> anyhow::Result<Summary> {
    let dataset = Dataset::load(plan)?;
    for file in &dataset.files {
        let FileRecord { name, games, positions, training, validation, .. } = file;
        eprintln!(
            "{name}: {games} games, {positions} positions, {training} to learn from, {validation} to measure by"
        );
    }
    let path = plan.beside("checkpoint");
    let (training, validation) = (dataset.training.len(), dataset.validation.len());
    let (mut epochs, state) = match resume {
        false => (Vec::new(), State::new(plan.width, plan.seed)),
        true => {
            let (progress, state) = checkpoint::load(&path, plan, training, validation)?;
            eprintln!("{} of {} epochs are in the checkpoint", progress.epochs.len(), plan.epochs);
            (progress.epochs, state)
        }
    };
    let mut trainer = Trainer::new(plan, state)?;
    while epochs.len() < plan.epochs {
        let epoch = trainer.epoch(&dataset, epochs.len());
        epochs.push(epoch);
        let progress = Progress {
            steps: trainer.state.steps,
            samples: training,
            validation_samples: validation,
            epochs: epochs.clone(),
            plan: plan.clone(),
        };
        checkpoint::save(&path, &progress, &mut trainer.state)?;
        write_whole(&plan.beside("csv"), table(&epochs).as_bytes())?;
        write_whole(&plan.beside("svg"), chart::losses(&epochs)?.as_bytes())?;
        each(&epoch)?;
    }
    let record = export::record(plan, &dataset, epochs.last())?;
    let network = export::quantise(&trainer.state.model, record);
    network.save(&plan.output)?;
    let rounding = export::compare(&trainer.state.model, &network, &dataset, plan);
    Ok(Summary { network, rounding })
}

/// The losses as comma-separated values, a line of names first.
fn table(epochs: &[Epoch]) -> String {
    let mut text = String::from("epoch,learning_rate,result_share,training_loss,validation_loss\n");
    for epoch in epochs {
        let Epoch { number, learning_rate, result_share, training_loss, validation_loss } = epoch;
        let validation = validation_loss.map(|loss| format!("{loss:.8}")).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{number},{learning_rate:.8},{result_share},{training_loss:.8},{validation}");
    }
    text
}
