//! The table of columns: one row for every column of the data, in the file's order.
//!
//! Uses `findings`, `defects` and `numbers`. Cells are plain text and plain numbers; the renderer escapes them.

use serde_json::{Value, json};

use super::defects;
use super::findings::Findings;
use super::roles::{Column, Form, Role};
use super::subject::Subject;
use super::typical::Typical;
use crate::analyst::names::shortened;
use crate::analyst::numbers::{exact, figure};
use crate::table::{Cell, Kind};

/// The headers, as the contract has them.
pub const HEADERS: [&str; 7] =
    ["Column", "Type", "Non-Null Count", "Unique Count", "Description", "Typical Values", "Issues"];

/// Characters of one typical value.
const VALUE_CHARS: usize = 24;
/// Typical values of one column.
const VALUES: usize = 4;

/// The rows.
pub fn rows(subject: &Subject<'_>, findings: &Findings) -> Vec<Vec<Value>> {
    subject
        .columns
        .iter()
        .enumerate()
        .map(|(position, column)| {
            let count = findings.counts.get(position).cloned().unwrap_or_default();
            let different = match (count.different, count.about) {
                (Some(different), true) => json!(format!("about {}", exact_count(different))),
                (Some(different), false) => json!(different),
                (None, _) => json!("not counted"),
            };
            vec![
                json!(column.seen.name),
                json!(column.seen.kind_name),
                count.filled.map_or_else(|| json!("not counted"), |filled| json!(filled)),
                different,
                json!(description(subject, column, position)),
                json!(typical(column, findings.typical_of(position), count.range.as_ref())),
                json!(defects::of_column(subject, findings, position)),
            ]
        })
        .collect()
}

fn exact_count(value: u64) -> String {
    crate::analyst::numbers::count(value)
}

/// What a column is, from its name, type and values.
fn description(subject: &Subject<'_>, column: &Column<'_>, position: usize) -> String {
    let heading = column.name.heading();
    let unit = column.name.unit.filter(|unit| !heading.ends_with(unit));
    let in_unit = unit.map_or_else(String::new, |unit| format!(" in {unit}"));
    let what = match column.role {
        Role::Empty if subject.table.rows == 0 => kind_words(column.kind()).to_owned(),
        Role::Empty => "without values".to_owned(),
        Role::Constant => "the same in every row".to_owned(),
        Role::Identifier => match &subject.noun {
            Some(noun) if column.is_unique() => format!("identifier of each {noun}"),
            Some(_) | None => "identifier".to_owned(),
        },
        Role::Code => "code".to_owned(),
        Role::Time(Form::Year) => "year".to_owned(),
        Role::Time(Form::Date | Form::DayNumber) => clock_words(subject, position, "date"),
        Role::Time(Form::Month) => clock_words(subject, position, "month"),
        Role::Time(Form::Timestamp) => clock_words(subject, position, "date and time"),
        Role::Flag => "yes-or-no value".to_owned(),
        Role::Category => "category".to_owned(),
        Role::Measure if column.kind() == Kind::Integer => "whole number".to_owned(),
        Role::Measure => "number".to_owned(),
        Role::Latitude => "degrees north".to_owned(),
        Role::Longitude => "degrees east".to_owned(),
        Role::Label => "short text that hardly repeats".to_owned(),
        Role::Prose => "longer text".to_owned(),
        Role::Other if column.name.is_rank() && column.kind().is_numeric() => "place in an order".to_owned(),
        Role::Other | Role::Unread => kind_words(column.kind()).to_owned(),
    };
    if heading.to_lowercase() == what { heading } else { format!("{heading}{in_unit}, {what}") }
}

fn clock_words(subject: &Subject<'_>, position: usize, what: &str) -> String {
    match (&subject.noun, subject.clock) {
        (Some(noun), Some((clock, _))) if clock == position => format!("{what} of the {noun}"),
        _ => what.to_owned(),
    }
}

fn kind_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "yes or no",
        Kind::Integer => "whole number",
        Kind::Number => "number",
        Kind::Text => "text",
        Kind::Date => "date",
        Kind::Time => "time of day",
        Kind::Timestamp => "date and time",
        Kind::Other => "other values",
    }
}

/// Values that one meets in the column.
fn typical(column: &Column<'_>, found: Option<&Typical>, range: Option<&(String, String)>) -> String {
    let shown = |cell: &Cell| match cell {
        Cell::Float(value) => exact(*value),
        Cell::Text(text) if text.trim().is_empty() => "(blank)".to_owned(),
        Cell::Null | Cell::Bool(_) | Cell::Int(_) | Cell::Text(_) => shortened(&cell.to_string(), VALUE_CHARS),
    };
    // Digits in a text are no figure; in quotes nobody takes them for one.
    let quoted = |text: String| if has_figures(&text) { in_quotes(&text) } else { text };
    let of_kind = |text: String| if column.kind() == Kind::Text { quoted(text) } else { text };
    let end = |cell: &Cell| of_kind(shown(cell));
    let ends = column.seen.min.as_ref().zip(column.seen.max.as_ref()).map(|(low, high)| (end(low), end(high)));
    let span = |(low, high): (String, String)| if low == high { low } else { format!("{low} to {high}") };
    let listed = || {
        let values: Vec<String> = column.seen.top.iter().take(VALUES).map(|(value, _)| quoted(shown(value))).collect();
        values.join(", ")
    };
    let text = match column.role {
        Role::Empty => String::new(),
        Role::Flag if column.kind().is_numeric() => {
            ends.clone().map(|(low, high)| format!("{low} and {high}")).unwrap_or_default()
        }
        Role::Constant | Role::Category | Role::Code if column.kind().is_numeric() => {
            ends.clone().map(span).unwrap_or_default()
        }
        Role::Constant | Role::Flag | Role::Category | Role::Code | Role::Label | Role::Prose => listed(),
        Role::Measure => match found.and_then(|found| Some((found, found.middle?))) {
            Some((found, (_, median, _))) => {
                format!("{} to {}, median {}", figure(found.low), figure(found.high), figure(median))
            }
            None => ends.clone().map(span).unwrap_or_default(),
        },
        Role::Time(Form::Date | Form::Timestamp | Form::DayNumber | Form::Month | Form::Year)
        | Role::Identifier
        | Role::Latitude
        | Role::Longitude
        | Role::Other => ends.clone().map(span).unwrap_or_default(),
        Role::Unread => range
            .map(|(low, high)| span((of_kind(shortened(low, VALUE_CHARS)), of_kind(shortened(high, VALUE_CHARS)))))
            .unwrap_or_default(),
    };
    if text.is_empty() { ends.map(span).unwrap_or_default() } else { text }
}

/// A value in quotes, up to the end of its first sentence: a whole one in quotes would be read like any other.
fn in_quotes(text: &str) -> String {
    let ends = |(at, each): (usize, char)| {
        let next = text.get(at + each.len_utf8()..).and_then(|rest| rest.chars().next());
        (".!?".contains(each) && next.is_some_and(|next| next.is_whitespace() || next == '…')).then_some(at)
    };
    let kept = text.char_indices().find_map(ends).and_then(|end| text.get(..end));
    format!("\"{}\"", kept.map_or_else(|| text.to_owned(), |kept| format!("{kept}…")).replace('"', "'"))
}

/// Whether a text reads as a number, or a part of it does, as in `Exit 11` and `["A",316]`: it is quoted, as it is no figure.
/// `S1033` is a name.
fn has_figures(text: &str) -> bool {
    text.split(|each: char| !each.is_alphanumeric()).any(|part| part.starts_with(char::is_numeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_with_figures_are_quoted_and_hold_no_sentence() {
        for (text, is_figure) in [("Exit 11", true), ("S1033", false), ("[[\"A\",316,33", true), ("a. b", false)] {
            assert_eq!(has_figures(text), is_figure, "{text}");
        }
        assert_eq!(in_quotes("[[\"A\",316,33…"), "\"[['A',316,33…\"");
        assert_eq!(in_quotes("# Revenue by region 1.…"), "\"# Revenue by region 1…\"");
        assert_eq!(in_quotes("## 2. Departments"), "\"## 2…\"");
    }
}
