//! Draws by material alone.

use crate::board::Position;
use crate::types::Kind;

/// Whether neither side has a man that can cross the river: nobody can ever give mate.
pub fn is_bare_draw(position: &Position) -> bool {
    [Kind::Knight, Kind::Rook, Kind::Cannon, Kind::Pawn]
        .into_iter()
        .all(|kind| position.kind(kind).is_empty())
}
