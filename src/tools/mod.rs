//! Commands around the engine.
//!
//! Layer 9.
