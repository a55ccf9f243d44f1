//! Ollama's chat.
//!
//! Planted: `thinking`, the calls' `index`. Loosely: calls with an id, each in a line of its own, the last of them with
//! the end.

use serde_json::{Value, json};

use super::{Played, object, pieces};
use crate::support::server::{Stop, Turn};

pub fn play(turn: &Turn, loose: bool) -> Played {
    let mut item = json!({"role": "assistant", "content": turn.text});
    if !turn.reasoning.is_empty() {
        item["thinking"] = json!(turn.reasoning);
    }
    if !turn.calls.is_empty() {
        item["tool_calls"] = json!(calls(turn, loose, object));
    }
    Played { stream: stream(turn, calls(turn, loose, Value::clone), loose), items: vec![item] }
}

fn calls(turn: &Turn, loose: bool, arguments: fn(&Value) -> Value) -> Vec<Value> {
    let call = |(index, (id, name, input)): (usize, &(String, String, Value))| {
        let mut call = json!({"function": {"index": index, "name": name, "arguments": arguments(input)}});
        if loose {
            call["id"] = json!(id);
        }
        call
    };
    turn.calls.iter().enumerate().map(call).collect()
}

fn line(message: &Value, end: Option<&Value>) -> String {
    let mut line = json!({"model": "test-model", "created_at": "2026-11-27T00:00:00Z", "message": message,
        "done": end.is_some()});
    line.as_object_mut().unwrap().extend(end.iter().flat_map(|end| end.as_object().unwrap().clone()));
    format!("{line}\n")
}

fn stream(turn: &Turn, mut calls: Vec<Value>, loose: bool) -> String {
    let mut out = String::new();
    for piece in pieces(&turn.reasoning) {
        out += &line(&json!({"role": "assistant", "content": "", "thinking": piece}), None);
    }
    for piece in pieces(&turn.text) {
        out += &line(&json!({"role": "assistant", "content": piece}), None);
    }
    let with = |calls: Vec<Value>| json!({"role": "assistant", "content": "", "tool_calls": calls});
    let mut last = json!({"role": "assistant", "content": ""});
    if loose {
        if let Some(call) = calls.pop() {
            last = with(vec![call]);
        }
        out.extend(calls.into_iter().map(|call| line(&with(vec![call]), None)));
    } else if !calls.is_empty() {
        out += &line(&with(calls), None);
    }
    let reason = if turn.stop == Stop::Cut { "length" } else { "stop" };
    let end = json!({"done_reason": reason, "total_duration": 1, "prompt_eval_count": turn.prompt_tokens.unwrap_or(120),
        "eval_count": 50});
    out + &line(&last, Some(&end))
}
