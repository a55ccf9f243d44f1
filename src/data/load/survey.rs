//! Reads a whole file once, before the database does: proves that it is UTF-8 and rectangular, and gathers what every
//! column's texts have in common.
//!
//! This is the verification: types rest on all values, not on a sample, and the counts gathered here are compared with
//! those of the loaded table.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use super::column::Column;
use super::source::{Prepared, unreadable};
use super::split::{Dialect, Ending, Fault, Record};
use super::{Progress, ReadOptions, dialect};
use crate::data::DataError;
use crate::limits::{self, Interrupt};

/// What was found in a file.
#[derive(Debug)]
pub(super) struct Survey {
    /// What separates its fields.
    pub(super) dialect: Dialect,
    /// Line ends before the first record.
    pub(super) blank_lines: u64,
    /// Whether the first of them is `sep=;` or the like.
    pub(super) hinted: bool,
    /// The fields of the first record.
    pub(super) first: Vec<Vec<u8>>,
    /// What the other records' columns hold.
    pub(super) columns: Vec<Column>,
    /// Records behind the first.
    pub(super) records: u64,
    /// Records with fewer fields than the first, and the lines of some.
    pub(super) short: Lines,
    /// Records with more fields than the first, the additional ones empty.
    pub(super) trailing: u64,
    /// Whether line ends differ.
    pub(super) mixed_ends: bool,
    /// Whether a quoted field holds a line end.
    pub(super) lines_in_quotes: bool,
    /// Bytes of the longest record.
    pub(super) longest: usize,
}

/// A number of lines, and the first of them.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Lines {
    /// How many.
    pub(super) count: u64,
    /// The first ones, from 1.
    pub(super) first: Vec<u64>,
}

impl Lines {
    fn add(&mut self, line: u64) {
        self.count += 1;
        if self.first.len() < limits::NAMED_LINES {
            self.first.push(line);
        }
    }

    /// `line 4`, `lines 4, 5, 9 and 12 more`.
    pub(super) fn named(&self) -> String {
        let list: Vec<String> = self.first.iter().map(u64::to_string).collect();
        let more = self.count.saturating_sub(self.first.len() as u64);
        let word = if self.count == 1 { "line" } else { "lines" };
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{word} {}{more}", list.join(", "))
    }
}

/// Reads the file.
pub(super) fn survey(
    prepared: &Prepared,
    options: &ReadOptions,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<Survey, DataError> {
    let mut scan = Scan::open(prepared)?;
    let last = scan.fill(interrupt, progress)?;
    let sample = scan.unread().get(..limits::DIALECT_BYTES).unwrap_or(scan.unread());
    let whole = last && sample.len() == scan.unread().len();
    let hint = dialect::hint(sample).filter(|_| prepared.written.is_none());
    let (sample, hinted) = match hint {
        Some((delimiter, length)) => {
            let delimiter = options.delimiter.or(Some(char::from(delimiter)));
            (sample.get(length..).unwrap_or_default(), ReadOptions { delimiter, ..options.clone() })
        }
        None => (sample, options.clone()),
    };
    let dialect = dialect::detect(sample, whole, &hinted);
    let mut found = Survey {
        dialect,
        blank_lines: 0,
        hinted: false,
        first: Vec::new(),
        columns: Vec::new(),
        records: 0,
        short: Lines::default(),
        trailing: 0,
        mixed_ends: false,
        lines_in_quotes: false,
        longest: 0,
    };
    let mut record = Record::default();
    let mut line = 1;
    if let Some((_, length)) = hint {
        scan.start += length;
        line += 1;
        found.blank_lines += 1;
        found.hinted = true;
    }
    let mut ending = None;
    let mut last = last;
    loop {
        while let Some(length) = record.read(scan.unread(), last, dialect) {
            if record.ending != Ending::File && *ending.get_or_insert(record.ending) != record.ending {
                found.mixed_ends = true;
            }
            found.take(prepared, &record, scan.unread(), length, line)?;
            line += record.lines;
            scan.start += length;
        }
        if last {
            break;
        }
        if scan.unread().len() > limits::RECORD_BYTES {
            return Err(prepared.error(
                "record_too_long",
                format!("line {line}: the record is longer than {} bytes", limits::RECORD_BYTES),
                "a quote that is never closed makes a record of all that follows; --quote '' reads quotes as text",
            ));
        }
        last = scan.fill(interrupt, progress)?;
    }
    if found.first.is_empty() {
        return Err(prepared.error("empty_file", "the file holds nothing but blank lines", ""));
    }
    for column in &mut found.columns {
        column.end_sample();
    }
    Ok(found)
}

impl Survey {
    fn take(
        &mut self,
        prepared: &Prepared,
        record: &Record,
        input: &[u8],
        length: usize,
        line: u64,
    ) -> Result<(), DataError> {
        self.longest = self.longest.max(length);
        self.lines_in_quotes |= record.lines > 1;
        if let Some(fault) = record.fault {
            return Err(faulty(prepared, fault, line));
        }
        if self.first.is_empty() {
            if record.blank {
                self.blank_lines += 1;
                return Ok(());
            }
            return self.begin(prepared, record, input);
        }
        let width = self.first.len();
        if record.blank && width > 1 {
            return Ok(());
        }
        if record.width() > width {
            if record.texts(input).skip(width).any(|text| !text.is_empty()) {
                return Err(ragged(prepared, width, record.width(), line));
            }
            self.trailing += 1;
        } else if record.width() < width {
            self.short.add(line);
        }
        self.records += 1;
        let mut texts = record.texts(input);
        for column in &mut self.columns {
            column.add(texts.next().unwrap_or_default());
        }
        if self.records == limits::SAMPLE_ROWS {
            for column in &mut self.columns {
                column.end_sample();
            }
        }
        Ok(())
    }

    fn begin(&mut self, prepared: &Prepared, record: &Record, input: &[u8]) -> Result<(), DataError> {
        let width = record.width();
        if width > limits::COLUMNS {
            let reason = format!("has {width} columns; csvchat reads up to {}", limits::COLUMNS);
            return Err(prepared.error(
                "too_many_columns",
                reason,
                "leave columns out, or turn rows and columns around",
            ));
        }
        self.first = record.texts(input).map(<[u8]>::to_vec).collect();
        self.columns = vec![Column::default(); width];
        Ok(())
    }
}

fn faulty(prepared: &Prepared, fault: Fault, line: u64) -> DataError {
    let reason = match fault {
        Fault::BehindQuote => format!("line {line}: text stands behind a closing quote"),
        Fault::Unclosed => format!("line {line}: a quote is opened here and never closed"),
    };
    prepared.error("quote", reason, "mend the line, or say how quotes are meant: --quote '' reads them as text")
}

fn ragged(prepared: &Prepared, width: usize, found: usize, line: u64) -> DataError {
    let plural = if width == 1 { "" } else { "s" };
    prepared.error(
        "ragged_row",
        format!("line {line} has {found} fields where the first line has {width} field{plural}"),
        "quote fields that hold the delimiter, remove lines above the header, or give the right --delimiter",
    )
}

/// The file's bytes, checked as they come.
struct Scan<'a> {
    prepared: &'a Prepared,
    file: File,
    buffer: Vec<u8>,
    /// Where the unread bytes start.
    start: usize,
    /// Bytes at the buffer's end that are the start of a character.
    open: usize,
    /// Line ends in what was checked.
    lines: u64,
}

impl<'a> Scan<'a> {
    fn open(prepared: &'a Prepared) -> Result<Self, DataError> {
        let failed = |error: std::io::Error| unreadable(&prepared.shown, &error);
        let mut file = File::open(&prepared.file).map_err(failed)?;
        file.seek(SeekFrom::Start(prepared.mark as u64)).map_err(failed)?;
        Ok(Self { prepared, file, buffer: Vec::new(), start: 0, open: 0, lines: 0 })
    }

    fn unread(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// Reads more; whether the file has ended. Doubles what is unread, so that a long record is split few times.
    fn fill(&mut self, interrupt: &Interrupt, progress: &Progress) -> Result<bool, DataError> {
        if interrupt.is_set() {
            return Err(DataError::Interrupted);
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        let before = self.buffer.len();
        let wanted = limits::READ_BYTES.max(before);
        let read = (&mut self.file)
            .take(wanted as u64)
            .read_to_end(&mut self.buffer)
            .map_err(|error| unreadable(&self.prepared.shown, &error))?;
        progress.add(read);
        let ended = read < wanted;
        self.check(before - self.open, ended)?;
        Ok(ended)
    }

    /// Proves that what came is UTF-8 without NUL.
    fn check(&mut self, from: usize, ended: bool) -> Result<(), DataError> {
        let bytes = self.buffer.get(from..).unwrap_or_default();
        self.open = 0;
        let valid = match std::str::from_utf8(bytes) {
            Ok(_) => bytes.len(),
            Err(error) if error.error_len().is_none() && !ended => {
                self.open = bytes.len() - error.valid_up_to();
                error.valid_up_to()
            }
            Err(error) => {
                let line = self.line_at(bytes.get(..error.valid_up_to()).unwrap_or_default());
                return Err(self.prepared.error(
                    "encoding",
                    format!("line {line}: the text is not UTF-8"),
                    "convert it first, for instance: iconv -f WINDOWS-1252 -t UTF-8",
                ));
            }
        };
        let valid = bytes.get(..valid).unwrap_or_default();
        // `contains` is the fast way to learn that there is none.
        if valid.contains(&0) {
            let at = valid.iter().take_while(|&&byte| byte != 0).count();
            let line = self.line_at(valid.get(..at).unwrap_or_default());
            let reason = format!("line {line}: the text holds a NUL byte");
            return Err(self.prepared.error("nul_bytes", reason, "remove it first: tr -d '\\000'"));
        }
        self.lines += feeds(valid);
        Ok(())
    }

    fn line_at(&self, before: &[u8]) -> u64 {
        self.lines + feeds(before) + 1
    }
}

#[expect(clippy::naive_bytecount, reason = "the compiler makes it fast enough beside the splitting of records")]
fn feeds(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_named_up_to_a_few() {
        let mut lines = Lines::default();
        lines.add(4);
        assert_eq!(lines.named(), "line 4");
        for line in [5, 7, 8, 9, 11, 12] {
            lines.add(line);
        }
        assert_eq!(lines.named(), "lines 4, 5, 7, 8, 9 and 2 more");
    }
}
