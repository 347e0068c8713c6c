//! What a side did over a cycle, and how the two sides compare.

use super::Verdict;
use crate::types::Color;

/// What a side did over a whole cycle, the graver the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Conduct {
    /// Nothing that is forbidden (允许着法).
    Free,
    /// Every move attacked, in whatever mixture of check, mate threat and chase (长打); Chinese rules only
    /// [Chinese, art. 25.2, 28.14].
    PerpetualAttack,
    /// One and the same man was chased by every move (长捉).
    PerpetualChase,
    /// The same, and the man is a rook that a horse holds in its place [Asian, art. 14].
    HeldRookChase,
    /// Every move gave check (长将).
    PerpetualCheck,
}

impl Conduct {
    /// The conduct of a side of which every move gave check, or not, when nothing else is looked at.
    pub(super) const fn of_checks(throughout: bool) -> Conduct {
        if throughout { Conduct::PerpetualCheck } else { Conduct::Free }
    }
}

/// The graver conduct loses; of equal weight, it is a draw [World, art. 3.1 H, 3.1 I, 3.2 B, 3.2 C; Chinese,
/// art. 26].
pub fn compare(red: Conduct, black: Conduct) -> Verdict {
    match red.cmp(&black) {
        std::cmp::Ordering::Greater => Verdict::Loses(Color::Red),
        std::cmp::Ordering::Less => Verdict::Loses(Color::Black),
        std::cmp::Ordering::Equal => Verdict::Draw,
    }
}
