//! The match runner against engines that behave well and badly.

mod bad_engine;
mod faults;
mod manners;
mod resume;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// The words that start the scripted engine `manner` under `name`.
fn engine(name: &str, manner: &str, words: &[&str]) -> Vec<String> {
    let program = std::env::current_exe().expect("the test binary has a path");
    let mut all = vec![
        "--engine".to_string(),
        format!("name={name}"),
        format!("cmd={}", program.display()),
        format!("args=--ignored --exact arena::bad_engine::{manner} --nocapture"),
    ];
    all.extend(words.iter().map(|word| word.to_string()));
    all
}

/// `chuhe match` with these engines and arguments.
fn match_command(engines: &[Vec<String>], arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.arg("match").args(engines.concat()).args(arguments);
    command
}

/// Plays a match with a journal in `folder` and returns what it printed.
fn play(folder: &Path, engines: &[Vec<String>], arguments: &[&str]) -> Output {
    let journal = folder.join("match.jsonl");
    let journal = journal.to_str().expect("a path in UTF-8");
    let mut command = match_command(engines, arguments);
    command.args(["--json", journal]).output().expect("the runner starts")
}

/// The games of the journal in `folder`.
fn games(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("match.jsonl")).expect("there is a journal");
    let lines = text.lines().skip(1);
    lines.map(|line| serde_json::from_str(line).expect("a journal of JSON lines")).collect()
}

/// The text under `key`.
fn text<'a>(game: &'a Value, key: &str) -> &'a str {
    game[key].as_str().unwrap_or_default()
}

/// Whether the engine `name` lost the game.
fn lost(game: &Value, name: &str) -> bool {
    match text(game, "result") {
        "1-0" => text(game, "black") == name,
        "0-1" => text(game, "red") == name,
        _ => false,
    }
}
