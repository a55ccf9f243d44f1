//! The database opened once for speed and, where the answer would otherwise depend on how threads share the work, once
//! more for a single thread.
//!
//! Sums of floats differ in their last digits from run to run when several threads add up, and rounding hides that only
//! mostly; lists, first rows and ranks among equals differ as a whole. Up to one row group the engine uses one thread
//! anyway, so only larger tables need this. Uses DuckDB.

use std::cell::OnceCell;

use duckdb::Connection;

use super::database;
use super::protocol::Place;
use crate::limits::Limits;

/// The database, opened for several threads and for one.
pub(super) struct Engines {
    parallel: Connection,
    single: OnceCell<Connection>,
    place: Place,
    limits: Limits,
    is_large: bool,
}

impl Engines {
    pub(super) fn new(parallel: Connection, place: Place, limits: &Limits, is_large: bool) -> Self {
        let is_large = is_large && limits.threads != Some(1);
        Self { parallel, single: OnceCell::new(), place, limits: limits.clone(), is_large }
    }

    /// The one that uses all threads.
    pub(super) fn parallel(&self) -> &Connection {
        &self.parallel
    }

    /// Whether threads share the work on this data at all.
    pub(super) fn shares_work(&self) -> bool {
        self.is_large
    }

    /// A connection of a statement's own to the one that uses all threads.
    ///
    /// # Errors
    /// DuckDB's message.
    pub(super) fn connect(&self) -> duckdb::Result<Connection> {
        database::connect(&self.parallel)
    }

    /// A connection of a statement's own to the one that uses a single thread, opened when it is first asked for.
    ///
    /// # Errors
    /// DuckDB's message.
    pub(super) fn connect_single(&self) -> duckdb::Result<Connection> {
        if self.single.get().is_none() {
            let engine = database::start(&self.limits)?;
            database::open(&engine, &self.place)?;
            database::lock(&engine)?;
            let _ = self.single.set(engine);
        }
        database::connect(self.single.get().unwrap_or(&self.parallel))
    }
}
