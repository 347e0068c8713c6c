//! Which positions can be: the one check that every way into a [`Position`] passes.

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Color, Kind, Piece, Square};

/// Why a set of men is no position of the game.
///
/// ```
/// use chuhe::board::{Position, PositionError};
/// use chuhe::types::{Color, Piece};
/// let king = ("e0".parse().unwrap(), Piece::RedKing);
/// let error = Position::from_pieces([king], Color::Red, 0, 1).unwrap_err();
/// assert_eq!(error, PositionError::NoKing(Color::Black));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// A side has no king.
    #[error("{0:?} has no king, expected one each side")]
    NoKing(Color),
    /// A side has more men of a kind than a set holds.
    #[error("{found} men '{letter}' on the board, expected at most {most}", letter = .piece.letter())]
    TooMany {
        /// Which man.
        piece: Piece,
        /// How many there are.
        found: u32,
        /// How many a set holds.
        most: u32,
    },
    /// A man stands where it can never get to.
    #[error("'{letter}' stands on {square}, a point that it can never reach", letter = .piece.letter())]
    Misplaced {
        /// Which man.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// Two pawns of one side on one file of their own half: each file has at most one to begin with, and a pawn
    /// cannot leave its file before the river.
    #[error("two men '{letter}' on the {file}-file before the river, expected at most one",
        letter = .piece.letter(), file = (b'a' + .file) as char)]
    PawnsOnFile {
        /// Which pawn.
        piece: Piece,
        /// 0 (a) to 8 (i).
        file: u8,
    },
    /// The kings face each other on an open file.
    #[error("the kings face each other on the {}-file, expected a man between them", (b'a' + .0) as char)]
    KingsFacing(u8),
    /// The side that is not to move stands in check.
    #[error("{0:?} is in check but not to move")]
    OpponentInCheck(Color),
}

impl Position {
    /// The position with these men, `side` to move; `quiet_plies` half-moves since the last capture, and
    /// `move_number` as in a FEN (0 counts as 1).
    ///
    /// # Errors
    /// The first [`PositionError`] that applies. When a square is named twice, the later man counts.
    pub fn from_pieces(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side: Color,
        quiet_plies: u16,
        move_number: u16,
    ) -> Result<Position, PositionError> {
        let mut position = Position::empty();
        for (square, piece) in pieces {
            if let Some(previous) = position.piece_on(square) {
                position.lift(previous, square);
            }
            position.put(piece, square);
        }
        position.set_side(side);
        position.quiet_plies = quiet_plies;
        position.ply_number = move_number.max(1).saturating_sub(1).saturating_mul(2) | side.index() as u16;
        position.validate()?;
        Ok(position)
    }

    fn validate(&self) -> Result<(), PositionError> {
        for color in Color::ALL {
            if self.men(color, Kind::King).is_empty() {
                return Err(PositionError::NoKing(color));
            }
            for kind in Kind::ALL {
                let found = self.men(color, kind).len();
                if found > kind.full_count() {
                    let piece = Piece::new(color, kind);
                    return Err(PositionError::TooMany { piece, found, most: kind.full_count() });
                }
            }
        }
        for (square, piece) in self.pieces() {
            if !attacks::can_stand(piece.color(), piece.kind(), square) {
                return Err(PositionError::Misplaced { piece, square });
            }
        }
        for color in Color::ALL {
            let uncrossed = self.men(color, Kind::Pawn) & attacks::home(color);
            if let Some(file) = (0..Square::FILES).find(|&file| (uncrossed & Bitboard::file(file)).has_many())
            {
                return Err(PositionError::PawnsOnFile { piece: Piece::new(color, Kind::Pawn), file });
            }
        }
        let (red, black) = (self.king(Color::Red), self.king(Color::Black));
        if red.file() == black.file() && !attacks::between(red, black).meets(self.occupied()) {
            return Err(PositionError::KingsFacing(red.file()));
        }
        let waiting = !self.side;
        if self.is_attacked(self.king(waiting), self.side, self.occupied(), self.side(self.side)) {
            return Err(PositionError::OpponentInCheck(waiting));
        }
        Ok(())
    }
}
