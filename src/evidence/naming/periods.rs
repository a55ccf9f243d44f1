//! Rows that a passage names by their periods: a year, a quarter, a month with or without its year.
//!
//! Uses the sources, passages and words of this room.

use std::ops::Range;

use super::super::column::Column;
use super::super::passage::Passage;
use super::super::period::Period;
use super::super::rounding::whole_day;
use super::super::source::{Place, Source};
use super::super::spelled;
use super::super::words::Word;
use super::RowName;
use crate::table::calendar::civil;

/// Rows whose period a date of the text means: the very same, else those that lie in it.
pub(super) fn dated(source: &Source, range: &Range<usize>, period: Period) -> Vec<RowName> {
    let mut found = Vec::new();
    for (column, of) in source.columns.iter().enumerate() {
        let rows_where = |fits: &dyn Fn(Period) -> bool| -> Vec<usize> {
            (0..of.periods.len()).filter(|row| of.periods.get(*row).copied().flatten().is_some_and(fits)).collect()
        };
        let mut rows = rows_where(&|own| own == period);
        if rows.is_empty() {
            rows = rows_where(&|own| period.fits(own) || period.holds(own));
        }
        if !rows.is_empty() {
            found.push(RowName { range: range.clone(), column, rows });
        }
    }
    found.extend(parted(source, range, period));
    found
}

/// Rows of a year and a quarter, or a month, in two columns; or of a month in the one year that the statement asks for.
fn parted(source: &Source, range: &Range<usize>, period: Period) -> Option<RowName> {
    let ((year, month, _), (last_year, last, _)) = (civil(period.first), civil(period.last));
    let part = match last - month {
        0 => whole_day(month),
        2 if month % 3 == 1 => whole_day(last / 3),
        _ => return None,
    };
    let is_part =
        |column: &&Column| column.is_label && if last == month { column.is_month } else { column.is_quarter() };
    let parts = source.columns.iter().find(is_part).filter(|_| year == last_year)?;
    let years = source.columns.iter().find(|column| column.index != parts.index && column.is_year());
    // The months of one year, of which the statement says which.
    if years.is_none() && !source.query.split(|part: char| !part.is_ascii_digit()).any(|part| part == year.to_string())
    {
        return None;
    }
    let fits = |row: &usize| {
        let is = |column: &Column, value: f64| source.number(Place { column: column.index, row: *row }) == Some(value);
        is(parts, part) && years.is_none_or(|years| is(years, whole_day(year)))
    };
    let rows: Vec<usize> = (0..source.rows.len()).filter(fits).collect();
    (!rows.is_empty()).then(|| RowName { range: range.clone(), column: parts.index, rows })
}

/// Rows whose period is a month that is named without a year: of the year that the passage gives, else of any.
pub(super) fn months(passage: &Passage, source: &Source, periods: &[(Range<usize>, Period)]) -> Vec<RowName> {
    let mut found = Vec::new();
    for word in &passage.words {
        let Some(month) = spelled::month_in_any_language(&word.stem) else { continue };
        if periods.iter().any(|(range, _)| range.start <= word.range.start && word.range.end <= range.end) {
            continue;
        }
        for (column, of) in source.columns.iter().enumerate() {
            let rows_of = |years: &dyn Fn(i64) -> bool| -> Vec<usize> {
                let fits = |period: Period| {
                    let (year, own, _) = civil(period.first);
                    own == month && civil(period.last).1 == month && years(year)
                };
                (0..of.periods.len()).filter(|row| of.periods.get(*row).copied().flatten().is_some_and(fits)).collect()
            };
            let given = |year: i64| periods.iter().any(|(_, period)| civil(period.first).0 == year);
            let mut rows = rows_of(&given);
            if rows.is_empty() {
                rows = rows_of(&|_| true);
            }
            if !rows.is_empty() {
                found.push(RowName { range: word.range.clone(), column, rows });
            }
        }
    }
    found
}

/// Months of a half of a year, and of a quarter.
const PARTS: [(&[&str], u32); 2] =
    [(&["half", "halbjahr", "jahreshälfte", "semestre", "semester"], 6), (&["quarter", "quartal", "trimestre"], 3)];

/// Where a passage names halves and quarters, which ones, and of how many months.
fn told_parts(text: &str, passage: &Passage, periods: &[(Range<usize>, Period)]) -> Vec<(Range<usize>, u32, u32)> {
    let nouns = passage.words.iter().enumerate().filter_map(|(at, noun)| {
        let (_, months) = PARTS.iter().find(|(nouns, _)| nouns.contains(&noun.stem.as_str()))?;
        Some((at, noun, *months))
    });
    let word = |at: usize, back: usize| at.checked_sub(back).and_then(|at| passage.words.get(at));
    let named = nouns.flat_map(|(at, noun, months)| {
        let own = word(at, 1).and_then(|own| Some((own.range.start..noun.range.end, ordinal(&own.stem)?, months)));
        // `zweites und drittes Quartal`
        let joined = word(at, 2).is_some_and(|joint| matches!(joint.stem.as_str(), "and" | "und" | "et" | "y"));
        let other = word(at, 3).filter(|_| joined && own.is_some());
        let other = other.and_then(|other| Some((other.range.clone(), ordinal(&other.stem)?, months)));
        [own, other].into_iter().flatten()
    });
    // `Q1 2024` is a date, and `q1` may be the name of a result.
    let is_date = |word: &&Word| periods.iter().any(|(range, _)| range.contains(&word.range.start));
    let short = passage.words.iter().filter(|word| !is_date(word)).filter_map(|word| {
        let (place, months) = match text.get(word.range.clone())? {
            "H1" | "h1" => (1, 6),
            "H2" | "h2" => (2, 6),
            "Q1" => (1, 3),
            "Q2" => (2, 3),
            "Q3" => (3, 3),
            "Q4" => (4, 3),
            _ => return None,
        };
        Some((word.range.clone(), place, months))
    });
    // `the Q3 rise, from 20 in Q3 2023` is of the quarter that is dated.
    let is_dated = |place: u32, months: u32| {
        let is = |(_, period): &(Range<usize>, Period)| {
            let (first, last) = (civil(period.first).1, civil(period.last).1);
            (i64::from((place - 1) * months + 1), i64::from(place * months)) == (first, last)
        };
        months == 3 && periods.iter().any(is)
    };
    let known = |(_, place, months): &(Range<usize>, u32, u32)| place * months <= MONTHS && !is_dated(*place, *months);
    named.chain(short).filter(known).collect()
}

/// Rows of the months, or quarters, that make a half or a quarter of the only year there is, or of the one that the passage
/// gives: `the second half of the year`, `das erste Halbjahr`, `H2`; or the quarters of several years, where each row is one and no
/// year is given: `Q1 improved from 373.6 to 415.5`.
pub(super) fn parts_of_years(
    text: &str,
    passage: &Passage,
    source: &Source,
    periods: &[(Range<usize>, Period)],
) -> Vec<RowName> {
    let mut found = Vec::new();
    for (range, place, months) in told_parts(text, passage, periods) {
        let (from, to) = ((place - 1) * months + 1, place * months);
        for (column, of) in
            source.columns.iter().enumerate().filter(|(_, of)| of.is_label || of.periods.iter().any(Option::is_some))
        {
            let rows = (0..source.rows.len()).filter(|row| {
                months_of(of, *row).is_some_and(|(year, first, last)| {
                    let given = |period: &Period| year.is_none_or(|year| civil(period.first).0 == year);
                    let is_given = periods.is_empty() || periods.iter().any(|(_, period)| given(period));
                    from <= first && last <= to && is_given
                })
            });
            let rows: Vec<usize> = rows.collect();
            let mut years: Vec<Option<i64>> = rows.iter().filter_map(|row| Some(months_of(of, *row)?.0)).collect();
            years.dedup();
            let is_part = |row: &usize| months_of(of, *row).is_some_and(|(_, first, last)| (first, last) == (from, to));
            let are_parts = months == 3 && periods.is_empty() && rows.iter().all(is_part);
            if !rows.is_empty() && rows.len() < source.rows.len() && (years.len() == 1 || are_parts) {
                found.push(RowName { range: range.clone(), column, rows });
            }
        }
    }
    found
}

const MONTHS: u32 = 12;

/// What the end of a week is called, as stems.
const WEEKENDS: [&str; 4] = ["weekend", "wochenende", "wochenenden", "wochenend"];
const DAYS: usize = 7;
/// What its days are called.
const DAYS_OFF: [&str; 14] = [
    "sat",
    "sun",
    "saturday",
    "sunday",
    "sa",
    "so",
    "samstag",
    "sonnabend",
    "sonntag",
    "samedi",
    "dimanche",
    "sábado",
    "domingo",
    "sam",
];

/// What their names begin with in a text.
const DAY_NAMES: [&str; 9] = ["satur", "sunday", "samst", "sonnt", "sonnab", "samedi", "dimanche", "sábado", "domingo"];

/// The rows of Saturday and Sunday, of a result with a row for each day of the week.
pub(super) fn weekends(passage: &Passage, source: &Source) -> Vec<RowName> {
    let mut words = passage.words.iter().filter(|word| WEEKENDS.contains(&word.stem.as_str())).peekable();
    // `136 on Saturday, 128 on Sunday` are told one by one.
    let is_day = |word: &Word| DAY_NAMES.iter().any(|name| word.stem.starts_with(name));
    if words.peek().is_none() || passage.words.iter().any(is_day) {
        return Vec::new();
    }
    let is_off = |column: usize, row: usize| {
        let label = source.cell(Place { column, row }).as_text().map(str::to_lowercase);
        label.is_some_and(|label| DAYS_OFF.contains(&label.as_str()))
    };
    let rows = |column: usize| -> Vec<usize> { (0..source.rows.len()).filter(|row| is_off(column, *row)).collect() };
    let keys = (0..source.columns.len()).filter(|column| source.is_key(*column));
    // One row for each day.
    let Some((column, rows)) = keys
        .filter(|_| source.rows.len() <= DAYS)
        .map(|column| (column, rows(column)))
        .find(|(_, rows)| rows.len() == 2)
    else {
        return Vec::new();
    };
    words.map(|word| RowName { range: word.range.clone(), column, rows: rows.clone() }).collect()
}

/// The year of a row, where it has one, and its first and last month.
fn months_of(of: &Column, row: usize) -> Option<(Option<i64>, u32, u32)> {
    if let Some(period) = of.periods.get(row).copied().flatten() {
        let ((year, first, _), (last_year, last, _)) = (civil(period.first), civil(period.last));
        let months = (u32::try_from(first).ok()?, u32::try_from(last).ok()?);
        return (year == last_year).then_some((Some(year), months.0, months.1));
    }
    let number = of.numbers.get(row).copied().flatten()?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a month or a quarter")]
    let place = number as u32;
    match (of.is_month, of.is_quarter()) {
        (true, _) => Some((None, place, place)),
        (false, true) => Some((None, 3 * place.saturating_sub(1) + 1, 3 * place)),
        (false, false) => None,
    }
}

/// The place that a word says, in four languages.
fn ordinal(word: &str) -> Option<u32> {
    const PLACES: [&[&str]; 4] = [
        &["first", "1st", "erst", "premi"],
        &["second", "2nd", "zweit", "deuxi", "segund"],
        &["third", "3rd", "dritt", "troisi", "tercer"],
        &["fourth", "4th", "last", "viert", "quatri", "cuart"],
    ];
    let is = |starts: &&&[&str]| starts.iter().any(|start| word.starts_with(start));
    PLACES.iter().position(|starts| is(&starts)).and_then(|place| u32::try_from(place + 1).ok())
}
