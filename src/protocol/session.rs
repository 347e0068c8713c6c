//! The states of a session: which command is obeyed when, and what is answered.
//!
//! Three kinds of threads, tied by channels. The input thread sends lines; the search threads send events through
//! an observer; the session waits for both at once and is the only one that writes. So the reader never holds up
//! the search, the search never reads, and an idle engine sleeps.
//!
//! While the engine thinks, `stop`, `ponderhit`, `isready`, `probe` and `quit` are obeyed at once; everything else
//! waits in order for the best move. A `stop` that comes behind another one waits too: it is meant for a `go` that
//! is still in the queue.
//!
//! Batch mode: while a limited search runs, every command waits, so that a whole script can be piped in; the end
//! of input then counts as a `quit` at the end of the script. A search without a limit takes commands as ever,
//! since nothing else could end it.
//!
//! Every `go` is answered by exactly one best move, or by the word for none: also one that cannot be read or that
//! has no position, so that no client waits for ever.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, never, select, unbounded};

use super::events::{Event, Reporter};
use super::go::is_limited;
use super::input::{Line, read_lines};
use super::{Change, Command, CommandError, Dialect, Go, Info, Reply, Setup, TimeUnit, parse, print};
use crate::engine::{Decision, Engine, EngineError, Outlook, from_shown, men_on};
use crate::search::Outcome;
use crate::types::Score;

/// How long a quitting engine waits for the answer of its search.
const QUIT_PATIENCE: Duration = Duration::from_millis(700);

/// Speaks UCCI or UCI on standard input and output until `quit` or the end of input.
///
/// # Errors
/// Only when the input thread cannot be started.
pub fn run_stdio() -> io::Result<()> {
    run(io::stdin(), io::stdout())
}

/// As [`run_stdio`], on any pair of streams. Output that nobody reads any more ends the session, too.
///
/// # Errors
/// Only when the input thread cannot be started.
pub fn run(input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let mut lines = read_lines(input)?;
    let (sender, events) = unbounded();
    let mut session = Session::new(output, sender, events.clone());
    while !session.is_over {
        select! {
            recv(lines) -> line => match line {
                Ok(Line { text, arrived }) => session.take(parse(&text), arrived),
                Err(_) => {
                    lines = never();
                    session.take(Command::Quit, Instant::now());
                }
            },
            recv(events) -> event => {
                // The session holds a sender, so the channel is open.
                if let Ok(event) = event {
                    session.hear(event);
                    session.obey_waiting();
                }
            }
        }
    }
    session.engine.stop();
    Ok(())
}

/// The search that runs.
struct Thinking {
    draw_offered: bool,
    /// Something other than a command can end it.
    is_limited: bool,
    /// Its answer waits for `ponderhit` or `stop`.
    is_pondering: bool,
    /// It has been told to answer.
    is_stopping: bool,
}

struct Session<W> {
    engine: Engine,
    output: W,
    /// `None` until the first `ucci` or `uci`.
    dialect: Option<Dialect>,
    unit: TimeUnit,
    is_batch: bool,
    /// Lines of thinking tell the chances.
    shows_wdl: bool,
    /// `Some` while the engine thinks.
    thinking: Option<Thinking>,
    /// Commands that wait for the best move, with their time of arrival; empty while idle.
    waiting: VecDeque<(Command, Instant)>,
    /// When the last search ended: the clock of a `go` that waited for it starts here.
    idle_since: Instant,
    sender: Sender<Event>,
    events: Receiver<Event>,
    is_over: bool,
}

impl<W: Write> Session<W> {
    fn new(output: W, sender: Sender<Event>, events: Receiver<Event>) -> Session<W> {
        Session {
            engine: Engine::new(),
            output,
            dialect: None,
            unit: TimeUnit::Milliseconds,
            is_batch: false,
            shows_wdl: false,
            thinking: None,
            waiting: VecDeque::new(),
            idle_since: Instant::now(),
            sender,
            events,
            is_over: false,
        }
    }

    /// Obeys a command at once or lets it wait.
    fn take(&mut self, command: Command, arrived: Instant) {
        if self.may_obey(&command) {
            self.obey(command, arrived);
        } else {
            self.waiting.push_back((command, arrived));
        }
    }

    /// Obeys the commands at the head of the queue that need not wait any longer.
    fn obey_waiting(&mut self) {
        while !self.is_over && self.waiting.front().is_some_and(|(command, _)| self.may_obey(command)) {
            if let Some((command, arrived)) = self.waiting.pop_front() {
                self.obey(command, arrived);
            }
        }
        self.obey_waiting_stop();
    }

    /// Lets the first `stop` in the queue end a search that nothing else would end. It overtakes what a client sent
    /// before it without waiting for the best move.
    fn obey_waiting_stop(&mut self) {
        let Some(thinking) = &self.thinking else { return };
        if thinking.is_stopping || thinking.is_limited && !thinking.is_pondering {
            return;
        }
        if let Some(index) = self.waiting.iter().position(|(command, _)| *command == Command::Stop) {
            self.waiting.remove(index);
            self.stop();
        }
    }

    /// Whether the state allows the command now; see the head of this file.
    fn may_obey(&self, command: &Command) -> bool {
        let Some(thinking) = &self.thinking else { return true };
        if self.is_batch && thinking.is_limited && !thinking.is_pondering {
            return false;
        }
        match command {
            Command::IsReady | Command::Probe(_) | Command::Unknown => true,
            Command::Stop | Command::PonderHit { .. } => !thinking.is_stopping,
            Command::Quit => !(self.is_batch && thinking.is_stopping),
            _ => false,
        }
    }

    fn obey(&mut self, command: Command, arrived: Instant) {
        if self.dialect.is_none() && !matches!(command, Command::Speak(_) | Command::IsReady | Command::Quit)
        {
            return;
        }
        match command {
            Command::Speak(dialect) => {
                self.dialect = Some(dialect);
                self.say(&Reply::Banner);
            }
            Command::IsReady => self.say(&Reply::ReadyOk),
            Command::Set(Ok(change)) => self.change(change),
            Command::Set(Err(error)) => self.say(&Reply::Message(error.to_string())),
            Command::Position(setup) => self.set_position(setup),
            Command::BanMoves(Ok(moves)) => self.engine.ban_moves(moves),
            Command::BanMoves(Err(error)) => self.say(&Reply::Message(format!("banmoves ignored: {error}"))),
            Command::Go(go) => self.go(go, arrived),
            Command::PonderHit { draw_offered } => self.ponderhit(draw_offered),
            Command::Stop => self.stop(),
            Command::Probe(setup) => self.probe(setup),
            Command::Quit => self.quit(),
            Command::Unknown => {}
        }
    }

    /// The dialect of replies; UCCI as long as none has been chosen.
    fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or(Dialect::Ucci)
    }

    /// Writes a reply. When nobody reads any more the session is over.
    fn say(&mut self, reply: &Reply) {
        let Some(mut line) = print(reply, self.dialect()) else { return };
        line.push('\n');
        let written = self.output.write_all(line.as_bytes()).and_then(|()| self.output.flush());
        self.is_over |= written.is_err();
    }

    fn change(&mut self, change: Change) {
        let engine = &mut self.engine;
        match change {
            Change::UseMillisec(true) => self.unit = TimeUnit::Milliseconds,
            Change::UseMillisec(false) => self.unit = TimeUnit::Seconds,
            Change::Batch(is_batch) => self.is_batch = is_batch,
            Change::Ponder(ponder) => engine.set_ponder(ponder),
            Change::UseHash(keeps_hash) => engine.set_keeps_hash(keeps_hash),
            Change::HashMegabytes(megabytes) => {
                if let Err(error) = engine.set_hash(megabytes) {
                    self.say(&Reply::Message(error.to_string()));
                }
            }
            Change::Threads(threads) => engine.set_threads(threads),
            Change::Rules(rules) => engine.set_rules(rules),
            Change::DrawPlies(plies) => engine.set_draw_plies(plies),
            Change::MultiPv(lines) => engine.set_multi_pv(lines),
            Change::MoveOverhead(overhead) => engine.set_move_overhead(overhead),
            Change::MayResign(may_resign) => engine.set_may_resign(may_resign),
            Change::HopelessBy(shown) => engine.set_hopeless_max(from_shown(Score::cp(-(shown as i32)))),
            Change::MayOffer(may_offer) => engine.set_may_offer(may_offer),
            Change::Skill(level) => engine.set_skill(level),
            Change::LimitStrength(limits) => engine.set_limits_elo(limits),
            Change::Elo(elo) => engine.set_elo(elo),
            Change::Randomness(temperature) => engine.set_randomness(temperature),
            Change::Seed(seed) => engine.set_seed(seed),
            Change::Idle(percent) => engine.set_idle(percent),
            Change::ShowWdl(shows) => self.shows_wdl = shows,
            Change::Evaluation(choice) => {
                if let Err(error) = engine.set_evaluation(&choice) {
                    self.say(&Reply::Message(error.to_string()));
                }
            }
            Change::ClearHash => engine.clear_hash(),
            Change::NewGame => engine.new_game(),
        }
    }

    fn set_position(&mut self, setup: Result<Setup, CommandError>) {
        let fault = match setup {
            Ok(Setup { position, moves }) => {
                self.engine.set_position(position, &moves).err().map(|error| error.to_string())
            }
            Err(error) => {
                self.engine.forget_position();
                Some(error.to_string())
            }
        };
        if let Some(fault) = fault {
            self.say(&Reply::Message(format!("position not set: {fault}")));
        }
    }

    fn go(&mut self, go: Result<Go, CommandError>, arrived: Instant) {
        let fault = match go {
            Ok(go) => self.start(&go, arrived).err().map(|error| error.to_string()),
            Err(error) => Some(error.to_string()),
        };
        if let Some(fault) = fault {
            self.say(&Reply::Message(format!("no search: {fault}")));
            self.say(&Reply::NoBestMove);
        }
    }

    /// Starts the search, or gives the static evaluation that `depth 0` asks for.
    fn start(&mut self, go: &Go, arrived: Instant) -> Result<(), EngineError> {
        let side = self.engine.side_to_move().ok_or(EngineError::NoPosition)?;
        if go.depth == Some(0) {
            let score = self.engine.evaluate()?;
            let outlook = self.men().map(|men| Outlook::of(score, men));
            self.say(&Reply::Info(Info { outlook, ..Info::of_score(score) }));
            self.say(&Reply::NoBestMove);
            return Ok(());
        }
        let limits = go.limits(arrived.max(self.idle_since), side, self.unit);
        let thinking = Thinking {
            draw_offered: go.draw_offered,
            is_limited: is_limited(&limits),
            is_pondering: go.ponder,
            is_stopping: false,
        };
        if let Some(seed) = self.engine.draw_seed() {
            self.say(&Reply::Message(format!("seed {seed}")));
        }
        let reporter = Reporter::new(self.sender.clone(), self.men());
        self.engine.go(limits, Box::new(reporter))?;
        self.thinking = Some(thinking);
        Ok(())
    }

    /// Men on the board, where the chances are to be told.
    fn men(&self) -> Option<u32> {
        self.engine.position().filter(|_| self.shows_wdl).map(men_on)
    }

    fn ponderhit(&mut self, draw_offered: bool) {
        if let Some(thinking) = &mut self.thinking
            && thinking.is_pondering
        {
            thinking.is_pondering = false;
            thinking.draw_offered |= draw_offered;
            self.engine.ponderhit();
        }
    }

    /// Without a search UCCI has an answer to `stop`, and UCI has none.
    fn stop(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.is_stopping = true;
            self.engine.stop();
        } else if self.dialect() == Dialect::Ucci {
            self.say(&Reply::NoBestMove);
        }
    }

    /// UCI has no such command, so it is passed over there.
    fn probe(&mut self, setup: Result<Setup, CommandError>) {
        if self.dialect() == Dialect::Uci {
            return;
        }
        let probed = setup.map_err(|error| error.to_string()).and_then(|Setup { position, moves }| {
            self.engine.probe(position, &moves).map_err(|error| error.to_string())
        });
        let entry = probed.unwrap_or_else(|fault| {
            self.say(&Reply::Message(format!("nothing to probe: {fault}")));
            None
        });
        self.say(&Reply::PopHash(entry));
    }

    /// Stops a running search, gives its answer, and says farewell.
    fn quit(&mut self) {
        self.engine.stop();
        let deadline = Instant::now() + QUIT_PATIENCE;
        while self.thinking.is_some() {
            let Ok(event) = self.events.recv_deadline(deadline) else { break };
            self.hear(event);
        }
        if self.dialect.is_some() {
            self.say(&Reply::Bye);
        }
        self.is_over = true;
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Started(1) => self.say(&Reply::Message("searching with 1 thread".to_string())),
            Event::Started(threads) => {
                self.say(&Reply::Message(format!("searching with {threads} threads")));
            }
            Event::Thought(info) => self.say(&Reply::Info(info)),
            Event::Finished(outcome) => {
                if let Some(thinking) = self.thinking.take() {
                    self.idle_since = Instant::now();
                    self.answer(&outcome, &thinking);
                }
            }
            Event::Lost => {
                if self.thinking.take().is_some() {
                    self.idle_since = Instant::now();
                    self.say(&Reply::Message(
                        "the search broke down, which is a fault of the engine".to_string(),
                    ));
                    self.say(&Reply::NoBestMove);
                }
            }
        }
    }

    fn answer(&mut self, outcome: &Outcome, thinking: &Thinking) {
        let Some(best) = outcome.best else {
            if outcome.score == Score::mated_in(0) {
                self.say(&Reply::Info(Info::of_score(outcome.score)));
            }
            return self.say(&Reply::NoBestMove);
        };
        // Nothing is resigned in an endless analysis, nor in a game that took another turn than was pondered on.
        let is_for_the_game = !thinking.is_pondering && (thinking.is_limited || thinking.draw_offered);
        let decision = if is_for_the_game {
            self.engine.conclude(outcome, thinking.draw_offered)
        } else {
            Decision::Play
        };
        self.say(&Reply::BestMove { best, ponder: outcome.ponder, decision });
    }
}
