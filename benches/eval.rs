//! Speed of the static evaluation, by phase of the game.

use std::hint::black_box;

use chuhe::board::{Position, START_FEN};
use chuhe::eval::evaluate;
use criterion::{Criterion, criterion_group, criterion_main};

/// Opening, middle game, endgame.
const POSITIONS: [(&str, &str); 3] = [
    ("start", START_FEN),
    ("middle game", "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P3P2/P3P3P/1C2C1N2/4N4/R1BAKAB1R w"),
    ("endgame", "3ak1b2/4a4/4b4/p3n3p/9/2P3P2/P7P/4C1N2/4A4/2BAK4 w"),
];

fn evaluation(criterion: &mut Criterion) {
    for (name, fen) in POSITIONS {
        let position: Position = fen.parse().expect("the bench positions are valid");
        criterion.bench_function(name, |bencher| bencher.iter(|| evaluate(black_box(&position))));
    }
}

criterion_group!(benches, evaluation);
criterion_main!(benches);
