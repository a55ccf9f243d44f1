//! The five protocols as a server speaks them: paths, keys, streams, and the items that must come back.

use serde_json::{Value, json};

use super::{KEY, Stop, Turn};

/// A protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Anthropic,
    Responses,
    Chat,
    Gemini,
    Ollama,
}

impl Dialect {
    pub const ALL: [Self; 5] = [Self::Anthropic, Self::Responses, Self::Chat, Self::Gemini, Self::Ollama];

    /// `-m` for the program.
    pub fn model(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic/claude-sonnet-5-5",
            Self::Responses => "openai/gpt-6.1-sol",
            Self::Chat => "openai-compatible/test-model",
            Self::Gemini => "gemini/gemini-3.8-flash",
            Self::Ollama => "ollama/test-model",
        }
    }

    /// The variable that holds the key.
    pub fn variable(self) -> Option<&'static str> {
        match self {
            Self::Anthropic => Some("ANTHROPIC_API_KEY"),
            Self::Responses => Some("OPENAI_API_KEY"),
            Self::Chat => Some("CSVCHAT_API_KEY"),
            Self::Gemini => Some("GEMINI_API_KEY"),
            Self::Ollama => None,
        }
    }

    /// What stands behind host and port in the base URL that users give.
    pub fn base_path(self) -> &'static str {
        match self {
            Self::Responses | Self::Chat => "/v1",
            Self::Anthropic | Self::Gemini | Self::Ollama => "",
        }
    }

    /// The path that is called.
    pub fn path(self) -> &'static str {
        match self {
            Self::Anthropic => "/v1/messages",
            Self::Responses => "/v1/responses",
            Self::Chat => "/v1/chat/completions",
            Self::Gemini => "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse",
            Self::Ollama => "/api/chat",
        }
    }

    /// The header that must carry the key, and its value.
    pub fn key_header(self) -> Option<(&'static str, String)> {
        match self {
            Self::Anthropic => Some(("x-api-key", KEY.to_owned())),
            Self::Responses | Self::Chat => Some(("authorization", format!("Bearer {KEY}"))),
            Self::Gemini => Some(("x-goog-api-key", KEY.to_owned())),
            Self::Ollama => None,
        }
    }

    /// The items of a turn as they must come back, planted keys included.
    pub fn items(self, turn: &Turn, number: usize) -> Vec<Value> {
        match self {
            Self::Anthropic => anthropic_items(turn, number),
            Self::Responses => responses_items(turn, number),
            Self::Chat => vec![chat_item(turn)],
            Self::Gemini => gemini_items(turn, number),
            Self::Ollama => vec![ollama_item(turn)],
        }
    }

    /// The stream of a turn.
    pub fn play(self, turn: &Turn, number: usize) -> String {
        match self {
            Self::Anthropic => anthropic_stream(turn, number),
            Self::Responses => responses_stream(turn, number),
            Self::Chat => chat_stream(turn),
            Self::Gemini => gemini_stream(turn, number),
            Self::Ollama => ollama_stream(turn),
        }
    }
}

/// An input as the text that a stream holds of it.
fn raw(input: &Value) -> String {
    input.as_str().map_or_else(|| input.to_string(), str::to_owned)
}

/// An input as an object; one that is none is kept out of what is compared.
fn object(input: &Value) -> Value {
    if input.is_object() { input.clone() } else { json!({}) }
}

/// A text in pieces of a few characters.
fn pieces(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(7).map(|chunk| chunk.iter().collect()).collect()
}

fn event(name: &str, data: &Value) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

fn data(value: &Value) -> String {
    format!("data: {value}\n\n")
}

fn anthropic_items(turn: &Turn, number: usize) -> Vec<Value> {
    let mut items = Vec::new();
    if !turn.reasoning.is_empty() {
        items.push(json!({"type": "thinking", "thinking": turn.reasoning, "signature": format!("sig{number}==")}));
    }
    if !turn.text.is_empty() {
        items.push(json!({"type": "text", "text": turn.text}));
    }
    for (id, name, input) in &turn.calls {
        items.push(
            json!({"type": "tool_use", "id": id, "name": name, "input": object(input), "caller": {"type": "direct"}}),
        );
    }
    items
}

fn anthropic_stream(turn: &Turn, number: usize) -> String {
    let usage = json!({"input_tokens": 100, "cache_creation_input_tokens": 10, "cache_read_input_tokens": 20, "output_tokens": 1});
    let message = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [],
        "stop_reason": null, "stop_sequence": null, "usage": usage});
    let mut out = event("message_start", &json!({"type": "message_start", "message": message}));
    out += &event("ping", &json!({"type": "ping"}));
    for (index, item) in anthropic_items(turn, number).into_iter().enumerate() {
        let mut start = item.clone();
        let mut deltas = Vec::new();
        match item["type"].as_str().unwrap() {
            "thinking" => {
                start["thinking"] = json!("");
                start["signature"] = json!("");
                let texts = pieces(&turn.reasoning);
                deltas.extend(texts.iter().map(|text| json!({"type": "thinking_delta", "thinking": text})));
                deltas.push(json!({"type": "signature_delta", "signature": item["signature"]}));
            }
            "text" => {
                start["text"] = json!("");
                deltas.extend(pieces(&turn.text).iter().map(|text| json!({"type": "text_delta", "text": text})));
            }
            _ => {
                let (_, _, input) = turn.calls.iter().find(|(id, _, _)| item["id"] == **id).unwrap();
                start["input"] = json!({});
                let texts = pieces(&raw(input));
                deltas.extend(texts.iter().map(|text| json!({"type": "input_json_delta", "partial_json": text})));
            }
        }
        out += &event(
            "content_block_start",
            &json!({"type": "content_block_start", "index": index, "content_block": start}),
        );
        for delta in deltas {
            out +=
                &event("content_block_delta", &json!({"type": "content_block_delta", "index": index, "delta": delta}));
        }
        out += &event("content_block_stop", &json!({"type": "content_block_stop", "index": index}));
    }
    let reason = match turn.stop {
        Stop::Usual if turn.calls.is_empty() => "end_turn",
        Stop::Usual => "tool_use",
        Stop::Cut => "max_tokens",
        Stop::Refusal | Stop::Filter => "refusal",
        Stop::Pause => "pause_turn",
    };
    let delta = json!({"stop_reason": reason, "stop_sequence": null});
    out += &event("message_delta", &json!({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 50}}));
    out + &event("message_stop", &json!({"type": "message_stop"}))
}

fn responses_items(turn: &Turn, number: usize) -> Vec<Value> {
    let mut items = Vec::new();
    if !turn.reasoning.is_empty() {
        items.push(json!({"type": "reasoning", "id": format!("rs_{number}"), "summary":
            [{"type": "summary_text", "text": turn.reasoning}], "encrypted_content": format!("enc{number}")}));
    }
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

fn responses_stream(turn: &Turn, number: usize) -> String {
    let mut sequence = 0;
    let mut numbered = |kind: &str, mut value: Value| {
        value["type"] = json!(kind);
        value["sequence_number"] = json!(sequence);
        sequence += 1;
        event(kind, &value)
    };
    let response = |status: &str, output: &[Value], details: Value, usage: Value| {
        json!({"response": {"id": "resp_1", "object": "response", "created_at": 1, "model": "m", "status": status,
            "output": output, "incomplete_details": details, "usage": usage, "error": null, "tools": [],
            "parallel_tool_calls": true, "tool_choice": "auto", "metadata": {}, "instructions": null,
            "temperature": null, "top_p": null}})
    };
    let mut out = numbered("response.created", response("in_progress", &[], Value::Null, Value::Null));
    out += &numbered("response.in_progress", response("in_progress", &[], Value::Null, Value::Null));
    let mut items = responses_items(turn, number);
    if turn.stop == Stop::Refusal {
        items = vec![json!({"type": "message", "id": "msg_r", "role": "assistant", "status": "completed",
            "content": [{"type": "refusal", "refusal": turn.text}]})];
    }
    for (index, item) in items.iter().enumerate() {
        let mut added = item.clone();
        added["status"] = json!("in_progress");
        if added.get("content").is_some() {
            added["content"] = json!([]);
        }
        out += &numbered("response.output_item.added", json!({"output_index": index, "item": added}));
        let place = json!({"item_id": item["id"], "output_index": index});
        let mut delta = |kind: &str, more: Value| {
            let mut value = place.clone();
            value.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            numbered(kind, value)
        };
        match item["type"].as_str().unwrap() {
            "message" if turn.stop == Stop::Refusal => {
                for text in pieces(&turn.text) {
                    out += &delta("response.refusal.delta", json!({"content_index": 0, "delta": text}));
                }
            }
            "message" => {
                for text in pieces(&turn.text) {
                    let more = json!({"content_index": 0, "delta": text, "logprobs": []});
                    out += &delta("response.output_text.delta", more);
                }
            }
            "function_call" => {
                for text in pieces(item["arguments"].as_str().unwrap()) {
                    out += &delta("response.function_call_arguments.delta", json!({"delta": text}));
                }
            }
            _ => {}
        }
        out += &numbered("response.output_item.done", json!({"output_index": index, "item": item}));
    }
    let usage = json!({"input_tokens": 130, "input_tokens_details": {"cached_tokens": 20, "cache_write_tokens": 10},
        "output_tokens": 50, "output_tokens_details": {"reasoning_tokens": 5}, "total_tokens": 180});
    let (kind, status, details) = match turn.stop {
        Stop::Cut => ("response.incomplete", "incomplete", json!({"reason": "max_output_tokens"})),
        Stop::Filter => ("response.incomplete", "incomplete", json!({"reason": "content_filter"})),
        Stop::Usual | Stop::Refusal | Stop::Pause => ("response.completed", "completed", Value::Null),
    };
    out + &numbered(kind, response(status, &items, details, usage))
}

fn chat_item(turn: &Turn) -> Value {
    let content = if turn.text.is_empty() { Value::Null } else { json!(turn.text) };
    let mut item = json!({"role": "assistant", "content": content, "reasoning_content": turn.reasoning});
    if !turn.calls.is_empty() {
        let calls = turn.calls.iter().map(|(id, name, input)| {
            json!({"id": id, "type": "function", "function": {"name": name, "arguments": raw(input)},
                "extra_content": {"google": {"thought_signature": format!("ts-{id}")}}})
        });
        item["tool_calls"] = calls.collect();
    }
    item
}

fn chat_stream(turn: &Turn) -> String {
    let chunk = |delta: Value, finish: Value| {
        data(&json!({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices":
            [{"index": 0, "delta": delta, "finish_reason": finish}], "usage": null}))
    };
    let mut out = chunk(json!({"role": "assistant", "content": null, "reasoning_content": ""}), Value::Null);
    for text in pieces(&turn.reasoning) {
        out += &chunk(json!({"reasoning_content": text}), Value::Null);
    }
    for text in pieces(&turn.text) {
        out += &chunk(json!({"content": text}), Value::Null);
    }
    let item = chat_item(turn);
    for (index, (_, _, input)) in turn.calls.iter().enumerate() {
        let mut start = item["tool_calls"][index].clone();
        start["index"] = json!(index);
        start["function"]["arguments"] = json!("");
        out += &chunk(json!({"tool_calls": [start]}), Value::Null);
        for text in pieces(&raw(input)) {
            out += &chunk(json!({"tool_calls": [{"index": index, "function": {"arguments": text}}]}), Value::Null);
        }
    }
    let reason = match turn.stop {
        Stop::Usual if turn.calls.is_empty() => "stop",
        Stop::Usual | Stop::Pause => "tool_calls",
        Stop::Cut => "length",
        Stop::Refusal | Stop::Filter => "content_filter",
    };
    out += &chunk(json!({}), json!(reason));
    let prompt = turn.prompt_tokens.unwrap_or(120);
    let usage = json!({"prompt_tokens": prompt, "completion_tokens": 50, "total_tokens": prompt + 50,
        "prompt_tokens_details": {"cached_tokens": 20}});
    out += &data(
        &json!({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [], "usage": usage}),
    );
    out + "data: [DONE]\n\n"
}

fn gemini_items(turn: &Turn, number: usize) -> Vec<Value> {
    let mut items = Vec::new();
    if !turn.reasoning.is_empty() {
        items.push(json!({"text": turn.reasoning, "thought": true}));
    }
    if !turn.text.is_empty() {
        items.push(json!({"text": turn.text}));
    }
    for (index, (id, name, input)) in turn.calls.iter().enumerate() {
        let mut part = json!({"functionCall": {"id": id, "name": name, "args": object(input)}});
        if index == 0 {
            part["thoughtSignature"] = json!(format!("ts{number}"));
        }
        items.push(part);
    }
    items
}

fn gemini_stream(turn: &Turn, number: usize) -> String {
    let usage = json!({"promptTokenCount": 120, "cachedContentTokenCount": 20, "candidatesTokenCount": 45,
        "thoughtsTokenCount": 5, "totalTokenCount": 170});
    let chunk = |parts: Value, finish: Option<&str>| {
        let mut candidate = json!({"content": {"parts": parts, "role": "model"}, "index": 0});
        if let Some(finish) = finish {
            candidate["finishReason"] = json!(finish);
        }
        data(&json!({"candidates": [candidate], "usageMetadata": usage, "modelVersion": "m"}))
    };
    let mut out = String::new();
    for item in gemini_items(turn, number) {
        match item["text"].as_str() {
            // Thoughts stay in the parts in which they come.
            Some(text) if item["thought"] != true => {
                for piece in pieces(text) {
                    let mut part = item.clone();
                    part["text"] = json!(piece);
                    out += &chunk(json!([part]), None);
                }
            }
            Some(_) | None => out += &chunk(json!([item]), None),
        }
    }
    let reason = match turn.stop {
        Stop::Usual | Stop::Pause => "STOP",
        Stop::Cut => "MAX_TOKENS",
        Stop::Refusal | Stop::Filter => "SAFETY",
    };
    out + &chunk(json!([]), Some(reason))
}

fn ollama_item(turn: &Turn) -> Value {
    let mut item = json!({"role": "assistant", "content": turn.text});
    if !turn.reasoning.is_empty() {
        item["thinking"] = json!(turn.reasoning);
    }
    if !turn.calls.is_empty() {
        let calls = turn.calls.iter().enumerate().map(
            |(index, (_, name, input))| json!({"function": {"index": index, "name": name, "arguments": object(input)}}),
        );
        item["tool_calls"] = calls.collect();
    }
    item
}

fn ollama_stream(turn: &Turn) -> String {
    let line =
        |message: Value| format!("{}\n", json!({"model": "m", "created_at": "x", "message": message, "done": false}));
    let mut out = String::new();
    for text in pieces(&turn.reasoning) {
        out += &line(json!({"role": "assistant", "content": "", "thinking": text}));
    }
    for text in pieces(&turn.text) {
        out += &line(json!({"role": "assistant", "content": text}));
    }
    if !turn.calls.is_empty() {
        out += &line(json!({"role": "assistant", "content": "", "tool_calls": ollama_item(turn)["tool_calls"]}));
    }
    let reason = if turn.stop == Stop::Cut { "length" } else { "stop" };
    out + &format!(
        "{}\n",
        json!({"model": "m", "created_at": "x", "message": {"role": "assistant", "content": ""}, "done": true,
            "done_reason": reason, "prompt_eval_count": 120, "eval_count": 50})
    )
}
