//! Offers and resignation: what goes along with a best move.

use crate::types::Score;

/// What the engine says with its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Nothing: the game goes on, an offer is declined.
    Play,
    /// It accepts the opponent's offer of a draw.
    AcceptDraw,
    /// It offers a draw itself.
    OfferDraw,
    /// It gives the game up.
    Resign,
}

/// A draw is accepted at this score or below: the engine stands a little worse.
pub const DRAW_ACCEPT_MAX: Score = Score::cp(-20);
/// A move is level when its score lies no further from a draw than this, in centipawns.
pub const LEVEL_MAX: i32 = 15;
/// So many searches of one game in a row have to be level before the game counts as drawn.
pub const LEVEL_MOVES_MIN: usize = 10;
/// And for so many half-moves nothing may have been captured.
pub const LEVEL_QUIET_PLIES_MIN: usize = 40;
/// Where the user sets no other, a score at or below this is hopeless: about a rook behind.
pub const HOPELESS_MAX: Score = Score::cp(-1000);
/// So many searches of one game in a row have to be hopeless before the engine resigns.
pub const HOPELESS_MOVES_MIN: usize = 3;

/// What the user allows the engine to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manners {
    /// It may give up a hopeless game.
    pub may_resign: bool,
    /// The score at or below which a game is hopeless.
    pub hopeless_max: Score,
    /// It may offer a draw.
    pub may_offer: bool,
}

impl Default for Manners {
    /// The engine plays to the end and offers nothing.
    fn default() -> Manners {
        Manners { may_resign: false, hopeless_max: HOPELESS_MAX, may_offer: false }
    }
}

/// How the searches of a game ended so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Course {
    /// Searches in a row, the last one included, that ended hopeless.
    pub hopeless_moves: usize,
    /// Searches in a row, the last one included, that ended level.
    pub level_moves: usize,
}

impl Course {
    /// Counts a search that ended in `score`.
    pub fn note(&mut self, score: Score, manners: &Manners) {
        let next = |count: usize, goes_on: bool| if goes_on { count + 1 } else { 0 };
        self.hopeless_moves = next(self.hopeless_moves, score <= manners.hopeless_max);
        self.level_moves = next(self.level_moves, score.value().abs() <= LEVEL_MAX);
    }
}

/// What a decision depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Situation {
    /// Result of the search, from the engine's side.
    pub score: Score,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    /// Neither side has the men to win.
    pub is_dead: bool,
    /// Half-moves since the last capture.
    pub quiet_plies: usize,
    /// The searches of this game, this one included.
    pub course: Course,
    /// What the user allows.
    pub manners: Manners,
}

impl Situation {
    /// Accepts an offer when the game is drawn or the engine stands worse ([`DRAW_ACCEPT_MAX`]); resigns only
    /// where it may, and after [`HOPELESS_MOVES_MIN`] hopeless moves; offers a draw only where it may and the game
    /// is drawn, and then once in a while. A draw is better than a loss, so the offer is looked at first.
    pub fn decide(&self) -> Decision {
        let Situation { course, manners, .. } = self;
        if self.draw_offered && (self.is_drawn() || self.score <= DRAW_ACCEPT_MAX) {
            Decision::AcceptDraw
        } else if manners.may_resign && course.hopeless_moves >= HOPELESS_MOVES_MIN {
            Decision::Resign
        } else if manners.may_offer
            && self.is_drawn()
            && (self.is_dead || course.level_moves.is_multiple_of(LEVEL_MOVES_MIN))
        {
            Decision::OfferDraw
        } else {
            Decision::Play
        }
    }

    /// Whether nobody can win (proven by the men on the board), or nobody seems to: the scores have been level for
    /// long and nothing falls any more.
    fn is_drawn(&self) -> bool {
        self.is_dead
            || self.course.level_moves >= LEVEL_MOVES_MIN && self.quiet_plies >= LEVEL_QUIET_PLIES_MIN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVEN: Situation = Situation {
        score: Score::DRAW,
        draw_offered: false,
        is_dead: false,
        quiet_plies: 0,
        course: Course { hopeless_moves: 0, level_moves: 0 },
        manners: Manners { may_resign: false, hopeless_max: HOPELESS_MAX, may_offer: false },
    };
    const DRAWN: Situation = Situation {
        quiet_plies: LEVEL_QUIET_PLIES_MIN,
        course: Course { hopeless_moves: 0, level_moves: LEVEL_MOVES_MIN },
        ..EVEN
    };
    const ALL_ALLOWED: Manners = Manners { may_resign: true, hopeless_max: HOPELESS_MAX, may_offer: true };

    #[test]
    fn nothing_is_said_unasked() {
        assert_eq!(EVEN.decide(), Decision::Play);
        assert_eq!(DRAWN.decide(), Decision::Play);
        assert_eq!(Situation { is_dead: true, ..EVEN }.decide(), Decision::Play);
        assert_eq!(Situation { score: Score::cp(-500), ..EVEN }.decide(), Decision::Play);
        assert_eq!(Situation { manners: ALL_ALLOWED, ..EVEN }.decide(), Decision::Play);
    }

    #[test]
    fn an_offer_is_accepted_from_the_threshold_down() {
        let offered = |score| Situation { score, draw_offered: true, ..EVEN }.decide();
        assert_eq!(offered(Score::mate_in(3)), Decision::Play);
        assert_eq!(offered(DRAW_ACCEPT_MAX + 1), Decision::Play);
        assert_eq!(offered(DRAW_ACCEPT_MAX), Decision::AcceptDraw);
        assert_eq!(offered(Score::mated_in(4)), Decision::AcceptDraw);
    }

    #[test]
    fn an_offer_in_a_drawn_game_is_accepted() {
        let dead = Situation { score: Score::cp(80), draw_offered: true, is_dead: true, ..EVEN };
        assert_eq!(dead.decide(), Decision::AcceptDraw);
        assert_eq!(Situation { draw_offered: true, ..DRAWN }.decide(), Decision::AcceptDraw);
    }

    #[test]
    fn an_offer_needs_leave_and_a_drawn_game() {
        let drawn = Situation { manners: ALL_ALLOWED, ..DRAWN };
        assert_eq!(drawn.decide(), Decision::OfferDraw);
        assert_eq!(Situation { quiet_plies: 0, ..drawn }.decide(), Decision::Play);
        assert_eq!(Situation { quiet_plies: 0, is_dead: true, ..drawn }.decide(), Decision::OfferDraw);
        let later = Course { level_moves: LEVEL_MOVES_MIN + 1, ..drawn.course };
        assert_eq!(Situation { course: later, ..drawn }.decide(), Decision::Play, "not with every move");
    }

    #[test]
    fn resignation_needs_leave_and_patience() {
        let course = Course { hopeless_moves: HOPELESS_MOVES_MIN, level_moves: 0 };
        let lost = Situation { score: Score::mated_in(2), course, manners: ALL_ALLOWED, ..EVEN };
        assert_eq!(lost.decide(), Decision::Resign);
        assert_eq!(Situation { manners: Manners::default(), ..lost }.decide(), Decision::Play);
        let patient = Course { hopeless_moves: HOPELESS_MOVES_MIN - 1, ..course };
        assert_eq!(Situation { course: patient, ..lost }.decide(), Decision::Play);
        assert_eq!(Situation { draw_offered: true, ..lost }.decide(), Decision::AcceptDraw);
    }

    #[test]
    fn a_run_of_moves_is_broken_by_one_of_another_kind() {
        let mut course = Course::default();
        for score in [0, LEVEL_MAX, -LEVEL_MAX] {
            course.note(Score::cp(score), &ALL_ALLOWED);
        }
        assert_eq!(course, Course { hopeless_moves: 0, level_moves: 3 });
        for _ in 0..2 {
            course.note(HOPELESS_MAX, &ALL_ALLOWED);
        }
        assert_eq!(course, Course { hopeless_moves: 2, level_moves: 0 });
        course.note(HOPELESS_MAX + 1, &ALL_ALLOWED);
        assert_eq!(course, Course::default());
    }
}
