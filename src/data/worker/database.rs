//! Opening databases so that nothing but reading them is possible, whatever a statement says.
//!
//! Uses DuckDB and `limits`. Never opens one for writing.

use duckdb::{Config, Connection};

use super::protocol::Place;
use crate::limits::{self, Limits};
use crate::sql;

/// An engine of one thread and without a database, not locked yet: starting it takes longer than attaching one.
///
/// # Errors
/// DuckDB's message.
pub(super) fn start(limits: &Limits) -> duckdb::Result<Connection> {
    // It may be started once more, for a single thread: both together keep to the limit.
    let share = if limits.threads == Some(1) { limits.memory_bytes } else { limits.memory_bytes / 2 };
    let config = without_extensions(Config::default())?.max_memory(&format!("{share}B"))?.threads(1)?;
    Connection::open_in_memory_with_flags(config)
}

/// Opens the database of the data in an engine that was started for it: read-only, as the only one, without the outside
/// world. Its configuration is fixed by [`lock`], which must come next.
///
/// # Errors
/// DuckDB's message when the file cannot be opened.
pub(super) fn open(engine: &Connection, place: &Place) -> duckdb::Result<()> {
    // The folder can be named only as long as external access is not off yet.
    engine.execute_batch(&format!(
        "SET temp_directory = {spill}; SET max_temp_directory_size = {most}; \
         ATTACH {file} AS {catalog} (READ_ONLY); USE {catalog}; DETACH memory; SET enable_external_access = false",
        spill = sql::text(&place.spill(std::process::id()).to_string_lossy()),
        most = sql::text(limits::TEMP_DISK),
        file = sql::text(&place.database.to_string_lossy()),
        catalog = limits::CATALOG,
    ))
}

/// One more connection to an engine in which the data is open.
///
/// # Errors
/// DuckDB's message.
pub(super) fn connect(engine: &Connection) -> duckdb::Result<Connection> {
    let connection = engine.try_clone()?;
    connection.execute_batch(&format!("USE {}", limits::CATALOG))?;
    Ok(connection)
}

/// An empty database in memory for the parser alone.
///
/// # Errors
/// DuckDB's message.
pub(super) fn open_parser() -> duckdb::Result<Connection> {
    let connection = Connection::open_in_memory_with_flags(locked_out(Config::default())?.threads(1)?)?;
    lock(&connection)?;
    Ok(connection)
}

/// A database in memory with these tables, made before it is locked, under the name of the data's own.
///
/// # Errors
/// DuckDB's message.
pub(super) fn open_empty(catalog: &str, script: &str) -> duckdb::Result<Connection> {
    let connection = Connection::open_in_memory_with_flags(locked_out(Config::default())?.threads(1)?)?;
    let name = sql::name(catalog);
    connection.execute_batch(&format!("ATTACH ':memory:' AS {name}; USE {name}; {script}"))?;
    lock(&connection)?;
    Ok(connection)
}

fn locked_out(config: Config) -> duckdb::Result<Config> {
    without_extensions(config.enable_external_access(false)?)
}

fn without_extensions(config: Config) -> duckdb::Result<Config> {
    config
        .enable_autoload_extension(false)?
        .with("autoinstall_known_extensions", "false")?
        .with("allow_community_extensions", "false")
}

/// Fixes an engine's configuration.
///
/// # Errors
/// DuckDB's message.
pub(super) fn lock(connection: &Connection) -> duckdb::Result<()> {
    connection.execute_batch("SET lock_configuration = true")
}

/// The catalogue's name, the tables and views of the data, and the rows of the largest table.
///
/// # Errors
/// DuckDB's message.
pub(super) fn tables(connection: &Connection) -> duckdb::Result<(String, Vec<String>, u64)> {
    let catalog = connection.query_row("SELECT current_database()", [], |row| row.get(0))?;
    let mut statement = connection.prepare(
        "SELECT table_name, estimated_size::UBIGINT FROM duckdb_tables() \
         WHERE database_name = current_database() AND NOT internal UNION ALL \
         SELECT view_name, 0 FROM duckdb_views() WHERE database_name = current_database() AND NOT internal",
    )?;
    let found = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, u64>(1)?)))?;
    let (tables, rows): (Vec<_>, Vec<_>) = found.collect::<duckdb::Result<Vec<_>>>()?.into_iter().unzip();
    Ok((catalog, tables, rows.into_iter().max().unwrap_or(0)))
}

/// The columns of a table or view, in order.
///
/// # Errors
/// DuckDB's message.
pub(super) fn columns(connection: &Connection, table: &str) -> duckdb::Result<Vec<String>> {
    let mut statement = connection.prepare("SELECT name FROM pragma_table_info(?)")?;
    let quoted = format!("main.{}", sql::name(table));
    statement.query_map([quoted], |row| row.get(0))?.collect()
}

/// The columns of a table or view with their types, as the engine writes them.
///
/// # Errors
/// DuckDB's message.
pub(super) fn typed_columns(connection: &Connection, table: &str) -> duckdb::Result<Vec<(String, String)>> {
    let mut statement = connection.prepare("SELECT name, type FROM pragma_table_info(?)")?;
    let quoted = format!("main.{}", sql::name(table));
    statement.query_map([quoted], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}
