//! What a survey has found so far: rows counted into columns, and records kept aside until it is known what they are.

use std::collections::{BTreeMap, BTreeSet};

use super::super::ReadOptions;
use super::super::column::{Column, Type};
use super::super::decide::{self, Decision};
use super::super::dialect::NONE;
use super::super::encoding::Coding;
use super::super::frame::Frame;
use super::super::header::Forms;
use super::super::labels;
use super::super::lines::{Lines, SheetRows};
use super::super::recast::Recast;
use super::super::shape::trim;
use super::super::subtotal::{Sums, Total};
use super::super::walk::Walk;
use super::reason::Reason;
use crate::limits;

/// A record that is kept until it is known what it is.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Aside {
    /// Where it starts.
    pub(in super::super) line: u64,
    /// Lines that it takes.
    pub(in super::super) lines: u64,
    /// Its fields, as many as the table has, or more.
    pub(in super::super) texts: Vec<Box<[u8]>>,
    /// Whether there are more, with a value.
    pub(in super::super) surplus: bool,
    /// Whether there are fewer.
    pub(in super::super) short: bool,
    /// Whether its quotes were mended.
    pub(in super::super) mended: bool,
    /// What it is where it may be a line of totals.
    pub(in super::super) total: Option<Total>,
}

impl Aside {
    /// Fields with a value.
    pub(in super::super) fn filled(&self) -> usize {
        self.texts.iter().filter(|text| !trim(text).is_empty()).count()
    }
}

/// What was found in a file.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a finding of its own")]
pub(in super::super) struct Survey {
    pub(in super::super) coding: Coding,
    pub(in super::super) frame: Frame,
    /// Line ends before the first record of the table.
    pub(in super::super) lines_above: u64,
    /// The row of a sheet that these lines reach to, where the text was written from one.
    row_above: Option<u64>,
    /// Whether a line above the table could lead another reader astray.
    pub(in super::super) odd_above: bool,
    /// The fields of the table's first record.
    pub(in super::super) first: Vec<Vec<u8>>,
    /// How many of the records below it look as it does.
    pub(in super::super) forms: Forms,
    /// Whether the first record has fewer fields than the table.
    pub(in super::super) short_header: bool,
    /// What the other records' columns hold.
    pub(in super::super) columns: Vec<Column>,
    /// Rows behind the first record.
    pub(in super::super) records: u64,
    /// Records beside the table, by reason.
    pub(in super::super) left: Vec<(Reason, Lines)>,
    /// Lines that are left out although they look like rows.
    pub(in super::super) omitted: BTreeSet<u64>,
    /// What stood below the names: units of measurement, by column.
    pub(in super::super) units: Vec<String>,
    /// Rows with fewer fields than the table.
    pub(in super::super) short: Lines,
    /// Rows whose further fields were cut off.
    pub(in super::super) cut: Lines,
    /// Rows in which fields were joined, as an unquoted delimiter had torn them apart.
    pub(in super::super) joined: Lines,
    /// The column of the joined field, by line.
    pub(in super::super) joints: BTreeMap<u64, usize>,
    /// Rows whose quotes do not fit.
    pub(in super::super) mended: Lines,
    /// Records with spaces between a closing quote and what ends the field.
    pub(in super::super) spaced: Lines,
    /// Rows with more fields than the table, the additional ones empty.
    pub(in super::super) trailing: u64,
    /// Records that end so, wherever they stand.
    pub(in super::super) open_ended: u64,
    /// Bytes that are no text, by line.
    pub(in super::super) replaced: Lines,
    /// How many of them are NUL.
    pub(in super::super) zeros: u64,
    /// Whether line ends differ.
    pub(in super::super) mixed_ends: bool,
    /// Lines that end with a feed and a return behind it.
    pub(in super::super) feed_returns: u64,
    /// Whether a quoted field holds a line end.
    pub(in super::super) lines_in_quotes: bool,
    /// Bytes of the longest record.
    pub(in super::super) longest: usize,
    /// SHA-256 of the text as it is in the file.
    pub(in super::super) digest: String,
    /// Records that do not fit, until types are known.
    pub(in super::super) doubtful: Vec<Aside>,
    /// Records above the table so far.
    passed_above: usize,
    /// Sums of the rows so far, where the samples hold lines of totals.
    sums: Sums,
    /// Rows that may be lines of totals, and of the first of them the column and the text that say so.
    pub(in super::super) likely_totals: Lines,
    pub(in super::super) likely_total: Option<(usize, String)>,
    /// The last records, until it is known which are rows.
    pub(in super::super) tail: Vec<Aside>,
    /// The records below the first, until it is known whether they say more of the columns.
    pub(in super::super) below_names: Vec<Aside>,
}

/// Fields up to the last one that is not empty.
pub(super) fn reach(walk: &Walk<'_>) -> usize {
    let mut reach = 0;
    for (index, text) in walk.texts().enumerate() {
        if !text.is_empty() {
            reach = index + 1;
        }
    }
    reach
}

impl Survey {
    pub(super) fn new(coding: Coding, frame: &Frame, options: &ReadOptions) -> Self {
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
            row_above: None,
            odd_above: false,
            first: Vec::new(),
            forms: Forms::default(),
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
            spaced: Lines::default(),
            trailing: 0,
            open_ended: 0,
            replaced: Lines::default(),
            zeros: 0,
            mixed_ends: false,
            feed_returns: 0,
            lines_in_quotes: false,
            longest: 0,
            digest: String::new(),
            doubtful: Vec::new(),
            passed_above: 0,
            sums: Sums::default(),
            likely_totals: Lines::default(),
            likely_total: None,
            tail: Vec::new(),
            below_names: Vec::new(),
        }
    }

    /// Counts a record that is no row.
    pub(in super::super) fn leave(&mut self, reason: Reason, line: u64) {
        if let Some((_, lines)) = self.left.iter_mut().find(|(known, _)| *known == reason) {
            lines.add(line);
        } else {
            let mut lines = Lines::default();
            lines.add(line);
            self.left.push((reason, lines));
        }
    }

    /// Lines that are left out for a reason.
    pub(in super::super) fn left(&self, reason: Reason) -> Option<&Lines> {
        self.left.iter().find(|(known, _)| *known == reason).map(|(_, lines)| lines)
    }

    /// Counts lines as rows of the sheet from which the text was written, for messages: what is settled by lines is settled
    /// before.
    pub(in super::super) fn count_in_rows(&mut self, rows: &SheetRows) {
        let Self { short, cut, joined, mended, spaced, replaced, likely_totals, .. } = self;
        let others = [short, cut, joined, mended, spaced, replaced, likely_totals];
        self.left.iter_mut().map(|(_, lines)| lines).chain(others).for_each(|lines| lines.in_rows(rows));
        self.row_above = Some(rows.row(self.lines_above));
    }

    /// The last line above the first record of the table, or the row of the sheet.
    pub(in super::super) fn last_above(&self) -> u64 {
        self.row_above.unwrap_or(self.lines_above)
    }

    pub(super) fn pass_above(&mut self, walk: &Walk<'_>, options: &ReadOptions) {
        let record = walk.record();
        self.lines_above += record.lines;
        self.odd_above |= record.mended || record.spaced || record.lines > 1;
        let blank = record.blank || (record.width() == 1 && walk.texts().all(|text| trim(text).is_empty()));
        self.passed_above += 1;
        let is_group = self.passed_above + self.frame.group_lines > self.frame.above;
        let reason = match options.skip {
            _ if is_group => Reason::Groups,
            _ if blank => self.blank(walk),
            Some(_) => Reason::Skipped,
            None if self.frame.comments && walk.is_marked() => Reason::Comment,
            None => Reason::Above,
        };
        self.leave(reason, walk.line());
    }

    /// What a record without text was in the file.
    pub(super) fn blank(&self, walk: &Walk<'_>) -> Reason {
        let drawn = self.frame.recast.as_ref().is_some_and(Recast::has_rules);
        if drawn && !walk.record().blank { Reason::Rule } else { Reason::Blank }
    }

    /// Takes a record of the table.
    pub(super) fn take(&mut self, walk: &Walk<'_>, plain: bool) {
        let record = walk.record();
        self.longest = self.longest.max(walk.length());
        self.lines_in_quotes |= record.lines > 1;
        if record.spaced {
            self.spaced.add(walk.line());
        }
        let width = self.frame.width;
        if self.first.is_empty() {
            let label = self.frame.row_labels.then(Vec::new);
            self.first = label.into_iter().chain(walk.texts().map(<[u8]>::to_vec)).take(width).collect();
            self.odd_above |= self.frame.row_labels;
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
        self.forms.take(&self.first, walk.texts().take(width));
        let total = if self.frame.totals { self.sums.take(&walk.texts().take(width)) } else { None };
        let surplus = record.width() > width && reach(walk) > width;
        self.open_ended += u64::from(record.width() > width && !surplus);
        let marked = walk.is_marked() && !self.frame.every && (self.frame.comments || record.width() < width);
        if surplus || marked {
            self.doubtful.push(aside(walk, record.width().max(width), surplus));
        } else if self.is_below_names() {
            self.below_names.push(Aside { total, ..aside(walk, width, false) });
        } else if walk.is_near_the_end() {
            self.tail.push(Aside { total, ..aside(walk, width, false) });
        } else if let Some(total) = total {
            let row = Aside { total: Some(total), ..aside(walk, width, false) };
            if self.keeps(&row) {
                self.take_aside(&row);
            }
        } else {
            self.count(walk.line(), record.width() < width, record.width() > width, record.mended);
            let mut texts = walk.texts();
            for column in &mut self.columns {
                column.add(texts.next().unwrap_or_default());
            }
        }
    }

    /// Whether the next record is one of the first below the names, and none of those went elsewhere.
    fn is_below_names(&self) -> bool {
        let others = self.records > 0 || !self.doubtful.is_empty() || !self.tail.is_empty();
        self.below_names.len() < labels::ROWS && !others
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

    /// Whether a record is a row and no line of totals. One that is certain is left out, one that is likely is told.
    pub(in super::super) fn keeps(&mut self, row: &Aside) -> bool {
        match row.total {
            Some(total) if total.is_certain() => {
                self.omitted.insert(row.line);
                self.leave(Reason::Subtotal, row.line);
                return false;
            }
            Some(total) if total.is_likely() => {
                self.likely_totals.add(row.line);
                let text = row.texts.get(total.column).map(|text| String::from_utf8_lossy(trim(text)).into_owned());
                self.likely_total.get_or_insert((total.column, text.unwrap_or_default()));
            }
            Some(_) | None => {}
        }
        true
    }

    /// Takes a record that was kept as a row.
    pub(in super::super) fn take_aside(&mut self, row: &Aside) {
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
    pub(in super::super) fn must_be_rewritten(&self) -> bool {
        let quoting = [&self.mended, &self.cut, &self.joined, &self.spaced].iter().any(|lines| lines.count > 0);
        let lines = !self.omitted.is_empty() || self.left(Reason::Beyond).is_some() || self.odd_above;
        !self.coding.is_utf8()
            || self.replaced.count > 0
            || self.frame.recast.is_some()
            || quoting
            || lines
            || self.short_header
            || self.left(Reason::Blank).is_some_and(|_| self.frame.dialect.delimiter == NONE)
    }

    /// Whether no field of the table holds anything.
    pub(in super::super) fn is_hollow(&self) -> bool {
        let empty = |column: &Column| column.values() == 0 && column.word_list().is_empty();
        self.first.iter().all(|text| trim(text).is_empty()) && self.columns.iter().all(empty)
    }

    /// What the columns are.
    pub(in super::super) fn decide(&self) -> Vec<Decision> {
        decide::decide(&self.columns, self.frame.dialect.delimiter)
    }

    /// Whether the first record stands again and again among texts: it is one of them then, and names nothing.
    pub(in super::super) fn first_recurs_among_texts(&self, decisions: &[Decision]) -> bool {
        let again = self.left(Reason::RepeatedHeader).map_or(0, |lines| lines.count);
        again > 0 && again * 10 >= self.records && decisions.iter().all(|decision| decision.kind == Type::Text)
    }

    /// Whether records were left out because the first one was taken for the names of the columns.
    pub(in super::super) fn took_names_for_granted(&self) -> bool {
        [Reason::RepeatedHeader, Reason::Units, Reason::Labels].into_iter().any(|reason| self.left(reason).is_some())
    }

    /// What stands between fields; none where there is but one field.
    pub(in super::super) fn delimiter(&self) -> Option<String> {
        let plain = Some(self.frame.dialect.delimiter).filter(|&delimiter| delimiter != NONE);
        self.frame.recast.as_ref().map(Recast::delimiter).or_else(|| Some(char::from(plain?).to_string()))
    }
}

fn aside(walk: &Walk<'_>, width: usize, surplus: bool) -> Aside {
    let record = walk.record();
    let mut texts: Vec<Box<[u8]>> = walk.texts().take(width).map(Box::from).collect();
    texts.resize(width, Box::default());
    Aside {
        line: walk.line(),
        lines: record.lines,
        texts,
        surplus,
        short: record.width() < width,
        mended: record.mended,
        total: None,
    }
}
