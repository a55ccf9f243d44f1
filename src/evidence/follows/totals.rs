//! Steps over whole columns: `altogether £10,041 less than in 2023`, `2,717 loans whose language is known`.
//!
//! Uses what [`follows`](super) holds together.

use super::super::candidate::Candidate;
use super::super::column::{Column, Measure};
use super::super::directions::{DOWN, UP};
use super::super::mention::{Form, Reading};
use super::super::rounding::digits;
use super::super::scene::Cited;
use super::super::source::{Place, Source};
use super::{Follower, TELLING};
use crate::event::Step;
use crate::limits::{EVIDENCE_CELLS, EVIDENCE_PAIR_COLUMNS};
use crate::table::Cell;

/// Words for all rows together, as stems.
const TOGETHER: [&str; 9] =
    ["altogether", "overall", "total", "together", "combined", "all", "insgesamt", "zusammen", "gesamt"];
/// Digits at least of an amount that no other number bears out.
const MANY: u32 = 3;
/// Bytes at most from one name to another that stands beside it.
const BESIDE: usize = 40;
/// What stands in a result for a key that is not known.
const UNKNOWN: [&str; 8] = ["(missing)", "missing", "unknown", "(unknown)", "n/a", "(none)", "none", "unbekannt"];

impl Follower<'_> {
    fn cited(&self) -> impl Iterator<Item = (usize, &Source)> {
        let sources = self.scene.sources.iter().enumerate();
        sources.filter(|(_, of)| !of.is_file && !of.is_cut() && self.scene.cited(self.mention, of) >= Cited::Nothing)
    }

    /// How much the sum of a column of one year is more than that of the year before, or less.
    pub(super) fn of_totals(&self) -> Option<Candidate> {
        let (up, down) = (self.says(&UP), self.says(&DOWN));
        if up == down || !self.scene.says_stem(&TOGETHER) {
            return None;
        }
        self.cited().find_map(|(source, of)| {
            let years =
                of.columns.iter().filter(|own| own.year.is_some() && own.is_additive).take(EVIDENCE_PAIR_COLUMNS);
            let years: Vec<&Column> = years.collect();
            years.windows(2).find_map(|pair| {
                let [base, new] = pair else { return None };
                let (from, to) = (base.sum?, new.sum?);
                if base.year >= new.year || up != (to > from) || from <= 0.0 {
                    return None;
                }
                let (step, value, factor, word, least) = match self.mention.form {
                    Form::Number => (Step::Difference, to - from, self.scene.factor(self.mention, new)?, "less", MANY),
                    Form::Percent => (Step::Change, (to - from) / from * 100.0, 1.0, "after", TELLING),
                    _ => return None,
                };
                let over = Some(format!("sum of {} {word} sum of {}", new.name, base.name));
                let found = Candidate::of_step(source, step, value, Vec::new(), self.reads(value * factor, least)?);
                Some(Candidate { over, ..found })
            })
        })
    }

    /// The sum of a count without the row of what is not known.
    pub(super) fn of_known(&self) -> Option<Candidate> {
        let readings = self.mention.readings.iter().copied().filter(|reading| digits(*reading) >= MANY);
        let readings: Vec<Reading> = readings.collect();
        self.cited().find_map(|(source, of)| {
            let is_unknown = |place: Place| match of.cell(place) {
                Cell::Null => true,
                Cell::Text(text) => UNKNOWN.iter().any(|unknown| unknown.eq_ignore_ascii_case(text)),
                Cell::Bool(_) | Cell::Int(_) | Cell::Float(_) => false,
            };
            let keys: Vec<&Column> = of.columns.iter().filter(|own| of.is_key_alone(own.index)).collect();
            let counts = of.columns.iter().filter(|own| own.measure == Measure::Count && own.is_additive);
            counts.take(EVIDENCE_PAIR_COLUMNS).find_map(|own| {
                let sum = own.sum?;
                let row = readings.iter().find_map(|reading| {
                    let (rest, apart) = (sum - reading.value, reading.unit.max(1.0));
                    let mut rows = own.between(rest - apart, rest + apart).take(EVIDENCE_CELLS);
                    rows.find(|row| keys.iter().any(|key| is_unknown(Place { column: key.index, row: *row })))
                })?;
                let value = sum - of.number(Place { column: own.index, row })?;
                let known: Vec<&str> = keys.iter().map(|key| key.name.as_str()).collect();
                let over = Some(format!("sum of {} where {} is known", own.name, known.join(" and ")));
                let found = Candidate::of_step(source, Step::Sum, value, Vec::new(), self.reads(value, MANY)?);
                Some(Candidate { over, column: Some(own.index), ..found })
            })
        })
    }

    /// Two counts of one row together whose columns are named beside each other: `no-shows and cancellations amount to 785`.
    pub(super) fn of_columns(&self) -> Option<Candidate> {
        let clause = self.scene.clause(self.mention);
        self.cited().find_map(|(source, of)| {
            let naming = self.scene.naming.get(source)?;
            let row = match (of.row_count, naming.rows.iter().find(|name| name.rows.len() == 1)) {
                (1, _) => 0,
                (_, Some(name)) => *name.rows.first()?,
                _ => return None,
            };
            let at = |own: &Column| {
                let hits = naming.columns.get(own.index)?.iter().map(|(at, _)| *at);
                hits.into_iter().find(|at| clause.contains(at))
            };
            let counts = of.columns.iter().filter(|own| own.measure == Measure::Count).take(EVIDENCE_PAIR_COLUMNS);
            let named: Vec<(&Column, usize)> = counts.filter_map(|own| Some((own, at(own)?))).collect();
            named.iter().find_map(|(one, first)| {
                named.iter().filter(|(_, second)| second > first).find_map(|(other, second)| {
                    let between = self.between(*first, *second)?;
                    let joined = [" and ", " or ", " plus ", " und ", " oder ", " et ", " ou "];
                    let beside = between.len() <= BESIDE && joined.iter().any(|joint| between.contains(joint));
                    let cells = [one, other].map(|own| Place { column: own.index, row });
                    let value = cells.iter().map(|place| of.number(*place)).sum::<Option<f64>>().filter(|_| beside)?;
                    Some(Candidate::of_step(source, Step::Sum, value, cells.to_vec(), self.reads(value, TELLING)?))
                })
            })
        })
    }
}
