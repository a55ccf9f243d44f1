//! What the traced number beside says of this one: `nine in ten stay below 9,062` of a 90th percentile, `13.9 % of its 823 claims`,
//! and two numbers that only one row has: `13 out of 730`.
//!
//! Uses what [`follows`](super) holds together.

use super::super::candidate::{Candidate, is_read_so};
use super::super::column::{Column, Measure};
use super::super::mention::{Form, Mention, Reading};
use super::super::rounding::{digits, windows};
use super::super::scene::Cited;
use super::super::source::Place;
use super::super::threshold::value;
use super::{Follower, TELLING, Traced, ends_with};
use crate::event::Step;

/// What stands between a percentage and its whole, at its end.
const OF_ITS: [&str; 9] = ["of", "of its", "of the", "of their", "of all", "of these", "der", "von", "de ses"];

/// Words behind a percentage that lead to an upper bound, as stems.
const BELOW: [&str; 12] = [
    "within",
    "under",
    "below",
    "less",
    "fewer",
    "most",
    "faster",
    "shorter",
    "unter",
    "innerhalb",
    "weniger",
    "höchstens",
];
/// The same of a lower bound.
const ABOVE: [&str; 9] = ["exceed", "above", "over", "more", "longer", "least", "über", "mehr", "mindestens"];
/// Words at most between them.
const BOUND_WORDS: usize = 7;
/// How far a bound is from the percentile that it is at most, as a part of it: it may be rounded.
const ROUNDED: f64 = 0.01;

impl Follower<'_> {
    /// `Half of the claims cost less than 1,715`: what part of all a percentile beside divides.
    pub(super) fn quantile(&self) -> Option<Candidate> {
        let reading = *self.mention.readings.first()?;
        let near = self.traced.iter().filter(|one| one.index.abs_diff(self.index) <= 2);
        near.into_iter().find_map(|one| {
            let (first, last) = if one.index < self.index {
                (one.mention.range.end, self.mention.range.start)
            } else {
                (self.mention.range.end, one.mention.range.start)
            };
            let apart = self.between(first, last)?;
            let of = self.scene.sources.get(one.candidate.source)?;
            let column = of.columns.get(one.candidate.cells.first()?.column)?;
            let part = percentile(column)?;
            let is = (reading.value - part).abs() < 1e-9 || (reading.value - (100.0 - part)).abs() < 1e-9;
            let told = is && one.candidate.step == Step::Cell && !apart.contains([';', '.']);
            told.then(|| Candidate { reading, ..one.candidate.clone() })
        })
    }

    /// `90 % answered within 1.95 hours`: the part of all below a percentile that is the bound, which the sentence sets and which
    /// is no number of its own.
    pub(super) fn part_below(&self) -> Option<Candidate> {
        let reading = *self.mention.readings.first()?;
        let mut behind = self.scene.attached_behind(self.mention, BOUND_WORDS);
        let is_above = behind.find_map(|word| match (ABOVE.contains(&word), BELOW.contains(&word)) {
            (false, false) => None,
            (above, _) => Some(above),
        })?;
        let wanted = if is_above { 100.0 - reading.value } else { reading.value };
        let clause = self.scene.text.get(self.mention.range.end..self.scene.passage.range.end)?;
        let bounds: Vec<f64> = clause.split_whitespace().take(2 * BOUND_WORDS).filter_map(value).collect();
        self.scene.sources.iter().enumerate().find_map(|(source, of)| {
            let cited = !of.is_file && self.scene.cited(self.mention, of) >= Cited::Paragraph;
            let is = |column: &&Column| percentile(column).is_some_and(|part| (wanted - part).abs() < 1e-9);
            let column = of.columns.iter().filter(|_| cited).find(is)?;
            let named = self.scene.naming.get(source)?.rows.iter().find_map(|name| name.rows.first().copied());
            let row = named.or((of.row_count == 1).then_some(0))?;
            let place = Place { column: column.index, row };
            let exact = of.number(place)?;
            let is_bound = |bound: &f64| {
                (bound - exact).abs() <= ROUNDED * exact.abs() || (bound - exact.round()).abs() < f64::EPSILON
            };
            bounds.iter().any(is_bound).then(|| Candidate::of_cell(source, place, exact, reading, None))
        })
    }

    /// `13.9 % of its 823 claims`: what the percentage before is of.
    pub(super) fn base(&self) -> Option<Candidate> {
        let before = self.ratios.iter().find(|one| one.index + 1 == self.index)?;
        let between = self.between(before.mention.range.end, self.mention.range.start)?;
        let [_, base] = before.candidate.cells.as_slice() else { return None };
        let of = self.scene.sources.get(before.candidate.source)?;
        let value = of.number(*base)?;
        let is_base =
            before.candidate.step == Step::Ratio && ends_with(between, &OF_ITS) && !between.contains(['.', ';', ',']);
        let reading = self.reads(value, TELLING).filter(|_| is_base)?;
        Some(Candidate::of_cell(before.candidate.source, *base, value, reading, None))
    }

    /// `6.1 % ... compared with 5.7 %, up 0.4 pp`: from one percentage to the other, however each was taken.
    pub(super) fn points(&self) -> Option<Candidate> {
        let mut near: Vec<&Traced<'_>> = self.ratios.iter().filter(|one| one.index < self.index).collect();
        near.sort_by_key(|one| self.index - one.index);
        let (one, other) = (near.first()?, near.get(1)?);
        let of_one = |one: &Traced<'_>| (one.candidate.step, one.candidate.source);
        let value = (one.value - other.value).abs();
        let beside = self.index - other.index <= 5 && of_one(one) == of_one(other);
        let least = if self.mention.readings.first()?.unit < 1.0 { 1 } else { TELLING };
        let reading = self.reads(value, least).filter(|_| beside && self.mention.form == Form::Points)?;
        let written = |one: &Traced<'_>| self.scene.text.get(one.mention.range.clone()).unwrap_or_default();
        let over = Some(format!("{} less {}", written(one), written(other)));
        let found =
            Candidate::of_step(one.candidate.source, Step::Difference, value, one.candidate.cells.clone(), reading);
        Some(Candidate { over, ..found })
    }

    /// `The Vils has most, 13 out of 730`: two counts of the row that is named, which no other row has.
    pub(super) fn both(&self) -> Option<Candidate> {
        let is_part = |part: &Mention, whole: &Mention| self.scene.is_part_of(part, whole);
        let mentions = self.scene.mentions;
        let next = mentions.get(self.index + 1).filter(|next| is_part(self.mention, next));
        let before = self.index.checked_sub(1).and_then(|index| mentions.get(index));
        let other = next.or(before.filter(|before| is_part(before, self.mention)))?;
        self.scene.sources.iter().enumerate().filter(|(_, of)| !of.is_file).find_map(|(source, of)| {
            let names = self.scene.naming.get(source)?.rows.iter().filter(|name| name.rows.len() == 1);
            let row = *names.rev().find(|name| name.range.end <= self.mention.range.start)?.rows.first()?;
            let is_end = |column: &Column| {
                ["maximum", "minimum", "average", "median"].iter().any(|word| column.is_named_by(word))
            };
            let whole = |column: &&Column| column.is_whole && column.measure != Measure::None && !is_end(column);
            let fits = |mention: &Mention, column: &Column| -> Option<(Place, f64, Reading)> {
                let place = Place { column: column.index, row };
                let value = of.number(place)?;
                let (reading, _) = windows(mention).find(|(reading, window)| {
                    window.holds(value) && digits(*reading) >= TELLING && is_read_so(mention.form, *reading, column)
                })?;
                Some((place, value, reading))
            };
            let columns = || of.columns.iter().filter(whole);
            let (place, value, reading) = columns().find_map(|column| fits(self.mention, column))?;
            let is_more = |base: f64| if next.is_some() { base > value } else { base < value };
            let beside = columns().any(|column| {
                column.index != place.column && fits(other, column).is_some_and(|(_, base, _)| is_more(base))
            });
            beside.then(|| Candidate::of_cell(source, place, value, reading, None))
        })
    }
}

/// What percentage of all lies below the figures of a column.
fn percentile(column: &Column) -> Option<f64> {
    let lower = column.name.to_lowercase();
    let of_part = |part: &str| -> Option<f64> {
        match part {
            "median" | "med" | "q2" => Some(50.0),
            "q1" => Some(25.0),
            "q3" => Some(75.0),
            _ => {
                let digits = part.strip_prefix('p').or_else(|| part.strip_prefix("pct"))?;
                digits.parse::<u8>().ok().filter(|percent| (1..100).contains(percent)).map(f64::from)
            }
        }
    };
    lower.split(['_', ' ']).find_map(of_part)
}
