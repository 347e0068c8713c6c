//! Laws of the table of options: names, ranges, defaults, words.

use super::*;
use crate::engine::{HOPELESS_MAX, from_shown};
use crate::search::{Settings, Strength};
use crate::types::Score;

fn read(name: &str, value: &str) -> Change {
    change(name, value).unwrap().unwrap()
}

#[test]
fn usemillisec_is_announced_first() {
    let first = OPTIONS.iter().find_map(|option| option.announce(Dialect::Ucci)).unwrap();
    assert_eq!(first, "option usemillisec type check default true");
}

#[test]
fn lines_follow_the_order_that_clients_read_by_place() {
    let lines =
        |dialect| -> Vec<String> { OPTIONS.iter().filter_map(|option| option.announce(dialect)).collect() };
    let ucci = lines(Dialect::Ucci);
    assert!(ucci.contains(&"option threads type spin default 1 min 0 max 256".to_string()));
    assert!(ucci.contains(&"option newgame type button".to_string()));
    assert!(ucci.iter().all(|line| line.split(' ').nth(2) == Some("type")), "names are one word");
    assert!(ucci.iter().all(|line| line.split(' ').nth(1).unwrap().chars().all(|c| c.is_ascii_lowercase())));
    let uci = lines(Dialect::Uci);
    assert!(uci.contains(&"option name Move Overhead type spin default 30 min 0 max 5000".to_string()));
    for line in ucci.iter().chain(&uci) {
        for word in ["draw", "resign", "bestmove"] {
            assert!(!line.to_ascii_lowercase().contains(word), "{line}");
        }
    }
}

#[test]
fn announced_defaults_change_nothing() {
    let settings = Settings::default();
    for option in OPTIONS {
        let read = |text: &str| option.kind.read(text);
        match &option.kind {
            OptionKind::Combo { default, vars, .. } => {
                match read(default).unwrap() {
                    Change::Rules(rules) => assert_eq!(rules, settings.rules),
                    Change::Randomness(temperature) => {
                        assert_eq!(temperature, settings.strength.temperature)
                    }
                    Change::Idle(percent) => assert_eq!(percent, settings.idle_percent),
                    other => panic!("{other:?}"),
                }
                assert!(vars.contains(default));
                assert!(vars.iter().all(|value| read(value).is_some()));
            }
            OptionKind::Spin { default, .. } => match read(&default.to_string()).unwrap() {
                Change::MultiPv(lines) => assert_eq!(lines, settings.multi_pv),
                Change::MoveOverhead(time) => assert_eq!(time, settings.move_overhead),
                Change::DrawPlies(plies) => assert_eq!(plies, settings.draw_plies),
                Change::Threads(number) => assert_eq!(number, 1),
                Change::HashMegabytes(number) => assert_eq!(number, 0),
                Change::Skill(level) => assert_eq!(Strength::of_skill(level), settings.strength),
                Change::HopelessBy(score) => {
                    assert_eq!(from_shown(Score::cp(-(score as i32))), HOPELESS_MAX)
                }
                Change::Seed(number) => assert_eq!(number, 0),
                // Without effect as long as the check beside it is off.
                Change::Elo(_) => {}
                other => panic!("{other:?}"),
            },
            OptionKind::Text { default, .. } => {
                for text in [default, "", "<empty>"] {
                    assert_eq!(read(text), Some(Change::Evaluation(EMBEDDED_EVALUATION.to_string())));
                }
            }
            _ => {}
        }
    }
}

#[test]
fn every_rule_book_can_be_chosen() {
    for rules in RuleSet::ALL {
        assert_eq!(read("repetition", rules.name()), Change::Rules(rules));
    }
    assert_eq!(read("Repetition Rule", "AlwaysDraw"), Change::Rules(RuleSet::AlwaysDraw));
}

#[test]
fn words_stand_for_growing_numbers() {
    let numbers = |name: &str| -> Vec<i64> {
        let spec = OPTIONS.iter().find(|spec| spec.is_called(name)).unwrap();
        let OptionKind::Combo { vars, .. } = &spec.kind else { panic!("{name}") };
        let number = |word: &&str| match read(name, word) {
            Change::Randomness(number) => i64::from(number),
            Change::Idle(number) => i64::from(number),
            other => panic!("{other:?}"),
        };
        vars.iter().map(number).collect()
    };
    for name in ["randomness", "idle"] {
        assert!(numbers(name).is_sorted_by(|a, b| a < b), "{name}");
    }
    assert!(change("randomness", "much").unwrap().is_err());
}

#[test]
fn numbers_are_drawn_into_the_range() {
    assert_eq!(read("threads", "-3"), Change::Threads(0));
    assert_eq!(read("multipv", "0"), Change::MultiPv(1));
    assert_eq!(read("hash", "99999999999999999999"), Change::HashMegabytes(HASH_MAX));
}

#[test]
fn drawmoves_counts_moves_or_half_moves() {
    assert_eq!(read("drawmoves", "50"), Change::DrawPlies(100));
    assert_eq!(read("drawmoves", "120"), Change::DrawPlies(120));
    assert_eq!(read("drawmoves", "0"), Change::DrawPlies(usize::MAX));
}

#[test]
fn values_that_make_no_sense_are_reported_with_the_range() {
    let error = change("Hash", "much").unwrap().unwrap_err().to_string();
    assert_eq!(error, "option hashsize is \"much\", expected a number from 0 to 1048576");
    assert!(change("batch", "").unwrap().is_err());
    assert!(change("repetition", "none").unwrap().is_err());
    assert!(change("promotion", "true").is_none());
}
