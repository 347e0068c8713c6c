//! temp
fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let fen = std::env::args().nth(2);
    let p: chuhe::board::Position = fen.map_or(chuhe::board::Position::start(), |f| f.parse().unwrap());
    let t = std::time::Instant::now();
    let n = chuhe::movegen::perft(&p, d);
    let e = t.elapsed().as_secs_f64();
    println!("{n} {:.1}M/s", n as f64 / e / 1e6);
}
