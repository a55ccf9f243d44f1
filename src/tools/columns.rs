//! A column as a model is told of it: one line of JSON, the same wherever it stands.
//!
//! What it holds, the level of privacy decides. Uses `limits`, `table` and `event`.

mod private;

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::event::{ColumnProfile, Dataset};
use crate::limits::Privacy;

/// What may be told of a column.
#[must_use]
pub fn line(dataset: &Dataset, column: &ColumnProfile, privacy: Privacy) -> Value {
    match privacy {
        Privacy::Rows => column_line(&dataset.table, column),
        Privacy::Stats => private::statistics(&dataset.table, dataset.rows, column),
        Privacy::Schema => private::name_and_type(&dataset.table, column),
    }
}

/// A column's type as it may be told.
#[must_use]
pub fn type_name(column: &ColumnProfile, privacy: Privacy) -> &str {
    match privacy {
        Privacy::Rows => &column.kind,
        Privacy::Stats | Privacy::Schema => private::type_name(&column.kind),
    }
}

/// What is told of a column: what is not known is left out.
struct Line(Map<String, Value>);

impl Line {
    /// What is told of every column.
    fn begin(table: &str, column: &ColumnProfile, kind: &str) -> Self {
        let mut line = Self(Map::new());
        line.put("column", json!(column.name));
        line.put("of", json!(table));
        line.put("type", json!(kind));
        line.put("nulls", json!(column.nulls));
        line.put("distinct", json!(column.distinct));
        if column.distinct_approximate {
            line.put("about", json!(true));
        }
        line
    }

    fn put(&mut self, key: &str, value: Value) {
        if !value.is_null() {
            self.0.insert(key.to_owned(), value);
        }
    }
}

impl From<Line> for Value {
    fn from(line: Line) -> Self {
        Self::Object(line.0)
    }
}

fn column_line(table: &str, column: &ColumnProfile) -> Value {
    let mut line = Line::begin(table, column, &column.kind);
    line.put("min", json!(column.min));
    line.put("max", json!(column.max));
    line.put("mean", json!(column.mean));
    line.put("sd", json!(column.sd));
    if let Some(quantiles) = &column.quantiles {
        line.put("p05", json!(quantiles.p05));
        line.put("p25", json!(quantiles.p25));
        line.put("median", json!(quantiles.p50));
        line.put("p75", json!(quantiles.p75));
        line.put("p95", json!(quantiles.p95));
    }
    line.put("negative", json!(column.negative));
    line.put("zero", json!(column.zero));
    line.put("not_finite", json!(column.not_finite.filter(|count| *count > 0)));
    if let Some(length) = &column.text_length {
        line.put("length", json!([length.min, length.mean, length.max]));
    }
    if !column.top.is_empty() {
        let top: Vec<Value> = column.top.iter().map(|entry| json!([entry.value, entry.count])).collect();
        line.put("top", json!(top));
    }
    line.into()
}

/// A value as one line of JSON in which no control, bidirectional or invisible character stands as such.
#[must_use]
pub fn json_line(value: &Value) -> String {
    let mut line = String::new();
    for character in value.to_string().chars() {
        match character {
            '\u{7f}'..='\u{9f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}' => {
                let _ = write!(line, "\\u{:04x}", u32::from(character));
            }
            _ => line.push(character),
        }
    }
    line
}
