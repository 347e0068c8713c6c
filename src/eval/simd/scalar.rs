//! Kernels in plain code: the ones that all others must equal.

use super::{Block, Kernels, LANES, TOP};

pub(super) const KERNELS: Kernels =
    Kernels { name: "scalar", is_supported: || true, shift, capture, apply, activated_dot };

#[inline(always)]
pub(super) fn shift(target: &mut [Block], source: &[Block], add: &[Block], sub: &[Block]) {
    for (((target, source), add), sub) in target.iter_mut().zip(source).zip(add).zip(sub) {
        for lane in 0..LANES {
            target.0[lane] = source.0[lane].wrapping_add(add.0[lane]).wrapping_sub(sub.0[lane]);
        }
    }
}

#[inline(always)]
pub(super) fn capture(target: &mut [Block], source: &[Block], add: &[Block], [first, second]: [&[Block]; 2]) {
    let rows = source.iter().zip(add).zip(first).zip(second);
    for (target, (((source, add), first), second)) in target.iter_mut().zip(rows) {
        for lane in 0..LANES {
            let less = first.0[lane].wrapping_add(second.0[lane]);
            target.0[lane] = source.0[lane].wrapping_add(add.0[lane]).wrapping_sub(less);
        }
    }
}

/// Column by column, so that the sum stays in registers.
#[inline(always)]
pub(super) fn apply(target: &mut [Block], adds: &[&[Block]], subs: &[&[Block]]) {
    for (column, target) in target.iter_mut().enumerate() {
        let mut sum = *target;
        for row in adds {
            sum.0.iter_mut().zip(row[column].0).for_each(|(sum, number)| *sum = sum.wrapping_add(number));
        }
        for row in subs {
            sum.0.iter_mut().zip(row[column].0).for_each(|(sum, number)| *sum = sum.wrapping_sub(number));
        }
        *target = sum;
    }
}

fn activated_dot(values: &[Block], weights: &[Block]) -> i32 {
    let mut sum = 0i32;
    for (values, weights) in values.iter().zip(weights) {
        for (value, weight) in values.0.into_iter().zip(weights.0) {
            let clipped = i32::from(value.clamp(0, TOP));
            sum = sum.wrapping_add(clipped * clipped * i32::from(weight));
        }
    }
    sum
}
