//! What a bound is on: the column or figure that a number is compared with, and its unit.

use super::aggregate::{Aggregate, Comparison};
use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::{Condition, ConditionKind, Measure, Trouble};
use super::synonyms::units;

/// What a number is compared with.
pub enum Subject {
    /// A column.
    Column(usize),
    /// A figure of each group.
    Figure(Measure),
}

impl Draft<'_> {
    /// What the number at `to` is compared with; the cue stands at `at`.
    pub fn subject_of(&mut self, at: usize, to: usize, last: Option<usize>) -> Result<Option<Subject>, Trouble> {
        let unit_after = if self.cue(to + 1) == Some(Cue::Measure) { to + 2 } else { to + 1 };
        let after = self.skip(unit_after, |cue| matches!(cue, Cue::Of | Cue::In | Cue::Carrier));
        // "more than 20 mm of precipitation": the measure is said behind its number.
        let said_behind = after > unit_after || unit_after > to + 1;
        if said_behind
            && let Some(column) =
                self.plain_column(after).filter(|column| self.is_number(*column) && self.is_free(after))
        {
            self.take(after);
            return Ok(Some(Subject::Column(column)));
        }
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
    pub fn subject_before(&mut self, at: usize) -> Result<Option<Subject>, Trouble> {
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
        if self.is_additive(column) && self.is_had_by_groups(place) {
            let measure = self.measure(Aggregate::Sum, self.operand(column))?;
            return Ok(Some(Subject::Figure(measure)));
        }
        Ok(Some(Subject::Column(column)))
    }

    /// "How many months had revenue above 40000": months have the sum of their rows.
    fn is_had_by_groups(&self, place: usize) -> bool {
        let had = place.checked_sub(1).filter(|at| matches!(self.cue(*at), Some(Cue::Verb | Cue::With)));
        let asked = had.and_then(|at| self.back(at, |_| false)).filter(|at| match self.item(*at) {
            Some(Item::Cue(Cue::Unit(unit))) => !self.is_grain(*unit),
            Some(Item::Column(_)) => self
                .plain_column(*at)
                .is_some_and(|column| self.is_grouping(column) && !self.is_unique(column) && !self.is_additive(column)),
            _ => false,
        });
        let before = asked.and_then(|at| self.back(at, |cue| matches!(cue, Cue::Distinct | Cue::Of | Cue::Column)));
        before.is_some_and(|at| matches!(self.cue(at), Some(Cue::HowMany | Cue::Which | Cue::What)))
    }

    /// "the annual mean first exceeds": a figure whose measure is the only column of numbers.
    pub fn figure_before(&mut self, at: usize) -> Result<Option<Subject>, Trouble> {
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
    pub fn subject_by_unit(&mut self, at: usize, to: usize) -> Result<Option<Subject>, Trouble> {
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
            [] if unit.is_empty() && self.view.names.measure("age").len() == 1 => {
                // "passengers under 18": of people, the age is meant.
                let column = self.view.names.measure("age").first().copied().unwrap_or_default();
                self.reading.note(format!("The bound was taken to be on `{}`.", self.name(column)));
                Ok(Some(Subject::Column(column)))
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

    pub fn places_free_columns(&self) -> Vec<usize> {
        (0..self.marks.len())
            .filter(|at| self.is_free(*at) && matches!(self.item(*at), Some(Item::Column(_))))
            .collect()
    }

    pub fn put_bound(
        &mut self,
        subject: Subject,
        comparison: Comparison,
        literal: &str,
        at: usize,
    ) -> Result<(), Trouble> {
        match subject {
            Subject::Column(column) => {
                self.check_unit(column, at)?;
                let condition = Condition {
                    sql: self.numbers_only(column, format!("{} {} {literal}", self.sql(column), comparison.sql())),
                    words: format!("{} is {} {literal}", self.name(column), comparison.words()),
                    at,
                    columns: vec![column],
                    kind: ConditionKind::Number,
                };
                let condition = if self.is_left_out(at) { self.left_out(condition) } else { condition };
                self.add_condition(condition);
            }
            Subject::Figure(measure) => {
                if let [column] = measure.operand.columns.as_slice() {
                    self.check_unit(*column, at)?;
                }
                let bound = literal.parse().unwrap_or_default();
                self.reading.having.push((measure, comparison, bound));
            }
        }
        Ok(())
    }

    /// A bound on a column that holds values which are not a number: these lie above every number in SQL.
    pub fn numbers_only(&self, column: usize, bound: String) -> String {
        if self.operand(column).not_finite {
            return format!("(NOT isnan({}) AND {bound})", self.sql(column));
        }
        bound
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

    pub fn unit_at(&self, at: usize) -> Vec<&'static str> {
        if self.cue(at) == Some(Cue::Measure) { units(&self.text(at)) } else { Vec::new() }
    }

    pub fn has_unit(&self, column: usize, unit: &[&str]) -> bool {
        self.view.names.unit(column).is_some_and(|own| unit.contains(&own))
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

    /// The column at a place; where several fit alike, the one that an adjective can speak of.
    pub fn column_like(&self, at: usize, measures: &[&str]) -> Option<usize> {
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
}
