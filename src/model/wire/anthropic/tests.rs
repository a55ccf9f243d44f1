//! Streams as Anthropic and others send them.

use serde_json::{Value, json};

use crate::event::{Protocol, Reply, Stop};
use crate::model::wire::samples::{assert_whole_or_failed, call, decode, decode_values, recorded};
use crate::model::wire::{Broken, Decoded};

const PROTOCOL: Protocol = Protocol::Anthropic;

fn started() -> Value {
    json!({"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant",
        "model": "claude-opus-5-5", "content": [], "stop_reason": null, "stop_sequence": null,
        "usage": {"input_tokens": 25, "cache_creation_input_tokens": 30, "cache_read_input_tokens": 1200,
            "output_tokens": 1}}})
}

fn begin(index: usize, block: &Value) -> Value {
    json!({"type": "content_block_start", "index": index, "content_block": block})
}

fn delta(index: usize, delta: &Value) -> Value {
    json!({"type": "content_block_delta", "index": index, "delta": delta})
}

fn stop(index: usize) -> Value {
    json!({"type": "content_block_stop", "index": index})
}

fn ended(reason: &str) -> [Value; 2] {
    [
        json!({"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": null},
            "usage": {"output_tokens": 89}}),
        json!({"type": "message_stop"}),
    ]
}

fn text_block(index: usize, text: &str) -> [Value; 3] {
    [
        begin(index, &json!({"type": "text", "text": ""})),
        delta(index, &json!({"type": "text_delta", "text": text})),
        stop(index),
    ]
}

/// The start of a call and the pieces of its input; not its end.
fn call_block(index: usize, id: &str, pieces: &[&str]) -> Vec<Value> {
    let start = begin(index, &json!({"type": "tool_use", "id": id, "name": "sql_query", "input": {}}));
    let pieces = pieces.iter().map(|piece| delta(index, &json!({"type": "input_json_delta", "partial_json": piece})));
    std::iter::once(start).chain(pieces).collect()
}

/// Thinking, text, two calls, a ping, and an event that nobody knows yet.
fn thorough() -> Vec<Value> {
    let mut events = vec![
        started(),
        begin(0, &json!({"type": "thinking", "thinking": "", "signature": ""})),
        json!({"type": "ping"}),
        delta(0, &json!({"type": "thinking_delta", "thinking": "Rows, "})),
        delta(0, &json!({"type": "thinking_delta", "thinking": "then."})),
        delta(0, &json!({"type": "signature_delta", "signature": "EqQB"})),
        delta(0, &json!({"type": "signature_delta", "signature": "Cg=="})),
        stop(0),
        begin(1, &json!({"type": "redacted_thinking", "data": "EmwK"})),
        stop(1),
    ];
    events.extend(text_block(2, "Let me check."));
    events.extend(call_block(3, "toolu_1", &["", "{\"sql\":", " \"select 'ü'\"}"]));
    events.push(stop(3));
    events.push(json!({"type": "content_block_audit", "index": 77}));
    events.push(begin(
        4,
        &json!({"type": "tool_use", "id": "toolu_2", "name": "sql_query", "caller": {"type": "direct"}, "input": {}}),
    ));
    events.push(stop(4));
    events.extend(ended("tool_use"));
    events
}

fn decoded(events: &[Value]) -> Decoded {
    decode_values(PROTOCOL, events).unwrap()
}

/// A whole message of these blocks' events.
fn message(blocks: impl IntoIterator<Item = Value>, reason: &str) -> Vec<Value> {
    std::iter::once(started()).chain(blocks).chain(ended(reason)).collect()
}

#[test]
fn a_stream_with_everything_is_a_turn() {
    let turn = decoded(&thorough());
    assert_eq!(
        turn.reply,
        Reply {
            text: "Let me check.".to_owned(),
            reasoning: "Rows, then.".to_owned(),
            calls: vec![call("toolu_1", json!({"sql": "select 'ü'"})), call("toolu_2", json!({}))],
            stop: Stop::ToolUse,
        }
    );
    assert_eq!(
        turn.items,
        [
            json!({"type": "thinking", "thinking": "Rows, then.", "signature": "EqQBCg=="}),
            json!({"type": "redacted_thinking", "data": "EmwK"}),
            json!({"type": "text", "text": "Let me check."}),
            json!({"type": "tool_use", "id": "toolu_1", "name": "sql_query", "input": {"sql": "select 'ü'"}}),
            json!({"type": "tool_use", "id": "toolu_2", "name": "sql_query", "caller": {"type": "direct"}, "input": {}}),
        ]
    );
    let usage = turn.usage;
    assert_eq!((usage.requests, usage.input_tokens, usage.output_tokens), (1, 25, 89));
    assert_eq!((usage.cache_read_tokens, usage.cache_write_tokens, usage.cost_usd), (1200, 30, None));
    assert!(turn.warnings.is_empty(), "{:?}", turn.warnings);
}

#[test]
fn a_stream_cut_anywhere_is_no_shorter_turn() {
    assert_whole_or_failed(PROTOCOL, &thorough());
    assert_whole_or_failed(PROTOCOL, &message(text_block(0, "42 rows"), "max_tokens"));
}

#[test]
fn text_is_told_as_it_comes() {
    let blocks = text_block(0, "One.").into_iter().chain(call_block(1, "a", &["{}"])).chain(text_block(2, "Two."));
    let events = message(blocks, "tool_use");
    let texts: Vec<String> = events.iter().map(Value::to_string).collect();
    let (turn, told) = decode(PROTOCOL, texts.iter().map(String::as_str));
    assert_eq!(turn.unwrap().reply.text, "One.\n\nTwo.");
    assert_eq!(told, ["One.", "\n\n", "Two."]);
}

#[test]
fn a_server_that_says_less_is_understood() {
    // llama.cpp: no input in the start of a call, all blocks ended at the end, only output tokens in the usage.
    let turn = decoded(&[
        json!({"type": "message_start", "message": {"role": "assistant", "content": [], "usage": {"output_tokens": 0}}}),
        begin(0, &json!({"type": "text", "text": ""})),
        delta(0, &json!({"type": "text_delta", "text": "Hm."})),
        begin(1, &json!({"type": "tool_use", "id": "x", "name": "sql_query"})),
        delta(1, &json!({"type": "input_json_delta", "partial_json": "{\"sql\":\"a\"}"})),
        stop(0),
        stop(1),
        json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 7}}),
        json!({"type": "message_stop"}),
    ]);
    assert_eq!(turn.reply.calls, [call("x", json!({"sql": "a"}))]);
    assert_eq!((turn.reply.stop, turn.usage.output_tokens), (Stop::ToolUse, 7));
    assert_eq!(turn.items[1], json!({"type": "tool_use", "id": "x", "name": "sql_query", "input": {"sql": "a"}}));
}

#[test]
fn arguments_that_are_no_object_reach_the_tool_as_they_are() {
    for (pieces, input, item) in [
        (&["{\"sql\": 'a'}"][..], json!("{\"sql\": 'a'}"), json!({"INVALID_JSON": "{\"sql\": 'a'}"})),
        (&["[1,", "2]"], json!([1, 2]), json!({"INVALID_JSON": "[1,2]"})),
        (&["null"], json!({}), json!({})),
        (&[], json!({}), json!({})),
    ] {
        let mut events = call_block(0, "a", pieces);
        events.push(stop(0));
        let turn = decoded(&message(events, "tool_use"));
        assert_eq!(turn.reply.calls, [call("a", input)]);
        assert_eq!(turn.items[0]["input"], item);
    }
}

#[test]
fn a_cut_turn_has_no_open_call() {
    for pieces in [&["{\"sql\": \"sel"][..], &[]] {
        for is_closed in [false, true] {
            let mut events = call_block(0, "whole", &["{\"sql\":\"a\"}"]);
            events.push(stop(0));
            events.extend(call_block(1, "open", pieces));
            events.extend(is_closed.then(|| stop(1)));
            for (reason, expected) in
                [("max_tokens", Stop::MaxTokens), ("model_context_window_exceeded", Stop::ContextOverflow)]
            {
                let turn = decoded(&message(events.clone(), reason));
                assert_eq!(turn.reply.stop, expected);
                assert_eq!(turn.reply.calls, [call("whole", json!({"sql": "a"}))]);
                assert_eq!(turn.items.len(), 1);
            }
        }
    }
    let open = message(call_block(0, "open", &["{\"sql\": \"sel"]), "tool_use");
    assert!(matches!(decode_values(PROTOCOL, &open), Err(Broken::Nonsense(_))));
}

#[test]
fn stop_reasons_are_told_apart() {
    for (name, expected) in [
        ("end_turn", Stop::End),
        ("stop_sequence", Stop::End),
        ("tool_use", Stop::End),
        ("pause_turn", Stop::Pause),
        ("max_tokens", Stop::MaxTokens),
        ("model_context_window_exceeded", Stop::ContextOverflow),
    ] {
        let turn = decoded(&message(text_block(0, "Hm."), name));
        assert_eq!((turn.reply.stop, turn.reply.text.as_str(), turn.items.len()), (expected, "Hm.", 1), "{name}");
        assert!(turn.warnings.is_empty());
    }
    let turn = decoded(&message(text_block(0, "Hm."), "bored"));
    assert_eq!((turn.reply.stop, turn.warnings[0].0.as_str()), (Stop::End, "unknown_stop_reason"));
    assert!(turn.warnings[0].1.ends_with(": bored"), "{:?}", turn.warnings);
}

#[test]
fn a_refusal_keeps_nothing_of_what_came_before() {
    for (details, words) in [
        (json!({"type": "refusal", "category": "cyber", "explanation": "Not this."}), "Not this."),
        (
            json!({"type": "refusal", "category": "bio", "explanation": null}),
            "The provider's safeguards declined the request (bio).",
        ),
        (json!(null), ""),
    ] {
        let mut events = vec![started()];
        events.extend(text_block(0, "First, mix"));
        events.extend(call_block(1, "a", &["{}"]));
        let end = json!({"stop_reason": "refusal", "stop_sequence": null, "stop_details": details});
        events.push(json!({"type": "message_delta", "delta": end, "usage": {"output_tokens": 3}}));
        events.push(json!({"type": "message_stop"}));
        let turn = decoded(&events);
        assert_eq!(turn.reply, Reply { text: words.to_owned(), stop: Stop::Refusal, ..Reply::default() });
        assert!(turn.items.is_empty());
    }
}

#[test]
fn errors_in_the_middle_are_told() {
    let error = json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"},
        "request_id": "req_1"});
    for error in [error, json!({"error": {"message": "Overloaded"}})] {
        let Err(Broken::Told(told)) = decode_values(PROTOCOL, &[started(), error.clone()]) else { panic!() };
        assert_eq!((told.status, told.message.as_str(), told.body), (None, "Overloaded", error));
    }
}

#[test]
fn what_contradicts_the_protocol_is_no_turn() {
    let text = json!({"type": "text", "text": ""});
    let piece = json!({"type": "text_delta", "text": "a"});
    for wrong in [
        vec![delta(0, &piece)],
        vec![started(), delta(0, &piece)],
        vec![started(), stop(0)],
        vec![started(), started()],
        vec![started(), begin(1, &text)],
        vec![started(), begin(0, &text), begin(0, &text)],
        vec![started(), begin(0, &text), stop(0), delta(0, &piece)],
        vec![started(), begin(0, &text), delta(0, &json!({"type": "text_delta"}))],
        vec![started(), begin(0, &text), delta(0, &json!({"type": "input_json_delta", "partial_json": "{}"}))],
        vec![started(), begin(0, &text), json!({"type": "content_block_delta", "index": "0", "delta": piece})],
        vec![started(), begin(0, &json!({"type": "tool_use", "id": "a", "name": ""}))],
        vec![started(), begin(0, &json!({"type": "tool_use", "name": "a"}))],
        vec![started(), begin(0, &json!({"text": ""}))],
        vec![started(), json!({"type": "message_delta", "delta": {"stop_reason": 1}})],
        vec![started(), json!({"type": "message_stop"})],
        vec![json!({"type": "message_start", "message": {"content": [text]}})],
        vec![json!({"id": "chatcmpl-1"})],
        vec![json!([])],
    ] {
        let broken = decode_values(PROTOCOL, &wrong);
        assert!(matches!(broken, Err(Broken::Nonsense(_))), "{wrong:?}: {broken:?}");
    }
}

#[test]
fn a_delta_that_nobody_knows_is_told_once() {
    let mut events = vec![started(), begin(0, &json!({"type": "text", "text": "a"}))];
    events.extend([delta(0, &json!({"type": "new_delta"})), delta(0, &json!({"type": "new_delta"})), stop(0)]);
    events.extend(ended("end_turn"));
    let turn = decoded(&events);
    assert_eq!((turn.reply.text.as_str(), turn.warnings.len()), ("a", 1));
    assert_eq!(turn.warnings[0].0, "unknown_reply_part");
}

#[test]
fn recordings_of_other_servers_are_turns() {
    let llama = recorded(include_str!("../../../../tests/data/wire/anthropic_llama_call.sse"));
    assert_whole_or_failed(PROTOCOL, &llama);
    let turn = decoded(&llama);
    assert_eq!((turn.reply.stop, &turn.reply.calls[0].input), (Stop::ToolUse, &json!({"sql": "select 7"})));
    assert_eq!(turn.usage.output_tokens, 31);

    let cut = recorded(include_str!("../../../../tests/data/wire/anthropic_llama_cut.sse"));
    assert_whole_or_failed(PROTOCOL, &cut);
    let turn = decoded(&cut);
    assert_eq!((turn.reply, turn.items), (Reply { stop: Stop::MaxTokens, ..Reply::default() }, Vec::new()));

    let mock = recorded(include_str!("../../../../tests/data/wire/anthropic_aimock_calls.sse"));
    assert_whole_or_failed(PROTOCOL, &mock);
    let turn = decoded(&mock);
    assert_eq!((turn.reply.text.as_str(), turn.reply.reasoning.as_str()), ("Let me look.", "hmm"));
    assert_eq!((turn.reply.stop, turn.reply.calls.len(), turn.items.len()), (Stop::ToolUse, 2, 4));
    assert_eq!(turn.reply.calls[1].input, json!({"query": "select nope from data", "description": "bad"}));
}
