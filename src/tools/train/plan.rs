//! The plan of a training: a TOML file that says everything that decides the result.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

/// Everything that decides the trained network. Every key but `data` and `output` may be left out; a key that is
/// not listed here is an error.
///
/// ```
/// use chuhe::tools::train::Plan;
/// let plan = Plan::from_toml("data = ['games.cgd']\noutput = 'network.chn'").unwrap();
/// assert_eq!((plan.width, plan.batch_size), (256, 16384));
/// let error = Plan::from_toml("data = ['games.cgd']\noutput = 'network.chn'\nwidth = 100").unwrap_err();
/// assert_eq!(error.to_string(), "width is 100, expected a multiple of 64 from 64 to 1024");
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Files of games, read in this order.
    pub data: Vec<PathBuf>,
    /// Where the network goes. The checkpoint (`.checkpoint`), the losses (`.csv`) and their chart (`.svg`) stand
    /// beside it, with these endings in place of the network's.
    pub output: PathBuf,
    /// Seed of the first weights, the order of the samples, the mirroring and the thinning.
    #[serde(default = "defaults::seed")]
    pub seed: u64,
    /// Threads, 0 for all cores. The sums of floats depend on it, so equal results need equal numbers.
    #[serde(default)]
    pub threads: usize,
    /// Outputs of the transformer for each point of view: a multiple of 64 from 64 to 1024.
    #[serde(default = "defaults::width")]
    pub width: usize,
    /// Passes over the samples.
    #[serde(default = "defaults::epochs")]
    pub epochs: usize,
    /// Samples between two steps of the optimiser. The last batch of a pass may be smaller.
    #[serde(default = "defaults::batch_size")]
    pub batch_size: usize,
    /// Whether each sample is mirrored with probability one half whenever it is used.
    #[serde(default = "defaults::yes")]
    pub mirror: bool,
    /// Share of the games that only measure the loss, from 0 to 0.5. A game is picked by its start and its moves,
    /// so copies of a game are always on the same side.
    #[serde(default = "defaults::validation_share")]
    pub validation_share: f64,
    /// How far each step goes.
    #[serde(default)]
    pub learning_rate: LearningRate,
    /// AdamW.
    #[serde(default)]
    pub optimiser: Optimiser,
    /// What is made small.
    #[serde(default)]
    pub loss: Loss,
    /// Which positions are left out.
    #[serde(default)]
    pub filter: Filter,
}

/// How the learning rate falls from `start` to `end` over the whole training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LearningRate {
    /// The rate after the warm-up.
    pub start: f64,
    /// The rate at the end.
    pub end: f64,
    /// The shape of the way down.
    pub schedule: Schedule,
    /// For the schedule `step`: into how many equally long stages of constant rate the training is divided. The
    /// rates are in geometric progression.
    pub stages: usize,
    /// Batches over which the rate rises from zero, linearly.
    pub warm_up: usize,
}

/// The shape of a falling learning rate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Schedule {
    /// Half a wave of the cosine.
    Cosine,
    /// Stages of constant rate.
    Step,
}

/// AdamW (Kingma and Ba 2015; Loshchilov and Hutter 2019).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Optimiser {
    /// Decay of the mean of the gradients, a step.
    pub beta1: f64,
    /// Decay of the mean of their squares, a step.
    pub beta2: f64,
    /// Keeps the division from running away.
    pub epsilon: f64,
    /// Share of a weight that is taken off in a step of learning rate 1; biases do not decay.
    pub weight_decay: f64,
}

/// The loss of one sample is `|sigmoid(o) - target| ^ power`, where `o` is the network's output in units of
/// [`SCALE`](crate::eval::network::SCALE) centipawns and `target` mixes `sigmoid(score / scale_cp)` with the game's
/// result (0, 0.5 or 1), both from the side to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Loss {
    /// Share of the result in the target at the start, 0 to 1.
    pub result_share_start: f64,
    /// The same at the end; it moves evenly from one to the other.
    pub result_share_end: f64,
    /// Centipawns for which the score expects 73 % of the points.
    pub scale_cp: f64,
    /// Power of the error, 1.5 to 4; 2 is the squared error.
    pub power: f64,
}

/// Which positions of the games are left out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Filter {
    /// Positions in which the side to move is in check.
    pub skip_checks: bool,
    /// Positions in which the move that was played took a man.
    pub skip_captures: bool,
    /// Positions whose score was a mate.
    pub skip_mates: bool,
    /// The first half-moves of each game.
    pub skip_plies: usize,
    /// Positions whose score lies further than this from 0, in centipawns.
    pub max_score: u16,
    /// Positions whose static value, by the classical evaluation, differs by more than this from their score, in
    /// centipawns: something hangs there that an evaluation cannot see. Without it none are left out for that.
    pub noisy_margin: Option<u16>,
    /// Share of the remaining positions that is kept, at random, above 0 up to 1.
    pub keep: f64,
}

mod defaults {
    pub fn seed() -> u64 {
        1
    }
    pub fn width() -> usize {
        256
    }
    pub fn epochs() -> usize {
        10
    }
    pub fn batch_size() -> usize {
        16384
    }
    pub fn yes() -> bool {
        true
    }
    pub fn validation_share() -> f64 {
        0.02
    }
}

impl Default for LearningRate {
    fn default() -> LearningRate {
        LearningRate { start: 1e-3, end: 1e-5, schedule: Schedule::Cosine, stages: 4, warm_up: 100 }
    }
}

impl Default for Optimiser {
    fn default() -> Optimiser {
        Optimiser { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weight_decay: 0.01 }
    }
}

impl Default for Loss {
    fn default() -> Loss {
        Loss { result_share_start: 0.3, result_share_end: 0.3, scale_cp: 400.0, power: 2.0 }
    }
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            skip_checks: true,
            skip_captures: true,
            skip_mates: true,
            skip_plies: 0,
            max_score: 3000,
            noisy_margin: None,
            keep: 1.0,
        }
    }
}

impl Plan {
    /// Reads a plan and checks it.
    ///
    /// # Errors
    /// One line that names the key, what it is and what was expected.
    pub fn from_toml(text: &str) -> anyhow::Result<Plan> {
        let plan: Plan = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start.min(text.len())].lines().count().max(1));
            let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            anyhow::anyhow!("{place}{}", error.message().replace('\n', " "))
        })?;
        plan.check()?;
        Ok(plan)
    }

    /// Reads the plan in a file; its paths count from the current folder.
    ///
    /// # Errors
    /// As [`Plan::from_toml`], with the name of the file.
    pub fn load(path: &std::path::Path) -> anyhow::Result<Plan> {
        let name = || format!("plan {}", path.display());
        let text = std::fs::read_to_string(path).with_context(name)?;
        Plan::from_toml(&text).with_context(name)
    }

    fn check(&self) -> anyhow::Result<()> {
        let within = |name: &str, value: f64, least: f64, most: f64| {
            ensure!((least..=most).contains(&value), "{name} is {value}, expected {least} to {most}");
            Ok(())
        };
        ensure!(!self.data.is_empty(), "data is empty, expected files of games");
        ensure!(
            self.width.is_multiple_of(64) && (64..=1024).contains(&self.width),
            "width is {}, expected a multiple of 64 from 64 to 1024",
            self.width
        );
        ensure!(self.epochs > 0, "epochs is 0, expected at least 1");
        ensure!(self.batch_size > 0, "batch_size is 0, expected at least 1");
        within("validation_share", self.validation_share, 0.0, 0.5)?;
        let rate = &self.learning_rate;
        within("learning_rate.start", rate.start, 1e-9, 1.0)?;
        within("learning_rate.end", rate.end, 1e-9, 1.0)?;
        ensure!(rate.stages > 0, "learning_rate.stages is 0, expected at least 1");
        within("optimiser.beta1", self.optimiser.beta1, 0.0, 0.999_999)?;
        within("optimiser.beta2", self.optimiser.beta2, 0.0, 0.999_999)?;
        within("optimiser.epsilon", self.optimiser.epsilon, 1e-12, 1e-3)?;
        within("optimiser.weight_decay", self.optimiser.weight_decay, 0.0, 1.0)?;
        within("loss.result_share_start", self.loss.result_share_start, 0.0, 1.0)?;
        within("loss.result_share_end", self.loss.result_share_end, 0.0, 1.0)?;
        within("loss.scale_cp", self.loss.scale_cp, 1.0, 10_000.0)?;
        within("loss.power", self.loss.power, 1.5, 4.0)?;
        ensure!(
            self.filter.keep > 0.0 && self.filter.keep <= 1.0,
            "filter.keep is {}, expected above 0 up to 1",
            self.filter.keep
        );
        Ok(())
    }

    /// The learning rate of batch `step` of `steps`, both counted from 0.
    pub fn rate_at(&self, step: usize, steps: usize) -> f64 {
        let LearningRate { start, end, schedule, stages, warm_up } = self.learning_rate;
        let progress = step as f64 / steps.max(1) as f64;
        let rate = match schedule {
            Schedule::Cosine => end + (start - end) * (1.0 + (std::f64::consts::PI * progress).cos()) / 2.0,
            Schedule::Step => {
                let stage = (progress * stages as f64).floor();
                start * (end / start).powf(stage / (stages.max(2) - 1) as f64)
            }
        };
        rate * ((step + 1) as f64 / warm_up.max(1) as f64).min(1.0)
    }

    /// The share of the result in the target at batch `step` of `steps`.
    pub fn result_share_at(&self, step: usize, steps: usize) -> f64 {
        let Loss { result_share_start: start, result_share_end: end, .. } = self.loss;
        start + (end - start) * step as f64 / steps.max(1) as f64
    }

    /// The path of a file that stands beside the network.
    pub fn beside(&self, ending: &str) -> PathBuf {
        self.output.with_extension(ending)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: &str = "data = ['a']\noutput = 'b'\n";

    #[test]
    fn the_rate_falls_from_start_to_end() {
        let mut plan = Plan::from_toml(LEAST).unwrap();
        plan.learning_rate.warm_up = 10;
        for schedule in [Schedule::Cosine, Schedule::Step] {
            plan.learning_rate.schedule = schedule;
            let rates: Vec<f64> = (0..1000).map(|step| plan.rate_at(step, 1000)).collect();
            assert!(rates[..10].is_sorted(), "it rises in the warm-up");
            assert!(rates[9..].is_sorted_by(|a, b| a >= b), "and falls afterwards");
            assert!((rates[9] / 1e-3 - 1.0).abs() < 1e-3 && (rates[999] / 1e-5 - 1.0).abs() < 0.01);
        }
    }

    #[test]
    fn a_plan_survives_being_written() {
        let mut plan = Plan::from_toml(LEAST).unwrap();
        plan.learning_rate.schedule = Schedule::Step;
        plan.loss.power = 2.5;
        plan.filter.noisy_margin = Some(90);
        assert_eq!(Plan::from_toml(&toml::to_string(&plan).unwrap()).unwrap(), plan);
    }

    #[test]
    fn errors_are_one_line_and_name_the_key() {
        let wrong = [
            ("widht = 256", "widht"),
            ("width = 'x'", "line 3"),
            ("width = 96", "width is 96"),
            ("batch_size = 0", "batch_size is 0"),
            ("[loss]\npower = 1", "loss.power is 1, expected 1.5 to 4"),
            ("[filter]\nkeep = 0.0", "filter.keep is 0"),
            ("[learning_rate]\nschedule = 'linear'", "linear"),
            ("validation_share = nan", "validation_share is NaN"),
        ];
        for (line, part) in wrong {
            let error = Plan::from_toml(&format!("{LEAST}{line}")).unwrap_err().to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{line}: {error}");
        }
        assert!(Plan::from_toml("output = 'b'").unwrap_err().to_string().contains("data"));
    }
}
