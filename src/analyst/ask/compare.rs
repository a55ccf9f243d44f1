//! Conditions on numbers: "above 30 degrees", "at least 5 guests", "between 10 and 20", "heavier than 5000 g",
//! "precipitation zero", and bounds on the figure of a group: "more than 100 airports".

use super::aggregate::{Aggregate, Comparison};
use super::bounds::Subject;
use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::{Condition, ConditionKind, Measure, Trouble};
use super::synonyms::{adjective, is_superlative};
use crate::sql;
use crate::table::{Kind, float_text};

impl Draft<'_> {
    /// Reads conditions on numbers.
    ///
    /// # Errors
    /// When it is not clear which column is meant.
    pub fn read_comparisons(&mut self) -> Result<(), Trouble> {
        for at in self.places(|cue| matches!(cue, Cue::Between | Cue::From)) {
            self.read_between(at)?;
        }
        let mut last: Option<usize> = None;
        for at in 0..self.marks.len() {
            if !self.is_free(at) {
                continue;
            }
            match self.cue(at) {
                Some(Cue::Compare(comparison)) => self.read_comparison(at, comparison, &mut last)?,
                Some(Cue::CompareAfter(comparison)) => self.read_comparison_after(at, comparison)?,
                Some(Cue::Adjective) => self.read_comparative(at)?,
                Some(Cue::Before) => self.read_number_in_time(at, Comparison::Less)?,
                Some(Cue::After) => self.read_number_in_time(at, Comparison::Greater)?,
                Some(Cue::Since) => self.read_number_in_time(at, Comparison::AtLeast)?,
                _ => {}
            }
        }
        self.read_equalities()
    }

    pub fn number(&self, at: usize) -> Option<f64> {
        match self.item(at) {
            Some(Item::Number(value)) if self.is_free(at) => Some(*value),
            _ => None,
        }
    }

    pub fn read_comparison(
        &mut self,
        at: usize,
        comparison: Comparison,
        last: &mut Option<usize>,
    ) -> Result<(), Trouble> {
        let to = self.skip(at + 1, |cue| matches!(cue, Cue::In | Cue::Of));
        let negation = self.back(at, |cue| cue == Cue::Verb).filter(|place| self.cue(*place) == Some(Cue::Not));
        let comparison = if negation.is_some() { opposite(comparison) } else { comparison };
        let literal = match self.item(to).cloned() {
            Some(Item::Number(value)) if self.is_free(to) => float_text(value),
            Some(Item::Cue(Cue::Aggregate(aggregate @ (Aggregate::Mean | Aggregate::Median)))) => {
                return self.read_against_figure(at, to, comparison, aggregate);
            }
            Some(Item::Cue(Cue::Times(times))) => return self.bound_rows(at, to, comparison, times),
            Some(Item::Column(_)) => return self.read_two_columns(at, to, comparison),
            Some(Item::Quoted | Item::Unknown) if comparison == Comparison::Equal => {
                return self.read_text_equality(at, to);
            }
            Some(Item::Value(..)) if comparison == Comparison::NotEqual => {
                if let Some(mark) = self.marks.get_mut(at) {
                    mark.item = Item::Cue(Cue::Not);
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        let subject = self.subject_of(at, to, *last)?;
        let Some(subject) = subject else { return Ok(()) };
        if let Subject::Column(column) = &subject {
            *last = Some(*column);
        }
        if let Some(place) = negation {
            self.take(place);
        }
        self.take(at);
        self.take(to);
        self.put_bound(subject, comparison, &literal, at)
    }

    /// "founded before 1800", where the column holds plain numbers.
    pub fn read_number_in_time(&mut self, at: usize, comparison: Comparison) -> Result<(), Trouble> {
        let Some(value) = self.number(at + 1) else { return Ok(()) };
        if let Some(subject) = self.subject_before(at)? {
            self.take(at);
            self.take(at + 1);
            self.put_bound(subject, comparison, &float_text(value), at)?;
        }
        Ok(())
    }

    /// "5 guests or more"
    pub fn read_comparison_after(&mut self, at: usize, comparison: Comparison) -> Result<(), Trouble> {
        let place = (at.saturating_sub(3)..at).rev().find(|place| self.number(*place).is_some());
        let Some(place) = place else { return Ok(()) };
        let Some(value) = self.number(place) else { return Ok(()) };
        if let Some(subject) = self.subject_of(place, place, None)? {
            self.take(at);
            self.take(place);
            self.put_bound(subject, comparison, &float_text(value), place)?;
        }
        Ok(())
    }

    /// "heavier than 5000 g", "flippers longer than 200 mm"
    pub fn read_comparative(&mut self, at: usize) -> Result<(), Trouble> {
        let word = self.text(at);
        let Some((measures, largest)) = adjective(&word).filter(|_| !is_superlative(&word)) else { return Ok(()) };
        let than = at + 1;
        if self.cue(than) != Some(Cue::Than) {
            return Ok(());
        }
        let to = than + 1;
        let comparison = if largest { Comparison::Greater } else { Comparison::Less };
        if let Some(Item::Cue(Cue::Aggregate(aggregate @ (Aggregate::Mean | Aggregate::Median)))) = self.item(to) {
            return self.read_against_figure(at, to, comparison, *aggregate);
        }
        let Some(value) = self.number(to) else { return Ok(()) };
        let before = self.back(at, |cue| matches!(cue, Cue::Verb | Cue::With));
        let named = before.and_then(|place| Some((place, self.column_like(place, measures)?)));
        let column = match named {
            Some((place, column)) => {
                self.take(place);
                column
            }
            None => self.column_for(&word, measures, to)?,
        };
        for place in at..=to {
            self.take(place);
        }
        self.put_bound(Subject::Column(column), comparison, &float_text(value), at)
    }

    pub fn bound_rows(&mut self, at: usize, to: usize, comparison: Comparison, bound: f64) -> Result<(), Trouble> {
        self.take(at);
        self.take(to);
        self.put_bound(Subject::Figure(Measure::rows()), comparison, &float_text(bound), at)
    }

    /// "above average", "heavier than the mean"
    pub fn read_against_figure(
        &mut self,
        at: usize,
        to: usize,
        by: Comparison,
        figure: Aggregate,
    ) -> Result<(), Trouble> {
        let named = self.skip(to + 1, |cue| cue == Cue::Of);
        let mut column = self.subject_before(at)?.and_then(|subject| match subject {
            Subject::Column(column) => Some(column),
            Subject::Figure(_) => None,
        });
        let after = self.column(named)?.filter(|column| self.is_number(*column));
        if let Some((measures, _)) = adjective(&self.text(at))
            && column.is_none()
        {
            column = Some(self.column_for(&self.text(at), measures, to)?);
        }
        let Some(column) = column.or(after) else { return Ok(()) };
        if after == Some(column) {
            self.take(named);
        }
        for place in at..=to {
            self.take(place);
        }
        let name = self.sql(column);
        let function = if figure == Aggregate::Median { "median" } else { "avg" };
        self.add_condition(Condition {
            sql: format!("{name} {} (SELECT {function}({name}) FROM {})", by.sql(), sql::name(&self.view.table.name)),
            words: format!("{} is {} its {} over all rows", self.name(column), by.words(), figure.words()),
            at,
            columns: vec![column],
            kind: ConditionKind::Number,
        });
        Ok(())
    }

    /// "temp_min above temp_max"
    pub fn read_two_columns(&mut self, at: usize, to: usize, comparison: Comparison) -> Result<(), Trouble> {
        let (Some(before), Some(other)) = (self.back(at, |cue| cue == Cue::Verb), self.column(to)?) else {
            return Ok(());
        };
        let Some(column) = self.column(before)? else { return Ok(()) };
        if self.is_number(column) != self.is_number(other) {
            return Ok(());
        }
        for place in [before, at, to] {
            self.take(place);
        }
        self.add_condition(Condition {
            sql: format!("{} {} {}", self.sql(column), comparison.sql(), self.sql(other)),
            words: format!("{} is {} {}", self.name(column), comparison.words(), self.name(other)),
            at,
            columns: vec![column, other],
            kind: ConditionKind::Number,
        });
        Ok(())
    }

    /// "remark = something": a text that need not be there.
    pub fn read_text_equality(&mut self, at: usize, to: usize) -> Result<(), Trouble> {
        let Some(place) = self.back(at, |cue| cue == Cue::Carrier) else { return Ok(()) };
        let Some(column) = self.column(place)?.filter(|column| self.kind(*column) == Kind::Text) else { return Ok(()) };
        for place in [place, at, to] {
            self.take(place);
        }
        self.put_text(column, to);
        Ok(())
    }

    pub fn put_text(&mut self, column: usize, to: usize) {
        let text = self.marks.get(to).map(|mark| mark.text.clone()).unwrap_or_default();
        self.add_condition(Condition {
            sql: format!("{} = {}", self.sql(column), sql::text(&text)),
            words: format!("{} is “{text}”", self.name(column)),
            at: to,
            columns: vec![column],
            kind: ConditionKind::Value,
        });
    }

    /// "precipitation zero", "grade 3", "the remark 'all fine'"
    pub fn read_equalities(&mut self) -> Result<(), Trouble> {
        for at in 0..self.marks.len() {
            let number = self.number(at);
            let quoted = self.item(at) == Some(&Item::Quoted) && self.is_free(at);
            if number.is_none() && !quoted {
                continue;
            }
            let passed = |cue| matches!(cue, Cue::Verb | Cue::Not | Cue::Carrier | Cue::Of);
            let Some(place) = self.back(at, passed) else { continue };
            let Some(column) = self.column(place)? else { continue };
            if self.cue(at + 1) == Some(Cue::Decimals) || !self.is_free(place) {
                continue;
            }
            let not = (place..at).find(|between| self.cue(*between) == Some(Cue::Not));
            let text = self.kind(column) == Kind::Text;
            if text && not.is_none() {
                for place in place..=at {
                    self.take(place);
                }
                self.put_text(column, at);
            } else if let Some(value) = number.filter(|_| self.kind(column).is_numeric()) {
                for place in place..=at {
                    self.take(place);
                }
                let comparison = if not.is_some() { Comparison::NotEqual } else { Comparison::Equal };
                self.put_bound(Subject::Column(column), comparison, &float_text(value), at)?;
            }
        }
        Ok(())
    }

    pub fn read_between(&mut self, at: usize) -> Result<(), Trouble> {
        // "between latitude 40 and 45"
        let named = self.plain_column(at + 1).filter(|column| self.is_number(*column) && self.is_free(at + 1));
        let first = at + 1 + usize::from(named.is_some());
        let Some(low) = self.number(first) else { return Ok(()) };
        let first_unit = usize::from(self.cue(first + 1) == Some(Cue::Measure));
        let joint = first + 1 + first_unit;
        let joined = matches!(self.cue(joint), Some(Cue::And | Cue::To | Cue::Until | Cue::Arithmetic('-')));
        let Some(high) = self.number(joint + 1).filter(|_| joined) else { return Ok(()) };
        let subject = match named {
            Some(column) => Some(Subject::Column(column)),
            None => self.subject_of(at, joint + 1, None)?,
        };
        let column = match subject {
            None => return Ok(()),
            Some(Subject::Column(column)) => column,
            Some(Subject::Figure(measure)) => {
                for place in at..=joint + 1 {
                    self.take(place);
                }
                self.reading.having.push((measure.clone(), Comparison::AtLeast, low));
                self.reading.having.push((measure, Comparison::AtMost, high));
                return Ok(());
            }
        };
        for place in at..=joint + 1 {
            self.take(place);
        }
        self.check_unit(column, joint)?;
        let (low, high) = (float_text(low), float_text(high));
        let condition = Condition {
            sql: self.numbers_only(column, format!("({} BETWEEN {low} AND {high})", self.sql(column))),
            words: format!("{} is between {low} and {high}, both included", self.name(column)),
            at,
            columns: vec![column],
            kind: ConditionKind::Number,
        };
        let condition = if self.is_left_out(at) { self.left_out(condition) } else { condition };
        self.add_condition(condition);
        Ok(())
    }
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Greater,
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
    }
}
