//! Forced mates by continuous checks: each row of `data/mates.tsv` is proven, and the search is asked to find them.

mod prover;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use chuhe::board::Position;
use chuhe::movegen::legal_moves;
use chuhe::rules::Game;
use chuhe::search::{Limits, Outcome, Settings, Solo, Table, Task};
use chuhe::types::Move;

use crate::samples;
use prover::Prover;

/// Nodes that the search may visit for one row.
const NODES: u64 = 200_000;
/// Rows that the search has to solve, whichever evaluation is built in.
const SOLVED_MIN: usize = 66;

/// One row of the table.
struct Row {
    id: &'static str,
    position: Position,
    /// Length of the shortest mate by continuous checks, in moves of the side to move.
    moves: usize,
    /// The only first move of such a mate.
    key: Move,
}

/// Reads the table; its form is described at the head of the file.
fn rows() -> Vec<Row> {
    include_str!("data/mates.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| {
            let [id, fen, moves, key, _] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("a row has five columns: {line}");
            };
            Row {
                id,
                position: fen.parse().unwrap_or_else(|error| panic!("{id}: {error}")),
                moves: moves.parse().expect("a number of moves"),
                key: key.parse().unwrap_or_else(|error| panic!("{id}: {error}")),
            }
        })
        .collect()
}

/// Whether the side to move mates by checks within `moves` moves: the definition, without table or order.
fn mates_by_definition(position: &Position, moves: usize) -> bool {
    moves > 0
        && legal_moves(position).into_iter().any(|check| {
            let mut checked = position.clone();
            checked.play(check);
            checked.is_in_check()
                && legal_moves(&checked).into_iter().all(|answer| {
                    let mut answered = checked.clone();
                    answered.play(answer);
                    mates_by_definition(&answered, moves - 1)
                })
        })
}

/// The search of a row for several lines: one thread, an empty table of 16 MB, so many nodes for each line; ends early
/// with the mate of the row or a shorter one.
fn search(row: &Row, lines: usize) -> Outcome {
    let game = Game::new(row.position.clone());
    let limits = Limits { nodes: Some(NODES * lines as u64), mate: Some(row.moves), ..Limits::none() };
    let table = Arc::new(Table::new(16).unwrap());
    let settings = Settings { multi_pv: lines, ..Settings::default() };
    Solo::new().search(Task { game, limits, settings, table })
}

fn is_solved(row: &Row, lines: usize) -> bool {
    let Outcome { best, score, .. } = search(row, lines);
    best == Some(row.key) && score.is_win()
}

/// Does what needs the stack of a search.
fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(Solo::STACK_BYTES);
        thread.spawn_scoped(scope, work).unwrap().join().unwrap()
    })
}

#[test]
fn the_table_holds_mates_of_every_length() {
    let rows = rows();
    assert!(rows.len() >= 60, "{} rows", rows.len());
    for moves in 3..=12 {
        let count = rows.iter().filter(|row| row.moves == moves).count();
        assert!(count >= 2, "{count} mates in {moves}");
    }
    // A position, its mirror image and the same with colours changed are one.
    let faces = |row: &Row| {
        let (position, swapped) = (row.position.clone(), row.position.color_swapped());
        [position.mirrored(), swapped.mirrored(), position, swapped].map(|face| face.key())
    };
    let positions: HashSet<_> = rows.iter().map(|row| faces(row).into_iter().min()).collect();
    let ids: HashSet<&str> = rows.iter().map(|row| row.id).collect();
    assert_eq!((positions.len(), ids.len()), (rows.len(), rows.len()));
}

#[test]
fn every_mate_is_forced_and_has_one_key() {
    for Row { id, position, moves, key } in rows() {
        let mut prover = Prover::default();
        assert_eq!(prover.shortest(&position, moves), Some(moves), "{id}");
        assert_eq!(prover.keys(&position, moves), [key], "{id}");
    }
}

#[test]
fn the_prover_obeys_the_definition() {
    // The ends of the table's mates hold many short ones, random positions few.
    let ends = rows().into_iter().map(|row| row.position).collect::<Vec<_>>();
    let mut positions = samples::playouts(&ends, 1, 4, 4 * ends.len());
    positions.extend(samples::scatter(2, 300));
    let mut found = 0;
    for position in positions {
        for moves in 1..=2 {
            let is_mate = mates_by_definition(&position, moves);
            let shortest = Prover::default().shortest(&position, moves);
            assert_eq!(shortest.is_some(), is_mate, "{position} in {moves}");
            found += usize::from(is_mate);
        }
    }
    assert!(found >= 20, "only {found} mates: too few to tell");
}

#[test]
fn the_search_finds_the_keys() {
    let mut by_length: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    with_deep_stack(|| {
        for row in rows() {
            let (solved, all) = by_length.entry(row.moves).or_default();
            *all += 1;
            *solved += usize::from(is_solved(&row, 1));
        }
    });
    let (solved, all) = by_length.values().fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
    println!("mates solved with {NODES} nodes: {solved} of {all}; by length (solved, all): {by_length:?}");
    assert!(solved >= SOLVED_MIN, "{solved} of {all}, expected at least {SOLVED_MIN}; {by_length:?}");
}

/// Who looks for several lines loses nothing of the first but time.
#[test]
fn the_first_of_several_lines_is_as_good_as_a_single_one() {
    let [alone, among_three] = [1, 3].map(|lines| {
        with_deep_stack(|| rows().iter().step_by(4).filter(|row| is_solved(row, lines)).count())
    });
    assert!(
        among_three + 2 >= alone && alone > 10,
        "{among_three} solved with three lines, {alone} with one"
    );
}
