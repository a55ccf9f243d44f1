//! The bytes of a JSON file as a stream of values: where each one ends, and on which line it stands.
//!
//! Only quotes and brackets are looked at here, without recursion; what a value holds is proven by the parser that gets
//! it. No more than one value is held at a time.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use super::super::Job;
use crate::data::DataError;
use crate::limits;

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// Bytes before it.
    pub(super) offset: u64,
    /// Its line, from 1.
    pub(super) line: u64,
    /// Its column in bytes, from 1.
    pub(super) column: u64,
}

impl Place {
    /// The start of a file.
    pub(super) const START: Self = Self { offset: 0, line: 1, column: 1 };

    /// The place behind these bytes.
    #[expect(clippy::naive_bytecount, reason = "fast enough beside the parser")]
    pub(super) fn behind(self, bytes: &[u8]) -> Self {
        let feeds = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let last = bytes.iter().rev().position(|&byte| byte == b'\n');
        let column = last.map_or(self.column + bytes.len() as u64, |behind| behind as u64 + 1);
        Self { offset: self.offset + bytes.len() as u64, line: self.line + feeds, column }
    }
}

/// A file that is read value by value.
pub(super) struct Input<'a> {
    pub(super) job: &'a Job<'a>,
    file: File,
    buffer: Vec<u8>,
    /// Where the unread bytes start.
    start: usize,
    ended: bool,
    /// Of the first unread byte.
    pub(super) place: Place,
}

impl<'a> Input<'a> {
    /// Reads from a place on.
    pub(super) fn open(path: &Path, place: Place, job: &'a Job<'a>) -> Result<Self, DataError> {
        let mut file = File::open(path).map_err(|error| job.unreadable(&error))?;
        file.seek(SeekFrom::Start(place.offset)).map_err(|error| job.unreadable(&error))?;
        let mut input = Self { job, file, buffer: Vec::new(), start: 0, ended: false, place };
        if place == Place::START {
            input.fill()?;
            if input.unread().starts_with(b"\xef\xbb\xbf") {
                input.start = 3;
                input.place.offset = 3;
            }
        }
        Ok(input)
    }

    /// What was read and not yet taken.
    pub(super) fn unread(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// Whether the file has no more bytes than those that were read.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Reads more. Doubles what is unread, so that a long value is looked at few times.
    pub(super) fn fill(&mut self) -> Result<(), DataError> {
        self.job.go_on()?;
        self.buffer.drain(..self.start);
        self.start = 0;
        let wanted = limits::READ_BYTES.max(self.buffer.len());
        let read = (&mut self.file)
            .take(wanted as u64)
            .read_to_end(&mut self.buffer)
            .map_err(|error| self.job.unreadable(&error))?;
        self.job.progress.add(read);
        self.ended = read < wanted;
        Ok(())
    }

    /// Takes bytes that were read.
    pub(super) fn take(&mut self, count: usize) {
        self.place = self.place.behind(self.unread().get(..count).unwrap_or_default());
        self.start += count;
    }

    /// The next byte that is no space, not yet taken.
    pub(super) fn peek(&mut self) -> Result<Option<u8>, DataError> {
        loop {
            let unread = self.unread();
            match unread.iter().position(|byte| !byte.is_ascii_whitespace()) {
                Some(at) => {
                    self.take(at);
                    return Ok(self.unread().first().copied());
                }
                None => self.take(unread.len()),
            }
            if self.ended {
                return Ok(None);
            }
            self.fill()?;
        }
    }

    /// Length of the value that starts here; as far as the file goes where it has no end.
    pub(super) fn value(&mut self) -> Result<usize, DataError> {
        loop {
            if let Some(end) = end_of_value(self.unread()) {
                return Ok(end);
            }
            if self.ended {
                return Ok(self.unread().len());
            }
            if self.unread().len() > limits::RECORD_BYTES {
                // Something may be wrong with it long before its end.
                if let Some(error) = super::row::fault(self.unread()).filter(|error| !error.is_eof()) {
                    return Err(self.broken(&error));
                }
                let reason = format!("line {}: a row is longer than {} bytes", self.place.line, limits::RECORD_BYTES);
                return Err(self.job.error(
                    "record_too_long",
                    reason,
                    "leave its longest values out, or split it into rows",
                ));
            }
            self.fill()?;
        }
    }

    /// An error of the parser in the value that starts here.
    pub(super) fn broken(&self, error: &serde_json::Error) -> DataError {
        let (line, column) = (error.line() as u64, error.column() as u64);
        let column = if line <= 1 { self.place.column + column.saturating_sub(1) } else { column };
        let text = error.to_string();
        let text = text.split(" at line ").next().unwrap_or_default();
        self.wrong(self.place.line + line.saturating_sub(1), column, text)
    }

    /// Something that is no JSON.
    pub(super) fn wrong(&self, line: u64, column: u64, what: &str) -> DataError {
        let hint = "mend the file there, or export it again; jq . FILE tells whether it is JSON";
        self.job.error("bad_json", format!("line {line}, column {column}: {what}; the file is not JSON"), hint)
    }
}

/// The length of the value at the start, if it ends within.
fn end_of_value(bytes: &[u8]) -> Option<usize> {
    let mut depth: usize = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = end_of_string(bytes, at)?;
                if depth == 0 {
                    return Some(at);
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                if depth <= 1 {
                    // A closing bracket alone is nobody's value; it ends what stands before it.
                    return Some(if depth == 1 { at + 1 } else { at });
                }
                depth -= 1;
            }
            b',' | b':' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Behind the quote that closes the string that is opened at `start`.
fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_where_they_are_closed() {
        for (text, end) in [
            ("{\"a\": [1, \"}\\\"\"]} ,", Some(17)),
            ("[1,[2]],3", Some(7)),
            ("12,", Some(2)),
            ("12", None),
            ("\"a\\\\\"x", Some(5)),
            ("{\"a\"", None),
            ("\"a\\\"", None),
        ] {
            assert_eq!(end_of_value(text.as_bytes()), end, "{text}");
        }
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert_eq!(end_of_value(deep.as_bytes()), Some(200_000));
    }

    #[test]
    fn places_are_counted() {
        let place = Place::START.behind(b"ab\ncd");
        assert_eq!(place, Place { offset: 5, line: 2, column: 3 });
        assert_eq!(place.behind(b"e"), Place { offset: 6, line: 2, column: 4 });
    }
}
