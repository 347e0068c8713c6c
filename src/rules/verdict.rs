//! How a game stands: won, lost, drawn or going on, and why.

use super::{Cycle, Game, RuleSet, is_bare_draw};
use crate::movegen::has_legal_move;
use crate::types::Color;

/// What the rules decide about a game, or about one repeated cycle of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// This side has lost.
    Loses(Color),
    /// Nobody wins.
    Draw,
    /// The game goes on.
    Ongoing,
}

/// Why a game stands as it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move (将死) [World, art. 3.1 A; Chinese, art. 4.1.1].
    Checkmate,
    /// The side to move is not in check and has no legal move, which loses too (困毙) [World, art. 3.1 A;
    /// Chinese, art. 3.2].
    Stalemate,
    /// The position came up as often as the rule set asks for, by these moves.
    Repetition(Cycle),
    /// Neither side has a man that could ever give mate [World, art. 3.2 A; Chinese, art. 4.2.1].
    BareMaterial,
    /// The natural move limit is reached [World, art. 3.2 D; Chinese, art. 4.2.4].
    QuietLimit,
    /// Nothing ends the game.
    Nothing,
}

impl Game {
    /// How the game stands under `rules`, and why. `quiet_limit` is the natural move limit in half-moves, `None`
    /// for the rule set's own.
    ///
    /// ```
    /// use chuhe::board::Position;
    /// use chuhe::rules::{Game, Reason, RuleSet, Verdict};
    /// use chuhe::types::Color;
    /// // Black has no legal move.
    /// let position: Position = "3k5/4P4/9/9/9/9/9/9/9/4K4 b".parse().unwrap();
    /// let decision = Game::new(position).verdict(RuleSet::Asian, None);
    /// assert_eq!(decision, (Verdict::Loses(Color::Black), Reason::Stalemate));
    /// ```
    pub fn verdict(&self, rules: RuleSet, quiet_limit: Option<usize>) -> (Verdict, Reason) {
        let us = self.position().side_to_move();
        let limit = quiet_limit.unwrap_or(rules.quiet_limit());
        if !has_legal_move(self.position()) {
            let reason = if self.is_in_check() { Reason::Checkmate } else { Reason::Stalemate };
            return (Verdict::Loses(us), reason);
        }
        if let Some(cycle) = self.ruled_cycle(rules) {
            return (self.judge(cycle, rules), Reason::Repetition(cycle));
        }
        if is_bare_draw(self.position()) {
            return (Verdict::Draw, Reason::BareMaterial);
        }
        if self.counted_quiet_plies(rules) >= limit {
            return (Verdict::Draw, Reason::QuietLimit);
        }
        (Verdict::Ongoing, Reason::Nothing)
    }
}
