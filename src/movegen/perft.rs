//! Perft: the number of move sequences of a given length, the proof of a move generator.

use rayon::prelude::*;

use super::{count_legal, legal_moves};
use crate::board::Position;
use crate::types::Move;

/// Number of legal move sequences of `depth` plies. The last ply is counted, not played (bulk counting).
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::movegen::perft;
/// assert_eq!(perft(&Position::start(), 2), 1_920);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    walk(&mut position.clone(), depth)
}

fn walk(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_legal(position) as u64,
        _ => {
            let mut count = 0;
            for mv in legal_moves(position) {
                let undo = position.play(mv);
                count += walk(position, depth - 1);
                position.undo(mv, undo);
            }
            count
        }
    }
}

/// [`perft`] of each root move, in generation order, spread over rayon's current threads. The sum is the
/// position's perft; `depth` 0 gives no moves.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let count = |mv: Move| {
        let mut after = position.clone();
        after.play(mv);
        // Root moves are few and their trees differ in size: threads that are done help out at the next ply.
        match depth {
            1..4 => (mv, walk(&mut after, depth - 1)),
            _ => (mv, divide(&after, depth - 1).iter().map(|(_, count)| count).sum()),
        }
    };
    legal_moves(position).par_iter().with_max_len(1).map(|&mv| count(mv)).collect()
}
