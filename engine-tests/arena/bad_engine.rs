//! A scripted engine that does what engines should not, for the match runner to meet.
//!
//! It lives in the test binary: the runner starts that with `--ignored --exact NAME --nocapture`, where NAME is
//! one of the ignored functions below. What it does wrong is set by its options `Fault` and `At` (the number of
//! its move in a game, 0 for all), so the ordinary way of setting options is tested too. When it does nothing
//! wrong it plays legal moves that depend on the position and its option `Seed` alone.

use std::io::Write;
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

use chuhe::board::Position;
use chuhe::movegen::legal_moves;
use chuhe::types::{Move, Rng, Square};

const FOREVER: Duration = Duration::from_secs(3600);

/// Where the program's words go: the real output, whatever the test harness captures.
fn say(text: &str) {
    let mut output = std::io::stdout().lock();
    let line = text.to_string() + "\n";
    // A broken pipe: nobody is left to be told.
    if output.write_all(line.as_bytes()).and_then(|()| output.flush()).is_err() {
        exit(0);
    }
}

/// The next line of input, `None` at its end.
fn hear() -> Option<String> {
    let mut line = String::new();
    let bytes = std::io::stdin().read_line(&mut line).ok()?;
    (bytes > 0).then_some(line)
}

/// Whether the match runner started this function as an engine. When all ignored tests are run, the engines keep
/// still.
fn is_engine() -> bool {
    std::env::args().any(|arg| arg == "--exact")
}

/// Understands both protocols.
#[test]
#[ignore = "an engine for the tests of the match runner, no test"]
fn both() {
    if is_engine() {
        Engine::new(Manner::Both).run();
    }
}

/// As ElephantEye: ends at any first word but `ucci`.
#[test]
#[ignore = "an engine for the tests of the match runner, no test"]
fn ucci_only() {
    if is_engine() {
        Engine::new(Manner::UcciOnly).run();
    }
}

/// As Fairy-Stockfish: UCI, names its variant, counts ranks from 1.
#[test]
#[ignore = "an engine for the tests of the match runner, no test"]
fn variants() {
    if is_engine() {
        Engine::new(Manner::Variants).run();
    }
}

/// Reads and never says a word.
#[test]
#[ignore = "an engine for the tests of the match runner, no test"]
fn silent() {
    while is_engine() && hear().is_some() {}
}

/// Ends at once, with an explanation.
#[test]
#[ignore = "an engine for the tests of the match runner, no test"]
fn dies_at_start() {
    if is_engine() {
        eprintln!("no network file");
        exit(7);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Both,
    UcciOnly,
    Variants,
}

struct Engine {
    manner: Manner,
    ucci: bool,
    fault: String,
    at: usize,
    seed: u64,
    marker: String,
    move_number: usize,
    position: Position,
}

impl Engine {
    fn new(manner: Manner) -> Engine {
        // The test harness has begun a line of its own.
        say("");
        Engine {
            manner,
            ucci: false,
            fault: String::new(),
            at: 0,
            seed: 0,
            marker: String::new(),
            move_number: 0,
            position: Position::start(),
        }
    }

    fn run(mut self) {
        while let Some(line) = hear() {
            self.obey(&line);
        }
        if self.fault == "never-quits" {
            sleep(FOREVER);
        }
        exit(0);
    }

    fn obey(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ucci"] if self.manner != Manner::Variants => self.greet(true),
            ["uci"] if self.manner != Manner::UcciOnly => self.greet(false),
            ["uci"] => exit(0),
            ["isready"] => say("readyok"),
            ["setoption", "newgame"] | ["ucinewgame"] => self.move_number = 0,
            ["setoption", "name", name, "value", value] | ["setoption", name, value] => self.set(name, value),
            ["position", "fen", rest @ ..] => self.set_position(rest),
            ["go", ..] => self.go(line),
            ["quit"] if self.fault == "never-quits" => {}
            ["quit"] => {
                if self.ucci {
                    say("bye");
                }
                exit(0);
            }
            _ => {}
        }
    }

    fn greet(&mut self, ucci: bool) {
        self.ucci = ucci;
        say("id name Bad Engine");
        for option in ["Fault", "At", "Seed", "Marker"] {
            say(&format!("option {}{option} type string default x", if ucci { "" } else { "name " }));
        }
        if self.manner == Manner::Variants {
            say("option name UCI_Variant type combo default chess var chess var xiangqi");
        }
        if ucci {
            say("option usemillisec type check default false");
        }
        say(if ucci { "ucciok" } else { "uciok" });
    }

    fn set(&mut self, name: &str, value: &str) {
        match name {
            "Fault" => self.fault = value.to_string(),
            "At" => self.at = value.parse().unwrap_or(0),
            "Seed" => self.seed = value.parse().unwrap_or(0),
            "Marker" => self.marker = value.to_string(),
            _ => {}
        }
    }

    fn set_position(&mut self, words: &[&str]) {
        let fields = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        self.position = words[..fields].join(" ").parse().expect("the runner sends positions");
        for text in words.iter().skip(fields + 1) {
            let mv = self.read(text);
            assert!(legal_moves(&self.position).contains(&mv), "the runner sends legal moves");
            self.position.play(mv);
        }
    }

    fn read(&self, text: &str) -> Move {
        if self.manner != Manner::Variants {
            return text.parse().expect("the runner sends moves");
        }
        let split = text[1..].find(|letter: char| letter.is_ascii_alphabetic()).expect("two squares") + 1;
        let square = |text: &str| {
            let rank: u8 = text[1..].parse().expect("a rank");
            Square::from_coords(text.as_bytes()[0] - b'a', rank - 1).expect("a square")
        };
        Move::new(square(&text[..split]), square(&text[split..])).expect("a move")
    }

    fn write(&self, mv: Move) -> String {
        if self.manner != Manner::Variants {
            return mv.to_string();
        }
        let square = |square: Square| format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1);
        square(mv.from()) + &square(mv.to())
    }

    fn go(&mut self, line: &str) {
        self.move_number += 1;
        let moves = legal_moves(&self.position);
        let choice = Rng::new(self.seed ^ self.position.key()).below(moves.len() as u64);
        let mv = self.write(moves[choice as usize]);
        let depth = self.move_number;
        let score = if self.ucci { "" } else { "cp " };
        say(&format!(
            "info depth {depth} seldepth 9 score {score}{} nodes 1000 nps 5 time 1 pv {mv}",
            depth % 7
        ));
        if self.at == 0 || self.at == self.move_number {
            self.misbehave(&mv, line);
        } else {
            say(&format!("bestmove {mv}"));
        }
    }

    fn misbehave(&mut self, mv: &str, go: &str) {
        match self.fault.as_str() {
            "illegal" => say("bestmove a0i9"),
            "garbage" => say("bestmove \u{265e}\u{265e}"),
            "no-move" => say("bestmove (none)"),
            "null" => say("bestmove null"),
            "nobestmove" => say("nobestmove"),
            "resign" => say(&format!("bestmove {mv} resign")),
            "draw" => say(&format!("bestmove {mv} draw")),
            "accept" if go.contains(" draw ") => say(&format!("bestmove {mv} draw")),
            "crash" => {
                eprintln!("assertion failed: nodes > 0");
                exit(3);
            }
            "abort" => std::process::abort(),
            "stall" => sleep(FOREVER),
            "stop-deaf" => {
                sleep(Duration::from_millis(700));
                say(&format!("bestmove {mv}"));
            }
            "waits-for-stop" => {
                while hear().is_some_and(|line| line.trim() != "stop") {}
                say(&format!("bestmove {mv}"));
            }
            "noise" => noise(mv),
            "odd" => say(&format!("  BestMove \t {}-{}   ponder  ", &mv[..2].to_uppercase(), &mv[2..])),
            "lies" => {
                say("info depth 99999999999999 score cp 999999999999 nodes -5 pv");
                say("info score mate");
                say(&format!("bestmove {mv}"));
            }
            "twice" => say(&format!("bestmove {mv}\nbestmove {mv}")),
            "child" => self.leave_a_child(mv),
            _ => say(&format!("bestmove {mv}")),
        }
    }

    /// Starts a program that outlives its parent, notes its number, and stalls.
    fn leave_a_child(&self, mv: &str) {
        let mut child = std::process::Command::new("sleep").arg("3600").spawn().expect("sleep exists");
        std::fs::write(&self.marker, child.id().to_string()).expect("the marker can be written");
        say(&format!("info string {mv}"));
        let _ = child.wait();
    }
}

/// Everything that is no answer, then the answer.
fn noise(mv: &str) {
    for i in 0..20_000 {
        say(&format!("info currmove {mv} currmovenumber {i}"));
    }
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(&[0xff, 0xfe, b'\n', 0, b'\n', b'\r', b'\n']);
    let _ = output.write_all(&vec![b'x'; 300_000]);
    let _ = output.write_all(b"\nthe bestmove a0a1 is not the bestmove\ninfo string bestmove a0a1\n");
    drop(output);
    eprint!("{}", "chatter on standard error\n".repeat(20_000));
    say(&format!("bestmove {mv}"));
}
