//! The table of options: names in both dialects, types and ranges, and what each one changes.
//!
//! Announced is only what does something; what GUIs send besides is not in the table and passed over in silence.
//! The words draw, resign, bestmove and nobestmove must not occur in an announced name or value: a GUI in use
//! looks for them anywhere in the output. So resignation is announced as `concede`, an offer as `offerpeace`, and
//! `drawmoves`, `resign` and the value `alwaysdraw` are taken without being announced.

use std::fmt::Write;
use std::time::Duration;

use super::Dialect;
use crate::engine::{EMBEDDED_EVALUATION, SEED_MAX};
use crate::rules::RuleSet;
use crate::search::{ELO_MAX, ELO_MIN, SKILL_MAX};

/// What an option line changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// UCCI times are in milliseconds, not in seconds.
    UseMillisec(bool),
    /// Commands that arrive while thinking wait for the best move.
    Batch(bool),
    /// The engine will think on the opponent's time.
    Ponder(bool),
    /// Searches use what earlier ones left in the hash table.
    UseHash(bool),
    /// Size of the hash table in MiB, 0 for automatic.
    HashMegabytes(usize),
    /// Number of search threads, 0 for all cores.
    Threads(usize),
    /// The rule book for repetitions.
    Rules(RuleSet),
    /// Half-moves without a capture that make a draw.
    DrawPlies(usize),
    /// How many lines to report.
    MultiPv(usize),
    /// Time kept back from every limit of time.
    MoveOverhead(Duration),
    /// The engine may give up a hopeless game.
    MayResign(bool),
    /// The file of the network to value positions by, or `classical`, or `<embedded>`.
    Evaluation(String),
    /// How far behind a game is hopeless, in centipawns as they are shown.
    HopelessBy(usize),
    /// The engine may offer a draw.
    MayOffer(bool),
    /// Skill level.
    Skill(usize),
    /// The rating counts.
    LimitStrength(bool),
    /// Rating to play at.
    Elo(usize),
    /// Temperature of random play, in centipawns.
    Randomness(i32),
    /// Seed of random play, 0 for a new one in each game.
    Seed(u64),
    /// Share of the time left to other programs, in percent.
    Idle(u32),
    /// Lines of thinking tell the chances to win, draw and lose.
    ShowWdl(bool),
    /// Empty the hash table.
    ClearHash,
    /// Forget what was learnt.
    NewGame,
}

/// A value that an option cannot take.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("option {option} is \"{found}\", expected {expected}")]
pub struct OptionError {
    /// Name of the option.
    pub option: &'static str,
    /// What was found.
    pub found: String,
    /// What would have been right.
    pub expected: String,
}

/// Type of an option, with what is announced of it and what its value changes.
pub enum OptionKind {
    /// True or false.
    Check {
        /// Value at the start.
        default: bool,
        /// From the value.
        change: fn(bool) -> Change,
    },
    /// A number; one outside the range is drawn in to the nearest.
    Spin {
        /// Value at the start.
        default: usize,
        /// Least value.
        min: usize,
        /// Largest value.
        max: usize,
        /// From the value.
        change: fn(usize) -> Change,
    },
    /// One of several words.
    Combo {
        /// Value at the start.
        default: &'static str,
        /// The values announced, the default first: UCI2WB and XBoard take the first one for the default and set
        /// it. `change` may know more.
        vars: &'static [&'static str],
        /// From the value, `None` when it is no value of the option.
        change: fn(&str) -> Option<Change>,
    },
    /// The rest of the line.
    Text {
        /// Value at the start, and in place of an empty one.
        default: &'static str,
        /// From the value.
        change: fn(&str) -> Change,
    },
    /// No value.
    Button {
        /// What it does.
        change: Change,
    },
}

/// One option.
pub struct OptionSpec {
    /// Name in UCCI, one lower-case word; `None` when it is not announced there.
    pub ucci: Option<&'static str>,
    /// Name in UCI; `None` when it is not announced there.
    pub uci: Option<&'static str>,
    /// Further names that are taken, lower-case and without blanks.
    pub aliases: &'static [&'static str],
    /// Type and meaning.
    pub kind: OptionKind,
}

/// Hash sizes up to 1 TiB can be asked for.
const HASH_MAX: usize = 1 << 20;
const THREADS_MAX: usize = 256;
/// No position has more moves.
const MULTI_PV_MAX: usize = 128;
const MOVE_OVERHEAD_MS_MAX: usize = 5000;
/// `drawmoves` up to this counts moves of both sides, above it counts half-moves: the limits in use are 50 or 60
/// moves, and clients send either.
const DRAW_MOVES_MAX: usize = 80;

/// Whoever is less far behind should play on.
const HOPELESS_BY_MIN: usize = 100;
/// How far behind a game is hopeless when nothing else is said, as scores are shown: [`crate::engine::HOPELESS_MAX`].
const HOPELESS_BY: usize = 305;

/// All options, in the order in which they are announced: `usemillisec` first, so that a GUI switches to
/// milliseconds.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        ucci: Some("usemillisec"),
        uci: None,
        aliases: &[],
        kind: OptionKind::Check { default: true, change: Change::UseMillisec },
    },
    OptionSpec {
        ucci: Some("batch"),
        uci: None,
        aliases: &[],
        kind: OptionKind::Check { default: false, change: Change::Batch },
    },
    OptionSpec {
        ucci: Some("hashsize"),
        uci: Some("Hash"),
        aliases: &[],
        kind: OptionKind::Spin { default: 0, min: 0, max: HASH_MAX, change: Change::HashMegabytes },
    },
    OptionSpec {
        ucci: Some("threads"),
        uci: Some("Threads"),
        aliases: &["thread"],
        kind: OptionKind::Spin { default: 1, min: 0, max: THREADS_MAX, change: Change::Threads },
    },
    OptionSpec {
        ucci: Some("ponder"),
        uci: Some("Ponder"),
        aliases: &[],
        kind: OptionKind::Check { default: false, change: Change::Ponder },
    },
    OptionSpec {
        ucci: Some("usehash"),
        uci: None,
        aliases: &[],
        kind: OptionKind::Check { default: true, change: Change::UseHash },
    },
    OptionSpec {
        ucci: Some("repetition"),
        uci: None,
        aliases: &[],
        kind: OptionKind::Combo {
            default: "asianrule",
            vars: &["asianrule", "chineserule", "worldrule", "leaguerule", "checkban"],
            change: rules,
        },
    },
    OptionSpec {
        ucci: None,
        uci: Some("Repetition Rule"),
        aliases: &[],
        kind: OptionKind::Combo {
            default: "Asian",
            vars: &["Asian", "Chinese", "World", "League", "CheckBan"],
            change: rules,
        },
    },
    OptionSpec {
        ucci: Some("multipv"),
        uci: Some("MultiPV"),
        aliases: &[],
        kind: OptionKind::Spin { default: 1, min: 1, max: MULTI_PV_MAX, change: Change::MultiPv },
    },
    OptionSpec {
        ucci: Some("moveoverhead"),
        uci: Some("Move Overhead"),
        aliases: &[],
        kind: OptionKind::Spin {
            default: 30,
            min: 0,
            max: MOVE_OVERHEAD_MS_MAX,
            change: |number| Change::MoveOverhead(Duration::from_millis(number as u64)),
        },
    },
    OptionSpec {
        ucci: Some("evalapi"),
        uci: Some("EvalFile"),
        aliases: &[],
        kind: OptionKind::Text {
            default: EMBEDDED_EVALUATION,
            change: |choice| Change::Evaluation(choice.to_string()),
        },
    },
    OptionSpec {
        ucci: Some("concede"),
        uci: None,
        aliases: &["resign"],
        kind: OptionKind::Check { default: false, change: Change::MayResign },
    },
    OptionSpec {
        ucci: Some("concedescore"),
        uci: None,
        aliases: &["resignscore"],
        kind: OptionKind::Spin {
            default: HOPELESS_BY,
            min: HOPELESS_BY_MIN,
            max: 20_000,
            change: Change::HopelessBy,
        },
    },
    OptionSpec {
        ucci: Some("offerpeace"),
        uci: None,
        aliases: &["offerdraw"],
        kind: OptionKind::Check { default: false, change: Change::MayOffer },
    },
    OptionSpec {
        ucci: Some("skill"),
        uci: Some("Skill Level"),
        aliases: &[],
        kind: OptionKind::Spin { default: SKILL_MAX, min: 0, max: SKILL_MAX, change: Change::Skill },
    },
    OptionSpec {
        ucci: None,
        uci: Some("UCI_LimitStrength"),
        aliases: &["limitstrength"],
        kind: OptionKind::Check { default: false, change: Change::LimitStrength },
    },
    OptionSpec {
        ucci: None,
        uci: Some("UCI_Elo"),
        aliases: &["elo"],
        kind: OptionKind::Spin { default: ELO_MAX, min: ELO_MIN, max: ELO_MAX, change: Change::Elo },
    },
    OptionSpec {
        ucci: Some("randomness"),
        uci: Some("Randomness"),
        aliases: &[],
        kind: OptionKind::Combo {
            default: "none",
            vars: &["none", "tiny", "small", "medium", "large", "huge"],
            change: randomness,
        },
    },
    OptionSpec {
        ucci: Some("seed"),
        uci: Some("Seed"),
        aliases: &[],
        kind: OptionKind::Spin {
            default: 0,
            min: 0,
            max: SEED_MAX as usize,
            change: |number| Change::Seed(number as u64),
        },
    },
    OptionSpec {
        ucci: Some("idle"),
        uci: None,
        aliases: &[],
        kind: OptionKind::Combo {
            default: "none",
            vars: &["none", "small", "medium", "large"],
            change: idle,
        },
    },
    OptionSpec {
        ucci: None,
        uci: Some("UCI_ShowWDL"),
        aliases: &["showwdl"],
        kind: OptionKind::Check { default: false, change: Change::ShowWdl },
    },
    OptionSpec {
        ucci: None,
        uci: Some("Clear Hash"),
        aliases: &[],
        kind: OptionKind::Button { change: Change::ClearHash },
    },
    OptionSpec {
        ucci: Some("newgame"),
        uci: None,
        aliases: &[],
        kind: OptionKind::Button { change: Change::NewGame },
    },
    OptionSpec {
        ucci: None,
        uci: None,
        aliases: &["drawmoves"],
        kind: OptionKind::Spin { default: 60, min: 0, max: usize::MAX, change: draw_plies },
    },
];

fn rules(text: &str) -> Option<Change> {
    text.parse().ok().map(Change::Rules)
}

/// The number that belongs to a word.
fn lookup<T: Copy>(words: &[(&str, T)], text: &str) -> Option<T> {
    words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|&(_, number)| number)
}

/// Loss, in centipawns, at which a line is chosen e times more rarely than the best.
fn randomness(text: &str) -> Option<Change> {
    let temperatures = [("none", 0), ("tiny", 5), ("small", 10), ("medium", 20), ("large", 40), ("huge", 80)];
    lookup(&temperatures, text).map(Change::Randomness)
}

/// Share of the time that is left to other programs, in percent.
fn idle(text: &str) -> Option<Change> {
    lookup(&[("none", 0), ("small", 25), ("medium", 50), ("large", 75)], text).map(Change::Idle)
}

/// See [`DRAW_MOVES_MAX`]; 0 lifts the limit.
fn draw_plies(number: usize) -> Change {
    Change::DrawPlies(match number {
        0 => usize::MAX,
        1..=DRAW_MOVES_MAX => 2 * number,
        _ => number,
    })
}

/// What setting the option `name` to `value` changes, `None` when there is no such option. Case and blanks of the
/// name make no difference.
pub(super) fn change(name: &str, value: &str) -> Option<Result<Change, OptionError>> {
    let spec = OPTIONS.iter().find(|spec| spec.is_called(name))?;
    Some(spec.kind.read(value).ok_or_else(|| OptionError {
        option: spec.shown_name(),
        found: value.to_string(),
        expected: spec.kind.expected(),
    }))
}

impl OptionSpec {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.ucci.into_iter().chain(self.uci).chain(self.aliases.iter().copied())
    }

    fn is_called(&self, name: &str) -> bool {
        let letters = |text: &'static str| text.chars().filter(|letter| !letter.is_whitespace());
        self.names().any(|own| {
            letters(own)
                .map(|letter| letter.to_ascii_lowercase())
                .eq(name.chars().filter(|letter| !letter.is_whitespace()).map(|l| l.to_ascii_lowercase()))
        })
    }

    fn shown_name(&self) -> &'static str {
        self.names().next().unwrap_or_default()
    }

    /// The line that announces the option, `None` when the dialect does not have it.
    pub fn announce(&self, dialect: Dialect) -> Option<String> {
        let mut line = match dialect {
            Dialect::Ucci => format!("option {} type ", self.ucci?),
            Dialect::Uci => format!("option name {} type ", self.uci?),
        };
        // Writing to a string cannot fail.
        let _ = match &self.kind {
            OptionKind::Check { default, .. } => write!(line, "check default {default}"),
            OptionKind::Spin { default, min, max, .. } => {
                write!(line, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, vars, .. } => {
                write!(line, "combo default {default} var {}", vars.join(" var "))
            }
            OptionKind::Text { default, .. } => write!(line, "string default {default}"),
            OptionKind::Button { .. } => write!(line, "button"),
        };
        Some(line)
    }
}

impl OptionKind {
    fn read(&self, text: &str) -> Option<Change> {
        let text = text.trim();
        match self {
            OptionKind::Check { change, .. } => match text.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => Some(change(true)),
                "false" | "off" | "no" | "0" => Some(change(false)),
                _ => None,
            },
            OptionKind::Spin { min, max, change, .. } => {
                let number: i128 = text.parse().ok()?;
                Some(change(number.clamp(*min as i128, *max as i128) as usize))
            }
            OptionKind::Combo { change, .. } => change(text),
            OptionKind::Text { default, change } => {
                Some(change(if matches!(text, "" | "<empty>" | "<default>") { default } else { text }))
            }
            OptionKind::Button { change } => Some(change.clone()),
        }
    }

    fn expected(&self) -> String {
        match self {
            OptionKind::Check { .. } => "true or false".to_string(),
            OptionKind::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            OptionKind::Combo { vars, .. } => format!("one of {}", vars.join(" ")),
            OptionKind::Text { .. } | OptionKind::Button { .. } => "any text".to_string(),
        }
    }
}

#[cfg(test)]
mod tests;
