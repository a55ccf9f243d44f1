//! What the scripted model says, in no protocol's words.

use serde_json::{Value, json};

/// A turn of the scripted model.
#[derive(Debug, Clone, Default)]
pub struct Turn {
    pub text: String,
    pub reasoning: String,
    /// Id, name and input; an input that is a text stands as it is, whatever it holds.
    pub calls: Vec<(String, String, Value)>,
    pub stop: Stop,
    /// Tokens of the prompt that the server says it counted.
    pub prompt_tokens: Option<u64>,
}

/// Why the scripted model stops.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stop {
    /// Calls, or the end.
    #[default]
    Usual,
    /// At its token limit.
    Cut,
    Refusal,
    Filter,
    /// Anthropic alone knows it.
    Pause,
    /// The context is full; Anthropic alone knows it.
    Overflow,
}

impl Turn {
    /// With one more call.
    pub fn and(mut self, id: &str, name: &str, input: Value) -> Self {
        self.calls.push((id.to_owned(), name.to_owned(), input));
        self
    }
}

/// A turn that asks for one query.
pub fn query(id: &str, sql: &str) -> Turn {
    Turn::default().and(id, "sql_query", json!({"query": sql, "description": "d"}))
}

/// A turn that shows a text and ends the run.
pub fn answer(text: &str) -> Turn {
    let shown = Turn::default().and("end_0", "output_text", json!({"text": text}));
    shown.and("end_1", "finalize", json!({"session_title": null}))
}

/// A turn of text alone.
pub fn talk(text: &str) -> Turn {
    Turn { text: text.to_owned(), ..Turn::default() }
}
