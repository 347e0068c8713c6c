//! Passes over the samples.

use std::time::Instant;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Epoch;
use super::dataset::Dataset;
use super::model::{Gradient, learn, measure};
use super::optimiser::State;
use super::plan::Plan;
use super::sample::{Batch, Labels, Sample, shuffled};
use crate::types::Rng;

/// A training under way.
pub(super) struct Trainer<'a> {
    plan: &'a Plan,
    threads: ThreadPool,
    /// One for each thread.
    gradients: Vec<Gradient>,
    pub state: State,
}

impl<'a> Trainer<'a> {
    /// A training that goes on from `state`.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn new(plan: &'a Plan, state: State) -> anyhow::Result<Trainer<'a>> {
        let threads =
            ThreadPoolBuilder::new().num_threads(plan.threads).build().context("cannot start the threads")?;
        let gradients = (0..threads.current_num_threads()).map(|_| Gradient::zero(plan.width)).collect();
        Ok(Trainer { plan, threads, gradients, state })
    }

    /// Makes pass `done` (counted from 0) over the samples to learn from, then measures. Nothing but plan, samples,
    /// state and `done` has a part in the result, so a resumed training is the same one.
    pub fn epoch(&mut self, dataset: &Dataset, done: usize) -> Epoch {
        let plan = self.plan;
        let mut rng = Rng::new(plan.seed.rotate_left(17) ^ done as u64);
        let samples = &dataset.training[..];
        let order = shuffled(samples.len(), rng.next());
        let mirror = plan.mirror.then(|| rng.next());
        let batches = samples.len().div_ceil(plan.batch_size);
        let (first, steps) = (done * batches, plan.epochs * batches);
        let bar = progress_bar(samples.len(), done + 1);
        let begin = Instant::now();
        let mut loss = 0.0;
        for (i, order) in order.chunks(plan.batch_size).enumerate() {
            let labels = self.labels(plan.result_share_at(first + i, steps));
            let rate = plan.rate_at(first + i, steps);
            loss += self.batch(Batch { samples, order, mirror, labels }, rate);
            bar.inc(order.len() as u64);
        }
        bar.finish_and_clear();
        let speed = samples.len() as f64 / begin.elapsed().as_secs_f64();
        eprintln!("epoch {}: {:.0} s, {speed:.0} samples/s", done + 1, begin.elapsed().as_secs_f64());
        let last = (first + batches).saturating_sub(1);
        Epoch {
            number: done + 1,
            learning_rate: plan.rate_at(last, steps),
            result_share: plan.result_share_at(last, steps),
            training_loss: loss / samples.len() as f64,
            validation_loss: self.measure(&dataset.validation),
        }
    }

    fn labels(&self, result_share: f64) -> Labels {
        Labels { result_share: result_share as f32, scale_cp: self.plan.loss.scale_cp as f32 }
    }

    /// One step of the optimiser; returns the sum of the losses before it.
    fn batch(&mut self, batch: Batch<'_>, rate: f64) -> f64 {
        let Trainer { plan, threads, gradients, state } = self;
        let power = plan.loss.power as f32;
        let part = batch.order.len().div_ceil(gradients.len());
        threads.install(|| {
            let model = &state.model;
            gradients.par_iter_mut().enumerate().for_each(|(i, gradient)| {
                gradient.clear();
                let order = batch.order.chunks(part).nth(i).unwrap_or_default();
                learn(model, Batch { order, ..batch }, power, gradient);
            });
            let loss = gradients.iter().map(|gradient| gradient.loss).sum();
            state.step(gradients, batch.order.len(), rate, &plan.optimiser);
            loss
        })
    }

    /// The mean loss of `samples`, with the targets of the training's end and without mirroring; `None` when there
    /// are none.
    pub fn measure(&self, samples: &[Sample]) -> Option<f64> {
        let order: Vec<u32> = (0..samples.len() as u32).collect();
        let labels = self.labels(self.plan.loss.result_share_end);
        let power = self.plan.loss.power as f32;
        let model = &self.state.model;
        let parts: Vec<f64> = self.threads.install(|| {
            let parts = order.par_chunks(self.plan.batch_size);
            parts.map(|order| measure(model, Batch { samples, order, mirror: None, labels }, power)).collect()
        });
        (!samples.is_empty()).then(|| parts.iter().sum::<f64>() / samples.len() as f64)
    }
}

fn progress_bar(samples: usize, epoch: usize) -> ProgressBar {
    let style =
        ProgressStyle::with_template("epoch {msg} {wide_bar} {human_pos}/{human_len}, {per_sec}, {eta}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(samples as u64).with_style(style).with_message(epoch.to_string())
}
