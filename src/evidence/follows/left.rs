//! What is left of a whole, and what one of many comes to: `400 of 430 films, 30 have none`, `999 runners raised £65.8K, about
//! £66 each`.
//!
//! Uses what [`follows`](super) holds together.

use super::super::candidate::Candidate;
use super::super::column::Measure;
use super::super::mention::Form;
use super::{Follower, TELLING, Traced};
use crate::event::Step;
use crate::limits::EVIDENCE_PAIR_COLUMNS;

/// Words for what is left, as stems.
const LEFT: [&str; 32] = [
    "leave",
    "stay",
    "stayed",
    "bleiben",
    "blieben",
    "bleibt",
    "none",
    "without",
    "missing",
    "other",
    "others",
    "rest",
    "remaining",
    "remain",
    "left",
    "lack",
    "not",
    "no",
    "never",
    "unknown",
    "kept",
    "ohne",
    "fehlen",
    "fehlt",
    "keine",
    "übrigen",
    "übrig",
    "restlichen",
    "sans",
    "reste",
    "empty",
    "blank",
];
/// What leads to what is left of several parts.
const REMAINING: [&str; 8] =
    ["remain", "the other ", "the others", "the rest", "what was left", "übrigen", "restlichen", "verbleibenden"];
/// Parts that a whole is told to have beside at most.
const PARTS: usize = 4;
/// Words for one of many behind a number, as stems.
const EACH: [&str; 10] = ["per", "a", "an", "each", "apiece", "pro", "je", "par", "jeweil", "jeweils"];
/// Words between such a number and them at most.
const NEAR_WORDS: usize = 2;

impl Follower<'_> {
    /// How many a whole has beside a part of it that stands before, or what percentage of the whole they are.
    pub(super) fn left(&self) -> Option<Candidate> {
        if !self.scene.says_stem(&LEFT) {
            return None;
        }
        let before: Vec<&Traced<'_>> = self.traced.iter().rev().filter(|one| one.index < self.index).take(3).collect();
        before.iter().find_map(|part| {
            let of_pair = before.iter().filter(|whole| self.scene.is_part_of(part.mention, whole.mention));
            of_pair
                .into_iter()
                .find_map(|whole| self.rest(part, whole.value, Some(whole)))
                .or_else(|| self.of_all(part))
        })
    }

    /// What a whole has beside several parts that stand before: `of the 2,129 stops, 490 were … and 455 …; the remaining 1,184`.
    pub(super) fn left_of_several(&self) -> Option<Candidate> {
        let lead = self.scene.text.get(self.scene.clause(self.mention).start..self.mention.range.start)?.to_lowercase();
        if self.mention.form != Form::Number || !REMAINING.iter().any(|word| lead.contains(word)) {
            return None;
        }
        let before: Vec<&Traced<'_>> =
            self.traced.iter().filter(|one| one.index < self.index && !one.is_percent).collect();
        let (whole, parts) = before.split_first().filter(|(_, parts)| (2..=PARTS).contains(&parts.len()))?;
        let opening = self.scene.text.get(self.scene.passage.range.start..whole.mention.range.start)?.to_lowercase();
        let is_whole = ["of ", "out of ", "von ", "from "].iter().any(|word| opening.starts_with(word));
        let rest = whole.value - parts.iter().map(|part| part.value).sum::<f64>();
        let reading = self.reads(rest, TELLING).filter(|_| is_whole && rest > 0.0)?;
        let written = |one: &Traced<'_>| self.scene.text.get(one.mention.range.clone()).unwrap_or_default().to_owned();
        let taken: Vec<String> = parts.iter().map(|part| written(part)).collect();
        let over = Some(format!("{} less {}", written(whole), taken.join(" and ")));
        let cells = whole.candidate.cells.clone();
        let found = Candidate::of_step(whole.candidate.source, Step::Difference, rest, cells, reading);
        Some(Candidate { over, ..found })
    }

    /// The same where the whole is the sum of another column that counts.
    fn of_all(&self, part: &Traced<'_>) -> Option<Candidate> {
        let of = self.scene.sources.get(part.candidate.source)?;
        let (Step::Sum, Some(own)) = (part.candidate.step, part.candidate.column) else { return None };
        let others = of.columns.iter().filter(|other| other.index != own && other.measure == Measure::Count);
        let mut sums =
            others.filter(|other| other.is_additive).take(EVIDENCE_PAIR_COLUMNS).filter_map(|other| other.sum);
        sums.find_map(|sum| self.rest(part, sum, None))
    }

    fn rest(&self, part: &Traced<'_>, whole: f64, other: Option<&Traced<'_>>) -> Option<Candidate> {
        let rest = whole - part.value;
        if rest <= 0.0 || part.value < 0.0 || part.is_percent {
            return None;
        }
        let (step, value) = match self.mention.form {
            Form::Number => (Step::Difference, rest),
            Form::Percent => (Step::Ratio, rest / whole * 100.0),
            _ => return None,
        };
        let reading = self.reads(value, if other.is_some() { 1 } else { TELLING })?;
        let written = |one: &Traced<'_>| self.scene.text.get(one.mention.range.clone()).unwrap_or_default();
        let whole = other.map_or_else(|| whole.to_string(), |other| written(other).to_owned());
        let over = match step {
            Step::Ratio => format!("{whole} less {} over {whole}", written(part)),
            _ => format!("{whole} less {}", written(part)),
        };
        let over = Some(over);
        let found = Candidate::of_step(part.candidate.source, step, value, part.candidate.cells.clone(), reading);
        Some(Candidate { over, ..found })
    }

    /// An amount over a count, both of which stand before: `£67 a start`.
    pub(super) fn each_of(&self) -> Option<Candidate> {
        if !self.scene.attached_behind(self.mention, NEAR_WORDS).any(|word| EACH.contains(&word)) {
            return None;
        }
        let before: Vec<&Traced<'_>> = self.traced.iter().rev().filter(|one| one.index < self.index).take(3).collect();
        let counts = |one: &Traced<'_>| {
            let column = || {
                let of = self.scene.sources.get(one.candidate.source)?;
                of.columns.get(one.candidate.column.or_else(|| Some(one.candidate.cells.first()?.column))?)
            };
            matches!(one.candidate.step, Step::Count | Step::RowCount | Step::Distinct)
                || column().is_some_and(|own| own.measure == Measure::Count)
        };
        before.iter().filter(|one| !counts(one) && !one.is_percent).find_map(|amount| {
            before.iter().filter(|one| counts(one) && one.candidate.step == amount.candidate.step).find_map(|count| {
                let value = amount.value / count.value;
                self.step(Step::Ratio, value, amount, count, self.reads(value, TELLING)?, "over")
            })
        })
    }
}
