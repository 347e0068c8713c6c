//! Training data: games that the engine played against itself, with a score for each position.
//!
//! `packed` squeezes a position into a few bytes, `game` a game, `file` strings games into an append-safe
//! file. `merge`, `stats` and `chances` work on whole files.

mod chances;
mod file;
mod game;
mod merge;
mod packed;
mod stats;

pub use chances::{Chances, Fit};
pub use file::{Block, DataError, Reader, Writer};
pub use game::{End, GameBytesError, Start, Step, TrainingGame};
pub use merge::{Merged, concatenate, shuffle};
pub use packed::{PackedError, PackedPosition};
pub use stats::Stats;

#[cfg(test)]
mod tests;
