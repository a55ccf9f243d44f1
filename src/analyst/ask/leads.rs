//! The first sentence of an answer: what the result says.

use super::aggregate::Aggregate;
use super::answer::{Answer, LISTED, capital};
use super::reading::{Measure, Order, PairOf, Shape};
use super::statement::{PART, TIES, WHOLE};
use super::wording::{name, number, sentence};
use crate::analyst::numbers::count;
use crate::table::Cell;

impl Answer<'_> {
    /// The first sentence.
    pub fn lead(&self) -> String {
        let table = self.result();
        if table.row_count == 0 {
            return format!("Nothing meets the question: the result has no rows {}.", self.cite());
        }
        let only_null = table.row_count == 1
            && self.figures().iter().all(|column| self.value(0, column).is_none_or(Cell::is_null))
            && !self.figures().is_empty();
        if only_null && self.labels().is_empty() {
            return format!("There is no value to answer with {}.", self.cite());
        }
        match &self.reading.shape {
            Shape::Figures if self.reading.groups.is_empty() => self.lead_of_figures(),
            Shape::Figures | Shape::MissingByColumn | Shape::Rows { by: Some(_), .. } => self.lead_of_groups(),
            Shape::Rows { by: None, .. } => self.lead_of_rows(),
            Shape::Values => {
                let shown: Vec<String> = (0..table.rows.len().min(LISTED * 3)).map(|row| self.label(row)).collect();
                let rest = table.row_count.saturating_sub(shown.len() as u64);
                let more = if rest > 0 { format!(", and {} more", count(rest)) } else { String::new() };
                format!("**{}**{more} {}.", shown.join("; "), self.cite())
            }
            Shape::CountGroups => {
                let labels: Vec<String> =
                    self.reading.groups.iter().map(|group| format!("`{}`", name(&group.label))).collect();
                let what = if labels.len() == 1 { "values" } else { "combinations" };
                let labels = labels.join(" and ");
                format!("**{}** different {what} of {labels} {}.", self.said(0, "count"), self.cite())
            }
            Shape::OverGroups(outer) => {
                let column = self.figures().concat();
                format!("The {} is **{}** {}.", outer.words(), self.said(0, &column), self.cite())
            }
            Shape::Share { percent, .. } => self.lead_of_share(*percent),
            Shape::Pair { of, .. } => self.lead_of_pair(*of),
            Shape::Correlation { one, other, .. } => self.lead_of_correlation(&one.label, &other.label),
            Shape::Histogram { of, .. } => self.lead_of_histogram(&of.label),
            Shape::MissingTotal if self.is_zero("missing") => format!("No value is missing {}.", self.cite()),
            Shape::MissingTotal => format!("**{}** values are missing {}.", self.said(0, "missing"), self.cite()),
            Shape::ColumnCount => format!("The table has **{}** columns {}.", self.said(0, "columns"), self.cite()),
            Shape::ColumnNames => {
                let names: Vec<String> =
                    (0..table.rows.len().min(LISTED * 3)).map(|row| self.said(row, "column")).collect();
                format!("The table has {} columns: {} {}.", count(table.row_count), names.join(", "), self.cite())
            }
            Shape::Duplicates if self.is_zero("duplicates") => {
                format!("No row repeats an earlier row {}.", self.cite())
            }
            Shape::Duplicates => {
                format!("**{}** rows repeat an earlier row {}.", self.said(0, "duplicates"), self.cite())
            }
        }
    }

    fn is_zero(&self, column: &str) -> bool {
        self.value(0, column).and_then(Cell::as_f64) == Some(0.0)
    }

    pub fn measure_words(&self, measure: &Measure) -> String {
        match measure.aggregate {
            Aggregate::Count => format!("number of {}", self.reading.rows),
            aggregate => format!("{} of `{}`", aggregate.words(), name(&measure.operand.label)),
        }
    }

    pub fn lead_of_figures(&self) -> String {
        let parts = self.reading.measures.iter().map(|measure| {
            let value = self.said(0, &measure.alias());
            match measure.aggregate {
                Aggregate::Count => format!("the number of {} is **{value}**", self.reading.rows),
                Aggregate::CountDistinct => {
                    format!("`{}` has **{value}** different values", name(&measure.operand.label))
                }
                _ => format!("the {} is **{value}**", self.measure_words(measure)),
            }
        });
        capital(&format!("{} {}.", parts.collect::<Vec<_>>().join(", "), self.cite()))
    }

    pub fn lead_of_groups(&self) -> String {
        let figures = self.figures();
        let value = |row: usize| self.values(row, &figures);
        let rows = self.result().rows.len();
        let by = match &self.reading.shape {
            Shape::Rows { by: Some((operand, _)), .. } => format!("`{}`", name(&operand.label)),
            Shape::MissingByColumn => "number of missing values".to_owned(),
            _ => self.reading.measures.first().map(|measure| self.measure_words(measure)).unwrap_or_default(),
        };
        if self.labels().is_empty() {
            let values: Vec<String> = (0..rows.min(LISTED)).map(value).collect();
            return format!("{} {}.", values.join(", "), self.cite());
        }
        if self.reading.limit == Some(1) && matches!(self.reading.order, Order::Measure(_)) && rows <= LISTED {
            return self.first_place(&by, &value(0));
        }
        if rows <= LISTED {
            let listed: Vec<String> = (0..rows).map(|row| format!("{}: {}", self.label(row), value(row))).collect();
            return format!("{} {}.", listed.join("; "), self.cite());
        }
        if let Some(shared) = self.shared_by_many(&by, &value(0)) {
            return shared;
        }
        let first = figures.first().cloned().unwrap_or_default();
        let numbers = |row: &usize| self.value(*row, &first).and_then(Cell::as_f64);
        let order = |a: &usize, b: &usize| numbers(a).partial_cmp(&numbers(b)).unwrap_or(std::cmp::Ordering::Equal);
        let present: Vec<usize> = (0..rows).filter(|row| numbers(row).is_some()).collect();
        let (Some(low), Some(high)) = (present.iter().copied().min_by(order), present.iter().copied().max_by(order))
        else {
            return format!("The result has {} rows {}.", count(self.result().row_count), self.cite());
        };
        let among = if self.result().truncated() { "among the first rows, " } else { "" };
        format!(
            "{} {}; {among}the {by} is largest for **{}** ({}) and smallest for **{}** ({}) {}.",
            count(self.result().row_count),
            match self.reading.shape {
                Shape::MissingByColumn => "columns",
                Shape::Rows { .. } => self.reading.rows.as_str(),
                _ => "groups",
            },
            self.label(high),
            self.said(high, &first),
            self.label(low),
            self.said(low, &first),
            self.cite()
        )
    }

    /// The first place where too many share it to be named.
    fn shared_by_many(&self, by: &str, value: &str) -> Option<String> {
        let ties = self.value(0, TIES).and_then(Cell::as_f64)?;
        let is_first = self.reading.limit == Some(1) && matches!(self.reading.order, Order::Measure(_));
        if !is_first || self.reading.offset > 0 {
            return None;
        }
        let extreme = if self.reading.order == Order::Measure(true) { "largest" } else { "smallest" };
        let what = match self.reading.groups.as_slice() {
            [group] => format!("values of `{}`", name(&group.label)),
            _ => self.reading.rows.clone(),
        };
        Some(format!("{} {what} share the {extreme} {by}: {value} {}.", number(ties, None), self.cite()))
    }

    /// What has the first place, or shares it.
    fn first_place(&self, by: &str, value: &str) -> String {
        let extreme = if self.reading.order == Order::Measure(true) { "largest" } else { "smallest" };
        let by = match self.reading.measures.first() {
            Some(measure) if matches!(measure.aggregate, Aggregate::Min | Aggregate::Max) => {
                format!("`{}`", name(&measure.operand.label))
            }
            Some(_) | None => by.to_owned(),
        };
        let place = match self.reading.offset {
            0 => extreme.to_owned(),
            1 => format!("second {extreme}"),
            2 => format!("third {extreme}"),
            offset => format!("{}th {extreme}", offset + 1),
        };
        let labels: Vec<String> = (0..self.result().rows.len()).map(|row| format!("**{}**", self.label(row))).collect();
        let verb = if labels.len() == 1 { "has" } else { "share" };
        format!("{} {verb} the {place} {by}: {value} {}.", crate::analyst::prose::listed(&labels), self.cite())
    }

    /// The figures of a row; where there are several, each with its name.
    fn values(&self, row: usize, figures: &[String]) -> String {
        let measures = &self.reading.measures;
        let of_one_kind =
            measures.iter().all(|own| Some(own.aggregate) == measures.first().map(|first| first.aggregate));
        let named = |column: &String| {
            let measure = measures.iter().find(|own| own.alias() == *column).filter(|_| figures.len() > 1);
            let name = measure.map(|own| match own.aggregate {
                Aggregate::Count => "number".to_owned(),
                _ if of_one_kind => format!("`{}`", name(&own.operand.label)),
                aggregate => aggregate.words().split(" (").next().unwrap_or_default().to_owned(),
            });
            let name = name.map_or(String::new(), |name| format!("{name} "));
            format!("{name}**{}**", self.said(row, column))
        };
        figures.iter().map(named).collect::<Vec<_>>().join(", ")
    }

    pub fn lead_of_rows(&self) -> String {
        let rows = self.result().row_count;
        if rows == 1 {
            let parts: Vec<String> = self
                .statement
                .shown
                .iter()
                .take(LISTED)
                .map(|column| format!("`{}` is **{}**", name(column), self.said(0, column)))
                .collect();
            return format!("{} {}.", parts.join(", "), self.cite());
        }
        format!("{} {} {}.", count(rows), self.reading.rows, self.cite())
    }

    pub fn lead_of_share(&self, percent: bool) -> String {
        let column = if percent { "percent" } else { "share" };
        let sign = if percent { " %" } else { "" };
        let rows = self.result().rows.len();
        let measure = self.reading.measures.first().map(|own| self.measure_words(own)).unwrap_or_default();
        let one = |row: usize| {
            let label = self.label(row);
            let label = if label.is_empty() { String::new() } else { format!("{label}: ") };
            format!(
                "{label}**{}{sign}** ({} of {})",
                self.said(row, column),
                self.said(row, PART),
                self.said(row, WHOLE)
            )
        };
        let listed: Vec<String> = (0..rows.min(LISTED)).map(one).collect();
        let more = if rows > LISTED { "; the table shows the others" } else { "" };
        format!("{}{more}, by {measure} {}.", listed.join("; "), self.cite())
    }

    pub fn lead_of_pair(&self, of: PairOf) -> String {
        let column = self.figures().concat();
        let Shape::Pair { first, second, .. } = &self.reading.shape else { return String::new() };
        if !self.reading.groups.is_empty() {
            let rows = self.result().rows.len().min(LISTED);
            let listed: Vec<String> =
                (0..rows).map(|row| format!("{}: **{}**", self.label(row), self.said(row, &column))).collect();
            return format!("{} {}.", listed.join("; "), self.cite());
        }
        let what = self.reading.measures.first().map(|own| self.measure_words(own)).unwrap_or_default();
        let from = format!("{} where {}", self.said(0, "first"), sentence(&first.words));
        let to = format!("{} where {}", self.said(0, "second"), sentence(&second.words));
        let value = self.said(0, &column);
        let say = match of {
            PairOf::Change => format!("The change in the {what} is **{value}**: from {from} to {to}"),
            PairOf::Fall => format!("The {what} fell by **{value}**: from {from} to {to}"),
            PairOf::ChangePercent => format!("The change in the {what} is **{value} %**: from {from} to {to}"),
            PairOf::Difference => format!("The difference in the {what} is **{value}**: {from}, and {to}"),
            PairOf::Ratio => format!("The ratio is **{value}**: the {what} is {from}, and {to}"),
        };
        format!("{say} {}.", self.cite())
    }

    pub fn lead_of_correlation(&self, one: &str, other: &str) -> String {
        let rows = self.result().rows.len().min(LISTED);
        let listed = (0..rows).map(|row| {
            let label = self.label(row);
            let label = if label.is_empty() { String::new() } else { format!("{label}: ") };
            format!("{label}**{}**", self.said(row, "correlation"))
        });
        let listed: Vec<String> = listed.collect();
        let pairs = self.value(0, WHOLE).filter(|_| rows == 1).and_then(Cell::as_f64);
        let over = pairs.map_or(String::new(), |pairs| format!(", over {} rows that have both", number(pairs, None)));
        // A one would read like a count.
        let perfect = self.value(0, "correlation").and_then(Cell::as_f64).filter(|value| value.abs() > 1.0 - 1e-9);
        if let Some(value) = perfect.filter(|_| rows == 1 && self.labels().is_empty()) {
            let together = if value > 0.0 { "together" } else { "against each other" };
            return format!(
                "`{}` and `{}` are **perfectly correlated**: they move {together} on a straight line{over} {}.",
                name(one),
                name(other),
                self.cite()
            );
        }
        format!(
            "The correlation of `{}` and `{}` is {}{over} {}.",
            name(one),
            name(other),
            listed.join("; "),
            self.cite()
        )
    }

    pub fn lead_of_histogram(&self, label: &str) -> String {
        let rows = 0..self.result().rows.len();
        let count = |row: &usize| self.value(*row, "count").and_then(Cell::as_f64).unwrap_or_default();
        let most =
            rows.max_by(|a, b| count(a).partial_cmp(&count(b)).unwrap_or(std::cmp::Ordering::Equal)).unwrap_or(0);
        format!(
            "Most values of `{}` lie from {}, with a count of **{}** {}.",
            name(label),
            self.value(most, "bin").map(ToString::to_string).unwrap_or_default(),
            self.said(most, "count"),
            self.cite()
        )
    }
}
