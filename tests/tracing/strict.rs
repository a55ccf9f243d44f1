//! What becomes of a run in which a number could not be traced: a warning, or with `--strict` an exit code of its own.

use super::{BY_REGION, CSV, finalize, of, sql, text};
use crate::support::program::{Folder, script};

/// A file, and turns in which North's 40 is told as `told`.
fn folder(told: &str) -> Folder {
    let words = format!("West has 45 [q1], North {told} [q1].");
    let turns = script(&[("", vec![sql(BY_REGION)]), ("", vec![text(&words)]), ("", vec![finalize()])]);
    Folder::new().with("a.csv", CSV).with("run.ndjson", turns)
}

const ASK: [&str; 7] = ["ask", "a.csv", "amounts by region?", "-m", "replay/run.ndjson", "-f", "ndjson"];

fn words<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&ASK[..], more].concat()
}

#[test]
fn a_wrong_number_is_a_warning() {
    let ran = folder("37").run(&words(&[])).expect(0);
    let warning =
        "csvchat: warning: 1 of 2 numbers could not be traced to a result: 37; with --strict that is exit code 8\n";
    assert!(ran.stderr.contains(warning), "{}", ran.stderr);
    assert_eq!(folder("37").run(&words(&["-q"])).expect(0).stderr, "");
    assert!(!folder("40").run(&words(&[])).expect(0).stderr.contains("traced"));
}

#[test]
fn strict_makes_it_an_exit_code() {
    let events = folder("37").run(&words(&["--strict"])).expect(8).events();
    let done = events.last().unwrap();
    assert_eq!((&done["exit_code"], &done["status"]), (&8.into(), &"complete".into()));
    assert_eq!(of(&events, "error")[0]["code"], "untraced");
    let quiet = folder("37").run(&words(&["--strict", "-q"])).expect(8);
    assert!(quiet.stderr.starts_with("csvchat: error: 1 of 2 numbers could not be traced to a result: 37 [untraced]"));
    folder("40").run(&words(&["--strict"])).expect(0);
}

#[test]
fn strictness_comes_from_a_flag_a_variable_or_a_file() {
    let folder = folder("37").with("csvchat.toml", "strict = true\n");
    folder.run(&words(&[])).expect(8);
    folder.run(&words(&["--strict=false"])).expect(0);
    let with =
        |value: &'static str| folder.run_with(&words(&[]), move |command| _ = command.env("CSVCHAT_STRICT", value));
    with("0").expect(0);
    with("1").expect(8);
    with("").expect(8);
    assert!(with("maybe").expect(2).stderr.contains("CSVCHAT_STRICT"));
}

#[test]
fn files_are_replaced_and_say_it_at_the_top() {
    let folder = folder("37").with("a.md", "old").with("a.html", "old");
    let files = ["-o", "a.md", "-o", "a.html", "-o", "a.ndjson", "--strict"];
    folder.run(&[&ASK[..5], &files[..]].concat()).expect(8);
    let markdown = folder.read("a.md");
    assert!(
        markdown.contains("\n> **Not all traced.** 1 of 2 numbers could not be traced to a result: 37.\n"),
        "{markdown}"
    );
    assert!(markdown.contains("North 37⚠[^q1].") && markdown.contains("\n1 of 2 numbers traced; not traced: 37.\n"));
    assert!(folder.read("a.html").contains("gives <a href=\"#untraced-1\">37</a>."));
    folder.run(&["render", "a.ndjson", "-o", "again.md"]).expect(0);
    assert_eq!(folder.read("again.md"), markdown);
    folder.run(&["replay", "a.ndjson", "a.csv", "-f", "ndjson", "--strict"]).expect(8);
    folder.run(&["ask", "a.csv", "SQL: select 37", "--strict"]).expect(0);
}
