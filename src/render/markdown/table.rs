//! Tables of GitHub-flavoured Markdown.

use crate::event::CellClaim;
use crate::limits::CELL_CHARS;
use crate::render::claims::CellClaims;
use crate::render::escape;
use crate::render::format::{Align, ColumnFormat};
use crate::table::Cell;

/// A table of cells, at most `most` rows of them; empty where there are no columns. `claims` are the numbers in them.
pub(super) fn table(
    columns: &[String],
    types: &[String],
    rows: &[Vec<Cell>],
    most: usize,
    claims: &[CellClaim],
) -> String {
    let claims = CellClaims::of(claims);
    let shown = rows.get(..most).unwrap_or(rows);
    let formats = ColumnFormat::all(columns, types, rows);
    let header: Vec<String> = columns.iter().map(|column| cell(column)).collect();
    let right: Vec<bool> = formats.iter().map(|format| format.align == Align::Right).collect();
    let lines: Vec<Vec<String>> = shown
        .iter()
        .enumerate()
        .map(|(at, row)| {
            formats
                .iter()
                .enumerate()
                .map(|(index, format)| {
                    let shown = |value: &Cell| cell(&claims.signed(at, index, value, format.show(value)));
                    row.get(index).map_or(String::new(), shown)
                })
                .collect()
        })
        .collect();
    table_of_lines(&header, &right, &lines)
}

/// Text as a cell: escaped, and cut where it is longer than anyone reads in a table.
pub(super) fn cell(text: &str) -> String {
    match text.char_indices().nth(CELL_CHARS) {
        Some((end, _)) => format!("{}…", escape::markdown(text.get(..end).unwrap_or(text))),
        None => escape::markdown(text),
    }
}

/// A table of cells that are Markdown already.
pub(super) fn table_of_lines(header: &[String], right: &[bool], rows: &[Vec<String>]) -> String {
    if header.is_empty() {
        return String::new();
    }
    let mut out = String::new();
    push_row(&mut out, header.iter().map(String::as_str));
    let rule = |index: usize| if right.get(index).copied().unwrap_or(false) { "---:" } else { "---" };
    push_row(&mut out, (0..header.len()).map(rule));
    for row in rows {
        push_row(&mut out, (0..header.len()).map(|index| row.get(index).map_or("", String::as_str)));
    }
    out
}

fn push_row<'a>(out: &mut String, cells: impl Iterator<Item = &'a str>) {
    out.push('|');
    for cell in cells {
        out.push(' ');
        out.push_str(cell);
        out.push_str(if cell.is_empty() { "|" } else { " |" });
    }
    out.push('\n');
}
