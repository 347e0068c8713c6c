//! The whole chain on small data made here: games played at random, scored by the material on the board.

use std::fs;
use std::path::PathBuf;

use super::*;
use crate::board::Position;
use crate::eval::evaluate;
use crate::movegen::legal_moves;
use crate::tools::data::{Block, End, Start, Step, TrainingGame, Writer};
use crate::types::{Color, Kind, Rng};

/// What Red's men are worth more than Black's, in centipawns.
fn material(position: &Position) -> i32 {
    const VALUES: [(Kind, i32); 4] =
        [(Kind::Rook, 900), (Kind::Cannon, 450), (Kind::Knight, 400), (Kind::Pawn, 100)];
    let men = |color, kind| position.men(color, kind).len() as i32;
    VALUES.iter().map(|&(kind, value)| value * (men(Color::Red, kind) - men(Color::Black, kind))).sum()
}

fn random_game(number: u32, rng: &mut Rng) -> TrainingGame {
    let start = Position::start();
    let mut position = start.clone();
    let mut steps = Vec::new();
    for _ in 0..120 {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.below(moves.len() as u64) as usize];
        let sign = if position.side_to_move() == Color::Red { 1 } else { -1 };
        steps.push(Step { mv, score: (sign * material(&position)) as i16 });
        position.play(mv);
    }
    let winner = match material(&position) {
        0 => None,
        ahead => Some(if ahead > 0 { Color::Red } else { Color::Black }),
    };
    let (start_kind, end) = (Start::Opening, End::TooLong);
    TrainingGame { number, position: start, start: start_kind, winner, end, foregone: None, steps }
}

/// A folder with games and a small plan for them on one thread.
fn small_training(games: u32) -> (tempfile::TempDir, Plan) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games.cgd");
    let mut writer = Writer::append(&data, |_| {}).unwrap();
    let mut rng = Rng::new(5);
    for number in 0..games {
        writer.write(&Block::Game(random_game(number, &mut rng))).unwrap();
    }
    let mut plan = Plan::from_toml("data = ['?']\noutput = '?'").unwrap();
    plan.data = vec![data];
    plan.output = folder.path().join("network.chn");
    plan.threads = 1;
    plan.width = 64;
    plan.epochs = 4;
    plan.batch_size = 256;
    plan.validation_share = 0.2;
    plan.learning_rate.start = 0.005;
    plan.learning_rate.warm_up = 5;
    plan.filter.max_score = 10_000;
    (folder, plan)
}

fn epochs_of(plan: &Plan, resume: bool) -> (Vec<Epoch>, Summary) {
    let mut epochs = Vec::new();
    let summary = run(plan, resume, |epoch| {
        epochs.push(*epoch);
        Ok(())
    });
    (epochs, summary.unwrap())
}

#[test]
fn a_training_learns_material_and_the_rounding_costs_little() {
    let (_folder, mut plan) = small_training(200);
    plan.loss = Loss { result_share_start: 0.0, result_share_end: 0.0, ..plan.loss };
    let (epochs, summary) = epochs_of(&plan, false);
    // So few games are learnt by heart sooner than understood.
    assert!(epochs[3].training_loss < 0.2 * epochs[0].training_loss, "{epochs:?}");
    let losses: Vec<f64> = epochs.iter().map(|epoch| epoch.validation_loss.unwrap()).collect();
    assert!(losses[3] < 0.9 * losses[0], "{losses:?}");
    assert!(summary.rounding.mean_difference < 6.0, "{:?}", summary.rounding);
    assert!((summary.rounding.quantised_loss / losses[3] - 1.0).abs() < 0.02, "{:?}", summary.rounding);
    let saved = Network::load(&plan.output).unwrap();
    assert_eq!(saved, summary.network);
    let record: toml::Table = saved.record.parse().unwrap();
    assert_eq!(record["plan"]["width"].as_integer(), Some(64));
    assert_eq!(record["plan"]["data"][0].as_str(), Some("games.cgd"));
    assert_eq!(record["files"][0]["games"].as_integer(), Some(200));
    let lines = fs::read_to_string(plan.beside("csv")).unwrap();
    assert_eq!(lines.lines().count(), 5);
    let chart = fs::read_to_string(plan.beside("svg")).unwrap();
    assert!(chart.starts_with("<svg") && chart.contains("validation"));
}

#[test]
fn equal_plans_make_equal_networks_also_when_resumed() {
    let (_folder, mut plan) = small_training(20);
    plan.epochs = 3;
    let (epochs, whole) = epochs_of(&plan, false);
    let mut stopped = plan.clone();
    stopped.output.set_file_name("stopped.chn");
    let stop = run(&stopped, false, |epoch| match epoch.number {
        2 => Err(anyhow::anyhow!("stopped from outside")),
        _ => Ok(()),
    });
    assert!(stop.is_err() && !stopped.output.exists());
    let (rest, resumed) = epochs_of(&stopped, true);
    assert_eq!(rest, epochs[2..]);
    let numbers = |network: &Network| {
        let Network { ft_weights, ft_bias, out_weights, out_bias, .. } = network.clone();
        (ft_weights, ft_bias, out_weights, out_bias)
    };
    assert!(numbers(&whole.network) == numbers(&resumed.network));
    let mut other = plan.clone();
    other.output.set_file_name("other.chn");
    other.seed += 1;
    assert!(numbers(&whole.network) != numbers(&epochs_of(&other, false).1.network));
}

#[test]
fn checkpoints_of_something_else_are_refused() {
    let (_folder, mut plan) = small_training(6);
    plan.epochs = 1;
    let error = |plan: &Plan| match run(plan, true, |_| Ok(())) {
        Ok(_) => String::new(),
        Err(error) => format!("{error:#}"),
    };
    assert!(error(&plan).contains("cannot go on from the checkpoint"));
    epochs_of(&plan, false);
    assert_eq!(error(&plan), "");
    let mut wider = plan.clone();
    wider.width = 128;
    assert!(error(&wider).contains("there width = 64, here width = 128"), "{}", error(&wider));
    let path = plan.beside("checkpoint");
    let mut bytes = fs::read(&path).unwrap();
    bytes[2000] ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert!(error(&plan).contains("it is damaged"), "{}", error(&plan));
    fs::write(&path, b"PNG").unwrap();
    assert!(error(&plan).contains("expected CHUHETRN"), "{}", error(&plan));
    let mut writer = Writer::append(&plan.data[0], |_| {}).unwrap();
    writer.write(&Block::Game(random_game(6, &mut Rng::new(1)))).unwrap();
    drop(writer);
    fs::write(&path, {
        bytes[2000] ^= 1;
        bytes
    })
    .unwrap();
    assert!(error(&plan).contains("but the data now gives"), "{}", error(&plan));
}

#[test]
fn games_are_split_whole_and_positions_filtered() {
    let (_folder, mut plan) = small_training(0);
    let mut rng = Rng::new(9);
    let games: Vec<TrainingGame> = (0..200).map(|number| random_game(number, &mut rng)).collect();
    let counts = |plan: &Plan| {
        let mut dataset = Dataset::default();
        for game in &games {
            let before = (dataset.training.len(), dataset.validation.len());
            dataset.add(game, plan);
            let added = (dataset.training.len() - before.0, dataset.validation.len() - before.1);
            assert!(added.0 == 0 || added.1 == 0, "a game is on one side");
        }
        (dataset.training.len(), dataset.validation.len())
    };
    let all = |plan: &Plan| counts(plan).0 + counts(plan).1;
    let (training, validation) = counts(&plan);
    let share = validation as f64 / (training + validation) as f64;
    assert!((0.1..0.3).contains(&share), "{share}");
    // What each filter leaves out, against a count of its own.
    let positions: Vec<(usize, Position, Step)> = games
        .iter()
        .flat_map(|game| game.replay().enumerate().map(|(ply, (position, step))| (ply, position, step)))
        .collect();
    plan.filter = Filter {
        noisy_margin: None,
        skip_checks: false,
        skip_captures: false,
        skip_mates: false,
        skip_plies: 0,
        max_score: u16::MAX,
        keep: 1.0,
    };
    assert_eq!(all(&plan), positions.len());
    let expect = |plan: &Plan, passes: &dyn Fn(&(usize, Position, Step)) -> bool| {
        let expected = positions.iter().filter(|position| passes(position)).count();
        assert!(expected > 0 && expected < positions.len());
        assert_eq!(all(plan), expected);
    };
    let with = |change: &dyn Fn(&mut Filter)| {
        let mut plan = plan.clone();
        change(&mut plan.filter);
        plan
    };
    expect(&with(&|filter| filter.skip_checks = true), &|(_, position, _)| !position.checks().any());
    expect(&with(&|filter| filter.skip_captures = true), &|(_, position, step)| {
        !position.occupied().has(step.mv.to())
    });
    expect(&with(&|filter| filter.skip_plies = 10), &|&(ply, _, _)| ply >= 10);
    expect(&with(&|filter| filter.noisy_margin = Some(80)), &|(_, position, step)| {
        (evaluate(position).value() - i32::from(step.score)).abs() <= 80
    });
    expect(&with(&|filter| filter.max_score = 300), &|(_, _, step)| (-300..=300).contains(&step.score));
    let half = all(&with(&|filter| filter.keep = 0.5)) as f64 / positions.len() as f64;
    assert!((0.45..0.55).contains(&half), "{half}");
}

#[test]
fn missing_data_is_named() {
    let (_folder, mut plan) = small_training(0);
    let error = run(&plan, false, |_| Ok(())).err().unwrap();
    assert!(format!("{error:#}").contains("no position is left"), "{error:#}");
    plan.data = vec![PathBuf::from("nowhere.cgd")];
    let error = run(&plan, false, |_| Ok(())).err().unwrap();
    assert!(format!("{error:#}").contains("nowhere.cgd"), "{error:#}");
}
