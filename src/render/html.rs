//! The report as one HTML file that opens from disk with the network off.
//!
//! Uses `event`, `table`, `limits`, `templates`, `report`, `format`. The same events give the same bytes. Text reaches the
//! page through the template's escaping or [`crate::templates::escape_html`], JSON through
//! [`security::json_in_script`], prose through [`prose`]; nothing else writes into it.

mod assets;
mod chart;
mod columns;
mod number;
mod page;
mod prose;
mod query;
mod run;
mod security;
mod sketch;
mod sql;
mod table;
mod top;
mod words;

pub(super) use assets::STYLE;

use crate::render::report::Report;
use crate::templates::{self, TemplateError};

/// A report as a whole page.
///
/// # Errors
/// When the page's template is at fault, which is csvchat's own.
pub fn html(report: &Report) -> Result<String, TemplateError> {
    templates::render("report/page.html", page::Page::of(report))
}
