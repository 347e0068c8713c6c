//! One game between two engines.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::adjudicate::Adjudicator;
use super::client::{Client, Thought, Trouble, Turn};
use super::clock::Clock;
use super::config::MatchConfig;
use super::dialect::{BestMove, GoLimits};
use super::openings::Opening;
use super::record::{GameRecord, GameResult, PlayedMove};
use super::referee::{Cause, End, end_of_game, losing_repetitions, side_name};
use super::schedule::Job;
use crate::board::Position;
use crate::movegen::legal_moves;
use crate::rules::Game;
use crate::types::{Color, Move};

/// A game that was played to its end.
pub(super) struct Finished {
    /// Its record.
    pub(super) record: GameRecord,
    /// Whether it was lost because a program could not be made ready.
    pub(super) failed_start: bool,
}

/// The state of a running game.
struct Table<'a> {
    config: &'a MatchConfig,
    game: Game,
    /// The position after the last capture, which the engines are given.
    base: Position,
    /// The moves since.
    since_base: Vec<Move>,
    clocks: [Option<Clock>; 2],
    adjudicator: Adjudicator,
    /// Who offered a draw with the last move.
    draw_offer: Option<Color>,
    moves: Vec<PlayedMove>,
}

/// Plays one game; `players` are Red and Black. `None` when the match is stopped meanwhile.
pub(super) fn play(
    config: &MatchConfig,
    job: &Job,
    (place, opening): (usize, &Opening),
    mut players: [&mut Client; 2],
) -> Option<Finished> {
    let (began, clock) = (SystemTime::now(), Instant::now());
    let names = [0, 1].map(|i| players[i].config().name.clone());
    let mut table = Table::new(config, opening, &players);
    let ready = Color::ALL.into_iter().find_map(|side| {
        let trouble = players[side.index()].new_game().err()?;
        Some((side, trouble))
    });
    let failed_start = ready.is_some();
    let end = match ready {
        Some((_, Trouble::Stopped)) => return None,
        Some((side, Trouble::Fault(cause, text))) => fault(side, &names, cause, &text),
        None => table.play(&mut players, &names)?,
    };
    let [red, black] = names;
    let fault_of = end.winner.filter(|_| end.cause.is_fault()).map(|winner| match winner {
        Color::Red => black.clone(),
        Color::Black => red.clone(),
    });
    let record = GameRecord {
        game: job.number,
        pair: job.pair,
        red,
        black,
        result: GameResult::of(end.winner),
        termination: end.cause,
        reason: end.reason,
        fault_of,
        opening: place + 1,
        fen: opening.position.to_string(),
        started: began.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        duration_ms: clock.elapsed().as_millis() as u64,
        moves: table.moves,
    };
    Some(Finished { record, failed_start })
}

/// The end of a game by a fault of `side`'s program.
fn fault(side: Color, names: &[String; 2], cause: Cause, text: &str) -> End {
    let reason = format!("{} ({}): {}: {text}", side_name(side), names[side.index()], cause.name());
    End::lost(side, cause, reason)
}

impl<'a> Table<'a> {
    fn new(config: &'a MatchConfig, opening: &Opening, players: &[&mut Client; 2]) -> Table<'a> {
        let clocks = [0, 1].map(|i| players[i].config().limits.tc.clone().map(Clock::new));
        let mut table = Table {
            config,
            game: Game::new(opening.position.clone()),
            base: opening.position.clone(),
            since_base: Vec::new(),
            clocks,
            adjudicator: Adjudicator::new(config.resign, config.draw),
            draw_offer: None,
            moves: Vec::new(),
        };
        for &mv in &opening.moves {
            table.make(mv);
            let mv = mv.to_string();
            table.moves.push(PlayedMove {
                mv,
                us: None,
                score: None,
                depth: None,
                nodes: None,
                over_us: None,
            });
        }
        table
    }

    /// Makes a legal move.
    fn make(&mut self, mv: Move) {
        let captures = self.game.position().piece_on(mv.to()).is_some();
        self.game.play(mv);
        if captures {
            self.base = self.game.position().clone();
            self.since_base.clear();
        } else {
            self.since_base.push(mv);
        }
    }

    fn play(&mut self, players: &mut [&mut Client; 2], names: &[String; 2]) -> Option<End> {
        loop {
            let config = self.config;
            if let Some(end) = end_of_game(&self.game, config.rules, config.natural_limit) {
                return Some(end);
            }
            let side = self.game.position().side_to_move();
            let player = &mut *players[side.index()];
            let budget = self.budget(side, player);
            match self.ask(side, player, budget) {
                Err(Trouble::Stopped) => return None,
                Err(Trouble::Fault(cause, text)) => return Some(fault(side, names, cause, &text)),
                Ok(thought) => match self.take(side, thought, budget) {
                    Err(text) => return Some(fault(side, names, Cause::IllegalMove, &text)),
                    Ok(Some(end)) => return Some(end),
                    Ok(None) => {}
                },
            }
        }
    }

    /// The time that `side` may use for the next move.
    fn budget(&self, side: Color, player: &Client) -> Duration {
        let clock = self.clocks[side.index()].as_ref().map(|clock| clock.view().remaining);
        clock.or(player.config().limits.move_time).unwrap_or(self.config.move_timeout)
    }

    fn ask(&mut self, side: Color, player: &mut Client, budget: Duration) -> Result<Thought, Trouble> {
        let banned = match self.config.ban_moves && player.speaks_ucci() {
            true => losing_repetitions(&mut self.game, self.config.rules),
            false => Vec::new(),
        };
        let limits = &player.config().limits;
        let own = self.clocks[side.index()].as_ref().map(Clock::view);
        // An opponent without a clock counts as having the same time.
        let other = self.clocks[(!side).index()].as_ref().map(Clock::view).or(own);
        let clocks = own.zip(other).map(|(own, other)| match side {
            Color::Red => [own, other],
            Color::Black => [other, own],
        });
        let limits =
            GoLimits { clocks, move_time: limits.move_time, nodes: limits.nodes, depth: limits.depth };
        player.think(Turn {
            base: &self.base,
            moves: &self.since_base,
            side,
            limits,
            budget,
            draw_offered: self.draw_offer == Some(!side),
            banned: &banned,
        })
    }

    /// Carries out an answer: an end of the game if it makes one, an error if it is no legal move.
    fn take(&mut self, side: Color, thought: Thought, budget: Duration) -> Result<Option<End>, String> {
        let legal = legal_moves(self.game.position());
        let (mv, draw) = match thought.answer {
            BestMove::Resigns => {
                let reason = format!("{} resigns", side_name(side));
                return Ok(Some(End::lost(side, Cause::Resigned, reason)));
            }
            BestMove::Unreadable(words) => {
                return Err(format!("\"bestmove {words}\" with {} legal moves", legal.len()));
            }
            BestMove::Move { mv, draw } => (mv, draw),
        };
        if !legal.contains(&mv) {
            return Err(format!("{mv} in {}", self.game.position()));
        }
        let move_number = self.game.position().move_number();
        let over = thought.elapsed.saturating_sub(budget);
        if let Some(clock) = &mut self.clocks[side.index()] {
            clock.spend(thought.elapsed);
        }
        self.moves.push(PlayedMove {
            mv: mv.to_string(),
            us: Some(thought.elapsed.as_micros() as u64),
            score: thought.info.score.map(|score| score.value()),
            depth: thought.info.depth,
            nodes: thought.info.nodes,
            over_us: (!over.is_zero()).then_some(over.as_micros() as u64),
        });
        self.make(mv);
        let accepted = draw && self.draw_offer == Some(!side);
        self.draw_offer = draw.then_some(side);
        // The rules come first: a move that mates is no draw.
        if let Some(end) = end_of_game(&self.game, self.config.rules, self.config.natural_limit) {
            return Ok(Some(end));
        }
        if accepted {
            return Ok(Some(End::drawn(Cause::Agreed, "both sides want a draw".to_string())));
        }
        if let Some(end) = self.adjudicator.note(side, thought.info.score, move_number) {
            return Ok(Some(end));
        }
        let limit = self.config.max_moves.filter(|&limit| self.moves.len() >= 2 * limit);
        Ok(limit.map(|limit| End::drawn(Cause::MaxMoves, format!("{limit} moves of each side"))))
    }
}
