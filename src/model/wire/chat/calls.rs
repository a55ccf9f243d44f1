//! Puts tool calls together from their deltas.
//!
//! What tells calls apart differs between servers: mostly an index; an id where there is none, or where it is always 0;
//! neither where every call comes whole.

use serde_json::{Map, Value};

use crate::event::Call;
use crate::model::wire::merge::merge;
use crate::model::wire::shape::{nonsense, optional_text};
use crate::model::wire::{Broken, arguments, results};

/// The calls of a message so far.
#[derive(Debug, Default)]
pub struct Calls {
    open: Vec<Open>,
}

/// A call that may not be whole yet.
#[derive(Debug)]
struct Open {
    index: Option<u64>,
    /// As the server takes it back.
    item: Map<String, Value>,
}

impl Open {
    fn text(&self, pointer: [&str; 2]) -> &str {
        let [outer, inner] = pointer;
        let value = self.item.get(outer);
        let value = if inner.is_empty() { value } else { value.and_then(|value| value.get(inner)) };
        value.and_then(Value::as_str).unwrap_or_default()
    }

    fn id(&self) -> &str {
        self.text(["id", ""])
    }

    fn name(&self) -> &str {
        self.text(["function", "name"])
    }

    /// Whether its arguments are all there.
    fn is_whole(&self) -> bool {
        match self.item.get("function").and_then(|function| function.get("arguments")) {
            Some(Value::String(text)) => serde_json::from_str::<Map<String, Value>>(text).is_ok(),
            Some(value) => value.is_object(),
            None => false,
        }
    }
}

impl Calls {
    /// Takes an entry of a delta, or of a whole message, in which each is a call.
    ///
    /// # Errors
    /// When it is no call.
    pub fn take(&mut self, entry: Value, is_message: bool) -> Result<(), Broken> {
        let Value::Object(mut entry) = entry else { return Err(nonsense("a tool call is no object")) };
        let index = entry.shift_remove("index").as_ref().and_then(Value::as_u64);
        let id = optional_text(&entry, "id")?.unwrap_or_default();
        let name = match entry.get("function") {
            None | Some(Value::Null) => "",
            Some(Value::Object(function)) => optional_text(function, "name")?.unwrap_or_default(),
            Some(_) => return Err(nonsense("the function of a tool call is no object")),
        };
        let place = if is_message { None } else { self.continued(index, id, name) };
        if let Some(open) = place.and_then(|place| self.open.get_mut(place)) {
            merge(&mut open.item, entry);
        } else {
            let mut item = Map::new();
            merge(&mut item, entry);
            self.open.push(Open { index, item });
        }
        Ok(())
    }

    /// Which call an entry continues; none where it begins one.
    fn continued(&self, index: Option<u64>, id: &str, name: &str) -> Option<usize> {
        let place = match index {
            Some(_) => self.open.iter().rposition(|open| open.index == index)?,
            None => self.open.len().checked_sub(1)?,
        };
        let open = self.open.get(place)?;
        let other_id = !id.is_empty() && !open.id().is_empty() && id != open.id();
        let begins = match index {
            // Google's server counts no calls, and gives each the index 0; others give each piece a new id.
            Some(_) => other_id && !name.is_empty(),
            None if other_id => true,
            None => !name.is_empty() && !open.name().is_empty() && (name != open.name() || open.is_whole()),
        };
        (!begins).then_some(place)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The calls in their neutral form, and as the server takes them back.
    ///
    /// # Errors
    /// When one has no name.
    pub fn finish(self) -> Result<(Vec<Call>, Vec<Value>), Broken> {
        let mut calls = Vec::new();
        let mut items = Vec::new();
        for (position, open) in self.open.into_iter().enumerate() {
            let (id, name) = (open.id().to_owned(), open.name().to_owned());
            if name.is_empty() {
                return Err(nonsense("a tool call has no name"));
            }
            let mut item = open.item;
            let Some(Value::Object(function)) = item.get_mut("function") else {
                return Err(nonsense("a tool call has no function"));
            };
            let written = function.entry("arguments").or_insert_with(|| Value::String("{}".to_owned()));
            let input = arguments::read_value(Some(&*written));
            if id.is_empty() {
                let made = results::id(position, &[&name, &written.to_string()]);
                item.insert("id".to_owned(), Value::String(made));
            }
            item.entry("type").or_insert_with(|| Value::String("function".to_owned()));
            calls.push(Call { id, name, input });
            items.push(Value::Object(item));
        }
        Ok((calls, items))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn together(entries: Vec<Value>) -> Vec<(String, String, Value)> {
        let mut calls = Calls::default();
        for entry in entries {
            calls.take(entry, false).unwrap();
        }
        calls.finish().unwrap().0.into_iter().map(|call| (call.id, call.name, call.input)).collect()
    }

    fn pair(first: &str, second: &str) -> Vec<(String, String, Value)> {
        [(first, "a"), (second, "b")].map(|(id, sql)| (id.to_owned(), "q".to_owned(), json!({"sql": sql}))).to_vec()
    }

    #[test]
    fn calls_are_told_apart_however_a_server_marks_them() {
        let whole = |id: &str, sql: &str| json!({"id": id, "function": {"name": "q", "arguments": {"sql": sql}}});
        let indexed = vec![
            json!({"index": 0, "id": "1", "type": "function", "function": {"name": "q", "arguments": ""}}),
            json!({"index": 1, "id": "2", "type": "function", "function": {"name": "q", "arguments": "{\"sql\":"}}),
            json!({"index": 0, "id": "1", "function": {"name": "q", "arguments": "{\"sql\":\"a"}}),
            json!({"index": 0, "id": null, "function": {"name": null, "arguments": "\"}"}}),
            json!({"index": 1, "function": {"arguments": "\"b\"}"}}),
        ];
        assert_eq!(together(indexed), pair("1", "2"));
        assert_eq!(together(vec![whole("1", "a"), whole("2", "b")]), pair("1", "2"));
        let no_index = vec![
            json!({"id": "1", "function": {"name": "q", "arguments": "{\"sql\":"}}),
            json!({"function": {"arguments": "\"a\"}"}}),
            json!({"id": "2", "function": {"name": "q", "arguments": "{\"sql\":"}}),
            json!({"id": "2", "function": {"arguments": "\"b\"}"}}),
        ];
        assert_eq!(together(no_index), pair("1", "2"));
        let always_first = [("1", "a"), ("2", "b")].map(|(id, sql)| {
            json!({"index": 0, "id": id, "function": {"name": "q", "arguments": format!("{{\"sql\":\"{sql}\"}}")}})
        });
        assert_eq!(together(always_first.to_vec()), pair("1", "2"));
        let nameless = vec![whole("", "a"), whole("", "b")];
        assert_eq!(together(nameless), pair("", ""));
        let new_ids = vec![
            json!({"index": 0, "id": "1", "function": {"name": "q", "arguments": "{\"sql\":"}}),
            json!({"index": 0, "id": "x", "function": {"arguments": "\"a\"}"}}),
        ];
        assert_eq!(together(new_ids), pair("1", "")[..1]);
    }

    #[test]
    fn what_a_server_left_out_is_filled_in_for_it() {
        let mut calls = Calls::default();
        for _ in 0..2 {
            calls.take(json!({"index": 0, "function": {"name": "q"}}), true).unwrap();
        }
        let (neutral, items) = calls.finish().unwrap();
        assert_eq!((neutral[0].id.as_str(), &neutral[0].input), ("", &json!({})));
        assert_eq!(items[0]["type"], "function");
        assert_eq!(items[0]["function"], json!({"name": "q", "arguments": "{}"}));
        assert_ne!(items[0]["id"], items[1]["id"]);
    }

    #[test]
    fn what_is_no_call_is_nonsense() {
        for wrong in [json!(1), json!({"id": 1}), json!({"function": 1}), json!({"function": {"name": 1}})] {
            assert!(Calls::default().take(wrong, false).is_err());
        }
        for nameless in [json!({"id": "1"}), json!({"function": {"arguments": "{}"}})] {
            let mut calls = Calls::default();
            calls.take(nameless, false).unwrap();
            assert!(calls.finish().is_err());
        }
    }
}
