//! Chuhe, a xiangqi engine.

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
