//! The limits of a `go` line, of both protocols in any mix and order.

use std::time::{Duration, Instant};

use super::CommandError;
use crate::search::{Clock, Limits};
use crate::types::{Color, Move};

/// Time for a move when `go draw` comes without any limit.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Unit of the UCCI words `time` and `increment`; the UCI words always count milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeUnit {
    /// `usemillisec` is on.
    Milliseconds,
    /// `usemillisec` is off.
    Seconds,
}

impl TimeUnit {
    /// Longer times are cut to this, so that they can be added to a moment: about 30 years.
    const LONGEST: Duration = Duration::from_millis(1_000_000_000_000);

    fn duration(self, number: u64) -> Duration {
        let time = match self {
            TimeUnit::Milliseconds => Duration::from_millis(number),
            TimeUnit::Seconds => Duration::from_secs(number),
        };
        time.min(TimeUnit::LONGEST)
    }
}

/// A `go` line. Numbers are as written; times of UCCI words wait for their unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// `ponder`: think on the opponent's time.
    pub ponder: bool,
    /// `draw`: the opponent offers a draw.
    pub draw_offered: bool,
    /// `infinite`.
    pub infinite: bool,
    /// `depth`, in plies; 0 asks for the static evaluation.
    pub depth: Option<u64>,
    /// `nodes`.
    pub nodes: Option<u64>,
    /// `mate`, in moves.
    pub mate: Option<u64>,
    /// `movetime`, in milliseconds.
    pub movetime: Option<u64>,
    /// UCCI `time`: what the mover has left.
    pub time: Option<u64>,
    /// UCCI `increment` of the mover.
    pub increment: Option<u64>,
    /// `movestogo` of the mover.
    pub moves_to_go: Option<u64>,
    /// `wtime`, in milliseconds.
    pub red_time: Option<u64>,
    /// `btime`, in milliseconds.
    pub black_time: Option<u64>,
    /// `winc`, in milliseconds.
    pub red_increment: Option<u64>,
    /// `binc`, in milliseconds.
    pub black_increment: Option<u64>,
    /// `searchmoves`.
    pub search_moves: Vec<Move>,
}

impl Go {
    /// Reads the words after `go`. Words that are not known are passed over.
    ///
    /// # Errors
    /// A word that needs a number without one, and `searchmoves` without a move.
    pub fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Result<Go, CommandError> {
        let mut words = words.peekable();
        let mut go = Go::default();
        while let Some(word) = words.next() {
            let word = word.to_ascii_lowercase();
            match word.as_str() {
                "ponder" => go.ponder = true,
                "draw" => go.draw_offered = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(mv) = words.peek().and_then(|word| word.parse().ok()) {
                        go.search_moves.push(mv);
                        words.next();
                    }
                    if go.search_moves.is_empty() {
                        return Err(CommandError::word("a move after searchmoves", words.next()));
                    }
                }
                _ => {
                    if let Some(limit) = go.limit(&word) {
                        *limit = Some(read_number(&word, words.next())?);
                    } else if matches!(word.as_str(), "opptime" | "oppincrement" | "oppmovestogo") {
                        // The opponent's clock does not change how the own time is spent, whatever it says.
                        words.next_if(|text| read_number(&word, Some(text)).is_ok());
                    }
                }
            }
        }
        Ok(go)
    }

    /// Where the number after `word` goes.
    fn limit(&mut self, word: &str) -> Option<&mut Option<u64>> {
        Some(match word {
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.movetime,
            "time" => &mut self.time,
            "increment" => &mut self.increment,
            "movestogo" => &mut self.moves_to_go,
            "wtime" => &mut self.red_time,
            "btime" => &mut self.black_time,
            "winc" => &mut self.red_increment,
            "binc" => &mut self.black_increment,
            _ => return None,
        })
    }

    /// What the search is told. `start` is when the clock began to run, `side` who is to move.
    ///
    /// Without a limit the search goes on until `stop`, save for a bare `go draw`, which answers within
    /// [`DEFAULT_MOVE_TIME`]. UCCI would let an endless search end by itself when it has found a mate; but analysis
    /// is wanted until it is stopped, and UCI knows nothing else.
    pub fn limits(&self, start: Instant, side: Color, unit: TimeUnit) -> Limits {
        let mut limits = Limits {
            start,
            depth: self.depth.map(saturate),
            nodes: self.nodes,
            soft_nodes: None,
            mate: self.mate.map(saturate),
            movetime: self.movetime.map(|number| TimeUnit::Milliseconds.duration(number)),
            clock: self.clock(side, unit),
            infinite: false,
            ponder: self.ponder,
            search_moves: self.search_moves.clone(),
            excluded_moves: Vec::new(),
        };
        if self.draw_offered && !self.infinite && !is_limited(&limits) {
            limits.movetime = Some(DEFAULT_MOVE_TIME);
        }
        limits.infinite = self.infinite || !is_limited(&limits);
        limits
    }

    /// The mover's clock. A client that sends only the other side's clock is taken to mean the mover's.
    fn clock(&self, side: Color, unit: TimeUnit) -> Option<Clock> {
        let milliseconds = TimeUnit::Milliseconds;
        let red = (self.red_time, self.red_increment);
        let black = (self.black_time, self.black_increment);
        let (own, other) = if side == Color::Red { (red, black) } else { (black, red) };
        let (time, increment) = match (self.time, own.0.or(other.0)) {
            (Some(time), _) => (unit.duration(time), unit.duration(self.increment.unwrap_or(0))),
            (None, Some(time)) => (milliseconds.duration(time), milliseconds.duration(own.1.unwrap_or(0))),
            (None, None) => return None,
        };
        let moves_to_go = self.moves_to_go.filter(|&moves| moves > 0);
        Some(Clock { time, increment, moves_to_go: moves_to_go.map(|moves| moves.min(10_000) as u32) })
    }
}

/// Whether something other than a command can end a search with these limits.
pub(super) fn is_limited(limits: &Limits) -> bool {
    !limits.infinite
        && (limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.movetime.is_some()
            || limits.clock.is_some())
}

fn saturate(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The number after `word`. Numbers below zero (clocks that have run out) count as zero, those that are too large
/// as the largest, and fractions are cut off.
fn read_number(word: &str, text: Option<&str>) -> Result<u64, CommandError> {
    let number = text.map(|text| text.trim_start_matches(['-', '+'])).unwrap_or_default();
    let (digits, fraction) = number.split_once('.').unwrap_or((number, ""));
    if digits.is_empty() || !(digits.bytes().chain(fraction.bytes())).all(|byte| byte.is_ascii_digit()) {
        return Err(CommandError::Number {
            word: word.to_string(),
            found: text.unwrap_or_default().to_string(),
        });
    }
    if text.is_some_and(|text| text.starts_with('-')) {
        return Ok(0);
    }
    Ok(digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        Go::parse(text.split_whitespace()).unwrap()
    }

    fn limits(text: &str, side: Color, unit: TimeUnit) -> Limits {
        go(text).limits(Instant::now(), side, unit)
    }

    #[test]
    fn limits_of_both_protocols_mix_in_any_order() {
        let expected = Go { depth: Some(10), time: Some(500), ..Go::default() };
        assert_eq!(go("time 500 depth 10"), expected);
        assert_eq!(go("DEPTH 10 Time 500"), expected);
        let ponder = Go { ponder: true, movetime: Some(5000), depth: Some(20), ..Go::default() };
        assert_eq!(go("ponder movetime 5000 depth 20"), ponder);
        assert_eq!(go("depth 20 movetime 5000 ponder"), ponder);
        let clock = Go {
            red_time: Some(1),
            black_time: Some(2),
            red_increment: Some(3),
            black_increment: Some(4),
            moves_to_go: Some(5),
            ..Go::default()
        };
        assert_eq!(go("winc 3 wtime 1 btime 2 movestogo 5 binc 4"), clock);
        let league = Go { draw_offered: true, time: Some(9), increment: Some(8), ..Go::default() };
        assert_eq!(go("draw time 9 increment 8 opptime 7 oppincrement 6 oppmovestogo 5"), league);
        let moves = vec!["h2e2".parse().unwrap(), "b2e2".parse().unwrap()];
        let searchmoves = Go { search_moves: moves, nodes: Some(9), mate: Some(2), ..Go::default() };
        assert_eq!(go("mate 2 searchmoves h2e2 b2e2 nodes 9"), searchmoves);
    }

    #[test]
    fn numbers_are_read_generously_and_reported_when_they_are_none() {
        assert_eq!(go("wtime -200").red_time, Some(0));
        assert_eq!(go("nodes 99999999999999999999999").nodes, Some(u64::MAX));
        for text in ["depth x", "depth", "time 1.x", "time .5", "movetime -", "searchmoves", "searchmoves x"]
        {
            assert!(Go::parse(text.split_whitespace()).is_err(), "{text}");
        }
        assert_eq!(go("time 1.5"), go("time 1"));
        assert_eq!(go("unknown depth 3 words"), go("depth 3"));
        assert_eq!(go("opptime x oppmovestogo depth 3"), go("depth 3"), "nobody needs the opponent's clock");
    }

    #[test]
    fn seconds_change_the_words_of_ucci_only() {
        let text = "time 3 increment 2 movetime 7";
        let clock = |unit| {
            let limits = limits(text, Color::Red, unit);
            assert_eq!(limits.movetime, Some(Duration::from_millis(7)));
            limits.clock.unwrap()
        };
        let clock_of = |time, increment| Clock { time, increment, moves_to_go: None };
        let (ms, s) = (Duration::from_millis, Duration::from_secs);
        assert_eq!(clock(TimeUnit::Milliseconds), clock_of(ms(3), ms(2)));
        assert_eq!(clock(TimeUnit::Seconds), clock_of(s(3), s(2)));
    }

    #[test]
    fn the_mover_gets_its_own_clock() {
        let time = |text, side| limits(text, side, TimeUnit::Seconds).clock.unwrap().time.as_millis();
        assert_eq!(time("wtime 10 btime 20", Color::Red), 10);
        assert_eq!(time("wtime 10 btime 20", Color::Black), 20);
        assert_eq!(time("wtime 10", Color::Black), 10, "better than no limit");
    }

    #[test]
    fn no_limit_means_until_stop() {
        let limits = |text| limits(text, Color::Red, TimeUnit::Milliseconds);
        for text in ["", "infinite", "infinite depth 3", "draw infinite", "ponder", "searchmoves h2e2"] {
            assert!(limits(text).infinite && !is_limited(&limits(text)), "{text}");
        }
        for text in ["depth 3", "nodes 5", "mate 1", "movetime 1", "time 1", "btime 1"] {
            assert!(is_limited(&limits(text)), "{text}");
        }
        assert_eq!(limits("draw").movetime, Some(DEFAULT_MOVE_TIME));
        assert_eq!(limits("draw depth 4").movetime, None);
    }

    #[test]
    fn times_can_be_added_to_a_moment() {
        let text = "time 18446744073709551615 increment 18446744073709551615 movetime 18446744073709551615";
        let limits = limits(text, Color::Red, TimeUnit::Seconds);
        let clock = limits.clock.unwrap();
        let sum = limits.start + clock.time + clock.increment + limits.movetime.unwrap();
        assert!(sum > limits.start);
    }
}
