//! JSON as delimited text: NDJSON, arrays of objects or arrays, an object that holds one such array, or one object.
//!
//! Columns are the names of all objects in order of first appearance. Two passes at most, one where the first rows name
//! all columns; no more than one row is held at a time. What is no JSON is refused with its line and column, but for NaN and
//! Infinity, which many programs write.

mod finite;
mod input;
mod outline;
mod row;

use std::path::Path;

use super::Job;
use super::written::{Writer, Written};
use crate::data::DataError;
use crate::limits;
use finite::Found;
pub(in crate::data::load) use finite::mended;
use input::Input;
use outline::{Layout, Outline};
use row::Columns;

/// What rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Objects,
    Arrays,
    /// Numbers, strings and the like: one column.
    Values,
}

impl Kind {
    fn of(row: &[u8]) -> Self {
        match row.first() {
            Some(b'{') => Self::Objects,
            Some(b'[') => Self::Arrays,
            Some(_) | None => Self::Values,
        }
    }

    fn named(self) -> &'static str {
        match self {
            Self::Objects => "an object",
            Self::Arrays => "an array",
            Self::Values => "a single value",
        }
    }
}

/// A file that is being turned into text.
struct Conversion<'a> {
    from: &'a Path,
    job: &'a Job<'a>,
    outline: Outline,
    columns: Columns,
    kind: Option<Kind>,
    rows: u64,
    /// Numbers that JSON has no word for.
    odd: Found,
}

/// Whether to read on.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Stop,
}

/// Writes a JSON file as delimited text; what is known of that text, and the format.
pub(super) fn convert(from: &Path, to: &Path, job: &Job<'_>) -> Result<(Written, &'static str), DataError> {
    let outline = outline::of(from, job)?;
    let format = outline.format;
    let mut file =
        Conversion { from, job, outline, columns: Columns::default(), kind: None, rows: 0, odd: Found::default() };
    // The first rows tell the columns of most files; of the others, all rows must be seen first.
    file.collect(limits::JSON_FIRST_ROWS)?;
    if file.rows == 0 {
        return Err(job.error("empty_file", "the JSON holds no rows", "check that its export has come to its end"));
    }
    if let Some(written) = file.write(to)? {
        return Ok((written, format));
    }
    file.collect(u64::MAX)?;
    let again = file.write(to)?;
    let written = again.ok_or_else(|| super::changed(&job.shown))?;
    Ok((written, format))
}

/// The members of an object that hold several values: lists and objects.
fn many_within(names: &[String], cells: &[Option<&str>]) -> Vec<String> {
    let many = |text: &str| text.starts_with(['[', '{']) && text.contains(',');
    let members = names.iter().zip(cells).filter(|(_, cell)| cell.is_some_and(many)).map(|(name, _)| name.clone());
    members.take(limits::SAME_WARNINGS).collect()
}

impl Conversion<'_> {
    /// Looks which columns the rows have.
    fn collect(&mut self, rows: u64) -> Result<(), DataError> {
        self.each(|file, input, row| {
            file.cells(input, row, &mut Vec::new())?;
            Ok(if file.rows + 1 >= rows { Flow::Stop } else { Flow::On })
        })
    }

    /// Writes all rows; none where one has a column that was not met before.
    fn write(&mut self, to: &Path) -> Result<Option<Written>, DataError> {
        let mut writer = Writer::create(to, self.job)?;
        let (width, kind) = (self.columns.width, self.kind.unwrap_or(Kind::Values));
        if width == 0 {
            let hint = "a table needs at least one column";
            return Err(self.job.error("empty_file", "no object of the JSON has a member", hint));
        }
        if kind != Kind::Arrays {
            for name in &self.columns.names {
                writer.value(name);
            }
            writer.end_header(width)?;
        }
        self.columns.repeated = 0;
        self.odd = Found::default();
        let mut nested = Vec::new();
        self.each(|file, input, row| {
            let mut mended = Vec::new();
            let cells = file.cells(input, row, &mut mended)?;
            if file.columns.width > width {
                return Ok(Flow::Stop);
            }
            if file.rows == 0 && file.outline.layout == Layout::Values && kind == Kind::Objects {
                nested = many_within(&file.columns.names, &cells);
            }
            for cell in cells {
                row::write(cell, &mut writer);
            }
            writer.end(width)?;
            Ok(Flow::On)
        })?;
        if self.columns.width > width {
            return Ok(None);
        }
        let mut written = writer.finish(&self.columns.names)?;
        written.header = (kind != Kind::Arrays).then_some(true);
        written.members = self.outline.members;
        written.notes.splice(0..0, self.outline.notes.drain(..));
        written.notes.extend(self.odd.told());
        if self.rows == 1 && !nested.is_empty() {
            let message = format!(
                "the file is one object and was read as one row; what it holds more than one of ({}) is text in that row",
                nested.join(", ")
            );
            written.warnings.push(("one_object".to_owned(), message));
        }
        if self.columns.repeated > 0 {
            let message = format!(
                "{} values were left out because another one of the same name follows in their object; the last one counts",
                self.columns.repeated
            );
            written.warnings.push(("duplicate_keys".to_owned(), message));
        }
        Ok(Some(written))
    }

    /// The cells of a row, which is written anew where it holds numbers that JSON has no word for.
    fn cells<'r>(
        &mut self,
        input: &Input<'_>,
        row: &'r [u8],
        anew: &'r mut Vec<u8>,
    ) -> Result<row::Cells<'r>, DataError> {
        let found = Kind::of(row);
        let kind = *self.kind.get_or_insert(found);
        if found != kind {
            let what = format!("{} stands where the rows before are each {}", found.named(), kind.named());
            return Err(input.wrong(input.place.line, input.place.column, &what));
        }
        let repeated = self.columns.repeated;
        let cells = self.parsed(kind, row);
        let mended = if cells.is_err() { finite::mended(row) } else { None };
        let cells = match mended {
            None => cells,
            Some((text, found)) => {
                *anew = text;
                self.odd.missing += found.missing;
                self.odd.infinite += found.infinite;
                self.columns.repeated = repeated;
                self.parsed(kind, anew)
            }
        };
        cells.map_err(|error| {
            if error.to_string().starts_with(row::TOO_WIDE) {
                let reason = format!("has more than {} columns, which csvchat does not read", limits::COLUMNS);
                return self.job.error(
                    "too_many_columns",
                    reason,
                    "leave columns out, or turn rows and columns around",
                );
            }
            input.broken(&error)
        })
    }

    /// The cells of a row of a kind as it is written.
    fn parsed<'r>(&mut self, kind: Kind, row: &'r [u8]) -> serde_json::Result<row::Cells<'r>> {
        match kind {
            Kind::Objects | Kind::Arrays => row::cells(row, &mut self.columns),
            Kind::Values => {
                if self.columns.width == 0 {
                    self.columns.names.push("value".to_owned());
                    self.columns.width = 1;
                }
                row::fault(row).map_or_else(|| Ok(vec![std::str::from_utf8(row).ok()]), Err)
            }
        }
    }

    /// Gives every row in turn.
    fn each(
        &mut self,
        mut take: impl FnMut(&mut Self, &Input<'_>, &[u8]) -> Result<Flow, DataError>,
    ) -> Result<(), DataError> {
        let layout = self.outline.layout;
        let mut input = Input::open(self.from, self.outline.place, self.job)?;
        self.rows = 0;
        loop {
            let next = input.peek()?;
            match (layout, next) {
                (Layout::Values, None) => return Ok(()),
                (Layout::Elements | Layout::Inner, Some(b']')) if self.rows == 0 => break,
                (Layout::Values | Layout::Elements | Layout::Inner, _) => {}
            }
            let length = input.value()?;
            if length == 0 {
                let what = next.map_or("the end of the file".to_owned(), |byte| format!("“{}”", char::from(byte)));
                let what = format!("{what} stands where a value should begin");
                return Err(input.wrong(input.place.line, input.place.column, &what));
            }
            let flow = take(self, &input, input.unread().get(..length).unwrap_or_default())?;
            input.take(length);
            self.rows += 1;
            if flow == Flow::Stop {
                return Ok(());
            }
            if layout == Layout::Values {
                continue;
            }
            match input.peek()? {
                Some(b',') => input.take(1),
                Some(b']') => break,
                Some(_) => {
                    let what = "a comma or ] is missing behind a row";
                    return Err(input.wrong(input.place.line, input.place.column, what));
                }
                None => {
                    let what = "the file ends inside its array: it was cut off";
                    return Err(input.wrong(input.place.line, input.place.column, what));
                }
            }
        }
        input.take(1);
        if layout == Layout::Elements && input.peek()?.is_some() {
            let what = "text stands behind the end of the array";
            return Err(input.wrong(input.place.line, input.place.column, what));
        }
        Ok(())
    }
}
