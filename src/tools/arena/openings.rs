//! Openings: FEN and EPD lines, game records with coordinate moves.
//!
//! Records in Chinese or WXF notation are refused with a hint, not guessed at.

use std::path::Path;

use anyhow::{Context, bail, ensure};

use super::config::{OpeningsConfig, Order};
use crate::board::Position;
use crate::movegen::{has_legal_move, legal_moves};
use crate::types::{Move, Rng};

/// Where a game begins: a position and moves that are played without thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The first position.
    pub position: Position,
    /// The moves from there, all legal.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The usual starting position.
    pub fn start() -> Opening {
        Opening { position: Position::start(), moves: Vec::new() }
    }

    /// Plays moves given as text.
    fn new(position: Position, moves: &[&str]) -> anyhow::Result<Opening> {
        let mut opening = Opening { position, moves: Vec::new() };
        let mut board = opening.position.clone();
        for (i, text) in moves.iter().enumerate() {
            let mv: Move = text.to_ascii_lowercase().parse().with_context(|| format!("move {}", i + 1))?;
            ensure!(legal_moves(&board).contains(&mv), "move {} ({text}) is not legal", i + 1);
            board.play(mv);
            opening.moves.push(mv);
        }
        ensure!(has_legal_move(&board), "the game is over at the end of the opening");
        Ok(opening)
    }
}

/// The openings of a file, and the order in which pairs of games use them.
#[derive(Clone, Debug)]
pub struct Book {
    openings: Vec<Opening>,
    order: Order,
    seed: u64,
    start: usize,
}

impl Book {
    /// Only the usual starting position.
    pub fn start_position() -> Book {
        Book { openings: vec![Opening::start()], order: Order::Sequential, seed: 0, start: 0 }
    }

    /// Reads `text`, the contents of the file that `config` names.
    ///
    /// # Errors
    /// With file and line when there is nothing or something that is no opening.
    pub fn read(config: &OpeningsConfig, text: &str, seed: u64) -> anyhow::Result<Book> {
        let by_name = config.file.extension().is_some_and(|name| name.eq_ignore_ascii_case("pgn"));
        let is_pgn = config.format.as_ref().map_or(by_name, |format| format == "pgn");
        let mut openings =
            if is_pgn { read_pgn(text) } else { read_lines(text) }.with_context(|| display(&config.file))?;
        if let Some(plies) = config.plies {
            openings.iter_mut().for_each(|opening| opening.moves.truncate(plies));
        }
        ensure!(!openings.is_empty(), "{} holds no opening", display(&config.file));
        let start = config.start - 1;
        ensure!(
            start < openings.len(),
            "start is {}, but {} holds {} openings",
            config.start,
            display(&config.file),
            openings.len()
        );
        Ok(Book { openings, order: config.order, seed, start })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// Never: a book has an opening.
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// The place (from 0) in the file of the opening for a pair of games, and the opening.
    pub fn opening(&self, pair: usize) -> (usize, &Opening) {
        let count = self.openings.len();
        let (round, place) = ((pair + self.start) / count, (pair + self.start) % count);
        let place = match self.order {
            Order::Sequential => place,
            Order::Random => shuffled(count, self.seed.wrapping_add(round as u64))[place],
        };
        (place, &self.openings[place])
    }
}

fn display(path: &Path) -> String {
    path.display().to_string()
}

/// The numbers below `count` in an order that depends on the seed alone (Fisher and Yates).
fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut rng = Rng::new(seed);
    let mut order: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        order.swap(i, rng.below(i as u64 + 1) as usize);
    }
    order
}

/// One opening a line: FEN or EPD, perhaps `moves` and moves. Empty lines and `#` comments are skipped.
fn read_lines(text: &str) -> anyhow::Result<Vec<Opening>> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let openings = lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    openings.map(|(i, line)| read_line(line).with_context(|| format!("line {}", i + 1))).collect()
}

fn read_line(line: &str) -> anyhow::Result<Opening> {
    let words: Vec<&str> = line.split_whitespace().collect();
    // The position ends where the operations of EPD or the moves begin.
    let is_field = |(i, word): (usize, &&str)| {
        i == 0
            || matches!(*word, "w" | "W" | "r" | "R" | "b" | "B")
            || word.bytes().all(|c| c == b'-' || c.is_ascii_digit())
    };
    let fields = words.iter().enumerate().take_while(|&field| is_field(field)).count();
    let position: Position = words[..fields].join(" ").parse()?;
    let moves = match words.get(fields) {
        Some(&"moves") => &words[fields + 1..],
        _ => &[],
    };
    Opening::new(position, moves)
}

/// Games one after the other: tags, then moves; comments, variations, numbers and signs are skipped.
fn read_pgn(text: &str) -> anyhow::Result<Vec<Opening>> {
    let mut openings = Vec::new();
    let (mut fen, mut moves, mut in_moves) = (None::<&str>, String::new(), false);
    let mut finish = |fen: &mut Option<&str>, moves: &mut String| -> anyhow::Result<()> {
        let number = openings.len() + 1;
        let opening = read_game(fen.take(), moves).with_context(|| format!("game {number}"))?;
        moves.clear();
        openings.push(opening);
        Ok(())
    };
    let mut depth = Depth::default();
    for line in text.trim_start_matches('\u{feff}').lines() {
        let line = line.trim();
        if line.starts_with('[') && !depth.inside() {
            if in_moves {
                finish(&mut fen, &mut moves)?;
                in_moves = false;
            }
            let (name, rest) = line[1..].split_once(char::is_whitespace).unwrap_or((line, ""));
            if name.eq_ignore_ascii_case("fen") {
                fen = Some(
                    rest.trim_start().trim_start_matches('"').trim_end_matches(']').trim_end_matches('"'),
                );
            }
        } else if !line.is_empty() {
            in_moves = true;
            depth.strip(line, &mut moves);
        }
    }
    if in_moves {
        finish(&mut fen, &mut moves)?;
    }
    Ok(openings)
}

/// How deep in comments and variations a reader is.
#[derive(Default)]
struct Depth {
    comment: bool,
    variations: usize,
}

impl Depth {
    fn inside(&self) -> bool {
        self.comment || self.variations > 0
    }

    /// Copies what is neither comment nor variation.
    fn strip(&mut self, line: &str, kept: &mut String) {
        for letter in line.chars() {
            match letter {
                '}' => self.comment = false,
                _ if self.comment => {}
                '{' => self.comment = true,
                '(' => self.variations += 1,
                ')' => self.variations = self.variations.saturating_sub(1),
                ';' if self.variations == 0 => break,
                _ if self.variations == 0 => kept.push(letter),
                _ => {}
            }
        }
        kept.push(' ');
    }
}

fn read_game(fen: Option<&str>, text: &str) -> anyhow::Result<Opening> {
    let position = fen.map_or(Ok(Position::start()), str::parse)?;
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
            break;
        }
        // A number may be glued to the move: `12.h2e2`.
        let word = word.rsplit('.').next().unwrap_or(word);
        if word.is_empty() || word.starts_with('$') || word.bytes().all(|c| c.is_ascii_digit()) {
            continue;
        }
        if word.parse::<Move>().is_err() {
            bail!("\"{word}\" is no move in coordinates like H2-E2, the only notation read here");
        }
        moves.push(word);
    }
    Opening::new(position, &moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;

    fn config(file: &str) -> OpeningsConfig {
        OpeningsConfig { file: file.into(), format: None, order: Order::Random, plies: None, start: 1 }
    }

    #[test]
    fn lines_of_fen_and_epd() {
        let text = format!(
            "# comment\n\n{START_FEN}\n{START_FEN} moves h2e2 h9g7\nrnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - id \"x\";\n"
        );
        let book = Book::read(&config("x.epd"), &text, 1).unwrap();
        assert_eq!(book.len(), 3);
        assert!(book.openings.iter().all(|opening| opening.position == Position::start()));
        assert_eq!(book.openings[1].moves.len(), 2);
    }

    #[test]
    fn games_in_coordinates() {
        let text = "[Event \"x\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\"]\n\n\
                    1. H2-E2 {[a] comment; h2e2} H9-G7 (1... b9c7\n2. h0g2) 2.h0g2 $1 i9h9 1-0\n\n[Event \"y\"]\n\n*\n";
        let book = Book::read(&OpeningsConfig { plies: Some(3), ..config("x.pgn") }, text, 1).unwrap();
        let texts: Vec<String> = book.openings[0].moves.iter().map(Move::to_string).collect();
        assert_eq!((texts, book.len()), (vec!["h2e2".into(), "h9g7".into(), "h0g2".into()], 2));
        let chinese = Book::read(&config("x.pgn"), "1. 炮二平五 马8进7", 1).unwrap_err();
        assert!(
            format!("{chinese:#}").contains("game 1: \"炮二平五\" is no move in coordinates"),
            "{chinese:#}"
        );
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| format!("{:#}", Book::read(&config("x.fen"), text, 1).unwrap_err());
        assert!(error(&format!("{START_FEN}\nfoobar w")).contains("x.fen: line 2"));
        assert!(error(&format!("{START_FEN} moves h2h8")).contains("move 1 (h2h8) is not legal"));
        assert!(error("").contains("holds no opening"));
        assert!(error("3k5/4P4/9/9/9/9/9/9/9/4K4 b").contains("over"));
    }

    #[test]
    fn every_opening_once_before_any_twice() {
        let text = ["a", "b", "c"].map(|_| START_FEN).join("\n");
        let book = Book::read(&config("x.fen"), &text, 7).unwrap();
        for round in 0..4 {
            let mut places: Vec<usize> = (0..3).map(|pair| book.opening(3 * round + pair).0).collect();
            places.sort_unstable();
            assert_eq!(places, [0, 1, 2]);
        }
    }
}
