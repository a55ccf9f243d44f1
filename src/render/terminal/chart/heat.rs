//! Heat maps: a shade and the number for each pair of categories.

use serde_json::Value;

use super::sides::{Side, categories};
use crate::event::{Drawn, DrawnPoint, DrawnView, Notation};
use crate::render::escape;
use crate::render::terminal::ink::{Line, Span, Style, cut, fit, width};

/// Shades from the least to the most.
const SHADES: [char; 5] = ['·', '░', '▒', '▓', '█'];
/// Columns of a name at most, and the part of the width.
const NAME_WIDTH: usize = 24;
/// Columns between two cells.
const GAP: usize = 2;
/// Rows at most.
const ROWS: usize = 40;

/// The view as lines; nothing where it is none, or where there is no room for its columns.
pub(super) fn draw(view: &DrawnView, drawn: &Drawn, most: usize) -> Option<Vec<Line>> {
    let [mark] = view.marks.iter().filter(|mark| mark.shape != "text").collect::<Vec<_>>()[..] else { return None };
    let numeric = mark.points.iter().all(|point| point.series.is_number() || point.series.is_null());
    let some = mark.points.iter().any(|point| point.series.is_number());
    if mark.shape != "rect" || view.axes.len() != 2 || !numeric || !some {
        return None;
    }
    let (across, down) = (places(view, &mark.points, Side::X), places(view, &mark.points, Side::Y));
    if down.len() > ROWS {
        return None;
    }
    let notation = Notation::of(None, mark.points.iter().map(|point| &point.series));
    let values: Vec<f64> = mark.points.iter().filter_map(|point| point.series.as_f64()).collect();
    let (low, high) =
        values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(*v), high.max(*v)));
    let cell = |column: &Value, row: &Value| {
        mark.points.iter().find(|point| Side::X.value(point) == column && Side::Y.value(point) == row)
    };
    let texts: Vec<Vec<(char, String)>> = down
        .iter()
        .map(|(row, _)| across.iter().map(|(column, _)| shown(cell(column, row), &notation, low, high)).collect())
        .collect();
    let names = down.iter().map(|(_, name)| width(name)).max().unwrap_or(0).min(NAME_WIDTH).min(most / 3);
    let wide: Vec<usize> = across
        .iter()
        .enumerate()
        .map(|(index, (_, name))| {
            let cells = texts.iter().filter_map(|row| row.get(index)).map(|(_, text)| width(text) + 2).max();
            cells.unwrap_or(0).max(width(name).min(NAME_WIDTH / 2))
        })
        .collect();
    if names + wide.iter().map(|columns| columns + GAP).sum::<usize>() > most {
        return None;
    }
    let right = |text: &str, columns: usize| {
        let text = cut(text, columns);
        format!("{}{text}", " ".repeat(GAP + columns - width(&text)))
    };
    let title = |side: Side| side.axis(view).and_then(|axis| axis.title.as_deref()).map(escape::terminal);
    let mut lines = Vec::new();
    if let Some(title) = &drawn.legend_title {
        lines.push(vec![Span::new(&cut(&escape::terminal(title), most), Style::DIM)]);
    }
    let head: String = across.iter().zip(&wide).map(|((_, name), columns)| right(name, *columns)).collect();
    let corner = title(Side::Y).unwrap_or_default();
    lines.push(vec![Span::new(&format!("{}{head}", fit(&corner, names)), Style::DIM)]);
    for ((_, name), row) in down.iter().zip(&texts) {
        let mut line = vec![Span::plain(&fit(name, names))];
        for ((shade, text), columns) in row.iter().zip(&wide) {
            let text = right(text, *columns);
            // The shade stands before the number, in the room that is kept for it.
            let blank = text.len() - text.trim_start_matches(' ').len();
            let (before, number) = text.split_at(blank.saturating_sub(2));
            line.push(Span::plain(before));
            line.push(Span::new(&shade.to_string(), Style::hue(0)));
            line.push(Span::plain(number.strip_prefix(' ').unwrap_or(number)));
        }
        lines.push(line);
    }
    if let Some(title) = title(Side::X) {
        let room = names + wide.iter().map(|columns| columns + GAP).sum::<usize>();
        let title = cut(&title, room);
        lines.push(vec![Span::new(&format!("{}{title}", " ".repeat(room - width(&title))), Style::DIM)]);
    }
    Some(lines)
}

/// What stands on an axis, from the left or the top: its categories, or the bins that are drawn.
fn places(view: &DrawnView, points: &[DrawnPoint], side: Side) -> Vec<(Value, String)> {
    if side.is_discrete(view) {
        return categories(side.axis(view)).into_iter().map(|(value, name)| (value, escape::terminal(&name))).collect();
    }
    let mut seen: Vec<&DrawnPoint> = Vec::new();
    for point in points {
        if !seen.iter().any(|other| side.value(other) == side.value(point)) {
            seen.push(point);
        }
    }
    let order = |point: &DrawnPoint| side.at(point).map_or(0.0, |at| if side == Side::Y { -at } else { at });
    seen.sort_by(|one, other| order(one).total_cmp(&order(other)));
    let notation = Notation::of(side.axis(view), points.iter().map(|point| side.value(point)));
    seen.into_iter()
        .map(|point| (side.value(point).clone(), escape::terminal(&notation.show(side.value(point)))))
        .collect()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "five shades")]
fn shown(point: Option<&DrawnPoint>, notation: &Notation, low: f64, high: f64) -> (char, String) {
    let Some(value) = point.and_then(|point| point.series.as_f64()) else { return (' ', String::new()) };
    let part = if high > low { (value - low) / (high - low) } else { 1.0 };
    let shade = (part * SHADES.len() as f64).min(SHADES.len() as f64 - 1.0) as usize;
    (SHADES.get(shade).copied().unwrap_or(' '), notation.number(value))
}
