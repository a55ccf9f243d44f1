//! Tables fitted to the width of a terminal: numbers keep their width, text wraps, and columns for which there is no
//! room are named below.
//!
//! The only home of `comfy-table`.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Row, Table, Width};

use super::ink::{Line, Span, Style, cut, width};
use crate::limits::{CELL_CHARS, TERMINAL_CELL_LINES, TERMINAL_ROWS};
use crate::render::claims::CellClaims;
use crate::render::escape;
use crate::render::format::{Align, ColumnFormat, count};
use crate::table::Cell;

/// Columns between two columns of a table.
const GAP: usize = 2;
/// Columns to which text is squeezed at most, where its longest word is not longer, and where it is.
const NARROWEST: usize = 8;
const WORD: usize = 16;
/// Columns that text gets at most where there is room.
const WIDEST: usize = 60;
/// Columns of the per-column table that go first where there is no room for all.
const LEAST_WANTED: [&str; 4] = ["typical values", "unique count", "non-null count", "type"];

/// A table of texts.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) header: Vec<String>,
    /// Whether each column stands on the right.
    pub(super) right: Vec<bool>,
    pub(super) rows: Vec<Vec<String>>,
}

/// A table of cells as lines: at most [`TERMINAL_ROWS`] of its rows, and below what is not shown. `claims` are the
/// numbers in them.
pub(super) fn table(
    columns: &[String],
    types: &[String],
    rows: &[Vec<Cell>],
    row_count: u64,
    claims: &CellClaims<'_>,
    columns_wide: usize,
) -> Vec<Line> {
    let formats = ColumnFormat::all(columns, types, rows);
    let shown = rows.get(..TERMINAL_ROWS).unwrap_or(rows);
    let show = |(at, row): (usize, &Vec<Cell>)| {
        let cells = formats.iter().zip(row).enumerate();
        cells.map(|(index, (format, cell))| claims.signed(at, index, cell, format.show(cell))).collect::<Vec<String>>()
    };
    let grid = Grid {
        header: columns.to_vec(),
        right: formats.iter().map(|format| format.align == Align::Right).collect(),
        rows: shown.iter().enumerate().map(show).collect(),
    };
    let mut lines = grid.lines(columns_wide);
    if row_count > shown.len() as u64 {
        let text = match shown.len() {
            0 => format!("{} rows, none shown", count(row_count)),
            some => format!("rows 1–{} of {}", count(some as u64), count(row_count)),
        };
        lines.push(vec![Span::new(&cut(&text, columns_wide), Style::DIM)]);
    }
    lines
}

/// What a column needs.
struct Need {
    index: usize,
    least: usize,
    wanted: usize,
}

impl Grid {
    /// The table as lines of at most `most` columns.
    pub(super) fn lines(&self, most: usize) -> Vec<Line> {
        let grid = self.escaped();
        let needs = grid.needs(most);
        let (kept, dropped) = grid.choose(needs, most);
        if kept.is_empty() {
            return Vec::new();
        }
        let widths = widths(&kept, most);
        let mut lines = grid.draw(&kept, &widths);
        if !dropped.is_empty() {
            let names: Vec<&str> =
                dropped.iter().filter_map(|index| grid.header.get(*index)).map(String::as_str).collect();
            let text = format!("{} more columns: {}", dropped.len(), names.join(", "));
            let text = if dropped.len() == 1 { text.replacen("columns", "column", 1) } else { text };
            lines.push(vec![Span::new(&cut(&text, most), Style::DIM)]);
        }
        lines
    }

    fn escaped(&self) -> Self {
        let text = |text: &String| {
            let text = escape::terminal(text);
            match text.char_indices().nth(CELL_CHARS) {
                Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(&text)),
                None => text,
            }
        };
        Self {
            header: self.header.iter().map(text).collect(),
            right: self.right.clone(),
            rows: self.rows.iter().map(|row| row.iter().map(text).collect()).collect(),
        }
    }

    fn is_right(&self, index: usize) -> bool {
        self.right.get(index).copied().unwrap_or(false)
    }

    fn needs(&self, most: usize) -> Vec<Need> {
        let longest_word = |text: &str| text.split(' ').map(width).max().unwrap_or(0);
        let header = self.header.iter().enumerate();
        header
            .map(|(index, name)| {
                let cells =
                    self.rows.iter().filter_map(|row| row.get(index)).map(|cell| width(cell)).max().unwrap_or(0);
                let wanted = width(name).max(cells).clamp(1, WIDEST.min(most));
                let word =
                    self.rows.iter().filter_map(|row| row.get(index)).map(|cell| longest_word(cell)).max().unwrap_or(0);
                let least = if self.is_right(index) {
                    cells.max(longest_word(name))
                } else {
                    word.max(longest_word(name)).clamp(NARROWEST, WORD)
                };
                Need { index, least: least.clamp(1, wanted), wanted }
            })
            .collect()
    }

    /// The columns for which there is room, and the others. The first one stays, the least wanted go first, then those
    /// on the right.
    fn choose(&self, mut needs: Vec<Need>, most: usize) -> (Vec<Need>, Vec<usize>) {
        let mut dropped = Vec::new();
        let is_column_table = self.header.first().is_some_and(|name| name.eq_ignore_ascii_case("column"));
        let mut least_wanted = LEAST_WANTED.iter().filter(|_| is_column_table);
        while needs.len() > 1 && needs.iter().map(|need| need.least + GAP).sum::<usize>() > most + GAP {
            let named = least_wanted.next().map(|name| {
                needs.iter().position(|need| {
                    self.header.get(need.index).is_some_and(|header| header.eq_ignore_ascii_case(name))
                })
            });
            let position = match named {
                Some(Some(position)) => position,
                Some(None) => continue,
                None => needs.len() - 1,
            };
            dropped.push(needs.remove(position).index);
        }
        dropped.sort_unstable();
        (needs, dropped)
    }

    /// The header in bold, a rule, the rows.
    fn draw(&self, kept: &[Need], widths: &[usize]) -> Vec<Line> {
        let styled = |lines: Vec<String>, style: Style| {
            lines.into_iter().map(|line| vec![Span::new(line.trim_end(), style)]).collect::<Vec<Line>>()
        };
        let rule = "─".repeat(widths.iter().sum::<usize>() + GAP * (widths.len() - 1));
        let mut lines = styled(self.arrange(std::slice::from_ref(&self.header), kept, widths), Style::BOLD);
        lines.push(vec![Span::new(&rule, Style::DIM)]);
        lines.extend(styled(self.arrange(&self.rows, kept, widths), Style::default()));
        lines
    }

    /// Rows in columns of those widths, wrapped.
    fn arrange(&self, rows: &[Vec<String>], kept: &[Need], widths: &[usize]) -> Vec<String> {
        if rows.is_empty() {
            return Vec::new();
        }
        let mut table = Table::new();
        table.load_preset(comfy_table::presets::NOTHING);
        table.set_content_arrangement(ContentArrangement::Disabled);
        table.set_truncation_indicator("…");
        for row in rows {
            let cells = kept.iter().map(|need| row.get(need.index).cloned().unwrap_or_default());
            let mut cells = Row::from(cells.collect::<Vec<String>>());
            cells.max_height(TERMINAL_CELL_LINES);
            table.add_row(cells);
        }
        for (position, (need, columns)) in kept.iter().zip(widths).enumerate() {
            let Some(column) = table.column_mut(position) else { continue };
            let gap = if position + 1 == kept.len() { 0 } else { GAP };
            let narrow = |columns: usize| u16::try_from(columns).unwrap_or(u16::MAX);
            column.set_padding((0, narrow(gap)));
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(narrow(columns + gap))));
            let right = self.is_right(need.index);
            column.set_cell_alignment(if right { CellAlignment::Right } else { CellAlignment::Left });
        }
        table.lines().collect()
    }
}

/// The width of each column: what it needs, and of the room that is left what it wants, narrowest first.
fn widths(kept: &[Need], most: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = kept.iter().map(|need| need.least).collect();
    let gaps = GAP * kept.len().saturating_sub(1);
    let mut room = most.saturating_sub(widths.iter().sum::<usize>() + gaps);
    while room > 0 {
        let narrowest =
            widths.iter_mut().zip(kept).filter(|(width, need)| **width < need.wanted).min_by_key(|(width, _)| **width);
        let Some((width, _)) = narrowest else { break };
        *width += 1;
        room -= 1;
    }
    if let [only] = widths.as_mut_slice() {
        *only = (*only).min(most);
    }
    widths
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::ink::paint;
    use super::*;

    fn shown(grid: &Grid, most: usize) -> Vec<String> {
        grid.lines(most).iter().map(|line| paint(line, false)).collect()
    }

    fn grid(header: &[&str], right: &[bool], rows: &[&[&str]]) -> Grid {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
        Grid { header: words(header), right: right.to_vec(), rows: rows.iter().map(|row| words(row)).collect() }
    }

    #[test]
    fn numbers_stand_on_the_right_and_text_wraps() {
        let grid = grid(&["name", "sum"], &[false, true], &[&["one two three four", "1,000"], &["b", "2"]]);
        assert_eq!(
            shown(&grid, 80),
            [
                "name                  sum",
                "─────────────────────────",
                "one two three four  1,000",
                "b                       2"
            ]
        );
        assert_eq!(
            shown(&grid, 16),
            ["name         sum", "────────────────", "one two    1,000", "three", "four", "b              2"]
        );
    }

    #[test]
    fn columns_without_room_are_named() {
        let grid = grid(&["a", "b", "c"], &[true, true, true], &[&["1,000,000", "2,000,000", "3,000,000"]]);
        let lines = shown(&grid, 22);
        assert_eq!(lines[2], "1,000,000  2,000,000");
        assert_eq!(lines[3], "1 more column: c");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_table_is_wider_than_the_terminal(
            rows in prop::collection::vec(prop::collection::vec("[a-z日é\u{1b}\u{202e}👍 ]{0,30}", 6), 0..5),
            right in prop::collection::vec(any::<bool>(), 6),
            most in 10..90_usize,
        ) {
            let header = ["id", "a longer header", "x", "日本語", "Überschrift", "y z"].map(str::to_owned).to_vec();
            for line in shown(&Grid { header, right, rows }, most) {
                prop_assert!(width(&line) <= most, "{line:?} takes {} of {most}", width(&line));
            }
        }
    }
}
