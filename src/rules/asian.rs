//! The Asian articles (and the World rules, which repeat them): what a side did over a cycle.

use super::conduct::Conduct;
use super::protection::{chaseable, chasers, is_held_by_horse, is_offer, unprotected};
use super::rewind::{Rewind, follow};
use crate::board::Position;
use crate::types::{Bitboard, Color, Move};

/// Those of the enemy men on `victims` that the side to move could win with its next move.
pub(super) fn threats(position: &mut Position, victims: Bitboard) -> Bitboard {
    let us = position.side_to_move();
    let checks = position.checks();
    let attackers = chasers(position, us);
    let mut won = Bitboard::EMPTY;
    for victim in victims {
        for attacker in position.attackers(victim, position.occupied()) & attackers {
            let Some(capture) = Move::new(attacker, victim) else { continue };
            if position.is_legal(capture, &checks) && wins(position, capture) {
                won |= Bitboard::of(victim);
                break;
            }
        }
    }
    won
}

/// Whether a legal capture wins the man: it has no true root, or is a rook before a horse or cannon, and the
/// attack is more than an offer between like men.
#[inline]
pub(super) fn wins(position: &mut Position, capture: Move) -> bool {
    unprotected(position, capture).is_some() && !is_offer(position, capture)
}

/// One side's chases over a cycle, move by move. The sets hold the present squares of men and move with them.
#[derive(Clone, Copy)]
struct Chase {
    /// Men that every move so far chased anew.
    men: Bitboard,
    /// Those of them that were rooks held by a horse each time [art. 14].
    held: Bitboard,
}

impl Chase {
    const NONE: Chase = Chase { men: Bitboard::EMPTY, held: Bitboard::EMPTY };
}

/// What each side did over the cycle.
///
/// Perpetual chase is the threat, made anew by every move, to take one and the same man [art. 9 to 31]. A
/// check is no chase, so that a side of which some moves check is free [art. 6, 7, 8]; mate threats, offers,
/// blocks and threats that need a check first are free [art. 4, 5, 11, 33 to 35]; what the other side does
/// excuses nobody.
pub(super) fn conducts(mut rewind: Rewind) -> [Conduct; 2] {
    let mut chases = Color::ALL.map(|color| {
        let men = chaseable(&rewind.position, !color);
        Chase { men, held: men }
    });
    let mut checks = [true; 2];
    while let Some(last) = rewind.last() {
        let chase = &mut chases[last.mover.index()];
        checks[last.mover.index()] &= last.gives_check;
        if last.gives_check {
            *chase = Chase::NONE;
        } else if !chase.men.is_empty() {
            rewind.position.pass();
            chase.men = threats(&mut rewind.position, chase.men);
            rewind.position.pass();
            chase.held &= chase.men;
            for man in chase.held {
                if !is_held_by_horse(&rewind.position, man) {
                    chase.held &= !Bitboard::of(man);
                }
            }
        }
        for chase in &mut chases {
            chase.men = follow(chase.men, last.mv);
            chase.held = follow(chase.held, last.mv);
        }
        rewind.undo();
        // What could be taken before the move is not chased by it [art. 20, 21, 25].
        let chase = &mut chases[last.mover.index()];
        if !chase.men.is_empty() {
            chase.men &= !threats(&mut rewind.position, chase.men);
            chase.held &= chase.men;
        }
    }
    [0, 1].map(|side| match (checks[side], chases[side]) {
        (true, _) => Conduct::PerpetualCheck,
        (_, chase) if !chase.held.is_empty() => Conduct::HeldRookChase,
        (_, chase) if !chase.men.is_empty() => Conduct::PerpetualChase,
        _ => Conduct::Free,
    })
}
