//! The subcommands of the real program.

use std::process::{Command, Stdio};

/// `chuhe bench | head -1`: whoever closes the pipe has read enough.
#[test]
fn a_closed_pipe_ends_the_output_quietly() {
    for arguments in [&["bench", "1"][..], &["perft", "2", "--divide"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !errors.contains("panicked"), "{arguments:?}: {errors}");
    }
}

#[test]
fn numbers_out_of_range_are_refused_before_any_work() {
    let engines = "match --engine name=a --engine name=b --games 1";
    for (arguments, expected) in [
        ("perft 1 --threads 257", "0 (all cores) to 256"),
        ("tune --try rfp_slope=80 --threads 99999999", "0 (all cores) to 256"),
        ("datagen games.cgd --games 1 --threads=-1", "0 (all cores) to 256"),
        ("bench 0", "1.."),
        (&format!("{engines} --each depth=1 --start-timeout 1e19"), "expected seconds"),
        (&format!("{engines} --each tc=1e19"), "1e19"),
    ] {
        let output = tool(std::path::Path::new("."), arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(expected), "{arguments}: {errors}");
    }
}

/// A run of the program with `folder` as its working directory.
fn tool(folder: &std::path::Path, arguments: &str) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

/// A run of `chuhe tune` in a folder of its own.
fn tune(folder: &std::path::Path, arguments: &str) -> std::process::Output {
    tool(folder, &format!("tune {arguments}"))
}

#[test]
fn tuning_comes_to_the_same_values_on_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let same = "--names rfp_slope,lmr_base --pairs 6 --batch 2 --nodes 100 --rate 1";
    let files = ["one.json", "two.json"].map(|name| folder.join(name));
    for threads in [1, 2] {
        let file = if threads == 1 { "one.json" } else { "two.json" };
        let output = tune(folder, &format!("{file} {same} --threads {threads}"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let [one, two] = files.map(|file| std::fs::read_to_string(file).expect("the run is kept"));
    assert_eq!(one, two);
    let state: serde_json::Value = serde_json::from_str(&one).expect("JSON");
    let moved = |number: &serde_json::Value| number["start"].as_f64() != number["value"].as_f64();
    assert!(state["done"] == 6 && state["numbers"].as_array().expect("a list").iter().any(moved), "{one}");

    // A run that is over stays as it is.
    let again = tune(folder, &format!("one.json {same}"));
    assert!(again.status.success() && String::from_utf8_lossy(&again.stdout).contains("6 of 6 pairs played"));
    assert_eq!(std::fs::read_to_string(folder.join("one.json")).expect("the run"), one);

    let other = tune(folder, "one.json --names rfp_slope --pairs 6 --batch 2 --nodes 100 --rate 1");
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("one.json holds a run with other settings"));
    let unknown = tune(folder, "three.json --names rfp_slop");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("\"rfp_slop\""));
    assert!(!folder.join("three.json").exists());
}
