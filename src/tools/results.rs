//! The results of a run: each is materialised once, and a reference shows those rows.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::data::Review;
use crate::table::{Cell, Table};

/// Results by the number in their id.
#[derive(Debug, Default)]
pub struct Results {
    asked: usize,
    kept: BTreeMap<usize, Kept>,
}

/// A result, and what stands in its place where its values must not be told.
#[derive(Debug)]
struct Kept {
    table: Arc<Table>,
    /// One row without a value, under the names that may be told.
    stand_in: Table,
}

impl Results {
    /// The id for the next query, whether it will succeed or not.
    pub fn next_id(&mut self) -> String {
        self.asked += 1;
        format!("q{}", self.asked)
    }

    /// Keeps the result of the query that got the last id, and what may be told of it.
    pub fn keep(&mut self, table: Arc<Table>, review: &Review) {
        let (columns, types): (Vec<_>, Vec<_>) = review.columns.iter().cloned().unzip();
        let stand_in = Table { rows: vec![vec![Cell::Null; columns.len()]], row_count: 1, columns, types };
        self.kept.insert(self.asked, Kept { table, stand_in });
    }

    /// Whether a query has given a result.
    #[must_use]
    pub fn any(&self) -> bool {
        !self.kept.is_empty()
    }

    /// The result of that id.
    ///
    /// # Errors
    /// A sentence that names the ids there are.
    pub fn get(&self, id: &str) -> Result<&Table, String> {
        self.find(id).map(|kept| kept.table.as_ref())
    }

    /// What stands in the place of the result of that id where its values must not be told.
    ///
    /// # Errors
    /// A sentence that names the ids there are.
    pub fn stand_in(&self, id: &str) -> Result<&Table, String> {
        self.find(id).map(|kept| &kept.stand_in)
    }

    fn find(&self, id: &str) -> Result<&Kept, String> {
        let found = id.strip_prefix('q').and_then(|number| number.parse().ok()).and_then(|number: usize| {
            // An id is written in one way only: "q03" is none.
            self.kept.get(&number).filter(|_| id == format!("q{number}"))
        });
        found.ok_or_else(|| {
            let known: Vec<String> = self.kept.keys().map(|number| format!("q{number}")).collect();
            if known.is_empty() {
                format!("there is no result \"{id}\": no query has succeeded yet")
            } else {
                format!("there is no result \"{id}\"; the results are {}", known.join(", "))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_results_that_were_kept_are_found() {
        let mut results = Results::default();
        assert_eq!(results.next_id(), "q1");
        assert!(results.get("q1").unwrap_err().contains("no query has succeeded"));
        assert_eq!(results.next_id(), "q2");
        results.keep(Arc::new(Table { row_count: 7, ..Table::default() }), &Review::default());
        assert_eq!(results.get("q2").unwrap().row_count, 7);
        for wrong in ["q1", "q02", "2", "q", "Q2"] {
            assert!(results.get(wrong).unwrap_err().contains("the results are q2"), "{wrong}");
        }
    }
}
