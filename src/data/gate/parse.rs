//! DuckDB's own parser, asked for a statement's syntax tree without executing anything.
//!
//! Uses a locked connection to an empty database in memory. Never executes the text it is given.

use duckdb::Connection;
use serde::Deserialize as _;
use serde_json::Value;

use super::Refusal;

/// Characters of the statement shown where the parser stopped.
const SNIPPET: usize = 40;

/// The syntax tree of the one statement in the text: the object with `node` in it.
///
/// # Errors
/// When the text does not parse, is not a statement that reads, or is not exactly one.
pub(super) fn statement(parser: &Connection, sql: &str) -> Result<Value, Refusal> {
    let answer: String = parser
        .prepare_cached("SELECT json_serialize_sql(?::VARCHAR)")
        .and_then(|mut statement| statement.query_row([sql], |row| row.get(0)))
        .map_err(|error| Refusal::Syntax(error.to_string()))?;
    let mut answer = read(&answer)?;
    if answer.get("error").and_then(Value::as_bool) != Some(false) {
        return Err(refusal(&answer, sql));
    }
    let Some(Value::Array(statements)) = answer.get_mut("statements").map(Value::take) else {
        return Err(Refusal::Denied("the statement cannot be checked".to_owned()));
    };
    let count = statements.len();
    match (statements.into_iter().next(), count) {
        (Some(statement), 1) => Ok(statement),
        (None, _) => Err(Refusal::Denied("the statement is empty".to_owned())),
        (Some(_), _) => Err(Refusal::Denied("more than one statement: send one at a time".to_owned())),
    }
}

/// The text of a syntax tree, as the engine writes it.
pub(super) fn text(parser: &Connection, statement: &Value) -> Option<String> {
    let tree = serde_json::json!({ "error": false, "statements": [statement] }).to_string();
    parser
        .prepare_cached("SELECT json_deserialize_sql(?::JSON)")
        .and_then(|mut statement| statement.query_row([tree], |row| row.get(0)))
        .ok()
}

/// Trees may be deeper than serde_json's own limit; the walk bounds them.
fn read(answer: &str) -> Result<Value, Refusal> {
    let mut reader = serde_json::Deserializer::from_str(answer);
    reader.disable_recursion_limit();
    Value::deserialize(&mut reader)
        .map_err(|_| Refusal::Denied("a number of the statement is beyond what can be computed with".to_owned()))
}

fn refusal(answer: &Value, sql: &str) -> Refusal {
    let field = |name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default();
    if field("error_type") == "not implemented" {
        return Refusal::Denied(
            "only statements that read are allowed: SELECT, FROM, WITH, VALUES, PIVOT, DESCRIBE, SUMMARIZE, SHOW TABLES, \
             EXPLAIN"
                .to_owned(),
        );
    }
    let place = field("position")
        .parse()
        .ok()
        .and_then(|position: usize| sql.get(position..))
        .map(|rest| rest.chars().take(SNIPPET).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|snippet| !snippet.is_empty())
        .map(|snippet| format!(" (here: {snippet})"))
        .unwrap_or_default();
    Refusal::Syntax(format!("Parser Error: {}{place}", field("error_message")))
}
