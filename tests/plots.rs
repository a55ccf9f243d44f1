//! Charts as models write them, and what the checker must say of each.

mod examples;
mod hostile;
mod stopped;
mod tables;

use csvchat::chart::{self, Engine, Finding};
use csvchat::table::Table;
use serde_json::Value;

use crate::support::program::data;

/// What the reason against each of the first cases must hold.
const SAID: [(&str, &str); 31] = [
    ("02-unknown-mark-obj", "no mark \"column\"; did you mean \"bar\"? Marks are arc, area, bar"),
    ("04-wrong-field-x", "no field \"zz\""),
    ("06-field-case", "no field \"B\"; did you mean \"b\""),
    (
        "08-type-mismatch-q-on-string",
        "nothing can be drawn: \"a\" is drawn as quantitative but holds text such as \"A\"",
    ),
    ("10-bad-aggregate", "\"avgg\" is no value here; did you mean"),
    ("12-empty-data", "no rows"),
    ("14-empty-encoding", "nothing is encoded"),
    ("16-no-data", "no data"),
    ("18-expr-unknown-fn", "\"foo\""),
    ("20-expr-runtime", "an expression fails"),
    ("22-data-file", "URL"),
    ("24-datasets-missing", "no result \"nope\""),
    ("26-unknown-channel", "\"colour\" is no property here; did you mean \"color\"?"),
    ("28-bad-timeunit", "\"yearmonthh\""),
    ("30-bad-format", "\"%Q!!zz\""),
    ("32-log-with-zero", "log scale shows nothing at zero or below"),
    ("34-currency-strings", "nothing can be drawn: \"b\" is drawn as quantitative but holds text such as \"$28\""),
    ("36-dates-ddmmyyyy", "dates of \"d\" cannot be read, such as \"31/12/2023\""),
    ("40-missing-x-channel", "a line needs x"),
    ("42-spec-is-null", "not an object"),
    ("44-image-mark-url", "URL"),
    ("46-hconcat-empty", "nothing is drawn"),
    ("48-infinite-seq", "generated data"),
    ("50-proto", "\"constructor\", which is not allowed"),
    ("52-too-many-cats", "too many to read"),
    ("54-row-facet-50", "too many facets to read"),
    ("56-stack-line", "\"zzz\""),
    ("58-sort-bad", "no field \"nope\""),
    ("60-tooltip-missing", "no field \"nope\""),
    ("99-notjson", "not JSON"),
    ("00-good", ""),
];

/// The checker's verdict, with the chart's warnings or the reasons against it.
fn judged(specification: &Value, tables: &[(&str, Table)], engine: &Engine) -> (&'static str, Vec<String>) {
    let texts = |findings: Vec<Finding>| findings.into_iter().map(|finding| finding.text).collect::<Vec<_>>();
    let find = |id: &str| {
        let found = tables.iter().find(|(name, _)| *name == id).map(|(_, table)| table);
        found.ok_or_else(|| format!("there is no result \"{id}\""))
    };
    let drawn = chart::prepare(specification, &find).and_then(|chart| engine.draw_checked(&chart.specification));
    match drawn {
        Ok(drawing) if drawing.warnings.is_empty() => ("draw", Vec::new()),
        Ok(drawing) => ("warn", texts(drawing.warnings)),
        Err(reasons) => ("reject", texts(reasons)),
    }
}

fn cases(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(data(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_case_comes_out_as_written() {
    let engine = Engine::default();
    let mut faults = Vec::new();
    for case in cases("plots.jsonl") {
        let text = std::fs::read_to_string(data(case["file"].as_str().unwrap())).unwrap();
        let specification = serde_json::from_str(&text).unwrap_or(Value::String(text));
        let (verdict, said) = judged(&specification, &[], &engine);
        let words = SAID.iter().find(|(id, _)| case["id"] == **id).map_or("", |(_, words)| words);
        println!("{}: {verdict}: {said:?}", case["id"]);
        if case["verdict"] != verdict || !said.join("\n").contains(words) {
            faults.push(format!("{}: {verdict}: {said:?}", case["id"]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_models_write_is_judged_rightly_and_for_the_reason() {
    let (engine, tables) = (Engine::default(), tables::all());
    let mut faults = Vec::new();
    for case in cases("plots/written.jsonl") {
        let (verdict, said) = judged(&case["spec"], &tables, &engine);
        println!("{}: {verdict}: {said:?}", case["id"]);
        // The first reason is the one that a model acts on.
        let first = said.first().map_or("", String::as_str);
        if case["verdict"] != verdict || !first.contains(case["says"].as_str().unwrap()) {
            faults.push(format!("{} ({}): {verdict}: {said:?}", case["id"], case["says"]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
