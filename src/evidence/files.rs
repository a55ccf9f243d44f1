//! What is known of a file itself, as a result: a row for each of its columns.
//!
//! Uses the events and sources. `The file has 344 rows` and `sex is missing in 11` need no query.

use std::sync::Arc;

use super::source::Source;
use super::words::stems;
use crate::event::Dataset;
use crate::table::{Cell, Table};

/// A file as a source: its id is the name of its table.
#[must_use]
pub fn source(dataset: &Dataset) -> Source {
    let columns = ["column", "missing", "distinct", "minimum", "maximum", "average", "median", "negative", "zero"];
    let types = ["VARCHAR", "BIGINT", "BIGINT", "VARCHAR", "VARCHAR", "DOUBLE", "DOUBLE", "BIGINT", "BIGINT"];
    let count =
        |number: Option<u64>| number.and_then(|number| i64::try_from(number).ok()).map_or(Cell::Null, Cell::Int);
    let float = |number: Option<f64>| number.map_or(Cell::Null, Cell::from_f64);
    let rows = dataset
        .columns
        .iter()
        .map(|column| {
            vec![
                Cell::Text(column.name.clone()),
                count(Some(column.nulls)),
                if column.distinct_approximate { Cell::Null } else { count(column.distinct) },
                column.min.clone(),
                column.max.clone(),
                float(column.mean),
                float(column.quantiles.filter(|quantiles| !quantiles.approximate).map(|quantiles| quantiles.p50)),
                count(column.negative),
                count(column.zero),
            ]
        })
        .collect();
    let table = Table {
        columns: columns.map(str::to_owned).to_vec(),
        types: types.map(str::to_owned).to_vec(),
        rows,
        row_count: dataset.columns.len() as u64,
    };
    let mut source = Source::new(&dataset.table, "", "", Arc::new(table));
    source.is_file = true;
    source.row_count = dataset.rows;
    source.column_count = dataset.columns.len() as u64;
    source.subject = stems(dataset.name.split('.').next().unwrap_or_default());
    for column in &mut source.columns {
        column.sum = None;
        column.mean = None;
        column.distinct = None;
    }
    source
}
