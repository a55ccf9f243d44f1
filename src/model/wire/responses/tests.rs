//! Streams and bodies of Responses, as OpenAI and others send and want them.

use serde_json::{Value, json};

use crate::event::{Maker, Protocol, Reply, Stop, Usage};
use crate::model::wire::samples::{
    assert_golden, assert_whole_or_failed, body, call, decode, decode_values, endpoint, foreign, given, recorded,
    request, result,
};
use crate::model::wire::{Broken, Decoded};
use crate::model::{Endpoint, Items, Message, Request};

const PROTOCOL: Protocol = Protocol::Responses;
const OPENAI: &str = include_str!("../../../../tests/data/wire/responses_openai.sse");
const LLAMA: &str = include_str!("../../../../tests/data/wire/responses_llama.sse");
const AIMOCK: &str = include_str!("../../../../tests/data/wire/responses_aimock_calls.sse");

fn decoded(events: &[Value]) -> Decoded {
    decode_values(PROTOCOL, events).unwrap()
}

fn completed(output: &Value) -> Value {
    json!({"type": "response.completed", "response": {"status": "completed", "output": output}})
}

fn message(text: &str) -> Value {
    json!({"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": text}]})
}

fn function_call(id: &str, arguments: &Value) -> Value {
    json!({"type": "function_call", "id": format!("fc_{id}"), "call_id": id, "name": "sql_query", "arguments": arguments})
}

fn done(item: &Value) -> Value {
    json!({"type": "response.output_item.done", "item": item})
}

#[test]
fn a_stream_with_reasoning_text_and_two_calls_is_a_turn() {
    let events = recorded(OPENAI);
    let turn = decoded(&events);
    assert_eq!(
        turn.reply,
        Reply {
            text: "Let me check.".to_owned(),
            reasoning: "Counting.".to_owned(),
            calls: vec![call("call_1", json!({"sql": "a"})), call("call_2", json!({"sql": "ü"}))],
            stop: Stop::ToolUse,
        }
    );
    // The second call ended before the first; the items keep the order of the output.
    assert_eq!(&json!(turn.items), events.last().unwrap().pointer("/response/output").unwrap());
    let expected = Usage {
        requests: 1,
        input_tokens: 30,
        output_tokens: 40,
        cache_read_tokens: 60,
        cache_write_tokens: 10,
        cost_usd: None,
    };
    assert_eq!(turn.usage, expected);
}

#[test]
fn a_server_that_says_less_is_understood() {
    let llama = decoded(&recorded(LLAMA));
    assert_eq!((llama.reply.text.as_str(), llama.reply.stop, llama.usage.input_tokens), ("42 rows", Stop::End, 1));
    let mock = decoded(&recorded(AIMOCK));
    assert_eq!((mock.reply.text.as_str(), mock.reply.reasoning.as_str()), ("Let me look.", "hmm"));
    let queries: Vec<&Value> = mock.reply.calls.iter().map(|call| &call.input["description"]).collect();
    assert_eq!(queries, ["by region", "bad"]);

    // Neither indices nor ids: one item ends before the next begins.
    let bare = [json!({"type": "message", "role": "assistant", "content": []}), function_call("c1", &json!("{}"))];
    let begun = |item: &Value| json!({"type": "response.output_item.added", "item": {"type": item["type"]}});
    let events = [begun(&bare[0]), done(&bare[0]), begun(&bare[1]), done(&bare[1]), completed(&Value::Null)];
    assert_eq!(decoded(&events).items, bare);
}

#[test]
fn items_that_only_the_end_lists_are_added_in_their_place() {
    let (said, called) = (message("Let me check."), function_call("c1", &json!("{\"sql\":\"a\"}")));
    let turn = decoded(&[done(&called), completed(&json!([said, called]))]);
    assert_eq!(turn.items, [said.clone(), called.clone()]);
    // The item that ended counts, as what the end lists may be less.
    let mut less = called.clone();
    less.as_object_mut().unwrap().shift_remove("call_id");
    assert_eq!(decoded(&[done(&called), completed(&json!([less]))]).items, std::slice::from_ref(&called));
    // Another id each time is no other item.
    let mut renamed = said.clone();
    renamed["id"] = json!("msg_2");
    assert_eq!(decoded(&[done(&said), completed(&json!([renamed]))]).items, std::slice::from_ref(&said));
    // Text that came in pieces only.
    let events = [json!({"type": "response.output_text.delta", "delta": "42"}), completed(&json!([]))];
    assert_eq!(decoded(&events).reply.text, "42");
}

#[test]
fn a_stream_cut_anywhere_is_no_shorter_turn() {
    for stream in [OPENAI, LLAMA, AIMOCK] {
        assert_whole_or_failed(PROTOCOL, &recorded(stream));
    }
    assert_eq!(decode(PROTOCOL, ["[DONE]"]).0, Err(Broken::Cut));
    let begun = json!({"type": "response.output_item.added", "item": {"type": "function_call", "id": "fc_1"}});
    assert!(matches!(decode_values(PROTOCOL, &[begun, completed(&json!([]))]), Err(Broken::Nonsense(_))));
}

#[test]
fn text_is_told_as_it_comes_and_the_end_is_seen() {
    let events: Vec<String> = recorded(OPENAI).iter().map(Value::to_string).collect();
    assert_eq!(decode(PROTOCOL, events.iter().map(String::as_str)).1, ["Let me ", "check."]);
    let mut decoder = crate::model::wire::decoder(PROTOCOL);
    let over = events.iter().map(|event| {
        decoder.take(event, &mut |_| {}).unwrap();
        decoder.is_over()
    });
    let over: Vec<bool> = over.collect();
    assert!(over.iter().rev().skip(1).all(|over| !over) && over.last() == Some(&true));
}

#[test]
fn a_whole_answer_instead_of_a_stream_is_a_turn() {
    let output = json!([message("42")]);
    let turn = decoded(&[json!({"object": "response", "status": "completed", "error": null, "output": output})]);
    assert_eq!((turn.reply.text.as_str(), turn.items.len()), ("42", 1));
}

#[test]
fn an_incomplete_turn_has_no_open_call() {
    let reasoning = json!({"type": "reasoning", "id": "rs_2", "summary": []});
    let output = json!([message("So"), reasoning, function_call("c1", &json!("{\"sql\":"))]);
    for (reason, stop, warnings) in [
        ("max_output_tokens", Stop::MaxTokens, 0),
        ("content_filter", Stop::ContentFilter, 0),
        ("steered", Stop::MaxTokens, 1),
    ] {
        let response = json!({"status": "incomplete", "incomplete_details": {"reason": reason}, "output": output});
        let turn = decoded(&[json!({"type": "response.incomplete", "response": response})]);
        assert_eq!(turn.reply, Reply { text: "So".to_owned(), stop, ..Reply::default() });
        assert_eq!((turn.items, turn.warnings.len()), (vec![message("So")], warnings));
    }
    let mut cut = function_call("c1", &json!("{\"sql\":"));
    cut["status"] = json!("incomplete");
    let turn = decoded(&[completed(&json!([cut]))]);
    assert_eq!((turn.reply.stop, turn.reply.calls.len(), turn.items.len()), (Stop::MaxTokens, 0, 0));
}

#[test]
fn a_refusal_is_no_answer() {
    let refused =
        json!({"type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "I can't."}]});
    let turn = decoded(&[done(&refused), completed(&json!([refused]))]);
    assert_eq!(turn.reply, Reply { text: "I can't.".to_owned(), stop: Stop::Refusal, ..Reply::default() });
}

#[test]
fn arguments_that_are_no_object_reach_the_tool_as_they_are() {
    for (arguments, input) in [
        (json!(""), json!({})),
        (json!({"sql": "a"}), json!({"sql": "a"})),
        (json!("{oops"), json!("{oops")),
        (Value::Null, json!({})),
    ] {
        assert_eq!(decoded(&[completed(&json!([function_call("c1", &arguments)]))]).reply.calls, [call("c1", input)]);
    }
    let nameless = json!({"type": "function_call", "call_id": "c1", "arguments": "{}"});
    assert!(matches!(decode_values(PROTOCOL, &[completed(&json!([nameless]))]), Err(Broken::Nonsense(_))));
}

#[test]
fn errors_are_told() {
    let error = json!({"code": "rate_limit_exceeded", "message": "Too fast"});
    for event in [
        json!({"type": "error", "code": "rate_limit_exceeded", "message": "Too fast"}),
        json!({"type": "error", "error": error}),
        json!({"type": "response.failed", "response": {"status": "failed", "error": error, "output": []}}),
        json!({"object": "response", "status": "failed", "error": error, "output": []}),
    ] {
        let Err(Broken::Told(told)) = decode_values(PROTOCOL, std::slice::from_ref(&event)) else { panic!("{event}") };
        assert_eq!((told.message.as_str(), &told.body["error"]["code"]), ("Too fast", &json!("rate_limit_exceeded")));
    }
    for event in [json!({"a": 1}), json!({"type": "response.completed"}), json!({"type": "response.output_item.done"})]
    {
        assert!(matches!(decode_values(PROTOCOL, std::slice::from_ref(&event)), Err(Broken::Nonsense(_))), "{event}");
    }
}

#[test]
fn reasoning_that_the_server_left_out_is_told() {
    let removed = |reason: &str| json!({"id": "rs_1", "action": "removed", "reason": reason, "type": "reasoning"});
    let mut event = completed(&json!([message("42")]));
    event["response"]["input_transformations"] = json!([removed("prefix_mismatch"), removed("prefix_mismatch")]);
    let warnings = decoded(&[event]).warnings;
    assert_eq!((warnings.len(), warnings[0].0.as_str()), (1, "reasoning_dropped"));
    assert!(warnings[0].1.ends_with(": prefix_mismatch"), "{}", warnings[0].1);
}

/// A turn of this very model, one of another, and one of another protocol, each with its results.
fn conversation(endpoint: &Endpoint) -> Request {
    let turn = decoded(&recorded(OPENAI));
    let maker = Maker { model: "another".to_owned(), ..endpoint.maker() };
    let results = |first: &str| Message::Results {
        results: vec![result("r1", false, first), result("r2", true, "no such column")],
    };
    request([
        given(&turn, endpoint),
        results("[[1]]"),
        Message::Assistant { reply: turn.reply.clone(), items: Some(Items { maker, items: turn.items }) },
        results("[[2]]"),
        foreign("So.", vec![call("r4", json!({"sql": "a"})), call("r5", json!("{oops"))]),
        results("[[3]]"),
    ])
}

#[test]
fn a_body_is_what_servers_read() {
    let mut endpoint = endpoint(PROTOCOL);
    let golden = include_str!("../../../../tests/data/wire/responses_request.json");
    assert_golden(&conversation(&endpoint), &endpoint, golden);
    endpoint.official = true;
    let golden = include_str!("../../../../tests/data/wire/responses_official_request.json");
    assert_golden(&conversation(&endpoint), &endpoint, golden);
}

#[test]
fn the_last_turn_calls_nothing() {
    let endpoint = endpoint(PROTOCOL);
    let mut request = request([]);
    request.closing = true;
    let sent = body(&request, &endpoint);
    assert_eq!((&sent["tool_choice"], sent["tools"].as_array().unwrap().len()), (&json!("none"), 1));
    request.tools.clear();
    let sent = body(&request, &endpoint);
    assert_eq!((sent.get("tools"), sent.get("tool_choice")), (None, None));
}

#[test]
fn what_a_server_would_refuse_is_not_sent() {
    let mut endpoint = endpoint(PROTOCOL);
    let sent = |endpoint: &Endpoint, message: Message| {
        let body = body(&request([message]), endpoint);
        body["input"].as_array().unwrap()[usize::from(endpoint.official) + 1..].to_vec()
    };
    let silent = decoded(&[completed(&json!([{"type": "reasoning", "id": "rs_1", "summary": []}]))]);
    assert_eq!(sent(&endpoint, given(&silent, &endpoint)), [] as [Value; 0]);
    assert_eq!(sent(&endpoint, foreign("", Vec::new())), [] as [Value; 0]);

    let broken = decoded(&[completed(&json!([function_call("c1", &json!("{\"sql"))]))]);
    let mended = json!(r#"{"INVALID_JSON":"{\"sql"}"#);
    assert_eq!(sent(&endpoint, given(&broken, &endpoint))[0]["arguments"], mended);
    endpoint.official = true;
    assert_eq!(sent(&endpoint, given(&broken, &endpoint))[0]["arguments"], "{\"sql");
}
