//! What holds for every stream and every conversation of Gemini.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::event::{Maker, Protocol};
use crate::model::wire::samples::{
    assert_grows, assert_whole_or_failed, body, call, decode, decode_values, endpoint, foreign, given, request, result,
};
use crate::model::{Items, Message};

const PROTOCOL: Protocol = Protocol::Gemini;

/// A part as a server sends it.
fn part() -> impl Strategy<Value = Value> {
    let text = "[a-zü\"\\\\\n ]{0,6}";
    let signed = (text, "[A-Za-z0-9+/]{4}", any::<bool>()).prop_map(|(text, signature, thought)| {
        let mut part = json!({"text": text, "thoughtSignature": signature});
        if thought {
            part["thought"] = json!(true);
        }
        part
    });
    let call = (prop::option::of("[a-z0-9]{1,4}"), "[ -~ü]{0,9}", prop::option::of("[A-Za-z0-9+/]{4}")).prop_map(
        |(id, sql, signature)| {
            let mut part = json!({"functionCall": {"name": "sql_query", "args": {"sql": sql, "n": 1.5}}});
            if let Some(id) = id {
                part["functionCall"]["id"] = json!(id);
            }
            if let Some(signature) = signature {
                part["thoughtSignature"] = json!(signature);
            }
            part
        },
    );
    prop_oneof![
        3 => text.prop_map(|text| json!({"text": text})),
        1 => text.prop_map(|text| json!({"text": text, "thought": true})),
        1 => signed,
        2 => call,
        1 => Just(json!({"inlineData": {"mimeType": "image/png", "data": "AAAA"}})),
    ]
}

fn chunks() -> impl Strategy<Value = Vec<Vec<Value>>> {
    prop::collection::vec(prop::collection::vec(part(), 0..3), 1..6)
}

fn stream(chunks: &[Vec<Value>], reason: &str) -> Vec<Value> {
    let mut events: Vec<Value> = chunks
        .iter()
        .map(|parts| json!({"candidates": [{"content": {"role": "model", "parts": parts}, "index": 0}]}))
        .collect();
    if let Some(last) = events.last_mut() {
        last["candidates"][0]["finishReason"] = json!(reason);
    }
    events
}

fn is_plain(part: &Value) -> bool {
    part.get("text").is_some() && part.as_object().unwrap().len() == 1
}

/// The parts as they should be kept: in runs of plain text only the whole matters.
fn expected(chunks: &[Vec<Value>]) -> Vec<Value> {
    let parts: Vec<&Value> = chunks.iter().flatten().collect();
    let runs = parts.chunk_by(|left, right| is_plain(left) && is_plain(right));
    let whole = runs.map(|run| match run {
        [part] => (*part).clone(),
        run => json!({"text": run.iter().map(|part| part["text"].as_str().unwrap()).collect::<String>()}),
    });
    whole.filter(|part| *part != json!({"text": ""})).collect()
}

/// Any JSON value, and more often than chance the parts that events are made of.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop::sample::select(vec!["", "STOP", "OTHER", "a"]).prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 24, 3, |inner| {
        let keys = vec![
            "candidates",
            "content",
            "parts",
            "text",
            "functionCall",
            "name",
            "args",
            "thought",
            "finishReason",
            "promptFeedback",
            "blockReason",
            "usageMetadata",
            "promptTokenCount",
            "cachedContentTokenCount",
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(keys), inner), 0..4).prop_map(|pairs| Value::Object(
                pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
            )),
        ]
    })
}

proptest! {
    #[test]
    fn any_stream_is_whole_or_failed_and_told_as_it_is(
        chunks in chunks(),
        reason in prop::sample::select(vec!["STOP", "MAX_TOKENS", "SAFETY"]),
    ) {
        let events = stream(&chunks, reason);
        assert_whole_or_failed(PROTOCOL, &events);
        let texts: Vec<String> = events.iter().map(Value::to_string).collect();
        let (turn, told) = decode(PROTOCOL, texts.iter().map(String::as_str));
        let turn = turn.unwrap();
        if reason == "SAFETY" {
            prop_assert!(turn.items.is_empty() && turn.reply.calls.is_empty());
        } else {
            prop_assert_eq!(turn.items, expected(&chunks));
            prop_assert_eq!(told.concat(), turn.reply.text);
        }
    }

    #[test]
    fn items_go_back_byte_for_byte(chunks in chunks()) {
        let endpoint = endpoint(PROTOCOL);
        let turn = decode_values(PROTOCOL, &stream(&chunks, "STOP")).unwrap();
        prop_assume!(!turn.items.is_empty());
        let results = turn.reply.calls.iter().map(|call| result(&call.id, false, "1")).collect();
        let body = body(&request([given(&turn, &endpoint), Message::Results { results }]), &endpoint);
        let items = serde_json::to_string(&turn.items).unwrap();
        prop_assert!(serde_json::to_string(&body).unwrap().contains(&items));
        let sent = turn.items.iter().filter_map(|part| part.get("functionCall")).map(|call| call.get("id"));
        let answered = body["contents"][2]["parts"].as_array().unwrap().iter();
        let answered: Vec<_> = answered.map(|part| part["functionResponse"].get("id")).collect();
        prop_assert_eq!(answered, sent.collect::<Vec<_>>());
    }

    #[test]
    fn requests_only_grow(turns in prop::collection::vec((chunks(), 0..4_u8), 1..5), official in any::<bool>()) {
        let mut endpoint = endpoint(PROTOCOL);
        endpoint.official = official;
        let mut later = Vec::new();
        for (number, (chunks, kind)) in turns.iter().enumerate() {
            let turn = decode_values(PROTOCOL, &stream(chunks, "STOP")).unwrap();
            let calls = match kind {
                0 | 1 => turn.reply.calls.clone(),
                2 => vec![call("", json!({"n": number}))],
                _ => Vec::new(),
            };
            let kin = Maker { model: "another".to_owned(), ..endpoint.maker() };
            later.push(match kind {
                0 => given(&turn, &endpoint),
                1 => Message::Assistant { reply: turn.reply, items: Some(Items { maker: kin, items: turn.items }) },
                _ => foreign(&turn.reply.text, calls.clone()),
            });
            let results: Vec<_> = calls.iter().map(|call| result(&call.id, true, "no")).collect();
            later.push(if results.is_empty() {
                Message::User { text: format!("And {number}?") }
            } else {
                Message::Results { results }
            });
        }
        assert_grows(&request(later), &endpoint, "contents", &["toolConfig"]);
    }

    #[test]
    fn no_event_makes_it_panic(events in prop::collection::vec(any_json(), 0..6)) {
        let _ = decode_values(PROTOCOL, &events);
    }
}
