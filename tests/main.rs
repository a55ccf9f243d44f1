//! The one integration binary: each module is a subject.

#![allow(missing_docs, clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]

mod report_page;
mod support;
