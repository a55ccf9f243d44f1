//! The body of a request to Responses.

use serde_json::{Map, Value, json};

use super::turn::is_call;
use crate::event::Reply;
use crate::model::wire::history::{Source, source};
use crate::model::wire::shape::text_of;
use crate::model::wire::{Draft, arguments, results};
use crate::model::{Endpoint, Items, Message};

/// The JSON body of a request.
pub fn body(draft: &Draft) -> Value {
    let Draft { request, endpoint, .. } = draft;
    let mut body = Map::new();
    let mut set = |key: &str, value: Value| body.insert(key.to_owned(), value);
    set("model", json!(endpoint.model));
    set("stream", json!(true));
    set("store", json!(false));
    if endpoint.official {
        set("include", json!(["reasoning.encrypted_content"]));
        set("prompt_cache_key", json!(draft.cache_key));
    } else {
        // OpenAI's newer models read instructions behind the input, and bill them as new each time; templates of open
        // models know no developer.
        set("instructions", json!(request.system));
    }
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            json!({"type": "function", "name": tool.name, "description": tool.description, "strict": false,
                "parameters": tool.input_schema})
        });
        set("tools", tools.collect());
    }
    set("input", input(draft).into());
    if !request.tools.is_empty() {
        set("tool_choice", json!(if request.closing { "none" } else { "auto" }));
    }
    set("max_output_tokens", json!(draft.output_tokens));
    if let Some(schema) = draft.answer_schema {
        set("text", json!({"format": {"type": "json_schema", "name": "reply", "schema": schema, "strict": false}}));
    }
    Value::Object(body)
}

fn input(draft: &Draft) -> Vec<Value> {
    let Draft { request, endpoint, .. } = draft;
    let mut input = Vec::new();
    if endpoint.official {
        input.push(json!({"role": "developer", "content": request.system}));
    }
    let mut ids = Vec::new();
    for message in &request.messages {
        match message {
            Message::User { text } => input.push(json!({"role": "user", "content": text})),
            Message::Assistant { reply, items } => {
                let turn = assistant(reply, items.as_ref(), endpoint);
                ids =
                    turn.iter().filter(|item| is_call(item)).map(|item| text_of(item, "call_id").to_owned()).collect();
                input.extend(turn);
            }
            Message::Results { results: replies } => {
                input.extend(replies.iter().enumerate().map(|(position, reply)| {
                    let id = ids.get(position).cloned();
                    let id = id.unwrap_or_else(|| results::id(position, &[&reply.call_id]));
                    json!({"type": "function_call_output", "call_id": id, "output": results::text(reply)})
                }));
            }
        }
    }
    input
}

/// The items of a turn; none where there is nothing in it that a server takes back, as reasoning alone.
fn assistant(reply: &Reply, items: Option<&Items>, endpoint: &Endpoint) -> Vec<Value> {
    let whole = |items: &[Value]| items.iter().filter(|item| is_call(item)).count() == reply.calls.len();
    let turn: Vec<Value> = match source(items, endpoint) {
        Source::Own(items) if whole(items) => {
            items.iter().map(|item| if endpoint.official { item.clone() } else { readable(item) }).collect()
        }
        Source::Kin(items) if whole(items) => {
            items.iter().enumerate().filter_map(|(position, item)| shared(position, item, endpoint.official)).collect()
        }
        Source::Own(_) | Source::Kin(_) | Source::Foreign => written(reply),
    };
    if turn.iter().any(says_something) { turn } else { Vec::new() }
}

fn says_something(item: &Value) -> bool {
    is_call(item)
        || match item.get("content").filter(|_| item.get("role").is_some()) {
            Some(Value::String(text)) => !text.is_empty(),
            Some(Value::Array(parts)) => !parts.is_empty(),
            Some(_) | None => false,
        }
}

/// An item exactly as the server sent it, but for arguments that are no JSON: those a model wrote, and servers that read
/// them, as llama.cpp, would refuse every later request for them.
fn readable(item: &Value) -> Value {
    let mut item = item.clone();
    if is_call(&item)
        && let Some(text) = item.get_mut("arguments")
        && let Some(mended) = text.as_str().and_then(arguments::mended)
    {
        *text = Value::String(mended);
    }
    item
}

/// What another model or server reads of an item. A server's id is left out: it stands for reasoning that is left out as
/// well.
fn shared(position: usize, item: &Value, official: bool) -> Option<Value> {
    if is_call(item) {
        let input = arguments::read_value(item.get("arguments"));
        let id = results::id(position, &[text_of(item, "call_id")]);
        return Some(function_call(&id, text_of(item, "name"), &input));
    }
    let content = match item.get("content").filter(|_| item.get("role").is_some())? {
        Value::Array(parts) => parts.iter().map(|part| text_of(part, "text")).collect(),
        content => content.as_str()?.to_owned(),
    };
    let mut message = easy(text_of(item, "role"), &content);
    if let (Some(message), Some(phase), true) = (message.as_object_mut(), item.get("phase"), official) {
        message.insert("phase".to_owned(), phase.clone());
    }
    (!content.is_empty()).then_some(message)
}

/// Items from the neutral form.
fn written(reply: &Reply) -> Vec<Value> {
    let text = (!reply.text.is_empty()).then(|| easy("assistant", &reply.text));
    let calls = reply
        .calls
        .iter()
        .enumerate()
        .map(|(position, call)| function_call(&results::id(position, &[&call.id]), &call.name, &call.input));
    text.into_iter().chain(calls).collect()
}

/// A message without an id. llama.cpp knows it by its type only.
fn easy(role: &str, text: &str) -> Value {
    json!({"type": "message", "role": role, "content": text})
}

fn function_call(id: &str, name: &str, input: &Value) -> Value {
    json!({"type": "function_call", "call_id": id, "name": name, "arguments": arguments::as_text(input)})
}
