//! The one door between the front ends and the search.
//!
//! Layer 7. [`Engine`] owns what lives as long as the program (search threads, hash table, settings) and the game
//! being played. It speaks in values and never in text: reading and printing is the protocol's part.

mod decision;
mod error;
mod handicap;
mod outlook;

use std::sync::Arc;
use std::time::Duration;

use crate::board::Position;
use crate::eval::Evaluation;
use crate::rules::{Game, RuleSet, is_bare_draw};
use crate::search::{Limits, Observer, Outcome, Pool, Settings, Table, TableEntry, Task};
use crate::types::{Color, Move, Score};

pub use crate::eval::EMBEDDED as EMBEDDED_EVALUATION;
pub use decision::{
    Course, DRAW_ACCEPT_MAX, Decision, HOPELESS_MAX, HOPELESS_MOVES_MIN, LEVEL_MAX, LEVEL_MOVES_MIN,
    LEVEL_QUIET_PLIES_MIN, Manners, Situation,
};
pub use error::{EngineError, MoveFault};
pub use handicap::SEED_MAX;
pub use outlook::{MIDDLE_MEN, Outlook, from_shown, men_on, to_shown};

use handicap::Handicap;

/// The engine: one game, one search at a time.
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::engine::{Engine, EngineError};
/// let mut engine = Engine::new();
/// assert_eq!(engine.evaluate(), Err(EngineError::NoPosition));
/// engine.set_position(Position::start(), &["h2e2".parse().unwrap()]).unwrap();
/// assert!(engine.evaluate().is_ok());
/// ```
pub struct Engine {
    pool: Pool,
    table: Arc<Table>,
    settings: Settings,
    keeps_hash: bool,
    manners: Manners,
    handicap: Handicap,
    game: Option<Game>,
    banned: Vec<Move>,
    course: Course,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// An engine with all settings at their defaults, one search thread, and no position. Where memory is short
    /// the hash table is smaller than usual.
    ///
    /// # Panics
    /// When there is not even memory for a hash table of 1 MB.
    pub fn new() -> Engine {
        let table = (0..8).find_map(|halvings| Table::new(Table::AUTOMATIC_MEGABYTES >> halvings).ok());
        Engine {
            pool: Pool::new(1),
            table: Arc::new(table.expect("memory for a hash table of 1 MB")),
            settings: Settings::default(),
            keeps_hash: true,
            manners: Manners::default(),
            handicap: Handicap::none(),
            game: None,
            banned: Vec::new(),
            course: Course::default(),
        }
    }

    /// Forgets what was learnt from earlier searches; position and settings stay.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.pool.clear();
        self.course = Course::default();
        self.handicap.new_game();
    }

    /// Sets up `position` and plays `moves`. Lifts the ban of [`Engine::ban_moves`].
    ///
    /// # Errors
    /// [`EngineError::IllegalMove`] for the first move that is not legal; the engine then holds no position,
    /// so that a list that was half applied is never searched.
    pub fn set_position(&mut self, position: Position, moves: &[Move]) -> Result<(), EngineError> {
        self.forget_position();
        self.game = Some(replay(position, moves)?);
        Ok(())
    }

    /// Drops the position, as after one that cannot be read.
    pub fn forget_position(&mut self) {
        self.game = None;
        self.banned.clear();
    }

    /// The side to move, `None` without a position.
    pub fn side_to_move(&self) -> Option<Color> {
        Some(self.game.as_ref()?.position().side_to_move())
    }

    /// The position to be searched, `None` without one.
    pub fn position(&self) -> Option<&Position> {
        Some(self.game.as_ref()?.position())
    }

    /// Bars these moves at the root until the next position; replaces an earlier ban. Moves that are not legal
    /// make no difference.
    pub fn ban_moves(&mut self, moves: Vec<Move>) {
        self.banned = moves;
    }

    /// Starts a search of the current position and returns at once; `observer` hears of it, last of its end.
    ///
    /// # Errors
    /// [`EngineError::NoPosition`]; `observer` then hears nothing.
    pub fn go(&mut self, mut limits: Limits, observer: Box<dyn Observer>) -> Result<(), EngineError> {
        let game = self.game.clone().ok_or(EngineError::NoPosition)?;
        if !self.keeps_hash {
            self.table.clear();
        }
        limits.excluded_moves.extend_from_slice(&self.banned);
        let settings = Settings { strength: self.handicap.strength(), ..self.settings.clone() };
        let task = Task { game, limits, settings, table: Arc::clone(&self.table) };
        self.pool.start(task, observer);
        Ok(())
    }

    /// Makes a running search answer at once; harmless when none runs.
    pub fn stop(&self) {
        self.pool.stop();
    }

    /// The move that was pondered on has been played: limits of time count from now.
    pub fn ponderhit(&self) {
        self.pool.ponderhit();
    }

    /// What to say along with the move of a finished search of the current position. Keeps count of the
    /// course of the game, so call it once for each move that is meant to be played.
    pub fn conclude(&mut self, outcome: &Outcome, draw_offered: bool) -> Decision {
        self.course.note(outcome.score, &self.manners);
        let position = self.position();
        Situation {
            score: outcome.score,
            draw_offered,
            is_dead: position.is_some_and(is_bare_draw),
            quiet_plies: position.map_or(0, Position::quiet_plies),
            course: self.course,
            manners: self.manners,
        }
        .decide()
    }

    /// Static evaluation of the current position, in centipawns from the side to move.
    ///
    /// # Errors
    /// [`EngineError::NoPosition`].
    pub fn evaluate(&self) -> Result<Score, EngineError> {
        let game = self.game.as_ref().ok_or(EngineError::NoPosition)?;
        Ok(self.settings.evaluation.evaluate(game.position()))
    }

    /// What the hash table knows about the position after `moves`; the move of the entry is legal there. The
    /// current position stays as it is.
    ///
    /// # Errors
    /// [`EngineError::IllegalMove`].
    pub fn probe(&self, position: Position, moves: &[Move]) -> Result<Option<TableEntry>, EngineError> {
        let game = replay(position, moves)?;
        let position = game.position();
        let entry = self.table.probe(position.key()).map(|entry| TableEntry {
            mv: entry.mv.filter(|&mv| MoveFault::find(position, mv).is_none()),
            ..entry
        });
        Ok(entry)
    }

    /// Replaces the hash table by an empty one of about `megabytes` MiB, 0 for automatic.
    ///
    /// # Errors
    /// [`EngineError::HashMemory`]; the old table stays as it is.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        let table = Table::new(megabytes)
            .map_err(|_| EngineError::HashMemory { asked: megabytes, kept: self.table.megabytes() })?;
        self.table = Arc::new(table);
        Ok(())
    }

    /// Empties the hash table.
    pub fn clear_hash(&mut self) {
        self.table.clear();
    }

    /// Whether a search may use what earlier ones left in the hash table; without, it starts with an empty one.
    pub fn set_keeps_hash(&mut self, keeps_hash: bool) {
        self.keeps_hash = keeps_hash;
    }

    /// Number of search threads, 0 for all cores.
    pub fn set_threads(&mut self, threads: usize) {
        self.pool = Pool::new(threads);
    }

    /// The rule book for repetitions.
    pub fn set_rules(&mut self, rules: RuleSet) {
        self.settings.rules = rules;
    }

    /// Half-moves without a capture that make a draw.
    pub fn set_draw_plies(&mut self, plies: usize) {
        self.settings.draw_plies = plies;
    }

    /// How many lines a search reports, at least 1.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.settings.multi_pv = lines.max(1);
    }

    /// Time kept back from every limit of time.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.settings.move_overhead = overhead;
    }

    /// Whether the engine will think on the opponent's time, which changes how it spends its own.
    pub fn set_ponder(&mut self, ponder: bool) {
        self.settings.ponder = ponder;
    }

    /// By what positions are valued: see [`Evaluation::choose`]. What was learnt by another evaluation is forgotten.
    ///
    /// # Errors
    /// [`EngineError::EvaluationFile`]; the evaluation stays as it is.
    pub fn set_evaluation(&mut self, choice: &str) -> Result<(), EngineError> {
        let evaluation = Evaluation::choose(choice)
            .map_err(|reason| EngineError::EvaluationFile { file: choice.to_string(), reason })?;
        if evaluation != self.settings.evaluation {
            self.settings.evaluation = evaluation;
            self.new_game();
        }
        Ok(())
    }

    /// Whether the engine may give up a hopeless game.
    pub fn set_may_resign(&mut self, may_resign: bool) {
        self.manners.may_resign = may_resign;
    }

    /// The score, from the engine's side, at or below which a game is hopeless.
    pub fn set_hopeless_max(&mut self, score: Score) {
        self.manners.hopeless_max = score;
    }

    /// Whether the engine may offer a draw.
    pub fn set_may_offer(&mut self, may_offer: bool) {
        self.manners.may_offer = may_offer;
    }

    /// Skill level, 0 to [`crate::search::SKILL_MAX`], which is full strength.
    pub fn set_skill(&mut self, level: usize) {
        self.handicap.skill = level;
    }

    /// Whether the rating of [`Engine::set_elo`] limits the strength.
    pub fn set_limits_elo(&mut self, limits: bool) {
        self.handicap.limits_elo = limits;
    }

    /// The rating to play at, in Elo on this engine's own scale; see [`crate::search::ELO_MIN`].
    pub fn set_elo(&mut self, elo: usize) {
        self.handicap.elo = elo;
    }

    /// How freely lines that are not the best are played: the loss, in centipawns, at which a line is chosen e
    /// times more rarely than the best; 0 for never.
    pub fn set_randomness(&mut self, temperature: i32) {
        self.handicap.randomness = temperature;
    }

    /// Seed of what is left to the lot, up to [`SEED_MAX`]; 0 for one of its own in each game.
    pub fn set_seed(&mut self, seed: u64) {
        self.handicap.seed = seed;
    }

    /// Draws the seed of a game that has none yet, where something is left to the lot; returns it only then, so
    /// that it can be written down. To be called before [`Engine::go`].
    pub fn draw_seed(&mut self) -> Option<u64> {
        self.handicap.draw_seed()
    }

    /// Share of the time that search threads leave to other programs, in percent, 0 to 75.
    pub fn set_idle(&mut self, percent: u32) {
        self.settings.idle_percent = percent;
    }
}

/// The game of `moves` from `position`.
fn replay(position: Position, moves: &[Move]) -> Result<Game, EngineError> {
    let mut game = Game::new(position);
    for (index, &mv) in moves.iter().enumerate() {
        if let Some(fault) = MoveFault::find(game.position(), mv) {
            return Err(EngineError::IllegalMove { ply: index + 1, mv, fault });
        }
        game.play(mv);
    }
    Ok(game)
}

#[cfg(test)]
mod tests;
