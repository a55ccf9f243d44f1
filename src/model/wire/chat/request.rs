//! The body of a request to Chat Completions.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::event::Reply;
use crate::model::wire::functions::{calls, tool};
use crate::model::wire::history::{Source, source};
use crate::model::wire::shape::text_of;
use crate::model::wire::{Draft, arguments, results};
use crate::model::{Endpoint, Items, Message, OutputCap};

/// The JSON body of a request.
pub fn body(draft: &Draft) -> Value {
    let Draft { request, endpoint, .. } = draft;
    let mut body = Map::new();
    let mut set = |key: &str, value: Value| body.insert(key.to_owned(), value);
    set("model", json!(endpoint.model));
    set("stream", json!(true));
    set("stream_options", json!({"include_usage": true}));
    if !request.tools.is_empty() {
        set("tools", request.tools.iter().map(tool).collect());
    }
    set("messages", messages(draft).into());
    if !request.tools.is_empty() {
        set("tool_choice", json!(if request.closing { "none" } else { "auto" }));
    }
    let cap = match endpoint.output_cap {
        OutputCap::MaxTokens => "max_tokens",
        OutputCap::MaxCompletionTokens => "max_completion_tokens",
    };
    set(cap, json!(draft.output_tokens));
    if let Some(schema) = draft.answer_schema {
        set("response_format", json!({"type": "json_schema", "json_schema": {"name": "reply", "schema": schema}}));
    }
    Value::Object(body)
}

fn messages(draft: &Draft) -> Vec<Value> {
    let Draft { request, endpoint, .. } = draft;
    // Templates of open models know no developer.
    let role = if endpoint.official { "developer" } else { "system" };
    let mut messages = vec![json!({"role": role, "content": request.system})];
    let mut ids = Vec::new();
    for message in &request.messages {
        match message {
            Message::User { text } => messages.push(json!({"role": "user", "content": text})),
            Message::Assistant { reply, items } => {
                let turn = assistant(reply, items.as_ref(), endpoint);
                ids = turn.iter().flat_map(calls).map(|call| text_of(call, "id").to_owned()).collect();
                messages.extend(turn);
            }
            Message::Results { results: replies } => {
                messages.extend(replies.iter().enumerate().map(|(position, reply)| {
                    let id = ids.get(position).cloned();
                    let id = id.unwrap_or_else(|| results::id(position, &[&reply.call_id]));
                    json!({"role": "tool", "tool_call_id": id, "content": results::text(reply)})
                }));
            }
        }
    }
    messages
}

/// The messages of a turn; none where there is nothing in it that a server takes back.
fn assistant(reply: &Reply, items: Option<&Items>, endpoint: &Endpoint) -> Vec<Value> {
    let whole = |items: &[Value]| items.iter().flat_map(calls).count() == reply.calls.len();
    let turn: Vec<Value> = match source(items, endpoint) {
        Source::Own(items) if whole(items) => {
            items.iter().map(|item| if endpoint.official { item.clone() } else { readable(item) }).collect()
        }
        Source::Kin(items) if whole(items) => items.iter().map(shared).collect(),
        Source::Own(_) | Source::Kin(_) | Source::Foreign => vec![written(reply)],
    };
    turn.into_iter().filter(says_something).collect()
}

/// Whether a message has a call or content; without both, servers refuse it.
fn says_something(message: &Value) -> bool {
    !calls(message).is_empty()
        || match message.get("content") {
            Some(Value::String(text)) => !text.is_empty(),
            Some(Value::Array(parts)) => !parts.is_empty(),
            Some(_) | None => false,
        }
}

/// A message exactly as the server sent it, but for arguments that are no JSON: those a model wrote, and servers that
/// read them, as llama.cpp and vLLM, would refuse every later request for them.
fn readable(item: &Value) -> Value {
    let mut item = item.clone();
    let calls = item.get_mut("tool_calls").and_then(Value::as_array_mut);
    for text in calls.into_iter().flatten().filter_map(|call| call.pointer_mut("/function/arguments")) {
        if let Some(mended) = text.as_str().and_then(arguments::mended) {
            *text = Value::String(mended);
        }
    }
    item
}

/// What another model or server reads of a message.
fn shared(item: &Value) -> Value {
    let content = match item.get("content") {
        Some(Value::Array(parts)) => Value::String(parts.iter().map(|part| text_of(part, "text")).collect()),
        Some(content) => content.clone(),
        None => Value::Null,
    };
    let calls = calls(item).iter().enumerate().map(|(position, call)| {
        let function = call.get("function").unwrap_or(&Value::Null);
        let input = arguments::read_value(function.get("arguments"));
        function_call(&results::id(position, &[text_of(call, "id")]), text_of(function, "name"), &input)
    });
    message(text_of(item, "role"), &content, calls.collect())
}

/// A message from the neutral form.
fn written(reply: &Reply) -> Value {
    let calls = reply
        .calls
        .iter()
        .enumerate()
        .map(|(position, call)| function_call(&results::id(position, &[&call.id]), &call.name, &call.input));
    let content = if reply.text.is_empty() { Value::Null } else { json!(reply.text) };
    message("assistant", &content, calls.collect())
}

fn message(role: &str, content: &Value, calls: Vec<Value>) -> Value {
    let content = if content == "" && !calls.is_empty() { Cow::Owned(Value::Null) } else { Cow::Borrowed(content) };
    let mut message = json!({"role": role, "content": content});
    if let Some(message) = message.as_object_mut().filter(|_| !calls.is_empty()) {
        message.insert("tool_calls".to_owned(), calls.into());
    }
    message
}

fn function_call(id: &str, name: &str, input: &Value) -> Value {
    json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments::as_text(input)}})
}
