//! What every request must be, whatever the script does.

mod exchange;

use std::collections::BTreeMap;

use serde_json::Value;

use super::dialect::{ANY, Played};
use super::http::Request;
use super::{Dialect, KEY};

/// What earlier requests and turns ask of the next request.
#[derive(Debug, Default)]
pub struct Memory {
    /// Messages of the last request, as text: the bytes count.
    messages: Vec<String>,
    /// System prompt and tools, as text.
    head: Option<Vec<String>>,
    /// What comes next.
    next: Next,
}

/// What the next request must be.
#[derive(Debug, Default)]
pub enum Next {
    /// Anything that goes on from the last one.
    #[default]
    Open,
    /// The very bytes of the last one: it failed, and its fault may pass.
    Same(String),
    /// The turn comes back, whole; to the byte, unless what must be made up stands in it.
    Turn { items: Vec<Value>, to_the_byte: bool },
}

impl Memory {
    /// A turn was played whole, and its end was a good one.
    pub fn played(&mut self, played: &Played, loose: bool) {
        self.next = Next::Turn { items: played.items.clone(), to_the_byte: !loose };
    }

    /// What was answered is a fault that may pass.
    pub fn failed(&mut self, request: &Request) {
        self.next = Next::Same(request.body.clone());
    }

    /// The request was refused for what it is: another one may come in its place.
    pub fn refused(&mut self) {
        *self = Self::default();
    }

    /// Nothing is known of the next request.
    pub fn forget(&mut self) {
        self.next = Next::Open;
    }
}

/// Everything that is wrong about a request.
pub fn police(dialect: Dialect, request: &Request, body: &Value, memory: &mut Memory) -> Vec<String> {
    let mut faults = headers(dialect, request);
    faults.extend(top_level(dialect, body));
    if request.body.contains(KEY) || request.path.contains(KEY) {
        faults.push("holds the key".to_owned());
    }
    let list = list(dialect, body);
    faults.extend(exchange::faults(dialect, list));
    let messages: Vec<String> = list.iter().map(Value::to_string).collect();
    if !messages.starts_with(&memory.messages) {
        faults.push("does not begin as the one before".to_owned());
    }
    let head = head(dialect, body);
    match &memory.head {
        Some(before) if *before != head => faults.push("has another system prompt or other tools".to_owned()),
        Some(_) | None => memory.head = Some(head),
    }
    match std::mem::take(&mut memory.next) {
        Next::Open => {}
        Next::Same(before) if before == request.body => {}
        Next::Same(_) => faults.push("is not the one that failed".to_owned()),
        Next::Turn { items, to_the_byte } => {
            let added = list.get(memory.messages.len()..).unwrap_or_default();
            faults.extend(not_returned(dialect, added, &items, to_the_byte));
        }
    }
    memory.messages = messages;
    faults
}

fn headers(dialect: Dialect, request: &Request) -> Vec<String> {
    let mut faults = Vec::new();
    if let Some((name, value)) = dialect.key_header()
        && request.header(name) != Some(value.as_str())
    {
        faults.push(format!("{name} is not the key"));
    }
    for name in ["x-api-key", "authorization", "x-goog-api-key", "api-key"] {
        let own = dialect.key_header().is_some_and(|(key, _)| key == name);
        if !own && request.header(name).is_some() {
            faults.push(format!("{name} is sent, too"));
        }
    }
    if !request.header("content-type").is_some_and(|kind| kind.starts_with("application/json")) {
        faults.push(format!("content-type is {:?}", request.header("content-type")));
    }
    let version = request.header("anthropic-version");
    match version {
        Some("2023-06-01" | "2026-10-21") if dialect == Dialect::Anthropic => {}
        None if dialect != Dialect::Anthropic => {}
        Some(_) | None => faults.push(format!("anthropic-version is {version:?}")),
    }
    let mut times = BTreeMap::new();
    request.headers.iter().for_each(|(name, _)| *times.entry(name).or_insert(0) += 1);
    faults.extend(times.iter().filter(|(_, times)| **times > 1).map(|(name, _)| format!("{name} is sent twice")));
    faults
}

/// The keys of a body: those that must be there, and none that nobody asked for, which strict servers refuse; so
/// nothing that steers sampling.
fn top_level(dialect: Dialect, body: &Value) -> Vec<String> {
    let (known, options): (&[&str], &[&str]) = match dialect {
        Dialect::Anthropic => {
            (&["model", "stream", "cache_control", "system", "tools", "messages", "tool_choice", "max_tokens"], &[])
        }
        Dialect::Responses => (
            &["model", "stream", "store", "instructions", "tools", "input", "tool_choice", "max_output_tokens", "text"],
            &[],
        ),
        Dialect::Chat => (
            &["model", "stream", "stream_options", "tools", "messages", "tool_choice", "max_tokens", "response_format"],
            &[],
        ),
        Dialect::Gemini => (
            &["systemInstruction", "tools", "contents", "toolConfig", "generationConfig"],
            &["maxOutputTokens", "responseMimeType", "responseJsonSchema"],
        ),
        Dialect::Ollama => {
            (&["model", "stream", "tools", "messages", "format", "options"], &["num_ctx", "num_predict"])
        }
    };
    let Some(object) = body.as_object() else { return vec![format!("is no JSON object: {body}")] };
    let mut faults = Vec::new();
    faults.extend(object.keys().filter(|key| !known.contains(&key.as_str())).map(|key| format!("holds {key}")));
    let inner = object.get("generationConfig").or_else(|| object.get("options")).and_then(Value::as_object);
    let inner = inner.into_iter().flat_map(serde_json::Map::keys);
    faults.extend(inner.filter(|key| !options.contains(&key.as_str())).map(|key| format!("holds the option {key}")));
    let cap = match dialect {
        Dialect::Anthropic | Dialect::Chat => &body["max_tokens"],
        Dialect::Responses => &body["max_output_tokens"],
        Dialect::Gemini => &body["generationConfig"]["maxOutputTokens"],
        Dialect::Ollama => &body["options"]["num_predict"],
    };
    if cap.as_u64().is_none_or(|cap| cap == 0) {
        faults.push(format!("has no token cap: {cap}"));
    }
    if dialect != Dialect::Gemini && body["stream"] != true {
        faults.push("does not stream".to_owned());
    }
    if dialect == Dialect::Responses && body["store"] != false {
        faults.push("lets the server keep it".to_owned());
    }
    if dialect == Dialect::Ollama && body["options"]["num_ctx"].as_u64().is_none_or(|tokens| tokens < 4096) {
        faults.push(format!("leaves the context to the server: {}", body["options"]));
    }
    let closes = match dialect {
        Dialect::Anthropic => &body["tool_choice"]["type"],
        Dialect::Responses | Dialect::Chat => &body["tool_choice"],
        Dialect::Gemini => &body["toolConfig"]["functionCallingConfig"]["mode"],
        Dialect::Ollama => &Value::Null,
    };
    if !matches!(closes.as_str(), None | Some("auto" | "none" | "AUTO" | "NONE")) {
        faults.push(format!("forces a tool: {closes}"));
    }
    faults
}

/// The conversation; of Chat and Ollama, with the system prompt.
fn list(dialect: Dialect, body: &Value) -> &[Value] {
    let list = match dialect {
        Dialect::Anthropic | Dialect::Chat | Dialect::Ollama => &body["messages"],
        Dialect::Responses => &body["input"],
        Dialect::Gemini => &body["contents"],
    };
    list.as_array().map_or(&[], Vec::as_slice)
}

/// What must never change within a run.
fn head(dialect: Dialect, body: &Value) -> Vec<String> {
    let keys: &[&str] = match dialect {
        Dialect::Anthropic => &["/model", "/system", "/tools"],
        Dialect::Responses => &["/model", "/instructions", "/tools", "/prompt_cache_key"],
        Dialect::Chat => &["/model", "/tools"],
        Dialect::Gemini => &["/systemInstruction", "/tools"],
        Dialect::Ollama => &["/model", "/tools", "/options/num_ctx"],
    };
    keys.iter().map(|key| format!("{key}={}", body.pointer(key).unwrap_or(&Value::Null))).collect()
}

/// What is missing of a turn that must come back.
fn not_returned(dialect: Dialect, added: &[Value], items: &[Value], to_the_byte: bool) -> Option<String> {
    let back: Vec<Value> = match dialect {
        Dialect::Anthropic => content(added.first(), "content"),
        Dialect::Gemini => content(added.first(), "parts"),
        Dialect::Chat | Dialect::Ollama => added.iter().take(1).cloned().collect(),
        Dialect::Responses => added.iter().take(items.len()).cloned().collect(),
    };
    let (sent, came) = (Value::from(items), Value::from(back));
    let (sent_text, came_text) = (sent.to_string(), came.to_string());
    let made_up = Value::from(ANY).to_string();
    let is_same =
        if to_the_byte && !sent_text.contains(&made_up) { sent_text == came_text } else { matches(&sent, &came) };
    (!is_same).then(|| format!("the turn came back changed:\n  sent {sent_text}\n  back {came_text}"))
}

/// Whether a value is another one, with texts or objects where [`ANY`] stands.
fn matches(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::String(any), Value::String(text)) if any == ANY => !text.is_empty(),
        (Value::String(any), Value::Object(_)) if any == ANY => true,
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len() && expected.iter().zip(found).all(|(one, other)| matches(one, other))
        }
        (Value::Object(expected), Value::Object(found)) => {
            expected.len() == found.len()
                && expected.iter().all(|(key, value)| found.get(key).is_some_and(|other| matches(value, other)))
        }
        _ => expected == found,
    }
}

fn content(message: Option<&Value>, key: &str) -> Vec<Value> {
    message.and_then(|message| message[key].as_array()).cloned().unwrap_or_default()
}
