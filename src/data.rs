//! Data: reading files losslessly into a scratch database, and answering queries on it from a worker that can be killed.
//!
//! The only home of `duckdb`. Uses `limits`, `table`, `event`. Never executes SQL that a model or a user wrote in this
//! process: statements go to the worker, which is the program started again.
//!
//! One file takes this way: [`Source`] (what the user named) -> [`load`] (sniff, read as text where types are doubtful,
//! verify, profile; in a [`Scratch`] folder) -> [`Loaded`] (events and the database's path) -> [`Worker::start`] on that
//! database, read-only and locked -> [`Worker::query`] for each statement: gate, run, bounded [`crate::table::Table`].
//! A [`Cache`] keeps the database, so that the second run over an unchanged file begins with the worker.

mod cache;
mod cell;
mod error;
mod gate;
mod load;
mod review;
mod scratch;
mod worker;

pub use cache::{Answers, Cache, Held, Kept, Reached};
pub use error::{DataError, QueryError};
pub use load::{Loaded, Progress, ReadOptions, Source, Step, load, without_keys};
pub use review::{Figure, Review};
pub use scratch::Scratch;
pub use worker::{WORKER_FLAG, Worker, serve};
