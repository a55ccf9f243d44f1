//! What statements gave: kept where it is the same each time, used, and never for a file that changed.

use std::fmt::Write as _;
use std::fs;

use sha2::{Digest, Sha256};

use super::{answer, ask, cache_of, csv, files, folder, is_cached, lasting, only};

/// Puts another text into a file of the cache, with the digest that belongs to it.
fn forge(path: &std::path::Path, from: &str, to: &str) {
    let whole = fs::read_to_string(path).unwrap();
    let text = whole.split_once('\n').unwrap().1;
    assert!(text.contains(from), "{text}");
    let text = text.replace(from, to);
    let mut digest = String::new();
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(digest, "{byte:02x}");
    }
    fs::write(path, format!("{digest}\n{text}")).unwrap();
}

#[test]
fn a_statement_is_answered_from_the_run_before() {
    let folder = folder();
    let first = ask(&folder, "a.csv", &[]);
    let (sum, count) = answer(&first);
    forge(&only(&folder, "answers"), &format!("{sum}"), "4711");
    // Nobody computes it again.
    let second = ask(&folder, "a.csv", &[]);
    assert!(is_cached(&second));
    assert_eq!(answer(&second), (4711, count));
    assert_eq!(answer(&ask(&folder, "a.csv", &["--max-rows", "7"])), (sum, count), "other limits");
    assert_eq!(answer(&ask(&folder, "a.csv", &["--no-cache"])), (sum, count));

    fs::write(folder.path("a.csv"), csv() + "40001,North,1,new\n").unwrap();
    let changed = ask(&folder, "a.csv", &[]);
    assert_eq!(answer(&changed), (sum + 1, count + 1));
    assert_eq!(files(&folder, "answers").len(), 1, "those of the database before are gone");
}

#[test]
fn damaged_answers_are_computed_again() {
    let folder = folder();
    let first = ask(&folder, "a.csv", &[]);
    let kept = only(&folder, "answers");
    let text = fs::read_to_string(&kept).unwrap();
    for damaged in [text.replace(&answer(&first).0.to_string(), "4711"), text[..80].to_owned(), String::new()] {
        assert_ne!(damaged, text);
        fs::write(&kept, damaged).unwrap();
        let second = ask(&folder, "a.csv", &[]);
        assert!(is_cached(&second));
        assert_eq!(lasting(&second), lasting(&first));
    }
}

#[test]
fn what_is_another_one_each_time_is_not_kept() {
    let folder = folder();
    let ask = || folder.run(&["ask", "a.csv", "SQL: select random() r", "-f", "ndjson"]).expect(0);
    let value = || super::lasting(&ask()).join("");
    assert_ne!(value(), value());
    assert!(files(&folder, "answers").is_empty());
}

#[test]
fn an_analysis_says_the_same_with_answers_kept() {
    let folder = folder();
    let analyze = || folder.run(&["analyze", "a.csv", "-m", "builtin", "-f", "ndjson"]).expect(0);
    let first = lasting(&analyze());
    assert!(cache_of(&folder).exists());
    let kept = fs::read(only(&folder, "answers")).unwrap();
    assert_eq!(lasting(&analyze()), first);
    assert_eq!(fs::read(only(&folder, "answers")).unwrap(), kept, "nothing new was asked");
}
