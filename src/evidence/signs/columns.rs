//! The signs of a value's column: how it is named, how others are, and what other numbers rest on.
//!
//! Uses the reader of [`signs`](super) and what it uses.

use std::rc::Rc;

use super::{Held, Reader};
use crate::evidence::candidate::{BETTER, Candidate, MUCH_BETTER, is_written_so};
use crate::evidence::column::{Column, Measure};
use crate::evidence::likely::{Sign, Supposed};
use crate::evidence::mention::Form;
use crate::evidence::rounding::count;

/// How well a column can be named at most, as a sign.
const NAMED_MOST: f64 = 4.0;

/// How many numbers that rest on a column count at most.
const RESTING_MOST: usize = 4;

/// How much more of another column's words must be said, as a part of them.
const SAID_MORE: f64 = 0.1;

/// The largest and the second largest of some values, by column.
#[derive(Default, Clone, Copy)]
pub(super) struct Best {
    first: Option<(usize, f64)>,
    second: f64,
}

impl Best {
    fn of(values: impl Iterator<Item = (usize, f64)>) -> Self {
        let mut best = Self::default();
        for (column, value) in values {
            match best.first {
                Some((_, first)) if value <= first => best.second = best.second.max(value),
                before => {
                    best.second = before.map_or(0.0, |(_, first)| first).max(best.second);
                    best.first = Some((column, value));
                }
            }
        }
        best
    }

    /// The largest of the columns but one; zero where there is none.
    fn beside(&self, column: usize) -> f64 {
        match self.first {
            Some((own, _)) if own == column => self.second.max(0.0),
            Some((_, value)) => value.max(0.0),
            None => 0.0,
        }
    }
}

impl<'a> Reader<'a> {
    /// A result that the number is held against.
    pub(super) fn hold_anew(&self, source: usize) -> Option<Held<'a>> {
        let scene = self.scene;
        let (of, naming, asked) = (scene.sources.get(source)?, scene.naming.get(source)?, scene.asked.get(source)?);
        let may_be: Vec<bool> = of
            .columns
            .iter()
            .map(|column| scene.factor(self.mention, column).is_some() && is_written_so(self.mention, column))
            .collect();
        let scores = scene.column_scores(self.mention, source);
        let can = || may_be.iter().enumerate().filter(|(_, may_be)| **may_be).map(|(column, _)| column);
        let score = |column: usize| (column, scores.get(column).copied().unwrap_or(0.0));
        let asks = |column: usize| (column, asked.score(column, &EVERYWHERE));
        let says = |column: usize| (column, of.columns.get(column).map_or(0.0, |column| self.said(column)));
        let best = [Best::of(can().map(score)), Best::of(can().map(asks)), Best::of(can().map(says))];
        let mut in_play: Vec<usize> =
            self.play.cells().filter(|(from, _)| *from == source).map(|(_, cell)| cell.column).collect();
        in_play.sort_unstable();
        in_play.dedup();
        let one_count = of.columns.iter().filter(|column| column.measure == Measure::Count).count() == 1;
        Some(Held { source, of, naming, asked, scores: Rc::clone(&scores), may_be, best, in_play, one_count })
    }

    /// How the column is named, and whether other numbers rest on it.
    pub(super) fn column(&self, it: &mut Supposed, held: &Held<'_>, column: usize) {
        let Held { source, of, naming, asked, .. } = held;
        let Some(own) = of.columns.get(column) else { return };
        let score = held.scores.get(column).copied().unwrap_or(0.0);
        it.set(Sign::Own, score.min(NAMED_MOST));
        it.mark(Sign::OwnNamed, score > 0.0);
        let said = self.said(own);
        it.set(Sign::OwnWords, said);
        it.mark(Sign::OtherWords, held.best[2].beside(column) > said + SAID_MORE);
        it.mark(Sign::Key, own.is_label);
        let named = asked.score(column, &EVERYWHERE) > 0.0 || naming.score(column, &EVERYWHERE) > 0.0;
        it.mark(Sign::KeyNoun, own.is_label && named);
        it.mark(Sign::Alone, self.alone);
        it.mark(Sign::InPlay, held.in_play.contains(&column));
        let rests = |other: &&Candidate| {
            other.source == *source && other.cells.first().is_some_and(|cell| cell.column == column)
        };
        it.set(Sign::ColumnsInPlay, count(self.play.picked.iter().flatten().filter(rests).count().min(RESTING_MOST)));
        let counted = own.measure == Measure::Count && held.one_count && self.mention.form == Form::Number;
        it.mark(Sign::Counted, counted);
        it.mark(Sign::MainColumn, of.main_column() == Some(column));
    }

    /// Part of a column's words that the passage or the question says.
    fn said(&self, column: &Column) -> f64 {
        let said = column.words.iter().filter(|own| self.words.contains(own.as_str())).count();
        count(said) / count(column.words.len().max(1))
    }
}

/// How other columns are named that the number may speak of.
pub(super) fn other_columns(it: &mut Supposed, held: &Held<'_>, column: usize) {
    let own = held.scores.get(column).copied().unwrap_or(0.0);
    let [best, asked_best, _] = held.best.map(|best| best.beside(column));
    it.set(Sign::Other, best.min(NAMED_MOST));
    it.mark(Sign::OtherBetter, best > own + BETTER);
    it.mark(Sign::OtherMuchBetter, best > own + MUCH_BETTER);
    let asked = held.asked.score(column, &EVERYWHERE);
    it.mark(Sign::AskedColumn, asked > 0.0 && asked + BETTER >= asked_best);
    it.mark(Sign::AskedOther, asked_best > asked + BETTER);
    let may_be = |other: &&usize| **other != column && held.may_be.get(**other).copied().unwrap_or(false);
    it.mark(Sign::OtherInPlay, !held.in_play.contains(&column) && held.in_play.iter().any(|other| may_be(&other)));
    let others = held.may_be.iter().enumerate().any(|(other, may_be)| *may_be && other != column);
    it.mark(Sign::OnlyColumn, !others);
}

/// A whole text.
const EVERYWHERE: std::ops::Range<usize> = 0..usize::MAX;
