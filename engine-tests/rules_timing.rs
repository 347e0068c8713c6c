//! Timing (temporary).
use chuhe::board::Position;
use chuhe::rules::*;
#[test]
fn timing() {
    for (name, text, rules) in [
        ("asian", include_str!("data/rules-asian.tsv"), RuleSet::Asian),
        ("chinese", include_str!("data/rules-chinese.tsv"), RuleSet::Chinese),
        ("chinese on asian", include_str!("data/rules-asian.tsv"), RuleSet::Chinese),
        ("league", include_str!("data/rules-asian.tsv"), RuleSet::League),
    ] {
        let mut all = Vec::new();
        for line in text.lines().skip(1) {
            let f: Vec<&str> = line.split('\t').collect();
            let mut game = Game::new(f[1].parse::<Position>().unwrap());
            for mv in f[2].split(' ') {
                game.play(mv.parse().unwrap());
            }
            if let Some(c) = game.cycle(2) {
                let n = 200;
                let t = std::time::Instant::now();
                for _ in 0..n {
                    std::hint::black_box(game.judge(std::hint::black_box(c), rules));
                }
                all.push((t.elapsed().as_secs_f64() * 1e6 / n as f64, c.length, f[0]));
            }
        }
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        println!(
            "{name}: median {:.2} us mean {:.2}, worst {:?}",
            all[all.len() / 2].0,
            all.iter().map(|x| x.0).sum::<f64>() / all.len() as f64,
            &all[all.len() - 4..]
        );
    }
}
