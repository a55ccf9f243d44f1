//! Every step of a run, as an event: the single source of truth, from which each report is a fold.
//!
//! Uses `limits` and `table`. Never renders. The JSON Schema of [`Envelope`] is generated into `man/events.schema.json`;
//! the page csvchat-events(5) documents it for readers.

mod citation;
mod claim;
mod dataset;
mod drawn;
mod log;
mod notation;
mod run;
mod shown;
mod side;

pub use citation::{Citation, citations, cited};
pub use claim::{CellClaim, CellPlace, Claim, ClaimCounts, ClaimStatus, Evidence, Origin, Step};
pub use dataset::{
    Bin, Certificate, ColumnProfile, Converted, Counted, Dataset, FileHash, FileLines, KeptType, LeftOut, Quantiles,
    Reading, ReadingDecision, TextLength, ValueCount,
};
pub use drawn::{Drawn, DrawnAxis, DrawnMark, DrawnPoint, DrawnTick, DrawnView};
pub use log::{Listener, Log};
pub use notation::Notation;
pub use run::{Call, Maker, Protocol, Reply, Role, Span, SpanKind, Status, Stop, ToolName, Usage};
pub use shown::shown_claims;
pub use side::{Side, categories};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::{Limits, Privacy};
use crate::table::Cell;

/// The version of the event format that this program writes.
pub const VERSION: u32 = 1;

/// One line of NDJSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Envelope {
    /// Version of the format: 1.
    pub v: u32,
    /// Position of the event in its run, from 0, without gaps.
    pub seq: u64,
    /// Milliseconds since the run's start.
    pub ms: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// What happened. Consumers may ignore types and fields that they do not know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The first event of every run.
    RunStarted {
        /// Unique to this run.
        run_id: String,
        /// RFC 3339, UTC.
        started_at: String,
        /// Version of csvchat.
        version: String,
        /// `analyze` or `ask`.
        command: String,
        /// The question of `ask`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<String>,
        /// `builtin`, `replay`, or provider/model.
        model: String,
        /// What bounds the run.
        limits: Limits,
        /// What may go to the model.
        privacy: Privacy,
        /// The day of the prices by which costs are estimated; absent where they are the user's own, or not known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        prices_date: Option<String>,
        /// The command line that makes the run again, outputs left out, quoted for a POSIX shell.
        command_line: String,
    },
    /// One file as it was read.
    // Boxed, as it is much larger than the others.
    Dataset(Box<Dataset>),
    /// A word on what is being done.
    Status {
        /// For a person.
        message: String,
    },
    /// A piece of what the model is writing, with `--stream`; after a `retry`, its turn begins anew.
    TextDelta {
        /// The piece.
        text: String,
    },
    /// What the model said beside its tool calls; not part of the answer.
    Reasoning {
        /// As the model wrote it.
        text: String,
    },
    /// One reply of the model: enough to replay it.
    ModelTurn {
        /// From 1.
        turn: u32,
        /// SHA-256 of the request in its neutral form, in hexadecimal.
        request_digest: String,
        /// The reply in its neutral form.
        reply: Reply,
        /// The provider's own items, verbatim, where there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        items: Option<Vec<Value>>,
        /// Who made the items.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        maker: Option<Maker>,
        /// What this turn took.
        usage: Usage,
    },
    /// A tool call of the model, before it is run. One `tool_result` of the same id closes it.
    ToolCall {
        /// Unique within the run.
        id: String,
        /// The tool's name as the model wrote it.
        name: String,
        /// The input as the model wrote it.
        input: Value,
    },
    /// What a query gave.
    QueryResult {
        /// `q1`, `q2`, ...
        id: String,
        /// The tool call that asked.
        call_id: String,
        /// What the query is for.
        description: String,
        /// The statement.
        query: String,
        /// Column names.
        columns: Vec<String>,
        /// DuckDB's name of each column's type.
        types: Vec<String>,
        /// At most `max_rows` rows.
        rows: Vec<Vec<Cell>>,
        /// Rows of the whole result.
        row_count: u64,
        /// Whether rows of the result are not in `rows`.
        truncated: bool,
        /// Milliseconds that the query took.
        elapsed_ms: u64,
        /// Whether the query was refused, failed or was stopped.
        is_error: bool,
        /// Why, and what to do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// Text for the reader.
    Text {
        /// `text1`, `text2`, ...
        id: String,
        /// What the text is in the report.
        role: Role,
        /// Markdown.
        text: String,
        /// Numbers of the text and what they rest on.
        claims: Vec<Claim>,
        /// The id of the text in whose place this one stands: the model mended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<String>,
    },
    /// A table for the reader.
    Table {
        /// `table1`, `table2`, ...
        id: String,
        /// What the table shows.
        title: String,
        /// Column names.
        headers: Vec<String>,
        /// The cells.
        rows: Vec<Vec<Cell>>,
        /// Rows of the whole result; more than `rows` where some were left out.
        row_count: u64,
        /// The query it was taken from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
        /// Numbers of the title.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        title_claims: Vec<Claim>,
        /// Numbers of the cells, where the table was not taken from a query.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        claims: Vec<CellClaim>,
        /// The id of the table in whose place this one stands: the model mended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<String>,
    },
    /// A chart for the reader.
    Plot {
        /// `plot1`, `plot2`, ...
        id: String,
        /// What the chart shows.
        title: String,
        /// One sentence on what it shows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        /// A Vega-Lite specification with its data inlined.
        vega_lite_spec: Value,
        /// The query its data was taken from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
        /// Numbers of the title.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        title_claims: Vec<Claim>,
        /// Numbers of the note.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        note_claims: Vec<Claim>,
        /// What is to be known of it, as the model was told.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        warnings: Vec<String>,
        /// What it shows, in words, for those who cannot see it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        alt: Option<String>,
        /// What it shows, as it was drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        drawn: Option<Box<Drawn>>,
        /// The picture, as csvchat drew it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        svg: Option<String>,
    },
    /// A chart that was not accepted.
    PlotRejected {
        /// The chart's title.
        title: String,
        /// Why, as the model was told.
        reason: String,
    },
    /// Closes the `tool_call` of the same id.
    ToolResult {
        /// Of the call.
        id: String,
        /// The tool's name as the model wrote it.
        name: String,
        /// Whether the call failed.
        is_error: bool,
        /// One line.
        summary: String,
    },
    /// The run got a title.
    SessionUpdate {
        /// Plain text.
        title: String,
        /// Numbers of the title.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        claims: Vec<Claim>,
    },
    /// A request to the model is tried again.
    Retry {
        /// From 1.
        attempt: u32,
        /// What went wrong.
        reason: String,
        /// Milliseconds until the next try.
        after_ms: u64,
    },
    /// What the run has taken so far.
    Usage(Usage),
    /// Something the reader should know; the run goes on.
    Warning {
        /// For programs.
        code: String,
        /// For a person.
        message: String,
    },
    /// Why the exit code is not 0: the run is not complete, or with `--strict` a number of it could not be traced.
    Error {
        /// For programs.
        code: String,
        /// What happened to what.
        message: String,
        /// What to do next.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hint: Option<String>,
        /// Whether the same command may succeed later.
        retryable: bool,
    },
    /// The last event of every run.
    Done {
        /// How the run ended.
        status: Status,
        /// The exit code, unless a report then cannot be written.
        exit_code: u8,
        /// Milliseconds of the whole run.
        elapsed_ms: u64,
        /// What took the time.
        spans: Vec<Span>,
        /// What the run took of the model.
        usage: Usage,
        /// Numbers by what they rest on.
        claims: ClaimCounts,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_flat_object() {
        let line = Envelope { v: VERSION, seq: 3, ms: 7, event: Event::Status { message: "reading".to_owned() } };
        let text = serde_json::to_string(&line).unwrap();
        assert_eq!(text, r#"{"v":1,"seq":3,"ms":7,"type":"status","message":"reading"}"#);
        assert_eq!(serde_json::from_str::<Envelope>(&text).unwrap(), line);
    }
}
