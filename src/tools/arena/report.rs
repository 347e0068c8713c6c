//! The state of a match as text: a few lines while it runs, a report at its end.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::config::MatchConfig;
use super::pgn::limits_text;
use super::sprt::{Decision, Sprt};
use super::tally::{EngineTally, PairingTally, Tally};
use crate::tools::arena::referee::Cause;

/// Shows the state on standard error: a table that redraws itself on a terminal, else some lines every few
/// games.
pub(super) struct Live {
    bar: Option<ProgressBar>,
    interval: u64,
    start: Instant,
    planned: usize,
}

impl Live {
    /// For a match of so many games.
    pub(super) fn new(config: &MatchConfig, planned: usize) -> Live {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{msg}") {
                bar.set_style(style);
            }
            bar
        });
        Live { bar, interval: config.rating_interval.max(1) as u64, start: Instant::now(), planned }
    }

    /// Shows the state after a game.
    pub(super) fn update(&self, tally: &Tally, sprt: Option<&Sprt>) {
        let text = || {
            let clock = clock_text(self.start.elapsed());
            let mut lines = vec![format!("games {}/{}, {clock} since start", tally.games, self.planned)];
            lines.extend(result_lines(tally, sprt));
            lines.extend(engine_lines(tally));
            lines.join("\n")
        };
        match &self.bar {
            Some(bar) => bar.set_message(text()),
            None if tally.games.is_multiple_of(self.interval) => eprintln!("{}\n", text()),
            None => {}
        }
    }

    /// Says something that is to stay visible.
    pub(super) fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => eprintln!("{text}"),
        }
    }

    /// Ends the display.
    pub(super) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The report at the end.
pub(super) fn final_report(
    config: &MatchConfig,
    tally: &Tally,
    openings: usize,
    elapsed: Duration,
) -> String {
    let mut lines = Vec::new();
    for engine in &config.engines {
        let options: Vec<String> =
            engine.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let delay = match engine.delay.as_millis() {
            0 => String::new(),
            delay => format!("delay {delay} ms "),
        };
        let line = format!(
            "engine {}: {}, margin {} ms {delay}{}",
            engine.name,
            limits_text(&engine.limits),
            engine.margin.as_millis(),
            options.join(" ")
        );
        lines.push(line.trim_end().to_string());
    }
    lines.push(format!(
        "rules {}, {openings} opening(s), seed {}, {} at a time, {}",
        config.rules,
        config.seed,
        config.concurrency,
        clock_text(elapsed)
    ));
    lines.push(String::new());
    lines.extend(result_lines(tally, config.sprt.as_ref()));
    if config.engines.len() > 2 {
        lines.extend(standings(tally));
    }
    lines.push(String::new());
    lines.extend(engine_lines(tally));
    lines.push(String::new());
    for (cause, [red, drawn, black]) in &tally.ends {
        let count = red + drawn + black;
        lines.push(format!("{:<17}{count:>6}   red {red}, drawn {drawn}, black {black}", cause.name()));
    }
    lines.join("\n")
}

/// Two lines for each pairing, a third for the test.
fn result_lines(tally: &Tally, sprt: Option<&Sprt>) -> Vec<String> {
    let mut lines = Vec::new();
    for (&(first, second), pairing) in &tally.pairings {
        lines.push(format!("{} vs {}: {}", tally.names[first], tally.names[second], score_text(pairing)));
        let outcomes = pairing.outcomes();
        lines.push(format!(
            "  Elo {}, nElo {}, LOS {:.1} %, Ptnml(0-2) {:?}",
            with_error(outcomes.elo(), outcomes.elo_error()),
            with_error(outcomes.normalized_elo(), outcomes.normalized_elo_error()),
            outcomes.los() * 100.0,
            pairing.pairs
        ));
        lines.extend(sprt.map(|sprt| sprt_line(sprt, pairing)));
    }
    lines
}

fn score_text(pairing: &PairingTally) -> String {
    let PairingTally { wins, draws, losses, .. } = pairing;
    let games = pairing.games();
    format!(
        "W-D-L {wins}-{draws}-{losses} of {games}, {:.2} %, drawn {:.1} %",
        pairing.trinomial().mean() * 100.0,
        *draws as f64 / games as f64 * 100.0
    )
}

fn sprt_line(sprt: &Sprt, pairing: &PairingTally) -> String {
    let llr = sprt.llr(&pairing.pentanomial()) + 0.0;
    let (lower, upper) = sprt.bounds();
    let verdict = match sprt.decide(llr) {
        Decision::Continue => "undecided",
        Decision::AcceptH0 => "H0 accepted",
        Decision::AcceptH1 => "H1 accepted",
    };
    let Sprt { elo0, elo1, model, .. } = sprt;
    let model = format!("{model:?}").to_lowercase();
    format!("  SPRT LLR {llr:.2} ({lower:.2}, {upper:.2}) [{elo0}, {elo1}] {model}: {verdict}")
}

/// A number with its error, to one place; what is not finite is not known.
pub fn with_error(value: f64, error: f64) -> String {
    // Negative zero is no sign of anything.
    let value = value + 0.0;
    match (value.is_finite(), error.is_finite()) {
        (true, true) => format!("{value:+.1} ± {error:.1}"),
        (true, false) => format!("{value:+.1} ± ?"),
        _ if value > 0.0 => "+inf".to_string(),
        _ if value < 0.0 => "-inf".to_string(),
        _ => "?".to_string(),
    }
}

/// One line for each engine: what it used, what it reached, what it did wrong.
fn engine_lines(tally: &Tally) -> Vec<String> {
    let width = tally.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let faults = Cause::FAULTS.map(Cause::name).join(" ");
    let mut lines = vec![format!(
        "{:width$} {:>10} {:>8} {:>6} {:>9} {:>15}  faults ({faults})",
        "engine", "time used", "ms/move", "depth", "kn/s", "over, max ms"
    )];
    for (name, engine) in tally.names.iter().zip(&tally.engines) {
        let or_dash = |value: Option<f64>, digits: usize| match value {
            Some(value) => format!("{value:.digits$}"),
            None => "-".to_string(),
        };
        let EngineTally { moves, time_us, overs, max_over_us, .. } = engine;
        let per_move = (*moves > 0).then(|| *time_us as f64 / *moves as f64 / 1e3);
        lines.push(format!(
            "{name:width$} {:>10} {:>8} {:>6} {:>9} {:>15}  {}",
            clock_text(Duration::from_micros(*time_us)),
            or_dash(per_move, 1),
            or_dash(engine.depth(), 1),
            or_dash(engine.speed().map(|speed| speed / 1e3), 0),
            format!("{overs}, {:.1}", *max_over_us as f64 / 1e3),
            engine.faults.map(|count| count.to_string()).join(" ")
        ));
    }
    lines
}

/// Points of each engine against all others, best first.
fn standings(tally: &Tally) -> Vec<String> {
    let points = |engine: &EngineTally| engine.results[0] as f64 + engine.results[1] as f64 / 2.0;
    let mut order: Vec<usize> = (0..tally.engines.len()).collect();
    order.sort_by(|&a, &b| points(&tally.engines[b]).total_cmp(&points(&tally.engines[a])));
    let line = |place: usize| {
        let [wins, draws, losses] = tally.engines[place].results;
        let games = wins + draws + losses;
        let score = points(&tally.engines[place]);
        format!("  {:<20} {score:>7} / {games}  +{wins} ={draws} -{losses}", tally.names[place])
    };
    std::iter::once("standings:".to_string()).chain(order.into_iter().map(line)).collect()
}

/// Hours, minutes and seconds as far as needed.
fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60) {
        (0, 0) => format!("{:.1} s", time.as_secs_f64()),
        (0, minutes) => format!("{minutes}m{:02}s", seconds % 60),
        (hours, minutes) => format!("{hours}h{minutes:02}m{:02}s", seconds % 60),
    }
}
