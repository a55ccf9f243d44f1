//! The body of a request to Ollama.

use serde_json::{Map, Value, json};

use crate::event::Reply;
use crate::model::wire::functions::{calls, tool};
use crate::model::wire::history::{Source, source};
use crate::model::wire::shape::text_of;
use crate::model::wire::{Draft, arguments, results};
use crate::model::{Endpoint, Items, Message, ToolReply};

/// The JSON body of a request. Nothing in it forbids a call in the closing turn: Ollama knows no such word.
pub fn body(draft: &Draft) -> Value {
    let Draft { request, endpoint, .. } = draft;
    let mut body = Map::new();
    let mut set = |key: &str, value: Value| body.insert(key.to_owned(), value);
    set("model", json!(endpoint.model));
    set("stream", json!(true));
    if !request.tools.is_empty() {
        set("tools", request.tools.iter().map(tool).collect());
    }
    set("messages", messages(draft).into());
    if let Some(schema) = draft.answer_schema {
        set("format", schema.clone());
    }
    set("options", json!({"num_ctx": draft.context_tokens, "num_predict": draft.output_tokens}));
    Value::Object(body)
}

fn messages(draft: &Draft) -> Vec<Value> {
    let Draft { request, endpoint, .. } = draft;
    let mut messages = vec![json!({"role": "system", "content": request.system})];
    let mut called = Vec::new();
    for message in &request.messages {
        match message {
            Message::User { text } => messages.push(json!({"role": "user", "content": text})),
            Message::Assistant { reply, items } => {
                let turn = assistant(reply, items.as_ref(), endpoint);
                called = turn.iter().flat_map(calls).cloned().collect();
                messages.extend(turn);
            }
            Message::Results { results } => {
                messages
                    .extend(results.iter().enumerate().map(|(position, reply)| result(reply, called.get(position))));
            }
        }
    }
    messages
}

/// A result. Newer servers give calls an id: they get it back.
fn result(reply: &ToolReply, call: Option<&Value>) -> Value {
    let name = call.map(|call| text_of(call.get("function").unwrap_or(&Value::Null), "name"));
    let name = name.filter(|name| !name.is_empty()).unwrap_or(&reply.name);
    let mut message = json!({"role": "tool", "tool_name": name, "content": results::text(reply)});
    if let (Some(message), Some(id)) = (message.as_object_mut(), call.and_then(|call| call.get("id"))) {
        message.insert("tool_call_id".to_owned(), id.clone());
    }
    message
}

/// The messages of a turn; none where there is nothing in it.
fn assistant(reply: &Reply, items: Option<&Items>, endpoint: &Endpoint) -> Vec<Value> {
    let whole = |items: &[Value]| items.iter().flat_map(calls).count() == reply.calls.len();
    let turn: Vec<Value> = match source(items, endpoint) {
        Source::Own(items) if whole(items) => items.to_vec(),
        Source::Kin(items) if whole(items) => items.iter().map(shared).collect(),
        Source::Own(_) | Source::Kin(_) | Source::Foreign => vec![written(reply)],
    };
    turn.into_iter().filter(|message| !calls(message).is_empty() || !text_of(message, "content").is_empty()).collect()
}

/// What another model or server reads of a message.
fn shared(item: &Value) -> Value {
    let calls = calls(item).iter().map(|call| {
        let function = call.get("function").unwrap_or(&Value::Null);
        function_call(text_of(function, "name"), &arguments::read_value(function.get("arguments")))
    });
    message(text_of(item, "role"), text_of(item, "content"), calls.collect())
}

/// A message from the neutral form.
fn written(reply: &Reply) -> Value {
    let calls = reply.calls.iter().map(|call| function_call(&call.name, &call.input));
    message("assistant", &reply.text, calls.collect())
}

fn message(role: &str, content: &str, calls: Vec<Value>) -> Value {
    let mut message = json!({"role": role, "content": content});
    if let Some(message) = message.as_object_mut().filter(|_| !calls.is_empty()) {
        message.insert("tool_calls".to_owned(), calls.into());
    }
    message
}

fn function_call(name: &str, input: &Value) -> Value {
    json!({"function": {"name": name, "arguments": arguments::as_object(input)}})
}
