//! One line of input to a typed command.

use super::options::{self, Change, OptionError};
use super::{Dialect, Go};
use crate::board::{FenError, Position};
use crate::types::{Move, MoveError};

/// What a line asks for. Commands that can be malformed hold the reason instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `ucci` or `uci`.
    Speak(Dialect),
    /// `isready`.
    IsReady,
    /// `setoption` with a name that the table knows.
    Set(Result<Change, OptionError>),
    /// `position`, or its text without that word.
    Position(Result<Setup, CommandError>),
    /// `banmoves`.
    BanMoves(Result<Vec<Move>, CommandError>),
    /// `go`.
    Go(Result<Go, CommandError>),
    /// `ponderhit`.
    PonderHit {
        /// The opponent offers a draw with its move.
        draw_offered: bool,
    },
    /// `stop`.
    Stop,
    /// `probe`.
    Probe(Result<Setup, CommandError>),
    /// `quit`.
    Quit,
    /// Anything else: passed over in silence.
    Unknown,
}

/// A position as a client describes it; the moves are read but not yet known to be legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Where the moves start.
    pub position: Position,
    /// Moves from there.
    pub moves: Vec<Move>,
}

/// Why a command cannot be obeyed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// The FEN is none.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// A word of a list is no move.
    #[error("move {ply} of the list: {error}")]
    Move {
        /// Place in the list, 1 for the first move.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A number is missing or none.
    #[error("{word} is followed by \"{found}\", expected a number")]
    Number {
        /// The word before the number.
        word: String,
        /// What was found, empty at the end of the line.
        found: String,
    },
    /// Another word was expected.
    #[error("found \"{found}\", expected {expected}")]
    Word {
        /// What would have been right.
        expected: &'static str,
        /// What was found, empty at the end of the line.
        found: String,
    },
}

impl CommandError {
    pub(super) fn word(expected: &'static str, found: Option<&str>) -> CommandError {
        CommandError::Word { expected, found: found.unwrap_or_default().to_string() }
    }
}

/// Reads one line, of either protocol; any run of blanks separates words, and command words may be of any case.
///
/// ```
/// use chuhe::protocol::{Command, Dialect, parse};
/// assert_eq!(parse(" UCCI\r\n"), Command::Speak(Dialect::Ucci));
/// assert_eq!(parse("startpos"), parse("position\tstartpos"));
/// assert_eq!(parse("what is this"), Command::Unknown);
/// ```
pub fn parse(line: &str) -> Command {
    let (word, rest) = split_word(line.trim_start_matches('\u{feff}'));
    match word.to_ascii_lowercase().as_str() {
        "ucci" => Command::Speak(Dialect::Ucci),
        "uci" => Command::Speak(Dialect::Uci),
        "isready" => Command::IsReady,
        "setoption" => read_option(rest).map_or(Command::Unknown, Command::Set),
        "newgame" | "ucinewgame" => Command::Set(Ok(Change::NewGame)),
        "position" => Command::Position(read_setup(rest)),
        // The UCI-Cyclone dialect leaves the word `position` out.
        "fen" | "startpos" => Command::Position(read_setup(line.trim_start_matches('\u{feff}'))),
        "banmoves" => Command::BanMoves(read_moves(rest.split_whitespace())),
        "go" => Command::Go(Go::parse(rest.split_whitespace())),
        "ponderhit" => {
            let draw_offered = rest.split_whitespace().any(|word| word.eq_ignore_ascii_case("draw"));
            Command::PonderHit { draw_offered }
        }
        "stop" => Command::Stop,
        "probe" => Command::Probe(read_setup(rest)),
        "quit" => Command::Quit,
        _ => Command::Unknown,
    }
}

/// The first word, and the rest without blanks at its ends.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// `NAME [VALUE]` or `name NAME… [value VALUE]`; `None` when no option has that name.
fn read_option(text: &str) -> Option<Result<Change, OptionError>> {
    let (first, rest) = split_word(text);
    if !first.eq_ignore_ascii_case("name") {
        return options::change(first, rest);
    }
    let mut name = String::new();
    let mut left = rest;
    while !left.is_empty() {
        let (word, rest) = split_word(left);
        if word.eq_ignore_ascii_case("value") {
            return options::change(&name, rest);
        }
        name.push_str(word);
        left = rest;
    }
    options::change(&name, "")
}

/// A FEN has at most six fields: board, side, two dashes, two counters.
const FEN_FIELDS_MAX: usize = 6;

/// `{fen FEN | startpos} [moves M…]`.
fn read_setup(text: &str) -> Result<Setup, CommandError> {
    let mut words = text.split_whitespace();
    let form = words.next();
    let mut fen = String::new();
    let mut fields = 0;
    let mut found_moves = false;
    for word in words.by_ref() {
        if word.eq_ignore_ascii_case("moves") {
            found_moves = true;
            break;
        }
        fields += 1;
        if fields > FEN_FIELDS_MAX {
            return Err(CommandError::word("\"moves\" before the moves", Some(word)));
        }
        fen.push_str(word);
        fen.push(' ');
    }
    let position = match form {
        Some(form) if form.eq_ignore_ascii_case("fen") => fen.parse()?,
        Some(form) if form.eq_ignore_ascii_case("startpos") && fields == 0 => Position::start(),
        Some(form) if form.eq_ignore_ascii_case("startpos") => {
            return Err(CommandError::word("\"moves\" after startpos", fen.split_whitespace().next()));
        }
        _ => return Err(CommandError::word("\"fen\" or \"startpos\"", form)),
    };
    let moves = if found_moves { read_moves(words)? } else { Vec::new() };
    Ok(Setup { position, moves })
}

fn read_moves<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<Move>, CommandError> {
    words
        .enumerate()
        .map(|(index, word)| word.parse().map_err(|error| CommandError::Move { ply: index + 1, error }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;

    fn setup(line: &str) -> Setup {
        match parse(line) {
            Command::Position(Ok(setup)) => setup,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn command_words_may_be_of_any_case_and_between_any_blanks() {
        assert_eq!(parse("\tQuit \r"), Command::Quit);
        assert_eq!(parse("ISREADY"), Command::IsReady);
        assert_eq!(parse("\u{feff}uci"), Command::Speak(Dialect::Uci));
        assert_eq!(parse("stop now"), Command::Stop);
        assert_eq!(parse("ponderhit  DRAW"), Command::PonderHit { draw_offered: true });
        assert_eq!(parse("ponderhit"), Command::PonderHit { draw_offered: false });
        for line in ["", " ", "\t\r\n", "uccix", "xboard", "go\u{0}", "gо"] {
            assert_eq!(parse(line), Command::Unknown, "{line:?}");
        }
    }

    #[test]
    fn positions_may_leave_out_the_word_position() {
        let expected = setup("position startpos moves h2e2 h9g7");
        assert_eq!(expected.moves.len(), 2);
        assert_eq!(setup("  startpos  moves  h2e2\th9g7 \r"), expected);
        let fen = "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        assert_eq!(setup(&format!("{fen} moves h2e2 h9g7")), expected);
        assert_eq!(setup(&format!("Position {fen} Moves H2E2 h9-g7")), expected);
        assert_eq!(setup("position startpos moves"), setup("startpos"));
    }

    #[test]
    fn short_and_foreign_fens_are_the_starting_position() {
        // FR-17.
        let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        for tail in ["", " w", " w 0 1", " w -- 0 1", " w - - 0 0", " r"] {
            let setup = setup(&format!("position fen {board}{tail}"));
            assert_eq!(setup.position.key(), Position::start().key(), "{tail}");
        }
        let foreign = board.replace('n', "h").replace('N', "H").replace('b', "e").replace('B', "E");
        assert_eq!(setup(&format!("fen {foreign} w 0 1")).position, Position::start());
    }

    #[test]
    fn a_position_that_cannot_be_read_is_an_error_of_that_command() {
        for line in [
            "position",
            "position fen",
            "position fen foobar",
            "position fen 9/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
            "position nowhere",
            "position startpos h2e2",
            "position startpos moves h2",
            "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 h2e2",
        ] {
            assert!(matches!(parse(line), Command::Position(Err(_))), "{line}");
        }
        let error = match parse("startpos moves h2e2 z9z9") {
            Command::Position(Err(error)) => error.to_string(),
            other => panic!("{other:?}"),
        };
        assert!(error.contains("move 2") && error.contains("z9z9"), "{error}");
    }

    #[test]
    fn both_forms_of_setoption_are_read() {
        let threads = Command::Set(Ok(Change::Threads(4)));
        for line in [
            "setoption threads 4",
            "setoption Threads  4",
            "SETOPTION name Threads value 4",
            "setoption name thread value 4",
            "setoption thread 4",
        ] {
            assert_eq!(parse(line), threads, "{line}");
        }
        for line in ["setoption hash 64", "setoption name HashSize value 64", "setoption name Hash value 64"]
        {
            assert_eq!(parse(line), Command::Set(Ok(Change::HashMegabytes(64))), "{line}");
        }
        for line in ["newgame", "ucinewgame", "setoption newgame", "setoption name newgame"] {
            assert_eq!(parse(line), Command::Set(Ok(Change::NewGame)), "{line}");
        }
        let rules = Command::Set(Ok(Change::Rules(RuleSet::Chinese)));
        assert_eq!(parse("setoption repetition chineserule"), rules);
        assert_eq!(parse("setoption name Repetition Rule value Chinese"), rules);
        let path = "C:\\棋 谱\\eval file.bin".to_string();
        assert_eq!(
            parse("setoption evalapi C:\\棋 谱\\eval file.bin "),
            Command::Set(Ok(Change::Evaluation(path)))
        );
    }

    #[test]
    fn unknown_options_are_unknown_lines() {
        for line in
            ["setoption", "setoption promotion false", "setoption pruning  large", "setoption name X value Y"]
        {
            assert_eq!(parse(line), Command::Unknown, "{line}");
        }
    }

    #[test]
    fn bans_are_lists_of_moves() {
        assert_eq!(parse("banmoves"), Command::BanMoves(Ok(vec![])));
        let moves = vec!["h2e2".parse().unwrap(), "c3c4".parse().unwrap()];
        assert_eq!(parse("banmoves h2e2  c3c4"), Command::BanMoves(Ok(moves)));
        assert!(matches!(parse("banmoves h2"), Command::BanMoves(Err(CommandError::Move { ply: 1, .. }))));
    }

    #[test]
    fn probes_name_their_position() {
        assert!(matches!(parse("probe startpos moves h2e2"), Command::Probe(Ok(_))));
        assert!(matches!(parse("probe"), Command::Probe(Err(_))));
    }

    mod properties {
        use super::super::*;
        use proptest::prelude::*;
        use proptest::test_runner::RngSeed;

        /// Lines made of the protocol's own words, to get past the first one.
        fn likely_line() -> impl Strategy<Value = String> {
            let words = proptest::sample::select(vec![
                "position",
                "fen",
                "startpos",
                "moves",
                "go",
                "depth",
                "time",
                "searchmoves",
                "setoption",
                "name",
                "value",
                "Hash",
                "banmoves",
                "probe",
                "h2e2",
                "-1",
                "9/9",
                "w",
                "-",
                "x",
                "é楚",
                " ",
            ]);
            proptest::collection::vec(words, 0..12).prop_map(|words| words.join(" "))
        }

        proptest! {
            #![proptest_config(ProptestConfig {
                rng_seed: RngSeed::Fixed(0x6368),
                failure_persistence: None,
                ..ProptestConfig::default()
            })]

            #[test]
            fn no_text_makes_the_parser_panic(line in any::<String>()) {
                parse(&line);
            }

            #[test]
            fn no_bytes_make_the_parser_panic(bytes in any::<Vec<u8>>()) {
                parse(&String::from_utf8_lossy(&bytes));
            }

            #[test]
            fn no_line_of_known_words_makes_the_parser_panic(line in likely_line()) {
                parse(&line);
            }

            #[test]
            fn blanks_make_no_difference(line in likely_line(), blanks in "[ \t]{1,3}") {
                let words: Vec<&str> = line.split_whitespace().collect();
                // Values of options may be paths, which keep their blanks.
                prop_assume!(words.first() != Some(&"setoption"));
                prop_assert_eq!(parse(&words.join(&blanks)), parse(&words.join(" ")));
            }
        }
    }
}
