//! Rooks and cannons along one rank or file.
//!
//! A line is a small number: bit `i` is set when the point at place `i` of the line (file of a rank, rank
//! of a file) is occupied. Two tables, indexed by the man's place and that number, answer everything.

use crate::types::{Bitboard, Square};

/// What a man on a line reaches, as places of the line: bit `i` is file `i` of a rank, or rank `i` of a file.
///
/// ```
/// use chuhe::attacks::rank_reach;
/// // On file a, with men on files d and g.
/// let reach = rank_reach(0, 0b0_0100_1001);
/// assert_eq!(reach.quiet, 0b0_0000_0110);
/// assert_eq!(reach.rook, 0b0_0000_1000);
/// assert_eq!(reach.cannon, 0b0_0100_0000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LineReach {
    /// Empty points that a rook or cannon can move to.
    pub quiet: u16,
    /// The nearest man on either side: what a rook takes.
    pub rook: u16,
    /// The man behind the nearest one, on either side: what a cannon takes over its screen.
    pub cannon: u16,
    /// Empty points between those two men: from there a cannon bears on the place itself.
    pub behind: u16,
}

const fn reach(place: u32, occupied: u16) -> LineReach {
    let mut result = LineReach { quiet: 0, rook: 0, cannon: 0, behind: 0 };
    let above = (occupied as u32) >> (place + 1) << (place + 1);
    let below = occupied as u32 & ((1 << place) - 1);
    let here = 1u32 << place;
    // Upwards: the lowest man above, then the next one.
    let first = above & above.wrapping_neg();
    let second = (above ^ first) & (above ^ first).wrapping_neg();
    let to_edge = if first == 0 { 1 << 10 } else { first };
    result.quiet |= ((to_edge - 1) & !(here | (here - 1))) as u16;
    if first != 0 {
        let to_second = if second == 0 { 1 << 10 } else { second };
        result.behind |= ((to_second - 1) & !(first | (first - 1))) as u16;
    }
    result.rook |= first as u16;
    result.cannon |= second as u16;
    // Downwards: the highest man below, then the next one.
    let first = if below == 0 { 0 } else { 1 << (31 - below.leading_zeros()) };
    let rest = below ^ first;
    let second = if rest == 0 { 0 } else { 1 << (31 - rest.leading_zeros()) };
    let from_edge = if first == 0 { 1 } else { first << 1 };
    result.quiet |= ((here - 1) & !(from_edge - 1)) as u16;
    if first != 0 {
        let from_second = if second == 0 { 1 } else { second << 1 };
        result.behind |= ((first - 1) & !(from_second - 1)) as u16;
    }
    result.rook |= first as u16;
    result.cannon |= second as u16;
    result
}

const fn reach_table<const LENGTH: usize, const PATTERNS: usize>() -> [[LineReach; PATTERNS]; LENGTH] {
    let mut table = [[LineReach { quiet: 0, rook: 0, cannon: 0, behind: 0 }; PATTERNS]; LENGTH];
    let mut place = 0;
    while place < LENGTH {
        let mut occupied = 0;
        while occupied < PATTERNS {
            let mut entry = reach(place as u32, occupied as u16);
            entry.quiet &= (PATTERNS - 1) as u16;
            entry.behind &= (PATTERNS - 1) as u16;
            table[place][occupied] = entry;
            occupied += 1;
        }
        place += 1;
    }
    table
}

static RANKS: [[LineReach; 512]; 9] = reach_table::<9, 512>();
static FILES: [[LineReach; 1024]; 10] = reach_table::<10, 1024>();

/// Spreads the places of file a over the board.
static FILE_SETS: [Bitboard; 1024] = {
    let mut sets = [Bitboard::EMPTY; 1024];
    let mut places = 0;
    while places < 1024 {
        let mut bits = 0u128;
        let mut rank = 0;
        while rank < 10 {
            bits |= ((places as u128 >> rank) & 1) << (rank * 9);
            rank += 1;
        }
        sets[places] = Bitboard::from_bits(bits);
        places += 1;
    }
    sets
};

/// What a man on `file` reaches along its rank; bits of the arguments and the result are files. Whether the
/// man's own bit is set makes no difference.
///
/// # Panics
/// When `file` is past 8.
#[inline(always)]
pub fn rank_reach(file: u8, occupied: u16) -> LineReach {
    RANKS[file as usize][(occupied & 511) as usize]
}

/// What a man on `rank` reaches along its file; bits of the arguments and the result are ranks. Whether the
/// man's own bit is set makes no difference.
///
/// # Panics
/// When `rank` is past 9.
#[inline(always)]
pub fn file_reach(rank: u8, occupied: u16) -> LineReach {
    FILES[rank as usize][(occupied & 1023) as usize]
}

/// The squares of `rank` at these files.
#[inline(always)]
pub fn rank_set(rank: u8, files: u16) -> Bitboard {
    Bitboard::from_bits((files as u128) << (rank * Square::FILES))
}

/// The squares of `file` at these ranks.
#[inline(always)]
pub fn file_set(file: u8, ranks: u16) -> Bitboard {
    Bitboard::from_bits(FILE_SETS[(ranks & 1023) as usize].bits() << file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks one direction man by man, as the rule book tells it.
    fn walk(place: i32, step: i32, length: i32, occupied: u16, result: &mut LineReach) {
        let mut seen = 0;
        let mut at = place + step;
        while (0..length).contains(&at) {
            let bit = 1 << at;
            if occupied & bit == 0 {
                match seen {
                    0 => result.quiet |= bit,
                    1 => result.behind |= bit,
                    _ => {}
                }
            } else {
                seen += 1;
                match seen {
                    1 => result.rook |= bit,
                    2 => result.cannon |= bit,
                    _ => return,
                }
            }
            at += step;
        }
    }

    #[test]
    fn tables_equal_a_walk_along_the_line() {
        for (length, patterns, reach) in
            [(9, 512, rank_reach as fn(u8, u16) -> LineReach), (10, 1024, file_reach)]
        {
            for place in 0..length {
                for occupied in 0..patterns {
                    let mut expected = LineReach::default();
                    walk(place, 1, length, occupied, &mut expected);
                    walk(place, -1, length, occupied, &mut expected);
                    let found = reach(place as u8, occupied);
                    assert_eq!(
                        (found.quiet, found.rook, found.cannon, found.behind),
                        (expected.quiet, expected.rook, expected.cannon, expected.behind),
                        "place {place} of {length}, occupied {occupied:b}"
                    );
                }
            }
        }
    }
}
