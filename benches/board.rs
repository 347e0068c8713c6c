//! Speed of what every search node does: generation, making moves, checks, evaluation, a look into the hash
//! table. `cargo bench`; one bench by name: `cargo bench -- perft`.

use std::hint::black_box;

use chuhe::board::Position;
use chuhe::eval::evaluate;
use chuhe::movegen::{count_legal, generate_captures, generate_quiets, legal_moves, perft};
use chuhe::search::{Bound, Table, TableEntry};
use chuhe::types::{Key, Move, MoveList, Rng, Score};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// An opening, a crowded middle game, an open one, an ending, a check to be answered.
const FENS: [&str; 5] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r2akabr1/3nn4/b2c5/2p1p1p1p/p1c6/P1P6/4P1P1P/3C5/C4K2R/R1B2ABN1 b - - 27 18",
    "3a1k3/5Cn2/b5C2/2p5c/pr2p3N/2P1P1p2/1c7/2N6/3R5/2B1KA3 w - - 13 71",
    "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
];

fn positions() -> Vec<Position> {
    FENS.map(|fen| fen.parse().expect("the positions are valid")).to_vec()
}

/// The positions with their legal moves.
fn position_moves() -> Vec<(Position, Vec<Move>)> {
    positions().into_iter().map(|position| (position.clone(), legal_moves(&position).to_vec())).collect()
}

/// Times `work` on every position in turn; the figure is for all of them together.
fn bench_positions<T>(criterion: &mut Criterion, name: &str, work: impl Fn(&Position) -> T) {
    let positions = positions();
    let mut group = criterion.benchmark_group("position");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(work(black_box(position)));
            }
        });
    });
    group.finish();
}

fn generation(criterion: &mut Criterion) {
    bench_positions(criterion, "captures", |position| {
        let mut moves = MoveList::new();
        generate_captures(position, &mut moves);
        moves
    });
    bench_positions(criterion, "quiets", |position| {
        let mut moves = MoveList::new();
        generate_quiets(position, &mut moves);
        moves
    });
    bench_positions(criterion, "legal_moves", legal_moves);
    bench_positions(criterion, "count_legal", count_legal);
    bench_positions(criterion, "checks", Position::checks);
    bench_positions(criterion, "is_in_check", Position::is_in_check);
    bench_positions(criterion, "evaluate", evaluate);
}

fn making_moves(criterion: &mut Criterion) {
    let mut boards = position_moves();
    let mut group = criterion.benchmark_group("move");
    group.throughput(Throughput::Elements(boards.iter().map(|(_, moves)| moves.len() as u64).sum()));
    group.bench_function("play_undo", |bencher| {
        bencher.iter(|| {
            for (position, moves) in &mut boards {
                for &mv in moves.iter() {
                    let undo = position.play(black_box(mv));
                    black_box(position.key());
                    position.undo(mv, undo);
                }
            }
        });
    });
    group.bench_function("key_after", |bencher| {
        bencher.iter(|| {
            for (position, moves) in &boards {
                for &mv in moves {
                    black_box(position.key_after(black_box(mv)));
                }
            }
        });
    });
    group.finish();
}

fn perft_three(criterion: &mut Criterion) {
    let start = Position::start();
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(perft(&start, 3)));
    group.bench_function("start_3", |bencher| bencher.iter(|| perft(black_box(&start), 3)));
    group.finish();
}

fn table(criterion: &mut Criterion) {
    let table = Table::new(64).expect("there is memory for the table");
    // Keys spread over the whole table, as those of a search are; every other one is known.
    let mut rng = Rng::new(0x6368);
    let keys: Vec<Key> = (0..65_536).map(|_| rng.next()).collect();
    let entry = TableEntry { mv: None, score: Score::DRAW, eval: None, bound: Some(Bound::Exact), depth: 5 };
    keys.iter().step_by(2).for_each(|&key| table.store(key, entry));
    let mut group = criterion.benchmark_group("table");
    group.throughput(Throughput::Elements(keys.len() as u64));
    group.bench_function("probe", |bencher| {
        bencher.iter(|| {
            for &key in &keys {
                black_box(table.probe(black_box(key)));
            }
        });
    });
    group.bench_function("store", |bencher| {
        bencher.iter(|| {
            for &key in &keys {
                table.store(black_box(key), entry);
            }
        });
    });
    group.finish();
}

fn config() -> Criterion {
    use std::time::Duration;
    Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2))
}

criterion_group! {
    name = benches;
    config = config();
    targets = generation, making_moves, perft_three, table
}
criterion_main!(benches);
