//! Events as a consumer declares them for itself. Fields that the contract does not promise are left out.
#![allow(dead_code, reason = "a field that must be there is declared, whether or not the grammar looks at it")]

use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Debug, Deserialize)]
pub struct Line {
    pub v: u32,
    pub seq: u64,
    pub ms: u64,
    #[serde(flatten)]
    pub event: Event,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    RunStarted(RunStarted),
    Dataset(Dataset),
    Status {
        message: String,
    },
    TextDelta {
        text: String,
    },
    Reasoning {
        text: String,
    },
    ModelTurn {
        turn: u64,
        request_digest: String,
        reply: Reply,
        items: Option<Vec<Value>>,
        usage: Usage,
    },
    ToolCall {
        id: String,
        name: String,
        input: Value,
    },
    QueryResult(QueryResult),
    Text {
        id: String,
        role: Role,
        text: String,
        claims: Vec<Claim>,
        replaces: Option<String>,
    },
    Table(Table),
    Plot(Plot),
    PlotRejected {
        title: String,
        reason: String,
    },
    ToolResult {
        id: String,
        name: String,
        is_error: bool,
        summary: String,
    },
    SessionUpdate {
        title: String,
        #[serde(default)]
        claims: Vec<Claim>,
    },
    Retry {
        attempt: u64,
        reason: String,
        after_ms: u64,
    },
    Usage(Usage),
    Warning {
        code: String,
        message: String,
    },
    Error {
        code: String,
        message: String,
        hint: Option<String>,
        retryable: bool,
    },
    Done(Done),
}

#[derive(Debug, Deserialize)]
pub struct Table {
    pub id: String,
    pub title: String,
    pub headers: Vec<String>,
    pub rows: Vec<Row>,
    pub row_count: u64,
    pub source: Option<String>,
    #[serde(default)]
    pub title_claims: Vec<Claim>,
    #[serde(default)]
    pub claims: Vec<CellClaim>,
    pub replaces: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Plot {
    pub id: String,
    pub title: String,
    pub note: Option<String>,
    pub vega_lite_spec: Map<String, Value>,
    pub source: Option<String>,
    #[serde(default)]
    pub title_claims: Vec<Claim>,
    #[serde(default)]
    pub note_claims: Vec<Claim>,
}

#[derive(Debug, Deserialize)]
pub struct CellClaim {
    pub row: usize,
    pub column: usize,
    #[serde(flatten)]
    pub claim: Claim,
}

pub type Row = Vec<Cell>;

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    Null(()),
    Bool(bool),
    Number(f64),
    Text(String),
}

#[derive(Debug, Deserialize)]
pub struct RunStarted {
    pub run_id: String,
    pub started_at: String,
    pub version: String,
    pub command: String,
    pub question: Option<String>,
    pub model: String,
    pub limits: Map<String, Value>,
    pub privacy: String,
    pub prices_date: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Dataset {
    pub name: String,
    pub table: String,
    pub path: String,
    pub format: String,
    pub bytes: u64,
    pub rows: u64,
    pub columns: Vec<Column>,
    pub reading: Reading,
    pub certificate: Map<String, Value>,
}

#[derive(Debug, Deserialize)]
pub struct Column {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub nulls: u64,
    pub distinct: Option<u64>,
    pub min: Cell,
    pub max: Cell,
}

#[derive(Debug, Deserialize)]
pub struct Reading {
    pub delimiter: String,
    pub encoding: String,
    pub header: bool,
}

#[derive(Debug, Deserialize)]
pub struct Reply {
    pub text: String,
    pub reasoning: String,
    pub calls: Vec<Call>,
    pub stop: String,
}

#[derive(Debug, Deserialize)]
pub struct Call {
    pub id: String,
    pub name: String,
    pub input: Value,
}

#[derive(Debug, Deserialize)]
pub struct QueryResult {
    pub id: String,
    pub call_id: String,
    pub description: String,
    pub query: String,
    pub columns: Vec<String>,
    pub types: Vec<String>,
    pub rows: Vec<Row>,
    pub row_count: u64,
    pub truncated: bool,
    pub elapsed_ms: u64,
    pub is_error: bool,
    pub error: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Summary,
    Finding,
    Note,
    Answer,
}

#[derive(Debug, Deserialize)]
pub struct Claim {
    pub text: String,
    pub start: usize,
    pub end: usize,
    pub value: f64,
    pub status: Standing,
    pub evidence: Option<Evidence>,
    pub near: Option<Evidence>,
}

#[derive(Debug, Deserialize)]
pub struct Evidence {
    pub query: Option<String>,
    pub table: Option<String>,
    pub step: String,
    pub value: Cell,
    pub cells: Vec<CellPlace>,
    pub column: Option<String>,
    pub words: String,
}

#[derive(Debug, Deserialize)]
pub struct CellPlace {
    pub row: u64,
    pub column: String,
    pub value: Cell,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    Verified,
    Derived,
    Unverified,
}

#[derive(Debug, Deserialize)]
pub struct Usage {
    pub requests: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cache_read_tokens: u64,
    pub cache_write_tokens: u64,
    pub cost_usd: Option<f64>,
}

#[derive(Debug, Deserialize)]
pub struct Done {
    pub status: Status,
    pub exit_code: u8,
    pub elapsed_ms: u64,
    pub spans: Vec<Span>,
    pub usage: Usage,
    pub claims: Counts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Complete,
    Partial,
    Failed,
    Interrupted,
}

#[derive(Debug, Deserialize)]
pub struct Span {
    pub name: String,
    pub kind: SpanKind,
    pub start_ms: u64,
    pub end_ms: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpanKind {
    Model,
    Tool,
    Load,
}

#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Counts {
    pub verified: u64,
    pub derived: u64,
    pub unverified: u64,
}
