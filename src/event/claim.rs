//! Numbers in what the reader reads, and what each rests on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::Cell;

/// A number of a text and what it rests on. `start` and `end` are byte offsets into the text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// As written.
    pub text: String,
    /// First byte.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
    /// As a number: 12,000 for `12K`, 12.4 for `12.4 %`, 3 for `three` and `third`, 2024 for a year, days since
    /// 1970-01-01 for a date.
    pub value: f64,
    /// What it rests on.
    pub status: ClaimStatus,
    /// The cell or the step; null where the number is unverified.
    pub evidence: Option<Evidence>,
    /// Of a number that is unverified, what came near it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<Evidence>,
}

impl Claim {
    /// Whether what came near an unverified number is the number itself, so that only the words around it do not lead there.
    #[must_use]
    pub fn is_held(&self) -> bool {
        let near = self.near.as_ref().and_then(|near| near.value.as_f64());
        self.evidence.is_none() && near.is_some_and(|near| (near - self.value).abs() <= near.abs() * 1e-9)
    }
}

/// A number in a cell of a table that the model wrote itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CellClaim {
    /// Position of the row in `rows`, from 0.
    pub row: usize,
    /// Position of the column in `headers`, from 0.
    pub column: usize,
    /// The number; its offsets are into the cell's text.
    #[serde(flatten)]
    pub claim: Claim,
}

/// What a number rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimStatus {
    /// A cell or a property of a result rounds to it.
    Verified,
    /// One step over cells of a result rounds to it.
    Derived,
    /// Nothing that was found does.
    Unverified,
}

/// A value of the data that stands behind a number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// Where it comes from.
    #[serde(flatten)]
    pub origin: Origin,
    /// How the value comes from the result.
    pub step: Step,
    /// The value before rounding; a date or a word as text.
    pub value: Cell,
    /// The cells it comes from, at most four; none for a property, a condition, a count, or a step over a whole column.
    pub cells: Vec<CellPlace>,
    /// The column, where it comes from the whole of one: its sum or mean, how many different values it has, how many rows
    /// are counted by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The same in words, such as `revenue of West: 45`.
    pub words: String,
}

impl Evidence {
    /// The query whose result the value comes from; none where it is known of a file itself.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        match &self.origin {
            Origin::Query(id) => Some(id),
            Origin::Table(_) => None,
        }
    }
}

/// Where a value comes from. A file may be called `q1.csv`, and its table `q1`: the two are kept apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Named", into = "Named")]
pub enum Origin {
    /// The result of a query, such as `q3`.
    Query(String),
    /// The table of a file, for what is known of the file itself.
    Table(String),
}

/// [`Origin`] as an event carries it.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Named {
    /// The query whose result the value comes from, such as `q3`; missing where it is known of a file itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    query: Option<String>,
    /// The table of the file that the value is known of, such as `data`; missing where it comes from a query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<String>,
}

impl TryFrom<Named> for Origin {
    type Error = &'static str;

    fn try_from(named: Named) -> Result<Self, Self::Error> {
        match (named.query, named.table) {
            (Some(query), None) => Ok(Self::Query(query)),
            (None, Some(table)) => Ok(Self::Table(table)),
            (Some(_), Some(_)) | (None, None) => Err("evidence needs either a `query` or a `table`"),
        }
    }
}

impl From<Origin> for Named {
    fn from(origin: Origin) -> Self {
        match origin {
            Origin::Query(query) => Self { query: Some(query), table: None },
            Origin::Table(table) => Self { query: None, table: Some(table) },
        }
    }
}

impl Origin {
    /// The id of the query, or the name of the table.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Query(name) | Self::Table(name) => name,
        }
    }
}

/// Where a cell of a result stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CellPlace {
    /// Row of the result, from 1.
    pub row: u64,
    /// Name of the column.
    pub column: String,
    /// What the cell holds.
    pub value: Cell,
}

/// How a value comes from a result. The first six verify a number, the others derive it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// It is a cell.
    Cell,
    /// The number of the result's rows.
    RowCount,
    /// The number of the result's columns.
    ColumnCount,
    /// The number of different values of a column.
    Distinct,
    /// The position of a row in the order of a column.
    Rank,
    /// What the statement asks for, such as a year.
    Condition,
    /// One cell less another.
    Difference,
    /// One cell over another.
    Ratio,
    /// The difference of two cells over the size of the earlier one, the left one, or the one behind `than`, in percent.
    Change,
    /// A cell over the sum of its column, in percent.
    Share,
    /// The sum of a column, or of the rows that are named.
    Sum,
    /// The mean of a column, or of the rows that are named.
    Mean,
    /// The number of rows that satisfy what is said.
    Count,
}

impl Step {
    /// Whether a value that comes so verifies a number, or derives it.
    #[must_use]
    pub fn status(self) -> ClaimStatus {
        match self {
            Self::Cell | Self::RowCount | Self::ColumnCount | Self::Distinct | Self::Rank | Self::Condition => {
                ClaimStatus::Verified
            }
            Self::Difference | Self::Ratio | Self::Change | Self::Share | Self::Sum | Self::Mean | Self::Count => {
                ClaimStatus::Derived
            }
        }
    }
}

/// Numbers by what they rest on, in what the reader is shown: what was mended counts as mended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClaimCounts {
    /// Cells and properties of results.
    pub verified: u64,
    /// One step over cells of results.
    pub derived: u64,
    /// Nothing that was found.
    pub unverified: u64,
}

impl ClaimCounts {
    /// Counts one more.
    pub fn add(&mut self, status: ClaimStatus) {
        match status {
            ClaimStatus::Verified => self.verified += 1,
            ClaimStatus::Derived => self.derived += 1,
            ClaimStatus::Unverified => self.unverified += 1,
        }
    }

    /// Numbers that were traced.
    #[must_use]
    pub fn traced(&self) -> u64 {
        self.verified + self.derived
    }

    /// All numbers.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.traced() + self.unverified
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn evidence_is_of_a_query_or_of_a_table() {
        let read = |names: serde_json::Value| {
            let mut value = json!({"step": "row_count", "value": 7, "cells": [], "words": "number of rows: 7"});
            value.as_object_mut().unwrap().extend(names.as_object().unwrap().clone());
            serde_json::from_value::<Evidence>(value.clone()).inspect(|evidence| {
                assert_eq!(serde_json::to_value(evidence).unwrap(), value);
            })
        };
        let query = read(json!({"query": "q1"})).unwrap();
        assert_eq!((query.query(), query.origin.name()), (Some("q1"), "q1"));
        let table = read(json!({"table": "q1"})).unwrap();
        assert_eq!((table.query(), table.origin.name()), (None, "q1"));
        assert!(read(json!({})).is_err() && read(json!({"query": "q1", "table": "data"})).is_err());
    }
}
