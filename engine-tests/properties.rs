//! Laws that hold in every position, for every text and every value.

use std::collections::HashMap;

use chuhe::board::Position;
use chuhe::eval::evaluate;
use chuhe::movegen::{generate_captures, generate_quiets, legal_moves, perft};
use chuhe::rules::Game;
use chuhe::types::{Bitboard, Color, Key, Kind, Move, MoveList, Piece, Rng, Score, Square};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::samples;

/// Equal runs everywhere: the seed is fixed, and no file remembers failures.
pub fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(0x6368),
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

/// The position put together anew from its men: whatever is kept up move by move must equal it.
fn rebuilt(position: &Position) -> Position {
    let (side, quiet) = (position.side_to_move(), position.quiet_plies() as u16);
    Position::from_pieces(position.pieces(), side, quiet, position.move_number() as u16)
        .expect("it was valid")
}

/// Codes of moves in order, to compare lists as sets.
fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
    let mut codes: Vec<u16> = moves.into_iter().map(Move::bits).collect();
    codes.sort_unstable();
    codes
}

/// Every pair of different squares.
fn all_moves() -> impl Iterator<Item = Move> {
    Square::all().flat_map(|from| Square::all().filter_map(move |to| Move::new(from, to)))
}

#[test]
fn undo_restores_everything() {
    for before in samples::mixture(0x01, 700) {
        let mut position = before.clone();
        for mv in legal_moves(&before) {
            let undo = position.play(mv);
            assert_eq!(undo.captured(), before.piece_on(mv.to()));
            assert_eq!(position.side_to_move(), !before.side_to_move());
            position.undo(mv, undo);
            assert!(position == before, "{mv} in {before}");
        }
    }
}

/// The squares of check hold for men that leave no line and no leg of the king open behind them: then a quiet move
/// there gives check, and one elsewhere does not, unless another man gives it.
#[test]
fn check_squares_are_where_quiet_moves_give_check() {
    let (mut checks, mut others) = (0, 0);
    for position in samples::mixture(0x0c, 700) {
        let king = position.king(!position.side_to_move());
        let squares = position.check_squares();
        let near = Square::all().filter(|&square| {
            let (files, ranks) = (square.file().abs_diff(king.file()), square.rank().abs_diff(king.rank()));
            files == 0 || ranks == 0 || files.max(ranks) == 1
        });
        let near: Bitboard = near.collect();
        for mv in legal_moves(&position) {
            if near.has(mv.from()) || position.piece_on(mv.to()).is_some() {
                continue;
            }
            let kind = position.piece_on(mv.from()).unwrap().kind();
            if squares.has(kind, mv.to()) {
                assert!(position.gives_check(mv), "{mv} in {position}");
                checks += 1;
            } else if !near.has(mv.to()) {
                assert!(!position.gives_check(mv), "{mv} in {position}");
                others += 1;
            }
        }
    }
    assert!(checks > 200 && others > 5_000, "{checks} checks, {others} others");
}

#[test]
fn playing_equals_building_anew() {
    for before in samples::mixture(0x02, 700) {
        assert!(rebuilt(&before) == before, "{before}");
        for mv in legal_moves(&before) {
            let mut after = before.clone();
            let undo = after.play(mv);
            assert!(rebuilt(&after) == after, "{mv} in {before}");
            assert_eq!(after.key(), after.recomputed_key(), "{mv} in {before}");
            assert_eq!(after.is_in_check(), before.gives_check(mv), "{mv} in {before}");
            assert_eq!(after.key(), before.key_after(mv), "{mv} in {before}");
            let quiet = if undo.captured().is_some() { 0 } else { before.quiet_plies() + 1 };
            assert_eq!(after.quiet_plies(), quiet, "{mv} in {before}");
            let begins_move = after.side_to_move() == Color::Red;
            assert_eq!(
                after.move_number(),
                before.move_number() + usize::from(begins_move),
                "{mv} in {before}"
            );
        }
    }
}

#[test]
fn passing_twice_changes_nothing() {
    for before in samples::mixture(0x03, 700) {
        let mut position = before.clone();
        position.pass();
        assert_ne!(position.key(), before.key());
        assert_eq!(position.key(), position.recomputed_key());
        position.pass();
        assert!(position == before, "{before}");
    }
}

/// A game walked at random forwards, backwards and by passes, beside a plain stack of what it should be.
#[test]
fn game_undo_restores_everything() {
    let mut rng = Rng::new(0x04);
    for start in samples::mixture(0x05, 40) {
        let mut game = Game::new(start.clone());
        let mut stack = vec![(start, None)];
        for _ in 0..200 {
            let (position, last) = stack.last().expect("the stack keeps the start").clone();
            assert!(game.position() == &position, "{position}");
            assert_eq!(game.is_in_check(), position.is_in_check(), "{position}");
            assert_eq!((game.ply(), game.last_move()), (stack.len() - 1, last));
            let moves = legal_moves(&position);
            let choice = rng.below(10);
            if choice < 3 || moves.is_empty() {
                game.undo();
                stack.truncate((stack.len() - 1).max(1));
            } else if choice < 5 && !position.is_in_check() {
                let mut next = position;
                next.pass();
                game.pass();
                stack.push((next, None));
            } else {
                let mv = moves[rng.below(moves.len() as u64) as usize];
                let mut next = position;
                next.play(mv);
                game.play(mv);
                stack.push((next, Some(mv)));
            }
        }
    }
}

#[test]
fn different_positions_have_different_keys() {
    let mut seen: HashMap<Key, String> = HashMap::new();
    for position in samples::mixture(0x06, 5_000) {
        let fen = position.to_string();
        let men_and_side = fen.split(" - -").next().expect("a FEN has fields").to_string();
        let known = seen.entry(position.key()).or_insert_with(|| men_and_side.clone());
        assert_eq!(known, &men_and_side);
    }
    assert!(seen.len() > 10_000, "{} positions", seen.len());
}

#[test]
fn mirrors_mirror_the_moves() {
    for position in samples::mixture(0x07, 500) {
        let mirrored = position.mirrored();
        assert!(mirrored.mirrored() == position, "{position}");
        assert!(rebuilt(&mirrored) == mirrored, "{position}");
        assert_eq!(mirrored.is_in_check(), position.is_in_check(), "{position}");
        let expected = sorted(legal_moves(&position).into_iter().map(Move::mirrored));
        assert_eq!(sorted(legal_moves(&mirrored)), expected, "{position}");
    }
}

#[test]
fn swapped_colours_swap_the_moves() {
    for position in samples::mixture(0x08, 500) {
        let swapped = position.color_swapped();
        assert!(swapped.color_swapped() == position, "{position}");
        assert!(rebuilt(&swapped) == swapped, "{position}");
        assert_eq!(swapped.side_to_move(), !position.side_to_move());
        assert_eq!(swapped.is_in_check(), position.is_in_check(), "{position}");
        let expected = sorted(legal_moves(&position).into_iter().map(Move::rotated));
        assert_eq!(sorted(legal_moves(&swapped)), expected, "{position}");
        assert_eq!(evaluate(&swapped), evaluate(&position), "value of {position}");
    }
}

#[test]
fn perft_is_blind_to_mirrors_and_colours() {
    for position in samples::mixture(0x09, 40) {
        let count = perft(&position, 2);
        assert_eq!(perft(&position.mirrored(), 2), count, "{position}");
        assert_eq!(perft(&position.color_swapped(), 2), count, "{position}");
    }
}

/// A move is in the list exactly when both questions about it are answered with yes.
#[test]
fn legal_means_listed() {
    for position in samples::mixture(0x0a, 150) {
        let checks = position.checks();
        let passing =
            all_moves().filter(|&mv| position.is_pseudo_legal(mv) && position.is_legal(mv, &checks));
        assert_eq!(sorted(passing), sorted(legal_moves(&position)), "{position}");
    }
}

#[test]
fn captures_and_quiets_share_nothing() {
    for position in samples::mixture(0x0b, 500) {
        let (mut captures, mut quiets) = (MoveList::new(), MoveList::new());
        generate_captures(&position, &mut captures);
        generate_quiets(&position, &mut quiets);
        assert!(captures.iter().all(|mv| position.piece_on(mv.to()).is_some()), "{position}");
        assert!(quiets.iter().all(|mv| position.piece_on(mv.to()).is_none()), "{position}");
        let pseudo_legal = all_moves().filter(|&mv| position.is_pseudo_legal(mv));
        assert_eq!(sorted(captures.into_iter().chain(quiets)), sorted(pseudo_legal), "{position}");
    }
}

/// Who bears on a man, against where the men can go.
#[test]
fn attackers_are_the_men_that_can_take() {
    for position in samples::mixture(0x0c, 500) {
        for (square, piece) in position.pieces() {
            let takers: Bitboard = position
                .pieces()
                .filter(|&(from, taker)| {
                    position.targets(taker, from).has(square) && taker.color() != piece.color()
                })
                .map(|(from, _)| from)
                .collect();
            let attackers = position.attackers(square, position.occupied());
            assert_eq!(attackers & position.side(!piece.color()), takers, "{square} in {position}");
        }
    }
}

#[test]
fn fen_comes_back() {
    for position in samples::mixture(0x0d, 1_000) {
        let fen = position.to_string();
        assert_eq!(fen.parse(), Ok(position), "{fen}");
    }
}

#[test]
fn squares_come_back() {
    let mut seen = Bitboard::EMPTY;
    for square in Square::all() {
        assert_eq!(Square::from_index(square.index()), Some(square));
        assert_eq!(Square::from_coords(square.file(), square.rank()), Some(square));
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        assert_eq!(square.mirrored().mirrored(), square);
        assert_eq!(square.rotated().rotated(), square);
        assert_eq!(square.is_home(Color::Red), !square.is_home(Color::Black));
        seen |= Bitboard::of(square);
    }
    assert_eq!(seen, Bitboard::ALL);
    assert_eq!(Square::from_index(90), None);
    assert_eq!((Square::from_coords(9, 0), Square::from_coords(0, 10)), (None, None));
}

#[test]
fn moves_come_back() {
    let mut count = 0;
    for mv in all_moves() {
        assert_eq!(Move::new(mv.from(), mv.to()), Some(mv));
        assert_eq!(Move::from_bits(mv.bits()), Some(mv));
        let text = mv.to_string();
        assert_eq!(text.parse(), Ok(mv));
        assert_eq!(text.to_uppercase().parse(), Ok(mv));
        assert_eq!(format!("{}-{}", mv.from(), mv.to()).parse(), Ok(mv));
        assert_eq!(mv.mirrored().mirrored(), mv);
        assert_eq!(mv.rotated().rotated(), mv);
        count += 1;
    }
    assert_eq!(count, 90 * 89);
    let from_codes = (0..=u16::MAX).filter_map(Move::from_bits).map(Move::bits);
    assert!(from_codes.eq(sorted(all_moves())), "no other code gives a move");
}

#[test]
fn letters_come_back() {
    for (index, piece) in Piece::ALL.into_iter().enumerate() {
        assert_eq!(piece.index(), index);
        assert_eq!(Piece::new(piece.color(), piece.kind()), piece);
        assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
    }
    let known: String = (0..=0x10_ffff)
        .filter_map(char::from_u32)
        .filter(|&letter| Piece::from_letter(letter).is_some())
        .collect();
    assert_eq!(known, "ABCEHKNPRabcehknpr");
    for (index, kind) in Kind::ALL.into_iter().enumerate() {
        assert_eq!(kind.index(), index);
    }
}

#[test]
fn mate_scores_count_from_root_or_node() {
    for distance in 0..=Score::MAX_PLY {
        let (win, loss) = (Score::mate_in(distance), Score::mated_in(distance));
        assert_eq!(-win, loss);
        assert!(win.is_win() && win.is_mate() && !win.is_loss());
        assert!(loss.is_loss() && loss.is_mate() && !loss.is_win());
        assert_eq!((win.mate_distance(), loss.mate_distance()), (Some(distance), Some(distance)));
        assert!(win > Score::MAX_EVAL && win <= Score::MATE && win < Score::INFINITE);
        for ply in 0..=distance {
            // `distance` plies from the root, seen from a node `ply` plies below the root.
            assert_eq!(win.to_node(ply), Score::mate_in(distance - ply));
            assert_eq!(loss.to_node(ply), Score::mated_in(distance - ply));
            assert_eq!(win.to_node(ply).from_node(ply), win);
            assert_eq!(loss.to_node(ply).from_node(ply), loss);
        }
        for ply in 0..=Score::MAX_PLY {
            // A win stays a win and a loss a loss, even where the sum passes the longest line.
            assert!(win.from_node(ply).is_win() && loss.from_node(ply).is_loss());
        }
    }
    assert_eq!((Score::INFINITE.mate_distance(), (-Score::INFINITE).mate_distance()), (None, None));
    assert!(Score::mate_in(3) > Score::mate_in(5) && Score::mated_in(3) < Score::mated_in(5));
}

/// Rulings depend on the path, not on the distance from a node, and are neither mates nor values.
#[test]
fn rulings_lie_between_values_and_mates() {
    for ply in 0..=Score::MAX_PLY {
        let (win, loss) = (Score::ruled_win(ply), Score::ruled_loss(ply));
        assert_eq!(-win, loss);
        assert!(win.is_ruling() && loss.is_ruling() && !win.is_mate() && !loss.is_mate());
        assert!(win > Score::MAX_EVAL && win < Score::mate_in(Score::MAX_PLY));
        assert_eq!((win.to_node(ply), win.from_node(ply)), (win, win));
        assert!(!Score::mate_in(ply).is_ruling() && !Score::mated_in(ply).is_ruling());
    }
    assert!(!Score::MAX_EVAL.is_ruling() && !Score::DRAW.is_ruling());
}

#[test]
fn score_codes_come_back() {
    for value in -Score::INFINITE.value()..=Score::INFINITE.value() {
        let score = Score::DRAW + value;
        assert_eq!(Score::from_code(score.code()), score);
        assert_eq!(score - Score::DRAW, value);
    }
    for code in [i16::MIN, i16::MAX] {
        assert_eq!(Score::from_code(code).value().abs(), Score::INFINITE.value());
    }
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn centipawns_never_look_like_mate(centipawns: i32, ply in 0..=Score::MAX_PLY) {
        let score = Score::cp(centipawns);
        prop_assert!(!score.is_mate() && !score.is_ruling() && score.mate_distance().is_none());
        prop_assert_eq!(score.to_node(ply), score);
        prop_assert_eq!(score.from_node(ply), score);
        prop_assert_eq!(Score::cp(score.value()), score);
    }

    #[test]
    fn bitboards_are_sets(a: u128, b: u128) {
        let (a, b) = (Bitboard::from_bits(a), Bitboard::from_bits(b));
        let member = |square: Square| (a.has(square), b.has(square));
        for square in Square::all() {
            let (in_a, in_b) = member(square);
            prop_assert_eq!((a & b).has(square), in_a && in_b);
            prop_assert_eq!((a | b).has(square), in_a || in_b);
            prop_assert_eq!((a ^ b).has(square), in_a != in_b);
            prop_assert_eq!((!a).has(square), !in_a);
        }
        prop_assert_eq!(a.into_iter().collect::<Bitboard>(), a);
        prop_assert_eq!(a.into_iter().count(), a.len() as usize);
        prop_assert_eq!(a.into_iter().next(), a.first());
        prop_assert_eq!(a.has_many(), a.len() > 1);
        prop_assert_eq!(a.meets(b), !(a & b).is_empty());
    }

    #[test]
    fn no_parser_panics(text: String, printable in "\\PC{0,12}", squares in "[a-jA-J0-9é车-]{0,6}") {
        for text in [&text, &printable, &squares] {
            let _ = text.parse::<Position>();
            if let Ok(square) = text.parse::<Square>() {
                prop_assert_eq!(square.to_string(), text.to_ascii_lowercase());
            }
            if let Ok(mv) = text.parse::<Move>() {
                prop_assert_eq!(mv.to_string(), text.to_ascii_lowercase().replace('-', ""));
            }
        }
    }

    /// FENs with bytes changed, cut out and put in: whatever is still read is written canonically.
    #[test]
    fn damaged_fens_are_read_or_refused(
        seed: u64,
        edits in prop::collection::vec((0usize..80, any::<u8>(), 0usize..3), 1..6),
    ) {
        let mut bytes = samples::scattered(&mut Rng::new(seed), 20).to_string().into_bytes();
        for (at, byte, edit) in edits {
            // Mostly bytes that mean something in a FEN.
            let byte = *b"kabnrcpKABNRCPhe/0123456789 -wbr[]".get(byte as usize).unwrap_or(&byte);
            let at = at % bytes.len();
            match edit {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        if let Ok(position) = String::from_utf8_lossy(&bytes).parse::<Position>() {
            let fen = position.to_string();
            prop_assert_eq!(fen.parse(), Ok(position.clone()));
            prop_assert_eq!(fen.split(' ').count(), 6);
            // Nothing that reads moves may stumble over it either.
            let moves = legal_moves(&position);
            prop_assert!(moves.iter().all(|&mv| position.is_pseudo_legal(mv)));
        }
    }
}
