//! Why a response ended, and what the server says of a prompt that it blocked.

use serde_json::{Map, Value};

use crate::model::wire::shape::beginning;

/// What a finish reason means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The model ended its turn, with calls or without.
    Over,
    /// It reached its token limit.
    Cut,
    /// A filter stopped it.
    Filtered,
    /// The model or the server made something that is of no use; the next try may be better.
    Failed,
    /// The server does not say why, or csvchat does not know the reason.
    Unknown,
}

/// Reads a finish reason.
pub fn reason(name: &str) -> Reason {
    match name {
        // Servers that translate from other protocols name the second where there are calls.
        "STOP" | "FUNCTION_CALL" => Reason::Over,
        "MAX_TOKENS" => Reason::Cut,
        "SAFETY"
        | "RECITATION"
        | "LANGUAGE"
        | "BLOCKLIST"
        | "PROHIBITED_CONTENT"
        | "SPII"
        | "MODEL_ARMOR"
        | "ESCALATION"
        | "PUP_LIMITED_DISABLED"
        | "NO_IMAGE" => Reason::Filtered,
        _ if name.starts_with("IMAGE_") => Reason::Filtered,
        // The last one wants to be gone on with in a way of its own.
        "MALFORMED_FUNCTION_CALL"
        | "MALFORMED_RESPONSE"
        | "UNEXPECTED_TOOL_CALL"
        | "TOO_MANY_TOOL_CALLS"
        | "MISSING_THOUGHT_SIGNATURE"
        | "CONTINUATION" => Reason::Failed,
        _ => Reason::Unknown,
    }
}

/// A reason and the server's words on it, bounded.
pub fn words(object: &Map<String, Value>, reason: &str, message: &str) -> String {
    let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let reason = text(reason).unwrap_or("no reason given");
    match text(message) {
        Some(message) => beginning(&format!("{reason}: {message}")),
        None => beginning(reason),
    }
}
