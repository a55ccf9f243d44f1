//! Evidence in words, for the reader and for the model.
//!
//! Uses the sources and candidates of this room and the events.

use super::candidate::Candidate;
use super::source::{Place, Source};
use crate::event::{CellPlace, Evidence, Step};
use crate::limits::EVIDENCE_CELL_CHARS;
use crate::table::{Cell, STABLE_DIGITS, group_digits, round_significant};

/// The evidence of a number.
#[must_use]
pub fn evidence(source: &Source, candidate: &Candidate) -> Evidence {
    let cells: Vec<CellPlace> = candidate.cells.iter().take(4).map(|place| cell_place(source, *place)).collect();
    let value = match (candidate.step, candidate.cells.first()) {
        (Step::Cell, Some(place)) => short(source.cell(*place)),
        (
            Step::Cell
            | Step::RowCount
            | Step::ColumnCount
            | Step::Distinct
            | Step::Rank
            | Step::Condition
            | Step::Difference
            | Step::Ratio
            | Step::Change
            | Step::Share
            | Step::Sum
            | Step::Mean
            | Step::Count,
            _,
        ) => number(candidate.value),
    };
    let words = words(source, candidate, &value);
    let column = candidate.column.and_then(|column| source.columns.get(column)).map(|column| column.name.clone());
    Evidence { origin: source.origin(), step: candidate.step, value, cells, column, words }
}

/// A number as a cell: whole where it is.
fn number(value: f64) -> Cell {
    let value = round_significant(value, STABLE_DIGITS);
    #[expect(clippy::cast_possible_truncation, reason = "checked to be a whole number that fits")]
    if value.fract() == 0.0 && value.abs() < 9e15 { Cell::Int(value as i64) } else { Cell::Float(value) }
}

fn cell_place(source: &Source, place: Place) -> CellPlace {
    CellPlace {
        row: source.rows.get(place.row).copied().unwrap_or_default(),
        column: source.columns.get(place.column).map(|column| column.name.clone()).unwrap_or_default(),
        value: short(source.cell(place)),
    }
}

/// A cell whose text is cut where it is long.
fn short(cell: &Cell) -> Cell {
    match cell {
        Cell::Text(text) if text.chars().count() > EVIDENCE_CELL_CHARS => {
            let mut cut: String = text.chars().take(EVIDENCE_CELL_CHARS - 1).collect();
            cut.push('…');
            Cell::Text(cut)
        }
        Cell::Null | Cell::Bool(_) | Cell::Int(_) | Cell::Float(_) | Cell::Text(_) => cell.clone(),
    }
}

fn words(source: &Source, candidate: &Candidate, value: &Cell) -> String {
    let shown = shown(value);
    let place = |index: usize| candidate.cells.get(index).map(|place| called(source, *place)).unwrap_or_default();
    let column =
        || candidate.cells.first().and_then(|place| source.columns.get(place.column)).map(|column| column.name.clone());
    match candidate.step {
        Step::Cell => format!("{}: {shown}", place(0)),
        Step::RowCount => format!("number of rows: {shown}"),
        Step::ColumnCount => format!("number of columns: {shown}"),
        Step::Distinct => format!("different values: {shown}"),
        Step::Rank => format!("place {shown} in the order of {}", place(0)),
        Step::Condition => "what the statement asks for".to_owned(),
        Step::Difference => format!("{} less {}: {shown}", place(0), place(1)),
        Step::Ratio => format!("{} over {}: {shown}", place(0), place(1)),
        Step::Change => format!("change from {} to {}: {shown} %", place(1), place(0)),
        Step::Share => format!("{} over the sum of the column: {shown} %", place(0)),
        Step::Sum if candidate.cells.is_empty() => format!("sum of the column: {shown}"),
        Step::Sum => format!("sum of {} rows of {}: {shown}", candidate.cells.len(), column().unwrap_or_default()),
        Step::Mean if candidate.cells.is_empty() => format!("mean of the column: {shown}"),
        Step::Mean => format!("mean of {} rows of {}: {shown}", candidate.cells.len(), column().unwrap_or_default()),
        Step::Count => format!("number of such rows: {shown}"),
    }
}

/// A value for the eye.
fn shown(value: &Cell) -> String {
    match value {
        Cell::Float(number) => group_digits(&Cell::Float(round_significant(*number, STABLE_DIGITS)).to_string()),
        Cell::Int(number) => group_digits(&number.to_string()),
        Cell::Null | Cell::Bool(_) | Cell::Text(_) => value.to_string(),
    }
}

/// A cell by its column and its row.
fn called(source: &Source, place: Place) -> String {
    let column = source.columns.get(place.column).map(|column| column.name.as_str()).unwrap_or_default();
    match source.row_name(place.row) {
        _ if source.row_count == 1 => column.to_owned(),
        Some(name) => {
            let name: String = name.chars().take(EVIDENCE_CELL_CHARS).collect();
            format!("{column} of {name}")
        }
        None => format!("{column} in row {}", source.rows.get(place.row).copied().unwrap_or_default()),
    }
}
