//! What becomes of numbers that cannot be checked: by a signal, by a statement that has no answer.

use std::io::Read as _;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{asked, claims, finalize, long, of, pairs, sql, text};
use crate::support::program::{Folder, events, script};

/// Columns of a file that is so wide that checking a text against it takes long.
const COLUMNS: usize = 1_200;

/// A wide file, and turns in which a text of many numbers is checked against many results of all its columns.
fn wide() -> Folder {
    let header: Vec<String> = (0..COLUMNS).map(|column| format!("measure_{column}_total")).collect();
    let cells: Vec<String> = (0..COLUMNS).map(|column| (column * 7919 % 10_007).to_string()).collect();
    let sentences: Vec<String> =
        (0..900).map(|place| format!("The measure total was {} and more.", 20_011 + 13 * place)).collect();
    let words = sentences.join(" ");
    let mut first: Vec<(&str, Value)> = (0..12).map(|_| sql("select * from data")).collect();
    first.push(text(&words));
    let turns = script(&[("", first), ("", vec![finalize()])]);
    Folder::new().with("a.csv", format!("{}\n{}\n", header.join(","), cells.join(","))).with("run.ndjson", turns)
}

/// The warning on numbers that were not checked.
fn unchecked(events: &[Value]) -> &str {
    let warnings = of(events, "warning");
    let found = warnings.iter().find(|warning| warning["code"] == "numbers_unchecked");
    found.unwrap_or_else(|| panic!("{warnings:?}"))["message"].as_str().unwrap()
}

/// Fails unless the text is there with all its numbers, none of them traced.
fn assert_shown_unchecked(events: &[Value], why: &str) {
    let shown = of(events, "text");
    let numbers = claims(&shown[0]["claims"]);
    assert_eq!((shown.len(), numbers.len()), (1, 900));
    assert!(numbers.iter().all(|(_, status)| status == "unverified"));
    assert_eq!(unchecked(events), format!("900 numbers could not be checked: {why}"));
}

#[test]
fn a_signal_ends_a_check_and_the_text_is_shown() {
    let folder = wide();
    let arguments = ["ask", "a.csv", "amounts?", "-m", "replay/run.ndjson", "-f", "ndjson", "-o", "-", "-o", "a.md"];
    let mut child = folder.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let (mut read, mut buffer) = (Vec::new(), [0; 8_192]);
    let announced = |read: &[u8]| {
        let read = String::from_utf8_lossy(read);
        read.lines().any(|line| line.contains("\"type\":\"tool_call\"") && line.contains("\"output_text\""))
    };
    while !(announced(&read) && read.ends_with(b"\n")) {
        let count = stdout.read(&mut buffer).unwrap();
        assert!(count > 0);
        read.extend_from_slice(&buffer[..count]);
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    stdout.read_to_end(&mut read).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let all = events(&String::from_utf8(read).unwrap());
    let done = all.last().unwrap();
    assert_eq!((&done["status"], &done["exit_code"]), (&"interrupted".into(), &130.into()));
    assert_eq!(of(&all, "tool_call").len(), of(&all, "tool_result").len());
    assert_shown_unchecked(&all, "a signal ended the run");
    assert!(folder.read("a.partial.md").contains("The measure total was 20011⚠ and more."));
    assert_eq!(folder.scratch(), Vec::<String>::new());
}

#[test]
fn a_statement_that_has_no_answer_is_said() {
    // Just short enough to be run, and too long once more is asked of it.
    let query = format!("select \"row\", amount /* {} */ from data order by amount", "x".repeat(20_300));
    let words = "The amount of row r11000 is 77,000 [q1], of row r11001 it is 77,008 [q1].";
    let turns = [("", vec![sql(&query)]), ("", vec![text(words)]), ("", vec![finalize()])];
    let folder = Folder::new().with("a.csv", long()).with("run.ndjson", script(&turns));
    let all = asked(&folder, &[]).expect(0).events();
    let expected = pairs(&[("77,000", "unverified"), ("77,008", "unverified")]);
    assert_eq!(claims(&of(&all, "text")[0]["claims"]), expected);
    let message = unchecked(&all);
    let begins =
        "2 numbers could not be checked against the rows of q1 that were not kept: refused: the statement has ";
    assert!(message.starts_with(begins), "{message}");
    // What the database answers is not warned of.
    let shorter = script(&[
        ("", vec![sql("select \"row\", amount from data order by amount")]),
        ("", vec![text(words), finalize()]),
    ]);
    let folder = folder.with("run.ndjson", shorter);
    let all = asked(&folder, &[]).expect(0).events();
    assert_eq!(of(&all, "warning").len(), 0);
    assert_eq!(claims(&of(&all, "text")[0]["claims"])[0], ("77,000".to_owned(), "verified".to_owned()));
}
