//! `chuhe judge`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use crate::rules::RuleSet;
use crate::tools::judge::{Answer, Language, Question, read_tables};

/// Rule on games: repetitions, move limits, mates, with all reasons
///
/// Reads one game from --fen and --moves, or tables with one game a row: a header line names the columns id, fen
/// and moves, separated by tabs; other columns are ignored. Verdicts are red_loses, black_loses, draw and ongoing.
/// A game that cannot be read is named on standard error, the others are answered, and the exit code is 2.
#[derive(clap::Args)]
#[command(
    after_help = "Example: chuhe judge --fen '3k5/7R1/9/9/9/9/9/9/4A4/4K4 w' --moves 'h8h9 d9d8 h9h8 d8d9 h8h9 d9d8 h9h8 d8d9'"
)]
pub struct Args {
    /// Tables of games, `-` for standard input
    #[arg(required_unless_present = "fen", conflicts_with = "fen")]
    files: Vec<PathBuf>,
    /// Rule set: asian, chinese, world, league, checkban or alwaysdraw
    #[arg(long, default_value_t)]
    rules: RuleSet,
    /// Natural move limit, in half-moves without a capture [default: the rule set's own]
    #[arg(long, value_name = "PLIES")]
    limit: Option<usize>,
    /// Language of the answers, en or zh [default: by the locale]
    #[arg(long)]
    lang: Option<Language>,
    /// Answer in JSON, one object a line
    #[arg(long)]
    json: bool,
    /// Position that the game began in
    #[arg(long)]
    fen: Option<String>,
    /// Moves from there, separated by blanks
    #[arg(long, requires = "fen", default_value = "", hide_default_value = true)]
    moves: String,
}

impl Args {
    /// Prints one answer a game.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let questions = match &self.fen {
            Some(fen) => vec![Ok(Question::new("1", fen, &self.moves))],
            None => read_tables(&self.files),
        };
        let language = self.lang.unwrap_or_else(Language::of_locale);
        let mut out = io::stdout().lock();
        let mut code = ExitCode::SUCCESS;
        for question in questions {
            let answer = question.and_then(|question| question.answer(self.rules, self.limit));
            match answer {
                Ok(answer) => match print(&mut out, &answer, self.json, language) {
                    // The reader has had enough.
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(code),
                    result => result.context("cannot write the answer")?,
                },
                Err(error) => {
                    eprintln!("chuhe: {error:#}");
                    code = ExitCode::from(2);
                }
            }
        }
        Ok(code)
    }
}

fn print(out: &mut impl Write, answer: &Answer, json: bool, language: Language) -> io::Result<()> {
    let text = if json { answer.json(language)? } else { answer.plain(language) };
    writeln!(out, "{text}")
}
