//! Conditions on numbers: "above 30 degrees", "at least 5 guests", "between 10 and 20", "heavier than 5000 g",
//! "precipitation zero", and bounds on the figure of a group: "more than 100 airports".

use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::{Aggregate, Comparison, Condition, ConditionKind, Measure, Trouble};
use super::synonyms::{adjective, is_superlative, units};
use crate::sql;
use crate::table::{Kind, float_text};

/// What a number is compared with.
enum Subject {
    Column(usize),
    /// A figure of each group.
    Figure(Measure),
}

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
                _ => {}
            }
        }
        self.read_equalities()
    }

    fn number(&self, at: usize) -> Option<f64> {
        match self.item(at) {
            Some(Item::Number(value)) if self.is_free(at) => Some(*value),
            _ => None,
        }
    }

    fn read_comparison(&mut self, at: usize, comparison: Comparison, last: &mut Option<usize>) -> Result<(), Trouble> {
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

    /// "5 guests or more"
    fn read_comparison_after(&mut self, at: usize, comparison: Comparison) -> Result<(), Trouble> {
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
    fn read_comparative(&mut self, at: usize) -> Result<(), Trouble> {
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
        (at..=to).for_each(|place| self.take(place));
        self.put_bound(Subject::Column(column), comparison, &float_text(value), at)
    }

    /// The column at a place; where several fit alike, the one that an adjective can speak of.
    fn column_like(&self, at: usize, measures: &[&str]) -> Option<usize> {
        let Some(Item::Column(fit)) = self.item(at) else { return None };
        let speaks = |column: &&usize| measures.iter().any(|measure| self.view.names.measure(measure).contains(column));
        let numbers: Vec<usize> = fit.columns.iter().filter(|at| self.is_number(**at)).copied().collect();
        match numbers.as_slice() {
            [only] => Some(*only),
            several => {
                let mut fitting = several.iter().filter(speaks);
                fitting.next().copied().filter(|_| fitting.next().is_none())
            }
        }
    }

    /// The column that an adjective speaks of.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn column_for(&self, word: &str, measures: &[&str], near: usize) -> Result<usize, Trouble> {
        for measure in measures {
            let columns: Vec<usize> =
                self.view.names.measure(measure).into_iter().filter(|at| self.is_number(*at)).collect();
            match columns.as_slice() {
                [] => {}
                [only] => return Ok(*only),
                several => {
                    let unit = self.unit_at(near + 1);
                    let fits: Vec<usize> = several.iter().copied().filter(|at| self.has_unit(*at, &unit)).collect();
                    return match fits.as_slice() {
                        [only] if !unit.is_empty() => Ok(*only),
                        _ => Err(self.ambiguous(word, several)),
                    };
                }
            }
        }
        Err(Trouble::Other(format!("I know no column of this table that “{word}” speaks of.")))
    }

    fn unit_at(&self, at: usize) -> Vec<&'static str> {
        if self.cue(at) == Some(Cue::Measure) { units(&self.text(at)) } else { Vec::new() }
    }

    fn has_unit(&self, column: usize, unit: &[&str]) -> bool {
        self.view.names.unit(column).is_some_and(|own| unit.contains(&own))
    }

    /// What the number at `to` is compared with; the cue stands at `at`.
    fn subject_of(&mut self, at: usize, to: usize, last: Option<usize>) -> Result<Option<Subject>, Trouble> {
        let unit_after = if self.cue(to + 1) == Some(Cue::Measure) { to + 2 } else { to + 1 };
        let after = self.skip(unit_after, |cue| matches!(cue, Cue::Of | Cue::In | Cue::Carrier));
        if let Some(subject) = self.subject_before(at)? {
            return Ok(Some(subject));
        }
        if matches!(self.item(after), Some(Item::Noun(..) | Item::Cue(Cue::Rows | Cue::TimesWord))) {
            self.take(after);
            return Ok(Some(Subject::Figure(Measure::rows())));
        }
        if let Some(column) = self.column(after)? {
            if self.is_number(column) {
                self.take(after);
                return Ok(Some(Subject::Column(column)));
            }
            self.take(after);
            let measure = self.measure(Aggregate::CountDistinct, self.operand(column))?;
            return Ok(Some(Subject::Figure(measure)));
        }
        if let Some(Item::Value(_, Some(fit))) = self.item(after)
            && let [column] = fit.columns.as_slice()
            && self.is_number(*column)
        {
            let column = *column;
            self.take(after);
            return Ok(Some(Subject::Column(column)));
        }
        let joined =
            at.checked_sub(1).is_some_and(|place| matches!(self.cue(place), Some(Cue::And | Cue::Or | Cue::LeaveOut)));
        if let Some(column) = last.filter(|_| joined) {
            return Ok(Some(Subject::Column(column)));
        }
        self.subject_by_unit(at, to)
    }

    /// The column just before: "precipitation above", "mean body mass above".
    fn subject_before(&mut self, at: usize) -> Result<Option<Subject>, Trouble> {
        let passed = |cue| {
            matches!(
                cue,
                Cue::Verb | Cue::Not | Cue::Carrier | Cue::With | Cue::Measure | Cue::Which | Cue::In | Cue::Of
            )
        };
        let Some(place) = self.back(at, passed) else { return Ok(None) };
        if let Some(subject) = self.figure_before(place)? {
            return Ok(Some(subject));
        }
        if let Some(Item::Value(_, Some(fit))) = self.item(place)
            && let [column] = fit.columns.as_slice()
            && self.is_number(*column)
        {
            let column = *column;
            self.take(place);
            return Ok(Some(Subject::Column(column)));
        }
        let place = if matches!(self.cue(place), Some(Cue::Latest(_))) { place.saturating_sub(1) } else { place };
        let Some(column) = self.column(place)? else { return Ok(None) };
        if !self.is_number(column) && !self.kind(column).is_numeric() {
            return Ok(None);
        }
        let figure = self.back(place, |cue| matches!(cue, Cue::Of));
        let figure = figure.and_then(|at| Some((at, self.cue(at).filter(|_| self.is_free(at))?)));
        if let Some((figure, Cue::Aggregate(aggregate))) = figure {
            self.take(figure);
            self.take(place);
            let measure = self.measure(aggregate, self.operand(column))?;
            return Ok(Some(Subject::Figure(measure)));
        }
        self.take(place);
        Ok(Some(Subject::Column(column)))
    }

    /// "the annual mean first exceeds": a figure whose measure is the only column of numbers.
    fn figure_before(&mut self, at: usize) -> Result<Option<Subject>, Trouble> {
        let place = self.back(at + 1, |cue| matches!(cue, Cue::Latest(_)));
        let Some((place, Cue::Aggregate(aggregate))) = place.and_then(|at| Some((at, self.cue(at)?))) else {
            return Ok(None);
        };
        let numbers: Vec<usize> = (0..self.view.table.columns.len()).filter(|at| self.is_number(*at)).collect();
        let [only] = numbers.as_slice() else { return Ok(None) };
        self.take(place);
        let measure = self.measure(aggregate, self.operand(*only))?;
        Ok(Some(Subject::Figure(measure)))
    }

    /// A number with a unit and no column: the one column of that unit.
    fn subject_by_unit(&mut self, at: usize, to: usize) -> Result<Option<Subject>, Trouble> {
        let unit = self.unit_at(to + 1);
        let all: Vec<usize> = (0..self.view.table.columns.len()).filter(|at| self.is_number(*at)).collect();
        let mut fits: Vec<usize> = all.iter().copied().filter(|column| self.has_unit(*column, &unit)).collect();
        if fits.is_empty() && unit.iter().any(|unit| matches!(*unit, "c" | "f")) {
            fits = self.view.names.measure("temperature");
        }
        match fits.as_slice() {
            [column] => {
                self.reading.note(format!("The bound was taken to be on `{}`, by its unit.", self.name(*column)));
                Ok(Some(Subject::Column(*column)))
            }
            [] => match all.as_slice() {
                [only] if !self.has(|cue| matches!(cue, Cue::HowMany)) || self.places_free_columns().is_empty() => {
                    self.reading.note(format!("The bound was taken to be on `{}`.", self.name(*only)));
                    Ok(Some(Subject::Column(*only)))
                }
                _ => Ok(None),
            },
            several => Err(self.ambiguous(&self.text(at), several)),
        }
    }

    fn places_free_columns(&self) -> Vec<usize> {
        (0..self.marks.len())
            .filter(|at| self.is_free(*at) && matches!(self.item(*at), Some(Item::Column(_))))
            .collect()
    }

    fn put_bound(&mut self, subject: Subject, comparison: Comparison, literal: &str, at: usize) -> Result<(), Trouble> {
        match subject {
            Subject::Column(column) => {
                self.check_unit(column, at)?;
                let condition = Condition {
                    sql: format!("{} {} {literal}", self.sql(column), comparison.sql()),
                    words: format!("{} is {} {literal}", self.name(column), comparison.words()),
                    at,
                    columns: vec![column],
                    kind: ConditionKind::Number,
                };
                let condition = if self.is_left_out(at) { self.left_out(condition) } else { condition };
                self.add_condition(condition);
            }
            Subject::Figure(measure) => {
                let bound = literal.parse().unwrap_or_default();
                self.reading.having.push((measure, comparison, bound));
            }
        }
        Ok(())
    }

    /// A unit that is not the column's own changes the meaning: it is not converted, and not passed over.
    ///
    /// # Errors
    /// When the units differ.
    pub fn check_unit(&mut self, column: usize, from: usize) -> Result<(), Trouble> {
        let near = (from..(from + 6).min(self.marks.len())).find(|at| self.cue(*at) == Some(Cue::Measure));
        let Some(at) = near else { return Ok(()) };
        let said = self.unit_at(at);
        if let Some(own) = self.view.names.unit(column)
            && !said.contains(&own)
        {
            return Err(Trouble::Other(format!(
                "`{}` is in {own}, the question says “{}”; I do not convert units.",
                self.name(column),
                self.text(at)
            )));
        }
        self.take(at);
        Ok(())
    }

    fn bound_rows(&mut self, at: usize, to: usize, comparison: Comparison, bound: f64) -> Result<(), Trouble> {
        self.take(at);
        self.take(to);
        self.put_bound(Subject::Figure(Measure::rows()), comparison, &float_text(bound), at)
    }

    /// "above average", "heavier than the mean"
    fn read_against_figure(&mut self, at: usize, to: usize, by: Comparison, figure: Aggregate) -> Result<(), Trouble> {
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
        (at..=to).for_each(|place| self.take(place));
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
    fn read_two_columns(&mut self, at: usize, to: usize, comparison: Comparison) -> Result<(), Trouble> {
        let (Some(before), Some(other)) = (self.back(at, |cue| cue == Cue::Verb), self.column(to)?) else {
            return Ok(());
        };
        let Some(column) = self.column(before)? else { return Ok(()) };
        if self.is_number(column) != self.is_number(other) {
            return Ok(());
        }
        [before, at, to].into_iter().for_each(|place| self.take(place));
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
    fn read_text_equality(&mut self, at: usize, to: usize) -> Result<(), Trouble> {
        let Some(place) = self.back(at, |cue| cue == Cue::Carrier) else { return Ok(()) };
        let Some(column) = self.column(place)?.filter(|column| self.kind(*column) == Kind::Text) else { return Ok(()) };
        [place, at, to].into_iter().for_each(|place| self.take(place));
        self.put_text(column, to);
        Ok(())
    }

    fn put_text(&mut self, column: usize, to: usize) {
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
    fn read_equalities(&mut self) -> Result<(), Trouble> {
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
                (place..=at).for_each(|place| self.take(place));
                self.put_text(column, at);
            } else if let Some(value) = number.filter(|_| self.kind(column).is_numeric()) {
                (place..=at).for_each(|place| self.take(place));
                let comparison = if not.is_some() { Comparison::NotEqual } else { Comparison::Equal };
                self.put_bound(Subject::Column(column), comparison, &float_text(value), at)?;
            }
        }
        Ok(())
    }

    fn read_between(&mut self, at: usize) -> Result<(), Trouble> {
        let Some(low) = self.number(at + 1) else { return Ok(()) };
        let first_unit = usize::from(self.cue(at + 2) == Some(Cue::Measure));
        let joint = at + 2 + first_unit;
        let joined = matches!(self.cue(joint), Some(Cue::And | Cue::To | Cue::Until | Cue::Arithmetic('-')));
        let Some(high) = self.number(joint + 1).filter(|_| joined) else { return Ok(()) };
        let Some(Subject::Column(column)) = self.subject_of(at, joint + 1, None)? else { return Ok(()) };
        (at..=joint + 1).for_each(|place| self.take(place));
        self.check_unit(column, joint)?;
        let (low, high) = (float_text(low), float_text(high));
        let condition = Condition {
            sql: format!("{} BETWEEN {low} AND {high}", self.sql(column)),
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
