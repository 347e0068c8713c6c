//! The moves of a cycle, looked at one by one from the last to the first.

use super::game::Step;
use super::{Cycle, Game};
use crate::board::Position;
use crate::types::{Bitboard, Color, Move};

/// One move of a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    /// The move.
    pub(super) mv: Move,
    /// Who made it.
    pub(super) mover: Color,
    /// Whether it gave check.
    pub(super) gives_check: bool,
}

/// A copy of the position that is taken back move by move through a cycle.
///
/// No man is captured inside a cycle, so a man is followed by moving its square along: [`follow`].
pub(super) struct Rewind<'a> {
    /// The position after [`Rewind::last`].
    pub(super) position: Position,
    steps: &'a [Step],
    gives_check: bool,
}

impl<'a> Rewind<'a> {
    pub(super) fn new(game: &'a Game, cycle: Cycle) -> Rewind<'a> {
        let from = game.steps.len().saturating_sub(cycle.length);
        Rewind {
            position: game.position().clone(),
            steps: &game.steps[from..],
            gives_check: game.is_in_check(),
        }
    }

    /// The move that led to the present position, `None` at the beginning of the cycle.
    #[inline]
    pub(super) fn last(&self) -> Option<Played> {
        let mv = self.steps.last()?.mv?;
        Some(Played { mv, mover: !self.position.side_to_move(), gives_check: self.gives_check })
    }

    /// Takes back the last move.
    #[inline]
    pub(super) fn undo(&mut self) {
        if let Some((step, rest)) = self.steps.split_last() {
            if let (Some(mv), Some(undo)) = (step.mv, step.undo) {
                self.position.undo(mv, undo);
            }
            self.gives_check = step.was_in_check;
            self.steps = rest;
        }
    }
}

/// The squares of the same men before `mv` was made.
#[inline]
pub(super) fn follow(men: Bitboard, mv: Move) -> Bitboard {
    if men.has(mv.to()) { (men & !Bitboard::of(mv.to())) | Bitboard::of(mv.from()) } else { men }
}
