//! How the column of a value is named, and whether other numbers rest on it.
//!
//! Uses what the signs use, and what is worked out once of a result.

use super::super::column::Measure;
use super::super::held::{EVERYWHERE, Held, said};
use super::super::likely::Supposed;
use super::super::mention::Form;
use super::super::rounding::count;
use super::super::sign::Sign;
use super::{Candidate, Reader};

/// How well a column can be named at most, as a sign.
const NAMED_MOST: f64 = 4.0;

/// How many numbers that rest on a column count at most.
const RESTING_MOST: usize = 4;

impl Reader<'_> {
    /// How the column is named, and whether other numbers rest on it.
    pub(super) fn column(&self, it: &mut Supposed, held: &Held<'_>, column: usize) {
        let Held { source, of, naming, asked, .. } = held;
        let Some(own) = of.columns.get(column) else { return };
        let score = held.scores.get(column).copied().unwrap_or(0.0);
        it.set(Sign::Own, score.min(NAMED_MOST));
        it.mark(Sign::OwnNamed, score > 0.0);
        let said = said(&self.words, own);
        it.set(Sign::OwnWords, said);
        it.mark(Sign::OtherWords, held.best[2].beside(column) > said + 0.1);
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
}
