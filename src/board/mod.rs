//! One position: what a FEN holds, its key, who gives check, which moves are legal.
//!
//! Layer 2. No history (that is `rules::game`) and no evaluation.

mod checks;
mod fen;
mod play;
mod position;
mod reversal;
mod validate;
mod zobrist;

pub use checks::{CheckSquares, Checks};
pub use fen::{FenError, START_FEN};
pub use play::Undo;
pub use position::Position;
pub use reversal::reversible_step;
pub use validate::PositionError;
