//! The integration tests: one binary, a module for each subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod agent;
mod faults;
mod generated;
mod order;
mod policy;
mod reading;
mod runs;

mod support;
mod text;
mod worker;
