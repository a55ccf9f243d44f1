//! Reads a whole file once, before the database does: tells rows from what stands beside them, and gathers what every
//! column's texts have in common.
//!
//! This is the verification: types rest on all values, not on a sample, and the counts gathered here are compared with
//! those of the loaded table. What a sample suggested and the file contradicts is decided anew, and the file read again.

mod found;
mod reason;

use super::encoding::{self, Coding, Origin};
use super::frame::{self, Frame};
use super::sample::Sample;
use super::settle;
use super::source::Prepared;
use super::split::Dialect;
use super::walk::{Part, Walk};
use super::{Progress, ReadOptions};
use crate::data::DataError;
use crate::limits::{self, Interrupt};
use found::reach;

pub(super) use found::{Aside, Survey};
pub(super) use reason::Reason;

/// How often a file may contradict its samples.
const ATTEMPTS: usize = 6;

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
                coding = encoding::poll(&prepared.file, &prepared.shown, interrupt)?;
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
                found.leave(found.blank(&walk), walk.line());
            }
            Part::Blank => {
                // An empty line is nothing; one of spaces would be a row to other readers.
                found.odd_above |= !walk.record().blank;
                found.leave(found.blank(&walk), walk.line());
            }
            Part::Comment => {
                found.odd_above = true;
                found.leave(Reason::Comment, walk.line());
            }
            Part::Rule => {
                found.odd_above = true;
                found.leave(Reason::Rule, walk.line());
            }
            Part::Page => {
                found.odd_above = true;
                found.leave(Reason::Page, walk.line());
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
    // Where every record is a row, none is cut or joined.
    if let Some(&widest) = wide.iter().max().filter(|_| frame.every) {
        return Ok(Pass::Wider(widest));
    }
    if !frame.loose && wide.len() > 1 && wide.len() as u64 * 10 >= found.records + wide.len() as u64 {
        return wider(prepared, frame, &wide, found.records);
    }
    if found.first.is_empty() {
        return Err(prepared.error("empty_file", "the file holds nothing but blank lines", ""));
    }
    found.mixed_ends = walk.mixed_ends;
    found.feed_returns = walk.feed_returns;
    found.odd_above |= walk.marks_within || walk.returns_among;
    found.replaced = walk.replaced().0.clone();
    found.zeros = walk.replaced().1;
    walk.digest().clone_into(&mut found.digest);
    settle::settle(&mut found, plain);
    if prepared.written.is_none() && frame.split && found.is_hollow() {
        return Err(prepared.error("empty_file", "the file holds nothing between its delimiters", ""));
    }
    for column in &mut found.columns {
        column.end_sample();
        // What a missing value is, JSON says itself.
        if !prepared.is_json() {
            column.admit_stand_ins();
        }
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
