//! A column as a model is told of it where values must not leave the machine.

use serde_json::{Value, json};

use super::Line;
use crate::event::ColumnProfile;
use crate::limits::{PRIVATE_DIGITS, PRIVATE_GROUP_ROWS, PRIVATE_SHARE, PRIVATE_VALUES};
use crate::table::{Cell, Kind, round_significant};

/// Name and type.
pub fn name_and_type(table: &str, column: &ColumnProfile) -> Value {
    json!({ "column": column.name, "of": table, "type": type_name(&column.kind) })
}

/// Name, type and statistics that tell no single value.
pub fn statistics(table: &str, rows: u64, column: &ColumnProfile) -> Value {
    let mut line = Line::begin(table, column, type_name(&column.kind));
    if Kind::of(&column.kind).is_numeric() && is_mixed(rows, column) {
        line.put("min", rounded(&column.min));
        line.put("max", rounded(&column.max));
        if is_balanced(values(rows, column), column) {
            line.put("mean", json!(column.mean));
            line.put("sd", json!(column.sd));
        }
    }
    line.into()
}

/// A type without the values that it may list.
pub fn type_name(kind: &str) -> &str {
    if kind.to_ascii_uppercase().contains("ENUM") { "ENUM" } else { kind }
}

/// Whether a column has values enough, of which not all but one are the same.
fn is_mixed(rows: u64, column: &ColumnProfile) -> bool {
    let has_mixture = match column.distinct {
        Some(distinct) if distinct > PRIVATE_VALUES => true,
        Some(PRIVATE_VALUES) => {
            column.top.len() as u64 == PRIVATE_VALUES && column.top.iter().all(|entry| entry.count >= PRIVATE_VALUES)
        }
        Some(_) | None => false,
    };
    values(rows, column) >= PRIVATE_GROUP_ROWS && has_mixture
}

/// Values that mean and deviation are computed from.
fn values(rows: u64, column: &ColumnProfile) -> u64 {
    rows.saturating_sub(column.nulls).saturating_sub(column.not_finite.unwrap_or(0))
}

/// Whether no value makes up nearly all of the sum of their sizes. That sum is not in the profile; it is at least the
/// size of their sum, and at least the sum of their squares over the largest size.
fn is_balanced(values: u64, column: &ColumnProfile) -> bool {
    let (Some(mean), Some(sd)) = (column.mean, column.sd) else { return false };
    #[expect(clippy::cast_precision_loss, reason = "no table has so many rows")]
    let values = values as f64;
    let sizes = [&column.min, &column.max].into_iter().filter_map(Cell::as_f64).map(f64::abs);
    let largest = sizes.fold(0.0, f64::max);
    let squares = (values - 1.0) * sd * sd + values * mean * mean;
    largest > 0.0 && largest <= PRIVATE_SHARE * (values * mean.abs()).max(squares / largest)
}

fn rounded(cell: &Cell) -> Value {
    json!(cell.as_f64().map(|value| Cell::from_f64(round_significant(value, PRIVATE_DIGITS))))
}
