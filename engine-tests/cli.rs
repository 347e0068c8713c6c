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
