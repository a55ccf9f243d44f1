//! What the tests of all wire formats share: an endpoint, a request, a stream that is read.

use serde_json::{Value, json};

use super::{Broken, Decoded, Decoder, Draft};
use crate::event::{Call, Protocol, Reply};
use crate::model::{BaseUrl, Endpoint, Items, KeyHeader, Message, OutputCap, Request, ToolMode, ToolReply, ToolSpec};

/// An endpoint that needs no key.
pub fn endpoint(protocol: Protocol) -> Endpoint {
    Endpoint {
        provider: "sample".to_owned(),
        protocol,
        base_url: BaseUrl::parse("http://127.0.0.1:9").unwrap(),
        model: "sample-1".to_owned(),
        official: false,
        key: None,
        key_variables: Vec::new(),
        key_header: KeyHeader::Bearer,
        headers: Vec::new(),
        output_cap: OutputCap::MaxTokens,
        output_tokens: 8_000,
        tools: ToolMode::Auto,
        context_window: None,
        prices: None,
        idle_timeout: None,
    }
}

/// A request with one tool and these messages behind the question.
pub fn request(later: impl IntoIterator<Item = Message>) -> Request {
    let mut messages = vec![Message::User { text: "How many rows?".to_owned() }];
    messages.extend(later);
    Request {
        system: "You analyse data.".to_owned(),
        tools: vec![ToolSpec {
            name: "sql_query".to_owned(),
            description: "Runs a query.".to_owned(),
            input_schema: json!({"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]}),
        }],
        messages,
        closing: false,
        output_tokens: None,
    }
}

/// The body of a request.
pub fn body(request: &Request, endpoint: &Endpoint) -> Value {
    super::body(&Draft {
        request,
        endpoint,
        output_tokens: 8_000,
        context_tokens: 16_384,
        cache_key: "key",
        answer_schema: None,
    })
}

/// A call in its neutral form.
pub fn call(id: &str, input: Value) -> Call {
    Call { id: id.to_owned(), name: "sql_query".to_owned(), input }
}

/// A turn in its neutral form, without items.
pub fn foreign(text: &str, calls: Vec<Call>) -> Message {
    Message::Assistant { reply: Reply { text: text.to_owned(), calls, ..Reply::default() }, items: None }
}

/// A turn with items of its own.
pub fn decoded(text: &str, calls: Vec<Call>, items: Vec<Value>) -> Decoded {
    Decoded { reply: Reply { text: text.to_owned(), calls, ..Reply::default() }, items, ..Decoded::default() }
}

/// A turn that an endpoint's model gave.
pub fn given(decoded: &Decoded, endpoint: &Endpoint) -> Message {
    let items = Items { maker: endpoint.maker(), items: decoded.items.clone() };
    Message::Assistant { reply: decoded.reply.clone(), items: Some(items) }
}

/// A result.
pub fn result(call_id: &str, is_error: bool, content: &str) -> ToolReply {
    ToolReply { call_id: call_id.to_owned(), name: "sql_query".to_owned(), is_error, content: content.to_owned() }
}

/// Reads the events of a stream to their end; the pieces of text that were told beside it.
pub fn decode<'a>(
    protocol: Protocol,
    events: impl IntoIterator<Item = &'a str>,
) -> (Result<Decoded, Broken>, Vec<String>) {
    let mut told = Vec::new();
    let mut decoder: Box<dyn Decoder> = super::decoder(protocol);
    for event in events {
        if let Err(broken) = decoder.take(event, &mut |piece| told.push(piece.to_owned())) {
            return (Err(broken), told);
        }
    }
    (decoder.finish(), told)
}

/// Reads the events of a stream as JSON values.
pub fn decode_values(protocol: Protocol, events: &[Value]) -> Result<Decoded, Broken> {
    let texts: Vec<String> = events.iter().map(Value::to_string).collect();
    decode(protocol, texts.iter().map(String::as_str)).0
}

/// The events of a recorded stream.
pub fn recorded(stream: &str) -> Vec<Value> {
    let data = stream.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).unwrap()).collect()
}

/// Checks that a stream which is cut behind any event gives a failure or the whole turn.
pub fn assert_whole_or_failed(protocol: Protocol, events: &[Value]) {
    let whole = decode_values(protocol, events).unwrap();
    for end in 0..events.len() {
        match decode_values(protocol, &events[..end]) {
            Err(Broken::Cut) => {}
            Err(broken) => panic!("cut behind {end} events: {broken:?}"),
            Ok(turn) => assert_eq!((&turn.reply, &turn.items), (&whole.reply, &whole.items), "cut behind {end} events"),
        }
    }
}

/// Checks that each request of a conversation begins with the one before it: the same keys but for those that bound or
/// steer the one turn, and a list of messages that only grows.
pub fn assert_grows(request: &Request, endpoint: &Endpoint, messages: &str, changing: &[&str]) {
    let mut before: Option<Value> = None;
    for length in 1..=request.messages.len() {
        let mut shorter = request.clone();
        shorter.messages.truncate(length);
        shorter.closing = length == request.messages.len();
        let mut now = body(&shorter, endpoint);
        for key in changing {
            now.as_object_mut().unwrap().shift_remove(*key);
        }
        if let Some(before) = before {
            let (Value::Object(mut before), Value::Object(mut later)) = (before, now.clone()) else { panic!() };
            let lists = (before.shift_remove(messages).unwrap(), later.shift_remove(messages).unwrap());
            let (Value::Array(old), Value::Array(new)) = lists else { panic!("{messages} are no list") };
            assert_eq!(old, new[..old.len()], "message {length} changed an earlier one");
            let texts = (serde_json::to_string(&before).unwrap(), serde_json::to_string(&later).unwrap());
            assert_eq!(texts.0, texts.1);
        }
        before = Some(now);
    }
}

/// Checks the body of a request, keys in their order, against one that is kept as a file.
pub fn assert_golden(request: &Request, endpoint: &Endpoint, golden: &str) {
    let body = serde_json::to_string_pretty(&body(request, endpoint)).unwrap();
    assert_eq!(body.lines().collect::<Vec<_>>(), golden.lines().collect::<Vec<_>>(), "the body is now\n{body}\n");
}
