//! Charts as models write them, and what the checker must say of each.

use csvchat::chart::{self, Engine, Finding};
use serde_json::Value;

use crate::support::program::data;

/// The checker's verdict on a file: the chart's warnings, or the reasons against it.
fn judged(text: &str, engine: &Engine) -> Result<Vec<String>, Vec<String>> {
    let specification = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
    let texts = |findings: Vec<Finding>| findings.into_iter().map(|finding| finding.text).collect::<Vec<_>>();
    let chart =
        chart::prepare(&specification, &|id| Err(format!("there is no result \"{id}\""))).map_err(texts)?;
    engine.draw_checked(&chart.specification).map(|drawing| texts(drawing.warnings)).map_err(texts)
}

#[test]
fn every_case_comes_out_as_written() {
    let engine = Engine::default();
    let cases = std::fs::read_to_string(data("plots.jsonl")).unwrap();
    let mut faults = Vec::new();
    for case in cases.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let text = std::fs::read_to_string(data(case["file"].as_str().unwrap())).unwrap();
        let found = judged(&text, &engine);
        let verdict = match &found {
            Ok(warnings) if warnings.is_empty() => "draw",
            Ok(_) => "warn",
            Err(_) => "reject",
        };
        println!("{}: {} ({}): {found:?}", case["id"], verdict, case["reason_says"]);
        if case["verdict"] != verdict {
            faults.push(format!("{}: {found:?}", case["id"]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
