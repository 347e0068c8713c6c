//! Board geometry: what a man on a square reaches, what stands between two squares.
//!
//! Layer 1. Everything is a table made at compile time; the position supplies the occupancy.

mod leapers;
mod lines;
mod masks;

pub use leapers::{
    advisor, bishop, king, knight, knight_attackers, knight_leg, pawn, pawn_attackers, pawn_steps,
};
pub use lines::{LineReach, file_reach, file_set, rank_reach, rank_set};
pub use masks::{between, cross, home, knight_around, palace};

use crate::types::{Color, Kind, Square};

/// Whether a man of this kind and side can ever stand on `square`: kings and advisors in their palace,
/// bishops on their seven points, pawns not behind their line.
pub const fn can_stand(color: Color, kind: Kind, square: Square) -> bool {
    let square = square.seen_by(color);
    let (file, rank) = (square.file(), square.rank());
    match kind {
        Kind::King => palace(Color::Red).has(square),
        Kind::Advisor => palace(Color::Red).has(square) && (file + rank) % 2 == 1,
        Kind::Bishop => match rank {
            0 | 4 => file == 2 || file == 6,
            2 => file % 4 == 0,
            _ => false,
        },
        Kind::Pawn => rank >= 5 || (rank >= 3 && file % 2 == 0),
        Kind::Knight | Kind::Rook | Kind::Cannon => true,
    }
}
