//! Finds JSON objects in the text of a model: alone, in a fence, or amid prose.
//!
//! Knows nothing of what they mean. Never fails: what is no object is passed over.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::limits::REPLY_BRACES;

/// The objects of a text, in order; none within another. Only as many opening braces as
/// [`REPLY_BRACES`](crate::limits::REPLY_BRACES) are tried.
pub fn objects(text: &str) -> impl Iterator<Item = Map<String, Value>> {
    let mut rest = text;
    let mut tried = 0;
    std::iter::from_fn(move || {
        while tried < REPLY_BRACES {
            tried += 1;
            rest = rest.get(rest.find('{')?..)?;
            let whole = balanced(rest);
            if let Some(object) = whole.and_then(parse) {
                rest = rest.get(whole.map_or(1, str::len)..)?;
                return Some(object);
            }
            rest = rest.get(1..)?;
        }
        None
    })
}

/// From the brace at the beginning to the one that closes it.
fn balanced(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    let mut scan = Scan::default();
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if scan.is_quoted(byte) => {}
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return text.get(..=index);
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether we are within a quoted text.
#[derive(Default)]
struct Scan {
    quoted: bool,
    escaped: bool,
}

impl Scan {
    /// Goes on by a byte; whether it is part of a quoted text, its quotes included.
    fn is_quoted(&mut self, byte: u8) -> bool {
        let was_quoted = self.quoted;
        if self.escaped {
            self.escaped = false;
        } else if self.quoted && byte == b'\\' {
            self.escaped = true;
        } else if byte == b'"' {
            self.quoted = !self.quoted;
        }
        was_quoted || self.quoted
    }
}

fn parse(text: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&escaped(text))).ok()
}

/// The text with line breaks and tabs in quoted texts written as JSON wants them: models break lines in long queries.
fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['\n', '\r', '\t']) {
        return Cow::Borrowed(text);
    }
    let mut scan = Scan::default();
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        // Beyond ASCII nothing opens, closes or escapes.
        let quoted = scan.is_quoted(if character.is_ascii() { character as u8 } else { 0 });
        match character {
            '\n' if quoted => escaped.push_str("\\n"),
            '\r' if quoted => escaped.push_str("\\r"),
            '\t' if quoted => escaped.push_str("\\t"),
            other => escaped.push(other),
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn found(text: &str) -> Vec<Value> {
        objects(text).map(Value::Object).collect()
    }

    #[test]
    fn objects_are_found_alone_in_fences_and_in_prose() {
        for text in [
            r#"{"a": "}\"{"}"#,
            "```json\n{\"a\": \"}\\\"{\"}\n```",
            "Let me see {the data}: {\"a\": \"}\\\"{\"} is it.",
            "it's { \" {\"a\": \"}\\\"{\"}",
        ] {
            assert_eq!(found(text), [json!({"a": "}\"{"})], "{text}");
        }
        assert_eq!(found(r#"{"a":{"b":1}} {"c":2}"#), [json!({"a": {"b": 1}}), json!({"c": 2})]);
        assert_eq!(found("no { object"), [] as [Value; 0]);
    }

    #[test]
    fn line_breaks_in_texts_are_taken() {
        assert_eq!(found("{\"a\":\n\t\"é\n\tb\\\"\r\"}"), [json!({"a": "é\n\tb\"\r"})]);
    }

    #[test]
    fn braces_without_end_take_no_time() {
        assert_eq!(found(&"{".repeat(1_000_000)), [] as [Value; 0]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_object_is_found_in_any_prose(before in "[^{\"]{0,9}", value in ".{0,20}", after in ".{0,9}") {
            let object = json!({"a": {"b": [value]}});
            let objects = found(&format!("{before}{object}{after}"));
            prop_assert_eq!(objects.first(), Some(&object));
        }

        #[test]
        fn nothing_is_out_of_bounds(text in "[{}\"\\\\a\né]{0,30}") {
            let _ = found(&text);
        }
    }
}
