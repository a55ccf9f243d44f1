//! What the analyst reads out of a request: the task, the tables, and what its earlier calls gave.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;

use crate::event::{Call, ToolName};
use crate::limits::{COLUMNS, MODEL_BYTES};
use crate::model::{Message, Request};
use crate::table::{Cell, Kind, Table};

/// A request as the analyst understands it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Seen {
    /// The question; none where the data is to be explored.
    pub question: Option<String>,
    /// The tables, the first one first.
    pub tables: Vec<SeenTable>,
    /// The calls made so far, oldest first, each with what it gave.
    pub steps: Vec<Step>,
    /// How many turns were given so far.
    pub turns: usize,
    /// How many calls described columns.
    pub described: usize,
}

/// A table of the data.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SeenTable {
    /// The name that queries use.
    pub name: String,
    /// The file's name.
    pub file: String,
    /// Its rows.
    pub rows: u64,
    /// Its columns, in order.
    pub columns: Vec<SeenColumn>,
    /// How many of its columns were not named.
    pub not_listed: u64,
}

impl SeenTable {
    /// Adds columns; of one that is known already, what is told in full counts.
    fn add(&mut self, columns: impl IntoIterator<Item = SeenColumn>) {
        let mut places: HashMap<String, usize> =
            self.columns.iter().enumerate().map(|(place, column)| (column.name.clone(), place)).collect();
        for column in columns {
            match places.get(&column.name).and_then(|place| self.columns.get_mut(*place)) {
                Some(known) if column.distinct.is_some() || known.kind_name.is_empty() => *known = column,
                Some(_) => {}
                None => {
                    places.insert(column.name.clone(), self.columns.len());
                    self.columns.push(column);
                }
            }
        }
    }
}

/// A column of a table. What is `None` was not told.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct SeenColumn {
    /// The name that queries use.
    #[serde(rename = "column")]
    pub name: String,
    /// DuckDB's name of the type.
    #[serde(rename = "type")]
    pub kind_name: String,
    /// Missing values.
    pub nulls: u64,
    /// Different values.
    pub distinct: Option<u64>,
    /// Whether `distinct` is an estimate.
    pub about: bool,
    /// The smallest value.
    pub min: Option<Cell>,
    /// The largest value.
    pub max: Option<Cell>,
    /// The mean.
    pub mean: Option<f64>,
    /// The standard deviation.
    pub sd: Option<f64>,
    /// The 5 % quantile.
    pub p05: Option<f64>,
    /// The first quartile.
    pub p25: Option<f64>,
    /// The median.
    pub median: Option<f64>,
    /// The third quartile.
    pub p75: Option<f64>,
    /// The 95 % quantile.
    pub p95: Option<f64>,
    /// Values below zero.
    pub negative: Option<u64>,
    /// Values of zero.
    pub zero: Option<u64>,
    /// Values that are infinite or not a number.
    pub not_finite: Option<u64>,
    /// The shortest, mean and longest text.
    pub length: Option<(u64, f64, u64)>,
    /// The most frequent values with their counts.
    pub top: Vec<(Cell, u64)>,
}

impl SeenColumn {
    /// What the values are.
    pub fn kind(&self) -> Kind {
        Kind::of(&self.kind_name)
    }
}

/// A call and what it gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The turn that made the call, from 1.
    pub turn: usize,
    /// The call.
    pub call: Call,
    /// Whether it failed.
    pub is_error: bool,
    /// The result's text.
    pub content: String,
}

#[derive(Deserialize)]
struct TableLine {
    table: String,
    file: String,
    rows: u64,
}

/// Columns whose names count on from the first to the last.
#[derive(Deserialize)]
struct SeriesLine {
    series: (String, String),
    count: u64,
    #[serde(default = "one")]
    step: u64,
    #[serde(rename = "type")]
    kind_name: String,
}

fn one() -> u64 {
    1
}

impl SeriesLine {
    /// All names: of the numbers in which first and last differ, the one of which there are `count` between them.
    fn names(&self) -> Vec<String> {
        let (first, last) = &self.series;
        if first.len() > MODEL_BYTES || self.count > COLUMNS as u64 {
            return Vec::new();
        }
        let starts = first.match_indices(|character: char| character.is_ascii_digit()).map(|(at, _)| at);
        let starts =
            starts.filter(|at| !first.get(..*at).is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit())));
        for start in starts {
            let Some((before, rest)) = first.split_at_checked(start) else { continue };
            let end = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
            let Some((digits, behind)) = rest.split_at_checked(end) else { continue };
            let number =
                last.strip_prefix(before).and_then(|last| last.strip_suffix(behind)).and_then(|last| last.parse().ok());
            let (Ok(from), Some(to)) = (digits.parse::<u64>(), number) else { continue };
            if from.checked_add((self.count.saturating_sub(1)).saturating_mul(self.step)) != Some(to) {
                continue;
            }
            let width = if digits.starts_with('0') { digits.len() } else { 0 };
            let number = |place| from + place * self.step;
            return (0..self.count).map(|place| format!("{before}{:0width$}{behind}", number(place))).collect();
        }
        Vec::new()
    }
}

#[derive(Deserialize)]
struct NotListedLine {
    not_listed: u64,
}

#[derive(Deserialize)]
struct FurtherLine {
    further_columns: Vec<(String, String)>,
}

#[derive(Deserialize)]
struct ResultText {
    id: String,
    #[serde(flatten)]
    table: Table,
}

impl Step {
    /// The id and rows of a query that succeeded.
    pub fn result(&self) -> Option<(String, Table)> {
        if self.is_error || self.call.name != "sql_query" {
            return None;
        }
        let text: ResultText = serde_json::from_str(&self.content).ok()?;
        Some((text.id, text.table))
    }
}

impl Seen {
    /// Reads a request.
    pub fn of(request: &Request) -> Self {
        let mut seen = Self::default();
        seen.read_opening(request.opening());
        let mut pending: Vec<Call> = Vec::new();
        for message in &request.messages {
            match message {
                Message::User { .. } => {}
                Message::Assistant { reply, .. } => {
                    seen.turns += 1;
                    pending.clone_from(&reply.calls);
                }
                Message::Results { results } => {
                    let turn = seen.turns;
                    for (call, result) in pending.iter().zip(results) {
                        if call.name == ToolName::DescribeColumns.as_str() && !result.is_error {
                            seen.described += 1;
                            result.content.lines().for_each(|line| seen.read_line(line));
                        }
                    }
                    seen.steps.extend(pending.drain(..).zip(results).map(|(call, result)| Step {
                        turn,
                        call,
                        is_error: result.is_error,
                        content: result.content.clone(),
                    }));
                }
            }
        }
        seen
    }

    /// The table that questions are about.
    pub fn data(&self) -> Option<&SeenTable> {
        self.tables.first()
    }

    /// The steps of one turn, from 1.
    pub fn steps_of(&self, turn: usize) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.turn == turn)
    }

    fn read_opening(&mut self, opening: &str) {
        for line in opening.lines() {
            if let Some(question) = line.strip_prefix("Question: ") {
                self.question = serde_json::from_str(question).ok();
            } else if line.starts_with('{') {
                self.read_line(line);
            }
        }
    }

    fn read_line(&mut self, line: &str) {
        let Ok(value) = serde_json::from_str::<Value>(line) else { return };
        if let Ok(TableLine { table, file, rows }) = TableLine::deserialize(&value) {
            self.tables.push(SeenTable { name: table, file, rows, ..SeenTable::default() });
            return;
        }
        let of = value.get("of").and_then(Value::as_str).map(str::to_owned);
        let Some(table) = self.tables.iter_mut().find(|table| Some(&table.name) == of.as_ref()) else { return };
        let named = |name: String, kind_name: &str| {
            let kind_name = kind_name.to_owned();
            SeenColumn { name, kind_name, ..SeenColumn::default() }
        };
        if let Ok(FurtherLine { further_columns }) = FurtherLine::deserialize(&value) {
            table.add(further_columns.into_iter().map(|(name, kind_name)| named(name, &kind_name)));
        } else if let Ok(series) = SeriesLine::deserialize(&value) {
            table.add(series.names().into_iter().map(|name| named(name, &series.kind_name)));
        } else if let Ok(NotListedLine { not_listed }) = NotListedLine::deserialize(&value) {
            table.not_listed = not_listed;
        } else if let Ok(column) = SeenColumn::deserialize(&value) {
            table.add([column]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_message_is_read_back() {
        let opening = "Task: ask\nQuestion: \"top \\\"regions\\\"?\"\n\n\
            {\"table\":\"data\",\"file\":\"sales.csv\",\"rows\":3,\"columns\":2}\n\
            {\"column\":\"region\",\"of\":\"data\",\"type\":\"VARCHAR\",\"nulls\":1,\"distinct\":2,\"min\":\"A\",\"top\":[[\"A\",2]]}\n\
            {\"of\":\"data\",\"further_columns\":[[\"m\",\"BIGINT\"]]}\n";
        let request = Request {
            system: String::new(),
            tools: Vec::new(),
            messages: vec![Message::User { text: opening.to_owned() }],
            closing: false,
            output_tokens: None,
        };
        let seen = Seen::of(&request);
        assert_eq!(seen.question.as_deref(), Some("top \"regions\"?"));
        let table = seen.data().unwrap();
        assert_eq!(table.columns.len(), 2);
        assert_eq!(table.columns[0].top, [(Cell::Text("A".to_owned()), 2)]);
        assert_eq!(table.columns[1].kind(), Kind::Integer);
    }
    #[test]
    fn a_series_is_all_of_its_names() {
        let names = |first: &str, last: &str, count, step| {
            SeriesLine { series: (first.to_owned(), last.to_owned()), count, step, kind_name: String::new() }.names()
        };
        assert_eq!(names("m_08", "m_11", 4, 1), ["m_08", "m_09", "m_10", "m_11"]);
        assert_eq!(names("m_8", "m_10", 3, 1), ["m_8", "m_9", "m_10"]);
        assert_eq!(names("q1_a2", "q4_a2", 4, 1), ["q1_a2", "q2_a2", "q3_a2", "q4_a2"]);
        assert_eq!(names("y2000 in 5", "y2030 in 5", 4, 10), ["y2000 in 5", "y2010 in 5", "y2020 in 5", "y2030 in 5"]);
        for (first, last, count) in [("a", "b", 2), ("m1", "m5", 4), ("", "", 0), ("m1", "n4", 4)] {
            assert!(names(first, last, count, 1).is_empty(), "{first}");
        }
        assert!(names("m0", "m99999999", 100_000_000, 1).is_empty());
    }

    #[test]
    fn what_is_described_later_is_known_too() {
        let mut seen = Seen::default();
        for line in [
            r#"{"table":"data","file":"a.csv","rows":3,"columns":9}"#,
            r#"{"series":["m1","m4"],"of":"data","count":4,"type":"DOUBLE"}"#,
            r#"{"column":"m2","of":"data","type":"DOUBLE","nulls":0,"distinct":3}"#,
            r#"{"of":"data","not_listed":4,"names_begin":[["x",4]]}"#,
            r#"{"column":"m3","of":"data","type":"DOUBLE","nulls":7,"distinct":2}"#,
            r#"{"of":"data","further_columns":[["m1","DOUBLE"],["x1","DATE"]]}"#,
            r#"{"more_columns":3}"#,
        ] {
            seen.read_line(line);
        }
        let table = seen.data().unwrap();
        let columns: Vec<(&str, u64)> =
            table.columns.iter().map(|column| (column.name.as_str(), column.nulls)).collect();
        assert_eq!(columns, [("m1", 0), ("m2", 0), ("m3", 7), ("m4", 0), ("x1", 0)]);
        assert_eq!(table.not_listed, 4);
    }
}
