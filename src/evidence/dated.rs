//! Years, months, quarters and days as claims: whether the data has such a day, or the statement asks for it.
//!
//! Uses the scene, sources and candidates of this room.

use super::candidate::{Candidate, RowTie, row_tie};
use super::contrary::is_no_peak;
use super::mention::{Form, Mention};
use super::period::Period;
use super::scene::{Cited, Scene, periods_of};
use super::source::{Place, Source};
use crate::event::Step;
use crate::table::calendar::civil;

/// What stands behind a date.
#[must_use]
pub fn dated(scene: &Scene<'_>, mention: &Mention) -> Option<Candidate> {
    if is_no_peak(scene, mention) {
        return None;
    }
    let mut found: Vec<Candidate> = Vec::new();
    for (source, of) in scene.sources.iter().enumerate() {
        let cited = scene.cited(mention, of);
        for period in periods_of(mention) {
            if cited > Cited::Other || of.is_file {
                found.extend(in_cells(scene, mention, source, period, 100 * cited as u32));
                found.extend(in_parts(scene, mention, source, 100 * cited as u32));
            }
            // A statement that is not cited may ask for any year.
            if !of.is_file && cited > Cited::Other {
                found.extend(in_statement(mention, source, of, period, 100 * cited as u32));
            }
        }
    }
    found.into_iter().rev().max_by_key(|candidate| candidate.grade)
}

fn in_cells(scene: &Scene<'_>, mention: &Mention, source: usize, period: Period, near: u32) -> Option<Candidate> {
    let of = scene.sources.get(source)?;
    let reading = mention.readings.first().copied()?;
    let is_label = |column: usize| of.columns.get(column).is_some_and(|column| column.is_label);
    let by_label = scene.naming.get(source).is_some_and(|naming| naming.rows.iter().any(|name| is_label(name.column)));
    let mut best: Option<Candidate> = None;
    for (column, own) in of.columns.iter().enumerate() {
        for (row, cell) in own.periods.iter().enumerate() {
            let Some(cell) = cell else { continue };
            let is_day = mention.form == Form::Date && (cell.first == period.first || period.fits(*cell));
            let grade = if *cell == period || is_day {
                near + 50
            } else if period.holds(*cell) {
                near + 30
            } else {
                continue;
            };
            // A date that is no key of the rows is one of the row that is named.
            let place = Place { column, row };
            if by_label
                && !of.is_key(column)
                && !of.is_file
                && row_tie(scene, mention, place, source) == RowTie::Another
            {
                continue;
            }
            if best.as_ref().is_none_or(|best| best.grade < Some(grade)) {
                let value = reading.value;
                best = Some(Candidate::of_cell(source, place, value, reading, Some(grade)));
            }
        }
    }
    best
}

/// A quarter or a month as a row of two columns: its year, and its number there.
fn in_parts(scene: &Scene<'_>, mention: &Mention, source: usize, near: u32) -> Option<Candidate> {
    let reading = mention.readings.first().copied()?;
    let of = scene.sources.get(source)?;
    let is_part = |column: usize| of.columns.get(column).is_some_and(|own| own.is_month || own.is_quarter());
    let mut names = scene.naming.get(source)?.rows.iter();
    let name = names.find(|name| name.range == mention.range && is_part(name.column))?;
    let place = Place { column: name.column, row: *name.rows.first()? };
    matches!(mention.form, Form::Month | Form::Quarter)
        .then(|| Candidate::of_cell(source, place, reading.value, reading, Some(near + 40)))
}

/// The date as the statement writes it, in a condition or a label.
fn in_statement(mention: &Mention, source: usize, of: &Source, period: Period, near: u32) -> Option<Candidate> {
    let reading = mention.readings.first().copied()?;
    let (year, month, day) = civil(period.first);
    let written = match mention.form {
        Form::Date if period.is_open() => vec![format!("-{month:02}-{day:02}")],
        Form::Year => vec![format!("{year}")],
        Form::Month => vec![format!("{year:04}-{month:02}")],
        Form::Date => vec![format!("{year:04}-{month:02}-{day:02}")],
        Form::Quarter => vec![format!("{year:04}-{month:02}"), format!("{year}-Q{}", (month + 2) / 3)],
        Form::Number | Form::Percent | Form::Points | Form::Multiple | Form::Ordinal => Vec::new(),
    };
    let stands = |date: &String| {
        of.query.match_indices(date.as_str()).any(|(at, _)| {
            let edge = |character: Option<char>| character.is_none_or(|character| !character.is_ascii_digit());
            let before = of.query.get(..at).and_then(|before| before.chars().next_back());
            // Before a day of any year stands one.
            edge(before) != period.is_open()
                && edge(of.query.get(at + date.len()..).and_then(|behind| behind.chars().next()))
        })
    };
    written.iter().any(stands).then(|| Candidate {
        grade: Some(near + 20),
        ..Candidate::of_step(source, Step::Condition, reading.value, Vec::new(), reading)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::event::{ClaimStatus, Step};
    use crate::evidence::Ledger;
    use crate::table::{Cell, Table};

    /// What the dates of a text rest on, against a result of three days.
    fn dates(text: &str) -> Vec<(ClaimStatus, Option<Step>)> {
        let days = ["2024-03-03", "2024-03-04", "2023-08-14"];
        let rows = days.iter().zip([10, 20, 30]).map(|(day, n)| vec![Cell::Text((*day).to_owned()), Cell::Int(n)]);
        let table = Table {
            columns: vec!["day".to_owned(), "n".to_owned()],
            types: vec!["DATE".to_owned(), "BIGINT".to_owned()],
            rows: rows.collect(),
            row_count: 3,
        };
        let mut ledger = Ledger::default();
        let query = "select day, count(*) n from data where day < '2025-11-05' group by day";
        ledger.record("q1", query, Arc::new(table));
        let claims = ledger.check(text);
        claims.into_iter().map(|claim| (claim.status, claim.evidence.map(|evidence| evidence.step))).collect()
    }

    #[test]
    fn a_day_without_a_year_is_that_of_any_year() {
        let cell = (ClaimStatus::Verified, Some(Step::Cell));
        for text in ["It was busy on 3 March [q1].", "It was busy on August 14th [q1].", "It was busy on Mar 3–4 [q1]."]
        {
            let found = dates(text);
            assert!(!found.is_empty() && found.iter().all(|found| *found == cell), "{text}: {found:?}");
        }
        assert_eq!(dates("It was busy on 5 March [q1]."), [(ClaimStatus::Unverified, None)]);
        assert_eq!(dates("It ended before November 5 [q1]."), [(ClaimStatus::Verified, Some(Step::Condition))]);
        assert_eq!(dates("It ended before November 6 [q1]."), [(ClaimStatus::Unverified, None)]);
        assert_eq!(dates("It was busy on 3 March 2024 [q1]."), [cell]);
        assert_eq!(dates("It was busy on 3 March 2023 [q1]."), [(ClaimStatus::Unverified, None)]);
    }

    /// What the first number of a text rests on, against regions and when they were founded.
    fn founded(text: &str) -> Option<Step> {
        let mut ledger = Ledger::default();
        let table = super::super::example::table("region|revenue|founded", &["West|7|2001-02-03", "East|8|1999-04-05"]);
        let query = "select region, revenue, founded from data where code < 20251 and opened >= 2019";
        ledger.record("q1", query, Arc::new(table));
        ledger.check(text).remove(0).evidence.map(|evidence| evidence.step)
    }

    #[test]
    fn a_date_that_is_no_key_is_one_of_the_row_that_is_named() {
        assert_eq!(founded("On February 3, 2001, West was founded [q1]."), Some(Step::Cell));
        assert_eq!(founded("On February 3, 2001, East was founded [q1]."), None);
    }

    #[test]
    fn a_statement_asks_for_a_year_that_stands_in_it_whole() {
        assert_eq!(founded("In 2019 they were open [q1]."), Some(Step::Condition));
        assert_eq!(founded("In 2025 they were open [q1]."), None, "only the beginning of another number");
        assert_eq!(founded("In 2019 they were open [q2]."), None, "another result is cited");
    }
}
