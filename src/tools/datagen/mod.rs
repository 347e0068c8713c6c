//! Games that the engine plays against itself to learn from them.
//!
//! Every game is a function of the run's seed and the game's number; threads only change the order in the file.

mod play;
mod starts;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crossbeam_channel::{Sender, bounded};
use indicatif::{ProgressBar, ProgressStyle};

pub use play::{Manner, Player};
pub use starts::{Openings, random_kind, random_position};

use super::data::{Block, DataError, TrainingGame, Writer};
use crate::search::{Solo, TableMemoryError};

/// When a run is over; without any limit it runs until it is interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Until {
    /// Games written by this run.
    pub games: Option<u64>,
    /// Positions written by this run.
    pub positions: Option<u64>,
    /// Time since its start.
    pub time: Option<Duration>,
}

/// A run of self-play.
pub struct Run {
    /// What the games are like.
    pub manner: Manner,
    /// When to stop.
    pub until: Until,
    /// Games at a time, 1 or more.
    pub threads: usize,
    /// The file that they are appended to.
    pub path: PathBuf,
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Done {
    /// Games written.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Games that were there already, move for move, and were not written again.
    pub duplicates: u64,
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// The file.
    #[error(transparent)]
    Data(#[from] DataError),
    /// No memory for a hash table.
    #[error(transparent)]
    Memory(#[from] TableMemoryError),
    /// The system gave no thread.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}

impl Run {
    /// Plays until it is enough or `interrupted` is set, and appends each game to the file as it ends.
    ///
    /// # Errors
    /// See [`DatagenError`]; the games written so far stay.
    pub fn run(&self, interrupted: &AtomicBool) -> Result<Done, DatagenError> {
        let mut library = Library::open(&self.path, &self.manner)?;
        let next = AtomicU32::new(library.next_number);
        let stop = AtomicBool::new(false);
        let players = (0..self.threads.max(1)).map(|_| Player::new(&self.manner));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let (sender, receiver) = bounded(64);
        let started = Instant::now();
        let bar = progress();
        std::thread::scope(|scope| {
            let _stopped = StopOnDrop(&stop);
            for player in players {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                std::thread::Builder::new()
                    .name("self-play".to_string())
                    .stack_size(Solo::STACK_BYTES)
                    .spawn_scoped(scope, move || keep_playing(player, next, stop, &sender))
                    .map_err(DatagenError::Thread)?;
            }
            drop(sender);
            for game in receiver {
                library.add(game)?;
                let Done { games, positions, .. } = library.done;
                bar.set_position(positions);
                bar.set_message(format!("{games} games"));
                let Until { games: most_games, positions: most_positions, time } = self.until;
                let enough = most_games.is_some_and(|most| games >= most)
                    || most_positions.is_some_and(|most| positions >= most)
                    || time.is_some_and(|time| started.elapsed() >= time)
                    || interrupted.load(Relaxed);
                if enough {
                    break;
                }
            }
            Ok::<(), DatagenError>(())
        })?;
        bar.finish();
        Ok(library.done)
    }
}

/// Tells the players to stop, whichever way the run ends.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

fn keep_playing(mut player: Player, next: &AtomicU32, stop: &AtomicBool, games: &Sender<TrainingGame>) {
    while !stop.load(Relaxed) {
        if games.send(player.play(next.fetch_add(1, Relaxed))).is_err() {
            return;
        }
    }
}

fn progress() -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed_precise} {human_pos} positions ({per_sec}) in {msg}");
    ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// The file as it grows.
struct Library {
    writer: Writer,
    known: HashSet<u64>,
    next_number: u32,
    done: Done,
}

impl Library {
    /// Opens the file; numbers go on where games of the same manner end.
    fn open(path: &Path, manner: &Manner) -> Result<Library, DataError> {
        let record = manner.record();
        let (mut known, mut next_number, mut same) = (HashSet::new(), 0, false);
        let mut writer = Writer::append(path, |block| match block {
            Block::Record(text) => same = text == record,
            Block::Game(game) => {
                known.insert(game.fingerprint());
                if same {
                    next_number = next_number.max(game.number + 1);
                }
            }
        })?;
        if !same {
            writer.write(&Block::Record(record))?;
        }
        Ok(Library { writer, known, next_number, done: Done::default() })
    }

    fn add(&mut self, game: TrainingGame) -> Result<(), DataError> {
        if !self.known.insert(game.fingerprint()) {
            self.done.duplicates += 1;
            return Ok(());
        }
        self.done.games += 1;
        self.done.positions += game.steps.len() as u64;
        self.writer.write(&Block::Game(game))
    }
}

#[cfg(test)]
mod tests;
