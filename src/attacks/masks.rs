//! Fixed sets of squares: palaces, halves, crosses, the squares between two squares.

use crate::types::{Bitboard, Color, Square};

const fn rectangle(files: (u8, u8), ranks: (u8, u8)) -> Bitboard {
    let mut bits = 0u128;
    let mut rank = ranks.0;
    while rank <= ranks.1 {
        let mut file = files.0;
        while file <= files.1 {
            bits |= 1 << (rank * Square::FILES + file);
            file += 1;
        }
        rank += 1;
    }
    Bitboard::from_bits(bits)
}

/// The nine points that hold `color`'s king and advisors.
#[inline(always)]
pub const fn palace(color: Color) -> Bitboard {
    const PALACES: [Bitboard; 2] = [rectangle((3, 5), (0, 2)), rectangle((3, 5), (7, 9))];
    PALACES[color.index()]
}

/// `color`'s half of the board, up to the river.
#[inline(always)]
pub const fn home(color: Color) -> Bitboard {
    const HALVES: [Bitboard; 2] = [rectangle((0, 8), (0, 4)), rectangle((0, 8), (5, 9))];
    HALVES[color.index()]
}

static CROSSES: [Bitboard; Square::COUNT] = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index);
        let lines = Bitboard::file(square.file()).bits() ^ Bitboard::rank(square.rank()).bits();
        table[index] = Bitboard::from_bits(lines);
        index += 1;
    }
    table
};

/// The other squares of this square's rank and file: where a rook or cannon must stand to bear on it.
#[inline(always)]
pub fn cross(square: Square) -> Bitboard {
    CROSSES[square.index()]
}

static AROUND: [Bitboard; Square::COUNT] = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index);
        let mut bits = 0u128;
        let jumps: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let mut i = 0;
        while i < 8 {
            if let Some(other) = square.offset(jumps[i].0, jumps[i].1) {
                bits |= 1 << other.index();
            }
            i += 1;
        }
        table[index] = Bitboard::from_bits(bits);
        index += 1;
    }
    table
};

/// The squares a knight's jump away, legs not considered.
#[inline(always)]
pub fn knight_around(square: Square) -> Bitboard {
    AROUND[square.index()]
}

static BETWEEN: [[Bitboard; Square::COUNT]; Square::COUNT] = {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut a = 0;
    while a < Square::COUNT {
        let (file, rank) = (Square::new(a).file(), Square::new(a).rank());
        // Rightwards and upwards, then the same for the way back.
        let mut bits = 0u128;
        let mut to = file + 1;
        while to < Square::FILES {
            let b = (rank * Square::FILES + to) as usize;
            table[a][b] = Bitboard::from_bits(bits);
            table[b][a] = table[a][b];
            bits |= 1 << b;
            to += 1;
        }
        bits = 0;
        to = rank + 1;
        while to < Square::RANKS {
            let b = (to * Square::FILES + file) as usize;
            table[a][b] = Bitboard::from_bits(bits);
            table[b][a] = table[a][b];
            bits |= 1 << b;
            to += 1;
        }
        a += 1;
    }
    table
};

/// The squares strictly between two squares of one rank or file; empty when they share neither.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}
