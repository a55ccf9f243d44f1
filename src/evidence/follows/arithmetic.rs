//! What follows from two numbers close by, whatever the words: `5.35 % fat and 3.95 % protein, i.e. 9.30 %`, `€309 on average, a
//! post-edited one €229, so some €80 less`, `from 129.4 to 356.3 tonnes, a rise of 175 %`.
//!
//! Uses what [`follows`](super) holds together. Only numbers of three digits, and pairs that stand within a few of them: of the
//! steps over these, hardly any fits by chance.

use super::super::candidate::Candidate;
use super::super::column::Column;
use super::super::directions::{DOWN, UP};
use super::super::mention::Form;
use super::{Follower, Traced};
use crate::event::Step;

/// Digits of the number at least.
const TELLING: u32 = 3;
/// Numbers before it, and behind it, that it may be a step over.
const BEFORE: usize = 3;
const BEHIND: usize = 2;
/// Numbers from the one of a pair to the other at most.
const APART: usize = 2;

impl Follower<'_> {
    /// A step over two traced numbers close by that a number of three digits is.
    pub(super) fn arithmetic(&self) -> Option<Candidate> {
        let is_near = |one: &&Traced<'_>| {
            one.index < self.index && self.index - one.index <= BEFORE
                || one.index > self.index && one.index - self.index <= BEHIND
        };
        let near: Vec<&Traced<'_>> = self.traced.iter().filter(is_near).collect();
        let pairs = near.iter().flat_map(|one| near.iter().map(move |other| (*one, *other)));
        let mut pairs: Vec<_> =
            pairs.filter(|(one, other)| one.index != other.index && one.index.abs_diff(other.index) <= APART).collect();
        pairs.sort_by_key(|(one, other)| one.index.abs_diff(self.index) + other.index.abs_diff(self.index));
        pairs.into_iter().find_map(|(one, other)| self.over(one, other))
    }

    /// What the numbers before it that are added up come to: `242 + 314 + 279 = 835`.
    pub(super) fn added(&self) -> Option<Candidate> {
        let link = |one: usize, other: usize| {
            let (one, other) = (self.scene.mentions.get(one)?, self.scene.mentions.get(other)?);
            let between = self.scene.text.get(one.range.end..other.range.start)?;
            (between.len() <= LINK_BYTES).then(|| between.trim().chars().next_back()).flatten()
        };
        let mut at = self.index.checked_sub(1).filter(|last| link(*last, self.index) == Some('='))?;
        let part = |index: usize| self.traced.iter().find(|one| one.index == index);
        let mut parts = vec![part(at)?];
        while let Some(before) = at.checked_sub(1).filter(|before| is_plus(self, *before, at)) {
            parts.push(part(before)?);
            at = before;
        }
        let [last, .., first] = parts.as_slice() else { return None };
        let alike = parts.iter().all(|one| one.mention.form == first.mention.form && self.are_of_one_kind(one, first));
        let value: f64 = parts.iter().map(|one| one.value).sum();
        let reading = self.reads(value, 1).filter(|_| alike)?;
        let written = |one: &&Traced<'_>| self.scene.text.get(one.mention.range.clone()).unwrap_or_default();
        let over = parts.iter().rev().map(|one| written(one).to_owned()).collect::<Vec<String>>().join(" + ");
        let found = Candidate::of_step(last.candidate.source, Step::Sum, value, Vec::new(), reading);
        Some(Candidate { over: Some(over), ..found })
    }

    /// The step over two that fits.
    fn over(&self, one: &Traced<'_>, other: &Traced<'_>) -> Option<Candidate> {
        let is_told = self.mention.form != Form::Percent || self.is_namely(one.index.max(other.index));
        if !self.are_of_one_kind(one, other) || !is_told {
            return None;
        }
        let steps: &[(Step, f64, &str)] = &match self.mention.form {
            Form::Percent if one.is_percent => {
                [(Step::Sum, one.value + other.value, "and"), (Step::Change, change(one, other), "against")]
            }
            Form::Percent => {
                [(Step::Ratio, one.value / other.value * 100.0, "over"), (Step::Change, change(one, other), "against")]
            }
            Form::Number | Form::Points if self.mention.form == Form::Number || one.is_percent => {
                let sum = if one.is_percent { f64::NAN } else { one.value + other.value };
                [(Step::Difference, one.value - other.value, "less"), (Step::Sum, sum, "and")]
            }
            Form::Multiple => [(Step::Ratio, one.value / other.value, "over"), (Step::Ratio, f64::NAN, "over")],
            _ => return None,
        };
        steps.iter().find_map(|(step, value, word)| {
            // `8.26 -> 6.76, -1.5`: the later less the earlier.
            let is_turned = *step == Step::Difference && self.is_signed() && one.index < other.index;
            let is_fitting = value.is_finite() && *value != 0.0 && !is_turned && self.is_said_so(*step, *value);
            let is_part = *step != Step::Ratio || self.mention.form != Form::Percent || *value <= 100.0;
            let reading = self.reads(*value, TELLING).filter(|_| is_fitting && is_part)?;
            let value = if *step == Step::Ratio && self.mention.form == Form::Percent { value / 100.0 } else { *value };
            self.step(*step, value, one, other, reading, word)
        })
    }

    /// Whether a percentage is said of what stands right before it: `89 of 2,083, that is 4.3 %`, `(+15.3 %)`.
    fn is_namely(&self, last: usize) -> bool {
        let last = self.scene.mentions.get(last).filter(|last| last.range.end <= self.mention.range.start);
        let link = last.and_then(|last| self.between(last.range.end, self.mention.range.start)).unwrap_or_default();
        let link = link.to_lowercase();
        NAMELY.iter().any(|words| link.contains(words))
    }

    /// Whether two numbers are figures of one kind: written alike, and of columns that measure alike.
    fn are_of_one_kind(&self, one: &Traced<'_>, other: &Traced<'_>) -> bool {
        let column = |traced: &Traced<'_>| -> Option<&Column> {
            let own = traced.candidate.cells.first().map(|place| place.column).or(traced.candidate.column)?;
            self.scene.sources.get(traced.candidate.source)?.columns.get(own)
        };
        let alike = match (column(one), column(other)) {
            (Some(own), Some(base)) => {
                own.unit == base.unit
                    && own.measure.is_relative() == base.measure.is_relative()
                    && own.is_of_money() == base.is_of_money()
            }
            _ => true,
        };
        one.mention.form == other.mention.form && alike
    }

    /// Whether a change or a difference goes the way that the words beside say, where they say one.
    fn is_said_so(&self, step: Step, value: f64) -> bool {
        let (rises, falls) = (self.says(&UP), self.says(&DOWN));
        let signed = self.is_signed();
        match step {
            Step::Change => !(rises && !falls && value < 0.0 || falls && !rises && value > 0.0),
            Step::Difference => value > 0.0 || signed,
            _ => !signed,
        }
    }
}

/// What leads from two numbers to what one is of the other, or how it differs.
const NAMELY: [&str; 22] = [
    "i.e.",
    " or ",
    "(",
    "that is",
    "which is",
    ", so ",
    "=",
    "->",
    "→",
    "makes",
    "rise",
    "increase",
    "decline",
    "drop",
    "fall",
    "gain",
    "das sind",
    "das entspricht",
    "soit",
    "es decir",
    "plus von",
    "minus von",
];

/// Bytes between two numbers that are added up at most: a name stands there, too.
const LINK_BYTES: usize = 40;

/// Whether a plus stands between two numbers.
fn is_plus(of: &Follower<'_>, one: usize, other: usize) -> bool {
    let range = |index: usize| of.scene.mentions.get(index).map(|mention| mention.range.clone());
    let (Some(one), Some(other)) = (range(one), range(other)) else { return false };
    let between = of.scene.text.get(one.end..other.start).unwrap_or_default();
    let signed = of.scene.text.get(other).is_some_and(|written| written.starts_with('+'));
    between.len() <= LINK_BYTES && (between.contains('+') || signed) && !between.contains(['=', '.', ';'])
}

/// By how many percent of the second the first is more.
fn change(one: &Traced<'_>, other: &Traced<'_>) -> f64 {
    (one.value - other.value) / other.value.abs() * 100.0
}
