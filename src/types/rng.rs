//! The one source of pseudo-random numbers: SplitMix64 (Steele, Lea, Flood 2014).
//!
//! Its stream never changes: Zobrist keys, recorded seeds and books depend on it.

/// A SplitMix64 generator. Equal seeds give equal streams for ever.
///
/// ```
/// use chuhe::types::Rng;
/// let mut rng = Rng::new(0);
/// assert_eq!(rng.next(), 0xe220_a839_7b1d_cdaf); // the published generator's first number
/// assert!(rng.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator that starts at `seed`.
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The generator for part `number` of whatever `seed` decides: parts can be worked on in any order.
    pub const fn stream(seed: u64, number: u64) -> Rng {
        Rng(Rng(seed).next() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The next 64 random bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound - 1`; 0 when `bound` is 0.
    pub const fn below(&mut self, bound: u64) -> u64 {
        ((self.next() as u128 * bound as u128) >> 64) as u64
    }
}
