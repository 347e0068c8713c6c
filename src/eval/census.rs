//! One walk over the board: how many men of each kind, and what material and places are worth.

use super::weights::{Material, Places, Weight};
use crate::board::Position;
use crate::types::{Color, Kind, Piece};

/// The phase of a full board, where opening values count alone; at 0 endgame values do.
pub(super) const FULL_PHASE: i32 = 32;

/// Numbers of men by piece, four bits each.
#[derive(Clone, Copy)]
pub(super) struct Census(u64);

/// Counts the men and adds up their values, from Red's point of view.
#[inline(always)]
pub(super) fn walk(position: &Position, places: &Places) -> (Census, Weight) {
    let mut counts = 0;
    let mut value = Weight::default();
    for square in position.occupied() {
        if let Some(piece) = position.piece_on(square) {
            counts += 1 << (4 * piece.index());
            value += places[piece.index()][square.index()];
        }
    }
    (Census(counts), value)
}

impl Census {
    /// How many men of this kind `color` has.
    #[inline(always)]
    pub(super) fn count(self, color: Color, kind: Kind) -> usize {
        (self.0 >> (4 * Piece::new(color, kind).index()) & 15) as usize
    }

    /// Advisors and bishops of `color`, 0 to 4.
    #[inline(always)]
    pub(super) fn guards(self, color: Color) -> usize {
        self.count(color, Kind::Advisor) + self.count(color, Kind::Bishop)
    }

    /// The phase of the game: [`FULL_PHASE`] with all knights, rooks and cannons on the board, 0 with none.
    #[inline(always)]
    pub(super) fn phase(self) -> i32 {
        let officers = |kind| self.count(Color::Red, kind) + self.count(Color::Black, kind);
        (2 * (officers(Kind::Knight) + 2 * officers(Kind::Rook) + officers(Kind::Cannon))) as i32
    }

    /// Worth of `color`'s combination of men against the enemy's guards.
    #[inline(always)]
    pub(super) fn combination(self, color: Color, material: &Material) -> Weight {
        let [knights, rooks, cannons, pawns] =
            [Kind::Knight, Kind::Rook, Kind::Cannon, Kind::Pawn].map(|kind| self.count(color, kind));
        let [advisors, bishops] = [Kind::Advisor, Kind::Bishop].map(|kind| self.count(!color, kind));
        material[knights * 9 + rooks * 3 + cannons][pawns][advisors * 3 + bishops]
    }
}
