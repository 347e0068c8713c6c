//! Kings, advisors, bishops, knights and pawns.
//!
//! Knights and bishops depend on four neighbours of a square (legs and eyes); the caller hands over which of
//! them are occupied as a four-bit pattern, and a table answers.

use super::masks::{home, palace};
use crate::types::{Bitboard, Color, Square};

type Steps<const N: usize> = [(i8, i8); N];

/// Orthogonal neighbours, in the order of the bits of a leg pattern: down, left, right, up.
const ORTHOGONAL: Steps<4> = [(0, -1), (-1, 0), (1, 0), (0, 1)];
/// Diagonal neighbours, in the order of the bits of an eye pattern: down-left, down-right, up-left, up-right.
const DIAGONAL: Steps<4> = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

const fn add(set: Bitboard, square: Option<Square>) -> Bitboard {
    match square {
        Some(square) => Bitboard::from_bits(set.bits() | Bitboard::of(square).bits()),
        None => set,
    }
}

const fn steps<const N: usize>(square: Square, steps: &Steps<N>) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < N {
        set = add(set, square.offset(steps[i].0, steps[i].1));
        i += 1;
    }
    set
}

/// The sets of a stepping man that may not leave `area`; empty from outside it.
const fn confined<const N: usize>(directions: &Steps<N>, area: Bitboard) -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index);
        if area.has(square) {
            table[index] = Bitboard::from_bits(steps(square, directions).bits() & area.bits());
        }
        index += 1;
    }
    table
}

const BOTH_PALACES: Bitboard = Bitboard::from_bits(palace(Color::Red).bits() | palace(Color::Black).bits());
static KING: [Bitboard; Square::COUNT] = confined(&ORTHOGONAL, BOTH_PALACES);
static ADVISOR: [Bitboard; Square::COUNT] = confined(&DIAGONAL, BOTH_PALACES);

/// Where a king on `square` can step. Palaces lie apart, so the side does not matter.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Where an advisor on `square` can step.
#[inline(always)]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

static BISHOP: [[Bitboard; 16]; Square::COUNT] = {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index);
        let half = if square.is_home(Color::Red) { home(Color::Red) } else { home(Color::Black) };
        let mut eyes = 0;
        while eyes < 16 {
            let mut set = Bitboard::EMPTY;
            let mut i = 0;
            while i < 4 {
                if eyes & (1 << i) == 0 {
                    set = add(set, square.offset(2 * DIAGONAL[i].0, 2 * DIAGONAL[i].1));
                }
                i += 1;
            }
            table[index][eyes] = Bitboard::from_bits(set.bits() & half.bits());
            eyes += 1;
        }
        index += 1;
    }
    table
};

/// Where a bishop on `square` can step; `eyes` says which diagonal neighbours are occupied.
#[inline(always)]
pub fn bishop(square: Square, eyes: usize) -> Bitboard {
    BISHOP[square.index()][eyes & 15]
}

/// The two jumps over one leg: two steps along it, one to either side.
const fn jumps_over(leg: (i8, i8)) -> Steps<2> {
    [(2 * leg.0 + leg.1, 2 * leg.1 + leg.0), (2 * leg.0 - leg.1, 2 * leg.1 - leg.0)]
}

static KNIGHT: [[Bitboard; 16]; Square::COUNT] = {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index);
        let mut legs = 0;
        while legs < 16 {
            let mut bits = 0;
            let mut i = 0;
            while i < 4 {
                if legs & (1 << i) == 0 {
                    bits |= steps(square, &jumps_over(ORTHOGONAL[i])).bits();
                }
                i += 1;
            }
            table[index][legs] = Bitboard::from_bits(bits);
            legs += 1;
        }
        index += 1;
    }
    table
};

/// Where a knight on `square` can jump; `legs` says which orthogonal neighbours are occupied.
#[inline(always)]
pub fn knight(square: Square, legs: usize) -> Bitboard {
    KNIGHT[square.index()][legs & 15]
}

static KNIGHT_ATTACKERS: [[Bitboard; 16]; Square::COUNT] = {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::new(index);
        let mut eyes = 0;
        while eyes < 16 {
            let mut bits = 0;
            let mut i = 0;
            while i < 4 {
                let (x, y) = DIAGONAL[i];
                if eyes & (1 << i) == 0 {
                    bits |= steps(square, &[(2 * x, y), (x, 2 * y)]).bits();
                }
                i += 1;
            }
            table[index][eyes] = Bitboard::from_bits(bits);
            eyes += 1;
        }
        index += 1;
    }
    table
};

/// From where a knight bears on `square`: the leg of such a knight is a diagonal neighbour of the square,
/// and `eyes` says which of those are occupied.
#[inline(always)]
pub fn knight_attackers(square: Square, eyes: usize) -> Bitboard {
    KNIGHT_ATTACKERS[square.index()][eyes & 15]
}

/// The leg of a knight that jumps from `from` to `to`, which lie a knight's jump apart.
#[inline(always)]
pub const fn knight_leg(from: Square, to: Square) -> Square {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    match from.offset(files / 2, ranks / 2) {
        Some(leg) => leg,
        None => from,
    }
}

const fn pawn_table(attackers: bool) -> [[Bitboard; Square::COUNT]; 2] {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; 2];
    let mut side = 0;
    while side < 2 {
        let color = Color::ALL[side];
        let ahead = if side == 0 { 1 } else { -1 };
        let mut index = 0;
        while index < Square::COUNT {
            let from = Square::new(index);
            let mut targets = add(Bitboard::EMPTY, from.offset(0, ahead));
            if !from.is_home(color) {
                targets = add(add(targets, from.offset(-1, 0)), from.offset(1, 0));
            }
            if attackers {
                let mut to = 0;
                while to < Square::COUNT {
                    if targets.has(Square::new(to)) {
                        table[side][to] = add(table[side][to], Some(from));
                    }
                    to += 1;
                }
            } else {
                table[side][index] = targets;
            }
            index += 1;
        }
        side += 1;
    }
    table
}

static PAWN: [[Bitboard; Square::COUNT]; 2] = pawn_table(false);
static PAWN_ATTACKERS: [[Bitboard; Square::COUNT]; 2] = pawn_table(true);

/// Where `color`'s pawn on `square` can step: ahead, and sideways once across the river.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// From where `color`'s pawns bear on `square`.
#[inline(always)]
pub fn pawn_attackers(color: Color, square: Square) -> Bitboard {
    PAWN_ATTACKERS[color.index()][square.index()]
}

/// Where all of `color`'s pawns step at once: ahead, and to the left and right from across the river. Every step is
/// one pawn's, so the three sets together count the steps.
#[inline(always)]
pub fn pawn_steps(color: Color, pawns: Bitboard) -> [Bitboard; 3] {
    const LEFT_EDGE: Bitboard = Bitboard::file(0);
    const RIGHT_EDGE: Bitboard = Bitboard::file(8);
    let ahead = match color {
        Color::Red => pawns.bits() << Square::FILES,
        Color::Black => pawns.bits() >> Square::FILES,
    };
    let crossed = match color {
        Color::Red => pawns & home(Color::Black),
        Color::Black => pawns & home(Color::Red),
    };
    let (left, right) = ((crossed & !LEFT_EDGE).bits() >> 1, (crossed & !RIGHT_EDGE).bits() << 1);
    [ahead, left, right].map(Bitboard::from_bits)
}
