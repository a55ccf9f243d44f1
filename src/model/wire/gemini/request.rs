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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Protocol;
    use crate::model::wire::samples::{body, call, decoded, endpoint, foreign, given, request, result};

    const PROTOCOL: Protocol = Protocol::Gemini;

    fn items() -> Vec<Value> {
        vec![
            json!({"text": "Rows, then.", "thought": true}),
            json!({"text": "Let me check.", "thoughtSignature": "Ag=="}),
            json!({"thoughtSignature": "EsMC",
                "functionCall": {"id": "f1", "name": "sql_query", "args": {"sql": "select 'ü'"}, "new": 1}}),
            json!({"functionCall": {"name": "sql_query"}}),
        ]
    }

    /// The ids of the loop: the server gave one to the first call only.
    fn calls() -> Vec<Call> {
        vec![call("f1_unique", json!({"sql": "select 'ü'"})), call("call_2", json!({}))]
    }

    fn results() -> Message {
        Message::Results { results: vec![result("f1_unique", false, "1"), result("call_2", true, "Catalog Error")] }
    }

    fn responses() -> Value {
        json!({"role": "user", "parts": [
            {"functionResponse": {"id": "f1", "name": "sql_query", "response": {"output": "1"}}},
            {"functionResponse": {"name": "sql_query", "response": {"error": "Catalog Error"}}},
        ]})
    }

    #[test]
    fn a_whole_body_with_parallel_calls() {
        let endpoint = endpoint(PROTOCOL);
        let turn = decoded("Let me check.", calls(), items());
        let later = [given(&turn, &endpoint), results(), Message::User { text: "Now.".to_owned() }];
        let expected = json!({
            "systemInstruction": {"parts": [{"text": "You analyse data."}]},
            "tools": [{"functionDeclarations": [{"name": "sql_query", "description": "Runs a query.",
                "parametersJsonSchema":
                    {"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]}}]}],
            "contents": [
                {"role": "user", "parts": [{"text": "How many rows?"}]},
                {"role": "model", "parts": items()},
                responses(),
                {"role": "user", "parts": [{"text": "Now."}]},
            ],
            "toolConfig": {"functionCallingConfig": {"mode": "AUTO"}},
            "generationConfig": {"maxOutputTokens": 8000},
        });
        assert_eq!(body(&request(later), &endpoint).to_string(), expected.to_string());
    }

    #[test]
    fn the_last_turn_offers_its_tools_and_takes_no_call() {
        let endpoint = endpoint(PROTOCOL);
        let mut request = request([]);
        let open = body(&request, &endpoint);
        request.closing = true;
        let closing = body(&request, &endpoint);
        assert_eq!(closing["toolConfig"], json!({"functionCallingConfig": {"mode": "NONE"}}));
        assert_eq!(open["tools"], closing["tools"]);
        request.tools.clear();
        request.system.clear();
        let bare = body(&request, &endpoint);
        assert!(["tools", "toolConfig", "systemInstruction"].iter().all(|key| bare.get(key).is_none()), "{bare}");
    }

    #[test]
    fn another_model_gets_only_what_it_can_read() {
        let mut other = endpoint(PROTOCOL);
        let given = given(&decoded("Let me check.", calls(), items()), &other);
        other.model = "sample-2".to_owned();
        let mut expected = json!([
            {"text": "Let me check."},
            {"functionCall": {"id": "f1", "name": "sql_query", "args": {"sql": "select 'ü'"}}},
            {"functionCall": {"name": "sql_query", "args": {}}},
        ]);
        let request = request([given, results()]);
        let sent = body(&request, &other);
        assert_eq!(sent["contents"][1]["parts"].to_string(), expected.to_string());
        assert_eq!(sent["contents"][2], responses());
        // Google's own server refuses calls without a signature.
        other.official = true;
        expected[1]["thoughtSignature"] = json!("skip_thought_signature_validator");
        assert_eq!(body(&request, &other)["contents"][1]["parts"].to_string(), expected.to_string());
    }

    #[test]
    fn turns_of_other_protocols_are_written_anew() {
        let calls = vec![
            call("call_a", json!({"sql": "a"})),
            Call { id: String::new(), name: "other".to_owned(), input: json!("{oops") },
        ];
        let results = vec![result("call_a", false, "1"), result("", true, "2")];
        let later = [foreign("Hm.", calls), Message::Results { results }, foreign(" \n", Vec::new())];
        let expected = json!([
            {"role": "user", "parts": [{"text": "How many rows?"}]},
            {"role": "model", "parts": [
                {"text": "Hm."},
                {"functionCall": {"id": "call_a", "name": "sql_query", "args": {"sql": "a"}}},
                {"functionCall": {"name": "other", "args": {"INVALID_JSON": "{oops"}}},
            ]},
            {"role": "user", "parts": [
                {"functionResponse": {"id": "call_a", "name": "sql_query", "response": {"output": "1"}}},
                {"functionResponse": {"name": "other", "response": {"error": "2"}}},
            ]},
        ]);
        assert_eq!(body(&request(later), &endpoint(PROTOCOL))["contents"].to_string(), expected.to_string());
    }

    #[test]
    fn no_name_of_a_model_breaks_the_path() {
        for (model, encoded) in [
            ("gemini-3.8-flash", "gemini-3.8-flash"),
            ("models/gemini-4-argon", "gemini-4-argon"),
            ("../a?b#c%d:e f@1", "..%2Fa%3Fb%23c%25d%3Ae%20f%401"),
            ("ü", "%C3%BC"),
        ] {
            assert_eq!(path(model), format!("/v1beta/models/{encoded}:streamGenerateContent?alt=sse"));
        }
        let url = endpoint(PROTOCOL).base_url.join(&path("../../x"));
        assert_eq!(url.as_str(), "http://127.0.0.1:9/v1beta/models/..%2F..%2Fx:streamGenerateContent?alt=sse");
    }
}
