//! The natural move limit (自然限着): so many moves without a capture, and the game is drawn.

use super::{Game, RuleSet};
use crate::types::Color;

/// Checks of one side that count towards the limit under the Chinese rules [Chinese, art. 23.3].
const COUNTED_CHECKS: usize = 10;

impl Game {
    /// Half-moves without a capture that count towards the natural limit.
    ///
    /// Under the Chinese rules only the first ten checks count. The book says so of the checks of the side that
    /// claims the draw [Chinese, art. 23.3]; here, where nobody has to claim, it holds for either side. Of what
    /// went before the first position, only the number of half-moves is known.
    pub fn counted_quiet_plies(&self, rules: RuleSet) -> usize {
        let quiet_plies = self.position().quiet_plies();
        if rules != RuleSet::Chinese || quiet_plies <= COUNTED_CHECKS {
            return quiet_plies;
        }
        let excess = |color| self.checks_since_capture(color).saturating_sub(COUNTED_CHECKS);
        quiet_plies.saturating_sub(excess(Color::Red) + excess(Color::Black))
    }

    /// Checks that `color` has given since the last capture.
    fn checks_since_capture(&self, color: Color) -> usize {
        let mut gives_check = self.is_in_check();
        let mut mover = !self.position().side_to_move();
        let mut checks = 0;
        for step in self.steps.iter().rev() {
            if step.undo.is_some_and(|undo| undo.captured().is_some()) {
                break;
            }
            checks += usize::from(gives_check && mover == color);
            gives_check = step.was_in_check;
            mover = !mover;
        }
        checks
    }
}
