//! The integration tests: one binary, a module for each subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod agent;
mod analysis;
mod faults;
mod generated;
mod order;
mod policy;
mod reading;
mod runs;

mod support;
mod text;
mod worker;
//! The one integration binary: each module is a subject.

#![allow(missing_docs, clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]

mod report_page;
mod support;
