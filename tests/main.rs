//! The integration tests: one binary.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking, and so do the functions that tests share"
)]

mod reading;
