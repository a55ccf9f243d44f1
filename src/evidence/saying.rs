//! Evidence in words, for the reader and for the model.
//!
//! Uses the sources and candidates of this room and the events.

use super::candidate::Candidate;
use super::source::{Place, Source};
use crate::event::{CellPlace, Evidence, Step};
use crate::limits::EVIDENCE_CELL_CHARS;
use crate::table::{Cell, STABLE_DIGITS, group_digits, round_significant};

/// So many rows at most are named in the words for a step over them.
const NAMED_ROWS: usize = 6;

/// The evidence of a number.
#[must_use]
pub fn evidence(sources: &[Source], candidate: &Candidate) -> Option<Evidence> {
    let source = sources.get(candidate.source)?;
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
    let words = words(sources, source, candidate, &value);
    let column = candidate.column.and_then(|column| source.columns.get(column)).map(|column| column.name.clone());
    Some(Evidence { origin: source.origin(), step: candidate.step, value, cells, column, words })
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

fn words(sources: &[Source], source: &Source, candidate: &Candidate, value: &Cell) -> String {
    let shown = shown(value);
    let beside = candidate.beside.and_then(|(other, place)| Some((sources.get(other)?, place)));
    let beside = beside.map(|(other, place)| format!("{} of {}", called(other, place), other.id));
    let place = |index: usize| match (index, &beside) {
        (1, Some(beside)) => beside.clone(),
        _ => candidate.cells.get(index).map(|place| called(source, *place)).unwrap_or_default(),
    };
    if let Some(over) = &candidate.over {
        return format!("{over}: {shown}");
    }
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
        Step::Share if candidate.cells.is_empty() => format!("all of the column: {shown} %"),
        Step::Share if candidate.cells.len() > 1 => {
            format!("{} over the sum of the column: {shown} %", rows_of(source, &candidate.cells))
        }
        Step::Share => format!("{} over the sum of the column: {shown} %", place(0)),
        Step::Sum if candidate.cells.is_empty() => format!("sum of the column: {shown}"),
        Step::Sum if is_across(&candidate.cells) => {
            let places: Vec<String> = (0..candidate.cells.len().min(4)).map(place).collect();
            format!("{}: {shown}", places.join(" and "))
        }
        Step::Sum => format!("sum of {}: {shown}", rows_of(source, &candidate.cells)),
        Step::Mean if candidate.cells.is_empty() => format!("mean of the column: {shown}"),
        Step::Mean => format!("mean of {}: {shown}", rows_of(source, &candidate.cells)),
        Step::Count => format!("number of such rows: {shown}"),
    }
}

/// Cells of several rows by their column and, where they are few, by the rows.
fn rows_of(source: &Source, cells: &[Place]) -> String {
    let column = cells.first().and_then(|place| source.columns.get(place.column));
    let column = column.map(|column| column.name.as_str()).unwrap_or_default();
    let names: Option<Vec<String>> = cells.iter().map(|cell| source.row_name(cell.row)).collect();
    let few = names.filter(|names| names.len() <= NAMED_ROWS);
    let listed = few.map(|names| format!(" ({})", names.iter().map(|name| cut(name)).collect::<Vec<_>>().join("; ")));
    format!("{} rows of {column}{}", cells.len(), listed.unwrap_or_default())
}

/// A name that is cut where it is long.
fn cut(name: &str) -> String {
    name.chars().take(EVIDENCE_CELL_CHARS).collect()
}

/// Whether cells are those of several columns of one row.
fn is_across(cells: &[Place]) -> bool {
    let first = cells.first();
    cells.iter().all(|cell| first.is_some_and(|first| first.row == cell.row)) && cells.len() > 1
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
        Some(name) => format!("{column} of {}", cut(&name)),
        None => format!("{column} in row {}", source.rows.get(place.row).copied().unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{regions, source, table};
    use super::super::mention::Reading;
    use super::*;

    fn candidate(step: Step, value: f64, cells: &[(usize, usize)]) -> Candidate {
        let cells = cells.iter().map(|(column, row)| Place { column: *column, row: *row }).collect();
        let reading = Reading { value, unit: 0.1 };
        Candidate::of_step(0, step, value, cells, reading)
    }

    #[test]
    fn evidence_says_step_and_cells() {
        let said = |step: Step, value: f64, cells: &[(usize, usize)]| {
            evidence(&[source(regions())], &candidate(step, value, cells)).unwrap().words
        };
        assert_eq!(said(Step::Cell, 12.4, &[(1, 0)]), "revenue of West: 12.4");
        assert_eq!(said(Step::Difference, 0.5, &[(1, 0), (1, 1)]), "revenue of West less revenue of East: 0.5");
        assert_eq!(said(Step::Change, 4.2, &[(1, 0), (1, 1)]), "change from revenue of East to revenue of West: 4.2 %");
        assert_eq!(said(Step::Sum, 32.6, &[]), "sum of the column: 32.6");
        assert_eq!(said(Step::Sum, 24.3, &[(1, 0), (1, 1)]), "sum of 2 rows of revenue (West; East): 24.3");
        let share = said(Step::Share, 74.5, &[(1, 0), (1, 1)]);
        assert_eq!(share, "2 rows of revenue (West; East) over the sum of the column: 74.5 %");
        let one = source(table("revenue", &["1234567"]));
        assert_eq!(
            evidence(&[one], &candidate(Step::Cell, 1_234_567.0, &[(0, 0)])).unwrap().words,
            "revenue: 1,234,567"
        );
    }

    #[test]
    fn a_value_is_what_the_result_has() {
        let found = evidence(&[source(regions())], &candidate(Step::Cell, 12.4, &[(1, 0)])).unwrap();
        assert_eq!(found.cells, [CellPlace { row: 1, column: "revenue".to_owned(), value: Cell::Float(12.4) }]);
        let value = |value: f64| evidence(&[source(regions())], &candidate(Step::Sum, value, &[])).unwrap().value;
        assert_eq!((value(100.0), value(0.1 + 0.2)), (Cell::Int(100), Cell::Float(0.3)));
    }

    #[test]
    fn long_cells_are_cut() {
        let long = "x".repeat(EVIDENCE_CELL_CHARS + 1);
        assert_eq!(short(&Cell::Text(long.clone())).to_string().chars().count(), EVIDENCE_CELL_CHARS);
        assert!(short(&Cell::Text(long.clone())).to_string().ends_with('…'));
        let fits = Cell::Text(long[1..].to_owned());
        assert_eq!(short(&fits), fits);
    }
}
