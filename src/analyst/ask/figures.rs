//! The shape of questions without a superlative: figures, values, rows that are looked up or listed.

use super::aggregate::Aggregate;
use super::draft::{Draft, Ranking};
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::{Condition, ConditionKind, Measure, Operand, Order, Shape, Trouble};
use crate::limits::ASK_ROWS;

impl Draft<'_> {
    /// A figure for a measure that came without one: the sum where it means something, else the mean.
    pub fn default_measure(&mut self) -> Result<(), Trouble> {
        if let (Some((at, _)), false) = (self.bare.first(), self.reading.measures.is_empty()) {
            return Err(Trouble::Unused(vec![self.text(*at)]));
        }
        for (at, operand) in std::mem::take(&mut self.bare) {
            let additive = operand.columns.iter().all(|column| self.is_additive(*column));
            let quotient = operand.sql.contains(" / ");
            if quotient {
                return Err(Trouble::Other(format!(
                    "`{}` can be averaged over rows or made of two sums; say which figure is wanted.",
                    operand.label
                )));
            }
            let difference = operand.columns.len() > 1 && operand.sql.contains(" - ");
            let additive = additive && !difference;
            let (aggregate, say) = match self.figure_in_name(at, &operand) {
                Some(Aggregate::Max) => (Aggregate::Max, "read for its largest value"),
                Some(_) => (Aggregate::Min, "read for its smallest value"),
                None if additive => (Aggregate::Sum, "summed"),
                None => (Aggregate::Mean, "averaged"),
            };
            self.reading.note(format!("`{}` was {say}, as the question names no other figure.", operand.label));
            let measure = self.measure(aggregate, operand)?;
            self.add_measure(measure);
        }
        if self.reading.measures.is_empty() {
            self.add_measure(Measure::rows());
        }
        Ok(())
    }

    /// "the maximum temperature", where the column's name says maximum too: the word is the figure as well.
    pub fn figure_in_name(&self, at: usize, operand: &Operand) -> Option<Aggregate> {
        let [column] = operand.columns.as_slice() else { return None };
        let said = self.text(at);
        if said.contains('_') || !said.contains(' ') {
            return None;
        }
        let core = self.view.names.core(*column);
        if core.iter().any(|word| word == "maximum") {
            Some(Aggregate::Max)
        } else if core.iter().any(|word| word == "minimum") {
            Some(Aggregate::Min)
        } else {
            None
        }
    }

    /// Labels that were named beside groups are groups as well.
    pub fn finish_groups(&mut self) -> Result<(), Trouble> {
        for (at, column) in std::mem::take(&mut self.labels) {
            let known = self.reading.groups.iter().any(|group| group.column == column)
                // "the average area of towns", where each row is a town.
                || self.is_unique(column) && super::groups::is_plural(&self.text(at));
            let subject = self.subjects.iter().any(|group| group.column == column);
            if known || subject {
                continue;
            }
            let before = self.back(at, |cue| matches!(cue, Cue::Of | Cue::Carrier | Cue::Column));
            let cue = before.and_then(|place| self.cue(place));
            let spread = matches!(
                cue,
                Some(Cue::Between | Cue::Versus | Cue::In | Cue::Distribution | Cue::Trend | Cue::And | Cue::Sort(_))
            );
            let plural = super::groups::is_plural(&self.text(at)) || self.text(at) == "species";
            let asked = self.has(|cue| matches!(cue, Cue::Versus | Cue::Distribution | Cue::Difference));
            if spread && plural || asked {
                let group = self.group(column);
                self.add_group(group);
            } else {
                return Err(Trouble::Unused(vec![self.text(at)]));
            }
        }
        self.take_cues(|cue| matches!(cue, Cue::Versus | Cue::Difference | Cue::Between));
        Ok(())
    }

    /// Figures, values or rows, without a ranking.
    pub fn shape_figures(&mut self) -> Result<(), Trouble> {
        if self.reading.shape == Shape::CountGroups {
            self.group_by_subjects();
            self.reading.measures.clear();
            return Ok(());
        }
        let asked = !self.subjects.is_empty();
        let measured = !self.reading.measures.is_empty();
        if let Some(ranking) = self.ranked_by_figure(asked) {
            return ranking;
        }
        self.group_by_subjects();
        if asked && !measured && self.bare.is_empty() {
            return self.shape_values();
        }
        if self.first_in_time() {
            return Ok(());
        }
        self.having_to_condition()?;
        if !measured && self.looks_up() {
            return Ok(());
        }
        if self.reading.groups.is_empty()
            && !measured
            && self.bare.is_empty()
            && self.labels.is_empty()
            && !self.counts_rows
        {
            return self.list_rows();
        }
        self.default_measure()?;
        if self.per_row && self.reading.measures.iter().all(|own| own.aggregate == Aggregate::Sum) {
            for measure in &mut self.reading.measures {
                measure.aggregate = Aggregate::Mean;
            }
            self.reading.note("“Per row” was read as the mean over rows.".to_owned());
        }
        self.finish_groups()?;
        self.order_groups_by_ranking(Order::Groups);
        Ok(())
    }

    /// "Which species has the maximum body mass?": the largest value ranks what is asked for.
    fn ranked_by_figure(&mut self, asked: bool) -> Option<Result<(), Trouble>> {
        let [measure] = self.reading.measures.as_slice() else { return None };
        let largest = match measure.aggregate {
            Aggregate::Max => true,
            Aggregate::Min => false,
            _ => return None,
        };
        let plain = self.reading.groups.is_empty() && self.reading.having.is_empty() && self.rankings.is_empty();
        let number = measure.operand.columns.iter().all(|column| self.is_number(*column));
        if !asked || !plain || !number || !self.bare.is_empty() {
            return None;
        }
        let operand = measure.operand.clone();
        self.reading.measures.clear();
        self.rankings.push(Ranking {
            at: 0,
            largest,
            limit: None,
            offset: 0,
            operand: None,
            counts: false,
            open: false,
        });
        Some(self.rank_by_operand(operand, &[]))
    }

    /// Subjects without a measure: their values, or those whose figure keeps a bound.
    pub fn shape_values(&mut self) -> Result<(), Trouble> {
        for (at, column) in std::mem::take(&mut self.labels) {
            let known = self.reading.groups.iter().any(|group| group.column == column);
            let joined = at.checked_sub(1).is_some_and(|place| self.cue(place) == Some(Cue::And));
            if !known && !joined {
                return Err(Trouble::Unused(vec![self.text(at)]));
            }
            let group = self.group(column);
            self.add_group(group);
        }
        if self.first_in_time() {
            return Ok(());
        }
        if self.reading.having.is_empty() {
            self.reading.shape = Shape::Values;
            return Ok(());
        }
        let having: Vec<Measure> = self.reading.having.iter().map(|(own, _, _)| own.clone()).collect();
        for measure in having {
            self.add_measure(measure);
        }
        self.order_groups_by_ranking(Order::Measure(true));
        Ok(())
    }

    /// "In which year did the mean first exceed 350?"
    pub fn first_in_time(&mut self) -> bool {
        let place = self.places(|cue| matches!(cue, Cue::Latest(_))).into_iter().find(|at| self.is_free(*at));
        let timed = matches!(self.reading.groups.as_slice(), [group] if group.unit.is_some());
        let Some((at, Cue::Latest(latest))) = place.and_then(|at| Some((at, self.cue(at)?))) else { return false };
        if !timed || self.reading.having.is_empty() || !self.bare.is_empty() {
            return false;
        }
        self.take(at);
        let bounded: Vec<Measure> = self.reading.having.iter().map(|(own, _, _)| own.clone()).collect();
        for measure in bounded {
            self.add_measure(measure);
        }
        self.reading.order = if latest { Order::LastGroup } else { Order::FirstGroup };
        self.reading.limit = Some(1);
        true
    }

    /// A bound on a sum where nothing is grouped is a bound on the rows.
    pub fn having_to_condition(&mut self) -> Result<(), Trouble> {
        if !self.reading.groups.is_empty() || self.reading.having.is_empty() {
            return Ok(());
        }
        for (measure, comparison, bound) in std::mem::take(&mut self.reading.having) {
            if measure.aggregate != Aggregate::Sum {
                return Err(Trouble::Other(format!(
                    "The question bounds the {} but does not say of which groups.",
                    measure.words()
                )));
            }
            let bound = crate::table::float_text(bound);
            self.add_condition(Condition {
                sql: format!("{} {} {bound}", measure.operand.sql, comparison.sql()),
                words: format!("{} is {} {bound}", measure.operand.label, comparison.words()),
                at: 0,
                columns: measure.operand.columns,
                kind: ConditionKind::Number,
            });
        }
        Ok(())
    }

    /// "What is the population of Dorn?", "What is the name of the airport with the code SEA?"
    pub fn looks_up(&mut self) -> bool {
        if !self.reading.groups.is_empty() || self.labels.is_empty() && self.bare.is_empty() {
            return false;
        }
        let one_row = self.reading.conditions.iter().any(|own| {
            matches!(own.kind, ConditionKind::Value | ConditionKind::Number)
                && own.columns.iter().any(|at| self.is_unique(*at))
                && own.sql.contains(" = ")
                || own.kind == ConditionKind::Date
                    && own.columns.iter().any(|at| self.is_unique(*at))
                    && own.sql.contains(" = DATE")
        });
        if self.counts_rows
            || !one_row && (!self.bare.is_empty() || self.has(|cue| matches!(cue, Cue::Versus | Cue::Distribution)))
        {
            return false;
        }
        let columns: Vec<usize> = self
            .labels
            .iter()
            .map(|(_, column)| *column)
            .chain(self.bare.iter().flat_map(|(_, operand)| operand.columns.iter().copied()))
            .collect();
        self.labels.clear();
        self.bare.clear();
        self.reading.named = columns
            .iter()
            .filter(|at| !self.is_number(**at) || self.is_identifier(**at))
            .map(|at| self.raw_name(*at))
            .collect();
        if one_row {
            self.reading.shape = Shape::Rows { columns, by: None };
        } else {
            let groups: Vec<_> = columns.iter().map(|column| self.group(*column)).collect();
            for group in groups {
                self.add_group(group);
            }
            self.reading.shape = Shape::Values;
        }
        self.take_cues(|cue| matches!(cue, Cue::List | Cue::Sort(_)));
        true
    }

    /// "List the penguins heavier than 6000 g", "Which orders are above 100?"
    pub fn list_rows(&mut self) -> Result<(), Trouble> {
        let noun = (0..self.marks.len()).find(|at| {
            matches!(self.item(*at), Some(Item::Noun(..) | Item::Cue(Cue::Rows)))
                && (self.is_free(*at) || self.subject_rows)
        });
        let Some(noun) = noun.filter(|_| !self.reading.conditions.is_empty()) else {
            let unused = self.unused();
            if !unused.is_empty() {
                return Err(Trouble::Unused(unused));
            }
            return Err(Trouble::Other("I could not find out what the question asks for.".to_owned()));
        };
        self.take(noun);
        self.take_cues(|cue| matches!(cue, Cue::List));
        let columns = (0..self.view.table.columns.len()).collect();
        self.reading.shape = Shape::Rows { columns, by: None };
        self.reading.limit = Some(ASK_ROWS);
        Ok(())
    }
}
