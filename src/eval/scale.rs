//! Endgames that material cannot win: how much of the value is left.
//!
//! Textbook knowledge of practical endgames: full guards hold a lone rook; a lone knight wins against a bare
//! king or one advisor only; a lone cannon needs an advisor of its own as a screen; a pawn on the last rank
//! is spent; men of equal weight on both sides hold each other.

use super::census::Census;
use crate::board::Position;
use crate::types::{Bitboard, Color, Kind};

/// The scale that leaves the value as it is.
pub(super) const FULL: i32 = 128;
/// A draw unless somebody blunders.
const DEAD: i32 = 8;
/// A draw with correct play, with some work to do.
const DRAWISH: i32 = 24;
/// Winning chances against a careful defence.
const HARD: i32 = 64;

/// How much of a lead of `stronger` counts, in 128ths.
#[inline]
pub(super) fn scale(position: &Position, census: &Census, stronger: Color) -> i32 {
    let count = |color: Color, kind: Kind| census.count(color, kind);
    let [rooks, knights, cannons] =
        [Kind::Rook, Kind::Knight, Kind::Cannon].map(|kind| count(stronger, kind));
    let officers = rooks + knights + cannons;
    if officers > 2 {
        return FULL;
    }
    let pawns = useful_pawns(position, stronger);
    let weak = !stronger;
    let (advisors, bishops) = (count(weak, Kind::Advisor), count(weak, Kind::Bishop));
    let guards = advisors + bishops;
    let defenders = [Kind::Rook, Kind::Knight, Kind::Cannon].map(|kind| count(weak, kind));
    let weight = 2 * rooks + knights + cannons;
    let held_by = 2 * defenders[0] + defenders[1] + defenders[2];
    match (officers, pawns) {
        (0, 0) => 0,
        (0, 1) if held_by > 0 || guards > 0 => DEAD,
        (0, 2) if held_by > 0 || guards > 2 => DRAWISH,
        (0, 1 | 2) => HARD,
        (0, _) => FULL,
        (1, pawns) => lone_officer(census, stronger, pawns),
        (2, 0) if weight <= held_by => DRAWISH,
        (2, 0) if rooks == 0 && held_by > 0 && guards > 1 => HARD / 2,
        (2, 0) if cannons == 2 && guards == 4 => DRAWISH,
        // Rook and cannon against a rook lack the screens that pawns would be.
        (2, 0) if rooks == 0 && held_by > 0 || cannons == 1 && defenders[0] == 1 => HARD,
        _ => FULL,
    }
}

/// The scale for one knight, rook or cannon and some pawns.
#[inline]
fn lone_officer(census: &Census, stronger: Color, pawns: u32) -> i32 {
    let count = |color: Color, kind: Kind| census.count(color, kind);
    let weak = !stronger;
    let (advisors, bishops) = (count(weak, Kind::Advisor), count(weak, Kind::Bishop));
    let guards = advisors + bishops;
    let held_by = 2 * count(weak, Kind::Rook) + count(weak, Kind::Knight) + count(weak, Kind::Cannon);
    let has_rook = count(stronger, Kind::Rook) == 1;
    let weight = 1 + has_rook as usize;
    match pawns {
        0 if held_by > 0 && (weight <= held_by || guards >= 2) => DRAWISH,
        0 if held_by > 0 => HARD,
        0 if has_rook => match guards {
            4 => DRAWISH,
            3 => HARD,
            _ => FULL,
        },
        0 if count(stronger, Kind::Knight) == 1 && bishops == 0 && advisors < 2 => HARD,
        0 if count(stronger, Kind::Cannon) == 1 && bishops == 0 && count(stronger, Kind::Advisor) > 0 => HARD,
        0 => DEAD,
        1 if weight <= held_by => HARD / 2,
        1 if !has_rook && guards > 2 => DRAWISH,
        1 if (has_rook && held_by > 0 && guards == 4) || count(stronger, Kind::Cannon) == 1 => HARD,
        _ => FULL,
    }
}

/// Pawns of `color` that have not walked to the last rank.
#[inline]
fn useful_pawns(position: &Position, color: Color) -> u32 {
    let last = if color == Color::Red { 9 } else { 0 };
    (position.men(color, Kind::Pawn) & !Bitboard::rank(last)).len()
}
