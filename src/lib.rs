//! Chuhe, a xiangqi engine.
//!
//! # Layers
//!
//! Imports point down only; modules with the same number do not see each other.
//!
//! | # | module | what it is |
//! | --- | --- | --- |
//! | 0 | [`types`] | plain values: sides, men, squares, moves, scores |
//! | 1 | [`attacks`] | geometry of the board: lines, legs, eyes |
//! | 2 | [`board`] | one position: what a FEN holds, its key, who gives check |
//! | 3 | [`movegen`] | the moves of a position, and the counter that proves them |
//! | 4 | [`rules`] | the judge of a game so far |
//! | 5 | [`eval`] | the static value of a position |
//! | 6 | [`search`] | alpha-beta and its threads; reports, never prints |
//! | 7 | [`engine`] | the one door: owns threads, table, settings and the current game |
//! | 8 | [`protocol`] | UCCI and UCI text to commands and back |
//! | 9 | [`tools`] | commands around the engine |
//! | 10 | [`cli`] | arguments to calls, errors to exit codes |
//!
//! # A walk of one `go` from stdin to stdout
//!
//! 1. The program started without arguments runs [`protocol::run_stdio`]. Its input thread reads bytes up to a line
//!    feed, makes text of them, notes the time and sends the line over a channel. It knows nothing else.
//! 2. The session, on the main thread, sleeps until that channel or the one of the search has something. It hands
//!    the line to [`protocol::parse`], a pure function that knows both dialects, and gets
//!    [`protocol::Command::Go`] with a [`protocol::Go`] inside: the numbers as they were written.
//! 3. If a search runs, the command waits its turn. If none does, [`protocol::Go::limits`] turns it into
//!    [`search::Limits`]: the mover's clock, times as durations, the moment from which they count.
//! 4. [`engine::Engine::go`] adds the banned moves, clones the [`rules::Game`] with its history, and gives both to
//!    the [`search::Pool`], together with the shared [`search::Table`] and the [`search::Settings`]. It returns at
//!    once, and the session goes back to sleep, ready for `stop`.
//! 5. The search threads think. After each iteration they call their [`search::Observer`], which here does nothing
//!    but send the report to the session. The search does not know that there is a protocol.
//! 6. The session wakes up for each report, and [`protocol::print`], again a pure function, makes one line of it in
//!    the dialect of the client. The session is the only one that writes, a whole line at a time.
//! 7. The last event is the [`search::Outcome`]. [`engine::Engine::conclude`] says whether an offer of a draw is
//!    accepted or the game given up; `bestmove` goes out, and the commands that had to wait are obeyed.
//!
//! `stop` takes the short way: line, command, [`engine::Engine::stop`]; its answer is step 7.

pub mod attacks;
pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod movegen;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tools;
pub mod types;
