//! Random numbers that make up position keys (Zobrist 1970).

use crate::types::{Key, Piece, Rng, Square};

struct Table {
    men: [[Key; Square::COUNT]; Piece::COUNT],
    black_to_move: Key,
}

static TABLE: Table = {
    let mut rng = Rng::new(0x0063_6875_6865);
    let mut men = [[0; Square::COUNT]; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            men[piece][square] = rng.next();
            square += 1;
        }
        piece += 1;
    }
    Table { men, black_to_move: rng.next() }
};

/// The part of the key that a man on a square contributes.
#[inline(always)]
pub fn man(piece: Piece, square: Square) -> Key {
    TABLE.men[piece.index()][square.index()]
}

/// The part of the key that is present when Black is to move.
#[inline(always)]
pub fn black_to_move() -> Key {
    TABLE.black_to_move
}
