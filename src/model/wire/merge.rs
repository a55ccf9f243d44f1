//! Puts a message together from the deltas of a stream, keys that nobody knows included: the server that sent them
//! wants them back.
//!
//! Knows no protocol but this: texts grow, objects are joined, list entries with the same `index` belong together, and
//! null says nothing.

use serde_json::{Map, Value};

/// Texts that name something: servers repeat them whole instead of continuing them.
const NAMES: [&str; 6] = ["id", "type", "role", "name", "format", "object"];

/// Adds a delta to what has come before.
pub fn merge(whole: &mut Map<String, Value>, delta: Map<String, Value>) {
    for (key, new) in delta {
        if new.is_null() {
            continue;
        }
        match whole.get_mut(&key) {
            Some(old) => join(&key, old, new),
            None => {
                whole.insert(key, new);
            }
        }
    }
}

fn join(key: &str, old: &mut Value, new: Value) {
    match (old, new) {
        (Value::String(old), Value::String(new)) => {
            if !NAMES.contains(&key) {
                old.push_str(&new);
            } else if old.is_empty() {
                *old = new;
            }
        }
        (Value::Object(old), Value::Object(new)) => merge(old, new),
        (Value::Array(old), Value::Array(new)) => {
            for entry in new {
                add(old, entry);
            }
        }
        // An object beside its text that has not begun, or a number that is newer.
        (old, new) => {
            if !new.as_str().is_some_and(str::is_empty) {
                *old = new;
            }
        }
    }
}

/// Adds an entry to a list, or to the entry that it continues.
fn add(list: &mut Vec<Value>, entry: Value) {
    let continued = list.iter_mut().rev().find(|old| continues(old, &entry));
    match (continued, entry) {
        (Some(Value::Object(old)), Value::Object(new)) => merge(old, new),
        (_, entry) => list.push(entry),
    }
}

/// Whether an entry continues another: same index, and neither type nor id say otherwise.
fn continues(old: &Value, new: &Value) -> bool {
    let same = |key: &str| match (old.get(key), new.get(key)) {
        (Some(old), Some(new)) => old == new || old.is_null() || new.is_null(),
        (_, None) | (None, Some(_)) => true,
    };
    let index = new.get("index").and_then(Value::as_u64);
    index.is_some() && old.get("index").and_then(Value::as_u64) == index && same("type") && same("id")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn merged(deltas: Vec<Value>) -> Value {
        let mut whole = Map::new();
        for delta in deltas {
            merge(&mut whole, delta.as_object().cloned().unwrap());
        }
        Value::Object(whole)
    }

    #[test]
    fn texts_grow_and_names_do_not() {
        let whole = merged(vec![
            json!({"role": "assistant", "reasoning_content": "", "refusal": null}),
            json!({"role": "assistant", "reasoning_content": "so "}),
            json!({"role": "", "reasoning_content": "what"}),
        ]);
        assert_eq!(whole, json!({"role": "assistant", "reasoning_content": "so what"}));
    }

    #[test]
    fn entries_with_an_index_are_continued() {
        let whole = merged(vec![
            json!({"reasoning_details": [{"type": "reasoning.text", "text": "a", "index": 0, "signature": null}]}),
            json!({"reasoning_details": [{"type": "reasoning.text", "text": "b", "index": 0}]}),
            json!({"reasoning_details": [{"type": "reasoning.text", "signature": "s", "index": 0}]}),
            json!({"reasoning_details": [{"type": "reasoning.encrypted", "data": "x", "id": "1", "index": 0}]}),
            json!({"reasoning_details": [{"type": "reasoning.encrypted", "data": "y", "id": "2", "index": 0}]}),
            json!({"annotations": ["p"]}),
            json!({"annotations": ["q"]}),
        ]);
        assert_eq!(
            whole,
            json!({
                "reasoning_details": [
                    {"type": "reasoning.text", "text": "ab", "index": 0, "signature": "s"},
                    {"type": "reasoning.encrypted", "data": "x", "id": "1", "index": 0},
                    {"type": "reasoning.encrypted", "data": "y", "id": "2", "index": 0},
                ],
                "annotations": ["p", "q"],
            })
        );
    }

    #[test]
    fn what_changes_its_kind_is_replaced() {
        assert_eq!(merged(vec![json!({"a": ""}), json!({"a": {"b": 1}}), json!({"a": ""})]), json!({"a": {"b": 1}}));
    }
}
