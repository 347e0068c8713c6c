//! Where self-play begins: positions varied enough that no two games are alike, and not yet decided.

use crate::attacks;
use crate::board::Position;
use crate::movegen::{has_legal_move, legal_moves};
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

/// A random position of this kind; whether it is fit to be played only a search can say.
pub fn random_position(start: Start, rng: &mut Rng) -> Position {
    if start == Start::Opening {
        return random_opening(rng);
    }
    loop {
        if let Some(position) = random_endgame(rng)
            && (start == Start::Endgame || attacks_unguarded_man(&position))
        {
            return position;
        }
    }
}

/// The starting position after random legal moves.
fn random_opening(rng: &mut Rng) -> Position {
    let plies = LEAST_PLIES + rng.below(MORE_PLIES);
    'again: loop {
        let mut position = Position::start();
        for _ in 0..plies {
            let moves = legal_moves(&position);
            let Some(&mv) = moves.get(rng.below(moves.len() as u64) as usize) else { continue 'again };
            position.play(mv);
        }
        if has_legal_move(&position) {
            return fresh(&position);
        }
    }
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
