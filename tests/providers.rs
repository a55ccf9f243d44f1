//! Real protocols through the real program: a scripted server on loopback plays turns, faults and cuts.

mod faults;
mod limits;
mod police;
mod retries;
mod signals;
mod streams;
mod wire;
mod words;

use serde_json::{Value, json};

use crate::support::program::{Folder, Ran, of};
use crate::support::server::{Delivery, Dialect, KEY, Server, Step, Stop, Turn, answer, query};

const CSV: &str = "region,amount\nNorth,10\nSouth,20\nNorth,30\n";
const SQL: &str = "select sum(amount) as s from data";

/// Asks about a small file; the key must show up nowhere.
fn asked(server: &Server, more: &[&str]) -> Ran {
    let folder = Folder::new().with("a.csv", CSV);
    let ran = asked_in(&folder, server, more);
    assert_eq!(folder.scratch(), Vec::<String>::new());
    ran
}

fn asked_in(folder: &Folder, server: &Server, more: &[&str]) -> Ran {
    let arguments = arguments(server, more);
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ran = folder.run_with(&words, |command| {
        command.envs(with_key_of(server));
    });
    folder.assert_no_key();
    ran
}

fn arguments(server: &Server, more: &[&str]) -> Vec<String> {
    let url = server.url();
    let mut arguments = vec!["ask", "a.csv", "sum?", "-m", server.dialect.model(), "--base-url", &url, "-f", "ndjson"];
    arguments.extend(more);
    arguments.into_iter().map(str::to_owned).collect()
}

/// The variable that holds the server's key, and the key.
fn with_key_of(server: &Server) -> Option<(&'static str, &'static str)> {
    server.dialect.variable().map(|variable| (variable, KEY))
}

/// A script that answers: a query beside some words, a failing one, the answer.
fn usual() -> Vec<Step> {
    let mut first = query("call_1", SQL);
    first.text.push_str("Let me look — ü 試.");
    first.reasoning.push_str("They want a sum.");
    first.calls.push((
        "call_2".to_owned(),
        "sql_query".to_owned(),
        json!({"query": "select nope from data", "description": "d"}),
    ));
    vec![
        Step::Turn(first),
        Step::Turn(query("call_3", "select count(*) as n from data")),
        Step::Turn(answer("The sum is 60 [q1].")),
    ]
}

/// The same steps, with their turns delivered so.
fn delivered(steps: Vec<Step>, delivery: Delivery) -> Vec<Step> {
    let step = |step| match step {
        Step::Turn(turn) => Step::Delivered(turn, delivery),
        other => other,
    };
    steps.into_iter().map(step).collect()
}

/// Events without what differs between protocols: ids of calls, items, tokens, times.
fn comparable(events: &[Value]) -> Vec<Value> {
    let mut names = Vec::new();
    let mut calls = std::collections::BTreeMap::new();
    events
        .iter()
        .filter(|event| event["type"] != "usage" && event["type"] != "run_started")
        .map(|event| {
            let mut event = event.clone();
            let object = event.as_object_mut().unwrap();
            for key in ["ms", "elapsed_ms", "items", "maker", "usage", "spans", "request_digest"] {
                object.shift_remove(key);
            }
            for key in ["id", "call_id"] {
                if let Some(Value::String(id)) = object.get(key).cloned() {
                    let number = calls.len();
                    let name = calls.entry(id).or_insert_with(|| format!("id{number}")).clone();
                    object.insert(key.to_owned(), json!(name));
                }
            }
            if let Some(Value::Array(made)) = object.get_mut("reply").map(|reply| &mut reply["calls"]) {
                for call in made {
                    names.push(call["id"].clone());
                    call["id"] = Value::Null;
                }
            }
            event
        })
        .collect()
}

#[test]
fn one_script_gives_the_same_events_over_all_protocols() {
    let mut first: Option<(Dialect, Vec<Value>)> = None;
    for dialect in Dialect::ALL {
        let server = Server::start(dialect, usual());
        let events = asked(&server, &[]).expect(0).events();
        assert_eq!(server.seen().len(), 3, "{dialect:?}");
        let usage = &of(&events, "done")[0]["usage"];
        assert_eq!(usage["requests"], 3, "{dialect:?}");
        let read = usage["input_tokens"].as_u64().unwrap() + usage["cache_read_tokens"].as_u64().unwrap();
        assert!(read >= 3 * 120, "{dialect:?}: {usage}");
        assert_eq!(usage["output_tokens"], 150, "{dialect:?}");
        let events = comparable(&events);
        match &first {
            Some((other, expected)) => assert_eq!(&events, expected, "{dialect:?} and {other:?}"),
            None => first = Some((dialect, events)),
        }
    }
}

#[test]
fn a_protocol_may_be_spoken_loosely() {
    for dialect in Dialect::ALL {
        let plain = asked(&Server::start(dialect, usual()), &[]).expect(0).events();
        let loose = Delivery { loose: true, ..Delivery::default() };
        let server = Server::start(dialect, delivered(usual(), loose));
        let events = asked(&server, &[]).expect(0).events();
        assert_eq!(comparable(&events), comparable(&plain), "{dialect:?}");
    }
}

#[test]
fn what_a_run_cost_is_told_where_prices_are_known() {
    let server = Server::start(Dialect::Anthropic, usual());
    let events = asked(&server, &[]).expect(0).events();
    let cost = of(&events, "done")[0]["usage"]["cost_usd"].as_f64().unwrap();
    // Three requests of 100 + 10 written to the cache + 20 read from it, and 50 written: 2, 2.5, 0.2 and 10 dollars a million.
    let expected = 3.0 * (100.0 * 2.0 + 10.0 * 2.5 + 20.0 * 0.2 + 50.0 * 10.0) / 1e6;
    assert!((cost - expected).abs() < 1e-9, "{cost} instead of {expected}");
    assert!(events[0]["prices_date"].is_string(), "{}", events[0]);
    let server = Server::start(Dialect::Chat, usual());
    let events = asked(&server, &[]).expect(0).events();
    assert_eq!(of(&events, "done")[0]["usage"]["cost_usd"], Value::Null);
    assert_eq!(events[0]["prices_date"], Value::Null);
}

#[test]
fn a_saved_run_replays_without_a_server() {
    for dialect in Dialect::ALL {
        let folder = Folder::new().with("a.csv", CSV);
        {
            let server = Server::start(dialect, usual());
            asked_in(&folder, &server, &["-o", "run.ndjson", "-o", "first.md"]).expect(0);
        }
        let ran = folder.run(&["ask", "a.csv", "sum?", "-m", "replay/run.ndjson", "-o", "second.md"]).expect(0);
        assert_eq!(ran.stderr, "", "{dialect:?}");
        assert!(folder.read("second.md").contains("The sum is 60"), "{dialect:?}");
        let ran = folder.run(&["replay", "run.ndjson", "-f", "ndjson"]).expect(0);
        assert!(of(&ran.events(), "warning").is_empty(), "{dialect:?}: {}", ran.stdout);
    }
}

#[test]
fn inputs_that_are_no_json_go_back_to_the_model_as_errors() {
    for dialect in [Dialect::Anthropic, Dialect::Responses, Dialect::Chat] {
        for (input, outcome) in [(json!("{\"query\": \"sel"), "JSON"), (json!(""), "query")] {
            let bad = Turn { calls: vec![("c".to_owned(), "sql_query".to_owned(), input)], ..Turn::default() };
            let server = Server::start(
                dialect,
                vec![Step::Turn(bad), Step::Turn(query("d", SQL)), Step::Turn(answer("60 [q1]"))],
            );
            let events = asked(&server, &[]).expect(0).events();
            let result = of(&events, "tool_result")[0];
            assert_eq!(result["is_error"], true, "{dialect:?}");
            assert!(result["summary"].as_str().unwrap().contains(outcome), "{dialect:?}: {result}");
        }
    }
}

#[test]
fn ids_that_are_missing_or_come_twice_are_told_apart() {
    for dialect in [Dialect::Chat, Dialect::Gemini] {
        let same = || query("call_0", SQL);
        let server =
            Server::start(dialect, vec![Step::Turn(same()), Step::Turn(same()), Step::Turn(answer("60 [q1]"))]);
        let events = asked(&server, &[]).expect(0).events();
        let mut ids: Vec<&str> = of(&events, "tool_call").iter().map(|call| call["id"].as_str().unwrap()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 4, "{dialect:?}: {ids:?}");
    }
}

#[test]
fn pieces_of_text_are_told_as_they_come() {
    for dialect in Dialect::ALL {
        let mut steps = usual();
        steps.truncate(1);
        steps.push(Step::Turn(answer("60 [q1]")));
        let server = Server::start(dialect, steps);
        let events = asked(&server, &["--stream"]).expect(0).events();
        let text: String = of(&events, "text_delta").iter().map(|delta| delta["text"].as_str().unwrap()).collect();
        assert_eq!(text, "Let me look — ü 試.", "{dialect:?}");
        let kinds: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
        let (delta, turn) =
            (kinds.iter().position(|kind| *kind == "text_delta"), kinds.iter().position(|kind| *kind == "model_turn"));
        assert!(delta.unwrap() < turn.unwrap());
    }
}

#[test]
fn what_stops_a_model_is_told_apart() {
    for (dialect, stop, exit, code) in [
        (Dialect::Anthropic, Stop::Refusal, 7, "declined"),
        (Dialect::Responses, Stop::Refusal, 7, "declined"),
        (Dialect::Responses, Stop::Filter, 7, "content_filter"),
        (Dialect::Chat, Stop::Filter, 7, "content_filter"),
        (Dialect::Gemini, Stop::Filter, 7, "content_filter"),
        (Dialect::Gemini, Stop::Refusal, 7, "content_filter"),
        (Dialect::Anthropic, Stop::Overflow, 6, "context_overflow"),
    ] {
        let turn = Turn { text: "I cannot.".to_owned(), stop, ..Turn::default() };
        let server = Server::start(dialect, vec![Step::Turn(query("c", SQL)), Step::Turn(turn)]);
        let ran = asked(&server, &[]).expect(exit);
        assert_eq!(of(&ran.events(), "error")[0]["code"], code, "{dialect:?}");
        let errors = ran.stderr.lines().filter(|line| line.starts_with("csvchat: error: ")).count();
        assert_eq!(errors, 1, "{}", ran.stderr);
    }
    let rest = Turn { text: "One moment.".to_owned(), stop: Stop::Pause, ..Turn::default() };
    let steps = vec![Step::Turn(rest), Step::Turn(query("c", SQL)), Step::Turn(answer("60 [q1]"))];
    let server = Server::start(Dialect::Anthropic, steps);
    asked(&server, &[]).expect(0);
    assert_eq!(server.seen()[1].body["messages"].as_array().unwrap().last().unwrap()["role"], "assistant");
}

#[test]
fn a_turn_cut_by_its_token_limit_runs_no_tool() {
    for dialect in Dialect::ALL {
        let mut cut = query("c", SQL);
        cut.stop = Stop::Cut;
        let steps = vec![Step::Turn(cut.clone()), Step::Turn(query("d", SQL)), Step::Turn(answer("60 [q1]"))];
        let server = Server::start(dialect, steps);
        let events = asked(&server, &[]).expect(0).events();
        assert_eq!(of(&events, "query_result").len(), 1, "{dialect:?}");
        assert_eq!(of(&events, "warning")[0]["code"], "reply_cut", "{dialect:?}");
        let server = Server::start(dialect, vec![Step::Turn(cut.clone()), Step::Turn(cut)]);
        let events = asked(&server, &[]).expect(6).events();
        assert_eq!(of(&events, "error")[0]["code"], "max_output_tokens", "{dialect:?}");
    }
}
