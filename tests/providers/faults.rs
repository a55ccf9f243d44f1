//! What servers answer instead of a turn: what is tried again, what is not, and what the user is told.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use super::{CSV, SQL, answer, arguments, asked, query};
use crate::support::program::{Folder, events, of, until};
use crate::support::server::{Delivery, Dialect, KEY, Server, Step};

fn json_answer(status: u16, headers: &[(&str, &str)], body: Value) -> Step {
    let mut all = vec![("content-type".to_owned(), "application/json".to_owned())];
    all.extend(headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    Step::Answer(status, all, body.to_string())
}

/// Soon again, as a server says it.
const SOON: [(&str, &str); 1] = [("retry-after-ms", "1")];

fn good() -> [Step; 2] {
    [Step::Turn(query("a", SQL)), Step::Turn(answer("60 [q1]"))]
}

#[test]
fn what_passes_is_tried_again() {
    let error = |kind: &str| json!({"type": "error", "error": {"type": kind, "message": "Overloaded"}});
    for step in [
        json_answer(529, &SOON, error("overloaded_error")),
        json_answer(
            503,
            &SOON,
            json!({"error": {"message": "Loading model", "type": "unavailable_error", "code": 503}}),
        ),
        json_answer(500, &SOON, json!({})),
        json_answer(429, &[("retry-after", "0")], error("rate_limit_error")),
        json_answer(429, &[("retry-after", "Thu, 01 Jan 2015 00:00:00 GMT")], error("rate_limit_error")),
        json_answer(400, &[("x-should-retry", "true"), ("retry-after-ms", "1")], error("api_error")),
        Step::Answer(
            502,
            vec![("content-type".to_owned(), "text/html".to_owned()), ("retry-after-ms".to_owned(), "1".to_owned())],
            "<html><head><title>502 Bad Gateway</title></head></html>".to_owned(),
        ),
        Step::Hang,
    ] {
        let [query, answer] = good();
        let server = Server::start(Dialect::Anthropic, vec![step.clone(), query, answer]);
        let events = asked(&server, &[]).expect(0).events();
        assert_eq!(of(&events, "retry").len(), 1, "{step:?}");
        assert_eq!(of(&events, "retry")[0]["attempt"], 1);
    }
}

#[test]
fn what_does_not_pass_is_told_at_once() {
    let openai = |status: u16, code: &str| {
        json_answer(
            status,
            &[("x-request-id", "req_42")],
            json!({"error": {"message": "Nope.", "type": "t", "code": code}}),
        )
    };
    let anthropic = |status: u16, kind: &str, message: &str| {
        json_answer(
            status,
            &[("request-id", "req_42")],
            json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_42"}),
        )
    };
    for (dialect, step, exit, code) in [
        (Dialect::Responses, openai(401, "invalid_api_key"), 4, "bad_key"),
        (Dialect::Responses, openai(403, "unsupported_country_region_territory"), 4, "forbidden"),
        (Dialect::Responses, openai(429, "credit_balance_exhausted"), 4, "no_credit"),
        (Dialect::Responses, openai(404, "model_not_found"), 4, "unknown_model"),
        (Dialect::Responses, openai(400, "context_length_exceeded"), 6, "context_overflow"),
        (Dialect::Anthropic, anthropic(401, "authentication_error", "invalid x-api-key"), 4, "bad_key"),
        (Dialect::Anthropic, anthropic(402, "billing_error", "pay"), 4, "no_credit"),
        (
            Dialect::Anthropic,
            anthropic(400, "invalid_request_error", "Your credit balance is too low to access the API"),
            4,
            "no_credit",
        ),
        (Dialect::Anthropic, anthropic(404, "not_found_error", "model: claude-sonnet-5-5"), 4, "unknown_model"),
        (
            Dialect::Anthropic,
            anthropic(400, "invalid_request_error", "prompt is too long: 9 tokens > 1 maximum"),
            6,
            "context_overflow",
        ),
        (
            Dialect::Gemini,
            json_answer(
                400,
                &[],
                json!({"error": {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT",
            "details": [{"@type": "x.ErrorInfo", "reason": "API_KEY_INVALID"}]}}),
            ),
            4,
            "bad_key",
        ),
        (
            Dialect::Chat,
            json_answer(
                400,
                &[],
                json!({"error": {"code": 400, "message": "request (9031 tokens) exceeds the available context size (4096 tokens), try increasing it",
            "type": "exceed_context_size_error", "n_prompt_tokens": 9031, "n_ctx": 4096}}),
            ),
            6,
            "context_overflow",
        ),
        (Dialect::Ollama, json_answer(404, &[], json!({"error": "model 'test-model' not found"})), 4, "unknown_model"),
        (
            Dialect::Chat,
            Step::Answer(302, vec![("location".to_owned(), "https://elsewhere.example/v1".to_owned())], String::new()),
            5,
            "redirected",
        ),
    ] {
        let server = Server::start(dialect, vec![step.clone()]);
        let ran = asked(&server, &[]).expect(exit);
        let events = ran.events();
        assert_eq!(of(&events, "error")[0]["code"], code, "{step:?}");
        assert!(of(&events, "retry").is_empty(), "{step:?}");
        let line = ran.stderr.trim_end();
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.contains(&server.url()) || line.contains(dialect.path()), "no address: {line}");
        if code == "bad_key" {
            assert!(line.contains(dialect.variable().unwrap()), "no variable: {line}");
        }
        if format!("{step:?}").contains("req_42") {
            assert!(line.contains("req_42"), "no request id: {line}");
        }
    }
}

#[test]
fn an_error_in_the_middle_of_a_stream_is_an_error() {
    let stream = |dialect: Dialect, error: &str| {
        let whole = dialect.play(&query("a", SQL), 1, false).stream;
        let (separator, name) =
            if dialect == Dialect::Ollama { ("\n", "application/x-ndjson") } else { ("\n\n", "text/event-stream") };
        let mut begun: Vec<&str> = whole.split_inclusive(separator).collect();
        // The end does not come.
        begun.truncate(2.min(begun.len() - 1));
        begun.push(error);
        Step::Answer(200, vec![("content-type".to_owned(), name.to_owned())], begun.concat())
    };
    for (dialect, error) in [
        (
            Dialect::Anthropic,
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
        ),
        (
            Dialect::Responses,
            "event: error\ndata: {\"type\":\"error\",\"code\":\"server_error\",\"message\":\"x\",\"param\":null,\"sequence_number\":3}\n\n",
        ),
        (Dialect::Chat, "data: {\"error\":{\"message\":\"upstream\",\"code\":502}}\n\n"),
        (Dialect::Ollama, "{\"error\":\"the runner has stopped\"}\n"),
    ] {
        let [query, answer] = good();
        let server = Server::start(dialect, vec![stream(dialect, error), query, answer]);
        let events = asked(&server, &[]).expect(0).events();
        assert_eq!(of(&events, "retry").len(), 1, "{dialect:?}");
        assert_eq!(of(&events, "query_result").len(), 1, "{dialect:?}");
    }
}

#[test]
fn a_key_that_a_server_repeats_is_hidden() {
    let step = json_answer(
        401,
        &[],
        json!({"error": {"message": format!("Incorrect API key provided: {KEY}"), "code": "invalid_api_key"}}),
    );
    let server = Server::start(Dialect::Responses, vec![step]);
    asked(&server, &[]).expect(4);
    let mut first = query("a", SQL);
    first.text = format!("Your key is {KEY}.");
    first.reasoning = KEY.to_owned();
    for dialect in Dialect::ALL.into_iter().filter(|dialect| dialect.variable().is_some()) {
        let server =
            Server::start(dialect, vec![Step::Turn(first.clone()), Step::Turn(answer(&format!("60 [q1] {KEY}")))]);
        asked(&server, &["-o", "run.ndjson", "-o", "a.html", "--stream"]);
        // Such a turn does not come back as it was sent.
        let _ = server.violations();
    }
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let server = Server::start(Dialect::Ollama, Vec::new());
    let url = server.url();
    drop(server);
    let folder = Folder::new().with("a.csv", CSV);
    let ran = folder.run(&["ask", "a.csv", "sum?", "-m", "ollama/x", "--base-url", &url, "-f", "ndjson"]).expect(5);
    assert_eq!(of(&ran.events(), "error")[0]["code"], "connection_refused");
    assert_eq!(of(&ran.events(), "retry").len(), 2);
    assert!(ran.stderr.contains(&url) && ran.stderr.contains("ollama serve"), "{}", ran.stderr);
}

#[test]
fn a_signal_ends_a_stalled_stream_at_once() {
    for (dialect, step) in [
        (Dialect::Anthropic, Step::Delivered(query("a", SQL), Delivery { stall: Some(60), ..Delivery::default() })),
        (Dialect::Chat, Step::Silent),
    ] {
        let server = Server::start(dialect, vec![Step::Turn(query("a", SQL)), step]);
        let folder = Folder::new().with("a.csv", CSV);
        let arguments = arguments(&server, &[]);
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut command = folder.command(&words);
        if let Some(variable) = dialect.variable() {
            command.env(variable, KEY);
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        until("the second request has come", || server.seen().len() == 2);
        std::thread::sleep(Duration::from_millis(100));
        let pid = i32::try_from(child.id()).unwrap();
        rustix::process::kill_process(rustix::process::Pid::from_raw(pid).unwrap(), rustix::process::Signal::INT)
            .unwrap();
        let lines: Vec<String> = output.lines().map(Result::unwrap).collect();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let found = events(&(lines.join("\n") + "\n"));
        assert_eq!(of(&found, "done")[0]["status"], "interrupted");
        assert_eq!(of(&found, "tool_call").len(), of(&found, "tool_result").len());
    }
}
