//! Reading the events of a stream: the parts that a protocol promises, and the error where one is missing.
//!
//! Knows no protocol. Never guesses: a part of another type than promised is [`Broken::Nonsense`].

use serde_json::{Map, Value};

use super::Broken;
use crate::limits::{COUNTED_TOKENS, ERROR_CHARS};
use crate::model::fault::ServerError;

/// What is not as the protocol says.
pub fn nonsense(sentence: impl Into<String>) -> Broken {
    Broken::Nonsense(sentence.into())
}

/// The JSON object that the data of an event is.
///
/// # Errors
/// When it is none; the sentence shows its beginning.
pub fn object(data: &str) -> Result<Map<String, Value>, Broken> {
    match serde_json::from_str(data) {
        Ok(Value::Object(event)) => Ok(event),
        Ok(_) => Err(nonsense(format!("an event is no JSON object: {}", beginning(data)))),
        Err(error) => Err(nonsense(format!("an event is no JSON ({error}): {}", beginning(data)))),
    }
}

/// The beginning of what a server sent, for a sentence.
pub fn beginning(data: &str) -> String {
    match data.char_indices().nth(ERROR_CHARS) {
        Some((end, _)) => format!("{}...", data.get(..end).unwrap_or_default()),
        None => data.to_owned(),
    }
}

/// A text that must be there.
///
/// # Errors
/// When it is not there or no text.
pub fn text<'a>(object: &'a Map<String, Value>, key: &str) -> Result<&'a str, Broken> {
    object.get(key).and_then(Value::as_str).ok_or_else(|| nonsense(format!("{key} is no text")))
}

/// A text that may be missing or null.
///
/// # Errors
/// When it is something else than text.
pub fn optional_text<'a>(object: &'a Map<String, Value>, key: &str) -> Result<Option<&'a str>, Broken> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(nonsense(format!("{key} is no text"))),
    }
}

/// A text of an item, which need not have any: empty then.
pub fn text_of<'a>(object: &'a Value, key: &str) -> &'a str {
    object.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// A whole number that must be there and not be negative.
///
/// # Errors
/// When it is not there or no such number.
pub fn number(object: &Map<String, Value>, key: &str) -> Result<u64, Broken> {
    object.get(key).and_then(Value::as_u64).ok_or_else(|| nonsense(format!("{key} is no whole number")))
}

/// An object that must be there.
///
/// # Errors
/// When it is not there or no object.
pub fn part<'a>(object: &'a Map<String, Value>, key: &str) -> Result<&'a Map<String, Value>, Broken> {
    object.get(key).and_then(Value::as_object).ok_or_else(|| nonsense(format!("{key} is no object")))
}

/// A count of tokens, where there is one that can be believed. Anything else is none: no turn is worth losing over it.
pub fn count(object: &Map<String, Value>, key: &str) -> Option<u64> {
    object.get(key).and_then(Value::as_u64).filter(|count| *count <= COUNTED_TOKENS)
}

/// A count of tokens within a part of the object, which may be missing.
pub fn count_within(object: &Map<String, Value>, part: &str, key: &str) -> Option<u64> {
    object.get(part).and_then(Value::as_object).and_then(|part| count(part, key))
}

/// The error that an event tells: its words are in `error.message`, in `error`, or in `message`.
pub fn told(event: Map<String, Value>) -> Broken {
    let message = match event.get("error") {
        Some(Value::Object(error)) => error.get("message"),
        Some(Value::String(_)) => event.get("error"),
        Some(_) | None => event.get("message"),
    };
    let message = message.and_then(Value::as_str).unwrap_or_default().to_owned();
    Broken::Told(ServerError { status: None, message, body: Value::Object(event) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_objects_are_events_and_the_beginning_of_others_is_shown() {
        assert_eq!(object(r#"{"a":1}"#).unwrap(), json!({"a": 1}).as_object().cloned().unwrap());
        for wrong in ["[1]", "1", "", "<html>", "{\"a\":"] {
            assert!(matches!(object(wrong), Err(Broken::Nonsense(_))), "{wrong}");
        }
        let Err(Broken::Nonsense(sentence)) = object(&"\u{fc}".repeat(10_000)) else { panic!() };
        assert!(sentence.chars().count() < ERROR_CHARS + 100, "{sentence}");
    }

    #[test]
    fn a_count_that_cannot_be_is_none() {
        for (told, believed) in [
            (json!(12), Some(12)),
            (json!(COUNTED_TOKENS), Some(COUNTED_TOKENS)),
            (json!(COUNTED_TOKENS + 1), None),
            (json!(u64::MAX), None),
            (json!(-1), None),
            (json!(1e300), None),
            (json!("12"), None),
        ] {
            let usage = json!({"tokens": told, "details": {"tokens": told}});
            let usage = usage.as_object().unwrap();
            assert_eq!(count(usage, "tokens"), believed, "{told}");
            assert_eq!(count_within(usage, "details", "tokens"), believed, "{told}");
        }
        assert_eq!(count_within(json!({"details": [1]}).as_object().unwrap(), "details", "tokens"), None);
    }

    #[test]
    fn the_words_of_an_error_are_found() {
        for body in [
            json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}),
            json!({"error": "Overloaded"}),
            json!({"type": "error", "code": "x", "message": "Overloaded"}),
        ] {
            let Broken::Told(error) = told(body.as_object().cloned().unwrap()) else { panic!() };
            assert_eq!((error.message.as_str(), error.status, &error.body), ("Overloaded", None, &body));
        }
    }
}
