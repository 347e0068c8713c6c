//! The static evaluation: what a position is worth without looking ahead.
//!
//! Layer 5. [`Evaluation`] says by what positions are valued, [`Evaluator`] does it along the line of a search: by a
//! [`network`], by [`evaluate`], the classical evaluation, or by [`count_material`].
//!
//! The classical one: linear terms with one value for the opening and one for the endgame, mixed by the men left, then
//! drawn towards zero where the stronger side lacks the men to win. `weights.rs` lists the terms and what they
//! mean; their values (`values.rs`) were fitted by logistic regression to quiet positions of games that this
//! engine played against itself, each labelled with a blend of the game's result and the search's score.
//! The games that the first network learnt from were valued by it: it stays so that the chain of networks can be made
//! again from its beginning, and as the measure that networks are compared with.

mod census;
mod evaluator;
mod material;
pub mod network;
mod scale;
pub mod simd;
mod terms;
mod values;
mod weights;

pub use evaluator::{EMBEDDED, Evaluation, Evaluator};
pub use material::count_material;

use crate::board::Position;
use crate::types::{Color, Score};
use census::FULL_PHASE;
use values::WEIGHTS;
use weights::{Material, Places, spread_material, spread_places};

static PLACES: Places = spread_places(&WEIGHTS);
static MATERIAL: Material = spread_material(&WEIGHTS);

/// The classical evaluation of the position, in centipawns, from the side to move.
///
/// Meant for quiet positions: checks are not looked at, and captures at hand only in rough terms. Never a
/// mate score.
///
/// ```
/// use chuhe::board::Position;
/// use chuhe::eval::evaluate;
/// let up_a_rook: Position = "2bakab2/9/9/4p4/9/9/4P4/9/9/2BAKABR1 w".parse().unwrap();
/// assert!(evaluate(&up_a_rook).value() > 0);
/// ```
pub fn evaluate(position: &Position) -> Score {
    let us = position.side_to_move();
    let (census, placed) = census::walk(position, &PLACES);
    let placed = if us == Color::Red { placed } else { placed * -1 };
    let combined = census.combination(us, &MATERIAL) - census.combination(!us, &MATERIAL);
    let sum = placed + combined + terms::sum(position, &census, &WEIGHTS);
    let phase = census.phase();
    let value = (sum.opening() * phase + sum.endgame() * (FULL_PHASE - phase)) / FULL_PHASE;
    let stronger = if value > 0 { us } else { !us };
    Score::cp(value * scale::scale(position, &census, stronger) / scale::FULL)
}

#[cfg(test)]
mod tests;
