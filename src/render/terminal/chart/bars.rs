//! Bars that lie: one a line, with its name before it and its value behind it, from a common zero.

use super::view::{Datum, View};
use crate::limits::TERMINAL_BARS;
use crate::render::format::{ColumnFormat, count};
use crate::render::terminal::ink::{Line, Span, Style, fit, width};
use crate::table::{Cell, STABLE_DIGITS, round_significant};

/// Eighths of a column, from one to seven.
const EIGHTHS: [&str; 7] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"];
/// Columns that names may take at most, and the part of the width.
const NAME_WIDTH: usize = 32;
/// Columns that bars take at most, so that they can be compared.
const BAR_WIDTH: usize = 50;
/// Columns below which there is no room for bars.
const BAR_LEAST: usize = 5;

/// The bars as lines; nothing where there is no room for them.
pub(super) fn draw(view: &View, most: usize) -> Option<Vec<Line>> {
    let shown: Vec<&Datum> = view.data.iter().take(TERMINAL_BARS).collect();
    let names = names(view, &shown);
    let cells: Vec<Cell> =
        shown.iter().map(|datum| Cell::from_f64(round_significant(datum.value, STABLE_DIGITS))).collect();
    let format = ColumnFormat::of("", "DOUBLE", cells.iter());
    let values: Vec<String> = cells.iter().map(|cell| format.show(cell)).collect();
    let widest = |texts: &[String]| texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let name_width = widest(&names).min(NAME_WIDTH).min(most / 3).max(1);
    let bar_width =
        most.checked_sub(name_width + widest(&values) + 3).filter(|room| *room >= BAR_LEAST)?.min(BAR_WIDTH);
    let scale = Scale::of(&shown, bar_width);
    let mut lines = Vec::new();
    if !view.value_title.is_empty() {
        lines.push(vec![Span::new(&fit(&view.value_title, most), Style::DIM)]);
    }
    for ((datum, name), value) in shown.iter().zip(&names).zip(&values) {
        let hue = view.series.iter().position(|series| *series == datum.series).unwrap_or(0);
        let mut line = vec![Span::plain(&format!("{}  ", fit(name, name_width)))];
        line.push(Span::new(&scale.bar(datum.value), Style::hue(hue)));
        line.push(Span::plain(&format!(" {value}")));
        lines.push(line);
    }
    let left_out = view.data.len() - shown.len();
    if left_out > 0 {
        lines.push(vec![Span::new(&format!("{} more", count(left_out as u64)), Style::DIM)]);
    }
    Some(lines)
}

/// What stands before each bar: its key, and its series where there are several that are not the keys.
fn names(view: &View, shown: &[&Datum]) -> Vec<String> {
    let own = view.series.len() > 1 && shown.iter().any(|datum| datum.series != datum.key);
    let keys: Vec<&str> = shown.iter().map(|datum| datum.key.as_str()).collect();
    let suffix = common_suffix(&keys);
    let short = |key: &str| key.strip_suffix(suffix).unwrap_or(key).to_owned();
    shown
        .iter()
        .map(|datum| if own { format!("{} {}", short(&datum.key), datum.series) } else { short(&datum.key) })
        .collect()
}

/// What all moments end in and nobody needs to read: midnight, the first of the month.
pub(super) fn common_suffix(keys: &[&str]) -> &'static str {
    let moments = |suffix: &str| {
        keys.iter().all(|key| key.ends_with(suffix) && super::view::position(key).is_some() && key.len() >= 10)
    };
    let suffixes = ["-01 00:00:00", "-01T00:00:00", " 00:00:00", "T00:00:00", "-01"];
    suffixes.into_iter().find(|suffix| moments(suffix) && keys.len() > 1).unwrap_or("")
}

/// How long bars are: columns left and right of zero.
struct Scale {
    left: usize,
    right: usize,
    /// Columns of one unit.
    unit: f64,
}

impl Scale {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "lengths are a few dozen columns"
    )]
    fn of(shown: &[&Datum], room: usize) -> Self {
        let low = shown.iter().map(|datum| datum.value).fold(0.0, f64::min);
        let high = shown.iter().map(|datum| datum.value).fold(0.0, f64::max);
        let span = high - low;
        if !(span > 0.0 && span.is_finite()) {
            return Self { left: 0, right: room, unit: 0.0 };
        }
        let left = (room as f64 * -low / span).ceil() as usize;
        let right = room.saturating_sub(left);
        let fits = |columns: usize, reach: f64| if reach > 0.0 { columns as f64 / reach } else { f64::INFINITY };
        Self { left, right, unit: fits(left, -low).min(fits(right, high)) }
    }

    /// A bar, filled to the width of all bars. Bars below zero end in whole columns.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lengths are a few dozen columns")]
    fn bar(&self, value: f64) -> String {
        let eighths = (value.abs() * self.unit * 8.0).round() as usize;
        let (whole, part) = (eighths / 8, eighths % 8);
        if value < 0.0 {
            let length = (whole + usize::from(part >= 4)).max(1).min(self.left);
            return format!("{}{}{}", " ".repeat(self.left - length), "█".repeat(length), " ".repeat(self.right));
        }
        let tip = part.checked_sub(1).and_then(|part| EIGHTHS.get(part)).copied().unwrap_or("");
        // What is more than nothing can be seen.
        let tip = if value > 0.0 && eighths == 0 { "▏" } else { tip };
        let whole = whole.min(self.right);
        let length = whole + usize::from(!tip.is_empty());
        format!("{}{}{tip}{}", " ".repeat(self.left), "█".repeat(whole), " ".repeat(self.right.saturating_sub(length)))
    }
}
