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

fn column_line(table: &str, column: &ColumnProfile) -> Value {
    let mut line = Map::new();
    let mut put = |key: &str, value: Value| {
        if !value.is_null() {
            line.insert(key.to_owned(), value);
        }
    };
    put("column", json!(column.name));
    put("of", json!(table));
    put("type", json!(column.kind));
    put("nulls", json!(column.nulls));
    put("distinct", json!(column.distinct));
    if column.distinct_approximate {
        put("about", json!(true));
    }
    put("min", json!(column.min));
    put("max", json!(column.max));
    put("mean", json!(column.mean));
    put("sd", json!(column.sd));
    if let Some(quantiles) = &column.quantiles {
        put("p05", json!(quantiles.p05));
        put("p25", json!(quantiles.p25));
        put("median", json!(quantiles.p50));
        put("p75", json!(quantiles.p75));
        put("p95", json!(quantiles.p95));
    }
    put("negative", json!(column.negative));
    put("zero", json!(column.zero));
    put("not_finite", json!(column.not_finite.filter(|count| *count > 0)));
    if let Some(length) = &column.text_length {
        put("length", json!([length.min, length.mean, length.max]));
    }
    if !column.top.is_empty() {
        let top: Vec<Value> = column.top.iter().map(|entry| json!([entry.value, entry.count])).collect();
        put("top", json!(top));
    }
    Value::Object(line)
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
