//! Running a checked statement: streamed, bounded, counted, interrupted at its timeout.
//!
//! Uses DuckDB, `cell` and `limits`. Runs only what the gate has passed, each on a connection of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use duckdb::{Connection, InterruptHandle, Statement};

use super::engines::Engines;
use crate::data::cell::{self, Column};
use crate::data::gate::Checked;
use crate::limits::{self, Limits};
use crate::table::{STABLE_DIGITS, Table};

/// Why a statement gave no result.
#[derive(Debug)]
pub(super) enum Stopped {
    TimedOut,
    Exhausted(String),
    /// DuckDB's message.
    Failed(String),
}

/// A statement that was interrupted may begin another part before it sees that: it is told again.
const TELL_AGAIN: Duration = Duration::from_millis(50);

/// A checked statement with all that it takes to run it, so that any thread can.
pub(super) struct Prepared {
    checked: Checked,
    /// The same with an order, where it leaves one to chance.
    ordered: Option<String>,
    /// A connection of its own to the database that gives it the same answer each time.
    connection: Connection,
    is_single: bool,
}

/// Runs a statement.
///
/// # Errors
/// When it fails, runs into the timeout, or needs more than it may.
pub(super) fn run(
    engines: &Engines,
    parser: &Connection,
    checked: &Checked,
    timeout: Duration,
    limits: &Limits,
) -> Result<Table, Stopped> {
    let started = Instant::now();
    let prepared = prepare(engines, parser, checked.clone(), timeout)?;
    prepared.run(timeout.saturating_sub(started.elapsed()), limits)
}

/// Finds out by which engine a statement is to be run, and how.
///
/// # Errors
/// When it fails, or this runs into the timeout.
pub(super) fn prepare(
    engines: &Engines,
    parser: &Connection,
    checked: Checked,
    timeout: Duration,
) -> Result<Prepared, Stopped> {
    let parallel = engines.connect().map_err(failed)?;
    let is_single = differs(engines, &parallel, &checked, timeout)?;
    let connection = if is_single { engines.connect_single().map_err(failed)? } else { parallel };
    let ordered = checked.ordered(parser);
    Ok(Prepared { checked, ordered, connection, is_single })
}

impl Prepared {
    /// Runs the statement.
    ///
    /// # Errors
    /// When it fails, runs into the timeout, or needs more than it may.
    pub(super) fn run(&self, timeout: Duration, limits: &Limits) -> Result<Table, Stopped> {
        let timer = Timer::start(self.connection.interrupt_handle(), timeout);
        timer.stop(self.collect(limits))
    }

    /// What stops it, from any thread.
    pub(super) fn interrupt_handle(&self) -> Arc<InterruptHandle> {
        self.connection.interrupt_handle()
    }

    /// Whether it runs in one thread.
    pub(super) fn is_single(&self) -> bool {
        self.is_single
    }

    /// Whether its result is the same the next time.
    pub(super) fn is_lasting(&self) -> bool {
        self.checked.is_lasting()
    }

    fn collect(&self, limits: &Limits) -> Result<Table, Stopped> {
        let Self { checked, ordered, connection, .. } = self;
        let prepared = connection.prepare(&checked.sql).map_err(failed)?;
        let ordered = ordered.as_ref().and_then(|sql| Some((connection.prepare(sql).ok()?, sql)));
        let is_sorted = checked.is_sorted || ordered.is_some();
        let (mut statement, sql) = ordered.unwrap_or((prepared, &checked.sql));
        stream(&mut statement)?;
        let columns = columns(&statement)?;
        if checked.is_query && columns.iter().any(Column::needs_text) {
            statement = connection.prepare(&cell::as_text(sql, &columns)).map_err(failed)?;
            stream(&mut statement)?;
        }
        let digits = checked.traits.aggregates.then_some(STABLE_DIGITS);
        let mut table = rows(&statement, columns, digits, limits)?;
        if !is_sorted && !table.truncated() {
            table.rows.sort_by(|one, other| cell::compare_rows(one, other));
        }
        if checked.traits.summarizes {
            cell::round_summary(&mut table);
        }
        Ok(table)
    }
}

/// Whether a statement's answer would depend on how threads share the work on it.
fn differs(engines: &Engines, parallel: &Connection, checked: &Checked, timeout: Duration) -> Result<bool, Stopped> {
    let may_differ = checked.is_query && engines.shares_work() && (checked.traits.inexact || checked.traits.delicate);
    if !may_differ || checked.traits.delicate {
        return Ok(may_differ);
    }
    let timer = Timer::start(parallel.interrupt_handle(), timeout);
    timer.stop(gives_floats(parallel, &checked.sql))
}

/// Whether a statement's result holds floats; found out without running it.
fn gives_floats(connection: &Connection, sql: &str) -> Result<bool, Stopped> {
    // In its own words first: messages quote them.
    connection.prepare(sql).map_err(failed)?;
    let Ok(mut statement) = connection.prepare(&format!("SELECT * FROM ({sql}\n) LIMIT 0")) else {
        return Ok(true);
    };
    stream(&mut statement)?;
    Ok(columns(&statement)?.iter().any(Column::holds_floats))
}

/// Starts a statement; its rows are taken by `step`, which gives errors where the iterator panics.
fn stream(statement: &mut Statement<'_>) -> Result<(), Stopped> {
    let _ = statement.stream_arrow([]).map_err(failed)?;
    Ok(())
}

fn failed(error: duckdb::Error) -> Stopped {
    Stopped::Failed(match error {
        duckdb::Error::FromSqlConversionFailure(_, duckdb::types::Type::Variant, _) => {
            "a VARIANT cannot be shown as it is; cast it: column::VARCHAR".to_owned()
        }
        duckdb::Error::DuckDBFailure(_, Some(message)) => message,
        other => other.to_string(),
    })
}

fn columns(statement: &Statement<'_>) -> Result<Vec<Column>, Stopped> {
    let names = statement.column_names();
    if names.len() > limits::COLUMNS {
        return Err(Stopped::Exhausted(format!(
            "the result has {} columns and may have {}; name those that matter",
            names.len(),
            limits::COLUMNS
        )));
    }
    Ok(names
        .into_iter()
        .enumerate()
        .map(|(index, name)| Column::new(name, &statement.column_logical_type(index), &statement.column_type(index)))
        .collect())
}

/// Names and types of a statement's columns; none where it cannot be taken for a table.
///
/// # Errors
/// DuckDB's message about the statement itself.
pub(super) fn columns_of(connection: &Connection, sql: &str) -> Result<Vec<(String, String)>, String> {
    connection.prepare(sql).map_err(|error| match failed(error) {
        Stopped::Failed(message) | Stopped::Exhausted(message) => message,
        Stopped::TimedOut => String::new(),
    })?;
    let outline = || -> Result<Vec<(String, String)>, Stopped> {
        let mut statement = connection.prepare(&format!("SELECT * FROM ({sql}\n) LIMIT 0")).map_err(failed)?;
        stream(&mut statement)?;
        Ok(columns(&statement)?.into_iter().map(Column::into_names).collect())
    };
    Ok(outline().unwrap_or_default())
}

/// Takes the rows that are kept, and counts the rest.
fn rows(
    statement: &Statement<'_>,
    columns: Vec<Column>,
    digits: Option<usize>,
    limits: &Limits,
) -> Result<Table, Stopped> {
    let mut most = limits.max_rows.max(limits::PLOT_ROWS).min(limits::TABLE_CELLS / columns.len().max(1));
    let mut table = Table::default();
    let mut bytes = 0;
    while let Some(batch) = statement.step().map_err(failed)? {
        let rows = duckdb::arrow::array::Array::len(&batch);
        for row in 0..rows.min(most.saturating_sub(table.rows.len())) {
            let cells: Vec<_> =
                columns.iter().zip(batch.columns()).map(|(column, array)| column.cell(array, row, digits)).collect();
            bytes += cells.iter().map(cell::size).sum::<usize>();
            if bytes > limits::RESULT_BYTES {
                most = table.rows.len();
                break;
            }
            table.rows.push(cells);
        }
        table.row_count += rows as u64;
    }
    (table.columns, table.types) = columns.into_iter().map(Column::into_names).unzip();
    Ok(table)
}

/// What DuckDB says where memory, disk or the size of a single value ran out.
const EXHAUSTION: [&str; 9] = [
    "Out of Memory Error",
    "bad_alloc",
    "max_temp_directory_size",
    "ailed to allocate",
    "could not allocate",
    "annot allocate memory",
    "Lists larger than",
    "maximum supported string size",
    "Resource temporarily unavailable",
];

fn is_exhaustion(message: &str) -> bool {
    EXHAUSTION.iter().any(|sign| message.contains(sign))
}

fn exhaustion(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    format!("{line}; aggregate, filter, or build shorter texts and lists")
}

/// Interrupts a connection at a time, unless it is stopped before.
struct Timer {
    stop: mpsc::Sender<()>,
    struck: Arc<AtomicBool>,
}

impl Timer {
    fn start(handle: Arc<InterruptHandle>, timeout: Duration) -> Self {
        let (stop, stopped) = mpsc::channel();
        let struck = Arc::new(AtomicBool::new(false));
        let strikes = Arc::clone(&struck);
        // Where no thread can be had, the parent's own deadline still holds.
        let _ = thread::Builder::new().name("timer".to_owned()).spawn(move || {
            let mut wait = timeout;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                strikes.store(true, Ordering::SeqCst);
                handle.interrupt();
                wait = TELL_AGAIN;
            }
        });
        Self { stop, struck }
    }

    /// What became of the statement, knowing whether it struck.
    fn stop<T>(self, result: Result<T, Stopped>) -> Result<T, Stopped> {
        let _ = self.stop.send(());
        let struck = self.struck.load(Ordering::SeqCst);
        result.map_err(|stopped| match stopped {
            Stopped::Failed(_) if struck => Stopped::TimedOut,
            Stopped::Failed(message) if is_exhaustion(&message) => Stopped::Exhausted(exhaustion(&message)),
            stopped @ (Stopped::Failed(_) | Stopped::TimedOut | Stopped::Exhausted(_)) => stopped,
        })
    }
}
