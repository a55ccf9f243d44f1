//! Lines, areas, points and standing bars on a canvas.

use super::canvas::{ACROSS, Canvas, DOWN};
use super::frame::Frame;
use super::sides::{Series, Side, points};
use super::signs;
use crate::event::{Drawn, DrawnMark, DrawnPoint, DrawnView};
use crate::render::escape;
use crate::render::terminal::ink::{Line, Span, Style, cut, width};

/// Columns of a canvas at most, and below which there is no room for one.
const WIDEST: usize = 88;
const NARROWEST: usize = 12;
/// Columns of the name of a line.
const NAME_WIDTH: usize = 16;
/// Points that are drawn as signs rather than dots.
const FEW: usize = 60;
/// Columns between two signs on a line.
const SIGN_GAP: usize = 6;
/// Eighths of a row, from one to eight.
const EIGHTHS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The view as lines; nothing where there is no room, or nothing on it has a place.
pub(super) fn draw(view: &DrawnView, drawn: &Drawn, most: usize) -> Option<Vec<Line>> {
    let marks: Vec<&DrawnMark> = view.marks.iter().collect();
    let all = points(&marks);
    let has_place = all.iter().any(|point| point.at_x.is_some() || point.at_y.is_some());
    // Texts alone are a table.
    if !has_place || marks.iter().all(|mark| mark.shape == "text") {
        return None;
    }
    let series = Series::of(&drawn.legend, &all);
    let several = series.names().len() > 1 && all.iter().any(|point| !point.series.is_null());
    let frame = Frame::of(view, most);
    let rows = frame.rows(Side::Y.is_discrete(view));
    let lines_drawn = marks.iter().any(|mark| mark.shape == "line");
    let named = several && lines_drawn && series.names().len() <= rows;
    let beside = if named {
        series.names().iter().map(|name| width(&escape::terminal(name))).max().unwrap_or(0).min(NAME_WIDTH) + 3
    } else {
        0
    };
    let columns = most.checked_sub(frame.columns() + beside).filter(|room| *room >= NARROWEST)?.min(WIDEST);
    let mut plot = Plot { canvas: Canvas::new(columns, rows), series: &series, several, view };
    for mark in &marks {
        plot.mark(mark, &marks);
    }
    let ends = if named { plot.ends(&marks) } else { Vec::new() };
    let mut lines = Vec::new();
    if several && !named {
        let fills = marks.iter().all(|mark| matches!(mark.shape.as_str(), "rect" | "area"));
        lines.extend(signs::legend(series.names(), if fills { signs::fill } else { signs::sign }, most));
    }
    lines.extend(frame.lines(&plot.canvas, most, |row| {
        let series_here = ends.iter().position(|end| *end == Some(row))?;
        let name = series.names().get(series_here)?;
        let text = format!(" {} {}", signs::sign(series_here), cut(&escape::terminal(name), NAME_WIDTH));
        Some(Span::new(&text, Style::hue(series_here)))
    }));
    Some(lines)
}

struct Plot<'a> {
    canvas: Canvas,
    series: &'a Series,
    several: bool,
    view: &'a DrawnView,
}

impl Plot<'_> {
    fn style(&self, point: &DrawnPoint) -> Style {
        Style::hue(self.series.place(point))
    }

    fn mark(&mut self, mark: &DrawnMark, all: &[&DrawnMark]) {
        match mark.shape.as_str() {
            "line" | "trail" => self.lines(mark, all),
            "area" => self.areas(mark),
            "rect" => self.columns(mark),
            "symbol" => self.symbols(mark, all),
            "rule" => self.rules(mark),
            "text" => self.texts(mark),
            _ => {}
        }
    }

    /// Points of each series, in order of drawing.
    fn by_series<'a>(&self, mark: &'a DrawnMark) -> Vec<Vec<&'a DrawnPoint>> {
        let mut groups: Vec<Vec<&DrawnPoint>> = vec![Vec::new(); self.series.names().len().max(1)];
        for point in &mark.points {
            if let Some(group) = groups.get_mut(self.series.place(point)) {
                group.push(point);
            }
        }
        groups
    }

    fn dot(&self, point: &DrawnPoint) -> Option<(usize, usize)> {
        Some(self.canvas.dot_at(point.at_x.unwrap_or(0.5), point.at_y?))
            .filter(|_| point.at_x.is_some() || self.view.axes.len() < 2)
    }

    fn lines(&mut self, mark: &DrawnMark, all: &[&DrawnMark]) {
        // The edge of an area is drawn with it.
        let is_edge = all.iter().any(|other| other.shape == "area" && other.items == mark.items);
        for (place, points) in self.by_series(mark).into_iter().enumerate() {
            let style = Style::hue(place);
            let dots: Vec<Option<(usize, usize)>> = points.iter().map(|point| self.dot(point)).collect();
            for (from, to) in dots.iter().zip(dots.iter().skip(1)) {
                if let (Some(from), Some(to)) = (from, to) {
                    self.canvas.stroke(*from, *to, style);
                }
            }
            if let [Some(only)] = dots.as_slice() {
                self.canvas.dot(*only, style);
            }
            // Bars hide a line, but not its signs.
            let over_bars = all.iter().any(|other| other.shape == "rect");
            if (self.several || over_bars) && !is_edge {
                self.signs(dots.into_iter().flatten(), place);
            }
        }
    }

    /// Signs on a line, by which it is known without colours: never so many that the line cannot be seen.
    fn signs(&mut self, dots: impl Iterator<Item = (usize, usize)>, place: usize) {
        let mut next = 0;
        for (across, down) in dots {
            let column = across / ACROSS;
            if column >= next {
                self.canvas.sign(column, down / DOWN, signs::sign(place), Style::hue(place));
                next = column + SIGN_GAP;
            }
        }
    }

    fn areas(&mut self, mark: &DrawnMark) {
        for (place, points) in self.by_series(mark).into_iter().enumerate() {
            let style = Style::hue(place);
            let edges: Vec<Option<((usize, usize), usize)>> = points
                .iter()
                .map(|point| {
                    let top = self.dot(point)?;
                    let foot = self.canvas.dot_at(0.0, point.at_y2.unwrap_or(0.0)).1;
                    Some((top, foot))
                })
                .collect();
            for (one, other) in edges.iter().zip(edges.iter().skip(1)) {
                let (Some((from, foot_from)), Some((to, foot_to))) = (one, other) else { continue };
                self.trapezoid(*from, *to, (*foot_from, *foot_to), place);
                self.canvas.stroke(*from, *to, style);
            }
        }
    }

    /// Fills below an edge; without colours the pattern tells whose it is.
    fn trapezoid(&mut self, from: (usize, usize), to: (usize, usize), feet: (usize, usize), place: usize) {
        let wide = to.0.saturating_sub(from.0).max(1);
        let between = |one: usize, other: usize, step: usize| (one * (wide - step) + other * step) / wide;
        for step in 0..=wide {
            let (top, foot) = (between(from.1, to.1, step), between(feet.0, feet.1, step));
            for down in top.min(foot)..top.max(foot) {
                let across = from.0 + step;
                let filled = match place % 3 {
                    0 => (across + down).is_multiple_of(2),
                    1 => across.is_multiple_of(2) && down.is_multiple_of(2),
                    _ => down.is_multiple_of(4),
                };
                if filled {
                    self.canvas.dot((across, down), Style::hue(place));
                }
            }
        }
    }

    /// Bars that stand: on bins, moments or categories. Ticks of strips are bars without a length.
    fn columns(&mut self, mark: &DrawnMark) {
        let bands = Side::X.axis(self.view).map_or(1, |axis| axis.domain.len()).max(1);
        let wide = mark.points.iter().filter_map(|point| Some((point.at_x2? - point.at_x?).abs()));
        #[expect(clippy::cast_precision_loss, reason = "a few hundred columns")]
        let narrowest = wide.fold(f64::INFINITY, f64::min) * self.canvas.columns as f64;
        // Bars that touch are told apart by a gap where all of them are wide enough.
        let gap = usize::from(narrowest >= 2.5);
        for point in &mark.points {
            let style = self.style(point);
            let Some(at) = point.at_y else { continue };
            let Some(foot) = point.at_y2 else {
                if let Some(x) = point.at_x {
                    let (across, down) = self.canvas.dot_at(x, at);
                    self.canvas.sign(across / ACROSS, down / DOWN, '│', style);
                }
                continue;
            };
            #[expect(clippy::cast_precision_loss, reason = "bands are few")]
            let half = 0.36 / bands as f64;
            let (left, right) = match (point.at_x, point.at_x2) {
                (Some(one), Some(other)) => (one.min(other), one.max(other)),
                (Some(middle), None) => (middle - half, middle + half),
                (None, _) => (0.1, 0.9),
            };
            let fill = if self.several { signs::fill(self.series.place(point)) } else { '█' };
            self.column((left, right), (foot, at), (fill, gap), style);
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "columns")]
    fn column(&mut self, (left, right): (f64, f64), (foot, at): (f64, f64), (fill, gap): (char, usize), style: Style) {
        let (columns, rows) = (self.canvas.columns as f64, self.canvas.rows as f64);
        let begin = (left.clamp(0.0, 1.0) * columns).round() as usize;
        let end = ((right.clamp(0.0, 1.0) * columns).round() as usize).max(begin + 1);
        let end = end.saturating_sub(gap).max(begin + 1);
        let (low, high) = (foot.min(at), foot.max(at));
        let up = |part: f64| (part.clamp(0.0, 1.0) * rows * 8.0).round() as usize;
        let (from, to) = (up(low), up(high).max(up(low) + usize::from(high > low)));
        for row in from / 8..to.div_ceil(8) {
            let part = to.min(row * 8 + 8) - (row * 8).max(from).min(to);
            let ch = if part == 8 || fill != '█' || from > row * 8 {
                if part >= 4 || to - from < 4 { fill } else { continue }
            } else {
                part.checked_sub(1).and_then(|part| EIGHTHS.get(part)).copied().unwrap_or(' ')
            };
            for column in begin..end {
                self.canvas.sign(column, self.canvas.rows.saturating_sub(row + 1), ch, style);
            }
        }
    }

    fn symbols(&mut self, mark: &DrawnMark, all: &[&DrawnMark]) {
        // Points of a line are its signs already.
        if all.iter().any(|other| other.shape == "line" && other.items == mark.items) {
            return;
        }
        let few = mark.points.len() <= FEW;
        for point in &mark.points {
            let place = self.series.place(point);
            let Some(dot) = self.dot(point) else { continue };
            if self.several || few {
                let sign = if self.several { signs::sign(place) } else { '•' };
                self.canvas.sign(dot.0 / ACROSS, dot.1 / DOWN, sign, Style::hue(place));
            } else {
                self.canvas.dot(dot, Style::hue(place));
            }
        }
    }

    /// Lines across, up, or from one place to another.
    fn rules(&mut self, mark: &DrawnMark) {
        for point in &mark.points {
            let style = self.style(point);
            match (point.at_x, point.at_y) {
                (Some(x), Some(y)) => {
                    let from = self.canvas.dot_at(x, y);
                    let to = self.canvas.dot_at(point.at_x2.unwrap_or(x), point.at_y2.unwrap_or(y));
                    self.canvas.stroke(from, to, style);
                }
                (None, Some(y)) => {
                    let row = self.canvas.dot_at(0.0, y).1 / DOWN;
                    (0..self.canvas.columns).for_each(|column| self.canvas.sign_below(column, row, '╌', Style::DIM));
                }
                (Some(x), None) => {
                    let column = self.canvas.dot_at(x, 0.0).0 / ACROSS;
                    (0..self.canvas.rows).for_each(|row| self.canvas.sign_below(column, row, '┊', Style::DIM));
                }
                (None, None) => {}
            }
        }
    }

    fn texts(&mut self, mark: &DrawnMark) {
        for point in &mark.points {
            let Some(text) = point.text.as_deref().filter(|text| !text.is_empty()) else { continue };
            // Lines have their names beside them.
            if self.several && self.series.names().iter().any(|name| name == text) {
                continue;
            }
            let Some((across, down)) = self.dot(point) else { continue };
            let text = escape::terminal(text);
            let column = (across / ACROSS).saturating_sub(width(&text) / 2);
            self.canvas.text(column, (down / DOWN).saturating_sub(1), &text, Style::default());
        }
    }

    /// The row beside which each line's name stands: the one at which it ends, or the nearest that is free.
    fn ends(&self, marks: &[&DrawnMark]) -> Vec<Option<usize>> {
        let mut ends: Vec<Option<usize>> = Vec::new();
        let lines: Vec<&&DrawnMark> = marks.iter().filter(|mark| mark.shape == "line").collect();
        for place in 0..self.series.names().len() {
            let own = lines.iter().flat_map(|mark| &mark.points).filter(|point| self.series.place(point) == place);
            let last = own.filter_map(|point| Some((point.at_x.unwrap_or(0.0), self.dot(point)?.1 / DOWN)));
            let last = last.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, row)| row);
            let free = |last: usize| {
                let rows = (0..self.canvas.rows).filter(|row| !ends.contains(&Some(*row)));
                rows.min_by_key(|row| row.abs_diff(last))
            };
            ends.push(last.and_then(free));
        }
        ends
    }
}
