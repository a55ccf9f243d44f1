//! Numbers that prove one another: two that are cells, and a third that is a step over just these two, `from 3,024.1 to 2,902.2
//! (−4.0 %)`; one and how much it changed since the row before, `2023: 2,653 (−86)`; a key and a cell of its row, `10 % with 304
//! orders`.
//!
//! Uses the scene and sources of this room. That three numbers fit so by chance is far less likely than that the words around
//! them are others than the columns' names; and where one of them is changed, none of them fits any more. What the words around
//! them rule out proves nothing.

mod moves;

use std::cell::Cell;
use std::rc::Rc;

use super::candidate::{Candidate, is_read_so};
use super::column::Column;
use super::contrary::Contrary;
use super::couple::coupled;
use super::directions::{DOWN, RELATING, UP};
use super::mention::{Form, Mention, Reading};
use super::plain::rows_within;
use super::rounding::{Window, digits, windows};
use super::scene::{Cited, Scene, is_figure};
use super::source::{Place, Source};
use super::timed::in_time;
use crate::event::Step;
use crate::limits::{EVIDENCE_PROOF_APART, EVIDENCE_PROOF_CELLS, EVIDENCE_PROOF_FIGURES, EVIDENCE_PROOF_PAIRS};

/// Digits of three numbers that prove one another, together.
const THREE_DIGITS: u32 = 7;

/// Signs that a number is written with.
const SIGNS: [char; 4] = ['+', '-', '−', '±'];

/// A cell that a number may give.
#[derive(Debug, Clone, Copy)]
pub struct Given {
    /// Position of the result.
    pub source: usize,
    /// The cell.
    pub place: Place,
    /// Its value.
    pub value: f64,
    /// How the number is read then.
    pub reading: Reading,
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
    if figures.len() < 2 || figures.len() > EVIDENCE_PROOF_FIGURES {
        return proven;
    }
    let given: Vec<Rc<Vec<Given>>> = figures
        .iter()
        .map(|index| scene.mentions.get(*index).map_or_else(Rc::default, |own| given(scene, own)))
        .collect();
    let held = Prover::new(scene, &figures, &given);
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

/// The cells that a number may give, worked out once for each number: none where they are many.
#[must_use]
pub fn given(scene: &Scene<'_>, mention: &Mention) -> Rc<Vec<Given>> {
    scene.memo.given.of(mention.range.start, || Rc::new(cells(scene, mention)))
}

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
    given: &'a [Rc<Vec<Given>>],
    /// What the words around each figure rule out.
    contrary: Vec<Contrary<'a>>,
    /// Whether each figure is said to be a step.
    is_step: Vec<bool>,
    /// Pairs of cells that may still be looked at.
    pairs: Cell<usize>,
}

impl<'a> Prover<'a> {
    fn new(scene: &'a Scene<'a>, figures: &'a [usize], given: &'a [Rc<Vec<Given>>]) -> Self {
        let own = || figures.iter().filter_map(|index| scene.mentions.get(*index));
        let contrary = own().map(|mention| Contrary::new(scene, mention)).collect();
        let is_step = own().map(|mention| says_step(scene, mention)).collect();
        Self { scene, figures, given, contrary, is_step, pairs: Cell::new(EVIDENCE_PROOF_PAIRS) }
    }

    fn mention(&self, at: usize) -> Option<&'a Mention> {
        self.scene.mentions.get(*self.figures.get(at)?)
    }

    fn rules_out(&self, at: usize, candidate: &Candidate) -> bool {
        self.contrary.get(at).is_none_or(|contrary| contrary.rules_out(candidate))
    }

    /// Two cells and a step over them.
    fn triples(&self) -> Vec<Proof> {
        let mut found = Vec::new();
        let all = self.figures.len();
        for first in 0..all {
            for second in first + 1..all.min(first + 1 + EVIDENCE_PROOF_APART) {
                let near = first.saturating_sub(EVIDENCE_PROOF_APART)..all.min(second + 1 + EVIDENCE_PROOF_APART);
                for step in near.filter(|at| *at != first && *at != second) {
                    found.extend(self.triple(first, second, step));
                }
            }
        }
        found
    }

    /// The step over two numbers, where there is one way only in which it is over cells that they give.
    fn triple(&self, first: usize, second: usize, step: usize) -> Option<Proof> {
        let mut proof: Option<Proof> = None;
        for a in self.given.get(first)?.iter() {
            for b in self.given.get(second)?.iter().filter(|b| b.source == a.source) {
                self.pairs.set(self.pairs.get().checked_sub(1)?);
                let told = digits(a.reading) + digits(b.reading);
                let is_part = self.is_part(first, second, step) && self.are_counted(*a, *b);
                if digits(a.reading).min(digits(b.reading)) < 2 || !is_part && !self.are_alike(*a, *b) {
                    continue;
                }
                let Some(over) = self.over(step, *a, *b).or_else(|| self.over(step, *b, *a)) else { continue };
                if told + digits(over.reading) < THREE_DIGITS || !self.belong((first, second), *a, *b, is_part) {
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

    /// Whether two cells are of two rows of a column, or of two columns of a row that measure the same.
    fn are_alike(&self, a: Given, b: Given) -> bool {
        let columns = self.scene.sources.get(a.source).map(|of| &of.columns);
        let column = |given: Given| columns.and_then(|columns| columns.get(given.place.column));
        let (Some(own), Some(base)) = (column(a), column(b)) else { return false };
        let is_pair = (a.place.column == b.place.column) != (a.place.row == b.place.row);
        is_pair && own.measure == base.measure && own.unit == base.unit
    }

    /// Whether a percentage stands beside a part and its whole: `12 of 79 (15.2 %)`.
    fn is_part(&self, first: usize, second: usize, step: usize) -> bool {
        let percent = self.mention(step).is_some_and(|step| step.form == Form::Percent);
        let pair = self.mention(first).zip(self.mention(second));
        percent && step == second + 1 && pair.is_some_and(|(part, whole)| self.scene.is_part_of(part, whole))
    }

    /// Whether two cells of a row are of columns of whole numbers.
    fn are_counted(&self, a: Given, b: Given) -> bool {
        let columns = self.scene.sources.get(a.source).map(|of| &of.columns);
        let is_whole = |given: Given| {
            columns.and_then(|columns| columns.get(given.place.column)).is_some_and(|column| column.is_whole)
        };
        a.place.row == b.place.row && a.place.column != b.place.column && is_whole(a) && is_whole(b)
    }

    /// Whether two numbers may mean two cells, by the names and the words around them.
    fn belong(&self, (one, other): (usize, usize), a: Given, b: Given, is_part: bool) -> bool {
        let Some((of, mention)) = self.scene.sources.get(a.source).zip(self.mention(one)) else { return false };
        // Of `12 of 79 cases` the twelve are called what the others are.
        self.rows_fit(of, a, b)
            && (is_part || columns_fit(self.scene, mention, a.source, a.place.column))
            && !self.rules_out(one, &a.candidate())
            && !self.rules_out(other, &b.candidate())
    }

    /// Whether the rows are named in the order of the numbers. Where not both are, they must follow one another in time, and the
    /// passage must name no others.
    fn rows_fit(&self, of: &Source, a: Given, b: Given) -> bool {
        let Some(naming) = self.scene.naming.get(a.source) else { return false };
        let names = &naming.rows;
        if a.place.row == b.place.row {
            return names.is_empty() || names.iter().any(|name| name.rows.contains(&a.place.row));
        }
        let first = |row: usize, without: usize| {
            let own = names.iter().filter(|name| name.rows.contains(&row) && !name.rows.contains(&without));
            own.map(|name| name.range.start).min()
        };
        let only = |row: usize| names.iter().all(|name| name.rows.contains(&row));
        let in_time = || in_time(of, a.place, b.place).is_some();
        match (first(a.place.row, b.place.row), first(b.place.row, a.place.row)) {
            (Some(a), Some(b)) => a < b,
            // `since 2021, from 3,024 to 2,902`, `in 2022 it rose from 85.93 to 190.02`
            (Some(_), None) => only(a.place.row) && in_time(),
            (None, Some(_)) => in_time() && (only(b.place.row) || before(of, b.place) == Some(a.place)),
            (None, None) => (names.is_empty() || only(a.place.row)) && in_time(),
        }
    }

    /// The step over two cells that a number stands for.
    fn over(&self, at: usize, one: Given, other: Given) -> Option<Candidate> {
        let mention = self.mention(at)?;
        let of = self.scene.sources.get(one.source)?;
        let own = of.columns.get(one.place.column)?;
        let (value, base) = (one.value, other.value);
        let across = one.place.column != other.place.column;
        let said = self.is_step.get(at).copied().unwrap_or(false);
        let change =
            || (base != 0.0 && !across && said).then(|| (Step::Change, (value - base) / base.abs() * 100.0, 1.0));
        let ratio = |factor: f64| (base != 0.0).then(|| (Step::Ratio, value / base, factor));
        let difference = || Some((Step::Difference, value - base, self.scene.factor(mention, own)?)).filter(|_| said);
        let steps = match mention.form {
            Form::Percent => [change(), ratio(100.0).filter(|_| across && value.abs() < base.abs())],
            Form::Multiple => [ratio(1.0), None],
            Form::Number | Form::Points => [difference(), None],
            Form::Ordinal | Form::Year | Form::Month | Form::Quarter | Form::Date => [None, None],
        };
        steps.into_iter().flatten().find_map(|(step, value, factor)| {
            let holds = |(reading, window): &(Reading, Window)| {
                let window = window.over(factor);
                window.holds(value) || reading.value >= 0.0 && window.turned().holds(value)
            };
            let (reading, _) = windows(mention).find(holds)?;
            let moves = matches!(step, Step::Change | Step::Difference);
            if moves && in_time(of, one.place, other.place).is_some_and(|(first, _)| first == one.place) {
                return None;
            }
            let cells = vec![one.place, other.place];
            let found = Candidate::of_step(one.source, step, value, cells, reading);
            (!self.rules_out(at, &found)).then_some(found)
        })
    }
}

/// Whether the passage names no other column that a number may be of, where it does not name this one.
#[must_use]
pub fn columns_fit(scene: &Scene<'_>, mention: &Mention, source: usize, column: usize) -> bool {
    let of = scene.sources.get(source).zip(scene.naming.get(source));
    let Some((of, naming)) = of else { return false };
    let said = |column: usize| naming.score(column, &scene.passage.range) > 0.0;
    let may_be = |other: &&Column| !other.is_label && scene.factor(mention, other).is_some();
    said(column) || !of.columns.iter().filter(may_be).any(|other| said(other.index))
}

/// Whether a number is said to be a step: by its sign, or by words of movement or comparison in its clause.
fn says_step(scene: &Scene<'_>, mention: &Mention) -> bool {
    let written = scene.text.get(mention.range.clone()).unwrap_or_default();
    let clause = scene.clause(mention);
    let inside =
        scene.passage.words.iter().filter(|word| clause.start <= word.range.start && word.range.end <= clause.end);
    let mut near = inside.map(|word| word.stem.as_str());
    written.starts_with(SIGNS)
        || near.any(|word| UP.contains(&word) || DOWN.contains(&word) || RELATING.contains(&word))
        || scene.says(mention, &["change"])
}

/// The cell of the row before in time, where rows follow one another in time alone.
pub fn before(of: &Source, place: Place) -> Option<Place> {
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
