//! UCCI and UCI: text to typed commands, typed replies to text, and the session between them.
//!
//! Layer 8. No knowledge of the game here: positions, moves and scores pass through as values of the lower layers.
//!
//! | file | what it is |
//! | --- | --- |
//! | `command` | one line of input → [`Command`], a pure function |
//! | `go` | the limits of a `go` line |
//! | `options` | the table of options: names, ranges, what they change |
//! | `reply` | [`Reply`] → one line of output, a pure function for each dialect |
//! | `session` | the states, and which command is obeyed when |
//! | `events` | what the search tells the session |
//! | `input` | the thread that reads lines |
//!
//! Source: UCCI 3.0 (November 2007) with the options of 2.3 that are still sent, and UCI. Both are read in any mix;
//! the dialect only decides what the replies look like.

mod command;
mod events;
mod go;
mod input;
mod options;
mod reply;
mod session;

pub use command::{Command, CommandError, Setup, parse};
pub use go::{DEFAULT_MOVE_TIME, Go, TimeUnit};
pub use options::{Change, OPTIONS, OptionError, OptionKind, OptionSpec};
pub use reply::{Info, Reply, print};
pub use session::{run, run_stdio};

/// How replies are worded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The Universal Chinese Chess Protocol.
    Ucci,
    /// The protocol that UCCI grew from, with the coordinates of UCCI.
    Uci,
}
