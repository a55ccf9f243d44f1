//! Types that a user names for whole numbers: dates such as `20240131`, seconds since 1970, yes and no as 1 and 0.
//!
//! The survey has proven whole numbers and nothing more; where that does not tell whether every value is one of these,
//! the rows are walked through once more. Nothing is read so unless it was asked for.

use super::column::{Column, Type};
use super::decide::Decision;
use super::shape::{Shape, classify, trim};
use super::source::Prepared;
use super::survey::Survey;
use super::walk::{Part, Walk};
use super::{Progress, ReadOptions};
use crate::data::DataError;
use crate::limits::Interrupt;

/// Digits of a date without signs between its parts.
const DATE_DIGITS: u16 = 8;
/// Most digits of seconds, milliseconds and microseconds since 1970 up to the year 5138.
const SECONDS: u16 = 11;
const MILLISECONDS: u16 = 14;
const MICROSECONDS: u16 = 17;

/// How whole numbers are read that a user calls something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// `20240131`
    Date,
    /// Seconds since 1970, or so many thousandths or millionths.
    Epoch {
        /// Parts of a second.
        parts: u32,
    },
    /// 1 and 0.
    Truth,
}

impl Asked {
    /// Microseconds of one unit.
    pub(super) fn microseconds(parts: u32) -> u32 {
        1_000_000 / parts.max(1)
    }

    /// What is told of it.
    pub(super) fn how(self) -> &'static str {
        match self {
            Self::Date => "eight digits read as year, month and day",
            Self::Epoch { parts: 1 } => "seconds since 1970 read as times in UTC",
            Self::Epoch { parts: 1_000 } => "milliseconds since 1970 read as times in UTC",
            Self::Epoch { .. } => "microseconds since 1970 read as times in UTC",
            Self::Truth => "1 and 0 read as yes and no",
        }
    }

    fn fits(self, text: &[u8]) -> bool {
        let text = trim(text);
        match self {
            Self::Date => {
                let [year @ .., m1, m2, d1, d2] = text else { return false };
                let dashed = [year, b"-", &[*m1, *m2], b"-", &[*d1, *d2]].concat();
                text.len() == usize::from(DATE_DIGITS) && classify(&dashed).shape == Shape::Date
            }
            Self::Epoch { .. } => true,
            Self::Truth => matches!(text, b"0" | b"1"),
        }
    }
}

/// Whether an option says something of a file.
type Uses<'a> = &'a dyn Fn(&Prepared) -> bool;

/// What is told of options that say how a text is written where no file is such a text: code and message.
pub(super) fn unused(files: &[Prepared], options: &ReadOptions) -> Vec<(String, String)> {
    let text = |file: &Prepared| !file.is_parquet && file.written.is_none();
    let coded = |file: &Prepared| text(file) || file.is_json();
    let table = |file: &Prepared| !file.is_parquet;
    let rows = |file: &Prepared| table(file) && !file.is_json();
    let given: [(bool, &str, Uses<'_>); 7] = [
        (options.delimiter.is_some(), "--delimiter", &text),
        (options.quote.is_some(), "--quote", &text),
        (options.escape.is_some(), "--escape", &text),
        (options.encoding.is_some(), "--encoding", &coded),
        (options.skip.is_some(), "--skip", &rows),
        (options.header.is_some(), "--header and --no-header", &rows),
        (options.null.is_some(), "--null", &table),
    ];
    let idle = given.into_iter().filter(|(given, _, uses)| *given && !files.iter().any(uses));
    let formats: Vec<&str> = files.iter().map(|file| file.format.as_str()).collect();
    idle.map(|(_, option, _)| {
        (
            "option_unused".to_owned(),
            format!("{option}: nothing of the kind stands in {}; it changes nothing", formats.join(", ")),
        )
    })
    .collect()
}

/// A column of whole numbers as a date, a time or a truth value; none where its digits speak against it.
pub(super) fn decided(kind: &Type, column: &Column, so_far: &Decision) -> Option<Decision> {
    if so_far.kind != Type::Integer || so_far.style.is_some() {
        return None;
    }
    let digits = column.whole_digits();
    let (kind, asked) = match kind {
        Type::Date => {
            let formats = vec!["%Y%m%d".to_owned()];
            let compact = Type::DayMonth { formats, stamp: false, day_first: false, settled: true };
            (digits == DATE_DIGITS).then_some((compact, Asked::Date))?
        }
        Type::Stamp => {
            let parts = [(SECONDS, 1), (MILLISECONDS, 1_000), (MICROSECONDS, 1_000_000)];
            let (_, parts) = parts.into_iter().find(|(most, _)| digits <= *most)?;
            (Type::Stamp, Asked::Epoch { parts })
        }
        Type::Boolean => (digits == 1).then_some((Type::Boolean, Asked::Truth))?,
        Type::Text
        | Type::Integer
        | Type::WideInteger
        | Type::Number
        | Type::Decimal { .. }
        | Type::FineStamp
        | Type::ZonedStamp
        | Type::DayMonth { .. }
        | Type::Time => return None,
    };
    Some(Decision { kind, asked: Some(asked), ..so_far.clone() })
}

/// The first value of a column that is not as asked; none where all are.
pub(super) fn misfit(
    prepared: &Prepared,
    survey: &Survey,
    header: bool,
    (column, asked): (usize, Asked),
    watched: (&Interrupt, &Progress),
) -> Result<Option<String>, DataError> {
    let missing = survey.columns.get(column).map(Column::word_list).unwrap_or_default();
    let mut walk = Walk::open(prepared, survey.coding, &survey.frame, watched.0, watched.1)?;
    let mut first = header;
    while let Some(part) = walk.next()? {
        if part != Part::Table || std::mem::take(&mut first) || survey.omitted.contains(&walk.line()) {
            continue;
        }
        let text = walk.texts().nth(column).unwrap_or_default();
        let shown = String::from_utf8_lossy(trim(text));
        let moved = survey.joints.get(&walk.line()).is_some_and(|joint| *joint < column);
        if !(moved || shown.is_empty() || missing.iter().any(|word| *word == shown) || asked.fits(text)) {
            return Ok(Some(shown.into_owned()));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_what_a_user_calls_them_where_their_digits_allow_it() {
        let told = |kind: Type, texts: &[&str]| {
            let mut column = Column::default();
            for text in texts {
                column.add(text.as_bytes());
            }
            let decision = super::super::decide::decide(std::slice::from_ref(&column), b',').pop().unwrap();
            decided(&kind, &column, &decision).and_then(|decision| decision.asked)
        };
        assert_eq!(told(Type::Date, &["20240131"]), Some(Asked::Date));
        assert_eq!(told(Type::Date, &["202401"]), None);
        assert_eq!(told(Type::Stamp, &["1700000000"]), Some(Asked::Epoch { parts: 1 }));
        assert_eq!(told(Type::Stamp, &["1700000000123"]), Some(Asked::Epoch { parts: 1_000 }));
        assert_eq!(told(Type::Stamp, &["1.5"]), None);
        assert_eq!(told(Type::Boolean, &["0", "1"]), Some(Asked::Truth));
        assert_eq!(told(Type::Boolean, &["10", "1"]), None);
        assert!(Asked::Date.fits(b"20240229") && !Asked::Date.fits(b"20230229") && !Asked::Date.fits(b"2024131"));
        assert!(Asked::Truth.fits(b" 1") && !Asked::Truth.fits(b"2"));
    }
}
