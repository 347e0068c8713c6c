//! Speed of the static evaluations: the classical one, by phase of the game, and a network's by what has to be
//! computed anew.

use std::hint::black_box;
use std::sync::Arc;

use chuhe::board::{Position, START_FEN};
use chuhe::eval::network::Network;
use chuhe::eval::simd::{Block, Kernels};
use chuhe::eval::{EMBEDDED, Evaluation, Evaluator, evaluate};
use chuhe::rules::Game;
use chuhe::search::{Limits, Settings, Solo, Table, Task};
use chuhe::types::Move;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

/// Opening, middle game, endgame.
const POSITIONS: [(&str, &str); 3] = [
    ("start", START_FEN),
    ("middle game", "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P3P2/P3P3P/1C2C1N2/4N4/R1BAKAB1R w"),
    ("endgame", "3ak1b2/4a4/4b4/p3n3p/9/2P3P2/P7P/4C1N2/4A4/2BAK4 w"),
];

/// Width of the network measured, that of the one built in.
const WIDTH: usize = 512;

/// Nodes of the searches measured.
const NODES: u64 = 100_000;

fn classical(criterion: &mut Criterion) {
    for (name, fen) in POSITIONS {
        let position: Position = fen.parse().expect("the bench positions are valid");
        criterion.bench_function(name, |bencher| bencher.iter(|| evaluate(black_box(&position))));
    }
}

/// The middle game with `line` played, all but the last move valued already.
fn network_after(criterion: &mut Criterion, name: &str, line: [&str; 2]) {
    let evaluation = Evaluation::of(&Network::random(WIDTH, 1)).expect("a random network is valid");
    let mut evaluator = Evaluator::new();
    evaluator.start(&evaluation);
    let mut position: Position = POSITIONS[1].1.parse().expect("the bench positions are valid");
    let [first, last]: [Move; 2] = line.map(|mv| mv.parse().expect("a move"));
    evaluator.push(&position, first);
    position.play(first);
    evaluator.evaluate(&position);
    let before = position.clone();
    position.play(last);
    criterion.bench_function(&format!("network {WIDTH}, {name}"), |bencher| {
        bencher.iter(|| {
            evaluator.push(black_box(&before), last);
            let value = evaluator.evaluate(black_box(&position));
            evaluator.pop();
            value
        });
    });
}

fn network(criterion: &mut Criterion) {
    network_after(criterion, "quiet move", ["b2b6", "f7f6"]);
    network_after(criterion, "capture", ["e2e6", "c7e6"]);
    network_after(criterion, "king move, with what is known of it", ["b2b6", "e9e8"]);
    let evaluation = Evaluation::of(&Network::random(WIDTH, 1)).expect("a random network is valid");
    let position: Position = POSITIONS[1].1.parse().expect("the bench positions are valid");
    let fresh = || {
        let mut evaluator = Evaluator::new();
        evaluator.start(&evaluation);
        evaluator
    };
    criterion.bench_function(&format!("network {WIDTH}, from nothing"), |bencher| {
        bencher.iter_batched_ref(
            fresh,
            |evaluator| evaluator.evaluate(black_box(&position)),
            BatchSize::SmallInput,
        );
    });
}

/// A search of equally many nodes by each evaluation. Counting men costs next to nothing: what the others take beyond
/// it is, nearly, their share of the time.
fn share_of_search(criterion: &mut Criterion) {
    let position: Position = POSITIONS[1].1.parse().expect("the bench positions are valid");
    let table = Arc::new(Table::new(16).expect("16 MB"));
    for choice in [EMBEDDED, "classical", "material"] {
        let evaluation = Evaluation::choose(choice).expect("they are built in");
        let settings = Settings { evaluation, ..Settings::default() };
        let mut solo = Solo::new();
        criterion.bench_function(&format!("search of {NODES} nodes, {choice}"), |bencher| {
            bencher.iter(|| {
                table.clear();
                solo.clear();
                let limits = Limits { nodes: Some(NODES), ..Limits::none() };
                let (game, table) = (Game::new(position.clone()), Arc::clone(&table));
                solo.search(Task { game, limits, settings: settings.clone(), table })
            });
        });
    }
}

fn kernels(criterion: &mut Criterion) {
    let row = |number| vec![Block([number; 32]); WIDTH / 32];
    let (values, source, add, sub) = (row(0), row(90), row(7), row(-5));
    let mut target = values.clone();
    for kernels in Kernels::supported() {
        let name = kernels.name();
        criterion.bench_function(&format!("shift {WIDTH}, {name}"), |bencher| {
            bencher.iter(|| kernels.shift(black_box(&mut target), &source, &add, &sub));
        });
        criterion.bench_function(&format!("dot product {WIDTH}, {name}"), |bencher| {
            bencher.iter(|| kernels.activated_dot(black_box(&source), &add));
        });
    }
}

criterion_group!(benches, classical, network, kernels);
criterion_group!(name = shares; config = Criterion::default().sample_size(20); targets = share_of_search);
criterion_main!(benches, shares);
