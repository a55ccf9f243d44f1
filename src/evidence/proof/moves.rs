//! A cell with how much it changed, and a key with a cell of its row.
//!
//! Uses the scene and sources of this room.

use super::super::candidate::Candidate;
use super::super::column::Column;
use super::super::mention::{Form, Mention, Reading};
use super::super::rounding::digits;
use super::super::source::Place;
use super::{Given, Proof, Prover, SIGNS, before, columns_fit};
use crate::limits::EVIDENCE_PROOF_BYTES;

/// Digits of a cell and of its change, together.
const TWO_DIGITS: u32 = 4;

/// Parts of the names of keys that are percentages.
const PERCENT: [&str; 5] = ["pct", "percent", "discount", "rate", "share"];

/// Words behind a key that is no noun's number, as stems.
const LINKS: [&str; 14] =
    ["with", "and", "or", "is", "are", "to", "at", "by", "has", "have", "in", "was", "were", "brings"];

impl Prover<'_> {
    /// A cell, and behind it in brackets how much it changed since the row before.
    pub(super) fn moves(&self) -> Vec<Proof> {
        (0..self.figures.len().saturating_sub(1)).filter_map(|at| self.moved(at)).collect()
    }

    fn moved(&self, at: usize) -> Option<Proof> {
        let (own, change) = (self.mention(at)?, self.mention(at + 1)?);
        let text = self.scene.text;
        let written = text.get(change.range.clone())?;
        let between = text.get(own.range.end..change.range.start)?;
        if !written.starts_with(SIGNS) || !is_opened(between) {
            return None;
        }
        let mut proof: Option<Proof> = None;
        for cell in self.given.get(at)?.iter() {
            let of = self.scene.sources.get(cell.source)?;
            let fits = self.is_named(own, cell)
                && columns_fit(self.scene, own, cell.source, cell.place.column)
                && !self.rules_out(at, &cell.candidate());
            let Some(before) = before(of, cell.place).filter(|_| fits) else { continue };
            let base = Given { source: cell.source, place: before, value: of.number(before)?, reading: cell.reading };
            let Some(over) = self.over(at + 1, *cell, base) else { continue };
            if digits(cell.reading) + digits(over.reading) < TWO_DIGITS {
                continue;
            }
            if proof.is_some() {
                return None;
            }
            proof = Some(vec![(*self.figures.get(at)?, cell.candidate()), (*self.figures.get(at + 1)?, over)]);
        }
        proof
    }

    /// Whether the name of a row that stands last before a number is that of the cell's row, where there is one.
    fn is_named(&self, mention: &Mention, cell: &Given) -> bool {
        let Some(naming) = self.scene.naming.get(cell.source) else { return false };
        let last = naming.rows.iter().rev().find(|name| name.range.end <= mention.range.start);
        last.or(naming.rows.first()).is_none_or(|name| name.rows.contains(&cell.place.row))
    }

    /// The key of a row, and a cell of that row beside it: `10 % with 304 orders`.
    pub(super) fn keyed(&self) -> Vec<Proof> {
        let keys = 0..self.figures.len();
        keys.filter_map(|at| {
            let beside = [at.checked_sub(1), at.checked_add(1)].into_iter().flatten();
            let (source, place, value, reading) = beside.into_iter().find_map(|other| self.key(at, other))?;
            let key = Candidate::of_cell(source, place, value, reading, None);
            Some(vec![(*self.figures.get(at)?, key)])
        })
        .collect()
    }

    /// The key of the only row that it may be of, where the number beside it is a cell of that row.
    fn key(&self, at: usize, beside: usize) -> Option<(usize, Place, f64, Reading)> {
        let (key, other) = (self.mention(at)?, self.mention(beside)?);
        let (first, second) = if at < beside { (key, other) } else { (other, key) };
        let between = self.scene.text.get(first.range.end..second.range.start)?;
        if between.len() > EVIDENCE_PROOF_BYTES || between.contains([';', '\n']) || self.has_noun(key) {
            return None;
        }
        // `grew 12 % to 304 in December` gives no month.
        if self.is_step.get(at) != Some(&false) {
            return None;
        }
        let reading = key.readings.first()?;
        self.given.get(beside)?.iter().filter(|cell| digits(cell.reading) >= 2).find_map(|cell| {
            let of = self.scene.sources.get(cell.source)?;
            let is_key = |column: &&Column| column.is_label && column.is_whole && of.is_key_alone(column.index);
            let own = of.columns.iter().find(is_key)?;
            let lower = own.name.to_lowercase();
            let is_percent = PERCENT.iter().any(|word| lower.contains(word));
            if (key.form == Form::Percent) != is_percent && key.form != Form::Number {
                return None;
            }
            let place = Place { column: own.index, row: cell.place.row };
            (of.number(place) == Some(reading.value)).then_some((cell.source, place, reading.value, *reading))
        })
    }

    /// Whether a word that may be a noun stands right behind a number: `4 orders`.
    fn has_noun(&self, mention: &Mention) -> bool {
        let Some(word) = self.scene.passage.words.iter().find(|word| word.range.start >= mention.range.end) else {
            return false;
        };
        let joined =
            self.scene.text.get(mention.range.end..word.range.start).is_some_and(|between| between.trim().is_empty());
        joined && !LINKS.contains(&word.stem.as_str())
    }
}

/// Whether what stands between a number and the next opens a bracket, with no more than a unit before it.
fn is_opened(between: &str) -> bool {
    between.trim_end().strip_suffix(['(', ','].as_slice()).is_some_and(|unit| unit.split_whitespace().count() <= 1)
}
