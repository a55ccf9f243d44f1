//! What csvchat depends on: licences that let everybody use it, a number of crates that is watched, and one version of
//! DuckDB however it is linked.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Crates that the program links or expands at most, on all of [`PLATFORMS`] together. A dependency more is a decision:
/// raise this with the reason, and lower it where one went.
const CRATES: usize = 296;

const PLATFORMS: [&str; 2] = ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin"];

/// SPDX identifiers of licences that ask for no more than a notice.
const PERMISSIVE: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "bzip2-1.0.6",
];

fn metadata() -> Value {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["metadata", "--locked", "--format-version", "1"]);
    for platform in PLATFORMS {
        command.args(["--filter-platform", platform]);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Whether an SPDX expression leaves a permissive choice.
fn is_permissive(expression: &str) -> bool {
    fn any(words: &mut &[&str]) -> bool {
        let mut result = all(words);
        while let ["OR", rest @ ..] = *words {
            *words = rest;
            // Both sides are read, whatever the first one says.
            result = all(words) || result;
        }
        result
    }
    fn all(words: &mut &[&str]) -> bool {
        let mut result = one(words);
        while let ["AND", rest @ ..] = *words {
            *words = rest;
            result = one(words) && result;
        }
        result
    }
    fn one(words: &mut &[&str]) -> bool {
        match *words {
            ["(", rest @ ..] => {
                *words = rest;
                let inside = any(words);
                let closed = words.first() == Some(&")");
                *words = words.get(1..).unwrap_or_default();
                inside && closed
            }
            // An exception only permits more.
            [name, "WITH", _, rest @ ..] | [name, rest @ ..] => {
                *words = rest;
                PERMISSIVE.contains(name)
            }
            [] => false,
        }
    }
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    any(&mut rest) && rest.is_empty()
}

#[test]
fn licences_are_permissive() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50, "{}", packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_permissive(licence), "{} {}: {licence:?}", package["name"], package["version"]);
    }
}

#[test]
fn an_expression_is_read_as_spdx_means_it() {
    for permissive in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR GPL-2.0) AND Unicode-3.0"] {
        assert!(is_permissive(permissive), "{permissive}");
    }
    assert!(is_permissive("Apache-2.0 WITH LLVM-exception OR GPL-3.0"));
    for not in
        ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND MPL-2.0", "MIT Apache-2.0", "(MIT", "MPL-2.0"]
    {
        assert!(!is_permissive(not), "{not}");
    }
}

#[test]
fn the_number_of_crates_is_the_agreed_one() {
    let metadata = metadata();
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let mut reached: Vec<&str> = vec![metadata["resolve"]["root"].as_str().unwrap()];
    let mut at = 0;
    while let Some(id) = reached.get(at) {
        at += 1;
        let node = nodes.iter().find(|node| node["id"] == **id).unwrap();
        for dependency in node["deps"].as_array().unwrap() {
            let normal = dependency["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"].is_null());
            let id = dependency["pkg"].as_str().unwrap();
            if normal && !reached.contains(&id) {
                reached.push(id);
            }
        }
    }
    // The first one is csvchat itself.
    let crates = reached.len() - 1;
    assert!(crates <= CRATES, "{crates} crates instead of {CRATES}: is the new one worth it?");
}

#[test]
fn one_version_of_duckdb_however_it_is_linked() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lock = std::fs::read_to_string(root.join("Cargo.lock")).unwrap();
    let locked = lock
        .split("[[package]]")
        .find(|package| package.contains("name = \"duckdb\""))
        .and_then(|package| package.split("version = \"").nth(1)?.split('"').next())
        .unwrap();
    // The crate's version 1.10506.1 is DuckDB's 1.5.6.
    let number: u32 = locked.split('.').nth(1).unwrap().parse().unwrap();
    let version = format!("{}.{}.{}", number / 10_000, number / 100 % 100, number % 100);

    let list = std::fs::read_to_string(root.join("templates/report/packages.txt")).unwrap();
    let prebuilt: Vec<&str> = list.lines().filter(|line| line.starts_with("@duckdb/")).collect();
    assert_eq!(prebuilt.len(), 4, "{prebuilt:?}");
    for line in prebuilt {
        assert!(line.contains(&format!(" {version}-r.")), "the crate is DuckDB {version}: {line}");
    }

    let connection = duckdb::Connection::open_in_memory().unwrap();
    let linked: String = connection.query_row("SELECT version()", [], |row| row.get(0)).unwrap();
    assert_eq!(linked, format!("v{version}"), "the library that DUCKDB_LIB_DIR names is another version");
}
