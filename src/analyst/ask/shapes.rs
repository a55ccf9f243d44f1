//! The last step of reading: what kind of answer the measures, groups and conditions make.

use super::draft::Draft;
use super::lexicon::Cue;
use super::marks::Item;
use super::reading::{Aggregate, Condition, ConditionKind, Measure, Operand, Order, PairOf, Shape, Trouble, Unit};
use super::synonyms::adjective;
use crate::analyst::ask::dates::years_covered;
use crate::limits::ASK_ROWS;

impl Draft<'_> {
    /// Gives the reading its shape.
    ///
    /// # Errors
    /// When the parts make no answer.
    pub fn shape(&mut self) -> Result<(), Trouble> {
        if self.shape_of_table()? || self.shape_correlation()? || self.shape_share()? || self.shape_pair()? {
            return Ok(());
        }
        self.spread_choices()?;
        if self.shape_distribution()? || self.shape_trend()? || self.shape_period()? {
            return Ok(());
        }
        if !self.rankings.is_empty() {
            return self.shape_ranking();
        }
        self.shape_figures()
    }

    fn take_cues(&mut self, wanted: impl Fn(Cue) -> bool) {
        for at in self.places(wanted) {
            self.take(at);
        }
    }

    /// Questions about the table itself.
    fn shape_of_table(&mut self) -> Result<bool, Trouble> {
        match self.reading.shape {
            Shape::MissingByColumn | Shape::MissingTotal => {
                self.take_cues(|cue| matches!(cue, Cue::HowMany | Cue::Rows));
                self.reading.measures.clear();
                let which = self.has(|cue| cue == Cue::Which) && self.reading.shape == Shape::MissingByColumn;
                if which && self.rankings.is_empty() {
                    self.reading.having = vec![(Measure::rows(), super::reading::Comparison::Greater, 0.0)];
                }
                if let Some(ranking) = self.rankings.first() {
                    self.reading.limit = ranking.limit.or(Some(1));
                    self.reading.order = Order::Measure(ranking.largest);
                    self.reading.shape = Shape::MissingByColumn;
                }
                return Ok(true);
            }
            Shape::ColumnCount => {
                if self.reading.measures.iter().any(|measure| measure.aggregate == Aggregate::Count) {
                    return Err(Trouble::Other(
                        "The question counts rows and columns; ask for one of them.".to_owned(),
                    ));
                }
                return Ok(true);
            }
            _ => {}
        }
        if self.has(|cue| cue == Cue::Duplicates) {
            self.take_cues(|cue| matches!(cue, Cue::Duplicates | Cue::HowMany));
            self.reading.measures.clear();
            self.reading.shape = Shape::Duplicates;
            return Ok(true);
        }
        let named = self.bare.is_empty() && self.labels.is_empty() && self.reading.measures.is_empty();
        if self.has(|cue| cue == Cue::Columns) && named {
            self.take_cues(|cue| matches!(cue, Cue::Columns | Cue::List));
            self.reading.shape = Shape::ColumnNames;
            return Ok(true);
        }
        Ok(false)
    }

    fn shape_correlation(&mut self) -> Result<bool, Trouble> {
        let mut ranks = None;
        for at in self.places(|cue| matches!(cue, Cue::Correlation(_))) {
            if let Some(Cue::Correlation(own)) = self.cue(at) {
                ranks = Some(own || ranks == Some(true));
            }
            self.take(at);
        }
        let Some(ranks) = ranks else { return Ok(false) };
        self.take_cues(|cue| matches!(cue, Cue::Between | Cue::Versus));
        match self.bare.as_slice() {
            [(_, one), (_, other)] => {
                self.reading.shape = Shape::Correlation { one: one.clone(), other: other.clone(), ranks };
                Ok(true)
            }
            _ => Err(Trouble::Other("A correlation needs two columns of numbers.".to_owned())),
        }
    }

    fn shape_share(&mut self) -> Result<bool, Trouble> {
        let place = self.places(|cue| matches!(cue, Cue::Share(_))).first().copied();
        let Some(Cue::Share(percent)) = place.and_then(|at| self.cue(at)) else { return Ok(false) };
        if self.has(|cue| matches!(cue, Cue::Change(_))) {
            return Ok(false);
        }
        let Some(at) = place else { return Ok(false) };
        self.take_cues(|cue| matches!(cue, Cue::Share(_) | Cue::Among | Cue::HowMuch));
        for mut choices in std::mem::take(&mut self.choices) {
            self.unite(&mut choices.1);
        }
        self.spread_choices()?;
        let part = self.part_of_share(at);
        let subjects = std::mem::take(&mut self.subjects);
        subjects.into_iter().for_each(|group| self.add_group(group));
        for (_, column) in std::mem::take(&mut self.labels) {
            let group = self.group(column);
            self.add_group(group);
        }
        self.reading.measures.retain(|measure| measure.aggregate == Aggregate::Sum);
        if let [(_, operand)] = self.bare.as_slice()
            && self.reading.measures.is_empty()
        {
            let additive = operand.columns.iter().all(|column| self.is_additive(*column));
            if !additive {
                return Err(Trouble::Other(format!("I cannot tell what share of `{}` is asked for.", operand.label)));
            }
            let measure = self.measure(Aggregate::Sum, operand.clone())?;
            self.add_measure(measure);
            self.bare.clear();
        }
        if !self.bare.is_empty() || self.reading.measures.len() > 1 {
            return Err(Trouble::Other("A share needs one measure, or a count of rows.".to_owned()));
        }
        if self.reading.measures.is_empty() {
            self.add_measure(Measure::rows());
        }
        if part.is_empty() && self.reading.groups.is_empty() {
            return Err(Trouble::Other("The question asks for a share but does not say of which part.".to_owned()));
        }
        self.reading.shape = Shape::Share { part, percent };
        self.order_groups_by_ranking(Order::Measure(true));
        Ok(true)
    }

    /// The conditions of the part: those behind the verb, or all where none stands there.
    fn part_of_share(&mut self, share: usize) -> Vec<Condition> {
        let verb = self.places(|cue| cue == Cue::Verb).into_iter().find(|at| *at > share);
        let among = self.places(|cue| cue == Cue::Among).into_iter().find(|at| *at > share);
        let conditions = std::mem::take(&mut self.reading.conditions);
        let free = |own: &Condition| !matches!(own.kind, ConditionKind::Date | ConditionKind::LeftOut);
        let in_part = |own: &Condition| own.at > share && among.is_none_or(|among| own.at < among);
        let behind = |own: &Condition| in_part(own) && verb.is_none_or(|verb| own.at > verb);
        let strict = conditions.iter().any(|own| free(own) && behind(own));
        let loose = conditions.iter().any(|own| free(own) && in_part(own));
        let dated = conditions.iter().any(|own| own.kind == ConditionKind::Date && in_part(own));
        let (part, rest): (Vec<Condition>, Vec<Condition>) = conditions.into_iter().partition(|own| {
            if strict {
                free(own) && behind(own)
            } else if loose {
                free(own) && in_part(own)
            } else {
                dated && own.kind == ConditionKind::Date && in_part(own)
            }
        });
        self.reading.conditions = rest;
        part
    }

    /// Values named side by side as one condition.
    fn unite(&mut self, conditions: &mut Vec<Condition>) {
        let sql = conditions.iter().map(|own| own.sql.clone()).collect::<Vec<_>>().join(" OR ");
        let words = conditions.iter().map(|own| own.words.clone()).collect::<Vec<_>>().join(" or ");
        if let Some(first) = conditions.first().cloned() {
            self.add_condition(Condition { sql: format!("({sql})"), words, ..first });
        }
    }

    fn shape_pair(&mut self) -> Result<bool, Trouble> {
        let change = self.places(|cue| matches!(cue, Cue::Change(_))).first().and_then(|at| self.cue(*at));
        let difference = self.has(|cue| cue == Cue::Difference);
        let ratio = self.has(|cue| cue == Cue::Ratio);
        let comparative = self
            .places(|cue| matches!(cue, Cue::More(_) | Cue::Adjective | Cue::Compare(_)))
            .into_iter()
            .find(|at| self.is_free(*at) && self.has(|cue| matches!(cue, Cue::HowMuch | Cue::HowMany)));
        let percent = self.has(|cue| matches!(cue, Cue::Share(_)));
        if change.is_none() && !difference && !ratio && comparative.is_none() {
            return Ok(false);
        }
        let pair = match (self.times.as_slice(), self.choices.as_slice()) {
            ([(first, _), (second, _)], []) => Some((first.clone(), second.clone())),
            ([], [(_, each)]) => match each.as_slice() {
                [first, second] => Some((first.clone(), second.clone())),
                _ => None,
            },
            _ => None,
        };
        let Some((first, second)) = pair else { return Ok(false) };
        let of_time = self.choices.is_empty();
        let of = match change {
            _ if ratio => PairOf::Ratio,
            Some(_) if percent => PairOf::ChangePercent,
            Some(Cue::Change(false)) if of_time => PairOf::Fall,
            Some(_) if of_time => PairOf::Change,
            _ => PairOf::Difference,
        };
        if let Some(at) = comparative {
            self.operand_of_comparative(at)?;
        }
        self.times.clear();
        self.choices.clear();
        self.take_cues(|cue| {
            matches!(
                cue,
                Cue::Change(_)
                    | Cue::Difference
                    | Cue::Ratio
                    | Cue::Between
                    | Cue::From
                    | Cue::Versus
                    | Cue::Share(_)
                    | Cue::HowMuch
                    | Cue::Than
                    | Cue::Among
            )
        });
        self.default_measure()?;
        if self.reading.measures.len() != 1 || !self.rankings.is_empty() {
            return Err(Trouble::Other("A comparison of two parts needs one figure.".to_owned()));
        }
        self.reading.shape = Shape::Pair { of, first, second };
        Ok(true)
    }

    /// "how much heavier": the measure is the adjective's.
    fn operand_of_comparative(&mut self, at: usize) -> Result<(), Trouble> {
        self.take(at);
        let word = self.text(at);
        if let Some((measures, _)) = adjective(&word)
            && self.bare.is_empty()
            && self.reading.measures.iter().all(|measure| measure.operand.sql.is_empty())
        {
            let column = self.column_for(&word, measures, at)?;
            let operand = self.operand(column);
            let aggregates: Vec<Aggregate> = self.reading.measures.drain(..).map(|own| own.aggregate).collect();
            let aggregate = aggregates.into_iter().find(|own| *own != Aggregate::Count).unwrap_or(Aggregate::Mean);
            let measure = self.measure(aggregate, operand)?;
            self.add_measure(measure);
        }
        Ok(())
    }

    /// Values and times named side by side become groups.
    fn spread_choices(&mut self) -> Result<(), Trouble> {
        for (column, mut each) in std::mem::take(&mut self.choices) {
            self.unite(&mut each);
            let group = self.group(column);
            self.add_group(group);
        }
        if self.times.is_empty() {
            return Ok(());
        }
        let times = std::mem::take(&mut self.times);
        let unit = times.first().and_then(|(_, unit)| *unit);
        let Some(unit) = unit.filter(|_| times.iter().all(|(_, own)| *own == unit)) else {
            return Err(Trouble::Other(
                "The times in the question are not of one kind; ask for one at a time.".to_owned(),
            ));
        };
        let mut each: Vec<Condition> = times.into_iter().map(|(own, _)| own).collect();
        if each.len() > 1 {
            self.unite(&mut each);
            let group = self.time_group(unit)?;
            self.add_group(group);
        } else {
            each.into_iter().for_each(|own| self.add_condition(own));
        }
        Ok(())
    }

    fn shape_distribution(&mut self) -> Result<bool, Trouble> {
        if !self.has(|cue| cue == Cue::Distribution) {
            return Ok(false);
        }
        self.take_cues(|cue| cue == Cue::Distribution);
        if let ([(_, operand)], true) = (self.bare.as_slice(), self.reading.groups.is_empty() && self.labels.is_empty())
        {
            let bins =
                operand.columns.first().and_then(|column| self.bins(*column)).filter(|_| operand.columns.len() == 1);
            let Some(bins) = bins else {
                return Err(Trouble::Other(format!("`{}` has no spread that bins could show.", operand.label)));
            };
            self.reading.shape = Shape::Histogram { of: operand.clone(), bins };
            self.bare.clear();
            return Ok(true);
        }
        Ok(false)
    }

    /// Bins of a round width that cover a column.
    fn bins(&self, column: usize) -> Option<(f64, f64, usize)> {
        let profile = self.profile(column)?;
        let (min, max) = (profile.min.as_ref()?.as_f64()?, profile.max.as_ref()?.as_f64()?);
        let span = max - min;
        if !span.is_finite() || span <= 0.0 {
            return None;
        }
        let rough = span / 10.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0].iter().map(|step| step * power).find(|step| *step >= rough)?;
        let whole = profile.kind() == crate::table::Kind::Integer;
        let step = if whole { step.ceil().max(1.0) } else { step };
        let start = (min / step).floor() * step;
        let count = super::groups::whole(((max - start) / step).floor() + 1.0)?;
        Some((crate::table::round_significant(start, 12), crate::table::round_significant(step, 12), count))
    }

    fn shape_trend(&mut self) -> Result<bool, Trouble> {
        let trend = self.has(|cue| matches!(cue, Cue::Trend));
        let change = self.places(|cue| matches!(cue, Cue::Change(_))).into_iter().any(|at| self.is_free(at));
        if !trend && !change {
            return Ok(false);
        }
        let timed = self.reading.groups.iter().any(|group| group.unit.is_some());
        if change && !trend && !timed {
            return Ok(false);
        }
        self.take_cues(|cue| matches!(cue, Cue::Trend | Cue::Change(_) | Cue::HowMuch | Cue::Until | Cue::From));
        if !timed {
            let years = self.view.dates.first().and_then(|date| self.profile(date.column)).and_then(years_covered);
            let year_only = self.view.dates.first().is_some_and(|date| date.year_only);
            let unit = if year_only || years.is_none_or(|years| years > 4) { Unit::Year } else { Unit::Month };
            let group = self.time_group(unit)?;
            self.reading.note(format!("The trend is shown by {}.", unit.words()));
            self.reading.groups.insert(0, group);
        }
        self.default_measure()?;
        self.finish_groups()?;
        Ok(true)
    }

    fn shape_period(&mut self) -> Result<bool, Trouble> {
        if !self.has(|cue| cue == Cue::Period) {
            return Ok(false);
        }
        self.take_cues(|cue| matches!(cue, Cue::Period | Cue::Aggregate(Aggregate::Range)));
        let Some(date) = self.view.dates.first().cloned() else {
            return Err(Trouble::Other("No column of this table holds dates.".to_owned()));
        };
        let mut operand = self.operand(date.column);
        operand.sql.clone_from(&date.sql);
        self.reading.measures.clear();
        for aggregate in [Aggregate::Min, Aggregate::Max] {
            let measure = self.measure(aggregate, operand.clone())?;
            self.add_measure(measure);
        }
        Ok(true)
    }

    /// A figure for a measure that came without one: the sum where it means something, else the mean.
    pub fn default_measure(&mut self) -> Result<(), Trouble> {
        if let (Some((at, _)), false) = (self.bare.first(), self.reading.measures.is_empty()) {
            return Err(Trouble::Unused(vec![self.text(*at)]));
        }
        for (_, operand) in std::mem::take(&mut self.bare) {
            let additive = operand.columns.iter().all(|column| self.is_additive(*column));
            let (aggregate, say) = if additive { (Aggregate::Sum, "summed") } else { (Aggregate::Mean, "averaged") };
            self.reading.note(format!("`{}` was {say}, as the question names no figure.", operand.label));
            let measure = self.measure(aggregate, operand)?;
            self.add_measure(measure);
        }
        if self.reading.measures.is_empty() {
            self.add_measure(Measure::rows());
        }
        Ok(())
    }

    /// Labels that were named beside groups are groups as well.
    fn finish_groups(&mut self) -> Result<(), Trouble> {
        for (at, column) in std::mem::take(&mut self.labels) {
            let known = self.reading.groups.iter().any(|group| group.column == column);
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

    fn order_groups_by_ranking(&mut self, default: Order) {
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
            && sorts.iter().any(|at| self.cue(*at) == Some(Cue::Sort(None)))
        {
            order = Order::Measure(true);
        }
        self.reading.order = order;
    }

    /// Largest and smallest.
    fn shape_ranking(&mut self) -> Result<(), Trouble> {
        let first = self.rankings.first().map_or(0, |ranking| ranking.at);
        self.find_subject(first)?;
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
        let measured = !self.reading.measures.is_empty();
        let asked = !self.subjects.is_empty() || !self.reading.groups.is_empty();
        if (asked || self.subject_rows) && (measured || counts) {
            if bare.is_some() || operand.is_some() && !measured {
                return Err(Trouble::Other("The question names more than one measure to rank by.".to_owned()));
            }
            return self.rank_groups();
        }
        match operand.or(bare) {
            Some(operand) if asked || self.subject_rows => self.rank_by_operand(operand, &extra),
            Some(operand) if extra.is_empty() => self.extremes_of(operand),
            Some(_) => Err(Trouble::Other("The question names more than one measure to rank by.".to_owned())),
            None if measured && !counts => self.rank_groups(),
            None if asked => {
                let main = self.main_measure();
                self.take_main(main)?;
                self.rank_groups()
            }
            None => Err(Trouble::Other("The question does not say what is to be ranked, or by what.".to_owned())),
        }
    }

    /// "top regions?": by the measure that matters most, or by rows.
    fn main_measure(&self) -> Option<usize> {
        const FIRST: [&str; 9] =
            ["revenue", "sale", "turnover", "amount", "total", "profit", "value", "quantity", "count"];
        FIRST.iter().find_map(|word| {
            (0..self.view.table.columns.len())
                .find(|column| self.is_additive(*column) && self.view.names.core(*column).iter().any(|own| own == word))
        })
    }

    fn take_main(&mut self, main: Option<usize>) -> Result<(), Trouble> {
        let measure = match main {
            Some(column) => self.measure(Aggregate::Sum, self.operand(column))?,
            None => Measure::rows(),
        };
        self.reading.note(format!("The question names no measure; the {} was taken.", measure.words()));
        self.add_measure(measure);
        Ok(())
    }

    fn rank_groups(&mut self) -> Result<(), Trouble> {
        let subjects = std::mem::take(&mut self.subjects);
        subjects.into_iter().for_each(|group| self.add_group(group));
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
    fn rank_by_operand(&mut self, operand: Operand, extra: &[Operand]) -> Result<(), Trouble> {
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
            return self.rank_rows(operand, extra);
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
            return self.rank_rows(operand, extra);
        };
        self.reading.note(format!("Ranked by the {} of `{}`.", aggregate.words(), operand.label));
        let measure = self.measure(aggregate, operand)?;
        self.add_measure(measure);
        self.rank_groups()
    }

    /// The rows themselves, by a measure.
    fn rank_rows(&mut self, operand: Operand, extra: &[Operand]) -> Result<(), Trouble> {
        let mut columns: Vec<usize> = self.subjects.iter().map(|group| group.column).collect();
        if !self.subject_rows && columns.iter().any(|column| !self.is_unique(*column)) {
            self.reading.note(format!("Read as the single row with the extreme value of `{}`.", operand.label));
        }
        columns.extend(std::mem::take(&mut self.labels).into_iter().map(|(_, column)| column));
        if columns.is_empty() {
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
        Ok(())
    }

    /// The columns that name a row best: a name, else the first that no two rows share, else the date.
    fn label_columns(&self) -> Vec<usize> {
        let all = 0..self.view.table.columns.len();
        let named =
            all.clone().find(|at| self.view.names.core(*at).iter().any(|word| word == "name" || word == "title"));
        let unique = || all.clone().find(|at| self.is_unique(*at) && self.is_grouping(*at));
        let text = || all.clone().filter(|at| self.kind(*at) == crate::table::Kind::Text).take(2).collect::<Vec<_>>();
        named.or_else(unique).map_or_else(text, |column| vec![column])
    }

    /// Superlatives without a subject: smallest and largest values.
    fn extremes_of(&mut self, operand: Operand) -> Result<(), Trouble> {
        self.bare.clear();
        let single = self.rankings.iter().all(|own| own.offset == 0 && own.limit.is_none_or(|limit| limit == 1));
        if !single || self.plural {
            return self.rank_values(operand);
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
            return self.rank_rows(operand, &[]);
        }
        Ok(())
    }

    /// "the second largest price", "the three highest temperatures"
    fn rank_values(&mut self, operand: Operand) -> Result<(), Trouble> {
        let columns = std::mem::take(&mut self.labels).into_iter().map(|(_, column)| column).collect();
        self.order_groups_by_ranking(Order::Measure(true));
        let largest = self.rankings.first().is_some_and(|ranking| ranking.largest);
        self.reading.shape = Shape::Rows { columns, by: Some((operand, largest)) };
        Ok(())
    }

    /// Figures, values or rows, without a ranking.
    fn shape_figures(&mut self) -> Result<(), Trouble> {
        if self.reading.shape == Shape::CountGroups {
            let subjects = std::mem::take(&mut self.subjects);
            subjects.into_iter().for_each(|group| self.add_group(group));
            self.reading.measures.clear();
            return Ok(());
        }
        let subjects = std::mem::take(&mut self.subjects);
        let measured = !self.reading.measures.is_empty();
        if !subjects.is_empty() && !measured && self.bare.is_empty() {
            subjects.into_iter().for_each(|group| self.add_group(group));
            for (_, column) in std::mem::take(&mut self.labels) {
                let group = self.group(column);
                self.add_group(group);
            }
            if self.first_in_time() {
                return Ok(());
            }
            if self.reading.having.is_empty() {
                self.reading.shape = Shape::Values;
            } else {
                let having: Vec<Measure> = self.reading.having.iter().map(|(own, _, _)| own.clone()).collect();
                having.into_iter().for_each(|measure| self.add_measure(measure));
                self.order_groups_by_ranking(Order::Measure(true));
            }
            return Ok(());
        }
        subjects.into_iter().for_each(|group| self.add_group(group));
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

    /// "In which year did the mean first exceed 350?"
    fn first_in_time(&mut self) -> bool {
        let place = self.places(|cue| matches!(cue, Cue::Latest(_))).into_iter().find(|at| self.is_free(*at));
        let timed = matches!(self.reading.groups.as_slice(), [group] if group.unit.is_some());
        let Some((at, Cue::Latest(latest))) = place.and_then(|at| Some((at, self.cue(at)?))) else { return false };
        if !timed || self.reading.having.is_empty() || !self.bare.is_empty() {
            return false;
        }
        self.take(at);
        let bounded: Vec<Measure> = self.reading.having.iter().map(|(own, _, _)| own.clone()).collect();
        bounded.into_iter().for_each(|measure| self.add_measure(measure));
        self.reading.order = if latest { Order::LastGroup } else { Order::FirstGroup };
        self.reading.limit = Some(1);
        true
    }

    /// A bound on a sum where nothing is grouped is a bound on the rows.
    fn having_to_condition(&mut self) -> Result<(), Trouble> {
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
    fn looks_up(&mut self) -> bool {
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
        if one_row {
            self.reading.shape = Shape::Rows { columns, by: None };
        } else {
            let groups: Vec<_> = columns.iter().map(|column| self.group(*column)).collect();
            groups.into_iter().for_each(|group| self.add_group(group));
            self.reading.shape = Shape::Values;
        }
        self.take_cues(|cue| matches!(cue, Cue::List | Cue::Sort(_)));
        true
    }

    /// "List the penguins heavier than 6000 g", "Which orders are above 100?"
    fn list_rows(&mut self) -> Result<(), Trouble> {
        let noun = (0..self.marks.len()).find(|at| {
            matches!(self.item(*at), Some(Item::Noun(..) | Item::Cue(Cue::Rows)))
                && (self.is_free(*at) || self.subject_rows)
        });
        let Some(noun) = noun.filter(|_| !self.reading.conditions.is_empty()) else {
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
