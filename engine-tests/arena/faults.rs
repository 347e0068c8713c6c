//! Illegal move, time, crash and stall are told apart, cost the game, and do not end the match.

use super::{engine, games, lost, play, text};

/// Lets an engine with a fault at its third move play four games, and checks that each is lost as said.
#[track_caller]
fn expect_fault(fault: &str, termination: &str, reason: &str) {
    let folder = tempfile::tempdir().unwrap();
    let bad =
        engine("bad", "both", &["tc=0.3", "timemargin=100", "option.At=3", &format!("option.Fault={fault}")]);
    let good = engine("good", "both", &["tc=30", "option.Seed=1"]);
    let output = play(folder.path(), &[bad, good], &["--games", "4", "--concurrency", "2"]);
    let shown =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let games = games(folder.path());
    assert_eq!(games.len(), 4, "{shown}");
    for game in &games {
        assert!(lost(game, "bad"), "{game}");
        assert_eq!(text(game, "termination"), termination, "{game}");
        assert_eq!(text(game, "fault_of"), "bad", "{game}");
        assert!(text(game, "reason").contains(reason), "{game}");
        let plies = game["moves"].as_array().unwrap().len();
        assert!(plies == 4 || plies == 5, "two moves of its own, then the fault: {game}");
    }
    assert_eq!(output.status.code(), Some(1), "a match with faults has failed\n{shown}");
    let counts = match termination {
        "illegal-move" => "4 0 0 0",
        "time" => "0 4 0 0",
        "crash" => "0 0 4 0",
        _ => "0 0 0 4",
    };
    let line = shown
        .lines()
        .find(|line| line.starts_with("bad ") && !line.contains(" vs "))
        .expect("a line for each engine");
    assert!(line.ends_with(counts), "{shown}");
}

#[test]
fn illegal_move() {
    expect_fault("illegal", "illegal-move", "a0i9 in ");
}

/// With a GUI as slow as this nobody moves in time.
#[test]
fn a_delay_counts_as_time_used() {
    let folder = tempfile::tempdir().unwrap();
    let slow = engine("slow", "both", &["tc=0.3", "timemargin=0", "delay=400", "option.Seed=1"]);
    let good = engine("good", "both", &["tc=30", "option.Seed=1"]);
    let output = play(folder.path(), &[slow, good], &["--games", "2"]);
    let games = games(folder.path());
    assert!(
        games.len() == 2
            && games.iter().all(|game| lost(game, "slow") && text(game, "termination") == "time")
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("delay 400 ms"));
}

#[test]
fn unreadable_move() {
    expect_fault("garbage", "illegal-move", "bestmove \u{265e}");
}

#[test]
fn no_move_though_there_are_some() {
    expect_fault("no-move", "illegal-move", "\"bestmove (none)\" with ");
    expect_fault("null", "illegal-move", "\"bestmove null\" with ");
}

#[test]
fn late_answer() {
    expect_fault("stop-deaf", "time", "s, had 0.");
}

#[test]
fn no_answer() {
    expect_fault("stall", "stall", "no answer in ");
}

#[test]
fn end_of_the_program() {
    expect_fault("crash", "crash", "exited with code 3; last on standard error: assertion failed: nodes > 0");
    #[cfg(unix)]
    expect_fault("abort", "crash", "ended by signal 6 SIGABRT");
}

/// What the engine started ends with it.
#[cfg(target_os = "linux")]
#[test]
fn children_of_a_stalled_engine_end_too() {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("child");
    let marker_word = format!("option.Marker={}", marker.display());
    let bad = engine("bad", "both", &["movetime=50", "timemargin=0", "option.Fault=child", &marker_word]);
    let good = engine("good", "both", &["depth=1"]);
    play(folder.path(), &[bad, good], &["--games", "1"]);
    let child = std::fs::read_to_string(marker).expect("the engine had a child");
    let status = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
    // Gone, or dead and not yet collected by its new parent.
    assert!(status.is_empty() || status.contains(") Z "), "{status}");
}

/// Three games in a row lost by not starting end the match with the reason.
#[test]
fn an_engine_that_cannot_be_started() {
    let folder = tempfile::tempdir().unwrap();
    let good = engine("good", "both", &["depth=1"]);
    let dying = engine("dying", "dies_at_start", &["depth=1", "proto=uci"]);
    let output = play(folder.path(), &[good.clone(), dying], &[]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("engine dying: exited with code 7; last on standard error: no network file"),
        "{error}"
    );
    let folder = tempfile::tempdir().unwrap();
    let silent = engine("silent", "silent", &["depth=1", "proto=ucci"]);
    let output = play(folder.path(), &[good, silent], &["--start-timeout", "0.3"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("engine silent: no ucciok 0.3 s after ucci"), "{error}");
}
