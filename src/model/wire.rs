//! The wire formats: pure functions from a request to JSON, and from a stream of events to a turn. No network here.
//!
//! One file a protocol. Each has `body` (the JSON of a request) and a [`Decoder`]. What all of them hold to:
//!
//! * The beginning of a body is the same in every request of a run: tools, system prompt, earlier messages. Objects keep
//!   the order in which they are built.
//! * A turn goes back as the items that its [`Maker`](crate::event::Maker) made, in order, unknown keys included. Items
//!   of another model or server lose what only their maker can read (reasoning, signatures, unknown keys); those of
//!   another protocol are written anew from the neutral form.
//! * The i-th result of [`Message::Results`] belongs to the i-th call of the reply before it. It goes back under the id
//!   that the call has in the items, which need not be the neutral one.
//! * A stream without its terminal event is [`Broken::Cut`], whatever came before.

mod anthropic;
mod arguments;
mod chat;
mod functions;
mod gemini;
mod history;
mod merge;
mod ollama;
pub mod prompted;
#[cfg(test)]
mod properties;
mod prose;
mod responses;
mod results;
#[cfg(test)]
pub(super) mod samples;
mod shape;
mod thinking;

use serde_json::Value;

use super::fault::ServerError;
use super::{Endpoint, Request};
use crate::event::{Protocol, Reply, Usage};

/// One request to be encoded.
pub struct Draft<'a> {
    /// The conversation.
    pub request: &'a Request,
    /// The server and model.
    pub endpoint: &'a Endpoint,
    /// Tokens that may be written.
    pub output_tokens: u64,
    /// Tokens of context that a local server is asked for; only Ollama is.
    pub context_tokens: u64,
    /// The same for all requests of a conversation, and telling nothing of it: steers caches.
    pub cache_key: &'a str,
    /// JSON Schema that the text of the reply must follow, where tools are put into words.
    pub answer_schema: Option<&'a Value>,
}

/// A turn as a stream gave it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decoded {
    /// The neutral form. Ids of calls are the server's; empty where it gave none.
    pub reply: Reply,
    /// The provider's own items, to be sent back.
    pub items: Vec<Value>,
    /// What the request took; `requests` is 1, the cost is unknown.
    pub usage: Usage,
    /// What the user should know: code and message.
    pub warnings: Vec<(String, String)>,
}

/// Why a stream gave no turn.
#[derive(Debug, Clone, PartialEq)]
pub enum Broken {
    /// It ended before its terminal event.
    Cut,
    /// An event is not what the protocol says: a sentence.
    Nonsense(String),
    /// The server told an error in the middle.
    Told(ServerError),
}

/// Folds the events of one stream into a turn.
pub trait Decoder {
    /// Takes the data of one event; `tell` hears each piece of text.
    ///
    /// # Errors
    /// When the event is an error, or nonsense.
    fn take(&mut self, data: &str, tell: &mut dyn FnMut(&str)) -> Result<(), Broken>;

    /// Whether the last event of the stream has come: nothing more needs to be read.
    fn is_over(&self) -> bool;

    /// What the stream took so far, also where it breaks off.
    fn usage(&self) -> Usage;

    /// The turn, when the stream has ended.
    ///
    /// # Errors
    /// [`Broken::Cut`] without the terminal event.
    fn finish(self: Box<Self>) -> Result<Decoded, Broken>;
}

/// How the events of a reply are parted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events.
    Sse,
    /// One JSON object a line.
    Lines,
}

/// The path of a protocol behind the base URL, query included.
#[must_use]
pub fn path(protocol: Protocol, model: &str) -> String {
    match protocol {
        Protocol::Anthropic => "/v1/messages".to_owned(),
        Protocol::Responses => "/responses".to_owned(),
        Protocol::Chat => "/chat/completions".to_owned(),
        Protocol::Gemini => gemini::path(model),
        Protocol::Ollama => "/api/chat".to_owned(),
    }
}

/// The JSON body of a request.
#[must_use]
pub fn body(draft: &Draft) -> Value {
    match draft.endpoint.protocol {
        Protocol::Anthropic => anthropic::body(draft),
        Protocol::Responses => responses::body(draft),
        Protocol::Chat => chat::body(draft),
        Protocol::Gemini => gemini::body(draft),
        Protocol::Ollama => ollama::body(draft),
    }
}

/// A decoder of a protocol's stream.
#[must_use]
pub fn decoder(protocol: Protocol) -> Box<dyn Decoder> {
    match protocol {
        Protocol::Anthropic => Box::new(anthropic::Stream::default()),
        Protocol::Responses => Box::new(responses::Stream::default()),
        Protocol::Chat => Box::new(chat::Stream::default()),
        Protocol::Gemini => Box::new(gemini::Stream::default()),
        Protocol::Ollama => Box::new(ollama::Stream::default()),
    }
}

/// How a protocol parts its events.
#[must_use]
pub fn framing(protocol: Protocol) -> Framing {
    match protocol {
        Protocol::Anthropic | Protocol::Responses | Protocol::Chat | Protocol::Gemini => Framing::Sse,
        Protocol::Ollama => Framing::Lines,
    }
}
