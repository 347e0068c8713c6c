//! The position and the questions that need no legality.

use super::zobrist;
use crate::attacks;
use crate::types::{Bitboard, Color, Key, Kind, Piece, Square};

/// Which points of each rank and file are occupied by one side.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Lines {
    /// Bit `f` of entry `r`: a man stands on file `f` of rank `r`.
    ranks: [u16; Square::RANKS as usize],
    /// Bit `r` of entry `f`: the same seen by files.
    files: [u16; Square::FILES as usize],
}

/// A position: men, side to move, plies since the last capture, move number; no history.
///
/// Every value that can be reached from outside this module has passed [`super::PositionError`]'s checks:
/// one king a side, no man where it can never stand, the side that just moved not in check.
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::types::{Color, Kind};
/// let start = Position::start();
/// assert_eq!(start.side_to_move(), Color::Red);
/// assert_eq!(start.men(Color::Red, Kind::Pawn).len(), 5);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    board: [Option<Piece>; Square::COUNT],
    colors: [Bitboard; 2],
    kinds: [Bitboard; 7],
    lines: [Lines; 2],
    kings: [Square; 2],
    pub(super) side: Color,
    pub(super) key: Key,
    pub(super) quiet_plies: u16,
    pub(super) ply_number: u16,
}

impl Position {
    /// A board without men, to be filled by [`Position::put`]; not a valid position yet.
    pub(super) fn empty() -> Position {
        Position {
            board: [None; Square::COUNT],
            colors: [Bitboard::EMPTY; 2],
            kinds: [Bitboard::EMPTY; 7],
            lines: [Lines::default(); 2],
            kings: [Square::new(0); 2],
            side: Color::Red,
            key: 0,
            quiet_plies: 0,
            ply_number: 0,
        }
    }

    /// The usual starting position, Red to move.
    pub fn start() -> Position {
        super::START_FEN.parse().expect("the starting position is valid")
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = Some(piece);
        self.toggle(piece, square);
    }

    /// Takes a man off its square.
    #[inline(always)]
    pub(super) fn lift(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = None;
        self.toggle(piece, square);
    }

    /// Keeps sets, lines, king squares and key in step with a man that comes or goes.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let color = piece.color().index();
        let bit = Bitboard::of(square);
        self.colors[color] ^= bit;
        self.kinds[piece.kind().index()] ^= bit;
        let (file, rank) = (square.file(), square.rank());
        self.lines[color].ranks[rank as usize] ^= 1 << file;
        self.lines[color].files[file as usize] ^= 1 << rank;
        if piece.kind() == Kind::King {
            self.kings[color] = square;
        }
        self.key ^= zobrist::man(piece, square);
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Zobrist key of men and side to move; counters have no part in it.
    #[inline(always)]
    pub fn key(&self) -> Key {
        self.key
    }

    /// Half-moves since the last capture (or since the FEN's counter started).
    pub fn quiet_plies(&self) -> usize {
        self.quiet_plies as usize
    }

    /// The number of the current move, 1 for the first two half-moves of a game.
    pub fn move_number(&self) -> usize {
        self.ply_number as usize / 2 + 1
    }

    /// The man on `square`.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// All occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The men of one side.
    #[inline(always)]
    pub fn side(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The men of one kind, both sides.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The men of one kind and side.
    #[inline(always)]
    pub fn men(&self, color: Color, kind: Kind) -> Bitboard {
        self.colors[color.index()] & self.kinds[kind.index()]
    }

    /// Where `color`'s king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    /// All men with their squares, `a0` first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_on(square)?)))
    }

    /// Where a rook of `color` on `square` can go along its rank and file, as (files of its rank, ranks of
    /// its file): empty points, and the nearest men when they are the enemy's.
    #[inline(always)]
    pub fn rook_lines(&self, color: Color, square: Square) -> (u16, u16) {
        let (rank, file, enemy_rank, enemy_file) = self.line_reach(color, square);
        (rank.quiet | (rank.rook & enemy_rank), file.quiet | (file.rook & enemy_file))
    }

    /// As [`Position::rook_lines`], for a cannon: captures need a screen.
    #[inline(always)]
    pub fn cannon_lines(&self, color: Color, square: Square) -> (u16, u16) {
        let (rank, file, enemy_rank, enemy_file) = self.line_reach(color, square);
        (rank.quiet | (rank.cannon & enemy_rank), file.quiet | (file.cannon & enemy_file))
    }

    /// What a man on `square` reaches along its rank and along its file, whosever the men there are.
    #[inline(always)]
    pub fn lines(&self, square: Square) -> (attacks::LineReach, attacks::LineReach) {
        let (rank, file, _, _) = self.line_reach(Color::Red, square);
        (rank, file)
    }

    /// Reach along rank and file, with the enemies of `color` on either line.
    #[inline(always)]
    fn line_reach(&self, color: Color, square: Square) -> (attacks::LineReach, attacks::LineReach, u16, u16) {
        let (file, rank) = (square.file(), square.rank());
        let (own, enemy) = (&self.lines[color.index()], &self.lines[(!color).index()]);
        let (enemy_rank, enemy_file) = (enemy.ranks[rank as usize], enemy.files[file as usize]);
        (
            attacks::rank_reach(file, own.ranks[rank as usize] | enemy_rank),
            attacks::file_reach(rank, own.files[file as usize] | enemy_file),
            enemy_rank,
            enemy_file,
        )
    }

    /// Which orthogonal neighbours of `square` are occupied: the leg pattern of [`attacks::knight`].
    #[inline(always)]
    pub fn legs(&self, square: Square) -> usize {
        legs(self.occupied(), square)
    }

    /// Which diagonal neighbours of `square` are occupied: the eye pattern of [`attacks::bishop`].
    #[inline(always)]
    pub fn eyes(&self, square: Square) -> usize {
        eyes(self.occupied(), square)
    }

    /// Every square that the man of `piece` on `square` could go to, whatever this does to its king.
    pub fn targets(&self, piece: Piece, square: Square) -> Bitboard {
        let color = piece.color();
        let reach = match piece.kind() {
            Kind::King => attacks::king(square),
            Kind::Advisor => attacks::advisor(square),
            Kind::Bishop => attacks::bishop(square, self.eyes(square)),
            Kind::Knight => attacks::knight(square, self.legs(square)),
            Kind::Pawn => attacks::pawn(color, square),
            Kind::Rook => self.spread(square, self.rook_lines(color, square)),
            Kind::Cannon => self.spread(square, self.cannon_lines(color, square)),
        };
        reach & !self.side(color)
    }

    #[inline(always)]
    fn spread(&self, square: Square, (files, ranks): (u16, u16)) -> Bitboard {
        attacks::rank_set(square.rank(), files) | attacks::file_set(square.file(), ranks)
    }

    /// All men of both sides that bear on `square` when the board is occupied as `occupied` says; a man on
    /// `square` itself counts as a man to be taken. Men outside `occupied` are not looked for, and kings that
    /// face each other do not bear on each other here.
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let eyes = eyes(occupied, square);
        let mut found = (attacks::knight_attackers(square, eyes) & self.kind(Kind::Knight))
            | (attacks::bishop(square, eyes) & self.kind(Kind::Bishop))
            | (attacks::advisor(square) & self.kind(Kind::Advisor))
            | (attacks::king(square) & self.kind(Kind::King));
        for color in Color::ALL {
            found |= attacks::pawn_attackers(color, square) & self.men(color, Kind::Pawn);
        }
        let sliders = attacks::cross(square) & (self.kind(Kind::Rook) | self.kind(Kind::Cannon)) & occupied;
        for slider in sliders {
            let screens = attacks::between(square, slider) & occupied;
            let bears = if self.kind(Kind::Rook).has(slider) {
                screens.is_empty()
            } else {
                !screens.is_empty() && !screens.has_many()
            };
            if bears {
                found |= Bitboard::of(slider);
            }
        }
        found & occupied
    }

    /// The position seen in a mirror: files run the other way. Moves map by [`Move::mirrored`].
    ///
    /// [`Move::mirrored`]: crate::types::Move::mirrored
    pub fn mirrored(&self) -> Position {
        self.rebuilt(Square::mirrored, |piece| piece, self.side)
    }

    /// The position with the sides changed: Black's men become Red's across the river, and the other side is to
    /// move. Moves map by [`Move::rotated`].
    ///
    /// [`Move::rotated`]: crate::types::Move::rotated
    pub fn color_swapped(&self) -> Position {
        let swap = |piece: Piece| Piece::new(!piece.color(), piece.kind());
        self.rebuilt(Square::rotated, swap, !self.side)
    }

    fn rebuilt(
        &self,
        square: impl Fn(Square) -> Square,
        piece: impl Fn(Piece) -> Piece,
        side: Color,
    ) -> Position {
        let mut rebuilt = Position::empty();
        for (at, man) in self.pieces() {
            rebuilt.put(piece(man), square(at));
        }
        rebuilt.set_side(side);
        rebuilt.quiet_plies = self.quiet_plies;
        rebuilt.ply_number = self.ply_number ^ (self.side != side) as u16;
        rebuilt
    }

    /// Gives the move to `side`, key included.
    pub(super) fn set_side(&mut self, side: Color) {
        if self.side != side {
            self.side = side;
            self.key ^= zobrist::black_to_move();
        }
    }
}

/// Which orthogonal neighbours of `square` are occupied: the leg pattern of [`attacks::knight`].
/// Neighbours off the board give bits without meaning, which the tables ignore.
#[inline(always)]
fn legs(occupied: Bitboard, square: Square) -> usize {
    let around = ((occupied.bits() << 9) >> square.index()) as usize;
    (around & 1) | (around >> 7 & 2) | (around >> 8 & 4) | (around >> 15 & 8)
}

/// Which diagonal neighbours of `square` are occupied: the eye pattern of [`attacks::bishop`].
#[inline(always)]
pub(super) fn eyes(occupied: Bitboard, square: Square) -> usize {
    let around = ((occupied.bits() << 10) >> square.index()) as usize;
    (around & 1) | (around >> 1 & 2) | (around >> 16 & 4) | (around >> 17 & 8)
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({self})")
    }
}
