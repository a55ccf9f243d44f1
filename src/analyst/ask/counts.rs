//! What "how many" counts: rows, pieces of the calendar, different values, or the sum of a column.

use super::absent;
use super::aggregate::{Aggregate, Unit};
use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::measures::Pending;
use super::nouns::Noun;
use super::reading::{Condition, ConditionKind, Measure, Shape, Trouble};

impl Draft<'_> {
    /// What "how many" counts.
    pub fn read_how_many(&mut self, at: usize, pending: &mut Pending) -> Result<usize, Trouble> {
        self.take(at);
        let mut place = self.skip(at + 1, |cue| matches!(cue, Cue::Of | Cue::In | Cue::Column | Cue::Measure));
        let distinct = self.cue(place) == Some(Cue::Distinct);
        if distinct {
            self.take(place);
            place =
                self.skip(place + 1, |cue| matches!(cue, Cue::Column | Cue::Carrier | Cue::Of | Cue::In | Cue::Verb));
        }
        self.count_over_groups(pending)?;
        match self.item(place).cloned() {
            Some(Item::Noun(noun, _)) if self.is_free(place) && !distinct => {
                self.take(place);
                self.count_nouns(&self.text(place), noun)?;
                Ok(place + 1)
            }
            Some(Item::Cue(Cue::Rows)) => {
                self.take(place);
                self.count_rows();
                Ok(place + 1)
            }
            Some(Item::Cue(Cue::Combination)) => {
                self.take(place);
                self.count_combinations(place)
            }
            Some(Item::Cue(Cue::Columns)) => {
                self.take(place);
                self.reading.shape = Shape::ColumnCount;
                Ok(place + 1)
            }
            Some(Item::Cue(Cue::Unit(unit))) if self.is_free(place) => {
                self.take(place);
                self.count_units(unit, distinct)?;
                Ok(place + 1)
            }
            Some(Item::Column(_)) if self.is_free(place) => self.count_column(place, distinct),
            _ if distinct => Err(Trouble::Unused(vec![self.text(place)])),
            // "How many grams heavier": a difference is asked for, not a count.
            Some(Item::Cue(Cue::Adjective)) => {
                for place in at..place {
                    self.take(place);
                }
                Ok(place)
            }
            // "How many values": of which column, and are missing ones counted?
            Some(Item::Cue(Cue::Carrier)) if !self.has(|cue| matches!(cue, Cue::Missing(_))) => {
                Err(Trouble::Unused(vec![self.text(place)]))
            }
            _ => {
                if self.rankings.is_empty() && self.reading.shape == Shape::Figures {
                    self.count_rows();
                }
                Ok(place.max(at + 1))
            }
        }
    }

    /// "the mean number of orders per customer": a figure over the counts of the groups.
    fn count_over_groups(&mut self, pending: &mut Pending) -> Result<(), Trouble> {
        if !pending.aggregates.is_empty() && !pending.applied {
            let outer = pending.aggregates.first().copied().unwrap_or(Aggregate::Mean);
            if self.reading.groups.is_empty() {
                return Err(Trouble::Unused(vec![format!("{} number", outer.words())]));
            }
            self.reading.shape = Shape::OverGroups(outer);
            pending.applied = true;
        }
        Ok(())
    }

    fn count_combinations(&mut self, place: usize) -> Result<usize, Trouble> {
        let from = self.skip(place + 1, |cue| matches!(cue, Cue::Of | Cue::Distinct | Cue::And));
        for column in self.listed_columns(from)? {
            let group = self.group(column);
            self.add_group(group);
        }
        self.reading.shape = Shape::CountGroups;
        Ok(from)
    }

    /// Counts rows, of groups where there are groups.
    pub fn count_rows(&mut self) {
        self.counts_rows = true;
        if self.reading.shape == Shape::Figures || matches!(self.reading.shape, Shape::OverGroups(_)) {
            self.add_measure(Measure::rows());
        }
    }

    /// Rows by their noun; where a column identifies the noun and repeats, its different values.
    pub fn count_nouns(&mut self, word: &str, noun: Noun) -> Result<(), Trouble> {
        let one = super::words::singular(word);
        let key = (0..self.view.table.columns.len()).find(|column| {
            self.is_identifier(*column)
                && self.view.names.core(*column).contains(&one)
                && !self.is_unique(*column)
                && self.profile(*column).is_some_and(|profile| profile.distinct.is_some() && !profile.about)
        });
        if let Some(column) = key {
            let name = self.name(column);
            self.reading.note(format!("“{word}” was counted by different values of `{name}`, as it repeats."));
            let measure = self.measure(Aggregate::CountDistinct, self.operand(column))?;
            self.add_measure(measure);
            self.counts_rows = true;
            return Ok(());
        }
        match noun {
            Noun::File | Noun::Key => {}
            Noun::Class => self.reading.note(format!("“{word}” was read as the rows of the table.")),
            Noun::Label => return Err(Trouble::Unused(vec![word.to_owned()])),
        }
        self.count_rows();
        Ok(())
    }

    pub fn count_units(&mut self, unit: Unit, distinct: bool) -> Result<(), Trouble> {
        if self.is_grain(unit) && !distinct {
            let name = self.view.dates.first().map(|date| self.name(date.column)).unwrap_or_default();
            self.reading.note(format!("Each row is one {}, as no `{name}` repeats.", unit.words()));
            self.count_rows();
            return Ok(());
        }
        let group = self.time_group(unit)?;
        if !self.reading.having.is_empty() {
            self.add_group(group);
            self.reading.shape = Shape::CountGroups;
            return Ok(());
        }
        let mut operand = self.operand(group.column);
        operand.sql = group.sql;
        operand.label = group.label;
        let measure = self.measure(Aggregate::CountDistinct, operand)?;
        self.add_measure(measure);
        self.counts_rows = true;
        Ok(())
    }

    pub fn count_column(&mut self, at: usize, distinct: bool) -> Result<usize, Trouble> {
        let columns = match self.item(at) {
            Some(Item::Column(fit)) => fit.columns.clone(),
            _ => Vec::new(),
        };
        let keys: Vec<usize> = columns.iter().copied().filter(|column| self.is_identifier(*column)).collect();
        let column = match (columns.as_slice(), keys.as_slice()) {
            ([only], _) | (_, [only]) => *only,
            _ => return Err(self.ambiguous(&self.text(at), &columns)),
        };
        let vague = matches!(self.item(at), Some(Item::Column(fit)) if !fit.head && !fit.full);
        if vague && !self.is_identifier(column) {
            return Err(Trouble::Unused(vec![self.text(at)]));
        }
        self.take(at);
        let mut columns = vec![column];
        if distinct {
            let joint = self.skip(at + 1, |cue| cue == Cue::Carrier);
            if self.cue(joint) == Some(Cue::And) && self.cue(joint + 1) == Some(Cue::Column) {
                columns.extend(self.listed_columns(joint + 2)?);
            }
        }
        if !self.reading.having.is_empty() && self.is_grouping(column) {
            let group = self.group(column);
            self.add_group(group);
            self.reading.shape = Shape::CountGroups;
            return Ok(at + 1);
        }
        if self.counts_values(at, column) && !distinct {
            let profile = self.profile(column).map(absent::present);
            self.add_condition(Condition {
                sql: profile.unwrap_or_default(),
                words: format!("{} is not missing", self.name(column)),
                at,
                columns: vec![column],
                kind: ConditionKind::Missing,
            });
            self.count_rows();
            return Ok(at + 1);
        }
        let aggregate = if distinct || self.is_grouping(column) {
            Aggregate::CountDistinct
        } else if self.is_additive(column) {
            Aggregate::Sum
        } else {
            return Err(Trouble::Other(format!(
                "“How many {}” could ask for the sum of `{}`, its different values or the rows that have one.",
                self.text(at),
                self.name(column)
            )));
        };
        if aggregate == Aggregate::CountDistinct {
            self.say_absent(column);
        }
        let measure = self.measure(aggregate, self.operand(column))?;
        self.add_measure(measure);
        self.counts_rows = true;
        Ok(at + 1)
    }

    /// "How many co2 values are there": rows that have one.
    pub fn counts_values(&self, at: usize, column: usize) -> bool {
        let carried = self.cue(at + 1) == Some(Cue::Carrier) && self.text(at + 1).starts_with("value")
            || self.cue(at + 1) == Some(Cue::Rows);
        carried && self.is_number(column) && !self.is_identifier(column)
    }
}
