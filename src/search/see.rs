//! Static exchange evaluation: what a run of captures on one square comes to.
//!
//! Attackers are found anew after each capture, because in xiangqi a man that leaves can be a cannon's screen or
//! a horse's leg and so both uncover and cover others. Pins are not looked at.

use super::params::EXCHANGE_VALUES;
use crate::board::Position;
use crate::types::{Bitboard, Kind, Move};

/// Kinds from the cheapest to the dearest, the order in which men are thrown into an exchange.
const BY_VALUE: [Kind; 7] =
    [Kind::Pawn, Kind::Advisor, Kind::Bishop, Kind::Knight, Kind::Cannon, Kind::Rook, Kind::King];

/// The exchange value of a kind, in centipawns.
pub fn exchange_value(kind: Kind) -> i32 {
    EXCHANGE_VALUES[kind.index()]
}

/// Whether the exchanges that `mv` starts on its target square gain at least `threshold` centipawns for the side
/// that moves (Swap algorithm with a threshold).
pub fn exchange_gains(position: &Position, mv: Move, threshold: i32) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let Some(moving) = position.piece_on(from) else { return false };
    let taken = position.piece_on(to).map_or(0, |piece| exchange_value(piece.kind()));
    // What the side that moved stands above the threshold by, first if nobody takes back, then if it loses its man.
    let mut balance = taken - threshold;
    if balance < 0 {
        return false;
    }
    balance -= exchange_value(moving.kind());
    if balance >= 0 {
        return true;
    }
    let mut occupied = (position.occupied() & !Bitboard::of(from)) | Bitboard::of(to);
    let mut side = !position.side_to_move();
    let mut gains = true;
    loop {
        let attackers = position.attackers(to, occupied) & position.side(side);
        let Some((attacker, kind)) = cheapest(position, attackers) else { return gains };
        if kind == Kind::King {
            // A king takes only what nobody guards any more.
            let after = occupied & !Bitboard::of(attacker);
            let guarded = position.attackers(to, after).meets(position.side(!side) & after);
            return if guarded { gains } else { !gains };
        }
        gains = !gains;
        occupied &= !Bitboard::of(attacker);
        side = !side;
        balance = -balance - 1 - exchange_value(kind);
        if balance >= 0 {
            return gains;
        }
    }
}

fn cheapest(position: &Position, attackers: Bitboard) -> Option<(crate::types::Square, Kind)> {
    if attackers.is_empty() {
        return None;
    }
    BY_VALUE.into_iter().find_map(|kind| Some(((attackers & position.kind(kind)).first()?, kind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exact gain of an exchange, from the threshold form.
    fn gain(fen: &str, mv: &str) -> i32 {
        let position: Position = fen.parse().unwrap();
        let mv = mv.parse().unwrap();
        (-2000..=2000)
            .rev()
            .find(|&threshold| exchange_gains(&position, mv, threshold))
            .expect("some threshold is met")
    }

    #[test]
    fn simple_exchanges() {
        let value = |kind: Kind| exchange_value(kind);
        // A rook takes a free pawn, then a guarded one.
        assert_eq!(gain("3k5/9/9/p8/9/9/9/9/9/R4K3 w", "a0a6"), value(Kind::Pawn));
        assert_eq!(gain("r2k5/9/9/p8/9/9/9/9/9/R4K3 w", "a0a6"), value(Kind::Pawn) - value(Kind::Rook));
        // A quiet move to a guarded square costs the man, to a free one nothing.
        assert_eq!(gain("r2k5/9/9/9/9/9/9/9/9/R4K3 w", "a0a5"), -value(Kind::Rook));
        assert_eq!(gain("r2k5/9/9/9/9/9/9/9/9/R4K3 w", "a0b0"), 0);
    }

    #[test]
    fn screens_come_and_go() {
        // The rook on a7 is guarded by the cannon on a9 only while the horse on a8 is its screen.
        let guarded = gain("c2k5/n8/r8/9/9/9/9/9/9/R4K3 w", "a0a7");
        assert_eq!(guarded, exchange_value(Kind::Rook) - exchange_value(Kind::Rook));
        let free = gain("c2k5/9/r8/9/9/9/9/9/9/R4K3 w", "a0a7");
        assert_eq!(free, exchange_value(Kind::Rook));
        // The cannon that takes over a screen is retaken by the rook behind its target.
        let retaken = gain("r2k5/9/n8/9/9/P8/9/C8/9/5K3 w", "a2a7");
        assert_eq!(retaken, exchange_value(Kind::Knight) - exchange_value(Kind::Cannon));
    }

    #[test]
    fn kings_do_not_take_guarded_men() {
        // The knight takes the advisor on e8: the king takes back, unless a rook guards the square.
        let advisor = exchange_value(Kind::Advisor);
        let alone = gain("4k4/4a4/9/3N5/9/9/9/9/9/5K3 w", "d6e8");
        assert_eq!(alone, advisor - exchange_value(Kind::Knight));
        assert_eq!(gain("4k4/4a4/9/3N5/9/9/9/9/4R4/5K3 w", "d6e8"), advisor);
    }
}
