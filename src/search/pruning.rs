//! Decisions of a node that need no search of their own: what to skip, extend, reduce.

use std::sync::LazyLock;

use super::node::Node;
use super::params::*;
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

/// Razoring: so far below alpha that only captures can help. Risks quiet rescues.
pub(super) fn wants_razoring(node: &Node) -> bool {
    let margin = RAZOR_BASE + RAZOR_SLOPE * node.depth * node.depth;
    node.depth <= RAZOR_MAX_DEPTH && node.eval.is_some_and(|eval| eval + margin < node.alpha)
}

/// Reverse futility: the evaluation beats beta by more than a few quiet plies can undo.
pub(super) fn passes_reverse_futility(node: &Node) -> bool {
    let margin = RFP_SLOPE * (node.depth - i32::from(node.improving)).max(0);
    node.depth <= RFP_MAX_DEPTH && node.eval.is_some_and(|eval| !eval.is_mate() && eval - margin >= node.beta)
}

/// Whether `side` has enough men that move freely for a pass to be worse than its best move: in zugzwang, which
/// xiangqi endgames are full of, the null move lies.
pub(super) fn can_wait(position: &Position, side: Color) -> bool {
    let men = |kind| position.men(side, kind);
    (men(Kind::Rook) | men(Kind::Knight) | men(Kind::Cannon)).has_many()
}

/// Whether `mv`, the `moves`-th of the node, is not worth a search.
pub(super) fn skip(
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
        let loses =
            depth <= SEE_CAPTURE_MAX_DEPTH && !exchange_gains(position, mv, -SEE_CAPTURE_SLOPE * depth);
        return if loses && !position.gives_check(mv) { Skip::Move } else { Skip::No };
    }
    // Late move pruning: the order is good enough for late quiet moves to be bad ones.
    let enough = (LMP_BASE + depth * depth) / (2 - i32::from(node.improving));
    if !node.is_pv && depth <= LMP_MAX_DEPTH && moves as i32 > enough && !node.in_check {
        return Skip::Quiets;
    }
    let reduced = (depth - base_reduction(depth, moves) / 100).max(0);
    if reduced <= HISTORY_PRUNE_MAX_DEPTH && history < -HISTORY_PRUNE_SLOPE * depth {
        return Skip::Move;
    }
    // Futility: a quiet move will not lift the evaluation to alpha.
    if let Some(eval) = node.eval {
        let hope = eval + FUTILITY_BASE + FUTILITY_SLOPE * reduced + history / FUTILITY_HISTORY_DIVISOR;
        if reduced <= FUTILITY_MAX_DEPTH && hope <= node.alpha && !position.gives_check(mv) {
            return Skip::Move;
        }
    }
    let loses =
        reduced <= SEE_QUIET_MAX_DEPTH && !exchange_gains(position, mv, -SEE_QUIET_SLOPE * reduced * reduced);
    if loses && !position.gives_check(mv) {
        return Skip::Move;
    }
    Skip::No
}

/// Check extension: early checks are followed to their end, within twice the iteration's depth, so that an
/// endless run of checks cannot blow up the tree.
pub(super) fn extends_check(node: &Node, root_depth: usize, moves: usize) -> bool {
    moves <= 3 && node.depth >= 2 && node.ply < 2 * root_depth && (node.is_pv || node.is_cut)
}

/// Logarithms of 1 to 127.
static LOGARITHMS: LazyLock<[f64; 128]> = LazyLock::new(|| std::array::from_fn(|i| (i.max(1) as f64).ln()));

/// Late move reduction before circumstances, in hundredths of a ply.
fn base_reduction(depth: i32, moves: usize) -> i32 {
    let product = LOGARITHMS[depth.clamp(1, 127) as usize] * LOGARITHMS[moves.min(127)];
    LMR_BASE + (product * 10_000.0 / f64::from(LMR_DIVISOR)) as i32
}

/// How many plies less the `moves`-th move of the node is searched.
pub(super) fn reduction(node: &Node, moves: usize, is_quiet: bool, gives_check: bool, history: i32) -> i32 {
    if moves < 2 || node.depth < 2 {
        return 0;
    }
    let mut reduction = base_reduction(node.depth, moves);
    reduction -= history * 100 / LMR_HISTORY_DIVISOR;
    if !is_quiet {
        reduction -= 100;
    }
    if gives_check || node.in_check {
        reduction -= 100;
    }
    if node.is_pv {
        reduction -= 100;
    }
    if node.is_cut {
        reduction += 100;
    }
    if !node.improving {
        reduction += 60;
    }
    (reduction / 100).max(0)
}
