//! A place where a specification differs from the schema, and what is said of it.

use serde_json::{Map, Value};

use super::words::unknown;

/// Channels that end what another begins: their type, axis and scale are that channel's.
const ENDS: [&str; 8] = ["x2", "y2", "theta2", "radius2", "xError", "yError", "xError2", "yError2"];
/// What models write of such a channel all the same, to no effect.
const OF_BEGINNINGS: [&str; 6] = ["type", "axis", "scale", "title", "sort", "stack"];

/// What is wrong about a specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Names from the root to the place.
    pub path: Vec<String>,
    /// The property that is not known at this place.
    pub property: Option<String>,
    /// A sentence without the path.
    pub message: String,
    /// The word that is not known, and those that are; the sentence is made of them.
    pub words: Option<(String, Vec<String>)>,
    /// Whether the value is of another kind than the schema wants, so that nothing within it was looked at.
    pub is_mismatch: bool,
    /// Whether a property is missing that the form cannot be without.
    pub is_missing: bool,
}

impl Fault {
    /// Whether Vega-Lite draws all the same, and nothing that was meant is lost.
    pub fn is_harmless(&self, specification: &Map<String, Value>) -> bool {
        match &self.property {
            Some(property) => {
                let of_end = self.path.last().is_some_and(|channel| ENDS.contains(&channel.as_str()));
                let value = self.value_in(specification, Some(property));
                of_end && OF_BEGINNINGS.contains(&property.as_str()) || value.is_some_and(is_nothing)
            }
            // Where null stands for nothing, Vega-Lite draws all the same.
            None => self.is_mismatch && self.value_in(specification, None).is_some_and(Value::is_null),
        }
    }

    fn value_in<'v>(&self, specification: &'v Map<String, Value>, property: Option<&'v String>) -> Option<&'v Value> {
        let mut names = self.path.iter().chain(property);
        let first = specification.get(names.next()?)?;
        names.try_fold(first, |at, name| match at {
            Value::Array(items) => items.get(name.parse::<usize>().ok()?),
            Value::Object(object) => object.get(name),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        })
    }

    /// The sentence with its path.
    pub fn sentence(&self) -> String {
        let message = match &self.words {
            Some((word, known)) => unknown(word, known.iter().map(String::as_str), "value"),
            None => self.message.clone(),
        };
        if self.path.is_empty() { message } else { format!("at {}: {message}", self.path.join(".")) }
    }
}

/// How far a fault lies from what was meant: a value of another kind says that another form was meant, a word that is
/// not known says less, what lies deeper least.
pub fn weight(fault: &Fault, depth: usize) -> usize {
    match (fault.path.len() - depth, fault.is_mismatch) {
        (0, true) => 10_000,
        (0, false) => 100,
        (1, true) => 50,
        (1, false) => 10,
        (_, _) => 5,
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.is_empty(),
        Value::Bool(true) | Value::Number(_) | Value::String(_) => false,
    }
}
