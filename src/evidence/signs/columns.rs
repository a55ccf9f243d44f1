//! The signs of a value's column: how it is named, how others are, and what other numbers rest on.
//!
//! Uses the reader of [`signs`](super) and what it uses.

use super::{Held, Reader};
use crate::evidence::candidate::{BETTER, Candidate, MUCH_BETTER, is_written_so};
use crate::evidence::column::{Column, Measure};
use crate::evidence::likely::{Sign, Supposed};
use crate::evidence::mention::Form;
use crate::evidence::rounding::count;
use crate::evidence::scene::is_figure;

/// How well a column can be named at most, as a sign.
const NAMED_MOST: f64 = 4.0;

/// How many numbers that rest on a column count at most.
const RESTING_MOST: usize = 4;

impl Reader<'_> {
    /// How the column is named, and whether other numbers rest on it.
    pub(super) fn column(&self, it: &mut Supposed, held: &Held<'_>, column: usize) {
        let Held { source, of, naming, asked } = held;
        let Some(own) = of.columns.get(column) else { return };
        let everywhere = 0..usize::MAX;
        let score = self.scene.column_score(self.mention, *source, column);
        it.set(Sign::Own, score.min(NAMED_MOST));
        it.mark(Sign::OwnNamed, score > 0.0);
        it.set(Sign::OwnWords, self.said(own));
        let asked = asked.score(column, &everywhere) > 0.0;
        it.mark(Sign::Key, own.is_label);
        it.mark(Sign::KeyNoun, own.is_label && (asked || naming.score(column, &everywhere) > 0.0));
        it.mark(Sign::Alone, self.scene.mentions.iter().filter(|other| is_figure(other)).count() == 1);
        it.mark(Sign::InPlay, self.play.cells().any(|(from, cell)| from == *source && cell.column == column));
        let rests = |other: &&Candidate| {
            other.source == *source && other.cells.first().is_some_and(|cell| cell.column == column)
        };
        it.set(Sign::ColumnsInPlay, count(self.play.picked.iter().flatten().filter(rests).count().min(RESTING_MOST)));
        let counts = of.columns.iter().filter(|column| column.measure == Measure::Count).count();
        let counted = own.measure == Measure::Count && counts == 1 && self.mention.form == Form::Number;
        it.mark(Sign::Counted, counted);
        it.mark(Sign::MainColumn, of.main_column() == Some(column));
    }

    /// How other columns are named that the number may speak of.
    pub(super) fn other_columns(&self, it: &mut Supposed, held: &Held<'_>, column: usize) {
        let Held { source, of, asked, .. } = held;
        let Some(own) = of.columns.get(column) else { return };
        let may_be = |index: &usize| {
            let other = of.columns.get(*index).filter(|_| *index != column);
            other.is_some_and(|other| {
                self.scene.factor(self.mention, other).is_some() && is_written_so(self.mention, other)
            })
        };
        let others: Vec<usize> = (0..of.columns.len()).filter(may_be).collect();
        let scores = self.scene.column_scores(self.mention, *source);
        let score = |index: usize| scores.get(index).copied().unwrap_or(0.0);
        let best = others.iter().map(|index| score(*index)).fold(0.0, f64::max);
        it.set(Sign::Other, best.min(NAMED_MOST));
        it.mark(Sign::OtherBetter, best > score(column) + BETTER);
        it.mark(Sign::OtherMuchBetter, best > score(column) + MUCH_BETTER);
        let everywhere = 0..usize::MAX;
        let asked_own = asked.score(column, &everywhere);
        let asked_best = others.iter().map(|index| asked.score(*index, &everywhere)).fold(0.0, f64::max);
        it.mark(Sign::AskedColumn, asked_own > 0.0 && asked_own + BETTER >= asked_best);
        it.mark(Sign::AskedOther, asked_best > asked_own + BETTER);
        let said = others.iter().filter_map(|index| of.columns.get(*index)).map(|other| self.said(other));
        it.mark(Sign::OtherWords, said.fold(0.0, f64::max) > self.said(own) + 0.1);
        let in_play = |column: usize| self.play.cells().any(|(from, cell)| from == *source && cell.column == column);
        it.mark(Sign::OtherInPlay, !in_play(column) && others.iter().any(|other| in_play(*other)));
        it.mark(Sign::OnlyColumn, others.is_empty());
    }

    /// Part of a column's words that the passage or the question says.
    fn said(&self, column: &Column) -> f64 {
        let asked = self.scene.question.iter().flat_map(|passage| &passage.words);
        let words = || asked.clone().chain(&self.scene.passage.words);
        let said = |own: &&String| words().any(|word| word.family == **own || word.stem == **own);
        count(column.words.iter().filter(said).count()) / count(column.words.len().max(1))
    }
}
