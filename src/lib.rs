//! Chuhe, a xiangqi engine.

pub mod attacks;
pub mod board;
pub mod movegen;
pub mod types;
