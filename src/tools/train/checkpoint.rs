//! Checkpoints: everything from which a training goes on as if it had never stopped.
//!
//! All numbers little endian: the magic `CHUHETRN`, version and length of the head as u32, the head (TOML), for each
//! tensor its values, means and squares as f32, and the CRC-32 of everything before it.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use super::Epoch;
use super::optimiser::State;
use super::plan::Plan;

const MAGIC: &[u8; 8] = b"CHUHETRN";
const VERSION: u32 = 1;
/// Magic, version, length of the head.
const FIXED_BYTES: usize = 16;
const CHECKSUM_BYTES: usize = 4;

/// What a checkpoint belongs to and how far it got.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Progress {
    /// Steps of the optimiser.
    pub steps: u64,
    /// Samples to learn from: with others the training would be another one.
    pub samples: usize,
    /// Samples to measure by.
    pub validation_samples: usize,
    /// The epochs done.
    pub epochs: Vec<Epoch>,
    /// What is being done.
    pub plan: Plan,
}

/// Writes a checkpoint, under a temporary name first.
///
/// # Errors
/// When the file cannot be written.
pub(super) fn save(path: &Path, progress: &Progress, state: &mut State) -> anyhow::Result<()> {
    let head = toml::to_string(progress).context("cannot write the checkpoint's head")?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((head.len() as u32).to_le_bytes());
    bytes.extend(head.as_bytes());
    for tensor in state.tensors() {
        for numbers in [&tensor.values, &tensor.means, &tensor.squares] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    crate::tools::write_whole(path, &bytes)
}

/// Reads the checkpoint of a plan; `samples` and `validation_samples` are those that the plan's data gives now.
///
/// # Errors
/// When the file is no checkpoint, is damaged, or belongs to another plan or other data.
pub(super) fn load(
    path: &Path,
    plan: &Plan,
    samples: usize,
    validation_samples: usize,
) -> anyhow::Result<(Progress, State)> {
    let bytes =
        fs::read(path).with_context(|| format!("cannot go on from the checkpoint {}", path.display()))?;
    let name = || format!("checkpoint {}", path.display());
    let (progress, numbers) = open(&bytes).with_context(name)?;
    let found = (progress.samples, progress.validation_samples);
    ensure!(
        progress.plan == *plan,
        "{} belongs to another plan: {}",
        name(),
        difference(&progress.plan, plan)
    );
    ensure!(
        found == (samples, validation_samples),
        "{} was made with {} + {} samples, but the data now gives {samples} + {validation_samples}",
        name(),
        found.0,
        found.1
    );
    let state = restore(plan, progress.steps, numbers).with_context(name)?;
    Ok((progress, state))
}

/// Checks the bytes of a file, and returns its head and the bytes of the tensors.
fn open(bytes: &[u8]) -> anyhow::Result<(Progress, &[u8])> {
    ensure!(
        bytes.starts_with(MAGIC) && bytes.len() >= FIXED_BYTES + CHECKSUM_BYTES,
        "{} bytes that begin with {:?}, expected CHUHETRN",
        bytes.len(),
        String::from_utf8_lossy(&bytes[..bytes.len().min(8)])
    );
    let number = |at: usize| bytes[at..].first_chunk().map_or(0, |&number| u32::from_le_bytes(number));
    ensure!(number(8) == VERSION, "has version {}, expected {VERSION}", number(8));
    let end = bytes.len() - CHECKSUM_BYTES;
    let (found, expected) = (crc32fast::hash(&bytes[..end]), number(end));
    ensure!(found == expected, "has checksum {found:08x}, expected {expected:08x}: it is damaged");
    let Some((head, numbers)) = bytes[FIXED_BYTES..end].split_at_checked(number(12) as usize) else {
        bail!("ends within its head");
    };
    let head = std::str::from_utf8(head).context("has a head that is no text")?;
    Ok((toml::from_str(head).context("has a head that cannot be read")?, numbers))
}

fn restore(plan: &Plan, steps: u64, mut bytes: &[u8]) -> anyhow::Result<State> {
    let mut state = State::new(plan.width, plan.seed);
    state.steps = steps;
    for tensor in state.tensors() {
        for numbers in [&mut tensor.values, &mut tensor.means, &mut tensor.squares] {
            let Some((taken, rest)) = bytes.split_at_checked(4 * numbers.len()) else {
                bail!("ends within its weights");
            };
            for (number, &bytes) in numbers.iter_mut().zip(taken.as_chunks().0) {
                *number = f32::from_le_bytes(bytes);
            }
            bytes = rest;
        }
    }
    ensure!(bytes.is_empty(), "has {} bytes too many", bytes.len());
    state.assemble();
    Ok(state)
}

/// The first line in which two plans differ, for the message.
fn difference(found: &Plan, expected: &Plan) -> String {
    let text = |plan: &Plan| toml::to_string(plan).unwrap_or_default();
    let (found, expected) = (text(found), text(expected));
    let lines = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    let (found, expected) = lines.unwrap_or_default();
    format!("there {found}, here {expected}")
}
