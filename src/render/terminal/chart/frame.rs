//! The axes of a canvas: labels at its left and foot, as in the picture.

use super::canvas::Canvas;
use super::sides::{Side, categories};
use crate::event::DrawnView;
use crate::limits::TERMINAL_CHART_LINES;
use crate::render::escape;
use crate::render::terminal::ink::{Line, Span, Style, cut, width};

/// Columns of a label at the left, and the part of the width.
const LABEL_WIDTH: usize = 24;
/// Columns between two labels at the foot.
const GAP: usize = 2;

/// Categories at the left that get two rows each, and rows of a canvas with categories.
const FEW: usize = 6;
const LEAST: usize = 3;
const HIGHEST: usize = 30;
/// Rows by which a canvas may be higher or lower, so that its labels stand in equal distances.
const SLACK: usize = 3;

/// A label and where it stands, from 0 to 1.
struct Tick {
    at: f64,
    label: String,
}

/// What stands around a canvas.
pub(super) struct Frame {
    left: Vec<Tick>,
    foot: Vec<Tick>,
    /// Columns of the labels at the left.
    margin: usize,
    title_left: Option<String>,
    title_foot: Option<String>,
    /// Whether there is an axis at the left.
    has_left: bool,
    has_foot: bool,
    /// Whether labels at the foot are names, which may be cut.
    cuts: bool,
}

fn ticks(view: &DrawnView, side: Side) -> Vec<Tick> {
    let Some(axis) = side.axis(view) else { return Vec::new() };
    if !side.is_discrete(view) {
        return axis.ticks.iter().map(|tick| Tick { at: tick.at, label: escape::terminal(&tick.label) }).collect();
    }
    let names = categories(Some(axis));
    #[expect(clippy::cast_precision_loss, reason = "categories are few")]
    let middle = |index: usize| (index as f64 + 0.5) / names.len() as f64;
    let place = |index: usize| {
        let own = names.get(index).and_then(|(value, _)| axis.ticks.iter().find(|tick| tick.value == *value));
        own.map_or_else(|| if side == Side::X { middle(index) } else { 1.0 - middle(index) }, |tick| tick.at)
    };
    let named = |(index, (_, name)): (usize, &(_, String))| Tick { at: place(index), label: escape::terminal(name) };
    names.iter().enumerate().map(named).collect()
}

impl Frame {
    pub(super) fn of(view: &DrawnView, most: usize) -> Self {
        let (left, foot) = (ticks(view, Side::Y), ticks(view, Side::X));
        let margin = left.iter().map(|tick| width(&tick.label)).max().unwrap_or(0).min(LABEL_WIDTH).min(most / 3);
        let title = |side: Side| side.axis(view).and_then(|axis| axis.title.as_deref()).map(escape::terminal);
        Self {
            left,
            foot,
            margin,
            title_left: title(Side::Y),
            title_foot: title(Side::X),
            has_left: Side::Y.axis(view).is_some(),
            has_foot: Side::X.axis(view).is_some(),
            cuts: Side::X.is_discrete(view),
        }
    }

    /// Columns that the left axis takes.
    pub(super) fn columns(&self) -> usize {
        if self.has_left { self.margin + 2 } else { 0 }
    }

    /// Rows of a canvas on which each category has its own, or labels stand in equal distances.
    pub(super) fn rows(&self, discrete: bool) -> usize {
        let labels = self.left.len();
        if discrete && self.has_left {
            return if labels <= FEW { labels * 2 } else { labels }.clamp(LEAST, HIGHEST);
        }
        #[expect(clippy::cast_precision_loss, reason = "a few rows")]
        let slant = |rows: usize| {
            let off = |tick: &Tick| {
                let place = tick.at * (rows - 1) as f64;
                (place - place.round()).abs()
            };
            self.left.iter().map(off).fold(0.0, f64::max)
        };
        let near = |rows: &usize| rows.abs_diff(TERMINAL_CHART_LINES);
        let range = TERMINAL_CHART_LINES - SLACK..=TERMINAL_CHART_LINES + SLACK;
        let best = range.min_by(|one, other| slant(*one).total_cmp(&slant(*other)).then(near(one).cmp(&near(other))));
        best.unwrap_or(TERMINAL_CHART_LINES)
    }

    /// The canvas with its axes; `beside` gives what stands right of a row.
    pub(super) fn lines(&self, canvas: &Canvas, most: usize, beside: impl Fn(usize) -> Option<Span>) -> Vec<Line> {
        let mut lines = Vec::new();
        if let Some(title) = &self.title_left {
            lines.push(vec![Span::new(&cut(title, most), Style::DIM)]);
        }
        let labels = self.labels(canvas);
        for row in 0..canvas.rows {
            let mut line = Line::new();
            if self.has_left {
                let label = labels.iter().find(|(at, _)| *at == row).map_or("", |(_, label)| label);
                let label = cut(label, self.margin);
                let mark = if label.is_empty() { '│' } else { '┤' };
                let blank = " ".repeat(self.margin - width(&label));
                line.push(Span::new(&format!("{blank}{label} {mark}"), Style::DIM));
            }
            line.extend(canvas.line(row));
            line.extend(beside(row));
            lines.push(line);
        }
        if self.has_foot {
            lines.extend(self.foot(canvas));
        }
        lines
    }

    /// The labels at the left, each on a row of its own: where two fall on one, the first stays.
    fn labels(&self, canvas: &Canvas) -> Vec<(usize, &str)> {
        let mut labels: Vec<(usize, &str)> = Vec::new();
        for tick in &self.left {
            let row = canvas.dot_at(0.0, tick.at).1 / super::canvas::DOWN;
            if labels.iter().all(|(taken, _)| *taken != row) {
                labels.push((row, &tick.label));
            }
        }
        labels
    }

    /// The line at the foot, its labels, and its title.
    fn foot(&self, canvas: &Canvas) -> Vec<Line> {
        let margin = self.columns();
        let mut rule: Vec<char> = vec!['─'; canvas.columns];
        let mut text = String::new();
        let room = margin + canvas.columns;
        let cuts = self.cuts(canvas.columns);
        for tick in &self.foot {
            let column = canvas.dot_at(tick.at, 0.0).0 / super::canvas::ACROSS;
            let label = cut(&tick.label, cuts);
            // In the middle below its mark, but within the chart.
            let centre = (margin + column).saturating_sub(width(&label) / 2);
            let begin = centre.min(room.saturating_sub(width(&label)));
            let used = width(&text);
            if label.is_empty() || used > 0 && begin < used + GAP {
                continue;
            }
            text.push_str(&" ".repeat(begin - used));
            text.push_str(&label);
            if let Some(mark) = rule.get_mut(column) {
                *mark = '┬';
            }
        }
        let corner = if self.has_left { format!("{} └", " ".repeat(self.margin)) } else { String::new() };
        let mut lines = vec![vec![Span::new(&format!("{corner}{}", rule.iter().collect::<String>()), Style::DIM)]];
        if !text.is_empty() {
            lines.push(vec![Span::new(&text, Style::DIM)]);
        }
        if let Some(title) = &self.title_foot {
            let title = cut(title, room);
            let begin = room - width(&title);
            lines.push(vec![Span::new(&format!("{}{title}", " ".repeat(begin)), Style::DIM)]);
        }
        lines
    }

    /// Columns to which labels at the foot are cut, so that several of them fit.
    fn cuts(&self, columns: usize) -> usize {
        // Labels of numbers and moments are left out rather than cut.
        let shared = if self.cuts { self.foot.len().clamp(1, 8) } else { 2 };
        (columns / shared).saturating_sub(GAP).max(6)
    }
}
