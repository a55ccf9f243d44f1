//! Classes of numbers that begin at the key of a row.
//!
//! Uses passages and sources of this room.

use super::super::naming::RowName;
use super::super::passage::Passage;
use super::super::source::{Place, Source};
use super::{Bin, phrases};
use crate::limits::EVIDENCE_NAMES;

/// Rows that begin a class of numbers which a passage names: 200 of `floor(km / 200) * 200` is `200 to 400 km`.
pub(super) fn classes(text: &str, passage: &Passage, source: &Source) -> Vec<RowName> {
    let mut found = Vec::new();
    for (column, own) in source.columns.iter().enumerate().filter(|(_, own)| own.is_label) {
        let Some(width) = own.class_width else { continue };
        let lows: Vec<(usize, f64)> =
            (0..source.rows.len()).filter_map(|row| Some((row, source.number(Place { column, row })?))).collect();
        let last = lows.iter().map(|(_, low)| *low).fold(f64::NEG_INFINITY, f64::max);
        for (range, meant) in phrases(text, &passage.words).into_iter().take(EVIDENCE_NAMES) {
            let is_meant = |low: f64, scale: f64| {
                let class = |high: Option<f64>| Bin { low: Some(low * scale), high, worth: 1.0 };
                class(Some((low + width) * scale)).is(meant) || low >= last && class(None).is(meant)
            };
            let rows = |scale: f64| -> Vec<usize> {
                lows.iter().filter(|(_, low)| is_meant(*low, scale)).map(|(row, _)| *row).collect()
            };
            let mut rows_meant = rows(1.0);
            if rows_meant.is_empty() && own.scale > 1.0 {
                rows_meant = rows(own.scale);
            }
            if !rows_meant.is_empty() {
                found.push(RowName { range, column, rows: rows_meant });
            }
        }
    }
    found
}
