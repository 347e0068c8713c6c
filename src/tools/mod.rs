//! Commands around the engine.
//!
//! Layer 9.

pub mod arena;
pub mod bench;
pub mod judge;
