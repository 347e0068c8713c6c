//! Laws of the files: what is written comes back, what is damaged is told, what is torn is kept as far as it goes.

use std::fs;

use proptest::prelude::*;

use super::*;
use crate::board::Position;
use crate::movegen::legal_moves;
use crate::types::{Color, Rng};

/// A game of random moves with random scores.
fn random_game(seed: u64) -> TrainingGame {
    let mut rng = Rng::new(seed);
    let mut replay = Position::start();
    let mut steps = Vec::new();
    for _ in 0..rng.below(80) {
        let moves = legal_moves(&replay);
        let Some(&mv) = moves.get(rng.below(moves.len() as u64) as usize) else { break };
        steps.push(Step { mv, score: rng.next() as i16 });
        replay.play(mv);
    }
    TrainingGame {
        number: seed as u32,
        position: Position::start(),
        start: Start::Opening,
        winner: [None, Some(Color::Red), Some(Color::Black)][rng.below(3) as usize],
        end: End::Repetition,
        foregone: [None, Some(None), Some(Some(Color::Black))][rng.below(3) as usize],
        steps,
    }
}

fn write(path: &std::path::Path, seeds: impl IntoIterator<Item = u64>) {
    let mut writer = Writer::append(path, |_| {}).unwrap();
    writer.write(&Block::Record("seed = 1".to_string())).unwrap();
    for seed in seeds {
        writer.write(&Block::Game(random_game(seed))).unwrap();
    }
}

fn numbers(path: &std::path::Path) -> Vec<u32> {
    Reader::open(path).unwrap().games().map(|game| game.unwrap().number).collect()
}

proptest! {
    #[test]
    fn a_game_comes_back_from_its_bytes(seed: u64) {
        let game = random_game(seed);
        let bytes = game.to_bytes();
        prop_assert_eq!(bytes.len(), 8 + 12 + 16 + 4 * game.steps.len());
        prop_assert_eq!(TrainingGame::from_bytes(&bytes), Ok(game));
    }

    #[test]
    fn every_position_of_a_game_comes_back_packed(seed: u64) {
        for (position, _) in random_game(seed).replay() {
            let packed = PackedPosition::of(&position);
            let mut bytes = Vec::new();
            packed.write(&mut bytes);
            prop_assert_eq!(PackedPosition::read(&bytes), Ok((packed, &[][..])));
            let back = packed.unpack().unwrap();
            prop_assert_eq!(back.key(), position.key());
        }
    }

    #[test]
    fn bytes_that_are_no_game_are_refused_without_panic(bytes: Vec<u8>, seed: u64, flip: (usize, u8)) {
        let _ = TrainingGame::from_bytes(&bytes);
        let mut damaged = random_game(seed).to_bytes();
        let at = flip.0 % damaged.len();
        damaged[at] ^= flip.1;
        let _ = TrainingGame::from_bytes(&damaged);
    }
}

/// A run may be killed at any byte: what was complete is read, the rest is cut off and written over.
#[test]
fn a_torn_file_keeps_its_whole_games_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    write(&path, 0..3);
    let whole = fs::read(&path).unwrap();
    let last_game = 9 + random_game(2).to_bytes().len();
    for cut in 1..last_game {
        fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        let mut reader = Reader::open(&path).unwrap();
        assert_eq!(reader.by_ref().filter(|block| matches!(block, Ok(Block::Game(_)))).count(), 2);
        assert!(reader.is_torn());
    }
    write(&path, [7]);
    assert_eq!(numbers(&path), [0, 1, 7]);
}

#[test]
fn damage_in_the_middle_is_an_error_that_names_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    write(&path, 0..3);
    let mut bytes = fs::read(&path).unwrap();
    let offset = 12 + 9 + "seed = 1".len();
    bytes[offset + 30] ^= 1;
    fs::write(&path, bytes).unwrap();
    let error = Reader::open(&path).unwrap().find_map(Result::err).unwrap();
    assert!(
        error.to_string().contains(&format!("the block at byte {offset} is damaged: checksum")),
        "{error}"
    );
}

#[test]
fn foreign_files_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    fs::write(&path, "my notes").unwrap();
    let error = Writer::append(&path, |_| {}).err().unwrap();
    assert!(
        error.to_string().ends_with("begins with \"my notes\", expected CHUHEGAM, the head of training data")
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "my notes");
    fs::write(&path, b"CHUHEGAM\x09\0\0\0").unwrap();
    let error = Reader::open(&path).err().unwrap();
    assert!(error.to_string().ends_with("training data of version 9, expected 1"), "{error}");
}

#[test]
fn two_programs_cannot_write_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let _first = Writer::append(&path, |_| {}).unwrap();
    assert!(matches!(Writer::append(&path, |_| {}), Err(DataError::Locked { .. })));
}

/// However small the memory, every game is there once, and the same seed gives the same order.
#[test]
fn merging_and_shuffling_keep_each_game_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    write(&path("a"), 1..60);
    write(&path("b"), 40..80);
    let inputs = [path("a"), path("b")];
    let merged = concatenate(&inputs, &path("merged")).unwrap();
    assert_eq!(merged, Merged { games: 79, duplicates: 20 });
    assert_eq!(numbers(&path("merged")), (1..80).collect::<Vec<_>>());
    for memory in [1 << 12, 1 << 30] {
        let (first, again) = (path(&format!("first{memory}")), path(&format!("again{memory}")));
        assert_eq!(shuffle(&inputs, &first, 5, memory).unwrap(), merged);
        shuffle(&inputs, &again, 5, memory).unwrap();
        assert_eq!(fs::read(&first).unwrap(), fs::read(&again).unwrap());
        let mut order = numbers(&first);
        assert!(!order.is_sorted());
        order.sort();
        assert_eq!(order, (1..80).collect::<Vec<_>>());
    }
    assert!(concatenate(&inputs, &path("merged")).is_err(), "an existing file is not written over");
}
