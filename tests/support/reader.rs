//! A reader of runs written against the contract alone: it shares no type with the program, so that a field which is
//! renamed or dropped there breaks here.
//!
//! [`assert_valid_run`] holds every line of a run against the committed schema, closed to fields that it does not
//! describe, and the whole against the grammar of runs.

mod events;
mod grammar;

use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use events::Line;

/// Fails unless a text is one whole run: the schema, the types of [`events`], the grammar.
pub fn assert_valid_run(ndjson: &str) {
    if let Err(fault) = check(ndjson) {
        panic!("not a valid run: {fault}");
    }
}

/// What is wrong with a run, in one line; the first fault counts.
pub fn check(ndjson: &str) -> Result<(), String> {
    if !ndjson.ends_with('\n') {
        return Err("the last line has no end".to_owned());
    }
    let mut lines = Vec::new();
    for (at, text) in ndjson.lines().enumerate() {
        lines.push(read(text).map_err(|fault| format!("line {}: {fault}: {}", at + 1, shortened(text)))?);
    }
    grammar::check(&lines)
}

fn read(text: &str) -> Result<Line, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if let Err(error) = schema().validate(&value) {
        return Err(format!("against the schema: {error}"));
    }
    serde_json::from_value(value).map_err(|error| format!("not what a reader expects: {error}"))
}

fn shortened(text: &str) -> String {
    text.chars().take(200).collect()
}

/// The committed schema, which lets consumers meet fields that they do not know, closed to such fields: the program
/// writes none that is not described.
fn schema() -> &'static Validator {
    static SCHEMA: OnceLock<Validator> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/man/events.schema.json");
        let mut schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        // An event that is an object with a tag needs that object open: the event as a whole is closed.
        let mut open = Map::new();
        for event in schema["oneOf"].as_array_mut().unwrap() {
            if let Some(name) = event["$ref"].as_str().and_then(|target| target.strip_prefix("#/$defs/")) {
                open.insert(format!("Open{name}"), Value::from(name));
                event["$ref"] = json!(format!("#/$defs/Open{name}"));
            }
        }
        let objects = schema["$defs"].as_object_mut().unwrap();
        for object in open.values_mut() {
            *object = objects[object.as_str().unwrap()].clone();
        }
        for object in objects.values_mut().filter(|object| object.get("properties").is_some()) {
            object["additionalProperties"] = json!(false);
        }
        objects.append(&mut open);
        schema["unevaluatedProperties"] = json!(false);
        jsonschema::validator_for(&schema).unwrap()
    })
}
