//! The evaluation network: what it sees, how it is stored, how it is computed.
//!
//! A feature transformer turns the men, as seen by one side, into an accumulator of `width` numbers: the bias plus a
//! row of weights for each active feature. The accumulators of both sides, that of the side to move first, are
//! clipped to 0..=QA, squared, and weighted by the output bucket of the position:
//!
//! `value = (sum(v · v · w) / QA + bias) · SCALE / (QA · QB)` centipawns, where divisions drop the remainder
//! (towards zero).

pub mod features;
mod file;
mod random;

pub use file::{
    FT_MAX, Network, NetworkFileError, OUT_MAX, QA, QB, RECORD_MAX, SCALE, WIDTH_MAX, WIDTH_STEP,
};
