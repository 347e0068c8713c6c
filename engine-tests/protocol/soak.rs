//! Commands in a random but seeded order, for as long as patience lasts: nothing hangs, nothing leaks.

use std::time::{Duration, Instant};

use chuhe::types::Rng;

use super::client::Client;

/// How long any answer may take; far more than it should, for busy machines.
const PATIENCE: Duration = Duration::from_secs(60);

/// Positions to think about: an opening, a middle game, an endgame, a mate at once, a finished game.
const POSITIONS: [&str; 5] = [
    "startpos moves h2e2 h9g7",
    "fen r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/6P2/P1P1P3P/1C2C1N2/9/RNBAKAB1R b - - 2 3",
    "fen 4k4/4a4/9/9/9/9/9/9/9/R2K5 w - - 0 1",
    "fen 3k5/4P4/9/9/9/9/9/p8/9/1R2K4 w - - 0 1",
    "fen 3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1",
];

/// What may be said of a search while it runs or before it; ends are counted by the caller.
struct Soak {
    client: Client,
    rng: Rng,
    /// Searches begun and answers seen.
    begun: usize,
    answered: usize,
    /// For the message of a failure.
    said: Vec<String>,
}

impl Soak {
    fn new(seed: u64) -> Soak {
        let mut soak =
            Soak { client: Client::start(), rng: Rng::new(seed), begun: 0, answered: 0, said: Vec::new() };
        // A bare `stop` is answered in UCCI, so UCI makes answers easier to count.
        soak.send("uci".to_string());
        soak.send("setoption name Hash value 2".to_string());
        soak.send(format!("position {}", POSITIONS[0]));
        soak
    }

    fn send(&mut self, line: String) {
        self.client.send(format!("{line}\n").as_bytes());
        self.said.push(line);
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.rng.below(words.len() as u64) as usize]
    }

    /// A search that is never endless without a `stop` behind it.
    fn go(&mut self) {
        let number = 1 + self.rng.below(6);
        let line = match self.rng.below(8) {
            0 => format!("go depth {number}"),
            1 => format!("go nodes {}", 500 * number),
            2 => format!("go movetime {}", 3 * number),
            3 => format!("go wtime {0} btime {0} winc 5 binc 5", 40 * number),
            4 => "go mate 1 nodes 2000".to_string(),
            5 => format!("go ponder movetime {}", 2 * number),
            6 => "go infinite".to_string(),
            _ => format!("go searchmoves h2e2 b2e2 depth {number}"),
        };
        self.begun += 1;
        self.send(line);
    }

    /// One command of any kind.
    fn step(&mut self) {
        match self.rng.below(16) {
            0..=5 => self.go(),
            6..=8 => self.send("stop".to_string()),
            9 => self.send("ponderhit".to_string()),
            10 => {
                let threads = self.pick(&["1", "2", "3", "5"]);
                self.send(format!("setoption threads {threads}"));
            }
            11 => {
                let megabytes = self.pick(&["1", "2", "4", "9"]);
                self.send(format!("setoption hashsize {megabytes}"));
            }
            12 => {
                let position = self.pick(&POSITIONS);
                self.send(format!("position {position}"));
            }
            13 => {
                let option = self.pick(&[
                    "multipv 1",
                    "multipv 3",
                    "skill 3",
                    "skill 20",
                    "randomness large",
                    "randomness none",
                    "idle medium",
                    "idle none",
                ]);
                self.send(format!("setoption {option}"));
            }
            14 => {
                let line = self.pick(&["isready", "ucinewgame", "setoption name Clear Hash"]);
                self.send(line.to_string());
            }
            // Let what runs run on for a moment.
            _ => std::thread::sleep(Duration::from_millis(self.rng.below(8))),
        }
    }

    /// Stops until every search has its answer.
    fn settle(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        while self.answered < self.begun {
            self.send("stop".to_string());
            // Several answers come for one stop where limited searches stood in the queue.
            let wait = deadline.min(Instant::now() + Duration::from_millis(20));
            while let Some(line) = self.client.line_before(wait) {
                self.answered += usize::from(line.starts_with("bestmove "));
            }
            assert!(Instant::now() < deadline, "no answer; the last commands:\n{}", self.tail());
        }
        self.send("isready".to_string());
        while self.client.line_before(deadline).expect("the engine is ready") != "readyok" {}
        assert_eq!(
            self.answered,
            self.begun,
            "one answer to each search; the last commands:\n{}",
            self.tail()
        );
    }

    fn tail(&self) -> String {
        self.said[self.said.len().saturating_sub(60)..].join("\n")
    }

    /// Sends `count` commands, with a pause for the answers after every 25.
    fn run(&mut self, count: usize) {
        for index in 1..=count {
            self.step();
            if index % 25 == 0 {
                self.settle();
            }
        }
        self.settle();
    }

    /// Brings the engine back to where it began, so that its memory can be compared.
    fn rest(&mut self) {
        for line in ["threads 1", "hashsize 2", "multipv 1", "skill 20", "randomness none", "idle none"] {
            self.send(format!("setoption {line}"));
        }
        self.send("ucinewgame".to_string());
        self.settle();
    }

    fn finish(mut self) {
        self.send("quit".to_string());
        let status = self.client.exit_before(Instant::now() + PATIENCE);
        assert!(status.expect("the engine ends").success());
        assert_eq!(self.client.errors(), "");
    }
}

/// Memory that a process has in use, in KiB.
#[cfg(target_os = "linux")]
fn resident_kilobytes(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the process runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("memory in use");
    line.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn a_hundred_random_commands_are_survived() {
    let mut soak = Soak::new(1);
    soak.run(100);
    assert!(soak.begun > 20, "{} searches", soak.begun);
    soak.finish();
}

/// The long one. Memory is compared after a first part, in which allocator and threads find their level.
#[test]
#[ignore = "ten seconds; run `cargo test --release -- --ignored soak` after a change of threads or options"]
fn thousands_of_random_commands_leave_no_trace() {
    let mut soak = Soak::new(2);
    soak.run(400);
    soak.rest();
    #[cfg(target_os = "linux")]
    let before = resident_kilobytes(soak.client.id());
    soak.run(2_000);
    soak.rest();
    #[cfg(target_os = "linux")]
    {
        let after = resident_kilobytes(soak.client.id());
        println!("{} searches; {before} KiB in use before, {after} KiB after", soak.begun);
        assert!(after < before + 8 * 1024, "{before} KiB before, {after} KiB after");
    }
    soak.finish();
}
