//! The worker: the program started again, which holds the locked database and runs queries.
//!
//! [`Worker`] is the side that asks, [`serve`] the side that answers; they share nothing but a pipe each way. The asking
//! side never looks at SQL: gate and execution both live where they can be killed. Uses `limits`, `table`, the gate and
//! DuckDB (in the worker only).

mod ahead;
mod child;
mod database;
mod engines;
mod outline;
mod parent;
mod protocol;
mod review;
mod run;
mod suggest;

pub use child::serve;
pub use parent::Worker;

/// The first argument of the program when it is to be a worker; the second is its limits as JSON.
pub const WORKER_FLAG: &str = "__csvchat-worker";
