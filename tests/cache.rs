//! The cache of loaded files: what is answered from it, what never is, and that nothing of it makes a run fail.

mod answers;
mod faults;
mod kept;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::support::program::{Folder, Ran};

const SUM: &str = "SQL: select sum(amount) s, count(*) n from data";

/// A table of more than a megabyte whose last row is short, which is told as a warning.
fn csv() -> String {
    let mut text = "id,region,amount,comment\n".to_owned();
    for row in 0..40_000 {
        let _ = writeln!(text, "{row},{},{},it went as expected", ["North", "South"][row % 2], 100 + row % 900);
    }
    text + "40000,North,7\n"
}

fn folder() -> Folder {
    let folder = Folder::new().with("a.csv", csv());
    assert!(fs::metadata(folder.path("a.csv")).unwrap().len() > 1_000_000);
    folder
}

fn ask(folder: &Folder, file: &str, options: &[&str]) -> Ran {
    folder.run(&[&["ask", file, SUM, "-f", "ndjson", "-v"], options].concat()).expect(0)
}

/// Whether a run says that it read the files, found them, or keeps them.
fn is_cached(ran: &Ran) -> bool {
    ran.stderr.contains("read from the cache")
}

fn is_kept(ran: &Ran) -> bool {
    ran.stderr.contains("kept in the cache")
}

/// Sum and count of a run.
fn answer(ran: &Ran) -> (i64, i64) {
    let events = ran.events();
    let row = &events.iter().find(|event| event["type"] == "query_result").unwrap()["rows"][0];
    (row[0].as_i64().unwrap(), row[1].as_i64().unwrap())
}

/// Events without what differs between any two runs.
fn lasting(ran: &Ran) -> Vec<String> {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for name in ["ms", "elapsed_ms", "run_id", "started_at", "spans"] {
                    fields.remove(name);
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut events = ran.events();
    events.iter_mut().for_each(strip);
    events.iter().map(Value::to_string).collect()
}

fn cache_of(folder: &Folder) -> PathBuf {
    folder.path("cache/csvchat")
}

/// Files of the cache with this extension.
fn files(folder: &Folder, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(cache_of(folder)) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == extension)).collect()
}

fn only(folder: &Folder, extension: &str) -> PathBuf {
    let files = files(folder, extension);
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

/// Writes bytes into the file at this place, and sets its time of modification back.
fn overwrite(path: &std::path::Path, at: usize, bytes: &[u8]) {
    use std::os::unix::fs::FileExt;
    let file = File::options().read(true).write(true).open(path).unwrap();
    let time = file.metadata().unwrap().modified().unwrap();
    file.write_all_at(bytes, at as u64).unwrap();
    file.set_modified(time).unwrap();
}

#[test]
fn the_second_run_says_the_same_and_reads_nothing() {
    let folder = folder();
    let first = ask(&folder, "a.csv", &[]);
    assert!(is_kept(&first) && first.stderr.contains("fewer than 4 fields"), "{}", first.stderr);
    let second = ask(&folder, "a.csv", &[]);
    assert!(is_cached(&second), "{}", second.stderr);
    assert_eq!(lasting(&second), lasting(&first));
    let without = ask(&folder, "a.csv", &["--no-cache"]);
    assert!(!is_cached(&without) && !is_kept(&without));
    assert_eq!(lasting(&without), lasting(&first));
    assert_eq!(folder.scratch(), Vec::<String>::new());

    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut left = Vec::new();
    for entry in fs::read_dir(cache_of(&folder)).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
        left.push(path.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default());
    }
    left.sort();
    assert_eq!(left, ["", "TAG", "answers", "duckdb", "json"]);
    assert_eq!(mode(&cache_of(&folder)), 0o700);
}

#[test]
fn analyses_are_the_same_from_the_cache() {
    let folder = folder();
    let analyze = || folder.run(&["analyze", "a.csv", "-m", "builtin", "-f", "ndjson", "-v"]).expect(0);
    let (first, second) = (analyze(), analyze());
    assert!(is_kept(&first) && is_cached(&second));
    assert_eq!(lasting(&second), lasting(&first));
}

#[test]
fn a_changed_file_is_read_anew() {
    let folder = folder();
    let path = folder.path("a.csv");
    let text = csv();
    // So long that a change must show in what the system says of the file.
    std::thread::sleep(csvchat::limits::CACHE_SETTLED + Duration::from_millis(100));
    let mut expected = answer(&ask(&folder, "a.csv", &[]));
    // Of the same length, and with the time of modification set back: near the start, in a block that is compared, in
    // one that is not, and near the end.
    for row in [1, 9_000, 20_001, 39_998] {
        let line = format!("\n{row},");
        let start = text.find(&line).unwrap() + line.len();
        let at = start + text[start..].find(',').unwrap() + 1;
        overwrite(&path, at, b"999");
        expected.0 += 999 - (100 + row % 900);
        let ran = ask(&folder, "a.csv", &[]);
        assert!(!is_cached(&ran), "{row}");
        assert_eq!(answer(&ran), expected, "{row}");
        assert!(is_cached(&ask(&folder, "a.csv", &[])));
    }

    // Longer, with the same times as far as they can be set.
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    let longer = fs::read_to_string(&path).unwrap() + "40001,South,3,more\n";
    fs::write(&path, longer).unwrap();
    File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    expected = (expected.0 + 3, expected.1 + 1);
    assert_eq!(answer(&ask(&folder, "a.csv", &[])), expected);

    // Another file in its place.
    let other = fs::read_to_string(&path).unwrap().replacen("South,3,", "South,4,", 1);
    fs::write(folder.path("b.csv"), other).unwrap();
    File::options().write(true).open(folder.path("b.csv")).unwrap().set_modified(time).unwrap();
    fs::rename(folder.path("b.csv"), &path).unwrap();
    expected.0 += 1;
    assert_eq!(answer(&ask(&folder, "a.csv", &[])), expected);

    // Only touched: nobody knows that nothing was written.
    assert!(is_cached(&ask(&folder, "a.csv", &[])));
    File::options().write(true).open(&path).unwrap().set_modified(SystemTime::now()).unwrap();
    let ran = ask(&folder, "a.csv", &[]);
    assert!(!is_cached(&ran) && answer(&ran) == expected);
    assert_eq!(files(&folder, "json").len(), 1, "a changed file takes the place of what it was");
    assert_eq!(files(&folder, "duckdb").len(), 1);
}

#[test]
fn each_way_of_reading_is_kept_by_itself() {
    let folder = folder();
    let rows = |options: &[&str]| {
        let ran =
            folder.run(&[&["ask", "a.csv", "SQL: select count(*) n from data", "-v"], options].concat()).expect(0);
        let count = ["40,001", "40,002"].into_iter().find(|count| ran.stdout.contains(count)).unwrap();
        (is_cached(&ran), count)
    };
    assert_eq!(rows(&[]), (false, "40,001"));
    assert_eq!(rows(&["--no-header"]), (false, "40,002"));
    assert_eq!(rows(&["--no-header"]), (true, "40,002"));
    assert_eq!(rows(&[]), (true, "40,001"));
    // What bounds a run changes nothing about its data.
    assert_eq!(rows(&["--threads", "1", "--memory-limit", "500MB", "--max-rows", "5"]), (true, "40,001"));
    assert_eq!(files(&folder, "json").len(), 2);
}

#[test]
fn files_that_are_small_or_pass_by_are_not_kept() {
    let folder = folder().with("small.csv", "id,amount\n1,2\n");
    ask(&folder, "small.csv", &[]);
    let piped = folder
        .run_with(&["ask", "-", SUM, "-f", "ndjson", "-v"], |command| {
            command.write_stdin(csv());
        })
        .expect(0);
    assert!(!is_kept(&piped));
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn(move || fs::write(pipe, csv()));
    let ran = ask(&folder, "pipe", &[]);
    writer.join().unwrap().unwrap();
    assert!(!is_kept(&ran) && answer(&ran) == answer(&piped));
    assert!(!cache_of(&folder).exists());
}

#[test]
fn whoever_wants_no_copy_has_none() {
    let folder = folder();
    let variable = |value: &str| {
        folder
            .run_with(&["ask", "a.csv", SUM, "-v"], |command| {
                command.env("CSVCHAT_NO_CACHE", value);
            })
            .expect(0)
    };
    ask(&folder, "a.csv", &["--no-cache"]);
    variable("1");
    fs::write(folder.path("csvchat.toml"), "no-cache = true\n").unwrap();
    ask(&folder, "a.csv", &[]);
    assert!(!cache_of(&folder).exists());
    assert!(is_kept(&ask(&folder, "a.csv", &["--no-cache=false"])));
    assert!(!is_cached(&ask(&folder, "a.csv", &[])));
    assert!(is_cached(&variable("0")));
}
