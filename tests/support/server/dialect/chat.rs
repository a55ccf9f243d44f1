//! Chat Completions.
//!
//! Planted: `reasoning_content`, empty too, and signatures in `extra_content`. Loosely, as Google's and small servers
//! have it: calls without index, id and type, with arguments that are objects, several in one chunk that also ends the
//! turn with `stop`; no `[DONE]`.

use serde_json::{Value, json};

use super::{ANY, Played, arguments, data, pieces, raw};
use crate::support::server::{Stop, Turn};

pub fn play(turn: &Turn, loose: bool) -> Played {
    let mut item = json!({"role": "assistant", "content": null});
    if !turn.text.is_empty() {
        item["content"] = json!(turn.text);
    }
    if !loose || !turn.reasoning.is_empty() {
        item[reasoning(loose)] = json!(turn.reasoning);
    }
    if !turn.calls.is_empty() {
        item["tool_calls"] = turn.calls.iter().enumerate().map(|(place, call)| returned(call, place, loose)).collect();
    }
    let stream = if loose { loosely(turn) } else { stream(turn, &item) };
    Played { stream, items: vec![item] }
}

fn reasoning(loose: bool) -> &'static str {
    if loose { "reasoning" } else { "reasoning_content" }
}

fn signature(place: usize) -> Value {
    json!({"google": {"thought_signature": format!("ts{place}+/==")}})
}

/// A call as it must come back.
fn returned((id, name, input): &(String, String, Value), place: usize, loose: bool) -> Value {
    let (id, input) = match (loose, id.as_str()) {
        (true, _) => (ANY, if input.is_object() { input.clone() } else { json!(ANY) }),
        (false, "") => (ANY, arguments(input)),
        (false, id) => (id, arguments(input)),
    };
    json!({"id": id, "type": "function", "function": {"name": name, "arguments": input},
        "extra_content": signature(place)})
}

fn usage(turn: &Turn) -> Value {
    let prompt = turn.prompt_tokens.unwrap_or(120);
    json!({"prompt_tokens": prompt, "completion_tokens": 50, "total_tokens": prompt + 50,
        "prompt_tokens_details": {"cached_tokens": 20}})
}

fn chunk(choices: &Value, usage: &Value) -> String {
    data(&json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "test-model",
        "choices": choices, "usage": usage}))
}

fn delta(delta: &Value, finish: Option<&str>) -> String {
    chunk(&json!([{"index": 0, "delta": delta, "finish_reason": finish}]), &Value::Null)
}

fn stream(turn: &Turn, item: &Value) -> String {
    let mut out = delta(&json!({"role": "assistant", "content": null, "reasoning_content": ""}), None);
    for piece in pieces(&turn.reasoning) {
        out += &delta(&json!({"reasoning_content": piece}), None);
    }
    for piece in pieces(&turn.text) {
        out += &delta(&json!({"content": piece}), None);
    }
    for (index, (id, _, input)) in turn.calls.iter().enumerate() {
        let mut start = json!({"index": index});
        start.as_object_mut().unwrap().extend(item["tool_calls"][index].as_object().unwrap().clone());
        start["function"]["arguments"] = json!("");
        if id.is_empty() {
            start.as_object_mut().unwrap().shift_remove("id");
        }
        out += &delta(&json!({"tool_calls": [start]}), None);
        for piece in pieces(&raw(input)) {
            out += &delta(&json!({"tool_calls": [{"index": index, "function": {"arguments": piece}}]}), None);
        }
    }
    out += &delta(&json!({}), Some(finish(turn)));
    out += &chunk(&json!([]), &usage(turn));
    out + "data: [DONE]\n\n"
}

fn finish(turn: &Turn) -> &'static str {
    match turn.stop {
        Stop::Usual | Stop::Overflow if turn.calls.is_empty() => "stop",
        Stop::Usual | Stop::Overflow | Stop::Pause => "tool_calls",
        Stop::Cut => "length",
        Stop::Refusal | Stop::Filter => "content_filter",
    }
}

fn loosely(turn: &Turn) -> String {
    let mut out = ": PROCESSING\n\n".to_owned();
    let mut last = json!({"role": "assistant"});
    for piece in pieces(&turn.reasoning) {
        out += &delta(&json!({"role": "assistant", "content": "", "reasoning": piece}), None);
    }
    let mut texts = pieces(&turn.text);
    if let Some(piece) = texts.pop() {
        last["content"] = json!(piece);
    }
    for piece in texts {
        out += &delta(&json!({"role": "assistant", "content": piece}), None);
    }
    if !turn.calls.is_empty() {
        let calls = turn.calls.iter().enumerate().map(|(place, (_, name, input))| {
            json!({"function": {"name": name, "arguments": input}, "extra_content": signature(place)})
        });
        last["tool_calls"] = calls.collect();
    }
    let finish = if finish(turn) == "tool_calls" { "stop" } else { finish(turn) };
    out + &chunk(&json!([{"index": 0, "delta": last, "finish_reason": finish}]), &usage(turn))
}
