//! Tells a file's delimiter and escape from its first records.
//!
//! Every candidate splits the sample, and the one under which the records agree with the first one wins. DuckDB's own
//! sniffer is not asked: it skips a header as a preamble where rows grow wider, takes a lone `;` in a text for a
//! delimiter, and gives up on mixed line ends.

use super::ReadOptions;
use super::split::{Dialect, Record};
use crate::limits;

const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// How well a dialect fits the sample.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Fit {
    /// Fields of the first record.
    first: usize,
    /// Share of records as wide as the first one.
    agreeing: f64,
    /// Share of records that are wider than one field.
    split: f64,
    /// Records with a fault.
    faults: usize,
}

/// The dialect under which the sample reads best; `whole` says that the sample is the whole file. What the options
/// name is taken as it is.
pub(super) fn detect(sample: &[u8], whole: bool, options: &ReadOptions) -> Dialect {
    let quote = match options.quote {
        None => Some(b'"'),
        given => byte(given),
    };
    let delimiters = match byte(options.delimiter) {
        Some(delimiter) => vec![delimiter],
        None => DELIMITERS.to_vec(),
    };
    let escapes = match options.escape {
        given @ Some(_) => vec![byte(given)],
        None if quote.is_some_and(|quote| sample.windows(2).any(|pair| pair == [b'\\', quote])) => {
            vec![quote, Some(b'\\')]
        }
        None => vec![quote],
    };
    let mut best: Option<(Dialect, Fit)> = None;
    for &delimiter in &delimiters {
        for &escape in &escapes {
            let dialect = Dialect { delimiter, quote, escape };
            let fit = fit(sample, whole, dialect);
            if best.is_none_or(|(_, so_far)| rank(fit) > rank(so_far)) {
                best = Some((dialect, fit));
            }
        }
    }
    best.map_or(Dialect { delimiter: b',', quote, escape: quote }, |(dialect, _)| dialect)
}

/// The line `sep=;` with which spreadsheets tell the delimiter of a file: the delimiter, and the bytes of the line.
pub(super) fn hint(sample: &[u8]) -> Option<(u8, usize)> {
    let end = sample.iter().position(|&byte| byte == b'\n')? + 1;
    let line = sample.get(..end)?.trim_ascii_end();
    // A tab at the end is no space there.
    let line = if line.len() == 4 { sample.get(..5)? } else { line };
    let bare = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match bare.split_at_checked(4)? {
        (word, [delimiter]) if word.eq_ignore_ascii_case(b"sep=") && DELIMITERS.contains(delimiter) => {
            Some((*delimiter, end))
        }
        _ => None,
    }
}

/// The byte of an option; none where it says that there is no such character.
fn byte(character: Option<char>) -> Option<u8> {
    character.filter(|&character| character != '\0').and_then(|character| u8::try_from(character).ok())
}

fn fit(sample: &[u8], whole: bool, dialect: Dialect) -> Fit {
    let mut rest = sample;
    let mut record = Record::default();
    let mut widths = Vec::new();
    let mut faults = 0;
    while widths.len() < limits::DIALECT_RECORDS {
        let Some(length) = record.read(rest, whole, dialect) else { break };
        rest = rest.get(length..).unwrap_or_default();
        if !record.blank {
            widths.push(record.width());
            faults += usize::from(record.fault.is_some());
        }
    }
    let first = widths.first().copied().unwrap_or_default();
    let share = |count: usize| ratio(count, widths.len());
    Fit {
        first,
        agreeing: share(widths.iter().filter(|&&width| width == first).count()),
        split: share(widths.iter().filter(|&&width| width > 1).count()),
        faults,
    }
}

/// Better dialects rank higher: those that split the first record and most others alike; then those that split most
/// records though not the first, which is a title then; then those that split nothing, the fewer records the better.
fn rank(fit: Fit) -> (u8, std::cmp::Reverse<usize>, u32, usize) {
    let faults = std::cmp::Reverse(fit.faults);
    if fit.first > 1 && fit.agreeing >= 0.5 {
        (2, faults, percent(fit.agreeing), fit.first)
    } else if fit.split >= 0.5 {
        (1, faults, percent(fit.split), fit.first)
    } else {
        (0, faults, percent(1.0 - fit.split), 0)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of a sample")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is between 0 and 1")]
fn percent(share: f64) -> u32 {
    (share * 100.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delimiter(sample: &str) -> char {
        char::from(detect(sample.as_bytes(), true, &ReadOptions::default()).delimiter)
    }

    #[test]
    fn the_delimiter_is_the_one_that_records_agree_on() {
        for (sample, expected) in [
            ("a,b\n1,2\n", ','),
            ("a;b\n1,5;2,5\n1,5;3,5\n", ';'),
            ("a\tb\nx, y\tz\n", '\t'),
            ("a|b\n1|2\n", '|'),
            ("a;\"b,c,d\"\n1;2\n", ';'),
            ("id,name,label\n1,x,y\n2,x|z,y\n3,x,y,z\n", ','),
            ("title\na;b\n1;2\n3;4\n", ';'),
        ] {
            assert_eq!(delimiter(sample), expected, "{sample:?}");
        }
    }

    #[test]
    fn a_single_column_is_not_torn_apart() {
        for sample in ["remark\nfine\nlate; call back\nfine\n", "remark\nfine\nlate, call back\nfine\n", "x\n1\n"] {
            let dialect = detect(sample.as_bytes(), true, &ReadOptions::default());
            assert!(fit(sample.as_bytes(), true, dialect).split < f64::EPSILON, "{sample:?}: {dialect:?}");
        }
    }

    #[test]
    fn a_backslash_escapes_where_that_mends_faults() {
        let escape = |sample: &str| detect(sample.as_bytes(), true, &ReadOptions::default()).escape;
        assert_eq!(escape("a,b\n\"x\\\"y, z\",1\n"), Some(b'\\'));
        assert_eq!(escape("a,b\n\"C:\\\",1\n"), Some(b'"'));
        assert_eq!(escape("a,b\n1,2\n"), Some(b'"'));
    }

    #[test]
    fn a_first_line_may_tell_the_delimiter() {
        for (sample, expected) in [
            ("sep=;\r\na;b\n", Some((b';', 7))),
            ("SEP=,\na,b\n", Some((b',', 6))),
            ("\"sep=|\"\na|b\n", Some((b'|', 8))),
            ("sep=\t\na\tb\n", Some((b'\t', 6))),
            ("sep=;", None),
            ("sep=\na\n", None),
            ("sep=x\na\n", None),
            ("sep=;b\n1;2\n", None),
            ("separator\n", None),
        ] {
            assert_eq!(hint(sample.as_bytes()), expected, "{sample:?}");
        }
    }

    #[test]
    fn options_decide() {
        let options = ReadOptions { delimiter: Some('|'), quote: Some('\''), ..ReadOptions::default() };
        let dialect = detect(b"a,b\n1,2\n", true, &options);
        assert_eq!(dialect, Dialect { delimiter: b'|', quote: Some(b'\''), escape: Some(b'\'') });
    }
}
