//! The simplified rules of the UCCI engine league: what a side did over a cycle.
//!
//! Only the man that moved is looked at, and only how men move: pins, discovered attacks and what was attacked
//! before play no part. The draft's list of men that may be chased is not at hand; here it is every man but the
//! king and soldiers before the river.

use super::conduct::Conduct;
use super::protection::chaseable;
use super::rewind::{Rewind, Turn, follow};
use crate::board::Position;
use crate::types::{Bitboard, Color, Kind, Move, Square};

/// What each side did over the cycle: perpetual check, or the chase of one man by every move.
pub(super) fn conducts(mut rewind: Rewind) -> [Conduct; 2] {
    let mut checks = [true; 2];
    let mut chased = Color::ALL.map(|color| chaseable(&rewind.before, !color));
    while let Some(mut turn) = rewind.take_back() {
        chased = chased.map(|men| follow(men, turn.mv));
        let side = turn.mover.index();
        checks[side] &= turn.gives_check;
        chased[side] = chases(&mut turn, chased[side]);
    }
    [0, 1].map(|side| match (checks[side], chased[side].is_empty()) {
        (true, _) => Conduct::PerpetualCheck,
        (false, false) => Conduct::PerpetualChase,
        (false, true) => Conduct::Free,
    })
}

/// Those of the men on `victims` that the moved man chases: a horse or cannon a rook, a rook, horse or cannon
/// any unguarded man of another kind. A check chases nothing.
pub(super) fn chases(turn: &mut Turn, victims: Bitboard) -> Bitboard {
    let from = turn.mv.to();
    let Some(piece) = turn.after.piece_on(from) else { return Bitboard::EMPTY };
    let kind = piece.kind();
    if turn.gives_check || !matches!(kind, Kind::Rook | Kind::Knight | Kind::Cannon) {
        return Bitboard::EMPTY;
    }
    let attacked = turn.after.targets(piece, from) & victims & !turn.after.kind(kind);
    let rooks = turn.after.kind(Kind::Rook);
    attacked.into_iter().filter(|&at| rooks.has(at) || is_unguarded(&mut turn.after, from, at)).collect()
}

/// Whether nobody bears on `square` once the man on `from` has taken there, legal or not.
fn is_unguarded(position: &mut Position, from: Square, square: Square) -> bool {
    let Some(capture) = Move::new(from, square) else { return false };
    let undo = position.play(capture);
    let guards = position.attackers(square, position.occupied()) & position.side(position.side_to_move());
    position.undo(capture, undo);
    guards.is_empty()
}
