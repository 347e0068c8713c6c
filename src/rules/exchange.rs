//! What a capture brings in men's worth once both sides have taken on its square as long as they like.

use super::protection::{captures, chaseable, chasers, is_offer};
use crate::board::Position;
use crate::types::{Bitboard, Kind, Move, Piece, Square};

/// Men won less men lost, in the measure of the Chinese rules [Chinese, art. 25.3].
///
/// Soldiers are counted apart: their worth floats, so that one soldier for several men, or one man for several
/// soldiers, wins nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Balance {
    men: i32,
    soldiers: i32,
}

impl Balance {
    /// The worth of a man on `at`. A rook equals two horses, two cannons, or a horse and a cannon; horse equals
    /// cannon; advisor equals elephant; a soldier on its own half is worth nothing [Chinese, art. 25.3].
    fn worth(captured: Option<Piece>, at: Square) -> Balance {
        let men = |men| Balance { men, soldiers: 0 };
        match captured.map(|man| (man.kind(), man.color())) {
            Some((Kind::Rook, _)) => men(8),
            Some((Kind::Knight | Kind::Cannon, _)) => men(4),
            Some((Kind::Advisor | Kind::Bishop, _)) => men(2),
            Some((Kind::Pawn, color)) if !at.is_home(color) => Balance { men: 0, soldiers: 1 },
            Some((Kind::Pawn | Kind::King, _)) | None => men(0),
        }
    }

    /// After the side whose balance it is has captured on `at`.
    pub(super) fn won(self, captured: Option<Piece>, at: Square) -> Balance {
        let worth = Balance::worth(captured, at);
        Balance { men: self.men + worth.men, soldiers: self.soldiers + worth.soldiers }
    }

    /// After the other side has captured on `at`.
    pub(super) fn lost(self, captured: Option<Piece>, at: Square) -> Balance {
        let worth = Balance::worth(captured, at);
        Balance { men: self.men - worth.men, soldiers: self.soldiers - worth.soldiers }
    }

    /// Whether the man of this worth is worth more than a man of the other; soldiers compare with nothing.
    pub(super) fn outweighs(self, other: Balance) -> bool {
        self.men > other.men && other.soldiers == 0
    }

    /// Whether this is a man won (得子).
    pub(super) fn is_gain(self) -> bool {
        if self.men == 0 { self.soldiers > 0 } else { self.men > 0 && self.soldiers >= 0 }
    }
}

/// Whether the side to move wins a man by `capture` when both go on taking on its square, or stop, as they
/// please. `balance` is what that side has won and lost on the way here.
pub(super) fn capture_gains(position: &mut Position, capture: Move, balance: Balance) -> bool {
    let undo = position.play(capture);
    let gains = keeps_gain(position, capture.to(), balance.won(undo.captured(), capture.to()));
    position.undo(capture, undo);
    gains
}

/// Whether a gain remains when the side to move, which suffers it, stops or takes back on `square`.
fn keeps_gain(position: &mut Position, square: Square, balance: Balance) -> bool {
    if !balance.is_gain() {
        return false;
    }
    let guards = position.side(position.side_to_move());
    captures(position, square, guards).into_iter().all(|mv| {
        let undo = position.play(mv);
        let balance = balance.lost(undo.captured(), square);
        let takers = position.side(position.side_to_move());
        let gains = balance.is_gain()
            || captures(position, square, takers).into_iter().any(|mv| capture_gains(position, mv, balance));
        position.undo(mv, undo);
        gains
    })
}

/// Whether the side to move can win one of the men on `victims` by an exchange: it takes another man, and
/// whoever takes back leaves one of them to be won [Chinese, art. 29.1].
pub(super) fn wins_by_exchange(position: &mut Position, victims: Bitboard) -> bool {
    let us = position.side_to_move();
    let takers = chasers(position, us);
    chaseable(position, !us).into_iter().any(|square| {
        let victims = victims & !Bitboard::of(square);
        captures(position, square, takers)
            .into_iter()
            .any(|mv| !is_offer(position, mv) && exchange_wins(position, mv, victims))
    })
}

/// Whether `capture` has to be taken back, and every way of doing so loses one of the men on `victims`.
fn exchange_wins(position: &mut Position, capture: Move, victims: Bitboard) -> bool {
    let undo = position.play(capture);
    let balance = Balance::default().won(undo.captured(), capture.to());
    let replies = captures(position, capture.to(), position.side(position.side_to_move()));
    let wins = balance.is_gain()
        && !replies.is_empty()
        && replies.into_iter().all(|back| {
            let undo = position.play(back);
            let balance = balance.lost(undo.captured(), back.to());
            // A man that takes back is given up by its own side and not won in its place.
            let wins = wins_one_of(position, victims & !Bitboard::of(back.from()), balance);
            position.undo(back, undo);
            wins
        });
    position.undo(capture, undo);
    wins
}

/// Whether the side to move wins one of the men on `victims`, after `balance`. A man that faces its like is not
/// among them: it could have taken first.
fn wins_one_of(position: &mut Position, victims: Bitboard, balance: Balance) -> bool {
    let takers = chasers(position, position.side_to_move());
    victims.into_iter().any(|victim| {
        captures(position, victim, takers)
            .into_iter()
            .any(|mv| capture_gains(position, mv, balance) && !is_offer(position, mv))
    })
}
