//! The data's tables without a row: what a statement gives or says over them, it can only have from names and types.
//!
//! Whoever must not see values is told of a statement what it gives here. Uses DuckDB, on a database in memory that is
//! locked like the others. Never reads the data.

use std::fmt::Write as _;

use duckdb::Connection;

use super::database;
use super::run;

/// The empty tables.
pub(super) struct Outline {
    /// One for all statements: what a `PIVOT` leaves behind on it is as empty as the tables.
    connection: Connection,
}

impl Outline {
    /// Empty tables with the names and types of those of a database.
    ///
    /// # Errors
    /// DuckDB's message.
    pub(super) fn of(data: &Connection, catalog: &str, tables: &[String]) -> duckdb::Result<Self> {
        let mut script = String::new();
        for table in tables {
            let columns: Vec<String> = database::typed_columns(data, table)?
                .iter()
                .map(|(name, type_name)| format!("{} {type_name}", crate::sql::name(name)))
                .collect();
            let _ = writeln!(script, "CREATE TABLE {} ({});", crate::sql::name(table), columns.join(", "));
        }
        Ok(Self { connection: database::open_empty(catalog, &script)? })
    }

    /// Names and types of the columns of a statement.
    ///
    /// # Errors
    /// DuckDB's message, where the statement is at fault.
    pub(super) fn columns(&self, sql: &str) -> Result<Vec<(String, String)>, String> {
        run::columns_of(&self.connection, sql)
    }
}
