//! A result that a number is held against: how well the words around it, the question and the passage name its columns.
//!
//! Uses the scene and sources of this room. Worked out once for a number and a result, as many values are weighed of each.

use std::rc::Rc;

use hashbrown::HashSet;

use super::candidate::is_written_so;
use super::column::{Column, Measure};
use super::likely::{Play, Supposed};
use super::mention::Mention;
use super::naming::Naming;
use super::rounding::count;
use super::scene::Scene;
use super::sign::Sign;
use super::source::Source;
use crate::event::Step;

/// A whole text.
pub const EVERYWHERE: std::ops::Range<usize> = 0..usize::MAX;

/// A result that a number is held against: how its columns are named, worked out once.
pub struct Held<'a> {
    /// Its position.
    pub source: usize,
    /// The result.
    pub of: &'a Source,
    /// What the passage names of it.
    pub naming: &'a Naming,
    /// What the question names of it.
    pub asked: &'a Naming,
    /// By column how well the words around the number name it.
    pub scores: Rc<Vec<f64>>,
    /// By column whether the number may speak of it.
    pub may_be: Vec<bool>,
    /// The largest scores around the number, in the question, and parts that are said, of the columns that may be meant.
    pub best: [Best; 3],
    /// Columns on which other numbers rest.
    pub in_play: Vec<usize>,
    /// Whether the result has one count.
    pub one_count: bool,
}

/// The largest and the second largest of some values, by column.
#[derive(Default, Clone, Copy)]
pub struct Best {
    first: Option<(usize, f64)>,
    second: f64,
}

impl Best {
    /// Of values by their columns.
    #[must_use]
    pub fn of(values: impl Iterator<Item = (usize, f64)>) -> Self {
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
    #[must_use]
    pub fn beside(&self, column: usize) -> f64 {
        match self.first {
            Some((own, _)) if own == column => self.second.max(0.0),
            Some((_, value)) => value.max(0.0),
            None => 0.0,
        }
    }
}

/// Part of a column's words that are said.
#[must_use]
pub fn said(words: &HashSet<&str>, column: &Column) -> f64 {
    let said = column.words.iter().filter(|own| words.contains(own.as_str())).count();
    count(said) / count(column.words.len().max(1))
}

impl<'a> Held<'a> {
    /// A number against a result; `words` are those of the passage and the question.
    #[must_use]
    pub fn new(
        scene: &'a Scene<'a>,
        mention: &Mention,
        play: &Play<'_>,
        words: &HashSet<&str>,
        source: usize,
    ) -> Option<Self> {
        let (of, naming, asked) = (scene.sources.get(source)?, scene.naming.get(source)?, scene.asked.get(source)?);
        let may_be: Vec<bool> = of
            .columns
            .iter()
            .map(|column| scene.factor(mention, column).is_some() && is_written_so(mention, column))
            .collect();
        let scores = scene.column_scores(mention, source);
        let can = || may_be.iter().enumerate().filter(|(_, may_be)| **may_be).map(|(column, _)| column);
        let score = |column: usize| (column, scores.get(column).copied().unwrap_or(0.0));
        let asks = |column: usize| (column, asked.score(column, &EVERYWHERE));
        let says = |column: usize| (column, of.columns.get(column).map_or(0.0, |column| said(words, column)));
        let best = [Best::of(can().map(score)), Best::of(can().map(asks)), Best::of(can().map(says))];
        let mut in_play: Vec<usize> =
            play.cells().filter(|(from, _)| *from == source).map(|(_, cell)| cell.column).collect();
        in_play.sort_unstable();
        in_play.dedup();
        let one_count = of.columns.iter().filter(|column| column.measure == Measure::Count).count() == 1;
        Some(Self { source, of, naming, asked, scores: Rc::clone(&scores), may_be, best, in_play, one_count })
    }

    /// How well another column is named than one whose mean is taken: `average` says the step, and so names no column of means.
    fn best_without_means(&self, column: usize) -> f64 {
        let others = self.of.columns.iter().filter(|other| other.index != column && !other.is_named_by("average"));
        let may_be = |other: usize| self.may_be.get(other).copied().unwrap_or(false);
        let scores = others.filter(|other| may_be(other.index)).filter_map(|other| self.scores.get(other.index));
        scores.copied().fold(0.0, f64::max)
    }

    /// How other columns are named that the number may speak of.
    pub fn other_columns(&self, it: &mut Supposed, column: usize) {
        let own = self.scores.get(column).copied().unwrap_or(0.0);
        let [best, asked_best, _] = self.best.map(|best| best.beside(column));
        let best = if it.candidate.step == Step::Mean { self.best_without_means(column) } else { best };
        it.set(Sign::Other, best.min(4.0));
        it.mark(Sign::OtherBetter, best > own + 0.2);
        it.mark(Sign::OtherMuchBetter, best > own + 1.2);
        let asked = self.asked.score(column, &EVERYWHERE);
        it.mark(Sign::AskedColumn, asked > 0.0 && asked + 0.2 >= asked_best);
        it.mark(Sign::AskedOther, asked_best > asked + 0.2);
        let may_be = |other: &&usize| **other != column && self.may_be.get(**other).copied().unwrap_or(false);
        it.mark(Sign::OtherInPlay, !self.in_play.contains(&column) && self.in_play.iter().any(|other| may_be(&other)));
        let others = self.may_be.iter().enumerate().any(|(other, may_be)| *may_be && other != column);
        it.mark(Sign::OnlyColumn, !others);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_beside_a_column_is_that_of_another() {
        let best = Best::of([(0, 1.0), (1, 3.0), (2, 2.0)].into_iter());
        assert_eq!((best.beside(1), best.beside(0), best.beside(9)), (2.0, 3.0, 3.0));
        assert_eq!((Best::of([(4, 0.5)].into_iter()).beside(4), Best::default().beside(4)), (0.0, 0.0));
    }
}
