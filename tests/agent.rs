//! The loop through the real program: what a model does, played from runs that a person wrote, and what comes of it.

use serde_json::{Value, json};

use crate::support::program::{Folder, Ran, of, script};

const CSV: &str = "region,amount\nNorth,10\nSouth,20\nNorth,30\n";

fn sql(query: &str) -> (&'static str, Value) {
    ("sql_query", json!({"query": query, "description": "d"}))
}

fn text(words: &str) -> (&'static str, Value) {
    ("output_text", json!({"text": words}))
}

fn finalize() -> (&'static str, Value) {
    ("finalize", json!({"session_title": null}))
}

/// Asks about a small file with the turns of a script.
fn played(turns: &[(&str, Vec<(&str, Value)>)], more: &[&str]) -> Ran {
    let folder = Folder::new().with("a.csv", CSV).with("run.ndjson", script(turns));
    let mut arguments = vec!["ask", "a.csv", "sum?", "-m", "replay/run.ndjson", "-f", "ndjson"];
    arguments.extend(more);
    let ran = folder.run(&arguments);
    assert_eq!(folder.scratch(), Vec::<String>::new());
    ran
}

#[test]
fn a_question_is_answered_from_a_query() {
    let events = played(
        &[
            ("I will look.", vec![sql("select sum(amount) s from data")]),
            (
                "",
                vec![text("The sum is 60 [q1]."), ("output_table", json!({"title": "Sum", "query": "q1"})), finalize()],
            ),
        ],
        &[],
    )
    .expect(0)
    .events();
    assert_eq!(of(&events, "query_result")[0]["rows"], json!([[60]]));
    assert_eq!(of(&events, "text")[0]["role"], "answer");
    assert_eq!(of(&events, "table")[0]["rows"], json!([[60]]));
    assert_eq!(of(&events, "reasoning")[0]["text"], "I will look.");
    assert_eq!(of(&events, "done")[0]["status"], "complete");
}

#[test]
fn calls_of_one_reply_all_run_although_one_fails() {
    let events = played(
        &[
            (
                "",
                vec![
                    sql("select nope from data"),
                    sql("drop table data"),
                    ("no_tool", json!({})),
                    sql("select count(*) from data"),
                ],
            ),
            ("", vec![text("3 [q3]"), finalize()]),
        ],
        &[],
    )
    .expect(0)
    .events();
    let failed: Vec<bool> =
        of(&events, "tool_result").iter().map(|event| event["is_error"].as_bool().unwrap()).collect();
    assert_eq!(failed, [true, true, true, false, false, false]);
    assert_eq!(of(&events, "query_result")[2]["rows"], json!([[3]]));
}

#[test]
fn a_model_that_only_talks_is_reminded_once_and_then_taken_at_its_word_if_it_queried() {
    let events =
        played(&[("", vec![sql("select 1")]), ("Sixty.", vec![]), ("Sixty, I said.", vec![])], &[]).expect(0).events();
    assert_eq!(of(&events, "text")[0]["text"], "Sixty, I said.");
    assert_eq!(of(&events, "warning")[0]["code"], "plain_text_answer");
}

#[test]
fn a_model_that_only_talks_without_a_query_gives_no_answer() {
    let ran = played(&[("Sixty.", vec![]), ("Sixty.", vec![])], &[]).expect(7);
    let events = ran.events();
    assert_eq!(of(&events, "text")[0]["role"], "note");
    assert_eq!(of(&events, "error")[0]["code"], "not_from_data");
    assert!(ran.stderr.contains("not based on"), "{}", ran.stderr);
}

#[test]
fn a_reminder_is_enough_for_a_model_that_mends_its_ways() {
    let turns = [("Sixty.", vec![]), ("", vec![sql("select 60 s"), text("60 [q1]"), finalize()])];
    let events = played(&turns, &[]).expect(0).events();
    assert_eq!(of(&events, "model_turn").len(), 2);
}

#[test]
fn finalize_without_output_is_reminded_once() {
    let events = played(&[("", vec![finalize()]), ("", vec![finalize()])], &[]).expect(7).events();
    assert_eq!(of(&events, "error")[0]["code"], "empty_reply");
    played(&[("", vec![finalize()]), ("", vec![text("I cannot help with that."), finalize()])], &[]).expect(0);
}

#[test]
fn the_same_failing_call_three_times_ends_the_run() {
    let again = || ("", vec![sql("select nope")]);
    let events = played(&[("", vec![text("so far")]), again(), again(), again(), again()], &[]).expect(7).events();
    assert_eq!(of(&events, "error")[0]["code"], "same_failure");
    assert_eq!(of(&events, "query_result").len(), 3);
    // Other calls between them break the row.
    let other = || ("", vec![sql("select nope"), sql("select 1")]);
    played(&[other(), other(), other(), ("", vec![text("done"), finalize()])], &[]).expect(0);
}

#[test]
fn turns_are_bounded_and_what_was_found_is_written() {
    let turn = |n: i32| ("", vec![sql(&format!("select {n}")), text("found")]);
    let folder =
        Folder::new().with("a.csv", CSV).with("run.ndjson", script(&[turn(1), turn(2), turn(3)])).with("out.md", "old");
    folder
        .run(&["ask", "a.csv", "?", "-m", "replay/run.ndjson", "--max-turns", "2", "-o", "out.md", "-o", "out.ndjson"])
        .expect(6);
    let events = crate::support::program::events(&folder.read("out.ndjson"));
    assert_eq!(of(&events, "done")[0]["status"], "partial");
    assert_eq!(of(&events, "error")[0]["code"], "max_turns");
    assert!(folder.read("out.md").contains("found") && folder.read("out.md").contains("2 turns"));
}

#[test]
fn bad_inputs_go_back_to_the_model_with_the_mend() {
    for (call, word) in [
        (("sql_query", json!({"sql": "select 1"})), "query"),
        (("sql_query", json!("{oops")), "JSON object"),
        (text(" "), "empty"),
        (text("sixty [q7]"), "no result \"q7\""),
        (("output_table", json!({"title": "t"})), "query"),
        (("output_table", json!({"title": "t", "query": "q1", "columns": ["wrong"]})), "\"s\""),
        (("output_table", json!({"title": "t", "headers": ["a"], "rows": [[1, 2]]})), "2 cells"),
        (("create_plot", json!({"title": "t", "vega_lite_spec": {"mark": "bar"}})), "no data"),
        (("create_plot", json!({"title": "t", "vega_lite_spec": "{"})), "not JSON"),
        (("finalize", json!({"title": "t"})), "title"),
    ] {
        let events = played(&[("", vec![sql("select 60 s"), call.clone()]), ("", vec![text("ok"), finalize()])], &[])
            .expect(0)
            .events();
        let result = &of(&events, "tool_result")[1];
        assert_eq!(result["is_error"], true, "{call:?}");
        assert!(result["summary"].as_str().unwrap().contains(word), "{call:?}: {result}");
    }
}

#[test]
fn a_chart_by_reference_holds_its_data_and_a_bad_one_is_rejected() {
    let chart = |field: &str| {
        (
            "create_plot",
            json!({"title": "T", "note": "N", "vega_lite_spec": {"data": {"name": "q1"}, "mark": "bar",
            "encoding": {"x": {"field": field}, "y": {"field": "s", "type": "quantitative"}}}}),
        )
    };
    let query = sql("select region, sum(amount) s from data group by 1 order by 1");
    let events =
        played(&[("", vec![query, chart("regoin"), chart("region")]), ("", vec![text("ok"), finalize()])], &[])
            .expect(0)
            .events();
    assert!(of(&events, "plot_rejected")[0]["reason"].as_str().unwrap().contains("\"region\""));
    let plot = of(&events, "plot")[0];
    assert_eq!(plot["source"], "q1");
    assert_eq!(
        plot["vega_lite_spec"]["data"]["values"],
        json!([{"region": "North", "s": 40}, {"region": "South", "s": 20}])
    );
}

#[test]
fn a_title_comes_only_after_an_analysis() {
    let turns = [("", vec![sql("select 1"), text("words"), ("finalize", json!({"session_title": "A\ntitle"}))])];
    let folder = Folder::new().with("a.csv", CSV).with("run.ndjson", script(&turns));
    let events = folder.run(&["analyze", "a.csv", "-m", "replay/run.ndjson", "-f", "ndjson"]).expect(0).events();
    assert_eq!(of(&events, "session_update")[0]["title"], "A title");
    assert_eq!(of(&events, "text")[0]["role"], "summary");
    assert!(of(&played(&turns, &[]).expect(0).events(), "session_update").is_empty());
}

#[test]
fn the_run_time_is_bounded() {
    let endless = sql("select count(*) from range(1000000) a, range(1000000) b, range(1000000) c");
    let events = played(&[("", vec![text("begun")]), ("", vec![endless])], &["--timeout", "1500ms"]).expect(6).events();
    assert_eq!(of(&events, "error")[0]["code"], "timeout");
    assert_eq!(of(&events, "tool_call").len(), of(&events, "tool_result").len());
}

/// The same, with replies written out as a saved run has them.
fn replied(replies: &[Value], more: &[&str]) -> Ran {
    let turns = replies.iter().map(|reply| json!({"type": "model_turn", "reply": reply}).to_string());
    let run: Vec<String> = std::iter::once(json!({"type": "run_started"}).to_string()).chain(turns).collect();
    let folder = Folder::new().with("a.csv", CSV).with("run.ndjson", run.join("\n"));
    let mut arguments = vec!["ask", "a.csv", "sum?", "-m", "replay/run.ndjson", "-f", "ndjson"];
    arguments.extend(more);
    folder.run(&arguments)
}

fn query_reply() -> Value {
    json!({"calls": [{"name": "sql_query", "input": {"query": "select sum(amount) s from data", "description": "d"}}]})
}

#[test]
fn the_text_of_the_last_turn_is_the_answer_and_no_query_is_run_in_it() {
    let events = replied(&[query_reply(), json!({"text": "Sixty [q1]."})], &["--max-turns", "2"]).expect(6).events();
    assert_eq!(of(&events, "text")[0]["text"], "Sixty [q1].");
    assert_eq!(of(&events, "text")[0]["role"], "answer");
    assert_eq!(of(&events, "error")[0]["code"], "max_turns");

    let events = replied(&[query_reply(), query_reply()], &["--max-turns", "2"]).expect(6).events();
    assert_eq!(of(&events, "query_result").len(), 1);
    assert_eq!(of(&events, "tool_result")[1]["is_error"], true);
    // Nothing has been found yet: the words rest on nothing.
    let events = replied(&[json!({"text": "Hm."}), json!({"text": "Sixty."})], &["--max-turns", "2"]).expect(6);
    assert_eq!(of(&events.events(), "text")[0]["role"], "note");
}

#[test]
fn a_model_that_ends_properly_in_the_last_turn_has_answered() {
    let last = json!({"calls": [
        {"name": "output_text", "input": {"text": "60 [q1]"}},
        {"name": "finalize", "input": {"session_title": null}},
    ]});
    let events = replied(&[query_reply(), last], &["--max-turns", "2"]).expect(0).events();
    assert_eq!(of(&events, "done")[0]["status"], "complete");
}

#[test]
fn a_reply_that_was_cut_runs_no_tool_and_is_asked_for_once_more() {
    let mut cut = query_reply();
    cut["stop"] = json!("max_tokens");
    let answer =
        json!({"calls": [{"name": "output_text", "input": {"text": "60 [q1]"}}, {"name": "finalize", "input": {}}]});
    let events = replied(&[cut.clone(), query_reply(), answer], &[]).expect(0).events();
    assert_eq!(of(&events, "warning")[0]["code"], "reply_cut");
    assert_eq!(of(&events, "query_result").len(), 1);

    let events = replied(&[cut.clone(), query_reply(), cut], &[]).expect(6).events();
    assert_eq!(of(&events, "error")[0]["code"], "max_output_tokens");
    assert_eq!(of(&events, "query_result").len(), 1);
}

#[test]
fn what_stops_a_model_is_told_apart() {
    for (stop, exit, code) in [
        ("refusal", 7, "declined"),
        ("content_filter", 7, "content_filter"),
        ("context_overflow", 6, "context_overflow"),
    ] {
        let events = replied(&[query_reply(), json!({"text": "No.", "stop": stop})], &[]).expect(exit).events();
        assert_eq!(of(&events, "error")[0]["code"], code);
    }
}

#[test]
fn a_model_that_rests_goes_on() {
    let answer =
        json!({"calls": [{"name": "output_text", "input": {"text": "60 [q1]"}}, {"name": "finalize", "input": {}}]});
    let events = replied(&[json!({"text": "...", "stop": "pause"}), query_reply(), answer], &[]).expect(0).events();
    assert_eq!(of(&events, "model_turn").len(), 3);
    assert!(of(&events, "warning").is_empty());
}
