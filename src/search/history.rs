//! What earlier parts of the search say about moves: histories, killers, counter-moves, corrections.
//!
//! All numbers move towards their limit by gravity: a bonus counts less the nearer the limit is.

use crate::board::Position;
use crate::types::{Color, Kind, Move, Piece, Score, Square};

/// Histories stay within plus and minus this.
pub const HISTORY_LIMIT: i32 = 16_384;

/// Index of a man on its target square: what moves have in common in all tables here.
pub type PieceTo = usize;

/// Number of [`PieceTo`] values; the value itself stands for "no move".
pub const PIECE_TO_COUNT: usize = Piece::COUNT * Square::COUNT;

/// The [`PieceTo`] of a move of `piece`.
#[inline(always)]
pub fn piece_to(piece: Piece, mv: Move) -> PieceTo {
    piece.index() * Square::COUNT + mv.to().index()
}

#[inline(always)]
fn nudge(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// Corrections are kept in units of 1/64 centipawn and stay within plus and minus this.
const CORRECTION_LIMIT: i32 = 64 * 128;
const CORRECTION_SLOTS: usize = 1 << 14;

/// All histories of one search thread.
pub struct Histories {
    /// Quiet moves by the squares they leave and reach, for either side.
    butterfly: Vec<[i16; Square::COUNT * Square::COUNT]>,
    /// Captures by man, square and kind taken.
    captures: Vec<[i16; Kind::ALL.len()]>,
    /// Quiet moves by the move before them (one or two plies earlier, own or the enemy's).
    continuation: Vec<[i16; PIECE_TO_COUNT]>,
    /// The quiet answer that refuted a move.
    counters: Vec<Option<Move>>,
    /// By how much searches differed from the evaluation, by pawns and by other men, for either side to move.
    pawn_corrections: Vec<[i32; 2]>,
    men_corrections: Vec<[[i32; 2]; 2]>,
}

impl Histories {
    /// Empty histories, about 3.5 MB.
    pub fn new() -> Histories {
        Histories {
            butterfly: vec![[0; Square::COUNT * Square::COUNT]; 2],
            captures: vec![[0; Kind::ALL.len()]; PIECE_TO_COUNT],
            continuation: vec![[0; PIECE_TO_COUNT]; PIECE_TO_COUNT + 1],
            counters: vec![None; PIECE_TO_COUNT + 1],
            pawn_corrections: vec![[0; 2]; CORRECTION_SLOTS],
            men_corrections: vec![[[0; 2]; 2]; CORRECTION_SLOTS],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Histories::new();
    }

    fn from_to(mv: Move) -> usize {
        mv.from().index() * Square::COUNT + mv.to().index()
    }

    /// How well a quiet move did, within three times [`HISTORY_LIMIT`]; `before` are the moves one and two plies
    /// earlier.
    #[inline]
    pub fn quiet(&self, side: Color, mv: Move, piece: Piece, before: [PieceTo; 2]) -> i32 {
        let index = piece_to(piece, mv);
        i32::from(self.butterfly[side.index()][Histories::from_to(mv)])
            + i32::from(self.continuation[before[0]][index])
            + i32::from(self.continuation[before[1]][index])
    }

    /// Notes that a quiet move did well (positive bonus) or badly.
    pub fn update_quiet(&mut self, side: Color, mv: Move, piece: Piece, before: [PieceTo; 2], bonus: i32) {
        nudge(&mut self.butterfly[side.index()][Histories::from_to(mv)], bonus);
        let index = piece_to(piece, mv);
        for previous in before {
            if previous < PIECE_TO_COUNT {
                nudge(&mut self.continuation[previous][index], bonus);
            }
        }
    }

    /// How well a capture did, within [`HISTORY_LIMIT`].
    #[inline]
    pub fn capture(&self, mv: Move, piece: Piece, taken: Kind) -> i32 {
        i32::from(self.captures[piece_to(piece, mv)][taken.index()])
    }

    /// Notes that a capture did well or badly.
    pub fn update_capture(&mut self, mv: Move, piece: Piece, taken: Kind, bonus: i32) {
        nudge(&mut self.captures[piece_to(piece, mv)][taken.index()], bonus);
    }

    /// The quiet answer that last refuted the move `previous`.
    pub fn counter(&self, previous: PieceTo) -> Option<Move> {
        self.counters[previous]
    }

    /// Notes that `mv` refuted the move `previous`.
    pub fn set_counter(&mut self, previous: PieceTo, mv: Move) {
        self.counters[previous] = Some(mv);
    }

    /// The evaluation moved by what searches of like positions found.
    #[inline]
    pub fn corrected(&self, position: &Position, eval: Score) -> Score {
        let side = position.side_to_move().index();
        let mut total = self.pawn_corrections[pawn_slot(position)][side];
        for color in Color::ALL {
            total += self.men_corrections[men_slot(position, color)][color.index()][side];
        }
        Score::cp(eval.value() + total / 64)
    }

    /// Notes that a search of `depth` plies returned `score` where the evaluation had said `eval`.
    pub fn update_correction(&mut self, position: &Position, eval: Score, score: Score, depth: i32) {
        let side = position.side_to_move().index();
        let error = ((score - eval) * 64).clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
        let weight = (depth + 1).min(16);
        let learn = |value: &mut i32| {
            *value = (*value * (256 - weight) + error * weight) / 256;
            *value = (*value).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        };
        learn(&mut self.pawn_corrections[pawn_slot(position)][side]);
        for color in Color::ALL {
            learn(&mut self.men_corrections[men_slot(position, color)][color.index()][side]);
        }
    }
}

/// Scatters 90 bits over the correction slots.
fn slot(bits: u128) -> usize {
    let mixed = (bits as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ ((bits >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 50) as usize
}

fn pawn_slot(position: &Position) -> usize {
    let pawns = position.kind(Kind::Pawn);
    let black = (pawns & position.side(Color::Black)).bits();
    slot(pawns.bits() ^ (black << 38))
}

fn men_slot(position: &Position, color: Color) -> usize {
    let men = position.side(color) & !position.kind(Kind::Pawn);
    let strong = (men & (position.kind(Kind::Rook) | position.kind(Kind::Knight))).bits();
    slot(men.bits() ^ (strong << 38))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_stay_within_their_limit() {
        let mut histories = Histories::new();
        let mv: Move = "h2e2".parse().unwrap();
        for _ in 0..1000 {
            histories.update_quiet(Color::Red, mv, Piece::RedCannon, [3, PIECE_TO_COUNT], 1500);
        }
        let value = histories.quiet(Color::Red, mv, Piece::RedCannon, [3, PIECE_TO_COUNT]);
        assert!((HISTORY_LIMIT..=2 * HISTORY_LIMIT).contains(&value), "{value}");
        histories.clear();
        assert_eq!(histories.quiet(Color::Red, mv, Piece::RedCannon, [3, PIECE_TO_COUNT]), 0);
    }

    #[test]
    fn corrections_move_towards_the_error() {
        let mut histories = Histories::new();
        let position = Position::start();
        for _ in 0..200 {
            histories.update_correction(&position, Score::cp(0), Score::cp(60), 8);
        }
        let corrected = histories.corrected(&position, Score::cp(0));
        assert!(corrected > Score::cp(20), "{corrected:?}");
    }
}
