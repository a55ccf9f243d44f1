//! The one integration binary: each module is a subject.

#![allow(missing_docs, clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test that panics has failed")]

mod report_page;
mod support;
mod text;
