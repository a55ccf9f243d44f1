//! How well samples read under a dialect.

use std::collections::BTreeMap;

use super::super::numeral;
use super::super::sample::Sample;
use super::super::shape::{Shape, classify};
use super::super::split::{Dialect, Record};
use super::{DELIMITERS, NONE};
use crate::limits;

/// Delimiters that are not taken, but told where every record of a single column has one of them.
const UNUSED: [u8; 6] = [b'!', b'/', b'#', b'=', b'@', b' '];

/// How well a dialect fits the samples.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a finding of its own")]
pub(super) struct Fit {
    /// Records.
    pub(super) records: usize,
    /// The width of most records that are wider than one field.
    pub(super) width: usize,
    /// Share of records of this width.
    pub(super) agreeing: f64,
    /// Whether the first record has it, comments and blank lines aside.
    pub(super) first: bool,
    /// Whether the first record has one field fewer, and all others have this width.
    pub(super) names_fewer: bool,
    /// Whether the first record has more than one field.
    pub(super) begins_split: bool,
    /// Share of records with more than one field.
    pub(super) split: f64,
    /// Whether the second record holds nothing but words.
    pub(super) second_words: bool,
    /// Whether the first record has nothing but words.
    pub(super) named: bool,
    /// Whether the first record has nothing but words, and the others nothing but values.
    pub(super) values_below: bool,
    /// Records with a fault.
    pub(super) faults: usize,
    /// Records with quoted fields.
    pub(super) quoted: usize,
    /// Share of fields that are numbers, dates, truth values or missing.
    pub(super) typed: f64,
}

/// Whether all records are alike, and none has a fault.
pub(super) fn is_uniform(fit: Fit) -> bool {
    fit.first && fit.faults == 0 && fit.agreeing > 0.999 && fit.records > 1
}

/// A delimiter that was not taken although all records have it equally often: words between it stand above values.
pub(super) fn unused(sample: &Sample, single: Dialect) -> Option<u8> {
    let whole = fit(sample, Dialect { delimiter: NONE, ..single });
    let split = |delimiter: &u8| {
        let fit = fit(sample, Dialect { delimiter: *delimiter, ..single });
        is_uniform(fit)
            && fit.records > 2
            && fit.width > 1
            && fit.named
            && fit.typed > 0.3
            && (*delimiter != b' ' || fit.values_below)
    };
    UNUSED.into_iter().filter(|_| whole.typed < 0.1).find(split)
}

/// How well samples read under a dialect.
pub(super) fn fit(sample: &Sample, dialect: Dialect) -> Fit {
    let mut record = Record::default();
    let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
    let mut first = None;
    let (mut marked, mut second_words) = (None, None);
    let (mut records, mut faults, mut quoted, mut fields, mut typed, mut words) = (0, 0, 0, 0_usize, 0_usize, 0);
    for (part, whole) in sample.parts() {
        let mut rest = part;
        let mut taken = 0;
        while taken < limits::DIALECT_RECORDS {
            let Some(length) = record.read(rest, whole, dialect).or_else(|| unclosed(&mut record, rest, dialect))
            else {
                break;
            };
            if !record.blank {
                taken += 1;
                let width = record.width();
                *widths.entry(width).or_default() += 1;
                let torn = rest.get(..length).is_some_and(|row| row.contains(&b'"')) && is_torn(record.texts(rest));
                faults += usize::from(record.fault.is_some() || record.mended || torn);
                quoted += usize::from(record.quoted);
                marked.get_or_insert(width);
                if rest.first() != Some(&b'#') {
                    if first.is_some() {
                        second_words.get_or_insert_with(|| !record.texts(rest).any(is_typed));
                    }
                    first.get_or_insert(width);
                }
                for text in record.texts(rest) {
                    fields += 1;
                    typed += usize::from(is_typed(text));
                }
                if records + taken == 1 {
                    words = if typed == 0 { fields } else { 0 };
                }
            }
            rest = rest.get(length..).unwrap_or_default();
        }
        records += taken;
    }
    // Where all records begin so, none is a comment.
    let first = first.or(marked);
    let most = widths.iter().filter(|(width, _)| **width > 1).max_by_key(|(width, count)| (**count, **width));
    let (width, count) = most.map_or((1, 0), |(width, count)| (*width, *count));
    Fit {
        records,
        width,
        agreeing: ratio(count, records),
        first: first == Some(width),
        names_fewer: first.is_some_and(|first| first > 1 && first + 1 == width) && count + 1 == records && records > 2,
        begins_split: first.is_some_and(|first| first > 1),
        split: ratio(widths.iter().filter(|(width, _)| **width > 1).map(|(_, count)| count).sum(), records),
        second_words: second_words.unwrap_or_default(),
        named: words > 0,
        values_below: records > 2 && words > 1 && typed + words == fields,
        faults,
        quoted,
        typed: ratio(typed, fields),
    }
}

/// A quote that is not closed within many lines of a sample stands in a text; its line is a record then.
pub(in super::super) fn unclosed(record: &mut Record, rest: &[u8], dialect: Dialect) -> Option<usize> {
    let lines = rest.iter().filter(|&&byte| byte == b'\n').take(limits::QUOTED_LINES).count();
    (lines == limits::QUOTED_LINES).then(|| record.read_line(rest, dialect, None))
}

/// Whether a field that is quoted between another delimiter is torn apart: it begins within one field and ends with another.
fn is_torn<'a>(texts: impl Iterator<Item = &'a [u8]>) -> bool {
    let begins = |text: &[u8]| text.windows(2).any(|two| matches!(two, [before, b'"'] if DELIMITERS.contains(before)));
    let mut begun = false;
    for text in texts {
        if begun && text.ends_with(b"\"") {
            return true;
        }
        begun |= begins(text);
    }
    false
}

/// Whether a text is a number, a date, a truth value or missing.
pub(super) fn is_typed(text: &[u8]) -> bool {
    match classify(text).shape {
        Shape::Text => numeral::is_numeral(text),
        Shape::Empty | Shape::Blank => false,
        _ => true,
    }
}

/// Better dialects rank higher: those that split most records alike and the first among them; then those that split the
/// first and many others, though not alike; then those that split most records alike but not the first, which is a title
/// then, as names and values below it show; then those that split nothing.
pub(super) fn rank(fit: Fit) -> (u8, std::cmp::Reverse<usize>, u32, u32, usize) {
    let faults = std::cmp::Reverse(fit.faults);
    let title = (fit.second_words && fit.typed > 0.1) || (fit.width > 2 && fit.typed > 0.3);
    let class = match fit.agreeing >= 0.5 {
        true if fit.first => 3,
        _ if fit.begins_split && fit.split >= 0.4 => 2,
        true if title => 1,
        _ => return (0, faults, percent(1.0 - fit.split), 0, 0),
    };
    (class, faults, percent(fit.agreeing), percent(fit.typed), fit.width)
}

#[expect(clippy::cast_precision_loss, reason = "counts of a sample")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is between 0 and 1")]
fn percent(share: f64) -> u32 {
    (share * 100.0) as u32
}
