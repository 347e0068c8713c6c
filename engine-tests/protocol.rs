//! Conversations with the real program: transcripts, one file a case, and what a transcript cannot say.
//!
//! Cases named `fr…` are field reports; the language is described in `protocol/transcript.rs`.

mod client;
mod laws;
mod soak;
mod transcript;

use std::collections::BTreeSet;
use std::fs;

/// One test for each transcript, and one that no file is left out.
macro_rules! transcripts {
    ($($name:ident)*) => {
        $(#[test] fn $name() { transcript::play(stringify!($name)); })*

        #[test]
        fn every_transcript_is_played() {
            let listed = BTreeSet::from([$(stringify!($name)),*].map(str::to_string));
            let present: BTreeSet<String> = fs::read_dir(transcript::folder())
                .expect("the folder of transcripts is there")
                .map(|entry| entry.expect("the folder can be read").path())
                .map(|path| path.file_stem().expect("files have names").to_string_lossy().into_owned())
                .collect();
            assert_eq!(listed, present);
        }
    };
}

transcripts! {
    banner_ucci
    banner_uci
    batch_endless
    batch_quit
    batch_script
    bytes_that_are_no_text
    chances
    commands_while_thinking
    concede
    crlf
    depth_zero
    draw_offers
    fr01_both_at_once
    fr01_uci_then_ucci
    fr01_unknown_first_line
    fr02_bare_position
    fr02_position_twice
    fr03_bare_go
    fr03_bare_go_draw
    fr03_go_forms
    fr04_reserved_words
    fr05_runs_of_blanks
    fr06_eof_after_script
    fr06_eof_booting
    fr06_eof_idle
    fr06_eof_idle_uci
    fr06_eof_infinite
    fr06_eof_infinite_uci
    fr06_eof_pondering
    fr06_eof_thinking
    fr07_options
    fr08_bad_number
    fr08_half_a_move
    fr08_illegal_move
    fr08_no_king
    fr08_no_moves_word
    fr08_nonsense
    fr09_whole_game_on_last_position
    fr10_mate_in_one
    fr10_ponder
    fr11_mate_at_once
    fr12_thinking_lines
    fr13_milliseconds
    fr13_seconds
    fr15_threads
    fr16_evaluation_file
    fr17_short_and_foreign_fens
    fr18_facing_kings
    fr19_stalemate
    fr25_banned_moves
    go_while_thinking
    idle_share
    long_game
    mate_searches
    no_position_yet
    peace_offers
    position_and_go_after_stop
    probe
    probe_after_search
    quit_booting
    quit_idle
    quit_idle_uci
    quit_infinite
    quit_infinite_uci
    quit_pondering
    quit_thinking
    randomness
    search_moves
    skill_levels
    stop_at_once
    stop_while_idle
}

/// A client that dies takes its ends of both pipes along: output that nobody reads ends the engine, too.
#[test]
fn a_closed_output_ends_the_engine() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let pipe = Stdio::piped;
    let mut engine = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .stdin(pipe())
        .stdout(pipe())
        .stderr(pipe())
        .spawn()
        .expect("the program starts");
    let mut input = engine.stdin.take().expect("a pipe");
    let mut output = BufReader::new(engine.stdout.take().expect("a pipe"));
    input.write_all(b"ucci\nposition startpos\ngo infinite\nisready\n").expect("the engine reads");
    let mut line = String::new();
    while line != "readyok\n" {
        line.clear();
        assert!(output.read_line(&mut line).expect("the engine writes") > 0);
    }
    drop(output);
    input.write_all(b"isready\n").expect("the engine reads");
    let deadline = Instant::now() + Duration::from_secs(1);
    let status = loop {
        match engine.try_wait().expect("the process can be asked") {
            Some(status) => break status,
            None if Instant::now() > deadline => {
                engine.kill().expect("the process can be ended");
                panic!("the engine lives on");
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    assert!(status.success(), "{status}");
    let mut errors = String::new();
    engine.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("stderr can be read");
    assert_eq!(errors, "");
}

/// Processor time of a process since its start, in clock ticks (a hundredth of a second everywhere).
#[cfg(target_os = "linux")]
fn ticks_of(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("the process runs");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("a state").split_whitespace().collect();
    // Fields 14 and 15 of the manual page, user and system time; the third stands first here.
    fields[11..13].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
}

/// While the opponent thinks an engine takes no processor time: it sleeps, whatever it did before.
#[test]
#[cfg(target_os = "linux")]
fn an_idle_engine_uses_no_processor_time() {
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let mut engine = client::Client::start();
    for script in ["ucci\nisready\n", "position startpos\ngo depth 3\n", "go infinite\nstop\n"] {
        engine.send(script.as_bytes());
        let deadline = Instant::now() + Duration::from_secs(5);
        while !engine.line_before(deadline).is_some_and(|line| line == "readyok" || line.contains("bestmove"))
        {
            assert!(Instant::now() < deadline, "{script:?} is answered");
        }
        sleep(Duration::from_millis(50));
        let before = ticks_of(engine.id());
        sleep(Duration::from_millis(400));
        let used = ticks_of(engine.id()) - before;
        assert!(used <= 1, "{used} ticks while idle after {script:?}");
    }
}
