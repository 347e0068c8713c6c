//! Kernels for the 128-bit vectors of AArch64, which every such processor has.

use std::arch::aarch64::*;

use super::{Block, Kernels, TOP, row_kernels, scalar};

pub(super) const KERNELS: Kernels =
    Kernels { name: "neon", is_supported: || true, shift, capture, apply, activated_dot };

row_kernels!("neon");

/// Clipped value times weight fits an i16; that product times the value is added up as i32.
#[target_feature(enable = "neon")]
fn activated_dot(values: &[Block], weights: &[Block]) -> i32 {
    let (zero, top) = (vdupq_n_s16(0), vdupq_n_s16(TOP));
    let mut sums = [vdupq_n_s32(0); 2];
    for (values, weights) in values.iter().zip(weights) {
        for (value, weight) in quarters(values).into_iter().zip(quarters(weights)) {
            let clipped = vminq_s16(vmaxq_s16(value, zero), top);
            let weighted = vmulq_s16(clipped, weight);
            sums[0] = vmlal_s16(sums[0], vget_low_s16(weighted), vget_low_s16(clipped));
            sums[1] = vmlal_high_s16(sums[1], weighted, clipped);
        }
    }
    vaddvq_s32(vaddq_s32(sums[0], sums[1]))
}

#[target_feature(enable = "neon")]
#[inline]
fn quarters(block: &Block) -> [int16x8_t; 4] {
    let (quarters, _) = block.0.as_chunks::<8>();
    // SAFETY: each quarter of a block is 16 bytes.
    std::array::from_fn(|at| unsafe { vld1q_s16(quarters[at].as_ptr()) })
}
