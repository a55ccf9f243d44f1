//! What holds for every stream and every conversation of Chat, Responses and Ollama.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::samples::{
    assert_grows, assert_whole_or_failed, body, call, decode, decode_values, endpoint, foreign, given, request, result,
};
use crate::event::{Maker, Protocol};
use crate::model::{Items, Message};

const PROTOCOLS: [Protocol; 3] = [Protocol::Chat, Protocol::Responses, Protocol::Ollama];

/// What a model says, told to each protocol in its own way.
#[derive(Debug, Clone)]
struct Said {
    reasoning: Vec<String>,
    text: Vec<String>,
    /// The input of each call, and into how long pieces its JSON is cut.
    calls: Vec<(Value, usize)>,
}

fn pieces() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-zü\"\\\\\n ]{0,6}", 0..4)
}

fn said() -> impl Strategy<Value = Said> {
    let calls = prop::collection::vec(("[ -~ü]{0,12}".prop_map(|sql| json!({"sql": sql, "n": 1})), 1_usize..6), 0..4);
    (pieces(), pieces(), calls).prop_map(|(reasoning, text, calls)| Said { reasoning, text, calls })
}

/// A text, cut into pieces of at most so many characters.
fn cut(text: &str, length: usize) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(length).map(|chars| chars.iter().collect()).collect()
}

fn stream(protocol: Protocol, said: &Said) -> Vec<Value> {
    match protocol {
        Protocol::Chat => chat(said),
        Protocol::Responses => responses(said),
        Protocol::Ollama => ollama(said),
        Protocol::Anthropic | Protocol::Gemini => Vec::new(),
    }
}

fn chat(said: &Said) -> Vec<Value> {
    let chunk =
        |delta: Value, reason: Value| json!({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]});
    let mut events = vec![chunk(json!({"role": "assistant", "content": null}), Value::Null)];
    events.extend(said.reasoning.iter().map(|piece| chunk(json!({"reasoning_content": piece}), Value::Null)));
    events.extend(said.text.iter().map(|piece| chunk(json!({"content": piece}), Value::Null)));
    for (index, (input, length)) in said.calls.iter().enumerate() {
        let begun = json!({"index": index, "id": format!("c{index}"), "function": {"name": "sql_query", "arguments": ""},
            "extra": {"mark": index}});
        events.push(chunk(json!({"tool_calls": [begun]}), Value::Null));
        events.extend(cut(&input.to_string(), *length).into_iter().map(|piece| {
            chunk(json!({"tool_calls": [{"index": index, "function": {"arguments": piece}}]}), Value::Null)
        }));
    }
    events.push(chunk(json!({}), json!("stop")));
    events.push(json!({"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 9}}));
    events
}

fn responses(said: &Said) -> Vec<Value> {
    let event = |kind: &str, index: usize, key: &str, value: Value| {
        let mut event = json!({"type": format!("response.{kind}"), "output_index": index});
        event[key] = value;
        event
    };
    let mut output = Vec::new();
    let mut events = vec![json!({"type": "response.created", "response": {"status": "in_progress"}})];
    let summary = json!([{"type": "summary_text", "text": said.reasoning.concat()}]);
    output.push(json!({"type": "reasoning", "id": "rs", "summary": summary, "encrypted_content": "x"}));
    let content = json!([{"type": "output_text", "text": said.text.concat(), "annotations": []}]);
    output
        .push(json!({"type": "message", "id": "msg", "role": "assistant", "content": content, "phase": "commentary"}));
    output.extend(said.calls.iter().enumerate().map(|(index, (input, _))| {
        json!({"type": "function_call", "id": format!("fc{index}"), "call_id": format!("c{index}"), "name": "sql_query",
            "arguments": input.to_string()})
    }));
    for (index, item) in output.iter().enumerate() {
        events.push(event("output_item.added", index, "item", json!({"type": item["type"], "id": item["id"]})));
        if item["type"] == "message" {
            events.extend(said.text.iter().map(|piece| event("output_text.delta", index, "delta", json!(piece))));
        }
        events.push(event("output_item.done", index, "item", item.clone()));
    }
    events.push(json!({"type": "response.completed", "response": {"status": "completed", "output": output}}));
    events
}

fn ollama(said: &Said) -> Vec<Value> {
    let line = |key: &str, value: Value| {
        let message = Map::from_iter([("role".to_owned(), json!("assistant")), (key.to_owned(), value)]);
        json!({"model": "m", "message": message, "done": false})
    };
    let mut events: Vec<Value> = said.reasoning.iter().map(|piece| line("thinking", json!(piece))).collect();
    events.extend(said.text.iter().map(|piece| line("content", json!(piece))));
    events.extend(said.calls.iter().enumerate().map(|(index, (input, _))| {
        line("tool_calls", json!([{"function": {"index": index, "name": "sql_query", "arguments": input}}]))
    }));
    events.push(json!({"message": {"role": "assistant", "content": ""}, "done": true, "done_reason": "stop"}));
    events
}

/// The key of the list that grows, and those that one turn alone decides.
fn keys(protocol: Protocol) -> (&'static str, &'static [&'static str]) {
    match protocol {
        Protocol::Responses => ("input", &["tool_choice"]),
        Protocol::Chat | Protocol::Ollama | Protocol::Anthropic | Protocol::Gemini => ("messages", &["tool_choice"]),
    }
}

/// Any JSON value, and more often than chance the parts that events are made of.
fn any_json() -> impl Strategy<Value = Value> {
    let words = vec![
        "",
        "text",
        "message",
        "function_call",
        "response.output_item.done",
        "response.output_text.delta",
        "response.completed",
        "{}",
        "stop",
        "<think>",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0_u64..3).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop::sample::select(words).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let keys = vec![
            "type",
            "index",
            "delta",
            "id",
            "name",
            "choices",
            "content",
            "tool_calls",
            "function",
            "arguments",
            "item",
            "finish_reason",
            "response",
            "output",
            "message",
            "done",
            "usage",
            "thinking",
            "status",
            "text",
            "error",
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(keys), inner), 0..5).prop_map(|pairs| Value::Object(
                pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
            )),
        ]
    })
}

/// What carries a result in a body, and what that names.
fn answered(body: &Value, list: &str) -> Vec<String> {
    let messages = body[list].as_array().unwrap().iter();
    let name =
        |message: &Value| ["tool_call_id", "call_id"].iter().find_map(|key| message[*key].as_str().map(str::to_owned));
    messages
        .filter(|message| message["role"] == "tool" || message["type"] == "function_call_output")
        .filter_map(name)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_stream_is_whole_or_failed_and_told_as_it_is(said in said()) {
        for protocol in PROTOCOLS {
            let events = stream(protocol, &said);
            assert_whole_or_failed(protocol, &events);
            let texts: Vec<String> = events.iter().map(Value::to_string).collect();
            let (turn, told) = decode(protocol, texts.iter().map(String::as_str));
            let reply = turn.unwrap().reply;
            prop_assert_eq!(&reply.text, &said.text.concat());
            prop_assert!(reply.text.starts_with(&told.concat()));
            prop_assert_eq!(&reply.reasoning, &said.reasoning.concat());
            let inputs: Vec<&Value> = said.calls.iter().map(|(input, _)| input).collect();
            prop_assert_eq!(reply.calls.iter().map(|call| &call.input).collect::<Vec<_>>(), inputs);
        }
    }

    #[test]
    fn items_go_back_byte_for_byte_and_results_to_their_calls(said in said(), official in any::<bool>()) {
        for protocol in PROTOCOLS {
            let mut endpoint = endpoint(protocol);
            endpoint.official = official;
            let turn = decode_values(protocol, &stream(protocol, &said)).unwrap();
            let results = turn.reply.calls.iter().map(|call| result(&call.id, false, "1")).collect();
            let body = body(&request([given(&turn, &endpoint), Message::Results { results }]), &endpoint);
            let items = serde_json::to_string(&turn.items).unwrap();
            let items = items.trim_start_matches('[').trim_end_matches(']');
            if !turn.reply.calls.is_empty() || !turn.reply.text.is_empty() {
                prop_assert!(serde_json::to_string(&body).unwrap().contains(items));
            }
            if protocol != Protocol::Ollama {
                let ids: Vec<String> = turn.reply.calls.iter().map(|call| call.id.clone()).collect();
                prop_assert_eq!(answered(&body, keys(protocol).0), ids);
            }
        }
    }

    #[test]
    fn requests_only_grow(turns in prop::collection::vec((said(), 0_usize..3), 0..4)) {
        for protocol in PROTOCOLS {
            let endpoint = endpoint(protocol);
            let mut messages = Vec::new();
            for (said, origin) in &turns {
                let turn = decode_values(protocol, &stream(protocol, said)).unwrap();
                messages.push(match origin {
                    0 => given(&turn, &endpoint),
                    1 => Message::Assistant {
                        reply: turn.reply.clone(),
                        items: Some(Items {
                            maker: Maker { model: "another".to_owned(), ..endpoint.maker() },
                            items: turn.items.clone(),
                        }),
                    },
                    _ => foreign(&turn.reply.text, turn.reply.calls.clone()),
                });
                let results = turn.reply.calls.iter().enumerate();
                messages.push(Message::Results {
                    results: results.map(|(index, call)| result(&call.id, index % 2 == 1, "1")).collect(),
                });
            }
            let (list, changing) = keys(protocol);
            assert_grows(&request(messages), &endpoint, list, changing);
        }
    }

    #[test]
    fn nothing_that_comes_breaks_a_decoder(events in prop::collection::vec(any_json(), 0..6)) {
        for protocol in PROTOCOLS {
            let _ = decode_values(protocol, &events);
        }
    }

    #[test]
    fn nothing_that_comes_among_a_turn_breaks_it(said in said(), strange in any_json(), place in any::<prop::sample::Index>()) {
        for protocol in PROTOCOLS {
            let mut events = stream(protocol, &said);
            events.insert(place.index(events.len()), strange.clone());
            let _ = decode_values(protocol, &events);
        }
    }
}

#[test]
fn calls_of_other_models_keep_their_results() {
    for protocol in PROTOCOLS {
        let endpoint = endpoint(protocol);
        let calls = vec![call("toolu_1", json!({"sql": "a"})), call("toolu_2", json!("{oops"))];
        let results = vec![result("toolu_1", false, "1"), result("toolu_2", true, "no JSON")];
        let body = body(&request([foreign("", calls), Message::Results { results }]), &endpoint);
        let text = body.to_string();
        assert!(text.contains("INVALID_JSON") && text.contains("error: no JSON"), "{text}");
        let list = body[keys(protocol).0].as_array().unwrap();
        let ids: Vec<String> = list
            .iter()
            .flat_map(|message| message["tool_calls"].as_array().cloned().unwrap_or_else(|| vec![message.clone()]))
            .filter(|call| call["type"] == "function" || call["type"] == "function_call")
            .filter_map(|call| call["call_id"].as_str().or(call["id"].as_str()).map(str::to_owned))
            .collect();
        assert_eq!(answered(&body, keys(protocol).0), ids);
        assert_eq!(ids.len(), if protocol == Protocol::Ollama { 0 } else { 2 });
    }
}
