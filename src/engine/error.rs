//! What the engine cannot do, and why.

use std::fmt;

use crate::board::Position;
use crate::eval::network::NetworkFileError;
use crate::types::{Color, Kind, Move};

/// A request that the engine refuses; it goes on as before, except where the variant says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// No position has been set up, or the last one was refused.
    #[error("there is no position to search, expected a valid position first")]
    NoPosition,
    /// A move of a list is not legal where it stands. The engine then holds no position.
    #[error("move {ply} of the list, {mv}, is not legal: {fault}")]
    IllegalMove {
        /// Place in the list, 1 for the first move.
        ply: usize,
        /// The move.
        mv: Move,
        /// What is wrong with it.
        fault: MoveFault,
    },
    /// The memory for a hash table of this size cannot be had; the old table stays.
    #[error("no memory for a hash table of {asked} MiB, the one of {kept} MiB stays in use")]
    HashMemory {
        /// Size asked for, in MiB.
        asked: usize,
        /// Size of the table that stays, in MiB.
        kept: usize,
    },
    /// The file of the evaluation cannot be used; the evaluation stays as it was.
    #[error("evaluation file {file} is not used and the evaluation stays as it was: {reason}")]
    EvaluationFile {
        /// The file asked for.
        file: String,
        /// What is wrong with it.
        reason: NetworkFileError,
    },
}

/// Why a move is not legal in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveFault {
    /// Nothing stands on the square that it leaves.
    EmptySquare,
    /// The man on the square that it leaves belongs to the side that is not to move.
    NotToMove(Color),
    /// The man does not move that way here.
    OutOfReach(Kind),
    /// The own king could be taken: it stays or steps into check, or the kings face each other.
    KingInDanger,
}

impl MoveFault {
    /// What is wrong with `mv` in `position`, `None` when it is legal.
    pub fn find(position: &Position, mv: Move) -> Option<MoveFault> {
        let Some(piece) = position.piece_on(mv.from()) else { return Some(MoveFault::EmptySquare) };
        if piece.color() != position.side_to_move() {
            Some(MoveFault::NotToMove(piece.color()))
        } else if !position.is_pseudo_legal(mv) {
            Some(MoveFault::OutOfReach(piece.kind()))
        } else if !position.is_legal(mv, &position.checks()) {
            Some(MoveFault::KingInDanger)
        } else {
            None
        }
    }
}

impl fmt::Display for MoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveFault::EmptySquare => write!(f, "there is no man on the square that it leaves"),
            MoveFault::NotToMove(color) => write!(f, "it moves a man of {color:?}, who is not to move"),
            MoveFault::OutOfReach(kind) => write!(f, "the {kind:?} cannot go there"),
            MoveFault::KingInDanger => write!(f, "the own King could then be taken"),
        }
    }
}
