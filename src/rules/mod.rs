//! The judge of a game: what the moves so far and the position on the board decide.
//!
//! Layer 4. [`Game`] is a position with its history; [`RuleSet`] says which rule book applies;
//! [`Game::verdict`] decides, and [`Game::ruling`] gives the reasons.
//!
//! Articles are cited in brackets, after these editions:
//!
//! * `Asian`: 亚洲象棋规则之棋例细则, 35 articles, as printed with the rules of the first 浪潮杯 tournament (2006).
//! * `World`: 世界象棋规则, 2018; its general articles. Its detailed articles repeat the Asian ones.
//! * `Chinese`: 中国象棋竞赛规则, 1999; `details` is its chapter of detailed examples (棋例细则).
//! * `League`: the simplified rules of the UCCI engine league (draft of 2007).

mod articles;
mod asian;
mod asian_grounds;
mod checks;
mod chinese;
mod conduct;
mod counters;
mod cycle;
mod describe;
mod exchange;
mod game;
mod grounds;
mod league;
mod material;
mod protection;
mod rewind;
mod ruleset;
mod ruling;
mod verdict;

pub use articles::{Article, Book};
pub use conduct::{Conduct, compare};
pub use cycle::Cycle;
pub use describe::{Attack, Man, Means, MoveClass};
pub use game::Game;
pub use material::is_bare_draw;
pub use protection::Unprotected;
pub use ruleset::{RuleSet, RuleSetError};
pub use ruling::{Account, MoveAccount, Ruling, SideAccount};
pub use verdict::{Reason, Verdict};
