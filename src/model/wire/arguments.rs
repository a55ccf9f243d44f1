//! The arguments of a tool call: as models write them, and as servers take them back.
//!
//! Never fails: what is no JSON stays as the text that it is, and the tool answers it with an error that the model can
//! mend.

use serde_json::{Map, Value};

/// The key under which text that is no JSON object goes back where a server takes objects only; the one that Anthropic's
/// documentation of streamed tool input proposes.
const INVALID: &str = "INVALID_JSON";

/// The input of a call whose arguments came as text. No text at all is the empty object.
#[must_use]
pub fn read(text: &str) -> Value {
    if text.trim().is_empty() {
        return Value::Object(Map::new());
    }
    match serde_json::from_str(text) {
        Ok(Value::Null) => Value::Object(Map::new()),
        Ok(value) => value,
        Err(_) => Value::String(text.to_owned()),
    }
}

/// The input of a call whose arguments came as JSON: an object as it is, text as [`read`] reads it, nothing as the
/// empty object.
#[must_use]
pub fn read_value(value: Option<&Value>) -> Value {
    match value {
        None | Some(Value::Null) => Value::Object(Map::new()),
        Some(Value::String(text)) => read(text),
        Some(value @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_))) => value.clone(),
    }
}

/// The input as an object, for servers that take nothing else back.
#[must_use]
pub fn as_object(input: &Value) -> Value {
    let wrapped = |text: String| Value::Object(Map::from_iter([(INVALID.to_owned(), Value::String(text))]));
    match input {
        Value::Object(_) => input.clone(),
        Value::Null => Value::Object(Map::new()),
        Value::String(text) => wrapped(text.clone()),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) => wrapped(input.to_string()),
    }
}

/// The input as the JSON text of an object, for servers whose arguments are text.
#[must_use]
pub fn as_text(input: &Value) -> String {
    as_object(input).to_string()
}

/// The text as that of an object, where it is none: for servers that read the arguments of earlier calls.
#[must_use]
pub fn mended(text: &str) -> Option<String> {
    let input = read(text);
    (text.trim().is_empty() || !input.is_object()).then(|| as_text(&input))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nothing_is_the_empty_object_and_what_is_no_json_stays() {
        for (text, input) in [
            ("", json!({})),
            (" \n", json!({})),
            ("null", json!({})),
            (r#"{"sql":"a"}"#, json!({"sql": "a"})),
            ("[1]", json!([1])),
            (r#"{"sql":"a"#, json!(r#"{"sql":"a"#)),
        ] {
            assert_eq!(read(text), input, "{text:?}");
            assert_eq!(read_value(Some(&json!(text))), input, "{text:?}");
        }
        assert_eq!(read_value(None), json!({}));
        assert_eq!(read_value(Some(&json!({"sql": ""}))), json!({"sql": ""}));
    }

    #[test]
    fn only_objects_go_back() {
        assert_eq!(as_object(&json!({"a": 1})), json!({"a": 1}));
        assert_eq!(as_object(&json!("{oops")), json!({"INVALID_JSON": "{oops"}));
        assert_eq!(as_object(&json!([1])), json!({"INVALID_JSON": "[1]"}));
        assert_eq!(as_text(&json!(null)), "{}");
    }

    #[test]
    fn only_what_is_no_object_is_mended() {
        for (text, mended_text) in [
            (r#"{ "a":1}"#, None),
            ("", Some("{}")),
            (r#"{"a"#, Some(r#"{"INVALID_JSON":"{\"a"}"#)),
            ("[1]", Some(r#"{"INVALID_JSON":"[1]"}"#)),
        ] {
            assert_eq!(mended(text).as_deref(), mended_text, "{text}");
        }
    }
}
