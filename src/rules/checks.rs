//! What a side can reach by checks alone: mate, or a man.
//!
//! The books set no bound on how far to look. Here the length of a run has a bound, and so has the number of
//! positions that one look ahead visits, so that a ruling takes bounded time.

use super::exchange::{Balance, capture_gains};
use super::protection::{captures, is_offer};
use crate::attacks;
use crate::board::Position;
use crate::movegen::legal_moves;
use crate::types::{Bitboard, Move, MoveList, Square};

/// The longest run of checks that counts as a mate threat.
const MOST_CHECKS_TO_MATE: u32 = 4;
/// The longest run of checks that counts as a mate right after a capture.
const MOST_CHECKS_IN_ANSWER: u32 = 2;
/// The longest run of checks that counts as a threat to win a man: a check, and one more.
const MOST_CHECKS_TO_WIN: u32 = 2;
/// The most positions that one look ahead visits.
const MOST_NODES: u32 = 100;

/// Whether the side to move can mate by checking on every move, the next one first [Chinese, art. 28.2].
pub(super) fn mates_by_checks(position: &mut Position) -> bool {
    mates_within(position, MOST_CHECKS_TO_MATE)
}

/// Whether the side to move, which has just lost a man, can mate at once in return [Chinese, art. 29.4].
pub(super) fn mates_in_answer(position: &mut Position) -> bool {
    mates_within(position, MOST_CHECKS_IN_ANSWER)
}

fn mates_within(position: &mut Position, most_checks: u32) -> bool {
    let mut run = Run { nodes_left: MOST_NODES, victims: Bitboard::EMPTY };
    (1..=most_checks).any(|checks| run.mates(position, checks))
}

/// Whether the side to move can win one of the men on `victims`, standing where it stands, by a run of checks
/// that begins with the next move [Chinese, art. 29.1].
pub(super) fn wins_by_checks(position: &mut Position, victims: Bitboard) -> bool {
    let mut run = Run { nodes_left: MOST_NODES, victims };
    (1..=MOST_CHECKS_TO_WIN).any(|checks| run.wins(position, checks, Balance::default()))
}

/// A look ahead through checks and the replies to them.
struct Run {
    /// Positions that may still be visited.
    nodes_left: u32,
    /// Where the men stand that are to be won.
    victims: Bitboard,
}

impl Run {
    /// Whether the side to move mates within `checks` checks.
    fn mates(&mut self, position: &mut Position, checks: u32) -> bool {
        for mv in possible_checks(position) {
            let undo = position.play(mv);
            let mates = position.is_in_check() && self.is_mated(position, checks - 1);
            position.undo(mv, undo);
            if mates {
                return true;
            }
        }
        false
    }

    /// Whether every reply to the check on the board, if there is any, runs into mate within `checks` more.
    fn is_mated(&mut self, position: &mut Position, checks: u32) -> bool {
        let Some(replies) = self.replies(position) else { return false };
        replies.is_empty()
            || checks > 0
                && replies.into_iter().all(|mv| {
                    let undo = position.play(mv);
                    let mates = self.mates(position, checks);
                    position.undo(mv, undo);
                    mates
                })
    }

    /// Whether the side to move wins a man within `checks` checks. `balance` is what it won and lost so far.
    fn wins(&mut self, position: &mut Position, checks: u32, balance: Balance) -> bool {
        for mv in possible_checks(position) {
            // An exchange of like men wins none of them, even with check [Asian, art. 19; Chinese, art. 28].
            if is_offer(position, mv) {
                continue;
            }
            let undo = position.play(mv);
            let balance = balance.won(undo.captured(), mv.to());
            let wins = position.is_in_check() && self.is_won(position, checks - 1, balance);
            position.undo(mv, undo);
            if wins {
                return true;
            }
        }
        false
    }

    /// Whether every reply to the check on the board loses a man, at once or within `checks` more checks.
    fn is_won(&mut self, position: &mut Position, checks: u32, balance: Balance) -> bool {
        let Some(replies) = self.replies(position) else { return false };
        replies.into_iter().all(|mv| {
            let undo = position.play(mv);
            let balance = balance.lost(undo.captured(), mv.to());
            // A man that answers the check is given up by its own side and not won in its place.
            let wanted = self.victims;
            self.victims &= !Bitboard::of(mv.from());
            let wins = self.crowns(position, balance) || checks > 0 && self.wins(position, checks, balance);
            self.victims = wanted;
            position.undo(mv, undo);
            wins
        })
    }

    /// Whether the side to move wins one of the wanted men with the move that the run has gained.
    fn crowns(&self, position: &mut Position, balance: Balance) -> bool {
        let takers = position.side(position.side_to_move());
        self.victims.into_iter().any(|victim| {
            captures(position, victim, takers).into_iter().any(|mv| capture_gains(position, mv, balance))
        })
    }

    /// The legal moves of the side in check, `None` when the look ahead has come to its end.
    fn replies(&mut self, position: &Position) -> Option<MoveList> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        Some(legal_moves(position))
    }
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
