//! Anthropic's Messages.
//!
//! Planted: signatures, thinking without a text, redacted thinking, `citations`, `caller`. Loosely: no names of events,
//! events of an unknown type, calls that begin without an input, totals that come in two parts.

use serde_json::{Value, json};

use super::{Played, data, event, object, pieces, raw};
use crate::support::server::{Stop, Turn};

pub fn play(turn: &Turn, number: usize, loose: bool) -> Played {
    let items = items(turn, number);
    Played { stream: stream(turn, &items, loose), items }
}

fn items(turn: &Turn, number: usize) -> Vec<Value> {
    let mut items =
        vec![json!({"type": "thinking", "thinking": turn.reasoning, "signature": format!("EqQBsig{number}/+==")})];
    if !turn.reasoning.is_empty() {
        items.push(json!({"type": "redacted_thinking", "data": format!("EmwKred{number}")}));
    }
    if !turn.text.is_empty() {
        items.push(json!({"type": "text", "text": turn.text, "citations": null}));
    }
    for (id, name, input) in &turn.calls {
        items.push(
            json!({"type": "tool_use", "id": id, "name": name, "input": object(input), "caller": {"type": "direct"}}),
        );
    }
    items
}

fn stream(turn: &Turn, items: &[Value], loose: bool) -> String {
    let told = |value: Value| if loose { data(&value) } else { event(value["type"].as_str().unwrap(), &value) };
    let input_tokens = turn.prompt_tokens.unwrap_or(120) - 20;
    let usage = json!({"input_tokens": input_tokens, "cache_creation_input_tokens": 10, "cache_read_input_tokens": 20,
        "output_tokens": 1});
    let message = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-5-5",
        "content": [], "stop_reason": null, "stop_sequence": null, "usage": usage});
    let mut out = told(json!({"type": "message_start", "message": message}));
    out += &told(json!({"type": "ping"}));
    let mut inputs = turn.calls.iter().map(|(_, _, input)| raw(input));
    for (index, item) in items.iter().enumerate() {
        let (mut start, deltas) = opened(item, &mut inputs);
        if loose {
            start.as_object_mut().unwrap().shift_remove("input");
            out += &told(json!({"type": "content_block_weighed", "index": index, "grams": 3}));
        }
        out += &told(json!({"type": "content_block_start", "index": index, "content_block": start}));
        for delta in deltas {
            out += &told(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        }
        out += &told(json!({"type": "content_block_stop", "index": index}));
    }
    if loose {
        let delta = json!({"stop_reason": null, "stop_sequence": null});
        out += &told(json!({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 30}}));
    }
    out += &told(json!({"type": "message_delta", "delta": ending(turn), "usage": {"output_tokens": 50}}));
    out + &told(json!({"type": "message_stop"}))
}

/// A block as it begins, and what comes of it then.
fn opened(item: &Value, inputs: &mut impl Iterator<Item = String>) -> (Value, Vec<Value>) {
    let mut start = item.clone();
    let text = |key: &str| pieces(item[key].as_str().unwrap());
    let deltas = match item["type"].as_str().unwrap() {
        "thinking" => {
            start["thinking"] = json!("");
            start["signature"] = json!("");
            let thought =
                text("thinking").into_iter().map(|piece| json!({"type": "thinking_delta", "thinking": piece}));
            let signed =
                text("signature").into_iter().map(|piece| json!({"type": "signature_delta", "signature": piece}));
            thought.chain(signed).collect()
        }
        "text" => {
            start["text"] = json!("");
            text("text").into_iter().map(|piece| json!({"type": "text_delta", "text": piece})).collect()
        }
        "tool_use" => {
            start["input"] = json!({});
            let input = pieces(&inputs.next().unwrap());
            let told = input.into_iter().map(|piece| json!({"type": "input_json_delta", "partial_json": piece}));
            std::iter::once(json!({"type": "input_json_delta", "partial_json": ""})).chain(told).collect()
        }
        _ => Vec::new(),
    };
    (start, deltas)
}

fn ending(turn: &Turn) -> Value {
    let reason = match turn.stop {
        Stop::Usual if turn.calls.is_empty() => "end_turn",
        Stop::Usual => "tool_use",
        Stop::Cut => "max_tokens",
        Stop::Refusal | Stop::Filter => "refusal",
        Stop::Pause => "pause_turn",
        Stop::Overflow => "model_context_window_exceeded",
    };
    let mut delta = json!({"stop_reason": reason, "stop_sequence": null});
    if reason == "refusal" {
        delta["stop_details"] = json!({"type": "refusal", "category": "cyber", "explanation": null});
    }
    delta
}
