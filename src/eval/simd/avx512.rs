//! Kernels for 512-bit vectors.

use std::arch::x86_64::*;

use super::{Block, Kernels, TOP, row_kernels, scalar};

pub(super) const KERNELS: Kernels = Kernels {
    name: "avx512",
    is_supported: || is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
    shift,
    capture,
    apply,
    activated_dot,
};

/// The same on processors that multiply and add up in one step.
pub(super) const VNNI_KERNELS: Kernels = Kernels {
    name: "avx512vnni",
    is_supported: || (KERNELS.is_supported)() && is_x86_feature_detected!("avx512vnni"),
    activated_dot: activated_dot_vnni,
    ..KERNELS
};

row_kernels!("avx512f,avx512bw");

/// Clipped value times weight fits an i16; that product times the value is added up in pairs, as i32.
#[target_feature(enable = "avx512f,avx512bw")]
fn activated_dot(values: &[Block], weights: &[Block]) -> i32 {
    let mut sum = _mm512_setzero_si512();
    for (values, weights) in values.iter().zip(weights) {
        let clipped = clipped(values);
        let pairs = _mm512_madd_epi16(_mm512_mullo_epi16(clipped, load(weights)), clipped);
        sum = _mm512_add_epi32(sum, pairs);
    }
    _mm512_reduce_add_epi32(sum)
}

/// As [`activated_dot`].
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn activated_dot_vnni(values: &[Block], weights: &[Block]) -> i32 {
    let mut sum = _mm512_setzero_si512();
    for (values, weights) in values.iter().zip(weights) {
        let clipped = clipped(values);
        sum = _mm512_dpwssd_epi32(sum, _mm512_mullo_epi16(clipped, load(weights)), clipped);
    }
    _mm512_reduce_add_epi32(sum)
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn clipped(block: &Block) -> __m512i {
    _mm512_min_epi16(_mm512_max_epi16(load(block), _mm512_setzero_si512()), _mm512_set1_epi16(TOP))
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load(block: &Block) -> __m512i {
    // SAFETY: a block is 64 bytes at a multiple of 64.
    unsafe { _mm512_load_si512(block.0.as_ptr().cast()) }
}
