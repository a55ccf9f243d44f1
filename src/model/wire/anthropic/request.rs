//! The body of a request to Anthropic's Messages.
//!
//! What changes from one request of a run to the next stands behind what does not.

use serde_json::{Map, Value, json};

use crate::event::{Call, Reply};
use crate::limits::TOOL_NAME_CHARS;
use crate::model::wire::history::{Source, source};
use crate::model::wire::{Draft, arguments};
use crate::model::{Items, Message, ToolReply, ToolSpec};

/// The JSON body of a request.
pub fn body(draft: &Draft) -> Value {
    let request = draft.request;
    let mut body = Map::new();
    body.insert("model".to_owned(), json!(draft.endpoint.model));
    body.insert("stream".to_owned(), json!(true));
    // The mark on the system prompt keeps tools and prompt cached, that of the whole body moves with the conversation.
    body.insert("cache_control".to_owned(), ephemeral());
    if !request.system.is_empty() {
        let block = json!({"type": "text", "text": request.system, "cache_control": ephemeral()});
        body.insert("system".to_owned(), json!([block]));
    }
    if !request.tools.is_empty() {
        body.insert("tools".to_owned(), request.tools.iter().map(tool).collect());
    }
    body.insert("messages".to_owned(), Value::Array(messages(draft)));
    if !request.tools.is_empty() {
        let choice = if request.closing { "none" } else { "auto" };
        body.insert("tool_choice".to_owned(), json!({"type": choice}));
    }
    body.insert("max_tokens".to_owned(), json!(draft.output_tokens));
    Value::Object(body)
}

fn ephemeral() -> Value {
    json!({"type": "ephemeral"})
}

fn tool(spec: &ToolSpec) -> Value {
    json!({"name": spec.name, "description": spec.description, "input_schema": spec.input_schema})
}

/// The messages. The ids of the calls that are open are those of the blocks sent last.
fn messages(draft: &Draft) -> Vec<Value> {
    let mut sent = Vec::new();
    let mut open = Vec::new();
    for (number, message) in draft.request.messages.iter().enumerate() {
        match message {
            Message::User { text } => sent.push(json!({"role": "user", "content": text})),
            Message::Assistant { reply, items } => {
                let content = content(draft, number, reply, items.as_ref());
                open = content.iter().filter(|block| is_call(block)).map(id).collect();
                // A message without content is refused; one that is left out leaves the conversation valid.
                if !content.is_empty() {
                    sent.push(json!({"role": "assistant", "content": content}));
                }
            }
            Message::Results { results } => {
                let mut ids = std::mem::take(&mut open).into_iter();
                let blocks: Vec<Value> = results.iter().map(|reply| result(reply, ids.next().flatten())).collect();
                sent.push(json!({"role": "user", "content": blocks}));
            }
        }
    }
    sent
}

/// The blocks of an assistant message. Its number in the conversation makes ids that are unique in it.
fn content(draft: &Draft, number: usize, reply: &Reply, items: Option<&Items>) -> Vec<Value> {
    match source(items, draft.endpoint) {
        Source::Own(blocks) => blocks.to_vec(),
        Source::Kin(blocks) => blocks.iter().filter_map(readable).collect(),
        Source::Foreign => {
            let text = (!reply.text.trim().is_empty()).then(|| json!({"type": "text", "text": reply.text}));
            let calls = reply.calls.iter().enumerate().map(|(place, call)| foreign_call(call, number, place));
            text.into_iter().chain(calls).collect()
        }
    }
}

/// What any model can read of a block that another one made.
fn readable(block: &Value) -> Option<Value> {
    match block.get("type").and_then(Value::as_str) {
        Some("text") => {
            let text = block.get("text")?.as_str()?;
            (!text.trim().is_empty()).then(|| json!({"type": "text", "text": text}))
        }
        Some("tool_use") => {
            let input = arguments::read_value(block.get("input"));
            let input = arguments::as_object(&input);
            Some(json!({"type": "tool_use", "id": block.get("id")?, "name": block.get("name")?, "input": input}))
        }
        Some(_) | None => None,
    }
}

/// A call as a block of this protocol. The protocol bounds what ids and names are made of; one that is not made so is
/// replaced.
fn foreign_call(call: &Call, number: usize, place: usize) -> Value {
    let is_plain = !call.id.is_empty() && call.id.chars().all(is_plain_char);
    let id = if is_plain { call.id.clone() } else { format!("call_{number}_{place}") };
    let name: String = call.name.chars().map(|char| if is_plain_char(char) { char } else { '_' }).collect();
    let name: String = name.chars().take(TOOL_NAME_CHARS).collect();
    let name = if name.is_empty() { "_".to_owned() } else { name };
    json!({"type": "tool_use", "id": id, "name": name, "input": arguments::as_object(&call.input)})
}

fn is_plain_char(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '_' | '-')
}

fn is_call(block: &Value) -> bool {
    block.get("type").and_then(Value::as_str) == Some("tool_use")
}

fn id(block: &Value) -> Option<String> {
    block.get("id").and_then(Value::as_str).map(str::to_owned)
}

fn result(reply: &ToolReply, id: Option<String>) -> Value {
    let id = id.unwrap_or_else(|| reply.call_id.clone());
    let mut block = json!({"type": "tool_result", "tool_use_id": id, "content": reply.content});
    if reply.is_error
        && let Some(block) = block.as_object_mut()
    {
        block.insert("is_error".to_owned(), Value::Bool(true));
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Protocol;
    use crate::model::wire::samples::{body, call, decoded, endpoint, foreign, given, request, result};

    const PROTOCOL: Protocol = Protocol::Anthropic;

    fn items() -> Vec<Value> {
        vec![
            json!({"type": "thinking", "thinking": "", "signature": "EqQBCg=="}),
            json!({"type": "redacted_thinking", "data": "EmwK"}),
            json!({"type": "text", "text": "Let me check.", "citations": null}),
            json!({"type": "tool_use", "id": "toolu_1", "name": "sql_query", "input": {"sql": "select 'ü'"}}),
            json!({"caller": {"type": "direct"}, "type": "tool_use", "id": "toolu_2", "name": "sql_query",
                "input": {}}),
        ]
    }

    /// The ids of the loop, which differ from the server's.
    fn calls() -> Vec<Call> {
        vec![call("toolu_1_unique", json!({"sql": "select 'ü'"})), call("toolu_2_unique", json!({}))]
    }

    fn results() -> Message {
        let results = vec![result("toolu_1_unique", false, "1"), result("toolu_2_unique", true, "Catalog Error")];
        Message::Results { results }
    }

    #[test]
    fn a_whole_body_with_parallel_calls() {
        let endpoint = endpoint(PROTOCOL);
        let turn = decoded("Let me check.", calls(), items());
        let later = [given(&turn, &endpoint), results(), Message::User { text: "Now.".to_owned() }];
        let expected = json!({
            "model": "sample-1",
            "stream": true,
            "cache_control": {"type": "ephemeral"},
            "system": [{"type": "text", "text": "You analyse data.", "cache_control": {"type": "ephemeral"}}],
            "tools": [{"name": "sql_query", "description": "Runs a query.", "input_schema":
                {"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]}}],
            "messages": [
                {"role": "user", "content": "How many rows?"},
                {"role": "assistant", "content": items()},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "toolu_1", "content": "1"},
                    {"type": "tool_result", "tool_use_id": "toolu_2", "content": "Catalog Error", "is_error": true},
                ]},
                {"role": "user", "content": "Now."},
            ],
            "tool_choice": {"type": "auto"},
            "max_tokens": 8000,
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
        assert_eq!(open["tool_choice"], json!({"type": "auto"}));
        assert_eq!(closing["tool_choice"], json!({"type": "none"}));
        assert_eq!(open["tools"], closing["tools"]);
        request.tools.clear();
        request.system.clear();
        let bare = body(&request, &endpoint);
        assert!(["tools", "tool_choice", "system"].iter().all(|key| bare.get(key).is_none()), "{bare}");
    }

    #[test]
    fn another_model_gets_only_what_it_can_read() {
        let mut other = endpoint(PROTOCOL);
        let given = given(&decoded("Let me check.", calls(), items()), &other);
        other.model = "sample-2".to_owned();
        let body = body(&request([given, results()]), &other);
        let expected = json!([
            {"type": "text", "text": "Let me check."},
            {"type": "tool_use", "id": "toolu_1", "name": "sql_query", "input": {"sql": "select 'ü'"}},
            {"type": "tool_use", "id": "toolu_2", "name": "sql_query", "input": {}},
        ]);
        assert_eq!(body["messages"][1]["content"].to_string(), expected.to_string());
        assert_eq!(body["messages"][2]["content"][1]["tool_use_id"], "toolu_2");
    }

    #[test]
    fn turns_of_other_protocols_are_written_anew() {
        let calls = vec![
            call("call_a", json!({"sql": "a"})),
            Call { id: "functions.x:0".to_owned(), name: "a.b".to_owned(), input: json!("{oops") },
            Call { id: String::new(), name: "x".repeat(100), input: json!({}) },
        ];
        let results = vec![result("call_a", false, "1"), result("functions.x:0", true, "2"), result("", false, "3")];
        let later = [foreign("", calls), Message::Results { results }, foreign(" \n", Vec::new())];
        let expected = json!([
            {"role": "user", "content": "How many rows?"},
            {"role": "assistant", "content": [
                {"type": "tool_use", "id": "call_a", "name": "sql_query", "input": {"sql": "a"}},
                {"type": "tool_use", "id": "call_1_1", "name": "a_b", "input": {"INVALID_JSON": "{oops"}},
                {"type": "tool_use", "id": "call_1_2", "name": "x".repeat(TOOL_NAME_CHARS), "input": {}},
            ]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "call_a", "content": "1"},
                {"type": "tool_result", "tool_use_id": "call_1_1", "content": "2", "is_error": true},
                {"type": "tool_result", "tool_use_id": "call_1_2", "content": "3"},
            ]},
        ]);
        assert_eq!(body(&request(later), &endpoint(PROTOCOL))["messages"].to_string(), expected.to_string());
    }

    #[test]
    fn a_turn_that_rests_is_the_last_message_of_the_next_request() {
        let endpoint = endpoint(PROTOCOL);
        let items = vec![json!({"type": "text", "text": "Hm. "})];
        let body = body(&request([given(&decoded("Hm. ", Vec::new(), items.clone()), &endpoint)]), &endpoint);
        assert_eq!(body["messages"][1], json!({"role": "assistant", "content": items}));
    }
}
