//! The rule books.

use std::fmt;
use std::str::FromStr;

/// A rule book for repetitions and move limits.
///
/// | set | a ruling at | natural limit | what loses |
/// | --- | --- | --- | --- |
/// | `asian` | 3 occurrences | 50 moves | perpetual check; else the chase of one man by every move, heaviest of a rook that a horse holds |
/// | `chinese` | 3 | 60, ten checks a side counted | perpetual check; else check, mate threat or chase by every move, in any mixture |
/// | `world` | 4 | 50 | as `asian` |
/// | `league` | 4 | 50 | perpetual check; else the chase of one man by the moved man on every move |
/// | `checkban` | 3 | 60 | perpetual check |
/// | `alwaysdraw` | 3 | 60 | nothing |
///
/// In every set the side with the graver [`super::Conduct`] loses, and equal ones draw
/// ([`super::compare`]). What a chase is stands in the file of the set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RuleSet {
    /// The 35 Asian articles with the general articles of the World rules.
    #[default]
    Asian,
    /// The Chinese competition rules of 1999.
    Chinese,
    /// The World rules of 2018.
    World,
    /// The simplified rules of the UCCI engine league.
    League,
    /// Only perpetual check loses (a UCCI option).
    CheckBan,
    /// Every repetition is a draw (a UCCI option).
    AlwaysDraw,
}

/// Text that names no rule set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no rule set, expected asian, chinese, world, league, checkban or alwaysdraw")]
pub struct RuleSetError(pub String);

impl RuleSet {
    /// All sets, the default first.
    pub const ALL: [RuleSet; 6] = [
        RuleSet::Asian,
        RuleSet::Chinese,
        RuleSet::World,
        RuleSet::League,
        RuleSet::CheckBan,
        RuleSet::AlwaysDraw,
    ];

    /// The lower-case name, as options and arguments use it.
    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::Asian => "asian",
            RuleSet::Chinese => "chinese",
            RuleSet::World => "world",
            RuleSet::League => "league",
            RuleSet::CheckBan => "checkban",
            RuleSet::AlwaysDraw => "alwaysdraw",
        }
    }

    /// How often a position has to stand on the board, with the same side to move, for a ruling
    /// [World, art. 3.2 B; Chinese, art. 23.2].
    pub const fn occurrences(self) -> usize {
        match self {
            RuleSet::World | RuleSet::League => 4,
            RuleSet::Asian | RuleSet::Chinese | RuleSet::CheckBan | RuleSet::AlwaysDraw => 3,
        }
    }

    /// The natural move limit, in half-moves without a capture: 50 moves of each side [World, art. 3.2 D], or 60
    /// [Chinese, art. 4.2.4]. Events may set another.
    pub const fn quiet_limit(self) -> usize {
        match self {
            RuleSet::Asian | RuleSet::World | RuleSet::League => 100,
            RuleSet::Chinese | RuleSet::CheckBan | RuleSet::AlwaysDraw => 120,
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RuleSet {
    type Err = RuleSetError;

    /// Reads a name of either case; the UCCI words `asianrule` and `chineserule` too.
    fn from_str(text: &str) -> Result<RuleSet, RuleSetError> {
        let name = text.to_ascii_lowercase();
        let name = name.strip_suffix("rule").unwrap_or(&name);
        RuleSet::ALL.into_iter().find(|set| set.name() == name).ok_or_else(|| RuleSetError(text.to_string()))
    }
}
