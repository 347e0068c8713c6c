//! Strength from results: Elo, normalized Elo, error bars, likelihood of superiority.
//!
//! One type serves both models: three outcomes of a game (trinomial) or five of a pair of games with colours
//! changed (pentanomial). The pentanomial model is the better one, since the two games of a pair share an
//! opening. Formulas: M. Van den Bergh, *Normalized Elo* (2021), and the mathematics page of the Fishtest
//! wiki.

/// Elo points per unit of the logistic curve's slope: `800 / ln 10`.
pub(super) const ELO_PER_SIGMA: f64 = 347.435_585_522_604_6;
/// Standard deviations on either side that hold 95 % of a normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// How often each outcome occurred, seen from the first engine: equally spaced scores from 0 to 1.
///
/// ```
/// use chuhe::tools::arena::stats::Outcomes;
/// let games = Outcomes::trinomial(3225, 3707, 3068);
/// assert_eq!(format!("{:.1} +/- {:.1}", games.elo(), games.elo_error()), "5.5 +/- 5.4");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Outcomes {
    counts: Vec<f64>,
}

impl Outcomes {
    /// Games won, drawn and lost.
    pub fn trinomial(wins: u64, draws: u64, losses: u64) -> Outcomes {
        Outcomes { counts: [losses, draws, wins].map(|count| count as f64).to_vec() }
    }

    /// Pairs of games by the points the first engine made in them: 0, ½, 1, 1½, 2.
    pub fn pentanomial(pairs: [u64; 5]) -> Outcomes {
        Outcomes { counts: pairs.map(|count| count as f64).to_vec() }
    }

    /// Observations: games, or pairs.
    pub fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Games in one observation: 1, or 2 for pairs.
    pub fn games_each(&self) -> f64 {
        ((self.counts.len() - 1) / 2) as f64
    }

    /// Scores from 0 to 1 with their frequencies, which add up to 1.
    pub(super) fn frequencies(&self) -> Vec<(f64, f64)> {
        let (total, last) = (self.total(), (self.counts.len() - 1) as f64);
        self.counts.iter().enumerate().map(|(i, count)| (i as f64 / last, count / total)).collect()
    }

    /// The same with a thousandth of an observation where there is none, so that a likelihood exists. This
    /// is what Fishtest does.
    pub(super) fn regularized(&self) -> Outcomes {
        Outcomes {
            counts: self.counts.iter().map(|&count| if count == 0.0 { 1e-3 } else { count }).collect(),
        }
    }

    /// Mean score, 0 to 1.
    pub fn mean(&self) -> f64 {
        self.frequencies().iter().map(|(score, frequency)| score * frequency).sum()
    }

    /// Variance of the score of one observation.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.frequencies().iter().map(|(score, frequency)| frequency * (score - mean).powi(2)).sum()
    }

    /// Logistic Elo difference; infinite when every point or none was made.
    pub fn elo(&self) -> f64 {
        elo_of_score(self.mean())
    }

    /// Half the width of the 95 % interval of [`Outcomes::elo`]; infinite when the interval reaches 0 or 1.
    pub fn elo_error(&self) -> f64 {
        let (mean, deviation) = (self.mean(), self.standard_error());
        if deviation == 0.0 {
            return f64::INFINITY;
        }
        (elo_of_score(mean + Z95 * deviation) - elo_of_score(mean - Z95 * deviation)) / 2.0
    }

    /// Normalized Elo: the distance from an even score in standard deviations of one game, as Elo points.
    pub fn normalized_elo(&self) -> f64 {
        (self.mean() - 0.5) / (self.variance() * self.games_each()).sqrt() * ELO_PER_SIGMA
    }

    /// Half the width of the 95 % interval of [`Outcomes::normalized_elo`].
    pub fn normalized_elo_error(&self) -> f64 {
        Z95 / (self.total() * self.games_each()).sqrt() * ELO_PER_SIGMA
    }

    /// Likelihood of superiority: 1 less the p-value of "the engines are equal". Half when nothing is known.
    pub fn los(&self) -> f64 {
        let (lead, deviation) = (self.mean() - 0.5, self.standard_error());
        if deviation > 0.0 {
            normal_cdf(lead / deviation)
        } else if lead > 0.0 {
            1.0
        } else if lead < 0.0 {
            0.0
        } else {
            0.5
        }
    }

    /// Standard error of the mean.
    fn standard_error(&self) -> f64 {
        (self.variance() / self.total()).sqrt()
    }
}

/// The Elo difference that yields this expected score (0 to 1).
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The expected score (0 to 1) at this Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The normal distribution function.
fn normal_cdf(z: f64) -> f64 {
    let tail = 0.5 * erfc(z.abs() / std::f64::consts::SQRT_2);
    if z > 0.0 { 1.0 - tail } else { tail }
}

/// The complementary error function for `x >= 0`: its Taylor series where that converges fast, else the
/// continued fraction of Laplace (Abramowitz and Stegun 7.1.6 and 7.1.14). Good to 12 digits.
fn erfc(x: f64) -> f64 {
    let scale = (-x * x).exp() / std::f64::consts::PI.sqrt();
    if x < 2.5 {
        let (mut term, mut sum, mut n) = (x, x, 0.0);
        while term > sum * 1e-17 {
            n += 1.0;
            term *= 2.0 * x * x / (2.0 * n + 1.0);
            sum += term;
        }
        1.0 - 2.0 * scale * sum
    } else {
        let fraction = (1..=80).rev().fold(0.0, |fraction, k| k as f64 / 2.0 / (x + fraction));
        scale / (x + fraction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
    }

    /// A published test of Monty's instance of Fishtest (69d3c8dc7c5b3724e29d2712), "raw statistics".
    #[test]
    fn pentanomial_as_fishtest_reports_it() {
        let pairs = Outcomes::pentanomial([13, 37, 50, 25, 3]);
        assert_eq!(pairs.total() * pairs.games_each(), 256.0);
        near(pairs.mean(), 0.43750, 5e-6);
        near(pairs.variance(), 0.05762, 5e-6);
        near(pairs.normalized_elo(), -63.97, 5e-3);
        near(pairs.elo(), -43.66, 5e-3);
    }

    /// Cutechess's final line of a match over 10 000 games: 3225 - 3068 - 3707, "Elo difference: 5.5 +/-
    /// 5.4, LOS: 97.6 %".
    #[test]
    fn trinomial_as_cutechess_reports_it() {
        let games = Outcomes::trinomial(3225, 3707, 3068);
        near(games.mean(), 0.508, 5e-4);
        near(games.elo(), 5.5, 0.05);
        near(games.elo_error(), 5.4, 0.05);
        near(games.los(), 0.976, 5e-4);
    }

    /// Figures of fastchess's own unit tests (its order: LL, LD, WL, DD, WD, WW).
    #[test]
    fn figures_of_fastchess() {
        let pairs = Outcomes::pentanomial([34, 54, 31 + 32, 64, 75]);
        near(pairs.normalized_elo(), 57.94, 0.01);
        near(pairs.normalized_elo_error(), 28.28, 0.01);
        near(pairs.elo(), 55.58, 0.01);
        near(pairs.elo_error(), 27.65, 0.01);
        let pairs = Outcomes::pentanomial([332, 433, 457 + 41, 333, 334]);
        near(pairs.elo(), -8.64, 0.01);
        near(pairs.elo_error(), 10.33, 0.01);
        near(pairs.normalized_elo(), -9.17, 0.01);
        near(pairs.los(), 0.0505, 5e-5);
        let games = Outcomes::trinomial(76, 123, 89);
        near(games.normalized_elo(), -20.76, 0.01);
        near(games.normalized_elo_error(), 40.13, 0.01);
        near(games.los(), 0.1553, 5e-5);
        near(Outcomes::trinomial(136, 111, 96).los(), 0.9960, 5e-5);
    }

    /// Elo, The Rating of Chessplayers: 76 % is 200 points; the table of the normal distribution.
    #[test]
    fn tables() {
        near(score_of_elo(200.0), 0.7597, 5e-5);
        near(elo_of_score(score_of_elo(-37.5)), -37.5, 1e-9);
        for (z, p) in [(0.0, 0.5), (1.0, 0.841_344_746_1), (1.959_963_985, 0.975), (-3.0, 0.001_349_898_0)] {
            near(normal_cdf(z), p, 1e-10);
        }
        near(normal_cdf(5.0), 0.999_999_713_348_428, 1e-13);
    }

    #[test]
    fn one_sided_results_have_no_finite_elo() {
        let wins = Outcomes::trinomial(5, 0, 0);
        assert_eq!((wins.elo(), wins.elo_error(), wins.los()), (f64::INFINITY, f64::INFINITY, 1.0));
        assert_eq!(Outcomes::trinomial(0, 4, 0).los(), 0.5);
    }
}
