//! The numbers of the search, tuned by games of the engine against itself.
//!
//! `spsa` is the method, `pair` plays what it asks for with the search on the calling thread, this file keeps the
//! run: a batch of pairs at a time, saved after each, so that a run that was killed goes on where it was. Starts
//! are random openings of the run's own seed, never the positions by which versions are compared.

mod pair;
mod spsa;

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};

use self::pair::Board;
use self::spsa::{Gains, Knob};
use super::write_whole;
use crate::search::params::{Params, TUNABLES, Tunable};
use crate::search::{Settings, Solo, TableMemoryError};
use crate::tools::arena::stats::Outcomes;
use crate::types::Rng;

/// What decides how a run goes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Seed of all randomness.
    pub seed: u64,
    /// Pairs of games of the whole run.
    pub pairs: u64,
    /// Pairs played before their results move the values; each pair has a lot of its own.
    pub batch: u64,
    /// Positions visited for each move.
    pub nodes: u64,
    /// Steps that a value goes, at the end of the run, for each game by which one side won more.
    pub rate: f64,
    /// By what positions are valued, as [`Evaluation::record`](crate::eval::Evaluation::record) names it.
    pub evaluation: String,
    /// Names of the numbers to tune, of [`TUNABLES`], each once.
    pub names: Vec<String>,
}

/// A number and what has become of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tuned {
    /// Its name.
    pub name: String,
    /// Its value at the start of the run.
    pub start: i32,
    /// Its value now.
    pub value: f64,
}

/// The file of a run, JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// How the run goes.
    pub plan: Plan,
    /// Pairs played.
    pub done: u64,
    /// The numbers, in the order of the plan's names.
    pub numbers: Vec<Tuned>,
}

/// A step is this part of a number's range.
const STEPS_PER_RANGE: f64 = 16.0;

/// Plays until the run is over or `stop` says so between two batches; the file at `path` is written after each batch,
/// and a run that is in it already goes on. `threads` (1 or more) changes how long it takes and nothing else.
///
/// # Errors
/// When a name is unknown or the rate no rate, the file holds another run, cannot be read or written, or there is no
/// memory.
pub fn run(plan: &Plan, path: &Path, threads: usize, stop: impl Fn() -> bool) -> anyhow::Result<State> {
    let tunables = find_all(&plan.names)?;
    ensure!(plan.rate.is_finite() && plan.rate >= 0.0, "the rate is {}, expected a number from 0", plan.rate);
    let mut state = open(plan, path, &tunables)?;
    let gains = Gains { total: plan.pairs, rate: plan.rate };
    let mut knobs: Vec<Knob> =
        tunables.iter().zip(&state.numbers).map(|((_, t), n)| knob(t, n.value)).collect();
    let workers = workers(threads)?;
    // Before any game, so that a file that cannot be written costs none.
    save(path, &state)?;
    let bar = progress(plan.pairs);
    while state.done < plan.pairs && !stop() {
        let numbers = state.done..plan.pairs.min(state.done + plan.batch.max(1));
        let results = in_parallel(&workers, plan.nodes, numbers.clone(), |board, number| {
            let mut rng = Rng::stream(plan.seed, number);
            let experiment = spsa::experiment(&knobs, gains, number, &mut rng);
            let sides = [0, 1].map(|side| settings(&tunables, &experiment.sides[side]));
            let lead = board.play_pair(&sides, &mut rng);
            (experiment, lead)
        })?;
        for (experiment, lead) in &results {
            spsa::learn(&mut knobs, gains, experiment, *lead);
        }
        state.done = numbers.end;
        for (number, knob) in state.numbers.iter_mut().zip(&knobs) {
            number.value = knob.value;
        }
        save(path, &state)?;
        bar.set_position(state.done);
    }
    bar.finish();
    Ok(state)
}

/// Plays the plan's pairs with `values` in place of the declared ones against the declared ones, until they are over
/// or `stop` says so between two batches. The outcomes of the pairs are those of `values`.
///
/// # Errors
/// When a name is unknown, a value is out of its range, or there is no memory.
pub fn compare(
    plan: &Plan,
    values: &[i32],
    threads: usize,
    stop: impl Fn() -> bool,
) -> anyhow::Result<Outcomes> {
    let tunables = find_all(&plan.names)?;
    for ((_, Tunable { name, least, most, .. }), value) in tunables.iter().zip(values) {
        ensure!((least..=most).contains(&value), "{name} = {value}, expected {least} to {most}");
    }
    let sides = [settings(&tunables, values), Settings::default()];
    let workers = workers(threads)?;
    let bar = progress(plan.pairs);
    let mut pairs = [0; 5];
    let mut done = 0;
    while done < plan.pairs && !stop() {
        let numbers = done..plan.pairs.min(done + plan.batch.max(1));
        done = numbers.end;
        let leads = in_parallel(&workers, plan.nodes, numbers, |board, number| {
            board.play_pair(&sides, &mut Rng::stream(plan.seed, number))
        })?;
        for lead in leads {
            pairs[(lead + 2) as usize] += 1;
        }
        bar.set_position(done);
    }
    bar.finish();
    Ok(Outcomes::pentanomial(pairs))
}

fn workers(threads: usize) -> anyhow::Result<ThreadPool> {
    let builder = ThreadPoolBuilder::new().num_threads(threads.max(1)).stack_size(Solo::STACK_BYTES);
    builder.build().context("cannot start the threads")
}

/// The results of `play` for these numbers, in their order.
fn in_parallel<T: Send>(
    workers: &ThreadPool,
    nodes: u64,
    numbers: Range<u64>,
    play: impl Fn(&mut Board, u64) -> T + Send + Sync,
) -> anyhow::Result<Vec<T>> {
    let numbers: Vec<u64> = numbers.collect();
    let pairs = numbers.into_par_iter().with_max_len(1);
    let on_board = |board: &mut Result<Board, TableMemoryError>, number| match board {
        Ok(board) => Ok(play(board, number)),
        Err(error) => Err(*error),
    };
    let results: Result<Vec<T>, TableMemoryError> =
        workers.install(|| pairs.map_init(|| Board::new(nodes), on_board).collect());
    Ok(results?)
}

fn progress(pairs: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos}/{len} pairs, {eta} left");
    ProgressBar::new(pairs).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The settings in which the tunables, with their places in [`TUNABLES`], have these values.
fn settings(tunables: &[(usize, Tunable)], values: &[i32]) -> Settings {
    let mut all = TUNABLES.map(|tunable| tunable.value);
    for (&(place, _), &value) in tunables.iter().zip(values) {
        all[place] = value;
    }
    Settings { params: Params::of_values(&all), ..Settings::default() }
}

/// The tunables of these names, each with its place in [`TUNABLES`].
fn find_all(names: &[String]) -> anyhow::Result<Vec<(usize, Tunable)>> {
    ensure!(!names.is_empty(), "no number to tune is named");
    let mut found = Vec::new();
    for name in names {
        let Some(place) = TUNABLES.iter().position(|tunable| tunable.name == name) else {
            bail!("no number of the search is called {name:?}, expected one that `chuhe tune --list` shows");
        };
        ensure!(found.iter().all(|&(other, _)| other != place), "{name} is named twice");
        found.push((place, TUNABLES[place]));
    }
    Ok(found)
}

fn knob(tunable: &Tunable, value: f64) -> Knob {
    let (least, most) = (f64::from(tunable.least), f64::from(tunable.most));
    Knob { least, most, step: ((most - least) / STEPS_PER_RANGE).max(0.5), value }
}

fn save(path: &Path, state: &State) -> anyhow::Result<()> {
    write_whole(path, &serde_json::to_vec_pretty(state)?)
}

/// The state in the file, or a new one.
fn open(plan: &Plan, path: &Path, tunables: &[(usize, Tunable)]) -> anyhow::Result<State> {
    if path.exists() {
        let name = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(name)?;
        let state: State = serde_json::from_str(&text)
            .with_context(|| format!("{} holds no run of `chuhe tune`", path.display()))?;
        let starts = |(number, (_, tunable)): (&Tuned, &(usize, Tunable))| number.start == tunable.value;
        let fits = state.plan == *plan
            && state.numbers.len() == tunables.len()
            && state.numbers.iter().zip(tunables).all(starts);
        ensure!(
            fits,
            "{} holds a run with other settings or from other values, expected the same ones or another file",
            path.display()
        );
        return Ok(state);
    }
    let numbers = tunables.iter().map(|(_, tunable)| Tuned {
        name: tunable.name.to_string(),
        start: tunable.value,
        value: f64::from(tunable.value),
    });
    Ok(State { plan: plan.clone(), done: 0, numbers: numbers.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn plan() -> Plan {
        let names = ["rfp_slope", "lmr_base"].map(String::from).to_vec();
        Plan { seed: 3, pairs: 5, batch: 2, nodes: 100, rate: 1.0, evaluation: String::new(), names }
    }

    #[test]
    fn a_stopped_run_goes_on_to_the_same_end() {
        let folder = tempfile::tempdir().unwrap();
        let [whole, parts] = ["whole.json", "parts.json"].map(|name| folder.path().join(name));
        let expected = run(&plan(), &whole, 1, || false).unwrap();
        let batches = Cell::new(0);
        let part = run(&plan(), &parts, 1, || batches.replace(batches.get() + 1) == 2).unwrap();
        assert_eq!((part.done, expected.done), (4, 5));
        assert_eq!(run(&plan(), &parts, 2, || false).unwrap(), expected);
    }

    #[test]
    fn equal_values_are_worth_the_same() {
        let declared: Vec<i32> = find_all(&plan().names).unwrap().iter().map(|(_, t)| t.value).collect();
        let outcomes = compare(&plan(), &declared, 1, || false).unwrap();
        assert_eq!((outcomes.total(), outcomes.elo()), (5.0, 0.0), "both games of a pair go the same way");
        assert!(compare(&plan(), &[0, 0], 1, || false).is_err(), "out of range");
        let twice = Plan { names: vec!["rfp_slope".to_string(); 2], ..plan() };
        assert!(compare(&twice, &[75, 75], 1, || false).is_err());
    }
}
