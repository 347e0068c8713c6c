//! A small language for conversations with the engine, one file per case in `engine-tests/data/transcripts`.
//!
//! | line | meaning |
//! | --- | --- |
//! | `# text` | a remark |
//! | `> text` | send the line; `\n`, `\r`, `\t`, `\\` and bytes (`\xFF`) can be written |
//! | `>> N text` | put `text` N times at the head of the line that the next `>` sends |
//! | `@ MS` | from here on every expectation has to be met within so many milliseconds (2000 at the start) |
//! | `= pattern` | the next line of output matches |
//! | `< pattern` | a line of output matches; lines before it are passed over |
//! | `! pattern` | until the next `=`, `<` or `exit` is met, no line may match |
//! | `quiet MS pattern` | for so long no line matches |
//! | `board POSITION` | the position for `{legal}`, written as after the word `position` |
//! | `eof` | close the engine's input |
//! | `exit MS` | within that time the process ends, with code 0 and without a word on standard error |
//!
//! In patterns `*` is any text, `{number}` a whole number, `{move}` four characters of a move, `{legal}` a legal
//! move on the board, `{a|b}` one of the words. Each transcript ends in `exit`; the laws of [`super::laws`] are
//! checked on its whole output.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chuhe::movegen::legal_moves;
use chuhe::protocol::{Command, Setup, parse};
use chuhe::types::Move;

use super::client::Client;
use super::laws;

/// Where the transcripts are.
pub fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "engine-tests", "data", "transcripts"].iter().collect()
}

/// Plays the transcript with this name.
pub fn play(name: &str) {
    let path = folder().join(format!("{name}.ucci"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut player = Player {
        client: Client::start(),
        limit: Duration::from_millis(2000),
        head: Vec::new(),
        forbidden: Vec::new(),
        legal: Vec::new(),
        output: Vec::new(),
        place: String::new(),
        has_ended: false,
    };
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        player.place = format!("{name}.ucci:{}: {line}", index + 1);
        player.obey(line);
    }
    assert!(player.has_ended, "{name}: no exit at the end");
    laws::check(&player.output);
}

struct Player {
    client: Client,
    limit: Duration,
    /// Head of the next line to send.
    head: Vec<u8>,
    forbidden: Vec<String>,
    legal: Vec<Move>,
    output: Vec<String>,
    /// File, line number and line, for messages.
    place: String,
    has_ended: bool,
}

impl Player {
    fn obey(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "#" => {}
            ">" => {
                let mut line = std::mem::take(&mut self.head);
                line.extend(unescape(rest));
                line.push(b'\n');
                self.client.send(&line);
            }
            ">>" => {
                let (count, text) = self.number_and_text(rest);
                self.head.extend(unescape(text).repeat(count as usize));
            }
            "@" => self.limit = Duration::from_millis(self.number_and_text(rest).0),
            "=" => {
                let line = self.next_line();
                assert!(self.matches(rest, &line), "{}\nfound: {line}", self.place);
                self.forbidden.clear();
            }
            "<" => {
                let deadline = Instant::now() + self.limit;
                while !{
                    let line = self.line_before(deadline);
                    self.matches(rest, &line)
                } {}
                self.forbidden.clear();
            }
            "!" => self.forbidden.push(rest.to_string()),
            "quiet" => {
                let (milliseconds, pattern) = self.number_and_text(rest);
                let deadline = Instant::now() + Duration::from_millis(milliseconds);
                while let Some(line) = self.client.line_before(deadline) {
                    assert!(!self.matches(pattern, &line), "{}\nfound: {line}", self.place);
                    self.note(line);
                }
            }
            "board" => self.legal = legal_in(rest),
            "eof" => self.client.close_input(),
            "exit" => self.exit(Duration::from_millis(self.number_and_text(rest).0)),
            _ => panic!("{}\nunknown word", self.place),
        }
    }

    fn number_and_text<'a>(&self, text: &'a str) -> (u64, &'a str) {
        let (number, text) = text.split_once(' ').unwrap_or((text, ""));
        (number.parse().unwrap_or_else(|_| panic!("{}\nno number", self.place)), text)
    }

    fn next_line(&mut self) -> String {
        self.line_before(Instant::now() + self.limit)
    }

    fn line_before(&mut self, deadline: Instant) -> String {
        let Some(line) = self.client.line_before(deadline) else {
            panic!("{}\nnothing came in time; the output so far:\n{}", self.place, self.output.join("\n"));
        };
        self.note(line.clone());
        line
    }

    fn note(&mut self, line: String) {
        for pattern in &self.forbidden {
            assert!(!self.matches(pattern, &line), "{}\nforbidden: {line}", self.place);
        }
        self.output.push(line);
    }

    fn exit(&mut self, time: Duration) {
        let deadline = Instant::now() + time;
        let status = self.client.exit_before(deadline);
        let status = status.unwrap_or_else(|| panic!("{}\nthe process still runs", self.place));
        assert!(status.success(), "{}\nended with {status}", self.place);
        while let Some(line) = self.client.line_before(deadline) {
            self.note(line);
        }
        assert_eq!(self.client.errors(), "", "{}\non standard error", self.place);
        self.has_ended = true;
    }

    fn matches(&self, pattern: &str, text: &str) -> bool {
        matches(pattern, text, &self.legal)
    }
}

fn legal_in(position: &str) -> Vec<Move> {
    let Command::Position(Ok(Setup { mut position, moves })) = parse(&format!("position {position}")) else {
        panic!("no position: {position}");
    };
    for mv in moves {
        assert!(legal_moves(&position).contains(&mv), "{mv} is not legal");
        position.play(mv);
    }
    legal_moves(&position).to_vec()
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let (byte, length) = match (first, tail) {
            (b'\\', [b'n', ..]) => (b'\n', 2),
            (b'\\', [b'r', ..]) => (b'\r', 2),
            (b'\\', [b't', ..]) => (b'\t', 2),
            (b'\\', [b'\\', ..]) => (b'\\', 2),
            (b'\\', [b'x', high, low, ..]) => {
                let digit = |byte: &u8| (*byte as char).to_digit(16).expect("two hexadecimal digits") as u8;
                (16 * digit(high) + digit(low), 4)
            }
            _ => (*first, 1),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    bytes
}

/// Whether the whole text matches the pattern.
fn matches(pattern: &str, text: &str, legal: &[Move]) -> bool {
    if let Some(rest) = pattern.strip_prefix('*') {
        return (0..=text.len()).any(|at| text.get(at..).is_some_and(|text| matches(rest, text, legal)));
    }
    if let Some((class, rest)) = pattern.strip_prefix('{').and_then(|pattern| pattern.split_once('}')) {
        let candidates: Vec<String> = match class {
            "number" => {
                let sign = usize::from(text.starts_with('-'));
                let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
                if digits == 0 { vec![] } else { vec![text[..sign + digits].to_string()] }
            }
            "move" => match text.get(..4) {
                Some(mv) if mv.parse::<Move>().is_ok() => vec![mv.to_string()],
                _ => vec![],
            },
            "legal" => legal.iter().map(Move::to_string).collect(),
            words => words.split('|').map(str::to_string).collect(),
        };
        return candidates
            .iter()
            .any(|word| text.strip_prefix(word.as_str()).is_some_and(|text| matches(rest, text, legal)));
    }
    match (pattern.chars().next(), text.chars().next()) {
        (None, None) => true,
        (Some(wanted), Some(found)) if wanted == found => {
            matches(&pattern[wanted.len_utf8()..], &text[found.len_utf8()..], legal)
        }
        _ => false,
    }
}

#[test]
fn patterns_match_whole_lines() {
    let legal = legal_in("startpos");
    assert_eq!(legal.len(), 44);
    for (pattern, text, expected) in [
        ("readyok", "readyok", true),
        ("readyok", "readyok ", false),
        ("*ok", "ucciok", true),
        ("info * score {number} *", "info depth 1 score -3 nodes 1", true),
        ("info * score {number} *", "info depth 1 score cp 3 nodes", false),
        ("bestmove {legal}*", "bestmove h2e2 ponder h9g7", true),
        ("bestmove {legal}", "bestmove h9g7", false),
        ("bestmove {b0d0|b0b9}", "bestmove b0b9", true),
        ("bestmove {move}", "bestmove none", false),
    ] {
        assert_eq!(matches(pattern, text, &legal), expected, "{pattern:?} on {text:?}");
    }
    assert_eq!(unescape("a\\x41\\t\\\\"), b"aA\t\\");
}
