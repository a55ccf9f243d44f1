//! Results as JSON for the model.
//!
//! Uses `limits`, `table` and the data room's reviews. Never decides which of them is told.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::json;

use crate::data::{Figure, Review};
use crate::limits::{MODEL_BYTES, MODEL_CELL_BYTES, MODEL_ROWS, PRIVATE_DIGITS};
use crate::table::{Cell, Table, round_significant};

/// What the model sees of a result.
#[derive(Serialize)]
struct View<'a> {
    id: &'a str,
    columns: &'a [String],
    types: &'a [String],
    rows: Vec<Vec<Cell>>,
    row_count: u64,
    shown: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// A result with its rows.
pub fn of_rows(id: &str, table: &Table) -> String {
    view(id, table, None)
}

/// A result of statistics over groups: without the groups' names, and with the smallest and largest values rounded.
///
/// # Errors
/// Why it is none, and how to mend the statement.
pub fn of_statistics(id: &str, table: &Table, review: &Review) -> Result<String, String> {
    let figures = review.statistics.as_ref().map_err(Clone::clone)?;
    let fits = figures.len() == table.columns.len() && review.columns.len() == figures.len();
    let are_numbers = figures.iter().enumerate().all(|(index, figure)| match figure {
        Figure::Group => true,
        Figure::Statistic | Figure::Extreme => table.kind(index).is_numeric(),
    });
    let mut groups: Vec<HashMap<String, usize>> = vec![HashMap::new(); figures.len()];
    let row = |cells: &Vec<Cell>| -> Option<Vec<Cell>> {
        let parts = figures.iter().zip(cells).zip(&mut groups);
        parts.map(|((figure, cell), groups)| masked(*figure, cell, groups)).collect()
    };
    let rows: Option<Vec<Vec<Cell>>> = table.rows.iter().map(row).collect();
    let rows = rows.filter(|_| fits && are_numbers).ok_or(
        "a column holds something else than numbers: only counts, sums, means, deviations, and smallest and largest numbers \
         are told",
    )?;
    let (columns, mut types): (Vec<_>, Vec<_>) = review.columns.iter().cloned().unzip();
    for (name, figure) in types.iter_mut().zip(figures) {
        if *figure == Figure::Group {
            "group".clone_into(name);
        }
    }
    let masked = Table { columns, types, rows, row_count: table.row_count };
    Ok(view(id, &masked, note(figures)))
}

/// What was changed.
fn note(figures: &[Figure]) -> Option<String> {
    let groups = figures
        .contains(&Figure::Group)
        .then_some("groups are called g1, g2, ... here, and by their names in tables and charts");
    let digits = format!("smallest and largest values are rounded to {PRIVATE_DIGITS} significant digits");
    let extremes = figures.contains(&Figure::Extreme).then_some(digits.as_str());
    let notes: Vec<&str> = groups.into_iter().chain(extremes).collect();
    (!notes.is_empty()).then(|| notes.join("; "))
}

/// A cell as it may be told; none where it is no number although it should be.
fn masked(figure: Figure, cell: &Cell, groups: &mut HashMap<String, usize>) -> Option<Cell> {
    match (figure, cell) {
        (Figure::Group, cell) => {
            let next = groups.len() + 1;
            // A missing name is a group like any other, and not the empty text.
            let key = json!(cell).to_string();
            Some(Cell::Text(format!("g{}", groups.entry(key).or_insert(next))))
        }
        (Figure::Statistic | Figure::Extreme, Cell::Bool(_)) => None,
        (Figure::Statistic | Figure::Extreme, Cell::Null) => Some(Cell::Null),
        (Figure::Statistic, cell) => is_number(cell).then(|| cell.clone()),
        (Figure::Extreme, cell) => match cell.as_f64() {
            Some(value) => Some(Cell::from_f64(round_significant(value, PRIVATE_DIGITS))),
            None => is_number(cell).then(|| cell.clone()),
        },
    }
}

fn is_number(cell: &Cell) -> bool {
    cell.as_f64().is_some() || cell.as_text().is_some_and(|text| ["NaN", "Infinity", "-Infinity"].contains(&text))
}

/// A result as JSON for the model: rows until a limit, and which rows those are.
fn view(id: &str, table: &Table, note: Option<String>) -> String {
    let mut bytes = 0;
    let mut rows = Vec::new();
    for row in table.rows.iter().take(MODEL_ROWS) {
        let row: Vec<Cell> = row.iter().map(shorten).collect();
        bytes += serde_json::to_string(&row).map_or(0, |text| text.len() + 1);
        if bytes > MODEL_BYTES && !rows.is_empty() {
            break;
        }
        rows.push(row);
    }
    let shown = match rows.len() as u64 {
        0 => "no rows".to_owned(),
        all if all == table.row_count => "all rows".to_owned(),
        some => format!("rows 1-{some} of {}", thousands(table.row_count)),
    };
    let view = View { id, columns: &table.columns, types: &table.types, rows, row_count: table.row_count, shown, note };
    serde_json::to_string(&view).unwrap_or_else(|error| json!({ "id": id, "error": error.to_string() }).to_string())
}

/// A cell as the model sees it: long text is cut, and says how long it was.
fn shorten(cell: &Cell) -> Cell {
    match cell {
        Cell::Text(text) if text.len() > MODEL_CELL_BYTES => {
            let mut end = MODEL_CELL_BYTES;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            let kept = text.get(..end).unwrap_or_default();
            Cell::Text(format!("{kept}… ({} characters)", text.chars().count()))
        }
        Cell::Null | Cell::Bool(_) | Cell::Int(_) | Cell::Float(_) | Cell::Text(_) => cell.clone(),
    }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn table(rows: usize, text: &str) -> Table {
        Table {
            columns: vec!["a".to_owned()],
            types: vec!["VARCHAR".to_owned()],
            rows: vec![vec![Cell::Text(text.to_owned())]; rows],
            row_count: 12_381,
        }
    }

    #[test]
    fn the_model_is_told_which_rows_it_sees() {
        let seen: Value = serde_json::from_str(&of_rows("q1", &table(500, "x"))).unwrap();
        assert_eq!(seen["shown"], "rows 1-100 of 12,381");
        assert_eq!(seen["rows"].as_array().unwrap().len(), MODEL_ROWS);
    }

    #[test]
    fn long_cells_and_long_results_are_cut() {
        let seen = of_rows("q1", &table(100, &"é".repeat(10_000)));
        assert!(seen.len() < MODEL_BYTES + 1_000, "{}", seen.len());
        assert!(seen.contains("(10000 characters)"));
    }

    fn of(figures: Vec<Figure>, kinds: [&str; 2], cells: [[Cell; 2]; 3]) -> Result<Value, String> {
        let columns: Vec<(String, String)> =
            ["name", "figure"].into_iter().zip(kinds).map(|(name, kind)| (name.to_owned(), kind.to_owned())).collect();
        let (names, types) = columns.iter().cloned().unzip();
        let rows = cells.into_iter().map(Vec::from).collect();
        let table = Table { columns: names, types, rows, row_count: 3 };
        let review = Review { columns, statistics: Ok(figures), ..Review::default() };
        of_statistics("q1", &table, &review).map(|text| serde_json::from_str(&text).unwrap())
    }

    #[test]
    fn groups_lose_their_names_and_extremes_their_digits() {
        let text = |text: &str| Cell::Text(text.to_owned());
        let cells = || {
            [
                [text("North"), text("12345678901234567890")],
                [Cell::Null, Cell::Float(-0.01251)],
                [text("North"), Cell::Int(7)],
            ]
        };
        let seen = of(vec![Figure::Group, Figure::Extreme], ["VARCHAR", "HUGEINT"], cells()).unwrap();
        assert_eq!(
            seen["rows"],
            serde_json::json!([["g1", 12_000_000_000_000_000_000.0], ["g2", -0.013], ["g1", 7.0]])
        );
        assert_eq!(seen["types"][0], "group");
        let seen = of(vec![Figure::Group, Figure::Statistic], ["VARCHAR", "HUGEINT"], cells()).unwrap();
        assert_eq!(seen["rows"][1], serde_json::json!(["g2", -0.01251]));
    }

    #[test]
    fn what_is_no_number_is_not_told_as_one() {
        let cells = |cell: Cell| [[Cell::Null, cell], [Cell::Null, Cell::Null], [Cell::Null, Cell::Null]];
        for figure in [Figure::Statistic, Figure::Extreme] {
            for (kind, cell) in [
                ("VARCHAR", Cell::Text("North".to_owned())),
                ("VARCHAR", Cell::Text("12".to_owned())),
                ("DOUBLE", Cell::Text("North".to_owned())),
                ("BOOLEAN", Cell::Bool(true)),
                ("DATE", Cell::Text("2024-01-31".to_owned())),
            ] {
                assert!(of(vec![Figure::Group, figure], ["VARCHAR", kind], cells(cell)).is_err(), "{kind}");
            }
        }
        assert!(of(vec![Figure::Group], ["VARCHAR", "DOUBLE"], cells(Cell::Null)).is_err());
    }
}
