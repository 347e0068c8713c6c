//! A finished game: what the journal keeps and what everything else is counted from.

use serde::{Deserialize, Serialize};

use super::referee::Cause;
use crate::types::{Color, Score};

/// Who won, as game records write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// Red.
    #[serde(rename = "1-0")]
    RedWins,
    /// Black.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Nobody.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result when `winner` has won.
    pub fn of(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::Red) => GameResult::RedWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }

    /// The mark that ends a game record.
    pub fn mark(self) -> &'static str {
        match self {
            GameResult::RedWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// Half points of a side: 0, 1 or 2.
    pub fn half_points(self, color: Color) -> usize {
        match (self, color) {
            (GameResult::Draw, _) => 1,
            (GameResult::RedWins, Color::Red) | (GameResult::BlackWins, Color::Black) => 2,
            _ => 0,
        }
    }
}

/// One move of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// In coordinates, a0 at Red's left hand.
    #[serde(rename = "move")]
    pub mv: String,
    /// Time taken, in microseconds; absent for moves of the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub us: Option<u64>,
    /// Centipawns from the mover's point of view; mates as [`Score`] counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Depth reached, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Microseconds past the time allowed, within the margin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_us: Option<u64>,
}

/// One game: a line of the journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 1.
    pub game: usize,
    /// The number of its pair of games, from 1.
    pub pair: usize,
    /// Name of the engine with the red men.
    pub red: String,
    /// Name of the engine with the black men.
    pub black: String,
    /// Who won.
    pub result: GameResult,
    /// How it ended, for counting.
    pub termination: Cause,
    /// How it ended, in words.
    pub reason: String,
    /// The engine whose fault ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault_of: Option<String>,
    /// The opening's place in its file, from 1.
    pub opening: usize,
    /// The first position.
    pub fen: String,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// All moves, those of the opening first.
    pub moves: Vec<PlayedMove>,
}

impl PlayedMove {
    /// The score as a value.
    pub fn score(&self) -> Option<Score> {
        self.score.map(|score| Score::from_code(score as i16))
    }
}

impl GameRecord {
    /// The name of the engine that played `color`.
    pub fn player(&self, color: Color) -> &str {
        match color {
            Color::Red => &self.red,
            Color::Black => &self.black,
        }
    }
}
