//! What a specification may not hold, since it could reach out of the page or change it.

use serde_json::{Map, Value};

use super::{Finding, expression};

/// Keys that load, link, or reach into the page.
const FORBIDDEN_KEYS: [(&str, &str); 10] = [
    ("url", "charts load nothing, a URL least of all; draw a result by reference: \"data\": {\"name\": \"q1\"}"),
    ("href", "charts hold no links; leave it out"),
    ("usermeta", "leave it out"),
    ("element", "leave it out"),
    ("customFormatTypes", "write numbers and dates with \"format\""),
    ("sequence", "generated data is not from the data, and knows no bounds; draw a result by reference"),
    ("graticule", "generated data is not from the data; draw a result by reference"),
    ("sphere", "generated data is not from the data; draw a result by reference"),
    ("lookup", "join in the query instead and draw its result"),
    ("__proto__", "rename the column in the query"),
];
/// Marks that need what charts cannot load, and what to draw instead.
const FORBIDDEN_MARKS: [(&str, &str); 2] = [
    ("image", "charts show no images"),
    ("geoshape", "a map needs the shapes of places, which charts cannot load; draw bars by place"),
];
/// Keys of a Vega specification that no Vega-Lite specification has.
const OF_VEGA: [&str; 2] = ["marks", "signals"];
/// Keys whose text is an expression.
const EXPRESSION_KEYS: [&str; 11] =
    ["calculate", "filter", "and", "or", "not", "expr", "test", "signal", "update", "init", "labelExpr"];
/// Keys whose text names events of the page.
const EVENT_KEYS: [&str; 5] = ["on", "clear", "translate", "zoom", "toggle"];
/// Words that choose events without a program in them.
const EVENT_WORDS: [&str; 7] =
    ["event.altKey", "event.shiftKey", "event.ctrlKey", "event.metaKey", "event.button", "event.buttons", "event.key"];
const SCHEMES: [&str; 7] = ["http:", "https:", "ftp:", "file:", "data:", "javascript:", "blob:"];

/// Refuses whatever is no Vega-Lite or could reach out.
pub fn check(specification: &Map<String, Value>) -> Vec<Finding> {
    let schema = specification.get("$schema").map(|schema| schema.as_str().unwrap_or_default());
    let names_vega = schema.is_some_and(|text| text.contains("/vega/"));
    if names_vega || OF_VEGA.iter().any(|key| specification.contains_key(*key)) {
        return vec![Finding::of_specification(
            "this is a Vega specification, and charts are Vega-Lite: write \"data\", a \"mark\" and an \"encoding\"",
        )];
    }
    if schema.is_some_and(|text| !text.contains("vega-lite")) {
        return vec![Finding::of_specification(
            "\"$schema\" does not name Vega-Lite; leave it out, or write a Vega-Lite v5 specification",
        )];
    }
    let mut found = Vec::new();
    for (key, value) in specification.iter().filter(|(key, _)| *key != "$schema") {
        check_entry(key, value, &mut found);
    }
    found.into_iter().map(Finding::of_specification).collect()
}

fn check_entry(key: &str, value: &Value, found: &mut Vec<String>) {
    if let Some((_, instead)) = FORBIDDEN_KEYS.iter().find(|(forbidden, _)| *forbidden == key) {
        return found.push(format!("\"{key}\" is not allowed: {instead}"));
    }
    // Bound to scales or a legend, a selection has no control on the page.
    if key == "bind" && !value.as_str().is_some_and(|kind| matches!(kind, "scales" | "legend")) {
        return found.push("\"bind\" is not allowed: charts have no controls; leave it out".to_owned());
    }
    let mark = value.as_str().filter(|_| key == "mark" || key == "type");
    if let Some((mark, instead)) = FORBIDDEN_MARKS.iter().find(|(forbidden, _)| Some(*forbidden) == mark) {
        found.push(format!("the mark \"{mark}\" is not allowed: {instead}"));
    }
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
        Value::String(text) => found.extend(fault_of_text(key, text)),
        Value::Array(items) => items.iter().for_each(|item| check_entry(key, item, found)),
        // Rows are data: a cell that reads like a URL is only ever shown as text; and so are names of columns.
        Value::Object(_) if key == "datasets" || key == "parse" => {}
        Value::Object(object) => {
            for (inner, value) in object.iter().filter(|(inner, _)| !(*inner == "values" && key == "data")) {
                check_entry(inner, value, found);
            }
        }
    }
}

fn fault_of_text(key: &str, text: &str) -> Option<String> {
    if is_address(text) {
        return Some(format!("\"{key}\" holds a URL: charts load and link nothing; leave it out"));
    }
    if super::fields::root(text) == "__proto__" {
        return Some("a column cannot be called \"__proto__\" in a chart; rename it in the query".to_owned());
    }
    if EVENT_KEYS.contains(&key) {
        return (!is_selector(text)).then(|| {
            format!("\"{key}\" is \"{text}\", which is not allowed; write an event such as \"click\", or leave it out")
        });
    }
    if EXPRESSION_KEYS.contains(&key) { expression::check(text).err() } else { None }
}

fn is_address(text: &str) -> bool {
    let lower = text.trim().to_ascii_lowercase();
    // "Data: sales" is a title.
    let follows = |rest: &str| rest.starts_with(|next: char| !next.is_whitespace());
    SCHEMES.iter().any(|scheme| lower.strip_prefix(*scheme).is_some_and(follows))
        || lower.starts_with("//")
        || lower.contains("://")
}

/// Whether a text chooses events, with no more of a program in it than which keys are held.
fn is_selector(text: &str) -> bool {
    let mut bare = text.to_owned();
    for word in EVENT_WORDS {
        bare = bare.replace(word, "");
    }
    bare.chars().all(|ch| ch.is_ascii_alphanumeric() || " ,:>@*!-[]{}&|".contains(ch))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(specification: &Value) -> Vec<String> {
        check(specification.as_object().unwrap()).into_iter().map(|finding| finding.text).collect()
    }

    #[test]
    fn what_only_reads_like_reaching_out_may_stand() {
        for fine in [
            json!({"title": "Data: sales by region", "mark": "bar"}),
            json!({"title": "Ratio a//b", "data": {"values": [{"url": "https://a.example"}]}}),
            json!({"$schema": "https://vega.github.io/schema/vega-lite/v6.json"}),
            json!({"params": [{"name": "zoom", "select": "interval", "bind": "scales"}]}),
            json!({"params": [{"name": "pick", "select": {"type": "point", "on": "mouseover", "toggle": "event.shiftKey"}}]}),
            json!({"params": [{"select": {"type": "interval", "on": "[mousedown[event.altKey], mouseup] > mousemove"}}]}),
            json!({"data": {"name": "q1", "format": {"parse": {"url": "string"}}}}),
        ] {
            assert_eq!(found(&fine), Vec::<String>::new(), "{fine}");
        }
    }

    #[test]
    fn all_that_reaches_out_is_named() {
        for (wrong, words) in [
            (json!({"$schema": "https://vega.github.io/schema/vega/v5.json"}), vec!["Vega specification"]),
            (json!({"marks": []}), vec!["Vega specification"]),
            (json!({"$schema": 5}), vec!["$schema"]),
            (json!({"mark": "image", "encoding": {"url": {"field": "a"}}}), vec!["images", "\"url\""]),
            (json!({"mark": {"type": "geoshape"}}), vec!["map"]),
            (json!({"params": [{"name": "a", "bind": {"input": "range"}}]}), vec!["controls"]),
            (json!({"params": [{"select": {"type": "point", "on": "click[warn(1)]"}}]}), vec!["\"on\""]),
            (json!({"params": [{"select": {"type": "point", "toggle": "warn(1)"}}]}), vec!["\"toggle\""]),
            (json!({"transform": [{"filter": {"and": ["warn(1)", "datum.a > 1"]}}]}), vec!["warn"]),
            (json!({"encoding": {"x": {"field": "__proto__.a"}}}), vec!["__proto__"]),
            (json!({"config": {"__proto__": {"a": 1}}}), vec!["__proto__"]),
            (json!({"data": {"graticule": true}}), vec!["graticule"]),
            (json!({"description": "see https://a.example"}), vec!["URL"]),
            (json!({"text": "data:text/html,x"}), vec!["URL"]),
        ] {
            let found = found(&wrong);
            assert_eq!(found.len(), words.len(), "{wrong}: {found:?}");
            for (sentence, word) in found.iter().zip(words) {
                assert!(sentence.contains(word), "{wrong}: {sentence}");
            }
        }
    }
}
