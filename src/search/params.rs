//! The numbers of the search, each declared once: meaning, value, range, unit.
//!
//! Names end in MARGIN (compared with a score), BASE (the constant part), SLOPE (what grows with depth),
//! DIVISOR, MIN_DEPTH or MAX_DEPTH.

/// A number of the search as tools see it.
pub struct Tunable {
    /// The constant's name.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// Its value.
    pub value: i32,
    /// The least value that makes sense.
    pub least: i32,
    /// The largest value that makes sense.
    pub most: i32,
    /// What it counts.
    pub unit: &'static str,
}

macro_rules! tunables {
    ($($(#[doc = $meaning:literal])+ $name:ident = $value:literal in $least:literal..=$most:literal, $unit:literal;)+) => {
        $($(#[doc = $meaning])+ pub const $name: i32 = $value;)+

        /// Every number above, for tuning and for tests.
        pub const TUNABLES: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            meaning: concat!($($meaning),+),
            value: $value,
            least: $least,
            most: $most,
            unit: $unit,
        }),+];
    };
}

tunables! {
    /// Half-width of the first aspiration window.
    ASPIRATION_MARGIN = 14 in 4..=60, "centipawns";
    /// Iterations before this one search the full window.
    ASPIRATION_MIN_DEPTH = 5 in 2..=10, "plies";

    /// Shallowest node that looks beyond a first repetition that one side would lose.
    REPEATED_MIN_DEPTH = 6 in 1..=12, "plies";

    /// Deepest node that razoring may drop into quiescence.
    RAZOR_MAX_DEPTH = 3 in 1..=6, "plies";
    /// Deficit of the evaluation that razoring asks for.
    RAZOR_BASE = 220 in 50..=600, "centipawns";
    /// More deficit for each ply of depth squared.
    RAZOR_SLOPE = 120 in 20..=400, "centipawns";

    /// Deepest node that reverse futility may end.
    RFP_MAX_DEPTH = 8 in 4..=12, "plies";
    /// Surplus over beta for each ply of depth.
    RFP_SLOPE = 75 in 20..=200, "centipawns";

    /// Shallowest node that tries a null move.
    NMP_MIN_DEPTH = 3 in 2..=6, "plies";
    /// Least reduction of the null-move search.
    NMP_BASE = 3 in 2..=5, "plies";
    /// Depth that adds one more ply of reduction.
    NMP_DEPTH_DIVISOR = 3 in 2..=6, "plies";
    /// Surplus over beta that adds one more ply of reduction.
    NMP_EVAL_DIVISOR = 180 in 80..=400, "centipawns";
    /// From this depth on a null-move cut-off is verified by a search without null moves.
    NMP_VERIFY_MIN_DEPTH = 12 in 6..=20, "plies";

    /// Shallowest node that tries ProbCut.
    PROBCUT_MIN_DEPTH = 5 in 3..=8, "plies";
    /// What a capture must promise above beta in ProbCut.
    PROBCUT_MARGIN = 190 in 80..=400, "centipawns";

    /// Shallowest node without a table move that is searched one ply less deep.
    IIR_MIN_DEPTH = 4 in 2..=8, "plies";

    /// Quiet moves tried at depth 0 before late ones are skipped.
    LMP_BASE = 4 in 1..=10, "moves";
    /// Deepest node that skips late quiet moves.
    LMP_MAX_DEPTH = 8 in 4..=12, "plies";
    /// Deepest node (after reductions) where futility skips quiet moves.
    FUTILITY_MAX_DEPTH = 8 in 3..=12, "plies";
    /// Constant part of the futility margin.
    FUTILITY_BASE = 110 in 20..=300, "centipawns";
    /// Futility margin for each ply of reduced depth.
    FUTILITY_SLOPE = 95 in 30..=250, "centipawns";
    /// Deepest node (after reductions) where moves of bad history are skipped.
    HISTORY_PRUNE_MAX_DEPTH = 4 in 2..=8, "plies";
    /// History below minus this, for each ply of depth, is bad.
    HISTORY_PRUNE_SLOPE = 3800 in 1000..=8000, "history points";
    /// History that lifts the futility margin by a centipawn.
    FUTILITY_HISTORY_DIVISOR = 128 in 32..=1024, "history points";
    /// Deepest node (after reductions) where quiet moves that lose material are skipped.
    SEE_QUIET_MAX_DEPTH = 7 in 4..=12, "plies";
    /// Loss by exchange that a quiet move may risk, for each ply of reduced depth squared.
    SEE_QUIET_SLOPE = 22 in 5..=80, "centipawns";
    /// Deepest node where captures that lose material are skipped.
    SEE_CAPTURE_MAX_DEPTH = 6 in 3..=12, "plies";
    /// Loss by exchange that a capture may risk, for each ply of depth.
    SEE_CAPTURE_SLOPE = 95 in 30..=250, "centipawns";

    /// Shallowest node that asks whether the table move is singular.
    SINGULAR_MIN_DEPTH = 7 in 5..=10, "plies";
    /// How far below the table score all other moves must stay, for each ply of depth (in halves).
    SINGULAR_SLOPE = 3 in 1..=8, "half centipawns";
    /// How much further below makes the extension double.
    SINGULAR_DOUBLE_MARGIN = 18 in 5..=80, "centipawns";

    /// Constant part of the late move reduction, in hundredths.
    LMR_BASE = 60 in 0..=150, "hundredths of a ply";
    /// The logarithms of depth and move number, multiplied, are divided by this.
    LMR_DIVISOR = 225 in 150..=350, "hundredths";
    /// History that takes one ply off a reduction.
    LMR_HISTORY_DIVISOR = 9000 in 3000..=20000, "history points";

    /// Bonus of a history for each ply of depth.
    HISTORY_SLOPE = 150 in 40..=400, "history points";
    /// Largest bonus of a history.
    HISTORY_MAX_BONUS = 1500 in 500..=4000, "history points";

    /// What a quiet move that gives check is put forward by in the order.
    QUIET_CHECK_BONUS = 12000 in 0..=40000, "history points";

    /// Quiet answers to a check that quiescence tries once one is known that does not lose.
    QUIET_EVASIONS = 3 in 1..=10, "moves";
    /// What a capture in quiescence may fall short of alpha, the taken man included.
    DELTA_MARGIN = 180 in 60..=500, "centipawns";
}

/// Exchange values of the kinds, in the order of `Kind::index`, in centipawns; the king outweighs all.
pub const EXCHANGE_VALUES: [i32; 7] = [10_000, 200, 200, 430, 950, 450, 110];

#[cfg(test)]
mod tests {
    use super::TUNABLES;

    #[test]
    fn every_number_lies_in_its_range_and_says_what_it_is() {
        for tunable in TUNABLES {
            assert!((tunable.least..=tunable.most).contains(&tunable.value), "{}", tunable.name);
            assert!(!tunable.meaning.is_empty() && !tunable.unit.is_empty(), "{}", tunable.name);
        }
    }
}
