//! What a specification may not hold, since it could reach out of the page or change it.

use serde_json::{Map, Value};

/// Keys that load, link, or reach into the page.
const FORBIDDEN_KEYS: [(&str, &str); 7] = [
    ("url", "charts load nothing; draw a result by reference: \"data\": {\"name\": \"q1\"}"),
    ("href", "charts hold no links; leave it out"),
    ("usermeta", "leave it out"),
    ("bind", "charts have no controls; leave it out"),
    ("element", "leave it out"),
    ("sequence", "generated data is not from the data; draw a result by reference"),
    ("lookup", "join in the query instead and draw its result"),
];

/// Words that an expression may not use anywhere: the way from a value to code.
const NEVER: [&str; 3] = ["constructor", "__proto__", "prototype"];

/// Names of the page's surroundings. As a column's name they are harmless: `datum.location`, `datum['event']`.
const SURROUNDINGS: [&str; 13] = [
    "window",
    "document",
    "globalThis",
    "self",
    "fetch",
    "import",
    "eval",
    "Function",
    "require",
    "XMLHttpRequest",
    "WebSocket",
    "location",
    "event",
];

/// Keys whose text is an expression.
const EXPRESSION_KEYS: [&str; 6] = ["calculate", "filter", "expr", "test", "signal", "update"];

/// Refuses whatever could reach out.
pub fn check(specification: &Map<String, Value>) -> Result<(), String> {
    let schema = specification.get("$schema");
    if schema.is_some_and(|schema| !schema.as_str().is_some_and(|text| text.contains("vega-lite"))) {
        return Err("\"$schema\" does not name Vega-Lite; write a Vega-Lite v5 specification".to_owned());
    }
    for (key, value) in specification.iter().filter(|(key, _)| *key != "$schema") {
        check_entry(key, value)?;
    }
    Ok(())
}

fn check_entry(key: &str, value: &Value) -> Result<(), String> {
    if let Some((_, instead)) = FORBIDDEN_KEYS.iter().find(|(forbidden, _)| *forbidden == key) {
        return Err(format!("\"{key}\" is not allowed: {instead}"));
    }
    if key == "mark" || key == "type" {
        let kind = value.as_str().or_else(|| value.get("type").and_then(Value::as_str));
        if kind == Some("image") {
            return Err("the mark \"image\" is not allowed: charts show no images".to_owned());
        }
    }
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
        Value::String(text) => check_text(key, text),
        Value::Array(items) => items.iter().try_for_each(|item| check_entry(key, item)),
        // Rows are data: a cell that reads like a URL is only ever shown as text.
        Value::Object(object) => object
            .iter()
            .filter(|(inner, _)| !(*inner == "values" && key == "data") && key != "datasets")
            .try_for_each(|(inner, value)| check_entry(inner, value)),
    }
}

fn check_text(key: &str, text: &str) -> Result<(), String> {
    let lower = text.trim().to_ascii_lowercase();
    let schemes = ["http:", "https:", "ftp:", "file:", "data:", "javascript:", "blob:", "//"];
    if schemes.iter().any(|scheme| lower.starts_with(scheme)) || lower.contains("://") {
        return Err(format!("\"{key}\" holds a URL: charts load and link nothing; leave it out"));
    }
    if EXPRESSION_KEYS.contains(&key) {
        return check_expression(text);
    }
    Ok(())
}

fn check_expression(text: &str) -> Result<(), String> {
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$');
    let mut before = ' ';
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        before = rest.get(..start).and_then(|skipped| skipped.trim_end().chars().next_back()).unwrap_or(before);
        let tail = rest.get(start..).unwrap_or_default();
        let end = tail.find(|character| !is_part(character)).unwrap_or(tail.len());
        let word = tail.get(..end).unwrap_or_default();
        let is_member = matches!(before, '.' | '\'' | '"');
        if NEVER.contains(&word) || (!is_member && SURROUNDINGS.contains(&word)) {
            return Err(format!("the expression `{text}` uses \"{word}\", which is not allowed"));
        }
        before = ' ';
        rest = tail.get(end..).unwrap_or_default();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_may_read_columns_of_any_name_but_reach_nothing_else() {
        for fine in ["datum.location == 'window'", "datum['event'] > 3 && year(datum.day) == 2024", "1 + 2"] {
            assert_eq!(check_expression(fine), Ok(()), "{fine}");
        }
        for wrong in ["window.open(1)", "1 + eval('x')", "datum.constructor('x')()", "a['__proto__']", "self"] {
            assert!(check_expression(wrong).is_err(), "{wrong}");
        }
    }
}
