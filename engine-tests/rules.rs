//! The golden tables.
use chuhe::board::Position;
use chuhe::rules::*;
use chuhe::types::Color;
#[test]
fn asian() {
    table(include_str!("data/rules-asian.tsv"), RuleSet::Asian)
}
#[test]
fn chinese() {
    table(include_str!("data/rules-chinese.tsv"), RuleSet::Chinese)
}
fn table(text: &str, rules: RuleSet) {
    let mut bad = 0;
    for line in text.lines().skip(1) {
        let f: Vec<&str> = line.split('\t').collect();
        if let Ok(d) = std::env::var("DBG") {
            if d != f[0] {
                continue;
            }
        }
        let mut game = Game::new(f[1].parse::<Position>().unwrap());
        for mv in f[2].split(' ') {
            game.play(mv.parse().unwrap());
        }
        let cycle = game.cycle(3);
        let verdict = game.verdict(rules, None).0;
        let v = match verdict {
            Verdict::Loses(Color::Red) => "red_loses",
            Verdict::Loses(Color::Black) => "black_loses",
            Verdict::Draw => "draw",
            _ => "ongoing",
        };
        if v != f[3] {
            bad += 1;
            println!(
                "{} {} expected {} got {} {:?} [{}] {:?} {}",
                f[0],
                f[4],
                f[3],
                v,
                cycle,
                f[8],
                cycle.map(|c| game.conducts(c, rules)),
                f[9]
            );
        }
    }
    println!("{bad} differ");
}
