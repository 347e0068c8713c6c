//! Leaving processor time to other programs.

use std::time::{Duration, Instant};

/// Time of work between two rests. Short, so that a resting thread hears a stop within 10 ms.
const SPELL: Duration = Duration::from_millis(2);
/// The longest rest: a thread that was kept waiting by others has rested already.
const REST_MAX: Duration = Duration::from_millis(6);
/// The most that can be asked for, in percent.
const IDLE_MAX: u32 = 75;

/// Makes a thread rest for a share of its time.
pub struct Pacer {
    /// Share of the time to rest, in percent, 0 to [`IDLE_MAX`].
    percent: u32,
    working_since: Instant,
}

impl Pacer {
    /// A thread that begins to work now and rests `percent` percent of the time.
    pub fn new(percent: u32) -> Pacer {
        Pacer { percent: percent.min(IDLE_MAX), working_since: Instant::now() }
    }

    /// Rests, if it is time to. To be called every millisecond or so.
    pub fn rest_if_due(&mut self) {
        if self.percent == 0 {
            return;
        }
        let worked = self.working_since.elapsed();
        if worked >= SPELL {
            std::thread::sleep(rest_after(worked, self.percent));
            self.working_since = Instant::now();
        }
    }
}

/// The rest that makes `percent` percent of work and rest together.
fn rest_after(worked: Duration, percent: u32) -> Duration {
    (worked * percent / (100 - percent)).min(REST_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rest_and_work_stand_in_proportion() {
        for percent in [0, 25, 50, IDLE_MAX] {
            let rest = rest_after(SPELL, percent);
            let share = 100.0 * rest.as_secs_f64() / (rest + SPELL).as_secs_f64();
            assert!((share - f64::from(percent)).abs() < 0.1, "{percent}: {share}");
        }
        assert_eq!(rest_after(Duration::from_secs(5), 50), REST_MAX);
    }
}
