//! `sql_query`: one read-only statement on the data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Outcome, Told, Tools, input, title};
use crate::data::QueryError;
use crate::event::{Call, Event, Log};
use crate::limits::{MODEL_BYTES, MODEL_CELL_BYTES, MODEL_ROWS};
use crate::table::{Cell, Table};

pub const DESCRIPTION: &str = "Runs one read-only DuckDB statement on the tables of the data and gives back its \
    result, which gets an id: q1, q2, ... You see at most 100 rows or 16 KB of it; tables and charts by reference \
    show all that was kept.";

/// The input of `sql_query`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// One DuckDB statement that reads, such as SELECT, DESCRIBE or SUMMARIZE.
    query: String,
    /// What the query finds out, in a few words for the reader.
    #[serde(default)]
    description: String,
}

/// What the model sees of a result.
#[derive(Serialize)]
struct View<'a> {
    id: &'a str,
    columns: &'a [String],
    types: &'a [String],
    rows: Vec<Vec<Cell>>,
    row_count: u64,
    shown: String,
}

pub async fn run(tools: &mut Tools, call: &Call, log: &mut Log) -> Outcome {
    let Input { query, description } = match input::parse(&call.name, &call.input) {
        Ok(input) => input,
        Err(message) => return Outcome::Told(Told::error(message)),
    };
    let id = tools.results.next_id();
    let started = log.elapsed_ms();
    let result = tools.worker.query(&query, &tools.interrupt).await;
    let elapsed_ms = log.elapsed_ms().saturating_sub(started);
    let event = |table: &Table, rows: Vec<Vec<Cell>>, error: Option<String>| Event::QueryResult {
        id: id.clone(),
        call_id: call.id.clone(),
        description: title(&description),
        query: query.clone(),
        columns: table.columns.clone(),
        types: table.types.clone(),
        truncated: table.row_count > rows.len() as u64,
        rows,
        row_count: table.row_count,
        elapsed_ms,
        is_error: error.is_some(),
        error,
    };
    match result {
        Ok(table) => {
            let rows = table.rows.iter().take(tools.limits.max_rows).cloned().collect();
            log.emit(event(&table, rows, None));
            let told = Told {
                is_error: false,
                content: view(&id, &table),
                summary: format!("{id}: {} rows, {} columns", table.row_count, table.columns.len()),
            };
            tools.results.keep(table);
            Outcome::Told(told)
        }
        Err(error) => {
            log.emit(event(&Table::default(), Vec::new(), Some(error.to_string())));
            match error {
                QueryError::Interrupted => Outcome::Interrupted,
                QueryError::Worker(reason) => Outcome::Broken(format!("query worker: {reason}")),
                QueryError::Refused(_)
                | QueryError::Failed(_)
                | QueryError::TimedOut { .. }
                | QueryError::Exhausted(_) => Outcome::Told(Told::error(error.to_string())),
            }
        }
    }
}

/// A result as JSON for the model: rows until a limit, and which rows those are.
fn view(id: &str, table: &Table) -> String {
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
    let view = View { id, columns: &table.columns, types: &table.types, rows, row_count: table.row_count, shown };
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
        let seen: Value = serde_json::from_str(&view("q1", &table(500, "x"))).unwrap();
        assert_eq!(seen["shown"], "rows 1-100 of 12,381");
        assert_eq!(seen["rows"].as_array().unwrap().len(), MODEL_ROWS);
    }

    #[test]
    fn long_cells_and_long_results_are_cut() {
        let seen = view("q1", &table(100, &"é".repeat(10_000)));
        assert!(seen.len() < MODEL_BYTES + 1_000, "{}", seen.len());
        assert!(seen.contains("(10000 characters)"));
    }
}
