//! Games to samples: what is left out, and which games only measure.

use std::path::Path;

use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use serde::Serialize;

use super::plan::{Filter, Plan};
use super::sample::Sample;
use crate::board::Position;
use crate::eval::evaluate;
use crate::tools::data::{Block, Reader, Step, TrainingGame};
use crate::types::Rng;

/// The samples of a training.
#[derive(Default)]
pub(super) struct Dataset {
    /// To learn from.
    pub training: Vec<Sample>,
    /// To measure by, from other games.
    pub validation: Vec<Sample>,
    /// What was read.
    pub files: Vec<FileRecord>,
}

/// What one file of games held, for the training record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct FileRecord {
    /// The name, without folders.
    pub name: String,
    /// Size in bytes of what was read; a file may still grow.
    pub bytes: u64,
    /// Games in it.
    pub games: usize,
    /// Positions of these games.
    pub positions: usize,
    /// Positions that passed the filter and are learnt from.
    pub training: usize,
    /// Positions that passed the filter and measure the loss.
    pub validation: usize,
}

impl Dataset {
    /// Reads all files of a plan.
    ///
    /// # Errors
    /// When a file cannot be read or is damaged, or no sample is left.
    pub fn load(plan: &Plan) -> anyhow::Result<Dataset> {
        let mut dataset = Dataset::default();
        for path in &plan.data {
            let file = dataset.read(path, plan)?;
            dataset.files.push(file);
        }
        let count = dataset.training.len();
        ensure!(count > 0, "no position is left to learn from, expected some that pass the filter");
        ensure!(u32::try_from(count).is_ok(), "{count} positions, expected at most {}", u32::MAX);
        Ok(dataset)
    }

    fn read(&mut self, path: &Path, plan: &Plan) -> anyhow::Result<FileRecord> {
        let size = path.metadata().with_context(|| path.display().to_string())?.len();
        let bar = ProgressBar::new(size);
        let before = (self.training.len(), self.validation.len());
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut file = FileRecord { name, ..FileRecord::default() };
        let mut reader = Reader::open(path)?;
        while let Some(block) = reader.next() {
            if let Block::Game(game) = block? {
                self.add(&game, plan);
                file.games += 1;
                file.positions += game.steps.len();
            }
            bar.set_position(reader.offset());
        }
        bar.finish_and_clear();
        file.bytes = reader.offset();
        file.training = self.training.len() - before.0;
        file.validation = self.validation.len() - before.1;
        Ok(file)
    }

    /// Adds the positions of a game that pass the filter.
    pub fn add(&mut self, game: &TrainingGame, plan: &Plan) {
        let hash = game.fingerprint();
        // Choice of games and thinning draw from streams of their own.
        let validates = share(Rng::new(hash).next()) < plan.validation_share;
        let samples = if validates { &mut self.validation } else { &mut self.training };
        let mut thinning = Rng::new(hash ^ plan.seed.rotate_left(32));
        for (ply, (position, step)) in game.replay().enumerate() {
            let kept = share(thinning.next()) < plan.filter.keep;
            if kept && passes(&plan.filter, ply, &position, &step) {
                samples.push(Sample::new(&position, step.score, game.winner));
            }
        }
    }
}

fn passes(filter: &Filter, ply: usize, position: &Position, step: &Step) -> bool {
    let is_capture = position.piece_on(step.mv.to()).is_some();
    // A mate passes the limit only where mates are wanted at all; its size says nothing.
    let score_passes = match step.is_evaluation() {
        true => step.score.unsigned_abs() <= filter.max_score,
        false => !filter.skip_mates,
    };
    ply >= filter.skip_plies
        && score_passes
        && !(filter.skip_captures && is_capture)
        && !(filter.skip_checks && position.checks().any())
        && !filter.noisy_margin.is_some_and(|margin| is_noisy(position, step, margin))
}

/// Whether the score of a position says something else than the men as they stand.
fn is_noisy(position: &Position, step: &Step, margin: u16) -> bool {
    let difference = evaluate(position).value() - i32::from(step.score);
    step.is_evaluation() && difference.abs() > i32::from(margin)
}

/// Random bits as a number from 0 to below 1.
fn share(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}
