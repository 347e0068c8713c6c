//! Accumulators that follow the search from move to move.
//!
//! Moves are only noted when they are played. When a value is asked for, each side's accumulator is brought up from
//! the nearest earlier ply that has one, by the men that came and went since. Where the side's own king moved in
//! between, its view has changed with every feature; then the accumulator starts from the last one computed for the
//! same king square, by the men that differ between the two boards.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::features::{View, output_bucket};
use super::weights::Weights;
use crate::board::Position;
use crate::eval::simd::{Block, Kernels};
use crate::types::{Bitboard, Color, Kind, Move, Piece, Square};

/// The accumulators along one line of moves.
///
/// ```
/// use std::sync::Arc;
/// use chuhe::board::Position;
/// use chuhe::eval::network::{Accumulators, Network, Weights};
/// let network = Network::random(64, 1);
/// let mut accumulators = Accumulators::new(Arc::new(Weights::new(&network).unwrap()));
/// let mut position = Position::start();
/// let mv = "h2e2".parse().unwrap();
/// accumulators.push(&position, mv);
/// position.play(mv);
/// assert_eq!(accumulators.evaluate(&position), network.evaluate(&position));
/// ```
pub struct Accumulators {
    weights: Arc<Weights>,
    kernels: &'static Kernels,
    /// The line so far, the root first, with old plies above [`Accumulators::top`].
    plies: Vec<Ply>,
    /// `[plies][2][blocks]`: Red's, then Black's accumulator of each ply.
    values: Vec<Block>,
    /// The present ply.
    top: usize,
    /// By side and king square, see [`king_place`].
    refreshed: Vec<Refreshed>,
}

/// What is known of one ply.
#[derive(Clone, Copy)]
struct Ply {
    /// How it was reached; `None` at the root.
    change: Option<Change>,
    /// Whether the accumulators of either side hold their values.
    is_computed: [bool; 2],
}

const ROOT: Ply = Ply { change: None, is_computed: [false; 2] };

/// The men that a move brings and takes.
#[derive(Clone, Copy)]
struct Change {
    piece: Piece,
    mv: Move,
    captured: Option<Piece>,
}

/// An accumulator with the board for which it was computed.
#[derive(Clone)]
struct Refreshed {
    /// By piece.
    men: [Bitboard; Piece::COUNT],
    values: Vec<Block>,
}

/// King squares of a side.
const KING_PLACES: usize = 9;

/// Place in [`Accumulators::refreshed`] of `side`'s king.
fn king_place(side: Color, king: Square) -> usize {
    let king = king.seen_by(side);
    let (file, rank) = (king.file() as usize, king.rank() as usize);
    side.index() * KING_PLACES + rank * 3 + file.saturating_sub(3)
}

impl Accumulators {
    /// Accumulators for `weights`, at a root.
    pub fn new(weights: Arc<Weights>) -> Accumulators {
        let empty = Refreshed { men: [Bitboard::EMPTY; Piece::COUNT], values: weights.bias().to_vec() };
        Accumulators {
            kernels: Kernels::best(),
            plies: vec![ROOT],
            values: vec![Block::ZERO; 2 * weights.blocks()],
            top: 0,
            refreshed: vec![empty; 2 * KING_PLACES],
            weights,
        }
    }

    /// The weights in use.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.weights
    }

    /// Begins a new line, from any position.
    pub fn reset(&mut self) {
        self.top = 0;
        self.plies[0] = ROOT;
    }

    /// Notes that `mv` is about to be played in `position`. A pass is not noted.
    #[inline]
    pub fn push(&mut self, position: &Position, mv: Move) {
        let change = position.piece_on(mv.from()).map(|piece| Change {
            piece,
            mv,
            captured: position.piece_on(mv.to()),
        });
        self.top += 1;
        let ply = Ply { change, is_computed: [false; 2] };
        match self.plies.get_mut(self.top) {
            Some(old) => *old = ply,
            None => {
                self.plies.push(ply);
                self.values.resize(2 * self.plies.len() * self.weights.blocks(), Block::ZERO);
            }
        }
    }

    /// Notes that the last move noted is taken back.
    ///
    /// # Panics
    /// When there is none.
    #[inline]
    pub fn pop(&mut self) {
        self.top = self.top.checked_sub(1).expect("a move to take back");
    }

    /// The value of `position`, which the moves noted have led to, in centipawns from the side to move; within
    /// [`Score::MAX_EVAL`](crate::types::Score::MAX_EVAL).
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        for side in Color::ALL {
            self.bring_up(position, side);
        }
        let blocks = self.weights.blocks();
        let (red, black) = self.values[2 * self.top * blocks..][..2 * blocks].split_at(blocks);
        let (us, them) = match position.side_to_move() {
            Color::Red => (red, black),
            Color::Black => (black, red),
        };
        self.weights.value(self.kernels, us, them, output_bucket(position))
    }

    /// Computes `side`'s accumulator of the present ply.
    #[inline(always)]
    fn bring_up(&mut self, position: &Position, side: Color) {
        match self.nearest(side) {
            Some(start) => {
                let view = View::of(position, side);
                for ply in start + 1..=self.top {
                    self.advance(ply, side, view);
                }
            }
            None => self.refresh(position, side),
        }
    }

    /// The nearest ply from which `side`'s accumulator can be brought up.
    #[inline(always)]
    fn nearest(&self, side: Color) -> Option<usize> {
        for (ply, Ply { change, is_computed }) in self.plies[..=self.top].iter().enumerate().rev() {
            if is_computed[side.index()] {
                return Some(ply);
            }
            if change.is_none_or(|change| change.piece == Piece::new(side, Kind::King)) {
                return None;
            }
        }
        None
    }

    /// Computes `side`'s accumulator of `ply` from that of the ply before.
    #[inline(always)]
    fn advance(&mut self, ply: usize, side: Color, view: View) {
        let Ply { change, is_computed } = &mut self.plies[ply];
        is_computed[side.index()] = true;
        let Some(Change { piece, mv, captured }) = *change else { return };
        let (weights, blocks) = (&*self.weights, self.weights.blocks());
        let (earlier, later) = self.values.split_at_mut(2 * ply * blocks);
        let source = &earlier[(2 * (ply - 1) + side.index()) * blocks..][..blocks];
        let target = &mut later[side.index() * blocks..][..blocks];
        let come = weights.row(view.feature(piece, mv.to()));
        let gone = weights.row(view.feature(piece, mv.from()));
        match captured {
            None => self.kernels.shift(target, source, come, gone),
            Some(captured) => {
                let taken = weights.row(view.feature(captured, mv.to()));
                self.kernels.capture(target, source, come, [gone, taken]);
            }
        }
    }

    /// Computes `side`'s accumulator of the present ply from the last one with the same king square.
    fn refresh(&mut self, position: &Position, side: Color) {
        let view = View::of(position, side);
        let last = &mut self.refreshed[king_place(side, position.king(side))];
        let mut come: ArrayVec<&[Block], 32> = ArrayVec::new();
        let mut gone: ArrayVec<&[Block], 32> = ArrayVec::new();
        for piece in Piece::ALL {
            let now = position.men(piece.color(), piece.kind());
            let before = std::mem::replace(&mut last.men[piece.index()], now);
            come.extend((now & !before).into_iter().map(|at| self.weights.row(view.feature(piece, at))));
            gone.extend((before & !now).into_iter().map(|at| self.weights.row(view.feature(piece, at))));
        }
        self.kernels.apply(&mut last.values, &come, &gone);
        let blocks = self.weights.blocks();
        self.values[(2 * self.top + side.index()) * blocks..][..blocks].copy_from_slice(&last.values);
        self.plies[self.top].is_computed[side.index()] = true;
    }
}
