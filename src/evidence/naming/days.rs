//! Rows that are days and are named by their place in the month: `77.5 % on the 1st, 64.1 % on the 2nd`.
//!
//! Uses the passages, sources and periods of this room.

use std::ops::Range;

use super::super::passage::Passage;
use super::super::period::Period;
use super::super::source::Source;
use super::super::spelled::month_in_any_language;
use super::super::words::Word;
use super::RowName;
use crate::table::calendar::civil;

/// Rows of a result of single days that a passage names by the day alone: the only one of that number, else the one in a month
/// that the passage names, or that the question asks for.
#[must_use]
pub fn days(
    text: &str,
    passage: &Passage,
    source: &Source,
    periods: &[(Range<usize>, Period)],
    question: &[Passage],
) -> Vec<RowName> {
    let said: Vec<(&Word, i64)> =
        passage.words.iter().enumerate().filter_map(|(at, word)| Some((word, day(text, passage, at)?))).collect();
    if said.is_empty() {
        return Vec::new();
    }
    let months_of =
        |passage: &Passage| passage.words.iter().filter_map(|word| month_in_any_language(&word.stem)).collect();
    let mut months: Vec<i64> = months_of(passage);
    months.extend(periods.iter().map(|(_, period)| civil(period.first).1));
    if months.is_empty() {
        months = question.iter().flat_map(months_of).collect();
    }
    let mut found = Vec::new();
    for (column, of) in source.columns.iter().enumerate().filter(|(column, _)| source.is_key(*column)) {
        for (word, day) in &said {
            let rows_of = |months: Option<&[i64]>| -> Vec<usize> {
                let is = |period: &Period| {
                    let (_, month, own) = civil(period.first);
                    period.first == period.last && own == *day && months.is_none_or(|months| months.contains(&month))
                };
                (0..of.periods.len())
                    .filter(|row| of.periods.get(*row).and_then(Option::as_ref).is_some_and(is))
                    .collect()
            };
            let mut rows = rows_of(None);
            if rows.len() > 1 {
                rows = rows_of(Some(&months));
            }
            if rows.len() == 1 {
                found.push(RowName { range: word.range.clone(), column, rows });
            }
        }
    }
    found
}

/// The day of a month that a word is: `the 24th and 25th`, not `the 24th largest`.
fn day(text: &str, passage: &Passage, at: usize) -> Option<i64> {
    let word = passage.words.get(at)?;
    let value = ORDINAL_ENDS.iter().find_map(|end| word.stem.strip_suffix(end))?.parse().ok()?;
    let before = passage.words.get(at.checked_sub(1)?)?;
    let opens = before.stem == "the"
        || ["and", "or", "to"].contains(&before.stem.as_str())
            && at.checked_sub(2).and_then(|before| day(text, passage, before)).is_some();
    let behind = text.get(word.range.end..).unwrap_or_default();
    let next = behind.trim_start().split(|character: char| !character.is_alphabetic()).next().unwrap_or_default();
    let ends = !behind.starts_with(' ') || FOLLOWING.contains(&next);
    (opens && ends && (1..=31).contains(&value)).then_some(value)
}

/// What makes digits an ordinal.
const ORDINAL_ENDS: [&str; 4] = ["st", "nd", "rd", "th"];

/// Words behind a day: what is ranked has a noun or a superlative there.
const FOLLOWING: [&str; 22] = [
    "and", "or", "to", "but", "was", "were", "had", "when", "with", "then", "at", "saw", "is", "which", "while",
    "before", "after", "it", "only", "through", "until", "as",
];

#[cfg(test)]
mod tests {
    use super::super::super::example::{source, table};
    use super::super::super::passage::passages;
    use super::*;

    fn named(text: &str) -> Vec<Vec<usize>> {
        let source = source(table("day|late", &["2024-03-04|7", "2024-03-05|8", "2024-04-05|9"]));
        days(text, &passages(text)[0], &source, &[], &passages("What of April?"))
            .into_iter()
            .map(|name| name.rows)
            .collect()
    }

    #[test]
    fn days_are_named_by_their_place_in_the_month() {
        assert_eq!(named("It was 7 on the 4th."), [[0]]);
        assert_eq!(named("In March it was 7 on the 4th and 5th."), [[0], [1]]);
        assert_eq!(named("It was 9 on the 5th."), [[2]], "of the month that is asked for");
        assert_eq!(named("In May it was 9 on the 5th."), [[0; 0]; 0]);
        assert_eq!(named("It was the 4th largest."), [[0; 0]; 0]);
        assert_eq!(named("It was the 4th."), [[0]]);
    }
}
