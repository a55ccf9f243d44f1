//! A specification against Vega-Lite's own JSON Schema, in sentences that a model can act on.
//!
//! The schema is the one that the package `vega-lite` ships, without its descriptions (`build.rs`). It uses seventeen
//! keywords, all of which are here. Where several forms are allowed (`anyOf`), the one that the value comes nearest to
//! is spoken of: a sentence about a form that nobody meant would mislead.

mod bounds;
mod fault;
mod words;

use std::cell::Cell;
use std::io::Read;
use std::sync::OnceLock;

use flate2::read::GzDecoder;
use serde_json::{Map, Value};

use super::Finding;
use crate::limits::SCHEMA_STEPS;
use bounds::out_of_bounds;
use fault::{Fault, weight};
use words::{WORDS, in_words, shown, unknown};

const SHIPPED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/scripts/vega-lite-schema.json.gz"));
/// Faults that are listed.
const LISTED: usize = 5;
/// Compares a specification with the schema; nothing found means that it is valid, or wrong to no effect. Of places
/// that `is_told` names, nothing is said.
pub fn check(specification: &Map<String, Value>, is_told: &dyn Fn(&[String]) -> bool) -> Vec<Finding> {
    let faults = faults(specification);
    let telling = faults.iter().filter(|fault| !fault.is_harmless(specification) && !is_told(&fault.path));
    telling.take(LISTED).map(|fault| Finding::of_specification(fault.sentence())).collect()
}

fn faults(specification: &Map<String, Value>) -> Vec<Fault> {
    let mut found = Vec::new();
    let Some(schema) = shipped() else { return found };
    let checker = Checker { schema, steps: Cell::new(0) };
    checker.check(schema, &Value::Object(specification.clone()), &mut Vec::new(), &mut found);
    if checker.steps.get() > SCHEMA_STEPS {
        let message = "the specification is too large or too deeply nested to be checked; write it simpler".to_owned();
        return vec![Fault {
            path: Vec::new(),
            property: None,
            message,
            words: None,
            is_mismatch: true,
            is_missing: false,
        }];
    }
    found
}

/// The schema, read once.
fn shipped() -> Option<&'static Value> {
    static SCHEMA: OnceLock<Option<Value>> = OnceLock::new();
    SCHEMA
        .get_or_init(|| {
            let mut text = String::new();
            GzDecoder::new(SHIPPED).read_to_string(&mut text).ok()?;
            serde_json::from_str(&text).ok()
        })
        .as_ref()
}

struct Checker<'s> {
    schema: &'s Value,
    /// Values compared with forms so far: of nested views with several forms each there can be no end.
    steps: Cell<usize>,
}

impl<'s> Checker<'s> {
    fn resolve(&self, schema: &'s Value) -> &'s Value {
        let mut at = schema;
        while let Some(reference) = at.get("$ref").and_then(Value::as_str) {
            let name = reference.trim_start_matches("#/definitions/").replace("%3C", "<").replace("%3E", ">");
            let Some(target) = self.schema.get("definitions").and_then(|all| all.get(&name)) else { return at };
            at = target;
        }
        at
    }

    fn check(&self, schema: &'s Value, value: &Value, path: &mut Vec<String>, found: &mut Vec<Fault>) {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > SCHEMA_STEPS {
            return;
        }
        let schema = self.resolve(schema);
        if let Some(forms) = schema.get("anyOf").and_then(Value::as_array) {
            return self.check_any(forms, value, path, found);
        }
        if !Self::has_type(schema, value) || !has_word(schema, value) {
            return found.push(Self::mismatch(&[schema], value, path));
        }
        if let Some(message) = out_of_bounds(schema, value) {
            return found.push(Fault {
                path: path.clone(),
                property: None,
                message,
                words: None,
                is_mismatch: true,
                is_missing: false,
            });
        }
        match value {
            Value::Object(object) => self.check_object(schema, object, path, found),
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let form = match schema.get("items") {
                        Some(Value::Array(forms)) => forms.get(index),
                        other => other,
                    };
                    if let Some(form) = form {
                        path.push(index.to_string());
                        self.check(form, item, path, found);
                        path.pop();
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn check_object(
        &self,
        schema: &'s Value,
        object: &Map<String, Value>,
        path: &mut Vec<String>,
        found: &mut Vec<Fault>,
    ) {
        let properties = schema.get("properties").and_then(Value::as_object);
        for required in schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
        {
            if !object.contains_key(required) {
                let message = format!("\"{required}\" is missing");
                let path = path.clone();
                found.push(Fault { path, property: None, message, words: None, is_mismatch: false, is_missing: true });
            }
        }
        for (name, value) in object {
            let known = properties.and_then(|properties| properties.get(name));
            let form = match (known, schema.get("additionalProperties")) {
                (Some(known), _) => Some(known),
                (None, Some(Value::Bool(false))) => {
                    let names = properties.into_iter().flat_map(Map::keys).map(String::as_str);
                    let message = unknown(name, names, "property");
                    let property = Some(name.clone());
                    let path = path.clone();
                    found.push(Fault { path, property, message, words: None, is_mismatch: false, is_missing: false });
                    None
                }
                (None, Some(form @ Value::Object(_))) => Some(form),
                (None, _) => None,
            };
            if let Some(form) = form {
                path.push(name.clone());
                self.check(form, value, path, found);
                path.pop();
            }
        }
    }

    /// One of several forms: none at fault, or the faults of the nearest one.
    fn check_any(&self, forms: &'s [Value], value: &Value, path: &mut Vec<String>, found: &mut Vec<Fault>) {
        let mut tried: Vec<(usize, Vec<Fault>)> = Vec::new();
        for form in forms {
            let mut faults = Vec::new();
            self.check(form, value, path, &mut faults);
            if faults.is_empty() {
                return;
            }
            tried.push((faults.iter().map(|fault| weight(fault, path.len())).sum(), faults));
        }
        if let Value::Object(object) = value {
            let misspelt = self.misspelt(forms, object, path, &tried);
            if !misspelt.is_empty() {
                return found.extend(misspelt);
            }
        }
        let Some(least) = tried.iter().map(|(weight, _)| *weight).min() else { return };
        let mut nearest = tried.into_iter().filter(|(weight, _)| *weight == least).map(|(_, faults)| faults);
        let Some(mut faults) = nearest.next() else { return };
        if faults.iter().all(|fault| fault.is_mismatch && fault.path.len() == path.len()) {
            let flat = self.flattened(forms);
            return found.push(Self::mismatch(&flat, value, path));
        }
        // Forms that are equally near differ in the words that they know.
        for other in nearest.flatten() {
            let same = faults.iter_mut().find(|fault| fault.path == other.path);
            if let Some((Some((_, known)), Some((_, more)))) = same.map(|fault| (fault.words.as_mut(), other.words)) {
                known.extend(more);
            }
        }
        found.extend(faults);
    }

    /// Properties that no form knows, where each form lacks what makes it one: the misspelt word is the one that would
    /// have said which was meant.
    fn misspelt(
        &self,
        forms: &'s [Value],
        object: &Map<String, Value>,
        path: &[String],
        tried: &[(usize, Vec<Fault>)],
    ) -> Vec<Fault> {
        if !tried.iter().all(|(_, faults)| faults.iter().any(|fault| fault.is_missing && fault.path == path)) {
            return Vec::new();
        }
        let known: Vec<&str> = self
            .flattened(forms)
            .iter()
            .filter_map(|form| form.get("properties").and_then(Value::as_object))
            .flat_map(|properties| properties.keys().map(String::as_str))
            .collect();
        let strange = object.keys().filter(|name| !known.contains(&name.as_str()));
        strange
            .map(|name| Fault {
                path: path.to_vec(),
                property: Some(name.clone()),
                message: unknown(name, known.iter().copied(), "property"),
                words: None,
                is_mismatch: false,
                is_missing: false,
            })
            .collect()
    }

    /// The forms themselves, those within others too.
    fn flattened(&self, forms: &'s [Value]) -> Vec<&'s Value> {
        let mut flat = Vec::new();
        for form in forms {
            let form = self.resolve(form);
            match form.get("anyOf").and_then(Value::as_array) {
                Some(inner) => flat.extend(self.flattened(inner)),
                None => flat.push(form),
            }
        }
        flat
    }

    fn has_type(schema: &Value, value: &Value) -> bool {
        match schema.get("type") {
            None => true,
            Some(Value::String(kind)) => is_kind(kind, value),
            Some(kinds) => {
                kinds.as_array().into_iter().flatten().filter_map(Value::as_str).any(|kind| is_kind(kind, value))
            }
        }
    }

    /// What is wrong about a value that is of none of these forms.
    fn mismatch(forms: &[&Value], value: &Value, path: &[String]) -> Fault {
        let mut words: Vec<&str> = Vec::new();
        let mut kinds: Vec<&str> = Vec::new();
        for form in forms {
            let listed = form.get("enum").and_then(Value::as_array).into_iter().flatten().chain(form.get("const"));
            let before = words.len();
            words.extend(listed.filter_map(Value::as_str));
            let named = match form.get("type") {
                Some(Value::String(kind)) => vec![kind.as_str()],
                Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
                Some(_) | None => Vec::new(),
            };
            if words.len() == before {
                kinds.extend(named);
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        let kinds: Vec<&str> = kinds.into_iter().filter(|kind| *kind != "null").map(in_words).collect();
        let path = path.to_vec();
        if let Some(number) =
            value.as_str().filter(|text| kinds.contains(&"a number") && text.trim().parse::<f64>().is_ok())
        {
            let message = format!("\"{number}\" is a text; write the number {}", number.trim());
            return Fault { path, property: None, message, words: None, is_mismatch: true, is_missing: false };
        }
        if let (Value::String(text), false) = (value, words.is_empty()) {
            let words = words.into_iter().map(str::to_owned).collect();
            return Fault {
                path,
                property: None,
                message: String::new(),
                words: Some((text.clone(), words)),
                is_mismatch: true,
                is_missing: false,
            };
        }
        let mut wanted: Vec<String> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
        if !words.is_empty() {
            let listed: Vec<String> = words.iter().take(WORDS).map(|word| format!("\"{word}\"")).collect();
            wanted.push(format!("one of {}", listed.join(", ")));
        }
        let message = format!("{} is not allowed here; write {}", shown(value), wanted.join(" or "));
        Fault { path, property: None, message, words: None, is_mismatch: true, is_missing: false }
    }
}

fn is_kind(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}

fn has_word(schema: &Value, value: &Value) -> bool {
    schema.get("const").is_none_or(|word| word == value)
        && schema.get("enum").and_then(Value::as_array).is_none_or(|words| words.contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(chart: &Value) -> Vec<String> {
        check(chart.as_object().unwrap(), &|_| false).into_iter().map(|finding| finding.text).collect()
    }

    fn sentences(change: impl FnOnce(&mut Value)) -> Vec<String> {
        let mut chart = json!({"data": {"values": [{"a": "x", "b": 1}]}, "mark": {"type": "bar"}, "encoding": {
            "x": {"field": "a", "type": "nominal"}, "y": {"field": "b", "type": "quantitative", "aggregate": "sum"}}});
        change(&mut chart);
        told(&chart)
    }

    #[test]
    fn what_is_valid_has_no_fault() {
        assert_eq!(sentences(|_| {}), Vec::<String>::new());
        let layered = json!({"data": {"name": "q1"}, "layer": [{"mark": "line", "encoding": {"x": {"field": "a"}}}]});
        assert_eq!(told(&layered), Vec::<String>::new());
    }

    #[test]
    fn faults_name_the_place_the_word_and_the_nearest() {
        for (sentence, change) in [
            (
                "at mark.type: \"barr\" is no value here; did you mean \"bar\"?",
                (|chart: &mut Value| chart["mark"]["type"] = json!("barr")) as fn(&mut Value),
            ),
            ("at mark: \"barr\" is no value here; did you mean \"bar\"?", |chart| chart["mark"] = json!("barr")),
            ("at encoding: \"colour\" is no property here; did you mean \"color\"?", |chart| {
                chart["encoding"]["colour"] = json!({"field": "a"});
            }),
            ("at encoding.y.aggregate: \"summ\" is no value here; did you mean \"sum\"?", |chart| {
                chart["encoding"]["y"]["aggregate"] = json!("summ");
            }),
            ("at encoding.x.timeUnit: \"yearmoth\" is no value here; did you mean \"yearmonth\"?", |chart| {
                chart["encoding"]["x"]["timeUnit"] = json!("yearmoth");
            }),
        ] {
            let found = sentences(change);
            assert_eq!(found, [sentence]);
        }
    }

    #[test]
    fn what_changes_nothing_is_no_fault() {
        for change in [
            (|chart: &mut Value| chart["encoding"]["y2"] = json!({"field": "b", "type": "quantitative"}))
                as fn(&mut Value),
            |chart| chart["encoding"]["x"]["tickz"] = json!(null),
            |chart| chart["encoding"]["x"] = json!(null),
            |chart| chart["mark"]["glow"] = json!(false),
        ] {
            assert_eq!(sentences(change), Vec::<String>::new());
        }
        assert_eq!(sentences(|chart| chart["mark"]["glow"] = json!(true)).len(), 1, "what was meant is lost");
    }

    #[test]
    fn nested_forms_come_to_an_end() {
        let view = json!({"mark": "bar", "encoding": {"x": {"field": "a", "type": "nominal"}}});
        let nested = json!({"data": {"values": []}, "hconcat": vec![view; 20_000]});
        assert!(told(&nested)[0].contains("nested"), "{:?}", told(&nested));
    }
}
