//! Search scores.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A search result, seen from the side to move: hundredths of a pawn, a game decided by a ruling on
/// repetition, or a distance to mate.
///
/// Mates lie within [`Score::MAX_PLY`] of [`Score::MATE`]; a mate `n` plies away is `MATE - n`. Rulings lie in a
/// band of their own below the mates, since they hold only for the path on which they arose.
///
/// ```
/// use chuhe::types::Score;
/// let mated = Score::mated_in(4);
/// assert_eq!((-mated).mate_distance(), Some(4));
/// assert!(mated < Score::cp(-500));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// Mate on the board; also the size of every mate score, up to the distance.
    pub const MATE: Score = Score(30_000);
    /// Above every score that a search can return.
    pub const INFINITE: Score = Score(31_000);
    /// The longest line of search, in plies.
    pub const MAX_PLY: usize = 250;
    /// The largest evaluation: above it lie rulings and mates.
    pub const MAX_EVAL: Score = Score(20_000);
    /// A ruling on the board, up to the distance; see [`Score::ruled_win`].
    const RULING: i32 = 25_000;

    /// Hundredths of a pawn, kept clear of rulings and mates.
    pub const fn cp(centipawns: i32) -> Score {
        let limit = Score::MAX_EVAL.0;
        if centipawns > limit {
            Score(limit)
        } else if centipawns < -limit {
            Score(-limit)
        } else {
            Score(centipawns)
        }
    }

    /// The side to move is mated `ply` half-moves from the root.
    pub const fn mated_in(ply: usize) -> Score {
        Score(ply as i32 - Score::MATE.0)
    }

    /// The side to move mates `ply` half-moves from the root.
    pub const fn mate_in(ply: usize) -> Score {
        Score(Score::MATE.0 - ply as i32)
    }

    /// The enemy loses by the rules on repetition `ply` half-moves from the root.
    pub const fn ruled_win(ply: usize) -> Score {
        Score(Score::RULING - ply as i32)
    }

    /// The side to move loses by the rules on repetition `ply` half-moves from the root.
    pub const fn ruled_loss(ply: usize) -> Score {
        Score(ply as i32 - Score::RULING)
    }

    /// Whether this is a ruling on repetition for either side.
    pub const fn is_ruling(self) -> bool {
        self.0.abs() > Score::MAX_EVAL.0 && !self.is_mate()
    }

    /// The plain number: centipawns, or the code of a ruling or mate.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Whether this is a forced mate for either side.
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Score::MATE.0 - Score::MAX_PLY as i32
    }

    /// Whether the side to move mates by force.
    pub const fn is_win(self) -> bool {
        self.0 > 0 && self.is_mate()
    }

    /// Whether the side to move is mated by force.
    pub const fn is_loss(self) -> bool {
        self.0 < 0 && self.is_mate()
    }

    /// Half-moves from the root to the mate of either side, `None` when there is no mate ([`Score::INFINITE`] is
    /// none).
    pub const fn mate_distance(self) -> Option<usize> {
        let plies = Score::MATE.0 - self.0.abs();
        if self.is_mate() && plies >= 0 { Some(plies as usize) } else { None }
    }

    /// For the hash table: a mate counted from the node at `ply` instead of from the root.
    pub const fn to_node(self, ply: usize) -> Score {
        match (self.is_win(), self.is_loss()) {
            (true, _) => Score(self.0 + ply as i32),
            (_, true) => Score(self.0 - ply as i32),
            _ => self,
        }
    }

    /// The inverse of [`Score::to_node`]. A mate that would lie more than [`Score::MAX_PLY`] from the root counts
    /// as one at that distance, so that it never turns into centipawns.
    pub const fn from_node(self, ply: usize) -> Score {
        let (win, loss) = (Score(self.0 - ply as i32), Score(self.0 + ply as i32));
        match (self.is_win(), self.is_loss()) {
            (true, _) if win.is_win() => win,
            (true, _) => Score::mate_in(Score::MAX_PLY),
            (_, true) if loss.is_loss() => loss,
            (_, true) => Score::mated_in(Score::MAX_PLY),
            _ => self,
        }
    }

    /// The code of [`Score::from_code`]; every score fits.
    pub const fn code(self) -> i16 {
        self.0 as i16
    }

    /// The score with this code; codes that no score has are drawn in to the nearest score.
    pub const fn from_code(code: i16) -> Score {
        let limit = Score::INFINITE.0;
        let value = code as i32;
        if value > limit {
            Score(limit)
        } else if value < -limit {
            Score(-limit)
        } else {
            Score(value)
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl Sub for Score {
    type Output = i32;

    /// The distance between two scores, in centipawns.
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_distance() {
            Some(plies) if self.is_win() => write!(f, "mate in {plies} plies"),
            Some(plies) => write!(f, "mated in {plies} plies"),
            None => write!(f, "{}", self.0),
        }
    }
}
