//! Commands around the engine.
//!
//! Layer 9.

pub mod arena;
pub mod bench;
pub mod data;
pub mod datagen;
pub mod judge;
pub mod train;
pub mod tune;

use std::fs;
use std::path::Path;

use anyhow::Context;

/// Writes a file under a temporary name and renames it, so that nobody ever sees half of it.
fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    written.with_context(|| format!("cannot write {}", path.display()))
}
