//! The one door between the front ends and the search.
//!
//! Layer 7.
