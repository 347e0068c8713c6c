//! The static evaluation (stub: material).
//!
//! Layer 5.

use crate::board::Position;
use crate::types::{Color, Kind, Score};

/// Static value of the position in centipawns, from the side to move; checks and captures that hang are not
/// looked at.
pub fn evaluate(position: &Position) -> Score {
    let value = [0, 200, 200, 430, 950, 450, 100];
    let side = position.side_to_move();
    let total = |color: Color| -> i32 {
        Kind::ALL.iter().map(|&kind| value[kind.index()] * position.men(color, kind).len() as i32).sum()
    };
    Score::cp(total(side) - total(!side))
}
