//! Two games between two settings of the search, from one position with both colours.

use std::sync::Arc;

use crate::board::Position;
use crate::rules::{Game, RuleSet};
use crate::search::{Limits, Outcome, Settings, Solo, Table, TableMemoryError, Task};
use crate::tools::arena::adjudicate::Adjudicator;
use crate::tools::arena::config::{DrawRule, ResignRule};
use crate::tools::arena::referee::end_of_game;
use crate::tools::data::Start;
use crate::tools::datagen::random_position;
use crate::types::{Color, Rng};

/// Half-moves without a capture that make a draw.
const QUIET_PLIES: usize = 120;
/// Half-moves after which a game is broken off as a draw.
const MOST_PLIES: usize = 300;
const RESIGN: ResignRule = ResignRule { movecount: 4, score: 600, twosided: true };
const DRAW: DrawRule = DrawRule { movenumber: 40, movecount: 8, score: 5 };
/// Starts with a larger advantage are not played, in centipawns.
const START_MOST: i32 = 150;
/// Hash table of one side, in MiB.
const TABLE_MEGABYTES: usize = 8;

/// One side: what it searches with.
struct Seat {
    solo: Solo,
    table: Arc<Table>,
}

impl Seat {
    fn think(&mut self, game: &Game, settings: &Settings, nodes: u64) -> Outcome {
        let limits = Limits { nodes: Some(nodes), ..Limits::none() };
        let (settings, table) = (settings.clone(), Arc::clone(&self.table));
        self.solo.search(Task { game: game.clone(), limits, settings, table })
    }
}

/// Plays pairs, one after another.
pub struct Board {
    seats: [Seat; 2],
    nodes: u64,
}

impl Board {
    /// Two sides that visit `nodes` positions for each move.
    ///
    /// # Errors
    /// When there is no memory for the tables.
    pub fn new(nodes: u64) -> Result<Board, TableMemoryError> {
        let seat = || Ok(Seat { solo: Solo::new(), table: Arc::new(Table::new(TABLE_MEGABYTES)?) });
        Ok(Board { seats: [seat()?, seat()?], nodes })
    }

    /// Games won less games lost of the first side, -2 to 2; the start is drawn from `rng`.
    pub fn play_pair(&mut self, sides: &[Settings; 2], rng: &mut Rng) -> i32 {
        let position = self.even_start(&sides[0], rng);
        let lead = |winner: Option<Color>, first: Color| match winner {
            Some(winner) if winner == first => 1,
            Some(_) => -1,
            None => 0,
        };
        let games = Color::ALL.map(|first| lead(self.play(&position, sides, first), first));
        games.into_iter().sum()
    }

    fn even_start(&mut self, settings: &Settings, rng: &mut Rng) -> Position {
        loop {
            self.forget();
            let game = Game::new(random_position(Start::Opening, rng));
            let score = self.seats[0].think(&game, settings, self.nodes).score;
            if score.value().abs() <= START_MOST {
                return game.position().clone();
            }
        }
    }

    /// What was learnt in one search must not be known in the next: pairs are independent of each other.
    fn forget(&mut self) {
        for seat in &mut self.seats {
            seat.solo.clear();
            seat.table.clear();
        }
    }

    /// Plays one game, in which the first side has the colour `first`; says who won.
    fn play(&mut self, position: &Position, sides: &[Settings; 2], first: Color) -> Option<Color> {
        self.forget();
        let mut game = Game::new(position.clone());
        let mut adjudicator = Adjudicator::new(Some(RESIGN), Some(DRAW));
        while game.ply() < MOST_PLIES {
            if let Some(end) = end_of_game(&game, RuleSet::Asian, Some(QUIET_PLIES)) {
                return end.winner;
            }
            let side = game.position().side_to_move();
            let seat = usize::from(side != first);
            let outcome = self.seats[seat].think(&game, &sides[seat], self.nodes);
            let Some(mv) = outcome.best else { return Some(!side) };
            let number = game.position().move_number();
            game.play(mv);
            if let Some(end) = adjudicator.note(side, Some(outcome.score), number) {
                return end.winner;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluation;

    /// Against a side that counts nothing but men the evaluation wins; the same pair is played the same way twice.
    #[test]
    fn the_better_side_leads_and_pairs_repeat_themselves() {
        let sides = [Evaluation::default(), Evaluation::Material]
            .map(|evaluation| Settings { evaluation, ..Settings::default() });
        let mut board = Board::new(300).unwrap();
        let leads = |board: &mut Board| -> Vec<i32> {
            (0..4).map(|seed| board.play_pair(&sides, &mut Rng::new(seed))).collect()
        };
        let first = leads(&mut board);
        assert!(first.iter().sum::<i32>() >= 4, "{first:?}");
        assert_eq!(first, leads(&mut board), "whatever was played before");
    }
}
