//! Steps that may end a node by a smaller search before its moves are tried: razoring, reverse futility, null
//! move, ProbCut.

use super::node::Node;
use super::picker::Picker;
use super::pruning::can_wait;
use super::worker::{PATH_FREE, Search, Stopped};
use super::{Bound, TableEntry};
use crate::types::Score;

impl Search<'_> {
    /// The score of a node that need not be searched, `None` when it must be.
    pub(super) fn prune_node(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let Some(eval) = node.eval else { return Ok(None) };
        if self.params().wants_razoring(node) {
            let score = self.quiescence::<false>(node.alpha, node.alpha + 1, node.ply)?;
            if score <= node.alpha {
                return Ok(Some(score));
            }
        }
        if self.params().passes_reverse_futility(node) {
            return Ok(Some(Score::cp((eval.value() + node.beta.value()) / 2)));
        }
        if let Some(score) = self.null_move(node, eval)? {
            return Ok(Some(score));
        }
        self.probcut(node)
    }

    /// Null move (Beal 1989): if the enemy may move twice and still fails, the node fails high. Wrong in
    /// zugzwang, hence the guards and, deep in the tree, a verifying search.
    fn null_move(&mut self, node: &Node, eval: Score) -> Result<Option<Score>, Stopped> {
        let position = self.game.position();
        if node.depth < self.params().nmp_min_depth
            || eval < node.beta
            || node.ply < self.null_move_min_ply
            || node.beta.is_loss()
            || self.game.last_move().is_none()
            || !can_wait(position, position.side_to_move())
        {
            return Ok(None);
        }
        let surplus = ((eval - node.beta) / self.params().nmp_eval_divisor).min(3);
        let reduced =
            node.depth - self.params().nmp_base - node.depth / self.params().nmp_depth_divisor - surplus;
        self.pass(node.ply);
        let score = -self.node::<false>(-node.beta, -node.beta + 1, reduced, node.ply + 1, !node.is_cut)?;
        self.undo();
        if score < node.beta {
            return Ok(None);
        }
        // A mate or ruling found after a pass is not proven.
        let score = if score.value() > Score::MAX_EVAL.value() { node.beta } else { score };
        if node.depth < self.params().nmp_verify_min_depth || self.null_move_min_ply > 0 {
            return Ok(Some(score));
        }
        self.null_move_min_ply = node.ply + 3 * reduced.max(0) as usize / 4 + 1;
        let verified = self.node::<false>(node.beta - 1, node.beta, reduced, node.ply, node.is_cut)?;
        self.null_move_min_ply = 0;
        Ok((verified >= node.beta).then_some(score))
    }

    /// ProbCut (Buro 1995): if a good capture beats beta by a margin in a much shallower search, it will beat
    /// beta in the full one. Risk: the short search is wrong by more than the margin.
    fn probcut(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let target = node.beta + self.params().probcut_margin;
        let reduced = node.depth - self.params().probcut_reduction;
        let hopeless = node.entry.is_some_and(|entry| {
            entry.depth as i32 >= reduced
                && entry.bound == Some(Bound::Upper)
                && entry.score.from_node(node.ply) < target
        });
        if node.depth < self.params().probcut_min_depth
            || node.beta.value().abs() > Score::MAX_EVAL.value()
            || hopeless
        {
            return Ok(None);
        }
        let Some(eval) = node.eval else { return Ok(None) };
        let checks = self.game.position().checks();
        let hints = self.hints(node);
        let mut picker = Picker::captures_above(self.game.position(), checks, hints, (target - eval).max(0));
        while let Some(mv) = picker.next(self.game.position(), &self.memory.histories) {
            self.play(mv, node.ply);
            let mut score = -self.quiescence::<false>(-target, -target + 1, node.ply + 1)?;
            if score >= target {
                score = -self.node::<false>(-target, -target + 1, reduced, node.ply + 1, !node.is_cut)?;
            }
            self.undo();
            if score >= target && self.path_ply == PATH_FREE && !score.is_ruling() {
                self.shared.table.store(
                    self.game.position().key(),
                    TableEntry {
                        mv: Some(mv),
                        score: score.to_node(node.ply),
                        bound: Some(Bound::Lower),
                        depth: (reduced + 1).max(0) as usize,
                        eval: node.entry.and_then(|entry| entry.eval),
                    },
                );
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}
