//! Positions to test laws on: from random legal play and from men put down at random. Equal seeds give equal
//! positions for ever.

use chuhe::board::Position;
use chuhe::movegen::legal_moves;
use chuhe::types::{Color, Kind, Piece, Rng, Square};

use crate::perft;

/// Positions of games played at random, `count` in all: each game begins at the next of `starts` and is cut
/// off after `plies` half-moves.
pub fn playouts(starts: &[Position], seed: u64, plies: usize, count: usize) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::with_capacity(count);
    for start in starts.iter().cycle() {
        let mut position = start.clone();
        for _ in 0..plies {
            if found.len() == count {
                return found;
            }
            found.push(position.clone());
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.below(moves.len() as u64) as usize]);
        }
    }
    found
}

/// The positions of the perft suite.
pub fn suite() -> Vec<Position> {
    perft::suite().into_iter().map(|row| row.position).collect()
}

/// A position with `men` men besides the kings (or somewhat fewer), each put down at random.
pub fn scattered(rng: &mut Rng, men: usize) -> Position {
    loop {
        let mut pieces = Vec::new();
        for color in Color::ALL {
            pieces.push((random_square(rng), Piece::new(color, Kind::King)));
        }
        for _ in 0..men {
            let piece = Piece::ALL[rng.below(Piece::COUNT as u64) as usize];
            if piece.kind() != Kind::King {
                pieces.push((random_square(rng), piece));
            }
        }
        // Men that cannot stand where they fell, or that a set does not hold, are left out; the rest must pass
        // the position's own check.
        let mut kept: Vec<(Square, Piece)> = Vec::new();
        for (square, piece) in pieces {
            let same = kept.iter().filter(|(_, other)| *other == piece).count() as u32;
            let is_free = kept.iter().all(|(other, _)| *other != square);
            let can_stand = chuhe::attacks::can_stand(piece.color(), piece.kind(), square);
            if is_free && same < piece.kind().full_count() && can_stand {
                kept.push((square, piece));
            }
        }
        let side = Color::ALL[rng.below(2) as usize];
        if let Ok(position) = Position::from_pieces(kept, side, rng.below(120) as u16, rng.below(200) as u16)
        {
            return position;
        }
    }
}

fn random_square(rng: &mut Rng) -> Square {
    Square::new(rng.below(Square::COUNT as u64) as usize)
}

/// `count` [`scattered`] positions, from bare kings with a man or two to crowded boards.
pub fn scatter(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    (0..count)
        .map(|_| {
            let men = 1 + rng.below(70) as usize;
            scattered(&mut rng, men)
        })
        .collect()
}

/// A mixture for the laws that are costly to test: `count` positions of each sort.
pub fn mixture(seed: u64, count: usize) -> Vec<Position> {
    let mut positions = playouts(&[Position::start()], seed, 200, count);
    positions.extend(playouts(&suite(), seed + 1, 10, count));
    positions.extend(scatter(seed + 2, count));
    positions
}
