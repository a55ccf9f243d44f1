//! Fields that are wrapped in other signs than quotes: `="00123"`, with which spreadsheets are made to keep a text, quotes
//! as word processors set them, backticks.
//!
//! Pure.

use super::super::ReadOptions;
use super::super::dialect::{self, Found};
use super::super::sample::Sample;
use super::super::shape::trim;
use super::Recast;
use crate::limits;

/// What stands around fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Wrap {
    /// `="text"`
    Formula,
    /// `“text”`
    Curly,
    /// `` `text` ``
    Backtick,
}

impl Wrap {
    /// The signs before and behind a field, as they may be written.
    fn signs(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Formula => &[("\"=\"\"", "\"\"\""), ("=\"", "\"")],
            Self::Curly => &[("“", "”"), ("„", "“"), ("”", "”"), ("«", "»")],
            Self::Backtick => &[("`", "`")],
        }
    }

    /// What is told of it.
    pub(super) fn told(self) -> &'static str {
        match self {
            Self::Formula => {
                "=\"...\" stands around values, with which spreadsheets are made to keep texts; it was left out"
            }
            Self::Curly => "quotes as word processors set them stand around values, and were read as quotes",
            Self::Backtick => "backticks stand around values, and were read as quotes",
        }
    }
}

/// The text in the signs at a field's start, and the bytes that all of it takes; none where it is not wrapped.
fn wrapped(rest: &[u8], wrap: Wrap, delimiter: u8) -> Option<(&[u8], usize)> {
    wrap.signs().iter().find_map(|(before, behind)| {
        let inner = rest.strip_prefix(before.as_bytes())?;
        let closing = behind.as_bytes();
        let ends = |at: &usize| {
            let end = at + closing.len();
            inner.get(*at..end) == Some(closing) && inner.get(end).is_none_or(|next| *next == delimiter)
        };
        let at = (0..=inner.len().checked_sub(closing.len())?).find(ends)?;
        Some((inner.get(..at)?, before.len() + at + closing.len()))
    })
}

/// A line with plain quotes in the place of the signs; whether a quoted field is open at its end.
pub(super) fn anew(line: &[u8], wrap: Wrap, delimiter: u8, mut open: bool, out: &mut Vec<u8>) -> bool {
    let mut rest = line;
    let mut begins = !open;
    while let Some((&byte, behind)) = rest.split_first() {
        if let Some((inner, length)) = wrapped(rest, wrap, delimiter).filter(|_| begins) {
            out.push(b'"');
            for &byte in inner {
                out.extend(std::iter::repeat_n(byte, if byte == b'"' { 2 } else { 1 }));
            }
            out.push(b'"');
            rest = rest.get(length..).unwrap_or_default();
            begins = false;
            continue;
        }
        open = if open { byte != b'"' } else { byte == b'"' && (begins || out.last() == Some(&b'"')) };
        begins = !open && byte == delimiter;
        out.push(byte);
        rest = behind;
    }
    open
}

/// Whether fields are wrapped so, and what stands between them: as many in each line then. Where they could as well be
/// read as they are, all lines must show it, or a spreadsheet has done it.
pub(super) fn tell(sample: &Sample, found: &Found) -> Option<Recast> {
    let head = sample.head();
    let wraps = [Wrap::Formula, Wrap::Curly, Wrap::Backtick].into_iter().filter(|wrap| {
        let (before, _) = wrap.signs().last().copied().unwrap_or_default();
        let first = wrap.signs().first().map_or("", |(before, _)| before);
        [before, first].iter().any(|sign| head.windows(sign.len()).any(|part| part == sign.as_bytes()))
    });
    let candidates = wraps.flat_map(|wrap| dialect::DELIMITERS.map(|delimiter| (wrap, delimiter)));
    let fits = |&(wrap, delimiter): &(Wrap, u8)| {
        let (lines, with, doubly) = counts(head, wrap, delimiter);
        let needed = match wrap {
            Wrap::Formula => with > 0 && with * 2 >= lines.saturating_sub(1),
            Wrap::Curly | Wrap::Backtick if found.split && found.is_uniform => lines > 1 && doubly == lines,
            Wrap::Curly | Wrap::Backtick => with > 1 && with * 2 >= lines.saturating_sub(1),
        };
        needed && {
            let anew = dialect::detect(&sample.recast(Recast::Wrapped(wrap, delimiter)), &ReadOptions::default());
            anew.split && anew.is_uniform && anew.class > 2 && anew.dialect.delimiter == delimiter
        }
    };
    candidates.into_iter().find(fits).map(|(wrap, delimiter)| Recast::Wrapped(wrap, delimiter))
}

/// Lines, those with a wrapped field, and those of which each field that is no number is.
fn counts(head: &[u8], wrap: Wrap, delimiter: u8) -> (usize, usize, usize) {
    let lines = head.split(|&byte| byte == b'\n').map(trim_end).filter(|line| !trim(line).is_empty());
    lines.take(limits::DIALECT_RECORDS).fold((0, 0, 0), |(lines, with, all), line| {
        let (mut fields, mut inside, mut plain) = (0, 0, 0);
        let mut rest = line;
        loop {
            fields += 1;
            let length = if let Some((_, length)) = wrapped(rest, wrap, delimiter) {
                inside += 1;
                length
            } else {
                let end = rest.iter().position(|&byte| byte == delimiter).unwrap_or(rest.len());
                let text = rest.get(..end).unwrap_or_default();
                plain += usize::from(!text.iter().any(u8::is_ascii_alphabetic));
                end
            };
            match rest.get(length + 1..) {
                Some(behind) if length < rest.len() => rest = behind,
                _ => break,
            }
        }
        let whole = inside > 0 && inside + plain == fields;
        (lines + 1, with + usize::from(inside > 0), all + usize::from(whole))
    })
}

fn trim_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}
