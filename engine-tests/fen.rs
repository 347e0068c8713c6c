//! FEN: the rows of `data/fen-valid.txt` and `data/fen-invalid.txt`, and what users reported.

use std::collections::BTreeSet;

use chuhe::board::{FenError, Position, PositionError};
use chuhe::movegen::{has_legal_move, legal_moves};
use chuhe::types::{Color, Kind, Move, Piece, Square};

/// The rows of a table of `N` columns.
fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let columns: Vec<&str> = line.split(" | ").collect();
        columns.try_into().unwrap_or_else(|columns| panic!("{columns:?} is no row"))
    })
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Names of all errors, [`name`] gives them.
const NAMES: [&str; 13] = [
    "Empty",
    "RankCount",
    "RankWidth",
    "Letter",
    "SideToMove",
    "Counter",
    "Trailing",
    "NoKing",
    "TooMany",
    "Misplaced",
    "PawnsOnFile",
    "KingsFacing",
    "OpponentInCheck",
];

/// The error's name; an error that is new needs a name here and a row in the table.
fn name(error: &FenError) -> &'static str {
    match error {
        FenError::Empty => "Empty",
        FenError::RankCount(_) => "RankCount",
        FenError::RankWidth { .. } => "RankWidth",
        FenError::Letter { .. } => "Letter",
        FenError::SideToMove(_) => "SideToMove",
        FenError::Counter(_) => "Counter",
        FenError::Trailing(_) => "Trailing",
        FenError::Position(PositionError::NoKing(_)) => "NoKing",
        FenError::Position(PositionError::TooMany { .. }) => "TooMany",
        FenError::Position(PositionError::Misplaced { .. }) => "Misplaced",
        FenError::Position(PositionError::PawnsOnFile { .. }) => "PawnsOnFile",
        FenError::Position(PositionError::KingsFacing(_)) => "KingsFacing",
        FenError::Position(PositionError::OpponentInCheck(_)) => "OpponentInCheck",
    }
}

#[test]
fn valid_texts_become_canonical() {
    for [text, canonical] in rows(include_str!("data/fen-valid.txt")) {
        let position = position(text);
        assert_eq!(position.to_string(), canonical, "from {text:?}");
        assert_eq!(canonical.parse(), Ok(position), "from {text:?}");
    }
}

#[test]
fn invalid_texts_are_refused_by_name() {
    let mut met = BTreeSet::new();
    for [text, expected, message] in rows(include_str!("data/fen-invalid.txt")) {
        let error = text.parse::<Position>().expect_err(text);
        assert_eq!(name(&error), expected, "{text:?} gave {error}");
        assert!(error.to_string().contains(message), "{text:?} gave {error}");
        met.insert(expected);
    }
    for name in NAMES {
        assert!(met.contains(name), "the table has no row for {name}");
    }
}

#[test]
fn errors_stay_short_and_on_one_line() {
    let board = "4k4/9/9/9/9/9/9/9/9/3K5";
    let long = "long".repeat(1_000);
    for text in [format!("{board} {long}"), format!("{board} w {long}"), format!("{board} w 0 1 {long}")] {
        let message = text.parse::<Position>().expect_err("no such field").to_string();
        assert!(message.len() < 120, "{message}");
    }
    let message = "4k4/9/9/\u{7}8/9/9/9/9/9/3K5".parse::<Position>().expect_err("no man").to_string();
    assert!(!message.contains(char::is_control), "{message:?}");
}

#[test]
fn any_blanks_separate_fields() {
    let text = "\t3k5/4P4/9/9/9/9/9/9/9/4K4\t \r\nb\n-   -\t3  4\r\n";
    assert_eq!(position(text).to_string(), "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 3 4");
}

#[test]
fn short_start_forms_have_44_moves() {
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    for rest in ["", " w", " w 0 1", " w -- 0 1", " w - - 0 0"] {
        assert_eq!(legal_moves(&position(&format!("{board}{rest}"))).len(), 44);
    }
}

/// The advisor may not take the knight that checks: it would bare the e-file between the kings.
#[test]
fn facing_kings_forbid_the_capture() {
    let mut position = position("3R2b2/4k4/b8/p1P5p/9/4n1C2/1n5rP/6N1B/4A4/2B1KA3 b");
    let mv = |text: &str| text.parse::<Move>().expect("move text");
    assert!(legal_moves(&position).contains(&mv("e4d2")));
    position.play(mv("e4d2"));
    let legal = legal_moves(&position);
    assert!(position.is_pseudo_legal(mv("e1d2")) && !legal.contains(&mv("e1d2")));
    assert!(legal.contains(&mv("d9d2")));
}

#[test]
fn no_move_and_no_check_is_an_end_too() {
    for fen in ["3k5/4P4/9/9/9/9/9/9/9/4K4 b", "4k4/9/9/9/9/9/9/9/4p4/3K5 w"] {
        let position = position(fen);
        assert!(!position.is_in_check() && !has_legal_move(&position), "{fen}");
    }
}

#[test]
fn from_pieces_lets_the_later_man_count() {
    let square = |text: &str| text.parse::<Square>().expect("square text");
    let pieces = [
        (square("e0"), Piece::new(Color::Red, Kind::King)),
        (square("a0"), Piece::new(Color::Red, Kind::Rook)),
        (square("d9"), Piece::new(Color::Black, Kind::King)),
        (square("a0"), Piece::new(Color::Black, Kind::Cannon)),
    ];
    let position = Position::from_pieces(pieces, Color::Red, 3, 8).expect("a position");
    assert_eq!(position.to_string(), "3k5/9/9/9/9/9/9/9/9/c3K4 w - - 3 8");
    assert_eq!(position.recomputed_key(), position.key());
}
