//! A canvas of characters, each of which is one sign or eight braille dots.

use crate::render::terminal::ink::{Line, Span, Style};

/// Dots of one character.
pub(super) const ACROSS: usize = 2;
pub(super) const DOWN: usize = 4;
/// Bits of the dots of one character, row by row.
const DOTS: [[u32; ACROSS]; DOWN] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// What one character shows.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    bits: u32,
    sign: Option<char>,
    style: Style,
}

pub(super) struct Canvas {
    pub(super) columns: usize,
    pub(super) rows: usize,
    cells: Vec<Cell>,
}

impl Canvas {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows, cells: vec![Cell::default(); columns * rows] }
    }

    /// The dot at places from 0 to 1, from the left and from the bottom.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "dots")]
    pub(super) fn dot_at(&self, x: f64, y: f64) -> (usize, usize) {
        let place = |part: f64, dots: usize| (part.clamp(0.0, 1.0) * (dots - 1) as f64).round() as usize;
        (place(x, self.columns * ACROSS), place(1.0 - y, self.rows * DOWN))
    }

    fn cell(&mut self, column: usize, row: usize) -> Option<&mut Cell> {
        if column < self.columns { self.cells.get_mut(row * self.columns + column) } else { None }
    }

    pub(super) fn dot(&mut self, (across, down): (usize, usize), style: Style) {
        let bit = DOTS.get(down % DOWN).and_then(|row| row.get(across % ACROSS)).copied().unwrap_or(0);
        if let Some(cell) = self.cell(across / ACROSS, down / DOWN) {
            cell.bits |= bit;
            if cell.sign.is_none() {
                cell.style = style;
            }
        }
    }

    /// A straight line of dots.
    pub(super) fn stroke(&mut self, from: (usize, usize), to: (usize, usize), style: Style) {
        let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
        let between = |from: usize, to: usize, step: usize| {
            if to >= from {
                from + ((to - from) * step + steps / 2) / steps
            } else {
                from - ((from - to) * step + steps / 2) / steps
            }
        };
        for step in 0..=steps {
            self.dot((between(from.0, to.0, step), between(from.1, to.1, step)), style);
        }
    }

    /// A sign in place of dots; whatever was drawn there before is hidden.
    pub(super) fn sign(&mut self, column: usize, row: usize, sign: char, style: Style) {
        if let Some(cell) = self.cell(column, row) {
            *cell = Cell { bits: 0, sign: Some(sign), style };
        }
    }

    /// A sign where nothing was drawn.
    pub(super) fn sign_below(&mut self, column: usize, row: usize, sign: char, style: Style) {
        if let Some(cell) = self.cell(column, row).filter(|cell| cell.bits == 0 && cell.sign.is_none()) {
            *cell = Cell { bits: 0, sign: Some(sign), style };
        }
    }

    /// Text from a column on where there is room for all of it; characters that take two columns are left out.
    pub(super) fn text(&mut self, column: usize, row: usize, text: &str, style: Style) {
        let columns = crate::render::terminal::ink::width(text);
        if columns != text.chars().count() {
            return;
        }
        let begin = column.min(self.columns.saturating_sub(columns));
        let free = (begin..begin + columns)
            .all(|column| self.cell(column, row).is_some_and(|cell| cell.sign.is_none() && cell.bits.count_ones() < 3));
        if free {
            for (offset, ch) in text.chars().enumerate() {
                self.sign(begin + offset, row, ch, style);
            }
        }
    }

    /// One row as spans of one style each.
    pub(super) fn line(&self, row: usize) -> Line {
        let cells = self.cells.chunks(self.columns.max(1)).nth(row).unwrap_or_default();
        let spans = cells.chunk_by(|one, other| one.style == other.style).map(|cells| {
            let text: String = cells.iter().map(|cell| cell.sign.unwrap_or_else(|| glyph(cell.bits))).collect();
            Span::new(&text, cells.first().map(|cell| cell.style).unwrap_or_default())
        });
        spans.collect()
    }
}

/// A space for no dots, since the empty braille character is drawn by some fonts.
fn glyph(bits: u32) -> char {
    if bits == 0 { ' ' } else { char::from_u32(0x2800 + bits).unwrap_or(' ') }
}
