//! Streams and bodies of Ollama.

use serde_json::{Value, json};

use crate::event::{Maker, Protocol, Reply, Stop, Usage};
use crate::model::wire::samples::{
    assert_golden, assert_whole_or_failed, call, decode, decode_values, endpoint, foreign, given, request, result,
};
use crate::model::wire::{Broken, Decoded, Draft};
use crate::model::{Items, Message};

const PROTOCOL: Protocol = Protocol::Ollama;
const CALLS: &str = include_str!("../../../../tests/data/wire/ollama_calls.ndjson");
const AIMOCK: &str = include_str!("../../../../tests/data/wire/ollama_aimock_calls.ndjson");

fn lines(stream: &str) -> Vec<Value> {
    stream.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn decoded(events: &[Value]) -> Decoded {
    decode_values(PROTOCOL, events).unwrap()
}

fn last(message: &Value, reason: &str) -> Value {
    json!({"message": message, "done": true, "done_reason": reason})
}

#[test]
fn a_stream_with_thinking_text_and_two_calls_is_a_turn() {
    let (turn, told) = decode(PROTOCOL, CALLS.lines());
    let turn = turn.unwrap();
    assert_eq!(
        turn.reply,
        Reply {
            text: "Let me check.".to_owned(),
            reasoning: "so what".to_owned(),
            calls: vec![call("", json!({"sql": "a"})), call("", json!({"sql": "ü"}))],
            stop: Stop::ToolUse,
        }
    );
    assert_eq!(told, ["Let me ", "check."]);
    let function =
        |index: usize, sql: &str| json!({"function": {"index": index, "name": "sql_query", "arguments": {"sql": sql}}});
    assert_eq!(
        turn.items,
        [json!({"role": "assistant", "content": "Let me check.", "thinking": "so what",
            "tool_calls": [function(0, "a"), function(1, "ü")]})]
    );
    let expected = Usage { requests: 1, input_tokens: 120, output_tokens: 30, cost_usd: None, ..Usage::default() };
    assert_eq!(turn.usage, expected);
}

#[test]
fn a_stream_cut_anywhere_is_no_shorter_turn() {
    for stream in [CALLS, AIMOCK] {
        assert_whole_or_failed(PROTOCOL, &lines(stream));
    }
    assert_eq!(decoded(&lines(AIMOCK)).reply.calls.len(), 2);
    assert_eq!(decode_values(PROTOCOL, &[]), Err(Broken::Cut));
}

#[test]
fn reasons_are_told_apart_and_a_cut_turn_has_no_call() {
    let calls = json!({"content": "So", "tool_calls": [{"function": {"name": "sql_query", "arguments": {}}}]});
    let cut = decoded(&[last(&calls, "length")]);
    assert_eq!(cut.reply, Reply { text: "So".to_owned(), stop: Stop::MaxTokens, ..Reply::default() });
    assert_eq!(cut.items, [json!({"content": "So", "role": "assistant"})]);
    assert_eq!(decoded(&[last(&json!({"content": "So"}), "stop")]).reply.stop, Stop::End);
    assert_eq!(decoded(&[json!({"message": {"content": "So"}, "done": true})]).reply.stop, Stop::End);
    let thought = decoded(&[last(&json!({"content": "<think>so</think>what"}), "stop")]);
    assert_eq!((thought.reply.text.as_str(), thought.reply.reasoning.as_str()), ("what", "so"));
}

#[test]
fn errors_are_told_and_nonsense_is_named() {
    let said = json!({"message": {"role": "assistant", "content": "So"}, "done": false});
    let Err(Broken::Told(error)) = decode_values(PROTOCOL, &[said, json!({"error": "out of memory"})]) else {
        panic!()
    };
    assert_eq!(error.message, "out of memory");
    for line in [
        json!([1]),
        json!({}),
        json!({"done": 1}),
        json!({"message": 1, "done": false}),
        json!({"message": {"content": 1}, "done": false}),
        json!({"message": {"tool_calls": 1}, "done": false}),
        last(&json!({"tool_calls": [{"function": {}}]}), "stop"),
    ] {
        assert!(matches!(decode_values(PROTOCOL, std::slice::from_ref(&line)), Err(Broken::Nonsense(_))), "{line}");
    }
}

#[test]
fn a_body_is_what_the_server_reads() {
    let endpoint = endpoint(PROTOCOL);
    let own = decoded(&lines(CALLS));
    let mut kin = own.clone();
    kin.items[0]["tool_calls"][0]["id"] = json!("of another server");
    let maker = Maker { model: "another".to_owned(), ..endpoint.maker() };
    let results = |first: &str| Message::Results {
        results: vec![result("r1", false, first), result("r2", true, "no such column")],
    };
    let request = request([
        given(&own, &endpoint),
        results("[[1]]"),
        Message::Assistant { reply: kin.reply, items: Some(Items { maker, items: kin.items }) },
        results("[[2]]"),
        foreign("", Vec::new()),
        foreign("So.", vec![call("r4", json!({"sql": "a"})), call("r5", json!("{oops"))]),
        results("[[3]]"),
    ]);
    assert_golden(&request, &endpoint, include_str!("../../../../tests/data/wire/ollama_request.json"));
}

#[test]
fn ids_of_newer_servers_and_schemas_are_sent() {
    let endpoint = endpoint(PROTOCOL);
    let called = json!({"tool_calls": [{"id": "c1", "function": {"name": "sql_query", "arguments": {"sql": "a"}}}]});
    let turn = decoded(&[last(&called, "stop")]);
    assert_eq!(turn.reply.calls, [call("c1", json!({"sql": "a"}))]);
    let schema = json!({"type": "object"});
    let request = request([given(&turn, &endpoint), Message::Results { results: vec![result("c1", false, "1")] }]);
    let body = super::body(&Draft {
        request: &request,
        endpoint: &endpoint,
        output_tokens: 7,
        context_tokens: 9,
        cache_key: "key",
        answer_schema: Some(&schema),
    });
    assert_eq!(body["messages"][3]["tool_call_id"], "c1");
    assert_eq!((&body["format"], &body["options"]), (&schema, &json!({"num_ctx": 9, "num_predict": 7})));
}
