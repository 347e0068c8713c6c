//! The evaluation network: what it sees, how it is stored, how it is computed.
//!
//! A feature transformer turns the men, as seen by one side, into an accumulator of `width` numbers: the bias plus a
//! row of weights for each active feature. The accumulators of both sides, that of the side to move first, are
//! clipped to 0..=QA, squared, and weighted by the output bucket of the position:
//!
//! `value = (sum(v · v · w) / QA + bias) · SCALE / (QA · QB)` centipawns, where QB is the network's output quantum and
//! divisions drop the remainder (towards zero).

mod accumulator;
pub mod features;
mod file;
mod random;
#[cfg(test)]
mod tests;
mod weights;

pub use accumulator::Accumulators;
pub use file::{
    FT_MAX, Network, NetworkFileError, OUT_MAX, OUT_QUANTA, QA, RECORD_MAX, SCALE, WIDTH_MAX, WIDTH_STEP,
};
pub use weights::Weights;

use crate::board::Position;
use crate::types::{Color, Score};

impl Network {
    /// The value of a position in centipawns from the side to move, within [`Score::MAX_EVAL`]: computed from the
    /// definition, as the reference for faster ways.
    ///
    /// # Panics
    /// When the network does not pass [`Network::check`].
    pub fn evaluate(&self, position: &Position) -> i32 {
        let us = position.side_to_move();
        let bucket = features::output_bucket(position);
        let weights = &self.out_weights[bucket * 2 * self.width..][..2 * self.width];
        let values = [self.accumulator(position, us), self.accumulator(position, !us)].concat();
        let sum = values.iter().zip(weights).map(|(&value, &weight)| {
            let clipped = i32::from(value).clamp(0, QA);
            clipped * clipped * i32::from(weight)
        });
        centipawns(sum.sum(), self.out_bias[bucket], self.out_quantum)
    }

    /// The accumulator of `side`, in 1/[`QA`].
    fn accumulator(&self, position: &Position, side: Color) -> Vec<i16> {
        let mut values = self.ft_bias.clone();
        for feature in features::active(position, side) {
            let row = &self.ft_weights[feature * self.width..][..self.width];
            values.iter_mut().zip(row).for_each(|(value, weight)| *value += weight);
        }
        values
    }
}

/// The value that a sum of weighted activations and a bias stand for under an output quantum; see the [module](self).
#[inline(always)]
fn centipawns(sum: i32, bias: i32, quantum: i32) -> i32 {
    let output = i64::from(sum / QA) + i64::from(bias);
    let limit = i64::from(Score::MAX_EVAL.value());
    (output * i64::from(SCALE) / i64::from(QA * quantum)).clamp(-limit, limit) as i32
}
