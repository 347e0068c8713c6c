//! What a capture brings in men's worth once both sides have taken on its square as long as they like.

use super::protection::captures;
use crate::board::Position;
use crate::types::{Kind, Move, Piece, Square};

/// Men won less men lost, in the measure of the Chinese rules [Chinese, art. 25.3].
///
/// Soldiers are counted apart: their worth floats, so that one soldier for several men, or one man for several
/// soldiers, wins nothing.
#[derive(Clone, Copy, Default, Debug)]
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
