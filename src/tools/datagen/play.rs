//! One game of self-play.

use std::sync::Arc;

use super::starts::{Openings, random_kind, random_position};
use crate::board::Position;
use crate::eval::Evaluation;
use crate::eval::network::NetworkFileError;
use crate::rules::{Game, Reason, RuleSet, Verdict};
use crate::search::{Limits, Outcome, Settings, Solo, Table, TableMemoryError, Task};
use crate::tools::data::{End, Start, Step, TrainingGame};
use crate::types::{Color, Rng, Score};

/// Everything that decides what the games are like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manner {
    /// Seed of the run; with a game's number it gives the game.
    pub seed: u64,
    /// Nodes of a search after which no iteration begins.
    pub nodes: u64,
    /// The rules, the evaluation.
    pub settings: Settings,
    /// Which evaluation that is, for the record.
    pub evaluation_name: String,
    /// Positions in which a part of the games begins.
    pub openings: Option<Openings>,
}

/// A search may overrun its soft limit by this factor.
const HARD_LIMIT_FACTOR: u64 = 8;
/// The start of a game is searched with this many times the nodes, to see whether it is decided.
const START_FACTOR: u64 = 4;
/// Starts with a larger advantage are not played, in centipawns.
const START_MOST: i32 = 400;
/// So many positions of a file of openings are tried before a game begins elsewhere.
const FILE_TRIES: usize = 20;
/// Half-moves after which a game is broken off as a draw.
const MOST_PLIES: usize = 300;
/// A game counts as won after so many half-moves in a row with so large an advantage on the same side …
const WIN_SCORE: i32 = 1000;
const WIN_PLIES: usize = 6;
/// … and as drawn after so many with one so small, when nothing was taken for so long.
const DRAW_SCORE: i32 = 10;
const DRAW_PLIES: usize = 12;
const DRAW_QUIET_PLIES: usize = 30;
/// One game in so many is played to its end whatever the scores say, to see what adjudication does to the results.
const PLAYED_OUT_EVERY: u64 = 16;
/// Hash table of one game, in MiB; it is emptied for each game, so it is small.
const TABLE_MEGABYTES: usize = 4;

/// Plays games, one after another.
pub struct Player<'a> {
    manner: &'a Manner,
    solo: Solo,
    table: Arc<Table>,
}

impl<'a> Player<'a> {
    /// A player with a table of its own.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(manner: &'a Manner) -> Result<Player<'a>, TableMemoryError> {
        Ok(Player { manner, solo: Solo::new(), table: Arc::new(Table::new(TABLE_MEGABYTES)?) })
    }

    /// Game `number` of the run: always the same game for the same manner and number.
    pub fn play(&mut self, number: u32) -> TrainingGame {
        let mut rng = Rng::stream(self.manner.seed, u64::from(number));
        self.solo.clear();
        self.table.clear();
        let (position, start) = self.undecided_start(&mut rng);
        let plays_out = rng.below(PLAYED_OUT_EVERY) == 0;
        let mut game = Game::new(position.clone());
        let mut scores = Scores::default();
        let mut foregone = None;
        let mut steps = Vec::new();
        let (winner, end) = loop {
            if let Some(result) = self.ruled_end(&game) {
                break result;
            }
            let outcome = self.think(&game, self.manner.nodes);
            let Some(mv) = outcome.best else { break (None, End::NoMove) };
            steps.push(Step { mv, score: outcome.score.value() as i16 });
            scores.note(outcome.score, game.position().side_to_move());
            if foregone.is_none()
                && let Some((winner, end)) = scores.adjudicate(&game)
            {
                if !plays_out {
                    break (winner, end);
                }
                foregone = Some(winner);
            }
            game.play(mv);
        };
        TrainingGame { number, position, start, winner, end, foregone, steps }
    }

    /// Draws starts until one is not decided.
    fn undecided_start(&mut self, rng: &mut Rng) -> (Position, Start) {
        let mut openings = self.manner.openings.as_ref().filter(|_| rng.below(100) < Openings::PERCENT);
        let kind = random_kind(rng);
        let mut tries = 0;
        loop {
            // A file may hold nothing but decided positions.
            openings = openings.filter(|_| tries < FILE_TRIES);
            tries += 1;
            let (start, position) = match openings {
                Some(openings) => (Start::Book, openings.random_position(rng)),
                None => (kind, random_position(kind, rng)),
            };
            let game = Game::new(position);
            if self.ruled_end(&game).is_some() {
                continue;
            }
            let score = self.think(&game, START_FACTOR * self.manner.nodes).score;
            if score.value().abs() <= START_MOST {
                return (game.position().clone(), start);
            }
        }
    }

    fn think(&mut self, game: &Game, nodes: u64) -> Outcome {
        let limits =
            Limits { soft_nodes: Some(nodes), nodes: Some(HARD_LIMIT_FACTOR * nodes), ..Limits::none() };
        let settings = self.manner.settings.clone();
        self.solo.search(Task { game: game.clone(), limits, settings, table: Arc::clone(&self.table) })
    }

    /// The end that the rules put to the game.
    fn ruled_end(&self, game: &Game) -> Option<(Option<Color>, End)> {
        let Settings { rules, draw_plies, .. } = self.manner.settings;
        let (verdict, reason) = game.verdict(rules, Some(draw_plies));
        let end = match reason {
            Reason::Checkmate | Reason::Stalemate => End::NoMove,
            Reason::Repetition(_) => End::Repetition,
            Reason::BareMaterial => End::BareMaterial,
            Reason::QuietLimit => End::NaturalLimit,
            Reason::Nothing if game.ply() >= MOST_PLIES => End::TooLong,
            Reason::Nothing => return None,
        };
        match verdict {
            Verdict::Loses(loser) => Some((Some(!loser), end)),
            Verdict::Draw | Verdict::Ongoing => Some((None, end)),
        }
    }
}

impl Manner {
    /// Asian rules with the natural limit of 120 half-moves, and the evaluation that `choice` names (see
    /// [`Evaluation::choose`]).
    ///
    /// # Errors
    /// What is wrong with the network file.
    pub fn new(seed: u64, nodes: u64, choice: &str) -> Result<Manner, NetworkFileError> {
        let evaluation = Evaluation::choose(choice)?;
        let evaluation_name = Evaluation::record(choice);
        let settings = Settings { rules: RuleSet::Asian, evaluation, ..Settings::default() };
        Ok(Manner { seed, nodes, settings, evaluation_name, openings: None })
    }

    /// The record that stands before the games, TOML.
    pub fn record(&self) -> String {
        let openings = match &self.openings {
            Some(openings) => format!("openings = {:?}\n", openings.name),
            None => String::new(),
        };
        format!(
            "version = \"{}\"\nseed = {}\nnodes = {}\nrules = \"{}\"\ndraw_plies = {}\n\
             evaluation = {:?}\n{openings}",
            env!("CARGO_PKG_VERSION"),
            self.seed,
            self.nodes,
            self.settings.rules,
            self.settings.draw_plies,
            self.evaluation_name,
        )
    }
}

/// How long the scores have been decided or level.
#[derive(Default)]
struct Scores {
    /// Half-moves in a row with a winning score for each colour.
    won: [usize; 2],
    level: usize,
}

impl Scores {
    fn note(&mut self, score: Score, side: Color) {
        for color in Color::ALL {
            let value = if color == side { score.value() } else { -score.value() };
            let won = &mut self.won[color.index()];
            *won = if value >= WIN_SCORE { *won + 1 } else { 0 };
        }
        self.level = if score.value().abs() <= DRAW_SCORE { self.level + 1 } else { 0 };
    }

    fn adjudicate(&self, game: &Game) -> Option<(Option<Color>, End)> {
        if let Some(winner) = Color::ALL.into_iter().find(|color| self.won[color.index()] >= WIN_PLIES) {
            return Some((Some(winner), End::AdjudicatedWin));
        }
        let level = self.level >= DRAW_PLIES && game.position().quiet_plies() >= DRAW_QUIET_PLIES;
        level.then_some((None, End::AdjudicatedDraw))
    }
}
