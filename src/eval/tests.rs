//! Laws of the evaluation on positions reached by random play.

use super::weights::w;
use super::*;
use crate::board::START_FEN;
use crate::types::Rng;

/// Positions from random games of pseudo-legal moves that leave nobody in an impossible check.
fn random_positions() -> Vec<Position> {
    let mut rng = Rng::new(7);
    let mut positions = Vec::new();
    for _ in 0..60 {
        let mut position = Position::start();
        for _ in 0..150 {
            let us = position.side_to_move();
            let checks = position.checks();
            let moves: Vec<_> = position
                .side(us)
                .into_iter()
                .flat_map(|from| {
                    let piece = position.piece_on(from).expect("the side has a man here");
                    let targets = position.targets(piece, from);
                    targets.into_iter().filter_map(move |to| crate::types::Move::new(from, to))
                })
                .filter(|mv| position.is_legal(*mv, &checks))
                .collect();
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.below(moves.len() as u64) as usize]);
            positions.push(position.clone());
        }
    }
    positions
}

#[test]
fn a_mirror_and_an_exchange_of_sides_change_nothing() {
    for position in random_positions() {
        let value = evaluate(&position);
        assert_eq!(evaluate(&position.mirrored()), value, "mirrored {position}");
        assert_eq!(evaluate(&position.color_swapped()), value, "sides exchanged {position}");
        assert!(!value.is_mate());
    }
}

#[test]
fn the_start_is_worth_a_tempo() {
    let start: Position = START_FEN.parse().unwrap();
    assert!((0..60).contains(&evaluate(&start).value()), "{:?}", evaluate(&start));
}

#[test]
fn packed_weights_add_up() {
    let pairs = [(5, -7), (-300, 20), (-1, -1), (900, -1200), (0, 3)];
    let sum = pairs.iter().fold(w(0, 0), |sum, &(opening, endgame)| sum + w(opening, endgame));
    assert_eq!((sum.opening(), sum.endgame()), (604, -1185));
    assert_eq!(((sum * -1).opening(), (sum * -1).endgame()), (-604, 1185));
    assert_eq!(((sum * -2).opening(), (sum * -2).endgame()), (-1208, 2370));
}

#[test]
fn endgames_that_cannot_be_won_are_worth_little() {
    // [practical endgames: full guards hold a lone rook, a lone knight, a lone cannon]
    for fen in ["2bak1b2/4a4/9/9/9/9/9/9/9/R3K4 w", "2bak1b2/4a4/9/9/9/9/4N4/9/9/4K4 w"] {
        let position: Position = fen.parse().unwrap();
        assert!(evaluate(&position).value().abs() < 150, "{fen}: {:?}", evaluate(&position));
    }
    let cannon: Position = "3k5/4a4/3a5/9/9/9/9/9/9/C3K4 w".parse().unwrap();
    assert!(evaluate(&cannon).value().abs() < 60);
    // A rook against two advisors wins.
    let won: Position = "3k5/4a4/3a5/9/9/9/9/9/9/R3K4 w".parse().unwrap();
    assert!(evaluate(&won).value() > 300);
}

#[test]
fn values_follow_common_knowledge() {
    let value = |fen: &str| evaluate(&fen.parse::<Position>().unwrap()).value();
    // The hollow cannon on the king's file is worth more than the same cannon elsewhere.
    let hollow = value("rnbakabnr/9/7c1/p1p3p1p/9/4C4/P1P3P1P/7C1/9/RNBAKABNR b");
    let beside = value("rnbakabnr/9/7c1/p1p3p1p/9/5C3/P3P1P1P/7C1/9/RNBAKABNR b");
    assert!(hollow < beside - 40, "{hollow} {beside}");
}
