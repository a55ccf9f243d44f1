//! Rendering: events folded into a report, and the report written in each format.
//!
//! Uses `limits`, `table`, `event`, `templates`. Renderers see events and nothing else: whatever a reader should know is
//! part of an event, so that a saved run renders to the same bytes as the run itself did. Text from data, headers, file
//! names and models enters each target through that target's one escaping function.
//!
//! One report takes this way: `&[Envelope]` -> [`Report::from_events`] -> the format's own file, which only decides how
//! things look. How numbers, dates and durations read for a person is decided once, in [`format`].

mod album;
mod chart_data;
pub mod claims;
pub mod escape;
pub mod format;
pub mod html;
pub mod markdown;
pub mod ndjson;
mod outline;
pub mod output;
mod picture;
mod progress;
mod prose;
mod quality;
pub mod report;
pub mod stderr;
pub mod stdout;
mod surface;
mod svg;
pub mod terminal;

pub use html::html;
pub use report::Report;
pub use surface::{Colour, Format, Plots, Surface};

use crate::event::Envelope;
use crate::limits::CHART_TABLE_ROWS;
use crate::templates::TemplateError;

/// A whole run as one text. Pictures are inside it or nowhere; those beside a file are the outputs' affair.
///
/// # Errors
/// When the page's template is at fault, which is csvchat's own.
pub fn render_to_string(
    format: Format,
    events: &[Envelope],
    surface: Surface,
    plots: Plots,
) -> Result<String, TemplateError> {
    let report = |rows: usize| match plots {
        Plots::None => Report::from_events(events).without_pictures(rows),
        Plots::Svg | Plots::Png | Plots::Inline => Report::from_events(events),
    };
    match (format, surface) {
        (Format::Markdown, Surface::Plain) => {
            let report = report(CHART_TABLE_ROWS);
            let pictures = if plots == Plots::Inline { album::inline(&report) } else { Vec::new() };
            Ok(markdown::render(&report, &pictures))
        }
        (Format::Markdown, Surface::Terminal { width, colour }) => {
            Ok(terminal::render(&report(CHART_TABLE_ROWS), width, colour))
        }
        (Format::Html, Surface::Plain | Surface::Terminal { .. }) => html(&report(usize::MAX)),
        (Format::Ndjson, Surface::Plain | Surface::Terminal { .. }) => Ok(ndjson::render(events)),
    }
}
