//! A sheet of a workbook (.xlsx, .xlsb, .xls, .ods) as delimited text, as the cells are stored: formulas by the value
//! that was last computed, dates as ISO 8601. The only home of `calamine`.
//!
//! Sheets of the newer formats are streamed. What is left out on the way is said: empty rows and columns, cells that hold
//! an error, cells that merging hides.

mod cell;
mod sheets;
mod shown;

use std::path::Path;

use calamine::DataRef;

use super::super::lines::{Lines, SheetRows};
use super::Job;
use super::written::{Writer, Written};
use crate::data::DataError;
use crate::limits;
use cell::Errors;
use sheets::{Flow, Sheets};
use shown::Shown;

/// What is told of numbers that cells show with zeros before them.
const ZEROS: &str =
    "zeros that cells show before numbers, as of post codes, were kept (--type COL=integer leaves them out)";

/// What a workbook is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Xlsx,
    Xlsb,
    Xls,
    Ods,
}

impl Kind {
    /// The format's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Xlsx => "xlsx",
            Self::Xlsb => "xlsb",
            Self::Xls => "xls",
            Self::Ods => "ods",
        }
    }
}

/// The part of a sheet that holds values, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bounds {
    first_row: u32,
    last_row: u32,
    first_column: u32,
    last_column: u32,
}

impl Bounds {
    fn of(row: u32, column: u32) -> Self {
        Self { first_row: row, last_row: row, first_column: column, last_column: column }
    }

    fn with(self, row: u32, column: u32) -> Self {
        Self {
            first_row: self.first_row.min(row),
            last_row: self.last_row.max(row),
            first_column: self.first_column.min(column),
            last_column: self.last_column.max(column),
        }
    }

    fn width(self) -> usize {
        (self.last_column - self.first_column) as usize + 1
    }
}

/// Writes one sheet as delimited text; what is known of that text.
pub(super) fn convert(
    kind: Kind,
    from: &Path,
    to: &Path,
    wanted: Option<&str>,
    job: &Job<'_>,
) -> Result<Written, DataError> {
    let mut sheets = Sheets::open(kind, from, job)?;
    let sheet = sheets.pick(wanted)?;
    let guess = sheets.declared(&sheet)?;
    let shown = if kind == Kind::Xlsx { shown::of(from, &sheet) } else { Shown::default() };
    let mut taken = Taken { shown, ..Taken::default() };
    let mut writer = Writer::create(to, job)?;
    write(&mut sheets, &sheet, guess, &mut writer, &mut taken, job)?;
    let Some(bounds) = taken.bounds else {
        let hint = "--sheet takes another one";
        return Err(job.error("empty_file", format!("the sheet “{sheet}” holds no values"), hint));
    };
    if bounds.width() > limits::COLUMNS {
        let reason = format!("has {} columns; csvchat reads up to {}", bounds.width(), limits::COLUMNS);
        return Err(job.error("too_many_columns", reason, "leave columns out, or turn rows and columns around"));
    }
    let reaches = (bounds.first_column, bounds.last_column);
    if guess.is_none_or(|guess| (guess.first_column, guess.last_column) != reaches) {
        // The sheet is larger or smaller than it says of itself.
        taken = Taken { shown: taken.shown, ..Taken::default() };
        writer = Writer::create(to, job)?;
        write(&mut sheets, &sheet, Some(bounds), &mut writer, &mut taken, job)?;
    }
    let mut written = writer.finish(&[])?;
    let mut notes = vec![format!("read from the sheet “{sheet}”")];
    notes.extend(sheets.others(&sheet, wanted.is_some()));
    let below = sheets.last_row.max(bounds.last_row) - bounds.last_row;
    notes.extend(left_out(bounds, &taken.gaps, below));
    notes.extend(taken.shown.zeros.values().next().map(|_| ZEROS.to_owned()));
    notes.extend(merged(sheets.merged(&sheet), bounds));
    written.notes.splice(0..0, notes);
    written.rows = Some(taken.rows);
    written.empty.add_run(1, bounds.first_row.into());
    written.empty.append(&taken.gaps);
    written.empty.add_run(u64::from(bounds.last_row) + 2, u64::from(bounds.last_row + below) + 1);
    written.warnings.extend(taken.errors.told());
    written.warnings.extend(taken.errors.long());
    written.warnings.extend(taken.shown.mixed());
    written.warnings.extend(not_computed(sheets.not_computed));
    Ok(written)
}

/// What was met while a sheet was written.
#[derive(Default)]
struct Taken {
    bounds: Option<Bounds>,
    /// Rows without a value between others.
    gaps: Lines,
    /// On which rows the records stand.
    rows: SheetRows,
    errors: Errors,
    shown: Shown,
}

/// Writes the rows of a sheet, as far as they lie within bounds; looks only how far it reaches where there are none.
fn write(
    sheets: &mut Sheets<'_>,
    sheet: &str,
    within: Option<Bounds>,
    writer: &mut Writer<'_>,
    taken: &mut Taken,
    job: &Job<'_>,
) -> Result<(), DataError> {
    let width = within.map_or(0, Bounds::width);
    // The row that is being written, and the column behind its last cell.
    let mut open: Option<(u32, u32)> = None;
    sheets.each(sheet, &mut |(row, column), value: &DataRef<'_>| {
        let Some(before) = taken.bounds else {
            taken.bounds = Some(Bounds::of(row, column));
            return place(within, writer, &mut open, (row, column), value, taken, width);
        };
        if row < before.last_row {
            return Err(job.error(
                "bad_workbook",
                format!("row {} comes twice in the sheet", row + 1),
                "save it again",
            ));
        }
        // Counted from 1, the row behind the last one, and the one before this.
        taken.gaps.add_run(u64::from(before.last_row) + 2, row.into());
        taken.bounds = Some(before.with(row, column));
        place(within, writer, &mut open, (row, column), value, taken, width)
    })?;
    if open.is_some() && within.is_some() {
        writer.end(width)?;
    }
    Ok(())
}

/// Writes one cell, and the missing ones before it.
fn place(
    within: Option<Bounds>,
    writer: &mut Writer<'_>,
    open: &mut Option<(u32, u32)>,
    (row, column): (u32, u32),
    value: &DataRef<'_>,
    taken: &mut Taken,
    width: usize,
) -> Result<Flow, DataError> {
    let Some(bounds) = within else { return Ok(Flow::On) };
    if width > limits::COLUMNS || column < bounds.first_column || column > bounds.last_column {
        // The text will be written again, with the right bounds.
        return Ok(Flow::On);
    }
    let mut next = bounds.first_column;
    match *open {
        Some((current, behind)) if current == row => next = behind,
        Some(_) => writer.end(width)?,
        None => {}
    }
    if *open != Some((row, next)) {
        taken.rows.add(writer.next_line(), u64::from(row) + 1);
    }
    if column < next {
        // A cell that comes twice: the first one counts.
        return Ok(Flow::On);
    }
    for _ in next..column {
        writer.missing();
    }
    let digits = taken.shown.zeros.get(&column).copied().unwrap_or_default();
    cell::write(value, digits, writer, &mut taken.errors);
    *open = Some((row, column + 1));
    Ok(Flow::On)
}

/// Rows and columns without values.
fn left_out(bounds: Bounds, gaps: &Lines, below: u32) -> Vec<String> {
    let counted =
        |count: u64, one: &str| if count == 1 { format!("1 empty {one}") } else { format!("{count} empty {one}s") };
    let mut notes = Vec::new();
    let mut before = Vec::new();
    if bounds.first_row > 0 {
        before.push(format!("{} above it", counted(bounds.first_row.into(), "row")));
    }
    if bounds.first_column > 0 {
        before.push(format!("{} left of it", counted(bounds.first_column.into(), "column")));
    }
    if gaps.count > 0 {
        let named = Lines { are_rows: true, ..gaps.clone() }.named();
        before.push(format!("{} inside it ({named})", counted(gaps.count, "row")));
    }
    if below > 0 {
        before.push(format!("{} below it", counted(below.into(), "row")));
    }
    if !before.is_empty() {
        notes.push(format!("left out of the table: {}", before.join(", ")));
    }
    notes
}

/// Formulas that no program has computed: code and message.
fn not_computed(count: u64) -> Option<(String, String)> {
    let formulas = if count == 1 { "1 formula has" } else { &*format!("{count} formulas have") };
    (count > 0).then(|| {
        let message = format!(
            "{formulas} no stored value and were read as missing; open the workbook in a spreadsheet program and save it"
        );
        ("formulas_not_computed".to_owned(), message)
    })
}

/// What merged cells hide: the value stands in the first of them.
fn merged(ranges: Vec<(u32, u32)>, bounds: Bounds) -> Option<String> {
    let inside = ranges.into_iter().filter(|(first, last)| *first >= bounds.first_row && *last <= bounds.last_row);
    let count = inside.count();
    let (ranges, have) = if count == 1 { ("range", "has its value") } else { ("ranges", "have their values") };
    (count > 0)
        .then(|| format!("{count} {ranges} of merged cells {have} in the first cell only; the others are missing"))
}
