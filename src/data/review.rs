//! What of a statement's result may be told to somebody who must not see the data's values.
//!
//! The worker finds it out: from the statement's syntax tree, from the same statement over empty tables, and from the
//! sizes of its groups. Nothing here holds a value of the data.

use serde::{Deserialize, Serialize};

/// What may be told of a statement and its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// Names and types of the columns that the statement has over empty tables: none of them is named after a value.
    /// Empty where that is not known.
    pub columns: Vec<(String, String)>,
    /// The engine's message where the statement fails over empty tables: it quotes the statement alone.
    pub objection: Option<String>,
    /// Whether the number of rows counts rows or groups of the data, and cannot have been made from a value.
    pub counts_rows: bool,
    /// What each column is, where the result is made of statistics over groups that are large enough; why it is not, and
    /// how to mend the statement, where it was asked for.
    pub statistics: Result<Vec<Figure>, String>,
}

/// What a column of a result of statistics is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// A group's name, or part of it: a value of the data.
    Group,
    /// A count, sum, mean, deviation, or a quotient of such.
    Statistic,
    /// The smallest or largest value of a group.
    Extreme,
}

impl Default for Review {
    /// Nothing may be told.
    fn default() -> Self {
        Self {
            columns: Vec::new(),
            objection: None,
            counts_rows: false,
            statistics: Err("it could not be found out whether it is made of statistics".to_owned()),
        }
    }
}
