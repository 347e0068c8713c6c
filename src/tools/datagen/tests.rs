//! Laws of self-play: a game is a function of seed and number, and ends as the rules say.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::board::Position;
use crate::rules::{Game, Verdict};
use crate::tools::data::{End, Reader, Start};
use crate::types::Rng;

fn manner() -> Manner {
    Manner::new(7, 60, "classical").unwrap()
}

fn run(path: &Path, threads: usize, games: u64) -> Done {
    let until = Until { games: Some(games), ..Until::default() };
    let run = Run { manner: manner(), until, threads, path: path.to_path_buf() };
    run.run(&AtomicBool::new(false)).unwrap()
}

fn games(path: &Path) -> Vec<TrainingGame> {
    let mut games = Reader::open(path).unwrap().games().map(Result::unwrap).collect::<Vec<_>>();
    games.sort_by_key(|game| game.number);
    games
}

/// Seed and number make the game, whatever the number of threads and however often the run is taken up again.
#[test]
fn a_run_is_a_function_of_its_seed() {
    let folder = tempfile::tempdir().unwrap();
    let (at_once, in_parts) = (folder.path().join("at once"), folder.path().join("in parts"));
    run(&at_once, 1, 6);
    let done = run(&in_parts, 1, 2);
    assert_eq!((done.games, done.duplicates), (2, 0));
    run(&in_parts, 1, 4);
    assert_eq!(games(&at_once), games(&in_parts));
    let threaded = folder.path().join("threaded");
    run(&threaded, 3, 6);
    let numbered = games(&at_once);
    for game in games(&threaded) {
        if let Some(same) = numbered.iter().find(|other| other.number == game.number) {
            assert_eq!(same, &game);
        }
    }
}

/// The result of a game that the rules ended is the rules' result.
#[test]
fn results_are_those_of_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    run(&path, 2, 12);
    for game in games(&path) {
        let mut replay = Game::new(game.position.clone());
        let manner = manner();
        for step in &game.steps {
            assert_eq!(
                replay.verdict(manner.settings.rules, Some(120)).0,
                Verdict::Ongoing,
                "moves after the end"
            );
            replay.play(step.mv);
        }
        let adjudicated = matches!(game.end, End::AdjudicatedWin | End::AdjudicatedDraw | End::TooLong);
        let expected = match replay.verdict(manner.settings.rules, Some(120)).0 {
            Verdict::Ongoing => {
                assert!(adjudicated, "{:?} without an end", game.end);
                continue;
            }
            Verdict::Draw => None,
            Verdict::Loses(loser) => Some(!loser),
        };
        assert!(adjudicated || game.winner == expected, "{:?}", game.end);
    }
}

#[test]
fn starts_are_of_their_kind() {
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let opening = random_position(Start::Opening, &mut rng);
        assert!(opening.occupied().len() > 20);
        for start in [Start::Endgame, Start::Chase] {
            let position = random_position(start, &mut rng);
            assert!(position.occupied().len() <= 20 && !position.is_in_check());
        }
    }
}

#[test]
fn games_begin_where_a_file_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("exits.fen");
    let fen = "3ak1b2/4a4/4b4/p3n3p/9/2P3P2/P7P/4C1N2/4A4/2BAK4 w";
    std::fs::write(&path, format!("{fen}\n")).unwrap();
    let openings = Openings::read(&path).unwrap();
    let men = fen.parse::<Position>().unwrap().occupied().len();
    let mut rng = Rng::new(1);
    let near = (0..50).filter(|_| openings.random_position(&mut rng).occupied().len() + 2 >= men).count();
    assert_eq!(near, 50, "at most two men fall in three moves");
    let mut manner = Manner::new(5, 50, "material").unwrap();
    let without = manner.record();
    manner.openings = Some(openings);
    assert!(manner.record().starts_with(&without) && manner.record().contains("openings = \"exits.fen "));
    let mut player = Player::new(&manner).unwrap();
    let starts: Vec<Start> = (0..40).map(|number| player.play(number).start).collect();
    let count = starts.iter().filter(|&&start| start == Start::Book).count();
    assert!((5..=30).contains(&count), "{starts:?}");
    // Where all is decided already, games begin elsewhere.
    std::fs::write(&path, "3k5/9/9/9/9/9/9/9/RR7/4K4 w\n").unwrap();
    manner.openings = Some(Openings::read(&path).unwrap());
    let mut player = Player::new(&manner).unwrap();
    assert!((0..5).all(|number| player.play(number).start != Start::Book));
    std::fs::write(&path, "no position\n").unwrap();
    assert!(Openings::read(&path).unwrap_err().to_string().contains("exits.fen"));
}
