//! The last step of reading: what kind of answer the measures, groups and conditions make.

use super::aggregate::{Aggregate, Unit};
use super::date_columns::years_covered;
use super::draft::Draft;
use super::lexicon::Cue;
use super::reading::{Measure, Order, Shape, Trouble};

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

    pub fn take_cues(&mut self, wanted: impl Fn(Cue) -> bool) {
        for at in self.places(wanted) {
            self.take(at);
        }
    }

    /// Questions about the table itself.
    pub fn shape_of_table(&mut self) -> Result<bool, Trouble> {
        match self.reading.shape {
            Shape::MissingByColumn | Shape::MissingTotal => {
                let grouped = !self.subjects.is_empty() || !self.reading.groups.is_empty();
                if grouped || !self.labels.is_empty() || !self.bare.is_empty() {
                    return Err(Trouble::Other(
                        "The question does not say of which column values are missing.".to_owned(),
                    ));
                }
                self.take_cues(|cue| matches!(cue, Cue::HowMany | Cue::Rows));
                self.reading.measures.clear();
                let which = self.has(|cue| cue == Cue::Which) && self.reading.shape == Shape::MissingByColumn;
                if which && self.rankings.is_empty() {
                    self.reading.having = vec![(Measure::rows(), super::aggregate::Comparison::Greater, 0.0)];
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

    pub fn shape_correlation(&mut self) -> Result<bool, Trouble> {
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

    pub fn shape_distribution(&mut self) -> Result<bool, Trouble> {
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
    pub fn bins(&self, column: usize) -> Option<(f64, f64, usize)> {
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

    pub fn shape_trend(&mut self) -> Result<bool, Trouble> {
        let trend = self.has(|cue| matches!(cue, Cue::Trend));
        let change = self.places(|cue| matches!(cue, Cue::Change(_))).into_iter().any(|at| self.is_free(at));
        if !trend && !change {
            return Ok(false);
        }
        // "How did it change per year?" asks for the figures; "the average yearly increase" for something else.
        let timed = self.reading.groups.iter().any(|group| group.unit.is_some());
        let shown = timed && (0..self.marks.len()).any(|at| self.text(at) == "how");
        if change && !trend && !shown {
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

    pub fn shape_period(&mut self) -> Result<bool, Trouble> {
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
}
