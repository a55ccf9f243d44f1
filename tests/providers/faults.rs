//! What servers answer instead of a turn and what cannot pass: what the user is told.

use serde_json::{Value, json};

use super::{CSV, SQL, answer, asked, query};
use crate::support::program::{Folder, of};
use crate::support::server::{Dialect, KEY, Server, Step};

/// An answer in JSON.
pub fn json_answer(status: u16, headers: &[(&str, &str)], body: &Value) -> Step {
    let mut all = vec![("content-type".to_owned(), "application/json".to_owned())];
    all.extend(headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    Step::Answer(status, all, body.to_string())
}

#[test]
fn what_does_not_pass_is_told_at_once() {
    let openai = |status: u16, code: &str| {
        json_answer(
            status,
            &[("x-request-id", "req_42")],
            &json!({"error": {"message": "Nope.", "type": "t", "code": code}}),
        )
    };
    let anthropic = |status: u16, kind: &str, message: &str| {
        json_answer(
            status,
            &[("request-id", "req_42")],
            &json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_42"}),
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
                &json!({"error": {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT",
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
                &json!({"error": {"code": 400, "message": "request (9031 tokens) exceeds the available context size (4096 tokens), try increasing it",
            "type": "exceed_context_size_error", "n_prompt_tokens": 9031, "n_ctx": 4096}}),
            ),
            6,
            "context_overflow",
        ),
        (Dialect::Ollama, json_answer(404, &[], &json!({"error": "model 'test-model' not found"})), 4, "unknown_model"),
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
fn a_key_that_a_server_repeats_is_hidden() {
    let step = json_answer(
        401,
        &[],
        &json!({"error": {"message": format!("Incorrect API key provided: {KEY}"), "code": "invalid_api_key"}}),
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
