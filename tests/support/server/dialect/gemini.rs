//! Gemini's generateContent.
//!
//! Planted: signatures on the first call, and on an empty text at the end. Loosely: calls without an id, thoughts in
//! several parts, tokens counted in the last chunk alone, which also holds the last part.

use serde_json::{Value, json};

use super::{Played, data, object, pieces};
use crate::support::server::{Stop, Turn};

pub fn play(turn: &Turn, number: usize, loose: bool) -> Played {
    let stream = stream(turn, &items(turn, number, loose, Value::clone), loose);
    Played { stream, items: items(turn, number, loose, object) }
}

fn items(turn: &Turn, number: usize, loose: bool, args: fn(&Value) -> Value) -> Vec<Value> {
    let mut items = Vec::new();
    let thoughts = if loose { pieces(&turn.reasoning) } else { vec![turn.reasoning.clone()] };
    for thought in thoughts.into_iter().filter(|thought| !thought.is_empty()) {
        items.push(json!({"text": thought, "thought": true}));
    }
    if !turn.text.is_empty() {
        items.push(json!({"text": turn.text}));
    }
    for (index, (id, name, input)) in turn.calls.iter().enumerate() {
        let mut call = json!({"id": id, "name": name, "args": args(input)});
        if loose || id.is_empty() {
            call.as_object_mut().unwrap().shift_remove("id");
        }
        let mut part = json!({"functionCall": call});
        if index == 0 {
            part["thoughtSignature"] = json!(format!("CsQB+/{number:02}"));
        }
        items.push(part);
    }
    if turn.calls.is_empty() && !turn.text.is_empty() {
        items.push(json!({"text": "", "thoughtSignature": format!("EndQ+/{number:02}")}));
    }
    items
}

fn stream(turn: &Turn, items: &[Value], loose: bool) -> String {
    let prompt = turn.prompt_tokens.unwrap_or(120);
    let usage = json!({"promptTokenCount": prompt, "cachedContentTokenCount": 20, "candidatesTokenCount": 45,
        "thoughtsTokenCount": 5, "totalTokenCount": prompt + 50});
    let told = |candidates: Value, is_last: bool| {
        let mut chunk = candidates;
        if is_last || !loose {
            chunk["usageMetadata"] = usage.clone();
        }
        chunk["modelVersion"] = json!("gemini-3.8-flash");
        data(&chunk)
    };
    if turn.stop == Stop::Refusal {
        return told(json!({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}), true);
    }
    let mut parts = Vec::new();
    for item in items {
        match item["text"].as_str() {
            // Thoughts stay in the parts in which they come.
            Some(text) if item["thought"] != true && !text.is_empty() => {
                parts.extend(pieces(text).iter().map(|piece| json!({"text": piece})));
            }
            Some(_) | None => parts.push(item.clone()),
        }
    }
    let last = if loose { parts.pop() } else { None };
    let mut out: String = parts
        .into_iter()
        .map(|part| told(json!({"candidates": [{"content": {"parts": [part], "role": "model"}, "index": 0}]}), false))
        .collect();
    let reason = match turn.stop {
        Stop::Usual | Stop::Pause | Stop::Overflow => "STOP",
        Stop::Cut => "MAX_TOKENS",
        Stop::Refusal | Stop::Filter => "SAFETY",
    };
    let content = json!({"parts": last.as_slice(), "role": "model"});
    out += &told(json!({"candidates": [{"content": content, "finishReason": reason, "index": 0}]}), true);
    out
}
