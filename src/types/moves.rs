//! Moves and lists of moves.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::Square;

/// A move from one square to another; whether it is possible only a position can say.
///
/// Text is four characters (`h2e2`); reading also takes capitals and a dash (`H2-E2`, ICCS).
///
/// ```
/// use chuhe::types::Move;
/// let mv: Move = "H2-E2".parse().unwrap();
/// assert_eq!(mv.to_string(), "h2e2");
/// assert_eq!(Move::from_bits(mv.bits()), Some(mv));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

/// Text that is no move, kept for the message.
///
/// ```
/// use chuhe::types::Move;
/// let error = "h2h2".parse::<Move>().unwrap_err();
/// assert_eq!(error.to_string(), "\"h2h2\" is no move, expected two different squares like h2e2 or H2-E2");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no move, expected two different squares like h2e2 or H2-E2")]
pub struct MoveError(pub String);

impl Move {
    /// The move between two different squares, `None` when they are the same.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Option<Move> {
        if from.index() == to.index() {
            return None;
        }
        match NonZeroU16::new((from.index() | to.index() << 7) as u16) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// The square that the man leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new((self.0.get() & 0x7f) as usize)
    }

    /// The square that the man reaches.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> 7) as usize)
    }

    /// The 14-bit code of the move, never 0.
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with this code, `None` when the code is none.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match (Square::from_index((bits & 0x7f) as usize), Square::from_index((bits >> 7) as usize)) {
            (Some(from), Some(to)) => Move::new(from, to),
            _ => None,
        }
    }

    /// The same move across the middle file.
    pub const fn mirrored(self) -> Move {
        match Move::new(self.from().mirrored(), self.to().mirrored()) {
            Some(mv) => mv,
            None => self,
        }
    }

    /// The same move across the river.
    pub const fn rotated(self) -> Move {
        match Move::new(self.from().rotated(), self.to().rotated()) {
            Some(mv) => mv,
            None => self,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let error = || MoveError(text.to_string());
        let (from, to) = match text.len() {
            4 => (text.get(..2), text.get(2..)),
            5 if text.as_bytes()[2] == b'-' => (text.get(..2), text.get(3..)),
            _ => return Err(error()),
        };
        let square = |part: Option<&str>| part.and_then(|part| part.parse().ok());
        square(from).zip(square(to)).and_then(|(from, to)| Move::new(from, to)).ok_or_else(error)
    }
}

/// Room for all moves of any position: 116 is the most that a full set of one side can have.
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::movegen::generate_captures;
/// use chuhe::types::MoveList;
/// let mut moves = MoveList::new();
/// generate_captures(&Position::start(), &mut moves);
/// assert_eq!(moves.len(), 2); // each cannon can take a knight
/// ```
pub type MoveList = ArrayVec<Move, 128>;
