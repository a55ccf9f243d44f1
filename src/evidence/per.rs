//! What is said per something: `€93/m²`, `306 per order`, `3.05 goals per match`.
//!
//! Uses the scene, candidates and sources of this room. What is divided must be named, or be the only money where the number is
//! money; what it is divided by is named behind the number. The row must be the one that the sentence speaks of; then nothing need
//! be weighed.

use super::akin::root;
use super::candidate::Candidate;
use super::column::{Column, Measure};
use super::mention::{Form, Mention};
use super::rounding::{digits, windows};
use super::scene::{Cited, Scene, is_money};
use super::source::{Place, Source};
use super::units::unit_word;
use super::usual::spoken_rows;
use super::words::{Word, family};
use crate::event::Step;
use crate::limits::EVIDENCE_PAIR_COLUMNS;

/// Words before what something is per.
const PER: [&str; 5] = ["per", "pro", "par", "por", "each"];
/// Words at most between a number and `per`.
const NOUN_WORDS: usize = 3;
/// Digits of the number at least.
const DIGITS: u32 = 2;
/// Words in the names of columns of money, as families.
const MONEY: [&str; 9] = ["revenue", "price", "profit", "spent", "amount", "eur", "usd", "gbp", "fee"];

/// The quotient of two columns of a row that a number per something is, where it fits.
#[must_use]
pub fn per(scene: &Scene<'_>, mention: &Mention) -> Option<Candidate> {
    if mention.form != Form::Number {
        return None;
    }
    let (base, noun) = base(scene, mention)?;
    scene.sources.iter().enumerate().find_map(|(source, of)| {
        if of.is_file || scene.cited(mention, of) < Cited::Paragraph {
            return None;
        }
        let finder = Finder { scene, mention, source, of, base, noun };
        spoken_rows(scene, mention, source).into_iter().find_map(|row| finder.quotient(row))
    })
}

/// What a number is per, and the words between.
fn base<'a>(scene: &'a Scene<'_>, mention: &Mention) -> Option<(&'a Word, &'a [Word])> {
    let words = &scene.passage.words;
    let first = words.iter().position(|word| word.range.start >= mention.range.end)?;
    let behind = words.get(first..)?;
    let gap = |word: &Word| scene.text.get(mention.range.end..word.range.start).unwrap_or_default();
    let word = behind.first()?;
    if gap(word).trim() == "/" {
        return Some((word, &[]));
    }
    let at = behind.iter().take(NOUN_WORDS).position(|word| PER.contains(&word.stem.as_str()))?;
    let base = behind.get(at + 1)?;
    // Only words stand between.
    let plain = !gap(base).contains(['.', ',', ';', '(', '\n', '[']);
    Some((base, behind.get(..at)?)).filter(|_| plain)
}

struct Finder<'a> {
    scene: &'a Scene<'a>,
    mention: &'a Mention,
    source: usize,
    of: &'a Source,
    base: &'a Word,
    noun: &'a [Word],
}

impl Finder<'_> {
    fn amounts(&self) -> impl Iterator<Item = &Column> {
        let is = |column: &&Column| matches!(column.measure, Measure::Count | Measure::Plain) && !column.is_label;
        self.of.columns.iter().filter(is).take(EVIDENCE_PAIR_COLUMNS)
    }

    /// Whether a word names a column.
    fn names(word: &Word, column: &Column) -> bool {
        let unit = unit_word(&word.stem);
        column.is_named_by(&word.family)
            || unit.is_some() && column.unit.as_deref() == unit
            || column.telling().iter().any(|own| root(own) == root(&word.stem))
    }

    fn quotient(&self, row: usize) -> Option<Candidate> {
        // A column that holds it already is meant.
        let money = is_money(self.scene.text, self.mention);
        let is_per = |column: &Column| {
            column.name.to_lowercase().split('_').any(|part| part == "per") && (!money || column.is_of_money())
        };
        if self.of.columns.iter().any(|column| is_per(column) && Self::names(self.base, column)) {
            return None;
        }
        let whole = self.amounts().find(|column| Self::names(self.base, column))?;
        let under = self.of.number(Place { column: whole.index, row }).filter(|under| *under != 0.0)?;
        let mut parts = self.parts(whole.index);
        let value = |part: &&Column| Some(self.of.number(Place { column: part.index, row })? / under);
        parts.find_map(|part| {
            let (value, factor) = (value(&part)?, self.scene.factor(self.mention, part)?);
            let (reading, _) = windows(self.mention)
                .find(|(reading, window)| digits(*reading) >= DIGITS && window.over(factor).holds(value))?;
            let cells = [part, whole].map(|column| Place { column: column.index, row }).to_vec();
            let step = Step::Ratio;
            Some(Candidate::of_step(self.source, step, value, cells, reading))
        })
    }

    /// What may be divided: what the words before `per` name, else what the passage names, else money.
    fn parts(&self, whole: usize) -> impl Iterator<Item = &Column> {
        let naming = self.scene.naming.get(self.source);
        let others = || self.amounts().filter(move |column| column.index != whole);
        let called = others().filter(|column| self.noun.iter().any(|word| Self::names(word, column)));
        let said = move |column: &&Column| {
            naming.is_some_and(|naming| naming.score(column.index, &self.scene.passage.range) > 0.0)
        };
        let money = |column: &&Column| MONEY.iter().any(|word| column.is_named_by(family(word)));
        let is_money = is_money(self.scene.text, self.mention);
        called.chain(others().filter(said)).chain(others().filter(move |column| is_money && money(column)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{number, scene, table};
    use super::*;

    #[test]
    fn what_is_per_something_is_a_quotient() {
        let places = || table("building|area_m2|cost_eur|visits", &["Pool|1000|93000|310", "Hall|500|17000|100"]);
        let of = |text: &str, written: &str| {
            let value = |scene: &Scene<'_>| per(scene, number(scene, written)).map(|found| found.cells);
            scene(places(), text, &value)
        };
        let cells = |columns: [usize; 2], row: usize| Some(columns.map(|column| Place { column, row }).to_vec());
        assert_eq!(of("The pool costs €93/m² [q1].", "€93"), cells([2, 1], 0));
        assert_eq!(of("The hall costs €170 per visit [q1].", "€170"), cells([2, 3], 1));
        assert_eq!(of("The hall costs €180 per visit [q1].", "€180"), None);
        assert_eq!(of("The hall costs €93/m² [q1].", "€93"), None, "that of the other");
    }
}
