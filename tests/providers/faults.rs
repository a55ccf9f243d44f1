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

fn openai(status: u16, code: &str) -> Step {
    let error = json!({"error": {"message": "Nope.", "type": "t", "param": null, "code": code}});
    json_answer(status, &[("x-request-id", "req_42")], &error)
}

fn anthropic(status: u16, kind: &str, message: &str) -> Step {
    let error = json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_42"});
    json_answer(status, &[("request-id", "req_42")], &error)
}

/// A spend limit as Anthropic tells it: with a status that elsewhere means to wait.
fn spent(code: &str) -> Step {
    let error = json!({"type": "rate_limit_error", "message": "m", "details": {"error_code": code}});
    json_answer(429, &[], &json!({"type": "error", "error": error, "request_id": "req_42"}))
}

fn gemini(status: u16, name: &str, reason: &str) -> Step {
    let details = json!([{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason}]);
    let message = "models/gemini-3.8-flash is not found for API version v1beta, or is not supported.";
    let message = if status == 404 { message } else { "Nope." };
    let error = json!({"code": status, "message": message, "status": name, "details": details});
    json_answer(status, &[], &json!({"error": error}))
}

fn plain(status: u16, message: &str, kind: &str) -> Step {
    json_answer(status, &[], &json!({"error": {"message": message, "type": kind, "code": status}}))
}

const OVERFLOW: &str = "request (9031 tokens) exceeds the available context size (4096 tokens), try increasing it";

#[test]
fn what_does_not_pass_is_told_at_once() {
    let elsewhere = vec![("location".to_owned(), "https://elsewhere.example/v1".to_owned())];
    let insufficient = json!({"error": {"message": "m", "type": "insufficient_quota", "param": null, "code": null}});
    let (asks, claude, gpt) = ("invalid_request_error", Dialect::Anthropic, Dialect::Responses);
    for (dialect, step, exit, code) in [
        (gpt, openai(401, "invalid_api_key"), 4, "bad_key"),
        (gpt, openai(403, "unsupported_country_region_territory"), 4, "forbidden"),
        (gpt, openai(429, "credit_balance_exhausted"), 4, "no_credit"),
        (gpt, openai(429, "organization_spend_limit_exceeded"), 4, "no_credit"),
        (gpt, openai(429, "project_spend_limit_exceeded"), 4, "no_credit"),
        (gpt, openai(429, "organization_usage_limit_exceeded"), 4, "no_credit"),
        (gpt, json_answer(429, &[("retry-after-ms", "1")], &insufficient), 4, "no_credit"),
        (gpt, openai(404, "model_not_found"), 4, "unknown_model"),
        (gpt, openai(400, "context_length_exceeded"), 6, "context_overflow"),
        (gpt, openai(413, "x"), 6, "request_too_large"),
        (claude, anthropic(401, "authentication_error", "invalid x-api-key"), 4, "bad_key"),
        (claude, anthropic(402, "billing_error", "pay"), 4, "no_credit"),
        (claude, anthropic(400, asks, "Your credit balance is too low to access the API"), 4, "no_credit"),
        (claude, anthropic(400, asks, "You have reached your specified API usage limits."), 4, "no_credit"),
        (claude, spent("enforced_spend_limit_reached"), 4, "no_credit"),
        (claude, spent("contract_spend_limit_reached"), 4, "no_credit"),
        (claude, anthropic(403, "permission_error", "no"), 4, "forbidden"),
        (claude, anthropic(404, "not_found_error", "model: claude-sonnet-5-5"), 4, "unknown_model"),
        (claude, anthropic(400, asks, "prompt is too long: 9 tokens > 1 maximum"), 6, "context_overflow"),
        (claude, anthropic(413, "request_too_large", "m"), 6, "request_too_large"),
        (claude, anthropic(400, asks, "tools.0: odd"), 5, "bad_request"),
        (Dialect::Gemini, gemini(400, "INVALID_ARGUMENT", "API_KEY_INVALID"), 4, "bad_key"),
        (Dialect::Gemini, gemini(403, "PERMISSION_DENIED", "x"), 4, "bad_key"),
        (Dialect::Gemini, gemini(404, "NOT_FOUND", "x"), 4, "unknown_model"),
        (Dialect::Chat, plain(400, OVERFLOW, "exceed_context_size_error"), 6, "context_overflow"),
        (Dialect::Chat, plain(402, "Insufficient credits", "x"), 4, "no_credit"),
        (Dialect::Chat, plain(422, "extra_forbidden", "x"), 5, "bad_request"),
        (Dialect::Ollama, json_answer(404, &[], &json!({"error": "model 'test-model' not found"})), 4, "unknown_model"),
        (Dialect::Chat, Step::Answer(302, elsewhere, String::new()), 5, "redirected"),
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
fn a_model_that_is_unknown_is_told_with_its_neighbours() {
    let step = || anthropic(404, "not_found_error", "model: claude-sonnet-5-5");
    let models = json!({"data": [{"id": "claude-sonnet-5-6"}, {"id": "claude-opus-5-5"}, {"id": "whale"}]});
    let server = Server::start(Dialect::Anthropic, vec![step()]).giving("/v1/models?limit=1000", &models);
    let ran = asked(&server, &[]).expect(4);
    assert!(ran.stderr.contains("claude-sonnet-5-6") && !ran.stderr.contains("whale"), "{}", ran.stderr);
    assert_eq!(server.asked(), ["GET /v1/models?limit=1000"]);
}

#[test]
fn turns_that_a_server_takes_for_changed_go_back_without_their_reasoning() {
    let refusal = "messages.1.content.0: Invalid `signature` in `thinking` block: bound to a different conversation";
    let steps = vec![
        Step::Turn(query("a", SQL)),
        anthropic(400, "invalid_request_error", refusal),
        Step::Turn(query("b", SQL)),
        Step::Turn(answer("60 [q1]")),
    ];
    let server = Server::start(Dialect::Anthropic, steps);
    let events = asked(&server, &[]).expect(0).events();
    assert_eq!(of(&events, "warning")[0]["code"], "reasoning_dropped");
    let thinks: Vec<usize> = server.seen().iter().map(|seen| seen.text.matches("\"thinking\"").count()).collect();
    // The key and the type: of the last request, those of the turn that came afterwards.
    assert_eq!(thinks, [0, 2, 0, 2]);
    let steps = vec![Step::Turn(query("a", SQL)); 1];
    let again = [steps, vec![anthropic(400, "invalid_request_error", refusal); 2]].concat();
    let ran = asked(&Server::start(Dialect::Anthropic, again), &[]).expect(5);
    assert_eq!(of(&ran.events(), "error")[0]["code"], "edited_history");
}

#[test]
fn a_key_that_a_server_repeats_is_hidden() {
    let said = format!("Incorrect API key provided: {KEY}");
    let error = json!({"error": {"message": said, "type": KEY, "code": "invalid_api_key"}, "request_id": KEY});
    let header = |name: &str| vec![(name.to_owned(), KEY.to_owned())];
    let page = format!("<html><head><title>{KEY}</title></head><body>{KEY}</body></html>");
    let location = vec![("location".to_owned(), format!("https://{KEY}.example/{KEY}?{KEY}"))];
    let models = json!({"data": [{"id": format!("gpt-6.1-sol-{KEY}")}]});
    for (steps, code) in [
        (vec![json_answer(401, &[("x-request-id", KEY)], &error)], 4),
        (vec![Step::Answer(400, header("x-request-id"), said.clone())], 5),
        (vec![Step::Answer(200, vec![("content-type".to_owned(), "text/html".to_owned())], page); 3], 5),
        (vec![Step::Answer(302, location, String::new())], 5),
        (vec![openai(404, "model_not_found")], 4),
        (
            vec![
                Step::Stream(format!("data: {{\"type\":\"error\",\"code\":\"{KEY}\",\"message\":\"{said}\"}}\n\n"));
                3
            ],
            5,
        ),
        (vec![Step::Stream(format!("data: {KEY}\n\n")); 3], 5),
    ] {
        let server = Server::start(Dialect::Responses, steps.clone()).giving("/v1/models", &models);
        let ran = asked(&server, &["-v", "-o", "run.ndjson", "-o", "-"]);
        assert_eq!(ran.code, code, "{steps:?}: {}", ran.stderr);
    }
    let mut first = query("a", &format!("select '{KEY}' as k from data"));
    first.text = format!("Your key is {KEY}.");
    KEY.clone_into(&mut first.reasoning);
    for dialect in Dialect::ALL.into_iter().filter(|dialect| dialect.variable().is_some()) {
        let steps = vec![Step::Turn(first.clone()), Step::Turn(answer(&format!("60 [q1] {KEY}")))];
        let server = Server::start(dialect, steps);
        let ran = asked(&server, &["-o", "-", "-o", "run.ndjson", "-o", "a.html", "--stream"]).expect(0);
        assert_eq!(of(&ran.events(), "model_turn").len(), 2, "{dialect:?}");
        // Such a turn does not come back as it was sent; that is all.
        let wrong = server.violations();
        assert!(wrong.iter().all(|wrong| wrong.contains("came back changed")), "{dialect:?}: {wrong:?}");
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
