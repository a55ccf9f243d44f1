//! The worker: the program started again, which holds the locked database and runs queries.

use std::path::Path;
use std::process::ExitCode;

use super::QueryError;
use crate::limits::{Interrupt, Limits};
use crate::table::Table;

/// The first argument of the program when it is to be a worker.
pub const WORKER_FLAG: &str = "__csvchat-worker";

/// A worker and the means to start it afresh.
#[derive(Debug)]
pub struct Worker {}

impl Worker {
    /// Starts the program as a worker, before there is a database: it prepares itself while files are being read.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn start(_limits: &Limits) -> Result<Self, QueryError> {
        Err(QueryError::Worker("not built yet".to_owned()))
    }

    /// Opens the database, read-only and locked.
    ///
    /// # Errors
    /// When the worker or the database fails.
    pub async fn open(&mut self, _database: &Path) -> Result<(), QueryError> {
        Err(QueryError::Worker("not built yet".to_owned()))
    }

    /// Gates and runs one statement. The table holds at most [`crate::limits::PLOT_ROWS`] rows or `max_rows`, whichever
    /// is more, and knows how many there were. A worker that had to be killed is started afresh before this returns.
    ///
    /// # Errors
    /// When the statement is refused, fails, or is stopped.
    pub async fn query(&mut self, _sql: &str, _interrupt: &Interrupt) -> Result<Table, QueryError> {
        Err(QueryError::Worker("not built yet".to_owned()))
    }
}

/// Is the worker: reads requests from stdin, answers on stdout, ends when stdin does.
#[must_use]
pub fn serve() -> ExitCode {
    ExitCode::FAILURE
}
