//! Putting rows in where a specification names a result.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{Lookup, fields};
use crate::limits::PLOT_ROWS;
use crate::table::{Cell, Table};

/// Replaces references by rows, and remembers which results were used.
pub struct Inlined<'a, 't> {
    lookup: Lookup<'a>,
    temporal: &'t BTreeSet<String>,
    words: Option<&'t [String]>,
    sources: Vec<String>,
    rows: usize,
}

impl<'a, 't> Inlined<'a, 't> {
    /// `words` are the texts of the specification: columns that none of them names are left out. Without them all are
    /// put in, of one row only, which is what a comparison of fields needs.
    pub fn new(lookup: Lookup<'a>, temporal: &'t BTreeSet<String>, words: Option<&'t [String]>) -> Self {
        Self { lookup, temporal, words, sources: Vec::new(), rows: 0 }
    }

    pub fn into_sources(self) -> Vec<String> {
        self.sources
    }

    /// Puts rows into the `data` of a view and of all views within it.
    pub fn put_in(&mut self, view: &mut Map<String, Value>) -> Result<(), String> {
        if view.contains_key("datasets") {
            return Err("\"datasets\" is not read; put rows into \"data\": {\"values\": [...]}, or draw a result by \
                reference"
                .to_owned());
        }
        if let Some(data) = view.get_mut("data").filter(|data| !data.is_null()) {
            *data = self.replaced(data)?;
        }
        for key in ["layer", "hconcat", "vconcat", "concat"] {
            let Some(Value::Array(parts)) = view.get_mut(key) else { continue };
            for part in parts {
                if let Value::Object(part) = part {
                    self.put_in(part)?;
                }
            }
        }
        if let Some(Value::Object(inner)) = view.get_mut("spec") {
            self.put_in(inner)?;
        }
        Ok(())
    }

    fn replaced(&mut self, data: &Value) -> Result<Value, String> {
        let Value::Object(object) = data else {
            return Err("\"data\" is not an object; write {\"name\": \"q1\"} or {\"values\": [...]}".to_owned());
        };
        if let Some(values) = object.get("values") {
            let rows = inline_rows(values)?;
            self.count(rows.len())?;
            return Ok(json!({ "values": rows }));
        }
        let Some(name) = object.get("name").and_then(Value::as_str) else {
            return Err("there is no data: write \"data\": {\"name\": \"q1\"} with the id of a result".to_owned());
        };
        let table = (self.lookup)(name)?;
        if table.row_count > PLOT_ROWS as u64 || table.truncated() {
            return Err(format!(
                "{name} has {} rows, {PLOT_ROWS} can be drawn; aggregate or sample in the query",
                table.row_count
            ));
        }
        if table.rows.is_empty() {
            return Err(format!("{name} has no rows: there is nothing to draw"));
        }
        self.count(table.rows.len())?;
        if !self.sources.iter().any(|source| source == name) {
            self.sources.push(name.to_owned());
        }
        Ok(json!({ "values": self.table_rows(table) }))
    }

    /// Counts rows of all views together.
    fn count(&mut self, rows: usize) -> Result<(), String> {
        self.rows += rows;
        if self.rows > PLOT_ROWS {
            return Err(format!("the chart draws more than {PLOT_ROWS} rows in all; aggregate or sample in the query"));
        }
        Ok(())
    }

    /// Whether the specification names the column anywhere; rows hold no others, which would only make reports larger.
    fn reads(&self, column: &str) -> bool {
        let escaped = fields::escaped(column);
        self.words.is_none_or(|words| words.iter().any(|word| word.contains(column) || word.contains(&escaped)))
    }

    fn table_rows(&self, table: &Table) -> Vec<Value> {
        let read: Vec<bool> = table.columns.iter().map(|column| self.reads(column)).collect();
        let row = |cells: &Vec<Cell>| {
            let columns = table.columns.iter().enumerate().zip(cells);
            let columns = columns.filter(|((index, _), _)| read.get(*index) == Some(&true));
            let pairs = columns.map(|((index, column), cell)| {
                let numeric = table.kind(index).is_numeric();
                (column.clone(), value(cell, numeric, self.temporal.contains(column)))
            });
            Value::Object(pairs.collect())
        };
        let most = if self.words.is_none() { 1 } else { usize::MAX };
        table.rows.iter().take(most).map(row).collect()
    }
}

/// A cell for a chart: numbers that travel as text become numbers, and a date on a time axis gets a time part, without
/// which JavaScript reads it in another time zone.
fn value(cell: &Cell, numeric: bool, temporal: bool) -> Value {
    match (cell, cell.as_f64()) {
        (Cell::Text(_), Some(number)) if numeric => json!(number),
        (Cell::Text(_), None) if numeric => Value::Null,
        (Cell::Text(text), _) if temporal => json!(instant(text)),
        (Cell::Null | Cell::Bool(_) | Cell::Int(_) | Cell::Float(_) | Cell::Text(_), _) => json!(cell),
    }
}

fn instant(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_date = bytes.len() == 10
        && bytes
            .iter()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { *byte == b'-' } else { byte.is_ascii_digit() });
    if is_date {
        return format!("{text}T00:00:00");
    }
    match text.split_once(' ') {
        Some((date, time)) if date.len() == 10 && time.contains(':') => format!("{date}T{time}"),
        _ => text.to_owned(),
    }
}

fn inline_rows(values: &Value) -> Result<Vec<Value>, String> {
    let Value::Array(rows) = values else {
        return Err("\"values\" is not a list of rows".to_owned());
    };
    if rows.is_empty() {
        return Err("there are no rows in \"values\": there is nothing to draw".to_owned());
    }
    if rows.iter().any(|row| !row.is_object()) {
        return Err("each row in \"values\" must be an object such as {\"region\": \"North\", \"sales\": 3}".to_owned());
    }
    Ok(rows.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_get_a_time_part() {
        for (text, expected) in [
            ("2024-01-31", "2024-01-31T00:00:00"),
            ("2024-01-31 09:30:00", "2024-01-31T09:30:00"),
            ("January", "January"),
            ("2024", "2024"),
        ] {
            assert_eq!(instant(text), expected);
        }
    }
}
