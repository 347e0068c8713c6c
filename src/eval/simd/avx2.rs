//! Kernels for 256-bit vectors.

use std::arch::x86_64::*;

use super::{Block, Kernels, TOP, row_kernels, scalar};

pub(super) const KERNELS: Kernels = Kernels {
    name: "avx2",
    is_supported: || is_x86_feature_detected!("avx2"),
    shift,
    capture,
    apply,
    activated_dot,
};

row_kernels!("avx2");

/// Clipped value times weight fits an i16; that product times the value is added up in pairs, as i32.
#[target_feature(enable = "avx2")]
fn activated_dot(values: &[Block], weights: &[Block]) -> i32 {
    let (zero, top) = (_mm256_setzero_si256(), _mm256_set1_epi16(TOP));
    let mut sums = [zero; 2];
    for (values, weights) in values.iter().zip(weights) {
        let halves = halves(values).into_iter().zip(self::halves(weights));
        for (sum, (value, weight)) in sums.iter_mut().zip(halves) {
            let clipped = _mm256_min_epi16(_mm256_max_epi16(value, zero), top);
            let weighted = _mm256_mullo_epi16(clipped, weight);
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(weighted, clipped));
        }
    }
    let sum = _mm256_add_epi32(sums[0], sums[1]);
    let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let sum = _mm_add_epi32(sum, _mm_unpackhi_epi64(sum, sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01>(sum));
    _mm_cvtsi128_si32(sum)
}

#[target_feature(enable = "avx2")]
#[inline]
fn halves(block: &Block) -> [__m256i; 2] {
    let (first, second) = block.0.split_at(16);
    // SAFETY: each half of a block is 32 bytes, and lies at a multiple of 32 since blocks lie at multiples of 64.
    unsafe { [_mm256_load_si256(first.as_ptr().cast()), _mm256_load_si256(second.as_ptr().cast())] }
}
