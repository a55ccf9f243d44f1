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
mod order;
mod parse;
mod pivot;
mod statistics;
mod traits;
mod walk;

use std::collections::HashSet;

use duckdb::Connection;
use serde_json::Value;

pub(super) use statistics::Plan;
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
    /// Whether its own rows are sorted, or lie in an order that is not to be touched.
    pub(super) is_sorted: bool,
    /// Whether its rows may be taken for a table inside of another statement.
    pub(super) is_query: bool,
    /// Its syntax tree, where the text that was parsed is the text to run.
    tree: Option<Value>,
}

impl Checked {
    /// Whether its result is the same the next time, as long as the data is.
    pub(super) fn is_lasting(&self) -> bool {
        self.is_query && !self.traits.volatile
    }

    /// The same statement with an order, where it leaves one to chance.
    pub(super) fn ordered(&self, parser: &Connection) -> Option<String> {
        order::ordered(parser, self.tree.as_ref()?, self.traits.unordered)
    }

    /// How its result is to be told as statistics over groups, and tested.
    ///
    /// # Errors
    /// Why it is not made of such, and how to mend it.
    pub(super) fn statistics(&self, parser: &Connection) -> Result<Plan, &'static str> {
        statistics::plan(parser, self.tree.as_ref().unwrap_or(&Value::Null))
    }

    /// Whether the number of its rows counts rows or groups of the data, and cannot have been made from a value.
    pub(super) fn counts_rows(&self) -> bool {
        self.tree.as_ref().is_some_and(statistics::counts_rows)
    }
}

/// The gate to one database.
pub(super) struct Gate {
    catalog: String,
    tables: HashSet<String>,
}

impl Gate {
    /// A gate to the tables of a catalogue.
    pub(super) fn new(catalog: &str, tables: &[String]) -> Self {
        let tables = tables.iter().map(|table| table.to_ascii_lowercase()).collect();
        Self { catalog: catalog.to_ascii_lowercase(), tables }
    }

    /// Lets a statement pass, or says why not. The parser is a connection to another, empty database.
    ///
    /// # Errors
    /// When it is not exactly one statement that reads the data.
    pub(super) fn check(&self, parser: &Connection, sql: &str) -> Result<Checked, Refusal> {
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
        let (tree, is_text_to_run) = match parse::statement(parser, body) {
            Err(Refusal::Denied(reason)) => match pivot::with_lists(body, &moved) {
                Some(listed) => (parse::statement(parser, &listed)?, false),
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
        Ok(Checked {
            sql: text.to_owned(),
            traits: walk.traits,
            is_sorted: skipped > 0 || !walk.traits.unordered || order::is_sorted(&tree),
            is_query: is_text_to_run,
            tree: is_text_to_run.then_some(tree),
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn parser() -> Connection {
        Connection::open_in_memory().unwrap()
    }

    fn gate() -> Gate {
        Gate::new("scratch", &["data".to_owned()])
    }

    fn check(sql: &str) -> Result<Checked, Refusal> {
        gate().check(&parser(), sql)
    }

    fn denied(sql: &str) -> String {
        match check(sql) {
            Err(Refusal::Denied(reason)) => reason,
            other => panic!("{sql}: {other:?}"),
        }
    }

    #[test]
    fn refusals_say_what_to_use_instead() {
        for (sql, part) in [
            ("PRAGMA table_info('data')", "PRAGMA is not allowed: use DESCRIBE data"),
            ("CREATE TEMP TABLE x AS SELECT 1", "WITH clause"),
            ("FROM 'x.csv'", "there is no table x.csv; files and other schemas cannot be read; tables: data"),
            ("FROM dat", "there is no table dat; tables: data"),
            ("SELECT getenv('HOME')", "the function getenv is not allowed"),
            ("SELECT summ(1)", "did you mean sum?"),
            ("FROM read_csv('x')", "the data is in the table data"),
            ("FROM duckdb_settings()", "use DESCRIBE data"),
            ("SHOW DATABASES", "use SHOW TABLES"),
            ("SELECT $1", "parameters"),
            ("SELECT repeat('x', id) FROM data", "at most 10000"),
            ("", "empty"),
            ("SELECT 1; SELECT 2", "one at a time"),
        ] {
            let reason = denied(sql);
            assert!(reason.contains(part), "{sql}: {reason}");
        }
    }

    #[test]
    fn a_cte_is_seen_where_it_is_and_nowhere_else() {
        for (sql, passes) in [
            ("WITH t AS (SELECT 1) FROM t", true),
            ("WITH t AS (SELECT 1), u AS (FROM t) FROM u", true),
            ("WITH t AS (SELECT 1) SELECT (SELECT count(*) FROM T)", true),
            ("WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 3) FROM t", true),
            ("WITH t AS (FROM t) FROM t", false),
            ("WITH u AS (FROM t), t AS (SELECT 1) FROM u", false),
            ("SELECT * FROM (WITH t AS (SELECT 1) FROM t), t", false),
            ("WITH RECURSIVE duckdb_settings AS (FROM duckdb_settings UNION ALL SELECT 1) FROM duckdb_settings", false),
        ] {
            assert_eq!(check(sql).is_ok(), passes, "{sql}");
        }
    }

    #[test]
    fn what_a_result_depends_on_is_known() {
        let traits = |sql: &str| check(sql).unwrap().traits;
        assert_eq!(traits("SELECT amount / 3 FROM data WHERE id > 1 LIMIT 2"), Traits::default());
        assert!(traits("SELECT name, sum(amount) FROM data GROUP BY name").aggregates);
        assert!(traits("SELECT avg(amount) OVER () FROM data").aggregates);
        for (sql, inexact) in [
            ("SELECT 100 * count(DISTINCT amount) / count(*), count(*) FILTER (amount > 1) FROM data", false),
            ("SELECT min(amount), quantile_cont(amount, [0.5, 0.9]) / 3 FROM data", false),
            ("SELECT count(*), sum(amount) FROM data", true),
            ("SELECT amount, count(*) FROM data GROUP BY amount", true),
            ("SELECT amount, count(*) FROM data GROUP BY ALL", true),
            ("PIVOT data ON name USING count(*)", true),
        ] {
            let traits = traits(sql);
            assert!(traits.aggregates && traits.inexact == inexact, "{sql}");
        }
        let joined = traits("FROM data a JOIN data b USING (id)");
        assert!(joined.unordered && !joined.aggregates);
        assert!(traits("SELECT DISTINCT name FROM data").unordered);
        assert!(!traits("FROM data UNION ALL FROM data").unordered);
    }

    #[test]
    fn what_is_another_one_the_next_time_is_known() {
        for sql in [
            "SELECT random() FROM data",
            "SELECT count(*) FROM data WHERE NOW() > TIMESTAMP '2020-01-01'",
            "SELECT current_date",
            "SELECT age(TIMESTAMP '2020-01-01')",
            "FROM data USING SAMPLE 3",
            "SELECT * FROM data TABLESAMPLE reservoir(2)",
            "WITH t AS (SELECT uuid() AS u) SELECT count(DISTINCT u) FROM t",
        ] {
            assert!(check(sql).unwrap().traits.volatile, "{sql}");
        }
        for sql in ["SELECT sum(amount) FROM data", "SELECT name FROM data ORDER BY id LIMIT 1"] {
            assert!(!check(sql).unwrap().traits.volatile, "{sql}");
        }
        let connection = parser();
        let mut statement = connection
            .prepare("SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE stability <> 'CONSISTENT'")
            .unwrap();
        let changing: HashSet<String> =
            statement.query_map([], |row| row.get(0)).unwrap().collect::<duckdb::Result<_>>().unwrap();
        // The names of the catalogue and of its schema are always the same.
        let known = |name: &&str| name.starts_with("current_") && !functions::is_volatile(name);
        let forgotten: Vec<&str> =
            functions::names().filter(|name| changing.contains(*name) && !functions::is_volatile(name)).collect();
        assert!(forgotten.iter().all(known), "{forgotten:?}");
        assert!(changing.contains("now"));
    }

    #[test]
    fn the_list_of_functions_is_the_engines() {
        let connection = parser();
        let mut statement = connection.prepare("SELECT DISTINCT lower(function_name) FROM duckdb_functions()").unwrap();
        let known: HashSet<String> =
            statement.query_map([], |row| row.get(0)).unwrap().collect::<duckdb::Result<_>>().unwrap();
        let unknown: Vec<&str> = functions::names().filter(|name| !known.contains(*name)).collect();
        assert!(unknown.is_empty(), "not functions of this engine: {unknown:?}");
    }
}
