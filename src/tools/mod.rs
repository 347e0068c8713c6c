//! Commands around the engine.
//!
//! Layer 9.

pub mod arena;
pub mod bench;
pub mod data;
pub mod datagen;
pub mod judge;
pub mod train;
