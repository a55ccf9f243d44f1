//! Conditions on values that a question names: "female Adelie penguins", "in Texas or California", "not in the USA".

use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::{Condition, ConditionKind, Trouble};
use super::values::Hit;
use super::wording;
use crate::sql;
use crate::table::Cell;

/// Words of columns that hold places: a value behind "in" is one of theirs.
const PLACES: [&str; 12] = [
    "city", "state", "country", "region", "island", "location", "place", "area", "province", "county", "site", "store",
];

impl Draft<'_> {
    /// Reads conditions on values.
    ///
    /// # Errors
    /// When it is not clear whose value is meant.
    pub fn read_values(&mut self) -> Result<(), Trouble> {
        let mut at = 0;
        while at < self.marks.len() {
            if self.is_free(at) && matches!(self.item(at), Some(Item::Value(..))) && !self.is_measure_instead(at) {
                at = self.read_value_list(at)?;
            } else {
                at += 1;
            }
        }
        self.join_alternatives()
    }

    /// "the most rain", "how much rain", "total rain": the measure, not the value.
    fn is_measure_instead(&mut self, at: usize) -> bool {
        let Some(Item::Value(_, Some(fit))) = self.item(at).cloned() else { return false };
        let numbers: Vec<usize> = fit.columns.iter().copied().filter(|column| self.is_number(*column)).collect();
        if numbers.len() != 1 || fit.columns.len() != 1 {
            return false;
        }
        let before = self.back(at, |cue| matches!(cue, Cue::Of | Cue::Carrier));
        let cued = before
            .and_then(|place| self.cue(place))
            .is_some_and(|cue| matches!(cue, Cue::Extreme(_) | Cue::HowMuch | Cue::Aggregate(_) | Cue::Per(_)));
        let behind =
            matches!(self.cue(at + 1), Some(Cue::Extreme(_) | Cue::Aggregate(super::aggregate::Aggregate::Sum)));
        let cued = cued || behind;
        if cued && let Some(mark) = self.marks.get_mut(at) {
            mark.item = Item::Column(fit);
        }
        cued
    }

    /// Values of one column side by side; returns the place behind them.
    fn read_value_list(&mut self, start: usize) -> Result<usize, Trouble> {
        let column = self.value_column(start)?;
        let negation = self.negation_before(start);
        let left_out = self.is_left_out(start);
        let mut places = vec![start];
        let mut alternatives = false;
        let mut at = start;
        loop {
            let joint = self.skip(at + 1, |cue| matches!(cue, Cue::Carrier | Cue::Measure));
            let joint = if self.plain_column(joint) == Some(column) { joint + 1 } else { joint };
            let next = self.skip(joint, |cue| {
                matches!(cue, Cue::And | Cue::Or | Cue::In | Cue::Of | Cue::Versus | Cue::With | Cue::Verb | Cue::Not)
            });
            let bridge = joint..next;
            let joined = bridge.clone().any(|place| matches!(self.cue(place), Some(Cue::And | Cue::Or | Cue::Versus)));
            if !joined || !self.is_free(next) || !self.has_value_of(next, column) {
                break;
            }
            alternatives |= bridge.clone().any(|place| self.cue(place) == Some(Cue::Or));
            for place in bridge {
                self.take(place);
            }
            places.push(next);
            at = next;
        }
        let end = places.last().copied().unwrap_or(start);
        for place in places.iter().copied() {
            self.take(place);
            self.take_label(place, column);
        }
        let mut hits: Vec<Hit> = Vec::new();
        for place in &places {
            hits.extend(self.hits_of(*place, column));
        }
        self.put_values(start, column, &hits, &places, alternatives, negation, left_out);
        Ok(end + 1)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one list of values")]
    fn put_values(
        &mut self,
        at: usize,
        column: usize,
        hits: &[Hit],
        places: &[usize],
        alternatives: bool,
        negation: Option<usize>,
        left_out: bool,
    ) {
        let condition = self.value_condition(at, column, hits);
        let together = self.has(|cue| cue == Cue::Together);
        if let Some(place) = negation {
            self.take(place);
            let name = self.name(column);
            let (sql, words) = match hits {
                [only] => (
                    format!("{} <> {}", self.sql(column), literal(&only.value)),
                    format!("{name} is not {}", only.value),
                ),
                _ => (format!("NOT ({})", condition.sql), format!("not ({})", condition.words)),
            };
            self.say_missing(column);
            self.add_condition(Condition { sql, words, ..condition });
        } else if left_out {
            let condition = self.left_out(condition);
            self.add_condition(condition);
        } else if places.len() > 1 && !alternatives && !together {
            let each = places.iter().map(|place| self.value_condition(*place, column, &self.hits_of(*place, column)));
            let each: Vec<Condition> = each.collect();
            self.choices.push((column, each));
        } else if self.choices.iter().any(|(own, _)| *own == column) {
            for (own, conditions) in &mut self.choices {
                if *own == column {
                    conditions.push(condition.clone());
                }
            }
        } else if let Some(other) = self.same_column(column) {
            self.choices.push((column, vec![other, condition]));
        } else {
            self.add_condition(condition);
        }
        if together {
            for place in self.places(|cue| cue == Cue::Together) {
                self.take(place);
            }
        }
    }

    /// A single value of the same column was named before: both stand side by side.
    fn same_column(&mut self, column: usize) -> Option<Condition> {
        let same = |own: &Condition| {
            own.kind == ConditionKind::Value && own.columns == [column] && !own.words.contains(" is not ")
        };
        let position = self.reading.conditions.iter().position(same)?;
        Some(self.reading.conditions.remove(position))
    }

    fn say_missing(&mut self, column: usize) {
        if self.profile(column).is_some_and(|profile| profile.nulls > 0) {
            self.reading.note(format!("Rows without `{}` are not counted.", self.name(column)));
        }
    }

    /// A condition that a column holds one of some values.
    pub fn value_condition(&self, at: usize, column: usize, hits: &[Hit]) -> Condition {
        let name = self.sql(column);
        let values: Vec<String> = hits.iter().map(|hit| literal(&hit.value)).collect();
        let said: Vec<String> =
            hits.iter().map(|hit| wording::quoted(&wording::name(&hit.value.to_string()))).collect();
        let sql = match values.as_slice() {
            [only] => format!("{name} = {only}"),
            several => format!("{name} IN ({})", several.join(", ")),
        };
        let words = format!("{} is {}", self.name(column), said.join(" or "));
        Condition { sql, words, at, columns: vec![column], kind: ConditionKind::Value }
    }

    fn hits_of(&self, at: usize, column: usize) -> Vec<Hit> {
        match self.item(at) {
            Some(Item::Value(hits, _)) => hits.iter().filter(|hit| hit.column == column).cloned().collect(),
            _ => Vec::new(),
        }
    }

    fn has_value_of(&self, at: usize, column: usize) -> bool {
        !self.hits_of(at, column).is_empty()
    }

    fn negation_before(&self, at: usize) -> Option<usize> {
        let mut place = at;
        while let Some(before) = place.checked_sub(1) {
            match self.item(before) {
                Some(Item::Cue(Cue::Not)) => return Some(before),
                Some(Item::Cue(
                    Cue::In | Cue::Of | Cue::From | Cue::Verb | Cue::Carrier | Cue::Compare(_) | Cue::Column,
                )) => {}
                Some(Item::Column(_)) if place == at || self.cue(place) == Some(Cue::Carrier) => {}
                _ => return None,
            }
            place = before;
        }
        None
    }

    /// The column said beside a value is its label: "the country USA", "Biscoe island".
    fn take_label(&mut self, at: usize, column: usize) {
        let passed = |cue| {
            matches!(
                cue,
                Cue::Carrier
                    | Cue::Of
                    | Cue::Compare(super::aggregate::Comparison::Equal)
                    | Cue::Verb
                    | Cue::Not
                    | Cue::In
            )
        };
        let before = self.back(at, passed);
        let after = self.skip(at + 1, |cue| cue == Cue::Carrier);
        for place in [before, Some(after)].into_iter().flatten() {
            let fits = matches!(self.item(place), Some(Item::Column(fit)) if fit.columns.contains(&column));
            let asked = place.checked_sub(1).is_some_and(|place| {
                matches!(self.cue(place), Some(Cue::Which | Cue::By | Cue::HowMany | Cue::What | Cue::Distinct))
            });
            if fits && !asked && self.is_free(place) {
                self.take(place);
                for between in place.min(at)..place.max(at) {
                    if matches!(self.cue(between), Some(Cue::Compare(_))) {
                        self.take(between);
                    }
                }
            }
        }
    }

    /// Whose value is meant.
    fn value_column(&mut self, at: usize) -> Result<usize, Trouble> {
        let Some(Item::Value(hits, _)) = self.item(at).cloned() else {
            return Err(Trouble::Unused(vec![self.text(at)]));
        };
        let mut columns: Vec<usize> = hits.iter().map(|hit| hit.column).collect();
        columns.dedup();
        columns.sort_unstable();
        columns.dedup();
        if let [only] = columns.as_slice() {
            return Ok(*only);
        }
        let beside = |place: Option<usize>| {
            let own = place.and_then(|place| self.plain_column(place))?;
            columns.contains(&own).then_some(own)
        };
        let before = self
            .back(at, |cue| matches!(cue, Cue::Carrier | Cue::Of | Cue::Compare(_) | Cue::Verb | Cue::Not | Cue::In));
        let after = self.skip(at + 1, |cue| cue == Cue::Carrier);
        if let Some(column) = beside(before).or_else(|| beside(Some(after))) {
            return Ok(column);
        }
        let text = self.text(at);
        let behind_in = self.back(at, |cue| cue == Cue::Of).is_some_and(|place| self.cue(place) == Some(Cue::In));
        let place = |column: &&usize| self.view.names.core(**column).iter().any(|word| PLACES.contains(&word.as_str()));
        let places: Vec<usize> = columns.iter().filter(place).copied().collect();
        if let [only] = places.as_slice()
            && behind_in
        {
            let name = self.name(*only);
            self.reading.note(format!("“{text}” was read as a value of `{name}`; other columns hold it too."));
            return Ok(*only);
        }
        Err(self.ambiguous(&text, &columns))
    }

    /// "rainy or above 30 degrees": two conditions of different columns of which one is enough.
    fn join_alternatives(&mut self) -> Result<(), Trouble> {
        self.reading.conditions.sort_by_key(|own| own.at);
        for at in self.places(|cue| cue == Cue::Or) {
            if !self.is_free(at) {
                continue;
            }
            let before = self.reading.conditions.iter().rposition(|own| own.at < at);
            let after = self.reading.conditions.iter().position(|own| own.at > at);
            let (Some(before), Some(after)) = (before, after) else { continue };
            if self.reading.conditions.len() > 2 {
                return Err(Trouble::Other(
                    "The question joins more than two conditions with “or”; I cannot tell which belong together."
                        .to_owned(),
                ));
            }
            if before >= after {
                continue;
            }
            let second = self.reading.conditions.remove(after);
            if let Some(first) = self.reading.conditions.get_mut(before) {
                first.sql = format!("({} OR {})", first.sql, second.sql);
                first.words = format!("{} or {}", first.words, second.words);
                first.columns.extend(second.columns);
            }
            self.take(at);
        }
        Ok(())
    }
}

/// A value as SQL writes it.
pub fn literal(value: &Cell) -> String {
    match value {
        Cell::Null => "NULL".to_owned(),
        Cell::Bool(_) | Cell::Int(_) | Cell::Float(_) => value.to_string(),
        Cell::Text(text) => sql::text(text),
    }
}
