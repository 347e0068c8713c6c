//! Laws of the network: what follows the search equals what is computed anew, sides and mirrors change nothing.

use std::sync::Arc;

use super::*;
use crate::types::{Kind, Move, Piece, Rng};

/// All moves that keep the own king safe: this layer knows no generator.
fn legal_moves(position: &Position) -> Vec<Move> {
    let checks = position.checks();
    let own = position.pieces().filter(|(_, piece)| piece.color() == position.side_to_move());
    own.flat_map(|(from, piece)| {
        position.targets(piece, from).into_iter().filter_map(move |to| Move::new(from, to))
    })
    .filter(|&mv| position.is_legal(mv, &checks))
    .collect()
}

fn accumulators(network: &Network) -> Accumulators {
    Accumulators::new(Arc::new(Weights::new(network).unwrap()))
}

/// A wide range of values, most of them clipped, and a bias.
fn rough_network(seed: u64) -> Network {
    let mut network = Network::random(64, seed);
    let mut rng = Rng::new(seed);
    network.ft_weights.iter_mut().for_each(|weight| *weight = rng.below(2 * 992 + 1) as i16 - 992);
    network.out_bias = (0..8).map(|_| rng.below(20_000) as i32 - 10_000).collect();
    network
}

/// Wanders through games with moves, passes and takebacks; asks for values only now and then, so that several plies
/// have to be caught up with.
#[test]
fn accumulators_that_follow_equal_those_computed_anew() {
    for (seed, network) in [(1, Network::random(128, 1)), (2, rough_network(2))] {
        let mut followed = accumulators(&network);
        let mut rng = Rng::new(seed);
        let mut king_moves = 0;
        for _ in 0..25 {
            let mut position = Position::start();
            let mut line = Vec::new();
            followed.reset();
            for _ in 0..300 {
                let moves = legal_moves(&position);
                if (rng.below(4) == 0 || moves.is_empty()) && !line.is_empty() {
                    for _ in 0..=rng.below(3).min(line.len() as u64 - 1) {
                        match line.pop().expect("a line that is long enough") {
                            Some((mv, undo)) => {
                                followed.pop();
                                position.undo(mv, undo);
                            }
                            None => position.pass(),
                        }
                    }
                } else if rng.below(8) == 0 && !position.is_in_check() {
                    position.pass();
                    line.push(None);
                } else if !moves.is_empty() {
                    let mv = moves[rng.below(moves.len() as u64) as usize];
                    king_moves += usize::from(position.king(position.side_to_move()) == mv.from());
                    followed.push(&position, mv);
                    line.push(Some((mv, position.play(mv))));
                }
                if rng.below(3) != 0 {
                    assert_eq!(followed.evaluate(&position), network.evaluate(&position), "{position}");
                }
            }
        }
        assert!(king_moves > 100, "{king_moves} moves of kings say little");
    }
}

/// Every node of a small tree, both sides' accumulators, as the search would ask for them.
#[test]
fn every_node_of_a_tree_has_the_right_value() {
    fn walk(network: &Network, followed: &mut Accumulators, position: &mut Position, depth: usize) {
        assert_eq!(followed.evaluate(position), network.evaluate(position), "{position}");
        if depth == 0 {
            return;
        }
        for mv in legal_moves(position) {
            followed.push(position, mv);
            let undo = position.play(mv);
            walk(network, followed, position, depth - 1);
            position.undo(mv, undo);
            followed.pop();
        }
    }
    let network = Network::random(64, 3);
    let mut followed = accumulators(&network);
    for fen in ["4ka3/4a4/9/4c4/9/9/9/4R4/4A4/3K5 w", "3k5/9/9/9/9/9/9/4p4/3R5/5K3 b"] {
        followed.reset();
        walk(&network, &mut followed, &mut fen.parse().unwrap(), 2);
    }
}

/// Boards of random games, from full to nearly empty.
fn positions(seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    for _ in 0..10 {
        let mut position = Position::start();
        for _ in 0..150 {
            let moves = legal_moves(&position);
            let Some(&first) = moves.first() else { break };
            let captures = moves.iter().copied().find(|mv| position.piece_on(mv.to()).is_some());
            let any = moves[rng.below(moves.len() as u64) as usize];
            position.play(if rng.below(3) == 0 { captures.unwrap_or(first) } else { any });
            found.push(position.clone());
        }
    }
    found
}

#[test]
fn swapped_sides_and_mirrored_boards_have_the_same_value() {
    let network = rough_network(4);
    let mut mirrored = 0;
    let mut buckets = [0; features::OUTPUT_BUCKETS];
    for position in positions(5) {
        let value = network.evaluate(&position);
        assert_eq!(network.evaluate(&position.color_swapped()), value, "{position}");
        // With its king on the middle file a side sees left and right.
        if Color::ALL.into_iter().all(|side| position.king(side).file() != 4) {
            assert_eq!(network.evaluate(&position.mirrored()), value, "{position}");
            mirrored += 1;
        }
        buckets[features::output_bucket(&position)] += 1;
    }
    assert!(mirrored > 20);
    assert!(buckets.iter().all(|&count| count > 0), "{buckets:?}");
}

/// Only the bias: what the formula makes of it, with its rounding towards zero and its limits.
#[test]
fn a_bias_alone_is_scaled_and_kept_within_evaluations() {
    let mut network = Network::random(64, 1);
    network.out_weights.fill(0);
    let one = QA * network.out_quantum;
    for (bias, expected) in
        [(one, SCALE), (-one, -SCALE), (40, 0), (-81, -1), (i32::MAX, 20_000), (i32::MIN, -20_000)]
    {
        network.out_bias.fill(bias);
        assert_eq!(network.evaluate(&Position::start()), expected, "{bias}");
    }
}

/// One feature, one weight: the value can be computed by hand.
#[test]
fn one_rook_is_worth_what_its_weight_says() {
    let mut network = Network::random(64, 1);
    for numbers in [&mut network.ft_weights, &mut network.ft_bias, &mut network.out_weights] {
        numbers.fill(0);
    }
    let position: Position = "3k5/9/9/9/9/9/9/9/9/R4K3 w".parse().unwrap();
    let a0 = "a0".parse().unwrap();
    let rook = features::View::of(&position, Color::Red).feature(Piece::new(Color::Red, Kind::Rook), a0);
    network.ft_weights[rook * 64] = 100;
    network.out_weights[0] = 64;
    network.out_weights[64] = -32;
    // (100 · 100 · 64 / 255 = 2509) · 400 / 16320, and half of it with the other side to move, who sees the same rook
    // as the enemy's.
    assert_eq!(network.evaluate(&position), 61);
    let other: Position = "3k5/9/9/9/9/9/9/9/9/R4K3 b".parse().unwrap();
    assert_eq!(network.evaluate(&other), -30);
}
