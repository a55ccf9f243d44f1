//! What rows are grouped by, and what is asked for: "by species and sex", "per year", "which three states".

use super::aggregate::{Aggregate, Unit};
use super::date_columns::DateColumn;
use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::{Group, Trouble};
use crate::analyst::names::Name;

impl Draft<'_> {
    /// Reads groups and subjects.
    ///
    /// # Errors
    /// When a column is ambiguous, or the table has no column for a piece of the calendar.
    pub fn read_groups(&mut self) -> Result<(), Trouble> {
        for at in self.places(|cue| matches!(cue, Cue::Which | Cue::What | Cue::When)) {
            self.read_subject(at)?;
        }
        for at in self.places(|cue| matches!(cue, Cue::By | Cue::Each)) {
            self.read_by(at)?;
        }
        for at in self.places(|cue| matches!(cue, Cue::Per(_))) {
            if let Some(Cue::Per(unit)) = self.cue(at).filter(|_| self.is_free(at)) {
                self.read_per(at, unit)?;
            }
        }
        Ok(())
    }

    /// Rows grouped by a piece of the calendar.
    ///
    /// # Errors
    /// When no column can tell it.
    pub fn time_group(&mut self, unit: Unit) -> Result<Group, Trouble> {
        let typical =
            self.marks.iter().any(|mark| matches!(mark.text.to_lowercase().as_str(), "on average" | "typically"));
        let unit = if unit == Unit::Month && typical {
            self.reading.note("Months were taken whatever their year.".to_owned());
            Unit::MonthOfYear
        } else {
            unit
        };
        let fits = |date: &&DateColumn| date.bucket(unit).is_some();
        let full: Vec<DateColumn> = self.view.dates.iter().filter(fits).cloned().collect();
        let named = full.iter().find(|date| self.view.names.core(date.column) == [unit.alias().to_owned()]);
        let Some(date) = named.or(full.first()) else {
            return Err(Trouble::Other(format!("No column of this table can tell the {} of a row.", unit.words())));
        };
        if unit == Unit::Month && date.is_month_text() {
            let column = date.column;
            return Ok(self.group(column));
        }
        if full.len() > 1 && named.is_none() {
            self.reading.note(format!("Dates were taken from `{}`.", self.name(date.column)));
        }
        if let Some(note) = &date.note {
            self.reading.note(format!("{note}."));
        }
        let sql = date.bucket(unit).unwrap_or_default();
        let nulls = self.profile(date.column).is_some_and(|column| column.nulls > 0);
        Ok(Group {
            present: nulls.then(|| format!("{sql} IS NOT NULL")),
            sql,
            alias: if named.is_some() && date.year_only { self.raw_name(date.column) } else { unit.alias().to_owned() },
            label: unit.words().to_owned(),
            column: date.column,
            unit: Some(unit),
        })
    }

    /// The group that a place names: a column to group by, or a piece of the calendar.
    pub fn group_at(&mut self, at: usize) -> Result<Option<Group>, Trouble> {
        if let Some(Cue::Unit(unit)) = self.cue(at).filter(|_| self.is_free(at)) {
            return self.time_group(unit).map(Some);
        }
        if !self.is_free(at) {
            return Ok(None);
        }
        if let Some(Item::Column(fit)) = self.item(at)
            && fit.columns.len() > 1
        {
            let grouping: Vec<usize> = fit.columns.iter().copied().filter(|column| self.is_grouping(*column)).collect();
            return match grouping.as_slice() {
                [] => Ok(None),
                [only] => Ok(Some(self.group(*only))),
                several => Err(self.ambiguous(&self.text(at), several)),
            };
        }
        let column = self.column(at)?.filter(|column| self.is_grouping(*column));
        Ok(column.map(|column| self.group(column)))
    }

    /// Groups from a place on, joined by "and" or commas; returns them and takes their places.
    fn listed_groups(&mut self, from: usize) -> Result<Vec<Group>, Trouble> {
        let mut groups = Vec::new();
        let mut at = from;
        while let Some(group) = self.group_at(at)? {
            groups.push(group);
            self.take(at);
            let joint = self.skip(at + 1, |cue| cue == Cue::Carrier);
            let next = self.skip(joint, |cue| matches!(cue, Cue::And | Cue::By | Cue::Each | Cue::Column));
            let joined = (joint..next).any(|place| self.cue(place) == Some(Cue::And));
            // "species-sex pair": both names stand side by side.
            let paired =
                joint == next && self.cue(next + 1) == Some(Cue::Combination) && self.plain_column(next).is_some();
            if paired {
                self.take(next + 1);
            } else if !joined {
                break;
            }
            at = next;
        }
        Ok(groups)
    }

    fn read_subject(&mut self, at: usize) -> Result<(), Trouble> {
        if self.cue(at) == Some(Cue::When) {
            self.take(at);
            // Elsewhere "when" only leads to a condition.
            let asks = at
                .checked_sub(1)
                .is_none_or(|place| matches!(self.item(place), Some(Item::Stop | Item::Cue(Cue::And))));
            if !asks {
                return Ok(());
            }
            if let Some(date) = self.view.dates.first().cloned() {
                let group = self.group(date.column);
                self.subjects.push(group);
            }
            return Ok(());
        }
        if self.cue(at) == Some(Cue::What) && self.text(at) != "what" {
            return Ok(());
        }
        if self.text(at) == "who" {
            self.subject_rows = true;
            return Ok(());
        }
        let mut place = at + 1;
        if let Some(Item::Number(value)) = self.item(place).cloned()
            && self.is_free(place)
        {
            self.wanted = whole(value);
            self.take(place);
            place += 1;
        }
        if let Some(Cue::Combination) = self.cue(place) {
            self.take(place);
            place = self.skip(place + 1, |cue| cue == Cue::Of);
        }
        place = self.skip(place, |cue| matches!(cue, Cue::Column | Cue::Distinct));
        if matches!(self.item(place), Some(Item::Noun(..) | Item::Cue(Cue::Rows))) {
            self.take(place);
            self.plural = is_plural(&self.text(place));
            self.subject_rows = true;
            return Ok(());
        }
        let groups = self.listed_groups(place)?;
        if !groups.is_empty() {
            for distinct in at..place {
                if self.cue(distinct) == Some(Cue::Distinct) {
                    self.take(distinct);
                }
            }
            self.plural = groups.len() == 1 && is_plural(&self.text(place));
            for group in groups {
                if !self.subjects.iter().any(|own| own.sql == group.sql) {
                    self.subjects.push(group);
                }
            }
        }
        Ok(())
    }

    fn read_by(&mut self, at: usize) -> Result<(), Trouble> {
        if !self.is_free(at) {
            return Ok(());
        }
        let mut place =
            self.skip(at + 1, |cue| matches!(cue, Cue::In | Cue::Of | Cue::Column | Cue::Each | Cue::By | Cue::Verb));
        if self.cue(place) == Some(Cue::Combination) {
            self.take(place);
            place = self.skip(place + 1, |cue| cue == Cue::Of);
        }
        if let Some(Item::Number(count)) = self.item(place).cloned()
            && self.names_all_values(place + 1, count)
        {
            self.take(place);
            place += 1;
        }
        let grain = matches!(self.cue(place), Some(Cue::Unit(unit)) if self.is_grain(unit));
        if grain
            && self.has(|cue| matches!(cue, Cue::Aggregate(own) if own != Aggregate::Sum))
            && self.cue(place + 1) != Some(Cue::And)
        {
            // "per day", where each row is a day.
            self.take(at);
            self.take(place);
            self.per_row = true;
            return Ok(());
        }
        if self.ranks_by(at, place) {
            self.take(at);
            return Ok(());
        }
        let groups = self.listed_groups(place)?;
        if !groups.is_empty() {
            for between in at..place {
                self.take(between);
            }
            for group in groups {
                self.add_group(group);
            }
            return Ok(());
        }
        match self.item(place) {
            Some(Item::Noun(..) | Item::Cue(Cue::Rows)) if self.is_free(place) => {
                self.take(at);
                self.take(place);
                self.per_row = true;
            }
            Some(
                Item::Column(_)
                | Item::Cue(
                    Cue::Aggregate(_) | Cue::Extreme(_) | Cue::HowMany | Cue::Share(_) | Cue::HowMuch | Cue::Distinct,
                ),
            ) => self.take(at),
            _ if self.cue(at) == Some(Cue::Each) => self.take(at),
            _ if !self.subjects.is_empty() || !self.reading.groups.is_empty() => {
                if matches!(self.text(at).as_str(), "has each" | "have each") {
                    self.take(at);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// "top 3 shops by returns": what they are ranked by, unless its numbers stand for groups.
    fn ranks_by(&self, at: usize, place: usize) -> bool {
        let Some(column) = self.plain_column(place).filter(|column| self.is_number(*column)) else { return false };
        let name = Name::of(&self.raw_name(column));
        let stands_for_groups = name.is_group() || name.is_code() || name.is_identifier() || name.is_year();
        let is_time = self.view.dates.iter().any(|date| date.column == column);
        let subject = at.checked_sub(1).filter(|before| {
            matches!(self.item(*before), Some(Item::Column(_) | Item::Noun(..) | Item::Cue(Cue::Rows)))
        });
        let top = subject.and_then(|before| {
            self.back(before, |_| false)
                .into_iter()
                .chain(before.checked_sub(2))
                .find(|place| matches!(self.cue(*place), Some(Cue::Top(_))))
        });
        top.is_some() && !stands_for_groups && !is_time
    }

    /// "the three species", where there are three.
    fn names_all_values(&self, at: usize, count: f64) -> bool {
        let column = self.plain_column(at);
        let distinct = column.and_then(|column| self.profile(column)).and_then(|profile| profile.distinct);
        distinct.is_some_and(|distinct| whole(count) == usize::try_from(distinct).ok())
    }

    /// "monthly revenue", "annual mean", "average monthly revenue"
    fn read_per(&mut self, at: usize, unit: Unit) -> Result<(), Trouble> {
        self.take(at);
        let date_is_key = self.view.dates.first().is_some_and(|date| self.is_unique(date.column) && !date.year_only);
        if unit == Unit::Day && date_is_key && self.has(|cue| matches!(cue, Cue::Aggregate(_) | Cue::Extreme(_))) {
            return Ok(());
        }
        let group = self.time_group(unit)?;
        let before = self.back(at, |cue| matches!(cue, Cue::Of)).and_then(|place| self.cue(place));
        let measure =
            self.plain_column(self.skip(at + 1, |cue| matches!(cue, Cue::Aggregate(Aggregate::Sum) | Cue::Of)));
        let additive = measure.is_some_and(|column| self.is_additive(column));
        if let Some(Cue::Aggregate(outer)) = before.filter(|_| additive && outer_figure(before)) {
            if let Some(place) = self.back(at, |cue| matches!(cue, Cue::Of)) {
                self.take(place);
            }
            self.reading.shape = super::reading::Shape::OverGroups(outer);
        }
        self.add_group(group);
        Ok(())
    }

    /// A subject that is named beside a superlative: "three states with the most", "the city with the largest".
    pub fn find_subject(&mut self, ranking: usize) -> Result<(), Trouble> {
        if !self.subjects.is_empty() || self.subject_rows || !self.reading.groups.is_empty() {
            return Ok(());
        }
        let (from, _) = self.sentence(ranking);
        for at in (from..ranking).rev() {
            if !self.is_free(at) || self.is_carried(at) {
                continue;
            }
            if matches!(self.item(at), Some(Item::Noun(..) | Item::Cue(Cue::Rows))) && at < ranking {
                self.take(at);
                self.subject_rows = true;
                self.plural = is_plural(&self.text(at));
                self.take_number(at);
                return Ok(());
            }
            let Some(group) = self.group_at(at)? else { continue };
            self.take(at);
            self.plural = is_plural(&self.text(at));
            self.take_number(at);
            self.subjects.push(group);
            return Ok(());
        }
        Ok(())
    }

    /// Whether a place is the operand of what stands before it: "number of species", "different islands".
    fn is_carried(&self, at: usize) -> bool {
        let before = self.back(at, |cue| matches!(cue, Cue::Of | Cue::Carrier));
        before.and_then(|place| self.cue(place)).is_some_and(|cue| matches!(cue, Cue::HowMany | Cue::Distinct))
    }

    fn take_number(&mut self, at: usize) {
        if let Some(before) = at.checked_sub(1)
            && let Some(Item::Number(value)) = self.item(before).cloned()
            && self.is_free(before)
        {
            self.wanted = whole(value);
            self.take(before);
        }
    }
}

fn outer_figure(cue: Option<Cue>) -> bool {
    matches!(cue, Some(Cue::Aggregate(Aggregate::Mean | Aggregate::Median | Aggregate::Min | Aggregate::Max)))
}

/// A count, where a number is one.
pub fn whole(value: f64) -> Option<usize> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be a small whole number")]
    let count = value as usize;
    ((1.0..=10_000.0).contains(&value) && value.fract() == 0.0).then_some(count)
}

/// Whether a word is a plural.
pub fn is_plural(word: &str) -> bool {
    super::words::singular(word) != word && word.ends_with('s')
}
