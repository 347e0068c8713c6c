//! The judge of a game: what the moves so far and the position on the board decide.
//!
//! Layer 4. [`Game`] is a position with its history; [`RuleSet`] says which rule book applies.

mod asian;
mod checks;
mod chinese;
mod conduct;
mod cycle;
mod exchange;
mod game;
mod material;
mod protection;
mod rewind;
mod ruleset;

pub use conduct::{Conduct, compare};
pub use cycle::Cycle;
pub use game::Game;
pub use protection::Unprotected;
pub use material::is_bare_draw;
pub use ruleset::{RuleSet, RuleSetError};

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
