//! The tests that look at the engine from outside: one binary, one module per subject.

mod arena;
