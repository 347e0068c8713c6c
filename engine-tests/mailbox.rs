//! A mailbox move generator: a board of ninety letters and the rules of the game, as slow and plain as they
//! read. It shares nothing with the engine but the FEN that it starts from, so that an error would have to be
//! made twice to stay unseen.

use std::collections::BTreeSet;

use chuhe::board::Position;
use chuhe::movegen::{
    count_legal, generate_all, generate_captures, generate_evasions, generate_quiets, has_legal_move,
    legal_moves,
};
use chuhe::types::{Bitboard, Color, Move, MoveList, Square};

use crate::{perft, samples};

const EMPTY: char = '.';
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const SLANTED: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A point as (file, rank), both from 0 and from Red's left.
type Point = (i32, i32);

/// The men as FEN letters, and whose turn it is.
#[derive(Clone)]
struct Mailbox {
    /// `men[rank][file]`.
    men: [[char; 9]; 10],
    red_to_move: bool,
}

impl Mailbox {
    /// Reads a canonical FEN.
    fn new(fen: &str) -> Mailbox {
        let mut men = [[EMPTY; 9]; 10];
        let (board, rest) = fen.split_once(' ').expect("a FEN has fields");
        for (line, text) in board.split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        men[9 - line][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        Mailbox { men, red_to_move: rest.starts_with('w') }
    }

    /// The man on a point, `None` off the board.
    fn at(&self, (file, rank): Point) -> Option<char> {
        let on_board = (0..9).contains(&file) && (0..10).contains(&rank);
        on_board.then(|| self.men[rank as usize][file as usize])
    }

    /// Every point with a man of this side.
    fn men_of(&self, red: bool) -> Vec<(Point, char)> {
        let mut found = Vec::new();
        for rank in 0..10 {
            for file in 0..9 {
                let man = self.men[rank as usize][file as usize];
                if man != EMPTY && man.is_ascii_uppercase() == red {
                    found.push(((file, rank), man));
                }
            }
        }
        found
    }

    /// The points that the man on `from` can go to by its way of moving, its king's safety aside.
    fn destinations(&self, from: Point, man: char) -> Vec<Point> {
        let red = man.is_ascii_uppercase();
        let mut found = Vec::new();
        match man.to_ascii_lowercase() {
            'k' => {
                for step in STRAIGHT {
                    found.extend(Some(plus(from, step)).filter(|&to| in_palace(to, red)));
                }
            }
            'a' => {
                for step in SLANTED {
                    found.extend(Some(plus(from, step)).filter(|&to| in_palace(to, red)));
                }
            }
            'b' => {
                for step in SLANTED {
                    let eye = plus(from, step);
                    let to = plus(eye, step);
                    if self.at(eye) == Some(EMPTY) && !is_across(to, red) {
                        found.push(to);
                    }
                }
            }
            'n' => {
                // One step straight, then one step aslant in the same direction.
                for step in STRAIGHT {
                    let leg = plus(from, step);
                    if self.at(leg) != Some(EMPTY) {
                        continue;
                    }
                    for turn in SLANTED {
                        let goes_on = turn.0 == step.0 || turn.1 == step.1;
                        if goes_on {
                            found.push(plus(leg, turn));
                        }
                    }
                }
            }
            'r' => {
                for step in STRAIGHT {
                    let mut to = plus(from, step);
                    while self.at(to) == Some(EMPTY) {
                        found.push(to);
                        to = plus(to, step);
                    }
                    found.push(to);
                }
            }
            'c' => {
                for step in STRAIGHT {
                    let mut to = plus(from, step);
                    while self.at(to) == Some(EMPTY) {
                        found.push(to);
                        to = plus(to, step);
                    }
                    // `to` is the screen or off the board; a man behind it can be taken.
                    if self.at(to).is_some() {
                        to = plus(to, step);
                        while self.at(to) == Some(EMPTY) {
                            to = plus(to, step);
                        }
                        found.push(to);
                    }
                }
            }
            'p' => {
                found.push(plus(from, (0, if red { 1 } else { -1 })));
                if is_across(from, red) {
                    found.push(plus(from, (1, 0)));
                    found.push(plus(from, (-1, 0)));
                }
            }
            other => panic!("no man has the letter {other}"),
        }
        found.retain(|&to| {
            self.at(to).is_some_and(|other| other == EMPTY || other.is_ascii_uppercase() != red)
        });
        found
    }

    /// The moves of one side by the men's ways of moving.
    fn moves_of(&self, red: bool) -> Vec<(Point, Point)> {
        let mut found = Vec::new();
        for (from, man) in self.men_of(red) {
            found.extend(self.destinations(from, man).into_iter().map(|to| (from, to)));
        }
        found
    }

    /// The men that attack the king of this side, the other king when the two face each other included.
    fn checkers(&self, red: bool) -> Vec<Point> {
        let king = if red { 'K' } else { 'k' };
        let (king, _) = self.men_of(red).into_iter().find(|&(_, man)| man == king).expect("one king a side");
        let mut found: Vec<Point> = Vec::new();
        for (from, man) in self.men_of(!red) {
            let faces = man.eq_ignore_ascii_case(&'k') && self.faces(king, from);
            if faces || self.destinations(from, man).contains(&king) {
                found.push(from);
            }
        }
        found
    }

    /// Whether two points lie on one file with nothing between.
    fn faces(&self, a: Point, b: Point) -> bool {
        let between = a.1.min(b.1) + 1..a.1.max(b.1);
        a.0 == b.0 && between.into_iter().all(|rank| self.at((a.0, rank)) == Some(EMPTY))
    }

    /// The board after a move.
    fn after(&self, (from, to): (Point, Point)) -> Mailbox {
        let mut next = self.clone();
        next.men[to.1 as usize][to.0 as usize] = self.men[from.1 as usize][from.0 as usize];
        next.men[from.1 as usize][from.0 as usize] = EMPTY;
        next.red_to_move = !self.red_to_move;
        next
    }

    /// The moves that leave the own king unattacked and not face to face with the other one.
    fn legal_moves(&self) -> Vec<(Point, Point)> {
        let mut moves = self.moves_of(self.red_to_move);
        moves.retain(|&mv| self.after(mv).checkers(self.red_to_move).is_empty());
        moves
    }

    fn perft(&self, depth: usize) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self.legal_moves().into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }
}

fn plus(point: Point, step: (i32, i32)) -> Point {
    (point.0 + step.0, point.1 + step.1)
}

fn in_palace((file, rank): Point, red: bool) -> bool {
    let ranks = if red { 0..=2 } else { 7..=9 };
    (3..=5).contains(&file) && ranks.contains(&rank)
}

/// Whether a point lies beyond the river for this side.
fn is_across((_, rank): Point, red: bool) -> bool {
    if red { rank >= 5 } else { rank <= 4 }
}

fn square((file, rank): Point) -> Square {
    Square::from_coords(file as u8, rank as u8).expect("the point is on the board")
}

/// Codes of moves, in order and each once.
type Codes = BTreeSet<u16>;

/// The codes of a list, which must not name a move twice.
fn codes(moves: &[Move], position: &Position) -> Codes {
    let set: Codes = moves.iter().map(|mv| mv.bits()).collect();
    assert_eq!(set.len(), moves.len(), "a move was generated twice in {position}");
    set
}

/// What the sampled positions held; a sample without checks and mates would prove little.
#[derive(Default)]
struct Seen {
    positions: usize,
    checks: usize,
    double_checks: usize,
    lost: usize,
}

/// Compares everything that the engine says about the moves of a position with the mailbox.
fn compare(position: &Position, seen: &mut Seen) {
    let mailbox = Mailbox::new(&position.to_string());
    let as_codes = |moves: Vec<(Point, Point)>| -> Codes {
        moves
            .iter()
            .map(|&(from, to)| Move::new(square(from), square(to)).expect("a move moves").bits())
            .collect()
    };
    let pseudo = as_codes(mailbox.moves_of(mailbox.red_to_move));
    let legal = as_codes(mailbox.legal_moves());
    let checkers: Bitboard = mailbox.checkers(mailbox.red_to_move).into_iter().map(square).collect();

    let checks = position.checks();
    assert_eq!(checks.checkers, checkers, "checkers of {position}");
    assert_eq!(position.is_in_check(), !checkers.is_empty(), "check in {position}");
    assert_eq!(codes(&legal_moves(position), position), legal, "legal moves of {position}");
    assert_eq!(count_legal(position), legal.len(), "number of legal moves of {position}");
    assert_eq!(has_legal_move(position), !legal.is_empty(), "a legal move of {position}");

    let mut all = MoveList::new();
    generate_all(position, &mut all);
    assert_eq!(codes(&all, position), pseudo, "moves of {position}");
    let mut staged = MoveList::new();
    generate_captures(position, &mut staged);
    assert!(staged.iter().all(|mv| position.piece_on(mv.to()).is_some()), "captures of {position}");
    let captures = staged.len();
    generate_quiets(position, &mut staged);
    assert!(staged[captures..].iter().all(|mv| position.piece_on(mv.to()).is_none()), "quiets of {position}");
    assert_eq!(codes(&staged, position), pseudo, "captures and quiets of {position}");
    staged.retain(|mv| position.is_legal(*mv, &checks));
    assert_eq!(codes(&staged, position), legal, "legal captures and quiets of {position}");

    let mut evasions = MoveList::new();
    generate_evasions(position, &checks, &mut evasions);
    assert!(codes(&evasions, position).is_subset(&pseudo), "evasions of {position}");
    evasions.retain(|mv| position.is_legal(*mv, &checks));
    assert_eq!(codes(&evasions, position), legal, "legal evasions of {position}");

    seen.positions += 1;
    seen.checks += usize::from(!checkers.is_empty());
    seen.double_checks += usize::from(checkers.has_many());
    seen.lost += usize::from(legal.is_empty());
}

fn compare_all(positions: &[Position]) -> Seen {
    let mut seen = Seen::default();
    for position in positions {
        compare(position, &mut seen);
    }
    seen
}

#[test]
fn agrees_in_games_from_the_start() {
    let seen = compare_all(&samples::playouts(&[Position::start()], 0x6368, 300, 40_000));
    assert!(seen.positions == 40_000 && seen.checks > 1_000, "{} checks", seen.checks);
}

#[test]
fn agrees_in_games_from_the_perft_suite() {
    let seen = compare_all(&samples::playouts(&samples::suite(), 0x7568, 40, 30_000));
    assert!(seen.positions == 30_000 && seen.checks > 500, "{} checks", seen.checks);
}

#[test]
fn agrees_on_scattered_men() {
    let seen = compare_all(&samples::scatter(0x65, 30_000));
    assert_eq!(seen.positions, 30_000);
    assert!(seen.checks > 5_000, "{} checks", seen.checks);
    assert!(seen.double_checks > 1_000, "{} double checks", seen.double_checks);
    assert!(seen.lost > 100, "{} positions without a move", seen.lost);
}

#[test]
fn mailbox_counts_the_suite() {
    for row in perft::suite() {
        let mailbox = Mailbox::new(&row.position.to_string());
        for (depth, &count) in (1..).zip(&row.counts[..2]) {
            assert_eq!(mailbox.perft(depth), count, "{} at depth {depth}", row.name);
        }
    }
}

#[test]
#[ignore = "some seconds; run `cargo test --release -- --ignored mailbox` when the suite gains rows"]
fn mailbox_counts_the_suite_to_three_plies() {
    for row in perft::suite() {
        let mailbox = Mailbox::new(&row.position.to_string());
        assert_eq!(mailbox.perft(3), row.counts[2], "{}", row.name);
    }
}

#[test]
fn facing_kings_bind_the_man_between() {
    // Two kings and one advisor on the e-file, and nothing else that could check.
    let position: Position = "4k4/9/9/9/9/9/9/9/4A4/4K4 w".parse().unwrap();
    let mailbox = Mailbox::new(&position.to_string());
    assert!(mailbox.legal_moves().iter().all(|&(from, _)| from == (4, 0)), "the advisor is pinned");
    assert_eq!(position.side_to_move(), Color::Red);
    compare(&position, &mut Seen::default());
}
