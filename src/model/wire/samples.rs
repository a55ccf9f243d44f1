//! What the tests of all wire formats share: an endpoint, a request, a stream that is read.

use serde_json::{Value, json};

use super::{Broken, Decoded, Decoder, Draft};
use crate::event::{Call, Protocol, Reply};
use crate::model::{BaseUrl, Endpoint, KeyHeader, Message, OutputCap, Request, ToolMode, ToolReply, ToolSpec};

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
