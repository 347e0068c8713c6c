//! Engine against engine: `chuhe match`.
//!
//! # The flow of a match
//!
//! 1. `words` turns words (`tc=5+0.05`) into a [`MatchConfig`]; `runner::run` completes it, reads the openings
//!    and finds the programs.
//! 2. `journal` opens the JSON journal. A resumed match begins with the games that are in it; nothing else is
//!    remembered, so a runner that is killed loses the games in progress and no more.
//! 3. Every engine is started once (`client`), to learn its protocol and its options and to fail early.
//! 4. `schedule` lists the games: each pairing, each opening with both colours. Worker threads, one for each game
//!    at a time, take the next game off the list and play it (`game`) with engine processes of their own.
//! 5. A game: the opening's moves are made, then the side to move is asked (`client` speaks, `dialect` knows the
//!    words, `process` owns the pipes, `clock` the time) until the rules (`referee`), the engines themselves or
//!    the scores (`adjudicate`) end it. Faults end it too: illegal move, time, crash and stall are told apart, and
//!    the program is started anew.
//! 6. The record goes back to the first thread, which writes it to the journal, then to the PGN file (`pgn`), adds
//!    it up (`tally`), shows the state (`report`) and stops when the sequential test (`sprt`, with the arithmetic
//!    of `stats`) is decided.
//!
//! Nobody polls: threads wait for lines, results or the end of a time. The engines' words never come from
//! anywhere but `dialect`, and whether a move or a game is lost is never decided anywhere but in `referee`.
//!
//! The options are those of fastchess and cutechess-cli where these have them; no code is shared with either.

pub mod adjudicate;
mod client;
pub mod clock;
pub mod config;
mod dialect;
mod game;
pub mod game_record;
mod journal;
pub mod openings;
mod pgn;
mod process;
pub mod referee;
mod report;
mod runner;
pub mod schedule;
pub mod sprt;
pub mod stats;
pub mod tally;
pub mod words;

pub use config::MatchConfig;
pub use report::with_error;
pub use runner::{Summary, run};
