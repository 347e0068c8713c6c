//! One node of the alpha-beta tree, as a list of named steps.
//!
//! PV nodes have an open window and are searched exactly. Cut nodes are expected to fail high: one good move is
//! enough. All nodes are expected to fail low: every move has to be refuted. Ideas: principal variation search
//! (Marsland 1983), and the techniques named at each step.

use arrayvec::ArrayVec;

use super::picker::{Hints, Picker};
use super::pruning::Skip;
use super::worker::{PATH_FREE, Search, Standing, Stopped};
use super::{Bound, TableEntry};
use crate::types::{Move, Score};

/// What the steps of a node share.
pub(super) struct Node {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) is_pv: bool,
    /// Expected to fail high.
    pub(super) is_cut: bool,
    pub(super) in_check: bool,
    /// Best guess at the value without searching; `None` in check.
    pub(super) eval: Option<Score>,
    /// Whether the evaluation went up since the mover's last turn.
    pub(super) improving: bool,
    pub(super) entry: Option<TableEntry>,
}

impl Node {
    /// The hash table's move.
    pub(super) fn table_move(&self) -> Option<Move> {
        self.entry.and_then(|entry| entry.mv)
    }
}

/// The best that the move loop has found.
struct Best {
    score: Score,
    mv: Option<Move>,
    /// The [`Search::path_ply`] of the score.
    path_ply: usize,
}

/// Moves that were searched without success, to be marked down when another one succeeds.
#[derive(Default)]
pub(super) struct Tried {
    pub(super) quiets: ArrayVec<Move, 64>,
    pub(super) captures: ArrayVec<Move, 32>,
}

impl Tried {
    fn add(&mut self, mv: Move, is_quiet: bool) {
        // The lists are long enough for all that matters; later moves are weak ones anyway.
        let _ = if is_quiet { self.quiets.try_push(mv) } else { self.captures.try_push(mv) };
    }
}

impl Search<'_> {
    /// The value of the present position, `depth` plies deep, within the window; fail-soft.
    pub(super) fn node<const PV: bool>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> Result<Score, Stopped> {
        // At the horizon, captures are played out.
        if depth <= 0 {
            return self.quiescence::<PV>(alpha, beta, ply);
        }
        self.count_node(ply)?;
        if PV {
            self.memory.pv.clear(ply);
        }

        self.path_ply = PATH_FREE;
        let mut is_repeated = false;
        if ply > 0 {
            // The game may be over.
            match self.standing(ply, depth) {
                Standing::Open => {}
                Standing::Repeated => is_repeated = true,
                Standing::Ended(score) => return Ok(score),
            }
            if ply >= Score::MAX_PLY {
                return Ok(self.score_of_endless_line());
            }
            // Mate distance: no line from here can beat a shorter mate found elsewhere.
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        let excluded = self.frame(ply).excluded;

        // A draw by repetition within reach is worth a draw at least.
        if ply > 0
            && alpha < Score::DRAW
            && excluded.is_none()
            && let Some(length) = self.game.upcoming_draw(ply, self.shared.settings.rules)
        {
            alpha = Score::DRAW;
            if alpha >= beta {
                self.path_ply = (ply + 1).saturating_sub(length);
                return Ok(alpha);
            }
        }

        // What the hash table knows may be enough.
        let key = self.game.position().key();
        let entry = if excluded.is_none() { self.shared.table.probe(key) } else { None };
        if !PV
            && !is_repeated
            && let Some(score) = entry.and_then(|entry| self.table_cutoff(&entry, alpha, beta, depth, ply))
        {
            return Ok(score);
        }

        // Static evaluation.
        let in_check = self.game.is_in_check();
        let (raw_eval, eval, improving) = self.evaluate_node(entry, in_check, excluded, ply);
        self.frame_mut(ply + 1).killers = [None; 2];
        let mut node = Node { alpha, beta, depth, ply, is_pv: PV, is_cut, in_check, eval, improving, entry };

        // Steps that may end the node before any move is tried. Of a repeated node nothing is known but its moves.
        if !PV
            && excluded.is_none()
            && !is_repeated
            && let Some(score) = self.prune_node(&node)?
        {
            return Ok(score);
        }

        // Internal iterative reduction.
        if excluded.is_none() && self.params().wants_less_depth(&node) {
            node.depth -= 1;
        }
        let depth = node.depth;

        let old_alpha = alpha;
        let mut best = Best { score: -Score::INFINITE, mv: None, path_ply: PATH_FREE };
        let mut tried = Tried::default();
        let mut moves = 0;
        let checks = self.game.position().checks();
        let mut picker = Picker::new(self.game.position(), checks, self.hints(&node));
        while let Some(mv) = picker.next(self.game.position(), &self.memory.histories) {
            if Some(mv) == excluded || ply == 0 && !self.searches_root_move(mv) {
                continue;
            }
            moves += 1;
            let is_quiet = self.game.position().piece_on(mv.to()).is_none();
            let history = self.history(mv, ply);

            // Moves that hardly matter are skipped once one line is known that does not lose.
            if ply > 0 && !best.score.is_loss() && best.mv.is_some() {
                let skip = self.params().skip(&node, self.game.position(), mv, moves, is_quiet, history);
                if skip == Skip::Quiets {
                    picker.skip_quiets();
                }
                if skip != Skip::No {
                    continue;
                }
            }

            // Singular extension of the table move.
            let mut extension = 0;
            if Some(mv) == node.table_move() && ply > 0 && excluded.is_none() && !is_repeated {
                match self.singularity(&node, mv)? {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cut(score) => return Ok(score),
                }
            }

            let nodes_before = self.nodes();
            self.play(mv, ply);
            let gives_check = self.game.is_in_check();
            if gives_check && extension == 0 && self.params().extends_check(&node, self.root_depth, moves) {
                extension = 1;
            }
            let reduction = self.params().reduction(&node, moves, is_quiet, gives_check, history);
            let score = self.child::<PV>(&node, moves, depth - 1 + extension, reduction)?;
            self.undo();

            if ply == 0 {
                let nodes = self.nodes() - nodes_before;
                self.note_root_move(mv, score, moves == 1 || score > alpha, nodes);
            }
            if score > best.score {
                best.score = score;
                best.path_ply = self.path_ply;
                if score > alpha {
                    best.mv = Some(mv);
                    if PV {
                        self.memory.pv.extend(ply, mv);
                    }
                    if score >= beta {
                        self.reward(&node, mv, is_quiet, &tried);
                        break;
                    }
                    alpha = score;
                    node.alpha = alpha;
                } else if best.mv.is_none() {
                    best.mv = Some(mv);
                }
            }
            tried.add(mv, is_quiet);
        }

        // A repetition of this very node is a matter of this node alone.
        self.path_ply = if best.path_ply < ply { best.path_ply } else { PATH_FREE };
        // No move at all: mated or stalemated, which is lost alike.
        if moves == 0 {
            return Ok(if excluded.is_some() { alpha } else { Score::mated_in(ply) });
        }
        if excluded.is_none() && !(ply == 0 && self.line > 0) {
            let bound = Bound::of(best.score, old_alpha, beta);
            self.remember(&node, raw_eval, &best, bound);
        }
        Ok(best.score)
    }

    /// The score where a line has grown as long as lines can get.
    pub(super) fn score_of_endless_line(&mut self) -> Score {
        if self.game.is_in_check() { Score::DRAW } else { self.static_eval(None).1 }
    }

    /// A score from the hash table that makes the search of this node needless.
    fn table_cutoff(
        &self,
        entry: &TableEntry,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        if (entry.depth as i32) < depth || self.is_near_limit() {
            None
        } else {
            entry.decides(alpha, beta, ply)
        }
    }

    /// Whether the natural move limit is so near that the position may have another value here than elsewhere, and the
    /// hash table is not to be trusted.
    pub(super) fn is_near_limit(&self) -> bool {
        let margin = self.params().limit_margin as usize;
        self.game.position().quiet_plies() + margin >= self.shared.settings.draw_plies
    }

    /// Evaluates the position into the frame of this ply, where a singular search finds it. Returns the uncorrected
    /// value, the best guess at the node's value, both `None` in check, and whether the evaluation went up since the
    /// mover's last turn.
    fn evaluate_node(
        &mut self,
        entry: Option<TableEntry>,
        in_check: bool,
        excluded: Option<Move>,
        ply: usize,
    ) -> (Option<Score>, Option<Score>, bool) {
        let mut raw = None;
        if excluded.is_none() {
            let evals = (!in_check).then(|| self.static_eval(entry.and_then(|entry| entry.eval)));
            self.frame_mut(ply).eval = evals.map(|(_, corrected)| corrected);
            raw = evals.map(|(raw, _)| raw);
        }
        let now = self.frame(ply).eval;
        let improving = now.zip(self.eval_before(ply)).is_some_and(|(now, before)| now > before);
        (raw, now.map(|eval| refine(eval, entry, ply)), improving)
    }

    /// What is known about good quiet moves here.
    pub(super) fn hints(&self, node: &Node) -> Hints {
        let before = self.moves_before(node.ply);
        Hints {
            table: if node.ply == 0 {
                self.root_moves.get(self.line).map(|root| root.mv)
            } else {
                node.table_move()
            },
            killers: self.frame(node.ply).killers,
            counter: self.memory.histories.counter(before[0]),
            before,
            check_bonus: self.params().quiet_check_bonus,
        }
    }

    /// How the move did before, in history points.
    fn history(&self, mv: Move, ply: usize) -> i32 {
        let position = self.game.position();
        let Some(piece) = position.piece_on(mv.from()) else { return 0 };
        match position.piece_on(mv.to()) {
            Some(taken) => self.memory.histories.capture(mv, piece, taken.kind()),
            None => self.memory.histories.quiet(position.side_to_move(), mv, piece, self.moves_before(ply)),
        }
    }

    /// Principal variation search of the move just played: a late move first with reduced depth and a null
    /// window, and again with more of either when it does better than expected.
    fn child<const PV: bool>(
        &mut self,
        node: &Node,
        moves: usize,
        new_depth: i32,
        reduction: i32,
    ) -> Result<Score, Stopped> {
        let (alpha, beta, ply) = (node.alpha, node.beta, node.ply + 1);
        let mut score = -Score::INFINITE;
        if moves > 1 && node.depth >= 2 && reduction > 0 {
            let reduced = (new_depth - reduction).clamp(1.min(new_depth), new_depth);
            score = -self.node::<false>(-alpha - 1, -alpha, reduced, ply, true)?;
            if score > alpha && reduced < new_depth {
                score = -self.node::<false>(-alpha - 1, -alpha, new_depth, ply, !node.is_cut)?;
            }
        } else if !PV || moves > 1 {
            score = -self.node::<false>(-alpha - 1, -alpha, new_depth, ply, !node.is_cut)?;
        }
        if PV && (moves == 1 || score > alpha) {
            score = -self.node::<true>(-beta, -alpha, new_depth, ply, false)?;
        }
        Ok(score)
    }

    /// Singular extension (Anantharaman et al. 1988): if every other move stays clearly below the table's
    /// score, the table's move is the only one and is looked at more deeply. If others reach beta as well, the
    /// node is cut (multi-cut). Risk: the smaller search that decides sees less than the full one.
    fn singularity(&mut self, node: &Node, mv: Move) -> Result<Singular, Stopped> {
        let Some(entry) = node.entry else { return Ok(Singular::Extend(0)) };
        let score = entry.score.from_node(node.ply);
        if node.depth < self.params().singular_min_depth
            || (entry.depth as i32) < node.depth - self.params().singular_table_deficit
            || !matches!(entry.bound, Some(Bound::Exact | Bound::Lower))
            || score.is_mate()
            || node.ply >= 2 * self.root_depth
        {
            return Ok(Singular::Extend(0));
        }
        let singular_beta = score - node.depth * self.params().singular_slope / 2;
        self.frame_mut(node.ply).excluded = Some(mv);
        let others = self.node::<false>(
            singular_beta - 1,
            singular_beta,
            (node.depth - 1) / 2,
            node.ply,
            node.is_cut,
        )?;
        self.frame_mut(node.ply).excluded = None;
        Ok(if others < singular_beta {
            let double = !node.is_pv && others < singular_beta - self.params().singular_double_margin;
            Singular::Extend(1 + i32::from(double))
        } else if singular_beta >= node.beta {
            Singular::Cut(singular_beta)
        } else if score >= node.beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }

    /// Stores what the node found: in the hash table, and as a correction of the evaluation.
    fn remember(&mut self, node: &Node, raw_eval: Option<Score>, best: &Best, bound: Bound) {
        // What a repetition decided holds only for the path that led here: just the move is worth keeping.
        let path_bound = self.path_ply != PATH_FREE || best.score.is_ruling();
        let mv = if bound == Bound::Upper { node.table_move().or(best.mv) } else { best.mv };
        self.shared.table.store(
            self.game.position().key(),
            TableEntry {
                mv,
                score: if path_bound { Score::DRAW } else { best.score.to_node(node.ply) },
                bound: (!path_bound).then_some(bound),
                depth: if path_bound { 0 } else { node.depth as usize },
                eval: raw_eval,
            },
        );
        let (Some(eval), Some(_)) = (self.frame(node.ply).eval, raw_eval) else { return };
        let is_quiet = best.mv.is_none_or(|mv| self.game.position().piece_on(mv.to()).is_none());
        let says_something = match bound {
            Bound::Exact => true,
            Bound::Lower => best.score > eval,
            Bound::Upper => best.score < eval,
        };
        if is_quiet && says_something && !best.score.is_mate() && !path_bound {
            let histories = &mut self.memory.histories;
            histories.update_correction(self.game.position(), eval, best.score, node.depth);
        }
    }

    /// A move refuted the node: it is preferred from now on, and those tried before it less.
    fn reward(&mut self, node: &Node, mv: Move, is_quiet: bool, tried: &Tried) {
        let bonus = (self.params().history_slope * node.depth).min(self.params().history_max_bonus);
        let before = self.moves_before(node.ply);
        let position = self.game.position();
        let side = position.side_to_move();
        let histories = &mut self.memory.histories;
        let Some(piece) = position.piece_on(mv.from()) else { return };
        if is_quiet {
            histories.update_quiet(side, mv, piece, before, bonus);
            histories.set_counter(before[0], mv);
            for &other in &tried.quiets {
                if let Some(piece) = position.piece_on(other.from()) {
                    histories.update_quiet(side, other, piece, before, -bonus);
                }
            }
        } else if let Some(taken) = position.piece_on(mv.to()) {
            histories.update_capture(mv, piece, taken.kind(), bonus);
        }
        for &other in &tried.captures {
            if let (Some(piece), Some(taken)) =
                (position.piece_on(other.from()), position.piece_on(other.to()))
            {
                histories.update_capture(other, piece, taken.kind(), -bonus);
            }
        }
        if is_quiet {
            let killers = &mut self.frame_mut(node.ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
    }
}

/// What the singular search says about the table move.
enum Singular {
    /// Search it this many plies deeper (or less deep).
    Extend(i32),
    /// Several moves reach beta: this bound is proven.
    Cut(Score),
}

/// The hash table's score where it is a better guess than the evaluation.
pub(super) fn refine(eval: Score, entry: Option<TableEntry>, ply: usize) -> Score {
    let Some(entry) = entry else { return eval };
    let score = entry.score.from_node(ply);
    let better = match entry.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => score > eval,
        Some(Bound::Upper) => score < eval,
        None => false,
    };
    if better && !score.is_mate() { score } else { eval }
}
