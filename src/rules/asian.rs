//! The Asian articles (and the World rules, which repeat them): what a side did over a cycle.
//!
//! Where the articles leave room: an attack counts when it is new, man by man; a root counts when the capture can
//! really be taken back; every move of the stretch has to chase one and the same man, however long the stretch. Two
//! book diagrams are ruled otherwise for that (61 and 107, rows `as105` and `as182` of the golden table, on which
//! the implementations differ too).

use super::conduct::Conduct;
use super::protection::{captures, chaseable, chasers, is_held_by_horse, is_offer, unprotected};
use super::rewind::{Rewind, Turn, follow};
use crate::board::Position;
use crate::types::{Bitboard, Color, Move};

/// What each side did over the cycle.
///
/// Perpetual chase (长捉) is the threat, made anew by every move, to take one and the same man [art. 9 to 31].
/// A check is no chase, so a side of which some moves check is free [art. 6, 7, 8]; mate threats, offers,
/// blocks, and threats that need a check first are free [art. 4, 5, 11, 33 to 35]; what the other side does
/// meanwhile excuses nobody.
pub(super) fn conducts(mut rewind: Rewind) -> [Conduct; 2] {
    let mut records = Color::ALL.map(|color| Record::new(&rewind.before, color));
    while let Some(turn) = rewind.take_back() {
        for record in &mut records {
            record.chased = follow(record.chased, turn.mv);
            record.held = follow(record.held, turn.mv);
        }
        records[turn.mover.index()].add(turn, &mut rewind.before);
    }
    records.map(Record::conduct)
}

/// One side's moves so far, seen from the end of the cycle. The sets hold the present squares of men.
struct Record {
    /// Every move gave check.
    checks: bool,
    /// Enemy men that every move chased anew.
    chased: Bitboard,
    /// Those of them that were rooks held by a horse each time.
    held: Bitboard,
}

impl Record {
    fn new(position: &Position, color: Color) -> Record {
        let men = chaseable(position, !color);
        Record { checks: true, chased: men, held: men }
    }

    fn add(&mut self, mut turn: Turn, before: &mut Position) {
        self.checks &= turn.gives_check;
        self.chased = new_chases(&mut turn, before, self.chased);
        self.held &= self.chased;
        for rook in self.held {
            if !is_held_by_horse(&turn.after, rook) {
                self.held &= !Bitboard::of(rook);
            }
        }
    }

    fn conduct(self) -> Conduct {
        if self.checks {
            Conduct::PerpetualCheck
        } else if !self.held.is_empty() {
            Conduct::HeldRookChase
        } else if !self.chased.is_empty() {
            Conduct::PerpetualChase
        } else {
            Conduct::Free
        }
    }
}

/// Those of the men on `victims` that a move chases: the mover threatens to win them now and did not before, so
/// an attack that stays or changes hands is none [art. 20, 21, 25]. A check chases nothing [art. 7].
pub(super) fn new_chases(turn: &mut Turn, before: &mut Position, victims: Bitboard) -> Bitboard {
    if turn.gives_check {
        return Bitboard::EMPTY;
    }
    let now = threats(&mut turn.after, victims);
    now & !threats(before, now)
}

/// Those of the enemy men on `victims` that the side to move could win with its next move. King and soldiers
/// are no attackers [art. 23, 24].
pub(super) fn threats(position: &mut Position, victims: Bitboard) -> Bitboard {
    let takers = chasers(position, position.side_to_move());
    victims
        .into_iter()
        .filter(|&victim| captures(position, victim, takers).into_iter().any(|mv| wins(position, mv)))
        .collect()
}

/// Whether a legal capture wins the man, and does not only offer an exchange of like men [art. 19].
pub(super) fn wins(position: &mut Position, capture: Move) -> bool {
    unprotected(position, capture).is_some() && !is_offer(position, capture)
}
