//! The shape of superlatives: groups or rows in an order, or smallest and largest values.

use super::aggregate::Aggregate;
use super::draft::Draft;
use super::lexicon::Cue;
use super::reading::{Measure, Operand, Order, Shape, Trouble};
use crate::analyst::names::Name;

impl Draft<'_> {
    pub fn order_groups_by_ranking(&mut self, default: Order) {
        let sorts = self.places(|cue| matches!(cue, Cue::Sort(_)));
        let mut order = default;
        for at in &sorts {
            if let Some(Cue::Sort(direction)) = self.cue(*at) {
                let named = self.text(*at).starts_with("alphabet")
                    || self.text(*at).starts_with("chrono")
                    || self.text(*at).starts_with("in chrono");
                order = match direction {
                    Some(_) if named => Order::Groups,
                    Some(largest) => Order::Measure(largest),
                    None => order,
                };
            }
            self.take(*at);
        }
        if let [ranking, others @ ..] = self.rankings.as_slice() {
            let both = others.iter().any(|other| other.largest != ranking.largest);
            order = if both { Order::Ends } else { Order::Measure(ranking.largest) };
            let plural = self.plural;
            self.reading.offset = ranking.offset;
            self.reading.limit = match ranking.limit.or(self.wanted) {
                Some(limit) => Some(limit),
                None if plural && !both => Some(5),
                None => Some(1),
            };
            let few = self.reading.groups.iter().any(|group| {
                group.unit.is_none()
                    && self.profile(group.column).and_then(|own| own.distinct).is_some_and(|own| own <= 5)
            });
            if plural && ranking.limit.or(self.wanted).is_none() && !both && !few {
                self.reading.note("The question gives no number; five are shown.".to_owned());
            }
        } else if self.has(|cue| matches!(cue, Cue::Sort(_)))
            && order == Order::Groups
            && !self.reading.groups.iter().any(|g| g.unit.is_some())
            && sorts.iter().all(|at| self.cue(*at) == Some(Cue::Sort(None)))
        {
            order = Order::Measure(true);
        }
        self.reading.order = order;
    }

    /// Largest and smallest.
    pub fn shape_ranking(&mut self) -> Result<(), Trouble> {
        let first = self.rankings.first().map_or(0, |ranking| ranking.at);
        let counts = self.rankings.iter().any(|ranking| ranking.counts);
        let operand = self.rankings.iter().find_map(|ranking| ranking.operand.clone());
        let bare = match self.bare.as_slice() {
            [] => None,
            [(_, only)] => Some(only.clone()),
            several => {
                let after = several.iter().find(|(at, _)| *at > first).or(several.first());
                after.map(|(_, operand)| operand.clone())
            }
        };
        let extra: Vec<Operand> =
            self.bare.iter().map(|(_, own)| own.clone()).filter(|own| Some(own) != bare.as_ref()).collect();
        self.turn_ranks(operand.as_ref().or(bare.as_ref()));
        let measured = !self.reading.measures.is_empty();
        let asked = !self.subjects.is_empty() || !self.reading.groups.is_empty();
        if (asked || self.subject_rows) && (measured || counts) {
            if bare.is_some() || operand.is_some() && !measured {
                return Err(Trouble::Other("The question names more than one measure to rank by.".to_owned()));
            }
            return self.rank_groups();
        }
        let apart = self.rankings.iter().any(|own| own.largest) && self.rankings.iter().any(|own| !own.largest);
        if apart && self.has(|cue| cue == Cue::Difference) && self.reading.groups.is_empty() {
            self.subjects.clear();
            self.subject_rows = false;
            if let Some(operand) = operand.or(bare).filter(|_| extra.is_empty()) {
                return self.extremes_of(operand);
            }
            return Err(Trouble::Unused(vec!["difference".to_owned()]));
        }
        match operand.or(bare) {
            Some(operand) if asked || self.subject_rows => self.rank_by_operand(operand, &extra),
            Some(operand) if extra.is_empty() => self.extremes_of(operand),
            Some(_) => Err(Trouble::Other("The question names more than one measure to rank by.".to_owned())),
            None if measured && !counts => self.rank_groups(),
            None if asked && self.rankings.iter().any(|own| own.open) => {
                let main = self.main_measure();
                self.take_main(main)?;
                self.rank_groups()
            }
            None => Err(Trouble::Other("The question does not say what is to be ranked, or by what.".to_owned())),
        }
    }

    /// "the top 3 players by rank": the first place is the best one.
    fn turn_ranks(&mut self, by: Option<&Operand>) {
        let is_rank = by.is_some_and(|by| by.columns.len() == 1 && Name::of(&by.label).is_rank());
        for ranking in self.rankings.iter_mut().filter(|ranking| is_rank && ranking.open) {
            ranking.largest = !ranking.largest;
        }
        if let Some(by) = by.filter(|_| is_rank && self.rankings.iter().any(|own| own.open)) {
            self.reading.note(format!("The best `{}` was taken to be the smallest number.", by.label));
        }
    }

    /// "top regions?": by the measure that matters most, or by rows.
    pub fn main_measure(&self) -> Option<usize> {
        const FIRST: [&str; 9] =
            ["revenue", "sale", "turnover", "amount", "total", "profit", "value", "quantity", "count"];
        FIRST.iter().find_map(|word| {
            (0..self.view.table.columns.len())
                .find(|column| self.is_additive(*column) && self.view.names.core(*column).iter().any(|own| own == word))
        })
    }

    pub fn take_main(&mut self, main: Option<usize>) -> Result<(), Trouble> {
        let measure = match main {
            Some(column) => self.measure(Aggregate::Sum, self.operand(column))?,
            None => Measure::rows(),
        };
        self.reading.note(format!("The question names no measure; the {} was taken.", measure.words()));
        self.add_measure(measure);
        Ok(())
    }

    pub fn rank_groups(&mut self) -> Result<(), Trouble> {
        self.group_by_subjects();
        if self.reading.measures.is_empty() {
            self.add_measure(Measure::rows());
        }
        for (at, column) in std::mem::take(&mut self.labels) {
            if !self.reading.groups.iter().any(|group| group.column == column) {
                return Err(Trouble::Unused(vec![self.text(at)]));
            }
        }
        if self.reading.groups.is_empty() {
            return Err(Trouble::Other("The question ranks groups but does not say which.".to_owned()));
        }
        for at in self.places(|cue| matches!(cue, Cue::TimesWord)) {
            self.take(at);
        }
        self.order_groups_by_ranking(Order::Measure(true));
        Ok(())
    }

    /// Subjects ranked by a measure without a figure.
    pub fn rank_by_operand(&mut self, operand: Operand, extra: &[Operand]) -> Result<(), Trouble> {
        self.bare.clear();
        let additive = operand.columns.iter().all(|column| self.is_additive(*column));
        let key = self.subject_rows
            || self.subjects.iter().any(|group| match group.unit {
                Some(unit) => self.is_grain(unit),
                None => self.is_unique(group.column),
            });
        let grouped = !self.reading.groups.is_empty();
        let in_time = self.subjects.iter().any(|group| group.unit.is_some());
        if key && !grouped {
            self.rank_rows(operand, extra);
            return Ok(());
        }
        if !extra.is_empty() {
            return Err(Trouble::Other("The question names more than one measure to rank by.".to_owned()));
        }
        let by_word = self.rankings.iter().any(|ranking| ranking.operand.is_some());
        let largest = self.rankings.first().is_some_and(|ranking| ranking.largest);
        let aggregate = if grouped && (self.subjects.is_empty() || key) || in_time && !by_word && !additive {
            if largest { Aggregate::Max } else { Aggregate::Min }
        } else if additive {
            Aggregate::Sum
        } else if in_time {
            Aggregate::Mean
        } else {
            self.rank_rows(operand, extra);
            return Ok(());
        };
        let of_each = grouped
            && self.subjects.is_empty()
            && self.wanted.is_none()
            && self.rankings.iter().all(|own| own.limit.is_none() && own.offset == 0);
        if of_each {
            // "For each year, what was the highest": a figure of each group, not a rank among them.
            let measure = self.measure(aggregate, operand)?;
            self.add_measure(measure);
            return Ok(());
        }
        self.reading.note(format!("Ranked by the {} of `{}`.", aggregate.words(), operand.label));
        let measure = self.measure(aggregate, operand)?;
        self.add_measure(measure);
        self.rank_groups()
    }

    /// The rows themselves, by a measure.
    pub fn rank_rows(&mut self, operand: Operand, extra: &[Operand]) {
        let mut columns: Vec<usize> = self.subjects.iter().map(|group| group.column).collect();
        if !self.subject_rows && columns.iter().any(|column| !self.is_unique(*column)) {
            self.reading.note(format!("Read as the single row with the extreme value of `{}`.", operand.label));
        }
        // "the five northernmost airports with their state": the state beside the name.
        let beside = self.subject_rows
            && self
                .labels
                .iter()
                .any(|(at, _)| at.checked_sub(1).is_some_and(|place| self.cue(place) == Some(Cue::With)));
        if beside {
            columns.extend(self.label_columns());
        }
        columns.extend(std::mem::take(&mut self.labels).into_iter().map(|(_, column)| column));
        if columns.is_empty() && extra.is_empty() {
            columns.extend(self.label_columns());
        }
        columns.extend(extra.iter().flat_map(|own| own.columns.iter().copied()));
        let mut seen = Vec::new();
        columns.retain(|column| {
            let fresh = !seen.contains(column) && operand.columns != [*column];
            seen.push(*column);
            fresh
        });
        self.subjects.clear();
        self.order_groups_by_ranking(Order::Measure(true));
        let largest = self.rankings.first().is_some_and(|ranking| ranking.largest);
        self.reading.shape = Shape::Rows { columns, by: Some((operand, largest)) };
        self.reading.measures.clear();
    }

    /// The columns that name a row best: a name, else the first that no two rows share, else the date.
    pub fn label_columns(&self) -> Vec<usize> {
        let all = 0..self.view.table.columns.len();
        let named =
            all.clone().find(|at| self.view.names.core(*at).iter().any(|word| word == "name" || word == "title"));
        let unique = || all.clone().find(|at| self.is_unique(*at) && self.is_grouping(*at));
        let text = || all.clone().filter(|at| self.kind(*at) == crate::table::Kind::Text).take(2).collect::<Vec<_>>();
        named.or_else(unique).map_or_else(text, |column| vec![column])
    }

    /// Superlatives without a subject: smallest and largest values.
    pub fn extremes_of(&mut self, operand: Operand) -> Result<(), Trouble> {
        self.bare.clear();
        let single = self.rankings.iter().all(|own| own.offset == 0 && own.limit.is_none_or(|limit| limit == 1));
        if !single || self.plural {
            self.rank_values(operand);
            return Ok(());
        }
        let apart = self.rankings.iter().any(|own| own.largest) && self.rankings.iter().any(|own| !own.largest);
        if apart && self.has(|cue| cue == Cue::Difference) {
            self.take_cues(|cue| matches!(cue, Cue::Difference | Cue::Between));
            let measure = self.measure(Aggregate::Range, operand)?;
            self.add_measure(measure);
            return Ok(());
        }
        let figures: Vec<Aggregate> =
            self.rankings.iter().map(|own| if own.largest { Aggregate::Max } else { Aggregate::Min }).collect();
        for aggregate in figures {
            let measure = self.measure(aggregate, operand.clone())?;
            self.add_measure(measure);
        }
        let labels: Vec<usize> = std::mem::take(&mut self.labels).into_iter().map(|(_, column)| column).collect();
        if !labels.is_empty() {
            self.reading.measures.clear();
            self.labels = labels.into_iter().map(|column| (0, column)).collect();
            self.rank_rows(operand, &[]);
            return Ok(());
        }
        Ok(())
    }

    /// "the second largest price", "the three highest temperatures"
    pub fn rank_values(&mut self, operand: Operand) {
        let columns = std::mem::take(&mut self.labels).into_iter().map(|(_, column)| column).collect();
        self.order_groups_by_ranking(Order::Measure(true));
        let largest = self.rankings.first().is_some_and(|ranking| ranking.largest);
        self.reading.shape = Shape::Rows { columns, by: Some((operand, largest)) };
    }
}
