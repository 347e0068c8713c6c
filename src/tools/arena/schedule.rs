//! Which game is played when: each engine with each, each opening with both colours.

/// A game to be played; everything in it follows from its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its number, from 1.
    pub number: usize,
    /// The number of its pair, from 1. Its two games have the same opening.
    pub pair: usize,
    /// The number of the opening in the order of play, from 0: the same for every pairing of a round.
    pub round: usize,
    /// Place of the engine with the red men.
    pub red: usize,
    /// Place of the engine with the black men.
    pub black: usize,
}

/// The games of `engines` engines, `games` for each two of them.
///
/// The first engine of a pairing has Red first. An odd number of games leaves the last pair of each pairing
/// half played.
pub fn jobs(engines: usize, games: usize) -> Vec<Job> {
    let pairings: Vec<(usize, usize)> =
        (0..engines).flat_map(|first| (first + 1..engines).map(move |second| (first, second))).collect();
    let mut jobs = Vec::with_capacity(pairings.len() * games);
    for round in 0..games.div_ceil(2) {
        for (place, &(first, second)) in pairings.iter().enumerate() {
            let pair = round * pairings.len() + place;
            for (turn, (red, black)) in [(first, second), (second, first)].into_iter().enumerate() {
                if round * 2 + turn < games {
                    jobs.push(Job { number: pair * 2 + turn + 1, pair: pair + 1, round, red, black });
                }
            }
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_colours_with_each_opening() {
        let jobs = jobs(3, 4);
        assert_eq!(jobs.len(), 3 * 4);
        for games in jobs.chunks(2) {
            assert_eq!((games[0].pair, games[0].round), (games[1].pair, games[1].round));
            assert_eq!((games[0].red, games[0].black), (games[1].black, games[1].red));
        }
        let numbers: Vec<usize> = jobs.iter().map(|job| job.number).collect();
        assert_eq!(numbers, (1..=12).collect::<Vec<_>>());
    }

    /// A longer match begins with the games of the shorter one, so that a match can be made longer.
    #[test]
    fn longer_matches_begin_alike() {
        let (short, long) = (jobs(3, 3), jobs(3, 10));
        assert!(short.iter().all(|job| long.contains(job)));
    }
}
