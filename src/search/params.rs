//! The numbers of the search, each declared once: meaning, value, range, unit.
//!
//! Names end in margin (compared with a score), base (the constant part), slope (what grows with depth), divisor,
//! min_depth or max_depth.

/// A number of the search as tools see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// The name of its field in [`Params`].
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
        /// Every number, in the order of the fields of [`Params`].
        pub const TUNABLES: [Tunable; [$($value),+].len()] = [$(Tunable {
            name: stringify!($name),
            meaning: concat!($($meaning),+),
            value: $value,
            least: $least,
            most: $most,
            unit: $unit,
        }),+];

        /// The numbers that one search goes by.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[doc = $meaning])+ pub $name: i32,)+
        }

        impl Params {
            /// The values as they are declared.
            pub const DEFAULT: Params = Params { $($name: $value),+ };

            /// With the values of a list, in the order of [`TUNABLES`].
            pub fn of_values(values: &[i32; TUNABLES.len()]) -> Params {
                let &[$($name),+] = values;
                Params { $($name),+ }
            }
        }
    };
}

tunables! {
    /// Half-width of the first aspiration window.
    aspiration_margin = 17 in 4..=60, "centipawns";
    /// Iterations before this one search the full window.
    aspiration_min_depth = 5 in 2..=10, "plies";

    /// Half-moves before the natural move limit from which on the hash table is not trusted.
    limit_margin = 20 in 0..=60, "plies";
    /// Shallowest node that looks beyond a first repetition that one side would lose.
    repeated_min_depth = 6 in 1..=12, "plies";

    /// Deepest node that razoring may drop into quiescence.
    razor_max_depth = 3 in 1..=6, "plies";
    /// Deficit of the evaluation that razoring asks for.
    razor_base = 190 in 50..=600, "centipawns";
    /// More deficit for each ply of depth squared.
    razor_slope = 150 in 20..=400, "centipawns";

    /// Deepest node that reverse futility may end.
    rfp_max_depth = 8 in 4..=12, "plies";
    /// Surplus over beta for each ply of depth.
    rfp_slope = 75 in 20..=200, "centipawns";

    /// Shallowest node that tries a null move.
    nmp_min_depth = 3 in 2..=6, "plies";
    /// Least reduction of the null-move search.
    nmp_base = 3 in 2..=5, "plies";
    /// Depth that adds one more ply of reduction.
    nmp_depth_divisor = 3 in 2..=6, "plies";
    /// Surplus over beta that adds one more ply of reduction.
    nmp_eval_divisor = 180 in 80..=400, "centipawns";
    /// From this depth on a null-move cut-off is verified by a search without null moves.
    nmp_verify_min_depth = 12 in 6..=20, "plies";

    /// Shallowest node that tries ProbCut.
    probcut_min_depth = 5 in 3..=8, "plies";
    /// What a capture must promise above beta in ProbCut.
    probcut_margin = 160 in 80..=400, "centipawns";

    /// How many plies shorter the search is that ProbCut asks.
    probcut_reduction = 4 in 2..=6, "plies";

    /// Shallowest node without a table move that is searched one ply less deep.
    iir_min_depth = 4 in 2..=8, "plies";

    /// Quiet moves tried at depth 0 before late ones are skipped.
    lmp_base = 4 in 1..=10, "moves";
    /// Deepest node that skips late quiet moves.
    lmp_max_depth = 8 in 4..=12, "plies";
    /// Deepest node (after reductions) where futility skips quiet moves.
    futility_max_depth = 8 in 3..=12, "plies";
    /// Constant part of the futility margin.
    futility_base = 110 in 20..=300, "centipawns";
    /// Futility margin for each ply of reduced depth.
    futility_slope = 95 in 30..=250, "centipawns";
    /// Deepest node (after reductions) where moves of bad history are skipped.
    history_prune_max_depth = 4 in 2..=8, "plies";
    /// History below minus this, for each ply of depth, is bad.
    history_prune_slope = 3800 in 1000..=8000, "history points";
    /// History that lifts the futility margin by a centipawn.
    futility_history_divisor = 128 in 32..=1024, "history points";
    /// Deepest node (after reductions) where quiet moves that lose material are skipped.
    see_quiet_max_depth = 7 in 4..=12, "plies";
    /// Loss by exchange that a quiet move may risk, for each ply of reduced depth squared.
    see_quiet_slope = 22 in 5..=80, "centipawns";
    /// Deepest node where captures that lose material are skipped.
    see_capture_max_depth = 6 in 3..=12, "plies";
    /// Loss by exchange that a capture may risk, for each ply of depth.
    see_capture_slope = 125 in 30..=250, "centipawns";

    /// Shallowest node that asks whether the table move is singular.
    singular_min_depth = 7 in 5..=10, "plies";
    /// How much shallower than the node the table's entry may be.
    singular_table_deficit = 3 in 1..=6, "plies";
    /// How far below the table score all other moves must stay, for each ply of depth (in halves).
    singular_slope = 3 in 1..=8, "half centipawns";
    /// How much further below makes the extension double.
    singular_double_margin = 18 in 5..=80, "centipawns";

    /// Moves of a node whose checks are extended.
    check_extension_moves = 3 in 0..=40, "moves";

    /// Constant part of the late move reduction, in hundredths.
    lmr_base = 60 in 0..=150, "hundredths of a ply";
    /// The logarithms of depth and move number, multiplied, are divided by this.
    lmr_divisor = 225 in 150..=350, "hundredths";
    /// Taken off the reduction of a capture.
    lmr_capture = 100 in 0..=300, "hundredths of a ply";
    /// Taken off the reduction of a check, or of an answer to one.
    lmr_check = 100 in 0..=300, "hundredths of a ply";
    /// Taken off the reduction in a node of the principal variation.
    lmr_pv = 100 in 0..=300, "hundredths of a ply";
    /// Added to the reduction where the node is expected to fail high.
    lmr_cut = 125 in 0..=300, "hundredths of a ply";
    /// Added to the reduction where the evaluation does not go up.
    lmr_not_improving = 60 in 0..=200, "hundredths of a ply";
    /// History that takes one ply off a reduction.
    lmr_history_divisor = 9000 in 3000..=20000, "history points";

    /// Bonus of a history for each ply of depth.
    history_slope = 190 in 40..=400, "history points";
    /// Largest bonus of a history.
    history_max_bonus = 1500 in 500..=4000, "history points";

    /// Weight of a thread's vote for each ply of its depth, before its score counts.
    vote_base = 20 in 1..=100, "centipawns";
    /// A score worse by this than the best thread's counts nothing in the vote.
    vote_range = 200 in 50..=1000, "centipawns";

    /// What a quiet move that gives check is put forward by in the order.
    quiet_check_bonus = 9000 in 0..=40000, "history points";

    /// Quiet answers to a check that quiescence tries once one is known that does not lose.
    quiet_evasions = 3 in 1..=10, "moves";
    /// What a capture in quiescence may fall short of alpha, the taken man included.
    delta_margin = 180 in 60..=500, "centipawns";
}

/// Exchange values of the kinds, in the order of `Kind::index`, in centipawns; the king outweighs all.
pub const EXCHANGE_VALUES: [i32; 7] = [10_000, 200, 200, 430, 950, 450, 110];

#[cfg(test)]
mod tests {
    use super::{Params, TUNABLES};

    #[test]
    fn every_number_lies_in_its_range_and_says_what_it_is() {
        for tunable in TUNABLES {
            assert!((tunable.least..=tunable.most).contains(&tunable.value), "{}", tunable.name);
            assert!(!tunable.meaning.is_empty() && !tunable.unit.is_empty(), "{}", tunable.name);
        }
        assert_eq!(Params::of_values(&TUNABLES.map(|tunable| tunable.value)), Params::DEFAULT);
    }
}
