//! Games as tables: one a row, the columns found by a header line.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};

use super::Answer;
use crate::board::Position;
use crate::rules::{Game, RuleSet};
use crate::types::Move;

/// A game to be ruled on, as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    id: String,
    fen: String,
    moves: String,
}

impl Question {
    /// A game by name, first position, and moves separated by blanks.
    pub fn new(id: &str, fen: &str, moves: &str) -> Question {
        Question { id: id.to_string(), fen: fen.to_string(), moves: moves.to_string() }
    }

    /// Plays the moves and rules on the last position; `quiet_limit` as in [`Game::verdict`].
    ///
    /// # Errors
    /// What is wrong with the FEN or with the first wrong move, with the name of the game.
    pub fn answer(&self, rules: RuleSet, quiet_limit: Option<usize>) -> anyhow::Result<Answer> {
        let game = self.play().with_context(|| format!("row {}", self.id))?;
        Ok(Answer { id: self.id.clone(), ruling: game.ruling(rules, quiet_limit) })
    }

    fn play(&self) -> anyhow::Result<Game> {
        let position: Position = self.fen.parse().context("wrong FEN")?;
        let mut game = Game::new(position);
        for (index, text) in self.moves.split_whitespace().enumerate() {
            play_move(&mut game, text).with_context(|| format!("move {}", index + 1))?;
        }
        Ok(game)
    }
}

/// Plays a move that is legal.
fn play_move(game: &mut Game, text: &str) -> anyhow::Result<()> {
    let mv: Move = text.parse()?;
    let position = game.position();
    ensure!(position.is_pseudo_legal(mv), "{mv} is not possible in {position}");
    ensure!(position.is_legal(mv, &position.checks()), "{mv} leaves the king in check in {position}");
    game.play(mv);
    Ok(())
}

/// The games of all tables, in order; a file or row that cannot be read is an error in its place.
pub fn read_tables(files: &[PathBuf]) -> Vec<anyhow::Result<Question>> {
    files.iter().flat_map(|file| read_table(file).unwrap_or_else(|error| vec![Err(error)])).collect()
}

/// The games of one table; `-` is standard input.
fn read_table(file: &Path) -> anyhow::Result<Vec<anyhow::Result<Question>>> {
    let name = file.display();
    let bytes = if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    let bytes = bytes.with_context(|| format!("cannot read {name}"))?;
    // Columns that are not read may be in any encoding.
    parse_table(&String::from_utf8_lossy(&bytes)).with_context(|| name.to_string())
}

/// Reads a table. Rows are named by their `id`, or by their line when there is no such column.
fn parse_table(text: &str) -> anyhow::Result<Vec<anyhow::Result<Question>>> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    let header: Vec<&str> = lines.next().map_or(Vec::new(), |(line, _)| line.split('\t').collect());
    let column = |name: &str| header.iter().position(|column| column.trim() == name);
    let (Some(fen), Some(moves)) = (column("fen"), column("moves")) else {
        bail!("the header line names no columns \"fen\" and \"moves\", separated by tabs");
    };
    let rows = lines.filter(|(line, _)| !line.trim().is_empty()).map(|(line, number)| {
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        let cell = |column: usize| cells.get(column).copied();
        let id = column("id").and_then(cell).filter(|id| !id.is_empty());
        let id = id.map_or_else(|| format!("line {number}"), str::to_string);
        let count = cells.len();
        match (cell(fen), cell(moves)) {
            (Some(fen), Some(moves)) => Ok(Question { id, fen: fen.to_string(), moves: moves.to_string() }),
            _ => Err(anyhow!("row {id}: {count} columns, expected fen and moves among them")),
        }
    });
    Ok(rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name() {
        let text = "\u{feff}note\tmoves\tid\tfen\r\nx\th2e2\ta\tF\r\n\r\ny\t\tb\tG\n";
        let rows: Vec<_> = parse_table(text).unwrap().into_iter().map(Result::unwrap).collect();
        assert_eq!(rows, [Question::new("a", "F", "h2e2"), Question::new("b", "G", "")]);
    }

    #[test]
    fn short_rows_and_headers_are_named() {
        let rows = parse_table("id\tfen\tmoves\na\tF\n").unwrap();
        assert_eq!(
            rows[0].as_ref().unwrap_err().to_string(),
            "row a: 2 columns, expected fen and moves among them"
        );
        assert!(parse_table("id\tmoves\n").is_err());
        assert!(parse_table("").is_err());
    }

    #[test]
    fn wrong_moves_are_named() {
        let answer = |fen, moves| Question::new("r1", fen, moves).answer(RuleSet::Asian, None);
        let message = |fen, moves| format!("{:#}", answer(fen, moves).unwrap_err());
        let start = crate::board::START_FEN;
        assert!(message(start, "h2e2 h2e2").starts_with("row r1: move 2: h2e2 is not possible in "));
        assert!(message(start, "h2").starts_with("row r1: move 1: \"h2\" is no move"));
        assert!(message("foobar", "").starts_with("row r1: wrong FEN: the board has 1 ranks"));
        let facing = "4k4/9/9/9/9/9/9/9/4A4/4K4 w";
        assert!(message(facing, "e1d2").starts_with("row r1: move 1: e1d2 leaves the king in check in "));
    }
}
