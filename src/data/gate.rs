//! The read-only gate: passes exactly one statement that reads the data, and refuses everything else.
//!
//! Stands in front of a database that is read-only and locked by itself; the two locks do not rely on each other. Uses
//! `limits` and DuckDB's own parser, on a connection to an empty database. Never executes the statement, and lives in
//! the worker process alone.
//!
//! A statement takes this way: [`lexer`] (text on which lexers may disagree, a second statement) -> [`explain`] (taken off
//! once) -> [`parse`] (DuckDB's syntax tree; [`pivot`] helps where the parser would not show it) -> [`walk`] (allow-list of
//! nodes, tables and functions) -> [`Checked`].

mod calls;
mod explain;
mod functions;
mod lexer;
mod parse;
mod pivot;
mod traits;
mod walk;

use std::collections::HashSet;

use duckdb::Connection;
use serde_json::Value;

pub(super) use traits::Traits;

/// Why a statement does not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is not allowed: says what is not, and what to use instead.
    Denied(String),
    /// It is no SQL that DuckDB understands.
    Syntax(String),
}

/// A statement that passed.
#[derive(Debug, Clone)]
pub(super) struct Checked {
    /// The text to run.
    pub(super) sql: String,
    /// What its result depends on.
    pub(super) traits: Traits,
    /// Its syntax tree, where the text that was parsed is the text to run, and the result is the statement's own.
    pub(super) tree: Option<Value>,
}

/// The gate to one database.
pub(super) struct Gate<'worker> {
    parser: &'worker Connection,
    catalog: String,
    tables: HashSet<String>,
}

impl<'worker> Gate<'worker> {
    /// A gate to the tables of a catalogue; the parser is a connection to another, empty database.
    pub(super) fn new(parser: &'worker Connection, catalog: &str, tables: impl IntoIterator<Item = String>) -> Self {
        let tables = tables.into_iter().map(|table| table.to_lowercase()).collect();
        Self { parser, catalog: catalog.to_lowercase(), tables }
    }

    /// Lets a statement pass, or says why not.
    ///
    /// # Errors
    /// When it is not exactly one statement that reads the data.
    pub(super) fn check(&self, sql: &str) -> Result<Checked, Refusal> {
        let tokens = lexer::tokens(sql).map_err(Refusal::Denied)?;
        let skipped = explain::prefix(sql, &tokens).map_err(Refusal::Denied)?;
        let rest = tokens.get(skipped..).unwrap_or_default();
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
            return Err(Refusal::Denied("EXPLAIN needs a statement behind it".to_owned()));
        };
        let begins_reading = first.is_symbol(sql, "(") || READING.iter().any(|word| first.is_word(sql, word));
        if !begins_reading {
            return Err(Refusal::Denied(instead(first.text(sql))));
        }
        let body = sql.get(first.at.start..last.at.end).unwrap_or_default();
        let offset = first.at.start;
        let moved: Vec<lexer::Token> = rest
            .iter()
            .map(|token| lexer::Token { kind: token.kind, at: token.at.start - offset..token.at.end - offset })
            .collect();
        let (tree, is_text_to_run) = match parse::statement(self.parser, body) {
            Err(Refusal::Denied(reason)) => match pivot::with_lists(body, &moved) {
                Some(listed) => (parse::statement(self.parser, &listed)?, false),
                None => return Err(Refusal::Denied(reason)),
            },
            parsed => (parsed?, skipped == 0),
        };
        let mut walk = walk::Walk::new(&self.catalog, &self.tables);
        walk.value(&tree).map_err(Refusal::Denied)?;
        if tree.get("named_param_map").and_then(Value::as_array).is_none_or(|map| !map.is_empty()) {
            return Err(Refusal::Denied("parameters are not allowed: write the value".to_owned()));
        }
        let text = sql.get(..last.at.end).unwrap_or_default();
        Ok(Checked { sql: text.to_owned(), traits: walk.traits, tree: is_text_to_run.then_some(tree) })
    }
}

/// Words that a statement which reads may begin with.
const READING: [&str; 14] = [
    "select",
    "from",
    "with",
    "values",
    "table",
    "describe",
    "desc",
    "show",
    "summarize",
    "pivot",
    "pivot_wider",
    "unpivot",
    "pivot_longer",
    "explain",
];

/// What to do instead of a statement that begins with this word.
fn instead(word: &str) -> String {
    let upper: String = word.chars().take(40).collect::<String>().to_uppercase();
    let hint = match upper.as_str() {
        "PRAGMA" | "CALL" => "use DESCRIBE data, SHOW TABLES or SUMMARIZE data",
        "CREATE" | "PREPARE" | "EXECUTE" => "name an intermediate result in a WITH clause instead",
        "INSERT" | "UPDATE" | "DELETE" | "MERGE" | "TRUNCATE" | "DROP" | "ALTER" => {
            "the data cannot be changed; compute what you need in a SELECT"
        }
        "COPY" | "EXPORT" | "ATTACH" | "IMPORT" | "DETACH" | "USE" => {
            "files and other databases cannot be reached; the data is in the table data"
        }
        "SET" | "RESET" => "settings are fixed",
        "INSTALL" | "LOAD" => "extensions are neither installed nor loaded",
        _ => {
            "only statements that read are allowed: SELECT, FROM, WITH, VALUES, PIVOT, DESCRIBE, SUMMARIZE, SHOW TABLES, EXPLAIN"
        }
    };
    format!("{upper} is not allowed: {hint}")
}
