//! How long to think.

use std::time::Duration;

use super::{Clock, Limits};

/// The two times of a search that plays on a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allotment {
    /// No new iteration is begun after this; the search moves it by the stability of its result.
    pub soft: Duration,
    /// The search breaks off at this.
    pub hard: Duration,
}

/// Moves that a game in sudden death is expected to last.
const EXPECTED_MOVES: u32 = 40;

/// With less than this on the clock a move takes less than its part: a machine that gives the engine no processor for
/// a moment takes tens of milliseconds, whatever the time control is.
const CALM: Duration = Duration::from_millis(100);

impl Allotment {
    /// What the limits allow for one move, `None` without a limit of time. `overhead` is kept back from every
    /// clock for the way to the client and back; `pondering_pays` says that the opponent's time is used too.
    pub fn of(limits: &Limits, overhead: Duration, pondering_pays: bool) -> Option<Allotment> {
        let clock = limits.clock.map(|clock| on_clock(clock, overhead, pondering_pays));
        let fixed = limits.movetime.map(|time| {
            let time = time.saturating_sub(overhead.min(time / 4)).max(Duration::from_millis(1));
            Allotment { soft: time, hard: time }
        });
        match (clock, fixed) {
            (Some(a), Some(b)) => Some(Allotment { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (a, b) => a.or(b),
        }
    }
}

fn on_clock(clock: Clock, overhead: Duration, pondering_pays: bool) -> Allotment {
    // What is really there: the clock less the overhead, of a short clock still a part.
    let usable = clock.time.saturating_sub(overhead).max(clock.time / 10);
    let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
    // With moves to go, every later move costs its overhead too.
    let later = overhead * (moves - 1).min(10);
    let share = match clock.moves_to_go {
        Some(_) => usable.saturating_sub(later.min(usable / 2)) / moves,
        None => usable / moves,
    };
    let calm = usable.div_duration_f64(CALM).min(1.0);
    let base = share + (clock.increment * 3 / 4).mul_f64(calm);
    let soft = if pondering_pays { base + base / 4 } else { base };
    // The last move before the time control may use nearly all, any other a part.
    let most = if moves == 1 { usable * 9 / 10 } else { (usable * 2 / 5).mul_f64(calm) };
    let hard = (soft * 4).min(most);
    Allotment { soft: soft.min(most), hard: hard.max(Duration::from_millis(1)).min(usable) }
}

/// Tenths of the soft time that a search takes, from what its iterations showed: `unchanged` iterations since
/// the best move last changed, by how many centipawns the score fell, and the share of nodes (in thousandths)
/// that the best move took.
pub fn soft_tenths(unchanged: u32, score_drop: i32, best_share_permille: u64) -> u32 {
    let stability = [15, 12, 10, 9, 8][unchanged.min(4) as usize];
    let trouble = 10 + (score_drop.clamp(0, 80) / 8) as u32;
    let effort = (1700u64.saturating_sub(best_share_permille) / 100).clamp(7, 15) as u32;
    (stability * trouble * effort / 100).clamp(3, 25)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn allot(time: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Allotment {
        let clock = Clock { time: MS(time), increment: MS(increment), moves_to_go };
        let limits = Limits { clock: Some(clock), ..Limits::none() };
        Allotment::of(&limits, MS(overhead), false).unwrap()
    }

    #[test]
    fn never_more_than_the_clock_holds() {
        for time in [1, 5, 20, 50, 100, 1_000, 10_000, 1_800_000] {
            for increment in [0, 10, 50, 3_000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(10), Some(60)] {
                    for overhead in [0, 10, 30, 200] {
                        let a = allot(time, increment, moves_to_go, overhead);
                        assert!(
                            a.hard <= MS(time).saturating_sub(MS(overhead)).max(MS(time) / 10).max(MS(1))
                        );
                        assert!(a.soft <= a.hard.max(MS(1)), "{a:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn sudden_death_leaves_time_for_many_moves() {
        let mut left = 60_000;
        for _ in 0..120 {
            left -= allot(left, 0, None, 20).soft.as_millis() as u64;
        }
        assert!(left > 1_000, "{left} ms left after 120 moves");
    }

    /// Even when every move takes all that it may.
    #[test]
    fn a_small_increment_keeps_a_reserve() {
        let mut left = MS(1_000);
        for _ in 0..300 {
            let clock = Clock { time: left, increment: MS(10), moves_to_go: None };
            let limits = Limits { clock: Some(clock), ..Limits::none() };
            left -= Allotment::of(&limits, MS(30), false).unwrap().hard;
            assert!(left > MS(65), "{left:?} left");
            left += MS(10);
        }
    }

    #[test]
    fn a_fixed_time_is_used_and_not_passed() {
        let limits = Limits { movetime: Some(MS(1000)), ..Limits::none() };
        let a = Allotment::of(&limits, MS(30), false).unwrap();
        assert_eq!(a.hard, MS(970));
        assert_eq!(Allotment::of(&Limits::none(), MS(30), false), None);
    }

    #[test]
    fn trouble_takes_more_time_than_calm() {
        let calm = soft_tenths(6, 0, 900);
        let changing = soft_tenths(0, 0, 400);
        let falling = soft_tenths(0, 60, 300);
        assert!(calm < 10 && changing > 10 && falling > changing, "{calm} {changing} {falling}");
    }
}
