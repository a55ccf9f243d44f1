//! Numbers that prove one another: two that are cells, and a third that is a step over just these two, `from 3,024.1 to 2,902.2
//! (−4.0 %)`; one and how much it changed since the row before, `2023: 2,653 (−86)`; a key and a cell of its row, `10 % with 304
//! orders`.
//!
//! Uses the scene and sources of this room. That three numbers fit so by chance is far less likely than that the words around
//! them are others than the columns' names; and where one of them is changed, none of them fits any more. What the words around
//! them rule out proves nothing.

use super::candidate::{Candidate, is_read_so};
use super::column::Column;
use super::contrary::{Contrary, in_time};
use super::couple::coupled;
use super::directions::{DOWN, RELATING, UP};
use super::mention::{Form, Mention, Reading};
use super::plain::rows_within;
use super::rounding::{digits, windows};
use super::scene::{Cited, Scene, is_figure};
use super::source::{Place, Source};
use crate::event::Step;
use crate::limits::EVIDENCE_PROOF_CELLS;

/// Figures of a passage that are held against one another at most.
const FIGURES: usize = 24;
/// Figures between two that prove each other at most.
const APART: usize = 4;
/// Digits of three numbers that prove one another, together, and of two.
const THREE_DIGITS: u32 = 7;
const TWO_DIGITS: u32 = 5;

/// Bytes at most between a key and the cell of its row.
const KEY_BYTES: usize = 40;
/// Words behind a key that is no noun's number, as stems.
const LINKS: [&str; 14] =
    ["with", "and", "or", "is", "are", "to", "at", "by", "has", "have", "in", "was", "were", "brings"];
/// Signs that a number is written with.
const SIGNS: [char; 4] = ['+', '-', '−', '±'];

/// A cell that a number may give.
#[derive(Debug, Clone, Copy)]
struct Given {
    source: usize,
    place: Place,
    value: f64,
    reading: Reading,
}

impl Given {
    fn candidate(self) -> Candidate {
        Candidate::of_cell(self.source, self.place, self.value, self.reading, None)
    }
}

/// What is proven of each number of a passage by others of it.
#[must_use]
pub fn proven(scene: &Scene<'_>) -> Vec<Option<Candidate>> {
    let mut proven = vec![None; scene.mentions.len()];
    let figures: Vec<usize> =
        (0..scene.mentions.len()).filter(|index| scene.mentions.get(*index).is_some_and(is_figure)).collect();
    if figures.len() < 2 || figures.len() > FIGURES {
        return proven;
    }
    let given: Vec<Vec<Given>> =
        figures.iter().map(|index| scene.mentions.get(*index).map_or_else(Vec::new, |own| cells(scene, own))).collect();
    let held = Prover { scene, figures: &figures, given: &given };
    let proofs = held.triples().into_iter().chain(held.moves()).chain(held.keyed());
    for found in proofs.chain([coupled(scene)]) {
        for (index, candidate) in found {
            if let Some(slot) = proven.get_mut(index).filter(|slot| slot.is_none()) {
                *slot = Some(candidate);
            }
        }
    }
    proven
}

/// The cells that a number may give: none where they are many.
fn cells(scene: &Scene<'_>, mention: &Mention) -> Vec<Given> {
    let mut found = Vec::new();
    for (source, of) in scene.sources.iter().enumerate() {
        if of.is_file || scene.cited(mention, of) < Cited::Nothing {
            continue;
        }
        for (column, own) in of.columns.iter().enumerate().filter(|(_, own)| !own.is_label) {
            let Some(factor) = scene.factor(mention, own) else { continue };
            for (reading, window) in windows(mention).filter(|(reading, _)| is_read_so(mention.form, *reading, own)) {
                for row in rows_within(own, window.over(factor), reading.value >= 0.0) {
                    let place = Place { column, row };
                    if let Some(value) = of.number(place) {
                        found.push(Given { source, place, value, reading });
                    }
                    if found.len() > EVIDENCE_PROOF_CELLS {
                        return Vec::new();
                    }
                }
            }
        }
    }
    found
}

/// What numbers prove, with their places among the numbers of the passage.
type Proof = Vec<(usize, Candidate)>;

struct Prover<'a> {
    scene: &'a Scene<'a>,
    figures: &'a [usize],
    given: &'a [Vec<Given>],
}

impl Prover<'_> {
    fn mention(&self, at: usize) -> Option<&Mention> {
        self.scene.mentions.get(*self.figures.get(at)?)
    }

    /// Two cells and a step over them.
    fn triples(&self) -> Vec<Proof> {
        let mut found = Vec::new();
        for first in 0..self.figures.len() {
            for second in first + 1..self.figures.len().min(first + 1 + APART) {
                let near = first.saturating_sub(APART)..self.figures.len().min(second + 1 + APART);
                for step in near.filter(|at| *at != first && *at != second) {
                    found.extend(self.triple(first, second, step));
                }
            }
        }
        found
    }

    /// The step over two numbers, where there is one way only in which it is over cells that they give.
    fn triple(&self, first: usize, second: usize, step: usize) -> Option<Proof> {
        let (one, other, third) = (self.mention(first)?, self.mention(second)?, self.mention(step)?);
        let mut proof: Option<Proof> = None;
        for a in self.given.get(first)? {
            for b in self.given.get(second)?.iter().filter(|b| b.source == a.source) {
                if !self.belong(one, other, *a, *b) {
                    continue;
                }
                let Some(over) = self.over(third, *a, *b).or_else(|| self.over(third, *b, *a)) else { continue };
                let told = digits(a.reading) + digits(b.reading) + digits(over.reading);
                if told < THREE_DIGITS || digits(a.reading).min(digits(b.reading)) < 2 {
                    continue;
                }
                if proof.is_some() {
                    return None;
                }
                let own = [(first, a.candidate()), (second, b.candidate()), (step, over)];
                let own = own.into_iter().filter_map(|(at, candidate)| Some((*self.figures.get(at)?, candidate)));
                proof = Some(own.collect());
            }
        }
        proof
    }

    /// Whether two cells may be held against each other: two rows of a column, or two columns of a row that are alike, of rows and
    /// columns that the passage may mean, named in the order of the numbers.
    fn belong(&self, one: &Mention, other: &Mention, a: Given, b: Given) -> bool {
        let Some(of) = self.scene.sources.get(a.source) else { return false };
        let columns = (of.columns.get(a.place.column), of.columns.get(b.place.column));
        let (Some(own), Some(base)) = columns else { return false };
        let is_alike = own.measure == base.measure && own.unit == base.unit;
        let is_pair = (a.place.column == b.place.column) != (a.place.row == b.place.row);
        if !is_pair || !is_alike {
            return false;
        }
        let ruled_out =
            |mention: &Mention, given: Given| Contrary::new(self.scene, mention).rules_out(&given.candidate());
        self.rows_fit(of, a, b) && self.columns_fit(one, a) && !ruled_out(one, a) && !ruled_out(other, b)
    }

    /// Whether the rows are named in the order of the numbers, as far as they are; and one of them is, where any row is.
    fn rows_fit(&self, of: &Source, a: Given, b: Given) -> bool {
        let Some(naming) = self.scene.naming.get(a.source) else { return false };
        if naming.rows.is_empty() {
            return true;
        }
        let first = |row: usize, without: usize| {
            let own = naming.rows.iter().filter(|name| name.rows.contains(&row) && !name.rows.contains(&without));
            own.map(|name| name.range.start).min()
        };
        if a.place.row == b.place.row {
            return naming.rows.iter().any(|name| name.rows.contains(&a.place.row)) || of.row_count == 1;
        }
        match (first(a.place.row, b.place.row), first(b.place.row, a.place.row)) {
            (Some(a), Some(b)) => a < b,
            // `since 2021, from 3,024 to 2,902`, `in 2022 it rose from 85.93 to 190.02`
            (Some(_), None) => naming.rows.iter().all(|name| name.rows.contains(&a.place.row)),
            (None, Some(_)) => {
                before(of, b.place) == Some(a.place) || naming.rows.iter().all(|name| name.rows.contains(&b.place.row))
            }
            (None, None) => naming.rows.iter().all(|name| name.rows.contains(&a.place.row)),
        }
    }

    /// Whether the passage names no other column, where it does not name this one.
    fn columns_fit(&self, mention: &Mention, given: Given) -> bool {
        let of = self.scene.sources.get(given.source).zip(self.scene.naming.get(given.source));
        let Some((of, naming)) = of else { return false };
        let said = |column: usize| naming.score(column, &self.scene.passage.range) > 0.0;
        let may_be = |other: &&Column| !other.is_label && self.scene.factor(mention, other).is_some();
        said(given.place.column) || !of.columns.iter().filter(may_be).any(|other| said(other.index))
    }

    /// The step over two cells that a number stands for.
    fn over(&self, mention: &Mention, one: Given, other: Given) -> Option<Candidate> {
        let of = self.scene.sources.get(one.source)?;
        let own = of.columns.get(one.place.column)?;
        let (value, base) = (one.value, other.value);
        let backwards = in_time(of, one.place, other.place).is_some_and(|(first, _)| first == one.place);
        let across = one.place.column != other.place.column;
        let said = self.says_step(mention);
        let change = || {
            (base != 0.0 && !backwards && !across && said)
                .then(|| (Step::Change, (value - base) / base.abs() * 100.0, 1.0))
        };
        let ratio = |factor: f64| (base != 0.0).then(|| (Step::Ratio, value / base, factor));
        let difference =
            || Some((Step::Difference, value - base, self.scene.factor(mention, own)?)).filter(|_| !backwards && said);
        let steps = match mention.form {
            Form::Percent => [change(), ratio(100.0).filter(|_| across && value.abs() < base.abs())],
            Form::Multiple => [ratio(1.0), None],
            Form::Number | Form::Points => [difference(), None],
            Form::Ordinal | Form::Year | Form::Month | Form::Quarter | Form::Date => [None, None],
        };
        let contrary = Contrary::new(self.scene, mention);
        steps.into_iter().flatten().find_map(|(step, value, factor)| {
            let written = |reading: Reading| reading.value >= 0.0;
            let holds = |(reading, window): &(Reading, super::rounding::Window)| {
                let window = window.over(factor);
                window.holds(value) || written(*reading) && window.turned().holds(value)
            };
            let (reading, _) = windows(mention).find(holds)?;
            let cells = vec![one.place, other.place];
            let found =
                Candidate { source: one.source, step, value, cells, column: None, beside: None, reading, grade: None };
            (!contrary.rules_out(&found)).then_some(found)
        })
    }

    /// Whether a number is said to be a step: by its sign, or by words of movement or comparison in its clause.
    fn says_step(&self, mention: &Mention) -> bool {
        let written = self.scene.text.get(mention.range.clone()).unwrap_or_default();
        let near: Vec<&str> = self
            .scene
            .passage
            .words
            .iter()
            .filter(|word| {
                let clause = self.scene.clause(mention);
                clause.start <= word.range.start && word.range.end <= clause.end
            })
            .map(|word| word.stem.as_str())
            .collect();
        written.starts_with(SIGNS)
            || near.iter().any(|word| UP.contains(word) || DOWN.contains(word) || RELATING.contains(word))
            || self.scene.says(mention, &["change"])
    }

    /// A cell, and behind it in brackets how much it changed since the row before.
    fn moves(&self) -> Vec<Proof> {
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
        for cell in self.given.get(at)? {
            let of = self.scene.sources.get(cell.source)?;
            let named = self.scene.naming.get(cell.source).is_some_and(|naming| {
                naming.rows.is_empty() || naming.rows.iter().any(|name| name.rows.contains(&cell.place.row))
            });
            let Some(before) = before(of, cell.place).filter(|_| named) else { continue };
            let base = Given { source: cell.source, place: before, value: of.number(before)?, reading: cell.reading };
            let Some(over) = self.over(change, *cell, base) else { continue };
            if digits(cell.reading) + digits(over.reading) < TWO_DIGITS - 1 {
                continue;
            }
            if proof.is_some() {
                return None;
            }
            proof = Some(vec![(*self.figures.get(at)?, cell.candidate()), (*self.figures.get(at + 1)?, over)]);
        }
        proof
    }

    /// The key of a row, and a cell of that row beside it: `10 % with 304 orders`.
    fn keyed(&self) -> Vec<Proof> {
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
        if between.len() > KEY_BYTES || between.contains([';', '\n']) || self.has_noun(key) {
            return None;
        }
        let reading = key.readings.first()?;
        self.given.get(beside)?.iter().filter(|cell| digits(cell.reading) >= 2).find_map(|cell| {
            let of = self.scene.sources.get(cell.source)?;
            let is_key = |column: &&Column| column.is_label && column.is_whole && of.is_key_alone(column.index);
            let own = of.columns.iter().find(is_key)?;
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

/// The cell of the row before in time, where rows follow one another in time alone.
fn before(of: &Source, place: Place) -> Option<Place> {
    let own = |row: usize| Place { column: place.column, row };
    let mut last: Option<usize> = None;
    for row in (0..of.rows.len()).filter(|row| *row != place.row) {
        if in_time(of, own(row), place)?.1 != place {
            continue;
        }
        let is_later = |last: usize| in_time(of, own(last), own(row)).is_some_and(|(_, later)| later == own(row));
        if last.is_none_or(is_later) {
            last = Some(row);
        }
    }
    last.map(own)
}
