//! The words of an answer: what the result says, and which reading it rests on.

use super::chart;
use super::reading::{Aggregate, Measure, Order, PairOf, Reading, Shape, Unit};
use super::statement::{PART, Statement, TIES, WHOLE};
use super::wording::{cell, name, number, plain, sentence};
use crate::analyst::calls::Calls;
use crate::event::Role;
use crate::table::{Cell, Kind, Table};

/// Rows that a sentence lists.
const LISTED: usize = 8;

/// What an answer is made of.
pub struct Answer<'a> {
    /// What the question was read as.
    pub reading: &'a Reading,
    /// What was asked of the data.
    pub statement: &'a Statement,
    /// The id of the result, and the result.
    pub main: (String, Table),
    /// The id of the chart's result, and the result.
    pub chart: Option<(String, Table)>,
}

impl Answer<'_> {
    /// Shows the answer: the text, the cells, the chart.
    pub fn show(&self, calls: &mut Calls) {
        let mut text = self.lead();
        text.push_str(&format!("\n\nRead as: {}.", self.reading_words()));
        for note in self.notes() {
            text.push(' ');
            text.push_str(&note);
        }
        calls.text(Role::Answer, &text);
        if self.main.1.row_count > 0 {
            calls.table_of(&self.title(), &self.main.0, Some(&self.statement.shown));
        }
        let drawn = self.chart.as_ref().unwrap_or(&self.main);
        if let Some(plot) = chart::of(self.reading, &drawn.0, &drawn.1) {
            calls.plot(&self.title(), &plot.note, &plot.specification);
        }
        calls.finalize(None);
    }

    fn result(&self) -> &Table {
        &self.main.1
    }

    fn value(&self, row: usize, column: &str) -> Option<&Cell> {
        self.result().rows.get(row)?.get(self.result().column(column)?)
    }

    /// A cell of the result for reading; group values such as years stand without separators.
    fn said(&self, row: usize, column: &str) -> String {
        let Some(value) = self.value(row, column) else { return "(missing)".to_owned() };
        let kind = self.result().column(column).map_or(Kind::Other, |at| self.result().kind(at));
        let group = self.reading.groups.iter().any(|group| group.alias == column);
        let label = match &self.reading.shape {
            Shape::Rows { by: Some((operand, _)), .. } => operand.label != column,
            Shape::Rows { by: None, .. } => kind == Kind::Integer,
            _ => false,
        };
        let calendar = self
            .reading
            .measures
            .iter()
            .any(|measure| measure.operand.calendar && measure.alias() == column && measure.aggregate.takes_any())
            && !self.reading.measures.iter().any(|measure| {
                measure.alias() == column
                    && matches!(measure.aggregate, Aggregate::Count | Aggregate::CountDistinct | Aggregate::Range)
            });
        if group || label || calendar {
            let month =
                self.reading.groups.iter().any(|group| group.alias == column && group.unit == Some(Unit::MonthOfYear));
            if let (true, Cell::Int(month)) = (month, value)
                && let Some(name) = u32::try_from(*month).ok().and_then(super::dates::month_name)
            {
                return format!("{month} ({name})");
            }
            return if value.is_null() { "(missing)".to_owned() } else { plain(&value.to_string()) };
        }
        cell(value, kind.is_numeric(), self.reading.decimals)
    }

    fn labels(&self) -> Vec<String> {
        match &self.reading.shape {
            Shape::Rows { by: Some((operand, _)), .. } => {
                self.statement.shown.iter().filter(|own| **own != operand.label).cloned().collect()
            }
            Shape::Rows { by: None, .. } => self.statement.shown.clone(),
            Shape::MissingByColumn => vec!["column".to_owned()],
            _ => self.reading.groups.iter().map(|group| group.alias.clone()).collect(),
        }
    }

    fn figures(&self) -> Vec<String> {
        let labels = self.labels();
        self.statement.shown.iter().filter(|own| !labels.contains(own)).cloned().collect()
    }

    fn label(&self, row: usize) -> String {
        self.labels().iter().map(|column| self.said(row, column)).collect::<Vec<_>>().join(", ")
    }

    fn cite(&self) -> String {
        format!("[{}]", self.main.0)
    }

    /// The first sentence.
    fn lead(&self) -> String {
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
            Shape::Figures | Shape::MissingByColumn => self.lead_of_groups(),
            Shape::Rows { by: Some(_), .. } => self.lead_of_groups(),
            Shape::Rows { by: None, .. } => self.lead_of_rows(),
            Shape::Values => {
                let shown: Vec<String> = (0..table.rows.len().min(LISTED * 3)).map(|row| self.label(row)).collect();
                let rest = table.row_count as usize - shown.len();
                let more = if rest > 0 { format!(", and {} more", number(rest as f64, None)) } else { String::new() };
                format!("**{}**{more} {}.", shown.join("; "), self.cite())
            }
            Shape::CountGroups => {
                let labels: Vec<String> =
                    self.reading.groups.iter().map(|group| format!("`{}`", name(&group.label))).collect();
                format!("**{}** different {} {}.", self.said(0, "count"), labels.join(" and "), self.cite())
            }
            Shape::OverGroups(outer) => {
                let column = self.figures().concat();
                format!("The {} is **{}** {}.", outer.words(), self.said(0, &column), self.cite())
            }
            Shape::Share { percent, .. } => self.lead_of_share(*percent),
            Shape::Pair { of, .. } => self.lead_of_pair(*of),
            Shape::Correlation { one, other, .. } => self.lead_of_correlation(&one.label, &other.label),
            Shape::Histogram { of, .. } => self.lead_of_histogram(&of.label),
            Shape::MissingTotal => format!("**{}** values are missing {}.", self.said(0, "missing"), self.cite()),
            Shape::ColumnCount => format!("The table has **{}** columns {}.", self.said(0, "columns"), self.cite()),
            Shape::ColumnNames => {
                let names: Vec<String> =
                    (0..table.rows.len().min(LISTED * 3)).map(|row| self.said(row, "column")).collect();
                format!(
                    "The table has {} columns: {} {}.",
                    number(table.row_count as f64, None),
                    names.join(", "),
                    self.cite()
                )
            }
            Shape::Duplicates => {
                format!("**{}** rows repeat an earlier row {}.", self.said(0, "duplicates"), self.cite())
            }
        }
    }

    fn measure_words(&self, measure: &Measure) -> String {
        match measure.aggregate {
            Aggregate::Count => format!("number of {}", self.reading.rows),
            aggregate => format!("{} of `{}`", aggregate.words(), name(&measure.operand.label)),
        }
    }

    fn lead_of_figures(&self) -> String {
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

    fn lead_of_groups(&self) -> String {
        let figures = self.figures();
        let value = |row: usize| figures.iter().map(|column| self.said(row, column)).collect::<Vec<_>>().join(", ");
        let rows = self.result().rows.len();
        let by = match &self.reading.shape {
            Shape::Rows { by: Some((operand, _)), .. } => format!("`{}`", name(&operand.label)),
            Shape::MissingByColumn => "number of missing values".to_owned(),
            _ => self.reading.measures.first().map(|measure| self.measure_words(measure)).unwrap_or_default(),
        };
        if self.labels().is_empty() {
            let values: Vec<String> = (0..rows.min(LISTED)).map(value).collect();
            return format!("**{}** {}.", values.join("**, **"), self.cite());
        }
        if self.reading.limit == Some(1) && matches!(self.reading.order, Order::Measure(_)) && rows == 1 {
            let extreme = if self.reading.order == Order::Measure(true) { "largest" } else { "smallest" };
            let by = match self.reading.measures.first() {
                Some(measure) if matches!(measure.aggregate, Aggregate::Min | Aggregate::Max) => {
                    format!("`{}`", name(&measure.operand.label))
                }
                _ => by,
            };
            let place = match self.reading.offset {
                0 => extreme.to_owned(),
                1 => format!("second {extreme}"),
                2 => format!("third {extreme}"),
                offset => format!("{}th {extreme}", offset + 1),
            };
            return format!("**{}** has the {place} {by}: **{}** {}.", self.label(0), value(0), self.cite());
        }
        if rows <= LISTED {
            let listed: Vec<String> = (0..rows).map(|row| format!("{}: **{}**", self.label(row), value(row))).collect();
            return format!("{} {}.", listed.join("; "), self.cite());
        }
        let first = figures.first().cloned().unwrap_or_default();
        let numbers = |row: &usize| self.value(*row, &first).and_then(Cell::as_f64);
        let order = |a: &usize, b: &usize| numbers(a).partial_cmp(&numbers(b)).unwrap_or(std::cmp::Ordering::Equal);
        let present: Vec<usize> = (0..rows).filter(|row| numbers(row).is_some()).collect();
        let (Some(low), Some(high)) = (present.iter().copied().min_by(order), present.iter().copied().max_by(order))
        else {
            return format!("The result has {} rows {}.", number(self.result().row_count as f64, None), self.cite());
        };
        let among = if self.result().truncated() { "among the first rows, " } else { "" };
        format!(
            "{} {}; {among}the {by} is largest for **{}** ({}) and smallest for **{}** ({}) {}.",
            number(self.result().row_count as f64, None),
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

    fn lead_of_rows(&self) -> String {
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
        format!("{} {} {}.", number(rows as f64, None), self.reading.rows, self.cite())
    }

    fn lead_of_share(&self, percent: bool) -> String {
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
        let more = if rows > LISTED { format!("; and {} more", rows - LISTED) } else { String::new() };
        format!("{}{more}, by {measure} {}.", listed.join("; "), self.cite())
    }

    fn lead_of_pair(&self, of: PairOf) -> String {
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
            PairOf::Change => format!("The {what} changed by **{value}**: from {from} to {to}"),
            PairOf::Fall => format!("The {what} fell by **{value}**: from {from} to {to}"),
            PairOf::ChangePercent => format!("The {what} changed by **{value} %**: from {from} to {to}"),
            PairOf::Difference => format!("The {what} differs by **{value}**: {from}, and {to}"),
            PairOf::Ratio => format!("The ratio is **{value}**: the {what} is {from}, and {to}"),
        };
        format!("{say} {}.", self.cite())
    }

    fn lead_of_correlation(&self, one: &str, other: &str) -> String {
        let rows = self.result().rows.len().min(LISTED);
        let listed = (0..rows).map(|row| {
            let label = self.label(row);
            let label = if label.is_empty() { String::new() } else { format!("{label}: ") };
            format!("{label}**{}**", self.said(row, "correlation"))
        });
        let listed: Vec<String> = listed.collect();
        let pairs = self.value(0, WHOLE).filter(|_| rows == 1).and_then(Cell::as_f64);
        let over = pairs.map_or(String::new(), |pairs| format!(", over {} rows that have both", number(pairs, None)));
        format!(
            "The correlation of `{}` and `{}` is {}{over} {}.",
            name(one),
            name(other),
            listed.join("; "),
            self.cite()
        )
    }

    fn lead_of_histogram(&self, label: &str) -> String {
        let rows = 0..self.result().rows.len();
        let count = |row: &usize| self.value(*row, "count").and_then(Cell::as_f64).unwrap_or_default();
        let most =
            rows.max_by(|a, b| count(a).partial_cmp(&count(b)).unwrap_or(std::cmp::Ordering::Equal)).unwrap_or(0);
        format!(
            "Most values of `{}` lie from {} to {}: **{}** of them {}.",
            name(label),
            self.said(most, "from"),
            self.said(most, "to"),
            self.said(most, "count"),
            self.cite()
        )
    }

    /// The reading in words.
    fn reading_words(&self) -> String {
        let reading = self.reading;
        let measures: Vec<String> = reading.measures.iter().map(|own| self.measure_words(own)).collect();
        let measures = measures.join(", ");
        let groups: Vec<String> = reading.groups.iter().map(|group| format!("`{}`", name(&group.label))).collect();
        let groups = groups.join(" and ");
        let by = if groups.is_empty() { String::new() } else { format!(" by {groups}") };
        let mut words = match &reading.shape {
            Shape::Figures => format!("{measures}{by}"),
            Shape::Rows { by: Some((operand, _)), .. } => {
                format!("{} by `{}`", self.reading.rows, name(&operand.label))
            }
            Shape::Rows { by: None, columns } if columns.len() == 1 => {
                format!("value of `{}`", self.statement.shown.concat())
            }
            Shape::Rows { by: None, .. } => self.reading.rows.clone(),
            Shape::Values => format!("different values of {groups}"),
            Shape::CountGroups => format!("number of different {groups}"),
            Shape::OverGroups(outer) => format!("{} of the {measures}{by}", outer.words()),
            Shape::Share { part, .. } => {
                let part: Vec<String> = part.iter().map(|own| sentence(&own.words)).collect();
                let part = if part.is_empty() { String::new() } else { format!(" where {}", part.join(" and ")) };
                format!("share of the {measures}{part}{by}")
            }
            Shape::Pair { .. } => format!("{measures} of two parts{by}"),
            Shape::Correlation { one, other, ranks } => {
                let kind = if *ranks { "rank correlation (Spearman)" } else { "correlation (Pearson)" };
                format!("{kind} of `{}` and `{}`{by}", name(&one.label), name(&other.label))
            }
            Shape::Histogram { of, .. } => format!("distribution of `{}` in bins of equal width", name(&of.label)),
            Shape::MissingByColumn => "missing values of each column".to_owned(),
            Shape::MissingTotal => "missing values of all columns".to_owned(),
            Shape::ColumnCount | Shape::ColumnNames => "columns of the table".to_owned(),
            Shape::Duplicates => "rows that are equal to another in every column".to_owned(),
        };
        let conditions: Vec<String> = reading.conditions.iter().map(|own| sentence(&own.words)).collect();
        if !conditions.is_empty() {
            words.push_str(&format!(", among {} where {}", self.reading.rows, conditions.join(" and ")));
        }
        let bounds = reading.having.iter().filter(|_| reading.shape != Shape::MissingByColumn);
        for (measure, comparison, bound) in bounds {
            words.push_str(&format!(
                ", only where the {} is {} {}",
                self.measure_words(measure),
                comparison.words(),
                number(*bound, None)
            ));
        }
        match (reading.order, reading.limit) {
            (Order::Measure(true), _) if !groups.is_empty() || self.is_ranked() => words.push_str(", largest first"),
            (Order::Measure(false), _) if !groups.is_empty() || self.is_ranked() => words.push_str(", smallest first"),
            (Order::Ends, _) => words.push_str(", the largest and the smallest"),
            (Order::FirstGroup, _) => words.push_str(", the first one"),
            (Order::LastGroup, _) => words.push_str(", the last one"),
            (Order::Groups | Order::Measure(_), _) => {}
        }
        words
    }

    fn is_ranked(&self) -> bool {
        matches!(self.reading.shape, Shape::Rows { by: Some(_), .. })
    }

    fn notes(&self) -> Vec<String> {
        let reading = self.reading;
        let mut notes = reading.notes.clone();
        let operands = reading.measures.iter().map(|own| &own.operand);
        let ranked = match &reading.shape {
            Shape::Rows { by: Some((operand, _)), .. } => Some(operand),
            _ => None,
        };
        if operands.chain(ranked).any(|operand| operand.not_finite) {
            notes.push("Values that are infinite or not a number were left out.".to_owned());
        }
        let ties =
            self.result().rows.len().checked_sub(1).and_then(|last| self.value(last, TIES)).and_then(Cell::as_f64);
        let shown = self.result().rows.len();
        if let Some(ties) = ties.filter(|ties| *ties > 1.0) {
            let single = reading.limit == Some(1);
            let count = number(ties, None);
            notes.push(if single || reading.order == Order::Ends {
                format!("{count} share this place{}.", if shown >= 20 { "; twenty are listed" } else { "" })
            } else {
                format!("{count} share the value of the last place shown; those of the same value come in the order of their names.")
            });
        }
        let missing = self.reading.groups.first().filter(|_| self.result().rows.len() <= 1000).is_some_and(|group| {
            (0..self.result().rows.len()).any(|row| self.value(row, &group.alias).is_some_and(Cell::is_null))
        });
        if missing {
            notes.push("The row “(missing)” stands for rows without that value.".to_owned());
        }
        notes
    }

    /// What the table and the chart show.
    pub fn title(&self) -> String {
        let reading = self.reading;
        let measures: Vec<String> = reading.measures.iter().map(Measure::words).collect();
        let groups: Vec<String> = reading.groups.iter().map(|group| group.label.clone()).collect();
        let by = if groups.is_empty() { String::new() } else { format!(" by {}", groups.join(" and ")) };
        let title = match &reading.shape {
            Shape::Figures => format!("{}{by}", measures.join(", ")),
            Shape::Rows { by: Some((operand, _)), .. } => format!("{} by {}", self.reading.rows, operand.label),
            Shape::Rows { by: None, .. } => self.reading.rows.clone(),
            Shape::Values => format!("values of {}", groups.join(" and ")),
            Shape::CountGroups => format!("number of {}", groups.join(" and ")),
            Shape::OverGroups(outer) => format!("{} of the {}{by}", outer.words(), measures.join(", ")),
            Shape::Share { .. } => format!("share of the {}{by}", measures.join(", ")),
            Shape::Pair { .. } => format!("{}: comparison{by}", measures.join(", ")),
            Shape::Correlation { one, other, .. } => format!("correlation of {} and {}{by}", one.label, other.label),
            Shape::Histogram { of, .. } => format!("distribution of {}", of.label),
            Shape::MissingByColumn | Shape::MissingTotal => "missing values".to_owned(),
            Shape::ColumnCount | Shape::ColumnNames => "columns".to_owned(),
            Shape::Duplicates => "repeated rows".to_owned(),
        };
        capital(&title)
    }
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}
