//! Streams and bodies of Chat Completions, as many servers send and want them.

use serde_json::{Value, json};

use crate::event::{Maker, Protocol, Reply, Stop, Usage};
use crate::model::wire::samples::{
    assert_golden, assert_whole_or_failed, call, decode, decode_values, endpoint, foreign, given, recorded, request,
    result,
};
use crate::model::wire::{Broken, Decoded, Draft};
use crate::model::{Endpoint, Items, Message, OutputCap, Request};

const PROTOCOL: Protocol = Protocol::Chat;

fn chunk(delta: &Value, reason: &Value) -> Value {
    json!({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})
}

fn decoded(events: &[Value]) -> Decoded {
    decode_values(PROTOCOL, events).unwrap()
}

/// A recorded stream, without its `[DONE]`.
fn recording(stream: &str) -> Vec<Value> {
    recorded(stream.trim_end().trim_end_matches("data: [DONE]"))
}

const LLAMA: &str = include_str!("../../../../tests/data/wire/chat_llama_call.sse");
const DEEPSEEK: &str = include_str!("../../../../tests/data/wire/chat_deepseek.sse");
const OPENROUTER: &str = include_str!("../../../../tests/data/wire/chat_openrouter.sse");
const GEMINI: &str = include_str!("../../../../tests/data/wire/chat_gemini.sse");
const GROQ: &str = include_str!("../../../../tests/data/wire/chat_groq.sse");
const MISTRAL: &str = include_str!("../../../../tests/data/wire/chat_mistral.sse");
const AIMOCK: &str = include_str!("../../../../tests/data/wire/chat_aimock_calls.sse");

fn usage(input: u64, output: u64, cached: u64) -> Usage {
    Usage {
        requests: 1,
        input_tokens: input,
        output_tokens: output,
        cache_read_tokens: cached,
        cost_usd: None,
        ..Usage::default()
    }
}

#[test]
fn a_stream_with_text_and_two_calls_is_a_turn() {
    let turn = decoded(&recording(LLAMA));
    let calls = vec![call("lyRB1", json!({"sql": "select 1"})), call("lyRB2", json!({"sql": "select ü"}))];
    let text = "Let me check.".to_owned();
    assert_eq!(turn.reply, Reply { text, calls, stop: Stop::ToolUse, ..Reply::default() });
    let function = |sql: &str| json!({"name": "sql_query", "arguments": format!("{{\"sql\":\"{sql}\"}}")});
    assert_eq!(
        turn.items,
        [json!({"role": "assistant", "content": "Let me check.", "tool_calls": [
            {"id": "lyRB1", "type": "function", "function": function("select 1")},
            {"id": "lyRB2", "type": "function", "function": function("select ü")}]})]
    );
    assert_eq!(turn.usage, usage(380, 36, 5));
}

#[test]
fn what_a_server_wants_back_is_in_the_items() {
    let deepseek = decoded(&recording(DEEPSEEK));
    assert_eq!(deepseek.items[0]["reasoning_content"], "");
    assert_eq!((deepseek.reply.reasoning.as_str(), deepseek.usage), ("", usage(36, 20, 64)));

    let openrouter = decoded(&recording(OPENROUTER));
    assert_eq!(openrouter.reply.reasoning, "So what");
    assert_eq!(
        openrouter.items[0]["reasoning_details"],
        json!([{"type": "reasoning.text", "text": "So what", "index": 0, "format": "anthropic-claude-v1",
            "signature": "c2ln"}])
    );
    assert_eq!(openrouter.reply.calls, [call("toolu_1", json!({"sql": "a"}))]);

    let gemini = decoded(&recording(GEMINI));
    assert_eq!(gemini.reply.stop, Stop::ToolUse);
    let calls = [call("function-call-1", json!({"sql": "a"})), call("function-call-2", json!({"sql": "b"}))];
    assert_eq!(gemini.reply.calls, calls);
    assert_eq!(gemini.items[0].pointer("/tool_calls/0/extra_content/google/thought_signature"), Some(&json!("c2ln")));
    assert_eq!(gemini.usage, usage(50, 40, 0));

    let mistral = decoded(&recording(MISTRAL));
    assert_eq!((mistral.reply.text.as_str(), mistral.reply.reasoning.as_str()), ("42 rows", "so what"));
    assert_eq!(mistral.items[0]["content"][1], json!({"type": "text", "text": "42 rows"}));

    let groq = decoded(&recording(GROQ));
    assert_eq!(
        (groq.reply.text.as_str(), groq.usage, &groq.items[0]["content"]),
        ("42", usage(10, 2, 0), &json!("42"))
    );
}

#[test]
fn a_recording_of_a_mock_is_a_turn() {
    let turn = decoded(&recording(AIMOCK));
    assert_eq!((turn.reply.text.as_str(), turn.reply.reasoning.as_str()), ("Let me look.", "hmm"));
    let queries: Vec<&Value> = turn.reply.calls.iter().map(|call| &call.input["description"]).collect();
    assert_eq!(queries, ["by region", "bad"]);
}

#[test]
fn a_stream_cut_anywhere_is_no_shorter_turn() {
    for stream in [LLAMA, DEEPSEEK, OPENROUTER, GEMINI, GROQ, MISTRAL, AIMOCK] {
        assert_whole_or_failed(PROTOCOL, &recording(stream));
    }
    let done_alone = [chunk(&json!({"content": "4"}), &Value::Null).to_string(), "[DONE]".to_owned()];
    assert_eq!(decode(PROTOCOL, done_alone.iter().map(String::as_str)).0, Err(Broken::Cut));
    assert_eq!(decode_values(PROTOCOL, &[]), Err(Broken::Cut));
}

#[test]
fn only_done_or_a_whole_message_ends_the_reading() {
    let mut decoder = crate::model::wire::decoder(PROTOCOL);
    let mut over = Vec::new();
    for data in [
        chunk(&json!({"content": "4"}), &json!("stop")).to_string(),
        json!({"choices": [], "usage": {"prompt_tokens": 3}}).to_string(),
        "[DONE]".to_owned(),
    ] {
        decoder.take(&data, &mut |_| {}).unwrap();
        over.push(decoder.is_over());
    }
    assert_eq!((over, decoder.usage().input_tokens), (vec![false, false, true], 3));
}

#[test]
fn a_whole_answer_instead_of_a_stream_is_a_turn() {
    let function = json!({"name": "sql_query", "arguments": {"sql": "a"}});
    let message = json!({"role": "assistant", "content": null, "tool_calls": [
        {"type": "function", "function": function}, {"type": "function", "function": function}]});
    let body = json!({"object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": null}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 4}});
    let turn = decoded(&[body]);
    assert_eq!(turn.reply.calls, [call("", json!({"sql": "a"})), call("", json!({"sql": "a"}))]);
    assert_eq!((turn.reply.stop, turn.usage), (Stop::ToolUse, usage(3, 4, 0)));
    assert_ne!(turn.items[0]["tool_calls"][0]["id"], turn.items[0]["tool_calls"][1]["id"]);
}

#[test]
fn a_cut_turn_has_no_open_call() {
    let begun = json!({"index": 0, "id": "1", "function": {"name": "sql_query", "arguments": "{\"sql\":"}});
    for (reason, stop) in
        [("length", Stop::MaxTokens), ("model_length", Stop::ContextOverflow), ("content_filter", Stop::ContentFilter)]
    {
        let turn = decoded(&[chunk(&json!({"content": "So", "tool_calls": [begun]}), &json!(reason))]);
        assert_eq!(turn.reply, Reply { text: "So".to_owned(), stop, ..Reply::default() });
        assert_eq!(turn.items, [json!({"role": "assistant", "content": "So"})]);
    }
}

#[test]
fn refusals_and_reasoning_in_the_text_are_told_apart() {
    let refused = decoded(&[
        chunk(&json!({"refusal": "I ca"}), &Value::Null),
        chunk(&json!({"refusal": "n't."}), &json!("stop")),
    ]);
    assert_eq!(refused.reply, Reply { text: "I can't.".to_owned(), stop: Stop::Refusal, ..Reply::default() });

    let events =
        ["<thi", "nk>so", " what</th", "ink>\n\n4", "2"].map(|piece| chunk(&json!({"content": piece}), &Value::Null));
    let texts: Vec<String> = events.iter().chain([&chunk(&json!({}), &json!("stop"))]).map(Value::to_string).collect();
    let (turn, told) = decode(PROTOCOL, texts.iter().map(String::as_str));
    let turn = turn.unwrap();
    assert_eq!((turn.reply.text.as_str(), turn.reply.reasoning.as_str()), ("42", "so what"));
    assert_eq!(told, ["4", "2"]);
    assert_eq!(turn.items[0]["content"], "<think>so what</think>\n\n42");
}

#[test]
fn errors_in_the_middle_are_told() {
    for event in [
        json!({"error": {"message": "No credit", "code": 402}}),
        json!({"error": {"message": "No credit"}, "choices": [{"delta": {}, "finish_reason": "error"}]}),
        json!({"error": "No credit"}),
        json!({"object": "error", "message": "No credit"}),
    ] {
        let Err(Broken::Told(error)) = decode_values(PROTOCOL, std::slice::from_ref(&event)) else { panic!("{event}") };
        assert_eq!((error.message.as_str(), &error.body), ("No credit", &event));
    }
    for reason in ["error", "insufficient_system_resource"] {
        let told = decode_values(PROTOCOL, &[chunk(&json!({"content": "So"}), &json!(reason))]);
        let Err(Broken::Told(error)) = told else { panic!("{reason}") };
        assert!(error.message.contains(reason), "{}", error.message);
    }
    let harmless = json!({"error": null, "choices": [{"delta": {"content": "4"}, "finish_reason": "stop"}]});
    assert_eq!(decoded(&[harmless]).reply.text, "4");
}

#[test]
fn what_contradicts_the_protocol_is_nonsense() {
    for event in [
        json!([1]),
        json!({"choices": [1]}),
        json!({"choices": [{"delta": 1}]}),
        json!({"choices": [{"delta": {"content": 1}}]}),
        json!({"choices": [{"delta": {"tool_calls": 1}}]}),
        json!({"choices": [{"delta": {}, "finish_reason": 1}]}),
        json!({"detail": "Not Found"}),
    ] {
        assert!(matches!(decode_values(PROTOCOL, std::slice::from_ref(&event)), Err(Broken::Nonsense(_))), "{event}");
    }
    assert!(matches!(decode(PROTOCOL, ["<html>"]).0, Err(Broken::Nonsense(_))));
}

/// A turn of this very model, one of another, and one of another protocol, each with its results.
fn conversation(endpoint: &Endpoint) -> Request {
    let own = decoded(&recording(OPENROUTER));
    let other = decoded(&recording(MISTRAL));
    let maker = Maker { model: "another".to_owned(), ..endpoint.maker() };
    let mut kin = decoded(&recording(LLAMA));
    kin.items[0]["reasoning_content"] = json!("so");
    request([
        given(&own, endpoint),
        Message::Results { results: vec![result("r1", false, "[[1]]")] },
        Message::Assistant { reply: kin.reply, items: Some(Items { maker: maker.clone(), items: kin.items }) },
        Message::Results { results: vec![result("r2", false, "[[2]]"), result("r3", true, "no such column")] },
        Message::Assistant { reply: other.reply, items: Some(Items { maker, items: other.items }) },
        Message::User { text: "Go on.".to_owned() },
        foreign("", vec![call("r4", json!({"sql": "a"})), call("r5", json!("{oops"))]),
        Message::Results { results: vec![result("r4", false, "[[3]]"), result("r5", true, "no JSON")] },
    ])
}

#[test]
fn a_body_is_what_servers_read() {
    let endpoint = endpoint(PROTOCOL);
    let golden = include_str!("../../../../tests/data/wire/chat_request.json");
    assert_golden(&conversation(&endpoint), &endpoint, golden);
}

#[test]
fn the_official_server_is_told_more_and_the_last_turn_calls_nothing() {
    let mut endpoint = endpoint(PROTOCOL);
    endpoint.official = true;
    endpoint.output_cap = OutputCap::MaxCompletionTokens;
    let mut request = request([]);
    request.closing = true;
    let schema = json!({"type": "object"});
    let body = super::body(&Draft {
        request: &request,
        endpoint: &endpoint,
        output_tokens: 7,
        context_tokens: 1,
        cache_key: "key",
        answer_schema: Some(&schema),
    });
    assert_eq!(body["messages"][0]["role"], "developer");
    assert_eq!((&body["max_completion_tokens"], body.get("max_tokens")), (&json!(7), None));
    assert_eq!((&body["tool_choice"], body["tools"].as_array().unwrap().len()), (&json!("none"), 1));
    assert_eq!(body["response_format"]["json_schema"]["schema"], schema);
    request.tools.clear();
    let body = crate::model::wire::samples::body(&request, &endpoint);
    assert_eq!((body.get("tools"), body.get("tool_choice")), (None, None));
}

#[test]
fn what_a_server_would_refuse_is_not_sent() {
    let mut endpoint = endpoint(PROTOCOL);
    let sent = |endpoint: &Endpoint, message: Message| {
        let body = crate::model::wire::samples::body(&request([message]), endpoint);
        body["messages"].as_array().unwrap()[2..].to_vec()
    };
    let silent = decoded(&[chunk(&json!({"content": "", "reasoning_content": "hm"}), &json!("stop"))]);
    assert_eq!(sent(&endpoint, given(&silent, &endpoint)), [] as [Value; 0]);
    assert_eq!(sent(&endpoint, foreign("", Vec::new())), [] as [Value; 0]);

    let broken = json!({"index": 0, "id": "1", "function": {"name": "sql_query", "arguments": "{\"sql"}});
    let broken = decoded(&[chunk(&json!({"tool_calls": [broken]}), &json!("tool_calls"))]);
    assert_eq!(broken.reply.calls, [call("1", json!("{\"sql"))]);
    let message = given(&broken, &endpoint);
    let arguments = "/tool_calls/0/function/arguments";
    assert_eq!(sent(&endpoint, message)[0].pointer(arguments), Some(&json!(r#"{"INVALID_JSON":"{\"sql"}"#)));
    endpoint.official = true;
    assert_eq!(sent(&endpoint, given(&broken, &endpoint))[0].pointer(arguments), Some(&json!("{\"sql")));
}

#[test]
fn items_whose_calls_are_others_are_written_anew() {
    let endpoint = endpoint(PROTOCOL);
    let items = Items { maker: endpoint.maker(), items: vec![json!({"role": "assistant", "content": "{\"tool\":1}"})] };
    let reply = Reply { calls: vec![call("c1", json!({}))], stop: Stop::ToolUse, ..Reply::default() };
    let body =
        crate::model::wire::samples::body(&request([Message::Assistant { reply, items: Some(items) }]), &endpoint);
    assert_eq!(body["messages"][2]["tool_calls"][0]["function"]["name"], "sql_query");
}
