//! Time controls and the clock of one side.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// One stage of a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// Moves to make in it; `None` for all the rest of the game.
    pub moves: Option<u32>,
    /// Time that is added when the stage begins.
    pub base: Duration,
    /// Time that is added after each move of the stage.
    pub increment: Duration,
}

/// A time control: stages, the last of which repeats when it has a number of moves.
///
/// Text as in cutechess and fastchess, stages separated by colons: `moves/time+increment`, times in seconds
/// or `minutes:seconds`. A stage after the first is known by its slash; `*/time` is one for all remaining
/// moves.
///
/// ```
/// use chuhe::tools::arena::clock::TimeControl;
/// let league: TimeControl = "40/600:10/150".parse().unwrap();
/// assert_eq!(league.to_string(), "40/600:10/150");
/// assert_eq!("40/1:30+0.5:*/60".parse::<TimeControl>().unwrap().to_string(), "40/90+0.5:*/60");
/// assert!("5+x".parse::<TimeControl>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The stages, at least one.
    periods: Vec<Period>,
}

/// Text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" is no time control, expected [MOVES/]TIME[+INCREMENT] in seconds, as 5+0.05 or 40/600:10/150"
)]
pub struct TimeControlError(pub String);

/// What an engine is told of one side's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockView {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves to the next stage, this one included; `None` when there is none.
    pub moves_to_go: Option<u32>,
}

/// The clock of one side in one game.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    stage: usize,
    moves_to_go: Option<u32>,
    remaining: Duration,
}

/// Longer times are refused, so that a few of them can be added to a moment: about 30 years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// Reads a number of seconds, fractions allowed, up to about 30 years.
pub fn seconds(text: &str) -> Option<Duration> {
    let value: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(value).ok().filter(|time| *time <= LONGEST)
}

/// Reads `SECONDS` or `MINUTES:SECONDS`.
fn time(text: &str) -> Option<Duration> {
    match text.split_once(':') {
        None => seconds(text),
        Some((minutes, rest)) => {
            let rest = seconds(rest).filter(|rest| *rest < Duration::from_secs(60))?;
            let minutes = Duration::from_secs(minutes.parse::<u64>().ok()?.checked_mul(60)?);
            minutes.checked_add(rest).filter(|time| *time <= LONGEST)
        }
    }
}

impl Period {
    fn read(text: &str) -> Option<Period> {
        let (moves, rest) = match text.split_once('/') {
            None | Some(("*", _)) => (None, text.trim_start_matches("*/")),
            Some((moves, rest)) => (Some(moves.parse::<u32>().ok().filter(|&moves| moves > 0)?), rest),
        };
        let (base, increment) = match rest.split_once('+') {
            None => (time(rest)?, Duration::ZERO),
            Some((base, increment)) => (time(base)?, seconds(increment)?),
        };
        (!(base + increment).is_zero()).then_some(Period { moves, base, increment })
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let error = || TimeControlError(text.to_string());
        let mut stages: Vec<String> = Vec::new();
        for part in text.split(':') {
            match stages.last_mut() {
                Some(stage) if !part.contains('/') => *stage = format!("{stage}:{part}"),
                _ => stages.push(part.to_string()),
            }
        }
        let periods: Option<Vec<Period>> = stages.iter().map(|stage| Period::read(stage)).collect();
        let periods = periods.ok_or_else(error)?;
        // Nothing can follow a stage without an end.
        let last = periods.len() - 1;
        match periods[..last].iter().all(|period| period.moves.is_some()) {
            true => Ok(TimeControl { periods }),
            false => Err(error()),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, period) in self.periods.iter().enumerate() {
            match period.moves {
                Some(moves) if i > 0 => write!(f, ":{moves}/")?,
                Some(moves) => write!(f, "{moves}/")?,
                None if i > 0 => write!(f, ":*/")?,
                None => {}
            }
            write!(f, "{}", period.base.as_secs_f64())?;
            if !period.increment.is_zero() {
                write!(f, "+{}", period.increment.as_secs_f64())?;
            }
        }
        Ok(())
    }
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(control: TimeControl) -> Clock {
        let first = control.periods[0];
        Clock { stage: 0, moves_to_go: first.moves, remaining: first.base, control }
    }

    /// What it shows.
    pub fn view(&self) -> ClockView {
        let increment = self.control.periods[self.stage].increment;
        ClockView { remaining: self.remaining, increment, moves_to_go: self.moves_to_go }
    }

    /// Takes off the time of one move; overdrawn clocks stand at zero. Then adds what the control grants.
    pub fn spend(&mut self, elapsed: Duration) {
        self.remaining = self.remaining.saturating_sub(elapsed) + self.control.periods[self.stage].increment;
        self.moves_to_go = self.moves_to_go.map(|moves| moves - 1);
        if self.moves_to_go == Some(0) {
            self.stage = (self.stage + 1).min(self.control.periods.len() - 1);
            let next = self.control.periods[self.stage];
            self.moves_to_go = next.moves;
            self.remaining += next.base;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> Clock {
        Clock::new(text.parse().expect("a time control"))
    }

    #[test]
    fn increment_is_added_after_the_move() {
        let mut clock = clock("5+0.05");
        clock.spend(Duration::from_secs(2));
        assert_eq!(clock.view().remaining, Duration::from_millis(3050));
        clock.spend(Duration::from_secs(9));
        assert_eq!(clock.view().remaining, Duration::from_millis(50), "overdrawn within the margin");
    }

    #[test]
    fn stages_follow_and_the_last_repeats() {
        let mut clock = clock("2/10:1/3");
        for (moves_to_go, remaining) in [(Some(2), 10), (Some(1), 9), (Some(1), 11), (Some(1), 13)] {
            let view = clock.view();
            assert_eq!((view.moves_to_go, view.remaining.as_secs()), (moves_to_go, remaining));
            clock.spend(Duration::from_secs(1));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "0", "x", "5+", "0/5", "40/1:90", "5:*/3", "-3", "1e99", "nan", "40/600:x/3"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
