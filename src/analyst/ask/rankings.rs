//! Superlatives: "highest", "top 5", "second largest", "heaviest", "most common", "latest".

use super::aggregate::{Aggregate, Unit};
use super::draft::{Draft, Ranking};
use super::groups::whole;
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::Trouble;
use super::synonyms::{adjective, is_superlative};
use crate::table::Kind;

impl Draft<'_> {
    /// Reads superlatives.
    ///
    /// # Errors
    /// When it is not clear what they are about.
    pub fn read_rankings(&mut self) -> Result<(), Trouble> {
        for at in 0..self.marks.len() {
            if !self.is_free(at) {
                continue;
            }
            match self.cue(at) {
                Some(Cue::Extreme(largest)) => self.read_extreme(at, largest)?,
                Some(Cue::Top(largest)) => self.read_top(at, largest)?,
                Some(Cue::Latest(latest)) => self.read_latest(at, latest)?,
                Some(Cue::Adjective) => self.read_adjective(at)?,
                Some(Cue::Aggregate(Aggregate::Mode)) => self.read_mode(at)?,
                _ => {}
            }
        }
        match self.rankings.first().map(|ranking| ranking.at) {
            Some(first) => self.find_subject(first),
            None => Ok(()),
        }
    }

    /// The ranking at a place, with the numbers that stand beside it.
    fn ranking(&mut self, at: usize, largest: bool) -> Ranking {
        self.take(at);
        let mut ranking = Ranking { at, largest, limit: None, offset: 0, operand: None, counts: false, open: false };
        let before = at.checked_sub(1);
        if let Some(place) = before
            && let Some(Cue::Ordinal(position)) = self.cue(place)
        {
            self.take(place);
            ranking.offset = position - 1;
            ranking.limit = Some(1);
        }
        for place in before.into_iter().chain([at + 1]) {
            if let Some(Item::Number(value)) = self.item(place).cloned()
                && self.is_free(place)
                && ranking.limit.is_none()
                && let Some(count) = whole(value)
            {
                self.take(place);
                ranking.limit = Some(count);
            }
        }
        ranking
    }

    fn target(&self, at: usize) -> usize {
        let mut place = at + 1;
        while matches!(self.item(place), Some(Item::Number(_))) {
            place += 1;
        }
        self.skip(place, |cue| matches!(cue, Cue::Of | Cue::Verb | Cue::In))
    }

    fn read_extreme(&mut self, at: usize, largest: bool) -> Result<(), Trouble> {
        let mut ranking = self.ranking(at, largest);
        let word = self.text(at);
        let counting =
            word.contains("most") || word.contains("fewest") || word.contains("least") || word.ends_with("number of");
        let mut target = self.target(at);
        if self.cue(target) == Some(Cue::Adjective) {
            return self.read_most_adjective(ranking, target);
        }
        if self.cue(target) == Some(Cue::HowMany) {
            self.take(target);
            target = self.skip(target + 1, |cue| cue == Cue::Of);
            ranking.counts = !matches!(self.item(target), Some(Item::Column(_) | Item::Cue(Cue::Distinct)));
        }
        match self.item(target).cloned() {
            Some(Item::Noun(..) | Item::Cue(Cue::Rows)) if self.is_free(target) => {
                if counting || ranking.counts {
                    self.take(target);
                    ranking.counts = true;
                } else {
                    self.subject_behind(at)?;
                }
            }
            Some(Item::Value(..)) => {
                ranking.counts = true;
                let noun = target + 1;
                if matches!(self.item(noun), Some(Item::Noun(..) | Item::Cue(Cue::Rows | Cue::Unit(_)))) {
                    self.take(noun);
                }
            }
            Some(Item::Cue(Cue::Unit(unit))) if counting && self.is_grain(unit) => {
                self.take(target);
                ranking.counts = true;
            }
            Some(Item::Cue(Cue::Unit(_))) => self.subject_behind(at)?,
            Some(Item::Column(_)) => self.rank_column(at, target, counting)?,
            Some(Item::Cue(Cue::Missing(_))) => ranking.counts = true,
            Some(Item::Cue(Cue::Aggregate(_) | Cue::Distinct | Cue::Share(_) | Cue::Adjective | Cue::Per(_))) => {}
            Some(Item::Cue(Cue::Carrier)) if !counting => self.rank_carrier(target),
            _ if counting => ranking.counts = true,
            _ => {}
        }
        self.rankings.push(ranking);
        Ok(())
    }

    /// A column behind a superlative: "the most cities", "the largest city by", "the largest population".
    fn rank_column(&mut self, at: usize, target: usize, counting: bool) -> Result<(), Trouble> {
        let Some(column) = self.plain_column(target).filter(|_| self.is_free(target)) else { return Ok(()) };
        if !self.is_grouping(column) {
            return Ok(());
        }
        if counting {
            self.take(target);
            let measure = self.measure(Aggregate::CountDistinct, self.operand(column))?;
            self.add_measure(measure);
        } else if self.cue(target + 1) == Some(Cue::By) {
            self.subject_behind(at)?;
        } else if self.kind(column) == Kind::Text && !self.subjects.is_empty() {
            let name = self.name(column);
            return Err(Trouble::Other(format!("The column `{name}` holds text, of which none is the largest.")));
        }
        Ok(())
    }

    /// "the highest value": of the only column of numbers.
    fn rank_carrier(&mut self, target: usize) {
        let column = |place: usize| matches!(self.item(place), Some(Item::Column(_)));
        let named = column(target + 1) || column(target + 2);
        let numbers: Vec<usize> = (0..self.view.table.columns.len()).filter(|at| self.is_number(*at)).collect();
        if let ([only], false) = (numbers.as_slice(), named) {
            let operand = self.operand(*only);
            self.bare.push((target, operand));
        }
    }

    /// "most expensive", "least expensive"
    fn read_most_adjective(&mut self, mut ranking: Ranking, target: usize) -> Result<(), Trouble> {
        let word = self.text(target);
        if let Some((measures, direction)) = adjective(&word) {
            self.take(target);
            let column = self.column_for(&word, measures, target)?;
            ranking.largest = ranking.largest == direction;
            ranking.operand = Some(self.operand(column));
            self.subject_behind(target)?;
        }
        self.rankings.push(ranking);
        Ok(())
    }

    /// A noun, piece of the calendar or column behind a superlative is what is asked for: "the hottest day".
    fn subject_behind(&mut self, at: usize) -> Result<(), Trouble> {
        let place = self.target(at);
        if matches!(self.item(place), Some(Item::Noun(..) | Item::Cue(Cue::Rows))) && self.is_free(place) {
            self.take(place);
            self.plural |= super::groups::is_plural(&self.text(place));
            self.subject_rows |= self.subjects.is_empty();
        } else if let Some(group) = self.group_at(place)? {
            self.take(place);
            self.plural |= super::groups::is_plural(&self.text(place));
            if self.subjects.is_empty() {
                self.subjects.push(group);
            }
        }
        Ok(())
    }

    fn read_top(&mut self, at: usize, largest: bool) -> Result<(), Trouble> {
        let mut ranking = self.ranking(at, largest);
        ranking.open = true;
        self.subject_behind(at)?;
        // The plural of these is the singular: "top species" asks for more than one.
        self.plural |= self.text(self.target(at)) == "species";
        self.rankings.push(ranking);
        Ok(())
    }

    fn read_adjective(&mut self, at: usize) -> Result<(), Trouble> {
        let word = self.text(at);
        let Some((measures, largest)) = adjective(&word) else { return Ok(()) };
        let than = (at + 1..(at + 4).min(self.marks.len())).any(|place| self.cue(place) == Some(Cue::Than));
        let compares = word.ends_with("er") && !self.subjects.is_empty() && !than;
        if !is_superlative(&word) && !compares {
            return self.read_how_adjective(at, measures);
        }
        let mut ranking = self.ranking(at, largest);
        let target = self.target(at);
        let joined = self.skip(target, |cue| {
            matches!(cue, Cue::And | Cue::Adjective | Cue::Extreme(_) | Cue::Latest(_) | Cue::Aggregate(_) | Cue::Of)
        });
        let has_column = [target, joined].into_iter().any(|place| match self.item(place) {
            Some(Item::Column(fit)) => fit.columns.iter().any(|column| self.is_number(*column)),
            _ => false,
        });
        let ends = matches!(self.item(target), None | Some(Item::Stop))
            && self.rankings.iter().any(|own| own.operand.is_none());
        if ends {
            // "the shortest bill, and the longest": of what was said before.
        } else if !has_column {
            let in_time = matches!(measures, ["age"]) && self.view.names.measure("age").is_empty();
            if let Some(date) = self.view.dates.first().filter(|_| in_time) {
                ranking.operand = Some(self.operand(date.column));
                ranking.largest = !largest;
            } else {
                let column = self.column_for(&word, measures, at)?;
                ranking.operand = Some(self.operand(column));
                self.settle_all(column);
            }
            self.subject_behind(at)?;
        } else if let Some(Item::Column(fit)) = self.item(target).cloned()
            && fit.columns.len() > 1
        {
            self.settle(target, &fit.columns, measures);
        }
        self.rankings.push(ranking);
        Ok(())
    }

    /// Where several columns fit a word and one of them is what a superlative is about, that one is meant.
    fn settle_all(&mut self, column: usize) {
        for mark in self.marks.iter_mut().filter(|mark| !mark.used) {
            if let Item::Column(fit) = &mut mark.item
                && fit.columns.len() > 1
                && fit.columns.contains(&column)
            {
                fit.columns = vec![column];
            }
        }
    }

    /// "How heavy is ...": the measure is the adjective's, unless another word names it.
    fn read_how_adjective(&mut self, at: usize, measures: &[&str]) -> Result<(), Trouble> {
        let how = at.checked_sub(1).is_some_and(|place| self.cue(place) == Some(Cue::HowMuch));
        if !how || self.cue(at + 1) == Some(Cue::Than) {
            return Ok(());
        }
        let named = (0..self.marks.len()).any(|place| match self.item(place) {
            Some(Item::Column(fit)) => fit.columns.iter().any(|column| self.is_number(*column)),
            Some(Item::Cue(Cue::Adjective)) => place != at,
            _ => false,
        });
        self.take(at);
        if !named {
            let column = self.column_for(&self.text(at), measures, at)?;
            let operand = self.operand(column);
            self.bare.push((at, operand));
        }
        Ok(())
    }

    /// Of several columns that fit, the one that an adjective can speak of.
    fn settle(&mut self, at: usize, columns: &[usize], measures: &[&str]) {
        let speaks = |column: &&usize| measures.iter().any(|measure| self.view.names.measure(measure).contains(column));
        let fitting: Vec<usize> = columns.iter().filter(speaks).copied().collect();
        if let ([only], Some(mark)) = (fitting.as_slice(), self.marks.get_mut(at))
            && let Item::Column(fit) = &mut mark.item
        {
            fit.columns = vec![*only];
        }
    }

    /// "the latest date", "the last co2 value", "the first order"
    fn read_latest(&mut self, at: usize, latest: bool) -> Result<(), Trouble> {
        let beside = |place: usize| matches!(self.cue(place), Some(Cue::Extreme(_) | Cue::Adjective));
        if beside(at + 1) {
            return Ok(());
        }
        let Some(date) = self.view.dates.first().cloned() else { return Ok(()) };
        let target = self.skip(self.target(at), |cue| {
            matches!(cue, Cue::Carrier | Cue::Column | Cue::In | Cue::And | Cue::Latest(_))
        });
        if let Some(Item::Column(fit)) = self.item(target).cloned() {
            let own = self.view.dates.iter().find(|date| fit.columns.contains(&date.column)).cloned();
            let aggregate = if latest { Aggregate::Max } else { Aggregate::Min };
            if let Some(date) = own {
                self.take(at);
                self.take(target);
                let measure = self.measure(aggregate, self.operand(date.column))?;
                self.add_measure(measure);
            } else if let [column] = fit.columns.as_slice()
                && self.is_number(*column)
            {
                self.take(at);
                self.take(target);
                let measure = self.measure(Aggregate::At(latest), self.operand(*column))?;
                self.add_measure(measure);
            }
            return Ok(());
        }
        match self.item(target) {
            Some(Item::Noun(..) | Item::Cue(Cue::Rows)) if self.is_free(target) => {
                let mut ranking = self.ranking(at, latest);
                ranking.operand = Some(self.operand(date.column));
                self.subject_behind(at)?;
                self.rankings.push(ranking);
            }
            Some(Item::Cue(Cue::Unit(unit))) if self.is_free(target) => {
                let operand = self.operand_of_unit(*unit)?;
                self.take(at);
                self.take(target);
                let measure = self.measure(if latest { Aggregate::Max } else { Aggregate::Min }, operand)?;
                self.add_measure(measure);
            }
            _ if self.cue(target.saturating_sub(1)) == Some(Cue::Carrier) => {
                self.take(at);
                let measure =
                    self.measure(if latest { Aggregate::Max } else { Aggregate::Min }, self.operand(date.column))?;
                self.add_measure(measure);
            }
            _ => {}
        }
        Ok(())
    }

    fn operand_of_unit(&mut self, unit: Unit) -> Result<super::reading::Operand, Trouble> {
        let group = self.time_group(unit)?;
        let mut operand = self.operand(group.column);
        operand.sql = group.sql;
        operand.label = group.label;
        Ok(operand)
    }

    /// "the most common species"
    fn read_mode(&mut self, at: usize) -> Result<(), Trouble> {
        let mut ranking = self.ranking(at, true);
        ranking.counts = true;
        let target = self.target(at);
        if self.subjects.is_empty() {
            if let Some(column) = self.column(target)?
                && self.is_free(target)
            {
                self.take(target);
                self.plural = super::groups::is_plural(&self.text(target)) && ranking.limit.is_some();
                let group = self.group(column);
                self.subjects.push(group);
            } else if let Some(group) = self.group_at(target)? {
                self.take(target);
                self.subjects.push(group);
            }
        } else if matches!(self.item(target), Some(Item::Noun(..) | Item::Cue(Cue::Rows))) {
            self.take(target);
        }
        self.rankings.push(ranking);
        Ok(())
    }

    /// Whether a row stands for one piece of the calendar: a day each, or a week each.
    pub fn is_grain(&self, unit: Unit) -> bool {
        let Some(date) = self.view.dates.first() else { return false };
        if !self.is_unique(date.column) {
            return false;
        }
        match unit {
            Unit::Day => !date.year_only && !date.has_time && !date.is_month_text(),
            Unit::Month => date.is_month_text(),
            Unit::Year => date.year_only,
            Unit::Week | Unit::MonthOfYear | Unit::Quarter | Unit::Decade | Unit::Weekday | Unit::Hour => false,
        }
    }
}
