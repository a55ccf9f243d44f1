//! One home for each third-party crate, for print macros and for the command line; files of a size that can be read.

use std::path::Path;

use super::paths::{begins_a_path, words};
use super::tokens::{Token, tokens};
use super::{files, sources};

/// Crates that have one home: where a path from src/ begins so.
const HOMES: &[(&str, &[&str])] = &[
    ("duckdb", &["data.rs", "data/"]),
    ("clap", &["cli.rs", "cli/"]),
    ("indicatif", &["render/progress"]),
    ("minijinja", &["templates.rs", "templates/"]),
    ("comfy_table", &["render/terminal"]),
    ("pulldown_cmark", &["render/"]),
    ("reqwest", &["model/", "data/load/source/fetch"]),
    ("rustls", &["model/transport", "data/load/source/fetch", "system/tls"]),
    ("sse_stream", &["model/transport"]),
    ("backon", &["model/"]),
    ("resvg", &["render/picture/png"]),
    ("roxmltree", &["render/svg"]),
    ("toml", &["settings.rs", "settings/"]),
];

/// Lines of a file at most.
const LINES: usize = 450;

const DRAWERS: &[&str] = &["util", "utils", "helper", "helpers", "common", "manager", "misc"];

/// What a file of src/ names that has its home elsewhere.
fn strangers(path: &Path, source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let here = path.to_string_lossy().replace('\\', "/");
    let mut found = Vec::new();
    for (at, module) in words(path, &tokens) {
        let Token::Word(word) = &tokens[at] else { continue };
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let behind = tokens.get(at + 1);
        let is_path = behind.is_some_and(|token| token.is("::")) || before.is_some_and(|token| token.is("use"));
        if let Some((name, homes)) = HOMES.iter().find(|(name, _)| name == word)
            && is_path
            && begins_a_path(&tokens, at)
            && !homes.iter().any(|home| here.starts_with(home))
        {
            found.push(format!("src/{here}: `{name}` lives in {}", homes.join(", ")));
        }
        let is_macro = behind.is_some_and(|token| token.is("!"));
        let in_tests = module.iter().any(|part| part == "tests");
        let prints = ["print", "println", "eprint", "eprintln"].contains(&word.as_str());
        if is_macro && (word == "dbg" || prints && !in_tests && !here.starts_with("render/")) {
            found.push(format!("src/{here}: `{word}!` belongs to render/"));
        }
    }
    found
}

#[test]
fn crates_and_output_stay_in_their_homes() {
    let found: Vec<String> = sources().iter().flat_map(|(path, source)| strangers(path, source)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_stranger_is_found() {
    let count = |path: &str, source: &str| strangers(Path::new(path), source).len();
    assert_eq!(count("app.rs", "use duckdb::Connection;"), 1);
    assert_eq!(count("app.rs", "fn f() { ::clap::Command::new(\"x\"); }"), 1);
    assert_eq!(count("app.rs", "fn f() { clap::Command::new(\"x\"); }"), 1);
    assert_eq!(count("render/html.rs", "use minijinja::context; use comfy_table;"), 2);
    assert_eq!(count("model.rs", "fn f() { println!(\"x\"); std::eprint!(\"y\"); }"), 2);
    assert_eq!(count("render/html.rs", "fn f() { dbg!(1); println!(); }"), 1);
    assert_eq!(count("data/load.rs", "use duckdb::Connection; mod tests { fn f() { println!(); } }"), 0);
    assert_eq!(count("data/load/tests.rs", "fn f() { println!(); }"), 0);
    assert_eq!(count("app.rs", "// duckdb::x println!()\nfn duckdb() { event.duckdb; let print = 1; }"), 0);
}

#[test]
fn the_crates_root_declares_only() {
    let root = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    for line in root.lines().filter(|line| !line.is_empty() && !line.starts_with("//!")) {
        assert!(line.starts_with("pub mod ") && line.ends_with(';'), "src/lib.rs declares rooms, nothing else: {line}");
    }
}

#[test]
fn files_open_with_what_lives_there_and_can_be_read_at_once() {
    let mut faults = Vec::new();
    for folder in ["src", "tests", "benches"] {
        for (path, source) in files(folder, ".rs") {
            let name = format!("{folder}/{}", path.display());
            if !source.starts_with("//!") {
                faults.push(format!("{name} does not open with `//!`"));
            }
            let lines = source.lines().count();
            if lines > LINES {
                faults.push(format!("{name} has {lines} lines: split it by subject"));
            }
            if path.with_extension("").components().any(|part| DRAWERS.contains(&&*part.as_os_str().to_string_lossy()))
            {
                faults.push(format!("{name} is named like a drawer"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn nothing_is_left_to_do() {
    let marks = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("to", "do!("), concat!("unimple", "mented!(")];
    for (folder, ending) in
        [("src", ".rs"), ("tests", ".rs"), ("tests", ".mjs"), ("benches", ".mjs"), ("templates", "")]
    {
        for (path, source) in files(folder, ending) {
            for mark in marks {
                assert!(!source.contains(mark), "{folder}/{}: {mark}", path.display());
            }
        }
    }
}
