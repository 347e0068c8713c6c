//! The thread that reads lines, so that the session can wait for input and for the search at once.

use std::io::{BufRead, BufReader, Read};
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, unbounded};

/// A line and the moment at which it was complete: clocks count from there.
pub(super) struct Line {
    /// Without its end; bytes that are not UTF-8 are replaced.
    pub(super) text: String,
    /// When it was complete.
    pub(super) arrived: Instant,
}

/// Reads `input` to its end in a thread of its own. The channel is closed at the end of input or at an error; the
/// thread never waits for the one who takes the lines, and ends when nobody does any more.
pub(super) fn read_lines(input: impl Read + Send + 'static) -> std::io::Result<Receiver<Line>> {
    let (sender, receiver) = unbounded();
    thread::Builder::new().name("input".to_string()).spawn(move || {
        let mut input = BufReader::new(input);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            match input.read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let text = String::from_utf8_lossy(&bytes).trim().to_string();
            if sender.send(Line { text, arrived: Instant::now() }).is_err() {
                return;
            }
        }
    })?;
    Ok(receiver)
}
