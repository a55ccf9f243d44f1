//! A value of DuckDB as a [`Cell`], and its type as DuckDB names it.
//!
//! Uses `table` and DuckDB's Arrow arrays. Never rounds what was not computed, and never panics on a value.

mod calendar;
mod nested;
mod types;
mod value;

use std::cmp::Ordering;

use duckdb::arrow::array::{Array, ArrayRef};
use duckdb::arrow::datatypes::DataType;
use duckdb::core::LogicalTypeHandle;

use crate::limits;
use crate::table::{Cell, STABLE_DIGITS, Table, float_text, round_significant};
use types::Shape;

/// A column of a result.
#[derive(Debug, Clone)]
pub(super) struct Column {
    name: String,
    shape: Shape,
}

impl Column {
    pub(super) fn new(name: String, logical: &LogicalTypeHandle, arrow: &DataType) -> Self {
        Self { name, shape: Shape::of(logical, Some(arrow)) }
    }

    /// Whether DuckDB itself has to write the values as text, because Arrow does not carry all of them.
    pub(super) fn needs_text(&self) -> bool {
        self.shape.needs_text()
    }

    /// Whether values are floats or hold some.
    pub(super) fn holds_floats(&self) -> bool {
        self.shape.holds_floats()
    }

    /// One cell of an array of this column, floats rounded to so many significant digits where they were computed.
    pub(super) fn cell(&self, array: &ArrayRef, row: usize, digits: Option<usize>) -> Cell {
        if array.is_null(row) {
            return Cell::Null;
        }
        match value::cell(&self.shape, array, row, digits) {
            Cell::Text(text) => Cell::Text(cut(text, limits::CELL_BYTES)),
            cell => cell,
        }
    }

    /// Name and type.
    pub(super) fn into_names(self) -> (String, String) {
        let type_name = self.shape.name();
        (self.name, cut(type_name, limits::CELL_BYTES))
    }
}

/// A statement around another, with the columns as text that need it.
pub(super) fn as_text(sql: &str, columns: &[Column]) -> String {
    let names: Vec<String> = (0..columns.len()).map(|index| format!("c{index}")).collect();
    let selected: Vec<String> = names
        .iter()
        .zip(columns)
        .map(|(name, column)| if column.needs_text() { format!("{name}::VARCHAR") } else { name.clone() })
        .collect();
    format!("SELECT {} FROM ({sql}\n) AS result({})", selected.join(", "), names.join(", "))
}

/// The order of rows that have none: by their cells from the left, what is missing last.
pub(super) fn compare_rows(one: &[Cell], other: &[Cell]) -> Ordering {
    one.iter().zip(other).map(|(one, other)| compare(one, other)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

fn compare(one: &Cell, other: &Cell) -> Ordering {
    let numbers = || number(one).total_cmp(&number(other));
    rank(one).cmp(&rank(other)).then_with(numbers).then_with(|| one.as_text().cmp(&other.as_text()))
}

fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Int(_) | Cell::Float(_) => cell.as_f64().unwrap_or(0.0),
        Cell::Bool(value) => f64::from(u8::from(*value)),
        Cell::Null | Cell::Text(_) => 0.0,
    }
}

fn rank(cell: &Cell) -> u8 {
    match cell {
        Cell::Bool(_) => 0,
        Cell::Int(_) | Cell::Float(_) => 1,
        Cell::Text(_) => 2,
        Cell::Null => 3,
    }
}

/// The columns of `SUMMARIZE` that hold computed floats as text.
const SUMMARY_FLOATS: [&str; 5] = ["avg", "std", "q25", "q50", "q75"];

/// Rounds the floats that `SUMMARIZE` writes as text.
pub(super) fn round_summary(table: &mut Table) {
    for (index, _) in table.columns.iter().enumerate().filter(|(_, name)| SUMMARY_FLOATS.contains(&name.as_str())) {
        for cell in table.rows.iter_mut().filter_map(|row| row.get_mut(index)) {
            if let Some(value) = cell.as_text().and_then(|text| text.parse::<f64>().ok()) {
                *cell = Cell::Text(float_text(round_significant(value, STABLE_DIGITS)));
            }
        }
    }
}

/// Bytes that a cell takes.
pub(super) fn size(cell: &Cell) -> usize {
    match cell {
        Cell::Null | Cell::Bool(_) | Cell::Int(_) | Cell::Float(_) => 8,
        Cell::Text(text) => text.len() + 8,
    }
}

/// The text cut to so many bytes, with an ellipsis where something was cut.
pub(super) fn cut(mut text: String, most: usize) -> String {
    if text.len() > most {
        let mut end = most;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_an_order_get_one() {
        let text = |text: &str| Cell::Text(text.to_owned());
        let mut rows = [
            vec![Cell::Null],
            vec![text("b")],
            vec![Cell::Int(10)],
            vec![text("a")],
            vec![Cell::Float(2.5)],
            vec![Cell::Bool(true)],
        ];
        rows.sort_by(|one, other| compare_rows(one, other));
        let sorted: Vec<String> = rows.iter().map(|row| row[0].to_string()).collect();
        assert_eq!(sorted, ["true", "2.5", "10", "a", "b", ""]);
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(cut("aéb".to_owned(), 2), "a…");
        assert_eq!(cut("aé".to_owned(), 3), "aé");
    }
}
