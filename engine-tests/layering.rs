//! Laws of the source tree: which module may import which, where `unsafe` and the command-line library may
//! stand, how long a file may be. The table below is the one that the library's page describes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// One module of the library, or the program itself.
struct Layer {
    name: &'static str,
    number: u32,
    imports: Imports,
}

/// What a module may import, besides itself.
enum Imports {
    /// Every module with a smaller number.
    Below,
    /// These only; each must have a smaller number too.
    Only(&'static [&'static str]),
}

use Imports::{Below, Only};

const LAYERS: [Layer; 15] = [
    layer("types", 0, Below),
    layer("attacks", 1, Below),
    layer("board", 2, Below),
    layer("movegen", 3, Below),
    layer("rules", 4, Below),
    layer("notation", 4, Below),
    layer("opening", 4, Below),
    layer("eval", 5, Only(&["types", "attacks", "board"])),
    layer("record", 5, Below),
    layer("search", 6, Only(&["types", "attacks", "board", "movegen", "rules", "eval"])),
    layer("engine", 7, Below),
    layer("protocol", 8, Only(&["types", "notation", "board", "rules", "engine", "search"])),
    layer("tools", 9, Below),
    layer("cli", 10, Below),
    layer("lib", 11, Below),
];

/// Files that may hold `unsafe`: vector kernels and the prefetch of the hash table.
const UNSAFE_ALLOWED: [&str; 2] = ["eval/simd/", "search/prefetch.rs"];

/// Longest source file, in lines; about 500 is the aim.
const MAX_LINES: usize = 800;

const fn layer(name: &'static str, number: u32, imports: Imports) -> Layer {
    Layer { name, number, imports }
}

fn find_layer(name: &str) -> Option<&'static Layer> {
    LAYERS.iter().find(|layer| layer.name == name)
}

impl Layer {
    fn may_import(&self, other: &Layer) -> bool {
        let listed = match self.imports {
            Below => true,
            Only(names) => names.contains(&other.name),
        };
        self.name == other.name || (listed && other.number < self.number)
    }
}

/// Every Rust file under a folder of the package, with its path from there.
fn rust_files(folder: &str) -> Vec<(String, String)> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let name = |path: &Path| {
        let below = path.strip_prefix(&root).expect("the file lies below the folder");
        below.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
    };
    files.iter().map(|path| (name(path), fs::read_to_string(path).expect("the file is UTF-8"))).collect()
}

/// The source with comments, strings and character literals blanked out; line ends stay.
fn code_of(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let skipped = skipped_at(rest);
        if skipped == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            code.push(' ');
            code.extend(rest[..skipped].chars().filter(|&letter| letter == '\n'));
            rest = &rest[skipped..];
        }
    }
    code
}

/// Length of the comment or literal that `text` begins with, 0 when it begins with code.
fn skipped_at(text: &str) -> usize {
    let until = |start: usize, end: &str| {
        text[start..].find(end).map_or(text.len(), |found| start + found + end.len())
    };
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return until(2, "*/");
    }
    let hashes = text.strip_prefix('r').map_or(0, |raw| raw.len() - raw.trim_start_matches('#').len());
    if text.starts_with('r') && text[1 + hashes..].starts_with('"') {
        return until(2 + hashes, &format!("\"{}", "#".repeat(hashes)));
    }
    if text.starts_with('"') {
        return quoted_length(text, '"');
    }
    // A quote begins a character when another one follows it closely, else a lifetime.
    let is_char =
        text.starts_with('\'') && (text[1..].starts_with('\\') || text.chars().nth(2) == Some('\''));
    if is_char { quoted_length(text, '\'') } else { 0 }
}

/// Length of a literal with escapes, both quotes included.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            letters.next();
        } else if letter == quote {
            return at + letter.len_utf8();
        }
    }
    text.len()
}

/// The identifier that a text begins with.
fn identifier(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    &text[..end]
}

/// The first words of the paths in `text`, which is one path or a group of paths in braces.
fn path_heads(text: &str) -> Vec<&str> {
    let Some(group) = text.strip_prefix('{') else { return vec![identifier(text)] };
    let mut heads = Vec::new();
    let (mut depth, mut at_head) = (0, true);
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => at_head = true,
            _ if letter.is_whitespace() => {}
            _ if at_head => {
                heads.push(identifier(&group[at..]));
                at_head = false;
            }
            _ => {}
        }
    }
    heads
}

/// The library modules that a file's code names after one of `roots` (such as `crate::`).
fn imports<'a>(code: &'a str, roots: &[&str]) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    for root in roots {
        for (at, _) in code.match_indices(root) {
            let is_whole_word =
                !code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
            if is_whole_word {
                found.extend(path_heads(code[at + root.len()..].trim_start()));
            }
        }
    }
    found
}

/// The module that a file of `src` belongs to: its folder, or its own name.
fn module_of(file: &str) -> &str {
    let first = file.split('/').next().expect("a path has a part");
    first.strip_suffix(".rs").unwrap_or(first)
}

/// Complaints about the imports of one file.
fn import_faults(file: &str, source: &str) -> Vec<String> {
    let module = module_of(file);
    // `main.rs` is a program of its own, which sees the library from outside, as a test does.
    let (name, roots): (_, &[&str]) =
        if module == "main" { ("lib", &["chuhe::"]) } else { (module, &["crate::"]) };
    let Some(layer) = find_layer(name) else {
        return vec![format!(
            "{file}: module {module} has no layer; give it one here and on the library's page"
        )];
    };
    let code = code_of(source);
    let mut faults = Vec::new();
    for other in imports(&code, roots) {
        match find_layer(other) {
            None => faults.push(format!("{file}: {other} is no module of the library")),
            Some(other) if !layer.may_import(other) => {
                faults.push(format!(
                    "{file}: {} (layer {}) imports {} (layer {})",
                    layer.name, layer.number, other.name, other.number
                ));
            }
            Some(_) => {}
        }
    }
    // A path through `super::` must not be a way around: it may not lead to another module of the library.
    for other in imports(&code, &["super::"]) {
        if other != module && find_layer(other).is_some() && module != "lib" {
            faults.push(format!("{file}: names {other} through super::, expected crate::{other}"));
        }
    }
    faults
}

#[test]
fn imports_point_down() {
    let faults: Vec<String> =
        rust_files("src").iter().flat_map(|(file, source)| import_faults(file, source)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn wrong_imports_are_found() {
    let wrong = [
        ("board/play.rs", "use crate::movegen::perft;"),
        ("board/play.rs", "use crate::{\n    attacks::{king, pawn},\n    rules::Game,\n};"),
        ("board/play.rs", "fn f() { crate::eval::evaluate(); }"),
        ("board/mod.rs", "use super::search::Pool;"),
        ("rules/game.rs", "use crate::notation::chinese;"),
        ("notation/wxf.rs", "use crate::rules::Game;"),
        ("eval/network.rs", "use crate::movegen::legal_moves;"),
        ("search/node.rs", "use crate::opening::Book;"),
        ("protocol/session.rs", "use crate::movegen::legal_moves;"),
        ("tools/bench.rs", "use crate::cli::run;"),
        ("helpers.rs", "//! Helpers."),
        ("helpers/mod.rs", "//! Helpers."),
        ("board/fen.rs", "use crate::nonsense::f;"),
    ];
    for (file, source) in wrong {
        assert_eq!(import_faults(file, source).len(), 1, "{file}: {source}");
    }
    let right = [
        ("board/play.rs", "use crate::{attacks, types::{Move, Piece}};\nuse super::zobrist;"),
        (
            "board/play.rs",
            "// use crate::movegen::perft;\n/* crate::eval */ const A: &str = \"crate::rules\";",
        ),
        ("board/play.rs", "/// See [`crate::rules::Game`].\nfn f<'a>(_: &'a str) -> char { '\"' }"),
        ("main.rs", "fn main() { chuhe::cli::run(); }"),
        ("search/node.rs", "use crate::rules::Game;\nuse super::picker;"),
    ];
    for (file, source) in right {
        assert_eq!(import_faults(file, source), Vec::<String>::new(), "{source}");
    }
}

/// Whether `word` stands in the code of a file.
fn has_word(source: &str, word: &str) -> bool {
    let code = code_of(source);
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    code.match_indices(word)
        .any(|(at, _)| !code[..at].ends_with(is_part) && !code[at + word.len()..].starts_with(is_part))
}

#[test]
fn unsafe_stands_where_it_is_allowed() {
    for (file, source) in rust_files("src") {
        let allowed = UNSAFE_ALLOWED.iter().any(|place| file.starts_with(place));
        assert!(allowed || !has_word(&source, "unsafe"), "{file} holds unsafe code");
    }
    assert!(has_word("fn f() { unsafe { g() } }", "unsafe"));
    assert!(!has_word("#![deny(unsafe_code)] // unsafe", "unsafe"));
}

/// The command-line library stays in `cli`, errors without a type in the modules that talk to people.
#[test]
fn outer_crates_stay_outside() {
    for (file, source) in rust_files("src") {
        let module = module_of(&file);
        assert!(module == "cli" || !has_word(&source, "clap"), "{file} uses clap");
        assert!(
            ["cli", "tools", "main"].contains(&module) || !has_word(&source, "anyhow"),
            "{file} uses anyhow"
        );
    }
}

#[test]
fn files_say_what_they_are_and_stay_short() {
    for folder in ["src", "engine-tests", "benches"] {
        for (file, source) in rust_files(folder) {
            assert!(source.starts_with("//! "), "{folder}/{file} does not begin with //!");
            let lines = source.lines().count();
            assert!(lines <= MAX_LINES, "{folder}/{file} has {lines} lines, more than {MAX_LINES}");
        }
    }
}
