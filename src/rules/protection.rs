//! When can a man be won? True roots, false roots, and men that need no asking.
//!
//! One capture at a time: make it, and look whether it can be taken back. That settles pins, discovered
//! checks, open files and vanished screens without a rule for each.

use arrayvec::ArrayVec;

use crate::board::Position;
use crate::types::{Bitboard, Color, Kind, Move, Square};

/// Why a man that can be captured counts as unprotected (无根子).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unprotected {
    /// It is worth more than its attacker, so that a root does not help: under the Asian articles a rook before
    /// a horse or cannon [Asian, art. 9, 15, 16], under the Chinese rules any such man [Chinese, details, art. 3].
    Costlier,
    /// No man of its side bears on the square: no root (无根).
    NoRoot,
    /// A man bears on the square and yet may not take back: a false root (假根) [Asian, art. 29].
    FalseRoot {
        /// Where the false root stands.
        root: Square,
    },
    /// More men attack it than guard it (少根) [Chinese, art. 28.16].
    TooFewRoots,
}

/// Room for all captures of one man: the sixteen men of a side.
pub(super) type Captures = ArrayVec<Move, 16>;

/// The men of `color` that rules let be chased: all but the king and soldiers before the river
/// [Asian, art. 20, 26; Chinese, art. 25.3].
#[inline]
pub(super) fn chaseable(position: &Position, color: Color) -> Bitboard {
    let home_pawns = position.kind(Kind::Pawn) & crate::attacks::home(color);
    position.side(color) & !(home_pawns | Bitboard::of(position.king(color)))
}

/// The men of `color` that can chase: king and soldiers by themselves never do [Asian, art. 23, 24].
#[inline]
pub(super) fn chasers(position: &Position, color: Color) -> Bitboard {
    position.side(color) & !(position.kind(Kind::King) | position.kind(Kind::Pawn))
}

/// The legal captures of the enemy man on `victim` by men of `takers`, which belong to the side to move.
#[inline]
pub(super) fn captures(position: &Position, victim: Square, takers: Bitboard) -> Captures {
    let takers = position.attackers(victim, position.occupied()) & takers;
    let mut captures = Captures::new();
    if !takers.is_empty() {
        let checks = position.checks();
        let legal = |mv: &Move| position.is_legal(*mv, &checks);
        captures.extend(takers.into_iter().filter_map(|taker| Move::new(taker, victim)).filter(legal));
    }
    captures
}

/// Whether, and why, the man that `capture` takes is unprotected. `capture` is a legal move of the side to
/// move in `position`, which is the same again on return.
///
/// The Asian definition; the cases of like men are in [`is_offer`].
#[inline]
pub(super) fn unprotected(position: &mut Position, capture: Move) -> Option<Unprotected> {
    let (from, to) = (capture.from(), capture.to());
    let light = position.kind(Kind::Knight) | position.kind(Kind::Cannon);
    if position.kind(Kind::Rook).has(to) && light.has(from) {
        return Some(Unprotected::Costlier);
    }
    let undo = position.play(capture);
    let root = root(position, to);
    position.undo(capture, undo);
    match root {
        Root::True => None,
        Root::None => Some(Unprotected::NoRoot),
        Root::False(root) => Some(Unprotected::FalseRoot { root }),
    }
}

/// What stands behind a man that was taken.
enum Root {
    /// Some man can take back.
    True,
    /// This man reaches the square, but may not go there.
    False(Square),
    /// Nobody reaches the square.
    None,
}

/// Looks for a man of the side to move that takes back on `square` [Asian, art. 29, 30].
#[inline]
fn root(position: &Position, square: Square) -> Root {
    let guards = position.attackers(square, position.occupied()) & position.side(position.side_to_move());
    let Some(first) = guards.first() else { return Root::None };
    let checks = position.checks();
    let takes_back =
        |guard: Square| Move::new(guard, square).is_some_and(|mv| position.is_legal(mv, &checks));
    if guards.into_iter().any(takes_back) { Root::True } else { Root::False(first) }
}

/// Whether `capture` only offers an exchange of like men: the other could as well take the attacker. It could
/// not when a pin or a blocked leg holds it [Asian, art. 19].
#[inline]
pub(super) fn is_offer(position: &mut Position, capture: Move) -> bool {
    let kind = |square| position.piece_on(square).map(|man| man.kind());
    if kind(capture.from()) != kind(capture.to()) {
        return false;
    }
    let Some(back) = Move::new(capture.to(), capture.from()) else { return false };
    position.pass();
    let possible = position.is_pseudo_legal(back) && position.is_legal(back, &position.checks());
    position.pass();
    possible
}

/// Whether the rook on `square` cannot leave because of an enemy horse: it stands in the leg of a horse that
/// would give check [Asian, art. 14].
#[inline]
pub(super) fn is_held_by_horse(position: &Position, square: Square) -> bool {
    let Some(man) = position.piece_on(square) else { return false };
    let king = position.king(man.color());
    let horses = crate::attacks::knight_around(king) & position.men(!man.color(), Kind::Knight);
    man.kind() == Kind::Rook
        && horses.into_iter().any(|horse| crate::attacks::knight_leg(horse, king) == square)
}

/// Whether the rook on `square` may not leave its line because of an enemy cannon: without it, the cannon would
/// give check over one screen [Asian, art. 22].
pub(super) fn is_held_by_cannon(position: &Position, square: Square) -> bool {
    let Some(man) = position.piece_on(square) else { return false };
    let is_held = |line: Bitboard| line.has(square);
    man.kind() == Kind::Rook && cannon_lines(position, man.color()).any(is_held)
}

/// Whether the enemy rook on `square` and an enemy cannon behind it hold a rook before the king of `color`: king,
/// rook, enemy rook and enemy cannon stand in one line [Asian, art. 32].
pub(super) fn holds_with_cannon(position: &Position, square: Square, color: Color) -> bool {
    let rooks = position.men(color, Kind::Rook);
    let enemy_rook = position.men(!color, Kind::Rook) & Bitboard::of(square);
    cannon_lines(position, color).any(|line| line.meets(rooks) && line.meets(enemy_rook))
}

/// The lines from the king of `color` to enemy cannons with two men on them, so that one man less is check.
fn cannon_lines(position: &Position, color: Color) -> impl Iterator<Item = Bitboard> {
    let king = position.king(color);
    let lines = position.men(!color, Kind::Cannon).into_iter();
    let lines = lines.map(move |cannon| crate::attacks::between(cannon, king));
    lines.filter(|&line| (line & position.occupied()).len() == 2)
}
