//! Each view of a specification: a mark, something encoded, data; and fields that this data has.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Finding, fields};

const MARKS: [&str; 15] = [
    "arc",
    "area",
    "bar",
    "boxplot",
    "circle",
    "errorband",
    "errorbar",
    "line",
    "point",
    "rect",
    "rule",
    "square",
    "text",
    "tick",
    "trail",
];
/// What other programs call a mark.
const CALLED: [(&str, &str); 19] = [
    ("column", "bar"),
    ("barh", "bar"),
    ("histogram", "bar"),
    ("hist", "bar"),
    ("pie", "arc"),
    ("donut", "arc"),
    ("doughnut", "arc"),
    ("slice", "arc"),
    ("scatter", "point"),
    ("scatterplot", "point"),
    ("bubble", "circle"),
    ("dot", "point"),
    ("heatmap", "rect"),
    ("box", "boxplot"),
    ("box-plot", "boxplot"),
    ("label", "text"),
    ("step", "line"),
    ("spline", "line"),
    ("strip", "tick"),
];
const COMPOSITIONS: [&str; 4] = ["layer", "hconcat", "vconcat", "concat"];
const DEPTH: usize = 8;

/// What a view takes over from those around it.
#[derive(Clone, Default)]
struct Around {
    path: Vec<String>,
    has_data: bool,
    /// Whether something is encoded already.
    encoded: bool,
}

/// Checks that each view can show something: the places at fault, and what is wrong there.
pub fn check_shape(specification: &Map<String, Value>) -> Vec<(Vec<String>, Finding)> {
    let mut found = Vec::new();
    shape(specification, &Around::default(), &mut found);
    found
}

fn shape(view: &Map<String, Value>, around: &Around, found: &mut Vec<(Vec<String>, Finding)>) {
    let mut here = around.clone();
    let mut say = |path: &[String], text: String| {
        found.push((path.to_vec(), Finding::of_specification(text).at(path)));
    };
    if here.path.len() > DEPTH * 2 {
        return say(&here.path, format!("views are nested more than {DEPTH} deep"));
    }
    here.has_data |= view.get("data").is_some_and(|data| !data.is_null());
    here.encoded |= view.get("encoding").and_then(Value::as_object).is_some_and(fields::shows_data);
    if let Some((key, parts)) = COMPOSITIONS.iter().find_map(|key| view.get(*key).map(|parts| (*key, parts))) {
        let Some(parts) = parts.as_array().filter(|parts| !parts.is_empty()) else {
            return say(&here.path, format!("\"{key}\" must be a list of views; with none, nothing is drawn"));
        };
        for (index, part) in parts.iter().enumerate() {
            let path = [here.path.as_slice(), &[key.to_owned(), index.to_string()]].concat();
            let encoded = here.encoded && key == "layer";
            match part {
                Value::Object(part) => shape(part, &Around { path, encoded, ..here }, found),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                    let text = "a view must be an object with a \"mark\" and an \"encoding\"";
                    found.push((path.clone(), Finding::of_specification(text).at(&path)));
                }
            }
        }
        return;
    }
    if let Some(inner) = view.get("spec") {
        let Value::Object(inner) = inner else {
            return say(
                &here.path,
                "\"spec\" must be a view: an object with a \"mark\" and an \"encoding\"".to_owned(),
            );
        };
        let path = [here.path.as_slice(), &["spec".to_owned()]].concat();
        return shape(inner, &Around { path, ..here }, found);
    }
    if let Some(text) = fault_of_mark(view) {
        say(&here.path, text);
    }
    if !here.has_data {
        say(&here.path, "there is no data: write \"data\": {\"name\": \"q1\"} with the id of a result".to_owned());
    }
    if !here.encoded {
        let text = "nothing is encoded: give at least one channel, as \"encoding\": {\"x\": {\"field\": ...}}, a field of the data";
        say(&here.path, text.to_owned());
    }
}

fn fault_of_mark(view: &Map<String, Value>) -> Option<String> {
    let mark = view.get("mark").and_then(|mark| mark.as_str().or_else(|| mark.get("type").and_then(Value::as_str)));
    let Some(mark) = mark else {
        return Some("there is no mark: write \"mark\": \"bar\", \"line\", \"point\", or a layer of marks".to_owned());
    };
    if MARKS.contains(&mark) {
        return None;
    }
    let lower = mark.to_lowercase();
    let called = CALLED.iter().find(|(name, _)| *name == lower).map(|(_, mark)| *mark);
    let near = called.or_else(|| super::nearest(&lower, MARKS.into_iter()));
    let mean = near.map(|near| format!("did you mean \"{near}\"? ")).unwrap_or_default();
    Some(format!("there is no mark \"{mark}\"; {mean}Marks are {}", MARKS.join(", ")))
}

/// Compares the fields that each view names with its data, which must be in the specification.
pub fn check_fields(specification: &Map<String, Value>) -> Vec<Finding> {
    let mut found = Vec::new();
    // Where only drawing tells which fields there are, drawing tells which are missing.
    if let Some(made) = fields::made(specification) {
        let around = Columns { path: Vec::new(), held: None, made: &made };
        check_view(specification, &around, &mut found);
    }
    found
}

/// The fields that a view may name.
#[derive(Clone)]
struct Columns<'a> {
    path: Vec<String>,
    held: Option<BTreeSet<String>>,
    made: &'a BTreeSet<String>,
}

impl Columns<'_> {
    fn check(&self, field: &str, found: &mut Vec<Finding>) {
        let Some(columns) = &self.held else { return };
        let root = fields::root(field);
        if !fields::is_path(field) {
            return found.push(fields::missing(field, columns).at(&self.path));
        }
        // A field named so stands for the rows themselves in a count.
        if field == "*" || columns.contains(&root) || self.made.contains(&root) || self.made.contains(field) {
            return;
        }
        // Of bins that the data brings itself, Vega-Lite reads an end that there need not be.
        if root.strip_suffix("_end").is_some_and(|start| columns.contains(start)) {
            return;
        }
        let known = columns.union(self.made).cloned().collect();
        found.push(fields::missing(field, &known).at(&self.path));
    }
}

fn check_view(view: &Map<String, Value>, around: &Columns<'_>, found: &mut Vec<Finding>) {
    let mut here = around.clone();
    if let Some(rows) = view.get("data").and_then(|data| data.get("values")).and_then(Value::as_array) {
        here.held = Some(rows.iter().filter_map(Value::as_object).flat_map(Map::keys).cloned().collect());
    }
    let mut named: Vec<String> =
        view.get("encoding").and_then(Value::as_object).map(fields::of_encoding).unwrap_or_default();
    named.extend(repeated(view));
    named.extend(view.get("facet").map(fields::of_channel).unwrap_or_default());
    named.extend(selected(view));
    for field in &named {
        here.check(field, found);
    }
    for key in COMPOSITIONS {
        for (index, part) in view.get(key).and_then(Value::as_array).into_iter().flatten().enumerate() {
            if let Value::Object(part) = part {
                let path = [here.path.as_slice(), &[key.to_owned(), index.to_string()]].concat();
                check_view(part, &Columns { path, ..here.clone() }, found);
            }
        }
    }
    if let Some(Value::Object(inner)) = view.get("spec") {
        check_view(inner, &here, found);
    }
}

/// The fields that a repeat runs over.
fn repeated(view: &Map<String, Value>) -> Vec<String> {
    match view.get("repeat") {
        Some(list @ Value::Array(_)) => texts(list),
        Some(Value::Object(object)) => object.values().flat_map(texts).collect(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | None => Vec::new(),
    }
}

/// The fields that selections pick by.
fn selected(view: &Map<String, Value>) -> Vec<String> {
    let parameters = view.get("params").and_then(Value::as_array).into_iter().flatten();
    parameters.filter_map(|parameter| parameter.get("select")?.get("fields")).flat_map(texts).collect()
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
