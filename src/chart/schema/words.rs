//! Words that Vega-Lite does not know, in sentences that name the one that was meant.

use serde_json::Value;

use super::super::nearest;

/// Words that a sentence lists where none is near.
pub const WORDS: usize = 24;
/// What other libraries call a thing, and what Vega-Lite calls it. Those come first that are meant more often.
const CALLED: [(&str, &str); 42] = [
    ("label", "title"),
    ("name", "title"),
    ("labels", "title"),
    ("axistitle", "title"),
    ("angle", "labelAngle"),
    ("rotate", "labelAngle"),
    ("rotation", "labelAngle"),
    ("labelrotation", "labelAngle"),
    ("tickformat", "format"),
    ("hue", "color"),
    ("group", "color"),
    ("series", "color"),
    ("category", "color"),
    ("palette", "scheme"),
    ("column", "field"),
    ("number", "quantitative"),
    ("numeric", "quantitative"),
    ("numerical", "quantitative"),
    ("integer", "quantitative"),
    ("float", "quantitative"),
    ("continuous", "quantitative"),
    ("string", "nominal"),
    ("text", "nominal"),
    ("category", "nominal"),
    ("categorical", "nominal"),
    ("discrete", "ordinal"),
    ("date", "temporal"),
    ("datetime", "temporal"),
    ("time", "temporal"),
    ("asc", "ascending"),
    ("desc", "descending"),
    ("avg", "mean"),
    ("total", "sum"),
    ("std", "stdev"),
    ("var", "variance"),
    ("minimum", "min"),
    ("maximum", "max"),
    ("nunique", "distinct"),
    ("logarithmic", "log"),
    ("categorical", "ordinal"),
    ("fontcolor", "color"),
    ("percent", "normalize"),
];
/// Words of older versions that nothing is near to, and what to write now.
const OLDER: [(&str, &str); 3] = [
    ("rangestep", "write the view's \"width\" or \"height\" as {\"step\": 20}"),
    ("selection", "write \"params\": [{\"name\": ..., \"select\": ...}], or leave it out"),
    ("overlay", "write \"mark\": {\"type\": \"line\", \"point\": true}"),
];

/// A word that is not known, and the nearest that is, or all there are.
pub fn unknown<'w>(word: &str, words: impl Iterator<Item = &'w str>, what: &str) -> String {
    let mut words: Vec<&str> = words.collect();
    words.sort_unstable();
    words.dedup();
    let lower = word.to_lowercase();
    if let Some((_, instead)) = OLDER.iter().find(|(older, _)| *older == lower) {
        return format!("\"{word}\" is no {what} here: {instead}");
    }
    let called = CALLED.iter().find(|(name, meant)| *name == lower && words.contains(meant)).map(|(_, meant)| *meant);
    if let Some(near) = called.or_else(|| nearest(word, words.iter().copied())) {
        return format!("\"{word}\" is no {what} here; did you mean \"{near}\"?");
    }
    let mut listed: Vec<String> = words.iter().take(WORDS).map(|known| format!("\"{known}\"")).collect();
    if words.len() > WORDS {
        listed.push("...".to_owned());
    }
    format!("\"{word}\" is no {what} here; there are {}", listed.join(", "))
}

/// A value as a sentence names it.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

/// The name of a kind of JSON value.
pub fn in_words(kind: &str) -> &str {
    match kind {
        "boolean" => "true or false",
        "number" => "a number",
        "integer" => "a whole number",
        "string" => "a text",
        "array" => "a list",
        "object" => "an object",
        other => other,
    }
}
