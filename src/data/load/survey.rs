//! Reads a whole file once, before the database does: tells rows from what stands beside them, and gathers what every
//! column's texts have in common.
//!
//! This is the verification: types rest on all values, not on a sample, and the counts gathered here are compared with
//! those of the loaded table. What a sample suggested and the file contradicts is decided anew, and the file read again.

use std::collections::{BTreeMap, BTreeSet};

use super::column::Column;
use super::decide::{self, Decision};
use super::dialect::{self, NONE};
use super::encoding::{self, Coding, Origin};
use super::frame::{self, Frame};
use super::lines::Lines;
use super::sample::Sample;
use super::settle;
use super::source::Prepared;
use super::split::Dialect;
use super::walk::{Part, Walk};
use super::{Progress, ReadOptions};
use crate::data::DataError;
use crate::limits::{self, Interrupt};

/// How often a file may contradict its samples.
const ATTEMPTS: usize = 6;

/// Why records of a file are no rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    Hint,
    Above,
    Skipped,
    Blank,
    Comment,
    Units,
    RepeatedHeader,
    TooWide,
    Empty,
    Total,
    Note,
    Beyond,
}

impl Reason {
    pub(super) const ALL: [Self; 12] = [
        Self::Hint,
        Self::Above,
        Self::Skipped,
        Self::Blank,
        Self::Comment,
        Self::Units,
        Self::RepeatedHeader,
        Self::TooWide,
        Self::Empty,
        Self::Total,
        Self::Note,
        Self::Beyond,
    ];
}

/// A record that is kept until it is known what it is.
#[derive(Debug, Clone, Default)]
pub(super) struct Aside {
    /// Where it starts.
    pub(super) line: u64,
    /// Its fields, as many as the table has, or more.
    pub(super) texts: Vec<Box<[u8]>>,
    /// Whether there are more, with a value.
    pub(super) surplus: bool,
    /// Whether there are fewer.
    pub(super) short: bool,
    /// Whether its quotes were mended.
    pub(super) mended: bool,
}

impl Aside {
    /// Fields with a value.
    pub(super) fn filled(&self) -> usize {
        self.texts.iter().filter(|text| !super::shape::trim(text).is_empty()).count()
    }
}

/// What was found in a file.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) coding: Coding,
    pub(super) frame: Frame,
    /// Line ends before the first record of the table.
    pub(super) lines_above: u64,
    /// Whether a line above the table could lead another reader astray.
    pub(super) odd_above: bool,
    /// The fields of the table's first record.
    pub(super) first: Vec<Vec<u8>>,
    /// Whether the first record has fewer fields than the table.
    pub(super) short_header: bool,
    /// What the other records' columns hold.
    pub(super) columns: Vec<Column>,
    /// Rows behind the first record.
    pub(super) records: u64,
    /// Records beside the table, by reason.
    pub(super) left: Vec<(Reason, Lines)>,
    /// Lines that are left out although they look like rows.
    pub(super) omitted: BTreeSet<u64>,
    /// What stood below the names: units of measurement, by column.
    pub(super) units: Vec<String>,
    /// Rows with fewer fields than the table.
    pub(super) short: Lines,
    /// Rows whose further fields were cut off.
    pub(super) cut: Lines,
    /// Rows in which fields were joined, as an unquoted delimiter had torn them apart.
    pub(super) joined: Lines,
    /// The column of the joined field, by line.
    pub(super) joints: BTreeMap<u64, usize>,
    /// Rows whose quotes do not fit.
    pub(super) mended: Lines,
    /// Rows with more fields than the table, the additional ones empty.
    pub(super) trailing: u64,
    /// Bytes that are no text, by line.
    pub(super) replaced: Lines,
    /// How many of them are NUL.
    pub(super) zeros: u64,
    /// Whether line ends differ.
    pub(super) mixed_ends: bool,
    /// Whether a quoted field holds a line end.
    pub(super) lines_in_quotes: bool,
    /// Bytes of the longest record.
    pub(super) longest: usize,
    /// SHA-256 of the text as it is in the file.
    pub(super) digest: String,
    /// Records that do not fit, until types are known.
    pub(super) doubtful: Vec<Aside>,
    /// The last records, until it is known which are rows.
    pub(super) tail: Vec<Aside>,
    /// The record below the first, until it is known whether it holds units.
    pub(super) second: Option<Aside>,
}

/// What came of reading a file through.
enum Pass {
    Done(Box<Survey>),
    /// The text is not UTF-8.
    Foreign,
    /// Enough records have this width.
    Wider(usize),
    /// A text of the only column holds what was taken for its end.
    Torn,
}

/// Reads the file. `plain` says that no record is a header or a line of units: all that stands below the first record
/// are rows.
pub(super) fn survey(
    prepared: &Prepared,
    options: &ReadOptions,
    plain: bool,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<Survey, DataError> {
    let head = super::source::head(prepared)?;
    let mut coding = encoding::choose(prepared, &head, options.encoding.as_deref())?;
    let mut polled = !coding.is_utf8() || coding.origin == Origin::Named;
    let mut frame = frame::frame(Sample::take(prepared, coding)?, options, prepared.written.is_none());
    for _ in 0..ATTEMPTS {
        if frame.width > limits::COLUMNS {
            return Err(prepared.error(
                "too_many_columns",
                format!("has {} columns; csvchat reads up to {}", frame.width, limits::COLUMNS),
                "leave columns out, or turn rows and columns around",
            ));
        }
        match read_through(prepared, options, coding, &frame, plain, polled, interrupt, progress)? {
            Pass::Done(survey) => return Ok(*survey),
            Pass::Foreign => {
                let mark = coding.mark;
                coding = encoding::poll(prepared, interrupt)?;
                if coding.is_utf8() {
                    coding.mark = mark;
                }
                polled = true;
                frame = frame::frame(Sample::take(prepared, coding)?, options, prepared.written.is_none());
            }
            Pass::Wider(width) => frame.width = width,
            Pass::Torn => frame.dialect = Dialect { quote: None, escape: None, ..frame.dialect },
        }
    }
    Err(prepared.error(
        "ragged_row",
        "its rows are of many different widths",
        "give the right --delimiter, remove lines above the header, or quote fields that hold the delimiter",
    ))
}

#[expect(clippy::too_many_arguments, reason = "each is decided elsewhere and used once")]
fn read_through(
    prepared: &Prepared,
    options: &ReadOptions,
    coding: Coding,
    frame: &Frame,
    plain: bool,
    polled: bool,
    interrupt: &Interrupt,
    progress: &Progress,
) -> Result<Pass, DataError> {
    let mut walk = Walk::open(prepared, coding, frame, interrupt, progress)?;
    let mut found = Survey::new(coding, frame, options);
    let mut wide = Vec::new();
    while let Some(part) = walk.next()? {
        if !polled && walk.replaced().0.count > 0 {
            return Ok(Pass::Foreign);
        }
        match part {
            Part::Above => found.pass_above(&walk, options),
            Part::Blank if found.first.is_empty() => {
                found.lines_above += walk.record().lines;
                found.odd_above |= !walk.record().blank;
                found.leave(Reason::Blank, walk.line());
            }
            Part::Blank => {
                // An empty line is nothing; one of spaces would be a row to other readers.
                found.odd_above |= !walk.record().blank;
                found.leave(Reason::Blank, walk.line());
            }
            Part::Comment => {
                found.odd_above = true;
                found.leave(Reason::Comment, walk.line());
            }
            Part::Beyond => found.leave(Reason::Beyond, walk.line()),
            Part::Table => {
                if walk.record().width() > frame.width && !found.first.is_empty() {
                    let reach = reach(&walk);
                    if reach > frame.width {
                        if !frame.split {
                            return Ok(Pass::Torn);
                        }
                        wide.push(reach);
                        if wide.len() > limits::DOUBTFUL_RECORDS {
                            return wider(prepared, frame, &wide, found.records);
                        }
                    }
                }
                found.take(&walk, plain);
            }
        }
    }
    if !polled && walk.replaced().0.count > 0 {
        return Ok(Pass::Foreign);
    }
    if wide.len() > 1 && wide.len() as u64 * 10 >= found.records + wide.len() as u64 {
        return wider(prepared, frame, &wide, found.records);
    }
    if found.first.is_empty() {
        return Err(prepared.error("empty_file", "the file holds nothing but blank lines", ""));
    }
    found.mixed_ends = walk.mixed_ends;
    found.replaced = walk.replaced().0.clone();
    found.zeros = walk.replaced().1;
    found.digest = walk.digest();
    settle::settle(&mut found, plain);
    for column in &mut found.columns {
        column.end_sample();
    }
    Ok(Pass::Done(Box::new(found)))
}

/// The width that wide records ask for.
fn wider(prepared: &Prepared, frame: &Frame, wide: &[usize], others: u64) -> Result<Pass, DataError> {
    let all = others + wide.len() as u64;
    let enough = |width: usize| {
        let count = wide.iter().filter(|&&reach| reach >= width).count() as u64;
        count > 1 && count * 10 >= all
    };
    let widest = wide.iter().copied().max().unwrap_or_default();
    match (frame.width + 1..=widest).rev().find(|&width| enough(width)) {
        Some(width) => Ok(Pass::Wider(width)),
        None => Err(prepared.error(
            "ragged_row",
            format!("more than {} rows have more than {} fields", limits::DOUBTFUL_RECORDS, frame.width),
            "quote fields that hold the delimiter, or give the right --delimiter",
        )),
    }
}

/// Fields up to the last one that is not empty.
fn reach(walk: &Walk<'_>) -> usize {
    let mut reach = 0;
    for (index, text) in walk.texts().enumerate() {
        if !text.is_empty() {
            reach = index + 1;
        }
    }
    reach
}

impl Survey {
    fn new(coding: Coding, frame: &Frame, options: &ReadOptions) -> Self {
        let mut left = Vec::new();
        if frame.hint > 0 {
            let mut lines = Lines::default();
            lines.add(1);
            left.push((Reason::Hint, lines));
        }
        Self {
            coding,
            frame: frame.clone(),
            lines_above: u64::from(frame.hint > 0),
            odd_above: false,
            first: Vec::new(),
            short_header: false,
            columns: vec![Column::new(options.null.as_deref()); frame.width],
            records: 0,
            left,
            omitted: BTreeSet::new(),
            units: Vec::new(),
            short: Lines::default(),
            cut: Lines::default(),
            joined: Lines::default(),
            joints: BTreeMap::new(),
            mended: Lines::default(),
            trailing: 0,
            replaced: Lines::default(),
            zeros: 0,
            mixed_ends: false,
            lines_in_quotes: false,
            longest: 0,
            digest: String::new(),
            doubtful: Vec::new(),
            tail: Vec::new(),
            second: None,
        }
    }

    /// Counts a record that is no row.
    pub(super) fn leave(&mut self, reason: Reason, line: u64) {
        match self.left.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, lines)) => lines.add(line),
            None => {
                let mut lines = Lines::default();
                lines.add(line);
                self.left.push((reason, lines));
            }
        }
    }

    /// Lines that are left out for a reason.
    pub(super) fn left(&self, reason: Reason) -> Option<&Lines> {
        self.left.iter().find(|(known, _)| *known == reason).map(|(_, lines)| lines)
    }

    fn pass_above(&mut self, walk: &Walk<'_>, options: &ReadOptions) {
        let record = walk.record();
        self.lines_above += record.lines;
        self.odd_above |= record.mended || record.lines > 1;
        let blank =
            record.blank || (record.width() == 1 && walk.texts().all(|text| super::shape::trim(text).is_empty()));
        let reason = match options.skip {
            _ if blank => Reason::Blank,
            Some(_) => Reason::Skipped,
            None => Reason::Above,
        };
        self.leave(reason, walk.line());
    }

    /// Takes a record of the table.
    fn take(&mut self, walk: &Walk<'_>, plain: bool) {
        let record = walk.record();
        self.longest = self.longest.max(walk.length());
        self.lines_in_quotes |= record.lines > 1;
        let width = self.frame.width;
        if self.first.is_empty() {
            self.first = walk.texts().take(width).map(<[u8]>::to_vec).collect();
            self.short_header = self.first.len() < width;
            self.first.resize(width, Vec::new());
            self.odd_above |= record.width() > width || record.mended;
            return;
        }
        if !plain && !self.frame.every && self.repeats_the_first(walk) {
            self.omitted.insert(walk.line());
            self.leave(Reason::RepeatedHeader, walk.line());
            return;
        }
        let surplus = record.width() > width && reach(walk) > width;
        let marked = self.frame.comments && walk.is_marked();
        if surplus || marked {
            self.doubtful.push(aside(walk, record.width().max(width), surplus));
        } else if self.second.is_none() && self.records == 0 && self.doubtful.is_empty() {
            self.second = Some(aside(walk, width, false));
        } else if walk.is_near_the_end() {
            self.tail.push(aside(walk, width, false));
        } else {
            self.count(walk.line(), record.width() < width, record.width() > width, record.mended);
            let mut texts = walk.texts();
            for column in &mut self.columns {
                column.add(texts.next().unwrap_or_default());
            }
        }
    }

    fn repeats_the_first(&self, walk: &Walk<'_>) -> bool {
        let width = self.frame.width;
        let same = || walk.texts().take(width).eq(self.first.iter().map(Vec::as_slice));
        width > 1
            && walk.texts().next() == self.first.first().map(Vec::as_slice)
            && walk.record().width() == width
            && same()
    }

    /// Counts a row.
    fn count(&mut self, line: u64, short: bool, trailing: bool, mended: bool) {
        if short {
            self.short.add(line);
        }
        self.trailing += u64::from(trailing);
        if mended {
            self.mended.add(line);
        }
        self.records += 1;
        if self.records == limits::SAMPLE_ROWS {
            for column in &mut self.columns {
                column.end_sample();
            }
        }
    }

    /// Takes a record that was kept as a row.
    pub(super) fn take_aside(&mut self, row: &Aside) {
        self.count(row.line, row.short, false, row.mended);
        if row.surplus {
            self.cut.add(row.line);
        }
        let mut texts = row.texts.iter();
        for column in &mut self.columns {
            column.add(texts.next().map(|text| &**text).unwrap_or_default());
        }
    }

    /// Whether DuckDB cannot be told to read the file as it was read here.
    pub(super) fn must_be_rewritten(&self) -> bool {
        let quoting = self.mended.count > 0 || self.cut.count > 0 || self.joined.count > 0;
        let lines = !self.omitted.is_empty() || self.left(Reason::Beyond).is_some() || self.odd_above;
        !self.coding.is_utf8()
            || self.replaced.count > 0
            || quoting
            || lines
            || self.short_header
            || self.left(Reason::Blank).is_some_and(|_| self.frame.dialect.delimiter == NONE)
    }

    /// What the columns are.
    pub(super) fn decide(&self) -> Vec<Decision> {
        decide::decide(&self.columns, self.frame.dialect.delimiter == b';')
    }

    /// Whether records were left out because the first one was taken for the names of the columns.
    pub(super) fn took_names_for_granted(&self) -> bool {
        self.left(Reason::RepeatedHeader).is_some() || self.left(Reason::Units).is_some()
    }

    /// The character between fields; none where there is but one field.
    pub(super) fn delimiter(&self) -> Option<u8> {
        Some(self.frame.dialect.delimiter).filter(|&delimiter| delimiter != dialect::NONE)
    }
}

fn aside(walk: &Walk<'_>, width: usize, surplus: bool) -> Aside {
    let record = walk.record();
    let mut texts: Vec<Box<[u8]>> = walk.texts().take(width).map(Box::from).collect();
    texts.resize(width, Box::default());
    Aside { line: walk.line(), texts, surplus, short: record.width() < width, mended: record.mended }
}
