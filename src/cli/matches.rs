//! `chuhe match`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::{ArgAction, ArgMatches, Command, FromArgMatches};

use crate::rules::RuleSet;
use crate::tools::arena::clock::seconds;
use crate::tools::arena::{self, MatchConfig, words};

/// Play engine against engine and measure the difference
///
/// Engines of both protocols, UCCI and UCI; programs that count ranks from 1 to 10 are recognised. Each opening is
/// played with both colours. With --json the match can be killed at any moment and taken up again with --resume.
/// The exit code is 1 when an engine was at fault (illegal move, time, crash, stall) or the match was interrupted.
///
/// Words of --engine and --each: name, cmd (left out: this program itself), args, dir, proto=auto|ucci|uci
/// (auto tries UCI first), ranks=auto|0-9|1-10, tc=[MOVES/]TIME[+INC][:MOVES/TIME...] in seconds, st (seconds a
/// move), movetime (milliseconds a move), nodes, depth, timemargin (milliseconds, 200), delay (milliseconds that are
/// added to the time of every answer, as a slow GUI would), restart=on|off, option.NAME=VALUE. An engine that runs out
/// of time hears stop; if its move is not there within the margin, it has lost.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  chuhe match --engine name=new depth=6 --engine name=old depth=5 --games 20
  chuhe match --engine cmd=./new --engine cmd=./old --each tc=5+0.05 option.Hash=16 \\
      --openings balanced.fen --games 2000 --concurrency 2 --sprt elo0=0 elo1=5 \\
      --json match.jsonl --pgn match.pgn

A file for --engines:
  [each]
  tc = \"5+0.05\"
  [[engine]]
  name = \"new\"
  cmd = \"./new\"
  options = { Hash = 64 }")]
pub struct Args {
    #[command(flatten)]
    engines: EngineArgs,
    /// More engines, from a TOML file
    #[arg(long = "engines", value_name = "FILE")]
    engines_file: Option<PathBuf>,
    /// Openings: FEN or EPD lines, or PGN with moves in coordinates [also: format=epd|pgn order=random|sequential
    /// plies=N start=N]
    #[arg(long, num_args = 1.., value_name = "FILE")]
    openings: Vec<String>,
    /// Games of each engine with each
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Games at a time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Rule book: asian, chinese, world, league, checkban or alwaysdraw
    #[arg(long, default_value_t)]
    rules: RuleSet,
    /// Half-moves without capture that make a draw [default: the rule book's, 100 or 120]
    #[arg(long, value_name = "PLIES")]
    natural_limit: Option<usize>,
    /// Moves of each side after which a game is drawn
    #[arg(long, value_name = "MOVES")]
    maxmoves: Option<usize>,
    /// Sequential test on pairs of games [words: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized|logistic]
    #[arg(long, num_args = 0.., value_name = "WORD")]
    sprt: Option<Vec<String>>,
    /// Early losses from the loser's scores [words: movecount=3 score=600 twosided=off]
    #[arg(long, num_args = 0.., value_name = "WORD")]
    resign: Option<Vec<String>>,
    /// Early draws from both sides' scores [words: movenumber=40 movecount=8 score=10]
    #[arg(long, num_args = 0.., value_name = "WORD")]
    draw: Option<Vec<String>>,
    /// Tell UCCI engines by banmoves which moves would lose by repetition
    #[arg(long, value_name = "WHAT", value_parser = ["moves"])]
    ban: Option<String>,
    /// Game records, moves with {score/depth time}
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// The journal: a line of settings, then a JSON object for each game
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Go on with the match in the journal
    #[arg(long)]
    resume: bool,
    /// Folder for the talk with each engine
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Seed of the order of openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games between two reports when standard error is no terminal
    #[arg(long, default_value_t = 10, value_name = "GAMES")]
    ratinginterval: usize,
    /// Seconds an engine may take to start
    #[arg(long, default_value = "20", value_name = "SECONDS", value_parser = time)]
    start_timeout: Duration,
    /// Seconds a move may take that has no time limit
    #[arg(long, default_value = "120", value_name = "SECONDS", value_parser = time)]
    move_timeout: Duration,
}

/// `--engine` and `--each`: each occurrence takes words up to the next option.
struct EngineArgs {
    each: Vec<String>,
    engines: Vec<Vec<String>>,
}

impl FromArgMatches for EngineArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineArgs, clap::Error> {
        let groups = |name: &str| -> Vec<Vec<String>> {
            let occurrences = matches.get_occurrences::<String>(name);
            occurrences.into_iter().flatten().map(|words| words.cloned().collect()).collect()
        };
        Ok(EngineArgs { each: groups("each").concat(), engines: groups("engine") })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = EngineArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for EngineArgs {
    fn augment_args(command: Command) -> Command {
        let words = |name: &'static str, help: &'static str| {
            clap::Arg::new(name)
                .long(name)
                .num_args(1..)
                .action(ArgAction::Append)
                .value_name("KEY=VALUE")
                .help(help)
        };
        command
            .arg(words("engine", "An engine; give it once for each (see above for the words)"))
            .arg(words("each", "Words for every engine"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineArgs::augment_args(command)
    }
}

impl Args {
    /// Plays the match and prints the report.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let summary = arena::run(self.config()?)?;
        writeln!(std::io::stdout(), "{}", summary.report).context("cannot write the report")?;
        let failed = summary.interrupted || summary.tally.fault_count() > 0;
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn config(self) -> anyhow::Result<MatchConfig> {
        let EngineArgs { mut each, mut engines } = self.engines;
        if let Some(path) = &self.engines_file {
            let file = || path.display().to_string();
            let text = std::fs::read_to_string(path).with_context(file)?;
            let (file_each, file_engines) = words::engines_from_toml(&text).with_context(file)?;
            each.splice(0..0, file_each);
            engines.extend(file_engines);
        }
        let mut config = MatchConfig::new(words::engines_from_words(&each, &engines)?);
        if !self.openings.is_empty() {
            config.openings = Some(words::openings_from_words(&self.openings)?);
        }
        config.games = self.games;
        config.concurrency = self.concurrency;
        config.rules = self.rules;
        config.natural_limit = self.natural_limit;
        config.max_moves = self.maxmoves;
        config.sprt = self.sprt.map(|words| words::sprt_from_words(&words)).transpose()?;
        config.resign = self.resign.map(|words| words::resign_from_words(&words)).transpose()?;
        config.draw = self.draw.map(|words| words::draw_from_words(&words)).transpose()?;
        config.ban_moves = self.ban.is_some();
        config.pgn = self.pgn;
        config.json = self.json;
        config.resume = self.resume;
        config.log = self.log;
        config.seed = self.seed;
        config.rating_interval = self.ratinginterval;
        config.start_timeout = self.start_timeout;
        config.move_timeout = self.move_timeout;
        Ok(config)
    }
}

/// Reads a number of seconds.
fn time(word: &str) -> Result<Duration, &'static str> {
    seconds(word).ok_or("expected seconds")
}
