//! A match that is killed goes on where it stood.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{engine, games, match_command, play};

const GAMES: usize = 120;

fn engines() -> [Vec<String>; 2] {
    [
        engine("one", "both", &["depth=1", "option.Seed=1"]),
        engine("two", "both", &["depth=1", "option.Seed=2"]),
    ]
}

/// The engines are deterministic, so what was played is known by its moves.
fn moves_by_game(folder: &Path) -> BTreeMap<u64, String> {
    let games = games(folder);
    let by_game: BTreeMap<u64, String> =
        games.iter().map(|game| (game["game"].as_u64().unwrap(), moves(game))).collect();
    assert_eq!(by_game.len(), games.len(), "no game twice");
    by_game
}

fn moves(game: &serde_json::Value) -> String {
    let played = game["moves"].as_array().unwrap().iter();
    played.map(|mv| mv["move"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

fn lines(path: &Path) -> usize {
    std::fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

/// Killed three times without warning, once with a torn line: the same games as without, each once, in journal
/// and PGN.
#[test]
fn killed_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, pgn) = (folder.path().join("match.jsonl"), folder.path().join("match.pgn"));
    let openings = folder.path().join("openings.fen");
    let starts = ["h2e2 h9g7", "b0c2 b9c7", "c3c4 g6g5", "h2d2 h7e7", "g0e2 c6c5"];
    let text = starts.map(|moves| format!("{} moves {moves}\n", chuhe::board::START_FEN)).concat();
    std::fs::write(&openings, text).unwrap();
    let games = GAMES.to_string();
    let mut arguments = vec!["--games", &games, "--concurrency", "2", "--maxmoves", "40"];
    arguments.extend(["--openings", openings.to_str().unwrap(), "--seed", "3"]);
    let files = ["--json", journal.to_str().unwrap(), "--pgn", pgn.to_str().unwrap(), "--resume"];
    for round in 1..=3 {
        let mut command = match_command(&engines(), &[&arguments[..], &files].concat());
        let mut runner = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let limit = Instant::now() + Duration::from_secs(60);
        while lines(&journal) < round * 20 && Instant::now() < limit {
            std::thread::sleep(Duration::from_millis(2));
        }
        runner.kill().unwrap();
        runner.wait().unwrap();
        let torn = std::fs::read_to_string(&journal).unwrap() + "{\"game\":99,\"pair\":";
        std::fs::write(&journal, torn).unwrap();
    }
    assert!(lines(&journal) < GAMES, "killed before the end");
    let output = match_command(&engines(), &[&arguments[..], &files].concat()).output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(report.contains(&format!(" of {GAMES}, ")), "{report}");
    let resumed = moves_by_game(folder.path());
    assert_eq!(resumed.keys().copied().collect::<Vec<_>>(), (1..=GAMES as u64).collect::<Vec<_>>());

    let other = tempfile::tempdir().unwrap();
    play(other.path(), &engines(), &arguments);
    assert_eq!(resumed, moves_by_game(other.path()));

    let records = std::fs::read_to_string(&pgn).unwrap();
    let mut rounds: Vec<&str> = records.lines().filter(|line| line.starts_with("[Round ")).collect();
    assert_eq!(rounds.len(), GAMES);
    rounds.sort_unstable();
    rounds.dedup();
    assert_eq!(rounds.len(), GAMES, "no record twice");
}

/// Other settings would make other games: refused, with the difference. More games are welcome.
#[test]
fn settings_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--games", "2", "--maxmoves", "3"];
    play(folder.path(), &engines(), &arguments);
    let again = play(folder.path(), &engines(), &arguments);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("--resume goes on with an old one"));
    let other = play(folder.path(), &engines(), &["--games", "2", "--maxmoves", "4", "--resume"]);
    assert_eq!(other.status.code(), Some(2));
    let error = String::from_utf8_lossy(&other.stderr);
    assert!(error.contains("its settings differ: max_moves was 3, now 4"), "{error}");
    let longer = play(folder.path(), &engines(), &["--games", "6", "--maxmoves", "3", "--resume"]);
    assert_eq!(longer.status.code(), Some(0));
    assert_eq!(games(folder.path()).len(), 6);
}
