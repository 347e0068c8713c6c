//! AdamW over all weights, within the bounds of the quantised network.

use multiversion::multiversion;
use rayon::prelude::*;

use super::model::{FT_LIMIT, Gradient, Model, OUT_LIMIT, OUT_QUANTUM, random_weights};
use super::plan::Optimiser;
use crate::eval::network::QA;
use crate::eval::network::features::{INPUTS, KING_BUCKETS, MEN, OUTPUT_BUCKETS};
use crate::types::Rng;

/// Weights with the running means of their gradients.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tensor {
    pub values: Vec<f32>,
    /// Mean of the gradient.
    pub means: Vec<f32>,
    /// Mean of its square.
    pub squares: Vec<f32>,
}

/// All that changes in a training: the weights in the parts in which they are learnt, and the model made of them.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    pub model: Model,
    /// What a feature means in its king bucket beyond what it means in all, `[INPUTS][width]`.
    pub ft_own: Tensor,
    /// What a feature means in every king bucket, `[MEN][width]`.
    pub ft_shared: Tensor,
    pub ft_bias: Tensor,
    pub out_weights: Tensor,
    pub out_bias: Tensor,
    /// Steps made.
    pub steps: u64,
}

/// The numbers of one step.
#[derive(Clone, Copy)]
struct Step {
    /// What the sums of gradients are divided by.
    scale: f32,
    beta1: f32,
    beta2: f32,
    epsilon: f32,
    /// Learning rate, corrected for means that began at zero.
    rate: f32,
    /// Correction of the squares for the same.
    square_scale: f32,
    /// What is left of a weight.
    kept: f32,
}

impl Tensor {
    pub fn new(values: Vec<f32>) -> Tensor {
        let zeros = vec![0.0; values.len()];
        Tensor { values, means: zeros.clone(), squares: zeros }
    }

    fn rows(&mut self, width: usize) -> impl IndexedParallelIterator<Item = Row<'_>> {
        let values = self.values.par_chunks_mut(width);
        let moments = self.means.par_chunks_mut(width).zip(self.squares.par_chunks_mut(width));
        values.zip(moments).map(|(values, (means, squares))| Row { values, means, squares })
    }

    fn all(&mut self) -> Row<'_> {
        Row { values: &mut self.values, means: &mut self.means, squares: &mut self.squares }
    }
}

/// A part of a tensor.
struct Row<'a> {
    values: &'a mut [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
}

impl State {
    /// The first weights. The shared part is random, the buckets' own are zero. Activations begin small and output
    /// weights large: where it is the other way round, the coarse steps of rounded output weights cost most.
    pub fn new(width: usize, seed: u64) -> State {
        let mut rng = Rng::new(seed);
        let shared = random_weights(MEN * width, 0.05, &mut rng);
        let out = random_weights(OUTPUT_BUCKETS * 2 * width, 4.0 / (2.0 * width as f32).sqrt(), &mut rng);
        let mut state = State {
            model: Model::zero(width),
            ft_own: Tensor::new(vec![0.0; INPUTS * width]),
            ft_shared: Tensor::new(shared),
            ft_bias: Tensor::new(vec![0.1; width]),
            out_weights: Tensor::new(out),
            out_bias: Tensor::new(vec![0.0; OUTPUT_BUCKETS]),
            steps: 0,
        };
        state.assemble();
        state
    }

    /// The tensors in the order of the checkpoint.
    pub fn tensors(&mut self) -> [&mut Tensor; 5] {
        [&mut self.ft_own, &mut self.ft_shared, &mut self.ft_bias, &mut self.out_weights, &mut self.out_bias]
    }

    /// Makes the model from the tensors, which are brought within bounds first.
    pub fn assemble(&mut self) {
        let width = self.model.width;
        let shared = &self.ft_shared.values;
        let merged = self.model.ft_weights.par_chunks_mut(width);
        let own = self.ft_own.values.par_chunks_mut(width);
        merged.zip(own).enumerate().for_each(|(row, (merged, own))| {
            let shared = &shared[row % MEN * width..][..width];
            for ((merged, own), shared) in merged.iter_mut().zip(own).zip(shared) {
                let sum = *own + shared;
                *merged = sum.clamp(-FT_LIMIT, FT_LIMIT);
                // Untouched when within bounds, so that making the model twice changes nothing.
                if *merged != sum {
                    *own = *merged - shared;
                }
            }
        });
        clamp(&mut self.ft_bias.values, FT_LIMIT);
        clamp(&mut self.out_weights.values, OUT_LIMIT);
        self.out_weights.values.chunks_exact_mut(2 * width).for_each(shrink);
        self.model.ft_bias.copy_from_slice(&self.ft_bias.values);
        self.model.out_weights.copy_from_slice(&self.out_weights.values);
        self.model.out_bias.copy_from_slice(&self.out_bias.values);
    }

    /// One step along the gradients, whose sum over `samples` samples is spread over `parts`; the first part is
    /// used up.
    pub fn step(&mut self, parts: &mut [Gradient], samples: usize, rate: f64, optimiser: &Optimiser) {
        let Some((gradient, others)) = parts.split_first_mut() else { return };
        let width = self.model.width;
        let step = self.next_step(samples, rate, optimiser);
        let sum = &mut gradient.model;
        sum.ft_weights.par_chunks_mut(width).enumerate().for_each(|(row, sum)| {
            for other in others.iter() {
                add(sum, &other.model.ft_weights[row * width..][..width]);
            }
        });
        for other in others.iter() {
            add(&mut sum.ft_bias, &other.model.ft_bias);
            add(&mut sum.out_weights, &other.model.out_weights);
            add(&mut sum.out_bias, &other.model.out_bias);
        }
        let ft_gradient = &sum.ft_weights;
        self.ft_own.rows(width).enumerate().for_each(|(row, own)| {
            adam(own, &ft_gradient[row * width..][..width], step);
        });
        self.ft_shared.rows(width).enumerate().for_each(|(row, shared)| {
            let mut sum = vec![0.0; width];
            for bucket in 0..KING_BUCKETS {
                add(&mut sum, &ft_gradient[(bucket * MEN + row) * width..][..width]);
            }
            adam(shared, &sum, step);
        });
        let biases = Step { kept: 1.0, ..step };
        adam(self.ft_bias.all(), &sum.ft_bias, biases);
        adam(self.out_weights.all(), &sum.out_weights, step);
        adam(self.out_bias.all(), &sum.out_bias, biases);
        self.assemble();
    }

    fn next_step(&mut self, samples: usize, rate: f64, optimiser: &Optimiser) -> Step {
        self.steps += 1;
        let Optimiser { beta1, beta2, epsilon, weight_decay } = *optimiser;
        let missing = |beta: f64| 1.0 - beta.powf(self.steps as f64);
        Step {
            scale: (1.0 / samples as f64) as f32,
            beta1: beta1 as f32,
            beta2: beta2 as f32,
            epsilon: epsilon as f32,
            rate: (rate / missing(beta1)) as f32,
            square_scale: (1.0 / missing(beta2)) as f32,
            kept: (1.0 - rate * weight_decay) as f32,
        }
    }
}

fn clamp(values: &mut [f32], limit: f32) {
    values.iter_mut().for_each(|value| *value = value.clamp(-limit, limit));
}

/// Scales the output weights of a bucket down when the sum of their sizes is more than the format allows.
fn shrink(weights: &mut [f32]) {
    let largest = (i32::MAX / (QA * QA)) as f32;
    // Each weight may grow by one half in the rounding.
    let limit = (largest - 0.5 * weights.len() as f32) / OUT_QUANTUM as f32;
    let sum: f32 = weights.iter().map(|weight| weight.abs()).sum();
    if sum > limit {
        weights.iter_mut().for_each(|weight| *weight *= 0.9999 * limit / sum);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn add(sum: &mut [f32], more: &[f32]) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx512bw", "x86_64+avx2"))]
fn adam(row: Row<'_>, gradient: &[f32], step: Step) {
    let moments = row.means.iter_mut().zip(row.squares.iter_mut());
    for ((value, (mean, square)), gradient) in row.values.iter_mut().zip(moments).zip(gradient) {
        let gradient = gradient * step.scale;
        *mean = step.beta1 * *mean + (1.0 - step.beta1) * gradient;
        *square = step.beta2 * *square + (1.0 - step.beta2) * gradient * gradient;
        let size = (*square * step.square_scale).sqrt() + step.epsilon;
        *value = *value * step.kept - step.rate * *mean / size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_as_long_as_the_learning_rate() {
        let mut state = State::new(64, 1);
        let before = state.clone();
        let mut gradient = Gradient::zero(64);
        gradient.model.out_bias[3] = -12.0;
        gradient.model.ft_weights[MEN * 64 + 5] = 7.0;
        let optimiser = Optimiser { weight_decay: 0.0, ..Optimiser::default() };
        state.step(&mut [gradient, Gradient::zero(64)], 2, 1e-3, &optimiser);
        let moved = |now: &[f32], then: &[f32], at: usize| now[at] - then[at];
        assert!((moved(&state.model.out_bias, &before.model.out_bias, 3) - 1e-3).abs() < 1e-6);
        // Row MEN is bucket 1's feature 0: it moves by its own part and the shared one, the same feature of the
        // other buckets by the shared one only.
        let ft = |at: usize| moved(&state.model.ft_weights, &before.model.ft_weights, at);
        assert!((ft(MEN * 64 + 5) + 2e-3).abs() < 1e-6);
        assert!((ft(5) + 1e-3).abs() < 1e-6);
        assert_eq!((ft(6), ft(64 + 5)), (0.0, 0.0));
    }

    #[test]
    fn gradients_of_parts_add_up() {
        let part = |at: usize, value: f32| {
            let mut part = Gradient::zero(64);
            part.model.ft_weights[at] = value;
            part.model.ft_bias[at % 64] = value;
            part
        };
        let mut whole = part(100, 3.0);
        whole.model.ft_weights[200] = 4.0;
        whole.model.ft_bias[200 % 64] = 4.0;
        let (mut one, mut two) = (State::new(64, 1), State::new(64, 1));
        one.step(&mut [whole], 7, 0.01, &Optimiser::default());
        two.step(&mut [part(100, 3.0), part(200, 4.0)], 7, 0.01, &Optimiser::default());
        assert_eq!(one, two);
    }

    #[test]
    fn weights_stay_within_the_bounds_of_the_format() {
        let mut state = State::new(64, 1);
        for tensor in state.tensors() {
            tensor.values.iter_mut().for_each(|value| *value = -1000.0);
        }
        state.assemble();
        let model = &state.model;
        assert!(model.ft_weights.iter().chain(&model.ft_bias).all(|&weight| weight == -FT_LIMIT));
        assert!(model.out_weights.iter().all(|&weight| weight == -OUT_LIMIT));
        let mut wide = vec![OUT_LIMIT; 2048];
        shrink(&mut wide);
        let sum: i64 = wide.iter().map(|weight| (weight * OUT_QUANTUM as f32).round() as i64).sum();
        assert!(sum * i64::from(QA * QA) <= i64::from(i32::MAX) && sum > 28_000);
    }
}
