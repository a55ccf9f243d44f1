//! The body and the path of a request to Gemini.
//!
//! What changes from one request of a run to the next stands behind what does not.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::event::{Call, Reply};
use crate::model::wire::history::{Source, source};
use crate::model::wire::{Draft, arguments};
use crate::model::{Items, Message, ToolReply, ToolSpec};

/// Stands for the signature of a call that the model did not make, as Google's documentation of thought signatures
/// tells for conversations that come from elsewhere: a call without any is refused.
const FOREIGN_SIGNATURE: &str = "skip_thought_signature_validator";

/// The path, query included.
pub fn path(model: &str) -> String {
    let model = model.strip_prefix("models/").unwrap_or(model);
    let mut path = "/v1beta/models/".to_owned();
    for byte in model.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            path.push(char::from(byte));
        } else {
            let _ = write!(path, "%{byte:02X}");
        }
    }
    path.push_str(":streamGenerateContent?alt=sse");
    path
}

/// The JSON body of a request.
pub fn body(draft: &Draft) -> Value {
    let request = draft.request;
    let mut body = Map::new();
    if !request.system.is_empty() {
        body.insert("systemInstruction".to_owned(), json!({"parts": [{"text": request.system}]}));
    }
    if !request.tools.is_empty() {
        let declarations: Vec<Value> = request.tools.iter().map(declaration).collect();
        body.insert("tools".to_owned(), json!([{"functionDeclarations": declarations}]));
    }
    body.insert("contents".to_owned(), Value::Array(contents(draft)));
    if !request.tools.is_empty() {
        let mode = if request.closing { "NONE" } else { "AUTO" };
        body.insert("toolConfig".to_owned(), json!({"functionCallingConfig": {"mode": mode}}));
    }
    body.insert("generationConfig".to_owned(), json!({"maxOutputTokens": draft.output_tokens}));
    Value::Object(body)
}

fn declaration(spec: &ToolSpec) -> Value {
    json!({"name": spec.name, "description": spec.description, "parametersJsonSchema": spec.input_schema})
}

/// The messages. The calls that are open are those of the parts sent last.
fn contents(draft: &Draft) -> Vec<Value> {
    let mut sent = Vec::new();
    let mut open = Vec::new();
    for message in &draft.request.messages {
        match message {
            Message::User { text } => sent.push(json!({"role": "user", "parts": [{"text": text}]})),
            Message::Assistant { reply, items } => {
                let parts = parts(draft, reply, items.as_ref());
                open = parts.iter().filter_map(|part| part.get("functionCall").cloned()).collect();
                // A content without parts is refused; one that is left out leaves the conversation valid.
                if !parts.is_empty() {
                    sent.push(json!({"role": "model", "parts": parts}));
                }
            }
            Message::Results { results } => {
                let mut calls = std::mem::take(&mut open).into_iter();
                let parts: Vec<Value> = results.iter().map(|reply| response(reply, calls.next().as_ref())).collect();
                sent.push(json!({"role": "user", "parts": parts}));
            }
        }
    }
    sent
}

/// The parts of a message of the model.
fn parts(draft: &Draft, reply: &Reply, items: Option<&Items>) -> Vec<Value> {
    let mut parts: Vec<Value> = match source(items, draft.endpoint) {
        Source::Own(parts) => return parts.to_vec(),
        Source::Kin(parts) => parts.iter().filter_map(readable).collect(),
        Source::Foreign => {
            let text = (!reply.text.trim().is_empty()).then(|| json!({"text": reply.text}));
            text.into_iter().chain(reply.calls.iter().map(foreign_call)).collect()
        }
    };
    let first_call = parts.iter_mut().filter_map(Value::as_object_mut).find(|part| part.contains_key("functionCall"));
    if let Some(part) = first_call
        && draft.endpoint.official
    {
        part.insert("thoughtSignature".to_owned(), json!(FOREIGN_SIGNATURE));
    }
    parts
}

/// What any model can read of a part that another one made.
fn readable(part: &Value) -> Option<Value> {
    if part.get("thought").and_then(Value::as_bool) == Some(true) {
        return None;
    }
    if let Some(call) = part.get("functionCall") {
        let args = arguments::as_object(&arguments::read_value(call.get("args")));
        let id = call.get("id").and_then(Value::as_str).unwrap_or_default();
        return Some(function_call(id, call.get("name")?.as_str()?, args));
    }
    let text = part.get("text")?.as_str()?;
    (!text.trim().is_empty()).then(|| json!({"text": text}))
}

fn foreign_call(call: &Call) -> Value {
    function_call(&call.id, &call.name, arguments::as_object(&call.input))
}

/// A call as a part; without its id where it has none.
fn function_call(id: &str, name: &str, args: Value) -> Value {
    let mut call = Map::new();
    if !id.is_empty() {
        call.insert("id".to_owned(), json!(id));
    }
    call.insert("name".to_owned(), json!(name));
    call.insert("args".to_owned(), args);
    json!({"functionCall": call})
}

/// A result as a part, under the id and name that its call has in the parts before it.
fn response(reply: &ToolReply, call: Option<&Value>) -> Value {
    let mut response = Map::new();
    if let Some(id) = call.and_then(|call| call.get("id")).filter(|id| id.is_string()) {
        response.insert("id".to_owned(), id.clone());
    }
    let name = call.and_then(|call| call.get("name")).cloned().unwrap_or_else(|| json!(reply.name));
    response.insert("name".to_owned(), name);
    let key = if reply.is_error { "error" } else { "output" };
    response.insert("response".to_owned(), json!({key: reply.content}));
    json!({"functionResponse": response})
}
