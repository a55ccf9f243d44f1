//! What the analyst reads out of a request: the task, the tables, and what its earlier calls gave.

use serde::Deserialize;
use serde_json::Value;

use crate::event::Call;
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
            self.tables.push(SeenTable { name: table, file, rows, columns: Vec::new() });
            return;
        }
        let Some(table) = self.tables.last_mut() else { return };
        if let Ok(FurtherLine { further_columns }) = FurtherLine::deserialize(&value) {
            table.columns.extend(further_columns.into_iter().map(|(name, kind_name)| SeenColumn {
                name,
                kind_name,
                ..SeenColumn::default()
            }));
        } else if let Ok(column) = SeenColumn::deserialize(&value) {
            table.columns.push(column);
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
}
