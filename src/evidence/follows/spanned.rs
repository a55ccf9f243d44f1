//! By how much something moved between two periods that are named: `SOX fell by 7 from 2022 to 2024` in a result of lamps and years.
//!
//! Uses what [`follows`](super) holds together.

use super::super::candidate::Candidate;
use super::super::column::{Column, Measure};
use super::super::contrary::{Contrary, moved};
use super::super::mention::Form;
use super::super::naming::RowName;
use super::super::proof::columns_fit;
use super::super::rounding::windows;
use super::super::source::{Place, Source};
use super::Follower;
use crate::event::Step;
use crate::limits::EVIDENCE_PAIR_COLUMNS;

impl Follower<'_> {
    /// A step between the rows of two periods that the passage names, where each other key is named once.
    pub(super) fn spanned(&self) -> Option<Candidate> {
        let rose = moved(self.scene, self.mention)?;
        let contrary = Contrary::new(self.scene, self.mention);
        self.scene.sources.iter().enumerate().find_map(|(source, of)| {
            let (first, last) = self.rows_of_span(source, of).filter(|_| !of.is_file && !of.is_cut())?;
            let columns = of.columns.iter().filter(|own| !of.is_key(own.index) && own.measure != Measure::None);
            let step = |own: &Column| {
                let cell = |row: usize| Place { column: own.index, row };
                let (from, to) = (of.number(cell(first))?, of.number(cell(last))?);
                let change = to - from;
                let (step, value, factor) = match self.mention.form {
                    Form::Percent if from != 0.0 && !own.measure.is_relative() => {
                        (Step::Change, change / from * 100.0, 1.0)
                    }
                    Form::Number | Form::Points => (Step::Difference, change, self.scene.factor(self.mention, own)?),
                    _ => return None,
                };
                let holds = |window: super::Window| {
                    window.over(factor).holds(value) || window.turned().over(factor).holds(value)
                };
                let reading = windows(self.mention).find(|(_, window)| holds(*window)).map(|(reading, _)| reading)?;
                let fits =
                    (value > 0.0) == rose && value != 0.0 && columns_fit(self.scene, self.mention, source, own.index);
                let found = Candidate::of_step(source, step, value, vec![cell(last), cell(first)], reading);
                (fits && !contrary.rules_out(&found)).then_some(found)
            };
            let mut found = columns.take(EVIDENCE_PAIR_COLUMNS).filter_map(step);
            let only = found.next()?;
            found.next().is_none().then_some(only)
        })
    }

    /// The rows of the first and the last of two periods that are named.
    fn rows_of_span(&self, source: usize, of: &Source) -> Option<(usize, usize)> {
        let keys: Vec<&Column> = of.columns.iter().filter(|own| of.is_key(own.index)).collect();
        let names = &self.scene.naming.get(source)?.rows;
        let called = |key: &Column, from: &[RowName]| -> Vec<RowName> {
            let mut own: Vec<RowName> = from.iter().filter(|name| name.column == key.index).cloned().collect();
            own.dedup_by_key(|name| name.range.start);
            own.dedup_by(|one, other| one.rows == other.rows);
            own
        };
        let period = |row: usize, key: &Column| key.periods.get(row).copied().flatten().map(|period| period.first);
        let key = *keys.iter().find(|key| key.periods.iter().any(Option::is_some))?;
        let spans = called(key, names);
        let [one, other] = spans.as_slice() else { return None };
        let mut others: Vec<RowName> = Vec::new();
        for label in keys.iter().filter(|label| label.index != key.index) {
            let own = called(label, names);
            let own = if own.is_empty() { called(label, self.scene.recent.get(source)?) } else { own };
            let [name] = own.as_slice() else { return None };
            others.push(name.clone());
        }
        let row = |name: &RowName| {
            let mut rows = name.rows.iter().copied().filter(|row| others.iter().all(|other| other.rows.contains(row)));
            rows.next().filter(|_| rows.next().is_none())
        };
        let (one, other) = (row(one)?, row(other)?);
        let (start, end) = (period(one, key)?, period(other, key)?);
        (start != end).then_some(if start < end { (one, other) } else { (other, one) })
    }
}
