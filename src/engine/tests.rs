//! Unit tests of the engine: games set up from text, the hash table, giving up.

use super::*;
use crate::types::Kind;

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|mv| mv.parse().unwrap()).collect()
}

fn fault(fen: &str, list: &str) -> EngineError {
    let mut engine = Engine::new();
    engine.set_position(Position::start(), &[]).unwrap();
    let error = engine.set_position(fen.parse().unwrap(), &moves(list)).unwrap_err();
    assert_eq!(engine.evaluate(), Err(EngineError::NoPosition), "the old position is gone too");
    error
}

#[test]
fn an_illegal_move_is_named_with_its_place_and_its_fault() {
    let start = crate::board::START_FEN;
    let cases = [
        ("h2e2 h2e2", 2, MoveFault::EmptySquare),
        ("h2e2 b2d2", 2, MoveFault::NotToMove(Color::Red)),
        ("h2e2 h9g7 e2f3", 3, MoveFault::OutOfReach(Kind::Cannon)),
        ("h0g3", 1, MoveFault::OutOfReach(Kind::Knight)),
    ];
    for (list, ply, expected) in cases {
        let mv = moves(list)[ply - 1];
        assert_eq!(fault(start, list), EngineError::IllegalMove { ply, mv, fault: expected }, "{list}");
    }
}

#[test]
fn a_move_that_opens_the_file_between_the_kings_is_refused() {
    // FR-18: after e4d2 the advisor may not take the horse.
    let fen = "3R2b2/4k4/b8/p1P5p/9/4n1C2/1n5rP/6N1B/4A4/2B1KA3 b";
    let mv = moves("e1d2")[0];
    assert_eq!(
        fault(fen, "e4d2 e1d2"),
        EngineError::IllegalMove { ply: 2, mv, fault: MoveFault::KingInDanger }
    );
    assert!(Engine::new().set_position(fen.parse().unwrap(), &moves("e4d2 d9d2")).is_ok());
}

#[test]
fn a_whole_game_on_top_of_its_last_position_is_refused() {
    // FR-09: the first move happens to be legal, the second is not.
    let fen = "1Cba1rb2/4kn3/1R7/p2R4p/4p4/2p6/P1r5P/4B4/9/2BAKA3 w";
    assert!(matches!(fault(fen, "b7e7 b0c2 b9c7"), EngineError::IllegalMove { ply: 2, .. }));
}

#[test]
fn hash_memory_that_cannot_be_had_keeps_the_old_table() {
    let mut engine = Engine::new();
    engine.set_hash(2).unwrap();
    let kept = engine.table.megabytes();
    let asked = usize::MAX >> 20;
    assert_eq!(engine.set_hash(asked), Err(EngineError::HashMemory { asked, kept }));
    assert_eq!(engine.table.megabytes(), kept);
}

#[test]
fn resignation_counts_hopeless_moves_in_a_row() {
    let mut engine = Engine::new();
    engine.set_may_resign(true);
    engine.set_position(Position::start(), &[]).unwrap();
    let outcome = |score| Outcome {
        best: Some(moves("h2e2")[0]),
        ponder: None,
        score,
        depth: 9,
        nodes: 1,
        elapsed: Duration::ZERO,
    };
    let (lost, even) = (outcome(HOPELESS_MAX), outcome(Score::DRAW));
    let decisions: Vec<Decision> = [&lost, &lost, &even, &lost, &lost, &lost]
        .into_iter()
        .map(|outcome| engine.conclude(outcome, false))
        .collect();
    assert_eq!(decisions[..5], [Decision::Play; 5]);
    assert_eq!(decisions[5], Decision::Resign);
    engine.new_game();
    assert_eq!(engine.conclude(&lost, false), Decision::Play);
}

#[test]
fn a_network_file_is_used_and_a_broken_one_leaves_what_there_is() {
    use crate::eval::network::Network;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("评估 网络.nnue");
    let choice = path.to_str().unwrap();
    let mut engine = Engine::new();
    engine.set_position(Position::start(), &[]).unwrap();
    let built_in = engine.evaluate().unwrap();

    let missing = engine.set_evaluation(choice).unwrap_err().to_string();
    assert!(missing.contains(choice) && missing.contains("cannot read the file"), "{missing}");
    assert_eq!(engine.evaluate(), Ok(built_in));

    let network = Network::random(64, 3);
    network.save(&path).unwrap();
    engine.set_evaluation(choice).unwrap();
    let value = Score::cp(network.evaluate(&Position::start()));
    assert_eq!(engine.evaluate(), Ok(value));
    assert_ne!(value, built_in);

    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let cut = engine.set_evaluation(choice).unwrap_err().to_string();
    assert!(cut.contains("it was cut off"), "{cut}");
    assert_eq!(engine.evaluate(), Ok(value), "the network read before is still in use");

    engine.set_evaluation("classical").unwrap();
    assert_eq!(engine.evaluate(), Ok(crate::eval::evaluate(&Position::start())));
    engine.set_evaluation(EMBEDDED_EVALUATION).unwrap();
    assert_eq!(engine.evaluate(), Ok(built_in));
}

#[test]
fn values_of_another_evaluation_are_not_kept() {
    let mut engine = Engine::new();
    let mv = "h2e2".parse().unwrap();
    engine.table.store(
        Position::start().key(),
        TableEntry { mv: Some(mv), score: Score::DRAW, bound: None, depth: 1, eval: Some(Score::DRAW) },
    );
    let probe = |engine: &Engine| engine.probe(Position::start(), &[]).unwrap().is_some();
    let same =
        if engine.settings.evaluation == Evaluation::Classical { "classical" } else { EMBEDDED_EVALUATION };
    engine.set_evaluation(same).unwrap();
    assert!(probe(&engine), "nothing has changed");
    engine.settings.evaluation = Evaluation::of(&crate::eval::network::Network::random(64, 1)).unwrap();
    engine.set_evaluation("classical").unwrap();
    assert!(!probe(&engine));
}
