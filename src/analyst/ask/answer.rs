//! The words of an answer: what the result says, and which reading it rests on.

use super::aggregate::{Aggregate, Unit};
use super::chart;
use super::reading::{Measure, Operand, Order, Reading, Shape};
use super::statement::{Statement, TIES};
use super::wording::{self, cell, name, number, sentence};
use crate::analyst::calls::Calls;
use crate::analyst::mend::READ_AS;
use crate::analyst::names::Name;
use crate::event::Role;
use crate::table::{Cell, Kind, Table};

/// Rows that a sentence lists.
pub const LISTED: usize = 8;

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
        text.push_str(READ_AS);
        text.push_str(&self.reading_words());
        text.push('.');
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
    }

    pub fn result(&self) -> &Table {
        &self.main.1
    }

    pub fn value(&self, row: usize, column: &str) -> Option<&Cell> {
        self.result().rows.get(row)?.get(self.result().column(column)?)
    }

    /// A cell of the result for reading; group values such as years stand without separators.
    pub fn said(&self, row: usize, column: &str) -> String {
        let Some(value) = self.value(row, column) else { return "(missing)".to_owned() };
        let kind = self.result().column(column).map_or(Kind::Other, |at| self.result().kind(at));
        let group = self.reading.groups.iter().any(|group| group.alias == column);
        let label = match &self.reading.shape {
            Shape::Rows { by: Some((operand, _)), .. } => operand.label != column,
            Shape::Rows { by: None, .. } => self.reading.named.iter().any(|own| own == column),
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
                return format!("{name} (`{month}`)");
            }
            return if value.is_null() {
                "(missing)".to_owned()
            } else {
                wording::label(&value.to_string(), calendar || self.is_timed(column))
            };
        }
        let text = cell(value, kind.is_numeric(), self.reading.decimals);
        if self.is_percent(column) && value.as_f64().is_some() { format!("{text} %") } else { text }
    }

    /// Whether a column of the result lies on the calendar.
    fn is_timed(&self, column: &str) -> bool {
        let timed = |name: &str| Name::of(name).is_year();
        timed(column) || self.reading.groups.iter().any(|group| group.alias == column && group.unit.is_some())
    }

    /// Whether a column of the result holds percentages, as the name of what it was made of says.
    fn is_percent(&self, column: &str) -> bool {
        let is = |operand: &Operand| operand.columns.len() == 1 && Name::of(&operand.label).unit == Some("%");
        let ranked = match &self.reading.shape {
            Shape::Rows { by: Some((operand, _)), .. } => operand.label == column && is(operand),
            _ => false,
        };
        let counts = |aggregate: Aggregate| {
            matches!(aggregate, Aggregate::Count | Aggregate::CountDistinct | Aggregate::Variance)
        };
        let mut measures = self.reading.measures.iter();
        ranked || measures.any(|own| own.alias() == column && !counts(own.aggregate) && is(&own.operand))
    }

    pub fn labels(&self) -> Vec<String> {
        match &self.reading.shape {
            Shape::Rows { by: Some((operand, _)), .. } => {
                self.statement.shown.iter().filter(|own| **own != operand.label).cloned().collect()
            }
            Shape::Rows { by: None, .. } => self.statement.shown.clone(),
            Shape::MissingByColumn => vec!["column".to_owned()],
            _ => self.reading.groups.iter().map(|group| group.alias.clone()).collect(),
        }
    }

    pub fn figures(&self) -> Vec<String> {
        let labels = self.labels();
        self.statement.shown.iter().filter(|own| !labels.contains(own)).cloned().collect()
    }

    pub fn label(&self, row: usize) -> String {
        self.labels().iter().map(|column| self.said(row, column)).collect::<Vec<_>>().join(", ")
    }

    pub fn cite(&self) -> String {
        format!("[{}]", self.main.0)
    }

    /// The reading in words.
    pub fn reading_words(&self) -> String {
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
            Shape::Pair { .. } => format!("{measures} of both parts{by}"),
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
            words.extend([format!(", among {} where {}", self.reading.rows, conditions.join(" and "))]);
        }
        let bounds = reading.having.iter().filter(|_| reading.shape != Shape::MissingByColumn);
        for (measure, comparison, bound) in bounds {
            words.extend([format!(
                ", only where the {} is {} {}",
                self.measure_words(measure),
                comparison.words(),
                number(*bound, None)
            )]);
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

    pub fn is_ranked(&self) -> bool {
        matches!(self.reading.shape, Shape::Rows { by: Some(_), .. })
    }

    pub fn notes(&self) -> Vec<String> {
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
        notes.extend(self.tied());
        let missing = self.reading.groups.first().filter(|_| self.result().rows.len() <= 1000).is_some_and(|group| {
            (0..self.result().rows.len()).any(|row| self.value(row, &group.alias).is_some_and(Cell::is_null))
        });
        if missing {
            notes.push("The row “(missing)” stands for rows without that value.".to_owned());
        }
        notes
    }

    /// How many share the last place, where not all of them are shown or there was to be one only.
    fn tied(&self) -> Option<String> {
        let shown = self.result().rows.len();
        let last = shown.checked_sub(1)?;
        let ties = self.value(last, TIES).and_then(Cell::as_f64).filter(|ties| *ties > 1.0)?;
        let count = number(ties, None);
        if self.reading.limit == Some(1) || self.reading.order == Order::Ends {
            let listed =
                if ties > f64::from(u32::try_from(shown).ok()?) { "; the first of them are listed" } else { "" };
            return Some(format!("{count} are tied {}{listed}.", self.cite()));
        }
        let by = self.figures().into_iter().next()?;
        let same = (0..shown).filter(|row| self.value(*row, &by) == self.value(last, &by)).count();
        // What is tied stands in the table where it is all there.
        (number(f64::from(u32::try_from(same).ok()?), None) != count).then(|| {
            format!(
                "{count} are tied with the last one shown {}; those of the same value come in the order of their names.",
                self.cite()
            )
        })
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

/// With a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}
