//! Years, months, quarters and days as claims: whether the data has such a day, or the statement asks for it.
//!
//! Uses the scene, sources and candidates of this room.

use super::candidate::{Candidate, RowTie, row_tie};
use super::mention::{Form, Mention};
use super::period::Period;
use super::scene::{Cited, Scene, periods};
use super::source::{Place, Source};
use crate::event::Step;
use crate::table::calendar::civil;

/// What stands behind a date.
#[must_use]
pub fn dated(scene: &Scene<'_>, mention: &Mention) -> Option<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for (source, of) in scene.sources.iter().enumerate() {
        let cited = scene.cited(mention, of);
        for period in periods(mention) {
            if cited > Cited::Other || of.is_file {
                found.extend(in_cells(scene, mention, source, period, 100 * cited as u32));
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
            let grade = if *cell == period || mention.form == Form::Date && cell.first == period.first {
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
                best = Some(Candidate {
                    source,
                    step: Step::Cell,
                    value,
                    cells: vec![place],
                    column: None,
                    reading,
                    grade: Some(grade),
                });
            }
        }
    }
    best
}

/// The date as the statement writes it, in a condition or a label.
fn in_statement(mention: &Mention, source: usize, of: &Source, period: Period, near: u32) -> Option<Candidate> {
    let reading = mention.readings.first().copied()?;
    let (year, month, day) = civil(period.first);
    let written = match mention.form {
        Form::Year => vec![format!("{year}")],
        Form::Month => vec![format!("{year:04}-{month:02}")],
        Form::Date => vec![format!("{year:04}-{month:02}-{day:02}")],
        Form::Quarter => vec![format!("{year:04}-{month:02}"), format!("{year}-Q{}", (month + 2) / 3)],
        Form::Number | Form::Percent | Form::Points | Form::Multiple | Form::Ordinal => Vec::new(),
    };
    let stands = |date: &String| {
        of.query.match_indices(date.as_str()).any(|(at, _)| {
            let edge = |character: Option<char>| character.is_none_or(|character| !character.is_ascii_digit());
            edge(of.query.get(..at).and_then(|before| before.chars().next_back()))
                && edge(of.query.get(at + date.len()..).and_then(|behind| behind.chars().next()))
        })
    };
    written.iter().any(stands).then(|| Candidate {
        source,
        step: Step::Condition,
        value: reading.value,
        cells: Vec::new(),
        column: None,
        reading,
        grade: Some(near + 20),
    })
}
