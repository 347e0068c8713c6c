//! One engine as the runner sees it: started, set up, asked for moves, restarted when it failed.
//!
//! The conversation: `uci` or `ucci`, options, then for each game `newgame` and `isready`, then for each move a
//! position line and `go` in one write. Time counts from before that write, as in the UCCI league. When it is
//! up the engine hears `stop` and has its margin to answer; what comes later has lost on time, and an engine
//! that still says nothing a second later has stalled and is ended.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use crossbeam_channel::{Receiver, RecvTimeoutError, select};

use super::config::{EngineConfig, ProtocolChoice};
use super::dialect::{BestMove, Dialect, GoLimits, SearchInfo};
use super::process::{Launch, Line, Log, Process};
use super::referee::Cause;
use crate::board::Position;
use crate::types::{Color, Move};

/// How long a program may take to answer the first word that was tried.
const PROBE: Duration = Duration::from_secs(2);
/// How long a late answer is waited for, to tell lateness from silence.
const LATE_WAIT: Duration = Duration::from_secs(1);
/// How long a program may take to leave after `quit`.
const QUIT_WAIT: Duration = Duration::from_secs(1);

/// Why the engine gave no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// The match is being stopped.
    Stopped,
    /// The engine is at fault: what kind, and what happened.
    Fault(Cause, String),
}

/// What became known of an engine when it first started.
#[derive(Clone, Debug)]
pub(super) struct Identity {
    /// How it is spoken to.
    pub(super) dialect: Dialect,
    /// What it calls itself.
    pub(super) id_name: String,
    /// The names of its options.
    options: Vec<String>,
    /// Whether it has to be told which game is played.
    variants: bool,
}

/// A move to be thought about.
pub(super) struct Turn<'a> {
    /// The position after the last capture.
    pub(super) base: &'a Position,
    /// The moves since.
    pub(super) moves: &'a [Move],
    /// Who is to move.
    pub(super) side: Color,
    /// Clocks and limits, as told to the engine.
    pub(super) limits: GoLimits,
    /// The time after which it hears `stop`.
    pub(super) budget: Duration,
    /// Whether the opponent has just offered a draw.
    pub(super) draw_offered: bool,
    /// Moves it must not play.
    pub(super) banned: &'a [Move],
}

/// An answer.
pub(super) struct Thought {
    /// What it said.
    pub(super) answer: BestMove,
    /// The time it took.
    pub(super) elapsed: Duration,
    /// What it said about the search.
    pub(super) info: SearchInfo,
}

/// An engine, running or not.
pub(super) struct Client<'a> {
    config: &'a EngineConfig,
    launch: &'a Launch,
    start_timeout: Duration,
    log: Option<PathBuf>,
    stop: Receiver<()>,
    identity: Option<Identity>,
    process: Option<Process>,
    /// Whether an answer may be under way that belongs to an earlier question.
    out_of_step: bool,
}

impl<'a> Client<'a> {
    /// An engine that does not run yet. It gives up waiting as soon as `stop` is disconnected.
    pub(super) fn new(
        config: &'a EngineConfig,
        launch: &'a Launch,
        identity: Option<Identity>,
        start_timeout: Duration,
        log: Option<PathBuf>,
        stop: Receiver<()>,
    ) -> Client<'a> {
        Client { config, launch, start_timeout, log, stop, identity, process: None, out_of_step: false }
    }

    /// Its settings.
    pub(super) fn config(&self) -> &'a EngineConfig {
        self.config
    }

    /// Whether it speaks UCCI; known once it has started.
    pub(super) fn speaks_ucci(&self) -> bool {
        self.identity.as_ref().is_some_and(|identity| identity.dialect.ucci)
    }

    /// Starts the program, finds out how to speak to it, and sets its options. Returns the options that it
    /// did not announce (they are sent all the same).
    pub(super) fn start(&mut self) -> Result<Vec<String>, Trouble> {
        self.quit();
        let identity = match (&self.identity, self.config.protocol) {
            (Some(identity), _) => {
                let ucci = identity.dialect.ucci;
                self.launch_and_greet(ucci, self.start_timeout)?
            }
            (None, ProtocolChoice::Ucci) => self.launch_and_greet(true, self.start_timeout)?,
            (None, ProtocolChoice::Uci) => self.launch_and_greet(false, self.start_timeout)?,
            (None, ProtocolChoice::Auto) => self.find_protocol()?,
        };
        let dialect = &identity.dialect;
        let mut lines = Vec::new();
        if dialect.ucci && dialect.milliseconds {
            lines.push(dialect.set_option("usemillisec", "true"));
        }
        if identity.variants {
            lines.push(dialect.set_option("UCI_Variant", "xiangqi"));
        }
        let mut unknown = Vec::new();
        for (name, value) in &self.config.options {
            let announced = identity.announced(name);
            if announced.is_none() {
                unknown.push(name.clone());
            }
            lines.push(dialect.set_option(announced.unwrap_or(name), value));
        }
        self.identity = Some(identity);
        if !lines.is_empty() {
            self.send(&lines)?;
        }
        self.synchronize()?;
        Ok(unknown)
    }

    /// What is known about it since it started.
    pub(super) fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    /// Tries UCI, then UCCI, then UCI with all patience. A program of one protocol may end or stay silent
    /// when it hears the other's first word, so each try is a new process.
    fn find_protocol(&mut self) -> Result<Identity, Trouble> {
        let tries =
            [(false, PROBE.min(self.start_timeout)), (true, self.start_timeout), (false, self.start_timeout)];
        let mut trouble = Trouble::Stopped;
        for (ucci, patience) in tries {
            match self.launch_and_greet(ucci, patience) {
                Err(Trouble::Fault(cause, text)) => trouble = Trouble::Fault(cause, text),
                other => return other,
            }
        }
        Err(trouble)
    }

    fn launch_and_greet(&mut self, ucci: bool, patience: Duration) -> Result<Identity, Trouble> {
        let log = self.log.as_deref().and_then(|path| Log::open(path).ok());
        let started = Process::start(self.launch, log);
        self.process = Some(started.map_err(|error| {
            let program = self.launch.program.display();
            Trouble::Fault(Cause::Crash, format!("{program} cannot be started: {error}"))
        })?);
        let (hello, ready) = if ucci { ("ucci", "ucciok") } else { ("uci", "uciok") };
        self.send(&[hello])?;
        let end = Instant::now() + patience;
        let mut identity = Identity {
            dialect: Dialect { ucci, first_rank: 0, milliseconds: !ucci },
            id_name: String::new(),
            options: Vec::new(),
            variants: false,
        };
        loop {
            let Some(line) = self.receive(end)? else {
                self.process = None;
                let seconds = patience.as_secs_f64();
                return Err(Trouble::Fault(Cause::Stall, format!("no {ready} {seconds} s after {hello}")));
            };
            if line.text.trim() == ready {
                break;
            }
            identity.note(&line.text);
        }
        if let Some(rank) = self.config.first_rank {
            identity.dialect.first_rank = rank;
        }
        Ok(identity)
    }

    /// Makes it ready for a new game, in a new process when the old one is gone or not wanted.
    pub(super) fn new_game(&mut self) -> Result<(), Trouble> {
        if self.process.is_some() && !self.config.restart && self.announce_game().is_ok() {
            return Ok(());
        }
        self.start()?;
        self.announce_game()
    }

    fn announce_game(&mut self) -> Result<(), Trouble> {
        let Some(identity) = &self.identity else { return Err(self.not_running()) };
        self.send(&[identity.dialect.new_game()])?;
        self.synchronize()
    }

    /// Waits for `readyok`; everything said before belongs to the past.
    fn synchronize(&mut self) -> Result<(), Trouble> {
        self.send(&["isready"])?;
        let end = Instant::now() + self.start_timeout;
        loop {
            match self.receive(end)? {
                Some(line) if line.text.trim() == "readyok" => {
                    self.out_of_step = false;
                    return Ok(());
                }
                Some(line) if line.at <= end => {}
                _ => {
                    self.process = None;
                    let seconds = self.start_timeout.as_secs_f64();
                    return Err(Trouble::Fault(
                        Cause::Stall,
                        format!("no readyok {seconds} s after isready"),
                    ));
                }
            }
        }
    }

    /// Asks for a move.
    pub(super) fn think(&mut self, turn: Turn) -> Result<Thought, Trouble> {
        let Some(Identity { dialect, .. }) = self.identity.clone() else { return Err(self.not_running()) };
        self.forget_old_lines(&dialect);
        if self.out_of_step {
            self.synchronize()?;
        }
        let mut lines = vec![dialect.position(turn.base, turn.moves)];
        if dialect.ucci && !turn.banned.is_empty() {
            lines.push(dialect.ban_moves(turn.banned));
        }
        lines.push(dialect.go(turn.side, &turn.limits, turn.draw_offered));
        let start = Instant::now();
        self.send(&lines)?;
        let (end, margin) = (start + turn.budget, self.config.margin);
        let last = end + margin + LATE_WAIT;
        let mut stopped = false;
        loop {
            let line = self.receive(if stopped { last } else { end })?;
            let now = line.as_ref().map_or(end, |line| line.at + self.config.delay);
            if let Some((answer, line)) =
                line.as_ref().and_then(|line| Some((dialect.best_move(&line.text)?, line)))
            {
                if now < start {
                    // It came before the question was asked.
                    self.out_of_step = true;
                    continue;
                }
                let elapsed = now - start;
                if elapsed > turn.budget + margin {
                    return Err(Trouble::Fault(Cause::Time, overtime(elapsed, turn.budget, margin)));
                }
                return Ok(Thought { answer, elapsed, info: line.remarks.read() });
            }
            if !stopped && now >= end {
                stopped = true;
                self.out_of_step = true;
                self.send(&["stop"])?;
            } else if stopped && (line.is_none() || now > last) {
                self.process = None;
                return Err(Trouble::Fault(Cause::Stall, no_answer(turn.budget, margin + LATE_WAIT)));
            }
        }
    }

    /// Says goodbye and ends the program.
    pub(super) fn quit(&mut self) {
        if let Some(mut process) = self.process.take()
            && process.send(&["quit"]).is_ok()
        {
            process.wait(QUIT_WAIT);
        }
    }

    /// Drops what is waiting to be read, and no more: a program that talks without pause must not hold us.
    /// One that answers unasked is out of step.
    fn forget_old_lines(&mut self, dialect: &Dialect) {
        if let Some(process) = &self.process {
            let waiting = process.lines().len();
            let answers = |line: Line| dialect.best_move(&line.text).is_some();
            self.out_of_step |=
                process.lines().try_iter().take(waiting).map(answers).fold(false, |a, b| a | b);
        }
    }

    fn send(&mut self, lines: &[impl AsRef<str>]) -> Result<(), Trouble> {
        let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
        match self.process.as_mut().is_some_and(|process| process.send(&lines).is_ok()) {
            true => Ok(()),
            false => Err(self.not_running()),
        }
    }

    /// The next line, or `None` at `end`.
    fn receive(&mut self, end: Instant) -> Result<Option<Line>, Trouble> {
        let Some(process) = &self.process else { return Err(self.not_running()) };
        let patience = end.saturating_duration_since(Instant::now());
        let received = select! {
            recv(process.lines()) -> line => line.map_err(|_| RecvTimeoutError::Disconnected),
            recv(self.stop) -> _ => return Err(Trouble::Stopped),
            default(patience) => Err(RecvTimeoutError::Timeout),
        };
        match received {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.not_running()),
        }
    }

    /// The fault of a program that is gone; makes sure that it is.
    fn not_running(&mut self) -> Trouble {
        let how = self.process.take().map_or("is not running".to_string(), Process::how_it_ended);
        Trouble::Fault(Cause::Crash, how)
    }
}

impl Drop for Client<'_> {
    fn drop(&mut self) {
        self.quit();
    }
}

impl Identity {
    /// Takes note of an `id` or `option` line.
    fn note(&mut self, line: &str) {
        let line = line.trim();
        if let Some(name) = line.strip_prefix("id name ") {
            self.id_name = name.trim().to_string();
        }
        let Some(option) = line.strip_prefix("option ") else { return };
        let option = option.trim_start();
        let option = option.strip_prefix("name ").unwrap_or(option);
        let name = option.split(" type ").next().unwrap_or(option).trim();
        if name.eq_ignore_ascii_case("usemillisec") {
            self.dialect.milliseconds = true;
        }
        if !self.dialect.ucci
            && name == "UCI_Variant"
            && option.split_whitespace().any(|word| word == "xiangqi")
        {
            self.variants = true;
            self.dialect.first_rank = 1;
        }
        self.options.push(name.to_string());
    }

    /// The option as the engine spells it; the two names of the hash size are one.
    fn announced(&self, wanted: &str) -> Option<&str> {
        let find = |name: &str| self.options.iter().find(|option| option.eq_ignore_ascii_case(name));
        let twin = match wanted.to_ascii_lowercase().as_str() {
            "hash" => "hashsize",
            "hashsize" => "hash",
            _ => wanted,
        };
        find(wanted).or_else(|| find(twin)).map(String::as_str)
    }
}

fn overtime(elapsed: Duration, budget: Duration, margin: Duration) -> String {
    format!(
        "answered after {:.3} s, had {:.3} s and a margin of {} ms",
        elapsed.as_secs_f64(),
        budget.as_secs_f64(),
        margin.as_millis()
    )
}

fn no_answer(budget: Duration, after_stop: Duration) -> String {
    format!("no answer in {:.3} s, nor {} ms after stop", budget.as_secs_f64(), after_stop.as_millis())
}

/// Where the program of an engine lies and in which folder it runs: its own, unless `dir` names another; a
/// program found through PATH runs in the present one.
///
/// # Errors
/// When there is no such program.
pub(super) fn find_program(config: &EngineConfig) -> anyhow::Result<Launch> {
    let args = config.args.clone();
    if let Some(dir) = config.dir.as_ref().filter(|dir| !dir.is_dir()) {
        bail!("engine {}: there is no folder {}", config.name, dir.display());
    }
    let cmd = match config.cmd.as_deref() {
        None | Some("chuhe") => {
            let program = std::env::current_exe().context("cannot find this program's own file")?;
            let dir = config.dir.clone().or_else(|| program.parent().map(PathBuf::from));
            return Ok(Launch { program, args, dir });
        }
        Some(cmd) => PathBuf::from(cmd),
    };
    let in_dir = config.dir.as_ref().map(|dir| dir.join(&cmd));
    if let Some(program) = in_dir.into_iter().chain([cmd.clone()]).find(|path| path.is_file()) {
        let program = std::path::absolute(program)?;
        let dir = config.dir.clone().or_else(|| program.parent().map(PathBuf::from));
        return Ok(Launch { program, args, dir });
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&paths).map(|path| path.join(&cmd)).find(|path| path.is_file());
    match found {
        Some(program) if cmd.components().count() == 1 => {
            Ok(Launch { program, args, dir: config.dir.clone() })
        }
        _ => bail!("engine {}: there is no program {}", config.name, cmd.display()),
    }
}
