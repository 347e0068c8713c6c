//! The move generator against the reference counts of `data/perft.suite`.

use chuhe::board::Position;
use chuhe::movegen::{divide, perft};

/// One position of the suite.
pub struct Row {
    /// Its name, for messages.
    pub name: String,
    /// The position.
    pub position: Position,
    /// Number of move sequences of 1, 2, 3 … plies.
    pub counts: Vec<u64>,
}

/// Reads the suite; its form is described at the head of the file.
pub fn suite() -> Vec<Row> {
    include_str!("data/perft.suite")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let [name, fen, counts] = line.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("a row has three columns: {line}");
            };
            Row {
                name: name.to_string(),
                position: fen.parse().unwrap_or_else(|error| panic!("{name}: {error}")),
                counts: counts.split(' ').map(|count| count.parse().expect("counts are numbers")).collect(),
            }
        })
        .collect()
}

/// Checks every count of the suite up to `most`.
fn check_suite(most: u64) {
    for row in suite() {
        for (depth, &count) in (1..).zip(row.counts.iter().filter(|&&count| count <= most)) {
            assert_eq!(perft(&row.position, depth), count, "{} at depth {depth}", row.name);
        }
    }
}

#[test]
fn suite_up_to_a_million() {
    check_suite(1_000_000);
}

#[test]
#[ignore = "some seconds; run `cargo test --release -- --ignored perft` after a change in layers 0 to 3"]
fn suite_in_full() {
    check_suite(u64::MAX);
}

#[test]
fn divide_adds_up_to_perft() {
    for row in suite() {
        let divided = divide(&row.position, 3);
        assert_eq!(divided.len() as u64, row.counts[0], "{}", row.name);
        assert_eq!(divided.iter().map(|(_, count)| count).sum::<u64>(), row.counts[2], "{}", row.name);
    }
}

#[test]
fn depth_zero_is_the_position_itself() {
    assert_eq!(perft(&Position::start(), 0), 1);
    assert!(divide(&Position::start(), 0).is_empty());
}
