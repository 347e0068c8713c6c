//! The transposition table: what earlier searches learnt about positions, shared by all threads.
//!
//! Every entry is two relaxed atomics, the packed data and the key mixed with it (Hyatt and Mann 2002): an entry
//! torn by two writers does not fit its key and counts as a miss.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::Bound;
use super::memory::available_megabytes;
use super::prefetch::prefetch;
use crate::types::{Key, Move, Score};

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// Best or refuting move.
    pub mv: Option<Move>,
    /// Score, mates counted from this node.
    pub score: Score,
    /// How the score is to be read; `None` when only the evaluation and the move are known.
    pub bound: Option<Bound>,
    /// Depth that was searched, in plies; 0 for quiescence.
    pub depth: usize,
    /// Static evaluation, `None` in check.
    pub eval: Option<Score>,
}

impl TableEntry {
    /// The score, counted from the root of a node at `ply`, if it decides a search within `alpha` and `beta`.
    pub(super) fn decides(&self, alpha: Score, beta: Score, ply: usize) -> Option<Score> {
        let score = self.score.from_node(ply);
        let fits = match self.bound? {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        fits.then_some(score)
    }

    /// Move 16 bits, score 16, evaluation 16, depth 8, bound 2, generation 6.
    fn pack(self, generation: u8) -> u64 {
        let bound = match self.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        u64::from(self.mv.map_or(0, Move::bits))
            | u64::from(self.score.code() as u16) << 16
            | u64::from(self.eval.map_or(i16::MIN, Score::code) as u16) << 32
            | (self.depth.min(255) as u64) << 48
            | bound << 56
            | u64::from(generation & GENERATION_MASK) << 58
    }

    fn unpack(data: u64) -> TableEntry {
        let eval = (data >> 32) as u16 as i16;
        TableEntry {
            mv: Move::from_bits(data as u16),
            score: Score::from_code((data >> 16) as u16 as i16),
            eval: (eval != i16::MIN).then(|| Score::from_code(eval)),
            depth: packed_depth(data),
            bound: match data >> 56 & 3 {
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                3 => Some(Bound::Exact),
                _ => None,
            },
        }
    }
}

const GENERATION_MASK: u8 = 63;

fn packed_depth(data: u64) -> usize {
    (data >> 48 & 255) as usize
}

fn packed_generation(data: u64) -> u8 {
    (data >> 58) as u8
}

#[derive(Default)]
struct Slot {
    key_and_data: AtomicU64,
    data: AtomicU64,
}

/// Four entries that share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; 4]);

/// A hash table shared by all search threads.
pub struct Table {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

/// The memory for a table of this size cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a hash table of {0} MB")]
pub struct TableMemoryError(pub usize);

impl Table {
    /// The size in MiB that 0 stands for.
    pub const AUTOMATIC_MEGABYTES: usize = 128;

    /// A table of `megabytes` MiB (0 = [`Table::AUTOMATIC_MEGABYTES`]).
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(megabytes: usize) -> Result<Table, TableMemoryError> {
        let megabytes = if megabytes == 0 { Table::AUTOMATIC_MEGABYTES } else { megabytes };
        if available_megabytes().is_some_and(|available| megabytes > available) {
            return Err(TableMemoryError(megabytes));
        }
        let count = megabytes.checked_mul(1 << 20).ok_or(TableMemoryError(megabytes))? / size_of::<Cluster>();
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| TableMemoryError(megabytes))?;
        clusters.resize_with(count, Cluster::default);
        Ok(Table { clusters, generation: AtomicU8::new(0) })
    }

    /// Its size in MiB.
    pub fn megabytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.key_and_data.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Tells the table that a new search begins, so that older entries give way first.
    pub fn new_search(&self) {
        self.generation.store(self.generation.load(Relaxed).wrapping_add(1) & GENERATION_MASK, Relaxed);
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Starts fetching what [`Table::probe`] of this key will read.
    #[inline(always)]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<TableEntry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let intact = slot.key_and_data.load(Relaxed) ^ data == key;
            (intact && data != 0).then(|| TableEntry::unpack(data))
        })
    }

    /// Remembers what a search found; a move known before is kept when the new entry has none, and a bound known
    /// before is not given up for an entry without one.
    #[inline]
    pub fn store(&self, key: Key, mut entry: TableEntry) {
        let generation = self.generation.load(Relaxed);
        let mut target = None;
        let mut least_worth = i32::MAX;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.key_and_data.load(Relaxed) ^ data == key && data != 0 {
                let old = TableEntry::unpack(data);
                if entry.bound.is_none() && old.bound.is_some() {
                    return;
                }
                let fresh = packed_generation(data) == generation;
                if fresh && entry.bound != Some(Bound::Exact) && entry.depth + 3 < old.depth {
                    return;
                }
                entry.mv = entry.mv.or(old.mv);
                target = Some(slot);
                break;
            }
            let age = i32::from(generation.wrapping_sub(packed_generation(data)) & GENERATION_MASK);
            let worth = if data == 0 { i32::MIN } else { packed_depth(data) as i32 - 4 * age };
            if worth < least_worth {
                least_worth = worth;
                target = Some(slot);
            }
        }
        if let Some(slot) = target {
            let data = entry.pack(generation);
            slot.data.store(data, Relaxed);
            slot.key_and_data.store(data ^ key, Relaxed);
        }
    }

    /// Share of the table that this search has filled, in thousandths, from a sample.
    pub fn hashfull_permille(&self) -> usize {
        let generation = self.generation.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let slots = sample.iter().flat_map(|cluster| &cluster.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && packed_generation(data) == generation
        });
        used.count() * 1000 / (sample.len() * 4).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: usize, score: Score) -> TableEntry {
        let mv = "h2e2".parse().ok();
        TableEntry { mv, score, bound: Some(Bound::Exact), depth, eval: Some(Score::cp(-31)) }
    }

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let table = Table::new(1).unwrap();
        for (depth, score) in [(0, Score::DRAW), (9, Score::cp(-1234)), (250, Score::mated_in(3))] {
            let key = 0x1234_5678_9abc_def0 + depth as u64;
            let stored = entry(depth, score);
            table.store(key, stored);
            assert_eq!(table.probe(key), Some(stored));
            assert_eq!(table.probe(key ^ 1), None);
        }
        let in_check =
            TableEntry { eval: None, mv: None, bound: Some(Bound::Upper), ..entry(4, Score::cp(7)) };
        table.store(42, in_check);
        assert_eq!(table.probe(42), Some(in_check));
        table.clear();
        assert_eq!(table.probe(42), None);
    }

    #[test]
    fn a_torn_entry_is_a_miss() {
        let table = Table::new(1).unwrap();
        table.store(99, entry(5, Score::cp(10)));
        for slot in &table.cluster(99).0 {
            slot.data.fetch_xor(1 << 17, Relaxed);
        }
        assert_eq!(table.probe(99), None);
    }

    #[test]
    fn a_known_move_outlives_an_entry_without_one() {
        let table = Table::new(1).unwrap();
        table.store(7, entry(5, Score::cp(10)));
        table.store(7, TableEntry { mv: None, ..entry(6, Score::cp(20)) });
        assert_eq!(table.probe(7).unwrap().mv, "h2e2".parse().ok());
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let table = Table::new(1).unwrap();
        let step = u64::MAX / table.clusters.len() as u64;
        let keys: Vec<u64> = (0..5).map(|i| step / 8 * (i + 1)).collect();
        for (i, &key) in keys[..4].iter().enumerate() {
            table.store(key, entry(10 + i, Score::DRAW));
        }
        table.store(keys[4], entry(1, Score::DRAW));
        assert_eq!(table.probe(keys[0]), None, "the shallowest of the full cluster is replaced");
        assert!(keys[1..].iter().all(|&key| table.probe(key).is_some()));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert_eq!(Table::new(usize::MAX >> 21).err(), Some(TableMemoryError(usize::MAX >> 21)));
    }
}
