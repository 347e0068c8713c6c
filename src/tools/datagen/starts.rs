//! Where self-play begins: positions varied enough that no two games are alike, and not yet decided.

use std::path::Path;

use anyhow::Context;

use crate::attacks;
use crate::board::Position;
use crate::movegen::{has_legal_move, legal_moves};
use crate::tools::arena::config::{OpeningsConfig, Order};
use crate::tools::arena::openings::Book;
use crate::tools::data::Start;
use crate::types::{Color, Kind, Piece, Rng, Square};

/// Random half-moves from the starting position: at least this many …
const LEAST_PLIES: u64 = 6;
/// … and so many more at random, less one, so that both sides are equally often to move.
const MORE_PLIES: u64 = 8;

/// Of a hundred games, how many begin with few men, and how many with few men and a chase.
const ENDGAMES_PERCENT: u64 = 10;
const CHASES_PERCENT: u64 = 6;

/// What kind of start the next game has.
pub fn random_kind(rng: &mut Rng) -> Start {
    match rng.below(100) {
        percent if percent < CHASES_PERCENT => Start::Chase,
        percent if percent < CHASES_PERCENT + ENDGAMES_PERCENT => Start::Endgame,
        _ => Start::Opening,
    }
}

/// A random position of this kind; whether it is fit to be played only a search can say. Positions of a file are
/// drawn by [`Openings::random_position`] instead.
pub fn random_position(start: Start, rng: &mut Rng) -> Position {
    if matches!(start, Start::Opening | Start::Book) {
        let plies = LEAST_PLIES + rng.below(MORE_PLIES);
        loop {
            if let Some(position) = after_random_moves(&Position::start(), plies, rng) {
                return position;
            }
        }
    }
    loop {
        if let Some(position) = random_endgame(rng)
            && (start == Start::Endgame || attacks_unguarded_man(&position))
        {
            return position;
        }
    }
}

/// Positions of a file, in which games can begin: those where an opening book ends, for example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings {
    positions: Vec<Position>,
    /// Name and checksum of the file, for the record.
    pub name: String,
}

impl Openings {
    /// Of a hundred games, how many begin with a position of the file.
    pub const PERCENT: u64 = 40;

    /// Reads a file of openings in any form that `chuhe match` reads; the position after its moves counts.
    ///
    /// # Errors
    /// When the file cannot be read or holds something else, with the line.
    pub fn read(path: &Path) -> anyhow::Result<Openings> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let config = OpeningsConfig {
            file: path.to_path_buf(),
            format: None,
            order: Order::Sequential,
            plies: None,
            start: 1,
        };
        let book = Book::read(&config, &text, 0)?;
        let positions = (0..book.len()).map(|place| {
            let (_, opening) = book.opening(place);
            let mut position = opening.position.clone();
            for &mv in &opening.moves {
                position.play(mv);
            }
            fresh(&position)
        });
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{file} {:08x}", crc32fast::hash(text.as_bytes()));
        Ok(Openings { positions: positions.collect(), name })
    }

    /// A position of the file after up to three random moves.
    pub fn random_position(&self, rng: &mut Rng) -> Position {
        loop {
            let place = rng.below(self.positions.len() as u64) as usize;
            let plies = rng.below(4);
            if let Some(position) = after_random_moves(&self.positions[place], plies, rng) {
                return position;
            }
        }
    }
}

/// A position after random legal moves; `None` when the game ends with them or before.
fn after_random_moves(start: &Position, plies: u64, rng: &mut Rng) -> Option<Position> {
    let mut position = start.clone();
    for _ in 0..plies {
        let moves = legal_moves(&position);
        position.play(*moves.get(rng.below(moves.len() as u64) as usize)?);
    }
    has_legal_move(&position).then(|| fresh(&position))
}

/// The same men with the counters of a new game: a start carries no history.
fn fresh(position: &Position) -> Position {
    let pieces = position.pieces().collect::<Vec<_>>();
    Position::from_pieces(pieces, position.side_to_move(), 0, 1).unwrap_or_else(|_| position.clone())
}

/// A king, some guards and one to four attackers a side on random points; `None` when that makes no position.
fn random_endgame(rng: &mut Rng) -> Option<Position> {
    let mut pieces: Vec<(Square, Piece)> = Vec::new();
    let attackers = 1 + rng.below(3);
    for color in Color::ALL {
        let mut men = vec![Kind::King];
        for guard in [Kind::Advisor, Kind::Bishop] {
            // Full guards are commoner than half ones in games that have come so far.
            let count = [0, 1, 2, 2][rng.below(4) as usize];
            men.extend(std::iter::repeat_n(guard, count));
        }
        for _ in 0..attackers + rng.below(2) {
            let kinds = [Kind::Rook, Kind::Cannon, Kind::Knight, Kind::Pawn, Kind::Pawn];
            men.push(kinds[rng.below(kinds.len() as u64) as usize]);
        }
        for kind in men {
            let squares: Vec<Square> = Square::all()
                .filter(|&square| attacks::can_stand(color, kind, square))
                .filter(|&square| pieces.iter().all(|&(taken, _)| taken != square))
                .collect();
            let square = *squares.get(rng.below(squares.len() as u64) as usize)?;
            pieces.push((square, Piece::new(color, kind)));
        }
    }
    let side = Color::ALL[rng.below(2) as usize];
    let position = Position::from_pieces(pieces, side, 0, 1).ok()?;
    (has_legal_move(&position) && !position.is_in_check()).then_some(position)
}

/// Whether the side to move attacks a man, no pawn, that nothing guards.
fn attacks_unguarded_man(position: &Position) -> bool {
    let us = position.side_to_move();
    let occupied = position.occupied();
    position.pieces().any(|(square, piece)| {
        let attackers = position.attackers(square, occupied);
        piece.color() != us
            && !matches!(piece.kind(), Kind::King | Kind::Pawn)
            && attackers.meets(position.side(us))
            && !attackers.meets(position.side(!us))
    })
}
