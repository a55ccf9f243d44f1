//! OpenAI's Responses.
//!
//! Planted: encrypted reasoning that is whole in `output_item.done` alone, `phase`, keys of no meaning. Loosely: no
//! numbers of events and of items, a response that lists nothing at its end, `[DONE]`.

use serde_json::{Value, json};

use super::{Played, arguments, data, event, pieces, raw};
use crate::support::server::{Stop, Turn};

pub fn play(turn: &Turn, number: usize, loose: bool) -> Played {
    let sent = items(turn, number);
    let stream = Stream { loose, sequence: 0, out: String::new() }.whole(turn, &sent);
    let mut items = sent;
    for (item, (_, _, input)) in items.iter_mut().filter(|item| item["type"] == "function_call").zip(&turn.calls) {
        item["arguments"] = arguments(input);
    }
    Played { stream, items }
}

/// The items as they are sent.
fn items(turn: &Turn, number: usize) -> Vec<Value> {
    if turn.stop == Stop::Refusal {
        return vec![json!({"type": "message", "id": "msg_r", "role": "assistant", "status": "completed",
            "content": [{"type": "refusal", "refusal": turn.text}]})];
    }
    let summary =
        if turn.reasoning.is_empty() { json!([]) } else { json!([{"type": "summary_text", "text": turn.reasoning}]) };
    let mut items = vec![json!({"type": "reasoning", "id": format!("rs_{number}"), "summary": summary,
        "encrypted_content": format!("gAAAAenc{number}=="), "planted": {"b": 1, "a": [null]}})];
    if !turn.text.is_empty() {
        items
            .push(json!({"type": "message", "id": format!("msg_{number}"), "role": "assistant", "status": "completed",
            "phase": "commentary", "content": [{"type": "output_text", "text": turn.text, "annotations": []}]}));
    }
    for (index, (id, name, input)) in turn.calls.iter().enumerate() {
        items.push(json!({"type": "function_call", "id": format!("fc_{number}_{index}"), "call_id": id, "name": name,
            "arguments": raw(input), "status": "completed"}));
    }
    items
}

struct Stream {
    loose: bool,
    sequence: u32,
    out: String,
}

impl Stream {
    fn tell(&mut self, kind: &str, value: &Value) {
        let mut whole = json!({"type": kind});
        if !self.loose {
            whole["sequence_number"] = json!(self.sequence);
            self.sequence += 1;
        }
        let object = whole.as_object_mut().unwrap();
        object.extend(value.as_object().unwrap().clone());
        if self.loose {
            object.shift_remove("output_index");
        }
        self.out += &event(kind, &whole);
    }

    fn response(&self, status: &str, output: &[Value], details: &Value, usage: &Value) -> Value {
        if self.loose && status == "in_progress" {
            return json!({"response": {"id": "resp_1", "object": "response", "created_at": 1, "status": status}});
        }
        let output = if self.loose { &[] } else { output };
        json!({"response": {"id": "resp_1", "object": "response", "created_at": 1, "model": "gpt-6.1-sol",
            "status": status, "output": output, "incomplete_details": details, "usage": usage, "error": null,
            "tools": [], "parallel_tool_calls": true, "tool_choice": "auto", "metadata": {}, "instructions": null,
            "temperature": null, "top_p": null}})
    }

    fn whole(mut self, turn: &Turn, items: &[Value]) -> String {
        let begun = self.response("in_progress", &[], &Value::Null, &Value::Null);
        self.tell("response.created", &begun);
        self.tell("response.in_progress", &begun);
        for (index, item) in items.iter().enumerate() {
            self.item(index, item);
        }
        let input_tokens = turn.prompt_tokens.unwrap_or(120) + 10;
        let usage = json!({"input_tokens": input_tokens,
            "input_tokens_details": {"cached_tokens": 20, "cache_write_tokens": 10}, "output_tokens": 50,
            "output_tokens_details": {"reasoning_tokens": 5}, "total_tokens": input_tokens + 50});
        let (status, details) = match turn.stop {
            Stop::Cut => ("incomplete", json!({"reason": "max_output_tokens"})),
            Stop::Filter => ("incomplete", json!({"reason": "content_filter"})),
            Stop::Usual | Stop::Refusal | Stop::Pause | Stop::Overflow => ("completed", Value::Null),
        };
        let ended = self.response(status, items, &details, &usage);
        self.tell(&format!("response.{status}"), &ended);
        if self.loose {
            self.out += &data(&json!("[DONE]")).replace('"', "");
        }
        self.out
    }

    fn item(&mut self, index: usize, item: &Value) {
        let mut added = item.clone();
        added["status"] = json!("in_progress");
        let parts = [
            ("content", json!([])),
            ("summary", json!([])),
            ("arguments", json!("")),
            ("encrypted_content", json!("x")),
        ];
        for (key, empty) in parts {
            if added.get(key).is_some() {
                added[key] = empty;
            }
        }
        self.tell("response.output_item.added", &json!({"output_index": index, "item": added}));
        let told = |more: Value| {
            let mut value = json!({"item_id": item["id"], "output_index": index});
            value.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            value
        };
        match item["type"].as_str().unwrap() {
            "message" => {
                let part = &item["content"][0];
                let (kind, key) =
                    if part["type"] == "refusal" { ("refusal", "refusal") } else { ("output_text", "text") };
                let mut empty = part.clone();
                empty[key] = json!("");
                self.tell("response.content_part.added", &told(json!({"content_index": 0, "part": empty})));
                for piece in pieces(part[key].as_str().unwrap()) {
                    let mut delta = json!({"content_index": 0, "delta": piece});
                    if kind == "output_text" {
                        delta["logprobs"] = json!([]);
                    }
                    self.tell(&format!("response.{kind}.delta"), &told(delta));
                }
                let mut whole = json!({"content_index": 0, key: part[key]});
                if kind == "output_text" {
                    whole["logprobs"] = json!([]);
                }
                self.tell(&format!("response.{kind}.done"), &told(whole));
                self.tell("response.content_part.done", &told(json!({"content_index": 0, "part": part})));
            }
            "function_call" => {
                for piece in pieces(item["arguments"].as_str().unwrap()) {
                    self.tell("response.function_call_arguments.delta", &told(json!({"delta": piece})));
                }
                let whole = json!({"arguments": item["arguments"], "name": item["name"]});
                self.tell("response.function_call_arguments.done", &told(whole));
            }
            _ => {
                for piece in pieces(item["summary"][0]["text"].as_str().unwrap_or_default()) {
                    let delta = json!({"summary_index": 0, "delta": piece});
                    self.tell("response.reasoning_summary_text.delta", &told(delta));
                }
            }
        }
        self.tell("response.output_item.done", &json!({"output_index": index, "item": item}));
    }
}
