//! Awkward files, each for a kind of fault that real files show, with the table that a careful person would read.
//!
//! `cases/cases.jsonl` names files beside it; `cases/written.jsonl` holds the texts themselves, in an encoding.

use std::collections::BTreeMap;
use std::path::PathBuf;

use base64::Engine as _;
use csvchat::data::{ReadOptions, Source};
use serde_json::Value;

use super::{Read, case, try_read};

fn lines(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(case(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The kind of a column's type, as the cases name it.
fn kind(name: &str) -> &str {
    match name {
        "BIGINT" | "HUGEINT" => "int",
        "DOUBLE" => "float",
        "VARCHAR" => "text",
        "DATE" => "date",
        "TIME" => "time",
        "BOOLEAN" => "bool",
        name if name.starts_with("DECIMAL") => "float",
        name if name.starts_with("TIMESTAMP") => "timestamp",
        name => name,
    }
}

/// What of a table is not as the case has it.
fn faults(case: &Value, read: &Read) -> Vec<String> {
    let mut faults = Vec::new();
    if read.dataset().rows != case["rows"].as_u64().unwrap() {
        faults.push(format!("{} rows instead of {}", read.dataset().rows, case["rows"]));
    }
    let wanted = case["columns"].as_array().map(Vec::as_slice).unwrap_or_default();
    let names = read.names();
    if case["columns"].is_array() && names.len() != wanted.len() {
        faults.push(format!("columns {names:?}"));
    }
    for (name, wanted) in names.iter().zip(wanted) {
        if wanted.as_str().is_some_and(|wanted| wanted != *name) {
            faults.push(format!("column {name} instead of {wanted}"));
        }
    }
    for (found, wanted) in read.types().iter().zip(case["types"].as_array().into_iter().flatten()) {
        let wanted = wanted.as_str().unwrap();
        if wanted != "any" && !wanted.split('|').any(|wanted| wanted == kind(found)) {
            faults.push(format!("type {found} instead of {wanted}"));
        }
    }
    // Without its columns no query of the case can run.
    let checks = if faults.is_empty() { case["checks"].as_array() } else { None };
    for check in checks.into_iter().flatten() {
        let (sql, wanted) = (check[0].as_str().unwrap(), &check[1]);
        let found = read.value(sql);
        let same = match wanted.as_f64() {
            Some(wanted) => {
                found.parse::<f64>().is_ok_and(|found| (found - wanted).abs() <= 1e-9 * wanted.abs().max(1.0))
            }
            None => wanted.as_str() == Some(&found),
        };
        if !same {
            faults.push(format!("{sql} is {found} instead of {wanted}"));
        }
    }
    if let Some(codes) = case["codes"].as_array() {
        let wanted: Vec<&str> = codes.iter().map(|code| code.as_str().unwrap()).collect();
        let mut found = read.codes();
        found.dedup();
        if found != wanted {
            faults.push(format!("warnings {found:?} instead of {wanted:?}"));
        }
    }
    faults.extend(certificate_faults(case, read));
    faults
}

/// What of the certificate is not as the case has it, or does not add up.
fn certificate_faults(case: &Value, read: &Read) -> Vec<String> {
    let certificate = &read.dataset().certificate;
    let left: BTreeMap<&str, u64> = certificate.left_out.iter().map(|left| (left.kind.as_str(), left.count)).collect();
    let mut faults = Vec::new();
    if certificate.records != certificate.header_records + read.dataset().rows + left.values().sum::<u64>() {
        faults.push(format!("{} records do not add up", certificate.records));
    }
    if let Some(wanted) = case["left"].as_object() {
        let told: BTreeMap<&str, u64> = left.into_iter().filter(|(kind, _)| *kind != "blank").collect();
        let wanted: BTreeMap<&str, u64> =
            wanted.iter().map(|(kind, count)| (kind.as_str(), count.as_u64().unwrap())).collect();
        if told != wanted {
            faults.push(format!("left out {told:?} instead of {wanted:?}"));
        }
    }
    faults
}

/// What of a file's reading is not as the case has it: a table, or an error.
fn outcome(case: &Value, path: PathBuf) -> Vec<String> {
    match (try_read(&[Source::Path(path)], &ReadOptions::default()), case["error"].as_str()) {
        (Ok(read), None) => faults(case, &read),
        (Err(error), Some(code)) if error.code() == code => Vec::new(),
        (Err(error), _) => vec![error.to_string()],
        (Ok(_), Some(code)) => vec![format!("was read instead of {code}")],
    }
}

#[test]
fn rows_that_are_written_down_anew_keep_line_ends_in_quotes() {
    let read = super::read_text("c0,c1,c2\n,\"\r\",x\na,\"\r\n\",y\nb,\"\n\",z\n\nSource: x\n");
    assert_eq!((read.dataset().rows, read.codes()), (3, vec!["lines_left_out"]));
    assert_eq!(read.value("SELECT string_agg(c1, '|') FROM data"), "\r|\r\n|\n");
}

#[test]
fn a_quoted_text_may_be_longer_than_what_the_dialect_is_told_from() {
    let long = "word, word and word\n".repeat(20_000);
    let rows = (0..4).map(|id| format!("{id},\"{long}\"\n")).collect::<Vec<_>>().concat();
    let read = super::read_text(&format!("id,doc\n{rows}"));
    assert_eq!((read.dataset().rows, read.types(), read.codes()), (4, vec!["BIGINT", "VARCHAR"], vec![]));
    assert_eq!(read.value("SELECT min(length(doc)) FROM data"), long.len().to_string());
}

#[test]
fn what_stands_far_from_the_head_is_told_too() {
    let mut bytes = b"Report of May,,\n\nid,name,amount\n".to_vec();
    for id in 0..40_000 {
        let name: &[u8] = if id == 20_000 { b"Zo\xeb" } else { "Zoë".as_bytes() };
        bytes.extend([id.to_string().as_bytes(), b",", name, b",1\n"].concat());
    }
    bytes.extend_from_slice(b",,\nTotal,,40000\nSource: x\n");
    let read = super::try_read_text(&bytes).unwrap();
    assert_eq!((read.types(), read.dataset().rows), (vec!["BIGINT", "VARCHAR", "BIGINT"], 40_000));
    assert_eq!(read.value("SELECT sum(amount) FROM data"), "40000");
    let certificate = &read.dataset().certificate;
    let left: Vec<(&str, u64)> = certificate.left_out.iter().map(|left| (left.kind.as_str(), left.lines[0])).collect();
    assert_eq!(left, [("above_table", 1), ("blank", 2), ("empty", 40_004), ("total", 40_005), ("note", 40_006)]);
    assert_eq!((certificate.records, &certificate.replaced.lines), (40_006, &vec![20_004]));
}

#[test]
fn totals_below_many_rows_are_proven_and_rows_stay() {
    let numbered = |below: &str| -> String {
        let rows = (0..35_000).map(|id| format!("name{id},{},{id}\n", id % 97)).collect::<Vec<_>>().concat();
        format!("name,v,w\n{rows}{below}")
    };
    let flagged = |below: &str| -> String {
        let rows = (0..35_000).map(|id| format!("{},{id}\n", if id % 2 == 0 { "N" } else { "Y" })).collect::<Vec<_>>();
        format!("active,price\n{}{below}", rows.concat())
    };
    for (text, rows, left) in [
        (numbered("Total,1679320,612482500\n"), 35_000, 1),
        (numbered("Total,,612482500"), 35_000, 1),
        (numbered("Total,5,6\n"), 35_001, 0),
        (numbered("Total,5,\n"), 35_001, 0),
        (numbered("Max,96,34999\n"), 35_001, 0),
        (flagged("N,free\n"), 35_001, 0),
        (flagged("N,>5\nN,<3\n"), 35_002, 0),
    ] {
        let read = super::read_text(&text);
        let counted: u64 = read.dataset().certificate.left_out.iter().map(|left| left.count).sum();
        assert_eq!((read.dataset().rows, counted), (rows, left), "{:?}", text.lines().last());
    }
}

#[test]
fn one_text_among_many_numbers_is_told_wherever_it_stands() {
    for at in [2, 20_000, 20_479, 30_000] {
        let rows = (0..31_000).map(|row| format!("{},{row}\n", if row == at { "see note" } else { "7" }));
        let read = super::read_text(&format!("count,id\n{}", rows.collect::<String>()));
        assert_eq!((read.types(), read.codes().len()), (vec!["VARCHAR", "BIGINT"], 1), "{at}");
    }
}

#[test]
fn files_are_read_as_a_careful_person_would() {
    let mut faults_of = Vec::new();
    for found in lines("cases.jsonl") {
        let path: PathBuf = case(found["file"].as_str().unwrap());
        let told = outcome(&found, path);
        faults_of.extend(told.into_iter().map(|fault| format!("{}: {fault}", found["id"])));
    }
    assert!(faults_of.is_empty(), "{}", faults_of.join("\n"));
}

#[test]
fn texts_are_read_as_a_careful_person_would() {
    let folder = tempfile::tempdir().unwrap();
    let mut faults_of = Vec::new();
    for found in lines("written.jsonl") {
        let bytes = match found["base64"].as_str() {
            Some(text) => base64::engine::general_purpose::STANDARD.decode(text).unwrap(),
            None => found["text"].as_str().unwrap().as_bytes().to_vec(),
        };
        let path = folder.path().join("text.csv");
        std::fs::write(&path, bytes).unwrap();
        let told = outcome(&found, path);
        faults_of.extend(told.into_iter().map(|fault| format!("{}: {fault}", found["id"])));
    }
    assert!(faults_of.is_empty(), "{}", faults_of.join("\n"));
}
