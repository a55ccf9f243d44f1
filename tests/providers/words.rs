//! Models without tools of their own: the tools are put into words.

use serde_json::{Value, json};

use super::{SQL, asked};
use crate::support::program::of;
use crate::support::server::{Dialect, Server, Step, query, talk};

/// A call as such a model writes it.
fn called(tool: &str, arguments: &Value) -> Step {
    Step::Turn(talk(&json!({"tool": tool, "args": arguments}).to_string()))
}

fn looked() -> Step {
    called("sql_query", &json!({"query": SQL, "description": "d"}))
}

/// What such a model says to answer.
fn answered() -> Vec<Step> {
    vec![
        called("output_text", &json!({"text": "The sum is 60 [q1]."})),
        called("finalize", &json!({"session_title": null})),
    ]
}

fn assert_answered(server: &Server, requests: usize) {
    let events = asked(server, &[]).expect(0).events();
    assert_eq!(of(&events, "text")[0]["text"], "The sum is 60 [q1].");
    let seen = server.seen();
    assert_eq!(seen.len(), requests);
    let last = &seen.last().unwrap().body;
    assert!(last.get("tools").is_none(), "{last}");
    assert!(last.to_string().contains("sql_query"), "the tools are not told of");
}

#[test]
fn a_server_that_says_it_has_no_tools_gets_them_in_words() {
    let llama = json!({"chat_template_caps": {"supports_tools": false, "supports_tool_calls": false}});
    let ollama = json!({"capabilities": ["completion"], "model_info": {"x.context_length": 32_768}});
    for (dialect, path, said) in [(Dialect::Chat, "/props", llama), (Dialect::Ollama, "/api/show", ollama)] {
        let steps = std::iter::once(looked()).chain(answered()).collect();
        assert_answered(&Server::start(dialect, steps).giving(path, &said), 3);
    }
}

#[test]
fn a_server_that_refuses_tools_gets_them_in_words() {
    for (dialect, error) in [
        (
            Dialect::Chat,
            json!({"error": {"message": "test-model does not support tools", "type": "invalid_request_error"}}),
        ),
        (Dialect::Ollama, json!({"error": "registry/test-model does not support tools"})),
    ] {
        let refusal =
            Step::Answer(400, vec![("content-type".to_owned(), "application/json".to_owned())], error.to_string());
        let steps = [refusal, looked()].into_iter().chain(answered()).collect();
        let server = Server::start(dialect, steps);
        assert_answered(&server, 4);
        // The conversation begins anew, in words.
        let _ = server.violations();
    }
}

#[test]
fn a_reply_that_is_no_call_is_asked_for_once_more() {
    let said = json!({"chat_template_caps": {"supports_tools": false, "supports_tool_calls": false}});
    let steps =
        [Step::Turn(talk("{\"tool\": \"sql_query\", \"args\": {\"query\": ")), looked()].into_iter().chain(answered());
    let server = Server::start(Dialect::Chat, steps.collect()).giving("/props", &said);
    assert_answered(&server, 4);
}

#[test]
fn a_server_that_says_it_has_tools_gets_them_as_such() {
    let said = json!({"chat_template_caps": {"supports_tools": true, "supports_tool_calls": true}});
    let steps = vec![Step::Turn(query("a", SQL)), Step::Turn(super::answer("The sum is 60 [q1]."))];
    let server = Server::start(Dialect::Chat, steps).giving("/props", &said);
    asked(&server, &[]).expect(0);
    assert!(server.seen()[0].body.get("tools").is_some());
}
