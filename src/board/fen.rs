//! FEN, read as wide as programs write it, written in one canonical form.
//!
//! Source: the UCCI text's appendix on FEN, and the foreign forms that field reports show: E and H letters,
//! `r` for Red to move, dashes or counters that are missing or joined, an empty pocket `[]`.

use std::fmt;
use std::str::FromStr;

use super::{Position, PositionError};
use crate::types::{Color, Piece, Square};

/// The usual starting position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Why a text is no FEN of a position.
///
/// ```
/// use chuhe::board::{FenError, Position};
/// let error = "4k4/9/9/9/9/9/9/9/9/3K4 w".parse::<Position>().unwrap_err();
/// assert_eq!(error, FenError::RankWidth { rank: 0, files: 8 });
/// assert_eq!(error.to_string(), "rank 0 describes 8 files, expected 9");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// There is no board field.
    #[error("the FEN is empty, expected ten ranks")]
    Empty,
    /// Not ten ranks.
    #[error("the board has {0} ranks, expected 10")]
    RankCount(usize),
    /// A rank that does not describe nine files.
    #[error("rank {rank} describes {files} files, expected 9")]
    RankWidth {
        /// 9 for the first rank of the text.
        rank: u8,
        /// Files that the text describes.
        files: usize,
    },
    /// A character that stands for no man.
    #[error("{letter:?} on rank {rank} is no man, expected one of KABNRCP, kabnrcp (or EH, eh)")]
    Letter {
        /// 9 for the first rank of the text.
        rank: u8,
        /// What was found.
        letter: char,
    },
    /// The second field names no side.
    #[error("side to move is {0:?}, expected \"w\" or \"b\"")]
    SideToMove(String),
    /// A counter that is no number.
    #[error("counter is {0:?}, expected a number")]
    Counter(String),
    /// More words than a FEN has.
    #[error("{0:?} follows the two counters, expected the end of the FEN")]
    Trailing(String),
    /// The men make no position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Reads one rank, `a` to `i`.
fn read_rank(text: &str, rank: u8, pieces: &mut Vec<(Square, Piece)>) -> Result<(), FenError> {
    let mut file = 0usize;
    for letter in text.chars() {
        if let Some(empty @ 1..=9) = letter.to_digit(10) {
            file += empty as usize;
            continue;
        }
        let piece = Piece::from_letter(letter).ok_or(FenError::Letter { rank, letter })?;
        if let Some(square) = Square::from_coords(file.min(255) as u8, rank) {
            pieces.push((square, piece));
        }
        file += 1;
    }
    if file == Square::FILES as usize { Ok(()) } else { Err(FenError::RankWidth { rank, files: file }) }
}

/// Reads the board field.
fn read_board(text: &str) -> Result<Vec<(Square, Piece)>, FenError> {
    let text = text.strip_suffix("[]").or_else(|| text.strip_suffix("[-]")).unwrap_or(text);
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != Square::RANKS as usize {
        return Err(FenError::RankCount(ranks.len()));
    }
    let mut pieces = Vec::with_capacity(32);
    for (rank, text) in (0..Square::RANKS).rev().zip(ranks) {
        read_rank(text, rank, &mut pieces)?;
    }
    Ok(pieces)
}

/// Reads the field of the side to move, `None` when it names none.
fn read_side(text: &str) -> Option<Color> {
    match text {
        "w" | "W" | "r" | "R" => Some(Color::Red),
        "b" | "B" => Some(Color::Black),
        _ => None,
    }
}

/// The largest counter that is kept: far beyond every move limit.
const LARGEST_COUNTER: u16 = u16::MAX / 4;

/// Reads a counter, `None` when the text is no number; numbers past the range count as the largest.
fn read_counter(text: &str) -> Option<u16> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(LARGEST_COUNTER).min(LARGEST_COUNTER))
}

/// Whether a field is one that the older game needs (castling, en passant), or both in one word.
fn is_filler(text: &str) -> bool {
    text.bytes().all(|byte| byte == b'-')
}

/// As much of a field as an error repeats.
fn excerpt(text: &str) -> String {
    text.chars().take(20).collect()
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN; everything after the board may be missing: Red is to move then, the counters are 0 and 1.
    ///
    /// # Errors
    /// The first [`FenError`] from the left; [`FenError::Position`] once the text as such is read.
    ///
    /// ```
    /// use chuhe::board::Position;
    /// let short = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r -- 0 1";
    /// assert_eq!(short.parse::<Position>().unwrap(), Position::start());
    /// ```
    fn from_str(text: &str) -> Result<Position, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let pieces = read_board(fields.next().ok_or(FenError::Empty)?)?;
        let mut fields = fields.peekable();
        let side = match fields.peek() {
            Some(field) if !is_filler(field) && read_counter(field).is_none() => {
                Some(read_side(field).ok_or_else(|| FenError::SideToMove(excerpt(field)))?)
            }
            _ => None,
        };
        if side.is_some() {
            fields.next();
        }
        let mut fields = fields.filter(|field| !is_filler(field));
        let mut counter = |default| match fields.next() {
            Some(field) => read_counter(field).ok_or_else(|| FenError::Counter(excerpt(field))),
            None => Ok(default),
        };
        let (quiet_plies, move_number) = (counter(0)?, counter(1)?);
        match fields.next() {
            Some(field) => Err(FenError::Trailing(excerpt(field))),
            None => Ok(Position::from_pieces(pieces, side.unwrap_or(Color::Red), quiet_plies, move_number)?),
        }
    }
}

impl fmt::Display for Position {
    /// Writes the canonical FEN, all six fields.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            let mut empty = 0;
            for file in 0..Square::FILES {
                let man = Square::from_coords(file, rank).and_then(|square| self.piece_on(square));
                match man {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", piece.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                write!(f, "/")?;
            }
        }
        write!(f, " {} - - {} {}", self.side_to_move().fen_letter(), self.quiet_plies(), self.move_number())
    }
}
