//! What a ruling costs: rows of the golden tables, short and long cycles, under the rules that look closest; and
//! the reasons of one. The length of the judged stretch in plies stands in the name.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};

use chuhe::board::Position;
use chuhe::rules::{Game, RuleSet};

const TABLES: [&str; 2] = [
    include_str!("../engine-tests/data/rules-asian.tsv"),
    include_str!("../engine-tests/data/rules-chinese.tsv"),
];

/// Rows: a chase of one man, a mutual chase with pins, a long mutual chase, two rooks after one cannon, checks and
/// threats in turn.
const ROWS: [&str; 5] = ["as034", "as069", "as080", "as132", "cb030"];

/// The game of a row of the tables.
fn game(id: &str) -> Game {
    let lines = TABLES.iter().flat_map(|table| table.lines());
    let cells: Vec<&str> =
        lines.map(|line| line.split('\t').collect()).find(|cells: &Vec<_>| cells[0] == id).expect("a row");
    let mut game = Game::new(cells[1].parse::<Position>().expect("a FEN"));
    for mv in cells[2].split_whitespace() {
        game.play(mv.parse().expect("a move"));
    }
    game
}

fn rulings(criterion: &mut Criterion) {
    for rules in [RuleSet::Asian, RuleSet::Chinese, RuleSet::League] {
        let mut group = criterion.benchmark_group(rules.name());
        for id in ROWS {
            let game = game(id);
            let cycle = game.cycle(3).expect("a repetition");
            group.bench_function(format!("{id}, {} plies", cycle.length), |bencher| {
                bencher.iter(|| game.judge(black_box(cycle), rules));
            });
        }
        group.finish();
    }
    let reasons = game("as069");
    criterion.bench_function("reasons", |bencher| {
        bencher.iter(|| reasons.ruling(black_box(RuleSet::Asian), None))
    });
    let quiet = game("as132");
    criterion.bench_function("no repetition found", |bencher| {
        bencher.iter(|| black_box(&quiet).search_cycle(black_box(0)).is_some());
    });
}

criterion_group!(benches, rulings);
criterion_main!(benches);
