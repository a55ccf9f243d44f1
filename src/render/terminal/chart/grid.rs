//! Lines and points on a grid of braille dots, with axes at its left and foot.

use super::bars::common_suffix;
use super::view::{Datum, Mark, View};
use crate::limits::TERMINAL_CHART_LINES;
use crate::render::format::rough;
use crate::render::terminal::ink::{HUES, Line, Span, Style, cut, width};

/// Columns of the grid at most, and below which there is no room for one.
const WIDEST: usize = 70;
const NARROWEST: usize = 12;
/// Columns of a series' name.
const NAME_WIDTH: usize = 16;
/// Dots of one character.
const DOTS_ACROSS: usize = 2;
const DOTS_DOWN: usize = 4;
/// Bits of the braille dots of one character, row by row.
const DOTS: [[u32; DOTS_ACROSS]; DOTS_DOWN] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// The chart as lines; nothing where there is no room, or too many series to be told apart.
pub(super) fn draw(view: &View, most: usize) -> Option<Vec<Line>> {
    if view.series.len() > HUES || view.mark == Mark::Bar && view.series.len() > 1 {
        return None;
    }
    let across = Axis::across(view)?;
    let zero = view.from_zero.then_some(0.0);
    let down = Axis::of(view.data.iter().map(|datum| datum.value).chain(zero))?;
    let ticks = [rough(down.high), rough(f64::midpoint(down.low, down.high)), rough(down.low)];
    let margin = ticks.iter().map(|tick| width(tick)).max().unwrap_or(0);
    let several = view.series.len() > 1;
    let names =
        if several { view.series.iter().map(|name| width(name)).max().unwrap_or(0).min(NAME_WIDTH) + 1 } else { 0 };
    let columns = most.checked_sub(margin + 2 + names).filter(|room| *room >= NARROWEST)?.min(WIDEST);
    let mut grid = Grid::new(columns, TERMINAL_CHART_LINES);
    let labels = plot(&mut grid, view, &across, &down);
    let mut lines = Vec::new();
    if !view.value_title.is_empty() {
        lines.push(vec![Span::new(&cut(&view.value_title, most), Style::DIM)]);
    }
    for row in 0..TERMINAL_CHART_LINES {
        let tick = match row {
            0 => ticks.first(),
            row if row == TERMINAL_CHART_LINES / 2 => ticks.get(1),
            row if row + 1 == TERMINAL_CHART_LINES => ticks.last(),
            _ => None,
        };
        let tick = tick.map_or("", String::as_str);
        let mut line = vec![Span::new(&format!("{}{tick} │", " ".repeat(margin - width(tick))), Style::DIM)];
        line.extend(grid.line(row));
        if let Some(series) = labels.iter().position(|label| *label == row).filter(|_| several) {
            let name = view.series.get(series).map_or("", String::as_str);
            line.push(Span::new(&format!(" {}", cut(name, NAME_WIDTH)), Style::hue(series)));
        }
        lines.push(line);
    }
    lines.push(vec![Span::new(&format!("{} └{}", " ".repeat(margin), "─".repeat(columns)), Style::DIM)]);
    lines.push(vec![Span::new(&format!("{}  {}", " ".repeat(margin), foot(view, columns)), Style::DIM)]);
    Some(lines)
}

/// The ends of the axis at the foot, and its title between them.
fn foot(view: &View, columns: usize) -> String {
    let keys: Vec<&str> = view.data.iter().map(|datum| datum.key.as_str()).collect();
    let suffix = common_suffix(&keys);
    let by_place = |one: &&Datum, other: &&Datum| one.at.unwrap_or(0.0).total_cmp(&other.at.unwrap_or(0.0));
    let name = |datum: Option<&Datum>| {
        let key = datum.map_or("", |datum| datum.key.as_str());
        key.strip_suffix(suffix).unwrap_or(key).to_owned()
    };
    let (first, last) = if view.is_continuous() {
        (name(view.data.iter().min_by(by_place)), name(view.data.iter().max_by(by_place)))
    } else {
        (name(view.data.first()), name(view.data.last()))
    };
    let (first, last) = (cut(&first, columns / 2 - 1), cut(&last, columns / 2 - 1));
    let room = columns.saturating_sub(width(&first) + width(&last));
    let title = if room > 6 { cut(&view.key_title, room - 4) } else { String::new() };
    let before = (room - width(&title)) / 2;
    format!("{first}{}{title}{}{last}", " ".repeat(before), " ".repeat(room - before - width(&title)))
}

/// Draws all series and gives the row at which each one's name stands.
fn plot(grid: &mut Grid, view: &View, across: &Axis, down: &Axis) -> Vec<usize> {
    let keys = view.keys();
    let mut labels: Vec<usize> = Vec::new();
    for (hue, series) in view.series.iter().enumerate() {
        let dots: Vec<(usize, usize)> = view
            .data
            .iter()
            .filter(|datum| datum.series == *series)
            .map(|datum| {
                #[expect(clippy::cast_precision_loss, reason = "charts hold few values")]
                let place = |key: &str| keys.iter().position(|other| *other == key).unwrap_or(0) as f64;
                let at = across.place(datum.at.unwrap_or_else(|| place(&datum.key)), grid.columns * DOTS_ACROSS);
                let rows = grid.rows * DOTS_DOWN;
                (at, rows - 1 - down.place(datum.value, rows))
            })
            .collect();
        let last = dots.last().map_or(0, |(_, row)| row / DOTS_DOWN);
        match view.mark {
            Mark::Point => {
                for dot in dots {
                    grid.dot(dot, hue);
                }
            }
            Mark::Line => {
                for (from, to) in dots.iter().zip(dots.iter().skip(1).chain(dots.last())) {
                    grid.stroke(*from, *to, hue);
                }
            }
            Mark::Bar => grid.stand(&dots, grid.rows * DOTS_DOWN - 1 - down.place(0.0, grid.rows * DOTS_DOWN), hue),
        }
        // The nearest row that has no name yet.
        let free = (0..grid.rows).filter(|row| !labels.contains(row)).min_by_key(|row| row.abs_diff(last));
        labels.push(free.unwrap_or(last));
    }
    labels
}

/// From the smallest to the largest of an axis.
struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    fn of(values: impl Iterator<Item = f64>) -> Option<Self> {
        let ends =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = ends;
        ((high - low).is_finite()).then_some(if high > low {
            Self { low, high }
        } else {
            Self { low: low - 1.0, high: high + 1.0 }
        })
    }

    /// Along continuous keys, or along their order where they are categories.
    fn across(view: &View) -> Option<Self> {
        if view.is_continuous() {
            return Self::of(view.data.iter().filter_map(|datum| datum.at));
        }
        #[expect(clippy::cast_precision_loss, reason = "charts hold few values")]
        let last = view.keys().len().saturating_sub(1) as f64;
        Self::of([0.0, last].into_iter())
    }

    /// Which of so many dots stands for a value.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "grids are a few hundred dots"
    )]
    fn place(&self, value: f64, dots: usize) -> usize {
        let part = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        (part * (dots - 1) as f64).round() as usize
    }
}

/// Characters of braille dots.
struct Grid {
    columns: usize,
    rows: usize,
    /// Row by row: the bits of each character and the colour of what was drawn there last.
    cells: Vec<(u32, usize)>,
}

impl Grid {
    fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows, cells: vec![(0, 0); columns * rows] }
    }

    fn dot(&mut self, (across, down): (usize, usize), hue: usize) {
        let bit = DOTS.get(down % DOTS_DOWN).and_then(|row| row.get(across % DOTS_ACROSS)).copied().unwrap_or(0);
        let index = (down / DOTS_DOWN) * self.columns + across / DOTS_ACROSS;
        if let Some(cell) = self.cells.get_mut(index) {
            *cell = (cell.0 | bit, hue);
        }
    }

    /// A straight line of dots.
    fn stroke(&mut self, from: (usize, usize), to: (usize, usize), hue: usize) {
        let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
        let between = |from: usize, to: usize, step: usize| {
            if to >= from {
                from + ((to - from) * step + steps / 2) / steps
            } else {
                from - ((from - to) * step + steps / 2) / steps
            }
        };
        for step in 0..=steps {
            self.dot((between(from.0, to.0, step), between(from.1, to.1, step)), hue);
        }
    }

    /// Bars side by side over the whole width, in the order of their tops, from the row of zero.
    fn stand(&mut self, tops: &[(usize, usize)], zero: usize, hue: usize) {
        let across = self.columns * DOTS_ACROSS;
        for (index, (_, top)) in tops.iter().enumerate() {
            let (from, until) = (index * across / tops.len(), (index + 1) * across / tops.len());
            for column in from..until.max(from + 1) {
                self.stroke((column, *top), (column, zero), hue);
            }
        }
    }

    /// One row as spans of one colour each.
    fn line(&self, row: usize) -> Line {
        let cells = self.cells.chunks(self.columns).nth(row).unwrap_or_default();
        let spans = cells.chunk_by(|one, other| one.1 == other.1).map(|cells| {
            let text: String = cells.iter().map(|(bits, _)| glyph(*bits)).collect();
            Span::new(&text, Style::hue(cells.first().map_or(0, |(_, hue)| *hue)))
        });
        spans.collect()
    }
}

/// A space for no dots, since the empty braille character is drawn by some fonts.
fn glyph(bits: u32) -> char {
    if bits == 0 { ' ' } else { char::from_u32(0x2800 + bits).unwrap_or(' ') }
}
