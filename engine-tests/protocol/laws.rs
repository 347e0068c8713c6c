//! What holds for every line of every session, whatever was sent.

/// Words that a client in use looks for anywhere in the output; `nobestmove` contains the last.
const RESERVED_WORDS: [&str; 3] = ["draw", "resign", "bestmove"];
/// Keys of a line of thinking, in their order.
const INFO_KEYS: [&str; 9] =
    ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"];

/// Panics, with the line, when the output breaks a law.
pub fn check(output: &[String]) {
    for line in output {
        assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "not visible ASCII: {line:?}");
        assert!(!line.contains("  "), "two blanks: {line:?}");
        assert_eq!(line.trim(), line, "blanks at an end");
        assert!(!line.is_empty() && line.len() < 4096, "{} bytes: {line:?}", line.len());
        check_reserved_words(line);
        if line.starts_with("info depth") {
            check_thinking(line);
        }
    }
}

fn check_reserved_words(line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    let free = match words[..] {
        ["nobestmove"] => &[][..],
        ["bestmove", _, ref rest @ ..] => match rest {
            [rest @ .., "draw" | "resign"] => rest,
            rest => rest,
        },
        ["pophash", "bestmove", ref rest @ ..] => rest,
        ref all => all,
    }
    .join(" ")
    .to_ascii_lowercase();
    assert!(RESERVED_WORDS.iter().all(|word| !free.contains(word)), "reserved word: {line:?}");
}

fn check_thinking(line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    // Chances, where they are told, stand behind the score and its bound.
    if let Some(at) = words.iter().position(|word| *word == "wdl") {
        let chances: Vec<u32> = words[at + 1..at + 4].iter().map(|word| word.parse().unwrap()).collect();
        assert!(chances.iter().sum::<u32>() == 1000 && words[at + 4] == "nodes", "chances of {line:?}");
    }
    let keys: Vec<&str> = words.iter().copied().filter(|word| INFO_KEYS.contains(word)).collect();
    let is_static = line.starts_with("info depth 0 ");
    let expected = if is_static { &INFO_KEYS[..INFO_KEYS.len() - 1] } else { &INFO_KEYS[..] };
    assert_eq!(keys, expected, "keys of {line:?}");
    assert!(words.last() != Some(&"pv"), "empty pv: {line:?}");
    let after = |key: &str| words[words.iter().position(|word| *word == key).unwrap() + 1];
    for key in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
        assert!(after(key).parse::<u64>().is_ok(), "{key} of {line:?}");
    }
}

/// The laws bite: lines that clients are known to stumble over are found.
#[test]
fn bad_lines_are_found() {
    let tail = "seldepth 1 multipv 1 score 5 nodes 1 nps 1 hashfull 0 time 1";
    for line in [
        "option drawmoves type spin".to_string(),
        "info message we Resign".to_string(),
        "bestmove h2e2 draw resign".to_string(),
        "info message two  blanks".to_string(),
        "info message \u{695a}".to_string(),
        "readyok ".to_string(),
        format!("info depth 1 {tail} pv"),
        format!("info depth 1 {tail}"),
        format!("info depth 1 depth 1 {tail} pv h2e2"),
    ] {
        let found = std::panic::catch_unwind(|| check(std::slice::from_ref(&line)));
        assert!(found.is_err(), "{line:?} passes");
    }
    check(&[format!("info depth 1 {tail} pv h2e2"), "bestmove h2e2 ponder h9g7 draw".to_string()]);
}
