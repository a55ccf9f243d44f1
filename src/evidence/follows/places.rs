//! Places in an order, pairs of cells, and what lies between the first and the last.
//!
//! Uses what [`follows`](super) holds together.

use super::super::candidate::Candidate;
use super::super::rounding::{Window, count, digits, windows};
use super::super::source::Place;
use super::{BACK, Follower, TELLING, Traced};
use crate::event::Step;
/// Words for both ends of what is in an order.
const EXTREMES: [[&str; 2]; 7] = [
    ["first", "last"],
    ["best", "worst"],
    ["highest", "lowest"],
    ["largest", "smallest"],
    ["top", "bottom"],
    ["premier", "dernier"],
    ["erst", "letzt"],
];

impl Follower<'_> {
    /// `Switzerland is second with 515`: the place of the cell beside in the order of its column.
    pub(super) fn rank(&self) -> Option<Candidate> {
        let reading = self.mention.readings.first()?;
        let beside = |one: &&Traced<'_>| {
            let (first, last) = if one.index < self.index {
                (one.mention.range.end, self.mention.range.start)
            } else {
                (self.mention.range.end, one.mention.range.start)
            };
            one.index.abs_diff(self.index) == 1
                && one.candidate.step == Step::Cell
                && self.between(first, last).is_some_and(|between| !between.contains([';', '.', '\n']))
        };
        self.traced.iter().filter(beside).find_map(|one| {
            let [place] = one.candidate.cells.as_slice() else { return None };
            let of = self.scene.sources.get(one.candidate.source)?;
            let column = of.columns.get(place.column)?;
            let own = of.number(*place)?;
            let above = |is: &dyn Fn(f64) -> bool| column.numbers.iter().flatten().filter(|other| is(**other)).count();
            let last = self.scene.passage.says(&self.scene.passage.range, &["minimum"]) && !of.is_limited;
            let ranks = [Some(above(&|other| other > own)), last.then(|| above(&|other| other < own))];
            let is = |above: &usize| (count(*above + 1) - reading.value).abs() < f64::EPSILON;
            (of.row_count > 2 && !of.is_cut() && ranks.iter().flatten().any(is))
                .then(|| Candidate::of_step(one.candidate.source, Step::Rank, reading.value, vec![*place], *reading))
        })
    }

    /// `2,022 versus 2,035`: the cell of a row that was spoken of, beside one of another row.
    pub(super) fn paired(&self) -> Option<Candidate> {
        let other = self.traced.iter().find(|one| one.index == self.index + 1)?;
        let between = self.between(self.mention.range.end, other.mention.range.start)?;
        let [place] = other.candidate.cells.as_slice() else { return None };
        let source = other.candidate.source;
        let of = self.scene.sources.get(source)?;
        let own = of.columns.get(place.column)?;
        if other.candidate.step != Step::Cell || !BACK.contains(&between.trim()) {
            return None;
        }
        let told = [self.scene.before, self.scene.recent].into_iter().filter_map(|names| names.get(source));
        let told = told.flatten().filter(|name| name.rows.len() == 1).flat_map(|name| name.rows.iter().copied());
        let earlier = self.scene.earlier.iter().filter(|(of, _)| *of == source).map(|(_, place)| place.row);
        let factor = self.scene.factor(self.mention, own)?;
        told.chain(earlier).filter(|row| *row != place.row).find_map(|row| {
            let cell = Place { column: place.column, row };
            let value = of.number(cell)?;
            let holds = |window: &Window| window.over(factor).holds(value);
            let fitting = windows(self.mention).find(|(reading, window)| digits(*reading) >= TELLING && holds(window));
            Some(Candidate::of_cell(source, cell, value, fitting?.0, None))
        })
    }

    /// `the gap between first and last is 97`: from the smallest to the largest of the column that a number beside is of.
    pub(super) fn spread(&self) -> Option<Candidate> {
        let clause = self.scene.clause(self.mention);
        let said = self.scene.text.get(clause.start..self.mention.range.end)?.to_lowercase();
        if !["between", "gap", "spread", "range"].iter().any(|word| said.contains(word))
            || !EXTREMES.iter().any(|pair| pair.iter().all(|word| said.contains(word)))
        {
            return None;
        }
        self.traced.iter().filter(|one| one.index.abs_diff(self.index) <= 2).find_map(|one| {
            let column = one.candidate.cells.first()?.column;
            let of = self.scene.sources.get(one.candidate.source).filter(|of| !of.is_cut())?;
            let own = of.columns.get(column)?;
            let known = || own.numbers.iter().enumerate().filter_map(|(row, number)| Some((row, (*number)?)));
            let (low, least) = known().min_by(|one, other| one.1.total_cmp(&other.1))?;
            let (high, most) = known().max_by(|one, other| one.1.total_cmp(&other.1))?;
            let factor = self.scene.factor(self.mention, own)?;
            let reading = self.reads((most - least) * factor, TELLING)?;
            let cells = vec![Place { column, row: high }, Place { column, row: low }];
            Some(Candidate::of_step(one.candidate.source, Step::Difference, most - least, cells, reading))
        })
    }
}
