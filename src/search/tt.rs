//! The shared hash table (stub).

use super::Bound;
use crate::types::{Key, Move, Score};

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// Best or refuting move.
    pub mv: Option<Move>,
    /// Score, mates counted from this node.
    pub score: Score,
    /// How the score is to be read.
    pub bound: Bound,
    /// Depth that was searched, in plies.
    pub depth: usize,
}

/// A hash table shared by all search threads.
pub struct Table {
    megabytes: usize,
}

impl Table {
    /// A table of about `megabytes` MiB (0 = automatic); smaller when memory cannot be had.
    pub fn new(megabytes: usize) -> Table {
        Table { megabytes }
    }

    /// As [`Table::new`], but `None` when the memory for the full size cannot be had.
    pub fn try_new(megabytes: usize) -> Option<Table> {
        Vec::<u8>::new().try_reserve_exact(megabytes.checked_mul(1 << 20)?).ok()?;
        Some(Table { megabytes })
    }

    /// Its size in MiB.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Forgets everything.
    pub fn clear(&self) {}

    /// What is known about the position with this key.
    pub fn probe(&self, _key: Key) -> Option<TableEntry> {
        None
    }
}
