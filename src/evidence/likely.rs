//! How likely a value stands behind a number, where the sentence does not point to it plainly.
//!
//! Uses the scene, candidates and sources of this room. What speaks for a value and against it are signs: how many digits
//! fit, whether its row and column are named here, before, or in the question, whether the words go with the step, how many
//! other values would have fitted. Their weights were fitted by logistic regression to true numbers and to changed ones, so
//! a sum above zero means: of numbers with such signs more are true than not.

use super::candidate::{Candidate, DOWN, RowTie, UP, row_tie};
use super::column::{Column, Measure};
use super::mention::{Form, Hedge, Mention};
use super::rounding::digits_of;
use super::scene::{Cited, Scene, is_money};
use super::source::Place;
use crate::event::Step;

/// What speaks for a value or against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Sign {
    Bias,
    Sum,
    SomeSum,
    Mean,
    Share,
    SomeShare,
    Difference,
    Change,
    Ratio,
    Across,
    Count,
    Rows,
    Digits,
    StepDigits,
    OneDigit,
    Members,
    Matches,
    Attached,
    Elsewhere,
    InClause,
    Named,
    Before,
    Asked,
    NoneNamed,
    OthersNamed,
    Extreme,
    Single,
    NameWidth,
    Own,
    OwnNamed,
    Other,
    OtherBetter,
    OtherMuchBetter,
    AskedColumn,
    AskedOther,
    InPlay,
    OtherInPlay,
    OnlyColumn,
    Counted,
    Money,
    Words,
    Against,
    Signed,
    Bracketed,
    Stated,
    NamedOperands,
    KnownOperands,
    Ends,
    Following,
    CitedNear,
    CitedNothing,
    Turned,
    Given,
    Spelled,
    Hedged,
    MainColumn,
    RowInPlay,
    Plain,
    PlainRow,
    PlainColumn,
    Chosen,
    Doubtful,
    NearestName,
    NameBefore,
    NameBehind,
    Aligned,
    FollowsRow,
    ColumnsInPlay,
    StepWithoutWords,
    Below,
}

/// How many signs there are.
pub const SIGNS: usize = Sign::Below as usize + 1;

/// A value with its signs.
#[derive(Debug, Clone)]
pub struct Supposed {
    /// The value.
    pub candidate: Candidate,
    /// How much of each sign it has.
    pub signs: [f64; SIGNS],
}

impl Supposed {
    /// Sets a sign.
    pub fn set(&mut self, sign: Sign, value: f64) {
        if let Some(slot) = self.signs.get_mut(sign as usize) {
            *slot = value;
        }
    }

    /// The sum of the weights of its signs.
    #[must_use]
    pub fn weight(&self) -> f64 {
        let is_cell = self.candidate.step == Step::Cell;
        let weigh = |(sign, (_, cell, step)): (&f64, &(&str, f64, f64))| sign * if is_cell { cell } else { step };
        self.signs.iter().zip(&super::weights::WEIGHTS).map(weigh).sum()
    }
}

fn flag(is: bool) -> f64 {
    if is { 1.0 } else { 0.0 }
}

fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// What else the numbers of the passage and the passages before it were found in.
pub struct Play<'a> {
    /// What was found of each number of the passage so far.
    pub picked: &'a [Option<Candidate>],
    /// Cells that numbers before the passage rest on.
    pub earlier: &'a [(usize, Place)],
}

impl Play<'_> {
    fn cells(&self) -> impl Iterator<Item = (usize, Place)> {
        let of = |candidate: &Candidate| (candidate.source, candidate.cells.clone());
        let own = self.picked.iter().flatten().map(of).flat_map(|(source, cells)| cells.into_iter().map(move |cell| (source, cell)));
        own.chain(self.earlier.iter().copied())
    }

    /// Whether a cell is one on which another number of the passage rests.
    #[must_use]
    pub fn states(&self, source: usize, place: Place) -> bool {
        self.picked.iter().flatten().any(|other| other.step == Step::Cell && other.source == source && other.cells == [place])
    }
}

/// The signs of a value: its step, its digits, its row and its column, its words.
#[must_use]
pub fn supposed(scene: &Scene<'_>, mention: &Mention, play: &Play<'_>, candidate: Candidate, members: usize, matches: usize, words: bool) -> Supposed {
    let step = candidate.step;
    let source = candidate.source;
    let hedge = mention.hedge;
    let mut it = Supposed { candidate, signs: [0.0; SIGNS] };
    it.set(Sign::Bias, 1.0);
    let Some(of) = scene.sources.get(source) else { return it };
    let cells = it.candidate.cells.clone();
    let some = cells.len() >= 2;
    match step {
        Step::Sum => it.set(if some { Sign::SomeSum } else { Sign::Sum }, 1.0),
        Step::Share => it.set(if some { Sign::SomeShare } else { Sign::Share }, 1.0),
        Step::Mean => it.set(Sign::Mean, 1.0),
        Step::Difference => it.set(Sign::Difference, 1.0),
        Step::Change => it.set(Sign::Change, 1.0),
        Step::Ratio => it.set(Sign::Ratio, 1.0),
        Step::Count | Step::Rank => it.set(Sign::Count, 1.0),
        Step::RowCount | Step::Distinct | Step::ColumnCount | Step::Condition => it.set(Sign::Rows, 1.0),
        Step::Cell => {}
    }
    let is_pair = matches!(step, Step::Difference | Step::Change | Step::Ratio);
    it.set(Sign::Across, flag(is_pair && cells.first().map(|place| place.row) == cells.last().map(|place| place.row)));
    let over = it.candidate.column.or(cells.first().map(|place| place.column));
    let scaled = it.candidate.value * over.and_then(|column| of.columns.get(column)).and_then(|column| scene.factor(mention, column)).unwrap_or(1.0);
    let digits = f64::from(digits_of(it.candidate.reading, hedge, scaled).min(6));
    it.set(Sign::Digits, digits);
    it.set(Sign::StepDigits, if step == Step::Cell { 0.0 } else { digits });
    it.set(Sign::OneDigit, flag(digits < 2.0));
    it.set(Sign::Members, count(members.max(1)).ln());
    it.set(Sign::Matches, count(matches.max(1)).ln());
    it.set(Sign::Words, flag(words));
    it.set(Sign::StepWithoutWords, flag(!words && step != Step::Cell));
    let written = scene.text.get(mention.range.clone()).unwrap_or_default();
    let signed = written.starts_with(['+', '-', '−', '–']);
    it.set(Sign::Signed, flag(signed && is_pair));
    let before = scene.text.get(..mention.range.start).unwrap_or_default().trim_end_matches(['*', '_', ' ']);
    it.set(Sign::Bracketed, flag(before.ends_with('(') && step != Step::Cell));
    it.set(Sign::Spelled, flag(!written.bytes().any(|byte| byte.is_ascii_digit())));
    it.set(Sign::Hedged, flag(hedge != Hedge::Exact));
    let cited = scene.cited(mention, of);
    it.set(Sign::CitedNear, flag(cited >= Cited::Passage));
    it.set(Sign::CitedNothing, flag(cited == Cited::Nothing));
    let reading = it.candidate.reading.value;
    let turned = it.candidate.value != 0.0 && (it.candidate.value < 0.0) != (reading < 0.0);
    let falls = scene.says_stem(&DOWN);
    it.set(Sign::Turned, flag(turned && !falls));
    it.set(Sign::Against, flag(!turned && it.candidate.value > 0.0 && matches!(step, Step::Change | Step::Difference) && falls && !scene.says_stem(&UP)));
    it.set(Sign::Money, flag(is_money(scene.text, mention)));
    if let [place] = cells.as_slice() {
        row(scene, mention, play, &mut it, *place);
    } else {
        operands(scene, mention, play, &mut it, &cells);
    }
    if let Some(of) = it.candidate.column.or(cells.first().map(|place| place.column)) {
        column(scene, mention, play, &mut it, of);
    }
    it
}

/// The signs of the row of one cell.
fn row(scene: &Scene<'_>, mention: &Mention, play: &Play<'_>, it: &mut Supposed, place: Place) {
    let source = it.candidate.source;
    let (Some(of), Some(naming), Some(asked)) = (scene.sources.get(source), scene.naming.get(source), scene.asked.get(source)) else { return };
    if of.row_count == 1 {
        it.set(Sign::Single, 1.0);
        return;
    }
    let clause = scene.clause(mention);
    let mut attached = None;
    let (mut named, mut inside, mut others, mut width) = (false, false, false, usize::MAX);
    for label in (0..of.columns.len()).filter(|label| naming.names_by(*label)) {
        if let Some(name) = scene.attached(mention, source, label) {
            attached = Some(attached.unwrap_or(false) || name.rows.contains(&place.row));
        }
        let mut holds = false;
        for name in naming.rows.iter().filter(|name| name.column == label && name.rows.contains(&place.row)) {
            holds = true;
            width = width.min(name.rows.len());
            inside |= clause.start <= name.range.start && name.range.end <= clause.end;
        }
        named |= holds;
        others |= !holds;
    }
    let before = scene.before.get(source).map_or(&[][..], Vec::as_slice);
    let before = before.iter().any(|name| name.rows.contains(&place.row));
    let asked = asked.rows.iter().any(|name| name.rows.contains(&place.row));
    it.set(Sign::Attached, flag(attached == Some(true)));
    it.set(Sign::Elsewhere, flag(attached == Some(false)));
    it.set(Sign::InClause, flag(inside));
    it.set(Sign::Named, flag(named));
    it.set(Sign::Before, flag(before && !named));
    it.set(Sign::Asked, flag(asked && !named));
    it.set(Sign::NoneNamed, flag(naming.rows.is_empty() && !before && !asked));
    it.set(Sign::OthersNamed, flag(others && !named));
    it.set(Sign::Extreme, flag(row_tie(scene, mention, place, source) == RowTie::Meant));
    it.set(Sign::NameWidth, if named { count(width).ln() } else { 0.0 });
    it.set(Sign::Given, flag(play.states(source, place)));
    order(scene, mention, play, it, place);
    it.set(Sign::RowInPlay, flag(play.cells().any(|(from, cell)| from == source && cell.row == place.row && cell.column != place.column)));
}

/// The signs of where names stand: the one nearest to the number, the one before it and behind it, and whether names and
/// numbers come in one order.
fn order(scene: &Scene<'_>, mention: &Mention, play: &Play<'_>, it: &mut Supposed, place: Place) {
    let source = it.candidate.source;
    let Some(naming) = scene.naming.get(source) else { return };
    let before = naming.rows.iter().filter(|name| name.range.end <= mention.range.start).max_by_key(|name| name.range.end);
    let behind = naming.rows.iter().filter(|name| name.range.start >= mention.range.end).min_by_key(|name| name.range.start);
    let holds = |name: &super::naming::RowName| name.rows.contains(&place.row);
    let distance = |name: &super::naming::RowName| {
        if name.range.end <= mention.range.start { mention.range.start - name.range.end } else { name.range.start.saturating_sub(mention.range.end) }
    };
    let nearest = before.into_iter().chain(behind).min_by_key(|name| distance(name));
    it.set(Sign::NearestName, flag(nearest.is_some_and(holds)));
    it.set(Sign::NameBefore, flag(before.is_some_and(holds)));
    it.set(Sign::NameBehind, flag(behind.is_some_and(holds)));
    let figures: Vec<usize> = scene.mentions.iter().filter(|other| super::scene::is_figure(other)).map(|other| other.range.start).collect();
    let at = figures.iter().position(|start| *start == mention.range.start).unwrap_or(0);
    let labels: Vec<usize> = naming.rows.iter().filter(|name| holds(name)).map(|name| name.column).collect();
    let aligned = labels.into_iter().any(|label| {
        let names: Vec<&super::naming::RowName> = naming.rows.iter().filter(|name| name.column == label).collect();
        let each = figures.len() / names.len().max(1);
        names.len() >= 2 && each >= 1 && figures.len() == each * names.len()
            && (names.get(at / each).is_some_and(|name| holds(name)) || names.get(at % names.len()).is_some_and(|name| holds(name)))
    });
    it.set(Sign::Aligned, flag(aligned));
    let index = scene.mentions.iter().position(|other| other.range == mention.range).unwrap_or(0);
    let beside = [index.checked_sub(1), Some(index + 1)].into_iter().flatten().filter_map(|index| play.picked.get(index)?.as_ref());
    let follows = beside.into_iter().any(|other| {
        other.source == source && other.step == Step::Cell
            && matches!(other.cells.as_slice(), [cell] if cell.column == place.column && cell.row.abs_diff(place.row) == 1)
    });
    it.set(Sign::FollowsRow, flag(follows));
}

/// The signs of the cells that a step is taken over.
fn operands(scene: &Scene<'_>, mention: &Mention, play: &Play<'_>, it: &mut Supposed, cells: &[Place]) {
    let source = it.candidate.source;
    let (Some(of), Some(naming), Some(asked)) = (scene.sources.get(source), scene.naming.get(source), scene.asked.get(source)) else { return };
    if of.row_count == 1 {
        it.set(Sign::Single, 1.0);
    }
    if cells.is_empty() {
        it.set(Sign::NoneNamed, flag(naming.rows.is_empty()));
        return;
    }
    let share = |fits: &dyn Fn(Place) -> bool| count(cells.iter().filter(|cell| fits(**cell)).count()) / count(cells.len());
    let before = scene.before.get(source).map_or(&[][..], Vec::as_slice);
    let names = |cell: Place| naming.rows.iter().any(|name| name.rows.contains(&cell.row));
    let known = |cell: Place| {
        !names(cell) && before.iter().chain(&asked.rows).any(|name| name.rows.contains(&cell.row))
    };
    let end = |cell: Place| {
        let Some(column) = of.columns.get(cell.column) else { return false };
        let own = column.numbers.get(cell.row).copied().flatten();
        own.is_some() && column.ends.is_some_and(|(least, most)| own == Some(least) || own == Some(most))
    };
    let states = |cell: Place| play.states(source, cell) || play.earlier.contains(&(source, cell));
    it.set(Sign::Stated, share(&states));
    it.set(Sign::NamedOperands, share(&names));
    it.set(Sign::KnownOperands, share(&known));
    it.set(Sign::Ends, share(&end));
    if let [one, other] = cells {
        it.set(Sign::Following, flag(of.is_dated() && one.row.abs_diff(other.row) == 1));
    }
    let _ = mention;
}

/// The signs of the column.
fn column(scene: &Scene<'_>, mention: &Mention, play: &Play<'_>, it: &mut Supposed, column: usize) {
    let source = it.candidate.source;
    let (Some(of), Some(naming), Some(asked)) = (scene.sources.get(source), scene.naming.get(source), scene.asked.get(source)) else { return };
    let Some(own) = of.columns.get(column) else { return };
    let may_be = |index: usize, other: &Column| {
        index != column && scene.factor(mention, other).is_some() && super::candidate::is_written_so(mention, other)
    };
    let others: Vec<usize> = of.columns.iter().enumerate().filter(|(index, other)| may_be(*index, other)).map(|(index, _)| index).collect();
    let scores = scene.column_scores(mention, source);
    let score = |index: usize| scores.get(index).copied().unwrap_or(0.0);
    let best = others.iter().map(|index| score(*index)).fold(0.0, f64::max);
    it.set(Sign::Own, score(column).min(4.0));
    it.set(Sign::OwnNamed, flag(score(column) > 0.0));
    it.set(Sign::Other, best.min(4.0));
    it.set(Sign::OtherBetter, flag(best > score(column) + 0.2));
    it.set(Sign::OtherMuchBetter, flag(best > score(column) + 1.2));
    let within = 0..usize::MAX;
    let asked_own = asked.score(column, &within);
    let asked_best = others.iter().map(|index| asked.score(*index, &within)).fold(0.0, f64::max);
    it.set(Sign::AskedColumn, flag(asked_own > 0.0 && asked_own + 0.2 >= asked_best));
    it.set(Sign::AskedOther, flag(asked_best > asked_own + 0.2));
    let in_play = play.cells().any(|(from, cell)| from == source && cell.column == column);
    it.set(Sign::InPlay, flag(in_play));
    it.set(Sign::OtherInPlay, flag(!in_play && play.cells().any(|(from, cell)| from == source && others.contains(&cell.column))));
    let same = play.picked.iter().flatten().filter(|other| other.source == source && other.cells.first().is_some_and(|cell| cell.column == column));
    it.set(Sign::ColumnsInPlay, count(same.count().min(4)));
    it.set(Sign::Below, flag(scene.passage.cells.iter().any(|(range, _)| range.contains(&mention.range.start))));
    it.set(Sign::OnlyColumn, flag(others.is_empty()));
    let counts = of.columns.iter().filter(|column| column.measure == Measure::Count).count();
    it.set(Sign::Counted, flag(own.measure == Measure::Count && counts == 1 && mention.form == Form::Number));
    it.set(Sign::MainColumn, flag(of.main_column() == Some(column)));
    let _ = naming;
}

/// Adds what the sentence points to plainly, and says of each value whether it is such a one.
pub fn with_plain(scene: &Scene<'_>, mention: &Mention, play: &Play<'_>, all: &mut Vec<Supposed>, plain: &[Candidate], chosen: Option<&Candidate>, doubtful: bool) {
    let same = |one: &Candidate, other: &Candidate| {
        one.source == other.source && one.step == other.step
            && one.cells == other.cells
            && one.column == other.column
            && (one.value - other.value).abs() <= 1e-9 * one.value.abs().max(1.0)
    };
    let graded = plain.iter().filter(|candidate| candidate.grade.is_some());
    for candidate in graded.chain(chosen) {
        if !all.iter().any(|one| same(&one.candidate, candidate)) {
            all.push(supposed(scene, mention, play, candidate.clone(), 1, 1, true));
        }
        for one in all.iter_mut().filter(|one| same(&one.candidate, candidate)) {
            one.set(Sign::Plain, 1.0);
            if let [place] = candidate.cells.as_slice() && candidate.step == Step::Cell {
                one.set(Sign::PlainRow, f64::from(row_tie(scene, mention, *place, candidate.source) as u32));
                one.set(Sign::PlainColumn, f64::from(super::candidate::column_tie(scene, mention, *place, candidate.source) as u32));
            }
            one.set(Sign::Doubtful, flag(doubtful));
        }
    }
    if let Some(chosen) = chosen {
        for one in all.iter_mut().filter(|one| same(&one.candidate, chosen)) {
            one.set(Sign::Chosen, 1.0);
        }
    }
}
