//! `output_table`: a table for the reader, by reference to a result or with rows of its own.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::outputs::{Kind, Place, table_wording};
use super::privacy::Said;
use super::{Tools, input, kind_of, title, untraced};
use crate::event::{Call, Event, Log};
use crate::limits::{CELL_BYTES, TABLE_CELLS};
use crate::table::{Cell, Table};

pub const DESCRIPTION: &str = "Shows a table to the reader. Give \"query\", the id of a result (and \"columns\", where \
    not all of its columns are to be shown), so that the rows come from the result itself; only for a table that is no \
    result give \"headers\" and \"rows\", whose numbers are checked against the results. A table may be mended once, by \
    \"replaces\".";

/// The input of `output_table`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// What the table shows.
    title: String,
    /// The id of a result, such as q3.
    #[serde(default)]
    query: Option<String>,
    /// The columns of the result to show, in order.
    #[serde(default)]
    columns: Option<Vec<String>>,
    /// Column names of a table that is no result.
    #[serde(default)]
    headers: Option<Vec<String>>,
    /// Rows of a table that is no result, each as long as the headers; cells are texts, numbers, booleans or null.
    #[serde(default)]
    rows: Option<Vec<Vec<Value>>>,
    /// To mend a table: the id of the shown table in whose place this one is shown, such as table1.
    #[serde(default)]
    replaces: Option<String>,
}

struct Content {
    headers: Vec<String>,
    rows: Vec<Vec<Cell>>,
    row_count: u64,
    source: Option<String>,
}

pub async fn run(tools: &mut Tools, call: &Call, log: &mut Log) -> Said {
    let input: Input = match input::parse(&call.name, &call.input) {
        Ok(input) => input,
        Err(message) => return Said::error(message),
    };
    let name = title(&input.title);
    let content = match (input.query, input.headers, input.rows) {
        (Some(query), None, None) => {
            let columns = input.columns.as_deref();
            match by_reference(tools, &query, columns) {
                Ok(content) => Ok(content),
                Err(message) => return Said::error(message).or_instead(unnamed(tools, &query, columns)),
            }
        }
        (None, Some(headers), Some(rows)) if input.columns.is_none() => inline(headers, &rows, tools.limits.max_rows),
        (Some(_), _, _) => Err("give either \"query\" or \"headers\" and \"rows\", not both".to_owned()),
        (None, _, _) => Err("give either \"query\", or both \"headers\" and \"rows\"".to_owned()),
    };
    match content {
        Ok(content) => show(tools, name, content, input.replaces.as_deref(), log).await,
        Err(message) => Said::error(message),
    }
}

async fn show(tools: &mut Tools, title: String, content: Content, replaces: Option<&str>, log: &mut Log) -> Said {
    let Content { headers, rows, row_count, source } = content;
    let cited: Vec<String> = source.iter().cloned().collect();
    let title_claims = tools.trace_title(&title, &cited, log).await;
    let claims = match &source {
        Some(_) => Vec::new(),
        None => tools.trace_cells(&headers, &rows, log).await,
    };
    let wording = table_wording((&title, untraced::ranges(&title_claims)), &headers, &rows, &claims);
    let place = match tools.place(Kind::Table, replaces, None, &wording) {
        Ok(place) => place,
        Err(message) => return Said::error(message),
    };
    let untraced: Vec<_> =
        untraced::of_claims(&title_claims, "in the title").chain(untraced::of_cells(&claims, &headers)).collect();
    let shown = format!("shown: {} of {row_count} rows", rows.len());
    let unchecked = tools.unchecked();
    let said = untraced::said(&shown, Kind::Table, &place, &untraced, unchecked.as_ref());
    tools.outputs.note(Kind::Table, &place, None, wording, !untraced.is_empty());
    let Place { id, replaces, .. } = place;
    log.emit(Event::Table { id, title, headers, rows, row_count, source, title_claims, claims, replaces });
    said
}

fn by_reference(tools: &Tools, query: &str, columns: Option<&[String]>) -> Result<Content, String> {
    let table = tools.results.get(query)?;
    let picked: Vec<usize> = match columns {
        None => (0..table.columns.len()).collect(),
        Some([]) => return Err("\"columns\" is empty; leave it out to show all".to_owned()),
        Some(names) => names.iter().map(|name| position(table, query, name)).collect::<Result<_, _>>()?,
    };
    let most = tools.limits.max_rows.min(TABLE_CELLS / picked.len().max(1));
    let rows = table
        .rows
        .iter()
        .take(most)
        .map(|row| picked.iter().map(|index| row.get(*index).cloned().unwrap_or(Cell::Null)).collect())
        .collect();
    let headers = picked.iter().filter_map(|index| table.columns.get(*index).cloned()).collect();
    Ok(Content { headers, rows, row_count: table.row_count, source: Some(query.to_owned()) })
}

/// Why a result cannot be shown, without a name of the result that comes from a value.
fn unnamed(tools: &Tools, query: &str, columns: Option<&[String]>) -> String {
    let wrong = |table: &Table| columns?.iter().find_map(|name| position(table, query, name).err());
    match tools.results.stand_in(query) {
        Err(message) => message,
        Ok(table) => wrong(table).unwrap_or_else(|| format!("{query} has no such columns; leave \"columns\" out")),
    }
}

fn position(table: &Table, query: &str, name: &str) -> Result<usize, String> {
    table
        .column(name)
        .ok_or_else(|| format!("{query} has no column \"{name}\"; its columns are {}", quoted(&table.columns)))
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

fn inline(headers: Vec<String>, rows: &[Vec<Value>], max_rows: usize) -> Result<Content, String> {
    if headers.is_empty() {
        return Err("\"headers\" is empty".to_owned());
    }
    if rows.len() > max_rows || rows.len().saturating_mul(headers.len()) > TABLE_CELLS {
        return Err(format!("{} rows are too many; show the result by its id with \"query\"", rows.len()));
    }
    let rows = rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            if row.len() == headers.len() {
                row.iter().map(cell).collect()
            } else {
                Err(format!("row {} has {} cells, but there are {} headers", index + 1, row.len(), headers.len()))
            }
        })
        .collect::<Result<Vec<Vec<Cell>>, String>>()?;
    Ok(Content { headers, row_count: rows.len() as u64, rows, source: None })
}

fn cell(value: &Value) -> Result<Cell, String> {
    match value {
        Value::Array(_) | Value::Object(_) => {
            Err(format!("a cell is {}; cells are texts, numbers, booleans or null", kind_of(value)))
        }
        Value::String(text) if text.len() > CELL_BYTES => {
            Err(format!("a cell has {} bytes; {CELL_BYTES} are allowed", text.len()))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            serde_json::from_value(value.clone()).map_err(|error| format!("a cell cannot be read: {error}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn inline_rows_must_fit_their_headers() {
        let headers = || vec!["a".to_owned(), "b".to_owned()];
        let rows = |value: Value| serde_json::from_value::<Vec<Vec<Value>>>(value).unwrap();
        assert_eq!(inline(headers(), &rows(json!([[1, null], ["x", true]])), 10).unwrap().rows.len(), 2);
        for (wrong, word) in
            [(json!([[1]]), "1 cells"), (json!([[1, [2]]]), "a list"), (json!([[1, 1], [2, 2]]), "too many")]
        {
            let error = inline(headers(), &rows(wrong), 1).err().unwrap();
            assert!(error.contains(word), "{error}");
        }
        assert!(inline(Vec::new(), &[], 10).is_err());
    }
}
