//! Networks of random numbers, for tests and measurements of speed.

use super::features::{INPUTS, OUTPUT_BUCKETS};
use super::file::{Network, OUT_QUANTA};
use crate::types::Rng;

impl Network {
    /// A network that knows nothing: its numbers are random and about as large as those of a trained one. Equal
    /// arguments give equal networks.
    ///
    /// ```
    /// use chuhe::eval::network::Network;
    /// assert!(Network::random(64, 1).check().is_ok());
    /// ```
    pub fn random(width: usize, seed: u64) -> Network {
        let mut rng = Rng::new(seed);
        let mut numbers = |count: usize, middle: i16, size: i16| -> Vec<i16> {
            let span = 2 * u64::from(size.unsigned_abs()) + 1;
            (0..count).map(|_| middle + rng.below(span) as i16 - size).collect()
        };
        Network {
            width,
            ft_weights: numbers(INPUTS * width, 0, 50),
            ft_bias: numbers(width, 60, 60),
            // The smaller, the wider: the sum of all has a bound.
            out_weights: numbers(OUTPUT_BUCKETS * 2 * width, 0, (8192 / width.max(1)).min(60) as i16),
            out_quantum: OUT_QUANTA[0],
            out_bias: vec![0; OUTPUT_BUCKETS],
            record: format!("random = {seed}\n"),
        }
    }
}
