//! Figures: which ones are asked for, and of what.

use super::aggregate::Aggregate;
use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::nouns::Noun;
use super::reading::{Operand, Trouble};
use super::synonyms::adjective;
use crate::table::Kind;

/// Figures that wait for their operand.
#[derive(Default)]
pub struct Pending {
    /// The figures.
    pub aggregates: Vec<Aggregate>,
    /// Whether an operand was found.
    pub applied: bool,
}

impl Draft<'_> {
    /// Reads figures and their operands.
    ///
    /// # Errors
    /// When an operand is ambiguous or missing, or has no such figure.
    pub fn read_measures(&mut self) -> Result<(), Trouble> {
        let mut pending = Pending::default();
        let mut at = 0;
        while at < self.marks.len() {
            at = self.read_measure_at(at, &mut pending)?;
        }
        if !pending.applied && !pending.aggregates.is_empty() {
            self.settle_pending(&pending.aggregates)?;
        }
        let measured: Vec<Operand> = self.reading.measures.iter().map(|own| own.operand.clone()).collect();
        self.bare.retain(|(_, operand)| !measured.contains(operand));
        Ok(())
    }

    pub fn read_measure_at(&mut self, at: usize, pending: &mut Pending) -> Result<usize, Trouble> {
        if !self.is_free(at) {
            return Ok(at + 1);
        }
        match self.item(at).cloned() {
            Some(Item::Cue(Cue::Aggregate(aggregate))) => {
                if pending.applied {
                    *pending = Pending::default();
                }
                pending.aggregates.push(aggregate);
                self.take(at);
                Ok(at + 1)
            }
            Some(Item::Cue(Cue::HowMany)) => self.read_how_many(at, pending),
            Some(Item::Cue(Cue::Distinct)) => self.read_distinct(at),
            Some(Item::Cue(Cue::Difference | Cue::Ratio)) => self.read_column_pair(at, pending),
            Some(Item::Noun(Noun::File, Some(fit))) => {
                if let [column] = fit.columns.as_slice()
                    && self.is_additive(*column)
                    && (pending.aggregates == [Aggregate::Sum] && !pending.applied || self.is_ranked_noun(at))
                {
                    self.take(at);
                    let (noun, name) = (self.text(at), self.name(*column));
                    self.reading.note(format!("“{noun}” was read as `{name}`."));
                    let operand = self.operand(*column);
                    self.apply(pending, at, operand)?;
                }
                Ok(at + 1)
            }
            Some(Item::Column(_)) => self.read_column(at, pending),
            _ => Ok(at + 1),
        }
    }

    /// "highest sales", "by sales": the measure rather than the rows.
    pub fn is_ranked_noun(&self, at: usize) -> bool {
        let before = self.back(at, |cue| matches!(cue, Cue::Of));
        before.is_some_and(|place| {
            matches!(self.cue(place), Some(Cue::Extreme(_) | Cue::By | Cue::Per(_) | Cue::HowMuch))
        })
    }

    pub fn read_column(&mut self, at: usize, pending: &mut Pending) -> Result<usize, Trouble> {
        let column = self.number_column(at)?;
        let Some(column) = column else {
            return self.read_label(at, pending);
        };
        self.take(at);
        let mut operand = self.operand(column);
        let mut next = at + 1;
        while let Some(sign) = self.arithmetic(next) {
            let Some(other) = self.number_column(next + 1)? else { break };
            operand = self.combine(&operand, sign, other);
            self.take(next);
            self.take(next + 1);
            next += 2;
        }
        self.check_unit(column, next)?;
        let much =
            self.back(at, |cue| matches!(cue, Cue::Of)).is_some_and(|place| self.cue(place) == Some(Cue::HowMuch));
        if much && pending.aggregates.is_empty() && self.is_additive(column) && self.rankings.is_empty() {
            let measure = self.measure(Aggregate::Sum, operand)?;
            self.add_measure(measure);
            return Ok(next);
        }
        self.apply(pending, at, operand)?;
        Ok(next)
    }

    pub fn arithmetic(&self, at: usize) -> Option<char> {
        match self.cue(at)? {
            Cue::Arithmetic(sign) => Some(sign),
            Cue::To if self.text(at) == "-" => Some('-'),
            Cue::TimesWord => Some('*'),
            _ => None,
        }
    }

    /// The column of numbers at a place. Where several columns fit, those that hold no numbers do not count.
    pub fn number_column(&self, at: usize) -> Result<Option<usize>, Trouble> {
        let Some(Item::Column(fit)) = self.item(at) else { return Ok(None) };
        let numbers: Vec<usize> = fit.columns.iter().copied().filter(|column| self.is_number(*column)).collect();
        match numbers.as_slice() {
            [] => Ok(None),
            [only] => Ok(Some(*only)),
            several => Err(self.ambiguous(&self.text(at), several)),
        }
    }

    /// One operand made of two.
    pub fn combine(&self, one: &Operand, sign: char, other: usize) -> Operand {
        let right = self.operand(other);
        let (sql, label) = if sign == '/' {
            (format!("({} / nullif({}, 0))", one.sql, right.sql), format!("{} / {}", one.label, right.label))
        } else {
            (format!("({} {sign} {})", one.sql, right.sql), format!("{} {sign} {}", one.label, right.label))
        };
        let mut columns = one.columns.clone();
        columns.push(other);
        Operand { sql, label, columns, not_finite: one.not_finite || right.not_finite, ..one.clone() }
    }

    pub fn apply(&mut self, pending: &mut Pending, at: usize, operand: Operand) -> Result<(), Trouble> {
        if pending.aggregates.is_empty() {
            if !self.bare.iter().any(|(_, own)| *own == operand) {
                self.bare.push((at, operand));
            }
            return Ok(());
        }
        for aggregate in &pending.aggregates {
            let measure = self.measure(*aggregate, operand.clone())?;
            self.add_measure(measure);
        }
        pending.applied = true;
        Ok(())
    }

    /// A column of text or time: an operand of what text can have, else a label.
    pub fn read_label(&mut self, at: usize, pending: &mut Pending) -> Result<usize, Trouble> {
        let several = match self.item(at) {
            Some(Item::Column(fit)) => fit.columns.clone(),
            _ => return Ok(at + 1),
        };
        let chosen = match several.as_slice() {
            [only] => *only,
            _ => return Err(self.ambiguous(&self.text(at), &several)),
        };
        self.take(at);
        let any = pending.aggregates.iter().all(|aggregate| aggregate.takes_any());
        if !pending.aggregates.is_empty() && !pending.applied && (any || self.kind(chosen) != Kind::Integer) {
            let adjacent =
                self.back(at, |cue| matches!(cue, Cue::Of | Cue::Carrier | Cue::Column | Cue::And | Cue::Extreme(_)));
            let adjacent = adjacent.is_some_and(|place| matches!(self.cue(place), Some(Cue::Aggregate(_))));
            if adjacent {
                let operand = self.operand(chosen);
                self.apply(pending, at, operand)?;
                return Ok(at + 1);
            }
        }
        self.labels.push((at, chosen));
        Ok(at + 1)
    }

    /// "distinct islands" without a count: the values themselves.
    pub fn read_distinct(&mut self, at: usize) -> Result<usize, Trouble> {
        let place = self.skip(at + 1, |cue| matches!(cue, Cue::Carrier | Cue::Column | Cue::Of | Cue::In));
        let ranked = !self.rankings.is_empty();
        if self.cue(place) == Some(Cue::Combination) {
            self.take(at);
            self.take(place);
            let from = self.skip(place + 1, |cue| cue == Cue::Of);
            let columns = self.listed_columns(from)?;
            self.labels.extend(columns.into_iter().map(|column| (from, column)));
            return Ok(from);
        }
        let Some(column) = self.column(place)?.filter(|_| self.is_free(place)) else { return Ok(at + 1) };
        self.take(at);
        self.take(place);
        if ranked {
            let measure = self.measure(Aggregate::CountDistinct, self.operand(column))?;
            self.add_measure(measure);
        } else {
            self.labels.push((place, column));
        }
        Ok(place + 1)
    }

    /// "the difference between A and B", "the ratio of A to B", where both are columns of numbers.
    pub fn read_column_pair(&mut self, at: usize, pending: &mut Pending) -> Result<usize, Trouble> {
        let passed = |cue| matches!(cue, Cue::Between | Cue::Of | Cue::In | Cue::From | Cue::Per(_));
        let one = self.skip(at + 1, passed);
        let joint = self.skip(one + 1, |cue| cue == Cue::Measure);
        let two = self.skip(joint, |cue| matches!(cue, Cue::And | Cue::To | Cue::Of));
        if two == joint {
            return Ok(at + 1);
        }
        let (Some(first), Some(second)) = (self.number_column(one)?, self.number_column(two)?) else {
            return Ok(at + 1);
        };
        let sign = if self.cue(at) == Some(Cue::Ratio) { '/' } else { '-' };
        for place in at..=two {
            self.take(place);
        }
        let operand = self.combine(&self.operand(first), sign, second);
        self.apply(pending, at, operand)?;
        Ok(two + 1)
    }

    /// Figures that no operand follows: those of an operand before, a repetition, or of the one measure there is.
    pub fn settle_pending(&mut self, aggregates: &[Aggregate]) -> Result<(), Trouble> {
        if let Some((_, operand)) = self.bare.pop() {
            return self.measure_all(aggregates, &operand);
        }
        let known = |aggregate: &Aggregate| self.reading.measures.iter().any(|own| own.aggregate == *aggregate);
        let counted = aggregates.iter().all(|aggregate| *aggregate == Aggregate::Sum)
            && self.reading.measures.iter().any(|own| own.aggregate == Aggregate::Count);
        if aggregates.iter().all(known) || counted {
            return Ok(());
        }
        let measured = self.reading.measures.last().map(|own| own.operand.clone()).filter(|own| !own.sql.is_empty());
        let ranked = self.rankings.iter().find_map(|ranking| ranking.operand.clone());
        if let Some(operand) = measured.or(ranked) {
            return self.measure_all(aggregates, &operand);
        }
        if let Some(column) = self.column_of_a_verb()? {
            let operand = self.operand(column);
            return self.measure_all(aggregates, &operand);
        }
        let numbers: Vec<usize> = (0..self.view.table.columns.len()).filter(|at| self.is_number(*at)).collect();
        if let [only] = numbers.as_slice() {
            let operand = self.operand(*only);
            self.reading.note(format!("`{}` was taken, as it is the only column of numbers.", operand.label));
            return self.measure_all(aggregates, &operand);
        }
        let words: Vec<String> = aggregates.iter().map(|aggregate| aggregate.words()).collect();
        Err(Trouble::Other(format!("The question asks for the {} but does not say of what.", words.join(" and "))))
    }

    fn measure_all(&mut self, aggregates: &[Aggregate], operand: &Operand) -> Result<(), Trouble> {
        for aggregate in aggregates {
            let measure = self.measure(*aggregate, operand.clone())?;
            self.add_measure(measure);
        }
        Ok(())
    }

    /// The measure of "how much does it weigh" and "how much heavier", where no column was named.
    fn column_of_a_verb(&self) -> Result<Option<usize>, Trouble> {
        if (0..self.marks.len()).any(|at| matches!(self.text(at).as_str(), "weigh" | "weighs" | "weighed")) {
            return self.column_for("weigh", &["mass", "weight"], 0).map(Some);
        }
        for at in self.places(|cue| cue == Cue::Adjective) {
            if let Some((measures, _)) = adjective(&self.text(at)).filter(|_| self.is_free(at)) {
                return self.column_for(&self.text(at), measures, at).map(Some);
            }
        }
        Ok(None)
    }
}
