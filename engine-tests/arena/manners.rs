//! What the runner takes without complaint, and what it says itself.

use super::{engine, games, lost, play, text};

/// Plays two games without faults and returns the folder with journal and logs.
#[track_caller]
fn expect_peace(first: Vec<String>, second: Vec<String>, arguments: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut all = vec!["--games", "2", "--log", log.to_str().unwrap()];
    all.extend(arguments);
    let output = play(folder.path(), &[first, second], &all);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    let games = games(folder.path());
    assert_eq!(games.len(), 2, "{error}");
    assert!(games.iter().all(|game| game.get("fault_of").is_none()), "{error}");
    folder
}

/// All that was written to the engine `name` and read from it.
fn log(folder: &tempfile::TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join("log").join(format!("{name}-1.log"))).expect("a log")
}

fn good() -> Vec<String> {
    engine("good", "both", &["tc=30", "option.Seed=1"])
}

#[test]
fn odd_answers_noise_and_lies() {
    for fault in ["odd", "lies", "twice", "noise"] {
        let odd = engine("odd", "both", &["tc=30", &format!("option.Fault={fault}"), "option.At=2"]);
        expect_peace(odd, good(), &["--maxmoves", "6"]);
    }
}

/// A second answer to one question must not be taken for the answer to the next.
#[test]
fn second_answers_are_ignored() {
    let twice = engine("twice", "both", &["tc=30", "option.Fault=twice"]);
    expect_peace(twice, good(), &["--maxmoves", "20"]);
}

#[test]
fn engines_that_never_quit() {
    let clingy = engine("clingy", "both", &["tc=30", "option.Fault=never-quits"]);
    expect_peace(clingy, good(), &["--maxmoves", "3"]);
}

/// The move comes within the margin after `stop`: the game goes on, the excess is counted.
#[test]
fn stop_and_a_moment_of_grace() {
    let slow = engine("slow", "both", &["movetime=60", "timemargin=2000", "option.Fault=waits-for-stop"]);
    let folder = expect_peace(slow, good(), &["--maxmoves", "2"]);
    assert!(log(&folder, "slow").contains("> stop"));
    let over =
        |game: &serde_json::Value| game["moves"].as_array().unwrap().iter().any(|mv| mv["over_us"].is_u64());
    assert!(games(folder.path()).iter().all(over));
}

/// ElephantEye leaves when it hears `uci`; it is tried again with `ucci`.
#[test]
fn protocols_are_recognised() {
    let folder = expect_peace(engine("eleeye", "ucci_only", &["tc=30"]), good(), &["--maxmoves", "3"]);
    let eleeye = log(&folder, "eleeye");
    assert!(eleeye.contains("> setoption usemillisec true"), "{eleeye}");
    assert!(eleeye.contains("> setoption newgame"), "{eleeye}");
    assert!(eleeye.contains("> go time 30000 increment 0 opptime "), "{eleeye}");
    assert!(log(&folder, "good").contains("> go wtime "));
}

/// The Fairy-Stockfish family names its variant and counts ranks from 1 to 10.
#[test]
fn variants_and_ranks_are_converted() {
    let folder = expect_peace(engine("fairy", "variants", &["nodes=100"]), good(), &["--maxmoves", "30"]);
    let fairy = log(&folder, "fairy");
    assert!(fairy.contains("> setoption name UCI_Variant value xiangqi"), "{fairy}");
    assert!(fairy.contains("> go nodes 100"), "{fairy}");
    assert!(fairy.lines().any(|line| line.contains("< bestmove") && line.contains("10")), "{fairy}");
}

/// The FEN begins after the last capture, so the engine can count repetitions.
#[test]
fn positions_begin_after_the_last_capture() {
    let folder =
        expect_peace(engine("one", "both", &["tc=30", "option.Seed=5"]), good(), &["--maxmoves", "60"]);
    let mut later = 0;
    for line in log(&folder, "one").lines().filter_map(|line| line.split_once("> position fen ")) {
        let (fen, _) = line.1.split_once(" moves").unwrap_or((line.1, ""));
        let start = fen == chuhe::board::START_FEN;
        later += usize::from(!start);
        assert!(start || fen.split_whitespace().nth(4) == Some("0"), "{fen}");
    }
    assert!(later > 0, "there was a capture");
}

#[test]
fn resignation() {
    for fault in ["resign", "nobestmove"] {
        let words = ["tc=30", "proto=ucci", "option.At=4", &format!("option.Fault={fault}")];
        let folder = expect_peace(engine("polite", "both", &words), good(), &[]);
        for game in games(folder.path()) {
            assert!(lost(&game, "polite") && text(&game, "termination") == "resigned", "{game}");
        }
    }
}

/// An offer that is answered by an offer is a draw; one that is not lapses.
#[test]
fn draw_offers() {
    let offers = engine("offers", "both", &["tc=30", "proto=ucci", "option.At=4", "option.Fault=draw"]);
    let accepts = engine("accepts", "both", &["tc=30", "proto=ucci", "option.Seed=1", "option.Fault=accept"]);
    let folder = expect_peace(offers.clone(), accepts, &[]);
    for game in games(folder.path()) {
        assert_eq!((text(&game, "termination"), text(&game, "result")), ("agreed", "1/2-1/2"), "{game}");
    }
    assert!(log(&folder, "accepts").contains("> go draw time "));
    let declines = engine("declines", "both", &["tc=30", "proto=ucci", "option.Seed=1"]);
    let folder = expect_peace(offers, declines, &["--maxmoves", "8"]);
    for game in games(folder.path()) {
        assert_eq!(text(&game, "termination"), "max-moves", "{game}");
    }
    assert_eq!(log(&folder, "declines").matches("> go draw time ").count(), 2, "once a game");
}

/// Forced: Red can only check for ever or let Black go; `banmoves` names the move that would lose.
#[test]
fn losing_repetitions_are_banned_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("perpetual.fen");
    let cycle = "d9d8 h9h8 d8d9 h8h9 d9d8 h9h8 d8d9";
    std::fs::write(&openings, format!("3k3R1/9/9/9/9/9/9/9/4A4/4K4 b moves {cycle}\n")).unwrap();
    let arguments = ["--openings", openings.to_str().unwrap(), "--maxmoves", "5"];
    let ucci = || engine("ucci", "both", &["depth=1", "proto=ucci"]);
    let with_ban = expect_peace(ucci(), good(), &[&arguments[..], &["--ban", "moves"]].concat());
    assert!(log(&with_ban, "ucci").contains("> banmoves h8h9\n"));
    assert!(!log(&with_ban, "good").contains("banmoves"), "UCI has no such word");
    let without = expect_peace(ucci(), good(), &arguments);
    assert!(!log(&without, "ucci").contains("banmoves"));
}

/// Scores end games early: the scripted engine's are near zero.
#[test]
fn adjudication() {
    let one = engine("one", "both", &["tc=30"]);
    let folder = expect_peace(one, good(), &["--draw", "movenumber=5", "movecount=3", "score=10"]);
    for game in games(folder.path()) {
        assert_eq!(text(&game, "termination"), "adjudicated-draw", "{game}");
        assert_eq!(game["moves"].as_array().unwrap().len(), 9, "the fifth move of Red completes it: {game}");
    }
}

/// Three engines: each plays each, and the report has a standing.
#[test]
fn round_robin_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engines.toml");
    let program = std::env::current_exe().unwrap();
    let engine = |seed: u32| {
        format!(
            "[[engine]]\nname = 'e{seed}'\ncmd = '{}'\noptions = {{ Seed = {seed} }}\n",
            program.display()
        )
    };
    let each =
        "[each]\nargs = ['--ignored', '--exact', 'arena::bad_engine::both', '--nocapture']\ndepth = 1\n";
    std::fs::write(&file, each.to_string() + &engine(1) + &engine(2) + &engine(3)).unwrap();
    let arguments = ["--engines", file.to_str().unwrap(), "--games", "2", "--maxmoves", "5"];
    let output = play(folder.path(), &[], &arguments);
    let report = String::from_utf8_lossy(&output.stdout);
    assert_eq!(games(folder.path()).len(), 6);
    for line in ["e1 vs e2: ", "e1 vs e3: ", "e2 vs e3: ", "standings:"] {
        assert!(report.contains(line), "{report}");
    }
}

#[test]
fn mistakes_of_the_user_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        (vec!["--engine", "depth=1"], "1 engine(s) given, a match needs two"),
        (vec!["--engine", "cmd=/no/such", "depth=1", "--engine", "depth=1"], "there is no program /no/such"),
        (vec!["--engine", "depth=x", "--engine", "depth=1"], "depth is \"x\", expected a number of plies"),
        (vec!["--engine", "name=a", "--engine", "depth=1"], "engine a: no limit given"),
    ] {
        let output = play(folder.path(), &[], &arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
        assert_eq!(error.lines().count(), 1, "one clear line: {error}");
    }
}
