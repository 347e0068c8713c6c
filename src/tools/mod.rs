//! Commands around the engine.
//!
//! Layer 9.

<<<<<<< HEAD
pub mod bench;
pub mod judge;
=======
pub mod arena;
>>>>>>> cd710c5ebca7baf943c3b483366014cecd20b1a1
