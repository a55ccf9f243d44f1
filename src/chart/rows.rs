//! Putting rows in where a specification names a result.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{Finding, Lookup, fields};
use crate::limits::{PLOT_DATA_BYTES, PLOT_ROWS};
use crate::table::{Cell, Table};

/// The one name that would reach behind a row.
const FORBIDDEN: &str = "__proto__";
/// What is said of rows where nothing of them may be told.
const OF_ROWS: &str = "the rows of the result cannot be drawn so: there are none, too many, or too long ones; aggregate or \
    filter in the query";

/// Replaces references by rows, and remembers which results were used.
pub struct Inlined<'a, 't> {
    lookup: Lookup<'a>,
    temporal: &'t BTreeSet<String>,
    words: Option<&'t [String]>,
    /// Rows that the specification itself names.
    sets: Map<String, Value>,
    sources: Vec<String>,
    rows: usize,
    /// Names of data whose rows are counted.
    counted: BTreeSet<String>,
    bytes: usize,
}

impl<'a, 't> Inlined<'a, 't> {
    /// `words` are the texts of the specification: columns that none of them names are left out. Without them all are
    /// put in, of one row only, which is what a comparison of fields needs.
    pub fn new(lookup: Lookup<'a>, temporal: &'t BTreeSet<String>, words: Option<&'t [String]>) -> Self {
        Self {
            lookup,
            temporal,
            words,
            sets: Map::new(),
            sources: Vec::new(),
            rows: 0,
            counted: BTreeSet::new(),
            bytes: 0,
        }
    }

    pub fn into_sources(self) -> Vec<String> {
        self.sources
    }

    /// Puts rows into the `data` of a view and of all views within it.
    pub fn put_in(&mut self, view: &mut Map<String, Value>) -> Result<(), Finding> {
        match view.remove("datasets") {
            Some(Value::Object(sets)) => self.sets.extend(sets),
            Some(Value::Null) | None => {}
            Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => {
                return Err(Finding::of_specification(
                    "\"datasets\" is not an object; put rows into \"data\": {\"values\": [...]}, or draw a result by reference",
                ));
            }
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

    fn replaced(&mut self, data: &Value) -> Result<Value, Finding> {
        let Value::Object(object) = data else {
            return Err(Finding::of_specification(
                "\"data\" is not an object; write {\"name\": \"q1\"} or {\"values\": [...]}",
            ));
        };
        let name = object.get("name").and_then(Value::as_str);
        let named = name.and_then(|name| self.sets.get(name)).cloned();
        let rows = match (object.get("values").cloned().or(named), name) {
            (Some(values), _) => self.inline_rows(values)?,
            (None, Some(name)) => self.result_rows(name)?,
            (None, None) => {
                return Err(Finding::of_specification(
                    "there is no data: write \"data\": {\"name\": \"q1\"} with the id of a result",
                ));
            }
        };
        // A result that several views draw is one.
        let again = !object.contains_key("values") && name.is_some_and(|name| self.counted.contains(name));
        self.count(if again { &[] } else { &rows }, &rows)?;
        self.counted.extend(name.map(str::to_owned));
        // How texts are to be read may stand beside the rows; nothing else of a format fits them.
        let parse = object.get("format").and_then(|format| format.get("parse")).filter(|parse| parse.is_object());
        Ok(match parse {
            Some(parse) => json!({ "values": rows, "format": { "parse": parse } }),
            None => json!({ "values": rows }),
        })
    }

    fn result_rows(&mut self, name: &str) -> Result<Vec<Value>, Finding> {
        let table = (self.lookup)(name).map_err(Finding::of_specification)?;
        if table.row_count > PLOT_ROWS as u64 || table.truncated() {
            return Err(Finding::of_data(
                format!(
                    "{name} has {} rows, {PLOT_ROWS} can be drawn; aggregate or sample in the query",
                    table.row_count
                ),
                OF_ROWS,
            ));
        }
        if table.rows.is_empty() {
            return Err(Finding::of_data(format!("{name} has no rows: there is nothing to draw"), OF_ROWS));
        }
        if !self.sources.iter().any(|source| source == name) {
            self.sources.push(name.to_owned());
        }
        Ok(self.table_rows(table))
    }

    fn inline_rows(&self, values: Value) -> Result<Vec<Value>, Finding> {
        let fault = |text: &str| Err(Finding::of_specification(text));
        let Value::Array(mut rows) = values else {
            return fault("\"values\" is not a list of rows such as [{\"region\": \"North\", \"sales\": 3}]");
        };
        if rows.is_empty() {
            return fault("there are no rows in \"values\": there is nothing to draw");
        }
        for row in &mut rows {
            match row {
                Value::Object(row) => {
                    for (_, cell) in row.iter_mut().filter(|(column, _)| self.temporal.contains(*column)) {
                        if let Value::String(text) = cell {
                            *text = instant(text);
                        }
                    }
                }
                // Vega-Lite calls the only field of such rows so.
                Value::Number(_) | Value::String(_) | Value::Bool(_) => *row = json!({ "data": row.take() }),
                Value::Null | Value::Array(_) => {
                    return fault(
                        "each row in \"values\" must be an object such as {\"region\": \"North\", \"sales\": 3}",
                    );
                }
            }
        }
        if rows.iter().filter_map(Value::as_object).any(|row| row.contains_key(FORBIDDEN)) {
            return fault("a column cannot be called \"__proto__\" in a chart; rename it in the query");
        }
        Ok(rows)
    }

    /// Counts rows that were not counted yet, and bytes of all views together.
    fn count(&mut self, new: &[Value], rows: &[Value]) -> Result<(), Finding> {
        self.rows += new.len();
        if self.rows > PLOT_ROWS {
            return Err(Finding::of_data(
                format!("the chart draws more than {PLOT_ROWS} rows in all; aggregate or sample in the query"),
                OF_ROWS,
            ));
        }
        self.bytes += rows.iter().map(|row| row.to_string().len()).sum::<usize>();
        if self.bytes > PLOT_DATA_BYTES {
            return Err(Finding::of_data(
                format!(
                    "the rows of the chart hold {} bytes, {PLOT_DATA_BYTES} can be drawn; shorten long texts in the query",
                    self.bytes
                ),
                OF_ROWS,
            ));
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
            let columns =
                columns.filter(|((index, column), _)| read.get(*index) == Some(&true) && *column != FORBIDDEN);
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
    let is_date = bytes
        .iter()
        .enumerate()
        .all(|(at, byte)| if matches!(at, 4 | 7) { *byte == b'-' } else { byte.is_ascii_digit() });
    match bytes.len() {
        4 if is_date => return format!("{text}-01-01T00:00:00"),
        7 if is_date => return format!("{text}-01T00:00:00"),
        10 if is_date => return format!("{text}T00:00:00"),
        _ => {}
    }
    match text.split_once(' ') {
        Some((date, time)) if date.len() == 10 && date.as_bytes().get(4) == Some(&b'-') && time.contains(':') => {
            format!("{date}T{time}")
        }
        _ => text.to_owned(),
    }
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
            ("2024", "2024-01-01T00:00:00"),
            ("2024-03", "2024-03-01T00:00:00"),
            ("24-03-2024", "24-03-2024"),
            ("Sun, 01 Jan 2012 23:00:00", "Sun, 01 Jan 2012 23:00:00"),
        ] {
            assert_eq!(instant(text), expected);
        }
    }
}
