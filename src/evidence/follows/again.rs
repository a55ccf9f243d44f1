//! Steps over numbers that stand before: those of the sentence before, `That is 47 more`, and those that the percentage right
//! before is a step over, `48.5 % or 47 claims`.
//!
//! Uses what [`follows`](super) holds together.

use super::super::candidate::Candidate;
use super::super::column::Measure;
use super::super::contrary::Contrary;
use super::super::directions::{DOWN, UP};
use super::super::mention::Form;
use super::super::source::Place;
use super::super::timed::in_time;
use super::{Follower, TELLING, ends_with};
use crate::event::Step;

/// How a sentence begins that says something more of the numbers before.
const LEADS: [&str; 30] = [
    "that leaves",
    "this leaves",
    "that is",
    "that's",
    "that was",
    "that makes",
    "that means",
    "that represents",
    "that corresponds to",
    "that equals",
    "this is",
    "this was",
    "this makes",
    "this means",
    "this represents",
    "this corresponds to",
    "it is",
    "the difference is",
    "the difference was",
    "the gap is",
    "the gap was",
    "das ist",
    "das sind",
    "das war",
    "das entspricht",
    "dies entspricht",
    "dies ist",
    "c'est",
    "soit",
    "cela représente",
];
/// What joins a percentage to the same in other units.
const LINKS: [&str; 7] = ["or", "(", "i.e.", "oder", "also", "/", "ou"];
/// Cells of the sentences before that are looked at.
const LOOKED_AT: usize = 6;

impl Follower<'_> {
    /// `It went from 97 to 144. That is an increase of 48.5 %, or 47 more claims.`
    pub(super) fn again(&self) -> Option<Candidate> {
        self.that_is().or_else(|| self.apart()).or_else(|| self.in_other_words())
    }

    /// Whether the sentence says something more of the numbers before.
    fn goes_on(&self) -> bool {
        let before = self.scene.text.get(self.scene.passage.range.start..self.mention.range.start);
        let before = before.unwrap_or_default().to_lowercase();
        let before = before.trim_start_matches(['-', '*', '_', ' ', '\n']);
        LEADS.iter().any(|lead| before.starts_with(lead))
    }

    /// How far the last two numbers of the sentence before are apart, whatever they rest on: `977 tickets after 873. That is an
    /// increase of 104.` Where time orders them, they went the way that is said.
    fn apart(&self) -> Option<Candidate> {
        let [.., one, other] = self.scene.told else { return None };
        if !self.goes_on() || one.is_percent != other.is_percent {
            return None;
        }
        let (up, down) = (self.says(&UP), self.says(&DOWN));
        let (least, most) = (one.value.min(other.value), one.value.max(other.value));
        let in_time = || {
            let (first, second) = (one.place?, other.place?);
            let of = self.scene.sources.get(one.source).filter(|_| one.source == other.source)?;
            let is_first = in_time(of, first, second)? == (first, second);
            Some(if is_first { other.value >= one.value } else { one.value >= other.value })
        };
        if up != down && in_time().is_some_and(|rose| rose != up) {
            return None;
        }
        let (step, value) = match (self.mention.form, one.is_percent) {
            (Form::Number, false) | (Form::Points, true) => (Step::Difference, most - least),
            (Form::Percent, false) if up != down && least > 0.0 => {
                (Step::Change, (most - least) / if up { least } else { -most } * 100.0)
            }
            _ => return None,
        };
        let reading = self.reads(value, TELLING)?;
        let over = Some(format!("{} and {}, how far apart", one.written, other.written));
        let found = Candidate::of_step(other.source, step, value, Vec::new(), reading);
        Some(Candidate { over, ..found })
    }

    /// A step over the last of the cells that the sentences before speak of and the one before it, or the first of them.
    fn that_is(&self) -> Option<Candidate> {
        if !self.goes_on() {
            return None;
        }
        let figures = self.scene.earlier.iter().rev().copied().filter(|(source, place)| {
            let of = self.scene.sources.get(*source).and_then(|of| of.columns.get(place.column));
            of.is_some_and(|own| own.measure != Measure::None)
        });
        let mut figures = figures.peekable();
        let (source, last) = *figures.peek()?;
        let is_alike =
            |(own, place): &(usize, Place)| *own == source && (place.column == last.column || place.row == last.row);
        let run = figures.take_while(is_alike).map(|(_, place)| place).filter(|place| *place != last);
        let run: Vec<Place> = run.take(LOOKED_AT).collect();
        [run.first()?, run.last()?].into_iter().find_map(|base| {
            let found = self.stepped(source, *base, last)?;
            (!Contrary::new(self.scene, self.mention).rules_out(&found)).then_some(found)
        })
    }

    /// The difference of the cells that the percentage right before is a change between.
    fn in_other_words(&self) -> Option<Candidate> {
        let one = self.ratios.iter().rev().find(|one| one.index < self.index)?;
        let between = self.between(one.mention.range.end, self.mention.range.start)?;
        let [new, base] = one.candidate.cells.as_slice() else { return None };
        let joined = ends_with(between, &LINKS) && !between.contains(['.', ';']);
        if one.candidate.step != Step::Change || self.mention.form != Form::Number || !joined {
            return None;
        }
        self.stepped(one.candidate.source, *base, *new)
    }

    /// What leads from one cell to another, in the form in which the number is written.
    fn stepped(&self, source: usize, one: Place, other: Place) -> Option<Candidate> {
        let of = self.scene.sources.get(source)?;
        let (up, down) = (self.says(&UP), self.says(&DOWN));
        let (first, second) = (of.number(one)?, of.number(other)?);
        let timed = in_time(of, one, other);
        let (base, new) = timed.unwrap_or(match (up, down) {
            (true, false) if first > second => (other, one),
            (false, true) if first < second => (other, one),
            _ => (one, other),
        });
        let (from, to) = (of.number(base)?, of.number(new)?);
        if up && !down && to < from || down && !up && to > from {
            return None;
        }
        let own = of.columns.get(new.column)?;
        let (step, value) = match self.mention.form {
            Form::Percent if from > 0.0 && !own.measure.is_relative() && (up || down || self.is_signed()) => {
                (Step::Change, (to - from) / from * 100.0)
            }
            Form::Number | Form::Points => (Step::Difference, to - from),
            Form::Multiple if from > 0.0 => (Step::Ratio, to / from),
            _ => return None,
        };
        let factor = if step == Step::Difference { self.scene.factor(self.mention, own)? } else { 1.0 };
        let found = Candidate::of_step(source, step, value, vec![new, base], self.reads(value * factor, TELLING)?);
        Some(found)
    }
}
