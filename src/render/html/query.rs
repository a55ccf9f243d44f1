//! The queries of a run, each with its result and what rests on it.
//!
//! Uses `report`, `format` and its siblings of `html`.

use serde::Serialize;

use super::sql::highlight;
use super::table::{View, table};
use crate::event::Role;
use crate::limits::REPORT_CELLS;
use crate::render::format::duration;
use crate::render::report::{Item, Query, Report};
use crate::table::Cell;
use crate::templates::Markup;

/// A query as the page shows it.
#[derive(Debug, Serialize)]
pub struct QueryView {
    id: String,
    description: String,
    sql: Markup,
    error: Option<String>,
    time: String,
    uses: Vec<Use>,
    result: Option<Markup>,
}

/// What rests on a query.
#[derive(Debug, Serialize)]
struct Use {
    id: String,
    title: String,
}

/// The queries with their results. All results together keep within [`REPORT_CELLS`], so that the page stays light;
/// each says how many rows there were.
#[must_use]
pub fn queries(report: &Report) -> Vec<QueryView> {
    let mut left = REPORT_CELLS;
    report
        .queries
        .iter()
        .map(|query| {
            let width = query.columns.len().max(1);
            let kept = (left / width).max(super::table::FOLDED_ROWS).min(query.rows.len());
            left = left.saturating_sub(kept * width);
            query_view(query, query.rows.get(..kept).unwrap_or(&query.rows), report)
        })
        .collect()
}

fn query_view(query: &Query, rows: &[Vec<Cell>], report: &Report) -> QueryView {
    let caption = format!("Result of {}: {}", query.id, query.description);
    QueryView {
        id: query.id.clone(),
        description: query.description.clone(),
        sql: highlight(query.sql.trim_end()),
        error: query.error.clone(),
        time: duration(query.elapsed_ms),
        uses: query.cited_by.iter().filter_map(|id| report.item(id)).map(use_of).collect(),
        result: query.error.is_none().then(|| {
            table(View {
                caption: &caption,
                columns: &query.columns,
                types: &query.types,
                rows,
                row_count: query.row_count,
                ..View::default()
            })
        }),
    }
}

fn use_of(item: &Item) -> Use {
    let title = match item {
        Item::Text(text) => match text.role {
            Role::Summary => "Summary",
            Role::Finding => "Finding",
            Role::Note => "Note",
            Role::Answer => "Answer",
        }
        .to_owned(),
        Item::Table(table) => table.title.clone(),
        Item::Plot(plot) => plot.title.clone(),
    };
    Use { id: item.id().to_owned(), title }
}
