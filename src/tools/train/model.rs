//! The network in floats: weights, the forward pass, and the gradient of the loss.
//!
//! A weight of 1 is QA or the output quantum of the quantised network, an output of 1 is SCALE centipawns.
//!
//! The transformer is factorised: what a feature means in one king bucket begins as what it means in all. The weight
//! of a row is the sum of the bucket's own and a shared one; the sum is kept at hand, so that only the optimiser
//! knows of the two parts.

use multiversion::multiversion;

use super::sample::{Batch, Example, sigmoid};
use crate::eval::network::features::{INPUTS, OUTPUT_BUCKETS};
use crate::eval::network::{FT_MAX, OUT_MAX, OUT_QUANTA, QA};
use crate::types::Rng;

/// Largest size of a transformer weight or bias: a little less than the format allows, for the rounding.
pub(super) const FT_LIMIT: f32 = (FT_MAX as f32 - 0.5) / QA as f32;
/// The quantum that output weights are kept small enough for: most of them are small, and a coarser one would round
/// them by several centipawns in sum.
pub(super) const OUT_QUANTUM: i32 = OUT_QUANTA[2];
/// Largest size of an output weight, likewise.
pub(super) const OUT_LIMIT: f32 = (OUT_MAX as f32 - 0.5) / OUT_QUANTUM as f32;

/// Sums are made in this many independent lanes, in a fixed order whatever the vectors of the processor.
const LANES: usize = 16;

/// The weights as the forward pass wants them.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Model {
    /// Length of one side's accumulator.
    pub width: usize,
    /// Transformer, `[INPUTS][width]`, both parts added.
    pub ft_weights: Vec<f32>,
    /// `[width]`.
    pub ft_bias: Vec<f32>,
    /// `[OUTPUT_BUCKETS][2 * width]`, side to move first.
    pub out_weights: Vec<f32>,
    /// `[OUTPUT_BUCKETS]`.
    pub out_bias: Vec<f32>,
}

/// Derivatives of the loss, in the shape of [`Model`], and the loss itself; sums over samples.
pub(super) struct Gradient {
    pub model: Model,
    pub loss: f64,
}

impl Model {
    /// All zero.
    pub fn zero(width: usize) -> Model {
        Model {
            width,
            ft_weights: vec![0.0; INPUTS * width],
            ft_bias: vec![0.0; width],
            out_weights: vec![0.0; OUTPUT_BUCKETS * 2 * width],
            out_bias: vec![0.0; OUTPUT_BUCKETS],
        }
    }

    /// The network's answer in units of SCALE centipawns.
    pub fn output(&self, example: &Example) -> f32 {
        let mut hidden = Hidden::new(self.width);
        output(self, example, &mut hidden)
    }
}

/// Evenly distributed in `-size..size`.
pub(super) fn random_weights(count: usize, size: f32, rng: &mut Rng) -> Vec<f32> {
    (0..count).map(|_| ((rng.next() >> 40) as f32 / (1u32 << 23) as f32 - 1.0) * size).collect()
}

impl Gradient {
    pub fn zero(width: usize) -> Gradient {
        Gradient { model: Model::zero(width), loss: 0.0 }
    }

    /// Back to zero.
    pub fn clear(&mut self) {
        let Model { ft_weights, ft_bias, out_weights, out_bias, .. } = &mut self.model;
        for derivatives in [ft_weights, ft_bias, out_weights, out_bias] {
            derivatives.fill(0.0);
        }
        self.loss = 0.0;
    }
}

/// Room for one sample: for each point of view the accumulator, then the activations.
struct Hidden {
    sums: Vec<f32>,
    squares: Vec<f32>,
}

impl Hidden {
    fn new(width: usize) -> Hidden {
        Hidden { sums: vec![0.0; 2 * width], squares: vec![0.0; 2 * width] }
    }
}

/// Adds the gradient of every sample of a batch to `gradient`. The loss of a sample is the error's size to `power`.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
pub(super) fn learn(model: &Model, batch: Batch<'_>, power: f32, gradient: &mut Gradient) {
    let mut hidden = Hidden::new(model.width);
    for i in 0..batch.order.len() {
        let example = batch.example(i);
        let expected = sigmoid(output(model, &example, &mut hidden));
        let error = expected - example.target;
        gradient.loss += f64::from(error.abs().powf(power));
        let slope = power * error.abs().powf(power - 1.0).copysign(error) * expected * (1.0 - expected);
        backward(model, &example, slope, &mut hidden, &mut gradient.model);
    }
}

/// The loss of every sample of a batch, added up.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
pub(super) fn measure(model: &Model, batch: Batch<'_>, power: f32) -> f64 {
    let mut hidden = Hidden::new(model.width);
    let mut loss = 0.0;
    for i in 0..batch.order.len() {
        let example = batch.example(i);
        let error = sigmoid(output(model, &example, &mut hidden)) - example.target;
        loss += f64::from(error.abs().powf(power));
    }
    loss
}

#[inline(always)]
fn output(model: &Model, example: &Example, hidden: &mut Hidden) -> f32 {
    let width = model.width;
    for (sums, rows) in hidden.sums.chunks_exact_mut(width).zip(&example.rows) {
        sums.copy_from_slice(&model.ft_bias);
        // Four rows at a time: fewer passes over the sums.
        let row = |row: u16| &model.ft_weights[row as usize * width..][..width];
        let (fours, rest) = rows.as_chunks::<4>();
        for &[a, b, c, d] in fours {
            let (a, b, c, d) = (row(a), row(b), row(c), row(d));
            for ((((sum, a), b), c), d) in sums.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                *sum += (a + b) + (c + d);
            }
        }
        for &last in rest {
            sums.iter_mut().zip(row(last)).for_each(|(sum, weight)| *sum += weight);
        }
    }
    for (square, sum) in hidden.squares.iter_mut().zip(&hidden.sums) {
        let clipped = sum.clamp(0.0, 1.0);
        *square = clipped * clipped;
    }
    let weights = &model.out_weights[example.bucket * 2 * width..][..2 * width];
    model.out_bias[example.bucket] + dot(&hidden.squares, weights)
}

#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane += a * b;
        }
    }
    lanes.iter().sum()
}

/// Adds the derivatives for one sample whose output has the derivative `slope`; `hidden` is that of its output.
#[inline(always)]
fn backward(model: &Model, example: &Example, slope: f32, hidden: &mut Hidden, gradient: &mut Model) {
    let width = model.width;
    let place = example.bucket * 2 * width;
    gradient.out_bias[example.bucket] += slope;
    let out_gradient = &mut gradient.out_weights[place..][..2 * width];
    for (out, square) in out_gradient.iter_mut().zip(&hidden.squares) {
        *out += slope * square;
    }
    // The derivative of the clipped square is twice the sum inside, nothing outside.
    let weights = &model.out_weights[place..][..2 * width];
    for (sum, weight) in hidden.sums.iter_mut().zip(weights) {
        let inside = if *sum > 0.0 && *sum < 1.0 { *sum } else { 0.0 };
        *sum = 2.0 * slope * weight * inside;
    }
    for (sums, rows) in hidden.sums.chunks_exact(width).zip(&example.rows) {
        gradient.ft_bias.iter_mut().zip(sums).for_each(|(bias, sum)| *bias += sum);
        for &row in rows {
            let row = &mut gradient.ft_weights[row as usize * width..][..width];
            row.iter_mut().zip(sums).for_each(|(weight, sum)| *weight += sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::tools::train::sample::{Labels, Sample};
    use crate::types::Color;

    /// A model in which some units are clipped on either side and the others not.
    fn random_model(width: usize, rng: &mut Rng) -> Model {
        Model {
            width,
            ft_weights: random_weights(INPUTS * width, 0.12, rng),
            ft_bias: random_weights(width, 0.5, rng),
            out_weights: random_weights(OUTPUT_BUCKETS * 2 * width, 0.5, rng),
            out_bias: random_weights(OUTPUT_BUCKETS, 0.5, rng),
        }
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let width = 16;
        let mut rng = Rng::new(3);
        let model = random_model(width, &mut rng);
        let fens = ["3k5/9/9/9/4P4/9/9/9/5R3/5K3 w", "2bakab2/9/4n4/9/9/9/9/9/9/2BAKABR1 b"];
        let mut samples: Vec<Sample> =
            fens.iter().map(|fen| Sample::new(&fen.parse().unwrap(), 300, Some(Color::Red))).collect();
        samples.push(Sample::new(&Position::start(), -50, None));
        let labels = Labels { result_share: 0.5, scale_cp: 400.0 };
        let batch = Batch { samples: &samples, order: &[0, 1, 2], mirror: Some(1), labels };
        for power in [2.0, 2.5] {
            let mut gradient = Gradient::zero(width);
            learn(&model, batch, power, &mut gradient);
            assert!((gradient.loss - measure(&model, batch, power)).abs() < 1e-9);
            let numbers = |model: &Model| {
                [&model.ft_weights, &model.ft_bias, &model.out_weights, &model.out_bias].map(Vec::clone)
            };
            let derivatives = numbers(&gradient.model);
            let mut checked = 0;
            for (part, derivatives) in derivatives.iter().enumerate() {
                let active: Vec<usize> = (0..derivatives.len()).filter(|&i| derivatives[i] != 0.0).collect();
                assert!(!active.is_empty());
                for &i in active.iter().step_by(active.len().div_ceil(200)) {
                    let loss_with = |step: f32| {
                        let mut moved = model.clone();
                        let part = match part {
                            0 => &mut moved.ft_weights,
                            1 => &mut moved.ft_bias,
                            2 => &mut moved.out_weights,
                            _ => &mut moved.out_bias,
                        };
                        part[i] += step;
                        measure(&moved, batch, power)
                    };
                    let step = 1.0 / 256.0;
                    let difference = (loss_with(step) - loss_with(-step)) / f64::from(2.0 * step);
                    let error = (difference - f64::from(derivatives[i])).abs();
                    assert!(
                        error < 2e-4 + 0.02 * difference.abs(),
                        "{part}, {i}: {difference} or {}",
                        derivatives[i]
                    );
                    checked += 1;
                }
            }
            assert!(checked > 100);
        }
    }

    #[test]
    fn features_that_are_not_active_get_no_gradient() {
        let mut rng = Rng::new(4);
        let model = random_model(64, &mut rng);
        let samples = [Sample::new(&"3k5/9/9/9/4P4/9/9/9/5R3/5K3 w".parse().unwrap(), 0, None)];
        let labels = Labels { result_share: 0.5, scale_cp: 400.0 };
        let batch = Batch { samples: &samples, order: &[0], mirror: None, labels };
        let mut gradient = Gradient::zero(64);
        learn(&model, batch, 2.0, &mut gradient);
        let rows = gradient.model.ft_weights.chunks(64).filter(|row| row.iter().any(|&d| d != 0.0)).count();
        assert!((1..=8).contains(&rows), "four men, seen from two sides: {rows}");
    }
}
