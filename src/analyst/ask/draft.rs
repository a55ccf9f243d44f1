//! A reading in the making: the marks of a question, which of them have a part already, and the ways to look around.
//!
//! The passes that give marks their parts live beside this file, one subject each.

use super::aggregate::{Aggregate, Unit};
use super::lexicon::Cue;
use super::marks::{Item, Mark, View};
use super::reading::{Condition, ConditionKind, Group, Measure, Operand, Reading, Trouble};
use super::synonyms::is_additive;
use super::words::{name_words, singular};
use super::{absent, wording};
use crate::analyst::seen::SeenColumn;
use crate::sql;
use crate::table::Kind;

/// What a superlative was read as, before its measure is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// Where it stands.
    pub at: usize,
    /// Largest first.
    pub largest: bool,
    /// How many; none where no number was said.
    pub limit: Option<usize>,
    /// How many are passed over.
    pub offset: usize,
    /// The measure, where the superlative names it by itself.
    pub operand: Option<Operand>,
    /// Whether a count of rows is meant.
    pub counts: bool,
    /// Whether the measure may be left open: top, best.
    pub open: bool,
}

/// A reading in the making.
#[expect(clippy::struct_excessive_bools, reason = "each says one thing of the question")]
pub struct Draft<'a> {
    /// The table.
    pub view: &'a View<'a>,
    /// The question.
    pub marks: Vec<Mark>,
    /// What was read so far.
    pub reading: Reading,
    /// Superlatives.
    pub rankings: Vec<Ranking>,
    /// What names the thing asked for: which island, which year.
    pub subjects: Vec<Group>,
    /// Whether the subject was said in the plural.
    pub plural: bool,
    /// Whether the things asked for are rows: which penguin, on which day.
    pub subject_rows: bool,
    /// The number of things asked for.
    pub wanted: Option<usize>,
    /// Whether rows are counted.
    pub counts_rows: bool,
    /// Measures without a figure, each with its place.
    pub bare: Vec<(usize, Operand)>,
    /// Columns of text or time that were named and have no other part, each with its place.
    pub labels: Vec<(usize, usize)>,
    /// Whether figures were asked for each row: per penguin.
    pub per_row: bool,
    /// Whether rows that miss a value of a measure or group are to be left out.
    pub ignore_missing: bool,
    /// Times that were named side by side, each with its condition.
    pub times: Vec<(Condition, Option<Unit>)>,
    /// Values of one column that were named side by side.
    pub choices: Vec<(usize, Vec<Condition>)>,
}

impl<'a> Draft<'a> {
    /// Begins with nothing read.
    pub fn new(view: &'a View<'a>, question: &str) -> Self {
        let mut marks = view.marks(question);
        marks.retain(|mark| mark.item != Item::Cue(Cue::Filler));
        // "airport names": the noun only says whose.
        for at in 0..marks.len() {
            let named = matches!(marks.get(at + 1).map(|mark| &mark.item), Some(Item::Column(fit)) if fit.full);
            let noun = marks.get(at).is_some_and(|mark| {
                matches!(mark.item, Item::Noun(..)) && singular(&mark.text) == mark.text.to_lowercase()
            });
            if let (true, Some(mark)) = (named && noun, marks.get_mut(at)) {
                mark.item = Item::Cue(Cue::Filler);
            }
        }
        marks.retain(|mark| mark.item != Item::Cue(Cue::Filler));
        Self {
            view,
            marks,
            reading: Reading::new(view.index),
            rankings: Vec::new(),
            subjects: Vec::new(),
            plural: false,
            subject_rows: false,
            wanted: None,
            counts_rows: false,
            bare: Vec::new(),
            labels: Vec::new(),
            per_row: false,
            ignore_missing: false,
            times: Vec::new(),
            choices: Vec::new(),
        }
    }

    /// What stands at a place.
    pub fn item(&self, at: usize) -> Option<&Item> {
        self.marks.get(at).map(|mark| &mark.item)
    }

    /// The cue at a place.
    pub fn cue(&self, at: usize) -> Option<Cue> {
        match self.item(at)? {
            Item::Cue(cue) => Some(*cue),
            Item::Column(_)
            | Item::Value(..)
            | Item::Number(_)
            | Item::Date(_)
            | Item::Noun(..)
            | Item::Quoted
            | Item::Stop
            | Item::Unknown => None,
        }
    }

    /// The text at a place in lower case.
    pub fn text(&self, at: usize) -> String {
        self.marks.get(at).map(|mark| mark.text.to_lowercase()).unwrap_or_default()
    }

    /// Whether a place has no part yet.
    pub fn is_free(&self, at: usize) -> bool {
        self.marks.get(at).is_some_and(|mark| !mark.used)
    }

    /// Gives a place its part.
    pub fn take(&mut self, at: usize) {
        if let Some(mark) = self.marks.get_mut(at) {
            mark.used = true;
        }
    }

    /// The first place from `at` on whose cue is none of these.
    pub fn skip(&self, mut at: usize, passed: impl Fn(Cue) -> bool) -> usize {
        while self.cue(at).is_some_and(&passed) {
            at += 1;
        }
        at
    }

    /// The last place before `at` whose cue is none of these.
    pub fn back(&self, at: usize, passed: impl Fn(Cue) -> bool) -> Option<usize> {
        let mut at = at.checked_sub(1)?;
        while self.cue(at).is_some_and(&passed) {
            at = at.checked_sub(1)?;
        }
        Some(at)
    }

    /// The places that hold a cue.
    pub fn places(&self, wanted: impl Fn(Cue) -> bool) -> Vec<usize> {
        (0..self.marks.len()).filter(|at| self.cue(*at).is_some_and(&wanted)).collect()
    }

    /// Whether the question has a cue.
    pub fn has(&self, wanted: impl Fn(Cue) -> bool) -> bool {
        (0..self.marks.len()).any(|at| self.cue(at).is_some_and(&wanted))
    }

    /// The one column that is meant at a place.
    ///
    /// # Errors
    /// When several fit alike.
    pub fn column(&self, at: usize) -> Result<Option<usize>, Trouble> {
        let Some(Item::Column(fit)) = self.item(at) else { return Ok(None) };
        match fit.columns.as_slice() {
            [only] => Ok(Some(*only)),
            several => Err(self.ambiguous(&self.text(at), several)),
        }
    }

    /// The column at a place, where it is not ambiguous.
    pub fn plain_column(&self, at: usize) -> Option<usize> {
        self.column(at).ok().flatten()
    }

    /// That a word may mean several columns.
    pub fn ambiguous(&self, word: &str, columns: &[usize]) -> Trouble {
        let names = columns.iter().filter_map(|at| self.profile(*at)).map(|column| column.name.clone());
        Trouble::Ambiguous(word.to_owned(), names.collect())
    }

    /// A column's profile.
    pub fn profile(&self, column: usize) -> Option<&'a SeenColumn> {
        self.view.table.columns.get(column)
    }

    /// A column's name as it stands between backticks and in labels.
    pub fn name(&self, column: usize) -> String {
        self.profile(column).map(|column| wording::name(&column.name)).unwrap_or_default()
    }

    /// A column's name as the table has it.
    pub fn raw_name(&self, column: usize) -> String {
        self.profile(column).map(|column| column.name.clone()).unwrap_or_default()
    }

    /// A column's name for SQL.
    pub fn sql(&self, column: usize) -> String {
        sql::name(&self.raw_name(column))
    }

    /// Says that words of a column count as missing values.
    pub fn say_absent(&mut self, column: usize) {
        if let Some(profile) = self.profile(column).filter(|profile| absent::is_listed(profile)) {
            let listed = absent::words(profile)
                .into_iter()
                .filter(|word| profile.top.iter().any(|(cell, _)| cell.as_text() == Some(word)));
            let listed: Vec<String> = listed.map(|word| format!("`{word}`")).collect();
            let name = self.name(column);
            self.reading.note(format!("{} in `{name}` counts as missing.", listed.join(", ")));
        }
    }

    /// What a column's values are.
    pub fn kind(&self, column: usize) -> Kind {
        self.profile(column).map_or(Kind::Other, SeenColumn::kind)
    }

    /// Whether a column holds numbers that can be summed: no years, no codes of dates.
    pub fn is_number(&self, column: usize) -> bool {
        self.kind(column).is_numeric() && !self.view.dates.iter().any(|date| date.column == column)
    }

    /// Whether the sum of a column means something, by its name.
    pub fn is_additive(&self, column: usize) -> bool {
        self.is_number(column) && is_additive(&name_words(&self.name(column)))
    }

    /// Whether a column's name says that it identifies.
    pub fn is_identifier(&self, column: usize) -> bool {
        self.view.names.core(column).iter().any(|word| word == "identifier")
    }

    /// Whether rows are grouped by a column rather than summed over it.
    pub fn is_grouping(&self, column: usize) -> bool {
        match self.kind(column) {
            Kind::Text | Kind::Boolean | Kind::Date | Kind::Timestamp | Kind::Time => true,
            Kind::Integer => {
                !self.is_number(column)
                    || self.is_identifier(column)
                    || !self.is_additive(column)
                        && self.profile(column).and_then(|c| c.distinct).is_some_and(|d| d <= 50)
            }
            Kind::Number | Kind::Other => false,
        }
    }

    /// Whether no two rows share a column's value.
    pub fn is_unique(&self, column: usize) -> bool {
        let rows = self.view.table.rows;
        self.profile(column).is_some_and(|c| !c.about && rows > 0 && c.distinct == Some(rows.saturating_sub(c.nulls)))
    }

    /// A column as the operand of a figure.
    pub fn operand(&self, column: usize) -> Operand {
        Operand {
            sql: self.sql(column),
            label: self.name(column),
            columns: vec![column],
            not_finite: self.profile(column).and_then(|column| column.not_finite).is_some_and(|count| count > 0),
            numeric: self.kind(column).is_numeric(),
            present: self.profile(column).filter(|own| absent::is_listed(own)).map(absent::present),
            calendar: self.view.dates.iter().any(|date| date.column == column),
            date: self.date_sql(),
        }
    }

    /// The expression of the date that the table goes by.
    pub fn date_sql(&self) -> Option<String> {
        self.view.dates.first().map(|date| date.sql.clone())
    }

    /// A figure of a column, and whether the column can have it.
    ///
    /// # Errors
    /// When the column's values are no numbers.
    pub fn measure(&self, aggregate: Aggregate, operand: Operand) -> Result<Measure, Trouble> {
        if !operand.numeric && !aggregate.takes_any() {
            let label = &operand.label;
            let kind = operand.columns.first().and_then(|at| self.profile(*at)).map(|c| c.kind_name.clone());
            return Err(Trouble::Other(format!(
                "The column `{label}` holds {} values, which have no {}.",
                kind.unwrap_or_default(),
                aggregate.words()
            )));
        }
        Ok(Measure { aggregate, operand })
    }

    /// Rows grouped by a column.
    pub fn group(&self, column: usize) -> Group {
        Group {
            sql: self.sql(column),
            alias: self.raw_name(column),
            label: self.name(column),
            column,
            unit: self.holds_months(column).then_some(Unit::Month),
            present: self.profile(column).filter(|own| own.nulls > 0 || absent::is_listed(own)).map(absent::present),
        }
    }

    /// Whether a column holds months as text: `2024-03`.
    pub fn holds_months(&self, column: usize) -> bool {
        self.view.dates.iter().any(|date| date.column == column && date.is_month_text())
    }

    /// Adds a group, once.
    pub fn add_group(&mut self, group: Group) {
        if !self.reading.groups.iter().any(|own| own.sql == group.sql) {
            self.reading.groups.push(group);
        }
    }

    /// What is asked for becomes what rows are grouped by.
    pub fn group_by_subjects(&mut self) {
        for group in std::mem::take(&mut self.subjects) {
            self.add_group(group);
        }
    }

    /// Adds a measure, once.
    pub fn add_measure(&mut self, measure: Measure) {
        if !self.reading.measures.contains(&measure) {
            self.reading.measures.push(measure);
        }
    }

    /// Adds a condition, once.
    pub fn add_condition(&mut self, condition: Condition) {
        if !self.reading.conditions.iter().any(|own| own.sql == condition.sql) {
            self.reading.conditions.push(condition);
        }
    }

    /// Whether a place stands behind "leave out" in its clause.
    pub fn is_left_out(&self, at: usize) -> bool {
        for place in (0..at).rev() {
            let asks = |cue: Cue| {
                matches!(
                    cue,
                    Cue::What
                        | Cue::Which
                        | Cue::HowMany
                        | Cue::HowMuch
                        | Cue::When
                        | Cue::Aggregate(_)
                        | Cue::Extreme(_)
                )
            };
            if self.cue(place) == Some(Cue::LeaveOut) {
                return true;
            }
            if self.item(place) == Some(&Item::Stop) || self.cue(place).is_some_and(asks) {
                return false;
            }
        }
        false
    }

    /// A condition turned round because it was to be left out; rows that miss the value stay.
    pub fn left_out(&mut self, condition: Condition) -> Condition {
        for place in 0..condition.at {
            if self.cue(place) == Some(Cue::LeaveOut) {
                self.take(place);
            }
        }
        Condition {
            sql: format!("({}) IS NOT TRUE", condition.sql),
            words: format!("not ({})", condition.words),
            kind: ConditionKind::LeftOut,
            ..condition
        }
    }

    /// The beginning and the end of the sentence around a place.
    pub fn sentence(&self, at: usize) -> (usize, usize) {
        let stop = |place: &usize| self.item(*place) == Some(&Item::Stop);
        let from = (0..at).rev().find(stop).map_or(0, |place| place + 1);
        let to = (at..self.marks.len()).find(stop).unwrap_or(self.marks.len());
        (from, to)
    }
}
