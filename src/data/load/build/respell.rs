//! Dates and times of day as the engine reads them, from texts that people write otherwise. The survey has proven that
//! every text is one.

use super::super::codes::BORN_LAST;
use super::super::column::Type;
use super::super::shape::MONTHS;
use crate::sql;

/// A text with a point before the fraction of its seconds and without a comma before its time of day, and with ` AM` or
/// ` PM` in the place of what says the same.
pub(super) fn plain_clock(value: &str) -> String {
    let bare = format!("regexp_replace({value}, '(:[0-9]{{2}}),([0-9]{{3}})', '\\1.\\2')");
    let bare = format!("regexp_replace({bare}, ', *([0-9]{{1,2}}:)', ' \\1')");
    format!("regexp_replace({bare}, '[ \u{a0}\u{202f}]*([AaPp])[.]?[Mm][.]?$', ' \\1M')")
}

/// A text with day, month and year as numbers between spaces where months are named, and with dashes between year, month
/// and day where they are not.
pub(super) fn plain_date(value: &str, by_name: bool) -> String {
    if !by_name {
        let parts = "^([0-9]{4})[.年] *([0-9]{1,2})[.月] *([0-9]{1,2})[.日]?";
        return format!("regexp_replace({value}, {}, '\\1-\\2-\\3')", sql::text(parts));
    }
    let names: Vec<&str> = MONTHS.into_iter().flatten().copied().collect();
    let numbers: Vec<String> = MONTHS
        .into_iter()
        .enumerate()
        .flat_map(|(month, names)| std::iter::repeat_n((month + 1).to_string(), names.len()))
        .collect();
    let texts: Vec<String> = names.iter().map(|name| sql::text(name)).collect();
    let name = format!("'(?:^|[^\\pL])({})(?:[^\\pL]|$)'", names.join("|"));
    let month = format!(
        "[{}][list_position([{}], regexp_extract(lower({value}), {name}, 1))]",
        numbers.join(", "),
        texts.join(", ")
    );
    let day = format!("regexp_extract({value}, '[0-9]+')");
    let year_and_rest = format!("regexp_extract({value}, '^[^0-9]*[0-9]+[^0-9]+(.*)$', 1)");
    format!("{day} || ' ' || {month} || ' ' || {year_and_rest}")
}

/// A day of birth whose year is told by two digits, a century earlier where nobody can have been born yet.
pub(super) fn born(day: &str, kind: &Type) -> String {
    format!(
        "CASE WHEN year({day}) > {BORN_LAST} THEN CAST({day} - INTERVAL 100 YEAR AS {}) ELSE {day} END",
        kind.name()
    )
}
