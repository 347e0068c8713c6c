//! A position in at most 30 bytes.

use crate::board::{Position, PositionError};
use crate::types::{Color, Piece, Square};

/// Men and side to move of a position, packed; the counters of a FEN are not kept.
///
/// Bytes: 12 of occupied squares (bit `Square::index`, little endian; bit 95 set when Black is to move), then four
/// bits a man in the order of squares, the index of its [`Piece`], low half first.
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::tools::data::PackedPosition;
/// let packed = PackedPosition::of(&Position::start());
/// assert_eq!(packed.unpack().unwrap(), Position::start());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedPosition {
    /// Occupied squares by index; bit 95 is the side to move.
    squares: [u8; SQUARES_BYTES],
    men: [u8; MEN_BYTES],
}

const SQUARES_BYTES: usize = 12;
const MEN_BYTES: usize = 16;
const BLACK_TO_MOVE: u128 = 1 << 95;
const BOARD: u128 = (1 << 90) - 1;

/// Bytes that are no packed position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PackedError {
    /// The bytes end before the position does.
    #[error("a packed position of {found} bytes, expected at least {expected}")]
    TooShort {
        /// Bytes there are.
        found: usize,
        /// Bytes needed.
        expected: usize,
    },
    /// More men than two sets hold.
    #[error("a packed position with {0} men, expected at most 32")]
    TooManyMen(u32),
    /// Four bits that name no man.
    #[error("a packed position with a man of code {0}, expected 0 to 13")]
    NoMan(u8),
    /// Men that make no position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl PackedPosition {
    /// Packs a position.
    pub fn of(position: &Position) -> PackedPosition {
        let mut bits = position.occupied().bits();
        if position.side_to_move() == Color::Black {
            bits |= BLACK_TO_MOVE;
        }
        let mut packed = PackedPosition { squares: [0; SQUARES_BYTES], men: [0; MEN_BYTES] };
        packed.squares.copy_from_slice(&bits.to_le_bytes()[..SQUARES_BYTES]);
        for (i, square) in position.occupied().into_iter().enumerate() {
            let code = position.piece_on(square).map_or(0, Piece::index) as u8;
            packed.men[i / 2] |= code << (4 * (i % 2));
        }
        packed
    }

    fn bits(&self) -> u128 {
        let mut bytes = [0; 16];
        bytes[..SQUARES_BYTES].copy_from_slice(&self.squares);
        u128::from_le_bytes(bytes)
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        if self.bits() & BLACK_TO_MOVE == 0 { Color::Red } else { Color::Black }
    }

    /// Number of men.
    pub fn len(&self) -> u32 {
        (self.bits() & BOARD).count_ones()
    }

    /// Whether there are no men at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The men, in the order of squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let mut left = self.bits() & BOARD;
        (0..self.men.len() * 2).map_while(move |i| {
            let square = Square::from_index(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some((square, Piece::ALL[(self.men[i / 2] >> (4 * (i % 2)) & 15).min(13) as usize]))
        })
    }

    /// The position, with counters as at the start of a game.
    ///
    /// # Errors
    /// When the men make no position.
    pub fn unpack(&self) -> Result<Position, PackedError> {
        Ok(Position::from_pieces(self.pieces(), self.side_to_move(), 0, 1)?)
    }

    /// Appends the bytes in use to `bytes`: 12 and half a byte for each man.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.squares);
        bytes.extend_from_slice(&self.men[..self.len().div_ceil(2) as usize]);
    }

    /// Reads what [`PackedPosition::write`] wrote, and returns the bytes that follow.
    ///
    /// # Errors
    /// When the bytes are too few or name men that do not exist; whether they make a position only
    /// [`PackedPosition::unpack`] says.
    pub fn read(bytes: &[u8]) -> Result<(PackedPosition, &[u8]), PackedError> {
        let too_short = |expected| PackedError::TooShort { found: bytes.len(), expected };
        let (&squares, rest) = bytes.split_first_chunk().ok_or_else(|| too_short(SQUARES_BYTES))?;
        let mut packed = PackedPosition { squares, men: [0; MEN_BYTES] };
        let men = packed.len();
        if men > 2 * MEN_BYTES as u32 {
            return Err(PackedError::TooManyMen(men));
        }
        let used = men.div_ceil(2) as usize;
        let (codes, rest) = rest.split_at_checked(used).ok_or_else(|| too_short(SQUARES_BYTES + used))?;
        packed.men[..used].copy_from_slice(codes);
        match packed.men.iter().flat_map(|pair| [pair & 15, pair >> 4]).find(|&code| code > 13) {
            Some(code) => Err(PackedError::NoMan(code)),
            None => Ok((packed, rest)),
        }
    }
}
