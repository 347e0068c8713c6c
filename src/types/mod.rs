//! Plain values: sides, men, squares, sets of squares, moves, scores, random numbers.
//!
//! Layer 0: imports nothing of this crate and knows no rule of the game.

mod bitboard;
mod color;
mod moves;
mod piece;
mod rng;
mod score;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use moves::{Move, MoveError, MoveList};
pub use piece::{Kind, KindNames, Piece};
pub use rng::Rng;
pub use score::Score;
pub use square::{Square, SquareError};

/// Zobrist value of a position: equal positions have equal keys, different ones hardly ever.
pub type Key = u64;
