//! Rendering: events folded into a report, and the report written in each format.
//!
//! Uses `limits`, `table`, `event`, `templates`. Renderers see events and nothing else: whatever a reader should know is
//! part of an event, so that a saved run renders to the same bytes as the run itself did. Text from data, headers, file
//! names and models enters each target through that target's one escaping function.
//!
//! One report takes this way: `&[Envelope]` -> [`Report::from_events`] -> the format's own file, which only decides how
//! things look. How numbers, dates and durations read for a person is decided once, in [`format`].

pub mod format;
pub mod html;
pub mod report;

pub use html::html;
pub use report::Report;
