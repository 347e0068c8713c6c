//! The tests that look at the engine from outside: one binary, one module per subject.

/// The conversation with clients, on the real program over pipes.
mod protocol;
/// What the search finds, when it answers, that it repeats itself exactly.
mod search;
