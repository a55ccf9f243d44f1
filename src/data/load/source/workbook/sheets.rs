//! The sheets of a workbook, whatever its format: their names, their cells in order, and which one is taken.

use std::fs::File;
use std::io::BufReader;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use calamine::{
    Data, DataRef, Dimensions, Ods, OdsError, Reader, Sheet, SheetType, SheetVisible, Xls, XlsError, Xlsb, XlsbError,
    Xlsx, XlsxError,
};

use super::super::{Job, archive};
use super::{Bounds, Kind};
use crate::data::DataError;
use crate::limits;

type Stream = BufReader<File>;

/// Whether to read on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    Stop,
}

/// What is done with a cell, by row and column from 0.
pub(super) type Take<'t> = dyn FnMut((u32, u32), &DataRef<'_>) -> Result<Flow, DataError> + 't;

enum Book {
    Xlsx(Box<Xlsx<Stream>>),
    Xlsb(Box<Xlsb<Stream>>),
    Xls(Box<Xls<Stream>>),
    Ods(Box<Ods<Stream>>),
}

/// An open workbook.
pub(super) struct Sheets<'a> {
    book: Book,
    job: &'a Job<'a>,
    all: Vec<Sheet>,
    /// Formulas without a value, of the sheet that was read last: a program wrote them that does not compute.
    pub(super) not_computed: u64,
    /// The last row of that sheet that holds a cell, be it an empty one, from 0.
    pub(super) last_row: u32,
}

impl<'a> Sheets<'a> {
    /// Opens a workbook.
    pub(super) fn open(kind: Kind, path: &Path, job: &'a Job<'a>) -> Result<Self, DataError> {
        let file = || File::open(path).map(BufReader::new).map_err(|error| job.unreadable(&error));
        match kind {
            Kind::Xls => {
                let size = file()?.get_ref().metadata().map_err(|error| job.unreadable(&error))?.len();
                if size > limits::WORKBOOK_BYTES {
                    return Err(too_large(job));
                }
            }
            Kind::Xlsx | Kind::Xlsb | Kind::Ods => archive::prove(path, kind == Kind::Ods, job)?,
        }
        let stream = file()?;
        let book = guarded(job, || {
            Ok(match kind {
                Kind::Xlsx => Book::Xlsx(Box::new(Xlsx::new(stream).map_err(|error| xlsx(job, &error))?)),
                Kind::Xlsb => Book::Xlsb(Box::new(Xlsb::new(stream).map_err(|error| xlsb(job, &error))?)),
                Kind::Xls => Book::Xls(Box::new(Xls::new(stream).map_err(|error| xls(job, &error, path))?)),
                Kind::Ods => Book::Ods(Box::new(Ods::new(stream).map_err(|error| ods(job, &error))?)),
            })
        })?;
        let sheets = match &book {
            Book::Xlsx(book) => book.sheets_metadata(),
            Book::Xlsb(book) => book.sheets_metadata(),
            Book::Xls(book) => book.sheets_metadata(),
            Book::Ods(book) => book.sheets_metadata(),
        };
        let sheets: Vec<Sheet> = sheets.iter().filter(|sheet| sheet.typ == SheetType::WorkSheet).cloned().collect();
        Ok(Self { book, job, all: sheets, not_computed: 0, last_row: 0 })
    }

    /// The sheet that is meant: by name, by number from 1, or the first visible one that holds values.
    pub(super) fn pick(&mut self, wanted: Option<&str>) -> Result<String, DataError> {
        if let Some(wanted) = wanted {
            return self.named(wanted);
        }
        let (shown, hidden): (Vec<Sheet>, Vec<Sheet>) = self.all.iter().cloned().partition(is_visible);
        for sheet in shown.into_iter().chain(hidden) {
            if self.holds_values(&sheet.name)? {
                return Ok(sheet.name);
            }
        }
        Err(self.job.error("empty_file", "the workbook holds no values", "check that its export has come to its end"))
    }

    fn named(&self, wanted: &str) -> Result<String, DataError> {
        let same = |sheet: &&Sheet| sheet.name == wanted;
        let alike = |sheet: &&Sheet| sheet.name.to_lowercase() == wanted.trim().to_lowercase();
        let number = || self.all.get(wanted.trim().parse::<usize>().ok()?.checked_sub(1)?);
        let found = self.all.iter().find(same).or_else(|| self.all.iter().find(alike)).or_else(number);
        found.map(|sheet| sheet.name.clone()).ok_or_else(|| {
            let names: Vec<&str> = self.all.iter().map(|sheet| sheet.name.as_str()).collect();
            let reason = format!("has no sheet “{wanted}”; it has {}", listed(&names));
            self.job.error("no_such_sheet", reason, "--sheet takes a name, or a number from 1")
        })
    }

    fn holds_values(&mut self, sheet: &str) -> Result<bool, DataError> {
        let mut found = false;
        self.each(sheet, &mut |_, _| {
            found = true;
            Ok(Flow::Stop)
        })?;
        Ok(found)
    }

    /// Notes on the sheets that were not taken.
    pub(super) fn others(&self, taken: &str, was_wanted: bool) -> Option<String> {
        let names: Vec<String> = self
            .all
            .iter()
            .filter(|sheet| sheet.name != taken)
            .map(|sheet| if is_visible(sheet) { sheet.name.clone() } else { format!("{} (hidden)", sheet.name) })
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let hint = if was_wanted { "" } else { "; --sheet NAME takes another one" };
        (!names.is_empty()).then(|| format!("the workbook has further sheets: {}{hint}", listed(&names)))
    }

    /// How far a sheet says that it reaches.
    pub(super) fn declared(&mut self, sheet: &str) -> Result<Option<Bounds>, DataError> {
        let job = self.job;
        let book = &mut self.book;
        let dimensions = guarded(job, || {
            Ok(match book {
                Book::Xlsx(book) => {
                    Some(book.worksheet_cells_reader(sheet).map_err(|error| xlsx(job, &error))?.dimensions())
                }
                Book::Xlsb(book) => {
                    Some(book.worksheet_cells_reader(sheet).map_err(|error| xlsb(job, &error))?.dimensions())
                }
                Book::Xls(book) => of_range(&book.worksheet_range(sheet).map_err(|error| xls_damage(job, &error))?),
                Book::Ods(book) => of_range(&book.worksheet_range(sheet).map_err(|error| ods(job, &error))?),
            })
        })?;
        Ok(dimensions.map(|Dimensions { start, end }| Bounds {
            first_row: start.0,
            last_row: end.0.max(start.0),
            first_column: start.1,
            last_column: end.1.max(start.1),
        }))
    }

    /// Gives every cell that is not empty, row by row.
    pub(super) fn each(&mut self, sheet: &str, take: &mut Take<'_>) -> Result<(), DataError> {
        let job = self.job;
        let book = &mut self.book;
        let mut count = 0;
        let mut not_computed = 0;
        let mut last_row = 0;
        let mut watched = |position: (u32, u32), value: &DataRef<'_>| {
            count += 1;
            last_row = last_row.max(position.0);
            if count % limits::WATCHED_CELLS == 0 {
                job.go_on()?;
            }
            if *value == DataRef::Empty { Ok(Flow::On) } else { take(position, value) }
        };
        guarded(job, || {
            match book {
                Book::Xlsx(book) => {
                    let mut cells = book.worksheet_cells_reader(sheet).map_err(|error| xlsx(job, &error))?;
                    while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(|error| xlsx(job, &error))? {
                        not_computed += u64::from(cell.formula.is_some() && cell.value == DataRef::Empty);
                        if watched(cell.pos, &cell.value)? == Flow::Stop {
                            break;
                        }
                    }
                }
                Book::Xlsb(book) => {
                    let mut cells = book.worksheet_cells_reader(sheet).map_err(|error| xlsb(job, &error))?;
                    while let Some(cell) = cells.next_cell().map_err(|error| xlsb(job, &error))? {
                        if watched(cell.get_position(), cell.get_value())? == Flow::Stop {
                            break;
                        }
                    }
                }
                Book::Xls(book) => {
                    held(&book.worksheet_range(sheet).map_err(|error| xls_damage(job, &error))?, &mut watched)?;
                }
                Book::Ods(book) => {
                    held(&book.worksheet_range(sheet).map_err(|error| ods(job, &error))?, &mut watched)?;
                }
            }
            Ok(())
        })?;
        (self.not_computed, self.last_row) = (not_computed, last_row);
        Ok(())
    }

    /// First and last row of each range of merged cells, as far as the format tells.
    pub(super) fn merged(&mut self, sheet: &str) -> Vec<(u32, u32)> {
        let found = match &mut self.book {
            Book::Xlsx(book) => book.merge_cells_by_sheet_name(sheet).unwrap_or_default(),
            Book::Xls(book) => book.merge_cells_by_sheet_name(sheet).unwrap_or_default(),
            Book::Xlsb(_) | Book::Ods(_) => Vec::new(),
        };
        found.into_iter().map(|range| (range.start.0, range.end.0)).collect()
    }
}

/// Gives the cells of a sheet that is held in memory.
fn held(range: &calamine::Range<Data>, take: &mut Take<'_>) -> Result<(), DataError> {
    let (row, column) = range.start().unwrap_or_default();
    for (down, right, value) in range.used_cells() {
        let place = |from: u32, by: usize| from.saturating_add(u32::try_from(by).unwrap_or(u32::MAX));
        if take((place(row, down), place(column, right)), &borrowed(value))? == Flow::Stop {
            break;
        }
    }
    Ok(())
}

fn borrowed(value: &Data) -> DataRef<'_> {
    match value {
        Data::Int(value) => DataRef::Int(*value),
        Data::Float(value) => DataRef::Float(*value),
        Data::String(text) => DataRef::SharedString(text),
        Data::Bool(value) => DataRef::Bool(*value),
        Data::DateTime(value) => DataRef::DateTime(*value),
        Data::DateTimeIso(text) => DataRef::DateTimeIso(text.clone()),
        Data::DurationIso(text) => DataRef::DurationIso(text.clone()),
        Data::Error(kind) => DataRef::Error(kind.clone()),
        Data::Empty => DataRef::Empty,
    }
}

fn of_range(range: &calamine::Range<Data>) -> Option<Dimensions> {
    Some(Dimensions::new(range.start()?, range.end()?))
}

fn is_visible(sheet: &Sheet) -> bool {
    sheet.visible == SheetVisible::Visible
}

/// The first names of a list, and how many more there are.
fn listed(names: &[&str]) -> String {
    let first = names.get(..limits::SAME_WARNINGS).unwrap_or(names);
    let more = names.len() - first.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", first.join(", "))
}

/// Workbooks come from anywhere, and their formats have many corners: a fault of the reader is one of the file's.
fn guarded<T>(job: &Job<'_>, read: impl FnOnce() -> Result<T, DataError>) -> Result<T, DataError> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(damaged(job, "its parts do not fit together")))
}

fn damaged(job: &Job<'_>, what: &str) -> DataError {
    let reason = format!("the workbook is damaged: {what}");
    job.error("bad_workbook", reason, "open it in a spreadsheet program and save it again, or export the sheet as CSV")
}

fn too_large(job: &Job<'_>) -> DataError {
    let reason = format!("the workbook holds more than {} bytes in one part", limits::WORKBOOK_BYTES);
    job.error("bad_workbook", reason, "export the sheet as CSV")
}

fn locked(job: &Job<'_>) -> DataError {
    job.error(
        "encrypted",
        "the workbook is protected by a password",
        "open it in a spreadsheet program and save it without one",
    )
}

fn xlsx(job: &Job<'_>, error: &XlsxError) -> DataError {
    match error {
        XlsxError::Password => locked(job),
        other => damaged(job, &other.to_string()),
    }
}

fn xlsb(job: &Job<'_>, error: &XlsbError) -> DataError {
    match error {
        XlsbError::Password => locked(job),
        other => damaged(job, &other.to_string()),
    }
}

fn ods(job: &Job<'_>, error: &OdsError) -> DataError {
    match error {
        OdsError::Password => locked(job),
        other => damaged(job, &other.to_string()),
    }
}

fn xls(job: &Job<'_>, error: &XlsError, path: &Path) -> DataError {
    // The container of old workbooks also holds newer ones that are encrypted, and documents of other kinds.
    let holds = |name: &str| {
        let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        std::fs::read(path).is_ok_and(|bytes| bytes.windows(name.len()).any(|window| window == name))
    };
    if holds("EncryptedPackage") {
        return locked(job);
    }
    if !holds("Workbook") && !holds("Book") {
        return job.error("not_csv_binary", "is an Office document without a workbook", "export the data as CSV");
    }
    xls_damage(job, error)
}

fn xls_damage(job: &Job<'_>, error: &XlsError) -> DataError {
    match error {
        XlsError::Password => locked(job),
        other => damaged(job, &other.to_string()),
    }
}
