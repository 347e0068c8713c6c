//! From floats to the format of the engine, and what the rounding costs.

use anyhow::Context;
use rayon::prelude::*;
use serde::Serialize;

use super::Epoch;
use super::dataset::{Dataset, FileRecord};
use super::model::Model;
use super::plan::Plan;
use super::sample::{Labels, Sample, sigmoid};
use crate::eval::network::{FT_MAX, Network, OUT_MAX, OUT_QUANTA, QA, SCALE};

/// Positions that are compared at most.
const MAX_COMPARED: usize = 100_000;

/// The network in floats against the one in whole numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rounding {
    /// Positions compared: those set aside, or those learnt from where none were.
    pub positions: usize,
    /// Mean loss with floats.
    pub float_loss: f64,
    /// Mean loss with whole numbers.
    pub quantised_loss: f64,
    /// Mean size of the difference in centipawns.
    pub mean_difference: f64,
    /// The largest difference in centipawns.
    pub largest_difference: f64,
}

/// How a network was made, kept in its file.
#[derive(Serialize)]
struct Record<'a> {
    made_by: &'static str,
    samples: usize,
    validation_samples: usize,
    training_loss: Option<f64>,
    validation_loss: Option<f64>,
    plan: Plan,
    files: &'a [FileRecord],
}

/// The training record of a network. Of paths only the names of the files are kept.
///
/// # Errors
/// When something cannot be written as TOML.
pub(super) fn record(plan: &Plan, dataset: &Dataset, last: Option<&Epoch>) -> anyhow::Result<String> {
    let mut plan = plan.clone();
    for path in plan.data.iter_mut().chain([&mut plan.output]) {
        *path = path.file_name().unwrap_or_default().into();
    }
    let record = Record {
        made_by: concat!("chuhe ", env!("CARGO_PKG_VERSION")),
        samples: dataset.training.len(),
        validation_samples: dataset.validation.len(),
        training_loss: last.map(|epoch| epoch.training_loss),
        validation_loss: last.and_then(|epoch| epoch.validation_loss),
        plan,
        files: &dataset.files,
    };
    toml::to_string(&record).context("cannot write the training record")
}

/// Rounds the weights, which are within the bounds of the format; the output weights to the finest quantum that their
/// sizes allow.
pub(super) fn quantise(model: &Model, record: String) -> Network {
    let round = |weights: &[f32], quantum: i32, limit: i16| -> Vec<i16> {
        let limit = f32::from(limit);
        weights.iter().map(|weight| (weight * quantum as f32).round().clamp(-limit, limit) as i16).collect()
    };
    let with_quantum = |quantum: i32| Network {
        width: model.width,
        ft_weights: round(&model.ft_weights, QA, FT_MAX),
        ft_bias: round(&model.ft_bias, QA, FT_MAX),
        out_weights: round(&model.out_weights, quantum, OUT_MAX),
        out_quantum: quantum,
        out_bias: model.out_bias.iter().map(|bias| (bias * (QA * quantum) as f32).round() as i32).collect(),
        record: record.clone(),
    };
    let largest = model.out_weights.iter().fold(0.0f32, |largest, weight| largest.max(weight.abs()));
    let fits = |quantum: i32| {
        largest * quantum as f32 <= f32::from(OUT_MAX) && with_quantum(quantum).check().is_ok()
    };
    let finest = OUT_QUANTA.into_iter().rev().find(|&quantum| fits(quantum));
    with_quantum(finest.unwrap_or(OUT_QUANTA[0]))
}

/// Compares the floats with the whole numbers on positions of the dataset.
pub(super) fn compare(model: &Model, network: &Network, dataset: &Dataset, plan: &Plan) -> Rounding {
    let samples = if dataset.validation.is_empty() { &dataset.training } else { &dataset.validation };
    let stride = samples.len().div_ceil(MAX_COMPARED).max(1);
    let samples: Vec<&Sample> = samples.iter().step_by(stride).collect();
    let labels =
        Labels { result_share: plan.loss.result_share_end as f32, scale_cp: plan.loss.scale_cp as f32 };
    let loss =
        |output: f32, target: f32| f64::from((sigmoid(output) - target).abs().powf(plan.loss.power as f32));
    let rows: Vec<(f64, f64, f64)> = samples
        .par_iter()
        .map(|sample| {
            let example = sample.example(false, &labels);
            let float = model.output(&example);
            let whole = network.evaluate(&sample.unpack()) as f32 / SCALE as f32;
            let difference = f64::from((float - whole).abs()) * f64::from(SCALE);
            (loss(float, example.target), loss(whole, example.target), difference)
        })
        .collect();
    let mean = |part: fn(&(f64, f64, f64)) -> f64| rows.iter().map(part).sum::<f64>() / rows.len() as f64;
    Rounding {
        positions: rows.len(),
        float_loss: mean(|row| row.0),
        quantised_loss: mean(|row| row.1),
        mean_difference: mean(|row| row.2),
        largest_difference: rows.iter().map(|row| row.2).fold(0.0, f64::max),
    }
}
