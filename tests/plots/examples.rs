//! The charts that the prompt shows a model, and what only drawing can tell of others.

use csvchat::chart::{self, Engine};
use csvchat::table::{Cell, Table};
use serde_json::{Value, json};

/// A result with the columns of the prompt's examples.
fn orders() -> Table {
    let rows = (0..48_i32).map(|row| {
        let text = |words: &[&str], at: i32| Cell::Text(words[usize::try_from(at).unwrap() % words.len()].to_owned());
        vec![
            text(&["North", "South", "East"], row),
            text(&["online", "store"], row / 3),
            Cell::Text(format!("2024-{:02}-01", row / 6 % 12 + 1)),
            Cell::Float(f64::from(100 + row * 37 % 50)),
            Cell::Float(f64::from(40 + row * 11 % 30)),
        ]
    });
    let columns = ["region", "channel", "month", "revenue", "cost"];
    let types = ["VARCHAR", "VARCHAR", "DATE", "DOUBLE", "DOUBLE"];
    Table {
        columns: columns.map(str::to_owned).to_vec(),
        types: types.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        row_count: 48,
    }
}

/// What becomes of a chart: its warnings, or the reasons against it.
fn judged(specification: &Value) -> Result<Vec<String>, Vec<String>> {
    let table = orders();
    let texts = |found: Vec<chart::Finding>| found.into_iter().map(|finding| finding.text).collect::<Vec<String>>();
    let chart = chart::prepare(specification, &|id| if id == "q1" { Ok(&table) } else { Err(format!("no {id}")) });
    let drawn = chart.and_then(|chart| Engine::default().draw_checked(&chart.specification));
    drawn.map(|drawing| texts(drawing.warnings)).map_err(texts)
}

#[test]
fn what_the_prompt_shows_is_drawn() {
    let prompt = include_str!("../../templates/prompts/charts.md");
    let examples: Vec<Value> = prompt
        .split('`')
        .filter(|part| part.starts_with("{\"data\""))
        .map(|part| serde_json::from_str(part).unwrap())
        .collect();
    assert_eq!(examples.len(), 6);
    for mut example in examples {
        assert_eq!(judged(&example), Ok(Vec::new()), "{example}");
        if example["encoding"]["color"]["field"] == "channel" {
            example["encoding"]["xOffset"] = json!({"field": "channel"});
            assert_eq!(judged(&example), Ok(Vec::new()), "{example}");
        }
    }
}

#[test]
fn what_aggregates_hide_is_seen() {
    let rows = json!([{"k": "a", "v": -3}, {"k": "b", "v": -4}, {"k": "c", "v": -5}]);
    let sum = |scale: Value| json!({"field": "v", "type": "quantitative", "aggregate": "sum", "scale": scale});
    let pie = json!({"data": {"values": rows}, "mark": "arc", "encoding": {
        "theta": sum(Value::Null), "color": {"field": "k", "type": "nominal"}}});
    assert!(judged(&pie).unwrap_err()[0].contains("negative"), "{:?}", judged(&pie));
    let log = json!({"data": {"values": rows}, "mark": "point", "encoding": {
        "x": {"field": "k", "type": "nominal"}, "y": sum(json!({"type": "log", "domain": [1, 100]}))}});
    assert!(judged(&log).unwrap_err().iter().any(|reason| reason.contains("log scale")), "{:?}", judged(&log));
    let words = json!({"data": {"values": [{"k": "a", "v": "inf"}, {"k": "b", "v": "nan"}]}, "mark": "bar", "encoding": {
        "x": {"field": "k", "type": "nominal"}, "y": {"field": "v", "type": "quantitative"}}});
    assert!(judged(&words).unwrap_err()[0].contains("inf"), "{:?}", judged(&words));
}

#[test]
fn channels_that_layers_take_over_are_counted() {
    let tooltip: Vec<Value> = (0..100).map(|_| json!({"field": "region", "type": "nominal"})).collect();
    let layers = |count: usize| {
        json!({"data": {"name": "q1"}, "encoding": {"tooltip": tooltip, "x": {"field": "region", "type": "nominal"}},
            "layer": vec![json!({"mark": "bar", "encoding": {"y": {"field": "revenue", "type": "quantitative"}}}); count]})
    };
    assert_eq!(judged(&layers(1)), Ok(Vec::new()));
    assert!(judged(&layers(3)).unwrap_err()[0].contains("channels"));
}

#[test]
fn a_search_that_nothing_could_stop_is_refused() {
    let twice = |field: &str| format!("datum.{field} + datum.{field} + datum.{field} + datum.{field}");
    let chart = json!({"data": {"values": [{"k": "a".repeat(1_000), "v": 1}]}, "transform": [
        {"calculate": twice("k"), "as": "b"}, {"calculate": twice("b"), "as": "c"},
        {"calculate": "indexof(datum.c, 'b')", "as": "at"}],
        "mark": "bar", "encoding": {"x": {"field": "at", "type": "nominal"}, "y": {"field": "v", "type": "quantitative"}}});
    assert!(judged(&chart).unwrap_err()[0].contains("more than 10000 characters"), "{:?}", judged(&chart));
}
