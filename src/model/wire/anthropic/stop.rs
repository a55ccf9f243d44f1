//! Why a message ended.

use serde_json::{Map, Value};

use crate::event::Stop;
use crate::model::wire::shape::beginning;

/// What a stop reason means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The model ended its turn, with calls or without.
    Over,
    /// It rests.
    Pause,
    /// The turn is cut: its last part may be unfinished.
    Cut(Stop),
    /// It declined, with these words if there are any.
    Refusal(String),
    /// csvchat does not know it.
    Unknown(String),
}

/// Reads a stop reason and the details beside it.
pub fn reason(name: &str, details: Option<&Map<String, Value>>) -> Reason {
    match name {
        "end_turn" | "stop_sequence" | "tool_use" => Reason::Over,
        "pause_turn" => Reason::Pause,
        "max_tokens" => Reason::Cut(Stop::MaxTokens),
        "model_context_window_exceeded" => Reason::Cut(Stop::ContextOverflow),
        "refusal" => Reason::Refusal(details.map(words).unwrap_or_default()),
        _ => Reason::Unknown(beginning(name)),
    }
}

/// What the server says of a refusal.
fn words(details: &Map<String, Value>) -> String {
    let text = |key: &str| details.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    match (text("explanation"), text("category")) {
        (Some(explanation), _) => explanation.to_owned(),
        (None, Some(category)) => format!("The provider's safeguards declined the request ({category})."),
        (None, None) => String::new(),
    }
}
