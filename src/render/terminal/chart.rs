//! Charts drawn as text, from what was drawn of them: the same values in the same order, with the same labels.
//!
//! Bars lie, whichever way they stood; lines, areas, points and standing bars are drawn on a canvas with axes. What
//! cannot be drawn so, and charts of runs that do not tell what was drawn, are shown as their data.

mod bars;
mod boxes;
mod canvas;
mod frame;
mod heat;
mod layout;
mod plotted;
mod sides;
mod signs;

use std::collections::BTreeMap;

use super::ink::{Line, Span, Style, cut};
use super::table::table;
use crate::event::{Drawn, DrawnView};
use crate::limits::{CHART_TABLE_ROWS, TERMINAL_BARS, TERMINAL_VIEWS};
use crate::render::chart_data::ChartData;
use crate::render::claims::CellClaims;
use crate::render::escape;
use crate::render::format::counted;
use crate::render::report::Plot;
use bars::Bars;
use layout::{Layout, Row};

/// A chart as lines of at most `width` columns; empty where there is nothing of it to show.
pub(super) fn draw(plot: &Plot, width: usize) -> Vec<Line> {
    plot.drawn.as_ref().and_then(|drawn| views(drawn, width)).unwrap_or_else(|| data(plot, width))
}

/// The chart's data as a table.
fn data(plot: &Plot, width: usize) -> Vec<Line> {
    let Some(data) = ChartData::of(&plot.spec) else { return Vec::new() };
    let shown = data.rows.get(..CHART_TABLE_ROWS).unwrap_or(&data.rows);
    table(&data.columns, &[], shown, data.rows.len() as u64, &CellClaims::default(), width)
}

/// One view below the other; nothing where one of them cannot be drawn.
fn views(drawn: &Drawn, width: usize) -> Option<Vec<Line>> {
    let told = drawn.views.iter().all(|view| view.marks.iter().all(|mark| mark.points.len() == mark.items));
    if drawn.views.is_empty() || !told {
        return None;
    }
    let bars: Vec<Option<Bars>> = drawn.views.iter().map(|view| bars_of(view, drawn)).collect();
    let layouts = layouts(drawn, &bars, width);
    let mut lines: Vec<Line> = Vec::new();
    for ((view, bars), layout) in drawn.views.iter().zip(&bars).zip(&layouts).take(TERMINAL_VIEWS) {
        if !lines.is_empty() {
            lines.push(Line::new());
        }
        if let Some(name) = &view.name {
            lines.push(vec![Span::new(&cut(&escape::terminal(name), width), Style::BOLD)]);
        }
        lines.extend(match (bars, layout) {
            (Some(bars), Some(layout)) => bars.draw(layout, width),
            (Some(_), None) => return None,
            (None, _) => boxes::draw(view, width)
                .or_else(|| heat::draw(view, drawn, width))
                .or_else(|| plotted::draw(view, drawn, width))?,
        });
    }
    let left_out = drawn.views.len().saturating_sub(TERMINAL_VIEWS);
    if left_out > 0 {
        lines.push(Line::new());
        lines.push(vec![Span::new(&format!("{} more", counted(left_out as u64, "view")), Style::DIM)]);
    }
    Some(lines)
}

fn bars_of(view: &DrawnView, drawn: &Drawn) -> Option<Bars> {
    let bars = Bars::of_slices(view, drawn).or_else(|| Bars::of(view, drawn))?;
    // Many bars on one line each are no chart; the canvas holds more.
    let stand = view.marks.iter().any(|mark| mark.points.iter().any(|point| point.at_y2.is_some()));
    (bars.rows().len() < TERMINAL_BARS || !stand).then_some(bars)
}

/// The layout of each view with bars, shared by views of the same axis.
fn layouts(drawn: &Drawn, bars: &[Option<Bars>], width: usize) -> Vec<Option<Layout>> {
    let key = |view: &DrawnView| {
        format!(
            "{:?}",
            view.axes.values().map(|axis| (&axis.title, axis.domain.first(), axis.domain.last())).collect::<Vec<_>>()
        )
    };
    let mut groups: BTreeMap<String, Vec<&Bars>> = BTreeMap::new();
    for (view, bars) in drawn.views.iter().zip(bars) {
        if let Some(bars) = bars {
            groups.entry(key(view)).or_default().push(bars);
        }
    }
    let layout = |(view, bars): (&DrawnView, &Option<Bars>)| {
        bars.as_ref()?;
        let group = groups.get(&key(view))?;
        let rows: Vec<&Row> = group.iter().flat_map(|bars| bars.rows()).collect();
        let marks: Vec<f64> = group.iter().flat_map(|bars| bars.marked()).collect();
        let category = group.iter().find_map(|bars| bars.category());
        Layout::of(&rows, category, &marks, width)
    };
    drawn.views.iter().zip(bars).map(layout).collect()
}
