//! The inputs of the network: each man on the board, as one side sees it.
//!
//! The board is turned so that the side's own king stands at the bottom, and mirrored so that this king stands on
//! file d or e. Its square, one of six, selects a bucket of [`MEN`] features; each man of the position is one active
//! feature of that bucket, own men first, by kind and by the squares that the kind can reach. Men on squares that
//! their kind can never reach do not occur in a [`Position`].

use arrayvec::ArrayVec;

use crate::attacks::can_stand;
use crate::board::Position;
use crate::types::{Color, Kind, Piece, Square};

/// Features of one king bucket: every kind on every square that it can reach, of either side.
pub const MEN: usize = 2 * MEN_OF_SIDE;

/// Squares that the kinds of one side can reach, added up: 9 + 5 + 7 + 3 · 90 + 55.
const MEN_OF_SIDE: usize = 346;

/// Squares of the own king, after mirroring: files d and e of three ranks.
pub const KING_BUCKETS: usize = 6;

/// Number of features: the rows of the feature transformer. Feature `f` belongs to king bucket `f / MEN`, and
/// `f % MEN` is what it says whatever the bucket.
pub const INPUTS: usize = KING_BUCKETS * MEN;

/// Output buckets, by the number of men on the board.
pub const OUTPUT_BUCKETS: usize = 8;

/// The active features of a position: as many as men.
pub type Active = ArrayVec<usize, 32>;

/// How one side sees the board: turned or not, mirrored or not, from which king bucket. Features of different views
/// have nothing to do with each other.
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::eval::network::features::View;
/// use chuhe::types::{Color, Piece};
/// let start = Position::start();
/// let (red, black) = (View::of(&start, Color::Red), View::of(&start, Color::Black));
/// let (a0, a9) = ("a0".parse().unwrap(), "a9".parse().unwrap());
/// assert_eq!(red.feature(Piece::RedRook, a0), black.feature(Piece::BlackRook, a9));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Index into [`OFFSETS`]: twice the side, plus one when mirrored.
    orientation: u8,
    /// Index of the king bucket.
    bucket: u8,
}

impl View {
    /// The view of `side`, whose king stands on `king`.
    #[inline(always)]
    pub const fn new(side: Color, king: Square) -> View {
        let king = king.seen_by(side);
        let is_mirrored = king.file() > 4;
        let file = if is_mirrored { 8 - king.file() } else { king.file() };
        View {
            orientation: side as u8 * 2 + is_mirrored as u8,
            bucket: king.rank() * 2 + file.saturating_sub(3),
        }
    }

    /// The view of `side` in `position`.
    #[inline(always)]
    pub fn of(position: &Position, side: Color) -> View {
        View::new(side, position.king(side))
    }

    /// The feature of `piece` on `square`, below [`INPUTS`].
    #[inline(always)]
    pub fn feature(self, piece: Piece, square: Square) -> usize {
        let offset = OFFSETS[self.orientation as usize][piece.index()][square.index()];
        self.bucket as usize * MEN + offset as usize
    }
}

/// The features that are active for `side`, kings included, each below [`INPUTS`].
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::eval::network::features::active;
/// use chuhe::types::Color;
/// let start = Position::start();
/// assert_eq!(active(&start, Color::Red).len(), 32);
/// ```
pub fn active(position: &Position, side: Color) -> Active {
    let view = View::of(position, side);
    position.pieces().map(|(square, piece)| view.feature(piece, square)).collect()
}

/// The output bucket of a position, below [`OUTPUT_BUCKETS`]: one for every four men.
#[inline(always)]
pub fn output_bucket(position: &Position) -> usize {
    (position.occupied().len() as usize).saturating_sub(2) / 4 % OUTPUT_BUCKETS
}

/// Place in the bucket of each piece on each square, below [`MEN`]; 0 where the piece can never stand. First index:
/// Red's view, Red's mirrored, Black's, Black's mirrored.
static OFFSETS: [[[u16; Square::COUNT]; Piece::COUNT]; 4] = offsets();

const fn offsets() -> [[[u16; Square::COUNT]; Piece::COUNT]; 4] {
    let mut table = [[[0; Square::COUNT]; Piece::COUNT]; 4];
    let mut orientation = 0;
    while orientation < 4 {
        let side = Color::ALL[orientation / 2];
        let mut place = 0;
        let mut man = 0;
        while man < Piece::COUNT {
            let owner = if man < 7 { side } else { opposite(side) };
            let kind = Kind::ALL[man % 7];
            let mut index = 0;
            while index < Square::COUNT {
                // Squares are counted from the owner's home, in the side's mirror.
                let seen = Square::new(index).seen_by(owner);
                let square = if orientation % 2 == 1 { seen.mirrored() } else { seen };
                if can_stand(owner, kind, square) {
                    table[orientation][Piece::new(owner, kind).index()][square.index()] = place;
                    place += 1;
                }
                index += 1;
            }
            man += 1;
        }
        assert!(place as usize == MEN);
        orientation += 1;
    }
    table
}

const fn opposite(side: Color) -> Color {
    match side {
        Color::Red => Color::Black,
        Color::Black => Color::Red,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTS: [(Kind, usize); 7] = [
        (Kind::King, 9),
        (Kind::Advisor, 5),
        (Kind::Bishop, 7),
        (Kind::Knight, 90),
        (Kind::Rook, 90),
        (Kind::Cannon, 90),
        (Kind::Pawn, 55),
    ];

    /// Kings of `side` of every view, two of them for the buckets of file d.
    fn kings(side: Color) -> impl Iterator<Item = Square> {
        Square::all().filter(move |&square| can_stand(side, Kind::King, square))
    }

    #[test]
    fn every_kind_has_as_many_features_as_squares_and_none_twice() {
        for side in Color::ALL {
            for king in kings(side) {
                let view = View::new(side, king);
                let mut seen = [false; INPUTS];
                for piece in Piece::ALL {
                    let squares: Vec<Square> =
                        Square::all().filter(|&at| can_stand(piece.color(), piece.kind(), at)).collect();
                    assert_eq!(squares.len(), COUNTS[piece.kind().index()].1);
                    for &square in &squares {
                        let feature = view.feature(piece, square);
                        assert!(!std::mem::replace(&mut seen[feature], true), "{piece:?} on {square}");
                        assert_eq!(feature % MEN < MEN_OF_SIDE, piece.color() == side);
                    }
                }
                let bucket = view.bucket as usize;
                assert!(seen.iter().enumerate().all(|(at, &seen)| seen == (at / MEN == bucket)));
            }
        }
    }

    #[test]
    fn all_buckets_occur_and_mirrored_kings_share_one() {
        for side in Color::ALL {
            let mut kings_of_bucket = [0; KING_BUCKETS];
            for king in kings(side) {
                let view = View::new(side, king);
                kings_of_bucket[view.bucket as usize] += 1;
                let other = View::new(side, king.mirrored());
                assert_eq!(view.bucket, other.bucket);
                for piece in Piece::ALL {
                    for square in Square::all().filter(|&at| can_stand(piece.color(), piece.kind(), at)) {
                        let mirrored = if king.file() == 4 { square } else { square.mirrored() };
                        assert_eq!(view.feature(piece, square), other.feature(piece, mirrored));
                    }
                }
            }
            assert_eq!(kings_of_bucket, [2, 1, 2, 1, 2, 1]);
        }
    }

    #[test]
    fn both_sides_see_the_same() {
        for king in kings(Color::Red) {
            let (red, black) = (View::new(Color::Red, king), View::new(Color::Black, king.rotated()));
            for piece in Piece::ALL {
                let swapped = Piece::new(!piece.color(), piece.kind());
                for square in Square::all().filter(|&at| can_stand(piece.color(), piece.kind(), at)) {
                    assert_eq!(red.feature(piece, square), black.feature(swapped, square.rotated()));
                }
            }
        }
    }

    #[test]
    fn the_start_is_in_the_last_output_bucket_and_bare_kings_in_the_first() {
        assert_eq!(output_bucket(&Position::start()), OUTPUT_BUCKETS - 1);
        let bare: Position = "4k4/9/9/9/9/9/9/9/9/3K5 w".parse().unwrap();
        assert_eq!(output_bucket(&bare), 0);
    }
}
