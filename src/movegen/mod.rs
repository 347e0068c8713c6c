//! The moves of a position, and the counter that proves them.
//!
//! Layer 3. `generate_*` yields moves that obey the men's ways of moving; [`Position::is_legal`] sorts out
//! those that leave the king in check.
//!
//! [`Position::is_legal`]: crate::board::Position::is_legal

mod count;
mod generate;
mod perft;

pub use count::count_legal;
pub use generate::{
    generate_all, generate_captures, generate_evasions, generate_quiets, has_legal_move, legal_moves,
};
pub use perft::{divide, perft};
