//! The root: iterative deepening, aspiration windows, several lines, the decision when to stop.

use std::time::Duration;

use super::observer::{IterationReport, Observer, Outcome};
use super::params::Params;
use super::time::{Allotment, soft_tenths};
use super::worker::{Search, Stopped};
use super::{Bound, Limits, Settings};
use crate::movegen::legal_moves;
use crate::rules::Game;
use crate::types::{Move, Score};

/// A move at the root and what is known about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in this iteration; minus infinity until it has been searched, and for moves below alpha.
    pub score: Score,
    /// Its score in the iteration before.
    pub previous: Score,
    /// Its line, itself first.
    pub pv: Vec<Move>,
    /// Longest line looked at.
    pub seldepth: usize,
    /// Nodes spent on it in this search.
    pub nodes: u64,
}

impl RootMove {
    /// The root moves that the limits allow. Of `search_moves` only the legal ones that are not excluded count; a list
    /// without any is no list.
    pub fn all(game: &Game, limits: &Limits) -> Vec<RootMove> {
        let mut moves: Vec<Move> = legal_moves(game.position()).into_iter().collect();
        moves.retain(|mv| !limits.excluded_moves.contains(mv));
        if limits.search_moves.iter().any(|mv| moves.contains(mv)) {
            moves.retain(|mv| limits.search_moves.contains(mv));
        }
        moves
            .into_iter()
            .map(|mv| RootMove {
                mv,
                score: -Score::INFINITE,
                previous: -Score::INFINITE,
                pv: vec![mv],
                seldepth: 0,
                nodes: 0,
            })
            .collect()
    }

    /// The score to show: of this iteration, or of the last one when this one was broken off too early.
    pub fn known_score(&self) -> Score {
        if self.score == -Score::INFINITE { self.previous } else { self.score }
    }
}

/// The deepest iteration.
pub const MAX_DEPTH: usize = 200;

/// What one thread brings home.
#[derive(Clone, Debug)]
pub struct ThreadResult {
    /// Its best move and line; `None` when no move is allowed.
    pub best: Option<RootMove>,
    /// Deepest finished iteration.
    pub depth: usize,
}

impl Search<'_> {
    /// Whether the present line of the root searches this move.
    pub(super) fn searches_root_move(&self, mv: Move) -> bool {
        self.root_moves[self.line..].iter().any(|root| root.mv == mv)
    }

    /// Notes a root move's result; `counts` says that its score and line mean something.
    pub(super) fn note_root_move(&mut self, mv: Move, score: Score, counts: bool, nodes: u64) {
        let line = self.memory.pv.line(1);
        let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        if counts {
            root.score = score;
            root.seldepth = self.seldepth;
            root.pv.clear();
            root.pv.push(mv);
            root.pv.extend_from_slice(line);
        } else {
            root.score = -Score::INFINITE;
        }
    }

    /// Searches deeper and deeper until the limits or a signal end it. The main thread reports each line of
    /// each iteration to `observer`.
    pub fn iterate(&mut self, mut observer: Option<&mut dyn Observer>) -> ThreadResult {
        let limits = &self.shared.limits;
        let settings = &self.shared.settings;
        let mut clock = Allotment::of(limits, settings.move_overhead, settings.ponder).map(Clockwork::new);
        self.hard_time = clock.as_ref().map(|clock| clock.allotment.hard);
        let strength = settings.strength;
        // A level has nodes for its own lines only: how many are shown must not make it weaker.
        let shown = if strength.nodes.is_some() { 1 } else { settings.multi_pv };
        let lines = shown.max(strength.lines()).clamp(1, self.root_moves.len().max(1));
        let for_mate = limits.mate.map_or(MAX_DEPTH, |moves| moves.saturating_mul(4).saturating_add(8));
        let deepest = limits.depth.unwrap_or(for_mate).clamp(1, MAX_DEPTH);
        let mut finished = 0;
        // Levels play alike with any number of threads.
        if strength.nodes.is_some() && !self.is_main() {
            return ThreadResult { best: None, depth: 0 };
        }
        for depth in 1..=deepest {
            if self.root_moves.is_empty() {
                break;
            }
            self.root_depth = depth;
            for root in &mut self.root_moves {
                root.previous = root.known_score();
                root.score = -Score::INFINITE;
            }
            let stopped = self.search_lines(lines, depth, &mut observer).is_err();
            self.line = 0;
            if stopped {
                self.rewind();
                break;
            }
            finished = depth;
            if self.is_main() && self.is_enough(depth, &mut clock) {
                break;
            }
        }
        let candidates = &self.root_moves[..strength.lines().min(self.root_moves.len())];
        let scores: Vec<Score> = candidates.iter().map(RootMove::known_score).collect();
        let choice = strength.choose(&scores, self.game.position().key());
        ThreadResult { best: candidates.get(choice).cloned(), depth: finished }
    }

    /// One iteration: each line in turn, without the moves of the lines before it.
    fn search_lines(
        &mut self,
        lines: usize,
        depth: usize,
        observer: &mut Option<&mut dyn Observer>,
    ) -> Result<(), Stopped> {
        for line in 0..lines {
            self.line = line;
            self.seldepth = 0;
            let result = self.aspirate(depth as i32);
            // A best move found before a break is better than the last iteration's: the sort is stable.
            self.root_moves[line..].sort_by_key(|root| std::cmp::Reverse(root.score));
            result?;
            // A later line can overtake an earlier one that was searched in the same iteration.
            self.root_moves[..=line].sort_by_key(|root| std::cmp::Reverse(root.score));
            self.shared.publish_nodes(self.thread, self.nodes());
        }
        if let Some(observer) = observer {
            for line in 0..lines.min(self.shared.settings.multi_pv) {
                observer.iteration(&self.report(line, depth, &self.root_moves[line]));
            }
        }
        Ok(())
    }

    /// Aspiration: a narrow window around the last score, widened on the side where the search falls out. Risk: time
    /// lost on windows that do not hold.
    fn aspirate(&mut self, depth: i32) -> Result<Score, Stopped> {
        let guess = self.root_moves[self.line].previous;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let mut width = self.params().aspiration_margin;
        if depth >= self.params().aspiration_min_depth && guess.value().abs() < Score::MAX_EVAL.value() {
            alpha = guess - width;
            beta = guess + width;
        }
        let mut reduced = 0;
        loop {
            let score = self.node::<true>(alpha, beta, (depth - reduced).max(1), 0, false)?;
            self.root_moves[self.line..].sort_by_key(|root| std::cmp::Reverse(root.score));
            let widen = |bound: i32| if width > 1000 { None } else { Some(bound) };
            if score <= alpha && alpha > -Score::INFINITE {
                beta = Score::from_code(((alpha.value() + beta.value()) / 2) as i16);
                alpha = widen(score.value() - width).map_or(-Score::INFINITE, clamped);
                reduced = 0;
            } else if score >= beta && beta < Score::INFINITE {
                beta = widen(score.value() + width).map_or(Score::INFINITE, clamped);
                reduced = (reduced + 1).min(3);
            } else {
                return Ok(score);
            }
            width += width / 2 + 4;
        }
    }

    /// The report on a root move as line `line` (from 0) of an iteration.
    pub(super) fn report<'r>(&self, line: usize, depth: usize, root: &'r RootMove) -> IterationReport<'r> {
        IterationReport {
            depth,
            seldepth: root.seldepth.max(root.pv.len()),
            multipv: line + 1,
            score: root.known_score(),
            bound: Bound::Exact,
            nodes: self.shared.nodes(),
            elapsed: self.shared.limits.start.elapsed(),
            hashfull_permille: self.shared.table.hashfull_permille(),
            pv: &root.pv,
        }
    }

    /// Whether the search may end after a finished iteration.
    fn is_enough(&self, depth: usize, clock: &mut Option<Clockwork>) -> bool {
        let limits = &self.shared.limits;
        let best = &self.root_moves[0];
        let proven = best.score.mate_distance().is_some_and(|plies| plies < depth);
        if let Some(moves) = limits.mate
            && best.score.is_win()
            && best.score.mate_distance().is_some_and(|plies| plies.div_ceil(2) <= moves)
        {
            return true;
        }
        // Nothing is left to find out in a proven mate, and nothing to choose with a single move.
        let only = self.root_moves.len() == 1 && limits.clock.is_some() && depth >= 4;
        if proven && self.shared.settings.multi_pv == 1 || only {
            return true;
        }
        if limits.soft_nodes.is_some_and(|limit| self.shared.nodes() >= limit) {
            return true;
        }
        let Some(clock) = clock else { return false };
        clock.note(best);
        if limits.clock.is_none() {
            return false;
        }
        let share = 1000 * best.nodes / self.nodes().max(1);
        let soft = clock.allotment.soft * soft_tenths(clock.unchanged, clock.score_drop, share) / 10;
        let soft = soft.min(clock.allotment.hard);
        self.shared.signals.elapsed().is_some_and(|elapsed| elapsed >= soft)
    }
}

fn clamped(value: i32) -> Score {
    let limit = Score::INFINITE.value();
    Score::from_code(value.clamp(-limit, limit) as i16)
}

/// How the best move behaved from iteration to iteration, for the time that a search on the clock takes.
struct Clockwork {
    allotment: Allotment,
    best: Option<Move>,
    unchanged: u32,
    /// Mean of the last scores, to see a fall.
    mean: Option<i32>,
    score_drop: i32,
}

impl Clockwork {
    fn new(allotment: Allotment) -> Clockwork {
        Clockwork { allotment, best: None, unchanged: 0, mean: None, score_drop: 0 }
    }

    fn note(&mut self, best: &RootMove) {
        self.unchanged = if self.best == Some(best.mv) { self.unchanged + 1 } else { 0 };
        self.best = Some(best.mv);
        let score = best.score.value();
        let mean = self.mean.unwrap_or(score);
        self.score_drop = mean - score;
        self.mean = Some((2 * mean + score) / 3);
    }
}

/// The place of the thread whose result counts: the threads vote on the move, each with a weight that grows with its
/// depth and with its score, and of those that found the chosen move the weightiest speaks. A win that is proven needs
/// no vote. Among equals the first thread, the main one, is preferred; it alone decides when several lines were looked
/// for or the move was left to the lot.
pub(super) fn elect(results: &[ThreadResult], settings: &Settings) -> usize {
    if settings.multi_pv > 1 || settings.strength.lines() > 1 {
        return 0;
    }
    let Params { vote_base, vote_range, .. } = settings.params;
    let score = |result: &ThreadResult| result.best.as_ref().map(|root| root.known_score().value());
    let Some(best) = results.iter().filter_map(score).max() else { return 0 };
    let weight = |result: &ThreadResult| {
        let lag = score(result).map_or(vote_range, |score| (best - score).min(vote_range));
        i64::from(vote_base + vote_range - lag) * result.depth as i64
    };
    let mv = |result: &ThreadResult| result.best.as_ref().map(|root| root.mv);
    let votes = |result: &ThreadResult| -> i64 {
        results.iter().filter(|other| mv(other) == mv(result)).map(weight).sum()
    };
    let win = |result: &ThreadResult| {
        result.best.as_ref().map(RootMove::known_score).filter(|score| score.is_win()).map(Score::value)
    };
    let candidates = results.iter().enumerate().rev().filter(|(_, result)| result.best.is_some());
    let elected = candidates.max_by_key(|(_, result)| (win(result), votes(result), weight(result)));
    elected.map_or(0, |(place, _)| place)
}

/// The outcome of a search from what the thread that counts brought home.
pub(super) fn outcome(result: &ThreadResult, game: &Game, nodes: u64, elapsed: Duration) -> Outcome {
    let root = result.best.as_ref();
    let no_move = if legal_moves(game.position()).is_empty() { Score::mated_in(0) } else { Score::DRAW };
    Outcome {
        best: root.map(|root| root.mv),
        ponder: root.and_then(|root| root.pv.get(1).copied()),
        score: root.map_or(no_move, RootMove::known_score),
        depth: result.depth,
        nodes,
        elapsed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(mv: &str, score: Score, depth: usize) -> ThreadResult {
        let mv: Move = mv.parse().expect("a move");
        let root = RootMove { mv, score, previous: score, pv: vec![mv], seldepth: depth, nodes: 1 };
        ThreadResult { best: Some(root), depth }
    }

    fn elected(results: &[ThreadResult]) -> usize {
        elect(results, &Settings::default())
    }

    #[test]
    fn threads_vote_on_the_move() {
        let deep = result("h2e2", Score::cp(30), 12);
        let others = [result("b2e2", Score::cp(28), 11), result("b2e2", Score::cp(29), 11)];
        assert_eq!(elected(&[deep.clone(), others[0].clone(), others[1].clone()]), 2);
        assert_eq!(elected(&[others[0].clone(), deep.clone()]), 1);
        let nothing = ThreadResult { best: None, depth: 0 };
        assert_eq!(elected(&[nothing.clone(), others[0].clone()]), 1);
        assert_eq!(elected(&[nothing]), 0);
        let two_lines = Settings { multi_pv: 2, ..Settings::default() };
        assert_eq!(
            elect(&[others[0].clone(), deep], &two_lines),
            0,
            "the lines that were told are the main thread's"
        );
    }

    #[test]
    fn a_proven_win_needs_no_vote_and_equals_leave_it_to_the_main_thread() {
        let won = result("h2e2", Score::mate_in(5), 4);
        let quicker = result("b2e2", Score::mate_in(3), 4);
        let other = result("h0g2", Score::cp(200), 30);
        assert_eq!(elected(&[other.clone(), won.clone(), quicker]), 2);
        assert_eq!(elected(&[other.clone(), other, won]), 2);
        let twins = [result("h2e2", Score::cp(5), 9), result("b2e2", Score::cp(5), 9)];
        assert_eq!(elected(&twins), 0);
    }

    #[test]
    fn one_lost_thread_does_not_make_the_others_equal() {
        let lost = result("a0a1", Score::mated_in(6), 12);
        let [good, better] = [result("h2e2", Score::cp(10), 12), result("b2e2", Score::cp(60), 12)];
        assert_eq!(elected(&[lost, good, better]), 2);
    }
}
