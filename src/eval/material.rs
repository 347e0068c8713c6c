//! Counting men: the least that an evaluation can be, and the measure of what others know beyond it.

use crate::board::Position;
use crate::types::{Color, Kind, Score};

/// What players' manuals give a man of each kind, in centipawns and in the order of `Kind::index`; the king is
/// never lost.
const VALUES: [i32; 7] = [0, 200, 200, 400, 900, 450, 100];

/// Material of the side to move less that of the other, in centipawns.
///
/// ```
/// use chuhe::{board::Position, eval::count_material, types::Score};
/// assert_eq!(count_material(&Position::start()), Score::DRAW);
/// ```
pub fn count_material(position: &Position) -> Score {
    let side = |color: Color| -> i32 {
        Kind::ALL.iter().map(|&kind| VALUES[kind.index()] * position.men(color, kind).len() as i32).sum()
    };
    let us = position.side_to_move();
    Score::cp(side(us) - side(!us))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_man_counts_for_its_side() {
        let value = |fen: &str| count_material(&fen.parse().unwrap()).value();
        assert_eq!(value("3k5/9/9/9/9/9/9/9/9/R3K4 w"), 900);
        assert_eq!(value("3k5/9/9/9/9/9/9/9/9/R3K4 b"), -900);
        assert_eq!(value("3k5/9/9/9/9/9/9/9/1nc6/R3K4 w"), 50);
        assert_eq!(value("2bak4/9/9/p8/9/9/9/9/9/5K3 b"), 500);
    }
}
