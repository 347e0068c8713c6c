//! The way from nothing to a network in small, with the real program: games that know only how to count men, a
//! training on them, an engine that plays by the result.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use chuhe::eval::network::Network;

fn chuhe(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

const PLAN: &str = "
data = ['games.cgd']
output = 'small.network'
threads = 1
width = 64
epochs = 8
batch_size = 128
validation_share = 0.1
[learning_rate]
start = 0.003
warm_up = 20
[loss]
result_share_start = 0.0
result_share_end = 0.0
";

#[test]
fn games_of_material_make_a_network_that_knows_material() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    chuhe(
        folder,
        &["datagen", "games.cgd", "--eval", "material", "--nodes", "60", "--games", "600", "--seed", "4"],
    );
    fs::write(folder.join("plan.toml"), PLAN).expect("the plan is written");
    let trained = chuhe(folder, &["train", "plan.toml"]);

    let losses = fs::read_to_string(folder.join("small.csv")).expect("the losses stand beside the network");
    let column = |index: usize| -> Vec<f64> {
        let cells = losses.lines().skip(1).map(|line| line.split(',').nth(index).unwrap_or_default());
        cells.map(|cell| cell.parse().expect("a loss")).collect()
    };
    let (training, validation) = (column(3), column(4));
    assert!(training[7] < 0.85 * training[0], "the loss does not fall: {training:?}");
    assert!(validation[7] < validation[0], "what was learnt does not hold elsewhere: {validation:?}");

    // "… difference 2.3 cp on average …": the engine's whole numbers against the trainer's floats.
    let text = String::from_utf8(trained.stdout).expect("text");
    let difference =
        text.split("difference ").nth(1).and_then(|rest| rest.split(' ').next()).expect("the rounding");
    assert!(difference.parse::<f64>().expect("a number") < 5.0, "{text}");

    let network = Network::load(&folder.join("small.network")).expect("the network is whole");
    let value = |fen: &str| network.evaluate(&fen.parse().expect("a position"));
    let rook_down = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1";
    let (red, black) = (value(&format!("{rook_down} w")), value(&format!("{rook_down} b")));
    assert!(red < -100 && black > 100, "without a rook Red is at {red}, Black at {black}");
    chuhe(folder, &["bench", "3", "--eval", "small.network"]);
}
