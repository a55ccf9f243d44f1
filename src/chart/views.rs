//! Each view of a specification against its data: a mark, something encoded, fields that are there.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{fields, nearest};

const MARKS: [&str; 16] = [
    "arc",
    "area",
    "bar",
    "boxplot",
    "circle",
    "errorband",
    "errorbar",
    "geoshape",
    "line",
    "point",
    "rect",
    "rule",
    "square",
    "text",
    "tick",
    "trail",
];
const COMPOSITIONS: [&str; 3] = ["hconcat", "vconcat", "concat"];
const DEPTH: usize = 8;

/// What a view takes over from those around it.
#[derive(Clone, Default)]
struct Around {
    /// Fields of the data; none where there is no data, everything where it cannot be known.
    columns: Option<BTreeSet<String>>,
    /// Whether transforms make fields that cannot be known.
    open: bool,
    /// Whether something is encoded already.
    encoded: bool,
    depth: usize,
}

/// Checks all views.
pub fn check(specification: &Map<String, Value>) -> Result<(), String> {
    check_view(specification, &Around::default())
}

fn check_view(view: &Map<String, Value>, around: &Around) -> Result<(), String> {
    if around.depth > DEPTH {
        return Err(format!("views are nested more than {DEPTH} deep"));
    }
    let mut here = around.clone();
    here.depth += 1;
    if let Some(rows) = view.get("data").and_then(|data| data.get("values")).and_then(Value::as_array) {
        here.columns = Some(rows.iter().filter_map(Value::as_object).flat_map(Map::keys).cloned().collect());
        here.open = false;
    }
    if let Some(Value::Array(transforms)) = view.get("transform") {
        match (fields::of_transforms(transforms), &mut here.columns) {
            (Some(made), Some(columns)) => columns.extend(made),
            (None, _) => here.open = true,
            (Some(_), None) => {}
        }
    }
    if let Some(Value::Object(encoding)) = view.get("encoding") {
        for field in fields::of_encoding(encoding) {
            check_field(&field, &here)?;
        }
        here.encoded |= fields::shows_data(encoding);
    }
    check_parts(view, &here)
}

fn check_parts(view: &Map<String, Value>, here: &Around) -> Result<(), String> {
    if let Some(layers) = view.get("layer") {
        return check_list("layer", layers, here);
    }
    if let Some((key, parts)) = COMPOSITIONS.iter().find_map(|key| view.get(*key).map(|parts| (*key, parts))) {
        return check_list(key, parts, &Around { encoded: false, ..here.clone() });
    }
    if let Some(inner) = view.get("spec") {
        for field in repeated(view).into_iter().chain(faceted(view)) {
            check_field(&field, here)?;
        }
        let Value::Object(inner) = inner else { return Err("\"spec\" is not an object".to_owned()) };
        return check_view(inner, here);
    }
    check_mark(view)?;
    if here.columns.is_none() {
        return Err("there is no data: write \"data\": {\"name\": \"q1\"} with the id of a result".to_owned());
    }
    if !here.encoded {
        return Err("nothing is encoded: give at least one channel, such as x, a field of the data".to_owned());
    }
    Ok(())
}

fn check_list(key: &str, parts: &Value, around: &Around) -> Result<(), String> {
    match parts {
        Value::Array(parts) if !parts.is_empty() => parts.iter().try_for_each(|part| match part {
            Value::Object(part) => check_view(part, around),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                Err(format!("a part of \"{key}\" is not an object"))
            }
        }),
        _ => Err(format!("\"{key}\" must be a list of views; with none there is nothing to draw")),
    }
}

fn check_mark(view: &Map<String, Value>) -> Result<(), String> {
    let mark = view.get("mark").and_then(|mark| mark.as_str().or_else(|| mark.get("type").and_then(Value::as_str)));
    match mark {
        Some(mark) if MARKS.contains(&mark) => Ok(()),
        Some(mark) => Err(match nearest(mark, MARKS.into_iter()) {
            Some(near) => format!("there is no mark \"{mark}\"; did you mean \"{near}\"?"),
            None => format!("there is no mark \"{mark}\"; marks are {}", MARKS.join(", ")),
        }),
        None => Err("there is no mark: write \"mark\": \"bar\", \"line\", \"point\", or a layer of marks".to_owned()),
    }
}

fn check_field(field: &str, here: &Around) -> Result<(), String> {
    let Some(columns) = &here.columns else { return Ok(()) };
    let root = fields::root(field);
    if here.open || columns.contains(&root) {
        return Ok(());
    }
    if columns.contains(field) {
        let escaped = fields::escaped(field).replace('\\', "\\\\");
        return Err(format!("the field \"{field}\" must be written \"{escaped}\", as dots and brackets are paths"));
    }
    let listed = columns.iter().take(30).map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    Err(match nearest(&root, columns.iter().map(String::as_str)) {
        Some(near) => format!("the data has no field \"{field}\"; did you mean \"{near}\"? Its fields are {listed}"),
        None => format!("the data has no field \"{field}\"; its fields are {listed}"),
    })
}

/// The fields that a repeat runs over.
fn repeated(view: &Map<String, Value>) -> Vec<String> {
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    match view.get("repeat") {
        Some(list @ Value::Array(_)) => texts(list),
        Some(Value::Object(object)) => object.values().flat_map(texts).collect(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | None => Vec::new(),
    }
}

/// The fields of a facet that stands beside its view.
fn faceted(view: &Map<String, Value>) -> Vec<String> {
    view.get("facet").map(fields::of_channel).unwrap_or_default()
}
