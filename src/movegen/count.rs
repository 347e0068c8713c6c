//! Counting legal moves without listing them: what makes perft fast at its last ply.

use super::legal_moves;
use crate::attacks;
use crate::board::{Checks, Position};
use crate::types::{Bitboard, Color, Kind, Move};

/// Number of legal moves of the side to move; equal to the length of [`legal_moves`].
pub fn count_legal(position: &Position) -> usize {
    let checks = position.checks();
    if checks.any() || !checks.screens.is_empty() {
        return legal_moves(position).len();
    }
    let us = position.side_to_move();
    let king = position.king(us);
    let bound = checks.pinned | Bitboard::of(king);
    count_free(position, us, position.side(us) & !bound) + count_bound(position, &checks, bound)
}

/// Moves of men that can go wherever their kind goes.
#[inline(always)]
fn count_free(position: &Position, us: Color, free: Bitboard) -> usize {
    let empty_or_enemy = !position.side(us);
    let places = |(files, ranks): (u16, u16)| files.count_ones() + ranks.count_ones();
    let mut count = 0;
    for rook in free & position.kind(Kind::Rook) {
        count += places(position.rook_lines(us, rook));
    }
    for cannon in free & position.kind(Kind::Cannon) {
        count += places(position.cannon_lines(us, cannon));
    }
    for knight in free & position.kind(Kind::Knight) {
        count += (attacks::knight(knight, position.legs(knight)) & empty_or_enemy).len();
    }
    for bishop in free & position.kind(Kind::Bishop) {
        count += (attacks::bishop(bishop, position.eyes(bishop)) & empty_or_enemy).len();
    }
    for advisor in free & position.kind(Kind::Advisor) {
        count += (attacks::advisor(advisor) & empty_or_enemy).len();
    }
    for steps in attacks::pawn_steps(us, free & position.kind(Kind::Pawn)) {
        count += (steps & empty_or_enemy).len();
    }
    count as usize
}

/// Moves of the king and of pinned men, one by one.
#[inline(always)]
fn count_bound(position: &Position, checks: &Checks, bound: Bitboard) -> usize {
    let mut count = 0;
    for from in bound {
        let Some(piece) = position.piece_on(from) else { continue };
        for to in position.targets(piece, from) {
            count += Move::new(from, to).is_some_and(|mv| position.is_legal(mv, checks)) as usize;
        }
    }
    count
}
