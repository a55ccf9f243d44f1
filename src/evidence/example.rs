//! Small results for the tests of this room, written as lines of text, and the scene of a passage held against them.

use std::sync::Arc;

use super::Ledger;
use super::mention::Mention;
use super::passage::passages;
use super::scene::Scene;
use super::source::Source;
use crate::table::{Cell, Table};

/// A result of a header and rows whose cells stand between `|`. A column of whole numbers is `BIGINT`, one of numbers
/// `DOUBLE`, one of days `DATE`, any other `VARCHAR`; an empty cell is missing.
pub fn table(header: &str, rows: &[&str]) -> Table {
    let cells = |row: &str| row.split('|').map(cell).collect::<Vec<Cell>>();
    let rows: Vec<Vec<Cell>> = rows.iter().map(|row| cells(row)).collect();
    let columns: Vec<String> = header.split('|').map(str::to_owned).collect();
    let kind = |index: usize| {
        let all = |is: &dyn Fn(&Cell) -> bool| rows.iter().all(|row| row[index].is_null() || is(&row[index]));
        let is_day = |text: &str| text.len() == 10 && text.split('-').all(|part| part.parse::<u32>().is_ok());
        match () {
            () if all(&|cell| matches!(cell, Cell::Int(_))) => "BIGINT",
            () if all(&|cell| cell.as_f64().is_some()) => "DOUBLE",
            () if all(&|cell| cell.as_text().is_some_and(is_day)) => "DATE",
            () => "VARCHAR",
        }
    };
    let types = (0..columns.len()).map(|index| kind(index).to_owned()).collect();
    Table { types, columns, row_count: rows.len() as u64, rows }
}

fn cell(text: &str) -> Cell {
    if text.is_empty() {
        return Cell::Null;
    }
    let whole = text.parse().map(Cell::Int);
    whole.or_else(|_| text.parse().map(Cell::Float)).unwrap_or_else(|_| Cell::Text(text.to_owned()))
}

/// Three regions with their revenue and orders.
pub fn regions() -> Table {
    table("region|revenue|orders", &["West|12.4|45", "East|11.9|38", "North|8.3|17"])
}

/// Six months with their revenue; April is the fourth.
pub fn months() -> Table {
    let days = ["2024-01-01|100", "2024-02-01|150", "2024-03-01|120", "2024-04-01|132", "2024-05-01|200"];
    table("month|revenue", &[&days[..], &["2024-06-01|95"]].concat())
}

/// A result as evidence.
pub fn source(table: Table) -> Source {
    Source::new("q1", "", "select region, revenue from data", Arc::new(table))
}

/// Results by their numbers: `q1`, `q2` and so on.
pub fn ledger(results: Vec<Table>) -> Ledger {
    let mut ledger = Ledger::default();
    for (index, table) in results.into_iter().enumerate() {
        let query = format!("select {} from data", table.columns.join(", "));
        ledger.record(&format!("q{}", index + 1), &query, Arc::new(table));
    }
    ledger
}

/// Reads the scene of the last passage of a text that holds a number.
pub fn last_scene<T>(ledger: &Ledger, text: &str, read: &dyn Fn(&Scene<'_>) -> T) -> T {
    let mut last = None;
    ledger.each_passage(text, &passages(text), &mut |scene, _| {
        if !scene.mentions.is_empty() {
            last = Some(read(scene));
        }
        ledger.claims(scene).1
    });
    last.unwrap_or_else(|| panic!("no number in {text:?}"))
}

/// The same of a text on one result.
pub fn scene<T>(table: Table, text: &str, read: &dyn Fn(&Scene<'_>) -> T) -> T {
    last_scene(&ledger(vec![table]), text, read)
}

/// The number of a scene that is written so.
pub fn number<'a>(scene: &'a Scene<'_>, written: &str) -> &'a Mention {
    let is = |mention: &&Mention| &scene.text[mention.range.clone()] == written;
    scene.mentions.iter().find(is).unwrap_or_else(|| panic!("no {written} in {:?}", scene.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_what_they_look_like() {
        let made = table("day|name|count|mean|month", &["2024-01-31|West|3|1.5|2024-01", "|East||2|2024-02"]);
        let names: Vec<&str> = made.types.iter().map(String::as_str).collect();
        assert_eq!(names, ["DATE", "VARCHAR", "BIGINT", "DOUBLE", "VARCHAR"]);
        assert_eq!(made.rows[1][..4], [Cell::Null, Cell::Text("East".to_owned()), Cell::Null, Cell::Int(2)]);
    }
}
