//! The five protocols as a server speaks them: paths, keys, streams, and the items that must come back.
//!
//! Each is spoken in two ways: as its documentation has it, with keys in it that the program cannot know, and loosely,
//! with all that servers of that protocol are known to leave out or to do differently.

mod anthropic;
mod chat;
mod gemini;
mod ollama;
mod responses;

use serde_json::{Value, json};

use super::{KEY, Turn};

/// Stands in an expected item for a text that the server did not give, and that the program has to make up.
pub const ANY: &str = "\u{0}any";

/// A protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Anthropic,
    Responses,
    Chat,
    Gemini,
    Ollama,
}

/// A stream, and what of it must come back in the next request.
#[derive(Debug, Clone)]
pub struct Played {
    pub stream: String,
    pub items: Vec<Value>,
}

impl Dialect {
    pub const ALL: [Self; 5] = [Self::Anthropic, Self::Responses, Self::Chat, Self::Gemini, Self::Ollama];

    /// `-m` for the program.
    pub fn model(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic/claude-sonnet-5-5",
            Self::Responses => "openai/gpt-6.1-sol",
            Self::Chat => "openai-compatible/test-model",
            Self::Gemini => "gemini/gemini-3.8-flash",
            Self::Ollama => "ollama/test-model",
        }
    }

    /// The variable that holds the key.
    pub fn variable(self) -> Option<&'static str> {
        match self {
            Self::Anthropic => Some("ANTHROPIC_API_KEY"),
            Self::Responses => Some("OPENAI_API_KEY"),
            Self::Chat => Some("CSVCHAT_API_KEY"),
            Self::Gemini => Some("GEMINI_API_KEY"),
            Self::Ollama => None,
        }
    }

    /// What stands behind host and port in the base URL that users give.
    pub fn base_path(self) -> &'static str {
        match self {
            Self::Responses | Self::Chat => "/v1",
            Self::Anthropic | Self::Gemini | Self::Ollama => "",
        }
    }

    /// The path that is called.
    pub fn path(self) -> &'static str {
        match self {
            Self::Anthropic => "/v1/messages",
            Self::Responses => "/v1/responses",
            Self::Chat => "/v1/chat/completions",
            Self::Gemini => "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse",
            Self::Ollama => "/api/chat",
        }
    }

    /// The header that must carry the key, and its value.
    pub fn key_header(self) -> Option<(&'static str, String)> {
        match self {
            Self::Anthropic => Some(("x-api-key", KEY.to_owned())),
            Self::Responses | Self::Chat => Some(("authorization", format!("Bearer {KEY}"))),
            Self::Gemini => Some(("x-goog-api-key", KEY.to_owned())),
            Self::Ollama => None,
        }
    }

    /// The type of a stream.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Anthropic | Self::Responses | Self::Chat | Self::Gemini => "text/event-stream",
            Self::Ollama => "application/x-ndjson",
        }
    }

    /// What parts the events of a stream.
    pub fn separator(self) -> &'static str {
        match self {
            Self::Anthropic | Self::Responses | Self::Chat | Self::Gemini => "\n\n",
            Self::Ollama => "\n",
        }
    }

    /// The stream of the turn with this number.
    pub fn play(self, turn: &Turn, number: usize, loose: bool) -> Played {
        match self {
            Self::Anthropic => anthropic::play(turn, number, loose),
            Self::Responses => responses::play(turn, number, loose),
            Self::Chat => chat::play(turn, loose),
            Self::Gemini => gemini::play(turn, number, loose),
            Self::Ollama => ollama::play(turn, loose),
        }
    }
}

/// An input as the text that a stream holds of it.
fn raw(input: &Value) -> String {
    input.as_str().map_or_else(|| input.to_string(), str::to_owned)
}

/// An input as an object; of one that is none, the program makes up what comes back.
fn object(input: &Value) -> Value {
    if input.is_object() { input.clone() } else { json!(ANY) }
}

/// Arguments as text; of those that are no object, the program makes up what comes back.
fn arguments(input: &Value) -> Value {
    if input.is_object() { json!(input.to_string()) } else { json!(ANY) }
}

/// A text in pieces of a few characters.
fn pieces(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(7).map(|chunk| chunk.iter().collect()).collect()
}

fn event(name: &str, data: &Value) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

fn data(value: &Value) -> String {
    format!("data: {value}\n\n")
}
