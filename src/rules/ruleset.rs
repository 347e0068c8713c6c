//! The rule books.

use std::fmt;
use std::str::FromStr;

/// A rule book for repetitions and move limits.
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
    /// Only perpetual check loses.
    CheckBan,
    /// Every repetition is a draw.
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
