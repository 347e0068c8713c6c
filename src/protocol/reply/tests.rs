//! Unit tests of the reply lines: form and forbidden words.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// The score that clients see as this number of centipawns.
fn shown(centipawns: i32) -> Score {
    crate::engine::from_shown(Score::cp(centipawns))
}

fn info(score: Score) -> Info {
    Info {
        depth: 7,
        seldepth: 15,
        multipv: 1,
        score,
        bound: Bound::Exact,
        outlook: None,
        nodes: 30_000,
        elapsed: Duration::from_millis(20),
        hashfull_permille: 3,
        pv: vec![mv("h2e2"), mv("h9g7")],
    }
}

fn ucci(reply: Reply) -> String {
    print(&reply, Dialect::Ucci).unwrap()
}

fn uci(reply: Reply) -> String {
    print(&reply, Dialect::Uci).unwrap()
}

#[test]
fn a_line_of_thinking_has_one_order_of_words() {
    let tail = "nodes 30000 nps 1500000 hashfull 3 time 20 pv h2e2 h9g7";
    let cp = shown(-31);
    assert_eq!(ucci(Reply::Info(info(cp))), format!("info depth 7 seldepth 15 multipv 1 score -31 {tail}"));
    assert_eq!(uci(Reply::Info(info(cp))), format!("info depth 7 seldepth 15 multipv 1 score cp -31 {tail}"));
}

#[test]
fn mates_are_bare_integers_in_ucci_and_moves_in_uci() {
    let score = |score, dialect| print_score(score, Bound::Exact, dialect);
    // Plies to the mate, what UCCI prints, what UCI prints; being mated mirrored.
    for (plies, ucci, uci) in [(1, 29_999, 1), (3, 29_997, 2), (5, 29_995, 3)] {
        assert_eq!(score(Score::mate_in(plies), Dialect::Ucci), ucci.to_string());
        assert_eq!(score(Score::mate_in(plies), Dialect::Uci), format!("mate {uci}"));
    }
    for (plies, ucci, uci) in [(0, -30_000, 0), (2, -29_998, -1), (4, -29_996, -2)] {
        assert_eq!(score(Score::mated_in(plies), Dialect::Ucci), ucci.to_string());
        assert_eq!(score(Score::mated_in(plies), Dialect::Uci), format!("mate {uci}"));
    }
}

#[test]
fn bounds_are_marked_in_uci_only() {
    let lower = |dialect| print_score(shown(40), Bound::Lower, dialect);
    assert_eq!(lower(Dialect::Uci), "cp 40 lowerbound");
    assert_eq!(lower(Dialect::Ucci), "40");
}

#[test]
fn chances_follow_the_score_in_uci_only() {
    let outlook = Some(Outlook { win: 300, draw: 600, loss: 100 });
    let info = Info { outlook, ..info(shown(40)) };
    assert!(uci(Reply::Info(info.clone())).contains(" score cp 40 wdl 300 600 100 nodes "));
    assert!(ucci(Reply::Info(info)).contains(" score 40 nodes "));
}

#[test]
fn a_score_without_a_line_has_no_pv() {
    let line = uci(Reply::Info(Info::of_score(Score::mated_in(0))));
    assert_eq!(line, "info depth 0 seldepth 0 multipv 1 score mate 0 nodes 0 nps 0 hashfull 0 time 0");
}

#[test]
fn long_lines_are_cut_between_moves() {
    let pv = vec![mv("h2e2"); 2000];
    let line = ucci(Reply::Info(Info { pv, ..info(Score::DRAW) }));
    assert!(line.len() < 4096 && line.len() > 3900, "{}", line.len());
    assert!(line.ends_with(" h2e2"));
}

#[test]
fn a_best_move_says_what_the_dialect_can_say() {
    let best = |ponder, decision| Reply::BestMove { best: mv("h2e2"), ponder, decision };
    let ponder = Some(mv("h9g7"));
    assert_eq!(ucci(best(None, Decision::Play)), "bestmove h2e2");
    assert_eq!(ucci(best(ponder, Decision::Play)), "bestmove h2e2 ponder h9g7");
    assert_eq!(ucci(best(ponder, Decision::AcceptDraw)), "bestmove h2e2 ponder h9g7 draw");
    assert_eq!(ucci(best(ponder, Decision::OfferDraw)), "bestmove h2e2 ponder h9g7 draw");
    assert_eq!(ucci(best(None, Decision::Resign)), "bestmove h2e2 resign");
    assert_eq!(uci(best(ponder, Decision::AcceptDraw)), "bestmove h2e2 ponder h9g7");
    assert_eq!(uci(best(None, Decision::Resign)), "bestmove h2e2");
}

#[test]
fn hash_entries_say_on_which_side_the_score_binds() {
    let entry =
        |bound, mv| Some(TableEntry { mv, score: shown(12), bound: Some(bound), depth: 6, eval: None });
    let pophash = |entry| ucci(Reply::PopHash(entry));
    assert_eq!(pophash(None), "pophash");
    assert_eq!(pophash(entry(Bound::Lower, Some(mv("h2e2")))), "pophash bestmove h2e2 lowerbound 12 depth 6");
    assert_eq!(pophash(entry(Bound::Upper, None)), "pophash upperbound 12 depth 6");
    assert_eq!(pophash(entry(Bound::Exact, None)), "pophash lowerbound 12 depth 6 upperbound 12 depth 6");
}

#[test]
fn messages_keep_their_sense_but_not_the_reserved_words() {
    assert_eq!(ucci(Reply::Message("two\n lines ".into())), "info message two lines");
    assert_eq!(uci(Reply::Message("楚河 a\u{0}b".into())), "info string ?? a b");
    let tricky = ucci(Reply::Message("\"Draw\" resign noBestMove drawdraw".into()));
    assert_eq!(tricky, "info message \"Dr*w\" r*s*gn noB*stMov* dr*wdr*w");
}

#[test]
fn the_banner_ends_in_the_bare_word() {
    for (dialect, ok) in [(Dialect::Ucci, "ucciok"), (Dialect::Uci, "uciok")] {
        let banner = print(&Reply::Banner, dialect).unwrap();
        assert_eq!(banner.lines().last(), Some(ok));
        assert!(banner.starts_with("id name Chuhe"));
        assert!(banner.lines().all(|line| !line.contains("draw") && !line.contains("resign")));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(0x6368),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_text_breaks_the_form_of_a_message(text in any::<String>(), word in "(?i)(draw|resign|nobestmove)") {
        let line = ucci(Reply::Message(format!("{text}{word}{text}")));
        prop_assert!(line.is_ascii() && line.len() < 4096);
        prop_assert!(!line.contains("  ") && !line.contains('\n') && line.trim() == line || text.trim().is_empty());
        let lower = line.to_ascii_lowercase();
        for reserved in RESERVED_WORDS {
            prop_assert!(!lower.contains(reserved), "{line}");
        }
    }
}
