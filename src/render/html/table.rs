//! Tables of cells as HTML.
//!
//! Uses `table`, `format`, `templates`. Every row that is given is written; the script of the page folds long tables to
//! their first rows, so that all can be read without it. Sorting reads what a cell shows, or its `data-v` where that is
//! rounded.

use std::fmt::Write;

use super::number::Marker;
use crate::event::{Claim, ClaimStatus};
use crate::render::claims::CellClaims;
use crate::render::format::{Align, ColumnFormat, MISSING, count, counted};
use crate::table::{Cell, float_text};
use crate::templates::{Markup, escape_html};

/// Rows that a folded table shows. The style sheet says the same.
pub const FOLDED_ROWS: usize = 5;

/// Characters beyond which a cell is cut until it has the focus.
const LONG: usize = 60;

/// What a table shows.
#[derive(Debug, Clone, Copy, Default)]
pub struct View<'a> {
    /// What it is, for those who cannot see where it stands.
    pub caption: &'a str,
    /// Column names.
    pub columns: &'a [String],
    /// DuckDB's type names, empty or missing where they are not known.
    pub types: &'a [String],
    /// The rows that are there.
    pub rows: &'a [Vec<Cell>],
    /// Rows of the whole.
    pub row_count: u64,
    /// Whether print shows the rows that are folded on a screen.
    pub whole_in_print: bool,
    /// What marks the numbers in the cells, and which they are.
    pub numbers: Option<(&'a Marker<'a>, &'a CellClaims<'a>)>,
}

/// A table with its caption, folded to a few rows.
#[must_use]
pub fn table(view: View<'_>) -> Markup {
    let formats = ColumnFormat::all(view.columns, view.types, view.rows);
    let mut body = String::new();
    for (at, row) in view.rows.iter().enumerate() {
        body.push_str("<tr>");
        for (index, (cell, format)) in row.iter().zip(&formats).enumerate() {
            match view.numbers {
                Some((marker, claims)) => push_claimed(&mut body, cell, format, marker, claims.at(at, index)),
                None => push_cell(&mut body, cell, format),
            }
        }
        body.push_str("</tr>\n");
    }
    let heads: Vec<Head<'_>> = view
        .columns
        .iter()
        .zip(&formats)
        .map(|(name, format)| Head { name, right: format.align == Align::Right, sortable: view.rows.len() > 1 })
        .collect();
    frame(view.caption, &heads, &body, view.rows.len(), view.row_count, view.whole_in_print)
}

/// The header of one column.
#[derive(Debug, Clone, Copy)]
pub struct Head<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whether its cells stand on the right.
    pub right: bool,
    /// Whether its rows can be sorted by it.
    pub sortable: bool,
}

/// A table around rows that are HTML already. `rows` is how many of them there are, `row_count` how many of the whole.
#[must_use]
pub fn frame(
    caption: &str,
    heads: &[Head<'_>],
    body: &str,
    rows: usize,
    row_count: u64,
    whole_in_print: bool,
) -> Markup {
    let caption = escape_html(caption);
    let mut out = String::with_capacity(body.len() + 1_024);
    let fold = if rows > FOLDED_ROWS { " fold" } else { "" };
    let whole = if whole_in_print { " whole" } else { "" };
    let _ = write!(
        out,
        "<div class=\"table{fold}{whole}\">\n<div class=\"scroll\" role=\"region\" aria-label=\"{caption}\" \
         tabindex=\"0\">\n<table>\n<caption>{caption}</caption>\n<thead><tr>"
    );
    for head in heads {
        out.push_str(if head.right { "<th scope=\"col\" class=\"n\">" } else { "<th scope=\"col\">" });
        let name = escape_html(head.name);
        if head.sortable {
            let _ = write!(out, "<button type=\"button\" class=\"sort\">{name}</button></th>");
        } else {
            let _ = write!(out, "{name}</th>");
        }
    }
    let _ = write!(out, "</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n</div>\n");
    push_foot(&mut out, rows, row_count);
    out.push_str("</div>\n");
    Markup::trusted(out)
}

/// How many rows there are, and the button that shows those that are folded.
fn push_foot(out: &mut String, rows: usize, row_count: u64) {
    let kept = rows as u64;
    let total = row_count.max(kept);
    let is_folded = rows > FOLDED_ROWS;
    let left_out = total > kept;
    if total == 0 {
        out.push_str("<p class=\"foot\">No rows.</p>\n");
        return;
    }
    if !is_folded && !left_out {
        return;
    }
    out.push_str("<p class=\"foot\">");
    if is_folded {
        let all = if left_out { "" } else { "all " };
        let _ = write!(
            out,
            "<button type=\"button\" class=\"unfold\" aria-expanded=\"false\" data-less=\"Show {FOLDED_ROWS} rows\">\
             Show {all}{}</button> ",
            counted(kept, "row")
        );
    }
    if left_out {
        let _ = write!(
            out,
            "<span>The first {} of {}; the others were left out.</span>",
            count(kept),
            counted(total, "row")
        );
    } else {
        let _ = write!(out, "<span class=\"total\">{} in all</span>", counted(total, "row"));
    }
    out.push_str("</p>\n");
}

/// One cell as `<td>`.
pub fn push_cell(out: &mut String, cell: &Cell, format: &ColumnFormat) {
    if cell.is_null() {
        push_missing(out, format.align == Align::Right);
        return;
    }
    let shown = format.show(cell);
    if format.align == Align::Right {
        match cell {
            Cell::Float(value) if format.is_rounded(cell) => {
                let exact = float_text(*value);
                let _ = write!(out, "<td class=\"n\" data-v=\"{exact}\" title=\"{exact}\">{shown}</td>");
            }
            Cell::Null | Cell::Bool(_) | Cell::Int(_) | Cell::Float(_) | Cell::Text(_) => {
                let _ = write!(out, "<td class=\"n\">{}</td>", escape_html(&shown));
            }
        }
    } else {
        push_text(out, &shown);
    }
}

/// One cell as `<td>`, with its numbers marked.
pub fn push_claimed(out: &mut String, cell: &Cell, format: &ColumnFormat, marker: &Marker<'_>, claims: &[&Claim]) {
    let Some(first) = claims.first() else { return push_cell(out, cell, format) };
    let shown = format.show(cell);
    match cell {
        Cell::Null => push_missing(out, format.align == Align::Right),
        Cell::Text(text) => {
            let number = if format.align == Align::Right { " class=\"n\"" } else { "" };
            let _ = write!(out, "<td{number}>{}</td>", claimed(text, &shown, marker, claims));
        }
        Cell::Bool(_) | Cell::Int(_) | Cell::Float(_) => {
            let number = if format.align == Align::Right { " class=\"n\"" } else { "" };
            let _ = write!(out, "<td{number} data-v=\"{cell}\">");
            marker.push(out, &shown, worst(claims).unwrap_or(first));
            out.push_str("</td>");
        }
    }
}

/// The text of a cell with its numbers marked. Offsets are into the cell's own text: where something else is shown, all of
/// it is marked.
pub fn claimed(text: &str, shown: &str, marker: &Marker<'_>, claims: &[&Claim]) -> Markup {
    match claims.first() {
        Some(first) if text != shown => {
            let mut out = String::new();
            marker.push(&mut out, shown, worst(claims).unwrap_or(first));
            Markup::trusted(out)
        }
        Some(_) | None => marker.text(shown, claims.iter().copied()),
    }
}

/// A number that could not be traced, where there is one.
fn worst<'a>(claims: &[&'a Claim]) -> Option<&'a Claim> {
    claims.iter().find(|claim| claim.status == ClaimStatus::Unverified).copied()
}

/// A missing value as `<td>`.
pub fn push_missing(out: &mut String, right: bool) {
    let class = if right { "n na" } else { "na" };
    let _ = write!(
        out,
        "<td class=\"{class}\"><span aria-hidden=\"true\">{MISSING}</span><span class=\"unseen\">missing</span></td>"
    );
}

fn push_text(out: &mut String, text: &str) {
    let escaped = escape_html(text);
    if text.chars().nth(LONG).is_some() || text.contains('\n') {
        let _ = write!(out, "<td class=\"long\"><span tabindex=\"0\">{escaped}</span></td>");
    } else if text.is_empty() {
        out.push_str("<td class=\"na\"><span>empty text</span></td>");
    } else {
        let _ = write!(out, "<td>{escaped}</td>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(rows: &[Vec<Cell>], row_count: u64) -> String {
        let columns = ["name".to_owned(), "n".to_owned()];
        let types = ["VARCHAR".to_owned(), "DOUBLE".to_owned()];
        let view = View { caption: "A <b>", columns: &columns, types: &types, rows, row_count, ..View::default() };
        table(view).as_str().to_owned()
    }

    fn rows(number: usize) -> Vec<Vec<Cell>> {
        (0..number).map(|_| vec![Cell::Text("a".to_owned()), Cell::Int(1_000)]).collect()
    }

    #[test]
    fn cells_are_escaped_aligned_and_grouped() {
        let html = shown(
            &[
                vec![Cell::Text("<script>alert(1)</script>".to_owned()), Cell::Float(1_234.5)],
                vec![Cell::Null, Cell::Float(0.123_456_789)],
                vec![Cell::Text(String::new()), Cell::Null],
            ],
            3,
        );
        assert!(html.contains("<td>&lt;script&gt;alert(1)&lt;/script&gt;</td><td class=\"n\">1,234.50</td>"), "{html}");
        assert!(html.contains("data-v=\"0.123456789\" title=\"0.123456789\">0.12</td>"), "{html}");
        assert!(html.contains("<td class=\"na\"><span aria-hidden=\"true\">–</span>"), "{html}");
        assert!(html.contains("empty text"), "{html}");
        assert!(html.contains("<caption>A &lt;b&gt;</caption>"), "{html}");
    }

    #[test]
    fn long_tables_are_folded_and_say_how_long_they_are() {
        let html = shown(&rows(6), 6);
        assert!(html.contains("<div class=\"table fold\">"), "{html}");
        assert!(html.contains(">Show all 6 rows</button> <span class=\"total\">6 rows in all</span>"), "{html}");
        let html = shown(&rows(5), 5);
        assert!(!html.contains("fold") && !html.contains("foot"), "{html}");
    }

    #[test]
    fn what_was_left_out_is_said() {
        let html = shown(&rows(6), 12_381);
        assert!(html.contains("The first 6 of 12,381 rows; the others were left out."), "{html}");
        assert!(shown(&[], 0).contains("No rows."));
        assert!(shown(&[], 7).contains("The first 0 of 7 rows"));
    }

    #[test]
    fn long_texts_can_have_the_focus() {
        let html = shown(&[vec![Cell::Text("x".repeat(61)), Cell::Null]], 1);
        assert!(html.contains("<td class=\"long\"><span tabindex=\"0\">xxx"), "{html}");
    }
}
