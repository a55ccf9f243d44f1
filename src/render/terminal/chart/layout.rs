//! Where names, bars and values stand, the same for all views that are compared.

use crate::render::escape;
use crate::render::terminal::ink::{Line, Span, Style, cut, fit, width};

use super::signs;

/// Eighths of a column, from one to seven.
const EIGHTHS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/// Columns that names may take at most, and the part of the width.
const NAME_WIDTH: usize = 32;
/// Columns that the title of names may widen them to.
const TITLE_WIDTH: usize = 16;
/// Columns that bars take at most, so that they can be compared.
const BAR_WIDTH: usize = 60;
/// Columns below which there is no room for bars.
const BAR_LEAST: usize = 5;
/// Columns between two columns.
const GAP: usize = 2;

/// One line of bars.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// Its category; empty where it is that of the row before.
    pub(super) name: String,
    /// Its series, where the category has several.
    pub(super) sub: String,
    pub(super) pieces: Vec<Piece>,
    pub(super) label: String,
    /// Whether it is a line rather than a bar.
    pub(super) thin: bool,
}

/// A bar, or a piece of one, from one place of the axis to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) series: usize,
    /// Whether its filling tells its series.
    pub(super) filled: bool,
}

/// The columns of some rows.
pub(super) struct Layout {
    names: usize,
    subs: usize,
    /// Columns of bars left and right of zero; a line between them where there are both.
    left: usize,
    right: usize,
    zero: f64,
    /// Columns of the whole axis.
    unit: f64,
}

type Cells = Vec<(char, Style)>;

impl Layout {
    /// The layout of all rows that share an axis; nothing where there is no room.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "columns")]
    pub(super) fn of(rows: &[&Row], category: Option<&str>, marks: &[f64], most: usize) -> Option<Self> {
        let widest =
            |text: fn(&Row) -> &str| rows.iter().map(|row| width(&escape::terminal(text(row)))).max().unwrap_or(0);
        let titled = category.map_or(0, |title| width(&escape::terminal(title)).min(TITLE_WIDTH));
        let names = widest(|row| &row.name);
        let names = if names > 0 { names.max(titled).min(NAME_WIDTH).min(most / 3) } else { 0 };
        let subs = widest(|row| &row.sub).min(NAME_WIDTH / 2).min(most / 4);
        let labels = widest(|row| &row.label);
        let gaps = [names, subs].iter().filter(|columns| **columns > 0).count() * GAP + 1;
        let room = most.checked_sub(names + subs + gaps + labels).filter(|room| *room >= BAR_LEAST)?.min(BAR_WIDTH);
        let pieces = || rows.iter().flat_map(|row| &row.pieces);
        let begins = |down: bool| pieces().filter(move |piece| (piece.to < piece.from) == down).map(|piece| piece.from);
        let ends = || pieces().flat_map(|piece| [piece.from, piece.to]).chain(marks.iter().copied());
        let (low, high) = (ends().fold(f64::INFINITY, f64::min), ends().fold(f64::NEG_INFINITY, f64::max));
        // Bars that run to the left begin at zero or at others that do.
        let zero = begins(true).fold(f64::NEG_INFINITY, f64::max);
        let zero = if zero.is_finite() { zero } else { low };
        let span = high - low;
        if !(span > 0.0 && span.is_finite()) {
            return Some(Self { names, subs, left: 0, right: room, zero: low, unit: 0.0 });
        }
        let left = ((room as f64 * (zero - low) / span).ceil() as usize).min(room);
        let right = room.saturating_sub(left + usize::from(left > 0));
        let fits = |columns: usize, reach: f64| if reach > 0.0 { columns as f64 / reach } else { f64::INFINITY };
        Some(Self { names, subs, left, right, zero, unit: fits(left, zero - low).min(fits(right, high - zero)) })
    }

    /// The titles of names and values above them.
    pub(super) fn heading(&self, category: Option<&str>, title: Option<&str>, most: usize) -> Option<Line> {
        let name = category.map(escape::terminal).unwrap_or_default();
        let title = title.map(escape::terminal).unwrap_or_default();
        let before = if self.names == 0 {
            String::new()
        } else if title.is_empty() {
            name
        } else {
            let subs = if self.subs > 0 { self.subs + GAP } else { 0 };
            format!("{}{}", fit(&name, self.names), " ".repeat(GAP + subs))
        };
        let text = cut(&format!("{before}{title}"), most);
        (!text.trim().is_empty()).then(|| vec![Span::new(&text, Style::DIM)])
    }

    /// One row; `marks` are places of lines that cross all of them.
    pub(super) fn line(&self, row: &Row, marks: &[f64]) -> Line {
        let mut line = Line::new();
        for (text, columns) in [(&row.name, self.names), (&row.sub, self.subs)] {
            if columns > 0 {
                line.push(Span::plain(&format!("{}{}", fit(&escape::terminal(text), columns), " ".repeat(GAP))));
            }
        }
        let cells = self.cells(row, marks);
        line.extend(cells.chunk_by(|one, other| one.1 == other.1).map(|cells| {
            let text: String = cells.iter().map(|(ch, _)| ch).collect();
            Span::new(&text, cells.first().map(|(_, style)| *style).unwrap_or_default())
        }));
        line.push(Span::plain(&format!(" {}", row.label)));
        line
    }

    fn cells(&self, row: &Row, marks: &[f64]) -> Cells {
        let mut cells: Cells = vec![(' ', Style::default()); self.left + self.right];
        for mark in marks {
            if let Some(cell) = cells.get_mut(self.column(*mark).min((self.left + self.right).saturating_sub(1))) {
                *cell = ('┊', Style::DIM);
            }
        }
        for piece in &row.pieces {
            self.fill(&mut cells, piece, row.thin);
        }
        if self.left > 0 {
            cells.insert(self.left, ('│', Style::DIM));
        }
        // The value follows the bar, but for a line that crosses, or bars on the left.
        let last = cells.iter().rposition(|(ch, _)| *ch != ' ').map_or(0, |last| last + 1);
        cells.truncate(last);
        cells
    }

    /// The column in which a place lies, the line at zero not counted.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "columns")]
    fn column(&self, place: f64) -> usize {
        (self.left as f64 + (place - self.zero) * self.unit).max(0.0) as usize
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "columns")]
    fn fill(&self, cells: &mut Cells, piece: &Piece, thin: bool) {
        let (low, high) = (piece.from.min(piece.to), piece.from.max(piece.to));
        let place = |at: f64| (self.left as f64 + (at - self.zero) * self.unit).max(0.0);
        let style = Style::hue(piece.series);
        let ch = match (thin, piece.filled) {
            (true, _) => '─',
            (false, true) => signs::fill(piece.series),
            (false, false) => '█',
        };
        let begin = place(low).round() as usize;
        let exact = place(high);
        let ragged = !thin && !piece.filled && exact > self.left as f64;
        let end = if ragged { exact.floor() } else { exact.round() } as usize;
        for cell in cells.iter_mut().take(end).skip(begin) {
            *cell = (ch, style);
        }
        let eighths = if ragged { ((exact - exact.floor()) * 8.0).round() as usize } else { 0 };
        // What is more than nothing can be seen.
        let tip = match eighths {
            8 => Some('█'),
            eighths if eighths > 0 => EIGHTHS.get(eighths - 1).copied(),
            _ if end <= begin && high > low => Some(if ragged { '▏' } else { ch }),
            _ => None,
        };
        if let Some(tip) = tip {
            let at = if ragged { end.max(begin) } else { begin.min(self.left + self.right - 1) };
            let at = if piece.to < piece.from && !ragged { at.min(self.left.saturating_sub(1)) } else { at };
            if let Some(cell) = cells.get_mut(at) {
                *cell = (tip, style);
            }
        }
        if thin && let Some(cell) = cells.get_mut(if piece.to < piece.from { begin } else { end.saturating_sub(1) }) {
            *cell = ('●', style);
        }
    }
}
