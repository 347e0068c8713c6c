//! The referee: games in, rulings with reasons out.

mod chinese;
mod english;
mod json;
mod table;

pub use table::{Question, read_tables};

use std::str::FromStr;

use crate::rules::{Ruling, Verdict};
use crate::types::Color;

/// The language of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// English.
    English,
    /// Chinese.
    Chinese,
}

/// Text that names no language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no language, expected en or zh")]
pub struct LanguageError(String);

impl Language {
    /// The language of the locale: Chinese where it begins with `zh`, else English.
    pub fn of_locale() -> Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
        if locale.is_some_and(|locale| locale.starts_with("zh")) {
            Language::Chinese
        } else {
            Language::English
        }
    }
}

impl FromStr for Language {
    type Err = LanguageError;

    fn from_str(text: &str) -> Result<Language, LanguageError> {
        match text.to_ascii_lowercase().as_str() {
            "en" => Ok(Language::English),
            "zh" => Ok(Language::Chinese),
            _ => Err(LanguageError(text.to_string())),
        }
    }
}

/// The answer to one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The name of the game.
    pub id: String,
    /// What the rules say.
    pub ruling: Ruling,
}

impl Answer {
    /// The verdict as one of `red_loses`, `black_loses`, `draw` and `ongoing`.
    pub fn verdict(&self) -> &'static str {
        verdict_word(self.ruling.verdict)
    }

    /// The ruling in words, as a referee would read it out; several lines, without the verdict word.
    pub fn text(&self, language: Language) -> String {
        match language {
            Language::English => english::text(&self.ruling),
            Language::Chinese => chinese::text(&self.ruling),
        }
    }

    /// The answer for people: id and verdict word, then the text, indented.
    pub fn plain(&self, language: Language) -> String {
        let mut plain = format!("{}: {}", self.id, self.verdict());
        for line in self.text(language).lines() {
            plain.push_str("\n  ");
            plain.push_str(line);
        }
        plain
    }

    /// The answer for programs: one JSON object without line breaks.
    ///
    /// # Errors
    /// None that input can bring about; the serializer's signature asks for it.
    pub fn json(&self, language: Language) -> serde_json::Result<String> {
        json::object(self, language)
    }
}

/// The word for a verdict in answers.
fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Loses(Color::Red) => "red_loses",
        Verdict::Loses(Color::Black) => "black_loses",
        Verdict::Draw => "draw",
        Verdict::Ongoing => "ongoing",
    }
}

/// The turns that the cycle of an account consists of, and their number: 1 unless all are alike.
fn turns(account: &crate::rules::Account) -> usize {
    account.cycle.length / account.moves.len().max(1)
}
