//! Walks through a file record by record and tells what each is for: a row of the table, or something beside it.
//!
//! The file is walked once to learn what it holds and, where DuckDB cannot be told how to read it, once more to write it
//! down plainly. Both walks tell the same.

use super::Progress;
use super::column;
use super::encoding::Coding;
use super::frame::Frame;
use super::lines::Lines;
use super::numeral;
use super::pages::{self, is_rule};
use super::scan::Scan;
use super::shape::{Shape, classify, trim};
use super::source::Prepared;
use super::split::{Ending, Record, ends_feed};
use crate::data::DataError;
use crate::limits::{self, Interrupt};

/// A byte order mark in UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();
/// What begins a page.
const FORM_FEED: &[u8] = b"\x0c";
/// Titles above a table that are kept, to know them again.
const TITLES: usize = 5;

/// What a record is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A line above the table.
    Above,
    /// A line without text.
    Blank,
    /// A line marked as a comment.
    Comment,
    /// A rule of dashes above the values.
    Rule,
    /// A line between the pages of a printed table: its number, or the title again.
    Page,
    /// A record of the table.
    Table,
    /// A record of another table below the first, or of what follows that.
    Beyond,
}

/// A walk through a file.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the way so far")]
pub(super) struct Walk<'a> {
    prepared: &'a Prepared,
    scan: Scan<'a>,
    frame: &'a Frame,
    record: Record,
    /// Bytes of the record, passed before the next one is read.
    length: usize,
    /// The line on which the next record starts.
    next_line: u64,
    line: u64,
    /// Records told so far.
    told: usize,
    ended: bool,
    /// Whether the record before was empty.
    after_gap: bool,
    beyond: bool,
    /// Records of the table so far, up to two: names and first values.
    begun: usize,
    /// Records above the table, as they are known again.
    titles: Vec<Vec<u8>>,
    /// The fields of the table's first record.
    names: Vec<Vec<u8>>,
    /// Columns whose first value is no word.
    typed: Vec<usize>,
    /// Whether that is so of all columns, and no record has begun with a letter since.
    valued: bool,
    ending: Option<Ending>,
    /// Whether line ends differ.
    pub(super) mixed_ends: bool,
    /// Whether some of these are returns alone.
    pub(super) returns_among: bool,
    /// Whether byte order marks or returns stand within the text.
    pub(super) marks_within: bool,
    /// Lines that end with a feed and a return behind it.
    pub(super) feed_returns: u64,
}

impl<'a> Walk<'a> {
    /// Starts at the file's first line.
    pub(super) fn open(
        prepared: &'a Prepared,
        coding: Coding,
        frame: &'a Frame,
        interrupt: &'a Interrupt,
        progress: &'a Progress,
    ) -> Result<Self, DataError> {
        let mut scan = Scan::open(prepared, coding, interrupt, progress)?;
        scan.recast(frame.recast.clone());
        let ended = scan.fill()?;
        scan.pass(frame.hint);
        Ok(Self {
            prepared,
            scan,
            frame,
            record: Record::default(),
            length: 0,
            next_line: if frame.hint > 0 { 2 } else { 1 },
            line: 0,
            told: 0,
            ended,
            after_gap: false,
            beyond: false,
            begun: 0,
            titles: Vec::new(),
            names: Vec::new(),
            typed: Vec::new(),
            valued: false,
            ending: None,
            mixed_ends: false,
            returns_among: false,
            marks_within: false,
            feed_returns: 0,
        })
    }

    /// The next record; none at the file's end.
    pub(super) fn next(&mut self) -> Result<Option<Part>, DataError> {
        self.scan.pass(std::mem::take(&mut self.length));
        if !self.ended && self.scan.unread().len() < limits::TAIL_BYTES {
            self.ended = self.scan.fill()?;
        }
        // Files that were put together keep the marks of each, and printed pages begin with a feed.
        while let Some(mark) = [MARK, FORM_FEED].into_iter().find(|mark| self.scan.unread().starts_with(mark)) {
            self.scan.pass(mark.len());
            self.marks_within = true;
        }
        self.pass_return();
        let width = self.begun_width();
        let length = loop {
            match self.record.read_mended(self.scan.unread(), self.ended, self.frame.dialect, width) {
                Some(length) => break length,
                None if self.ended => return Ok(None),
                None if self.scan.unread().len() > limits::RECORD_BYTES => {
                    match self.record.read_line(self.scan.unread(), self.frame.dialect, width) {
                        length if length < limits::RECORD_BYTES => break length,
                        _ => return Err(self.too_long()),
                    }
                }
                None => self.ended = self.scan.fill()?,
            }
        };
        let length = self.across_return(width).unwrap_or(length);
        self.length = length;
        self.line = self.next_line;
        self.next_line += self.record.lines;
        if self.record.ending != Ending::File && *self.ending.get_or_insert(self.record.ending) != self.record.ending {
            self.mixed_ends = true;
            self.returns_among |= [self.ending, Some(self.record.ending)].contains(&Some(Ending::Return));
        }
        let part = self.tell();
        self.told += 1;
        Ok(Some(part))
    }

    /// Passes a return behind a feed: some programs end lines so.
    fn pass_return(&mut self) {
        let behind = self.told > 0 && self.record.ending == Ending::Feed;
        if behind && ends_feed(self.scan.unread()) {
            self.scan.pass(1);
            self.feed_returns += 1;
            self.marks_within = true;
        }
    }

    /// Reads on where a return alone has ended a record too early in a file whose lines end otherwise; the bytes that the
    /// record takes then.
    fn across_return(&mut self, width: Option<usize>) -> Option<usize> {
        let width = width.filter(|width| self.record.ending == Ending::Return && self.record.width() < *width)?;
        self.ending.filter(|ending| *ending != Ending::Return)?;
        let mut record = Record::default();
        let length = record.read_across(self.scan.unread(), self.ended, self.frame.dialect, width)?;
        self.record = record;
        self.marks_within = true;
        Some(length)
    }

    fn too_long(&self) -> DataError {
        self.prepared.error(
            "record_too_long",
            format!("line {}: the record is longer than {} bytes", self.next_line, limits::RECORD_BYTES),
            "a quote that is never closed makes a record of all that follows; --quote '' reads quotes as text",
        )
    }

    /// The width that a record should have, once the table has begun.
    fn begun_width(&self) -> Option<usize> {
        (self.told >= self.frame.above).then_some(self.frame.width)
    }

    fn tell(&mut self) -> Part {
        let frame = self.frame;
        if self.told < frame.above {
            if self.titles.len() < TITLES {
                let title = pages::title(self.record.texts(self.scan.unread()));
                self.titles.extend(Some(title).filter(|title| !title.is_empty()));
            }
            return Part::Above;
        }
        if self.beyond {
            return Part::Beyond;
        }
        let input = self.scan.unread();
        let alone = self.record.width() == 1 && !self.record.quoted;
        let empty = self.record.blank || (alone && self.record.texts(input).all(|text| trim(text).is_empty()));
        if empty && (frame.split || self.begun == 0) {
            self.after_gap = true;
            return Part::Blank;
        }
        if frame.comments && self.is_marked() && (frame.remark.is_some() || self.record.width() != frame.width) {
            self.after_gap = self.begun > 1;
            return Part::Comment;
        }
        if self.begun < 2 {
            if frame.split && !frame.every && pages::are_rules(&self.record.texts(input)) {
                return Part::Rule;
            }
            if self.begun == 1 {
                self.typed = typed(&self.record, input);
                self.valued = frame.width > 1 && self.typed.len() == frame.width;
            } else {
                self.names = self.record.texts(input).map(<[u8]>::to_vec).collect();
            }
            self.begun += 1;
        } else if frame.split && !frame.every {
            let may_be_rule = input.first().is_some_and(|first| b"-=_".contains(first)) && frame.width > 1;
            if may_be_rule && self.record.texts(input).all(|text| text.is_empty() || is_rule(text)) {
                self.after_gap |= self.record.width() == 1;
                return Part::Rule;
            }
            let looked_at = self.record.width() == 1 || frame.pages || !self.titles.is_empty();
            if looked_at && frame.width > 1 && self.is_between_pages() {
                return Part::Page;
            }
            let odd = self.record.width() != frame.width;
            let lettered = self.valued && input.first().is_some_and(u8::is_ascii_alphabetic);
            if (self.after_gap && self.is_another_table())
                || (odd && (self.is_section() || self.begins_abruptly()))
                || (lettered && !odd && self.begins_among_values())
            {
                self.beyond = true;
                return Part::Beyond;
            }
            self.valued &= !lettered;
            let unquoted = !self.record.quoted && self.record.width() <= frame.width;
            self.after_gap = unquoted && self.record.texts(input).all(<[u8]>::is_empty);
        }
        Part::Table
    }

    /// Whether the record behind a gap names the columns of another table: words where the first one has values, or a
    /// width of its own that the next record shares.
    fn is_another_table(&self) -> bool {
        let input = self.scan.unread();
        let texts = || self.record.texts(input);
        let filled = texts().filter(|text| !trim(text).is_empty()).count();
        let words = texts().all(|text| matches!(classify(text).shape, Shape::Text | Shape::Empty));
        if words && filled == 1 && self.record.width() == 1 {
            return self.is_title_of_another_table();
        }
        // The names of this one again are those of its next page.
        if self.is_named_so(&self.record, input) {
            return false;
        }
        if !words || filled < 2 {
            return false;
        }
        let rest = input.get(self.length..).unwrap_or_default();
        let mut next = Record::default();
        if next.read_mended(rest, self.ended, self.frame.dialect, None).is_none() || next.blank {
            return false;
        }
        let width = self.record.width();
        if width != self.frame.width {
            return next.width() == width;
        }
        let has_word = |column: usize| texts().nth(column).is_some_and(|text| !trim(text).is_empty());
        let changed = self.typed.iter().filter(|&&column| has_word(column)).count();
        // Where words replace all values, those below are words as well.
        let all = changed == self.typed.len();
        changed > 0 && changed * 2 >= self.typed.len() && (all || !typed(&next, rest).is_empty())
    }

    /// Whether the record is the name of another section, as one stands above the table.
    fn is_section(&self) -> bool {
        let named = |text: &[u8]| text.len() > 2 && text.starts_with(b"[") && text.ends_with(b"]");
        let alone = self.record.width() == 1 && self.record.texts(self.scan.unread()).all(|text| named(trim(text)));
        alone && self.titles.iter().any(|title| named(title))
    }

    /// Whether the record names the columns of another table without a gap before it: nothing but words, in another width
    /// that the next record shares, which has values.
    fn begins_abruptly(&self) -> bool {
        let input = self.scan.unread();
        let width = self.record.width();
        let words = self.record.texts(input).all(|text| classify(text).shape == Shape::Text);
        if width < 2 || !words || !self.typed.iter().any(|&column| column < width) {
            return false;
        }
        let rest = input.get(self.length..).unwrap_or_default();
        let mut next = Record::default();
        let read = next.read_mended(rest, self.ended, self.frame.dialect, None).is_some();
        read && next.width() == width && !typed(&next, rest).is_empty()
    }

    /// Whether the record, as wide as the others, names the columns of another table without a gap before it: nothing but
    /// words, each once, where all columns had values, and below it words again where these were.
    fn begins_among_values(&self) -> bool {
        let input = self.scan.unread();
        let texts: Vec<&[u8]> = self.record.texts(input).map(trim).collect();
        let is_name = |text: &&[u8]| {
            text.len() > 1
                && classify(text).shape == Shape::Text
                && !column::is_stand_in(text)
                && !numeral::is_numeral(text)
        };
        let once = texts.iter().enumerate().all(|(at, text)| !texts.get(..at).unwrap_or_default().contains(text));
        if !once || !texts.iter().all(is_name) || self.is_named_so(&self.record, input) {
            return false;
        }
        let rest = input.get(self.length..).unwrap_or_default();
        let mut next = Record::default();
        let read = next.read_mended(rest, self.ended, self.frame.dialect, None).is_some();
        let valued = typed(&next, rest).len();
        // Values as above are those of the same table, if not many columns say otherwise.
        let anew = valued < self.frame.width || self.frame.width > 2;
        let wordy = next.texts(rest).any(|text| is_name(&trim(text)));
        read && next.width() == self.frame.width && anew && (wordy || valued == self.frame.width)
    }

    /// Whether a record is the table's first one again.
    fn is_named_so(&self, record: &Record, input: &[u8]) -> bool {
        record.texts(input).eq(self.names.iter().map(Vec::as_slice))
    }

    /// Whether the record is the number of a page and nothing else, or a title that stands above the table as well, and here
    /// above the same names.
    fn is_between_pages(&self) -> bool {
        let input = self.scan.unread();
        let mut texts = self.record.texts(input);
        let alone = self.record.texts(input).skip(1).all(<[u8]>::is_empty);
        if alone && texts.next().is_some_and(pages::is_page_number) {
            return true;
        }
        let may_begin =
            |title: &Vec<u8>| input.first().is_some_and(|first| first.is_ascii_digit() || title.first() == Some(first));
        let looks_so = self.titles.iter().any(may_begin);
        if !looks_so || !self.titles.contains(&pages::title(self.record.texts(input))) {
            return false;
        }
        let mut rest = input.get(self.length..).unwrap_or_default();
        let mut next = Record::default();
        while let Some(length) = next.read_mended(rest, self.ended, self.frame.dialect, None) {
            if !next.blank {
                return self.is_named_so(&next, rest);
            }
            rest = rest.get(length..).unwrap_or_default();
        }
        false
    }

    /// Whether the record, words in its first field behind a gap, is the title of another table: names and values follow.
    fn is_title_of_another_table(&self) -> bool {
        let input = self.scan.unread();
        let mut rest = input.get(self.length..).unwrap_or_default();
        let mut records = [Record::default(), Record::default()];
        let mut kinds = Vec::new();
        for record in &mut records {
            loop {
                let Some(length) = record.read_mended(rest, self.ended, self.frame.dialect, None) else { return false };
                let behind = rest.get(length..).unwrap_or_default();
                if !record.blank {
                    kinds.push((record.width(), typed(record, rest).is_empty()));
                    rest = behind;
                    break;
                }
                rest = behind;
            }
        }
        let differs = |width: usize| width != self.frame.width || !self.typed.is_empty();
        matches!(kinds.as_slice(), [(width, true), (other, wordy)]
            if width == other && *width > 1 && (!wordy || differs(*width)))
    }

    /// The texts of the record.
    pub(super) fn texts(&self) -> impl Iterator<Item = &[u8]> + Clone {
        self.record.texts(self.scan.unread())
    }

    /// The record itself.
    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    /// Bytes of the record.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// The line on which the record starts, from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Whether the record begins as comments do.
    pub(super) fn is_marked(&self) -> bool {
        self.scan.unread().starts_with(self.frame.remark.unwrap_or(b"#"))
    }

    /// Whether the record stands near the file's end.
    pub(super) fn is_near_the_end(&self) -> bool {
        self.ended && self.scan.unread().len() <= limits::TAIL_BYTES
    }

    /// Bytes that were replaced so far, and how many of them are NUL.
    pub(super) fn replaced(&self) -> (&Lines, u64) {
        (&self.scan.replaced, self.scan.zeros)
    }

    /// SHA-256 of the file, once it has ended.
    pub(super) fn digest(&self) -> &str {
        self.scan.digest()
    }
}

/// Columns in which a record has something else than words.
fn typed(record: &Record, input: &[u8]) -> Vec<usize> {
    let plain = |text: &[u8]| match classify(text).shape {
        Shape::Text => numeral::is_numeral(text),
        Shape::Empty | Shape::Blank | Shape::Word => false,
        _ => true,
    };
    record.texts(input).enumerate().filter(|(_, text)| plain(text)).map(|(index, _)| index).collect()
}
