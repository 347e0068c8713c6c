//! What a side can reach by checks alone: mate, or a man.
//!
//! The books set no bound on how far to look. Here the length of a run has one, and a check that leaves many
//! replies forces nothing, so that a ruling takes bounded time. Neither bound depends on the order of moves: the
//! mirror image of a game gets the mirror image of its ruling.

use super::exchange::{Balance, capture_gains};
use super::protection::{captures, is_offer};
use crate::attacks;
use crate::board::Position;
use crate::movegen::{has_legal_move, legal_moves};
use crate::types::{Bitboard, Move, MoveList, Square};

/// The longest run of checks that counts as a mate threat.
const MOST_CHECKS_TO_MATE: u32 = 3;
/// The longest run of checks that counts as a mate right after a capture.
const MOST_CHECKS_IN_ANSWER: u32 = 2;
/// The longest run of checks that counts as a threat to win a man: a check, and one more.
const MOST_CHECKS_TO_WIN: u32 = 2;
/// The most replies to a check that a run can go on after.
const MOST_REPLIES: usize = 4;

/// Whether the side to move can mate by checking on every move, the next one first [Chinese, art. 28.2].
pub(super) fn mates_by_checks(position: &mut Position) -> bool {
    mates_within(position, MOST_CHECKS_TO_MATE)
}

/// Whether the side to move, which has just lost a man, can mate at once in return [Chinese, art. 29.4].
pub(super) fn mates_in_answer(position: &mut Position) -> bool {
    mates_within(position, MOST_CHECKS_IN_ANSWER)
}

fn mates_within(position: &mut Position, most_checks: u32) -> bool {
    (1..=most_checks).any(|checks| mates(position, checks))
}

/// Whether the side to move can win one of the men on `victims`, standing where it stands, by a run of checks
/// that begins with the next move [Chinese, art. 29.1].
pub(super) fn wins_by_checks(position: &mut Position, victims: Bitboard) -> bool {
    (1..=MOST_CHECKS_TO_WIN).any(|checks| wins(position, checks, victims, Balance::default()))
}

/// Whether the side to move mates within `checks` checks.
fn mates(position: &mut Position, checks: u32) -> bool {
    possible_checks(position).into_iter().any(|mv| {
        let undo = position.play(mv);
        let mates = position.is_in_check() && is_mated(position, checks - 1);
        position.undo(mv, undo);
        mates
    })
}

/// Whether every reply to the check on the board, if there is any, runs into mate within `checks` more.
fn is_mated(position: &mut Position, checks: u32) -> bool {
    if checks == 0 {
        return !has_legal_move(position);
    }
    let replies = legal_moves(position);
    replies.len() <= MOST_REPLIES
        && replies.into_iter().all(|mv| {
            let undo = position.play(mv);
            let mates = mates(position, checks);
            position.undo(mv, undo);
            mates
        })
}

/// Whether the side to move wins one of the men on `victims` within `checks` checks. `balance` is what it won and
/// lost so far.
fn wins(position: &mut Position, checks: u32, victims: Bitboard, balance: Balance) -> bool {
    possible_checks(position).into_iter().any(|mv| {
        // An exchange of like men wins none of them, even with check [Asian, art. 19; Chinese, art. 28].
        if is_offer(position, mv) {
            return false;
        }
        let undo = position.play(mv);
        let balance = balance.won(undo.captured(), mv.to());
        let wins = position.is_in_check() && is_won(position, checks - 1, victims, balance);
        position.undo(mv, undo);
        wins
    })
}

/// Whether every reply to the check on the board loses a man, at once or within `checks` more checks.
fn is_won(position: &mut Position, checks: u32, victims: Bitboard, balance: Balance) -> bool {
    let replies = legal_moves(position);
    let may_go_on = checks > 0 && replies.len() <= MOST_REPLIES;
    replies.into_iter().all(|mv| {
        let undo = position.play(mv);
        let balance = balance.lost(undo.captured(), mv.to());
        // A man that answers the check is given up by its own side and not won in its place.
        let victims = victims & !Bitboard::of(mv.from());
        let wins =
            crowns(position, victims, balance) || may_go_on && wins(position, checks, victims, balance);
        position.undo(mv, undo);
        wins
    })
}

/// Whether the side to move wins one of the men on `victims` with the move that the run has gained.
fn crowns(position: &mut Position, victims: Bitboard, balance: Balance) -> bool {
    let takers = position.side(position.side_to_move());
    victims.into_iter().any(|victim| {
        captures(position, victim, takers).into_iter().any(|mv| capture_gains(position, mv, balance))
    })
}

/// The legal moves of the side to move that may give check: those that touch the lines and legs around the
/// enemy king. Not all of them do.
fn possible_checks(position: &Position) -> MoveList {
    let us = position.side_to_move();
    let king = position.king(!us);
    // A man checks along a line, by a horse's jump or as a soldier from next door, and uncovers a check from a
    // line or from a horse's leg, diagonally next to the king.
    let zone = attacks::cross(king) | attacks::knight_around(king) | diagonal_neighbours(king);
    let checks = position.checks();
    let mut moves = MoveList::new();
    for from in position.side(us) {
        let Some(piece) = position.piece_on(from) else { continue };
        let targets = position.targets(piece, from);
        let targets = if zone.has(from) { targets } else { targets & zone };
        for mv in targets.into_iter().filter_map(|to| Move::new(from, to)) {
            if position.is_legal(mv, &checks) {
                moves.push(mv);
            }
        }
    }
    moves
}

fn diagonal_neighbours(square: Square) -> Bitboard {
    [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        .into_iter()
        .filter_map(|(files, ranks)| square.offset(files, ranks))
        .collect()
}
