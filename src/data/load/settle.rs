//! Tells rows from what only looks like them, once the types of the columns are known: totals and notes below the
//! table, a line of units below the names, records with too many fields, comments as wide as rows.

mod ending;

use ending::{Above, figure, is_named_note, likely, total_word, verdict};

use super::column::{Column, Type};
use super::decide::{self, Decision};
use super::labels;
use super::numeral;
use super::shape::{Shape, classify, trim};
use super::subtotal::Total;
use super::survey::{Aside, Reason, Survey};
use crate::limits;

/// What stands for a byte that is no text.
const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();
/// Notes below a table, at most.
const NOTES: usize = 6;
/// Lines of a block of notes, at most.
const NOTE_LINES: usize = 12;

/// Settles what was kept aside. `plain` says that every record below the first one is a row, wherever it stands.
pub(super) fn settle(found: &mut Survey, plain: bool) {
    let below = std::mem::take(&mut found.below_names);
    let mut tail = std::mem::take(&mut found.tail);
    let doubtful = std::mem::take(&mut found.doubtful);
    let every = found.frame.every;
    let told = if plain || every { Vec::new() } else { leading(found, &below, &tail) };
    let mut below = below.into_iter();
    for (reason, row) in told.iter().zip(below.by_ref()) {
        if *reason == Reason::Units {
            found.units = row.texts.iter().map(|text| String::from_utf8_lossy(trim(text)).into_owned()).collect();
        }
        omit(found, *reason, row.line);
    }
    // Where nothing else is there, the record below the names is a row like any other.
    let mut rows: Vec<Aside> = if told.is_empty() { below.by_ref().take(1).collect() } else { Vec::new() };
    if found.records == 0 {
        tail = below.chain(tail).collect();
    } else {
        rows.extend(below);
    }
    if let Some(row) = tail.pop_if(|row| found.zeros > 0 && is_padding(row)) {
        omit(found, Reason::Padding, row.line);
    }
    let end = if found.frame.split && !every { suffix(&tail) } else { tail.len() };
    let is_row = |row: &&Aside| !row.total.is_some_and(Total::is_certain);
    let mut base = found.columns.clone();
    tail.iter().take(end).chain(&rows).filter(is_row).for_each(|row| add(&mut base, row));
    let types = provisional(found, &base);
    let above = Above::of(found, &types, &rows, &tail, end);
    let doubted: Vec<bool> = tail.iter().map(|row| above.may_sum_up(row, &types)).collect();
    let mut kept = end;
    for (index, row) in tail.iter().enumerate().skip(end) {
        if verdict(row, &types, &above, tail.get(..index).unwrap_or_default()).is_none() {
            kept = index + 1;
        }
    }
    // A few lines are notes; many are rows in another form.
    let is_note = |row: &&Aside| row.line < above.notes && verdict(row, &types, &above, &tail) == Some(Reason::Note);
    if tail.iter().skip(kept).filter(is_note).count() > NOTES {
        kept = tail.len();
    }
    for row in tail.iter().skip(kept) {
        let reason = verdict(row, &types, &above, &tail).unwrap_or(Reason::Note);
        omit(found, reason, row.line);
    }
    // Where other rows have such a name as well, it is that of a person or a thing.
    let end = if rows.iter().chain(tail.iter().take(end)).any(|row| figure(row).is_some()) { kept } else { end };
    rows.extend(
        tail.into_iter().take(kept).zip(doubted).enumerate().map(
            |(at, (row, doubted))| {
                if doubted && at >= end { likely(row) } else { row }
            },
        ),
    );
    rows.retain(|row| found.keeps(row));
    for mut row in doubtful {
        let reach = row.texts.iter().rposition(|text| !text.is_empty()).map_or(0, |last| last + 1);
        let beyond = reach.saturating_sub(found.frame.width);
        let fits = fit(&row.texts, &types);
        // A space behind a delimiter is that of a text.
        let spaced =
            spaced(&row.texts, beyond).filter(|&column| fit(&joined(&row.texts, column, beyond, b' '), &types));
        let column = match spaced.filter(|_| row.surplus && (found.frame.loose || !fits)) {
            None if row.surplus && !fits => joint(&row.texts, beyond, &types, &base),
            column => column,
        };
        match column {
            Some(column) => {
                row.texts = joined(&row.texts, column, beyond, found.frame.dialect.delimiter);
                row.surplus = false;
                found.joined.add(row.line);
                found.joints.insert(row.line, column);
                rows.push(row);
            }
            None if fits => rows.push(row),
            None if row.surplus => omit(found, Reason::TooWide, row.line),
            None => omit(found, Reason::Comment, row.line),
        }
    }
    rows.sort_by_key(|row| row.line);
    if let Some(row) = rows.first().filter(|_| found.records == 0 && !plain && !every && sums_up(&rows, &types)) {
        found.likely_totals.add(row.line);
        let text = row.texts.first().map(|text| String::from_utf8_lossy(trim(text)).into_owned());
        found.likely_total.get_or_insert((0, text.unwrap_or_default()));
    }
    for row in &rows {
        found.take_aside(row);
    }
}

/// Whether the first of all rows has a name, and the sums of all others in each column of numbers: in several, or one of
/// those words for a name that totals have.
fn sums_up(rows: &[Aside], types: &[Decision]) -> bool {
    let Some((first, others)) =
        rows.split_first().filter(|(first, others)| others.len() > 1 && !first.total.is_some_and(Total::is_likely))
    else {
        return false;
    };
    let name = first.texts.first().map(|text| trim(text)).unwrap_or_default();
    let mut agreed = 0;
    for (column, kind) in types.iter().enumerate().filter(|(_, kind)| kind.kind.is_number()) {
        let number = |row: &Aside| row.texts.get(column).and_then(|text| kind.number(text));
        let (Some(total), sum) = (number(first), others.iter().filter_map(number).sum::<f64>()) else { return false };
        if total == 0.0 || (total - sum).abs() > 1e-9 * sum.abs() {
            return false;
        }
        agreed += 1;
    }
    let worded = ["all", "world", "overall", "everything", "gesamt", "alle", "tous"]
        .iter()
        .any(|word| name.eq_ignore_ascii_case(word.as_bytes()));
    classify(name).shape == Shape::Text && (agreed > 1 || (agreed == 1 && worded))
}

/// What the records right below the names are that are no rows.
fn leading(found: &Survey, below: &[Aside], tail: &[Aside]) -> Vec<Reason> {
    let is_row = |row: &&Aside| !row.total.is_some_and(Total::is_certain);
    labels::told(&found.first, below, |passed| {
        let behind: Vec<Aside> = below.iter().skip(passed).chain(tail).cloned().collect();
        let end = if found.frame.split { suffix(&behind) } else { behind.len() };
        let mut columns = found.columns.clone();
        behind.iter().take(end).filter(is_row).for_each(|row| add(&mut columns, row));
        (found.records + end as u64, provisional(found, &columns))
    })
}

/// What the columns would be decided to be as they are.
fn provisional(found: &Survey, columns: &[Column]) -> Vec<Decision> {
    let mut columns = columns.to_vec();
    columns.iter_mut().for_each(Column::admit_stand_ins);
    decide::decide(&columns, found.frame.dialect.delimiter)
}

fn fit(texts: &[Box<[u8]>], types: &[Decision]) -> bool {
    texts.iter().zip(types).all(|(text, kind)| kind.fits(text))
}

/// The column of texts into which so many fields too many belong, so that all others fit: an unquoted delimiter stands
/// in it. Of several, the one with the longest texts. None where all columns are texts, as nothing tells then.
fn joint(texts: &[Box<[u8]>], beyond: usize, types: &[Decision], columns: &[Column]) -> Option<usize> {
    if types.iter().all(|decision| decision.kind == Type::Text) {
        return None;
    }
    let fits = |column: usize| fit(&joined(texts, column, beyond, b' '), types);
    let texts = (0..types.len()).filter(|&column| types.get(column).is_some_and(|kind| kind.kind == Type::Text));
    texts.filter(|&column| fits(column)).max_by_key(|&column| columns.get(column).map(|column| column.bytes))
}

/// The column before the fields that begin with a space, where these are as many as there are too many, side by side.
fn spaced(texts: &[Box<[u8]>], beyond: usize) -> Option<usize> {
    let begins = |text: &[u8]| text.starts_with(b" ");
    let first = texts.iter().skip(1).position(|text| begins(text))?;
    let all = texts.iter().skip(1).filter(|text| begins(text)).count();
    let together = texts.iter().skip(first + 1).take(beyond).all(|text| begins(text));
    (beyond > 0 && all == beyond && together).then_some(first)
}

/// The fields with so many behind one of them joined to it.
pub(super) fn joined<T: AsRef<[u8]>>(texts: &[T], column: usize, beyond: usize, delimiter: u8) -> Vec<Box<[u8]>> {
    let field = |text: &T| Box::from(text.as_ref());
    let parts: Vec<&[u8]> = texts.iter().skip(column).take(beyond + 1).map(AsRef::as_ref).collect();
    let middle = parts.join(&delimiter).into_boxed_slice();
    let before = texts.iter().take(column).map(field);
    before.chain(std::iter::once(middle)).chain(texts.iter().skip(column + beyond + 1).map(field)).collect()
}

fn omit(found: &mut Survey, reason: Reason, line: u64) {
    found.omitted.insert(line);
    found.leave(reason, line);
}

fn add(columns: &mut [Column], row: &Aside) {
    for (column, text) in columns.iter_mut().zip(&row.texts) {
        column.add(text);
    }
}

/// Where the records begin that may be no rows by their form alone: nothing, one field, or a total.
fn suffix(tail: &[Aside]) -> usize {
    let is_total = |row: &Aside| total_word(row).is_some() || row.total.is_some_and(Total::is_certain);
    let notes = notes(tail);
    let aside = |row: &Aside| {
        row.filled() < 2 || is_total(row) || is_named_note(row) || figure(row).is_some() || row.line >= notes
    };
    let from = tail.len().saturating_sub(limits::TAIL_RECORDS);
    let last = tail.iter().enumerate().skip(from).rev().find(|(_, row)| !aside(row));
    last.map_or(from, |(index, _)| index + 1)
}

/// Whether a record is nothing but NUL bytes, with which a crash may fill a file up.
fn is_padding(row: &Aside) -> bool {
    let nul = |text: &[u8]| text.chunks(REPLACEMENT.len()).all(|part| part == REPLACEMENT);
    row.filled() == 1 && row.texts.iter().all(|text| nul(text))
}

/// The line on which notes begin: a few records at the end behind a gap, all of words, of which the first is one text or
/// has the mark of a footnote. Beyond all lines where there are none.
fn notes(tail: &[Aside]) -> u64 {
    let from = tail.len().saturating_sub(NOTE_LINES).max(1);
    let wordy = |row: &Aside| {
        let mut texts = row.texts.iter().filter(|text| !trim(text).is_empty());
        texts.all(|text| classify(text).shape == Shape::Text && !numeral::is_numeral(text))
    };
    let begins = |at: usize| {
        let (before, block) = tail.split_at_checked(at)?;
        let (last, first) = (before.last()?, block.first()?);
        let gap = first.line > last.line + last.lines || last.filled() == 0;
        let text = first.texts.first().map(|text| trim(text)).unwrap_or_default();
        let marked = text.first().is_some_and(|mark| b"(*[".contains(mark) || *mark >= 0x80);
        let told = first.filled() == 1 || marked;
        (gap && told && block.iter().all(wordy)).then_some(first.line)
    };
    (from..tail.len()).find_map(begins).unwrap_or(u64::MAX)
}
