//! Checks, pins and the legality of moves.
//!
//! A move can expose its own king in four ways: a man leaves the line of a rook or of the other king; a man
//! leaves the line of a cannon that had two men before it; a man steps into the bare line of a cannon and
//! becomes its screen; a man leaves the leg of a knight. [`Checks`] collects these once per position, so that
//! most moves need no further test.

use super::Position;
use super::position::eyes;
use crate::attacks;
use crate::types::{Bitboard, Color, Kind, Move, Square};

/// Who gives check to the side to move, and which of its men are bound; made by [`Position::checks`].
///
/// ```
/// use chuhe::board::Position;
/// // The rook gives check; were Black's advisor or pawn to leave the e-file, the cannon would too.
/// let position: Position = "R3k4/4a4/9/9/9/4p4/9/9/9/3KC4 b".parse().unwrap();
/// let checks = position.checks();
/// assert!(checks.any());
/// assert_eq!(checks.checkers.first(), Some("a9".parse().unwrap()));
/// assert!(checks.pinned.has("e8".parse().unwrap()) && checks.pinned.has("e4".parse().unwrap()));
/// assert!(checks.screens.is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checks {
    /// Enemy men that give check now.
    pub checkers: Bitboard,
    /// Own men whose departure may expose the king.
    pub pinned: Bitboard,
    /// Empty squares on which an own man would become the screen of a cannon that aims at the king.
    pub screens: Bitboard,
}

impl Checks {
    /// Whether the side to move is in check.
    #[inline(always)]
    pub fn any(&self) -> bool {
        !self.checkers.is_empty()
    }
}

/// The squares from which the side to move would give check, by kind of man, as the board stands now: the
/// square that the man leaves and checks by other men are not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckSquares {
    rook: Bitboard,
    cannon: Bitboard,
    knight: Bitboard,
    pawn: Bitboard,
}

impl CheckSquares {
    /// Whether a man of this kind gives check from `square`.
    #[inline(always)]
    pub fn has(&self, kind: Kind, square: Square) -> bool {
        match kind {
            Kind::Rook => self.rook.has(square),
            Kind::Cannon => self.cannon.has(square),
            Kind::Knight => self.knight.has(square),
            Kind::Pawn => self.pawn.has(square),
            Kind::King | Kind::Advisor | Kind::Bishop => false,
        }
    }
}

impl Position {
    /// The empty squares from which men of the side to move would give check.
    #[inline]
    pub fn check_squares(&self) -> CheckSquares {
        let us = self.side;
        let king = self.king(!us);
        let (rank, file) = self.lines(king);
        let spread =
            |files, ranks| attacks::rank_set(king.rank(), files) | attacks::file_set(king.file(), ranks);
        CheckSquares {
            rook: spread(rank.quiet, file.quiet),
            cannon: spread(rank.behind, file.behind),
            knight: attacks::knight_attackers(king, self.eyes(king)),
            pawn: attacks::pawn_attackers(us, king),
        }
    }

    /// Checks and pins of the side to move.
    #[inline]
    pub fn checks(&self) -> Checks {
        let us = self.side;
        let king = self.king(us);
        let (own, enemy) = (self.side(us), self.side(!us));
        let occupied = own | enemy;
        let mut checks = Checks {
            checkers: attacks::pawn_attackers(!us, king) & self.men(!us, Kind::Pawn),
            pinned: Bitboard::EMPTY,
            screens: Bitboard::EMPTY,
        };
        let aimed = attacks::cross(king) & enemy;
        for rook in aimed & (self.kind(Kind::Rook) | self.kind(Kind::King)) {
            let blockers = attacks::between(king, rook) & occupied;
            if blockers.is_empty() {
                checks.checkers |= Bitboard::of(rook);
            } else if !blockers.has_many() {
                checks.pinned |= blockers & own;
            }
        }
        for cannon in aimed & self.kind(Kind::Cannon) {
            let line = attacks::between(king, cannon);
            let blockers = line & occupied;
            match blockers.len() {
                0 => checks.screens |= line,
                1 => checks.checkers |= Bitboard::of(cannon),
                2 => checks.pinned |= blockers & own,
                _ => {}
            }
        }
        for knight in attacks::knight_around(king) & enemy & self.kind(Kind::Knight) {
            let leg = Bitboard::of(attacks::knight_leg(knight, king));
            if leg.meets(occupied) {
                checks.pinned |= leg & own;
            } else {
                checks.checkers |= Bitboard::of(knight);
            }
        }
        checks
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_in_check(&self) -> bool {
        let us = self.side;
        self.is_attacked(self.king(us), !us, self.occupied(), self.side(!us))
    }

    /// Whether one of the `enemies` of colour `by` bears on `king` when the board is occupied as `occupied`
    /// says. The enemy king counts along the file: facing kings.
    #[inline]
    pub(super) fn is_attacked(&self, king: Square, by: Color, occupied: Bitboard, enemies: Bitboard) -> bool {
        let knights = attacks::knight_around(king) & enemies & self.kind(Kind::Knight);
        if !knights.is_empty() && knights.meets(attacks::knight_attackers(king, eyes(occupied, king))) {
            return true;
        }
        if (attacks::pawn_attackers(by, king) & enemies).meets(self.kind(Kind::Pawn)) {
            return true;
        }
        let aimed = attacks::cross(king) & enemies;
        for rook in aimed & (self.kind(Kind::Rook) | self.kind(Kind::King)) {
            if !attacks::between(king, rook).meets(occupied) {
                return true;
            }
        }
        for cannon in aimed & self.kind(Kind::Cannon) {
            let screens = attacks::between(king, cannon) & occupied;
            if !screens.is_empty() && !screens.has_many() {
                return true;
            }
        }
        false
    }

    /// Whether a move that obeys the men's ways of moving leaves the own king safe. `checks` must be those of
    /// this position.
    #[inline]
    pub fn is_legal(&self, mv: Move, checks: &Checks) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let us = self.side;
        let king = self.king(us);
        let moves_king = from == king;
        if !moves_king && checks.checkers.is_empty() && !checks.pinned.has(from) && !checks.screens.has(to) {
            return true;
        }
        let target = Bitboard::of(to);
        let occupied = (self.occupied() & !Bitboard::of(from)) | target;
        let enemies = self.side(!us) & !target;
        !self.is_attacked(if moves_king { to } else { king }, !us, occupied, enemies)
    }

    /// Whether a legal move gives check, by the man that moves or by one that it uncovers.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let us = self.side;
        let king = self.king(!us);
        let target = Bitboard::of(to);
        let occupied = (self.occupied() & !Bitboard::of(from)) | target;
        let screens = || attacks::between(king, to) & occupied;
        let direct = match self.piece_on(from).map(|piece| piece.kind()) {
            Some(Kind::Rook) => attacks::cross(king).has(to) && screens().is_empty(),
            Some(Kind::Cannon) => {
                let screens = if attacks::cross(king).has(to) { screens() } else { Bitboard::EMPTY };
                !screens.is_empty() && !screens.has_many()
            }
            Some(Kind::Knight) => attacks::knight_attackers(king, eyes(occupied, king)).has(to),
            Some(Kind::Pawn) => attacks::pawn_attackers(us, king).has(to),
            _ => false,
        };
        direct || self.is_attacked(king, us, occupied, self.side(us) & !Bitboard::of(from))
    }

    /// Whether `mv` obeys the men's ways of moving here, king safety aside: a man of the side to move that
    /// reaches the square. For moves from outside (hash table, killers, the protocol).
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        match self.piece_on(mv.from()) {
            Some(piece) if piece.color() == self.side => self.targets(piece, mv.from()).has(mv.to()),
            _ => false,
        }
    }
}
