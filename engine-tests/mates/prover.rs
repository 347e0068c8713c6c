//! Mates by continuous checks, proven by exhaustion.

use std::collections::HashMap;

use chuhe::board::Position;
use chuhe::movegen::{count_legal, has_legal_move, legal_moves};
use chuhe::types::{Key, Move};

/// Searches all checks of the attacker, the side to move, and all legal answers to them. Shares the rules of the
/// game with the engine, and nothing with its search.
///
/// A position that occurs twice in a line cannot lengthen a proof: every step of it brings the mate nearer. So the
/// rules on repetition have no part in it.
#[derive(Default)]
pub struct Prover {
    /// What is proven of positions with the attacker to move.
    known: HashMap<Key, Bounds>,
}

/// Between which numbers of moves the shortest mate lies.
#[derive(Clone, Copy)]
struct Bounds {
    /// No mate within so many moves.
    refuted: usize,
    /// Mate within so many moves, `usize::MAX` when none is known.
    proven: usize,
}

const NOTHING: Bounds = Bounds { refuted: 0, proven: usize::MAX };

impl Prover {
    /// The moves of the shortest mate, `None` when there is none of `most` moves or less.
    pub fn shortest(&mut self, position: &Position, most: usize) -> Option<usize> {
        (1..=most).find(|&moves| self.mates(&mut position.clone(), moves))
    }

    /// The first moves that mate within `moves` moves, themselves counted.
    pub fn keys(&mut self, position: &Position, moves: usize) -> Vec<Move> {
        let mut position = position.clone();
        checks(&position).filter(|&mv| self.move_mates(&mut position, mv, moves)).collect()
    }

    /// Whether the side to move mates within `moves` moves. The position comes back as it was.
    fn mates(&mut self, position: &mut Position, moves: usize) -> bool {
        let key = position.key();
        let bounds = self.known.get(&key).copied().unwrap_or(NOTHING);
        if bounds.proven <= moves || moves <= bounds.refuted {
            return bounds.proven <= moves;
        }
        let mut tries: Vec<Move> = checks(position).collect();
        if moves > 1 {
            tries.sort_by_cached_key(|&mv| answers(position, mv));
        }
        let found = tries.into_iter().any(|mv| self.move_mates(position, mv, moves));
        let bounds = self.known.entry(key).or_insert(NOTHING);
        if found {
            bounds.proven = moves;
        } else {
            bounds.refuted = moves;
        }
        found
    }

    /// Whether `mv`, a check, mates within `moves` moves, itself counted, whatever the answers.
    fn move_mates(&mut self, position: &mut Position, mv: Move, moves: usize) -> bool {
        let undo = position.play(mv);
        let mated = match moves {
            1 => !has_legal_move(position),
            _ => self.all_answers_lose(position, moves - 1),
        };
        position.undo(mv, undo);
        mated
    }

    /// Whether each answer to a check lets the attacker mate within `moves` moves.
    fn all_answers_lose(&mut self, position: &mut Position, moves: usize) -> bool {
        let answers = legal_moves(position);
        let is_refuted = |key| self.known.get(&key).is_some_and(|bounds: &Bounds| moves <= bounds.refuted);
        if answers.iter().any(|&answer| is_refuted(position.key_after(answer))) {
            return false;
        }
        answers.into_iter().all(|answer| {
            let undo = position.play(answer);
            let mated = self.mates(position, moves);
            position.undo(answer, undo);
            mated
        })
    }
}

/// The legal moves that give check.
fn checks(position: &Position) -> impl Iterator<Item = Move> + use<> {
    let mut moves = legal_moves(position);
    moves.retain(|mv| position.gives_check(*mv));
    moves.into_iter()
}

/// The number of legal answers to a move.
fn answers(position: &mut Position, mv: Move) -> usize {
    let undo = position.play(mv);
    let count = count_legal(position);
    position.undo(mv, undo);
    count
}
