//! Plays the model turns of a saved run.
//!
//! A saved run is NDJSON as csvchat writes it, or a few lines that a person wrote: a `run_started` and `model_turn`s
//! whose `reply` holds `text` and `calls`, a call holding `name` and `input`. What is left out is filled in.

use std::collections::{HashSet, VecDeque};

use serde::Deserialize;
use serde_json::Value;

use super::{Items, Listener, Model, ModelError, Request, Turn, TurnFuture};
use crate::event::{Call, Maker, Reply, Stop};
use crate::limits::{Privacy, RUN_LINE_BYTES};
use crate::system::reason;
use crate::table::Cell;

/// What to do where a request differs from the recorded one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Stop.
    Strict,
    /// Go on and say so.
    Lenient,
}

/// Why a replay cannot be read or go on.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The file cannot be read.
    #[error("{path}: {}", reason(.source))]
    Unreadable {
        /// The saved run.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A line is not what a saved run holds.
    #[error("{path}, line {line}: {reason}")]
    Malformed {
        /// The saved run.
        path: String,
        /// From 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The request of a turn is not the recorded one.
    #[error(
        "turn {turn}: the request differs from the recorded one (recorded {recorded}, now {actual}): the data, the question, an option or csvchat's version has changed"
    )]
    Differs {
        /// From 1.
        turn: usize,
        /// Digest, shortened.
        recorded: String,
        /// Digest, shortened.
        actual: String,
    },
    /// The recording has no further turn.
    #[error("the recording ends after {turns} turns without finalize")]
    Ended {
        /// Turns that were played.
        turns: usize,
    },
}

/// A saved run as far as it matters for playing it again.
#[derive(Debug)]
pub struct Replay {
    name: String,
    pace: Pace,
    played: usize,
    turns: VecDeque<Recorded>,
    warned: bool,
    metered: bool,
    /// What the run says of where it came from.
    pub origin: Origin,
}

/// What a saved run says of where it came from, and what its queries gave.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Origin {
    /// `analyze` or `ask`.
    pub command: Option<String>,
    /// The question of `ask`.
    pub question: Option<String>,
    /// The limits that decide what a turn is asked for and sees, where the run says so.
    pub limits: RecordedLimits,
    /// What the model was told, where the run says so.
    pub privacy: Option<Privacy>,
    /// The files.
    pub datasets: Vec<RecordedDataset>,
    /// The results of queries.
    pub results: Vec<RecordedResult>,
}

/// Limits of a saved run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct RecordedLimits {
    /// Requests to the model.
    #[serde(default)]
    pub max_turns: Option<u32>,
    /// Tokens read and written by the model in the whole run.
    #[serde(default)]
    pub max_tokens: Option<u64>,
    /// Rows kept and shown of a result.
    #[serde(default)]
    pub max_rows: Option<usize>,
}

/// A file of a saved run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedDataset {
    /// As the user gave it.
    pub path: String,
    /// Rows of the table.
    pub rows: u64,
    /// Column names.
    pub columns: Vec<String>,
}

/// The result of a query in a saved run.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct RecordedResult {
    /// `q1`, ...
    pub id: String,
    /// The rows that the run kept.
    pub rows: Vec<Vec<Cell>>,
    /// Rows of the whole result.
    pub row_count: u64,
    /// Whether the query failed.
    pub is_error: bool,
}

#[derive(Deserialize)]
struct MinimalDataset {
    path: String,
    rows: u64,
    columns: Vec<MinimalColumn>,
}

#[derive(Deserialize)]
struct MinimalColumn {
    name: String,
}

impl Origin {
    /// Takes what a line tells. Lines that a person wrote may tell less.
    fn note(&mut self, kind: &str, value: &Value) {
        let word = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        match kind {
            "run_started" => {
                self.command = word("command");
                self.question = word("question");
                let limits = value.get("limits").and_then(|limits| RecordedLimits::deserialize(limits).ok());
                self.limits = limits.unwrap_or_default();
                self.privacy = value.get("privacy").and_then(|level| Privacy::deserialize(level).ok());
            }
            "dataset" => self.datasets.extend(MinimalDataset::deserialize(value).ok().map(|dataset| RecordedDataset {
                path: dataset.path,
                rows: dataset.rows,
                columns: dataset.columns.into_iter().map(|column| column.name).collect(),
            })),
            "query_result" => self.results.extend(RecordedResult::deserialize(value).ok()),
            _ => {}
        }
    }
}

#[derive(Debug)]
struct Recorded {
    digest: Option<String>,
    turn: Turn,
}

#[derive(Deserialize)]
struct MinimalTurn {
    #[serde(default)]
    request_digest: Option<String>,
    reply: MinimalReply,
    #[serde(default)]
    items: Option<Vec<Value>>,
    #[serde(default)]
    maker: Option<Maker>,
    #[serde(default)]
    usage: Option<crate::event::Usage>,
}

#[derive(Deserialize)]
struct MinimalReply {
    #[serde(default)]
    text: String,
    #[serde(default)]
    reasoning: String,
    #[serde(default)]
    calls: Vec<MinimalCall>,
    #[serde(default)]
    stop: Option<Stop>,
}

#[derive(Deserialize)]
struct MinimalCall {
    #[serde(default)]
    id: Option<String>,
    name: String,
    #[serde(default)]
    input: Value,
}

/// What is wrong about a line, without a place in it: each line is a document of its own, whose line 1 says nothing.
fn place_free(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line 1 column ").next().unwrap_or_default().to_owned()
}

impl Replay {
    /// Reads a saved run.
    ///
    /// # Errors
    /// When the file cannot be read or is no saved run.
    pub fn read(path: &str, pace: Pace) -> Result<Self, ReplayError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| ReplayError::Unreadable { path: path.to_owned(), source })?;
        Self::parse(&text, path, pace)
    }

    fn parse(text: &str, path: &str, pace: Pace) -> Result<Self, ReplayError> {
        let malformed =
            |line: usize, reason: String| ReplayError::Malformed { path: path.to_owned(), line: line + 1, reason };
        let mut turns = VecDeque::new();
        let mut ids = HashSet::new();
        let mut origin = Origin::default();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            if line.len() > RUN_LINE_BYTES {
                return Err(malformed(index, format!("the line is longer than {RUN_LINE_BYTES} bytes")));
            }
            let value: Value = serde_json::from_str(line)
                .map_err(|error| malformed(index, format!("not JSON: {}", place_free(&error))))?;
            match value.get("type").and_then(Value::as_str) {
                Some("model_turn") => {
                    let turn = MinimalTurn::deserialize(&value)
                        .map_err(|error| malformed(index, format!("not a model turn: {}", place_free(&error))))?;
                    turns.push_back(recorded(turn, turns.len(), &mut ids));
                }
                Some(kind) => origin.note(kind, &value),
                None => return Err(malformed(index, "no event: a field \"type\" is missing".to_owned())),
            }
        }
        if turns.is_empty() {
            return Err(malformed(0, "the file holds no model_turn".to_owned()));
        }
        let metered = turns.iter().any(|recorded: &Recorded| recorded.turn.usage.requests > 0);
        Ok(Self { name: "replay".to_owned(), pace, played: 0, turns, warned: false, metered, origin })
    }

    fn next(&mut self, request: &Request) -> Result<Turn, ModelError> {
        let Some(Recorded { digest, mut turn }) = self.turns.pop_front() else {
            return Err(ReplayError::Ended { turns: self.played }.into());
        };
        self.played += 1;
        let actual = request.digest();
        if let Some(recorded) = digest.filter(|recorded| *recorded != actual) {
            let short = |digest: &str| digest.chars().take(12).collect::<String>();
            let differs =
                ReplayError::Differs { turn: self.played, recorded: short(&recorded), actual: short(&actual) };
            match self.pace {
                Pace::Strict => return Err(differs.into()),
                // Once one request differs, so do all that follow from it.
                Pace::Lenient if self.warned => {}
                Pace::Lenient => {
                    self.warned = true;
                    turn.warnings.push(("replay_differs".to_owned(), differs.to_string()));
                }
            }
        }
        Ok(turn)
    }
}

/// Fills in what a person leaves out: ids of calls, the reason for stopping. An id that another call of the run has is
/// left out as well: a result must say which call it closes.
fn recorded(minimal: MinimalTurn, before: usize, ids: &mut HashSet<String>) -> Recorded {
    let MinimalTurn { request_digest, reply, items, maker, usage } = minimal;
    let items = items.zip(maker).map(|(items, maker)| Items { maker, items });
    let calls: Vec<Call> = reply
        .calls
        .into_iter()
        .enumerate()
        .map(|(index, call)| Call {
            id: call
                .id
                .filter(|id| !id.is_empty() && ids.insert(id.clone()))
                .unwrap_or_else(|| fresh(format!("call_{}_{}", before + 1, index + 1), ids)),
            name: call.name,
            input: call.input,
        })
        .collect();
    let stop = reply.stop.unwrap_or(if calls.is_empty() { Stop::End } else { Stop::ToolUse });
    let reply = Reply { text: reply.text, reasoning: reply.reasoning, calls, stop };
    Recorded {
        digest: request_digest,
        turn: Turn { reply, items, usage: usage.unwrap_or_default(), warnings: Vec::new() },
    }
}

/// An id that no other call has, and takes it.
fn fresh(mut id: String, ids: &mut HashSet<String>) -> String {
    while !ids.insert(id.clone()) {
        id.push('_');
    }
    id
}

impl Model for Replay {
    fn name(&self) -> &str {
        &self.name
    }

    fn privacy(&self, asked: Privacy) -> Privacy {
        self.origin.privacy.unwrap_or(asked)
    }

    fn is_metered(&self) -> bool {
        self.metered
    }

    fn turn<'a>(&'a mut self, request: &'a Request, _listener: Listener<'a>) -> TurnFuture<'a> {
        let next = self.next(request);
        Box::pin(std::future::ready(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty_request() -> Request {
        Request { system: String::new(), tools: Vec::new(), messages: Vec::new(), closing: false, output_tokens: None }
    }

    #[test]
    fn lines_that_a_person_wrote_are_completed() {
        let run = r#"{"type":"run_started","command":"ask","question":"how many?"}
{"type":"model_turn","reply":{"calls":[{"name":"sql_query","input":{"query":"select 1","description":"d"}}]}}
{"type":"model_turn","reply":{"text":"done"}}"#;
        let mut replay = Replay::parse(run, "x", Pace::Strict).unwrap();
        assert_eq!(replay.origin.question.as_deref(), Some("how many?"));
        let first = replay.next(&empty_request()).unwrap();
        assert_eq!(first.reply.stop, Stop::ToolUse);
        assert_eq!(first.reply.calls[0].id, "call_1_1");
        assert_eq!(replay.next(&empty_request()).unwrap().reply.stop, Stop::End);
        assert!(matches!(replay.next(&empty_request()), Err(ModelError::Replay(ReplayError::Ended { turns: 2 }))));
    }

    #[test]
    fn every_call_has_an_id_of_its_own() {
        let run = r#"{"type":"model_turn","reply":{"calls":[{"id":"a","name":"x"},{"id":"a","name":"y"},{"id":"","name":"z"}]}}
{"type":"model_turn","reply":{"calls":[{"id":"call_1_2","name":"x"},{"id":"a","name":"y"}]}}"#;
        let replay = Replay::parse(run, "x", Pace::Strict).unwrap();
        let calls = replay.turns.iter().flat_map(|recorded| &recorded.turn.reply.calls);
        let ids: Vec<&str> = calls.map(|call| call.id.as_str()).collect();
        assert_eq!(ids, ["a", "call_1_2", "call_1_3", "call_2_1", "call_2_2"]);
    }

    #[test]
    fn a_request_that_differs_stops_the_strict_replay_and_warns_in_the_lenient_one() {
        let run = r#"{"type":"model_turn","request_digest":"00","reply":{"text":"x"}}"#;
        let strict = Replay::parse(run, "x", Pace::Strict).unwrap().next(&empty_request());
        assert!(matches!(strict, Err(ModelError::Replay(ReplayError::Differs { turn: 1, .. }))));
        let lenient = Replay::parse(run, "x", Pace::Lenient).unwrap().next(&empty_request()).unwrap();
        assert_eq!(lenient.warnings[0].0, "replay_differs");
    }

    #[test]
    fn what_is_no_run_is_named_with_its_line() {
        for (text, line) in [("{\"type\":\"status\"}\nnope", 2), ("{}", 1), ("", 1)] {
            let error = Replay::parse(text, "x", Pace::Strict).unwrap_err();
            assert!(matches!(error, ReplayError::Malformed { line: found, .. } if found == line), "{error}");
        }
    }
}
