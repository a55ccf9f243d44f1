//! Reports and streams: whatever a person or a program gets to see of a run.
//!
//! Uses `limits`, `table`, `event` and `templates`; sees nothing of its siblings. Renderers read events and nothing
//! else, so that a saved run renders to the same bytes as the run itself.

pub mod escape;
pub mod ndjson;
pub mod output;
mod surface;

pub use surface::{Colour, Format, Surface};

use crate::event::Envelope;

/// A whole run as a report.
#[must_use]
pub fn render_to_string(format: Format, events: &[Envelope], surface: Surface) -> String {
    let _ = surface;
    match format {
        Format::Markdown | Format::Html => String::new(),
        Format::Ndjson => ndjson::render(events),
    }
}
