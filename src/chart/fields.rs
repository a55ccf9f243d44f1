//! Which fields a specification names, and which its transforms make.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Finding, nearest};

/// Fields of the data that a sentence lists.
const FIELDS: usize = 30;

/// Fields used as dates anywhere in the specification.
pub fn temporal(specification: &Map<String, Value>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect_temporal(specification, &mut found);
    found
}

/// Every text of the specification: whatever column it reads is named in one of them.
pub fn words(specification: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    specification.values().for_each(|value| collect_words(value, &mut found));
    found
}

fn collect_words(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect_words(item, found)),
        Value::Object(object) => object.values().for_each(|item| collect_words(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn collect_temporal(object: &Map<String, Value>, found: &mut BTreeSet<String>) {
    let is_date = object.get("type").and_then(Value::as_str) == Some("temporal") || object.contains_key("timeUnit");
    if let (true, Some(field)) = (is_date, object.get("field").and_then(Value::as_str)) {
        found.insert(root(field));
    }
    for value in object.values() {
        collect_temporal_value(value, found);
    }
}

fn collect_temporal_value(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(inner) => collect_temporal(inner, found),
        Value::Array(items) => items.iter().for_each(|item| collect_temporal_value(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The fields that an encoding reads.
pub fn of_encoding(encoding: &Map<String, Value>) -> Vec<String> {
    encoding.values().flat_map(of_channel).collect()
}

/// The fields that one channel reads.
pub fn of_channel(channel: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(channel, &mut found);
    found
}

/// Every text under a key `field`, in conditions and sort orders too; scales, axes and legends name none.
fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                match (key.as_str(), inner) {
                    ("field", Value::String(field)) => found.push(field.clone()),
                    ("scale" | "axis" | "legend" | "header", _) => {}
                    (_, inner) => collect(inner, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Whether a name is one that Vega-Lite itself gives to what it computes.
pub fn is_of_vega(field: &str) -> bool {
    field.starts_with("__") || matches!(field, "datum" | "_vgsid_")
}

/// That the data has no such field; `columns` are those it has.
pub fn missing(field: &str, columns: &BTreeSet<String>) -> Finding {
    let discreet = format!("the data has no field \"{field}\"");
    if columns.contains(field) {
        let escaped = escaped(field).replace('\\', "\\\\");
        let text =
            format!("the field \"{field}\" must be written \"{escaped}\", as dots, brackets and quotes are paths");
        return Finding::of_data(text, discreet);
    }
    if columns.is_empty() {
        return Finding::of_data(format!("{discreet}: its rows hold no fields, so there is nothing to draw"), discreet);
    }
    let listed = columns.iter().take(FIELDS).map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let text = match nearest(&root(field), columns.iter().map(String::as_str)) {
        Some(near) => format!("{discreet}; did you mean \"{near}\"? Its fields are {listed}"),
        None => format!("{discreet}; its fields are {listed}"),
    };
    Finding::of_data(text, discreet)
}

/// Whether an encoding has a channel that shows data.
pub fn shows_data(encoding: &Map<String, Value>) -> bool {
    encoding.values().any(|channel| match channel {
        Value::Object(object) => ["field", "aggregate", "datum"].iter().any(|key| object.contains_key(*key)),
        Value::Array(items) => !items.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    })
}

/// What all transforms of a specification add to the fields, or `None` where only running them tells.
pub fn made(specification: &Map<String, Value>) -> Option<BTreeSet<String>> {
    let mut made = BTreeSet::new();
    each_transform(specification, &mut |transform| of_transform(transform, &mut made)).then_some(made)
}

/// Calls for each transform, until one call says no.
fn each_transform(object: &Map<String, Value>, see: &mut impl FnMut(&Value) -> bool) -> bool {
    object.iter().filter(|(key, _)| *key != "data").all(|(key, value)| match value {
        Value::Array(transforms) if key == "transform" => transforms.iter().all(&mut *see),
        Value::Array(items) => items.iter().filter_map(Value::as_object).all(|item| each_transform(item, see)),
        Value::Object(inner) => each_transform(inner, see),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    })
}

/// Adds what a transform makes; whether that can be known.
fn of_transform(transform: &Value, made: &mut BTreeSet<String>) -> bool {
    if transform.get("pivot").is_some() {
        return false;
    }
    let mut names = Vec::new();
    collect_names(transform, &mut names);
    let is_named = transform.get("as").is_some();
    for (key, unnamed) in
        [("fold", ["key", "value"].as_slice()), ("density", &["value", "density"]), ("quantile", &["prob", "value"])]
    {
        if transform.get(key).is_some() && !is_named {
            names.extend(unnamed.iter().map(|name| (*name).to_owned()));
        }
    }
    if transform.get("regression").is_some() {
        names.extend(["coef", "rSquared"].map(str::to_owned));
    }
    let ends: Vec<String> =
        if transform.get("bin").is_some() || transform.get("timeUnit").is_some() || transform.get("stack").is_some() {
            names.iter().map(|name| format!("{name}_end")).collect()
        } else {
            Vec::new()
        };
    made.extend(names.into_iter().chain(ends));
    true
}

/// Every text under a key `as`.
fn collect_names(value: &Value, made: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                match (key.as_str(), inner) {
                    ("as", Value::String(name)) => made.push(name.clone()),
                    ("as", Value::Array(names)) => {
                        made.extend(names.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    (_, inner) => collect_names(inner, made),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_names(item, made)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The column that a field reads: its path up to the first dot or bracket that is not escaped.
pub fn root(field: &str) -> String {
    let mut name = String::new();
    let mut characters = field.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => name.extend(characters.next()),
            '.' | '[' => break,
            _ => name.push(character),
        }
    }
    name
}

/// Whether a field can be read as a path: a quote in it would open a name that is never closed.
pub fn is_path(field: &str) -> bool {
    let mut characters = field.chars();
    let mut in_brackets = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '[' => in_brackets = true,
            ']' => in_brackets = false,
            '"' | '\'' if !in_brackets => return false,
            _ => {}
        }
    }
    true
}

/// A column's name as a field must write it.
pub fn escaped(column: &str) -> String {
    let mut field = String::new();
    for character in column.chars() {
        if matches!(character, '.' | '[' | ']' | '\\' | '"' | '\'') {
            field.push('\\');
        }
        field.push(character);
    }
    field
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_a_path_with_escapes() {
        for (field, column) in [("a", "a"), ("a.b", "a"), ("a\\.b", "a.b"), ("a[0]", "a"), ("x\\[y\\]", "x[y]")] {
            assert_eq!(root(field), column);
        }
        assert_eq!(root(&escaped("a.b[c]\\d")), "a.b[c]\\d");
        assert_eq!(root(&escaped("it's \"x\"")), "it's \"x\"");
        assert!(is_path(&escaped("it's")) && is_path("a['b'].c") && !is_path("it's"));
    }
}
