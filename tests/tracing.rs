//! Numbers on their way through the program: checked when they are shown, told to the model, mended once.

mod analyst;
mod files;
mod mended;
mod stopped;
mod strict;

use serde_json::{Value, json};

use crate::support::program::{Folder, Ran, of, script};

const CSV: &str = "region,amount\nNorth,10\nSouth,20\nNorth,30\nWest,45\n";
/// Its sums by region are 45 for West, 40 for North, 20 for South.
const BY_REGION: &str = "select region, sum(amount) amount from data group by region order by amount desc";

type Turns<'a> = &'a [(&'a str, Vec<(&'a str, Value)>)];

fn sql(query: &str) -> (&'static str, Value) {
    ("sql_query", json!({"query": query, "description": "d"}))
}

fn text(words: &str) -> (&'static str, Value) {
    ("output_text", json!({"text": words}))
}

fn finalize() -> (&'static str, Value) {
    ("finalize", json!({"session_title": null}))
}

fn asked(folder: &Folder, more: &[&str]) -> Ran {
    let mut arguments = vec!["ask", "a.csv", "amounts by region?", "-m", "replay/run.ndjson", "-f", "ndjson"];
    arguments.extend(more);
    folder.run(&arguments)
}

/// Asks about a small file with the turns of a script.
fn played(turns: Turns) -> Vec<Value> {
    let folder = Folder::new().with("a.csv", CSV).with("run.ndjson", script(turns));
    asked(&folder, &[]).expect(0).events()
}

/// Texts of claims and what they rest on.
fn claims(claims: &Value) -> Vec<(String, String)> {
    let claims = claims.as_array().map(Vec::as_slice).unwrap_or_default();
    let word = |claim: &Value, key: &str| claim[key].as_str().unwrap().to_owned();
    claims.iter().map(|claim| (word(claim, "text"), word(claim, "status"))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(text, status)| ((*text).to_owned(), (*status).to_owned())).collect()
}

/// What the tools said of their calls, queries left out.
fn said(events: &[Value]) -> Vec<String> {
    let results = of(events, "tool_result").into_iter().filter(|event| event["name"] != "sql_query");
    results.map(|event| event["summary"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_text_is_checked_when_it_is_shown_and_the_model_is_told() {
    let events = played(&[
        ("", vec![sql(BY_REGION)]),
        ("", vec![text("West has 45 [q1], North 37 [q1]."), text("West has 45 and North 40, a difference of 5 [q1].")]),
        ("", vec![finalize()]),
    ]);
    let texts = of(&events, "text");
    assert_eq!(claims(&texts[0]["claims"]), pairs(&[("45", "verified"), ("37", "unverified")]));
    assert_eq!(claims(&texts[1]["claims"]), pairs(&[("45", "verified"), ("40", "verified"), ("5", "derived")]));
    let said = said(&events);
    assert!(said[0].starts_with("shown. 1 number could not be traced: 37"), "{said:?}");
    assert!(said[0].contains("Query what is missing, then send the whole text once more"), "{said:?}");
}

#[test]
fn what_comes_from_a_whole_column_names_it() {
    let words = [
        "All regions together have an amount of 105 [q1].",
        "The average amount is 35 [q1].",
        "Two regions have an amount above 30 [q1].",
        "There are 3 regions [q1].",
        "West has 45 [q1].",
    ];
    let events = played(&[("", vec![sql(BY_REGION), text(&words.join("\n\n")), finalize()])]);
    let found = of(&events, "text")[0]["claims"].as_array().unwrap().clone();
    let columns: Vec<(&str, &str, &Value)> = found
        .iter()
        .map(|claim| {
            (claim["text"].as_str().unwrap(), claim["evidence"]["step"].as_str().unwrap(), &claim["evidence"]["column"])
        })
        .collect();
    let (amount, region) = (json!("amount"), json!("region"));
    let expected = [
        ("105", "sum", &amount),
        ("35", "mean", &amount),
        ("Two", "count", &amount),
        ("3", "row_count", &region),
        ("45", "cell", &Value::Null),
    ];
    assert_eq!(columns, expected);
}

#[test]
fn cells_titles_and_notes_are_checked() {
    let chart = json!({"title": "West leads with 45, North has 38", "note": "South follows with 21.",
        "vega_lite_spec": {"data": {"name": "q1"}, "mark": "bar", "encoding": {
            "x": {"field": "region", "type": "nominal"}, "y": {"field": "amount", "type": "quantitative"}}}});
    let rows = json!([["West", 45], ["North", 39]]);
    let events = played(&[
        ("", vec![sql(BY_REGION)]),
        (
            "",
            vec![
                ("output_table", json!({"title": "West has 46", "query": "q1"})),
                ("output_table", json!({"title": "Sums", "headers": ["region", "amount"], "rows": rows})),
                ("create_plot", chart),
                finalize(),
            ],
        ),
    ]);
    let tables = of(&events, "table");
    assert_eq!(claims(&tables[0]["title_claims"]), pairs(&[("46", "unverified")]));
    // Cells that come from the result itself are no claims.
    assert_eq!(claims(&tables[0]["claims"]), []);
    assert_eq!(claims(&tables[1]["claims"]), pairs(&[("45", "verified"), ("39", "unverified")]));
    let plot = of(&events, "plot")[0];
    assert_eq!(claims(&plot["title_claims"]), pairs(&[("45", "verified"), ("38", "unverified")]));
    assert_eq!(claims(&plot["note_claims"]), pairs(&[("21", "unverified")]));
    let said = said(&events);
    for (said, words) in said.iter().zip([
        "shown: 3 of 3 rows. 1 number could not be traced: 46 (in the title",
        "shown: 2 of 2 rows. 1 number could not be traced: 39 (row 2, \"amount\"",
        "shown, but 2 numbers could not be traced: 38 (in the title",
    ]) {
        assert!(said.starts_with(words), "{said}");
    }
}

#[test]
fn the_title_of_a_session_is_checked() {
    let end = ("finalize", json!({"session_title": "West leads with 45, North has 37"}));
    let turns = [("", vec![sql(BY_REGION), text("West has 45 [q1]."), end])];
    let folder = Folder::new().with("a.csv", CSV).with("run.ndjson", script(&turns));
    let events = folder.run(&["analyze", "a.csv", "-m", "replay/run.ndjson", "-f", "ndjson"]).expect(0).events();
    let title = of(&events, "session_update")[0];
    assert_eq!(claims(&title["claims"]), pairs(&[("45", "verified"), ("37", "unverified")]));
}

#[test]
fn texts_that_come_without_a_call_are_checked() {
    // Twice without a call: taken at its word.
    let said = "West has 45 [q1], North 37 [q1].";
    let events = played(&[("", vec![sql(BY_REGION)]), (said, vec![]), (said, vec![])]);
    let expected = pairs(&[("45", "verified"), ("37", "unverified")]);
    assert_eq!(claims(&of(&events, "text")[0]["claims"]), expected);
    // The turn at a limit.
    let turns = [("", vec![sql(BY_REGION)]), (said, vec![])];
    let folder = Folder::new().with("a.csv", CSV).with("run.ndjson", script(&turns));
    let events = asked(&folder, &["--max-turns", "2"]).expect(6).events();
    assert_eq!(claims(&of(&events, "text")[0]["claims"]), expected);
    assert_eq!(of(&events, "text")[0]["role"], "answer");
}

#[test]
fn a_run_is_replayed_with_the_same_claims() {
    let turns = [
        ("", vec![sql(BY_REGION)]),
        ("", vec![text("West has 45 [q1], North 37 [q1].")]),
        ("", vec![text("West has 45 [q1], North 40 [q1]."), finalize()]),
    ];
    let folder = Folder::new().with("a.csv", CSV).with("run.ndjson", script(&turns));
    let first = asked(&folder, &["-o", "first.ndjson"]).expect(0);
    assert_eq!(first.stdout, "");
    let first = crate::support::program::events(&folder.read("first.ndjson"));
    let again = folder.run(&["replay", "first.ndjson", "a.csv", "-f", "ndjson"]).expect(0).events();
    let strict = ["ask", "a.csv", "amounts by region?", "-m", "replay/first.ndjson", "-f", "ndjson"];
    let strict = folder.run(&strict).expect(0).events();
    let part = |events: &[Value]| -> Vec<Value> {
        let shown = of(events, "text").into_iter().chain(of(events, "tool_result"));
        let ids = ["id", "text", "role", "claims", "replaces", "summary"];
        shown.map(|event| ids.iter().map(|key| event[*key].clone()).collect()).collect()
    };
    assert_eq!(part(&first), part(&again));
    assert_eq!(part(&first), part(&strict));
    assert_eq!(of(&first, "text")[1]["replaces"], "text1");
}

#[test]
fn a_day_without_a_year_is_asked_of_the_database_too() {
    let rows = "select date '1970-01-01' + cast(greatest(range - 11900, 0) as integer) as day, range as n \
        from range(12000) order by n";
    let words = "The peak came on March 3, and not on May 4 [q1].";
    let turns = [("", vec![sql(rows)]), ("", vec![text(words)]), ("", vec![finalize()])];
    let folder = Folder::new().with("a.csv", CSV).with("run.ndjson", script(&turns));
    let events = asked(&folder, &["--max-rows", "200"]).expect(0).events();
    let expected = pairs(&[("March 3", "verified"), ("May 4", "unverified")]);
    assert_eq!(claims(&of(&events, "text")[0]["claims"]), expected);
}

#[test]
fn a_run_that_a_limit_closed_is_replayed_to_the_same_end() {
    let said = "West has 45 [q1], North 37 [q1].";
    let folder =
        Folder::new().with("a.csv", CSV).with("run.ndjson", script(&[("", vec![sql(BY_REGION)]), (said, vec![])]));
    asked(&folder, &["--max-turns", "2", "--max-rows", "2", "-o", "first.ndjson"]).expect(6);
    let first = crate::support::program::events(&folder.read("first.ndjson"));
    let again = folder.run(&["replay", "first.ndjson", "a.csv", "-f", "ndjson"]).expect(6).events();
    let part = |events: &[Value]| -> Vec<Value> {
        let keys = ["role", "text", "claims", "rows", "code", "message", "exit_code", "status"];
        let kinds = ["text", "query_result", "error", "warning", "done"];
        let told = events.iter().filter(|event| kinds.iter().any(|kind| event["type"] == *kind));
        told.map(|event| keys.iter().map(|key| event[*key].clone()).collect()).collect()
    };
    assert_eq!(part(&first), part(&again));
    // Whoever gives a limit of their own gets it.
    folder.run(&["replay", "first.ndjson", "a.csv", "--max-turns", "9"]).expect(7);
}

/// A file with more rows than are kept of a result: the amount of row n is 7 n.
fn long() -> String {
    (1..=12_000).fold("row,amount\n".to_owned(), |file, row| file + &format!("r{row},{}\n", 7 * row))
}

#[test]
fn a_number_in_rows_that_were_not_kept_is_asked_of_the_database() {
    let turns = [
        ("", vec![sql("select \"row\", amount from data order by amount")]),
        ("", vec![text("The amount of row r11000 is 77,000 [q1], of row r11001 it is 77,008 [q1].")]),
        ("", vec![sql("select 1 one"), finalize()]),
    ];
    let folder = Folder::new().with("a.csv", long()).with("run.ndjson", script(&turns));
    let events = asked(&folder, &[]).expect(0).events();
    assert_eq!(of(&events, "query_result")[0]["truncated"], true);
    let expected = pairs(&[("77,000", "verified"), ("77,008", "unverified")]);
    assert_eq!(claims(&of(&events, "text")[0]["claims"]), expected);
    // What was asked so is no query of the run.
    let ids: Vec<&Value> = of(&events, "query_result").iter().map(|event| &event["id"]).collect();
    assert_eq!(ids, ["q1", "q2"]);
    let spans = of(&events, "done")[0]["spans"].as_array().unwrap().clone();
    assert_eq!(spans.iter().filter(|span| span["name"] == "check numbers").count(), 1, "{spans:?}");
}
