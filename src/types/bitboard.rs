//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of squares, one bit each.
///
/// ```
/// use chuhe::types::{Bitboard, Square};
/// let corner: Square = "a0".parse().unwrap();
/// let set = Bitboard::from(corner);
/// assert!(set.has(corner));
/// assert_eq!((!set).len(), 89);
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [corner]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u128);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square of the board.
    pub const ALL: Bitboard = Bitboard((1 << Square::COUNT) - 1);

    /// The set whose bit `i` stands for the square of index `i`; bits past the board are dropped.
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard(bits & Bitboard::ALL.0)
    }

    /// The set of one square.
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The squares of one file, 0 (a) to 8 (i).
    pub const fn file(file: u8) -> Bitboard {
        let mut bits = 0u128;
        let mut rank = 0;
        while rank < Square::RANKS {
            bits |= 1 << (rank * Square::FILES + file);
            rank += 1;
        }
        Bitboard(bits)
    }

    /// The squares of one rank, 0 to 9.
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0x1ff << (rank * Square::FILES))
    }

    /// Bit `i` stands for the square of index `i`.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether the set holds `square`.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 & (1 << square.index()) != 0
    }

    /// Whether the set holds nothing.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of squares in the set.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set holds two squares or more.
    #[inline(always)]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square of lowest index, `None` of an empty set.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a [`Bitboard`], lowest index first.
///
/// ```
/// use chuhe::types::Bitboard;
/// let names: Vec<String> = Bitboard::rank(9).into_iter().take(3).map(|square| square.to_string()).collect();
/// assert_eq!(names, ["a9", "b9", "c9"]);
/// ```
#[derive(Clone)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, $op:tt) => {
        impl $trait for Bitboard {
            type Output = Bitboard;

            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $op other.0)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = *self $op other;
            }
        }
    };
}

set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & Bitboard::ALL.0)
    }
}

impl fmt::Debug for Bitboard {
    /// Ten lines of `.` and `x`, rank 9 on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            writeln!(f)?;
            for file in 0..Square::FILES {
                let held = Square::from_coords(file, rank).is_some_and(|square| self.has(square));
                write!(f, "{}", if held { 'x' } else { '.' })?;
            }
        }
        Ok(())
    }
}
