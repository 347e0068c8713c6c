//! A position with the moves that led to it.

use crate::board::{Position, Undo};
use crate::types::{Key, Move};

/// One half-move of the history.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The move; `None` for a pass (the null move of the search).
    pub(super) mv: Option<Move>,
    /// What taking it back needs; `None` for a pass.
    pub(super) undo: Option<Undo>,
    /// Key of the position before the move.
    pub(super) key: Key,
    /// Whether the side that made the move was in check before it.
    pub(super) was_in_check: bool,
    /// Half-moves before this one that repetitions may reach back over: none across captures and passes.
    pub(super) reversible_plies: usize,
}

/// A position together with its history, to be played forwards and taken back.
///
/// The search walks the tree on a `Game`, so that repetitions are judged with the moves really played.
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::rules::Game;
/// let mut game = Game::new(Position::start());
/// game.play("h2e2".parse().unwrap());
/// game.undo();
/// assert_eq!(game.position(), &Position::start());
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    in_check: bool,
    pub(super) steps: Vec<Step>,
}

impl Game {
    /// A game that begins in `position`.
    pub fn new(position: Position) -> Game {
        Game { in_check: position.is_in_check(), position, steps: Vec::new() }
    }

    /// The position on the board.
    #[inline(always)]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn is_in_check(&self) -> bool {
        self.in_check
    }

    /// Number of half-moves played.
    pub fn ply(&self) -> usize {
        self.steps.len()
    }

    /// The moves played, passes left out.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.steps.iter().filter_map(|step| step.mv)
    }

    /// The last move, `None` at the start and after a pass.
    pub fn last_move(&self) -> Option<Move> {
        self.steps.last()?.mv
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let key = self.position.key();
        let reversible_plies = self.reversible_plies();
        let undo = self.position.play(mv);
        let was_in_check = std::mem::replace(&mut self.in_check, self.position.is_in_check());
        self.steps.push(Step { mv: Some(mv), undo: Some(undo), key, was_in_check, reversible_plies });
    }

    /// Lets the side to move pass; only for the search, and never in check.
    #[inline]
    pub fn pass(&mut self) {
        let key = self.position.key();
        let reversible_plies = self.reversible_plies();
        self.position.pass();
        self.steps.push(Step { mv: None, undo: None, key, was_in_check: false, reversible_plies });
    }

    /// Takes back the last half-move or pass; does nothing at the start.
    #[inline]
    pub fn undo(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        match step.mv.zip(step.undo) {
            Some((mv, undo)) => self.position.undo(mv, undo),
            None => self.position.pass(),
        }
        self.in_check = step.was_in_check;
    }

    /// How many of the last half-moves can be part of a repetition: those since the last capture or pass.
    #[inline(always)]
    pub(super) fn reversible_plies(&self) -> usize {
        match self.steps.last() {
            Some(Step { undo: Some(undo), reversible_plies, .. }) if undo.captured().is_none() => {
                reversible_plies + 1
            }
            _ => 0,
        }
    }
}
