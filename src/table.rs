//! A bounded result: columns, types, cells, the canonical text of a number, and the days of the calendar.
//!
//! Uses nothing else of csvchat. Never formats for a person: thousands separators and colours belong to `render`.

pub mod calendar;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Integers beyond this size lose digits in readers that take JSON numbers as doubles, so they travel as text.
pub const EXACT_INTEGER: i64 = 9_007_199_254_740_992;

/// Digits kept of a float that was computed: parallel sums differ from run to run in the digits behind these.
pub const STABLE_DIGITS: usize = 12;

/// One value as JSON carries it.
///
/// Integers beyond 2^53, decimals of more than 15 digits, dates (`2024-01-31`), times (`09:30:00`), timestamps
/// (`2024-01-31 09:30:00`), `NaN`, `Infinity` and nested values travel as text; the column's type says what they are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Cell {
    /// Missing.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number of at most 2^53 in size.
    Int(i64),
    /// A finite number.
    Float(f64),
    /// Anything else.
    Text(String),
}

impl Cell {
    /// A number as a cell: whole numbers as such, anything that is not finite as text.
    #[must_use]
    pub fn from_f64(value: f64) -> Self {
        if value.is_finite() { Self::Float(value) } else { Self::Text(not_finite(value).to_owned()) }
    }

    /// Whether the value is missing.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value as a number, where it is one, or text that spells one (large integers and decimals do).
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Null | Self::Bool(_) => None,
            #[expect(clippy::cast_precision_loss, reason = "cells hold integers of at most 2^53")]
            Self::Int(value) => Some(*value as f64),
            Self::Float(value) => Some(*value),
            Self::Text(text) => text.parse().ok().filter(|value: &f64| value.is_finite()),
        }
    }

    /// Yes or no, where the cell says one of them: a truth value, or a word such as `yes` or `N`.
    #[must_use]
    pub fn as_flag(&self) -> Option<bool> {
        match self {
            Self::Bool(is) => Some(*is),
            Self::Text(text) => match text.trim().to_ascii_lowercase().as_str() {
                "yes" | "y" | "true" => Some(true),
                "no" | "n" | "false" => Some(false),
                _ => None,
            },
            Self::Null | Self::Int(_) | Self::Float(_) => None,
        }
    }

    /// The text, where the cell holds text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Null | Self::Bool(_) | Self::Int(_) | Self::Float(_) => None,
        }
    }
}

/// The canonical text: what a CSV file would hold. Missing values are empty.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => Ok(()),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Float(value) => f.write_str(&float_text(*value)),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// The shortest text that reads back as the same float; whole floats without a point, very large and small ones with
/// an exponent.
#[must_use]
pub fn float_text(value: f64) -> String {
    if !value.is_finite() {
        return not_finite(value).to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let size = value.abs();
    if (1e-5..1e16).contains(&size) { format!("{value}") } else { format!("{value:e}") }
}

/// A float rounded to `digits` significant decimal digits.
#[must_use]
pub fn round_significant(value: f64, digits: usize) -> f64 {
    if value == 0.0 {
        // Which of both zeros is the smallest value depends on which one comes first.
        return 0.0;
    }
    if !value.is_finite() || digits == 0 {
        return value;
    }
    format!("{value:.*e}", digits - 1).parse().unwrap_or(value)
}

/// Puts a comma between every three digits of the whole part of a number's text; other text stays as it is.
#[must_use]
pub fn group_digits(number: &str) -> String {
    let unsigned = number.strip_prefix(['-', '+', '−']).unwrap_or(number);
    let sign = number.strip_suffix(unsigned).unwrap_or_default();
    let whole_end = unsigned.find(['.', 'e', 'E']).unwrap_or(unsigned.len());
    let (whole, rest) = unsigned.split_at(whole_end);
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return number.to_owned();
    }
    let mut grouped = String::with_capacity(number.len() + whole.len() / 3);
    grouped.push_str(sign);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped.push_str(rest);
    grouped
}

fn not_finite(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

/// What a column's values are, whatever their width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `BOOLEAN`
    Boolean,
    /// Whole numbers of any width.
    Integer,
    /// `FLOAT`, `DOUBLE`, `DECIMAL`
    Number,
    /// `VARCHAR`, enumerations, UUIDs
    Text,
    /// `DATE`
    Date,
    /// `TIME`
    Time,
    /// `TIMESTAMP` of any precision
    Timestamp,
    /// Intervals, blobs, lists, structs
    Other,
}

impl Kind {
    /// The kind of a DuckDB type name, such as `DECIMAL(18,3)` or `VARCHAR[]`.
    #[must_use]
    pub fn of(type_name: &str) -> Self {
        let upper = type_name.to_ascii_uppercase();
        if upper.ends_with(']') {
            return Self::Other;
        }
        match upper.split('(').next().unwrap_or_default().trim() {
            "BOOLEAN" => Self::Boolean,
            "TINYINT" | "SMALLINT" | "INTEGER" | "BIGINT" | "HUGEINT" | "UTINYINT" | "USMALLINT" | "UINTEGER"
            | "UBIGINT" | "UHUGEINT" | "BIGNUM" => Self::Integer,
            "FLOAT" | "DOUBLE" | "DECIMAL" => Self::Number,
            "VARCHAR" | "ENUM" | "UUID" => Self::Text,
            "DATE" => Self::Date,
            "TIME" | "TIME WITH TIME ZONE" | "TIME_NS" => Self::Time,
            name if name.starts_with("TIMESTAMP") => Self::Timestamp,
            _ => Self::Other,
        }
    }

    /// Whether values of this kind can be summed.
    #[must_use]
    pub fn is_numeric(self) -> bool {
        matches!(self, Self::Integer | Self::Number)
    }

    /// Whether values of this kind lie on a calendar.
    #[must_use]
    pub fn is_temporal(self) -> bool {
        matches!(self, Self::Date | Self::Timestamp)
    }
}

/// A result: the rows that were kept, and how many there were.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Table {
    /// Column names, in order.
    pub columns: Vec<String>,
    /// DuckDB's name of each column's type.
    pub types: Vec<String>,
    /// The rows kept, each as long as `columns`.
    pub rows: Vec<Vec<Cell>>,
    /// Rows of the whole result.
    pub row_count: u64,
}

impl Table {
    /// Whether rows of the result were not kept.
    #[must_use]
    pub fn truncated(&self) -> bool {
        self.row_count > self.rows.len() as u64
    }

    /// The position of a column: by exact name, else by name without regard to case where only one fits.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        if let Some(exact) = self.columns.iter().position(|column| column == name) {
            return Some(exact);
        }
        let lower = name.to_lowercase();
        let mut like = self.columns.iter().enumerate().filter(|(_, column)| column.to_lowercase() == lower);
        match (like.next(), like.next()) {
            (Some((index, _)), None) => Some(index),
            _ => None,
        }
    }

    /// The kind of a column.
    #[must_use]
    pub fn kind(&self, index: usize) -> Kind {
        self.types.get(index).map_or(Kind::Other, |name| Kind::of(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_in_whole_parts_only() {
        for (plain, shown) in [
            ("0", "0"),
            ("999", "999"),
            ("1000", "1,000"),
            ("-1234567.8901", "-1,234,567.8901"),
            ("123456789012345678901234567890", "123,456,789,012,345,678,901,234,567,890"),
            ("1e300", "1e300"),
            ("NaN", "NaN"),
            ("", ""),
            ("12a4567", "12a4567"),
        ] {
            assert_eq!(group_digits(plain), shown);
        }
    }

    #[test]
    fn cells_keep_their_kind_through_json() {
        let cells = vec![Cell::Null, Cell::Bool(true), Cell::Int(-3), Cell::Float(2.5), Cell::Text("3".to_owned())];
        let text = serde_json::to_string(&cells).unwrap();
        assert_eq!(text, r#"[null,true,-3,2.5,"3"]"#);
        assert_eq!(serde_json::from_str::<Vec<Cell>>(&text).unwrap(), cells);
    }

    #[test]
    fn floats_have_one_text() {
        for (value, text) in [(1.0, "1"), (0.1, "0.1"), (-0.0, "0"), (1e300, "1e300"), (1_232.8, "1232.8")] {
            assert_eq!(float_text(value), text);
        }
        assert_eq!(Cell::from_f64(f64::NAN), Cell::Text("NaN".to_owned()));
    }

    #[test]
    fn rounding_keeps_significant_digits() {
        assert_eq!(float_text(round_significant(1_232.799_999_999_999_7, 12)), "1232.8");
        assert!(round_significant(-0.0, 12).is_sign_positive());
        assert_eq!(float_text(round_significant(-0.000_123_456_789_012_345, 12)), "-0.000123456789012");
    }

    #[test]
    fn types_have_kinds() {
        for (name, kind) in [
            ("DECIMAL(18,3)", Kind::Number),
            ("BIGINT", Kind::Integer),
            ("VARCHAR[]", Kind::Other),
            ("TIMESTAMP_NS", Kind::Timestamp),
            ("STRUCT(a INTEGER)", Kind::Other),
        ] {
            assert_eq!(Kind::of(name), kind, "{name}");
        }
    }
}
