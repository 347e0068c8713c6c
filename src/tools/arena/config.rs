//! What is to be played: engines, limits, rules, adjudication. `words` reads it from text.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::ensure;
use serde::{Deserialize, Serialize};

use super::clock::TimeControl;
use super::sprt::Sprt;
use crate::rules::RuleSet;

/// Which protocol an engine is spoken to in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProtocolChoice {
    /// UCI if it answers to that, else UCCI.
    #[default]
    Auto,
    /// UCCI.
    Ucci,
    /// UCI.
    Uci,
}

/// What bounds the thinking about one move; all that are set hold together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Limits {
    /// A clock for the game.
    pub tc: Option<TimeControl>,
    /// A fixed time for each move; excludes `tc`.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth for each move, in plies.
    pub depth: Option<u32>,
}

/// One engine and how to treat it.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineConfig {
    /// Its name in the report, different from the others'; empty until the match is put together.
    pub name: String,
    /// The program; `None` or `chuhe` for this very program.
    pub cmd: Option<String>,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder it runs in; `None` for the program's own.
    pub dir: Option<PathBuf>,
    /// The protocol.
    pub protocol: ProtocolChoice,
    /// The number of the first rank, 0 or 1; `None` to recognise it.
    pub first_rank: Option<u8>,
    /// Its limits.
    pub limits: Limits,
    /// How long after the end of its time an answer still counts.
    pub margin: Duration,
    /// Added to the time of every answer, as a slow GUI would.
    pub delay: Duration,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// Whether it is started anew for every game.
    pub restart: bool,
}

impl Default for EngineConfig {
    fn default() -> EngineConfig {
        EngineConfig {
            name: String::new(),
            cmd: None,
            args: Vec::new(),
            dir: None,
            protocol: ProtocolChoice::Auto,
            first_rank: None,
            limits: Limits::default(),
            margin: Duration::from_millis(200),
            delay: Duration::ZERO,
            options: Vec::new(),
            restart: false,
        }
    }
}

/// When a side may be declared to have lost before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves in a row on which the engine's own score was so low.
    pub movecount: u32,
    /// How low: minus this many centipawns.
    pub score: i32,
    /// Whether the opponent has to agree, move for move.
    pub twosided: bool,
}

/// When a game may be declared drawn before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// The first move number at which it may be.
    pub movenumber: u32,
    /// Moves of each side in a row with a score near zero.
    pub movecount: u32,
    /// How near: at most this many centipawns away.
    pub score: i32,
}

/// In which order the openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Shuffled by the seed, anew for each time through the file.
    #[default]
    Random,
    /// As they stand in the file.
    Sequential,
}

/// How a file of openings is to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningsConfig {
    /// The file.
    pub file: PathBuf,
    /// `epd` (lines, also plain FEN) or `pgn`; `None` to go by the file's name.
    pub format: Option<String>,
    /// The order.
    pub order: Order,
    /// Plies to play of a game record; `None` for all.
    pub plies: Option<usize>,
    /// The first opening to use, 1 for the first of the file.
    pub start: usize,
}

/// A whole match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// Two engines or more; each plays each.
    pub engines: Vec<EngineConfig>,
    /// The openings; the usual starting position when there are none.
    pub openings: Option<OpeningsConfig>,
    /// Games of each engine with each.
    pub games: usize,
    /// Games at a time.
    pub concurrency: usize,
    /// The rule book.
    pub rules: RuleSet,
    /// Half-moves without capture that make a draw; `None` for the rule book's own number.
    pub natural_limit: Option<usize>,
    /// Full moves after which a game is declared drawn.
    pub max_moves: Option<usize>,
    /// The test that may end the match.
    pub sprt: Option<Sprt>,
    /// Early losses.
    pub resign: Option<ResignRule>,
    /// Early draws.
    pub draw: Option<DrawRule>,
    /// Whether UCCI engines hear which moves would lose by repetition.
    pub ban_moves: bool,
    /// Seed of the order of openings.
    pub seed: u64,
    /// Game records.
    pub pgn: Option<PathBuf>,
    /// The journal: settings and results, a JSON object a line.
    pub json: Option<PathBuf>,
    /// Whether the journal is to be continued.
    pub resume: bool,
    /// Folder for what is said between runner and engines.
    pub log: Option<PathBuf>,
    /// How long an engine may take to start and to get ready.
    pub start_timeout: Duration,
    /// How long a move may take that has no time limit.
    pub move_timeout: Duration,
    /// Games between two reports when nobody watches on a terminal.
    pub rating_interval: usize,
}

impl MatchConfig {
    /// A match of these engines with everything else at its usual value.
    pub fn new(engines: Vec<EngineConfig>) -> MatchConfig {
        MatchConfig {
            engines,
            openings: None,
            games: 100,
            concurrency: 1,
            rules: RuleSet::default(),
            natural_limit: None,
            max_moves: None,
            sprt: None,
            resign: None,
            draw: None,
            ban_moves: false,
            seed: 1,
            pgn: None,
            json: None,
            resume: false,
            log: None,
            start_timeout: Duration::from_secs(20),
            move_timeout: Duration::from_secs(120),
            rating_interval: 10,
        }
    }

    /// Refuses what cannot be played and gives names to engines without one.
    pub fn complete(mut self) -> anyhow::Result<MatchConfig> {
        ensure!(self.engines.len() >= 2, "{} engine(s) given, a match needs two", self.engines.len());
        ensure!(self.games > 0, "no games to play");
        ensure!(self.concurrency > 0, "--concurrency is 0, expected 1 or more games at a time");
        ensure!(self.natural_limit != Some(0), "--natural-limit is 0, expected 1 or more half-moves");
        ensure!(self.max_moves != Some(0), "--maxmoves is 0, expected 1 or more moves");
        ensure!(self.sprt.is_none() || self.engines.len() == 2, "--sprt compares two engines, no more");
        ensure!(!self.resume || self.json.is_some(), "--resume needs --json FILE, the journal to go on with");
        for engine in &mut self.engines {
            if engine.name.is_empty() {
                let stem = engine.cmd.as_deref().map(Path::new).and_then(Path::file_stem);
                engine.name = stem.map_or("chuhe".into(), |stem| stem.to_string_lossy().into_owned());
            }
            ensure!(
                engine.limits != Limits::default(),
                "engine {}: no limit given, expected one of tc, movetime, st, nodes, depth",
                engine.name
            );
        }
        for i in 1..self.engines.len() {
            let name = self.engines[i].name.clone();
            let equal = self.engines[..i].iter().filter(|other| other.name == name).count();
            if equal > 0 {
                self.engines[i].name = format!("{name} ({})", equal + 1);
            }
        }
        Ok(self)
    }
}
