//! Laws of the judge, on long games full of repetitions and on arbitrary legal histories.

use proptest::prelude::*;

use chuhe::board::Position;
use chuhe::movegen::legal_moves;
use chuhe::rules::{Account, Conduct, Game, MoveClass, Reason, RuleSet, Verdict, compare};
use chuhe::types::{Color, Kind, Move, Rng};

use crate::rules::{images, replay, rows, swapped};

/// A start position of the golden tables, where pieces are in contact.
fn start() -> impl Strategy<Value = Position> {
    let positions: Vec<Position> = rows().map(|row| row.position).collect();
    prop_oneof![1 => Just(Position::start()), 9 => prop::sample::select(positions)]
}

/// The move by which the side to move takes its last move back, if that is legal: what makes games repeat.
fn way_back(game: &Game) -> Option<Move> {
    let last = game.moves().rev().nth(1)?;
    let back = Move::new(last.to(), last.from())?;
    legal_moves(game.position()).contains(&back).then_some(back)
}

/// A game of `choices.len()` half-moves at most: each choice picks a legal move, and most go back.
fn wander(position: &Position, choices: &[u16]) -> Vec<Move> {
    let mut game = Game::new(position.clone());
    for &choice in choices {
        let moves = legal_moves(game.position());
        let Some(picked) = moves.get(choice as usize / 8 % moves.len().max(1)) else { break };
        game.play(way_back(&game).filter(|_| choice % 8 < 6).unwrap_or(*picked));
    }
    game.moves().collect()
}

/// Material from the side to move, as a player counts it.
fn material(position: &Position) -> i32 {
    let worth = |kind| match kind {
        Kind::Rook => 9,
        Kind::Knight | Kind::Cannon => 4,
        Kind::Advisor | Kind::Bishop => 2,
        Kind::Pawn => 1,
        Kind::King => 0,
    };
    let us = position.side_to_move();
    position
        .pieces()
        .map(|(_, man)| if man.color() == us { worth(man.kind()) } else { -worth(man.kind()) })
        .sum()
}

/// A search of `depth` plies that counts men; mate is worst.
fn negamax(position: &mut Position, depth: usize) -> i32 {
    if depth == 0 {
        return material(position);
    }
    let mut best = -1000;
    for mv in legal_moves(position) {
        let undo = position.play(mv);
        best = best.max(-negamax(position, depth - 1));
        position.undo(mv, undo);
    }
    best
}

/// A game in which both sides look two plies ahead, avoid captures where nothing is lost by it, attack what they
/// can, and so chase and run.
fn guided(position: &Position, seed: u64, plies: usize) -> Vec<Move> {
    let mut rng = Rng::new(seed);
    let mut game = Game::new(position.clone());
    for _ in 0..plies {
        let mut position = game.position().clone();
        let mut best: Option<(i32, Move)> = None;
        for mv in legal_moves(&position) {
            let is_capture = position.piece_on(mv.to()).is_some();
            let undo = position.play(mv);
            let check = position.is_in_check();
            let score = -negamax(&mut position, 1) * 8;
            // The threat that the move makes: what could be won if it were this side's turn again.
            let threat = if check {
                8
            } else {
                position.pass();
                let threat = negamax(&mut position, 1) * 4;
                position.pass();
                threat
            };
            position.undo(mv, undo);
            let score = score + threat - if is_capture { 12 } else { 0 } + rng.below(6) as i32;
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, mv));
            }
        }
        let Some((_, mv)) = best else { break };
        game.play(way_back(&game).filter(|_| rng.below(3) == 0).unwrap_or(mv));
    }
    game.moves().collect()
}

/// Exactly one of win, loss, draw and going on holds, for the reason given.
fn assert_decision(game: &Game, rules: RuleSet) {
    let (verdict, reason) = game.verdict(rules, None);
    match reason {
        Reason::Nothing => assert_eq!(verdict, Verdict::Ongoing),
        Reason::Checkmate | Reason::Stalemate => {
            assert_eq!(verdict, Verdict::Loses(game.position().side_to_move()));
        }
        Reason::BareMaterial | Reason::QuietLimit => assert_eq!(verdict, Verdict::Draw),
        Reason::Repetition(cycle) => {
            assert_eq!(cycle.occurrences, rules.occurrences());
            let [red, black] = game.conducts(cycle, rules);
            assert_eq!(verdict, compare(red, black), "{} {rules}", game.position());
            assert_ne!(verdict, Verdict::Ongoing);
        }
    }
}

/// The reasons say what the verdict says.
fn assert_reasons(game: &Game, rules: RuleSet) {
    let ruling = game.ruling(rules, None);
    assert_eq!((ruling.verdict, ruling.reason), game.verdict(rules, None));
    let Some(account) = &ruling.account else {
        assert_eq!(ruling.occurrences, 1);
        return;
    };
    assert_eq!(account.verdict, game.judge(account.cycle, rules));
    assert_eq!(account.cycle.length % account.moves.len(), 0);
    for color in Color::ALL {
        assert_side(account, color, rules, game);
    }
}

/// The conduct of a side follows from the classes of its moves and from the men it chased.
fn assert_side(account: &Account, color: Color, rules: RuleSet, game: &Game) {
    let side = &account.sides[color.index()];
    let all = |is: &dyn Fn(MoveClass) -> bool| side.classes.iter().all(|&(class, _)| is(class));
    let all_check = all(&|class| class == MoveClass::Check);
    let one_chased = all(&|class| class == MoveClass::Chase) && !side.chased.is_empty();
    let attacks = |class| matches!(class, MoveClass::Check | MoveClass::Kill | MoveClass::Chase);
    let context = || format!("{color:?} {rules} {} {account:#?}", game.position());
    assert_eq!(
        side.conduct == Conduct::PerpetualCheck,
        all_check && rules != RuleSet::AlwaysDraw,
        "{}",
        context()
    );
    match rules {
        RuleSet::Asian | RuleSet::World | RuleSet::League => {
            let chases = matches!(side.conduct, Conduct::PerpetualChase | Conduct::HeldRookChase);
            assert_eq!(chases, one_chased, "{}", context());
        }
        RuleSet::Chinese if !all_check => {
            let lone = |class| attacks(class) || class == MoveClass::LoneAttack;
            let offends = side.conduct == Conduct::PerpetualAttack;
            assert!(!offends || all(&lone), "{}", context());
            assert!(offends || !all(&attacks), "{}", context());
        }
        _ => {}
    }
}

/// What every game obeys.
fn assert_laws(position: &Position, moves: &[Move]) {
    let mut incremental = Game::new(position.clone());
    let images = images(position, moves);
    let mut image_games = images.each_ref().map(|(position, ..)| Game::new(position.clone()));
    for played in 0..=moves.len() {
        let scratch = replay(position, &moves[..played]);
        for rules in RuleSet::ALL {
            assert_decision(&incremental, rules);
            let verdict = incremental.verdict(rules, None);
            assert_eq!(verdict, scratch.verdict(rules, None));
            for (game, (.., is_swapped)) in image_games.iter().zip(&images) {
                let (image, _) = game.verdict(rules, None);
                let image = if *is_swapped { swapped(image) } else { image };
                assert_eq!(image, verdict.0, "{} {rules}", game.position());
            }
            assert_reasons(&incremental, rules);
        }
        if let Some(&mv) = moves.get(played) {
            // There and back: the history must not wear off.
            incremental.play(mv);
            incremental.undo();
            incremental.play(mv);
            for (game, (_, moves, _)) in image_games.iter_mut().zip(&images) {
                game.play(moves[played]);
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::properties::config(48))]

    #[test]
    fn wandering_games(position in start(), choices in prop::collection::vec(any::<u16>(), 1..60)) {
        assert_laws(&position, &wander(&position, &choices));
    }

    #[test]
    fn guided_games(position in start(), seed in any::<u64>()) {
        assert_laws(&position, &guided(&position, seed, 24));
    }

    /// Any legal history, of which any stretch that is a cycle may be judged.
    #[test]
    fn arbitrary_histories(position in start(), choices in prop::collection::vec(any::<u16>(), 0..200)) {
        let mut game = Game::new(position.clone());
        for mv in wander(&position, &choices) {
            game.play(mv);
            for occurrences in 2..5 {
                let Some(cycle) = game.cycle(occurrences) else { break };
                prop_assert!(cycle.length >= 4 && cycle.length % 2 == 0 && cycle.occurrences <= occurrences);
                for rules in RuleSet::ALL {
                    prop_assert_ne!(game.judge(cycle, rules), Verdict::Ongoing);
                }
            }
        }
    }

    /// The draw within reach that is found from keys is there exactly when some legal move closes a drawn cycle.
    #[test]
    fn a_draw_within_reach_is_a_move_that_closes_a_drawn_cycle(
        position in start(), seed: u64, plies in 0usize..24, rules in prop::sample::select(RuleSet::ALL.to_vec()),
    ) {
        let mut game = Game::new(position.clone());
        for mv in guided(&position, seed, plies) {
            game.play(mv);
        }
        let before = game.position().clone();
        let found = game.upcoming_draw(plies, rules);
        prop_assert_eq!(game.position(), &before);
        let lengths: Vec<usize> = legal_moves(&before).into_iter().filter_map(|mv| {
            game.play(mv);
            let cycle = game.search_cycle(plies + 1).filter(|&cycle| game.judge(cycle, rules) == Verdict::Draw);
            game.undo();
            cycle.map(|cycle| cycle.length)
        }).collect();
        prop_assert_eq!(found.is_some(), !lengths.is_empty());
        prop_assert!(found.is_none_or(|length| lengths.contains(&length)));
    }
}

/// The properties above are worth something only if their games repeat and offend.
#[test]
fn the_games_are_full_of_repetitions() {
    let (mut repeated, mut offended) = (0, 0);
    for (seed, row) in rows().enumerate().step_by(4) {
        let mut game = Game::new(row.position.clone());
        for mv in guided(&row.position, seed as u64, 24) {
            game.play(mv);
            if let Some(cycle) = game.ruled_cycle(RuleSet::Asian) {
                repeated += 1;
                offended += usize::from(game.judge(cycle, RuleSet::Asian) != Verdict::Draw);
            }
        }
    }
    assert!(repeated > 50 && offended > 10, "{repeated} repetitions, {offended} offences");
}

/// A game in which the look-ahead of the Chinese rules once depended on the order of the moves.
#[test]
fn images_of_a_long_look_ahead_are_ruled_alike() {
    let position = "3kr4/2P2P3/b8/9/2b6/2B1c4/2R6/B8/2p2p3/3CK4 w - - 0 1".parse().unwrap();
    let choices = [
        26960, 0, 33192, 39902, 528, 1224, 1896, 6438, 2586, 26579, 7008, 20286, 60624, 773, 29660, 55308,
        12377, 65176, 38341, 1444, 40906, 33153, 3175, 10610, 46093, 39107, 14054, 34168, 29980, 1578, 30671,
        30269, 34484,
    ];
    assert_laws(&position, &wander(&position, &choices));
}
