//! The principal variation of every ply of the line being searched.

use crate::types::{Move, Score};

/// One line for each ply; the line of ply 0 is the root's.
pub struct PvTable {
    lines: Vec<Vec<Move>>,
}

impl PvTable {
    /// Empty lines for every ply that a search can reach.
    pub fn new() -> PvTable {
        PvTable { lines: (0..Score::MAX_PLY + 2).map(|_| Vec::with_capacity(32)).collect() }
    }

    /// Forgets the line of this ply.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// `mv` followed by the line of the next ply becomes the line of this one.
    pub fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    /// The line of this ply.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}
