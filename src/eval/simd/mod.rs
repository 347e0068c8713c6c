//! The inner loops of the network, for whatever vectors the processor has.
//!
//! [`Kernels`] is the one safe front; which set of kernels it holds is found out when the program runs. All sets
//! compute exactly the same as the scalar one for weights within the bounds of [`super::network`]. Adding rows is
//! plain code that is compiled once more for each set of instructions; the dot product is written out for each.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

/// Numbers in a [`Block`].
pub const LANES: usize = 32;

/// The largest activation: accumulator values are clipped to `0..=TOP` before they are squared.
const TOP: i16 = super::network::QA as i16;

/// Some neighbouring numbers of an accumulator or of a row of weights: a cache line, and one of the longest vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Block(pub [i16; LANES]);

impl Block {
    /// All numbers 0.
    pub const ZERO: Block = Block([0; LANES]);

    /// Packs numbers, whose count must be a multiple of [`LANES`]; a remainder is left out.
    pub fn pack(numbers: &[i16]) -> Vec<Block> {
        numbers.as_chunks().0.iter().map(|&chunk| Block(chunk)).collect()
    }
}

/// One set of kernels. Rows and accumulators are slices of blocks, of equal length within a call.
///
/// ```
/// use chuhe::eval::simd::{Block, Kernels};
/// let (two, five) = ([Block([2; 32])], [Block([5; 32])]);
/// let mut sum = [Block::ZERO];
/// Kernels::best().shift(&mut sum, &two, &five, &two);
/// assert_eq!(sum, five);
/// assert_eq!(Kernels::best().activated_dot(&sum, &two), 32 * 5 * 5 * 2);
/// ```
pub struct Kernels {
    name: &'static str,
    is_supported: fn() -> bool,
    shift: Shift,
    capture: Capture,
    apply: Apply,
    activated_dot: ActivatedDot,
}

type Shift = unsafe fn(&mut [Block], &[Block], &[Block], &[Block]);
type Capture = unsafe fn(&mut [Block], &[Block], &[Block], [&[Block]; 2]);
type Apply = unsafe fn(&mut [Block], &[&[Block]], &[&[Block]]);
type ActivatedDot = unsafe fn(&[Block], &[Block]) -> i32;

/// Every set of kernels compiled in, the fastest first; the last runs anywhere.
static ALL: &[Kernels] = &[
    #[cfg(target_arch = "x86_64")]
    avx512::VNNI_KERNELS,
    #[cfg(target_arch = "x86_64")]
    avx512::KERNELS,
    #[cfg(target_arch = "x86_64")]
    avx2::KERNELS,
    #[cfg(target_arch = "aarch64")]
    neon::KERNELS,
    scalar::KERNELS,
];

impl Kernels {
    /// The fastest kernels that this processor can run; asked of the processor once.
    pub fn best() -> &'static Kernels {
        static BEST: LazyLock<&'static Kernels> =
            LazyLock::new(|| Kernels::supported().next().expect("the scalar kernels run anywhere"));
        *BEST
    }

    /// All kernels that this processor can run, the fastest first. No other ones can be had.
    pub fn supported() -> impl Iterator<Item = &'static Kernels> {
        ALL.iter().filter(|kernels| (kernels.is_supported)())
    }

    /// The name of the instructions used, in one word.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// `target = source + add - sub`, wrapping around: a man goes to another square.
    ///
    /// # Panics
    /// When the lengths differ; so do the others.
    #[inline(always)]
    pub fn shift(&self, target: &mut [Block], source: &[Block], add: &[Block], sub: &[Block]) {
        let length = target.len();
        assert!(source.len() == length && add.len() == length && sub.len() == length);
        // SAFETY: kernels are only handed out where the processor has their instructions.
        unsafe { (self.shift)(target, source, add, sub) }
    }

    /// `target = source + add - sub[0] - sub[1]`, wrapping around: a man takes another one.
    #[inline(always)]
    pub fn capture(&self, target: &mut [Block], source: &[Block], add: &[Block], sub: [&[Block]; 2]) {
        let length = target.len();
        assert!(source.len() == length && add.len() == length);
        assert!(sub[0].len() == length && sub[1].len() == length);
        // SAFETY: kernels are only handed out where the processor has their instructions.
        unsafe { (self.capture)(target, source, add, sub) }
    }

    /// Adds rows to `target` and takes others away, wrapping around.
    #[inline(always)]
    pub fn apply(&self, target: &mut [Block], adds: &[&[Block]], subs: &[&[Block]]) {
        assert!(adds.iter().chain(subs).all(|row| row.len() == target.len()));
        // SAFETY: kernels are only handed out where the processor has their instructions.
        unsafe { (self.apply)(target, adds, subs) }
    }

    /// The sum of `v · v · w` over values and weights, `v` being the value clipped to `0..=255`. Weights are within
    /// ±127, and so small in sum that no part of the result leaves an i32.
    #[inline(always)]
    pub fn activated_dot(&self, values: &[Block], weights: &[Block]) -> i32 {
        assert!(values.len() == weights.len());
        // SAFETY: kernels are only handed out where the processor has their instructions.
        unsafe { (self.activated_dot)(values, weights) }
    }
}

/// Kernels that add rows, from the scalar ones, compiled with the instructions named.
macro_rules! row_kernels {
    ($features:literal) => {
        #[target_feature(enable = $features)]
        fn shift(target: &mut [Block], source: &[Block], add: &[Block], sub: &[Block]) {
            scalar::shift(target, source, add, sub);
        }

        #[target_feature(enable = $features)]
        fn capture(target: &mut [Block], source: &[Block], add: &[Block], sub: [&[Block]; 2]) {
            scalar::capture(target, source, add, sub);
        }

        #[target_feature(enable = $features)]
        fn apply(target: &mut [Block], adds: &[&[Block]], subs: &[&[Block]]) {
            scalar::apply(target, adds, subs);
        }
    };
}
#[allow(unused_imports, reason = "not every processor has a set besides the scalar one")]
use row_kernels;
