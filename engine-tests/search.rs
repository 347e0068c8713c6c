//! The search from outside: what it finds, when it answers, that it repeats itself exactly.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use chuhe::board::Position;
use chuhe::movegen::legal_moves;
use chuhe::rules::{Game, RuleSet};
use chuhe::search::{
    Clock, IterationReport, Limits, Observer, Outcome, Pool, Settings, Strength, Table, Task,
};
use chuhe::types::{Move, Score};

/// One reported line.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    depth: usize,
    multipv: usize,
    score: Score,
    pv: Vec<Move>,
}

/// Hands every event on to the test.
struct Recorder {
    lines: Vec<Line>,
    done: Sender<(Outcome, Vec<Line>)>,
}

impl Observer for Recorder {
    fn iteration(&mut self, report: &IterationReport<'_>) {
        let IterationReport { depth, multipv, score, pv, .. } = *report;
        self.lines.push(Line { depth, multipv, score, pv: pv.to_vec() });
    }

    fn finished(&mut self, outcome: &Outcome) {
        let _ = self.done.send((outcome.clone(), std::mem::take(&mut self.lines)));
    }
}

/// A pool with a table of its own.
struct Bench {
    pool: Pool,
    table: Arc<Table>,
    settings: Settings,
}

impl Bench {
    fn new(threads: usize) -> Bench {
        let table = Arc::new(Table::new(16).unwrap());
        Bench { pool: Pool::new(threads), table, settings: Settings::default() }
    }

    fn start(&mut self, game: &Game, limits: Limits) -> Receiver<(Outcome, Vec<Line>)> {
        let (done, receiver) = channel();
        let (table, settings) = (Arc::clone(&self.table), self.settings.clone());
        let task = Task { game: game.clone(), limits, settings, table };
        self.pool.start(task, Box::new(Recorder { lines: Vec::new(), done }));
        receiver
    }

    fn search(&mut self, game: &Game, limits: Limits) -> (Outcome, Vec<Line>) {
        self.start(game, limits).recv_timeout(Duration::from_secs(60)).expect("the search ends")
    }
}

/// The game that begins at `fen` and goes on with `moves`.
fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(fen.parse().unwrap());
    for mv in moves.split_whitespace() {
        let mv = mv.parse().unwrap();
        assert!(legal_moves(game.position()).contains(&mv), "{mv} is illegal in {}", game.position());
        game.play(mv);
    }
    game
}

fn depth(depth: usize) -> Limits {
    Limits { depth: Some(depth), ..Limits::none() }
}

fn start() -> Game {
    Game::new(Position::start())
}

const MATE_IN_ONE: &str = "3k5/4P4/9/9/9/9/9/p8/9/1R2K4 w - - 0 1";

#[test]
fn a_proven_mate_is_played_at_once() {
    let movetime = Limits { movetime: Some(Duration::from_secs(50)), ..Limits::none() };
    let (outcome, _) = Bench::new(1).search(&game(MATE_IN_ONE, ""), movetime);
    let best = outcome.best.unwrap().to_string();
    assert!(best == "b0d0" || best == "b0b9", "{best}");
    assert_eq!(outcome.score, Score::mate_in(1));
    assert!(outcome.elapsed < Duration::from_secs(10), "{:?}", outcome.elapsed);
}

#[test]
fn more_threads_find_the_same_mate() {
    for threads in [1, 2, 4] {
        let (outcome, _) = Bench::new(threads).search(&game(MATE_IN_ONE, ""), depth(8));
        assert_eq!(outcome.score, Score::mate_in(1), "{threads} threads");
    }
}

#[test]
fn without_a_legal_move_the_side_to_move_has_lost() {
    for fen in ["3k5/4P4/9/9/9/9/9/9/9/4K4 b", "3k5/4P4/9/9/9/9/9/9/9/3RK4 b"] {
        let (outcome, lines) = Bench::new(1).search(&game(fen, ""), depth(5));
        assert_eq!((outcome.best, outcome.score), (None, Score::mated_in(0)), "{fen}");
        assert!(lines.is_empty());
    }
}

#[test]
fn the_natural_limit_is_a_draw_unless_something_falls_before() {
    // 120 half-moves are reached before anything falls; one half-move less and Red wins.
    let drawn = game("4k4/4a4/9/9/9/9/9/9/9/R2K5 w - - 118 60", "");
    assert_eq!(Bench::new(1).search(&drawn, depth(10)).0.score, Score::DRAW);
    let won = game("4k4/4a4/9/9/9/9/9/9/9/R2K5 w - - 117 60", "");
    assert!(Bench::new(1).search(&won, depth(10)).0.score > Score::cp(300));
}

#[test]
fn men_that_cannot_cross_the_river_draw() {
    let bare = game("3aka3/9/4b4/9/9/9/9/4B4/4A4/3K5 w", "");
    assert_eq!(Bench::new(1).search(&bare, depth(8)).0.score, Score::DRAW);
}

#[test]
fn a_natural_limit_that_is_passed_is_no_limit() {
    // A client without such a limit plays on; Black must not take every quiet move for a draw.
    let over = game("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 120 61", "");
    let (passed, lines_passed) = Bench::new(1).search(&over, depth(7));
    let mut without = Bench::new(1);
    without.settings.draw_plies = usize::MAX;
    let (free, lines_free) = without.search(&over, depth(7));
    assert_eq!((passed.best, passed.nodes, lines_passed), (free.best, free.nodes, lines_free));
}

#[test]
fn perpetual_check_is_left_by_the_checker_and_counted_on_by_the_other() {
    const FEN: &str = "3k5/7R1/9/9/9/9/9/9/4A4/4K4 w - - 0 1";
    let two_rounds = "h8h9 d9d8 h9h8 d8d9 h8h9 d9d8 h9h8";
    // Black's king may go back: the third occurrence loses for Red, who checked on every move.
    let (outcome, _) = Bench::new(1).search(&game(FEN, two_rounds), depth(6));
    assert_eq!(outcome.best.unwrap().to_string(), "d8d9");
    assert!(outcome.score > Score::cp(1000) && !outcome.score.is_mate(), "{:?}", outcome.score);
    // One move earlier Red has to vary, and must not believe that the check goes on for ever.
    let red_to_vary = "h8h9 d9d8 h9h8 d8d9 h8h9 d9d8";
    let (outcome, _) = Bench::new(1).search(&game(FEN, red_to_vary), depth(8));
    assert_ne!(outcome.best.unwrap().to_string(), "h9h8");
}

#[test]
fn a_perpetual_chase_is_left_by_the_chaser_and_counted_on_by_the_other() {
    // A rook after an unguarded cannon, which goes to and fro.
    const FEN: &str = "3a1k3/9/6nC1/p5p2/4R4/6P2/7r1/3AB4/4A4/4K1B2 w";
    const ROUND: &str = "h7i7 h3i3 i7h7 i3h3";
    for mirrored in [false, true] {
        let play = |moves: String| {
            let position: Position = FEN.parse().unwrap();
            let mut game = Game::new(if mirrored { position.mirrored() } else { position });
            for mv in moves.split_whitespace() {
                let mv: Move = mv.parse().unwrap();
                game.play(if mirrored { mv.mirrored() } else { mv });
            }
            game
        };
        let expected = |mv: &str| {
            let mv: Move = mv.parse().unwrap();
            Some(if mirrored { mv.mirrored() } else { mv })
        };
        // Black would bring the position about for the third time, and lose by it.
        let chaser = play(format!("{ROUND} h7i7 h3i3 i7h7"));
        let (outcome, _) = Bench::new(1).search(&chaser, depth(8));
        assert_ne!(outcome.best, expected("i3h3"));
        // The rules that know no chase let Black go on.
        let mut bench = Bench::new(1);
        bench.settings.rules = RuleSet::CheckBan;
        assert_eq!(bench.search(&chaser, depth(8)).0.best, expected("i3h3"));
    }
}

#[test]
fn a_perpetual_check_does_not_save_the_checker() {
    // Red's checks only delay the mate that two rooks on the back rank give.
    let lost = game("4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w", "");
    assert!(Bench::new(1).search(&lost, depth(12)).0.score < Score::cp(-300));
}

#[test]
fn no_mate_is_announced_because_a_repetition_was_judged_too_soon() {
    for mirrored in [false, true] {
        let position: Position = "3aka3/4n4/9/9/9/9/9/2C6/6r2/3AK4 b".parse().unwrap();
        let position = if mirrored { position.mirrored() } else { position };
        let (outcome, lines) = Bench::new(1).search(&Game::new(position), depth(14));
        assert!(outcome.score >= Score::DRAW, "{:?}", outcome.score);
        assert!(lines.iter().all(|line| !line.score.is_loss()), "{lines:?}");
    }
}

#[test]
fn equal_searches_visit_equal_nodes() {
    let mut bench = Bench::new(1);
    let mut visited = Vec::new();
    for _ in 0..2 {
        bench.table.clear();
        bench.pool.clear();
        let (outcome, lines) = bench.search(&start(), depth(9));
        visited.push((outcome.nodes, outcome.best, lines));
    }
    assert_eq!(visited[0], visited[1]);
}

#[test]
fn root_moves_can_be_asked_for_and_excluded() {
    let mut bench = Bench::new(1);
    let only: Vec<Move> = ["a0a1", "i0i1"].map(|mv| mv.parse().unwrap()).to_vec();
    let limits = Limits { search_moves: only.clone(), ..depth(6) };
    assert!(only.contains(&bench.search(&start(), limits).0.best.unwrap()));
    let first = bench.search(&start(), depth(6)).0.best.unwrap();
    let limits = Limits { excluded_moves: vec![first], ..depth(6) };
    assert_ne!(bench.search(&start(), limits).0.best, Some(first));
    let all = legal_moves(start().position()).to_vec();
    let limits = Limits { excluded_moves: all, ..depth(6) };
    assert_eq!(bench.search(&start(), limits).0.best, None);
}

#[test]
fn asking_for_no_legal_move_is_asking_for_none() {
    let none = vec!["a0a9".parse().unwrap()];
    let (asked, _) = Bench::new(1).search(&start(), Limits { search_moves: none, ..depth(6) });
    let (free, _) = Bench::new(1).search(&start(), depth(6));
    assert_eq!((asked.best, asked.nodes), (free.best, free.nodes));
    let banned: Vec<Move> = vec!["h2e2".parse().unwrap()];
    let limits = Limits { search_moves: banned.clone(), excluded_moves: banned.clone(), ..depth(6) };
    let other = Bench::new(1).search(&start(), limits).0.best;
    assert!(
        other.is_some() && other != Some(banned[0]),
        "what is asked for and banned is not asked for: {other:?}"
    );
}

#[test]
fn a_level_plays_alike_with_any_number_of_threads_and_lines() {
    for level in [0, 3, 10] {
        let moves = |threads, multi_pv, seed| -> Vec<Option<Move>> {
            let mut bench = Bench::new(threads);
            bench.settings.multi_pv = multi_pv;
            bench.settings.strength = Strength { seed, ..Strength::of_skill(level) };
            let mut game = start();
            let mut play = || {
                let (outcome, lines) = bench.search(&game, depth(60));
                assert!(outcome.nodes <= bench.settings.strength.nodes.unwrap() + 1);
                assert!(lines.iter().all(|line| line.multipv <= multi_pv));
                game.play(outcome.best.unwrap());
                outcome.best
            };
            (0..12).map(|_| play()).collect()
        };
        assert_eq!(moves(1, 1, 5), moves(3, 1, 5), "level {level}");
        assert_eq!(moves(1, 1, 5), moves(1, 10, 5), "level {level}");
        assert_eq!(
            moves(1, 1, 5) == moves(1, 1, 6),
            level == 10,
            "seeds matter where lots are drawn: {level}"
        );
    }
}

#[test]
fn analysis_is_not_held_back() {
    // An endless search is a matter of a transcript, as it has to be stopped.
    let mut bench = Bench::new(1);
    bench.settings.strength = Strength::of_skill(0);
    let (outcome, _) = bench.search(&start(), Limits { mate: Some(1), ..depth(10) });
    assert_eq!(outcome.depth, 10);
    assert!(outcome.nodes > Strength::of_skill(0).nodes.unwrap());
}

#[test]
fn the_node_limit_holds() {
    for limit in [1, 100, 5_000] {
        let limits = Limits { nodes: Some(limit), ..Limits::none() };
        let (outcome, _) = Bench::new(1).search(&start(), limits);
        assert!(outcome.best.is_some() && outcome.nodes <= limit + 1, "{} of {limit}", outcome.nodes);
    }
}

#[test]
fn the_first_limit_met_ends_the_search() {
    let limits = Limits { nodes: Some(3_000), movetime: Some(Duration::from_secs(60)), ..depth(100) };
    let (outcome, _) = Bench::new(1).search(&start(), limits);
    assert!(outcome.nodes <= 3_001 && outcome.elapsed < Duration::from_secs(30));
}

#[test]
fn a_search_for_mate_ends_with_the_mate_or_without() {
    let mate = |moves| Limits { mate: Some(moves), ..Limits::none() };
    assert_eq!(Bench::new(1).search(&game(MATE_IN_ONE, ""), mate(2)).0.score, Score::mate_in(1));
    let (outcome, _) = Bench::new(1).search(&start(), mate(1));
    assert!(outcome.best.is_some() && !outcome.score.is_mate());
}

#[test]
fn several_lines_differ_and_are_in_order() {
    let mut bench = Bench::new(1);
    bench.settings.multi_pv = 4;
    let (outcome, lines) = bench.search(&start(), depth(8));
    let last: Vec<&Line> = lines.iter().filter(|line| line.depth == 8).collect();
    assert_eq!(last.iter().map(|line| line.multipv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let mut firsts: Vec<Move> = last.iter().map(|line| line.pv[0]).collect();
    assert_eq!(Some(firsts[0]), outcome.best);
    firsts.sort_by_key(|mv| mv.bits());
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn every_line_is_legal_to_its_end() {
    for fen in [chuhe::board::START_FEN, MATE_IN_ONE, "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w"] {
        let (outcome, lines) = Bench::new(1).search(&game(fen, ""), depth(9));
        for line in &lines {
            let pv: Vec<String> = line.pv.iter().map(Move::to_string).collect();
            assert!(!pv.is_empty());
            game(fen, &pv.join(" "));
        }
        if let (Some(best), Some(ponder)) = (outcome.best, outcome.ponder) {
            game(fen, &format!("{best} {ponder}"));
        }
    }
}

#[test]
fn nothing_is_answered_before_ponderhit_or_stop() {
    let mut bench = Bench::new(1);
    let answer = bench.start(&game(MATE_IN_ONE, ""), Limits { ponder: true, ..depth(3) });
    assert!(answer.recv_timeout(Duration::from_millis(300)).is_err());
    bench.pool.ponderhit();
    assert!(answer.recv_timeout(Duration::from_secs(20)).is_ok());

    let answer = bench.start(&start(), Limits { ponder: true, ..depth(3) });
    assert!(answer.recv_timeout(Duration::from_millis(300)).is_err());
    bench.pool.stop();
    assert!(answer.recv_timeout(Duration::from_secs(20)).is_ok());

    let answer = bench.start(&game(MATE_IN_ONE, ""), Limits::none());
    assert!(answer.recv_timeout(Duration::from_millis(300)).is_err());
    bench.pool.stop();
    assert!(answer.recv_timeout(Duration::from_secs(20)).is_ok());
}

#[test]
fn the_clock_of_a_pondered_move_starts_with_ponderhit() {
    let mut bench = Bench::new(1);
    let clock = Clock { time: Duration::from_millis(1500), ..Clock::default() };
    let answer = bench.start(&start(), Limits { ponder: true, clock: Some(clock), ..Limits::none() });
    assert!(answer.recv_timeout(Duration::from_millis(700)).is_err());
    bench.pool.ponderhit();
    assert!(answer.recv_timeout(Duration::from_secs(20)).is_ok());
}

#[test]
fn searches_follow_each_other_in_any_order_of_signals() {
    let mut bench = Bench::new(3);
    for i in 0..60 {
        let limits = match i % 4 {
            0 => depth(4),
            1 => Limits { ponder: true, ..depth(30) },
            2 => Limits { infinite: true, ..depth(2) },
            _ => Limits { movetime: Some(Duration::from_millis(5)), ..Limits::none() },
        };
        let answer = bench.start(&start(), limits);
        if i % 3 == 0 {
            bench.pool.ponderhit();
        }
        bench.pool.stop();
        let (outcome, _) = answer.recv_timeout(Duration::from_secs(20)).expect("an answer to every search");
        assert!(outcome.best.is_some());
    }
}
