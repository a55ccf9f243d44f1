//! Values that may not be what they seem: they are counted as they are, and told.

use super::super::column::{Column, Type};
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
/// Empty bins of a histogram between such a value and all others.
const GAP: usize = 8;

/// Columns in which a value stands that files have in the place of a missing one, far from all others.
pub(in super::super) fn doubts(columns: &[ColumnProfile]) -> Vec<(String, String)> {
    let lines = columns.iter().filter_map(|column| {
        let (value, count) = sentinel(column)?;
        let rows = if count == 1 { "1 row".to_owned() } else { format!("{count} rows") };
        Some(format!(
            "{}: {value} stands in {rows}, far from all other values, and may stand for a missing one; it is counted as \
             it is (--null='{value}' reads it as missing, and nothing else)",
            column.name
        ))
    });
    bounded(lines.collect()).into_iter().map(|line| ("possible_missing".to_owned(), line)).collect()
}

/// The value at one end that may stand for a missing one, and how often it stands there.
fn sentinel(column: &ColumnProfile) -> Option<(String, u64)> {
    let counts: Vec<u64> = column.histogram.iter().map(|bin| bin.count).collect();
    let low = (&column.min, counts.first()?, counts.iter().skip(1).take_while(|count| **count == 0).count());
    let high = (&column.max, counts.last()?, counts.iter().rev().skip(1).take_while(|count| **count == 0).count());
    [low, high].into_iter().find_map(|(value, &count, gap)| {
        let shown = named(value)?;
        // Alone it may be an outlier, but for the last day of the calendar.
        let least = if shown == LAST { 1 } else { 2 };
        (gap >= GAP && count >= least).then_some((shown, count))
    })
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

/// What is told of texts that were decoded wrong before they came into the file.
pub(super) fn garbled(name: &str, column: &Column) -> Option<String> {
    let example = column.garbled()?;
    Some(format!(
        "{name}: texts such as {example} look as if they had been decoded wrong before they were written into the file; \
         they are kept as they are"
    ))
}
