//! Texts as databases write them into files: a backslash before delimiters and line ends within fields, which stand in no
//! quotes, and `\N` for a missing value.
//!
//! Pure.

use super::super::dialect;
use super::super::sample::Sample;
use super::Recast;
use crate::limits;

/// What stands for a missing value.
const MISSING: &[u8] = b"\\N";

/// A line with its fields in quotes where they hold more than plain text; whether a field goes on in the next line, and
/// in it in quotes.
pub(super) fn anew(line: &[u8], delimiter: u8, mut open: bool, out: &mut Vec<u8>) -> bool {
    let mut begun = false;
    for (field, goes_on) in (Fields { rest: Some(line), delimiter }) {
        if std::mem::replace(&mut begun, true) {
            out.push(delimiter);
        }
        if !open && !goes_on && field == MISSING {
            continue;
        }
        let text = plain(field, delimiter);
        let quoted = open || goes_on || text.iter().any(|byte| *byte == delimiter || *byte == b'"');
        if quoted && !open {
            out.push(b'"');
        }
        for byte in text {
            out.extend(std::iter::repeat_n(byte, if byte == b'"' && quoted { 2 } else { 1 }));
        }
        if quoted && !goes_on {
            out.push(b'"');
        }
        open = goes_on;
    }
    open
}

/// The fields of a line as they are written, each with whether it goes on in the next line.
struct Fields<'a> {
    rest: Option<&'a [u8]>,
    delimiter: u8,
}

impl<'a> Iterator for Fields<'a> {
    type Item = (&'a [u8], bool);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.take()?;
        let mut at = 0;
        while let Some(&byte) = rest.get(at) {
            if byte == self.delimiter {
                self.rest = rest.get(at + 1..);
                return Some((rest.get(..at)?, false));
            }
            if byte == b'\\' && at + 1 == rest.len() {
                return Some((rest.get(..at)?, true));
            }
            at += if byte == b'\\' { 2 } else { 1 };
        }
        Some((rest, false))
    }
}

/// A field without the backslashes before delimiters and backslashes.
fn plain(field: &[u8], delimiter: u8) -> Vec<u8> {
    let mut text = Vec::with_capacity(field.len());
    let mut bytes = field.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let escaped = bytes.next_if(|&next| byte == b'\\' && (next == delimiter || next == b'\\'));
        text.push(escaped.unwrap_or(byte));
    }
    text
}

/// Whether a file is written so, and with which delimiter: all records have as many fields, no field is quoted, and one
/// at least holds a delimiter or a line end behind a backslash, or between tabs is missing.
pub(super) fn tell(sample: &Sample) -> Option<Recast> {
    if !sample.head().contains(&b'\\') {
        return None;
    }
    dialect::DELIMITERS.into_iter().find(|&delimiter| is_written_so(sample, delimiter)).map(Recast::Escaped)
}

fn is_written_so(sample: &Sample, delimiter: u8) -> bool {
    let head = sample.head();
    let end = if sample.is_whole() { head.len() } else { head.iter().rposition(|&byte| byte == b'\n').unwrap_or(0) };
    let lines = head.get(..end).unwrap_or_default().split(|&byte| byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let (mut widths, mut width, mut open, mut evidence) = (Vec::new(), 0, false, false);
    for line in lines.take(limits::DIALECT_RECORDS) {
        if line.is_empty() && !open {
            continue;
        }
        let mut goes_on = false;
        for (field, last) in (Fields { rest: Some(line), delimiter }) {
            if field.starts_with(b"\"") {
                return false;
            }
            // What goes on from the line before is no field of its own.
            width += usize::from(!std::mem::take(&mut open));
            evidence |= last || field.contains(&delimiter) || (delimiter == b'\t' && field == MISSING);
            goes_on = last;
        }
        open = goes_on;
        if !open {
            widths.push(std::mem::take(&mut width));
        }
    }
    let first = widths.first().copied().unwrap_or_default();
    evidence && first > 1 && widths.len() > 1 && widths.iter().all(|width| *width == first)
}
