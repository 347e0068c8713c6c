//! The tests that look at the engine from outside: one binary, one module per subject.

/// Rule books: golden tables and the laws of the judge.
mod rules;
mod rules_timing;
mod search;
