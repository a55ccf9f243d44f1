//! The report: a pure fold over the events of one run, which every format for people renders.
//!
//! Uses `event`, `limits`, `table`. Never formats, escapes or reads anything but events: the same events give the same
//! report. Unknown combinations (a text without a role's usual place, a result whose call is missing) are kept as they
//! are; nothing is dropped because it is unexpected.

mod bare;
pub(super) mod columns;
mod fold;
mod item;
mod period;

pub use columns::{ColumnTable, column_tables, is_column_table};
pub use item::{Item, Plot, Table, Text};
pub use period::{Period, period};

use crate::event::{Claim, ClaimCounts, ClaimStatus, Dataset, Envelope, Role, Span, Status, Usage, citations};
use crate::limits::{Limits, Privacy};
use crate::table::Cell;

/// Everything that a report may show of one run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// How the run was started; `None` only where the events lack `run_started`.
    pub run: Option<Run>,
    /// The title that the run got.
    pub title: Option<String>,
    /// Numbers of the title.
    pub title_claims: Vec<Claim>,
    /// The files, in order; the first one is `data`.
    pub datasets: Vec<Dataset>,
    /// Texts, tables and charts for the reader, in the order in which they were given.
    pub items: Vec<Item>,
    /// Queries in order, failed ones among them.
    pub queries: Vec<Query>,
    /// What the reader should know, in order.
    pub warnings: Vec<Warning>,
    /// Charts that were not accepted.
    pub rejected: Vec<Rejected>,
    /// Why the run ended without being complete; the last one counts.
    pub error: Option<Fault>,
    /// Requests that were tried again.
    pub retries: Vec<Retry>,
    /// Turns of the model.
    pub turns: u32,
    /// What the run took of the model, as far as is known.
    pub usage: Usage,
    /// Numbers of all that is shown, by what they rest on.
    pub numbers: ClaimCounts,
    /// How the run ended; `None` where it has not, or was cut.
    pub done: Option<Done>,
}

/// How a run was started.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Unique to the run.
    pub id: String,
    /// RFC 3339, UTC.
    pub started_at: String,
    /// Version of csvchat.
    pub version: String,
    /// `analyze` or `ask`.
    pub command: String,
    /// The question of `ask`.
    pub question: Option<String>,
    /// `builtin`, `replay`, or provider/model.
    pub model: String,
    /// What bounded the run.
    pub limits: Limits,
    /// What might go to the model.
    pub privacy: Privacy,
    /// The day of the prices by which costs are estimated.
    pub prices_date: Option<String>,
    /// The command line that makes the run again.
    pub command_line: String,
}

/// A query and what it gave.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// `q1`, ...
    pub id: String,
    /// What it is for.
    pub description: String,
    /// The statement.
    pub sql: String,
    /// Column names.
    pub columns: Vec<String>,
    /// DuckDB's type names.
    pub types: Vec<String>,
    /// The rows that were kept.
    pub rows: Vec<Vec<Cell>>,
    /// Rows of the whole result.
    pub row_count: u64,
    /// Whether rows of the result are not in `rows`.
    pub truncated: bool,
    /// Milliseconds.
    pub elapsed_ms: u64,
    /// Why it failed; `None` where it did not.
    pub error: Option<String>,
    /// Ids of the items that cite it, were taken from it or hold a number that rests on it, in the report's order.
    pub cited_by: Vec<String>,
}

/// Something the reader should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// For programs.
    pub code: String,
    /// For a person.
    pub message: String,
}

/// A chart that was not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejected {
    /// Its title.
    pub title: String,
    /// Why.
    pub reason: String,
}

/// Why a run ended without being complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// For programs.
    pub code: String,
    /// What happened to what.
    pub message: String,
    /// What to do next.
    pub hint: Option<String>,
    /// Whether the same command may succeed later.
    pub retryable: bool,
}

/// A request that was tried again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retry {
    /// From 1.
    pub attempt: u32,
    /// What went wrong.
    pub reason: String,
    /// Milliseconds until the next try.
    pub after_ms: u64,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    /// How.
    pub status: Status,
    /// The exit code.
    pub exit_code: u8,
    /// Milliseconds of the whole run.
    pub elapsed_ms: u64,
    /// What took the time.
    pub spans: Vec<Span>,
    /// Numbers by what they rest on.
    pub claims: ClaimCounts,
}

impl Report {
    /// Folds the events of one run.
    #[must_use]
    pub fn from_events(events: &[Envelope]) -> Self {
        let mut report = Self::default();
        for envelope in events {
            report.take(&envelope.event);
        }
        report.type_tables();
        report.note_citations();
        report.numbers = ClaimCounts::of(events);
        report
    }

    /// Whether the run answers a question.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.command == "ask")
    }

    /// Whether the run came to its end as it should.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done.as_ref().is_some_and(|done| done.status == Status::Complete)
    }

    /// What stands at the top: the question of `ask`, else the title, else the file's name.
    #[must_use]
    pub fn heading(&self) -> &str {
        self.question()
            .or(self.title.as_deref())
            .or_else(|| self.datasets.first().map(|dataset| dataset.name.as_str()))
            .unwrap_or("csvchat")
    }

    /// The numbers of what stands at the top.
    #[must_use]
    pub fn heading_claims(&self) -> &[Claim] {
        if self.question().is_none() && self.title.is_some() { &self.title_claims } else { &[] }
    }

    /// The question of `ask`.
    #[must_use]
    pub fn question(&self) -> Option<&str> {
        self.run.as_ref().and_then(|run| run.question.as_deref())
    }

    /// Texts of one role, in order.
    pub fn texts(&self, role: Role) -> impl Iterator<Item = &Text> {
        self.items.iter().filter_map(move |item| match item {
            Item::Text(text) if text.role == role => Some(text),
            Item::Text(_) | Item::Table(_) | Item::Plot(_) => None,
        })
    }

    /// The charts, in order.
    pub fn plots(&self) -> impl Iterator<Item = &Plot> {
        self.items.iter().filter_map(|item| match item {
            Item::Plot(plot) => Some(plot),
            Item::Text(_) | Item::Table(_) => None,
        })
    }

    /// The tables, in order, the column table among them.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.items.iter().filter_map(|item| match item {
            Item::Table(table) => Some(table),
            Item::Text(_) | Item::Plot(_) => None,
        })
    }

    /// The query of that id.
    #[must_use]
    pub fn query(&self, id: &str) -> Option<&Query> {
        self.queries.iter().find(|query| query.id == id)
    }

    /// The item of that id.
    #[must_use]
    pub fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id() == id)
    }

    /// Numbers that could not be traced: those of the title, then those of each item.
    #[must_use]
    pub fn untraced(&self) -> Vec<&Claim> {
        let claims = self.title_claims.iter().chain(self.items.iter().flat_map(Item::claims));
        claims.filter(|claim| claim.status == ClaimStatus::Unverified).collect()
    }

    /// Gives tables taken from a query the types of its columns.
    fn type_tables(&mut self) {
        for item in &mut self.items {
            let Item::Table(table) = item else { continue };
            let source = table.source.as_deref().and_then(|id| self.queries.iter().find(|query| query.id == id));
            let type_of = |header: &String| {
                let query = source?;
                let position = query.columns.iter().position(|column| column == header)?;
                query.types.get(position).cloned()
            };
            table.types = table.headers.iter().map(|header| type_of(header).unwrap_or_default()).collect();
        }
    }

    /// Notes for each query which items rest on it.
    fn note_citations(&mut self) {
        for query in &mut self.queries {
            query.cited_by =
                self.items.iter().filter(|item| cites(item, &query.id)).map(|item| item.id().to_owned()).collect();
        }
    }
}

/// Whether an item was taken from a query, names it, as `[q3]` or in `[q1, q3]`, or holds a number that rests on it.
fn cites(item: &Item, query: &str) -> bool {
    let rests = |claim: &Claim| claim.evidence.as_ref().is_some_and(|evidence| evidence.query() == Some(query));
    if item.claims().into_iter().any(rests) {
        return true;
    }
    match item {
        Item::Text(text) => citations(&text.text).any(|citation| citation.queries.contains(&query)),
        Item::Table(table) => table.source.as_deref() == Some(query),
        Item::Plot(plot) => plot.source.as_deref() == Some(query),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Event, VERSION};

    fn fold(events: Vec<Event>) -> Report {
        let envelopes: Vec<Envelope> =
            events.into_iter().zip(0..).map(|(event, seq)| Envelope { v: VERSION, seq, ms: 0, event }).collect();
        Report::from_events(&envelopes)
    }

    fn result(id: &str, error: Option<&str>) -> Event {
        Event::QueryResult {
            id: id.to_owned(),
            call_id: format!("call-{id}"),
            description: "counts".to_owned(),
            query: "select 1 as n".to_owned(),
            columns: vec!["n".to_owned()],
            types: vec!["INTEGER".to_owned()],
            rows: vec![vec![Cell::Int(1)]],
            row_count: 1,
            truncated: false,
            elapsed_ms: 2,
            is_error: error.is_some(),
            error: error.map(str::to_owned),
        }
    }

    fn text(role: Role, text: &str) -> Event {
        Event::Text { id: "text1".to_owned(), role, text: text.to_owned(), claims: Vec::new(), replaces: None }
    }

    #[test]
    fn failed_queries_are_kept_with_their_reason() {
        let report = fold(vec![result("q1", Some("no such column")), result("q2", None)]);
        assert_eq!(report.queries.len(), 2);
        assert_eq!(report.queries[0].error.as_deref(), Some("no such column"));
        assert_eq!(report.queries[1].error, None);
    }

    #[test]
    fn queries_know_what_rests_on_them() {
        let table = Event::Table {
            id: "table1".to_owned(),
            title: "Counts".to_owned(),
            headers: vec!["n".to_owned(), "other".to_owned()],
            rows: Vec::new(),
            row_count: 0,
            source: Some("q1".to_owned()),
            title_claims: Vec::new(),
            claims: Vec::new(),
            replaces: None,
        };
        let report = fold(vec![
            result("q1", None),
            result("q2", None),
            text(Role::Summary, "One row [q1, q2], not [qx] or [q1 or so]."),
            table,
        ]);
        assert_eq!(report.queries[0].cited_by, ["text1", "table1"]);
        assert_eq!(report.queries[1].cited_by, ["text1"]);
        assert_eq!(report.tables().next().unwrap().types, ["INTEGER", ""]);
    }

    #[test]
    fn the_heading_falls_back_to_the_programs_name() {
        assert_eq!(fold(Vec::new()).heading(), "csvchat");
        assert_eq!(
            fold(vec![Event::SessionUpdate { title: "Sales".to_owned(), claims: Vec::new() }]).heading(),
            "Sales"
        );
    }

    #[test]
    fn a_cut_run_is_not_complete() {
        assert!(!fold(vec![text(Role::Summary, "x")]).is_complete());
    }
}
