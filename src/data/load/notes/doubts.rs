//! Values that may not be what they seem: they are counted as they are, and told.

use std::ops::RangeInclusive;

use super::super::column::{Column, Type, is_open};
use super::super::decide::Decision;
use super::super::reading::Reading;
use super::bounded;
use crate::event::ColumnProfile;
use crate::table::Cell;

/// Numbers that stand for missing values in files that have no other sign for these, without their sign.
const NUMBERS: [f64; 14] =
    [99.0, 999.0, 9_999.0, 99_999.0, 999_999.0, 99.9, 999.9, 9_999.9, 99.99, 999.99, 9_999.99, 999.25, 888.0, 8_888.0];
/// Days that do.
const DAYS: [&str; 5] = [LAST, "1900-01-01", "1899-12-30", "0001-01-01", "1970-01-01"];
/// The last day of the calendar.
const LAST: &str = "9999-12-31";
/// Words in the names of columns that hold days or times.
const DATED: [&str; 14] = [
    "date",
    "datum",
    "fecha",
    "data",
    "day",
    "dt",
    "time",
    "timestamp",
    "ts",
    "datetime",
    "created",
    "updated",
    "at",
    "epoch",
];
/// Empty bins of a histogram between such a value and all others.
const GAP: usize = 8;

/// Columns in which a value stands that files have in the place of a missing one, far from all others. `count` says in
/// how many rows a condition holds.
pub(in super::super) fn doubts(
    columns: &[ColumnProfile],
    count: impl Fn(&str) -> Option<u64>,
) -> Vec<(String, String)> {
    let lines = columns.iter().filter_map(|column| {
        let value = sentinel(column)?;
        // The bin at the end may hold others as well.
        let count = count(&stands(column, &value))?;
        // Alone it may be an outlier, but for the last day of the calendar.
        if count < if value == LAST { 1 } else { 2 } {
            return None;
        }
        let rows = if count == 1 { "1 row".to_owned() } else { format!("{count} rows") };
        Some(format!(
            "{}: {value} stands in {rows}, far from all other values, and may stand for a missing one; it is counted as \
             it is (--null='{value}' reads it as missing, and nothing else)",
            column.name
        ))
    });
    let missing = bounded(lines.collect()).into_iter().map(|line| ("possible_missing".to_owned(), line));
    let days = columns.iter().filter_map(|column| Some(format!("{}: {}", column.name, day_numbers(column)?)));
    let days = bounded(days.collect()).into_iter().map(|line| ("possible_date".to_owned(), line));
    missing.chain(days).collect()
}

/// What is told of whole numbers that stand for days or times, as the name of their column says.
fn day_numbers(column: &ColumnProfile) -> Option<String> {
    if column.kind != "BIGINT" {
        return None;
    }
    let name = column.name.to_lowercase();
    let said = |words: &[&str]| name.split(|sign: char| !sign.is_alphabetic()).any(|part| words.contains(&part));
    if !(said(&DATED) || ["date", "datum", "timestamp"].iter().any(|word| name.ends_with(word))) {
        return None;
    }
    let within = |range: RangeInclusive<f64>| {
        [&column.min, &column.max].iter().all(|end| end.as_f64().is_some_and(|end| range.contains(&end)))
    };
    let example = column.max.as_f64()?.to_string();
    let option = |kind: &str| format!("(--type '{}={kind}' reads them so)", column.name);
    let is_day = |end: &Cell| {
        end.as_f64()
            .is_some_and(|end| end % 1e4 / 100.0 < 13.0 && end % 100.0 < 32.0 && end % 100.0 > 0.0 && end % 1e4 > 100.0)
    };
    if within(19_000_101.0..=21_001_231.0) && is_day(&column.min) && is_day(&column.max) {
        return Some(format!("whole numbers such as {example} may be dates, year, month and day {}", option("date")));
    }
    let seconds = 100_000_000.0..=4_102_444_800.0;
    if within(seconds.clone()) || within(*seconds.start() * 1e3..=*seconds.end() * 1e3) {
        return Some(format!(
            "whole numbers such as {example} may be times, counted from 1970 on {}",
            option("timestamp")
        ));
    }
    within(20_000.0..=60_000.0).then(|| {
        format!(
            "whole numbers such as {example} may be days as spreadsheets count them (DATE '1899-12-30' + {} is the day)",
            crate::sql::name(&column.name)
        )
    })
}

/// The value at one end that may stand for a missing one.
fn sentinel(column: &ColumnProfile) -> Option<String> {
    let counts: Vec<u64> = column.histogram.iter().map(|bin| bin.count).collect();
    let low = (&column.min, counts.first()?, counts.iter().skip(1).take_while(|count| **count == 0).count());
    let high = (&column.max, counts.last()?, counts.iter().rev().skip(1).take_while(|count| **count == 0).count());
    [low, high].into_iter().find_map(|(value, &count, gap)| {
        let shown = named(value)?;
        let least = if shown == LAST { 1 } else { 2 };
        (gap >= GAP && count >= least).then_some(shown)
    })
}

/// The condition that a value stands in a row, as SQL.
fn stands(column: &ColumnProfile, value: &str) -> String {
    let name = crate::sql::name(&column.name);
    if DAYS.contains(&value) {
        format!("starts_with(CAST({name} AS VARCHAR), '{value}')")
    } else {
        format!("CAST({name} AS DOUBLE) = {value}")
    }
}

/// A value that files have in the place of a missing one, as it is written there.
fn named(value: &Cell) -> Option<String> {
    if let Some(number) = value.as_f64() {
        let known = NUMBERS.iter().any(|known| (number.abs() - known).abs() < 1e-9);
        return known.then(|| number.to_string());
    }
    let text = value.as_text()?;
    DAYS.into_iter().find(|day| text.starts_with(day)).map(str::to_owned)
}

/// What is told of a column of a workbook whose cells are texts although all of them look like numbers.
pub(super) fn cells(file: &Reading<'_>, name: &str, decision: &Decision, column: &Column) -> Option<String> {
    let is_sheet = ["xlsx", "xlsb", "xls", "ods"].contains(&file.prepared.format.as_str());
    let texts = is_sheet && decision.kind == Type::Text && !decision.named && column.values() > 1;
    (texts && column.decide(None).is_number()).then(|| {
        format!(
            "{name}: kept as text, because its cells hold texts although all of these look like numbers; it has no total \
             (--type '{name}=number' reads numbers)"
        )
    })
}

/// What is told of numbers whose last digits a spreadsheet has left out.
pub(super) fn rounded(name: &str, decision: &Decision, column: &Column) -> Option<String> {
    let example = column.rounded().filter(|_| decision.kind.is_number())?;
    Some(format!(
        "{name}: numbers such as {example} look as if a spreadsheet had rounded longer ones; their last digits are not in \
         the file"
    ))
}

/// What is told of marks and words among numbers or dates that were read as missing, but may mean something.
pub(super) fn marks(name: &str, decision: &Decision, column: &Column) -> Option<String> {
    if decision.kind == Type::Text || column.others().0 == 0 {
        return None;
    }
    let open: Vec<&str> = decision.missing.iter().map(String::as_str).filter(|word| is_open(word)).collect();
    (!open.is_empty()).then(|| {
        format!(
            "{name}: {} was read as missing, as all other values are of another kind (--type '{name}=text' keeps the texts)",
            open.join(", ")
        )
    })
}

/// What is told of a column of dates or times that stayed text because some are none, or none of one place.
pub(super) fn no_time(name: &str, column: &Column) -> Option<String> {
    // One of many is told as a slip.
    if column.almost().is_some() {
        return None;
    }
    if let Some(example) = column.impossible() {
        return Some(format!(
            "{name}: kept as text, because some of its dates or times are none, such as {example} (--null '{example}' reads \
             it as missing, and nothing else)"
        ));
    }
    let example = column.in_named_zones()?;
    Some(format!(
        "{name}: kept as text, because its times stand in zones that are told by names, as in {example}, which say no one \
         offset from UTC"
    ))
}

/// What is told of texts that were decoded wrong before they came into the file.
pub(super) fn garbled(name: &str, column: &Column) -> Option<String> {
    let example = column.garbled()?;
    Some(format!(
        "{name}: texts such as {example} look as if they had been decoded wrong before they were written into the file; \
         they are kept as they are"
    ))
}
