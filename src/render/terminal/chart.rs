//! Charts drawn as text, from the simple kinds of Vega-Lite specifications; whatever is not simple is shown as its data.
//!
//! Simple is one view, or the first of several layers that is one: bars, lines, areas or points over x and y, perhaps
//! with a colour; aggregates, bins and units of time are computed, other transforms are not.

mod bars;
mod grid;
mod view;

use serde_json::Value;

use super::ink::Line;
use super::table::table;
use crate::limits::{CHART_TABLE_ROWS, TERMINAL_BARS};
use crate::render::chart_data::ChartData;
use view::{Mark, View};

/// A chart as lines of at most `width` columns; empty where the specification holds no data.
pub(super) fn draw(spec: &Value, width: usize) -> Vec<Line> {
    let Some(data) = ChartData::of(spec) else { return Vec::new() };
    if let Some(view) = View::of(spec, &data) {
        let drawn = match view.mark {
            Mark::Bar if view.is_continuous() && view.keys().len() > TERMINAL_BARS => grid::draw(&view, width),
            Mark::Bar => bars::draw(&view, width),
            Mark::Line | Mark::Point => grid::draw(&view, width),
        };
        if let Some(lines) = drawn {
            return lines;
        }
    }
    let shown = data.rows.get(..CHART_TABLE_ROWS).unwrap_or(&data.rows);
    table(&data.columns, &[], shown, data.rows.len() as u64, width)
}
