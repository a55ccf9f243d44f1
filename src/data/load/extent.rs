//! Where the first table of a file begins and ends: behind what stands above it, before another table.
//!
//! Told from the head of a file. Pure.

use super::frame::{Row, is_word, is_year};
use super::shape::{Shape, classify, trim};

/// Rows of one width below names that make a table, whatever follows them.
const NARROW_ROWS: usize = 6;

/// Records before a gap behind which another table seems to begin: words, as wide as what follows and not as what stands
/// before.
pub(super) fn first_table(head: &[Row]) -> usize {
    let gaps = head.iter().enumerate().filter(|(_, row)| row.blank).map(|(at, _)| at);
    for at in gaps {
        let below: Vec<&Row> = head.iter().skip(at).filter(|row| !row.blank).take(3).collect();
        // A title may stand above the names.
        let titled = below.first().is_some_and(|row| row.filled() == 1 && row.reach() == 1 && row.is_words());
        let mut below = below.into_iter().skip(usize::from(titled));
        let (Some(names), Some(values)) = (below.next(), below.next()) else { continue };
        let before: Vec<usize> =
            head.iter().take(at).filter(|row| !row.blank && row.texts.len() > 1).map(Row::reach).collect();
        let alike = !titled && before.contains(&names.texts.len());
        let enough = before.len() > if titled { 1 } else { 2 };
        if enough && names.is_words() && names.filled() > 1 && values.texts.len() == names.texts.len() && !alike {
            return at;
        }
    }
    (3..head.len()).find(|&at| is_other_table(head, at)).unwrap_or(head.len())
}

/// The fields of the names where rows have further ones because texts hold delimiters without quotes: a space stands behind
/// each of these, and behind none of the others.
pub(super) fn loose(rows: &[&Row]) -> Option<usize> {
    let (names, rows) = rows.split_first()?;
    let width = names.texts.len();
    let spaced = |row: &Row| row.texts.iter().skip(1).filter(|text| text.starts_with(b" ")).count();
    let fits = |row: &&Row| spaced(row) == row.texts.len().saturating_sub(width);
    let wide = rows.iter().filter(|row| row.texts.len() > width).count();
    let exact = rows.iter().filter(|row| row.texts.len() == width).count();
    let complete = width > 1 && names.is_words() && names.filled() == width && spaced(names) == 0;
    (complete && wide > 0 && exact > 0 && rows.iter().all(fits) && rows.iter().any(|row| row.has_value()))
        .then_some(width)
}

/// Whether another table begins without a gap: names in another width than all records before, of which one column has
/// nothing but values, and values below in the same.
fn is_other_table(head: &[Row], at: usize) -> bool {
    let (Some(before), Some(names), Some(values)) = (head.get(..at), head.get(at), head.get(at + 1)) else {
        return false;
    };
    let width = names.texts.len();
    let complete = width > 1 && names.is_words() && names.filled() == width;
    if !complete || values.texts.len() != width || !values.has_value() {
        return false;
    }
    let old = before.first().map_or(0, |row| row.texts.len());
    let is_typed =
        |column: usize| before.iter().skip(1).all(|row| row.texts.get(column).is_some_and(|text| !is_word(text)));
    old > 1 && old != width && before.iter().all(|row| row.texts.len() == old) && (0..old.min(width)).any(is_typed)
}

/// Whether a table narrower than what follows begins: names, and so many rows as wide, of which one column has values of
/// one shape.
fn begins_narrow(head: &[Row]) -> bool {
    let Some((names, rows)) = head.split_first() else { return false };
    let width = names.texts.len();
    let rows = rows.get(..NARROW_ROWS).unwrap_or_default();
    let alike =
        width > 1 && names.filled() == width && !rows.is_empty() && rows.iter().all(|row| row.texts.len() == width);
    let shape = |row: &Row, column: usize| row.texts.get(column).map(|text| classify(text).shape);
    let valued = |column: usize| {
        let first = rows.first().and_then(|row| shape(row, column));
        first.is_some_and(|shape| !matches!(shape, Shape::Text | Shape::Empty | Shape::Blank))
            && rows.iter().all(|row| shape(row, column) == first)
    };
    alike && (0..width).any(valued)
}

/// Whether two records are rows of values, however few: as wide as the table, and of values in their first field.
fn are_rows(rows: [&Row; 2], width: usize) -> bool {
    rows.into_iter().all(|row| {
        let first = row.texts.first().map(Vec::as_slice).unwrap_or_default();
        row.texts.len() == width && !trim(first).is_empty() && !is_word(first) && !is_year(first)
    })
}

/// Records above the first one that is filled as a table's are.
pub(super) fn above(head: &[Row], width: usize, comments: bool) -> usize {
    let needed = (width * 3).div_ceil(5).max(width.min(2));
    let is_aside = |row: &Row| row.blank || (comments && row.marked);
    let begins = |at: usize| {
        let row = head.get(at).filter(|row| !is_aside(row))?;
        let next = head.iter().skip(at + 1).find(|row| !is_aside(row));
        Some(
            row.filled() >= needed
                || begins_narrow(head.get(at..).unwrap_or_default())
                || next.is_some_and(|next| are_rows([row, next], width)),
        )
    };
    let Some(first) = (0..head.len()).find(|&at| begins(at) == Some(true)) else {
        return head.iter().take_while(|row| is_aside(row)).count();
    };
    // A header that is too short stands right above the first full record, and says nothing but words.
    let before = head.get(..first).unwrap_or_default();
    let short = before.last().filter(|row| !is_aside(row) && row.filled() > 1 && row.is_words());
    let full = head.get(first).is_some_and(Row::has_value);
    match short {
        Some(row) if full && (row.filled() == row.texts.len() || row.texts.len() == width) => first - 1,
        _ => first,
    }
}
