//! Samples: positions with their labels, packed in memory, and what the network sees of them.

use arrayvec::ArrayVec;

use crate::board::Position;
use crate::eval::network::features::{OUTPUT_BUCKETS, View};
use crate::tools::data::PackedPosition;
use crate::types::{Color, Kind, Rng, Square};

/// A position with its labels, in 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Sample {
    position: PackedPosition,
    /// The search's score in centipawns, from the side to move.
    score: i16,
    /// Half-points of the side to move: 0 lost, 1 drawn, 2 won.
    half_points: u8,
}

/// What the network sees of a position, and what it should answer.
pub(super) struct Example {
    /// Active features, as rows of the transformer: as the side to move sees them, and as the other side does.
    pub rows: [ArrayVec<u16, 32>; 2],
    /// Output bucket.
    pub bucket: usize,
    /// Expected share of the points of the side to move, 0 to 1.
    pub target: f32,
}

impl Sample {
    /// Packs a position. `score` is in centipawns from the side to move, `winner` is `None` for a draw.
    pub fn new(position: &Position, score: i16, winner: Option<Color>) -> Sample {
        let half_points = match winner {
            None => 1,
            Some(winner) => 2 * (winner == position.side_to_move()) as u8,
        };
        Sample { position: PackedPosition::of(position), score, half_points }
    }

    /// The position, without counters.
    pub fn unpack(&self) -> Position {
        self.position.unpack().expect("only valid positions are packed")
    }

    /// What the network sees, in a mirror when `mirrored`.
    #[inline(always)]
    pub fn example(&self, mirrored: bool, labels: &Labels) -> Example {
        let side = self.position.side_to_move();
        let seen = |square: Square| if mirrored { square.mirrored() } else { square };
        let mut kings = [None; 2];
        for (square, piece) in self.position.pieces() {
            if piece.kind() == Kind::King {
                kings[piece.color().index()] = Some(seen(square));
            }
        }
        let view = |color: Color| {
            View::new(color, kings[color.index()].expect("each side of a packed position has a king"))
        };
        let views = [view(side), view(!side)];
        let mut rows = [ArrayVec::new(), ArrayVec::new()];
        for (square, piece) in self.position.pieces() {
            let square = seen(square);
            for (rows, view) in rows.iter_mut().zip(views) {
                rows.push(view.feature(piece, square) as u16);
            }
        }
        let bucket = (rows[0].len() - 2) / 4 % OUTPUT_BUCKETS;
        Example { rows, bucket, target: labels.target(self) }
    }
}

/// How labels make a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels {
    /// Share of the result in the target, 0 to 1.
    pub result_share: f32,
    /// Centipawns for which the score expects `sigmoid(1)` of the points.
    pub scale_cp: f32,
}

impl Labels {
    fn target(&self, sample: &Sample) -> f32 {
        let result = f32::from(sample.half_points) / 2.0;
        let expected = sigmoid(f32::from(sample.score) / self.scale_cp);
        self.result_share * result + (1.0 - self.result_share) * expected
    }
}

/// The logistic function.
#[inline(always)]
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Samples in the order of a pass, or of a part of it.
#[derive(Clone, Copy)]
pub(super) struct Batch<'a> {
    /// All samples.
    pub samples: &'a [Sample],
    /// Indices into `samples`.
    pub order: &'a [u32],
    /// Seeds the mirroring of this pass; `None` for no mirroring.
    pub mirror: Option<u64>,
    /// Makes the targets.
    pub labels: Labels,
}

impl Batch<'_> {
    /// Example `i`; whether it is mirrored depends on seed and sample only.
    #[inline(always)]
    pub fn example(&self, i: usize) -> Example {
        let index = self.order[i];
        let mirrored =
            self.mirror.is_some_and(|seed| Rng::new(seed ^ u64::from(index) << 20).next() & 1 == 1);
        self.samples[index as usize].example(mirrored, &self.labels)
    }
}

/// The order of the samples in one pass: a random permutation of `count`, the same for equal seeds and passes.
pub(super) fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut rng = Rng::new(seed);
    let mut order: Vec<u32> = (0..count as u32).collect();
    for i in (1..count).rev() {
        order.swap(i, rng.below(i as u64 + 1) as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::features::{active, output_bucket};

    const LABELS: Labels = Labels { result_share: 0.25, scale_cp: 400.0 };

    #[test]
    fn an_example_is_what_the_engine_sees() {
        let fens = [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b",
            "3k5/9/9/9/4P4/9/9/9/5R3/5K3 w",
            "5k3/4a4/9/9/4P4/2B6/9/9/4A4/3K2B1R b",
        ];
        for fen in fens {
            let position: Position = fen.parse().unwrap();
            let sample = Sample::new(&position, 100, Some(position.side_to_move()));
            assert_eq!(sample.unpack().color_swapped(), position.color_swapped());
            for (mirrored, position) in [(false, position.clone()), (true, position.mirrored())] {
                let example = sample.example(mirrored, &LABELS);
                let side = position.side_to_move();
                for (rows, color) in example.rows.iter().zip([side, !side]) {
                    let mut rows: Vec<usize> = rows.iter().map(|&row| row as usize).collect();
                    let mut expected = active(&position, color).to_vec();
                    rows.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(rows, expected, "{fen}");
                }
                assert_eq!(example.bucket, output_bucket(&position));
            }
        }
    }

    #[test]
    fn targets_mix_score_and_result() {
        let position = Position::start();
        let target = |score, winner| LABELS.target(&Sample::new(&position, score, winner));
        assert_eq!(target(0, None), 0.5);
        assert!((target(400, Some(Color::Black)) - 0.75 * sigmoid(1.0)).abs() < 1e-6);
        assert!((target(400, Some(Color::Red)) - 0.75 * sigmoid(1.0) - 0.25).abs() < 1e-6);
        assert_eq!(size_of::<Sample>(), 32);
    }

    #[test]
    fn an_order_is_a_permutation_of_its_seed() {
        let mut order = shuffled(1000, 7);
        assert_eq!(order, shuffled(1000, 7));
        assert_ne!(order, shuffled(1000, 8));
        order.sort_unstable();
        assert!(order.iter().copied().eq(0..1000));
    }
}
