//! Benches (to come).

fn main() {}
