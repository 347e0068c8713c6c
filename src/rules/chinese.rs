//! The Chinese rules of 1999: what a side did over a cycle.
//!
//! Not applied: article 27.3, by which attacks on advisors and elephants are idle when they come with a defence
//! that draws on the spot. Whether a defence draws is for a person to say.

use super::checks::{mates_by_checks, mates_in_answer, wins_by_checks};
use super::conduct::Conduct;
use super::exchange::{Balance, capture_gains, wins_by_exchange};
use super::protection::{captures, chaseable, is_offer};
use super::rewind::{Rewind, Turn};
use crate::board::Position;
use crate::types::{Bitboard, Kind, Move};

/// What a move is. When it is several things the graver name counts [Chinese, art. 27.4].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Class {
    /// Offers, blocks, following, and whatever attacks nothing (闲) [art. 28].
    Idle,
    /// An attack that only soldiers would carry out: idle, unless both sides attack all the time [art. 27.2].
    SoldierChase,
    /// The threat to win a man (捉) [art. 28, 29].
    Chase,
    /// The threat to mate by checks (杀) [art. 28.2].
    Kill,
    /// Check (将) [art. 28.1].
    Check,
}

/// What each side did over the cycle. Any mixture of check, kill and chase on every move is forbidden, against
/// any number of men [art. 25.2, 26.4, 28]; perpetual check is graver [art. 26.1, 26.3].
pub(super) fn conducts(mut rewind: Rewind) -> [Conduct; 2] {
    let mut least = [Class::Check; 2];
    while let Some(mut turn) = rewind.take_back() {
        let least = &mut least[turn.mover.index()];
        if *least > Class::Idle {
            *least = (*least).min(class(&mut turn, &mut rewind.before));
        }
    }
    let soldiers_count = least.iter().all(|&least| least >= Class::SoldierChase);
    least.map(|least| match least {
        Class::Check => Conduct::PerpetualCheck,
        Class::Kill | Class::Chase => Conduct::PerpetualAttack,
        Class::SoldierChase if soldiers_count => Conduct::PerpetualAttack,
        Class::SoldierChase | Class::Idle => Conduct::Free,
    })
}

/// What the move of `turn` is, what is quickly found out first: a chase that is also a kill is called a chase
/// here, which makes no difference to the ruling. `before` is the position before the move.
pub(super) fn class(turn: &mut Turn, before: &mut Position) -> Class {
    if turn.gives_check {
        return Class::Check;
    }
    let all = chaseable(&turn.after, !turn.mover);
    if !new_threats(turn, before, all, false).is_empty() {
        return Class::Chase;
    }
    if mates_by_checks(&mut turn.after) {
        return Class::Kill;
    }
    for wins_indirectly in [wins_by_checks, wins_by_exchange] {
        if !wins_indirectly(&mut turn.after, all) {
            continue;
        }
        let untouched = all & !threats(before, all, false);
        if wins_indirectly(&mut turn.after, untouched) && !wins_indirectly(before, untouched) {
            return Class::Chase;
        }
    }
    if !new_threats(turn, before, all, true).is_empty() {
        return Class::SoldierChase;
    }
    Class::Idle
}

/// The men on `victims` that the mover threatens to win since its move: those it could win before are not
/// chased by it [Chinese, art. 29.2; details, art. 2, 6].
pub(super) fn new_threats(
    turn: &mut Turn,
    before: &mut Position,
    victims: Bitboard,
    soldiers: bool,
) -> Bitboard {
    let now = threats(&mut turn.after, victims, soldiers);
    now & !threats(before, now, soldiers)
}

/// Those of the enemy men on `victims` that the side to move could win by capturing them with its next move. The
/// king does not count as attacker [art. 27.1]; soldiers do when `soldiers` says so [art. 27.2].
pub(super) fn threats(position: &mut Position, victims: Bitboard, soldiers: bool) -> Bitboard {
    let takers = takers(position, soldiers);
    victims
        .into_iter()
        .filter(|&victim| captures(position, victim, takers).into_iter().any(|mv| wins(position, mv)))
        .collect()
}

/// The men of the side to move that count as attackers.
pub(super) fn takers(position: &Position, soldiers: bool) -> Bitboard {
    let takers = position.side(position.side_to_move()) & !position.kind(Kind::King);
    if soldiers { takers } else { takers & !position.kind(Kind::Pawn) }
}

/// Whether a legal capture wins a man, is more than an offer of like men, and is not answered by mate
/// [Chinese, art. 28, 29.1, 29.4; details, art. 3, 7].
pub(super) fn wins(position: &mut Position, capture: Move) -> bool {
    capture_gains(position, capture, Balance::default())
        && !is_offer(position, capture)
        && !is_answered_by_mate(position, capture)
}

/// Whether the other side can mate by checks after the capture.
fn is_answered_by_mate(position: &mut Position, capture: Move) -> bool {
    let undo = position.play(capture);
    let mates = mates_in_answer(position);
    position.undo(capture, undo);
    mates
}
