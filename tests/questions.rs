//! Questions put to the built-in analyst, through the program: what it answers, and what it declines.
//!
//! `questions.jsonl` holds questions, each with a statement written by hand whose result is the answer;
//! `declined.jsonl` holds questions that have no answer, each with a word that the refusal must name.

use std::collections::BTreeMap;
use std::fs;

use csvchat::sql;
use duckdb::Connection;
use serde_json::Value;

use crate::support::program::{Folder, data, of};

/// The lines of a file of cases, by the table that they are about.
fn cases(name: &str) -> BTreeMap<String, Vec<Value>> {
    let mut cases: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in fs::read_to_string(data(name)).unwrap().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        cases.entry(case["file"].as_str().unwrap().to_owned()).or_default().push(case);
    }
    cases
}

fn ask(folder: &Folder, file: &str, question: &str) -> (i32, Vec<Value>) {
    let name = file.rsplit('/').next().unwrap();
    let ran = folder.run(&["ask", name, question, "-m", "builtin", "-f", "ndjson"]);
    (ran.code, ran.events())
}

/// The answer by hand, as JSON, over the file as DuckDB itself reads it. Texts stay as they are in the file.
fn by_hand(connection: &Connection, statement: &str) -> Vec<Vec<Value>> {
    let described = {
        let mut described = connection.prepare(&format!("DESCRIBE {statement}")).unwrap();
        let rows = described.query_map([], |row| row.get::<_, String>(0)).unwrap();
        rows.map(Result::unwrap).count()
    };
    let names: Vec<String> = (0..described).map(|at| format!("c{at}")).collect();
    let list =
        format!("to_json([{}])", names.iter().map(|name| format!("to_json({name})")).collect::<Vec<_>>().join(", "));
    let mut prepared =
        connection.prepare(&format!("SELECT {list}::VARCHAR FROM ({statement}) AS t({})", names.join(", "))).unwrap();
    let rows = prepared.query_map([], |row| row.get::<_, String>(0)).unwrap();
    rows.map(|row| serde_json::from_str(&row.unwrap()).unwrap()).collect()
}

fn open(file: &str) -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    let path = data(file);
    let source = sql::text(path.to_str().unwrap());
    // Words such as NA are missing values among numbers, and texts among texts, as the program has it.
    let typed = format!("read_csv({source}, sample_size = -1, nullstr = ['', 'NA'])");
    let raw = format!("read_csv({source}, sample_size = -1, all_varchar = true, header = true)");
    let mut described =
        connection.prepare(&format!("SELECT column_name, column_type FROM (DESCRIBE FROM {typed})")).unwrap();
    let columns = described.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))).unwrap();
    let columns: Vec<String> = columns
        .map(|column| {
            let (name, kind) = column.unwrap();
            format!("{}.{}", if kind == "VARCHAR" { "raw" } else { "typed" }, sql::name(&name))
        })
        .collect();
    drop(described);
    let create =
        format!("CREATE TABLE data AS SELECT {} FROM {typed} typed POSITIONAL JOIN {raw} raw", columns.join(", "));
    connection.execute_batch(&create).unwrap();
    connection
}

fn same(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-9 * one.abs().max(other.abs()).max(1.0),
        _ => one == other,
    }
}

fn same_rows(one: &[Vec<Value>], other: &[Vec<Value>]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(a, b)| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)))
}

fn rows_of(table: &Value) -> Vec<Vec<Value>> {
    table["rows"].as_array().unwrap().iter().map(|row| row.as_array().unwrap().clone()).collect()
}

/// What is wrong with an answer, if anything.
fn fault(code: i32, events: &[Value], expected: &[Vec<Value>]) -> Option<String> {
    let texts = of(events, "text");
    let text = texts.first().map(|text| text["text"].as_str().unwrap().to_owned()).unwrap_or_default();
    if code != 0 {
        return Some(format!("exit {code}: {text}"));
    }
    let Some(table) = of(events, "table").first().copied() else { return Some("no table".to_owned()) };
    let rows = rows_of(table);
    if !same_rows(&rows, expected) {
        let few = |rows: &[Vec<Value>]| format!("{:?} of {}", rows.iter().take(5).collect::<Vec<_>>(), rows.len());
        return Some(format!("{} instead of {}", few(&rows), few(expected)));
    }
    if !text.contains("[q") || !text.contains("Read as: ") {
        return Some(format!("no citation or reading: {text}"));
    }
    let cells: Vec<&Value> = rows.iter().flatten().collect();
    if cells.len() <= 6 {
        for cell in cells {
            let said = match cell.as_str() {
                Some(word) => text.contains(word),
                None => said_number(&text, cell.as_f64().unwrap()),
            };
            if !said {
                return Some(format!("the text does not say {cell}: {text}"));
            }
        }
    }
    if let Some(rejected) = of(events, "plot_rejected").first() {
        return Some(format!("chart rejected: {}", rejected["reason"]));
    }
    None
}

/// Whether a text says a number, rounded to the decimals that it gives.
fn said_number(text: &str, value: f64) -> bool {
    let plain = text.replace(',', "");
    let figures = plain.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    figures.map(|figure| figure.trim_matches('.')).any(|figure| {
        let decimals = figure.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        figure
            .parse::<f64>()
            .is_ok_and(|said| (said - value).abs() <= 0.5 * 10f64.powi(-i32::try_from(decimals).unwrap()) + 1e-9)
    })
}

#[test]
fn questions_are_answered_with_exactly_the_cells_that_answer_them() {
    let mut faults = Vec::new();
    for (file, cases) in cases("questions.jsonl") {
        let folder = Folder::new().with_data(&file);
        let connection = open(&file);
        for case in cases {
            let question = case["question"].as_str().unwrap();
            let expected = by_hand(&connection, case["sql"].as_str().unwrap());
            assert!(!expected.is_empty(), "{question}: no answer by hand");
            let (code, events) = ask(&folder, &file, question);
            if let Some(fault) = fault(code, &events, &expected) {
                faults.push(format!("{question}\n  {fault}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn what_is_not_understood_is_declined_with_questions_that_are() {
    let mut faults = Vec::new();
    for (file, cases) in cases("declined.jsonl") {
        let folder = Folder::new().with_data(&file);
        let mut suggested = Vec::new();
        for case in cases {
            let question = case["question"].as_str().unwrap();
            let (code, events) = ask(&folder, &file, question);
            let text: String = of(&events, "text").iter().map(|text| text["text"].as_str().unwrap()).collect();
            let reason = text.lines().next().unwrap_or_default();
            if code != 7 || !of(&events, "table").is_empty() || !reason.contains(case["names"].as_str().unwrap()) {
                faults.push(format!("{question}\n  exit {code}: {text}"));
            }
            suggested = text.lines().filter_map(|line| line.strip_prefix("- ")).map(str::to_owned).collect();
        }
        assert_eq!(suggested.len(), 3, "{file}: {suggested:?}");
        for question in &suggested {
            let (code, _) = ask(&folder, &file, question);
            assert_eq!(code, 0, "{file}: {question}");
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
