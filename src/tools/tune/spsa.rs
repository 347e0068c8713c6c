//! Simultaneous perturbation stochastic approximation (Spall 1992), with gains named as on the Fishtest wiki.
//!
//! All values are moved at once, each by its step up or down at random, and the moved values play against their
//! mirror image. Whatever wins draws every value a little to its side; what does not matter averages out.

use crate::types::Rng;

/// How fast the size of the steps falls.
const GAMMA: f64 = 0.101;
/// How fast the rate of learning falls.
const ALPHA: f64 = 0.602;
/// Share of the run during which the rate of learning hardly falls yet.
const STABLE_SHARE: f64 = 0.1;

/// A value to be tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Knob {
    /// Its least value.
    pub least: f64,
    /// Its largest value.
    pub most: f64,
    /// How far it is moved at the end of the run.
    pub step: f64,
    /// What it has come to.
    pub value: f64,
}

/// The course of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gains {
    /// Experiments of the whole run.
    pub total: u64,
    /// Steps that a value goes, at the end of the run, for one point won.
    pub rate: f64,
}

impl Gains {
    /// What experiment `k` (from 0) multiplies a knob's step by.
    fn width(&self, k: u64) -> f64 {
        (self.total as f64 / (k + 1) as f64).powf(GAMMA)
    }

    /// How many steps a value goes for one point in experiment `k`.
    fn gain(&self, k: u64) -> f64 {
        let stable = STABLE_SHARE * self.total as f64;
        let growth = (stable + self.total as f64) / (stable + (k + 1) as f64);
        self.rate * growth.powf(ALPHA) / self.width(k)
    }
}

/// One experiment: the values of both sides, and which way each knob was turned for the first of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    /// Values of the side moved by the signs, and of its mirror image.
    pub sides: [Vec<i32>; 2],
    signs: Vec<f64>,
    number: u64,
}

/// Experiment `number` of a run on these knobs.
pub fn experiment(knobs: &[Knob], gains: Gains, number: u64, rng: &mut Rng) -> Experiment {
    let signs: Vec<f64> = knobs.iter().map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 }).collect();
    let width = gains.width(number);
    let mut side = |direction: f64| {
        let turned = knobs.iter().zip(&signs).map(|(knob, sign)| {
            let value = knob.value + direction * sign * width * knob.step;
            // Rounded by lot, so that steps smaller than one still show on average.
            let lot = rng.below(1 << 20) as f64 / f64::from(1 << 20);
            (value + lot).floor().clamp(knob.least, knob.most) as i32
        });
        turned.collect::<Vec<i32>>()
    };
    let sides = [side(1.0), side(-1.0)];
    Experiment { sides, signs, number }
}

/// Moves the knobs by the result of an experiment: points by which its first side won.
pub fn learn(knobs: &mut [Knob], gains: Gains, experiment: &Experiment, lead: i32) {
    let gain = gains.gain(experiment.number) * f64::from(lead);
    for (knob, sign) in knobs.iter_mut().zip(&experiment.signs) {
        knob.value = (knob.value + gain * sign * knob.step).clamp(knob.least, knob.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two knobs, of which one decides games with its best value at 70 and the other decides nothing: noise that is
    /// larger than any single difference does not keep the first from its place.
    #[test]
    fn what_matters_finds_its_place() {
        let knob = Knob { least: 0.0, most: 100.0, step: 5.0, value: 30.0 };
        let mut knobs = vec![knob.clone(), knob];
        let gains = Gains { total: 4000, rate: 0.02 };
        let mut rng = Rng::new(7);
        for number in 0..gains.total {
            let experiment = experiment(&knobs, gains, number, &mut rng);
            let strength = |side: &[i32]| -f64::from((side[0] - 70).pow(2)) / 2000.0;
            let chance = 0.5 + (strength(&experiment.sides[0]) - strength(&experiment.sides[1])) / 2.0;
            let lot = rng.below(1 << 20) as f64 / f64::from(1 << 20);
            learn(&mut knobs, gains, &experiment, if lot < chance { 1 } else { -1 });
        }
        assert!((knobs[0].value - 70.0).abs() < 10.0, "{knobs:?}");
        assert!((knobs[1].value - 30.0).abs() < 25.0, "{knobs:?}");
    }

    #[test]
    fn values_stay_in_their_range_and_sides_mirror_each_other() {
        let knobs = [
            Knob { least: 0.0, most: 10.0, step: 4.0, value: 9.0 },
            Knob { least: 0.0, most: 10.0, step: 1.0, value: 5.0 },
        ];
        let gains = Gains { total: 100, rate: 1.0 };
        for number in 0..100 {
            let mut turned = knobs.to_vec();
            let experiment = experiment(&turned, gains, number, &mut Rng::new(number));
            assert!(experiment.sides.iter().flatten().all(|value| (0..=10).contains(value)));
            assert!(experiment.sides[0][1] != experiment.sides[1][1]);
            learn(&mut turned, gains, &experiment, 2);
            assert!(turned.iter().all(|knob| (0.0..=10.0).contains(&knob.value)));
            let toward = experiment.sides[0][1] > experiment.sides[1][1];
            assert_eq!(turned[1].value > 5.0, toward);
        }
    }
}
