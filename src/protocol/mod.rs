//! UCCI and UCI.
//!
//! Layer 8.
