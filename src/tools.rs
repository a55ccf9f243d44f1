//! The tools that models call: one file each, with its input type (from which the JSON schema comes), its contract and
//! its limits.
//!
//! Uses `limits`, `table`, `event`, `model`, `data`, `chart` and the look of charts. A call takes this way: [`Tools::run`] reads the input, does the
//! work, emits the event that the reader will see, and says what came of it; [`privacy`] turns that into what the model
//! is told, in an [`Outcome`]. An error that the model can mend is told to the model with the fix in the text.

pub mod columns;
mod create_plot;
mod describe_columns;
mod finalize;
mod find_values;
mod input;
mod output_table;
mod output_text;
mod outputs;
mod privacy;
mod results;
mod sql_query;
mod trace;
mod untraced;

pub use privacy::Told;
pub use results::Results;
pub use trace::Halt;

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use crate::chart::Engine;
use crate::data::{QueryError, Worker};
use crate::event::{Call, Dataset, Log, Role, ToolName};
use crate::evidence::Ledger;
use crate::limits::{Interrupt, Limits, Privacy};
use crate::model::ToolSpec;
use crate::templates::look::Palette;
use outputs::Outputs;
use privacy::Said;

/// What a call came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<T = Told> {
    /// The model is told, and the run goes on.
    Told(T),
    /// The run is complete.
    Finished(T),
    /// A signal came.
    Interrupted,
    /// Something broke that the model cannot mend.
    Broken(String),
}

/// Which task the tools serve: it decides roles and titles that a model leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// `analyze`
    Analyze,
    /// `ask`
    Ask,
}

/// The tools of one run: the worker, the results so far, and the ids given out.
#[derive(Debug)]
pub struct Tools {
    worker: Worker,
    limits: Limits,
    interrupt: Interrupt,
    purpose: Purpose,
    privacy: Privacy,
    /// The files, as far as the tools were told.
    datasets: Vec<Dataset>,
    results: Results,
    /// Why queries failed.
    failed: Vec<QueryError>,
    ledger: Arc<Ledger>,
    /// Results whose rows that were not kept could not be asked for, and why.
    unanswered: Vec<(String, trace::Cut)>,
    /// What ends the run and came while numbers were traced.
    halt: Option<Halt>,
    /// What cut the tracing of an output short before its numbers were checked.
    unchecked: Option<trace::Cut>,
    engine: Engine,
    /// The colours of the charts that stand.
    palette: Palette,
    outputs: Outputs,
    plots: usize,
    deadline: Option<Instant>,
    reminded: bool,
    closed: bool,
}

impl Tools {
    /// The tools on a worker whose database is open.
    #[must_use]
    pub fn new(worker: Worker, limits: Limits, interrupt: Interrupt, purpose: Purpose) -> Self {
        let engine = Engine::default();
        if purpose == Purpose::Analyze {
            // A report is hardly ever without charts.
            engine.warm();
        }
        Self {
            worker,
            limits,
            interrupt,
            purpose,
            privacy: Privacy::Rows,
            datasets: Vec::new(),
            results: Results::default(),
            failed: Vec::new(),
            ledger: Arc::default(),
            unanswered: Vec::new(),
            halt: None,
            unchecked: None,
            engine,
            palette: Palette::default(),
            outputs: Outputs::default(),
            plots: 0,
            deadline: None,
            reminded: false,
            closed: false,
        }
    }

    /// From now on, what is told of calls is bound to this level.
    pub fn restrict(&mut self, privacy: Privacy) {
        self.privacy = privacy;
    }

    /// What the run is about: for the numbers that are traced, and for what is told of columns.
    pub fn about(&mut self, question: Option<&str>, datasets: &[Dataset]) {
        Arc::make_mut(&mut self.ledger).about(question, datasets);
        self.datasets = datasets.to_vec();
    }

    /// Whether the reader has been shown anything.
    #[must_use]
    pub fn has_output(&self) -> bool {
        self.outputs.any() || self.plots > 0
    }

    /// Whether a query has given a result.
    #[must_use]
    pub fn has_result(&self) -> bool {
        self.results.any()
    }

    /// Why the first query failed and how many did, where none gave a result.
    #[must_use]
    pub fn fruitless(&self) -> Option<(&QueryError, usize)> {
        self.failed.first().map(|first| (first, self.failed.len())).filter(|_| !self.results.any())
    }

    /// What the reader must know of queries that were stopped at a limit: what they would have given is missing.
    #[must_use]
    pub fn stopped(&self) -> Option<String> {
        let mut stopped = self.failed.iter().filter_map(|error| Some((error, error.hint()?)));
        let (first, hint) = stopped.next()?;
        let count = stopped.count() + 1;
        let queries = if count == 1 { "1 query was".to_owned() } else { format!("{count} queries were") };
        Some(format!("{queries} stopped and may be missed here: {}; {hint}", first.brief()))
    }

    /// Says which calls will be run next, in this order.
    pub async fn foresee(&mut self, calls: &[Call]) {
        if !self.closed {
            let statements: Vec<&str> = calls.iter().filter_map(sql_query::statement).collect();
            self.worker.foresee(&statements).await;
        }
    }

    /// Runs one call. The caller emits its `tool_call` before and its `tool_result` after.
    pub async fn run(&mut self, call: &Call, log: &mut Log) -> Outcome {
        let outcome = self.carry_out(call, log).await;
        match self.halted().map_or(outcome, Outcome::from) {
            Outcome::Told(said) => Outcome::Told(privacy::told(self.privacy, said)),
            Outcome::Finished(said) => Outcome::Finished(privacy::told(self.privacy, said)),
            Outcome::Interrupted => Outcome::Interrupted,
            Outcome::Broken(reason) => Outcome::Broken(reason),
        }
    }

    async fn carry_out(&mut self, call: &Call, log: &mut Log) -> Outcome<Said> {
        match ToolName::parse(&call.name) {
            Some(ToolName::SqlQuery | ToolName::FindValues) if self.closed => {
                Outcome::Told(Said::error("not run: the run is at its limit"))
            }
            Some(ToolName::SqlQuery) => sql_query::run(self, call, log).await,
            Some(ToolName::DescribeColumns) => Outcome::Told(describe_columns::run(self, call)),
            Some(ToolName::FindValues) => find_values::run(self, call, log).await,
            Some(ToolName::OutputText) => Outcome::Told(output_text::run(self, call, log).await),
            Some(ToolName::OutputTable) => Outcome::Told(output_table::run(self, call, log).await),
            Some(ToolName::CreatePlot) => create_plot::run(self, call, log).await,
            Some(ToolName::Finalize) => finalize::run(self, call, log).await,
            None => {
                let known: Vec<&str> = offered(&self.datasets, self.privacy).map(ToolName::as_str).collect();
                Outcome::Told(Said::error(format!(
                    "there is no tool \"{}\"; the tools are {}",
                    call.name,
                    known.join(", ")
                )))
            }
        }
    }

    /// From now on no query is run: the run is at a limit, and only what was found can be shown.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Shows the text of a reply without calls as what it stands for: the summary or the answer where there is none yet
    /// and it rests on a query, a note otherwise.
    ///
    /// # Errors
    /// What ends the run and came meanwhile; the text is shown all the same.
    pub async fn show_answer(&mut self, text: &str, log: &mut Log) -> Result<(), Halt> {
        let role = if self.has_result() { output_text::role(self) } else { Role::Note };
        self.show_text(text, role, log).await
    }

    /// Shows text that a model gave without calling a tool.
    ///
    /// # Errors
    /// What ends the run and came meanwhile; the text is shown all the same.
    pub async fn show_text(&mut self, text: &str, role: Role, log: &mut Log) -> Result<(), Halt> {
        output_text::show(self, text, role, log).await;
        self.halted().map_or(Ok(()), Err)
    }
}

/// The tools that a model is offered, in a fixed order. Those that find columns and values are offered where a table has
/// too many columns to be told one by one; they work everywhere.
fn offered(datasets: &[Dataset], privacy: Privacy) -> impl Iterator<Item = ToolName> {
    let is_wide = datasets.iter().any(|dataset| dataset.columns.len() > crate::limits::PROMPT_COLUMNS);
    ToolName::ALL.into_iter().filter(move |tool| match tool {
        ToolName::DescribeColumns => is_wide,
        ToolName::FindValues => is_wide && privacy != Privacy::Schema,
        ToolName::SqlQuery
        | ToolName::OutputText
        | ToolName::OutputTable
        | ToolName::CreatePlot
        | ToolName::Finalize => true,
    })
}

/// The tools as a model sees them, with the same bytes in every run over the same columns.
#[must_use]
pub fn specifications(datasets: &[Dataset], privacy: Privacy) -> Vec<ToolSpec> {
    offered(datasets, privacy)
        .map(|tool| {
            let (description, input_schema) = match tool {
                ToolName::SqlQuery => (sql_query::DESCRIPTION, input::schema::<sql_query::Input>()),
                ToolName::DescribeColumns => {
                    (describe_columns::DESCRIPTION, input::schema::<describe_columns::Input>())
                }
                ToolName::FindValues => (find_values::DESCRIPTION, input::schema::<find_values::Input>()),
                ToolName::OutputText => (output_text::DESCRIPTION, input::schema::<output_text::Input>()),
                ToolName::OutputTable => (output_table::DESCRIPTION, input::schema::<output_table::Input>()),
                ToolName::CreatePlot => (create_plot::DESCRIPTION, input::schema::<create_plot::Input>()),
                ToolName::Finalize => (finalize::DESCRIPTION, input::schema::<finalize::Input>()),
            };
            ToolSpec { name: tool.as_str().to_owned(), description: description.to_owned(), input_schema }
        })
        .collect()
}

/// A title as it may stand in a report: one line, cut where it is too long.
fn title(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= crate::limits::TITLE_CHARS {
        return line;
    }
    let mut cut: String = line.chars().take(crate::limits::TITLE_CHARS - 1).collect();
    cut.push('…');
    cut
}

/// The name of a JSON value's kind, for messages.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_has_a_closed_object_for_its_input() {
        for tool in specifications(&[], Privacy::Rows) {
            assert_eq!(tool.input_schema["type"], "object", "{}", tool.name);
            assert_eq!(tool.input_schema["additionalProperties"], false, "{}", tool.name);
            assert!(tool.input_schema.get("$schema").is_none(), "{}", tool.name);
        }
    }

    #[test]
    fn titles_are_one_bounded_line() {
        assert_eq!(title(" a\n b\t c "), "a b c");
        assert_eq!(title(&"x".repeat(500)).chars().count(), crate::limits::TITLE_CHARS);
    }
}
