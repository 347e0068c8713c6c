//! The tests that look at the engine from outside: one binary, one module per subject.

/// Rule books: golden tables and cited facts.
mod rules;
/// Laws of the judge, on long games full of repetitions.
mod rules_properties;
mod search;
