//! Apostrophes around texts: they are quotes where they stand around every text, or where what separates fields or
//! records stands between them; elsewhere they are part of the texts.

use super::super::ReadOptions;
use super::super::sample::Sample;
use super::super::shape::trim;
use super::super::split::{Dialect, Record};
use super::escapes;
use super::fit::{Fit, fit, is_typed, is_uniform, unclosed};
use crate::limits;

/// Texts between apostrophes that are enough to tell.
const ENOUGH: usize = 3;

/// Whether records agree on their width only where apostrophes quote; `other` is how they do with the usual quote.
pub(super) fn are_needed(fit: Fit, other: Option<Fit>) -> bool {
    is_uniform(fit) && fit.quoted > 0 && other.is_some_and(|other| other.agreeing < fit.agreeing)
}

/// The dialect with apostrophes for quotes, where no other quotes stand in the samples and all texts stand between them.
pub(super) fn tell(sample: &Sample, options: &ReadOptions, dialect: Dialect, so_far: Fit) -> Option<Dialect> {
    let other = options.quote.is_some() || options.escape.is_some() || dialect.quote != Some(b'"') || so_far.quoted > 0;
    if other || !wrap(sample, dialect) {
        return None;
    }
    let quote = Some(b'\'');
    let read = |escape| {
        let dialect = Dialect { quote, escape, ..dialect };
        let fit = fit(sample, dialect);
        (fit.faults == 0 && fit.agreeing >= so_far.agreeing).then_some(dialect)
    };
    escapes(sample, quote, options).into_iter().find_map(read)
}

/// Whether apostrophes stand around every text below the names that is no number, date or the like, and around names
/// too where they begin with one.
fn wrap(sample: &Sample, dialect: Dialect) -> bool {
    let dialect = Dialect { quote: None, escape: None, ..dialect };
    let mut record = Record::default();
    let (mut wrapped, mut header) = (0, true);
    for (part, whole) in sample.parts() {
        let mut rest = part;
        for _ in 0..limits::DIALECT_RECORDS {
            let Some(length) = record.read(rest, whole, dialect).or_else(|| unclosed(&mut record, rest, dialect))
            else {
                break;
            };
            if !(record.blank || rest.starts_with(b"#")) {
                for text in record.texts(rest).map(trim).filter(|text| !text.is_empty()) {
                    match text {
                        [b'\'', inner @ .., b'\''] if is_within(inner) => wrapped += usize::from(!header),
                        [b'\'', ..] => return false,
                        other if header || is_typed(other) => {}
                        _ => return false,
                    }
                }
                header = false;
            }
            rest = rest.get(length..).unwrap_or_default();
        }
    }
    wrapped >= ENOUGH
}

/// Whether every apostrophe of a text is doubled, or stands behind a backslash.
fn is_within(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some((first, behind)) = rest.split_first() {
        rest = match (first, behind.first()) {
            (b'\'', Some(b'\'')) | (b'\\', Some(b'\'' | b'\\')) => behind.get(1..).unwrap_or_default(),
            (b'\'', _) => return false,
            _ => behind,
        };
    }
    true
}
