//! The match: workers that play, one thread that counts, writes and decides when to stop.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use crossbeam_channel::{Receiver, Sender, bounded, never, select, unbounded};

use super::client::{Client, Identity, Trouble, find_program};
use super::config::MatchConfig;
use super::game::{Finished, play};
use super::journal::{Journal, settings};
use super::openings::Book;
use super::pgn;
use super::process::Launch;
use super::record::GameRecord;
use super::report::{Live, final_report};
use super::schedule::{Job, jobs};
use super::sprt::Decision;
use super::tally::Tally;

/// Games in a row that an engine may lose by not starting before the match is given up.
const MAX_FAILED_STARTS: u32 = 3;

/// How a match went.
pub struct Summary {
    /// All that was counted.
    pub tally: Tally,
    /// The report in words.
    pub report: String,
    /// Whether it was stopped from outside before its end.
    pub interrupted: bool,
}

/// What the workers share.
struct Shared<'a> {
    config: &'a MatchConfig,
    book: &'a Book,
    launches: &'a [Launch],
    identities: &'a [Identity],
    jobs: Receiver<Job>,
    stop: Receiver<()>,
    finished: Sender<Finished>,
}

/// Files that grow with each game, and the counts.
struct Books {
    journal: Option<Journal>,
    pgn: Option<File>,
    tally: Tally,
}

/// Plays a match, or the rest of one.
///
/// # Errors
/// When something named in the settings does not exist, an engine cannot be started at all, or a file cannot be
/// written. Faults of engines during the match are results, no errors.
pub fn run(config: MatchConfig) -> anyhow::Result<Summary> {
    let config = config.complete()?;
    let begin = Instant::now();
    let text = match &config.openings {
        Some(openings) => std::fs::read_to_string(&openings.file)
            .with_context(|| format!("cannot read the openings {}", openings.file.display()))?,
        None => String::new(),
    };
    let book = match &config.openings {
        Some(openings) => Book::read(openings, &text, config.seed)?,
        None => Book::start_position(),
    };
    let launches: Vec<Launch> = config.engines.iter().map(find_program).collect::<anyhow::Result<_>>()?;
    if let Some(folder) = &config.log {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let (mut books, records) = open_books(&config, &launches, &text)?;
    let all = jobs(config.engines.len(), config.games);
    let done: std::collections::HashSet<usize> = records.iter().map(|record| record.game).collect();
    let remaining: Vec<Job> = all.iter().filter(|job| !done.contains(&job.number)).copied().collect();
    let live = Live::new(&config, all.len().max(done.len()));
    if !records.is_empty() {
        live.say(&format!("{} games are in the journal, {} remain", records.len(), remaining.len()));
    }
    let mut interrupted = false;
    if !remaining.is_empty() && !is_decided(&config, &books.tally) {
        let identities = meet_engines(&config, &launches, &live)?;
        interrupted = play_all(&config, &book, &launches, &identities, &remaining, &mut books, &live)?;
    }
    live.finish();
    let report = final_report(&config, &books.tally, book.len(), begin.elapsed());
    Ok(Summary { tally: books.tally, report, interrupted })
}

/// Opens journal and PGN; the games of a resumed match are counted, and its PGN is written anew from the
/// journal, since the runner may have been killed between the two.
fn open_books(
    config: &MatchConfig,
    launches: &[Launch],
    openings: &str,
) -> anyhow::Result<(Books, Vec<GameRecord>)> {
    let (journal, records) = match &config.json {
        None => (None, Vec::new()),
        Some(path) => {
            let settings = settings(config, launches, openings)?;
            let (journal, records) = match config.resume {
                true => Journal::resume(path, &settings)?,
                false => (Journal::create(path, &settings)?, Vec::new()),
            };
            (Some(journal), records)
        }
    };
    let mut tally = Tally::new(config.engines.iter().map(|engine| engine.name.clone()).collect());
    records.iter().for_each(|record| tally.add(record));
    let pgn = config.pgn.as_deref().map(|path| open_pgn(path, config, &records)).transpose()?;
    Ok((Books { journal, pgn, tally }, records))
}

fn open_pgn(path: &Path, config: &MatchConfig, records: &[GameRecord]) -> anyhow::Result<File> {
    let cannot = || format!("cannot write {}", path.display());
    ensure!(config.resume || !path.exists(), "{} exists already and is not overwritten", path.display());
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".tmp");
    let temporary = PathBuf::from(temporary);
    let text: String = records.iter().map(|record| pgn::write(record, &config.engines)).collect();
    std::fs::write(&temporary, text).with_context(cannot)?;
    std::fs::rename(&temporary, path).with_context(cannot)?;
    OpenOptions::new().append(true).open(path).with_context(cannot)
}

impl Books {
    /// Takes in a finished game: the journal first, since it decides what has been played.
    fn add(&mut self, config: &MatchConfig, record: &GameRecord) -> anyhow::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.append(record)?;
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.write_all(pgn::write(record, &config.engines).as_bytes())
                .context("cannot write the PGN file")?;
        }
        self.tally.add(record);
        Ok(())
    }
}

/// Whether the sequential test has ended.
fn is_decided(config: &MatchConfig, tally: &Tally) -> bool {
    let pairing = tally.pairings.get(&(0, 1));
    config
        .sprt
        .zip(pairing)
        .is_some_and(|(sprt, pairing)| sprt.decide(sprt.llr(&pairing.pentanomial())) != Decision::Continue)
}

/// Starts every engine once, so that a wrong path or option is known before the first game.
fn meet_engines(config: &MatchConfig, launches: &[Launch], live: &Live) -> anyhow::Result<Vec<Identity>> {
    // Nobody stops this: its end is kept here.
    let (_keep, stop) = bounded(0);
    let mut identities = Vec::new();
    for (engine, launch) in config.engines.iter().zip(launches) {
        let log = log_path(config, "start", &engine.name);
        let mut client = Client::new(engine, launch, None, config.start_timeout, log, stop.clone());
        let unknown = match client.start() {
            Ok(unknown) => unknown,
            Err(Trouble::Fault(_, text)) => bail!("engine {}: {text}", engine.name),
            Err(Trouble::Stopped) => bail!("engine {} was not started", engine.name),
        };
        for option in unknown {
            live.say(&format!("engine {}: option {option} is not announced, sent all the same", engine.name));
        }
        identities.extend(client.identity().cloned());
    }
    Ok(identities)
}

fn log_path(config: &MatchConfig, who: &str, name: &str) -> Option<PathBuf> {
    let safe = |letter: char| if letter.is_alphanumeric() || "-_.".contains(letter) { letter } else { '_' };
    let name: String = name.chars().map(safe).collect();
    config.log.as_ref().map(|folder| folder.join(format!("{name}-{who}.log")))
}

/// Plays the remaining games. True when stopped from outside.
fn play_all(
    config: &MatchConfig,
    book: &Book,
    launches: &[Launch],
    identities: &[Identity],
    remaining: &[Job],
    books: &mut Books,
    live: &Live,
) -> anyhow::Result<bool> {
    let (job_sender, jobs) = unbounded();
    remaining.iter().for_each(|&job| {
        let _ = job_sender.send(job);
    });
    drop(job_sender);
    let (stop_sender, stop) = bounded::<()>(0);
    let (finished, results) = unbounded();
    let interrupts = interrupts();
    std::thread::scope(|scope| {
        for worker in 0..config.concurrency.clamp(1, remaining.len()) {
            let shared = Shared {
                config,
                book,
                launches,
                identities,
                jobs: jobs.clone(),
                stop: stop.clone(),
                finished: finished.clone(),
            };
            scope.spawn(move || work(worker, shared));
        }
        drop(finished);
        let outcome = count(config, books, live, &results, &interrupts);
        // Workers give up their games as soon as this end is gone.
        drop(stop_sender);
        // Games that ended while the match was being stopped from outside are kept.
        if let Ok(true) = outcome {
            for finished in results.iter() {
                books.add(config, &finished.record)?;
            }
        }
        outcome
    })
}

/// Signals to stop, from Ctrl-C or from the system.
fn interrupts() -> Receiver<()> {
    let (sender, receiver) = bounded(1);
    let handler = move || {
        let _ = sender.try_send(());
    };
    match ctrlc::set_handler(handler) {
        Ok(()) => receiver,
        Err(_) => never(),
    }
}

/// Takes in results until all are there (false), the test is decided (false), or somebody interrupts (true).
fn count(
    config: &MatchConfig,
    books: &mut Books,
    live: &Live,
    results: &Receiver<Finished>,
    interrupts: &Receiver<()>,
) -> anyhow::Result<bool> {
    let mut failed_starts = 0;
    loop {
        let finished = select! {
            recv(results) -> finished => finished,
            recv(interrupts) -> _ => return Ok(true),
        };
        let Ok(Finished { record, failed_start }) = finished else { return Ok(false) };
        books.add(config, &record)?;
        if record.fault_of.is_some() {
            live.say(&format!("game {}: {}", record.game, record.reason));
        }
        live.update(&books.tally, config.sprt.as_ref());
        failed_starts = if failed_start { failed_starts + 1 } else { 0 };
        ensure!(failed_starts < MAX_FAILED_STARTS, "the match is given up: {}", record.reason);
        if is_decided(config, &books.tally) {
            return Ok(false);
        }
    }
}

/// One worker: plays game after game with engines of its own.
fn work(worker: usize, shared: Shared) {
    let config = shared.config;
    let mut clients: Vec<Client> = (0..config.engines.len())
        .map(|place| {
            let engine = &config.engines[place];
            let log = log_path(config, &(worker + 1).to_string(), &engine.name);
            let identity = shared.identities.get(place).cloned();
            Client::new(
                engine,
                &shared.launches[place],
                identity,
                config.start_timeout,
                log,
                shared.stop.clone(),
            )
        })
        .collect();
    loop {
        let job = select! {
            recv(shared.stop) -> _ => return,
            recv(shared.jobs) -> job => job,
        };
        let Ok(job) = job else { return };
        for (place, client) in clients.iter_mut().enumerate() {
            if place != job.red && place != job.black {
                client.quit();
            }
        }
        let Ok([red, black]) = clients.get_disjoint_mut([job.red, job.black]) else { return };
        let Some(finished) = play(config, &job, shared.book.opening(job.round), [red, black]) else { return };
        if shared.finished.send(finished).is_err() {
            return;
        }
    }
}
