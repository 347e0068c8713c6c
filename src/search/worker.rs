//! One search thread: what it keeps from search to search, and what it needs during one.

use super::history::{Histories, PIECE_TO_COUNT, PieceTo, piece_to};
use super::idle::Pacer;
use super::params::Params;
use super::pv::PvTable;
use super::root::RootMove;
use super::shared::Shared;
use crate::eval::Evaluator;
use crate::movegen::has_legal_move;
use crate::rules::{Game, Verdict, is_bare_draw};
use crate::types::{Move, Score};

/// The search was told to break off; its results so far are kept at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// What a thread keeps from search to search.
pub struct Memory {
    pub(super) histories: Histories,
    pub(super) pv: PvTable,
    pub(super) frames: Vec<Frame>,
    evaluator: Evaluator,
}

/// What a thread notes about each ply of the line that it looks at.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Static evaluation, `None` in check.
    pub(super) eval: Option<Score>,
    /// The move that leads to the next ply; `PIECE_TO_COUNT` after a pass and before the root.
    pub(super) current: PieceTo,
    /// The move left out by a singular search at this ply.
    pub(super) excluded: Option<Move>,
    /// Quiet moves that refuted nodes of this ply.
    pub(super) killers: [Option<Move>; 2],
}

const EMPTY_FRAME: Frame = Frame { eval: None, current: PIECE_TO_COUNT, excluded: None, killers: [None; 2] };

/// The [`Search::path_ply`] of a value that would be the same on any path.
pub(super) const PATH_FREE: usize = usize::MAX;

/// Frames before the root, so that "two plies earlier" always exists.
const FRAMES_BEFORE_ROOT: usize = 2;

impl Memory {
    /// The memory of a thread that has never searched.
    pub fn new() -> Memory {
        Memory {
            histories: Histories::new(),
            pv: PvTable::new(),
            frames: vec![EMPTY_FRAME; Score::MAX_PLY + FRAMES_BEFORE_ROOT + 2],
            evaluator: Evaluator::new(),
        }
    }

    /// Forgets what was learnt.
    pub fn clear(&mut self) {
        self.histories.clear();
    }
}

/// One thread's part of one search.
pub struct Search<'a> {
    pub(super) memory: &'a mut Memory,
    pub(super) shared: &'a Shared,
    pub(super) thread: usize,
    pub(super) game: Game,
    pub(super) root_ply: usize,
    pub(super) root_moves: Vec<RootMove>,
    /// Root moves before this index belong to better lines and are not searched again.
    pub(super) line: usize,
    /// Depth of the present iteration.
    pub(super) root_depth: usize,
    /// Deepest ply of the present iteration.
    pub(super) seldepth: usize,
    /// Before this ply no null move is tried: a cut-off by one is being verified.
    pub(super) null_move_min_ply: usize,
    /// The ply of the ancestor on which the value returned last depends, because a repetition of that ancestor
    /// decided it; [`PATH_FREE`] when it depends on none.
    pub(super) path_ply: usize,
    /// When a search on the clock has to break off.
    pub(super) hard_time: Option<std::time::Duration>,
    pacer: Pacer,
    nodes: u64,
}

/// Nodes between two looks at the clock and the other threads.
const CHECK_INTERVAL: u64 = 512;
/// Nodes between two looks of a helper thread at the clock, a multiple of [`CHECK_INTERVAL`]: the clock is shared, and
/// they should not wait for each other there.
const HELPER_CHECK_INTERVAL: u64 = 16 * CHECK_INTERVAL;

impl<'a> Search<'a> {
    /// Thread `thread`'s part of the search.
    pub fn new(memory: &'a mut Memory, shared: &'a Shared, thread: usize) -> Search<'a> {
        memory.frames.fill(EMPTY_FRAME);
        memory.evaluator.start(&shared.settings.evaluation);
        let game = shared.game.clone();
        let root_ply = game.ply();
        Search {
            root_moves: RootMove::all(&game, &shared.limits),
            memory,
            shared,
            thread,
            game,
            root_ply,
            line: 0,
            root_depth: 0,
            seldepth: 0,
            null_move_min_ply: 0,
            path_ply: PATH_FREE,
            hard_time: None,
            pacer: Pacer::new(shared.settings.idle_percent),
            nodes: 0,
        }
    }

    /// Whether this thread decides when it is enough, and reports.
    pub fn is_main(&self) -> bool {
        self.thread == 0
    }

    /// The numbers of this search.
    #[inline(always)]
    pub(super) fn params(&self) -> &'a Params {
        &self.shared.settings.params
    }

    /// Nodes visited by this thread.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Back to the root after a search that broke off.
    pub(super) fn rewind(&mut self) {
        while self.game.ply() > self.root_ply {
            self.undo();
        }
        self.null_move_min_ply = 0;
        self.memory.frames.iter_mut().for_each(|frame| frame.excluded = None);
    }

    /// The frame of this ply.
    #[inline(always)]
    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.memory.frames[ply + FRAMES_BEFORE_ROOT]
    }

    /// The frame of this ply, to be changed.
    #[inline(always)]
    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.memory.frames[ply + FRAMES_BEFORE_ROOT]
    }

    /// The moves one and two plies before this ply.
    #[inline(always)]
    pub(super) fn moves_before(&self, ply: usize) -> [PieceTo; 2] {
        let frames = &self.memory.frames[ply..ply + FRAMES_BEFORE_ROOT];
        [frames[1].current, frames[0].current]
    }

    /// Static evaluation two plies before this ply, by the same side.
    pub(super) fn eval_before(&self, ply: usize) -> Option<Score> {
        self.memory.frames[ply].eval
    }

    /// Counts a node, and breaks off when it is time.
    #[inline(always)]
    pub(super) fn count_node(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            self.shared.publish_nodes(self.thread, self.nodes);
            self.pacer.rest_if_due();
            self.check_limits()?;
        }
        match self.shared.limits.nodes {
            Some(limit) if self.nodes > limit => Err(Stopped),
            _ => Ok(()),
        }
    }

    fn check_limits(&self) -> Result<(), Stopped> {
        let shared = self.shared;
        if shared.signals.is_stopped() {
            return Err(Stopped);
        }
        if self.is_main() {
            // The other threads are stopped when the main thread is back at the root.
            let out_of_nodes = shared.limits.nodes.is_some_and(|limit| shared.nodes() > limit);
            return if out_of_nodes || self.is_out_of_time() { Err(Stopped) } else { Ok(()) };
        }
        // With more threads than cores the main thread may be the last to get a turn.
        if self.nodes.is_multiple_of(HELPER_CHECK_INTERVAL)
            && !shared.limits.infinite
            && self.is_out_of_time()
        {
            shared.signals.stop();
            return Err(Stopped);
        }
        Ok(())
    }

    fn is_out_of_time(&self) -> bool {
        let elapsed = || self.shared.signals.elapsed();
        self.hard_time.is_some_and(|hard| elapsed().is_some_and(|elapsed| elapsed >= hard))
    }

    /// Makes a move in the tree.
    #[inline]
    pub(super) fn play(&mut self, mv: Move, ply: usize) {
        let position = self.game.position();
        self.shared.table.prefetch(position.key_after(mv));
        let current = position.piece_on(mv.from()).map_or(PIECE_TO_COUNT, |piece| piece_to(piece, mv));
        self.memory.evaluator.push(position, mv);
        self.frame_mut(ply).current = current;
        self.game.play(mv);
    }

    /// Lets the side to move pass, in the tree.
    pub(super) fn pass(&mut self, ply: usize) {
        self.frame_mut(ply).current = PIECE_TO_COUNT;
        self.game.pass();
    }

    /// Takes back the last move or pass of the tree.
    #[inline]
    pub(super) fn undo(&mut self) {
        if self.game.last_move().is_some() {
            self.memory.evaluator.pop();
        }
        self.game.undo();
    }

    /// The corrected static evaluation; `known` is the uncorrected one, if the hash table had it. Returns both.
    pub(super) fn static_eval(&mut self, known: Option<Score>) -> (Score, Score) {
        let position = self.game.position();
        let raw = known.unwrap_or_else(|| self.memory.evaluator.evaluate(position));
        #[cfg(test)]
        assert!(known.is_some() || raw == self.shared.settings.evaluation.evaluate(position), "{position}");
        (raw, self.memory.histories.corrected(position, raw))
    }

    /// Whether and how the rules end the game at a node of `depth` plies: a ruling on repetition, the natural move
    /// limit, bare material. Mate is found by the node itself.
    ///
    /// A second occurrence that one side would lose by going on is the end near the leaves. With depth left the
    /// search looks on, for the loser may have other ways of going on.
    ///
    /// Sets [`Search::path_ply`] for the score returned.
    pub(super) fn standing(&mut self, ply: usize, depth: i32) -> Standing {
        self.path_ply = PATH_FREE;
        let position = self.game.position();
        let settings = &self.shared.settings;
        if let Some(cycle) = self.game.search_cycle(ply) {
            let score = match self.game.judge(cycle, settings.rules) {
                Verdict::Loses(_) if cycle.occurrences < 3 && depth >= self.params().repeated_min_depth => {
                    return Standing::Repeated;
                }
                Verdict::Loses(side) if side == position.side_to_move() => Score::ruled_loss(ply),
                Verdict::Loses(_) => Score::ruled_win(ply),
                Verdict::Draw | Verdict::Ongoing => Score::DRAW,
            };
            self.path_ply = ply.saturating_sub(cycle.length);
            return Standing::Ended(score);
        }
        let quiet_plies = self.game.counted_quiet_plies(settings.rules);
        let drawn = quiet_plies >= settings.draw_plies || is_bare_draw(position);
        if drawn && has_legal_move(position) { Standing::Ended(Score::DRAW) } else { Standing::Open }
    }
}

/// How the game stands at a node.
pub(super) enum Standing {
    /// It goes on.
    Open,
    /// It goes on, but one side will lose if it only repeats itself: what the hash table knows of the position does
    /// not count here, or a loser could live on the score of the first time.
    Repeated,
    /// It is over, with this score.
    Ended(Score),
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use crate::board::Position;
    use crate::eval::Evaluation;
    use crate::eval::network::Network;
    use crate::rules::Game;
    use crate::search::{IterationReport, Limits, Observer, Outcome, Pool, Settings, Table, Task};

    struct Report(mpsc::Sender<Outcome>);

    impl Observer for Report {
        fn iteration(&mut self, _: &IterationReport<'_>) {}

        fn finished(&mut self, outcome: &Outcome) {
            let _ = self.0.send(outcome.clone());
        }
    }

    /// The search checks each value of its evaluator against one computed anew when it is built for this test, and
    /// breaks down when they differ. One pool takes several positions, networks and limits in turn, some of which
    /// break the search off.
    #[test]
    fn the_evaluator_keeps_in_step_with_the_search() {
        let networks = [1, 2].map(|seed| Evaluation::of(&Network::random(64, seed)).unwrap());
        let fens = [crate::board::START_FEN, "3ak1b2/4a4/4b4/p3n3p/9/2P3P2/P7P/4C1N2/4A4/2BAK4 w"];
        let positions = fens.map(|fen| fen.parse::<Position>().unwrap());
        let mut pool = Pool::new(2);
        let limits =
            [Limits { depth: Some(6), ..Limits::none() }, Limits { nodes: Some(3_001), ..Limits::none() }];
        for round in 0..8 {
            let evaluation = networks[round / 4].clone();
            let (done, receiver) = mpsc::channel();
            let task = Task {
                game: Game::new(positions[round % 2].clone()),
                limits: limits[round / 2 % 2].clone(),
                settings: Settings { evaluation, ..Settings::default() },
                table: Arc::new(Table::new(1).unwrap()),
            };
            pool.start(task, Box::new(Report(done)));
            let outcome = receiver.recv().expect("the search does not break down");
            assert!(outcome.nodes > 500 && outcome.best.is_some());
        }
    }
}
