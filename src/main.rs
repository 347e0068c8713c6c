//! The `chuhe` program; everything is in the library.

fn main() -> std::process::ExitCode {
    chuhe::cli::run()
}
