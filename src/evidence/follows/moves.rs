//! Changes, differences and multiples: `from 841 to 916, by 8.9 %`, `fell by 44 to 921`, `4 more than Westfield`.
//!
//! Uses what [`follows`](super) holds together.

use super::super::candidate::Candidate;
use super::super::contrary::Contrary;
use super::super::directions::{DOWN, RELATING, UP};
use super::super::mention::Form;
use super::super::proof::before;
use super::super::source::Place;
use super::{BACK, Follower, ONWARDS, TELLING, Traced, are_alike, ends_with};
use crate::event::Step;
/// What leads from how much more something is to what it is held against, at its end.
const THAN: [&str; 19] = [
    "than",
    "than the",
    "than in",
    "than at",
    "than for",
    "ahead of",
    "ahead of the",
    "behind",
    "above",
    "below",
    "as the",
    "as",
    "that of",
    "that of the",
    "clear of",
    "clear of the",
    "als",
    "als im",
    "que",
];

impl Follower<'_> {
    /// `from 841 to 916, an increase of 8.9 %`
    pub(super) fn change(&self) -> Option<Candidate> {
        let near = self.near();
        if !self.says(&UP) && !self.says(&DOWN) && !self.scene.says(self.mention, &["change"]) && !self.is_signed() {
            return None;
        }
        near.iter().find_map(|base| {
            near.iter().filter(|new| new.index != base.index && new.is_percent == base.is_percent).find_map(|new| {
                let moved = self.leads(base, new);
                let value = (new.value - base.value) / base.value * 100.0;
                let reading = self.reads(value, TELLING).filter(|_| moved && !base.is_percent && base.value > 0.0)?;
                self.step(Step::Change, value, new, base, reading, "after")
            })
        })
    }

    /// Whether the words lead from a base to what became of it, or back.
    fn leads(&self, base: &Traced<'_>, new: &Traced<'_>) -> bool {
        if base.mention.range.end <= new.mention.range.start {
            let between = self.between(base.mention.range.end, new.mention.range.start);
            between.is_some_and(|between| ends_with(between, &ONWARDS) && !between.contains(['.', ';']))
        } else {
            let between = self.between(new.mention.range.end, base.mention.range.start);
            between.is_some_and(|between| ends_with(between, &BACK) && !between.contains(['.', ';']))
        }
    }

    /// `fell by 44 to 921`, `€5.21 million, down by €353k on the year before`: the step from the row before in time to the cell
    /// beside.
    pub(super) fn moved(&self) -> Option<Candidate> {
        if !self.says(&UP) && !self.says(&DOWN) && !self.is_signed() {
            return None;
        }
        self.traced.iter().filter(|one| one.index.abs_diff(self.index) == 1).find_map(|one| {
            let [place] = one.candidate.cells.as_slice() else { return None };
            let (first, last) = if one.index < self.index {
                (one.mention.range.end, self.mention.range.start)
            } else {
                (self.mention.range.end, one.mention.range.start)
            };
            let between = self.between(first, last)?;
            let joined = if one.index < self.index {
                !between.contains(['.', ';'])
            } else {
                ends_with(between, &ONWARDS) && between.len() <= 4
            };
            let of = self.scene.sources.get(one.candidate.source)?;
            if one.candidate.step != Step::Cell || !joined {
                return None;
            }
            let base = before(of, *place)?;
            let (value, other) = (of.number(*place)?, of.number(base)?);
            let scale = one.value / one.candidate.value;
            let (step, exact, shown) = match self.mention.form {
                Form::Number if !one.is_percent => (Step::Difference, value - other, (value - other) * scale),
                Form::Percent if other != 0.0 && !one.is_percent => {
                    let change = (value - other) / other.abs() * 100.0;
                    (Step::Change, change, change)
                }
                _ => return None,
            };
            let reading = self.reads(shown, TELLING)?;
            let found = Candidate::of_step(one.candidate.source, step, exact, vec![*place, base], reading);
            (!Contrary::new(self.scene, self.mention).rules_out(&found)).then_some(found)
        })
    }

    /// `20.9 minutes, 1.8 times the average of 11.91`, `15 against 5, three times as many`
    pub(super) fn multiple(&self) -> Option<Candidate> {
        let before = self.traced.iter().rev().find(|one| one.index < self.index)?;
        let behind = self.traced.iter().find(|one| one.index == self.index + 1);
        let second = self.traced.iter().rev().filter(|one| one.index < self.index).nth(1);
        let pairs = [behind.map(|behind| (before, behind)), second.map(|second| (before, second))];
        pairs.into_iter().flatten().find_map(|(one, other)| {
            let is_below = one.value < 0.0 || other.value < 0.0;
            if is_below || one.is_percent != other.is_percent || !are_alike(self.scene, one, other) {
                return None;
            }
            let (more, less) = if one.value >= other.value { (one, other) } else { (other, one) };
            let value = more.value / less.value;
            self.step(Step::Ratio, value, more, less, self.reads(value, TELLING)?, "over")
        })
    }

    /// `28.9 % against 13.5 %, a gap of 15.4 points`
    pub(super) fn difference(&self) -> Option<Candidate> {
        let points = self.mention.form == Form::Points || self.scene.counts_points(self.mention);
        let said = self.says(&RELATING) || self.says(&UP) || self.says(&DOWN) || self.is_signed();
        if !said && !points {
            return None;
        }
        let near = self.near();
        let (one, other) = (near.first()?, near.get(1)?);
        let is_percent = one.is_percent && other.is_percent;
        let apart = one.index.abs_diff(other.index) > 2 || one.is_percent != other.is_percent;
        if apart || is_percent != points || !are_alike(self.scene, one, other) {
            return None;
        }
        // `+392.2` since one turned into the other: which way it went is said.
        if self.is_signed() {
            let (base, new) = if self.leads(one, other) { (one, other) } else { (other, one) };
            let value = new.value - base.value;
            let written = self.scene.text.get(self.mention.range.clone()).unwrap_or_default();
            let is_turned = written.starts_with('+') && value < 0.0;
            let reading = self.reads(value, TELLING).filter(|_| self.leads(base, new) && !is_turned)?;
            return self.step(Step::Difference, value, new, base, reading, "less");
        }
        let (more, less) = if one.value >= other.value { (one, other) } else { (other, one) };
        let value = more.value - less.value;
        self.step(Step::Difference, value, more, less, self.reads(value, TELLING)?, "less")
    }

    /// `139 points, 4 more than Westfield`: what the row has that is named behind `than`, beside the number before.
    pub(super) fn held_against(&self) -> Option<Candidate> {
        let before = self.traced.iter().rev().find(|one| one.index < self.index)?;
        let [own] = before.candidate.cells.as_slice() else { return None };
        let source = before.candidate.source;
        let of = self.scene.sources.get(source)?;
        let named = self.scene.naming.get(source)?.rows.iter();
        let mut named = named.filter(|name| {
            let between = self.between(self.mention.range.end, name.range.start);
            between.is_some_and(|between| ends_with(between, &THAN) && !between.contains(['.', ';', ',']))
        });
        let name = named.next()?;
        let [row] = name.rows.as_slice() else { return None };
        if before.candidate.step != Step::Cell || *row == own.row || named.any(|other| other.rows != name.rows) {
            return None;
        }
        let base = Place { column: own.column, row: *row };
        let (value, other) = (of.number(*own)?, of.number(base)?);
        let scale = before.value / before.candidate.value;
        let (step, exact, shown) = match self.mention.form {
            Form::Number if !before.is_percent => (Step::Difference, value - other, (value - other) * scale),
            Form::Multiple if other != 0.0 => (Step::Ratio, value / other, value / other),
            Form::Percent if other != 0.0 && !before.is_percent => {
                let change = (value - other) / other.abs() * 100.0;
                (Step::Change, change, change)
            }
            _ => return None,
        };
        let least = if self.mention.form == Form::Number { 1 } else { TELLING };
        let found = Candidate::of_step(source, step, exact, vec![*own, base], self.reads(shown, least)?);
        (!Contrary::new(self.scene, self.mention).rules_out(&found)).then_some(found)
    }

    /// `977 tickets, 11.9 % more than the 873 of the first half`: what the number before is beside the one behind `than`.
    pub(super) fn than_behind(&self) -> Option<Candidate> {
        let before = self.traced.iter().rev().find(|one| one.index < self.index)?;
        let behind = self.traced.iter().find(|one| one.index == self.index + 1)?;
        let between = self.between(self.mention.range.end, behind.mention.range.start)?;
        let leads = ends_with(between, &THAN) && !between.contains(['.', ';', ',']);
        let (value, base) = (before.value, behind.value);
        if !leads || before.is_percent != behind.is_percent || !are_alike(self.scene, before, behind) || base <= 0.0 {
            return None;
        }
        let (step, shown) = match self.mention.form {
            Form::Percent if !before.is_percent => (Step::Change, (value - base) / base * 100.0),
            Form::Points if before.is_percent => (Step::Difference, value - base),
            Form::Number if !before.is_percent => (Step::Difference, value - base),
            _ => return None,
        };
        let (up, down) = (self.says(&UP), self.says(&DOWN));
        if up && !down && shown < 0.0 || down && !up && shown > 0.0 {
            return None;
        }
        self.step(step, shown, before, behind, self.reads(shown, TELLING)?, "beside")
    }
}
