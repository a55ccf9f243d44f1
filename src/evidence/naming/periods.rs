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
