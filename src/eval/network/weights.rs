//! A network laid out for computing: each feature's row in one piece, in whole cache lines.

use super::centipawns;
use super::features::OUTPUT_BUCKETS;
use super::file::{Network, NetworkFileError};
use crate::eval::simd::{Block, Kernels, LANES};

/// The numbers of a [`Network`], in blocks.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    /// Blocks of a row, and of one side's accumulator.
    blocks: usize,
    /// `[INPUTS][blocks]`.
    rows: Vec<Block>,
    /// `[blocks]`.
    bias: Vec<Block>,
    /// `[OUTPUT_BUCKETS][2][blocks]`, side to move first.
    output: Vec<Block>,
    output_bias: [i32; OUTPUT_BUCKETS],
    output_quantum: i32,
}

impl Weights {
    /// Lays out a network.
    ///
    /// # Errors
    /// Those of [`Network::check`].
    pub fn new(network: &Network) -> Result<Weights, NetworkFileError> {
        network.check()?;
        Ok(Weights {
            blocks: network.width / LANES,
            rows: Block::pack(&network.ft_weights),
            bias: Block::pack(&network.ft_bias),
            output: Block::pack(&network.out_weights),
            output_bias: std::array::from_fn(|bucket| network.out_bias[bucket]),
            output_quantum: network.out_quantum,
        })
    }

    /// Length of one side's accumulator, in numbers.
    pub fn width(&self) -> usize {
        self.blocks * LANES
    }

    /// Length of one side's accumulator, in blocks.
    #[inline(always)]
    pub(super) fn blocks(&self) -> usize {
        self.blocks
    }

    /// The accumulator of an empty board.
    pub(super) fn bias(&self) -> &[Block] {
        &self.bias
    }

    /// What `feature` adds to an accumulator.
    #[inline(always)]
    pub(super) fn row(&self, feature: usize) -> &[Block] {
        &self.rows[feature * self.blocks..][..self.blocks]
    }

    /// The value of two accumulators, in centipawns from the first side, which is to move.
    #[inline(always)]
    pub(super) fn value(&self, kernels: &Kernels, us: &[Block], them: &[Block], bucket: usize) -> i32 {
        let weights = &self.output[bucket * 2 * self.blocks..][..2 * self.blocks];
        let (for_us, for_them) = weights.split_at(self.blocks);
        let sum = kernels.activated_dot(us, for_us) + kernels.activated_dot(them, for_them);
        centipawns(sum, self.output_bias[bucket], self.output_quantum)
    }
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Weights({} wide)", self.width())
    }
}
