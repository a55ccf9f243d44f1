//! The page csvchat-events(5): every event and object of the schema, with the descriptions that the schema carries.

use clap_mangen::roff::{Inline, Roff, bold, italic, roman};
use serde_json::Value;

const FORMAT: [&str; 3] = [
    "csvchat writes a run as NDJSON: one JSON object a line, in UTF-8, each line flushed as its event happens. \
     `csvchat analyze FILE -f ndjson` and `-o RUN.ndjson` write it; `csvchat render` and `csvchat replay` read it.",
    "`run_started` comes first. `done` comes exactly once and last, also after an error, a limit or Ctrl-C. Each \
     `tool_call` is closed by one `tool_result` of the same id. An id that an event refers to was given before.",
    "Two runs over the same file with the same replies of the model are equal but for `run_id`, `started_at`, `ms`, \
     `elapsed_ms` and the times in `spans`. Consumers may ignore types and fields that they do not know.",
];

/// The page as roff.
pub fn page(schema: &Value) -> String {
    let mut roff = Roff::new();
    roff.control("TH", ["csvchat-events", "5", "", concat!("csvchat ", env!("CARGO_PKG_VERSION")), "csvchat manual"]);
    roff.control("SH", ["NAME"]);
    roff.text([roman("csvchat-events - the events of a run, one JSON object a line")]);
    roff.control("SH", ["DESCRIPTION"]);
    for paragraph in FORMAT {
        roff.control("PP", []);
        roff.text(prose(paragraph));
    }
    roff.control("PP", []);
    roff.text(prose("Every line holds these fields, and `type`, the name of its event:"));
    fields(&mut roff, schema);

    roff.control("SH", ["EVENTS"]);
    for event in schema["oneOf"].as_array().unwrap() {
        roff.control("SS", [event["properties"]["type"]["const"].as_str().unwrap()]);
        description(&mut roff, event);
        fields(&mut roff, event);
    }
    roff.control("SH", ["OBJECTS"]);
    for (name, object) in schema["$defs"].as_object().unwrap() {
        roff.control("SS", [name.as_str()]);
        description(&mut roff, object);
        fields(&mut roff, object);
        alternatives(&mut roff, object);
    }
    roff.control("SH", ["SEE ALSO"]);
    roff.text([
        bold("csvchat"),
        roman("(1). The same as a JSON Schema: man/events.schema.json in csvchat's repository."),
    ]);
    roff.to_roff()
}

/// The properties of an object; of one that is another with a tag, which.
fn fields(roff: &mut Roff, object: &Value) {
    if let Some(target) = object["$ref"].as_str() {
        roff.control("PP", []);
        roff.text([roman("Its fields are those of "), italic(last(target)), roman(", below.")]);
    }
    let required: Vec<&Value> = object["required"].as_array().into_iter().flatten().collect();
    for (name, field) in object["properties"].as_object().into_iter().flatten() {
        if field.get("const").is_some() {
            continue;
        }
        let mut head = vec![bold(name), roman(" (")];
        head.extend(kind(field));
        head.push(roman(if required.contains(&&Value::from(name.as_str())) { ")" } else { ", may be absent)" }));
        roff.control("TP", []);
        roff.text(head);
        roff.text(prose(field["description"].as_str().unwrap_or_default()));
    }
}

/// What a value may be, where it is one of several.
fn alternatives(roff: &mut Roff, object: &Value) {
    for choice in ["oneOf", "anyOf"].into_iter().flat_map(|key| object[key].as_array().into_iter().flatten()) {
        roff.control("TP", []);
        roff.text(match choice["const"].as_str() {
            Some(word) => vec![bold(word)],
            None => kind(choice),
        });
        roff.text(prose(choice["description"].as_str().unwrap_or_default()));
    }
}

fn description(roff: &mut Roff, object: &Value) {
    for paragraph in object["description"].as_str().unwrap_or_default().split("\n\n") {
        roff.control("PP", []);
        roff.text(prose(paragraph));
    }
}

/// The type of a value in words.
fn kind(schema: &Value) -> Vec<Inline> {
    if let Some(target) = schema["$ref"].as_str() {
        return vec![italic(last(target))];
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        return joined(choices.iter().map(kind), " or ");
    }
    let names: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return vec![roman("any JSON value")],
    };
    joined(names.into_iter().map(|name| if name == "array" { array(schema) } else { vec![roman(name)] }), " or ")
}

fn array(schema: &Value) -> Vec<Inline> {
    if let Some(parts) = schema["prefixItems"].as_array() {
        let mut inlines = vec![roman("array of ")];
        inlines.extend(joined(parts.iter().map(kind), " and "));
        return inlines;
    }
    let mut inlines = vec![roman("array of ")];
    inlines.extend(kind(&schema["items"]));
    inlines
}

fn joined(parts: impl Iterator<Item = Vec<Inline>>, between: &str) -> Vec<Inline> {
    let mut all = Vec::new();
    for part in parts {
        if !all.is_empty() {
            all.push(roman(between));
        }
        all.extend(part);
    }
    all
}

/// Text with its words in backticks in bold.
fn prose(text: &str) -> Vec<Inline> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.split('`').enumerate().map(|(index, part)| if index % 2 == 0 { roman(part) } else { bold(part) }).collect()
}

fn last(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or(reference)
}
