//! Writes delimited text in the scratch folder from what is no delimited text: comma, quotes where needed, one line end.
//!
//! Keeps count of what such text cannot say: which texts were texts although they look like numbers, which were empty
//! rather than missing, and which signs had to be replaced.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::super::lines::{Lines, SheetRows};
use super::super::split::line_ends;
use super::Job;
use crate::data::DataError;
use crate::limits;

/// What is known of a text that was written here, beside the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::data::load) struct Written {
    /// Whether the first record names the columns, where that is known.
    pub(in crate::data::load) header: Option<bool>,
    /// Column by column, whether texts in it hold digits: what looks like a number there is none.
    pub(in crate::data::load) textual: Vec<bool>,
    /// Whether the first record counts for `textual`: only as long as it is data.
    pub(in crate::data::load) first: Vec<bool>,
    /// Signs that were replaced.
    pub(in crate::data::load) replaced: u64,
    /// Members of the outermost object that are no rows.
    pub(in crate::data::load) members: u64,
    /// On which rows of a sheet its records stood.
    pub(in crate::data::load) rows: Option<SheetRows>,
    /// Rows of the sheet without values.
    pub(in crate::data::load) empty: Lines,
    /// What was decided, for a person.
    pub(in crate::data::load) notes: Vec<String>,
    /// What the user must be told: code and message.
    pub(in crate::data::load) warnings: Vec<(String, String)>,
}

/// A text that is being written.
pub(super) struct Writer<'a> {
    job: &'a Job<'a>,
    file: BufWriter<File>,
    line: Vec<u8>,
    /// The field that comes next, from 0.
    at: usize,
    records: u64,
    /// Line ends so far.
    lines: u64,
    /// Whether a record so far has held anything but texts: titles and names of columns stand before it.
    has_values: bool,
    textual: Vec<bool>,
    /// The same of the records before that, and of the first one alone.
    early: Vec<bool>,
    first: Vec<bool>,
    /// Texts of no length, column by column.
    empty: Vec<u64>,
    /// Signs that were replaced.
    replaced: u64,
}

impl<'a> Writer<'a> {
    /// Begins a text.
    pub(super) fn create(to: &Path, job: &'a Job<'a>) -> Result<Self, DataError> {
        let file = BufWriter::with_capacity(limits::READ_BYTES, job.create(to)?);
        Ok(Self {
            job,
            file,
            line: Vec::new(),
            at: 0,
            records: 0,
            lines: 0,
            has_values: false,
            textual: Vec::new(),
            early: Vec::new(),
            first: Vec::new(),
            empty: Vec::new(),
            replaced: 0,
        })
    }

    /// Ends the record that names the columns: all that follow are data.
    pub(super) fn end_header(&mut self, width: usize) -> Result<(), DataError> {
        self.has_values = true;
        self.end(width)
    }

    /// A field that is missing.
    pub(super) fn missing(&mut self) {
        self.next();
    }

    /// A field that is what it looks like: a number, a date, a name of a column.
    pub(super) fn value(&mut self, text: &str) {
        self.has_values |= self.records > 0;
        self.next();
        self.write(text);
    }

    /// A field that is text whatever it looks like.
    pub(super) fn text(&mut self, text: &str) {
        let at = self.at;
        self.next();
        if text.is_empty() {
            mark(&mut self.empty, at, |count| *count += 1);
        } else if text.bytes().any(|byte| byte.is_ascii_digit()) {
            let flags = match (self.records, self.has_values) {
                (0, _) => &mut self.first,
                (_, false) => &mut self.early,
                (_, true) => &mut self.textual,
            };
            mark(flags, at, |flag| *flag = true);
        }
        self.write(text);
    }

    /// Counts signs that were replaced before they came here.
    pub(super) fn add_replaced(&mut self, count: u64) {
        self.replaced += count;
    }

    /// Ends a record, with further missing fields up to a width.
    pub(super) fn end(&mut self, width: usize) -> Result<(), DataError> {
        while self.at < width {
            self.missing();
        }
        if self.line.is_empty() {
            // An empty line would be no record.
            self.line.extend_from_slice(b"\"\"");
        }
        self.line.push(b'\n');
        self.file.write_all(&self.line).map_err(|error| self.job.scratch_error(error))?;
        self.line.clear();
        self.at = 0;
        self.records += 1;
        self.lines += 1;
        Ok(())
    }

    /// The line on which the next record starts, once the last one has ended.
    pub(super) fn next_line(&self) -> u64 {
        self.lines + 1
    }

    /// Ends the text. The names are for notes.
    pub(super) fn finish(mut self, names: &[String]) -> Result<Written, DataError> {
        self.file.flush().map_err(|error| self.job.scratch_error(error))?;
        let mut notes = Vec::new();
        for (at, count) in self.empty.iter().enumerate().filter(|(_, count)| **count > 0) {
            let name = names.get(at).cloned().unwrap_or_else(|| format!("column {}", at + 1));
            let (texts, were) = if *count == 1 { ("text", "was") } else { ("texts", "were") };
            notes.push(format!("{name}: {count} empty {texts} {were} read as missing"));
        }
        let mut warnings = Vec::new();
        if self.replaced > 0 {
            let message = format!(
                "{} characters that no text can hold (NUL, halves of pairs) were replaced by \u{fffd}",
                self.replaced
            );
            warnings.push(("characters_replaced".to_owned(), message));
        }
        // Where there are texts alone, none of them is a title.
        let textual = if self.has_values { self.textual } else { self.early };
        Ok(Written { textual, first: self.first, replaced: self.replaced, notes, warnings, ..Written::default() })
    }

    fn next(&mut self) {
        if self.at > 0 {
            self.line.push(b',');
        }
        self.at += 1;
    }

    fn write(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let special = |byte: &u8| matches!(byte, b',' | b'"' | b'\n' | b'\r' | 0);
        // A byte order mark at the very start would be none of the text's.
        let plain = !bytes.iter().any(special) && !text.starts_with('\u{feff}');
        if plain {
            self.line.extend_from_slice(bytes);
            return;
        }
        self.lines += line_ends(bytes);
        self.line.push(b'"');
        for &byte in bytes {
            match byte {
                b'"' => self.line.extend_from_slice(b"\"\""),
                0 => {
                    self.replaced += 1;
                    self.line.extend_from_slice("\u{fffd}".as_bytes());
                }
                other => self.line.push(other),
            }
        }
        self.line.push(b'"');
    }
}

/// Changes what is kept of a column, which may not have been met yet.
fn mark<T: Default + Clone>(kept: &mut Vec<T>, at: usize, change: impl FnOnce(&mut T)) {
    if kept.len() <= at {
        kept.resize(at + 1, T::default());
    }
    if let Some(one) = kept.get_mut(at) {
        change(one);
    }
}
