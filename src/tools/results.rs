//! The results of a run: each is materialised once, and a reference shows those rows.

use std::collections::BTreeMap;

use crate::table::Table;

/// Results by the number in their id.
#[derive(Debug, Default)]
pub struct Results {
    asked: usize,
    kept: BTreeMap<usize, Table>,
}

impl Results {
    /// The id for the next query, whether it will succeed or not.
    pub fn next_id(&mut self) -> String {
        self.asked += 1;
        format!("q{}", self.asked)
    }

    /// Keeps the result of the query that got the last id.
    pub fn keep(&mut self, table: Table) {
        self.kept.insert(self.asked, table);
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
        results.keep(Table { row_count: 7, ..Table::default() });
        assert_eq!(results.get("q2").unwrap().row_count, 7);
        for wrong in ["q1", "q02", "2", "q", "Q2"] {
            assert!(results.get(wrong).unwrap_err().contains("the results are q2"), "{wrong}");
        }
    }
}
