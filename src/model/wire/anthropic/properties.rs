//! What holds for every stream and every conversation of Anthropic's Messages.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::event::{Maker, Protocol};
use crate::model::wire::samples::{
    assert_grows, assert_whole_or_failed, body, call, decode, decode_values, endpoint, foreign, given, request, result,
};
use crate::model::{Items, Message};

const PROTOCOL: Protocol = Protocol::Anthropic;

/// A block as it should be kept, and the deltas in which it comes.
type Streamed = (Value, Vec<Value>);

fn deltas(pieces: &[String], kind: &str, key: &str) -> Vec<Value> {
    pieces.iter().map(|piece| json!({"type": kind, key: piece})).collect()
}

fn pieces() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-zü\"\\\\\n ]{0,6}", 0..4)
}

/// A text, cut into pieces of at most so many characters.
fn cut(text: &str, length: usize) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(length).map(|chars| chars.iter().collect()).collect()
}

fn block() -> impl Strategy<Value = Streamed> {
    let text = pieces()
        .prop_map(|pieces| (json!({"type": "text", "text": pieces.concat()}), deltas(&pieces, "text_delta", "text")));
    let thinking = (pieces(), "[A-Za-z0-9+/]{0,8}").prop_map(|(pieces, signature)| {
        let block = json!({"type": "thinking", "thinking": pieces.concat(), "signature": signature});
        let mut events = deltas(&pieces, "thinking_delta", "thinking");
        events.push(json!({"type": "signature_delta", "signature": signature}));
        (block, events)
    });
    let redacted = "[a-z]{1,8}".prop_map(|data| (json!({"type": "redacted_thinking", "data": data}), Vec::new()));
    let tool_use =
        ("[a-z0-9_]{1,8}", "[ -~ü]{0,12}", 1_usize..6, any::<bool>()).prop_map(|(id, sql, length, extra)| {
            let input = json!({"sql": sql, "n": 1});
            let mut block = json!({"type": "tool_use", "id": id, "name": "sql_query"});
            if extra {
                block["caller"] = json!({"type": "direct"});
            }
            block["input"] = input.clone();
            (block, deltas(&cut(&input.to_string(), length), "input_json_delta", "partial_json"))
        });
    prop_oneof![text, thinking, redacted, tool_use]
}

/// A block as it is before its deltas.
fn start(block: &Value, index: usize) -> Value {
    let mut block = block.clone();
    for (key, empty) in [("text", json!("")), ("thinking", json!("")), ("signature", json!("")), ("input", json!({}))] {
        if let Some(value) = block.get_mut(key) {
            *value = empty;
        }
    }
    json!({"type": "content_block_start", "index": index, "content_block": block})
}

fn stream(blocks: &[Streamed], reason: &str) -> Vec<Value> {
    let mut events = vec![
        json!({"type": "message_start", "message": {"content": [], "usage": {"input_tokens": 3, "output_tokens": 1}}}),
        json!({"type": "ping"}),
    ];
    for (index, (block, deltas)) in blocks.iter().enumerate() {
        events.push(start(block, index));
        let deltas = deltas.iter().map(|delta| json!({"type": "content_block_delta", "index": index, "delta": delta}));
        events.extend(deltas);
        events.push(json!({"type": "content_block_stop", "index": index}));
    }
    events.push(json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 9}}));
    events.push(json!({"type": "message_stop"}));
    events
}

fn blocks() -> impl Strategy<Value = Vec<Streamed>> {
    prop::collection::vec(block(), 0..5)
}

fn reason() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["end_turn", "tool_use", "stop_sequence", "pause_turn", "max_tokens", "refusal", "new"])
}

/// Any JSON value, and more often than chance the parts that events are made of.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0_u64..3).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop::sample::select(vec!["", "text", "tool_use", "text_delta", "input_json_delta", "{}", "end_turn"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let keys = vec!["type", "index", "delta", "content_block", "id", "name", "text", "partial_json", "stop_reason"];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(keys), inner), 0..5).prop_map(|pairs| Value::Object(
                pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
            )),
        ]
    })
}

proptest! {
    #[test]
    fn any_stream_is_whole_or_failed_and_told_as_it_is(blocks in blocks(), reason in reason()) {
        let events = stream(&blocks, reason);
        assert_whole_or_failed(PROTOCOL, &events);
        let texts: Vec<String> = events.iter().map(Value::to_string).collect();
        let (turn, told) = decode(PROTOCOL, texts.iter().map(String::as_str));
        let turn = turn.unwrap();
        if reason == "refusal" {
            prop_assert!(turn.items.is_empty() && turn.reply.calls.is_empty());
        } else {
            let expected: Vec<&Value> = blocks.iter().map(|(block, _)| block).collect();
            prop_assert_eq!(turn.items.iter().collect::<Vec<_>>(), expected);
            prop_assert_eq!(told.concat(), turn.reply.text);
        }
    }

    #[test]
    fn items_go_back_byte_for_byte(blocks in prop::collection::vec(block(), 1..5)) {
        let endpoint = endpoint(PROTOCOL);
        let turn = decode_values(PROTOCOL, &stream(&blocks, "end_turn")).unwrap();
        let results = turn.reply.calls.iter().map(|call| result(&call.id, false, "1")).collect();
        let body = body(&request([given(&turn, &endpoint), Message::Results { results }]), &endpoint);
        let items = serde_json::to_string(&turn.items).unwrap();
        prop_assert!(serde_json::to_string(&body).unwrap().contains(&items));
        let ids: Vec<&str> = turn.reply.calls.iter().map(|call| call.id.as_str()).collect();
        let answered = body["messages"][2]["content"].as_array().unwrap().iter();
        prop_assert_eq!(answered.map(|block| block["tool_use_id"].as_str().unwrap()).collect::<Vec<_>>(), ids);
    }

    #[test]
    fn requests_only_grow(turns in prop::collection::vec((blocks(), 0..4_u8), 1..5)) {
        let endpoint = endpoint(PROTOCOL);
        let mut later = Vec::new();
        for (number, (blocks, kind)) in turns.iter().enumerate() {
            let turn = decode_values(PROTOCOL, &stream(blocks, "end_turn")).unwrap();
            let own = given(&turn, &endpoint);
            let Message::Assistant { mut reply, .. } = own.clone() else { panic!() };
            later.push(match kind {
                0 => own,
                1 => {
                    let maker = Maker { model: "another".to_owned(), ..endpoint.maker() };
                    Message::Assistant { reply: reply.clone(), items: Some(Items { maker, items: turn.items }) }
                }
                2 => {
                    reply.calls = vec![call("", json!({"n": number}))];
                    foreign(&reply.text, reply.calls.clone())
                }
                _ => foreign("", Vec::new()),
            });
            let calls = if *kind == 3 { &[][..] } else { &reply.calls };
            let results: Vec<_> = calls.iter().map(|call| result(&call.id, true, "no")).collect();
            later.push(if results.is_empty() {
                Message::User { text: format!("And {number}?") }
            } else {
                Message::Results { results }
            });
        }
        assert_grows(&request(later), &endpoint, "messages", &["tool_choice"]);
    }

    #[test]
    fn no_event_makes_it_panic(events in prop::collection::vec(any_json(), 0..6), known in any::<bool>()) {
        let types = ["content_block_start", "content_block_delta", "content_block_stop", "message_delta"];
        let mut all = stream(&[], "end_turn");
        for (number, mut event) in events.into_iter().enumerate() {
            if let (true, Value::Object(event)) = (known, &mut event) {
                event.insert("type".to_owned(), json!(types[number % types.len()]));
            }
            all.insert(1, event);
        }
        let _ = decode_values(PROTOCOL, &all);
    }
}
