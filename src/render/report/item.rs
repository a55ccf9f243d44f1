//! What a run gives the reader: texts, tables, charts, and the numbers in them.
//!
//! Uses `event` and `table`.

use serde_json::Value;

use crate::event::{CellClaim, Claim, Drawn, Role};
use crate::table::Cell;

/// Something given to the reader.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// Prose.
    Text(Text),
    /// A table.
    Table(Table),
    /// A chart.
    Plot(Plot),
}

/// Prose for the reader.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// `text1`, ...
    pub id: String,
    /// What the text is in the report.
    pub role: Role,
    /// Markdown.
    pub text: String,
    /// Numbers of the text and what they rest on.
    pub claims: Vec<Claim>,
}

/// A table for the reader.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// `table1`, ...
    pub id: String,
    /// What it shows.
    pub title: String,
    /// Numbers of the title.
    pub title_claims: Vec<Claim>,
    /// One sentence on what it shows; of charts that are shown as tables.
    pub note: Option<String>,
    /// Numbers of the note.
    pub note_claims: Vec<Claim>,
    /// Column names.
    pub headers: Vec<String>,
    /// DuckDB's type names where the table was taken from a query and its columns are found there by name; empty
    /// strings for those that are not.
    pub types: Vec<String>,
    /// The cells.
    pub rows: Vec<Vec<Cell>>,
    /// Rows of the whole result.
    pub row_count: u64,
    /// The query it was taken from.
    pub source: Option<String>,
    /// Numbers of the cells, where the table was not taken from a query.
    pub claims: Vec<CellClaim>,
}

/// A chart for the reader.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plot {
    /// `plot1`, ...
    pub id: String,
    /// What it shows.
    pub title: String,
    /// Numbers of the title.
    pub title_claims: Vec<Claim>,
    /// One sentence on what it shows.
    pub note: Option<String>,
    /// Numbers of the note.
    pub note_claims: Vec<Claim>,
    /// Vega-Lite with its data inlined.
    pub spec: Value,
    /// The query its data was taken from.
    pub source: Option<String>,
    /// What is to be known of it.
    pub warnings: Vec<String>,
    /// What it shows, in words.
    pub alt: Option<String>,
    /// What it shows, as it was drawn.
    pub drawn: Option<Drawn>,
    /// The picture.
    pub svg: Option<String>,
}

impl Item {
    /// The id that the event gave it.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Text(text) => &text.id,
            Self::Table(table) => &table.id,
            Self::Plot(plot) => &plot.id,
        }
    }

    /// Its numbers, and what they rest on.
    #[must_use]
    pub fn claims(&self) -> Vec<&Claim> {
        match self {
            Self::Text(text) => text.claims.iter().collect(),
            Self::Table(table) => {
                let cells = table.claims.iter().map(|cell| &cell.claim);
                table.title_claims.iter().chain(&table.note_claims).chain(cells).collect()
            }
            Self::Plot(plot) => plot.title_claims.iter().chain(&plot.note_claims).collect(),
        }
    }
}
