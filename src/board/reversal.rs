//! Which single move leads from one position to another, found from their keys alone.
//!
//! Positions that differ by one quiet move differ by three random numbers: the man on both squares, and the side to
//! move. Every such sum that a man can make both ways stands in a table with two possible places for each
//! (van Kervinck 2013, "The design and implementation of the Rookie 2.0 chess playing program", on cuckoo hashing).

use std::sync::LazyLock;

use super::zobrist;
use crate::attacks;
use crate::types::{Key, Kind, Piece, Square};

/// Places of the table, a power of two about twice the number of entries.
const PLACES: usize = 1 << 13;

/// The two squares between which a man moves to and fro, for a sum of keys; empty places hold the sum 0.
#[derive(Clone, Copy)]
struct Entry {
    sum: Key,
    squares: [Square; 2],
}

static TABLE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let nowhere = Square::new(0);
    let mut table = vec![Entry { sum: 0, squares: [nowhere; 2] }; PLACES];
    for piece in Piece::ALL {
        for from in Square::all() {
            let targets = Square::all().filter(|&to| from < to && moves_both_ways(piece, from, to));
            for to in targets {
                let sum = zobrist::man(piece, from) ^ zobrist::man(piece, to) ^ zobrist::black_to_move();
                insert(&mut table, Entry { sum, squares: [from, to] });
            }
        }
    }
    table
});

/// The two places where a sum may stand.
fn places(sum: Key) -> [usize; 2] {
    [sum as usize % PLACES, (sum >> 16) as usize % PLACES]
}

/// Puts an entry in one of its places; whoever stood there moves to its own other place, and so on.
fn insert(table: &mut [Entry], mut entry: Entry) {
    let mut place = places(entry.sum)[0];
    // The walk ends: the keys are fixed, and a test finds every entry.
    for _ in 0..PLACES {
        std::mem::swap(&mut table[place], &mut entry);
        if entry.sum == 0 {
            return;
        }
        let [first, second] = places(entry.sum);
        place = if place == first { second } else { first };
    }
}

/// Whether a man can go from one square to the other and back on an empty board.
fn moves_both_ways(piece: Piece, from: Square, to: Square) -> bool {
    let reaches = |from: Square, to: Square| match piece.kind() {
        Kind::King => attacks::king(from).has(to),
        Kind::Advisor => attacks::advisor(from).has(to),
        Kind::Bishop => attacks::bishop(from, 0).has(to),
        Kind::Knight => attacks::knight(from, 0).has(to),
        Kind::Rook | Kind::Cannon => attacks::cross(from).has(to),
        Kind::Pawn => attacks::pawn(piece.color(), from).has(to),
    };
    let stands = |square| attacks::can_stand(piece.color(), piece.kind(), square);
    stands(from) && stands(to) && reaches(from, to) && reaches(to, from)
}

/// The two squares between which one man went, if one quiet move that can be taken back makes the whole difference
/// of two positions; `difference` is the exclusive or of their keys. Which way it went, and whether the way is free
/// on some board, the keys do not say.
#[inline]
pub fn reversible_step(difference: Key) -> Option<[Square; 2]> {
    let table = &*TABLE;
    places(difference)
        .into_iter()
        .map(|place| &table[place])
        .find(|entry| entry.sum == difference)
        .map(|entry| entry.squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_to_and_fro_is_found_and_nothing_else() {
        let mut steps = 0;
        for piece in Piece::ALL {
            for from in Square::all() {
                for to in Square::all() {
                    let sum = zobrist::man(piece, from) ^ zobrist::man(piece, to) ^ zobrist::black_to_move();
                    let found = reversible_step(sum);
                    if from < to && moves_both_ways(piece, from, to) {
                        assert_eq!(found, Some([from, to]), "{piece:?}");
                        steps += 1;
                    } else if from == to || !moves_both_ways(piece, from, to) {
                        assert_eq!(found, None, "{piece:?} {from} {to}");
                    }
                }
            }
        }
        // Rook and cannon 90 * 17 / 2 each, knight (8 * 8 + 9 * 7) * 2, king 12, advisor 4, bishop 8, pawn 5 * 8.
        assert_eq!(steps, 2 * (2 * 765 + 254 + 12 + 4 + 8 + 40));
    }

    #[test]
    fn one_quiet_move_is_recognised_from_keys() {
        let mut position = crate::board::Position::start();
        let before = position.key();
        position.play("h2e2".parse().unwrap());
        let squares = ["e2", "h2"].map(|square| square.parse().unwrap());
        assert_eq!(reversible_step(before ^ position.key()), Some(squares));
        position.play("h9g7".parse().unwrap());
        assert_eq!(reversible_step(before ^ position.key()), None);
    }
}
