//! Settings from `key=value` words, as fastchess and cutechess-cli know them, and from TOML.

use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use serde::Deserialize;

use super::clock::seconds;
use super::config::{DrawRule, EngineConfig, OpeningsConfig, Order, ProtocolChoice, ResignRule};
use super::sprt::{Model, Sprt};

/// Parts of a `key=value` word.
fn key_value(word: &str) -> anyhow::Result<(&str, &str)> {
    word.split_once('=').with_context(|| format!("\"{word}\" is no setting, expected KEY=VALUE"))
}

/// Reads a value or says what was expected.
fn parsed<T: FromStr>(key: &str, value: &str, expected: &str) -> anyhow::Result<T> {
    value.parse().ok().with_context(|| format!("{key} is \"{value}\", expected {expected}"))
}

/// Reads a yes-or-no word.
fn flag(key: &str, value: &str) -> anyhow::Result<bool> {
    match value.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Ok(true),
        "off" | "false" | "no" | "0" => Ok(false),
        _ => bail!("{key} is \"{value}\", expected on or off"),
    }
}

impl EngineConfig {
    /// Takes `key=value` words, as of `--engine` and `--each`.
    ///
    /// # Errors
    /// When a word is none, its key is unknown, or its value makes no sense.
    pub fn apply(&mut self, words: &[String]) -> anyhow::Result<()> {
        for word in words {
            let (key, value) = key_value(word)?;
            self.set(key, value)?;
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> anyhow::Result<()> {
        match key {
            "name" => self.name = value.to_string(),
            "cmd" => self.cmd = (!value.is_empty()).then(|| value.to_string()),
            "dir" => self.dir = Some(value.into()),
            "arg" => self.args.push(value.to_string()),
            "args" => self.args = split_arguments(value)?,
            "proto" => {
                self.protocol = match value {
                    "auto" => ProtocolChoice::Auto,
                    "ucci" => ProtocolChoice::Ucci,
                    "uci" => ProtocolChoice::Uci,
                    _ => bail!("proto is \"{value}\", expected auto, ucci or uci"),
                }
            }
            "ranks" => {
                self.first_rank = match value {
                    "auto" => None,
                    "0-9" => Some(0),
                    "1-10" => Some(1),
                    _ => bail!("ranks is \"{value}\", expected auto, 0-9 or 1-10"),
                }
            }
            "tc" => {
                self.limits.tc = (value != "inf").then(|| value.parse()).transpose()?;
                self.limits.move_time = None;
            }
            "st" | "movetime" => {
                let seconds = if key == "st" { seconds(value) } else { milliseconds(value) };
                let time = seconds.filter(|time| !time.is_zero());
                let unit = if key == "st" { "seconds" } else { "milliseconds" };
                self.limits.move_time =
                    Some(time.with_context(|| format!("{key} is \"{value}\", expected {unit}"))?);
                self.limits.tc = None;
            }
            "nodes" => {
                let nodes: NonZero<_> = parsed(key, value, "a number from 1")?;
                self.limits.nodes = Some(nodes.get());
            }
            "depth" | "plies" => {
                let depth: NonZero<_> = parsed(key, value, "a number of plies from 1")?;
                self.limits.depth = Some(depth.get());
            }
            "timemargin" => {
                self.margin = milliseconds(value)
                    .with_context(|| format!("timemargin is \"{value}\", expected milliseconds"))?
            }
            "delay" => {
                self.delay = milliseconds(value)
                    .with_context(|| format!("delay is \"{value}\", expected milliseconds"))?
            }
            "restart" => self.restart = flag(key, value)?,
            _ => match key.strip_prefix("option.") {
                Some(option) => {
                    self.options.retain(|(name, _)| name != option);
                    self.options.push((option.to_string(), value.to_string()));
                }
                None => bail!(
                    "an engine has no \"{key}\", expected name, cmd, args, arg, dir, proto, ranks, tc, st, \
                     movetime, nodes, depth, timemargin, delay, restart or option.NAME"
                ),
            },
        }
        Ok(())
    }
}

fn milliseconds(text: &str) -> Option<Duration> {
    seconds(text).map(|thousandfold| thousandfold / 1000)
}

/// Splits a line of arguments at blanks; single and double quotes keep blanks.
fn split_arguments(line: &str) -> anyhow::Result<Vec<String>> {
    let (mut arguments, mut current, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                current.get_or_insert_default();
            }
            None if letter.is_whitespace() => arguments.extend(current.take()),
            _ => current.get_or_insert_default().push(letter),
        }
    }
    ensure!(quote.is_none(), "args is \"{line}\", expected the quote to be closed");
    arguments.extend(current);
    Ok(arguments)
}

/// The file that `--engines` names.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnginesFile {
    #[serde(default)]
    each: toml::Table,
    #[serde(default)]
    engine: Vec<toml::Table>,
}

/// Engines of a TOML file, as `key=value` words: those of the `[each]` table, then one list for each
/// `[[engine]]`. Keys are those of `--engine`, options stand in a table `options`.
///
/// ```
/// let text = "[each]\ntc = '5+0.05'\n[[engine]]\nname = 'new'\noptions = { Hash = 64 }";
/// let (each, engines) = chuhe::tools::arena::words::engines_from_toml(text).unwrap();
/// assert_eq!(each, ["tc=5+0.05"]);
/// assert_eq!(engines, [["name=new", "option.Hash=64"]]);
/// ```
///
/// # Errors
/// When the text is no TOML or has tables or values of another kind.
pub fn engines_from_toml(text: &str) -> anyhow::Result<(Vec<String>, Vec<Vec<String>>)> {
    let file: EnginesFile = toml::from_str(text)?;
    let engines: anyhow::Result<Vec<_>> = file.engine.iter().map(words_of_table).collect();
    Ok((words_of_table(&file.each)?, engines?))
}

fn words_of_table(table: &toml::Table) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    for (key, value) in table {
        match value {
            toml::Value::Table(options) if key == "options" || key == "option" => {
                for (name, value) in options {
                    words.push(format!("option.{name}={}", plain(name, value)?));
                }
            }
            toml::Value::Array(list) if key == "args" => {
                for argument in list {
                    words.push(format!("arg={}", plain(key, argument)?));
                }
            }
            value => words.push(format!("{key}={}", plain(key, value)?)),
        }
    }
    Ok(words)
}

fn plain(key: &str, value: &toml::Value) -> anyhow::Result<String> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Float(number) => Ok(number.to_string()),
        toml::Value::Boolean(flag) => Ok(flag.to_string()),
        _ => bail!("{key} is a {}, expected a text, a number or true or false", value.type_str()),
    }
}

/// Engines from the words of `--each` and of one list a program.
///
/// # Errors
/// As [`EngineConfig::apply`], with the engine's place.
pub fn engines_from_words(each: &[String], engines: &[Vec<String>]) -> anyhow::Result<Vec<EngineConfig>> {
    let build = |(i, words): (usize, &Vec<String>)| {
        let mut engine = EngineConfig::default();
        engine.apply(each).context("--each")?;
        engine.apply(words).with_context(|| format!("engine {}", i + 1))?;
        Ok(engine)
    };
    engines.iter().enumerate().map(build).collect()
}

/// Reads the words of `--sprt`.
///
/// # Errors
/// When a word is unknown or the numbers make no test.
pub fn sprt_from_words(words: &[String]) -> anyhow::Result<Sprt> {
    let mut sprt = Sprt::default();
    for word in words {
        let (key, value) = key_value(word)?;
        match key {
            "elo0" => sprt.elo0 = parsed(key, value, "Elo points")?,
            "elo1" => sprt.elo1 = parsed(key, value, "Elo points")?,
            "alpha" => sprt.alpha = parsed(key, value, "a probability")?,
            "beta" => sprt.beta = parsed(key, value, "a probability")?,
            "model" => {
                sprt.model = match value {
                    "normalized" => Model::Normalized,
                    "logistic" => Model::Logistic,
                    _ => bail!("model is \"{value}\", expected normalized or logistic"),
                }
            }
            _ => bail!("--sprt has no \"{key}\", expected elo0, elo1, alpha, beta or model"),
        }
    }
    ensure!(sprt.elo0 < sprt.elo1, "elo0 is {}, expected less than elo1 ({})", sprt.elo0, sprt.elo1);
    ensure!(sprt.elo0.abs().max(sprt.elo1.abs()) <= 500.0, "the hypotheses lie past 500 Elo");
    for (name, risk) in [("alpha", sprt.alpha), ("beta", sprt.beta)] {
        ensure!(risk > 0.0 && risk < 0.5, "{name} is {risk}, expected a probability between 0 and 0.5");
    }
    Ok(sprt)
}

/// Reads the words of `--resign`.
///
/// # Errors
/// When a word is unknown or its value makes no sense.
pub fn resign_from_words(words: &[String]) -> anyhow::Result<ResignRule> {
    let mut rule = ResignRule { movecount: 3, score: 600, twosided: false };
    for word in words {
        let (key, value) = key_value(word)?;
        match key {
            "movecount" => rule.movecount = parsed(key, value, "a number of moves")?,
            "score" => rule.score = parsed(key, value, "centipawns")?,
            "twosided" => rule.twosided = flag(key, value)?,
            _ => bail!("--resign has no \"{key}\", expected movecount, score or twosided"),
        }
    }
    ensure!(rule.movecount > 0 && rule.score > 0, "--resign expects a movecount and a score above 0");
    Ok(rule)
}

/// Reads the words of `--draw`.
///
/// # Errors
/// When a word is unknown or its value makes no sense.
pub fn draw_from_words(words: &[String]) -> anyhow::Result<DrawRule> {
    let mut rule = DrawRule { movenumber: 40, movecount: 8, score: 10 };
    for word in words {
        let (key, value) = key_value(word)?;
        match key {
            "movenumber" => rule.movenumber = parsed(key, value, "a move number")?,
            "movecount" => rule.movecount = parsed(key, value, "a number of moves")?,
            "score" => rule.score = parsed(key, value, "centipawns")?,
            _ => bail!("--draw has no \"{key}\", expected movenumber, movecount or score"),
        }
    }
    ensure!(rule.movecount > 0 && rule.score >= 0, "--draw expects a movecount above 0 and a score");
    Ok(rule)
}

/// Reads the words of `--openings`; one without `=` is the file.
///
/// # Errors
/// When there is no file, a word is unknown or its value makes no sense.
pub fn openings_from_words(words: &[String]) -> anyhow::Result<OpeningsConfig> {
    let mut openings =
        OpeningsConfig { file: PathBuf::new(), format: None, order: Order::Random, plies: None, start: 1 };
    for word in words {
        match word.split_once('=') {
            None | Some(("file", _)) => openings.file = word.trim_start_matches("file=").into(),
            Some(("format", value @ ("epd" | "fen" | "pgn"))) => openings.format = Some(value.to_string()),
            Some(("format", value)) => bail!("format is \"{value}\", expected epd, fen or pgn"),
            Some(("order", "random")) => openings.order = Order::Random,
            Some(("order", "sequential")) => openings.order = Order::Sequential,
            Some(("order", value)) => bail!("order is \"{value}\", expected random or sequential"),
            Some(("plies", value)) => openings.plies = Some(parsed("plies", value, "a number of plies")?),
            Some(("start", value)) => openings.start = parsed("start", value, "a number from 1")?,
            Some((key, _)) => {
                bail!("--openings has no \"{key}\", expected file, format, order, plies or start")
            }
        }
    }
    ensure!(!openings.file.as_os_str().is_empty(), "--openings names no file");
    ensure!(openings.start > 0, "start is 0, expected a number from 1");
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::arena::config::MatchConfig;

    fn words(line: &str) -> Vec<String> {
        line.split('|').map(str::to_string).collect()
    }

    #[test]
    fn engine_words_of_fastchess() {
        let each = words("tc=5+0.05|option.Hash=16|proto=uci");
        let own =
            words("name=new|cmd=./a b|args=--x 'y z' \"\"|option.Hash=64|option.Style=|dir=/tmp|nodes=9");
        let engine = &engines_from_words(&each, &[own]).unwrap()[0];
        assert_eq!(engine.cmd.as_deref(), Some("./a b"));
        assert_eq!(engine.args, ["--x", "y z", ""]);
        assert_eq!(engine.options, [("Hash".into(), "64".into()), ("Style".into(), "".into())]);
        assert_eq!(engine.limits.tc.as_ref().unwrap().to_string(), "5+0.05");
        assert_eq!((engine.limits.nodes, engine.protocol), (Some(9), ProtocolChoice::Uci));
    }

    #[test]
    fn times_in_their_units() {
        let mut engine = EngineConfig::default();
        engine.apply(&words("tc=9|st=0.25|timemargin=50|delay=20")).unwrap();
        assert_eq!(engine.delay, Duration::from_millis(20));
        assert_eq!(engine.limits.move_time, Some(Duration::from_millis(250)));
        assert_eq!((&engine.limits.tc, engine.margin), (&None, Duration::from_millis(50)));
        engine.apply(&words("movetime=100")).unwrap();
        assert_eq!(engine.limits.move_time, Some(Duration::from_millis(100)));
    }

    #[test]
    fn errors_say_what_was_expected() {
        let error = |line| format!("{:#}", engines_from_words(&[], &[words(line)]).unwrap_err());
        assert!(error("hash=3").contains("engine 1: an engine has no \"hash\""));
        assert!(error("proto=xboard").contains("expected auto, ucci or uci"));
        assert!(error("tc=fast").contains("5+0.05"));
        assert!(error("cmd").contains("KEY=VALUE"));
        assert!(error("nodes=0").contains("nodes is \"0\", expected a number from 1"));
        assert!(error("depth=0").contains("depth is \"0\""));
        assert!(sprt_from_words(&words("elo0=5|elo1=0")).is_err());
        assert!(openings_from_words(&words("order=random")).is_err());
    }

    #[test]
    fn a_match_needs_two_engines_with_names_and_limits() {
        let engine = |line| engines_from_words(&[], &[words(line)]).unwrap().remove(0);
        let twice = MatchConfig::new(vec![engine("depth=3"), engine("depth=4")]).complete().unwrap();
        assert_eq!(twice.engines.iter().map(|e| e.name.as_str()).collect::<Vec<_>>(), ["chuhe", "chuhe (2)"]);
        assert!(MatchConfig::new(vec![engine("depth=3")]).complete().is_err());
        assert!(MatchConfig::new(vec![engine("depth=3"), engine("cmd=x")]).complete().is_err());
        let two = || MatchConfig::new(vec![engine("depth=3"), engine("depth=4")]);
        assert!(MatchConfig { concurrency: 0, ..two() }.complete().is_err());
        assert!(MatchConfig { natural_limit: Some(0), ..two() }.complete().is_err());
        assert!(MatchConfig { max_moves: Some(0), ..two() }.complete().is_err());
    }
}
