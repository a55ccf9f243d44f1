//! The integration tests: one binary, a module for each subject.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    missing_docs,
    reason = "a test that panics has failed"
)]

mod agent;
mod analysis;
mod cache;
mod dependencies;
mod evidence;
mod faults;
mod formats;
mod generated;
mod order;
mod pictures;
mod plots;
mod policy;
mod privacy;
mod providers;
mod questions;
mod reading;
mod readme;
mod report_page;
mod runs;
mod schema;
mod settings;

mod support;
mod text;
mod told;
mod tracing;
mod wide;
mod worker;
