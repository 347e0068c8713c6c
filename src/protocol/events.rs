//! What the search threads send to the session.

use crossbeam_channel::Sender;

use super::Info;
use crate::engine::Outlook;
use crate::search::{IterationReport, Observer, Outcome};

/// One event of a search.
pub(super) enum Event {
    /// It began, with so many threads.
    Started(usize),
    /// A line of thinking.
    Thought(Info),
    /// It is over.
    Finished(Outcome),
    /// It ended without an outcome: a thread of it broke down.
    Lost,
}

/// Turns the reports of one search into events. A session that has ended does not hear them any more, and need
/// not; so a closed channel is no error.
pub(super) struct Reporter {
    events: Sender<Event>,
    /// Men on the board, where the chances are to be told.
    men: Option<u32>,
    is_finished: bool,
}

impl Reporter {
    pub(super) fn new(events: Sender<Event>, men: Option<u32>) -> Reporter {
        Reporter { events, men, is_finished: false }
    }
}

impl Observer for Reporter {
    fn started(&mut self, threads: usize) {
        let _ = self.events.send(Event::Started(threads));
    }

    fn iteration(&mut self, report: &IterationReport<'_>) {
        let outlook = self.men.map(|men| Outlook::of(report.score, men));
        let _ = self.events.send(Event::Thought(Info { outlook, ..report.into() }));
    }

    fn finished(&mut self, outcome: &Outcome) {
        self.is_finished = true;
        let _ = self.events.send(Event::Finished(outcome.clone()));
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        if !self.is_finished {
            let _ = self.events.send(Event::Lost);
        }
    }
}
