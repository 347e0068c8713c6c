//! What a file of training games holds, in numbers.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde::Serialize;

use super::game::{End, Start, TrainingGame};
use crate::types::Color;

/// Width of one row of the distribution of scores, in centipawns.
const SCORE_STEP: i32 = 100;
/// Scores beyond this share the last row.
const SCORE_MOST: i32 = 1000;
/// Men in one row of the distribution of phases.
const MEN_STEP: u32 = 4;

/// Counts over games; grows game by game.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Games by who won: Red, nobody, Black.
    pub results: [u64; 3],
    /// Games by kind of start.
    pub starts: BTreeMap<Start, u64>,
    /// Games by how they ended.
    pub ends: BTreeMap<End, u64>,
    /// Positions by score from the side to move, in steps of a hundred centipawns; the outermost hold the rest.
    pub scores: BTreeMap<i32, u64>,
    /// Positions with a mate or a ruling found.
    pub proven: u64,
    /// Positions by men on the board, in steps of four, by the least number of the step.
    pub men: BTreeMap<u32, u64>,
    /// Positions in check.
    pub in_check: u64,
    /// Positions whose move takes a man.
    pub captures: u64,
    /// Positions seen before in the files, by men and side to move.
    pub repeated: u64,
    /// Games with the same start and moves as an earlier one.
    pub duplicates: u64,
    /// Games played on beyond their adjudication.
    pub played_out: u64,
    /// Of these, how many ended otherwise.
    pub misjudged: u64,
    #[serde(skip)]
    seen: HashSet<u64>,
    #[serde(skip)]
    known: HashSet<u64>,
}

impl Stats {
    /// Counts a game.
    pub fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.positions += game.steps.len() as u64;
        self.duplicates += u64::from(!self.known.insert(game.fingerprint()));
        self.results[match game.winner {
            Some(Color::Red) => 0,
            None => 1,
            Some(Color::Black) => 2,
        }] += 1;
        *self.starts.entry(game.start).or_default() += 1;
        *self.ends.entry(game.end).or_default() += 1;
        if let Some(foregone) = game.foregone {
            self.played_out += 1;
            self.misjudged += u64::from(foregone != game.winner);
        }
        for (position, step) in game.replay() {
            self.repeated += u64::from(!self.seen.insert(position.key()));
            self.in_check += u64::from(position.is_in_check());
            self.captures += u64::from(position.piece_on(step.mv.to()).is_some());
            *self.men.entry(position.occupied().len() / MEN_STEP * MEN_STEP).or_default() += 1;
            if step.is_evaluation() {
                let row = i32::from(step.score).clamp(-SCORE_MOST, SCORE_MOST).div_euclid(SCORE_STEP);
                *self.scores.entry(row * SCORE_STEP).or_default() += 1;
            } else {
                self.proven += 1;
            }
        }
    }
}

/// A count, shown with its share.
struct Share {
    count: u64,
    of: u64,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>10}  {:5.1} %", self.count, 100.0 * self.count as f64 / self.of.max(1) as f64)
    }
}

impl fmt::Display for Stats {
    /// A table for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = |count| Share { count, of: self.games };
        let positions = |count| Share { count, of: self.positions };
        let length = self.positions as f64 / self.games.max(1) as f64;
        writeln!(f, "games           {:>10}  {length:.1} positions each", self.games)?;
        writeln!(f, "positions       {:>10}", self.positions)?;
        writeln!(f, "duplicate games {}", games(self.duplicates))?;
        writeln!(f, "seen before     {}", positions(self.repeated))?;
        writeln!(f, "in check        {}", positions(self.in_check))?;
        writeln!(f, "move captures   {}", positions(self.captures))?;
        writeln!(f, "mate or ruling  {}", positions(self.proven))?;
        writeln!(
            f,
            "played out      {}  {} of them ended otherwise",
            games(self.played_out),
            self.misjudged
        )?;
        for (name, count) in ["Red won", "drawn", "Black won"].into_iter().zip(self.results) {
            writeln!(f, "{name:15} {}", games(count))?;
        }
        for (start, &count) in &self.starts {
            writeln!(f, "start {:9} {}", format!("{start:?}").to_lowercase(), games(count))?;
        }
        for (end, &count) in &self.ends {
            writeln!(f, "end   {:15} {}", format!("{end:?}"), games(count))?;
        }
        for (&men, &count) in &self.men {
            writeln!(f, "men   {men:>2} to {:>2}  {}", men + MEN_STEP - 1, positions(count))?;
        }
        for (&score, &count) in &self.scores {
            let bar = "#".repeat((60 * count / self.positions.max(1)) as usize);
            writeln!(f, "score {score:>6}    {}  {bar}", positions(count))?;
        }
        Ok(())
    }
}
