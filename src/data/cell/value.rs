//! One value of an Arrow array as a cell.
//!
//! Uses `table` and Arrow. What it does not know is left to Arrow's own text.

use duckdb::arrow::array::types::{
    Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    Time64MicrosecondType, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use duckdb::arrow::array::{Array, ArrayRef, AsArray};
use duckdb::arrow::datatypes::{ArrowPrimitiveType, DataType, TimeUnit};
use duckdb::arrow::util::display::array_value_to_string;

use super::calendar::{self, Unit};
use super::nested;
use super::types::Shape;
use crate::limits;
use crate::table::{Cell, EXACT_INTEGER, round_significant};

/// Decimals below ten to this power are exact as doubles.
const EXACT_DECIMAL: u128 = 1_000_000_000_000_000;

/// One value; floats rounded to so many significant digits where they were computed.
pub(super) fn cell(shape: &Shape, array: &ArrayRef, row: usize, digits: Option<usize>) -> Cell {
    if array.is_null(row) {
        return Cell::Null;
    }
    scalar(shape, array, row, digits)
        .or_else(|| temporal(array, row))
        .or_else(|| compound(shape, array, row, digits))
        .unwrap_or_else(|| Cell::Text(array_value_to_string(array, row).unwrap_or_default()))
}

fn native<T: ArrowPrimitiveType>(array: &ArrayRef, row: usize) -> Option<T::Native> {
    array.as_primitive_opt::<T>().map(|values| values.value(row))
}

fn scalar(shape: &Shape, array: &ArrayRef, row: usize, digits: Option<usize>) -> Option<Cell> {
    match array.data_type() {
        DataType::Null => Some(Cell::Null),
        DataType::Boolean => array.as_boolean_opt().map(|values| Cell::Bool(values.value(row))),
        DataType::Int8 => native::<Int8Type>(array, row).map(|value| integer(value.into())),
        DataType::Int16 => native::<Int16Type>(array, row).map(|value| integer(value.into())),
        DataType::Int32 => native::<Int32Type>(array, row).map(|value| integer(value.into())),
        DataType::Int64 => native::<Int64Type>(array, row).map(|value| integer(value.into())),
        DataType::UInt8 => native::<UInt8Type>(array, row).map(|value| integer(value.into())),
        DataType::UInt16 => native::<UInt16Type>(array, row).map(|value| integer(value.into())),
        DataType::UInt32 => native::<UInt32Type>(array, row).map(|value| integer(value.into())),
        DataType::UInt64 => native::<UInt64Type>(array, row).map(|value| integer(value.into())),
        DataType::Float32 => native::<Float32Type>(array, row).map(|value| {
            // The shortest text of the float: 0.1 stays 0.1 and does not become 0.10000000149011612.
            float(value.to_string().parse().unwrap_or(f64::from(value)), digits)
        }),
        DataType::Float64 => native::<Float64Type>(array, row).map(|value| float(value, digits)),
        DataType::Decimal128(_, scale) => {
            native::<Decimal128Type>(array, row).map(|value| decimal(value, u32::try_from(*scale).unwrap_or(0)))
        }
        DataType::Utf8 => array.as_string_opt::<i32>().map(|values| text(shape, values.value(row))),
        DataType::LargeUtf8 => array.as_string_opt::<i64>().map(|values| text(shape, values.value(row))),
        DataType::Utf8View => array.as_string_view_opt().map(|values| text(shape, values.value(row))),
        DataType::Binary => array.as_binary_opt::<i32>().map(|values| Cell::Text(blob(values.value(row)))),
        DataType::LargeBinary => array.as_binary_opt::<i64>().map(|values| Cell::Text(blob(values.value(row)))),
        _ => None,
    }
}

fn temporal(array: &ArrayRef, row: usize) -> Option<Cell> {
    let zone = |text: String| Cell::Text(if text.ends_with("infinity") { text } else { format!("{text}+00") });
    let text = match array.data_type() {
        DataType::Date32 => native::<Date32Type>(array, row).map(calendar::date),
        DataType::Time64(TimeUnit::Microsecond) => native::<Time64MicrosecondType>(array, row).map(calendar::time),
        DataType::Timestamp(unit, _) => match unit {
            TimeUnit::Second => {
                native::<TimestampSecondType>(array, row).map(|count| calendar::timestamp(count, Unit::Second))
            }
            TimeUnit::Millisecond => {
                native::<TimestampMillisecondType>(array, row).map(|count| calendar::timestamp(count, Unit::Milli))
            }
            TimeUnit::Microsecond => {
                native::<TimestampMicrosecondType>(array, row).map(|count| calendar::timestamp(count, Unit::Micro))
            }
            TimeUnit::Nanosecond => {
                native::<TimestampNanosecondType>(array, row).map(|count| calendar::timestamp(count, Unit::Nano))
            }
        },
        _ => None,
    }?;
    Some(if matches!(array.data_type(), DataType::Timestamp(_, Some(_))) { zone(text) } else { Cell::Text(text) })
}

fn compound(shape: &Shape, array: &ArrayRef, row: usize, digits: Option<usize>) -> Option<Cell> {
    match array.data_type() {
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary_opt()?;
            let key = *dictionary.normalized_keys().get(row)?;
            Some(cell(shape, dictionary.values(), key, digits))
        }
        DataType::List(_)
        | DataType::LargeList(_)
        | DataType::FixedSizeList(..)
        | DataType::Struct(_)
        | DataType::Map(..) => {
            let mut text = String::new();
            nested::write(shape, array, row, digits, &mut text);
            Some(Cell::Text(text))
        }
        _ => None,
    }
}

fn integer(value: i128) -> Cell {
    match i64::try_from(value) {
        Ok(value) if value.unsigned_abs() <= EXACT_INTEGER.unsigned_abs() => Cell::Int(value),
        _ => Cell::Text(value.to_string()),
    }
}

fn float(value: f64, digits: Option<usize>) -> Cell {
    let value = digits.map_or(value, |digits| round_significant(value, digits));
    // Zero has one sign.
    Cell::from_f64(if value == 0.0 { 0.0 } else { value })
}

/// A decimal exactly: as a number where a double holds it, else as text.
fn decimal(value: i128, scale: u32) -> Cell {
    if scale == 0 {
        return integer(value);
    }
    let text = decimal_text(value, scale);
    match text.parse() {
        Ok(number) if value.unsigned_abs() < EXACT_DECIMAL => Cell::Float(number),
        _ => Cell::Text(text),
    }
}

/// A decimal with all digits of its type, as DuckDB writes it inside of lists and structs.
pub(super) fn exact_decimal(array: &ArrayRef, row: usize) -> Option<String> {
    match array.data_type() {
        DataType::Decimal128(_, scale) if *scale > 0 => {
            native::<Decimal128Type>(array, row).map(|value| decimal_text(value, u32::try_from(*scale).unwrap_or(0)))
        }
        _ => None,
    }
}

fn decimal_text(value: i128, scale: u32) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let width = scale as usize;
    let digits = format!("{:0>width$}", value.unsigned_abs(), width = width + 1);
    let (whole, fraction) = digits.split_at(digits.len() - width);
    format!("{sign}{whole}.{fraction}")
}

fn text(shape: &Shape, value: &str) -> Cell {
    if shape.is_integer()
        && let Ok(number) = value.parse()
    {
        return integer(number);
    }
    // What is cut off later need not be copied now.
    let end = value.char_indices().map(|(index, _)| index).find(|&index| index > limits::CELL_BYTES);
    Cell::Text(value.get(..end.unwrap_or(value.len())).unwrap_or_default().to_owned())
}

/// A blob as DuckDB writes it: what is not plain ASCII, and quotes and backslashes, in hexadecimal.
fn blob(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for &byte in bytes.iter().take(limits::CELL_BYTES) {
        if (b' '..=b'~').contains(&byte) && !matches!(byte, b'\\' | b'\'' | b'"') {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    if bytes.len() > limits::CELL_BYTES {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_stay_exact() {
        for (value, scale, expected) in [
            (12_345, 2, Cell::Float(123.45)),
            (-5, 3, Cell::Float(-0.005)),
            (0, 2, Cell::Float(0.0)),
            (7, 0, Cell::Int(7)),
            (1_000_000_000_000_000, 2, Cell::Text("10000000000000.00".to_owned())),
        ] {
            assert_eq!(decimal(value, scale), expected);
        }
    }

    #[test]
    fn large_integers_become_text() {
        assert_eq!(integer(9_007_199_254_740_992), Cell::Int(9_007_199_254_740_992));
        assert_eq!(integer(-9_007_199_254_740_993), Cell::Text("-9007199254740993".to_owned()));
        assert_eq!(integer(i128::MAX), Cell::Text(i128::MAX.to_string()));
    }

    #[test]
    fn blobs_show_their_bytes() {
        assert_eq!(blob(b"a\0\"\xff"), "a\\x00\\x22\\xFF");
    }
}
