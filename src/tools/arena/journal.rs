//! The journal: a line of settings, then a line for each finished game, all JSON.
//!
//! A game counts when its line is complete. A runner that is killed leaves whole lines and at most one torn
//! one at the end, which is cut off before the match goes on. The settings that decide what a game is worth
//! (engines, limits, openings, rules) must be those of the journal; how many games, how many at a time and
//! when to stop may change. The file is locked, so that two runners cannot write one journal.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::Serialize;
use serde_json::{Value, json};

use super::config::MatchConfig;
use super::game_record::GameRecord;
use super::pgn::limits_text;
use super::process::Launch;

/// Key of the first line.
const SETTINGS: &str = "match";

/// An open journal.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

/// What decides the worth of a game, for comparison. `openings` is the text of the openings' file.
pub(super) fn settings(config: &MatchConfig, launches: &[Launch], openings: &str) -> anyhow::Result<Value> {
    let mut engines = Vec::new();
    for (engine, launch) in config.engines.iter().zip(launches) {
        let program = std::fs::read(&launch.program)
            .with_context(|| format!("engine {}: cannot read {}", engine.name, launch.program.display()))?;
        engines.push(json!({
            "name": engine.name,
            "program": launch.program,
            "fingerprint": fingerprint(&program),
            "args": launch.args,
            "dir": launch.dir,
            "proto": engine.protocol,
            "first_rank": engine.first_rank,
            "limits": limits_text(&engine.limits),
            "timemargin_ms": engine.margin.as_millis() as u64,
            "delay_ms": engine.delay.as_millis() as u64,
            "options": engine.options,
            "restart": engine.restart,
        }));
    }
    let book = config.openings.as_ref().map(|book| {
        json!({
            "file": book.file,
            "fingerprint": fingerprint(openings.as_bytes()),
            "order": book.order,
            "plies": book.plies,
            "start": book.start,
        })
    });
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "engines": engines,
        "openings": book,
        "seed": config.seed,
        "rules": config.rules.name(),
        "natural_limit": config.natural_limit.unwrap_or(config.rules.quiet_limit()),
        "max_moves": config.max_moves,
        "resign": config.resign,
        "draw": config.draw,
        "ban_moves": config.ban_moves,
        "move_timeout_ms": config.move_timeout.as_millis() as u64,
    }))
}

/// A number that tells files apart: FNV-1a, 64 bits (Fowler, Noll, Vo).
fn fingerprint(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

impl Journal {
    /// Begins a journal, which must not exist yet.
    pub(super) fn create(path: &Path, settings: &Value) -> anyhow::Result<Journal> {
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        let file = file.with_context(|| {
            format!("cannot begin the journal {} (--resume goes on with an old one)", path.display())
        })?;
        let mut journal = Journal { file, path: path.to_path_buf() };
        journal.lock()?;
        journal.append(&json!({ SETTINGS: settings }))?;
        Ok(journal)
    }

    /// Opens the journal of an unfinished match and reads its games. A journal that does not exist yet, or
    /// that was killed in its first line, is begun.
    pub(super) fn resume(path: &Path, settings: &Value) -> anyhow::Result<(Journal, Vec<GameRecord>)> {
        if !path.exists() {
            return Ok((Journal::create(path, settings)?, Vec::new()));
        }
        let cannot = || format!("cannot go on with the journal {}", path.display());
        let file = OpenOptions::new().read(true).append(true).open(path).with_context(cannot)?;
        let mut journal = Journal { file, path: path.to_path_buf() };
        journal.lock()?;
        let mut text = Vec::new();
        journal.file.read_to_end(&mut text).with_context(cannot)?;
        // What follows the last line end was not written to its end.
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        if whole < text.len() {
            journal.file.set_len(whole as u64).with_context(cannot)?;
            journal.file.seek(SeekFrom::End(0)).with_context(cannot)?;
        }
        let text = std::str::from_utf8(&text[..whole]).with_context(cannot)?;
        if text.is_empty() {
            journal.append(&json!({ SETTINGS: settings }))?;
            return Ok((journal, Vec::new()));
        }
        let records = read(text, settings).with_context(cannot)?;
        Ok((journal, records))
    }

    fn lock(&mut self) -> anyhow::Result<()> {
        if let Err(std::fs::TryLockError::WouldBlock) = self.file.try_lock() {
            bail!("the journal {} is in use by another match", self.path.display());
        }
        Ok(())
    }

    /// Adds a line in one write.
    pub(super) fn append(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        let line = serde_json::to_string(line)? + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.with_context(|| format!("cannot write the journal {}", self.path.display()))
    }
}

/// The games of a journal with these settings.
fn read(text: &str, settings: &Value) -> anyhow::Result<Vec<GameRecord>> {
    let mut lines = text.lines().enumerate();
    let first: Value = lines.next().and_then(|(_, line)| serde_json::from_str(line).ok()).unwrap_or_default();
    let written = first.get(SETTINGS).context("its first line holds no settings of a match")?;
    let differences = differences("", written, settings);
    ensure!(differences.is_empty(), "its settings differ: {}", differences.join("; "));
    let mut records: Vec<GameRecord> = Vec::new();
    let mut seen = BTreeSet::new();
    for (i, line) in lines {
        let record: GameRecord =
            serde_json::from_str(line).with_context(|| format!("line {} is no game", i + 1))?;
        ensure!(seen.insert(record.game), "line {}: game {} is there already", i + 1, record.game);
        records.push(record);
    }
    Ok(records)
}

/// Where two settings differ: `engines.0.limits was "5+0.05", now "10+0.1"`.
fn differences(path: &str, old: &Value, new: &Value) -> Vec<String> {
    let below = |key: &str| if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            let null = Value::Null;
            let value = |map: &serde_json::Map<String, Value>, key| map.get(key).unwrap_or(&null).clone();
            keys.into_iter()
                .flat_map(|key| differences(&below(key), &value(old, key), &value(new, key)))
                .collect()
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let pairs = old.iter().zip(new).enumerate();
            pairs.flat_map(|(i, (old, new))| differences(&below(&i.to_string()), old, new)).collect()
        }
        _ if old == new => Vec::new(),
        _ => vec![format!("{path} was {old}, now {new}")],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named() {
        let old = json!({"engines": [{"limits": "5+0.05", "name": "a"}], "seed": 1});
        let new = json!({"engines": [{"limits": "9", "name": "a"}], "seed": 2});
        let expected = ["engines.0.limits was \"5+0.05\", now \"9\"", "seed was 1, now 2"];
        assert_eq!(differences("", &old, &new), expected);
        assert!(differences("", &old, &old).is_empty());
    }

    #[test]
    fn a_torn_last_line_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.jsonl");
        let settings = json!({"seed": 1});
        drop(Journal::create(&path, &settings).unwrap());
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, whole.clone() + "{\"game\":1,\"pa").unwrap();
        let (mut journal, records) = Journal::resume(&path, &settings).unwrap();
        assert!(records.is_empty());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        assert!(Journal::resume(&path, &settings).is_err(), "locked");
        journal.append(&json!({"no": "game"})).unwrap();
        drop(journal);
        let error = Journal::resume(&path, &settings).map(|_| ()).unwrap_err();
        assert!(format!("{error:#}").contains("line 2 is no game"), "{error:#}");
        let error = Journal::resume(&path, &json!({"seed": 2})).map(|_| ()).unwrap_err();
        assert!(format!("{error:#}").contains("seed was 1, now 2"), "{error:#}");
        assert!(Journal::create(&path, &settings).is_err(), "never overwritten");
    }

    /// Killed before the first line was out: nothing is known, so the match begins.
    #[test]
    fn a_torn_first_line_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.jsonl");
        std::fs::write(&path, "{\"match\":{\"se").unwrap();
        drop(Journal::resume(&path, &json!({"seed": 1})).unwrap());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"match\":{\"seed\":1}}\n");
    }
}
