//! Lists, structs and maps as DuckDB writes them: `[1, 2]`, `{'a': 1}`, `{k=v}`.
//!
//! Uses the scalar conversion for their leaves. Stops where a cell would be cut anyway.

use std::fmt::Write as _;

use duckdb::arrow::array::{Array, ArrayRef, AsArray, StructArray};
use duckdb::arrow::datatypes::DataType;

use super::types::Shape;
use super::value;
use crate::limits;
use crate::table::Cell;

/// Characters that make a text inside of a nested value be quoted; spaces at its ends do so too.
const SPECIAL: [char; 11] = ['"', '\'', '(', ')', ',', ':', '=', '[', ']', '{', '}'];

/// Writes one value of an array.
pub(super) fn write(shape: &Shape, array: &ArrayRef, row: usize, digits: Option<usize>, out: &mut String) {
    if out.len() > limits::CELL_BYTES {
        return;
    }
    if array.is_null(row) {
        out.push_str("NULL");
        return;
    }
    let unknown = Shape::Struct(Vec::new());
    match (array.data_type(), shape) {
        (_, Shape::Alias(_, inner)) => write(inner, array, row, digits, out),
        (DataType::List(_), Shape::List(inner)) => {
            list(inner, array.as_list_opt::<i32>().map(|list| list.value(row)), digits, out);
        }
        (DataType::LargeList(_), Shape::List(inner)) => {
            list(inner, array.as_list_opt::<i64>().map(|list| list.value(row)), digits, out);
        }
        (DataType::FixedSizeList(..), Shape::Array(inner, _)) => {
            list(inner, array.as_fixed_size_list_opt().map(|list| list.value(row)), digits, out);
        }
        (DataType::Struct(_), Shape::Struct(fields)) => {
            let parts = array.as_struct_opt().map(StructArray::columns).unwrap_or_default();
            let unnamed = fields.iter().all(|(name, _)| name.is_empty());
            out.push(if unnamed { '(' } else { '{' });
            for (index, (part, (name, field))) in parts.iter().zip(fields).enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                if !unnamed {
                    let _ = write!(out, "{}: ", quoted(name));
                }
                write(field, part, row, digits, out);
            }
            out.push(if unnamed { ')' } else { '}' });
        }
        (DataType::Map(..), Shape::Map(key, value)) => {
            let entries = array.as_map_opt().map(|map| map.value(row));
            let columns = entries.as_ref().map(|entries| (entries.columns(), entries.len()));
            out.push('{');
            if let Some(([keys, values], length)) = columns {
                for entry in 0..length {
                    out.push_str(if entry > 0 { ", " } else { "" });
                    write(key, keys, entry, digits, out);
                    out.push('=');
                    write(value, values, entry, digits, out);
                }
            }
            out.push('}');
        }
        (
            DataType::List(_)
            | DataType::LargeList(_)
            | DataType::FixedSizeList(..)
            | DataType::Struct(_)
            | DataType::Map(..),
            _,
        ) => {
            let _ = write!(out, "{}", unknown.name());
        }
        _ => match value::exact_decimal(array, row) {
            Some(decimal) => out.push_str(&decimal),
            None => out.push_str(&leaf(&value::cell(shape, array, row, digits))),
        },
    }
}

fn list(inner: &Shape, values: Option<ArrayRef>, digits: Option<usize>, out: &mut String) {
    out.push('[');
    if let Some(values) = values {
        for index in 0..values.len() {
            if out.len() > limits::CELL_BYTES {
                break;
            }
            out.push_str(if index > 0 { ", " } else { "" });
            write(inner, &values, index, digits, out);
        }
    }
    out.push(']');
}

fn leaf(cell: &Cell) -> String {
    match cell {
        Cell::Null => "NULL".to_owned(),
        Cell::Bool(value) => value.to_string(),
        Cell::Int(value) => value.to_string(),
        Cell::Float(value) => float(*value),
        Cell::Text(text) => {
            let special = text.is_empty()
                || text.starts_with(' ')
                || text.ends_with(' ')
                || text.eq_ignore_ascii_case("null")
                || text.contains(SPECIAL);
            if special { quoted(text) } else { text.clone() }
        }
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// A float as DuckDB writes it: `1.0`, `1e+20`, `1e-05`.
fn float(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || (1e-4..1e16).contains(&size) {
        return format!("{value:?}");
    }
    let text = format!("{value:e}");
    match text.split_once('e') {
        Some((digits, exponent)) => match exponent.strip_prefix('-') {
            Some(exponent) => format!("{digits}e-{exponent:0>2}"),
            None => format!("{digits}e+{exponent:0>2}"),
        },
        None => text,
    }
}
