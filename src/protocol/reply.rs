//! Typed replies to lines of output.
//!
//! Every line is ASCII with one blank between words and shorter than 4 KiB, as the readers of clients are made for.
//! The words draw, resign, bestmove and nobestmove stand only where they mean something: a GUI in use looks for
//! them anywhere in the output.

use std::fmt::Write;
use std::time::Duration;

use super::{Dialect, OPTIONS};
use crate::engine::{Decision, Outlook, to_shown};
use crate::search::{Bound, IterationReport, TableEntry};
use crate::types::{Move, Score};

/// What the engine has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Who it is, its options, and the `ok` of the dialect: the answer to `ucci` or `uci`, of several lines.
    Banner,
    /// `readyok`.
    ReadyOk,
    /// A line of thinking.
    Info(Info),
    /// Something to tell the user.
    Message(String),
    /// The move to play.
    BestMove {
        /// The move.
        best: Move,
        /// The expected answer.
        ponder: Option<Move>,
        /// What is said with it; UCI has no words for it.
        decision: Decision,
    },
    /// There is no move to play.
    NoBestMove,
    /// What the hash table knows of a position.
    PopHash(Option<TableEntry>),
    /// The last line, in UCCI only.
    Bye,
}

/// One finished line of one iteration, in the terms of [`IterationReport`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// In plies.
    pub depth: usize,
    /// In plies.
    pub seldepth: usize,
    /// 1 for the best line.
    pub multipv: usize,
    /// From the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The chances that the score stands for, where they are wanted; said in UCI only.
    pub outlook: Option<Outlook>,
    /// All threads together.
    pub nodes: u64,
    /// Since the start of the search.
    pub elapsed: Duration,
    /// In thousandths.
    pub hashfull_permille: usize,
    /// The line; empty only for a static evaluation and on a finished board.
    pub pv: Vec<Move>,
}

impl From<&IterationReport<'_>> for Info {
    fn from(report: &IterationReport<'_>) -> Info {
        Info {
            depth: report.depth,
            seldepth: report.seldepth,
            multipv: report.multipv,
            score: report.score,
            bound: report.bound,
            outlook: None,
            nodes: report.nodes,
            elapsed: report.elapsed,
            hashfull_permille: report.hashfull_permille,
            pv: report.pv.to_vec(),
        }
    }
}

impl Info {
    /// A score without a search behind it: a static evaluation, or the mate on the board.
    pub fn of_score(score: Score) -> Info {
        Info {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score,
            bound: Bound::Exact,
            outlook: None,
            nodes: 0,
            elapsed: Duration::ZERO,
            hashfull_permille: 0,
            pv: Vec::new(),
        }
    }
}

/// Longest line, in bytes; the league simulator reads into fixed buffers.
const LINE_MAX: usize = 4000;
/// Longest text of a message, in bytes.
const MESSAGE_MAX: usize = 400;
/// Words that clients look for anywhere in the output; `nobestmove` contains the last.
const RESERVED_WORDS: [&str; 3] = ["draw", "resign", "bestmove"];

/// The line of a reply (the lines of [`Reply::Banner`]) without its end, `None` when the dialect has no such reply.
///
/// ```
/// use chuhe::protocol::{Dialect, Reply, print};
/// assert_eq!(print(&Reply::NoBestMove, Dialect::Ucci).unwrap(), "nobestmove");
/// assert_eq!(print(&Reply::NoBestMove, Dialect::Uci).unwrap(), "bestmove (none)");
/// assert_eq!(print(&Reply::Bye, Dialect::Uci), None);
/// ```
pub fn print(reply: &Reply, dialect: Dialect) -> Option<String> {
    let is_ucci = dialect == Dialect::Ucci;
    Some(match reply {
        Reply::Banner => print_banner(dialect),
        Reply::ReadyOk => "readyok".to_string(),
        Reply::Info(info) => print_info(info, dialect),
        Reply::Message(text) => {
            format!("info {} {}", if is_ucci { "message" } else { "string" }, harmless(text))
        }
        Reply::BestMove { best, ponder, decision } => {
            let mut line = format!("bestmove {best}");
            if let Some(ponder) = ponder {
                let _ = write!(line, " ponder {ponder}");
            }
            line.push_str(match decision {
                Decision::AcceptDraw | Decision::OfferDraw if is_ucci => " draw",
                Decision::Resign if is_ucci => " resign",
                _ => "",
            });
            line
        }
        Reply::NoBestMove => if is_ucci { "nobestmove" } else { "bestmove (none)" }.to_string(),
        Reply::PopHash(entry) => print_pophash(*entry),
        Reply::Bye => is_ucci.then(|| "bye".to_string())?,
    })
}

fn print_banner(dialect: Dialect) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let author = "id author the Chuhe contributors";
    let mut lines = match dialect {
        Dialect::Ucci => vec![
            "id name Chuhe".to_string(),
            format!("id version {version}"),
            author.to_string(),
            "id copyright the Chuhe contributors, MIT OR Apache-2.0".to_string(),
        ],
        Dialect::Uci => vec![format!("id name Chuhe {version}"), author.to_string()],
    };
    lines.extend(OPTIONS.iter().filter_map(|option| option.announce(dialect)));
    lines.push(if dialect == Dialect::Ucci { "ucciok" } else { "uciok" }.to_string());
    lines.join("\n")
}

/// Writing to a string cannot fail, so results are dropped here and below.
fn print_info(info: &Info, dialect: Dialect) -> String {
    let mut score = print_score(info.score, info.bound, dialect);
    if let (Dialect::Uci, Some(Outlook { win, draw, loss })) = (dialect, info.outlook) {
        let _ = write!(score, " wdl {win} {draw} {loss}");
    }
    let nps = u128::from(info.nodes) * 1_000_000 / info.elapsed.as_micros().max(1);
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {score} nodes {} nps {nps} hashfull {} time {}",
        info.depth,
        info.seldepth,
        info.multipv,
        info.nodes,
        info.hashfull_permille,
        info.elapsed.as_millis(),
    );
    for (index, mv) in info.pv.iter().enumerate() {
        if line.len() > LINE_MAX - " pv h2e2".len() {
            break;
        }
        let _ = write!(line, "{}{mv}", if index == 0 { " pv " } else { " " });
    }
    line
}

/// UCCI: a bare integer, mates as ±(30000 - plies to the mate), every other score within ±29749. UCI: `cp`, or
/// `mate` in moves, negative when the side to move is mated; bounds are marked.
fn print_score(score: Score, bound: Bound, dialect: Dialect) -> String {
    let score = to_shown(score);
    if dialect == Dialect::Ucci {
        return score.value().to_string();
    }
    let value = match score.mate_distance() {
        Some(plies) => {
            let moves = plies.div_ceil(2) as i64;
            format!("mate {}", if score.is_win() { moves } else { -moves })
        }
        None => format!("cp {}", score.value()),
    };
    value
        + match bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        }
}

/// An exact score is a bound on either side.
fn print_pophash(entry: Option<TableEntry>) -> String {
    let mut line = "pophash".to_string();
    let Some(entry) = entry else { return line };
    if let Some(mv) = entry.mv {
        let _ = write!(line, " bestmove {mv}");
    }
    let (score, depth) = (to_shown(entry.score).value(), entry.depth);
    if matches!(entry.bound, Some(Bound::Exact | Bound::Lower)) {
        let _ = write!(line, " lowerbound {score} depth {depth}");
    }
    if matches!(entry.bound, Some(Bound::Exact | Bound::Upper)) {
        let _ = write!(line, " upperbound {score} depth {depth}");
    }
    line
}

/// Text that no reader can take for something else, however it came about: visible ASCII with single blanks, cut
/// at [`MESSAGE_MAX`], the vowels of reserved words starred out.
fn harmless(text: &str) -> String {
    let visible = |letter: char| if letter.is_ascii_graphic() { letter } else { '?' };
    let words: Vec<String> = text
        .split(|letter: char| letter.is_whitespace() || letter.is_ascii_control())
        .filter(|word| !word.is_empty())
        .map(|word| word.chars().map(visible).collect())
        .collect();
    let mut text = words.join(" ");
    text.truncate(MESSAGE_MAX);
    text.truncate(text.trim_end().len());
    for word in RESERVED_WORDS {
        while let Some(at) = text.to_ascii_lowercase().find(word) {
            let starred: String = text[at..at + word.len()]
                .chars()
                .map(|c| if "aeiAEI".contains(c) { '*' } else { c })
                .collect();
            text.replace_range(at..at + word.len(), &starred);
        }
    }
    text
}

#[cfg(test)]
mod tests;
