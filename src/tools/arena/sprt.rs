//! The sequential probability ratio test: whether a match has shown enough.
//!
//! The generalized test: the likelihood of the results is maximised under "the difference is elo0" and under
//! "the difference is elo1", and the logarithm of the ratio is compared with Wald's bounds. Sources: A. Wald,
//! *Sequential Analysis* (1947); M. Van den Bergh, *The Generalized Maximum Likelihood Ratio for the
//! Expectation Value of a Distribution* and *Normalized Elo* (the steps of the iteration are derived below).

use serde::{Deserialize, Serialize};

use super::stats::{ELO_PER_SIGMA, Outcomes, score_of_elo};

/// What `elo0` and `elo1` count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Standard deviations of a game, as Elo points: test lengths do not depend on the draw rate.
    #[default]
    Normalized,
    /// Points of the rating curve.
    Logistic,
}

/// The two hypotheses and the risks of error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1, above `elo0`.
    pub elo1: f64,
    /// Risk of accepting H1 when H0 holds.
    pub alpha: f64,
    /// Risk of accepting H0 when H1 holds.
    pub beta: f64,
    /// The unit of the differences.
    pub model: Model,
}

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Play on.
    Continue,
    /// The lower bound is reached.
    AcceptH0,
    /// The upper bound is reached.
    AcceptH1,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Normalized }
    }
}

impl Sprt {
    /// The log-likelihood ratios that end the test: H0's (negative) and H1's.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 to H0; 0 before the first observation.
    pub fn llr(&self, outcomes: &Outcomes) -> f64 {
        if outcomes.total() == 0.0 {
            return 0.0;
        }
        let outcomes = outcomes.regularized();
        let found = outcomes.frequencies();
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&found, score_of_elo(elo)),
            Model::Normalized => with_lead(&found, 0.5, elo / ELO_PER_SIGMA * outcomes.games_each().sqrt()),
        };
        let (under_h0, under_h1) = (likeliest(self.elo0), likeliest(self.elo1));
        let per_observation: f64 = found
            .iter()
            .zip(under_h0.iter().zip(&under_h1))
            .map(|((_, frequency), (p0, p1))| frequency * (p1 / p0).ln())
            .sum();
        outcomes.total() * per_observation
    }

    /// What to do at this log-likelihood ratio.
    pub fn decide(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Decision::AcceptH1
        } else if llr <= lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }
}

/// The likeliest distribution with this mean, given what was `found` (scores with frequencies).
///
/// Lagrange: `p = found / (1 + x (score - mean))`, with the `x` that gives the mean.
fn with_mean(found: &[(f64, f64)], mean: f64) -> Vec<f64> {
    tilted(found, |score| score - mean)
}

/// The likeliest distribution whose mean lies `lead` of its own standard deviations above `reference`.
///
/// The constraint `mean - reference - lead·deviation = 0` is not linear. Its gradient at a distribution with
/// mean m and deviation d, made to vanish on the average over that distribution, is
/// `score - reference - lead·d/2·(1 + ((score - m)/d)²)`; each round solves the linear problem with it.
fn with_lead(found: &[(f64, f64)], reference: f64, lead: f64) -> Vec<f64> {
    const ROUNDS: usize = 20;
    let mut p = vec![1.0 / found.len() as f64; found.len()];
    for _ in 0..ROUNDS {
        let mean: f64 = found.iter().zip(&p).map(|((score, _), p)| score * p).sum();
        let deviation =
            found.iter().zip(&p).map(|((score, _), p)| p * (score - mean).powi(2)).sum::<f64>().sqrt();
        let next = tilted(found, |score| {
            score - reference - lead * deviation / 2.0 * (1.0 + ((score - mean) / deviation).powi(2))
        });
        let change = p.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        p = next;
        if change < 1e-12 {
            break;
        }
    }
    p
}

/// `found / (1 + x·value)` with the `x` that makes the mean of `value` zero. The values must lie on both sides
/// of zero; then the mean falls steadily in `x`, so halving the interval finds it.
fn tilted(found: &[(f64, f64)], value: impl Fn(f64) -> f64) -> Vec<f64> {
    let values: Vec<f64> = found.iter().map(|&(score, _)| value(score)).collect();
    let (least, most) = values.iter().fold((0f64, 0f64), |(a, b), &v| (a.min(v), b.max(v)));
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let x = (low + high) / 2.0;
        let mean: f64 = found.iter().zip(&values).map(|((_, p), v)| p * v / (1.0 + x * v)).sum();
        if mean > 0.0 { low = x } else { high = x }
    }
    let x = (low + high) / 2.0;
    found.iter().zip(&values).map(|((_, p), v)| p / (1.0 + x * v)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(model: Model, elo0: f64, elo1: f64, outcomes: Outcomes) -> f64 {
        Sprt { elo0, elo1, model, ..Sprt::default() }.llr(&outcomes)
    }

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
    }

    /// Wald's bounds at 5 % each: ±ln 19.
    #[test]
    fn bounds() {
        let (lower, upper) = Sprt::default().bounds();
        near(lower, -2.9444, 5e-5);
        near(upper, 2.9444, 5e-5);
        assert_eq!(Sprt::default().decide(2.95), Decision::AcceptH1);
        assert_eq!(Sprt::default().decide(-2.95), Decision::AcceptH0);
        assert_eq!(Sprt::default().decide(-2.94), Decision::Continue);
    }

    /// "Raw statistics" of a Fishtest run (Monty 69d3c8dc7c5b3724e29d2712): exact log-likelihood ratios.
    #[test]
    fn exact_ratios_as_fishtest_reports_them() {
        let pairs = || Outcomes::pentanomial([13, 37, 50, 25, 3]);
        near(llr(Model::Normalized, 0.0, 4.0, pairs()), -0.54912, 5e-6);
        near(llr(Model::Logistic, 0.0, 2.716, pairs()), -0.53772, 1e-4);
    }

    /// Figures of fastchess's own unit tests (its order: LL, LD, WL, DD, WD, WW; wins, losses, draws).
    #[test]
    fn figures_of_fastchess() {
        let pairs = |ll, ld, wl: u64, dd, wd, ww| Outcomes::pentanomial([ll, ld, wl + dd, wd, ww]);
        let games = |wins, losses, draws| Outcomes::trinomial(wins, draws, losses);
        use Model::{Logistic, Normalized};
        near(llr(Normalized, 0.0, 2.0, pairs(365, 16618, 36029, 200, 16974, 390)), 2.25, 0.006);
        near(llr(Normalized, -1.75, 0.25, pairs(127, 4883, 10311, 401, 5150, 104)), 3.01, 0.006);
        near(llr(Normalized, 0.0, 5.0, pairs(0, 0, 0, 0, 0, 5550)), 111.82, 0.06);
        near(llr(Logistic, 0.5, 2.5, pairs(223, 9863, 20279, 1000, 10037, 246)), -3.07, 0.006);
        near(llr(Logistic, 0.0, 2.0, pairs(871, 26175, 55003, 980, 26678, 821)), -4.98, 0.006);
        near(llr(Normalized, 0.0, 2.0, games(36433, 36027, 68692)), 0.92, 0.006);
        near(llr(Normalized, -1.75, 0.25, games(10871, 10650, 20431)), 2.30, 0.006);
        near(llr(Normalized, 0.0, 10.0, games(4250, 0, 0)), 120.56, 0.06);
        near(llr(Logistic, 0.5, 2.5, games(21404, 21184, 40708)), -1.57, 0.006);
        near(llr(Logistic, 0.0, 2.0, games(57433, 57030, 106593)), -2.59, 0.006);
        // The final lines of a fastchess match of 78 games.
        near(llr(Normalized, 0.0, 20.0, Outcomes::pentanomial([0, 0, 2, 0, 37])), 2.96, 0.006);
    }

    /// Both models say the same of results turned round, and nothing of none.
    #[test]
    fn symmetry() {
        for model in [Model::Normalized, Model::Logistic] {
            let forward = llr(model, -3.0, 3.0, Outcomes::pentanomial([4, 20, 50, 31, 9]));
            let backward = llr(model, -3.0, 3.0, Outcomes::pentanomial([9, 31, 50, 20, 4]));
            near(forward, -backward, 1e-9);
            assert!(forward > 0.0);
            assert_eq!(llr(model, 0.0, 5.0, Outcomes::pentanomial([0; 5])), 0.0);
        }
    }
}
