//! Generation by stage: captures, quiets, evasions of check.

use crate::attacks;
use crate::board::{Checks, Position};
use crate::types::{Bitboard, Kind, Move, MoveList, Square};

#[inline(always)]
fn push_all(from: Square, targets: Bitboard, moves: &mut MoveList) {
    for to in targets {
        if let Some(mv) = Move::new(from, to) {
            moves.push(mv);
        }
    }
}

/// All moves of the men in `movers` that end in `allowed`.
fn generate_into(position: &Position, movers: Bitboard, allowed: Bitboard, moves: &mut MoveList) {
    for from in movers {
        if let Some(piece) = position.piece_on(from) {
            push_all(from, position.targets(piece, from) & allowed, moves);
        }
    }
}

/// Appends the pseudo-legal captures of the side to move.
pub fn generate_captures(position: &Position, moves: &mut MoveList) {
    let us = position.side_to_move();
    generate_into(position, position.side(us), position.side(!us), moves);
}

/// Appends the pseudo-legal moves of the side to move that take nothing.
pub fn generate_quiets(position: &Position, moves: &mut MoveList) {
    let us = position.side_to_move();
    generate_into(position, position.side(us), !position.occupied(), moves);
}

/// Appends all pseudo-legal moves of the side to move.
pub fn generate_all(position: &Position, moves: &mut MoveList) {
    let us = position.side_to_move();
    generate_into(position, position.side(us), Bitboard::ALL, moves);
}

/// Appends the pseudo-legal moves that may answer the check in `checks`: king moves, captures of the checker,
/// and moves that step into or out of its line. Some of them may still be illegal.
pub fn generate_evasions(position: &Position, checks: &Checks, moves: &mut MoveList) {
    let us = position.side_to_move();
    let king = position.king(us);
    let own = position.side(us);
    generate_into(position, Bitboard::of(king), Bitboard::ALL, moves);
    let Some(checker) = checks.checkers.first() else {
        return generate_into(position, own & !Bitboard::of(king), Bitboard::ALL, moves);
    };
    // Every answer has to stop the first checker, whatever the others want.
    let mut useful = Bitboard::of(checker);
    let mut screen = Bitboard::EMPTY;
    if position.kind(Kind::Knight).has(checker) {
        useful |= Bitboard::of(attacks::knight_leg(checker, king));
    } else {
        let line = attacks::between(king, checker);
        useful |= line;
        if position.kind(Kind::Cannon).has(checker) {
            screen = line & own;
        }
    }
    generate_into(position, own & !Bitboard::of(king) & !screen, useful, moves);
    generate_into(position, screen, Bitboard::ALL, moves);
}

/// All legal moves of the side to move.
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::movegen::legal_moves;
/// assert_eq!(legal_moves(&Position::start()).len(), 44);
/// ```
pub fn legal_moves(position: &Position) -> MoveList {
    let checks = position.checks();
    let mut moves = MoveList::new();
    if checks.any() {
        generate_evasions(position, &checks, &mut moves);
    } else {
        generate_all(position, &mut moves);
    }
    moves.retain(|mv| position.is_legal(*mv, &checks));
    moves
}

/// Whether the side to move has a legal move; without one it has lost, in check or not.
pub fn has_legal_move(position: &Position) -> bool {
    let checks = position.checks();
    if checks.any() {
        return !legal_moves(position).is_empty();
    }
    let us = position.side_to_move();
    position.side(us).into_iter().any(|from| {
        let Some(piece) = position.piece_on(from) else { return false };
        let targets = position.targets(piece, from);
        targets.into_iter().any(|to| Move::new(from, to).is_some_and(|mv| position.is_legal(mv, &checks)))
    })
}
