//! The one integration binary: each module tests one thing that users rely on.

mod analysis;
//! The integration tests: one binary, a module for each subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod agent;
mod faults;
mod generated;
mod order;
mod policy;
mod reading;
mod runs;
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test that panics has failed")]

mod support;
mod text;
mod worker;
