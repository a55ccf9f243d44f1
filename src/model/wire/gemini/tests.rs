//! Streams as Gemini and others send them.

use serde_json::{Value, json};

use crate::event::{Protocol, Reply, Stop};
use crate::model::wire::samples::{assert_whole_or_failed, call, decode, decode_values, recorded};
use crate::model::wire::{Broken, Decoded};

const PROTOCOL: Protocol = Protocol::Gemini;

fn chunk(parts: &Value) -> Value {
    json!({
        "candidates": [{"content": {"role": "model", "parts": parts}, "index": 0}],
        "usageMetadata": {"promptTokenCount": 100, "totalTokenCount": 100},
        "modelVersion": "gemini-4-argon", "responseId": "r1",
    })
}

fn last(parts: &Value, reason: &str) -> Value {
    json!({
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": reason, "index": 0}],
        "usageMetadata": {
            "promptTokenCount": 100, "cachedContentTokenCount": 60, "candidatesTokenCount": 20,
            "thoughtsTokenCount": 300, "toolUsePromptTokenCount": 5, "totalTokenCount": 425,
        },
    })
}

/// A thought, text in pieces, two calls of which the first has the signature, a signature on an empty text.
fn thorough() -> Vec<Value> {
    vec![
        chunk(&json!([{"text": "Rows, then.", "thought": true}])),
        chunk(&json!([{"text": "Let me "}])),
        chunk(&json!([{"text": "check"}, {"text": "."}])),
        chunk(&json!([{"functionCall": {"id": "f1", "name": "sql_query", "args": {"sql": "select 'ü'"}},
            "thoughtSignature": "EsMC"}])),
        chunk(&json!([{"functionCall": {"name": "sql_query", "args": {}}}, {"text": ""}])),
        last(&json!([{"text": "", "thoughtSignature": "Cg=="}]), "STOP"),
    ]
}

fn decoded(events: &[Value]) -> Decoded {
    decode_values(PROTOCOL, events).unwrap()
}

#[test]
fn a_stream_with_everything_is_a_turn() {
    let turn = decoded(&thorough());
    assert_eq!(
        turn.reply,
        Reply {
            text: "Let me check.".to_owned(),
            reasoning: "Rows, then.".to_owned(),
            calls: vec![call("f1", json!({"sql": "select 'ü'"})), call("", json!({}))],
            stop: Stop::ToolUse,
        }
    );
    assert_eq!(
        turn.items,
        [
            json!({"text": "Rows, then.", "thought": true}),
            json!({"text": "Let me check."}),
            json!({"functionCall": {"id": "f1", "name": "sql_query", "args": {"sql": "select 'ü'"}},
                "thoughtSignature": "EsMC"}),
            json!({"functionCall": {"name": "sql_query", "args": {}}}),
            json!({"text": "", "thoughtSignature": "Cg=="}),
        ]
    );
    let usage = turn.usage;
    assert_eq!((usage.requests, usage.input_tokens, usage.output_tokens), (1, 45, 320));
    assert_eq!((usage.cache_read_tokens, usage.cache_write_tokens, usage.cost_usd), (60, 0, None));
    assert!(turn.warnings.is_empty(), "{:?}", turn.warnings);
}

#[test]
fn a_stream_cut_anywhere_is_no_shorter_turn() {
    assert_whole_or_failed(PROTOCOL, &thorough());
    assert_whole_or_failed(
        PROTOCOL,
        &[chunk(&json!([{"text": "42"}])), last(&json!([{"text": " rows"}]), "MAX_TOKENS")],
    );
    assert_whole_or_failed(PROTOCOL, &[json!({"promptFeedback": {"blockReason": "SAFETY"}}), chunk(&json!([]))]);
}

#[test]
fn text_is_told_as_it_comes() {
    let events = [
        chunk(&json!([{"text": "One "}])),
        chunk(&json!([{"text": "two."}, {"functionCall": {"name": "sql_query"}}])),
        last(&json!([{"text": "Three."}]), "STOP"),
    ];
    let texts: Vec<String> = events.iter().map(Value::to_string).collect();
    let (turn, told) = decode(PROTOCOL, texts.iter().map(String::as_str));
    assert_eq!(turn.unwrap().reply.text, "One two.\n\nThree.");
    assert_eq!(told, ["One ", "two.", "\n\n", "Three."]);
}

#[test]
fn arguments_reach_the_tool_as_they_are() {
    for (args, input) in [
        (json!(null), json!({})),
        (json!("{\"sql\": \"a\"}"), json!({"sql": "a"})),
        (json!("{oops"), json!("{oops")),
        (json!([1]), json!([1])),
    ] {
        let part = json!({"functionCall": {"name": "sql_query", "args": args}});
        let turn = decoded(&[last(&json!([part]), "STOP")]);
        assert_eq!(turn.reply.calls, [call("", input)]);
        assert_eq!(turn.items, [part]);
    }
}

#[test]
fn finish_reasons_are_told_apart() {
    let said = json!([{"text": "Hm."}]);
    for (reason, stop, warnings) in [
        ("STOP", Stop::End, 0),
        ("FUNCTION_CALL", Stop::End, 0),
        ("MAX_TOKENS", Stop::MaxTokens, 0),
        ("OTHER", Stop::End, 1),
        ("SOMETHING_NEW", Stop::End, 1),
    ] {
        let turn = decoded(&[last(&said, reason)]);
        assert_eq!((turn.reply.stop, turn.reply.text.as_str(), turn.items.len()), (stop, "Hm.", 1), "{reason}");
        assert_eq!(turn.warnings.len(), warnings, "{reason}");
    }
    let called = json!([{"functionCall": {"name": "sql_query"}}]);
    assert_eq!(decoded(&[last(&called, "STOP")]).reply.stop, Stop::ToolUse);
    assert_eq!(decoded(&[last(&called, "MAX_TOKENS")]).reply.stop, Stop::MaxTokens);
    for unsaid in ["", "FINISH_REASON_UNSPECIFIED"] {
        assert_eq!(decode_values(PROTOCOL, &[last(&said, unsaid)]), Err(Broken::Cut));
    }
}

#[test]
fn a_filter_leaves_nothing_and_its_reason_is_told() {
    for reason in [
        "SAFETY",
        "RECITATION",
        "LANGUAGE",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "MODEL_ARMOR",
        "ESCALATION",
        "PUP_LIMITED_DISABLED",
        "IMAGE_SAFETY",
        "NO_IMAGE",
    ] {
        let turn = decoded(&[chunk(&json!([{"text": "First, mix"}])), last(&json!([]), reason)]);
        assert_eq!(turn.reply, Reply { stop: Stop::ContentFilter, ..Reply::default() });
        assert!(turn.items.is_empty());
        assert!(turn.warnings[0].1.ends_with(reason), "{:?}", turn.warnings);
    }
    let blocked = json!({"promptFeedback": {"blockReason": "OTHER", "blockReasonMessage": "Not this."},
        "usageMetadata": {"promptTokenCount": 7}});
    let turn = decoded(&[blocked]);
    assert_eq!((turn.reply.stop, turn.usage.input_tokens), (Stop::ContentFilter, 7));
    assert!(turn.warnings[0].1.ends_with("OTHER: Not this."), "{:?}", turn.warnings);
    let passed = [json!({"promptFeedback": {"safetyRatings": []}}), last(&json!([{"text": "Hm."}]), "STOP")];
    assert_eq!(decoded(&passed).reply.stop, Stop::End);
}

#[test]
fn a_reply_that_failed_is_no_turn_and_says_why() {
    for reason in [
        "MALFORMED_FUNCTION_CALL",
        "MALFORMED_RESPONSE",
        "UNEXPECTED_TOOL_CALL",
        "TOO_MANY_TOOL_CALLS",
        "MISSING_THOUGHT_SIGNATURE",
        "CONTINUATION",
    ] {
        let mut event = last(&json!([{"text": "Hm."}]), reason);
        event["candidates"][0]["finishMessage"] = json!("print(sql_query(");
        let Err(Broken::Nonsense(sentence)) = decode_values(PROTOCOL, &[event]) else { panic!("{reason}") };
        assert!(sentence.contains(&format!("{reason}: print(sql_query(")), "{sentence}");
    }
    for unknown in ["OTHER", "SOMETHING_NEW"] {
        let broken = decode_values(PROTOCOL, &[last(&json!([{"text": " "}]), unknown)]);
        assert!(matches!(broken, Err(Broken::Nonsense(_))), "{broken:?}");
    }
}

#[test]
fn errors_in_the_middle_are_told() {
    let error = json!({"error": {"code": 503, "message": "Overloaded", "status": "UNAVAILABLE"}});
    let broken = decode_values(PROTOCOL, &[chunk(&json!([{"text": "Hm."}])), error.clone()]);
    let Err(Broken::Told(told)) = broken else { panic!("{broken:?}") };
    assert_eq!((told.status, told.message.as_str(), told.body), (None, "Overloaded", error));
}

#[test]
fn what_contradicts_the_protocol_is_no_turn() {
    for wrong in [
        json!([chunk(&json!([]))]),
        json!({"candidates": {}}),
        json!({"candidates": ["a"]}),
        json!({"candidates": [{"content": "a"}]}),
        json!({"candidates": [{"content": {"parts": {}}}]}),
        json!({"candidates": [{"finishReason": 1}]}),
        chunk(&json!(["a"])),
        chunk(&json!([{"text": 1}])),
        chunk(&json!([{"functionCall": "a"}])),
        chunk(&json!([{"functionCall": {"args": {}}}])),
        chunk(&json!([{"functionCall": {"name": ""}}])),
        chunk(&json!([{"functionCall": {"name": "a", "id": 1}}])),
        chunk(&json!([{"functionCall": {"name": "a", "willContinue": true}}])),
        chunk(&json!([{"functionCall": {"name": "a", "partialArgs": []}}])),
    ] {
        let broken = decode_values(PROTOCOL, &[wrong.clone(), last(&json!([{"text": "Hm."}]), "STOP")]);
        assert!(matches!(broken, Err(Broken::Nonsense(_))), "{wrong}: {broken:?}");
    }
}

#[test]
fn a_recording_of_another_server_is_a_turn() {
    let mock = recorded(include_str!("../../../../tests/data/wire/gemini_aimock_calls.sse"));
    assert_whole_or_failed(PROTOCOL, &mock);
    let turn = decoded(&mock);
    assert_eq!((turn.reply.text.as_str(), turn.reply.reasoning.as_str()), ("Let me look.", "hmm"));
    assert_eq!((turn.reply.stop, turn.reply.calls.len(), turn.items.len()), (Stop::ToolUse, 2, 4));
    assert!(turn.reply.calls.iter().all(|call| call.id.is_empty()) && turn.warnings.is_empty());
}
