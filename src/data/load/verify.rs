//! Compares a loaded table with what was seen in its file: rows, missing values of every column, bytes of every text.

use super::column::{Column, Type};
use super::decide::Decision;
use super::engine::Engine;
use super::names::Name;
use crate::data::DataError;
use crate::limits;
use crate::sql;

/// What differs between table and file; none if nothing does.
pub(super) fn difference(
    engine: &Engine,
    table: &str,
    rows: u64,
    names: &[Name],
    decisions: &[Decision],
    columns: &[Column],
) -> Result<Option<String>, DataError> {
    let described: Vec<(&Name, &Decision, &Column)> =
        names.iter().zip(decisions).zip(columns).map(|((name, decision), column)| (name, decision, column)).collect();
    // To plan a statement takes as long as the table is wide, and more than to run it where there are few rows.
    let batch = if rows <= limits::ROW_GROUP { limits::PROFILE_COLUMNS } else { limits::PROFILE_BATCH };
    for batch in described.chunks(batch) {
        let mut wanted = vec!["count(*)".to_owned()];
        for (name, decision, _) in batch {
            let quoted = sql::name(&name.name);
            wanted.push(format!("count({quoted})"));
            wanted.push(match decision.kind {
                Type::Text => format!("coalesce(sum(strlen({quoted})), 0)"),
                _ => "0".to_owned(),
            });
        }
        let wanted: Vec<String> = wanted.iter().map(|count| format!("CAST({count} AS VARCHAR)")).collect();
        let found = engine.rows(&format!("SELECT {} FROM {}", wanted.join(", "), sql::name(table)))?;
        let mut counts = found.iter().flatten().map(|text| text.as_deref()?.parse::<u64>().ok());
        let loaded = counts.next().flatten().unwrap_or_default();
        if loaded != rows {
            return Ok(Some(format!("the file has {rows} rows, {loaded} were loaded")));
        }
        for (name, decision, column) in batch {
            let values = counts.next().flatten().unwrap_or_default();
            let bytes = counts.next().flatten().unwrap_or_default();
            let expected = rows - column.missing(&decision.kind, &decision.missing).min(rows);
            if values != expected {
                return Ok(Some(format!("column {}: the file has {expected} values, {values} were loaded", name.name)));
            }
            let written = column.bytes - column.bare(&decision.missing).1;
            if decision.kind == Type::Text && bytes != written {
                return Ok(Some(format!(
                    "column {}: the file has {written} bytes of text, {bytes} were loaded",
                    name.name
                )));
            }
        }
    }
    Ok(None)
}
