//! What may pass is tried again: the same request, after the wait that the server asks for.

use serde_json::{Value, json};

use super::faults::json_answer;
use super::{SQL, answer, asked, query};
use crate::support::program::of;
use crate::support::server::{Dialect, Server, Step};

/// Soon again, as a server says it.
const SOON: [(&str, &str); 1] = [("retry-after-ms", "1")];

fn good() -> [Step; 2] {
    [Step::Turn(query("a", SQL)), Step::Turn(answer("60 [q1]"))]
}

fn anthropic(kind: &str) -> Value {
    json!({"type": "error", "error": {"type": kind, "message": "Overloaded"}, "request_id": "req_1"})
}

/// What Gemini answers where a quota is used up for a while.
fn gemini(delay: &str, quota: &str) -> Step {
    let details = json!([
        {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": quota}]},
        {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay}]);
    let error = json!({"code": 429, "message": "Quota.", "status": "RESOURCE_EXHAUSTED", "details": details});
    json_answer(429, &[], &json!({"error": error}))
}

fn page(status: u16) -> Step {
    let headers = [("content-type", "text/html"), ("retry-after-ms", "1")];
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Step::Answer(status, headers, "<html><head><title>502 Bad Gateway</title></head></html>".to_owned())
}

#[test]
fn what_passes_is_tried_again() {
    let loading = json!({"error": {"message": "Loading model", "type": "unavailable_error", "code": 503}});
    let openai = |code: &str| json!({"error": {"message": "Slow down.", "type": "t", "param": null, "code": code}});
    let ramp = json!({"type": "error", "error": {"type": "rate_limit_error", "message": "m", "details": {"error_code": "ramp_limit_exceeded"}}});
    for (dialect, step) in [
        (Dialect::Anthropic, json_answer(529, &SOON, &anthropic("overloaded_error"))),
        (Dialect::Chat, json_answer(503, &SOON, &loading)),
        (Dialect::Anthropic, json_answer(500, &SOON, &json!({}))),
        (Dialect::Ollama, json_answer(500, &SOON, &json!({"error": "the runner has stopped"}))),
        (Dialect::Responses, json_answer(408, &SOON, &json!({}))),
        (Dialect::Anthropic, json_answer(429, &SOON, &ramp)),
        (Dialect::Anthropic, json_answer(429, &[("retry-after", "0.01")], &anthropic("rate_limit_error"))),
        (
            Dialect::Anthropic,
            json_answer(429, &[("retry-after", "Thu, 01 Jan 2015 00:00:00 GMT")], &anthropic("rate_limit_error")),
        ),
        (Dialect::Responses, json_answer(429, &SOON, &openai("rate_limit_exceeded"))),
        (Dialect::Responses, json_answer(429, &SOON, &openai("slow_down"))),
        (Dialect::Gemini, gemini("0.001s", "GenerateRequestsPerMinutePerProjectPerModel")),
        (Dialect::Anthropic, json_answer(400, &[SOON[0], ("x-should-retry", "true")], &anthropic("api_error"))),
        (Dialect::Responses, page(502)),
        (Dialect::Chat, page(200)),
        (Dialect::Gemini, Step::Hang),
        (Dialect::Ollama, Step::Reset),
        (Dialect::Chat, Step::Answer(200, Vec::new(), String::new())),
    ] {
        let [query, answer] = good();
        let server = Server::start(dialect, vec![step.clone(), query, answer]);
        let events = asked(&server, &[]).expect(0).events();
        assert_eq!(of(&events, "retry").len(), 1, "{step:?}");
        assert_eq!(of(&events, "retry")[0]["attempt"], 1);
        // Failed requests count: the provider may have charged for them.
        assert!(of(&events, "done")[0]["usage"]["requests"].as_u64().unwrap() >= 2, "{step:?}");
        let asked_again = server.seen();
        assert_eq!(asked_again[0].text, asked_again[1].text, "{step:?}");
    }
}

#[test]
fn what_stays_is_told_after_three_tries() {
    for dialect in Dialect::ALL {
        let step = json_answer(529, &SOON, &json!({"error": {"type": "overloaded_error", "message": "Overloaded"}}));
        let server = Server::start(dialect, vec![step; 3]);
        let ran = asked(&server, &[]).expect(5);
        let events = ran.events();
        assert_eq!(of(&events, "retry").len(), 2, "{dialect:?}");
        assert_eq!(of(&events, "error")[0]["code"], "overloaded");
        assert_eq!(of(&events, "error")[0]["retryable"], true);
        assert!(ran.stderr.contains("after 3 attempts"), "{}", ran.stderr);
    }
}

#[test]
fn what_a_server_forbids_or_puts_off_for_long_is_not_tried_again() {
    let overloaded = anthropic("overloaded_error");
    for (dialect, step, code) in [
        (Dialect::Anthropic, json_answer(529, &[("x-should-retry", "false")], &overloaded), "overloaded"),
        (Dialect::Anthropic, json_answer(529, &[("retry-after", "3600")], &overloaded), "overloaded"),
        (
            Dialect::Anthropic,
            json_answer(429, &[("retry-after", "Fri, 01 Jan 2100 00:00:00 GMT")], &anthropic("rate_limit_error")),
            "rate_limited",
        ),
        (Dialect::Gemini, gemini("3600s", "GenerateRequestsPerMinutePerProjectPerModel"), "rate_limited"),
        (Dialect::Gemini, gemini("0.001s", "GenerateRequestsPerDayPerProjectPerModel-FreeTier"), "rate_limited"),
    ] {
        let server = Server::start(dialect, vec![step.clone()]);
        let ran = asked(&server, &[]).expect(5);
        let events = ran.events();
        assert!(of(&events, "retry").is_empty(), "{step:?}");
        assert_eq!(of(&events, "error")[0]["code"], code, "{step:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
}

#[test]
fn a_fault_in_a_later_turn_loses_nothing_of_those_before() {
    for dialect in Dialect::ALL {
        let [query, answer] = good();
        let fault = json_answer(503, &SOON, &json!({"error": {"message": "down"}}));
        let server = Server::start(dialect, vec![query.clone(), fault.clone(), answer]);
        let events = asked(&server, &[]).expect(0).events();
        assert_eq!(of(&events, "retry").len(), 1, "{dialect:?}");
        assert_eq!(of(&events, "query_result").len(), 1, "{dialect:?}");
        let server = Server::start(dialect, vec![query, fault.clone(), fault.clone(), fault]);
        let events = asked(&server, &[]).expect(5).events();
        assert_eq!(of(&events, "query_result").len(), 1, "{dialect:?}: what was found stays");
    }
}

#[test]
fn an_error_in_the_middle_of_a_stream_is_tried_again() {
    let stream = |dialect: Dialect, error: &str| {
        let whole = dialect.play(&query("a", SQL), 1, false).stream;
        let mut begun: Vec<&str> = whole.split_inclusive(dialect.separator()).collect();
        // The end does not come.
        begun.truncate(2.min(begun.len() - 1));
        begun.push(error);
        Step::Stream(begun.concat())
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
        (
            Dialect::Responses,
            "data: {\"type\":\"response.failed\",\"sequence_number\":3,\"response\":{\"id\":\"r\",\"status\":\"failed\",\"output\":[],\
             \"error\":{\"code\":\"rate_limit_exceeded\",\"message\":\"slow\"}}}\n\n",
        ),
        (Dialect::Chat, "data: {\"error\":{\"message\":\"upstream\",\"code\":502}}\n\n"),
        (Dialect::Gemini, "data: {\"error\":{\"code\":503,\"message\":\"busy\",\"status\":\"UNAVAILABLE\"}}\n\n"),
        (Dialect::Ollama, "{\"error\":\"the runner has stopped\"}\n"),
    ] {
        let [query, answer] = good();
        let server = Server::start(dialect, vec![stream(dialect, error), query, answer]);
        let events = asked(&server, &[]).expect(0).events();
        assert_eq!(of(&events, "retry").len(), 1, "{dialect:?} {error}");
        assert_eq!(of(&events, "query_result").len(), 1, "{dialect:?}");
    }
    // Gemini's own word for a call that it could not write.
    let malformed =
        "data: {\"candidates\":[{\"content\":{},\"finishReason\":\"MALFORMED_FUNCTION_CALL\",\"index\":0}]}\n\n";
    let [query, answer] = good();
    let server = Server::start(Dialect::Gemini, vec![Step::Stream(malformed.to_owned()), query, answer]);
    asked(&server, &[]).expect(0);
}

#[test]
fn an_error_that_comes_as_a_success_is_an_error() {
    for (dialect, body, exit, code) in [
        (Dialect::Chat, json!({"error": {"message": "No credit", "code": 402}}), 4, "no_credit"),
        (
            Dialect::Anthropic,
            json!({"type": "error", "error": {"type": "authentication_error", "message": "no"}}),
            4,
            "bad_key",
        ),
        (
            Dialect::Responses,
            json!({"error": {"message": "m", "code": "context_length_exceeded"}}),
            6,
            "context_overflow",
        ),
    ] {
        let server = Server::start(dialect, vec![json_answer(200, &[], &body)]);
        let ran = asked(&server, &[]).expect(exit);
        assert_eq!(of(&ran.events(), "error")[0]["code"], code, "{body}");
    }
}
