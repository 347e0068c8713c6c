//! The tests that look at the engine from outside: one binary, one module per subject.

/// The match runner, with a scripted engine that behaves well or badly.
mod arena;
/// The subcommands of the real program.
mod cli;
/// FEN: what is read, what is refused and why, what is written.
mod fen;
/// Which module of the library may import which, and other laws of the source tree.
mod layering;
/// A slow move generator written from the rules of the game, and its agreement with the engine's.
mod mailbox;
/// Forced mates by continuous checks: proven, and found by the search.
mod mates;
/// Counts of move sequences against reference counts.
mod perft;
/// Laws that hold in every position, for every text and every value.
mod properties;
/// The conversation with clients, on the real program over pipes.
mod protocol;
/// Rule books: golden tables and cited facts.
mod rules;
/// The referee's command: tables in, answers and error lines out.
mod rules_judge;
/// Laws of the judge, on long games full of repetitions.
mod rules_properties;
/// Positions for the other modules.
mod samples;
/// What the search finds, when it answers, that it repeats itself exactly.
mod search;
/// The way from nothing to a network, in small.
mod training;
