//! Samples of a file's text: its head, and where it is long, pieces of its middle and its end.
//!
//! What is decided before a file is read through rests on them.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use super::dialect;
use super::encoding::Coding;
use super::recast::{Recast, Recaster};
use super::source::{Prepared, unreadable};
use super::split::ends_feed;
use crate::data::DataError;
use crate::limits;

/// Pieces of a file's text, each from the start of a line.
#[derive(Debug, Default, Clone)]
pub(super) struct Sample {
    head: Vec<u8>,
    /// Whether the head is the whole file.
    whole: bool,
    others: Vec<Vec<u8>>,
    /// The end of a file that is longer than the head, but not by so much that it has other pieces.
    end: Vec<u8>,
}

impl Sample {
    /// Takes samples of a file.
    pub(super) fn take(prepared: &Prepared, coding: Coding) -> Result<Self, DataError> {
        let failed = |error: std::io::Error| unreadable(&prepared.shown, &error);
        let mut file = File::open(&prepared.file).map_err(failed)?;
        let length = prepared.plain_bytes();
        let mut piece = |from: u64, bytes: u64| -> Result<Vec<u8>, DataError> {
            file.seek(SeekFrom::Start(from)).map_err(failed)?;
            let mut raw = Vec::new();
            (&mut file).take(bytes).read_to_end(&mut raw).map_err(failed)?;
            Ok(raw)
        };
        let mut bytes = limits::DIALECT_BYTES as u64;
        let head = decoded(&piece(coding.mark as u64, bytes)?, coding);
        let whole = length <= bytes + coding.mark as u64;
        let mut others = Vec::new();
        // A field that is longer than the sample says nothing of the records; one that never ends is no field.
        let mut is_open = !whole && ends_in_long_field(&head);
        while is_open && bytes < length.min(limits::RECORD_BYTES as u64) {
            bytes *= 2;
            let longer = decoded(&piece(coding.mark as u64, bytes)?, coding);
            is_open = ends_in_long_field(&longer);
            if !is_open {
                return Ok(Self { head: longer, whole: length <= bytes + coding.mark as u64, ..Self::default() });
            }
        }
        // Even offsets keep the two bytes of a UTF-16 unit together.
        let bytes = limits::SAMPLE_BYTES as u64;
        let mut lines = |from: u64| -> Result<Vec<u8>, DataError> {
            let text = decoded(&piece(from / 2 * 2 + coding.mark as u64 % 2, bytes)?, coding);
            let start = text.iter().position(|&byte| byte == b'\n').map_or(text.len(), |at| at + 1);
            Ok(text.get(start..).unwrap_or_default().to_vec())
        };
        let mut end = Vec::new();
        if length > 4 * limits::DIALECT_BYTES as u64 {
            for from in [length / 3, length / 3 * 2, length - bytes] {
                others.push(lines(from)?);
            }
        } else if !whole {
            end = lines(length - bytes.min(length))?;
        }
        Ok(Self { head, whole, others, end })
    }

    #[cfg(test)]
    pub(super) fn of_text(text: &str) -> Self {
        Self { head: text.as_bytes().to_vec(), whole: true, ..Self::default() }
    }

    /// The file's first bytes as text.
    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }

    /// Whether the head is the whole file.
    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    /// The samples with their lines written anew.
    pub(super) fn recast(&self, recast: Recast) -> Self {
        let mut recaster = Recaster::new(recast);
        let mut anew = |text: &[u8], last: bool| recaster.lines(text, last).0;
        let head = anew(&self.head, self.whole);
        let others = self.others.iter().map(|piece| anew(piece, false)).collect();
        Self { head, whole: self.whole, others, end: anew(&self.end, true) }
    }

    /// The samples without the lines that begin with a mark.
    pub(super) fn without(&self, mark: &[u8]) -> Self {
        let plain = |text: &Vec<u8>| {
            let lines = text.split_inclusive(|&byte| byte == b'\n').filter(|line| !line.starts_with(mark));
            lines.collect::<Vec<_>>().concat()
        };
        let others = self.others.iter().map(plain).collect();
        Self { head: plain(&self.head), whole: self.whole, others, end: plain(&self.end) }
    }

    /// The head up to the so-many-th gap of empty lines within it; none where there is none.
    pub(super) fn until_gap(&self, gap: usize) -> Option<Self> {
        let (mut seen, mut at, mut text) = (0, 0, false);
        for line in self.head.split_inclusive(|&byte| byte == b'\n') {
            if !line.trim_ascii().is_empty() {
                text = true;
            } else if std::mem::replace(&mut text, false) {
                seen += 1;
                if seen == gap {
                    return Some(Self { head: self.head.get(..at)?.to_vec(), whole: true, ..Self::default() });
                }
            }
            at += line.len();
        }
        None
    }

    /// What stands below each line such as `[Data]`, up to the next one, where the file begins with such a line.
    pub(super) fn sections(&self) -> impl Iterator<Item = Self> {
        let is_name = |line: &[u8]| {
            let line = line.trim_ascii_end().trim_ascii_start();
            let end = line.iter().rposition(|byte| !b",;\t".contains(byte)).map_or(0, |last| last + 1);
            line.get(..end).is_some_and(|name| name.len() > 2 && name.starts_with(b"[") && name.ends_with(b"]"))
        };
        let mut sections: Vec<Vec<u8>> = Vec::new();
        for line in self.head.split_inclusive(|&byte| byte == b'\n') {
            match sections.last_mut() {
                _ if is_name(line) => sections.push(Vec::new()),
                Some(section) => section.extend_from_slice(line),
                None if line.trim_ascii().is_empty() => {}
                None => break,
            }
        }
        sections.into_iter().map(|head| Self { head, whole: true, ..Self::default() })
    }

    /// Drops so many bytes at the head.
    pub(super) fn pass(&mut self, bytes: usize) {
        self.head.drain(..bytes.min(self.head.len()));
    }

    /// The pieces, and whether each ends where the file does.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&[u8], bool)> {
        let others = self.others.iter().map(|piece| (piece.as_slice(), false));
        std::iter::once((self.head.as_slice(), self.whole)).chain(others)
    }

    /// The pieces and the file's end, each as if nothing followed.
    pub(super) fn all(&self) -> impl Iterator<Item = &[u8]> {
        self.parts().map(|(piece, _)| piece).chain(Some(self.end.as_slice()))
    }
}

/// Whether a text ends within a quoted field of many lines or bytes. Knows of no dialect: a quote opens a field behind
/// what usually stands between fields, and where one closes before anything else, nothing is said.
fn ends_in_long_field(text: &[u8]) -> bool {
    let is_between = |byte: &u8| dialect::DELIMITERS.contains(byte) || b"\r\n".contains(byte);
    let (mut opened, mut at) = (None, 0);
    while let Some(offset) = text.get(at..).and_then(|rest| rest.iter().position(|&byte| byte == b'"')) {
        let found = at + offset;
        at = found + 1;
        let behind = text.get(at);
        match opened {
            None if found.checked_sub(1).and_then(|before| text.get(before)).is_none_or(is_between) => {
                opened = Some(at);
            }
            None => {}
            Some(_) if behind == Some(&b'"') => at += 1,
            Some(_) if behind.is_none_or(|byte| is_between(byte) || *byte == b' ') => opened = None,
            Some(_) => return false,
        }
    }
    let open = opened.and_then(|from: usize| text.get(from..)).unwrap_or_default();
    let lines = open.iter().filter(|&&byte| byte == b'\n').take(limits::QUOTED_LINES).count();
    lines == limits::QUOTED_LINES || open.len() >= limits::SAMPLE_BYTES
}

/// Text without what may be cut at its end. NUL is replaced as everywhere, and lines end without a return behind the feed.
fn decoded(raw: &[u8], coding: Coding) -> Vec<u8> {
    let mut text = coding.decode(raw).replace('\0', "\u{fffd}").into_bytes();
    if text.windows(2).any(|two| two == b"\n\r") {
        let mut kept = Vec::with_capacity(text.len());
        let mut rest = text.as_slice();
        while let Some((&byte, behind)) = rest.split_first() {
            let ends = byte == b'\n' && kept.last() != Some(&b'\r') && ends_feed(behind);
            kept.push(byte);
            rest = behind.get(usize::from(ends)..).unwrap_or_default();
        }
        text = kept;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::encoding::Origin;
    use super::*;

    #[test]
    fn a_return_behind_a_feed_is_part_of_the_line_end() {
        let coding = Coding { encoding: encoding_rs::UTF_8, page: None, mark: 0, origin: Origin::Assumed };
        for (text, expected) in
            [("a\n\rb\n\r\n\r", "a\nb\n\n"), ("a\r\n\r\nb\n\n", "a\r\n\r\nb\n\n"), ("a\n\r\nb", "a\n\r\nb")]
        {
            assert_eq!(decoded(text.as_bytes(), coding), expected.as_bytes(), "{text:?}");
        }
    }

    #[test]
    fn a_field_of_many_lines_is_told_from_a_quote_in_a_text() {
        let many = "word word\n".repeat(limits::QUOTED_LINES);
        for (text, expected) in [
            (format!("id,doc\n1,\"{many}"), true),
            (format!("id,doc\n1,\"a \"\"b\"\" {many}"), true),
            (format!("id,doc\n1,\"{many}\"\n2,b\n"), false),
            (format!("id,doc\n1,24\" {many}"), false),
            (format!("id,doc\n1,\"a\"b\n{many}"), false),
            ("id,doc\n1,\"a\nb".to_owned(), false),
        ] {
            assert_eq!(ends_in_long_field(text.as_bytes()), expected, "{}", &text[..20]);
        }
    }
}
