//! What every request must be, whatever the script does.

use serde_json::Value;

use super::http::Request;
use super::{Dialect, Turn};

/// What earlier requests and turns ask of the next request.
#[derive(Debug, Default)]
pub struct Memory {
    /// Messages of the last request.
    messages: Vec<Value>,
    /// System prompt and tools, as text: the bytes count.
    head: Option<String>,
    /// The items of the last turn and the ids of its calls, to come back.
    turn: Option<(Vec<Value>, Vec<String>)>,
}

impl Memory {
    /// Remembers a turn that was played whole. One that ended badly does not come back.
    pub fn expect(&mut self, dialect: Dialect, turn: &Turn, number: usize) {
        let comes_back = matches!(turn.stop, super::Stop::Usual | super::Stop::Pause)
            && turn.calls.iter().all(|(id, _, input)| input.is_object() && !id.is_empty());
        let ids = turn.calls.iter().map(|(id, _, _)| id.clone()).collect();
        self.turn = comes_back.then(|| (dialect.items(turn, number), ids));
    }
}

/// Everything that is wrong about a request.
pub fn police(dialect: Dialect, request: &Request, body: &Value, memory: &mut Memory) -> Vec<String> {
    let mut faults = headers(dialect, request);
    let mut fault = |what: String| faults.push(format!("request: {what}"));
    for key in ["temperature", "top_p", "top_k", "seed"] {
        if mentions(body, key) {
            fault(format!("holds {key}"));
        }
    }
    let cap = match dialect {
        Dialect::Anthropic | Dialect::Chat => &body["max_tokens"],
        Dialect::Responses => &body["max_output_tokens"],
        Dialect::Gemini => &body["generationConfig"]["maxOutputTokens"],
        Dialect::Ollama => &body["options"]["num_predict"],
    };
    if cap.as_u64().is_none_or(|cap| cap == 0) {
        fault(format!("has no token cap: {cap}"));
    }
    if dialect != Dialect::Gemini && body["stream"] != true {
        fault("does not stream".to_owned());
    }
    if dialect == Dialect::Ollama && body["options"]["num_ctx"].as_u64().is_none_or(|tokens| tokens < 4096) {
        fault(format!("leaves the context to the server: {}", body["options"]));
    }
    let messages = messages(dialect, body);
    if messages.is_empty() {
        fault("has no messages".to_owned());
    }
    if messages.len() < memory.messages.len() || messages[..memory.messages.len()] != memory.messages[..] {
        fault("does not begin as the one before".to_owned());
    }
    let head = head(dialect, body);
    match &memory.head {
        Some(before) if *before != head => fault("has another system prompt or other tools".to_owned()),
        Some(_) | None => memory.head = Some(head),
    }
    if let Some((items, ids)) = memory.turn.take() {
        let added = &messages[memory.messages.len().min(messages.len())..];
        if let Some(what) = not_returned(dialect, added, &items, &ids) {
            fault(what);
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
    if dialect == Dialect::Anthropic && request.header("anthropic-version").is_none() {
        faults.push("anthropic-version is missing".to_owned());
    }
    faults
}

/// Whether an object of the body has a key, data of the conversation left out.
fn mentions(body: &Value, key: &str) -> bool {
    let settings = ["generationConfig", "options"].iter().filter_map(|inner| body.get(*inner));
    settings.chain([body]).any(|object| object.get(key).is_some())
}

/// The conversation, without the system prompt.
fn messages(dialect: Dialect, body: &Value) -> Vec<Value> {
    let list = match dialect {
        Dialect::Anthropic | Dialect::Chat | Dialect::Ollama => &body["messages"],
        Dialect::Responses => &body["input"],
        Dialect::Gemini => &body["contents"],
    };
    list.as_array().cloned().unwrap_or_default()
}

/// What must never change within a run.
fn head(dialect: Dialect, body: &Value) -> String {
    let keys: &[&str] = match dialect {
        Dialect::Anthropic => &["model", "system", "tools"],
        Dialect::Responses => &["model", "instructions", "tools", "prompt_cache_key"],
        Dialect::Chat => &["model", "tools"],
        Dialect::Gemini => &["systemInstruction", "tools"],
        Dialect::Ollama => &["model", "tools", "options.num_ctx"],
    };
    keys.iter().map(|key| body[*key].to_string()).collect::<Vec<_>>().join("\n")
}

/// What is missing of a turn that must come back, and of the results of its calls.
fn not_returned(dialect: Dialect, added: &[Value], items: &[Value], ids: &[String]) -> Option<String> {
    let (back, results): (Vec<Value>, Vec<Value>) = match dialect {
        Dialect::Anthropic => (content(added.first(), "content"), content(added.get(1), "content")),
        Dialect::Gemini => (content(added.first(), "parts"), content(added.get(1), "parts")),
        Dialect::Chat | Dialect::Ollama => {
            (added.iter().take(1).cloned().collect(), added.iter().skip(1).take(ids.len()).cloned().collect())
        }
        Dialect::Responses => {
            let (back, results) = added.split_at(items.len().min(added.len()));
            (back.to_vec(), results.iter().take(ids.len()).cloned().collect())
        }
    };
    if back != items {
        return Some(format!("the turn came back changed:\n  sent {items:?}\n  back {back:?}"));
    }
    let found: Vec<String> = results
        .iter()
        .filter_map(|result| {
            let id = match dialect {
                Dialect::Anthropic => result.get("tool_use_id"),
                Dialect::Responses => result.get("call_id"),
                Dialect::Chat => result.get("tool_call_id"),
                Dialect::Gemini => result.get("functionResponse").and_then(|response| response.get("id")),
                // No ids there: the order alone tells.
                Dialect::Ollama => result.get("role").filter(|role| *role == "tool"),
            };
            id.and_then(Value::as_str).map(str::to_owned)
        })
        .collect();
    let wanted: Vec<String> =
        if dialect == Dialect::Ollama { vec!["tool".to_owned(); ids.len()] } else { ids.to_vec() };
    (found != wanted).then(|| format!("results for {found:?} instead of {wanted:?}"))
}

fn content(message: Option<&Value>, key: &str) -> Vec<Value> {
    message.and_then(|message| message[key].as_array()).cloned().unwrap_or_default()
}
