//! The content of a message that streams in, and the reasoning beside it.
//!
//! Content is text, or a list of parts as Mistral's models that think give it. It goes back in the form in which it came.

use serde_json::{Map, Value};

use crate::model::wire::merge::merge;

/// The content of a message, as it goes back.
#[derive(Debug, Default)]
pub enum Content {
    /// Nothing, or null.
    #[default]
    None,
    Text(String),
    /// As Mistral's models that think give it.
    Parts(Vec<Value>),
}

impl Content {
    /// Adds a piece of text.
    pub fn add_text(&mut self, text: String) {
        match self {
            Self::None => *self = Self::Text(text),
            Self::Text(whole) => whole.push_str(&text),
            Self::Parts(_) if text.is_empty() => {}
            Self::Parts(parts) => add(parts, serde_json::json!({"type": "text", "text": text})),
        }
    }

    /// Adds a part, which may continue the last one.
    pub fn add_part(&mut self, part: Value) {
        if let Self::Text(text) = self {
            let text = std::mem::take(text);
            *self = Self::Parts(Vec::new());
            self.add_text(text);
        }
        match self {
            Self::Parts(parts) => add(parts, part),
            Self::None | Self::Text(_) => *self = Self::Parts(vec![part]),
        }
    }

    /// As it goes back; null for none.
    pub fn into_value(self) -> Value {
        match self {
            Self::None => Value::Null,
            Self::Text(text) => Value::String(text),
            Self::Parts(parts) => Value::Array(parts),
        }
    }
}

/// Adds a part to a list, or its text to the last one of the same type.
fn add(parts: &mut Vec<Value>, part: Value) {
    match (parts.last_mut(), part) {
        (Some(Value::Object(last)), Value::Object(part)) if last.get("type") == part.get("type") => {
            for (key, value) in part {
                match (last.get_mut(&key), value) {
                    (Some(Value::Array(inner)), Value::Array(more)) => {
                        for part in more {
                            add(inner, part);
                        }
                    }
                    (_, value) => merge(last, Map::from_iter([(key, value)])),
                }
            }
        }
        (_, part) => parts.push(part),
    }
}

/// The reasoning of a message. Some servers give it under two keys at once.
pub fn reasoning(message: &Map<String, Value>, written: [String; 2]) -> String {
    let keyed = ["reasoning_content", "reasoning"].iter().find_map(|key| message.get(*key).and_then(Value::as_str));
    let details = message.get("reasoning_details").and_then(Value::as_array);
    let detail = |detail: &Value| {
        let text = ["text", "summary"].iter().find_map(|key| detail.get(*key).and_then(Value::as_str));
        text.unwrap_or_default().to_owned()
    };
    let keyed = match keyed.filter(|text| !text.is_empty()) {
        Some(text) => text.to_owned(),
        None => details.into_iter().flatten().map(detail).collect(),
    };
    let parts = std::iter::once(keyed).chain(written).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parts_are_continued_and_text_becomes_a_part_among_them() {
        let mut content = Content::default();
        content.add_text("Hm. ".to_owned());
        for part in [
            json!({"type": "thinking", "thinking": [{"type": "text", "text": "so"}]}),
            json!({"type": "thinking", "thinking": [{"type": "text", "text": " what"}]}),
            json!({"type": "text", "text": "4"}),
        ] {
            content.add_part(part);
        }
        content.add_text("2".to_owned());
        assert_eq!(
            content.into_value(),
            json!([
                {"type": "text", "text": "Hm. "},
                {"type": "thinking", "thinking": [{"type": "text", "text": "so what"}]},
                {"type": "text", "text": "42"},
            ])
        );
    }

    #[test]
    fn empty_text_is_not_null() {
        let mut content = Content::default();
        assert_eq!(Content::default().into_value(), Value::Null);
        content.add_text(String::new());
        assert_eq!(content.into_value(), json!(""));
    }

    #[test]
    fn reasoning_is_taken_once() {
        let read = |message: Value| reasoning(message.as_object().unwrap(), [String::new(), "written".to_owned()]);
        assert_eq!(read(json!({"reasoning": "a", "reasoning_content": "a"})), "a\n\nwritten");
        assert_eq!(read(json!({"reasoning": "a", "reasoning_details": [{"text": "a"}]})), "a\n\nwritten");
        assert_eq!(
            read(json!({"reasoning_details": [{"text": "a"}, {"data": "x"}, {"summary": "b"}]})),
            "ab\n\nwritten"
        );
        assert_eq!(read(json!({"reasoning_content": ""})), "written");
    }
}
