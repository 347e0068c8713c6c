//! The two sides.

use std::ops::Not;

/// A side of the game. Red moves first from the usual starting position and stands on ranks 0 to 4.
///
/// ```
/// use chuhe::types::Color;
/// assert_eq!(!Color::Red, Color::Black);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// Upper case in FEN, `w` as the side to move.
    Red,
    /// Lower case in FEN, `b` as the side to move.
    Black,
}

impl Color {
    /// Both sides, Red first; the order of [`Color::index`].
    pub const ALL: [Color; 2] = [Color::Red, Color::Black];

    /// 0 for Red, 1 for Black: the index of per-side arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter that FEN uses for the side to move.
    pub const fn fen_letter(self) -> char {
        match self {
            Color::Red => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Red => Color::Black,
            Color::Black => Color::Red,
        }
    }
}
