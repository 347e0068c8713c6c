//! Making and taking back moves.

use super::{Position, zobrist};
use crate::types::{Color, Key, Move, Piece};

/// What a move destroys and [`Position::undo`] needs back.
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::types::Piece;
/// let mut position = Position::start();
/// let mv = "h2h9".parse().unwrap();
/// let undo = position.play(mv);
/// assert_eq!(undo.captured(), Some(Piece::BlackKnight));
/// position.undo(mv, undo);
/// assert_eq!(position, Position::start());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Option<Piece>,
    key: Key,
    quiet_plies: u16,
}

impl Undo {
    /// The man that the move took.
    pub fn captured(&self) -> Option<Piece> {
        self.captured
    }
}

impl Position {
    /// Makes a move; the position must have a man of the side to move on its first square.
    ///
    /// Legality is the caller's business ([`Position::is_legal`]).
    ///
    /// # Panics
    /// When the first square is empty.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_on(from).expect("a man stands where the move starts");
        let captured = self.piece_on(to);
        let undo = Undo { captured, key: self.key, quiet_plies: self.quiet_plies };
        if let Some(captured) = captured {
            self.lift(captured, to);
        }
        self.lift(piece, from);
        self.put(piece, to);
        self.quiet_plies = if captured.is_some() { 0 } else { self.quiet_plies.saturating_add(1) };
        self.ply_number = self.ply_number.wrapping_add(1);
        self.pass();
        undo
    }

    /// Takes back `mv`, the last move made, which returned `undo`.
    ///
    /// # Panics
    /// When no man stands on the move's second square.
    #[inline]
    pub fn undo(&mut self, mv: Move, undo: Undo) {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_on(to).expect("a man stands where the move ended");
        self.lift(piece, to);
        self.put(piece, from);
        if let Some(captured) = undo.captured {
            self.put(captured, to);
        }
        self.side = !self.side;
        self.ply_number = self.ply_number.wrapping_sub(1);
        self.key = undo.key;
        self.quiet_plies = undo.quiet_plies;
    }

    /// Lets the side to move pass (the null move of the search). Passing twice restores the position, counters
    /// included, so a pass is taken back by another one.
    #[inline]
    pub fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= zobrist::black_to_move();
    }

    /// The key after `mv`, without making it: lets the hash table be fetched early.
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key ^ zobrist::black_to_move();
        if let Some(piece) = self.piece_on(from) {
            key ^= zobrist::man(piece, from) ^ zobrist::man(piece, to);
        }
        if let Some(captured) = self.piece_on(to) {
            key ^= zobrist::man(captured, to);
        }
        key
    }

    /// The key computed anew from men and side; equal to [`Position::key`] at all times.
    pub fn recomputed_key(&self) -> Key {
        let side = if self.side == Color::Black { zobrist::black_to_move() } else { 0 };
        self.pieces().fold(side, |key, (square, piece)| key ^ zobrist::man(piece, square))
    }
}
