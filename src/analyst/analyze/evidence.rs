//! The queries of an analysis and what they gave, by topic.
//!
//! Uses `seen` and `table`. A query that failed, or whose rows did not fit, is simply not there.

use crate::analyst::seen::Step;
use crate::table::{Cell, Table};

/// What a query is about. The numbers are positions of columns, or of a part where a query had to be split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// Values and different values of columns, from this column on.
    Counts(usize),
    /// The same of columns that were only named, from this column on.
    Named(usize),
    /// Values far outside of the usual range.
    Extremes,
    /// Rows of each year.
    Calendar,
    /// Dates far from the rest.
    Slips,
    /// Rows that occur twice.
    Repeats,
    /// Words that read like missing values.
    MissingWords,
    /// Values that are infinite or not a number.
    NotFinite,
    /// Rows and measures over time.
    Series,
    /// Rows and measures by month of the year.
    Season,
    /// Rows and measures by the values of a column.
    Groups(usize),
    /// Correlations.
    Relations,
    /// Measures that are products of two others.
    Products,
    /// Measures that are sums of two others.
    Sums,
    /// A period against the same period before: the main one, and further ones.
    Change(usize),
    /// How the values of a measure spread.
    Spread,
    /// Between which values the numbers of columns lie, from this column on.
    Typical(usize),
    /// Two measures against each other.
    Pair,
    /// Where the rows lie.
    Places,
    /// The rows with the largest figure, by name.
    Ranked,
}

/// A query to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// What it is about.
    pub topic: Topic,
    /// What it is for, in words.
    pub description: String,
    /// The statement.
    pub sql: String,
}

impl Query {
    /// A query.
    pub fn new(topic: Topic, description: impl Into<String>, sql: String) -> Self {
        Self { topic, description: description.into(), sql }
    }
}

/// A result.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What it is about.
    pub topic: Topic,
    /// Its id, `q1`.
    pub id: String,
    /// Its rows, as far as they were told.
    pub table: Table,
}

impl Answer {
    /// A cell.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        self.table.rows.get(row)?.get(column)
    }

    /// A cell as a finite number.
    pub fn number(&self, row: usize, column: usize) -> Option<f64> {
        self.cell(row, column)?.as_f64().filter(|value| value.is_finite())
    }

    /// A cell as a count.
    pub fn count(&self, row: usize, column: usize) -> Option<u64> {
        match self.cell(row, column)? {
            Cell::Int(value) => u64::try_from(*value).ok(),
            Cell::Text(text) => text.parse().ok(),
            Cell::Null | Cell::Bool(_) | Cell::Float(_) => None,
        }
    }

    /// A cell as text.
    pub fn text(&self, row: usize, column: usize) -> Option<String> {
        self.cell(row, column).filter(|cell| !cell.is_null()).map(ToString::to_string)
    }

    /// How many rows were told.
    pub fn len(&self) -> usize {
        self.table.rows.len()
    }
}

/// All results so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    answers: Vec<Answer>,
}

impl Evidence {
    /// Adds what the calls of one turn gave.
    pub fn add<'a>(&mut self, queries: Vec<Query>, steps: impl Iterator<Item = &'a Step>) {
        for (query, step) in queries.into_iter().zip(steps) {
            if let Some((id, table)) = step.result() {
                self.answers.push(Answer { topic: query.topic, id, table });
            }
        }
    }

    /// The result about a topic.
    pub fn get(&self, topic: Topic) -> Option<&Answer> {
        self.answers.iter().find(|answer| answer.topic == topic)
    }

    /// The id of the result about a topic; empty where there is none.
    pub fn id(&self, topic: Topic) -> &str {
        self.get(topic).map_or("", |answer| &answer.id)
    }

    /// All results.
    pub fn all(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter()
    }
}
