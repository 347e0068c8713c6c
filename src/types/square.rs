//! The ninety points of the board.

use std::fmt;
use std::str::FromStr;

use super::Color;

/// A point of the board, `a0` (Red's left corner) to `i9`.
///
/// ```
/// use chuhe::types::Square;
/// let square: Square = "e9".parse().unwrap();
/// assert_eq!((square.file(), square.rank()), (4, 9));
/// assert_eq!(square.rotated().to_string(), "e0");
/// assert!("j0".parse::<Square>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// Text that names no point of the board, kept for the message.
///
/// ```
/// use chuhe::types::Square;
/// let error = "e10".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "\"e10\" is no square, expected a file a-i and a rank 0-9");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no square, expected a file a-i and a rank 0-9")]
pub struct SquareError(pub String);

impl Square {
    /// Number of points: the size of per-square arrays.
    pub const COUNT: usize = 90;
    /// Number of files, a to i.
    pub const FILES: u8 = 9;
    /// Number of ranks, 0 to 9.
    pub const RANKS: u8 = 10;

    /// `None` when `index` is off the board.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::COUNT { Some(Square(index as u8)) } else { None }
    }

    /// The point on `file` (0 to 8) and `rank` (0 to 9), `None` when either is outside.
    pub const fn from_coords(file: u8, rank: u8) -> Option<Square> {
        if file < Square::FILES && rank < Square::RANKS {
            Some(Square(rank * Square::FILES + file))
        } else {
            None
        }
    }

    /// The point with this index.
    ///
    /// # Panics
    /// When `index` is off the board.
    pub const fn new(index: usize) -> Square {
        match Square::from_index(index) {
            Some(square) => square,
            None => panic!("square index off the board"),
        }
    }

    /// All points, `a0` first, rank by rank.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Square::COUNT as u8).map(Square)
    }

    /// 0 to 89: rank times nine plus file.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 (a) to 8 (i), from Red's left hand.
    pub const fn file(self) -> u8 {
        self.0 % Square::FILES
    }

    /// 0 to 9, from Red's side.
    pub const fn rank(self) -> u8 {
        self.0 / Square::FILES
    }

    /// The point `files` to the right and `ranks` up, `None` when that is off the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || rank < 0 {
            return None;
        }
        Square::from_coords(file as u8, rank as u8)
    }

    /// The point across the middle file: `a3` for `i3`.
    pub const fn mirrored(self) -> Square {
        Square(self.rank() * Square::FILES + (Square::FILES - 1 - self.file()))
    }

    /// The point across the river: `a3` for `a6`. What Red sees at one, Black sees at the other.
    pub const fn rotated(self) -> Square {
        Square((Square::RANKS - 1 - self.rank()) * Square::FILES + self.file())
    }

    /// This point as `color` sees it: unchanged for Red, across the river for Black.
    pub const fn seen_by(self, color: Color) -> Square {
        match color {
            Color::Red => self,
            Color::Black => self.rotated(),
        }
    }

    /// Whether the point lies on `color`'s own half of the board.
    pub const fn is_home(self, color: Color) -> bool {
        self.seen_by(color).rank() < 5
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads a file letter of either case and a rank digit.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        match text.as_bytes() {
            &[file, rank] => {
                Square::from_coords(file.to_ascii_lowercase().wrapping_sub(b'a'), rank.wrapping_sub(b'0'))
            }
            _ => None,
        }
        .ok_or_else(|| SquareError(text.to_string()))
    }
}
