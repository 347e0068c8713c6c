//! `chuhe judge` on the real program.

use std::process::{Command, Output};

const FEN: &str = "3k5/7R1/9/9/9/9/9/9/4A4/4K4 w";
const CHECKS: &str = "h8h9 d9d8 h9h8 d8d9 h8h9 d9d8 h9h8 d8d9";

fn judge(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_chuhe");
    Command::new(program)
        .arg("judge")
        .args(arguments)
        .env("LC_ALL", "C")
        .output()
        .expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("answers are UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("error lines are UTF-8")
}

#[test]
fn one_game_in_json() {
    let output = judge(&["--json", "--fen", FEN, "--moves", CHECKS]);
    assert_eq!(output.status.code(), Some(0));
    let answer: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("one JSON object");
    assert_eq!(answer["verdict"], "red_loses");
    assert_eq!(answer["occurrences"], 3);
    assert_eq!(answer["cycle"]["first_ply"], 1);
    assert_eq!(answer["cycle"]["length"], 4);
    assert_eq!(answer["red"]["conduct"], "perpetual_check");
    assert_eq!(answer["red"]["moves"][1]["move"], "h9h8");
    assert_eq!(answer["red"]["moves"][1]["class"], "check");
    assert_eq!(answer["article"], "asian 1");
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("Red must vary")));
}

#[test]
fn a_chase_names_attacker_victim_and_why() {
    let fen = "4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w";
    let output = judge(&["--json", "--fen", fen, "--moves", "e4e3 c4c3 e3e4 c3c4 e4e3 c4c3 e3e4 c3c4"]);
    let answer: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("one JSON object");
    let first = &answer["black"]["moves"][0];
    assert_eq!((&first["class"], &first["attacker"]), (&"chase".into(), &"r c3".into()));
    assert_eq!((&first["victim"], &first["unprotected"]), (&"R e3".into(), &true.into()));
    assert_eq!((&first["why"], &first["article"]), (&"no_root".into(), &"asian 22".into()));
    assert_eq!(answer["black"]["chased"][0], "R e4");
}

#[test]
fn plain_answers_in_both_languages() {
    let english = stdout(&judge(&["--fen", FEN, "--moves", CHECKS]));
    assert!(english.starts_with("1: red_loses\n"), "{english}");
    assert!(english.contains("Red: perpetual check."), "{english}");
    assert!(english.contains("[Asian rules, article 1: "), "{english}");
    let chinese = stdout(&judge(&["--lang", "zh", "--fen", FEN, "--moves", CHECKS]));
    for words in ["红方：长将。", "黑方：闲着", "红方应变着，不变判负", "亚洲棋例细则第1条"]
    {
        assert!(chinese.contains(words), "{chinese}");
    }
}

#[test]
fn wrong_rows_are_named_and_the_others_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("games.tsv");
    let rows = format!(
        "note\tid\tmoves\tfen\n-\tgood\t{CHECKS}\t{FEN}\n-\tmove\th8h7 h8h6\t{FEN}\n-\tfen\t\tfoobar\n\
         -\tshort\n-\tlast\t\t{FEN}\n"
    );
    std::fs::write(&table, rows).expect("the table is written");
    let output = judge(&[table.to_str().expect("a plain path")]);
    assert_eq!(output.status.code(), Some(2));
    let answers = stdout(&output);
    assert!(answers.contains("good: red_loses\n") && answers.contains("last: ongoing\n"), "{answers}");
    let errors = stderr(&output);
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), 3, "{errors}");
    assert!(lines[0].starts_with("chuhe: row move: move 2: h8h6 is not possible in "), "{errors}");
    assert!(lines[1].starts_with("chuhe: row fen: wrong FEN: "), "{errors}");
    assert!(lines[2].starts_with("chuhe: row short: "), "{errors}");
}

/// A note in another encoding is nobody's business; a move in one is wrong.
#[test]
fn bytes_that_are_no_text_spoil_only_their_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("games.tsv");
    let mut bytes = format!("id\tfen\tmoves\tnote\na\t{FEN}\th8h9\t").into_bytes();
    bytes.extend_from_slice(b"\xb3\xb5\nb\t");
    bytes.extend_from_slice(format!("{FEN}\t").as_bytes());
    bytes.extend_from_slice(b"\xb3\xb5\t\n");
    std::fs::write(&table, bytes).expect("a file");
    let output = judge(&[table.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).starts_with("a: ongoing\n"), "{}", stdout(&output));
    assert!(stderr(&output).starts_with("chuhe: row b: move 1: "), "{}", stderr(&output));
}

#[test]
fn files_that_are_no_tables() {
    for (arguments, words) in [
        (&["/nowhere/games.tsv"][..], "cannot read /nowhere/games.tsv"),
        (&["--fen", "9/9", "--json"], "row 1: wrong FEN"),
        (&["--fen", FEN, "--rules", "greek"], "\"greek\" is no rule set"),
        (&[], "required"),
    ] {
        let output = judge(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
}
