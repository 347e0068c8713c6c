//! Decisions of a node that need no search of their own: what to skip, extend, reduce.

use std::sync::LazyLock;

use super::node::Node;
use super::params::Params;
use super::see::exchange_gains;
use crate::board::Position;
use crate::types::{Color, Kind, Move};

/// Whether a move of a node is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// It is searched.
    No,
    /// It is left out.
    Move,
    /// It and all quiet moves after it are left out.
    Quiets,
}

/// Whether `side` has enough men that move freely for a pass to be worse than its best move: in zugzwang, which
/// xiangqi endgames are full of, the null move lies.
pub(super) fn can_wait(position: &Position, side: Color) -> bool {
    let men = |kind| position.men(side, kind);
    (men(Kind::Rook) | men(Kind::Knight) | men(Kind::Cannon)).has_many()
}

/// Logarithms of 1 to 127.
static LOGARITHMS: LazyLock<[f64; 128]> = LazyLock::new(|| std::array::from_fn(|i| (i.max(1) as f64).ln()));

impl Params {
    /// Razoring: so far below alpha that only captures can help. Risk: quiet rescues, and threats that need a move.
    pub(super) fn wants_razoring(&self, node: &Node) -> bool {
        let margin = self.razor_base + self.razor_slope * node.depth * node.depth;
        node.depth <= self.razor_max_depth && node.eval.is_some_and(|eval| eval + margin < node.alpha)
    }

    /// Reverse futility: the evaluation beats beta by more than a few quiet plies can undo. Risk: threats that the
    /// evaluation does not see.
    pub(super) fn passes_reverse_futility(&self, node: &Node) -> bool {
        let margin = self.rfp_slope * (node.depth - i32::from(node.improving)).max(0);
        node.depth <= self.rfp_max_depth
            && node.eval.is_some_and(|eval| !eval.is_mate() && eval - margin >= node.beta)
    }

    /// Internal iterative reduction: without a table move the order is poor, and a deeper visit will come. Risk: a ply
    /// less where the visit does not come.
    pub(super) fn wants_less_depth(&self, node: &Node) -> bool {
        node.depth >= self.iir_min_depth && node.table_move().is_none() && (node.is_pv || node.is_cut)
    }

    /// Whether `mv`, the `moves`-th of the node, is not worth a search. A check is left out only for its place in the
    /// order or its history.
    pub(super) fn skip(
        &self,
        node: &Node,
        position: &Position,
        mv: Move,
        moves: usize,
        is_quiet: bool,
        history: i32,
    ) -> Skip {
        if !is_quiet {
            let loses = self.loses_too_much(node, position, mv);
            return if loses && !position.gives_check(mv) { Skip::Move } else { Skip::No };
        }
        if self.is_late(node, moves) {
            return Skip::Quiets;
        }
        let reduced = (node.depth - self.base_reduction(node.depth, moves) / 100).max(0);
        if self.has_failed_often(node.depth, reduced, history) {
            return Skip::Move;
        }
        let hopeless = self.is_futile(node, reduced, history) || self.is_en_prise(position, mv, reduced);
        if hopeless && !position.gives_check(mv) { Skip::Move } else { Skip::No }
    }

    /// Exchanges, captures: the move loses more than the depth can win back. Risk: sacrifices, and exchanges that pins
    /// and screens make other than they look.
    fn loses_too_much(&self, node: &Node, position: &Position, mv: Move) -> bool {
        node.depth <= self.see_capture_max_depth
            && !exchange_gains(position, mv, -self.see_capture_slope * node.depth)
    }

    /// Late move pruning: the order is good enough for late quiet moves to be bad ones. Risk: a quiet move that nothing
    /// has put forward.
    fn is_late(&self, node: &Node, moves: usize) -> bool {
        let enough = (self.lmp_base + node.depth * node.depth) / (2 - i32::from(node.improving));
        !node.is_pv && node.depth <= self.lmp_max_depth && moves as i32 > enough && !node.in_check
    }

    /// History pruning: the move failed often elsewhere. Risk: it is good here for a reason of its own.
    fn has_failed_often(&self, depth: i32, reduced: i32, history: i32) -> bool {
        reduced <= self.history_prune_max_depth && history < -self.history_prune_slope * depth
    }

    /// Futility: a quiet move will not lift the evaluation to alpha. Risk: it threatens what the evaluation does not see.
    fn is_futile(&self, node: &Node, reduced: i32, history: i32) -> bool {
        let margin =
            self.futility_base + self.futility_slope * reduced + history / self.futility_history_divisor;
        reduced <= self.futility_max_depth && node.eval.is_some_and(|eval| eval + margin <= node.alpha)
    }

    /// Exchanges, quiet moves: the man can be taken where it goes. Risk: as with captures.
    fn is_en_prise(&self, position: &Position, mv: Move, reduced: i32) -> bool {
        reduced <= self.see_quiet_max_depth
            && !exchange_gains(position, mv, -self.see_quiet_slope * reduced * reduced)
    }

    /// Check extension: early checks are followed to their end, within twice the iteration's depth, so that an endless
    /// run of checks cannot blow up the tree. Risk: checks are cheap to give, and most of them lead nowhere.
    pub(super) fn extends_check(&self, node: &Node, root_depth: usize, moves: usize) -> bool {
        moves as i32 <= self.check_extension_moves
            && node.depth >= 2
            && node.ply < 2 * root_depth
            && (node.is_pv || node.is_cut)
    }

    /// Late move reduction before circumstances, in hundredths of a ply.
    fn base_reduction(&self, depth: i32, moves: usize) -> i32 {
        let product = LOGARITHMS[depth.clamp(1, 127) as usize] * LOGARITHMS[moves.min(127)];
        self.lmr_base + (product * 10_000.0 / f64::from(self.lmr_divisor)) as i32
    }

    /// Late move reductions: how many plies less the `moves`-th move of the node is searched; one that surprises is
    /// searched again. Risk: a good move that looks bad until the full depth.
    pub(super) fn reduction(
        &self,
        node: &Node,
        moves: usize,
        is_quiet: bool,
        gives_check: bool,
        history: i32,
    ) -> i32 {
        if moves < 2 || node.depth < 2 {
            return 0;
        }
        let mut reduction = self.base_reduction(node.depth, moves);
        reduction -= history * 100 / self.lmr_history_divisor;
        if !is_quiet {
            reduction -= self.lmr_capture;
        }
        if gives_check || node.in_check {
            reduction -= self.lmr_check;
        }
        if node.is_pv {
            reduction -= self.lmr_pv;
        }
        if node.is_cut {
            reduction += self.lmr_cut;
        }
        if !node.improving {
            reduction += self.lmr_not_improving;
        }
        (reduction / 100).max(0)
    }
}
