//! The terms of the evaluation beyond material and place.

use super::census::Census;
use super::weights::{ATTACK_UNITS, Weight, Weights};
use crate::attacks;
use crate::board::Position;
use crate::types::{Bitboard, Color, Kind, Square};

/// What one side bears on, and what it earns by itself.
struct Side {
    /// What its pawns bear on.
    pawns: Bitboard,
    /// What its knights bear on.
    jumps: Bitboard,
    /// What its rooks bear on.
    rooks: Bitboard,
    /// What its knights and cannons bear on.
    minors: Bitboard,
    /// Empty points from which a cannon, one move away, gives check.
    cannon_checks: Bitboard,
    /// All points that a man of this side protects or attacks.
    reach: Bitboard,
    /// What each knight bears on, empty for a lost one.
    knights: [Bitboard; 2],
    /// Sum of the attack units of the men that bear on the enemy's palace.
    units: usize,
    /// Terms that need nothing of the other side's reach.
    value: Weight,
}

/// The sum of all terms, from the side to move.
#[inline(always)]
pub(super) fn sum(position: &Position, census: &Census, weights: &Weights) -> Weight {
    let us = position.side_to_move();
    let (ours, theirs) = (survey(position, us, weights), survey(position, !us, weights));
    weights.tempo + ours.value - theirs.value + clash(position, us, &ours, &theirs, census, weights)
        - clash(position, !us, &theirs, &ours, census, weights)
}

/// Goes through the officers of `color` once.
#[inline(always)]
fn survey(position: &Position, color: Color, weights: &Weights) -> Side {
    let (own, enemy_king) = (position.side(color), position.king(!color));
    let palace = attacks::palace(!color);
    let mut value = Weight::default();
    let mut units = 0;

    let mut rooks = Bitboard::EMPTY;
    for square in position.men(color, Kind::Rook) {
        let (rank, file) = position.lines(square);
        value += weights.rook_rank_mobility[rank.quiet.count_ones() as usize]
            + weights.rook_file_mobility[file.quiet.count_ones() as usize]
            + rook_at_king(position, square, enemy_king, own, weights);
        let bears_on = attacks::rank_set(square.rank(), rank.quiet | rank.rook)
            | attacks::file_set(square.file(), file.quiet | file.rook);
        units += ATTACK_UNITS[Kind::Rook.index()] * bears_on.meets(palace) as usize;
        rooks |= bears_on;
    }

    let (mut minors, mut cannon_checks) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for square in position.men(color, Kind::Cannon) {
        let (rank, file) = position.lines(square);
        value += weights.cannon_rank_mobility[rank.quiet.count_ones() as usize]
            + weights.cannon_file_mobility[file.quiet.count_ones() as usize]
            + cannon_at_king(position, square, enemy_king, own, weights);
        let bears_on =
            attacks::rank_set(square.rank(), rank.cannon) | attacks::file_set(square.file(), file.cannon);
        units += ATTACK_UNITS[Kind::Cannon.index()] * bears_on.meets(palace) as usize;
        minors |= bears_on;
        if rank.quiet >> enemy_king.file() & 1 != 0 {
            cannon_checks |= check_point(position, enemy_king.file(), square.rank(), enemy_king);
        }
        if file.quiet >> enemy_king.rank() & 1 != 0 {
            cannon_checks |= check_point(position, square.file(), enemy_king.rank(), enemy_king);
        }
    }

    let mut jumps = Bitboard::EMPTY;
    let mut knights = [Bitboard::EMPTY; 2];
    for (square, bears_on) in position.men(color, Kind::Knight).into_iter().zip(&mut knights) {
        *bears_on = attacks::knight(square, position.legs(square));
        value += near(&weights.knight_near_king, square, enemy_king);
        units += ATTACK_UNITS[Kind::Knight.index()] * bears_on.meets(palace) as usize;
        jumps |= *bears_on;
    }

    minors |= jumps;

    let pawn_men = position.men(color, Kind::Pawn);
    let [ahead, left, right] = attacks::pawn_steps(color, pawn_men);
    let pawns = ahead | left | right;
    if right.meets(pawn_men & attacks::home(!color)) {
        value += weights.linked_pawns;
    }
    units += ATTACK_UNITS[Kind::Pawn.index()] * pawns.meets(palace) as usize;

    let mut reach = rooks | minors | pawns | attacks::king(position.king(color));
    for square in position.men(color, Kind::Advisor) {
        reach |= attacks::advisor(square);
    }
    for square in position.men(color, Kind::Bishop) {
        reach |= attacks::bishop(square, position.eyes(square));
    }
    Side { pawns, jumps, rooks, minors, cannon_checks, reach, knights, units, value }
}

/// The point on `file` and `rank`, a rook's line away from `king`, if a cannon there gives check.
#[inline(always)]
fn check_point(position: &Position, file: u8, rank: u8, king: Square) -> Bitboard {
    let Some(point) = Square::from_coords(file, rank) else { return Bitboard::EMPTY };
    let screens = attacks::between(point, king) & position.occupied();
    if screens.is_empty() || screens.has_many() { Bitboard::EMPTY } else { Bitboard::of(point) }
}

impl Side {
    /// Where a knight, a rook, a cannon of this side, one move away, gives check to `king`.
    #[inline(always)]
    fn check_points(&self, position: &Position, king: Square) -> [Bitboard; 3] {
        let (rank, file) = position.lines(king);
        let rays = attacks::rank_set(king.rank(), rank.quiet | rank.rook)
            | attacks::file_set(king.file(), file.quiet | file.rook);
        let leaps = attacks::knight_attackers(king, position.eyes(king));
        [self.jumps & leaps, self.rooks & rays, self.cannon_checks]
    }
}

#[inline(always)]
fn rook_at_king(position: &Position, rook: Square, king: Square, own: Bitboard, weights: &Weights) -> Weight {
    let table = if rook.file() == king.file() {
        &weights.rook_on_king_file
    } else if rook.rank() == king.rank() {
        &weights.rook_on_king_rank
    } else {
        return Weight::default();
    };
    let blockers = attacks::between(rook, king) & position.occupied();
    table[match blockers {
        Bitboard::EMPTY => 0,
        _ if blockers.has_many() => 3,
        _ if blockers.meets(own) => 1,
        _ => 2,
    }]
}

#[inline(always)]
fn cannon_at_king(
    position: &Position,
    cannon: Square,
    king: Square,
    own: Bitboard,
    weights: &Weights,
) -> Weight {
    let table = if cannon.file() == king.file() {
        &weights.cannon_on_king_file
    } else if cannon.rank() == king.rank() {
        &weights.cannon_on_king_rank
    } else {
        return Weight::default();
    };
    let blockers = attacks::between(cannon, king) & position.occupied();
    table[match blockers.len() {
        0 => 0,
        1 => 1,
        2 => 2 + (blockers & own).len() as usize,
        _ => 5,
    }]
}

/// The number of squares, at most `most`: faster than a full count for sets that are nearly empty.
#[inline(always)]
fn few(set: Bitboard, most: usize) -> usize {
    let mut bits = set.bits();
    let mut count = 0;
    while bits != 0 && count < most {
        bits &= bits - 1;
        count += 1;
    }
    count
}

/// The entry of `table` for the distance of `square` from `king`, nothing when it is far.
#[inline(always)]
fn near(table: &[[Weight; 5]; 5], square: Square, king: Square) -> Weight {
    let files = square.file().abs_diff(king.file()) as usize;
    let ranks = square.rank().abs_diff(king.rank()) as usize;
    if files < 5 && ranks < 5 { table[files][ranks] } else { Weight::default() }
}

/// What `color` earns against the other side: safe jumps, captures at hand, pressure, room for the king.
#[inline(always)]
fn clash(
    position: &Position,
    color: Color,
    side: &Side,
    other: &Side,
    census: &Census,
    weights: &Weights,
) -> Weight {
    let own = position.side(color);
    let mut value = weights.pressure[census.guards(!color)][side.units];

    for (_, bears_on) in position.men(color, Kind::Knight).into_iter().zip(side.knights) {
        let jumps = bears_on & !own & !other.pawns;
        value += weights.knight_mobility[jumps.len() as usize];
    }

    let threats = &weights.threats[(position.side_to_move() == color) as usize];
    for victim in side.reach & position.side(!color) {
        let Some(piece) = position.piece_on(victim) else { continue };
        let taker = if side.pawns.has(victim) { 0 } else { 2 - side.minors.has(victim) as usize };
        value += threats[taker][piece.kind().index()][other.reach.has(victim) as usize];
    }

    let minors = own & (position.kind(Kind::Knight) | position.kind(Kind::Cannon));
    value += weights.protected_minor * few(minors & side.reach, 4) as i32;
    value += weights.protected_pawn * few(own & position.kind(Kind::Pawn) & side.reach, 5) as i32;

    let checks = &weights.checks[(position.side_to_move() == color) as usize];
    let safe = !own & !other.reach;
    for (by_kind, points) in checks.iter().zip(side.check_points(position, position.king(!color))) {
        value += by_kind[few(points & safe, 3)];
    }
    let holes = attacks::palace(!color) & side.reach & !other.reach;
    value += weights.holes[few(holes, 4)];

    let steps = attacks::king(position.king(color)) & !own & !other.reach;
    value + weights.king_room[few(steps, 4)]
}
