//! Kinds of men and coloured men, their letters and their names.
//!
//! The code says King, Advisor, Bishop, Knight, Rook, Cannon, Pawn everywhere; [`Kind::names`] is the
//! one place that knows what rule books call them.

use super::Color;

/// A kind of man, in the order of per-kind arrays.
///
/// ```
/// use chuhe::types::Kind;
/// assert_eq!(Kind::from_letter('h'), Some(Kind::Knight));
/// assert_eq!(Kind::Knight.letter(), 'N');
/// assert_eq!(Kind::Pawn.full_count(), 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// General, 帅 or 将.
    King,
    /// Guard, 仕 or 士.
    Advisor,
    /// Elephant, 相 or 象.
    Bishop,
    /// Horse, 马.
    Knight,
    /// Chariot, 车.
    Rook,
    /// Cannon, 炮.
    Cannon,
    /// Soldier, 兵 or 卒.
    Pawn,
}

/// What people call one kind of man; see [`Kind::names`].
///
/// ```
/// use chuhe::types::Kind;
/// let names = Kind::Bishop.names();
/// assert_eq!((names.rule_book, names.red, names.black), ("elephant", '相', '象'));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindNames {
    /// The word of the English rule books.
    pub rule_book: &'static str,
    /// The Chinese character for a red man.
    pub red: char,
    /// The Chinese character for a black man.
    pub black: char,
}

impl Kind {
    /// All kinds, in the order of [`Kind::index`].
    pub const ALL: [Kind; 7] =
        [Kind::King, Kind::Advisor, Kind::Bishop, Kind::Knight, Kind::Rook, Kind::Cannon, Kind::Pawn];

    /// 0 to 6: the index of per-kind arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The canonical upper-case letter: K A B N R C P.
    pub const fn letter(self) -> char {
        match self {
            Kind::King => 'K',
            Kind::Advisor => 'A',
            Kind::Bishop => 'B',
            Kind::Knight => 'N',
            Kind::Rook => 'R',
            Kind::Cannon => 'C',
            Kind::Pawn => 'P',
        }
    }

    /// Reads a letter of either case; E (elephant) and H (horse) are understood too.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Kind::King,
            'A' => Kind::Advisor,
            'B' | 'E' => Kind::Bishop,
            'N' | 'H' => Kind::Knight,
            'R' => Kind::Rook,
            'C' => Kind::Cannon,
            'P' => Kind::Pawn,
            _ => return None,
        })
    }

    /// How many men of this kind a side has in a full set.
    pub const fn full_count(self) -> u32 {
        match self {
            Kind::King => 1,
            Kind::Pawn => 5,
            _ => 2,
        }
    }

    /// The rule-book glossary.
    pub const fn names(self) -> KindNames {
        let (rule_book, red, black) = match self {
            Kind::King => ("general", '帅', '将'),
            Kind::Advisor => ("advisor", '仕', '士'),
            Kind::Bishop => ("elephant", '相', '象'),
            Kind::Knight => ("horse", '马', '马'),
            Kind::Rook => ("chariot", '车', '车'),
            Kind::Cannon => ("cannon", '炮', '炮'),
            Kind::Pawn => ("soldier", '兵', '卒'),
        };
        KindNames { rule_book, red, black }
    }
}

/// A man of one side.
///
/// ```
/// use chuhe::types::{Color, Kind, Piece};
/// let horse = Piece::from_letter('h').unwrap();
/// assert_eq!(horse, Piece::new(Color::Black, Kind::Knight));
/// assert_eq!(horse.letter(), 'n');
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say colour and kind")]
pub enum Piece {
    RedKing,
    RedAdvisor,
    RedBishop,
    RedKnight,
    RedRook,
    RedCannon,
    RedPawn,
    BlackKing,
    BlackAdvisor,
    BlackBishop,
    BlackKnight,
    BlackRook,
    BlackCannon,
    BlackPawn,
}

impl Piece {
    /// Number of distinct pieces: the size of per-piece arrays.
    pub const COUNT: usize = 14;

    /// All pieces, in the order of [`Piece::index`].
    pub const ALL: [Piece; Piece::COUNT] = [
        Piece::RedKing,
        Piece::RedAdvisor,
        Piece::RedBishop,
        Piece::RedKnight,
        Piece::RedRook,
        Piece::RedCannon,
        Piece::RedPawn,
        Piece::BlackKing,
        Piece::BlackAdvisor,
        Piece::BlackBishop,
        Piece::BlackKnight,
        Piece::BlackRook,
        Piece::BlackCannon,
        Piece::BlackPawn,
    ];

    /// The man of `kind` on `color`'s side.
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece::ALL[color.index() * 7 + kind.index()]
    }

    /// 0 to 13: the index of per-piece arrays; Red's men first.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whose man this is.
    pub const fn color(self) -> Color {
        if (self as u8) < Piece::BlackKing as u8 { Color::Red } else { Color::Black }
    }

    /// What kind of man this is.
    pub const fn kind(self) -> Kind {
        Kind::ALL[self.index() % 7]
    }

    /// The FEN letter: upper case for Red.
    pub const fn letter(self) -> char {
        let letter = self.kind().letter();
        match self.color() {
            Color::Red => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Reads a FEN letter, the foreign E and H included.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Piece::new(color, kind)),
            None => None,
        }
    }

    /// The Chinese character of this man.
    pub const fn chinese(self) -> char {
        match self.color() {
            Color::Red => self.kind().names().red,
            Color::Black => self.kind().names().black,
        }
    }
}
