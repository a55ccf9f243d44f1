//! Runs hold to the schema and the grammar, and the reader that says so finds what does not.

use serde_json::{Value, json};

use crate::support::program::{Folder, script};
use crate::support::reader::{assert_valid_run, check};

const CSV: &str = "region,amount\nNorth,10\nSouth,20\nNorth,30\n";

/// A run with a failed query, a result, a table and a plot by reference, a rejected plot and a text.
fn run() -> String {
    let plot = json!({"title": "Sums", "vega_lite_spec": {
        "mark": "bar", "data": {"name": "q2"},
        "encoding": {"x": {"field": "region", "type": "nominal"}, "y": {"field": "s", "type": "quantitative"}},
    }});
    let calls = vec![
        ("sql_query", json!({"query": "select nope from data", "description": "fails"})),
        (
            "sql_query",
            json!({"query": "select region, sum(amount) s from data group by all order by all", "description": "d"}),
        ),
        ("output_text", json!({"text": "North has 40 [q2]."})),
        ("output_table", json!({"title": "Sums", "query": "q2"})),
        ("create_plot", plot),
        ("create_plot", json!({"title": "None", "vega_lite_spec": {}})),
        ("finalize", json!({"session_title": null})),
    ];
    let folder = Folder::new().with("a.csv", CSV).with("run.ndjson", script(&[("I look.", calls)]));
    folder.run(&["ask", "a.csv", "sums?", "-m", "replay/run.ndjson", "-f", "ndjson"]).expect(0).stdout
}

fn lines(events: &[Value]) -> String {
    let mut lines = String::new();
    for event in events {
        lines.push_str(&event.to_string());
        lines.push('\n');
    }
    lines
}

fn position(events: &[Value], kind: &str) -> usize {
    events.iter().position(|event| event["type"] == kind).unwrap_or_else(|| panic!("the run has no {kind}"))
}

#[test]
fn a_run_of_a_model_is_valid() {
    assert_valid_run(&run());
}

#[test]
fn a_statement_of_the_users_own_makes_a_valid_run() {
    let folder = Folder::new().with("a.csv", CSV);
    for (statement, code) in [("SQL: select count(*) from data", 0), ("SQL: drop table data", 7)] {
        assert_valid_run(&folder.run(&["ask", "a.csv", statement, "-f", "ndjson"]).expect(code).stdout);
    }
}

#[test]
fn a_run_that_cannot_read_its_file_is_valid() {
    let folder = Folder::new();
    assert_valid_run(&folder.run(&["analyze", "none.csv", "-m", "builtin", "-f", "ndjson"]).expect(3).stdout);
}

#[test]
fn a_run_at_its_limit_is_valid() {
    let turn = || ("", vec![("sql_query", json!({"query": "select 1", "description": "d"}))]);
    let folder = Folder::new().with("a.csv", CSV).with("run.ndjson", script(&[turn(), turn()]));
    let ran = folder.run(&["ask", "a.csv", "?", "-m", "replay/run.ndjson", "-f", "ndjson", "--max-turns", "1"]);
    assert_valid_run(&ran.expect(6).stdout);
}

type Change = fn(&mut Vec<Value>);

#[test]
fn a_fault_of_the_grammar_is_found() {
    let good: Vec<Value> = run().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(check(&lines(&good)), Ok(()));
    let changes: [(&str, Change); 21] = [
        ("the first event is not run_started", |events| drop(events.remove(0))),
        ("the last event is not done", |events| drop(events.pop())),
        ("seq is", |events| drop(events.remove(1))),
        ("within the run", |events| {
            let mut done = events.last().unwrap().clone();
            done["seq"] = json!(events.len());
            events.push(done);
        }),
        ("time runs backwards", |events| events[1]["ms"] = json!(u32::MAX)),
        ("the id is taken", |events| {
            let table = position(events, "table");
            events[table]["id"] = json!("text1");
        }),
        ("no result q1", |events| {
            let table = position(events, "table");
            events[table]["source"] = json!("q1");
        }),
        ("no result q9", |events| {
            let plot = position(events, "plot");
            events[plot]["source"] = json!("q9");
        }),
        ("no such call is open", |events| {
            let result = position(events, "tool_result");
            events[result]["id"] = json!("other");
        }),
        ("is not closed", |events| {
            let result = position(events, "tool_result");
            events[result] =
                json!({"v": 1, "seq": result, "ms": events[result]["ms"], "type": "status", "message": ""});
        }),
        ("no reply holds it", |events| {
            let call = position(events, "tool_call");
            events[call]["id"] = json!("other");
        }),
        ("its call is not open", |events| {
            let result = position(events, "query_result");
            events[result]["call_id"] = json!("other");
        }),
        ("is not 2 cells wide", |events| {
            let table = position(events, "table");
            events[table]["rows"][0] = json!([1]);
        }),
        ("truncated is wrong", |events| {
            let result = position(events, "query_result");
            events[result]["truncated"] = json!(true);
        }),
        ("status", |events| events.last_mut().unwrap()["exit_code"] = json!(7)),
        ("no claim", |events| {
            let text = position(events, "text");
            let claim =
                json!({"text": "40", "start": 0, "end": 2, "value": 40, "status": "verified", "evidence": null});
            events[text]["claims"] = json!([claim]);
        }),
        ("without its evidence", |events| {
            let text = position(events, "text");
            let first = events[text]["text"].as_str().unwrap()[..1].to_owned();
            let claim =
                json!({"text": first, "start": 0, "end": 1, "value": 1, "status": "verified", "evidence": null});
            events[text]["claims"] = json!([claim]);
        }),
        ("to stand in the place of", |events| {
            let text = position(events, "text");
            events[text]["replaces"] = json!("text9");
        }),
        ("a claim on a cell that is not there", |events| {
            let table = position(events, "table");
            let claim = json!({
                "text": "40", "start": 0, "end": 2, "value": 40, "status": "unverified", "evidence": null, "row": 99, "column": 0
            });
            events[table]["claims"] = json!([claim]);
        }),
        ("all numbers are traced", |events| {
            let last = events.len() - 1;
            events[last]["exit_code"] = json!(8);
            let seq = events[last]["seq"].clone();
            let ms = events[last]["ms"].clone();
            let error = json!({"v": 1, "seq": seq, "ms": ms, "type": "error", "code": "untraced", "message": "", "retryable": false});
            events.insert(last, error);
            events[last + 1]["seq"] = json!(last + 1);
        }),
        ("the texts have", |events| events.last_mut().unwrap()["claims"]["derived"] = json!(1)),
    ];
    for (fault, change) in changes {
        let mut events = good.clone();
        change(&mut events);
        let found = check(&lines(&events)).expect_err(fault);
        assert!(found.contains(fault), "{fault}: {found}");
    }
}

#[test]
fn a_fault_of_a_line_is_found() {
    let good = run();
    for (fault, from, to) in [
        ("the last line has no end", "}\n", "}"),
        ("EOF", "{\"v\":1", "\n{\"v\":1"),
        ("against the schema", "\"row_count\":", "\"rowcount\":"),
        ("against the schema", "\"ms\":", "\"news\":1,\"ms\":"),
        ("against the schema", "\"requests\":", "\"news\":1,\"requests\":"),
        ("against the schema", "\"type\":\"status\"", "\"type\":\"state\""),
        ("against the schema", "\"seq\":0", "\"seq\":-1"),
        ("against the schema", "\"status\":\"complete\"", "\"status\":\"completed\""),
    ] {
        let bad = good.replace(from, to);
        assert_ne!(bad, good, "{from} is not in the run");
        let found = check(&bad).expect_err(to);
        assert!(found.contains(fault), "{to}: {found}");
    }
}

/// A reader cannot tell an optional field that was renamed from one that is absent; the schema can.
#[test]
fn optional_fields_keep_their_names() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/man/events.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for (kind, field) in [
        ("run_started", "question"),
        ("model_turn", "items"),
        ("query_result", "error"),
        ("text", "replaces"),
        ("table", "source"),
        ("table", "title_claims"),
        ("table", "claims"),
        ("table", "replaces"),
        ("plot", "title_claims"),
        ("plot", "note_claims"),
        ("session_update", "claims"),
        ("plot", "note"),
        ("plot", "source"),
        ("error", "hint"),
    ] {
        let events = schema["oneOf"].as_array().unwrap();
        let event = events.iter().find(|event| event["properties"]["type"]["const"] == kind).unwrap();
        assert!(event["properties"].get(field).is_some(), "{kind} has no {field}");
    }
}
