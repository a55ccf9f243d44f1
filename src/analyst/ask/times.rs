//! Conditions on time: "in July 2014", "before 2010", "from 2012 to 2014", "in 1980 and in 2000".

use super::aggregate::{Comparison, Unit};
use super::date_columns::DateColumn;
use super::dates::{Day, When};
use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::{Condition, ConditionKind, Trouble};

impl Draft<'_> {
    /// Reads conditions on time.
    ///
    /// # Errors
    /// When a column is too coarse for a time.
    pub fn read_times(&mut self) -> Result<(), Trouble> {
        self.share_years();
        let mut at = 0;
        while at < self.marks.len() {
            if self.is_free(at) && self.when(at).is_some() {
                at = self.read_time(at)?;
            } else {
                at += 1;
            }
        }
        Ok(())
    }

    fn when(&self, at: usize) -> Option<When> {
        match self.item(at) {
            Some(Item::Date(when)) => Some(when.clone()),
            _ => None,
        }
    }

    /// "July and August 2014": the year is said once.
    fn share_years(&mut self) {
        for at in (0..self.marks.len()).rev() {
            let (Some(When::Month(month)), Some(When::Span { from, .. })) = (self.when(at), self.when(at + 2)) else {
                continue;
            };
            let month_span = self.when(at + 2).and_then(|when| when.unit()) == Some(Unit::Month);
            let joined = matches!(self.cue(at + 1), Some(Cue::And | Cue::Or | Cue::To | Cue::Until));
            if month_span && joined && month < from.1 {
                let to: Day = (from.0, month + 1, 1);
                let words = format!("{} {}", super::dates::month_name(month).unwrap_or_default(), from.0);
                if let Some(mark) = self.marks.get_mut(at) {
                    mark.item = Item::Date(When::Span { from: (from.0, month, 1), to, words });
                }
            }
        }
    }

    /// Whether two times are set against each other instead of bounding one stretch.
    fn sets_against(&self) -> bool {
        self.has(|cue| matches!(cue, Cue::Change(_) | Cue::Difference | Cue::Ratio | Cue::Versus))
    }

    fn read_time(&mut self, at: usize) -> Result<usize, Trouble> {
        let date = self.date_column(at)?;
        let passed = |cue| matches!(cue, Cue::In | Cue::Of | Cue::Unit(_) | Cue::Verb | Cue::Carrier);
        let before = self.back(at, passed);
        let before = match before {
            Some(place) if self.plain_column(place).is_some_and(|own| own == date.column) => self.back(place, passed),
            other => other,
        };
        let cue = before.and_then(|place| self.cue(place)).filter(|_| before.is_some_and(|place| self.is_free(place)));
        self.take_units_before(at);
        let Some(place) = before else { return self.read_time_list(at, &date) };
        let sign = match cue {
            Some(Cue::Before | Cue::Compare(Comparison::Less)) => Some((false, false)),
            Some(Cue::After | Cue::Compare(Comparison::Greater)) => Some((true, true)),
            Some(Cue::Since | Cue::Compare(Comparison::AtLeast)) => Some((true, false)),
            Some(Cue::Until | Cue::Compare(Comparison::AtMost)) => Some((false, true)),
            _ => None,
        };
        if let Some((after, end)) = sign {
            self.take(place);
            self.put_bound_in_time(at, &date, after, end)?;
            return Ok(at + 1);
        }
        if matches!(cue, Some(Cue::From | Cue::Between)) {
            let joint = self.skip(at + 1, |cue| matches!(cue, Cue::Carrier));
            let other = self.skip(joint, |cue| matches!(cue, Cue::To | Cue::And | Cue::Until | Cue::In | Cue::Unit(_)));
            if other > joint && self.when(other).is_some() && !self.sets_against() {
                self.take(place);
                for between in joint..other {
                    self.take(between);
                }
                self.put_stretch(at, other, &date)?;
                return Ok(other + 1);
            }
            if cue == Some(Cue::From) && self.text(at + 1).starts_with("on") {
                self.take(place);
                self.take(at + 1);
                self.put_bound_in_time(at, &date, true, false)?;
                return Ok(at + 1);
            }
        }
        let follows = self.text(at + 1);
        if follows == "or" && self.cue(at + 2) == Some(Cue::After)
            || matches!(follows.as_str(), "or later" | "onwards" | "onward")
        {
            self.take(at + 1);
            self.take(at + 2);
            self.put_bound_in_time(at, &date, true, false)?;
            return Ok(at + 3);
        }
        self.read_time_list(at, &date)
    }

    /// "the year 2007", "date = 2012-03-05": words that only lead to the time.
    fn take_units_before(&mut self, at: usize) {
        let own = self.when(at).and_then(|when| when.unit());
        let mut place = at;
        while let Some(before) = place.checked_sub(1) {
            let asked = before
                .checked_sub(1)
                .is_some_and(|place| matches!(self.cue(place), Some(Cue::Which | Cue::By | Cue::Each)));
            match self.item(before) {
                Some(Item::Cue(Cue::Unit(unit))) if Some(*unit) == own && !asked => self.take(before),
                Some(Item::Cue(Cue::Compare(Comparison::Equal))) => self.take(before),
                Some(Item::Cue(Cue::In | Cue::Of | Cue::Verb | Cue::Carrier)) => {}
                _ => return,
            }
            place = before;
        }
    }

    /// The column that a time is about: the one named before it, else the table's first.
    fn date_column(&mut self, at: usize) -> Result<DateColumn, Trouble> {
        let passed = |cue| {
            matches!(
                cue,
                Cue::In
                    | Cue::Of
                    | Cue::Unit(_)
                    | Cue::Verb
                    | Cue::Carrier
                    | Cue::Before
                    | Cue::After
                    | Cue::Since
                    | Cue::Until
                    | Cue::Between
                    | Cue::From
                    | Cue::Compare(_)
                    | Cue::With
                    | Cue::Not
            )
        };
        let before = self.back(at, passed);
        let named = before.and_then(|place| Some((place, self.dates_at(place)?)));
        if let Some((place, date)) = named {
            let asked = place.checked_sub(1).is_some_and(|place| matches!(self.cue(place), Some(Cue::Which | Cue::By)));
            if !asked {
                self.take(place);
            }
            return Ok(date);
        }
        let when = self.when(at);
        let fits = |date: &&DateColumn| when.as_ref().is_some_and(|when| date.within(when).is_some());
        let full: Vec<&DateColumn> = self.view.dates.iter().filter(fits).collect();
        let date = full.iter().find(|date| date.year_only).or(full.first()).map(|date| (*date).clone());
        let Some(date) = date else {
            return Err(Trouble::Other(format!(
                "No column of this table can tell whether a row lies in “{}”.",
                self.text(at)
            )));
        };
        if full.len() > 1 {
            self.reading.note(format!("Dates were taken from `{}`.", self.name(date.column)));
        }
        Ok(date)
    }

    fn dates_at(&self, place: usize) -> Option<DateColumn> {
        let Some(Item::Column(fit)) = self.item(place) else { return None };
        self.view.dates.iter().find(|date| fit.columns.contains(&date.column)).cloned()
    }

    fn condition_in_time(
        &mut self,
        at: usize,
        date: &DateColumn,
        sql: Option<String>,
        words: String,
    ) -> Result<Condition, Trouble> {
        let Some(sql) = sql else {
            let name = self.name(date.column);
            return Err(Trouble::Other(format!("`{name}` is too coarse for “{}”.", self.text(at))));
        };
        if let Some(note) = &date.note {
            self.reading.note(format!("{note}."));
        }
        Ok(Condition { sql, words, at, columns: vec![date.column], kind: ConditionKind::Date })
    }

    fn put_bound_in_time(&mut self, at: usize, date: &DateColumn, after: bool, end: bool) -> Result<(), Trouble> {
        let Some(When::Span { from, to, words }) = self.when(at) else {
            return Err(Trouble::Unused(vec![self.text(at)]));
        };
        self.take(at);
        let day = if end { to } else { from };
        let say = match (after, end) {
            (true, true) => "after",
            (true, false) => "from",
            (false, true) => "up to",
            (false, false) => "before",
        };
        let words = format!("{} is {say} {words}", self.name(date.column));
        let condition = self.condition_in_time(at, date, date.bound(day, after), words)?;
        let condition = if self.is_left_out(at) { self.left_out(condition) } else { condition };
        self.add_condition(condition);
        Ok(())
    }

    fn put_stretch(&mut self, at: usize, other: usize, date: &DateColumn) -> Result<(), Trouble> {
        let months = (self.when(at), self.when(other));
        if let (Some(When::Month(first)), Some(When::Month(last))) = months {
            let sql =
                (!date.year_only && first <= last).then(|| format!("month({}) BETWEEN {first} AND {last}", date.sql));
            let words = format!("{} is between the months {first} and {last}", self.name(date.column));
            let condition = self.condition_in_time(at, date, sql, words)?;
            self.add_condition(condition);
        } else if let (Some(When::Span { from, words: first, .. }), Some(When::Span { to, words: last, .. })) = months {
            let sql = date.bound(from, true).zip(date.bound(to, false)).map(|(low, high)| format!("{low} AND {high}"));
            let words = format!("{} is from {first} to {last}", self.name(date.column));
            let condition = self.condition_in_time(at, date, sql, words)?;
            let condition = if self.is_left_out(at) { self.left_out(condition) } else { condition };
            self.add_condition(condition);
        } else {
            return Err(Trouble::Unused(vec![self.text(at), self.text(other)]));
        }
        self.take(at);
        self.take(other);
        Ok(())
    }

    /// One time, or several side by side.
    fn read_time_list(&mut self, start: usize, date: &DateColumn) -> Result<usize, Trouble> {
        let mut places = vec![start];
        let mut alternatives = false;
        let mut at = start;
        loop {
            let next = self.skip(at + 1, |cue| {
                matches!(
                    cue,
                    Cue::And
                        | Cue::Or
                        | Cue::To
                        | Cue::Until
                        | Cue::In
                        | Cue::Of
                        | Cue::Versus
                        | Cue::Unit(_)
                        | Cue::With
                )
            });
            let bridge = at + 1..next;
            let joined = bridge
                .clone()
                .any(|place| matches!(self.cue(place), Some(Cue::And | Cue::Or | Cue::Versus | Cue::To | Cue::Until)));
            let negated = self.when(next).is_none() || !self.is_free(next);
            if !joined || negated {
                break;
            }
            alternatives |= bridge.clone().any(|place| self.cue(place) == Some(Cue::Or));
            for place in bridge {
                self.take(place);
            }
            places.push(next);
            at = next;
        }
        let mut each = Vec::new();
        for place in &places {
            let Some(when) = self.when(*place) else { continue };
            self.take(*place);
            let words = format!("{} is in {}", self.name(date.column), when.words());
            let condition = self.condition_in_time(*place, date, date.within(&when), words)?;
            each.push((condition, when.unit()));
        }
        self.put_times(start, each, alternatives);
        Ok(at + 1)
    }

    /// A time of the same kind and column that was named before.
    fn same_time(&mut self, only: &Condition, unit: Option<Unit>) -> Option<Condition> {
        let same = |own: &Condition| {
            own.kind == ConditionKind::Date
                && own.columns == only.columns
                && unit.is_some()
                && self.when(own.at).and_then(|when| when.unit()) == unit
                && own.words.contains(" is in ")
        };
        let position = self.reading.conditions.iter().position(same)?;
        Some(self.reading.conditions.remove(position))
    }

    fn put_times(&mut self, start: usize, mut each: Vec<(Condition, Option<Unit>)>, alternatives: bool) {
        let negation = self.back(start, |cue| matches!(cue, Cue::In | Cue::Of | Cue::Verb | Cue::Unit(_)));
        let negation = negation.filter(|place| self.cue(*place) == Some(Cue::Not));
        let together = self.has(|cue| cue == Cue::Together);
        let left_out = self.is_left_out(start);
        if each.len() > 1 && (alternatives || together || left_out || negation.is_some()) {
            let sql = each.iter().map(|(own, _)| own.sql.clone()).collect::<Vec<_>>().join(" OR ");
            let words = each.iter().map(|(own, _)| own.words.clone()).collect::<Vec<_>>().join(" or ");
            if let Some((first, _)) = each.first().cloned() {
                each = vec![(Condition { sql: format!("({sql})"), words, ..first }, None)];
            }
            if together {
                for place in self.places(|cue| cue == Cue::Together) {
                    self.take(place);
                }
            }
        }
        let [(only, unit)] = each.as_slice() else {
            self.times.extend(each);
            return;
        };
        let (only, unit) = (only.clone(), *unit);
        if let Some(place) = negation {
            self.take(place);
            self.add_condition(Condition {
                sql: format!("NOT ({})", only.sql),
                words: format!("not ({})", only.words),
                ..only
            });
        } else if left_out {
            let condition = self.left_out(only);
            self.add_condition(condition);
        } else if self.sets_against() || !self.times.is_empty() {
            self.times.push((only, unit));
        } else if let Some(other) = self.same_time(&only, unit) {
            // "in 2012 and how many in 2015": both stand side by side.
            self.times.push((other, unit));
            self.times.push((only, unit));
        } else {
            self.add_condition(only);
        }
    }
}
