use super::*;
use crate::eval::network::{FT_MAX, OUT_MAX};
use crate::types::Rng;

/// Rows of random numbers, and of the numbers at which clipping and multiplying turn.
fn rows(rng: &mut Rng, length: usize, edges: &[i16], size: i16) -> Vec<Block> {
    let span = 2 * u64::from(size.unsigned_abs()) + 1;
    let mut number = || match rng.below(2) {
        0 => edges[rng.below(edges.len() as u64) as usize],
        _ => (rng.below(span) as i32 - i32::from(size)) as i16,
    };
    (0..length).map(|_| Block(std::array::from_fn(|_| number()))).collect()
}

/// Whatever an accumulator can hold, and more.
const VALUES: [i16; 11] = [0, 1, -1, TOP - 1, TOP, TOP + 1, 127, 128, i16::MAX, i16::MIN, -TOP];
const WEIGHTS: [i16; 4] = [0, OUT_MAX, -OUT_MAX, 1];
const ROWS: [i16; 5] = [0, FT_MAX, -FT_MAX, i16::MAX, i16::MIN];

fn others() -> impl Iterator<Item = &'static Kernels> {
    let found: Vec<_> = Kernels::supported().collect();
    assert_eq!(found.last().map(|kernels| kernels.name), Some("scalar"));
    found.into_iter()
}

#[test]
fn all_kernels_add_rows_as_plain_code_does() {
    let mut rng = Rng::new(1);
    for length in (1..=32).step_by(3) {
        let mut row = || rows(&mut rng, length, &ROWS, FT_MAX);
        let (source, lists) = (row(), [row(), row(), row(), row(), row()]);
        let [a, b, c, d, e] = lists.each_ref().map(Vec::as_slice);
        let at = |row: &[Block], lane: usize| i64::from(row[lane / LANES].0[lane % LANES]);
        let expect = |found: &[Block], sum: &dyn Fn(usize) -> i64, name: &str| {
            for lane in 0..length * LANES {
                assert_eq!(found[lane / LANES].0[lane % LANES], sum(lane) as i16, "{name}, lane {lane}");
            }
        };
        for kernels in others() {
            let mut found = vec![Block::ZERO; length];
            kernels.shift(&mut found, &source, a, b);
            expect(&found, &|lane| at(&source, lane) + at(a, lane) - at(b, lane), kernels.name);
            kernels.capture(&mut found, &source, a, [b, c]);
            let sum = |lane| at(&source, lane) + at(a, lane) - at(b, lane) - at(c, lane);
            expect(&found, &sum, kernels.name);
            let mut found = source.clone();
            kernels.apply(&mut found, &[a, b, c], &[d, e]);
            let sum = |lane| {
                at(&source, lane) + at(a, lane) + at(b, lane) + at(c, lane) - at(d, lane) - at(e, lane)
            };
            expect(&found, &sum, kernels.name);
            kernels.apply(&mut found, &[d, e], &[]);
            kernels.apply(&mut found, &[], &[a, b, c]);
            assert_eq!(found, source, "{}: there and back", kernels.name);
        }
    }
}

/// Lengths go up to the widest network; sums are kept within the bound of a bucket.
#[test]
fn all_kernels_multiply_as_plain_code_does() {
    let mut rng = Rng::new(2);
    for length in 1..=32 {
        for _ in 0..20 {
            let values = rows(&mut rng, length, &VALUES, 400);
            let size = OUT_MAX.min((33_025 / (length * LANES)) as i16);
            let edges = WEIGHTS.map(|weight| weight.clamp(-size, size));
            let weights = rows(&mut rng, length, &edges, size);
            let lanes =
                |row: &[Block]| row.iter().flat_map(|block| block.0).map(i64::from).collect::<Vec<_>>();
            let expected: i64 = lanes(&values)
                .into_iter()
                .zip(lanes(&weights))
                .map(|(value, weight)| value.clamp(0, 255).pow(2) * weight)
                .sum();
            for kernels in others() {
                let found = kernels.activated_dot(&values, &weights);
                assert_eq!(i64::from(found), expected, "{}, {length} blocks", kernels.name);
            }
        }
    }
}

/// The largest sums that a bucket may have, in both directions: 33,025 · 255² is just below `i32::MAX`.
#[test]
fn all_kernels_stand_the_largest_sums() {
    let values = [Block([i16::MAX; LANES]); 9];
    for sign in [1, -1] {
        let mut weights = [Block([sign * OUT_MAX; LANES]); 9];
        weights[8] = Block::ZERO;
        // 8 blocks of 32 weights of 127, and this to fill up.
        weights[8].0[..4].copy_from_slice(&[sign * 127, sign * 127, sign * 127, sign * 124]);
        let sum: i64 = weights.iter().flat_map(|block| block.0).map(i64::from).sum();
        for kernels in others() {
            let found = kernels.activated_dot(&values, &weights);
            assert_eq!(i64::from(found), sum * 255 * 255, "{}", kernels.name);
        }
    }
}
