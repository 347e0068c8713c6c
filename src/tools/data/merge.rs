//! Several files of training games made one, in order or shuffled, in bounded memory.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::file::{Block, DataError, Reader, Writer};
use super::game::TrainingGame;
use crate::types::Rng;

/// A game in memory takes about so many times the bytes of its block: its steps are kept unpacked.
const MEMORY_FACTOR: u64 = 3;

/// Files that are open at a time, within what systems allow a program.
const MOST_PILES: u64 = 500;

/// What became of the games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Merged {
    /// Games written.
    pub games: u64,
    /// Games left out because they were there already.
    pub duplicates: u64,
}

/// Writes all blocks of `inputs` to `output`, which must not exist, in their order. Games met before are left out.
///
/// # Errors
/// When a file cannot be read or written.
pub fn concatenate(inputs: &[PathBuf], output: &Path) -> Result<Merged, DataError> {
    let mut merged = Merged::default();
    let mut known = HashSet::new();
    write_whole(output, |writer| {
        for input in inputs {
            for block in Reader::open(input)? {
                let block = block?;
                if let Block::Game(game) = &block {
                    if !known.insert(game.fingerprint()) {
                        merged.duplicates += 1;
                        continue;
                    }
                    merged.games += 1;
                }
                writer.write(&block)?;
            }
        }
        Ok(())
    })?;
    Ok(merged)
}

/// Writes the games of `inputs` to `output`, which must not exist, in an order drawn from `seed`, after all their
/// records. Games met before are left out. About `memory` bytes are used, and as much room in the folder of
/// `output` as the inputs take: the games are first dealt out to piles that fit into memory.
///
/// # Errors
/// When a file cannot be read or written, or the memory is too small for so many games.
pub fn shuffle(inputs: &[PathBuf], output: &Path, seed: u64, memory: u64) -> Result<Merged, DataError> {
    let mut bytes = 0;
    for input in inputs {
        let io = |error| DataError::Io { path: input.clone(), error };
        bytes += std::fs::metadata(input).map_err(io)?.len();
    }
    let count = (MEMORY_FACTOR * bytes).div_ceil(memory.max(1)).max(1);
    if count > MOST_PILES {
        let needed = (MEMORY_FACTOR * bytes).div_ceil(MOST_PILES << 20);
        return Err(DataError::Memory { found: memory >> 20, needed });
    }
    let piles = Piles::deal(inputs, output, seed, count)?;
    let mut merged = Merged::default();
    let mut rng = Rng::new(seed);
    write_whole(output, |writer| {
        for record in &piles.records {
            writer.write(&Block::Record(record.clone()))?;
        }
        for pile in &piles.paths {
            let games = Reader::open(pile)?.games().collect::<Result<Vec<_>, _>>()?;
            let read = games.len() as u64;
            let games = shuffled(without_duplicates(games), &mut rng);
            merged.games += games.len() as u64;
            merged.duplicates += read - games.len() as u64;
            for game in games {
                writer.write(&Block::Game(game))?;
            }
        }
        Ok(())
    })?;
    Ok(merged)
}

/// Fills a new file under a temporary name, then gives it its own.
fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut Writer) -> Result<(), DataError>,
) -> Result<(), DataError> {
    let io = |error| DataError::Io { path: path.to_path_buf(), error };
    if path.exists() {
        return Err(io(std::io::ErrorKind::AlreadyExists.into()));
    }
    let part = with_suffix(path, "part");
    let _ = std::fs::remove_file(&part);
    fill(&mut Writer::append(&part, |_| {})?)?;
    std::fs::rename(&part, path).map_err(io)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{suffix}"));
    PathBuf::from(name)
}

fn without_duplicates(games: Vec<TrainingGame>) -> Vec<TrainingGame> {
    let mut known = HashSet::new();
    games.into_iter().filter(|game| known.insert(game.fingerprint())).collect()
}

/// Fisher and Yates.
fn shuffled(mut games: Vec<TrainingGame>, rng: &mut Rng) -> Vec<TrainingGame> {
    for i in (1..games.len()).rev() {
        games.swap(i, rng.below(i as u64 + 1) as usize);
    }
    games
}

/// Files that games are dealt out to by their fingerprint, so that equal games meet; removed when dropped.
struct Piles {
    paths: Vec<PathBuf>,
    records: Vec<String>,
}

impl Piles {
    fn deal(inputs: &[PathBuf], output: &Path, seed: u64, count: u64) -> Result<Piles, DataError> {
        let mut piles = Piles { paths: Vec::new(), records: Vec::new() };
        let mut writers = Vec::new();
        for i in 0..count {
            let path = with_suffix(output, &format!("pile{i}"));
            let _ = std::fs::remove_file(&path);
            piles.paths.push(path.clone());
            writers.push(Writer::append(&path, |_| {})?);
        }
        for input in inputs {
            for block in Reader::open(input)? {
                match block? {
                    Block::Record(text) if piles.records.contains(&text) => {}
                    Block::Record(text) => piles.records.push(text),
                    Block::Game(game) => {
                        let pile = Rng::new(game.fingerprint() ^ seed).below(count);
                        writers[pile as usize].write(&Block::Game(game))?;
                    }
                }
            }
        }
        Ok(piles)
    }
}

impl Drop for Piles {
    fn drop(&mut self) {
        for path in &self.paths {
            let _ = std::fs::remove_file(path);
        }
    }
}
