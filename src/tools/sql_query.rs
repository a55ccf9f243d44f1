//! `sql_query`: one read-only statement on the data.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::privacy::{self, Said};
use super::{Outcome, Tools, input, title};
use crate::data::{QueryError, Review};
use crate::event::{Call, Event, Log, ToolName};
use crate::limits::Privacy;
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

pub async fn run(tools: &mut Tools, call: &Call, log: &mut Log) -> Outcome<Said> {
    let Input { query, description } = match input::parse(&call.name, &call.input) {
        Ok(input) => input,
        Err(message) => return Outcome::Told(Said::error(message)),
    };
    match ask(tools, call, &Query { sql: query, description }, log).await {
        Ok((id, Ok((table, review)))) => Outcome::Told(privacy::of_result(tools.privacy, &id, &table, &review)),
        Ok((_, Err(said))) => Outcome::Told(said),
        Err(outcome) => outcome,
    }
}

/// The statement of a call, where it runs one.
pub fn statement(call: &Call) -> Option<&str> {
    call.input.get("query")?.as_str().filter(|_| ToolName::parse(&call.name) == Some(ToolName::SqlQuery))
}

/// A statement, and what it finds out in a few words for the reader.
pub struct Query {
    /// The statement.
    pub sql: String,
    /// For the reader.
    pub description: String,
}

/// The id of a query with its result and what may be told of it, or with what to say of its failure.
type Asked = (String, Result<(Arc<Table>, Review), Said>);

/// Runs a statement for a call: its event is emitted, and its result kept under an id.
///
/// # Errors
/// What ends the run.
pub async fn ask(tools: &mut Tools, call: &Call, query: &Query, log: &mut Log) -> Result<Asked, Outcome<Said>> {
    let Query { sql: query, description } = query;
    let id = tools.results.next_id();
    let started = log.elapsed_ms();
    let result = tools.worker.query(query, &tools.interrupt).await;
    let elapsed_ms = log.elapsed_ms().saturating_sub(started);
    let event = |table: &Table, rows: Vec<Vec<Cell>>, error: Option<String>| Event::QueryResult {
        id: id.clone(),
        call_id: call.id.clone(),
        description: title(description),
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
    match &result {
        Ok(table) => log.emit(event(table, table.rows.iter().take(tools.limits.max_rows).cloned().collect(), None)),
        Err(error) => {
            log.emit(event(&Table::default(), Vec::new(), Some(error.to_string())));
            tools.failed.push(error.clone());
        }
    }
    let review = match &result {
        Ok(_) | Err(QueryError::Failed(_)) => review(tools, query).await,
        // What is told of these does not depend on the statement.
        Err(
            QueryError::Refused(_)
            | QueryError::TimedOut { .. }
            | QueryError::Exhausted(_)
            | QueryError::Interrupted
            | QueryError::Worker(_),
        ) => Ok(Review::default()),
    };
    match (result, review) {
        (Err(QueryError::Interrupted), _) | (_, Err(QueryError::Interrupted)) => Err(Outcome::Interrupted),
        (Err(error @ QueryError::Worker(_)), _) | (_, Err(error)) => Err(Outcome::Broken(error.to_string())),
        (Ok(table), Ok(review)) => {
            let table = Arc::new(table);
            Arc::make_mut(&mut tools.ledger).record(&id, query, Arc::clone(&table));
            tools.results.keep(Arc::clone(&table), &review);
            Ok((id, Ok((table, review))))
        }
        (Err(error), Ok(review)) => Ok((id, Err(privacy::of_failure(&error, &review)))),
    }
}

/// What may be told of a statement, where not all of it may.
async fn review(tools: &mut Tools, query: &str) -> Result<Review, QueryError> {
    match tools.privacy {
        Privacy::Rows => Ok(Review::default()),
        Privacy::Stats => tools.worker.review(query, true, &tools.interrupt).await,
        Privacy::Schema => tools.worker.review(query, false, &tools.interrupt).await,
    }
}
