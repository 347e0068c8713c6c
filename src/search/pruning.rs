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

/// Check extension: early checks are followed to their end, within twice the iteration's depth, so that an
/// endless run of checks cannot blow up the tree.
pub(super) fn extends_check(node: &Node, root_depth: usize, moves: usize) -> bool {
    moves <= 3 && node.depth >= 2 && node.ply < 2 * root_depth && (node.is_pv || node.is_cut)
}

/// Logarithms of 1 to 127.
static LOGARITHMS: LazyLock<[f64; 128]> = LazyLock::new(|| std::array::from_fn(|i| (i.max(1) as f64).ln()));

impl Params {
    /// Razoring: so far below alpha that only captures can help. Risks quiet rescues.
    pub(super) fn wants_razoring(&self, node: &Node) -> bool {
        let margin = self.razor_base + self.razor_slope * node.depth * node.depth;
        node.depth <= self.razor_max_depth && node.eval.is_some_and(|eval| eval + margin < node.alpha)
    }

    /// Reverse futility: the evaluation beats beta by more than a few quiet plies can undo.
    pub(super) fn passes_reverse_futility(&self, node: &Node) -> bool {
        let margin = self.rfp_slope * (node.depth - i32::from(node.improving)).max(0);
        node.depth <= self.rfp_max_depth
            && node.eval.is_some_and(|eval| !eval.is_mate() && eval - margin >= node.beta)
    }

    /// Whether `mv`, the `moves`-th of the node, is not worth a search.
    pub(super) fn skip(
        &self,
        node: &Node,
        position: &Position,
        mv: Move,
        moves: usize,
        is_quiet: bool,
        history: i32,
    ) -> Skip {
        let depth = node.depth;
        if !is_quiet {
            // Captures that lose more than the depth can win back.
            let loses = depth <= self.see_capture_max_depth
                && !exchange_gains(position, mv, -self.see_capture_slope * depth);
            return if loses && !position.gives_check(mv) { Skip::Move } else { Skip::No };
        }
        // Late move pruning: the order is good enough for late quiet moves to be bad ones.
        let enough = (self.lmp_base + depth * depth) / (2 - i32::from(node.improving));
        if !node.is_pv && depth <= self.lmp_max_depth && moves as i32 > enough && !node.in_check {
            return Skip::Quiets;
        }
        let reduced = (depth - self.base_reduction(depth, moves) / 100).max(0);
        if reduced <= self.history_prune_max_depth && history < -self.history_prune_slope * depth {
            return Skip::Move;
        }
        // Futility: a quiet move will not lift the evaluation to alpha.
        if let Some(eval) = node.eval {
            let hope = eval
                + self.futility_base
                + self.futility_slope * reduced
                + history / self.futility_history_divisor;
            if reduced <= self.futility_max_depth && hope <= node.alpha && !position.gives_check(mv) {
                return Skip::Move;
            }
        }
        let loses = reduced <= self.see_quiet_max_depth
            && !exchange_gains(position, mv, -self.see_quiet_slope * reduced * reduced);
        if loses && !position.gives_check(mv) {
            return Skip::Move;
        }
        Skip::No
    }

    /// Late move reduction before circumstances, in hundredths of a ply.
    fn base_reduction(&self, depth: i32, moves: usize) -> i32 {
        let product = LOGARITHMS[depth.clamp(1, 127) as usize] * LOGARITHMS[moves.min(127)];
        self.lmr_base + (product * 10_000.0 / f64::from(self.lmr_divisor)) as i32
    }

    /// How many plies less the `moves`-th move of the node is searched.
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
