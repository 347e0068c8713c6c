//! The moves of a cycle, looked at one by one from the last to the first.

use super::game::Step;
use super::{Cycle, Game};
use crate::board::Position;
use crate::types::{Bitboard, Color, Move};

/// One move of a cycle, with what the mover could do before it and could do after it, were it its turn again.
pub(super) struct Turn {
    /// The move.
    pub(super) mv: Move,
    /// Who made it.
    pub(super) mover: Color,
    /// Whether it gave check.
    pub(super) gives_check: bool,
    /// The position after the move, the mover to move again; without meaning after a check.
    pub(super) after: Position,
}

/// Takes back the moves of a cycle one by one.
///
/// No man is captured inside a cycle, so a man is followed by moving its square along ([`follow`]), and the men
/// of the side that does not move stand on the same squares before and after a move.
pub(super) struct Rewind<'a> {
    /// The position before the [`Turn`] that was taken back last.
    pub(super) before: Position,
    steps: &'a [Step],
    gives_check: bool,
}

impl<'a> Rewind<'a> {
    /// Begins at the end of `cycle`, with the present position of `game`.
    pub(super) fn new(game: &'a Game, cycle: Cycle) -> Rewind<'a> {
        let from = game.steps.len().saturating_sub(cycle.length);
        Rewind {
            before: game.position().clone(),
            steps: &game.steps[from..],
            gives_check: game.is_in_check(),
        }
    }

    /// Takes back the next move, `None` at the beginning of the cycle.
    #[inline]
    pub(super) fn take_back(&mut self) -> Option<Turn> {
        let (step, rest) = self.steps.split_last()?;
        let (mv, undo) = step.mv.zip(step.undo)?;
        let mut after = self.before.clone();
        after.pass();
        self.before.undo(mv, undo);
        self.steps = rest;
        let gives_check = std::mem::replace(&mut self.gives_check, step.was_in_check);
        Some(Turn { mv, mover: self.before.side_to_move(), gives_check, after })
    }
}

/// The squares of the same men before `mv` was made.
#[inline]
pub(super) fn follow(men: Bitboard, mv: Move) -> Bitboard {
    if men.has(mv.to()) { (men & !Bitboard::of(mv.to())) | Bitboard::of(mv.from()) } else { men }
}
