//! NDJSON: one event a line, out and in.
//!
//! Uses `event`, `limits` and the escaping of JSON. Writing never fails on an event; reading tells the line of whatever
//! is not an event, passes over types that it does not know, and takes a run that was cut off for what it holds.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;

use super::escape;
use crate::event::{Envelope, Event, VERSION};
use crate::limits::{RUN_DEPTH, RUN_LINE_BYTES};
use crate::system::reason;

/// Why a saved run cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The file cannot be opened or read.
    #[error("{path}: {}", reason(.source))]
    Unreadable {
        /// The saved run.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A line is not an event.
    #[error("{path}, line {line}: {reason}")]
    Malformed {
        /// The saved run.
        path: String,
        /// From 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The file holds no run.
    #[error("{path} is not a saved run: {reason}")]
    NoRun {
        /// The file.
        path: String,
        /// Why not.
        reason: &'static str,
    },
}

/// The types of events that this program knows; others are passed over.
const TYPES: [&str; 19] = [
    "run_started",
    "dataset",
    "status",
    "reasoning",
    "text_delta",
    "model_turn",
    "tool_call",
    "query_result",
    "text",
    "table",
    "plot",
    "plot_rejected",
    "tool_result",
    "session_update",
    "retry",
    "usage",
    "warning",
    "error",
    "done",
];

/// An event as its line, with the line break: no raw control character and no reordering character is in it.
#[must_use]
pub fn line(envelope: &Envelope) -> String {
    // Events hold string keys and finite numbers only, so that they always have a JSON form.
    let json = serde_json::to_string(envelope).unwrap_or_default();
    let mut line = escape::json(&json).into_owned();
    line.push('\n');
    line
}

/// A whole run as NDJSON.
#[must_use]
pub fn render(events: &[Envelope]) -> String {
    events.iter().map(line).collect()
}

/// Reads a saved run.
///
/// # Errors
/// When the file cannot be read, a line is not an event, or there is no run in it.
pub fn read_run(path: &Path) -> Result<Vec<Envelope>, RunError> {
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => read_events(BufReader::new(file), &name),
        Err(source) => Err(RunError::Unreadable { path: name, source }),
    }
}

/// Reads a run from anything that can be read; `name` is what errors call it.
///
/// # Errors
/// As [`read_run`].
pub fn read_events(mut reader: impl BufRead, name: &str) -> Result<Vec<Envelope>, RunError> {
    let mut events: Vec<Envelope> = Vec::new();
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let bound = RUN_LINE_BYTES as u64 + 1;
        let read = reader.by_ref().take(bound).read_until(b'\n', &mut bytes);
        let read = read.map_err(|source| RunError::Unreadable { path: name.to_owned(), source })?;
        if read == 0 {
            break;
        }
        let malformed = |reason: String| RunError::Malformed { path: name.to_owned(), line: number, reason };
        if read > RUN_LINE_BYTES {
            return Err(malformed(format!("the line is longer than {RUN_LINE_BYTES} bytes")));
        }
        match parse(&bytes) {
            Ok(None) => {}
            Ok(Some(envelope)) => {
                let started = matches!(envelope.event, Event::RunStarted { .. });
                match (events.is_empty(), started) {
                    (true, false) => return Err(no_run(name, "it does not begin with a run_started event")),
                    (false, true) => return Err(malformed("a second run begins here; give one run a file".to_owned())),
                    (true, true) | (false, false) => events.push(envelope),
                }
            }
            // The line that was being written when the program was killed.
            Err(LineError::CutOff) if !events.is_empty() && bytes.last() != Some(&b'\n') => break,
            Err(LineError::CutOff) => return Err(malformed("the line is cut off".to_owned())),
            Err(LineError::Other(reason)) => return Err(malformed(reason)),
        }
    }
    if events.is_empty() {
        return Err(no_run(name, "it holds no event"));
    }
    Ok(events)
}

fn no_run(path: &str, reason: &'static str) -> RunError {
    RunError::NoRun { path: path.to_owned(), reason }
}

enum LineError {
    CutOff,
    Other(String),
}

impl From<serde_json::Error> for LineError {
    fn from(error: serde_json::Error) -> Self {
        if error.is_eof() { Self::CutOff } else { Self::Other(without_position(&error.to_string())) }
    }
}

/// `serde_json` counts lines within the one line that it was given.
fn without_position(message: &str) -> String {
    message.replace(" at line 1 column ", ", byte ")
}

/// What every line has, whatever its type.
#[derive(Deserialize)]
struct Head {
    v: u32,
    #[serde(rename = "type")]
    kind: String,
}

/// The event of a line; nothing for a blank line and for a type that is not known.
fn parse(line: &[u8]) -> Result<Option<Envelope>, LineError> {
    let text = std::str::from_utf8(line).map_err(|error| match error.error_len() {
        None => LineError::CutOff,
        Some(_) => LineError::Other(format!("byte {} is not UTF-8", error.valid_up_to() + 1)),
    })?;
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if depth(text) > RUN_DEPTH {
        return Err(LineError::Other(format!("values are nested deeper than {RUN_DEPTH} levels")));
    }
    let head: Head = deserialize(text)?;
    if head.v != VERSION {
        return Err(LineError::Other(format!(
            "events of version {} are not known to this program, which reads version {VERSION}",
            head.v
        )));
    }
    if !TYPES.contains(&head.kind.as_str()) {
        return Ok(None);
    }
    deserialize(text).map(Some)
}

/// Deserializes without the parser's own bound on depth, which is lower than what an event may hold; ours was checked.
fn deserialize<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, LineError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    let value = T::deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// How deep brackets are nested, those in strings left out.
fn depth(json: &str) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::limits::Limits;
    use crate::table::Cell;

    fn started() -> Envelope {
        let event = Event::RunStarted {
            run_id: "r".to_owned(),
            started_at: "2026-01-02T03:04:05Z".to_owned(),
            version: "0.1.0".to_owned(),
            command: "ask".to_owned(),
            question: Some("\u{1b}[2J \u{9b}x \u{202e}y".to_owned()),
            model: "builtin".to_owned(),
            limits: Limits::default(),
            privacy: crate::limits::Privacy::Rows,
            prices_date: None,
            command_line: "csvchat ask a.csv".to_owned(),
        };
        Envelope { v: VERSION, seq: 0, ms: 0, event }
    }

    fn status(seq: u64, message: &str) -> Envelope {
        Envelope { v: VERSION, seq, ms: 1, event: Event::Status { message: message.to_owned() } }
    }

    fn read(text: &str) -> Result<Vec<Envelope>, String> {
        read_events(text.as_bytes(), "run.ndjson").map_err(|error| error.to_string())
    }

    #[test]
    fn events_come_back_and_no_control_is_written() {
        let events = [started(), status(1, "a\nb\u{7f}")];
        let text = render(&events);
        assert_eq!(text.lines().count(), 2);
        let raw = |ch: char| (ch.is_control() && ch != '\n') || escape::is_bidi_control(ch);
        assert!(!text.contains(raw), "{text:?}");
        assert_eq!(read(&text).unwrap(), events);
    }

    #[test]
    fn unknown_types_and_fields_are_passed_over() {
        let text = format!(
            "{}{}\n\n{}\n",
            line(&started()),
            r#"{"v":1,"seq":1,"ms":0,"type":"weather","sky":"blue"}"#,
            r#"{"v":1,"seq":2,"ms":0,"type":"status","message":"m","mood":{"a":[1]}}"#
        );
        assert_eq!(read(&text).unwrap(), [started(), Envelope { seq: 2, ms: 0, ..status(2, "m") }]);
    }

    #[test]
    fn errors_name_the_line() {
        let first = line(&started());
        for (second, expected) in [
            ("nonsense\n", "run.ndjson, line 2: expected ident, byte 2"),
            ("{\"v\":1,\n", "run.ndjson, line 2: the line is cut off"),
            ("{\"v\":2,\"seq\":1,\"ms\":0,\"type\":\"x\"}\n", "line 2: events of version 2 are not known"),
            ("{\"v\":1,\"seq\":1,\"ms\":0,\"type\":\"status\"}\n", "line 2: missing field `message`"),
        ] {
            let message = read(&format!("{first}{second}")).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
        let bytes = [first.as_bytes(), b"\xff\xfe\n"].concat();
        let message = read_events(bytes.as_slice(), "r").unwrap_err().to_string();
        assert_eq!(message, "r, line 2: byte 1 is not UTF-8");
    }

    #[test]
    fn what_was_being_written_when_the_program_was_killed_is_left_out() {
        let text = format!("{}{}", line(&started()), "{\"v\":1,\"seq\":1,\"ms\":0,\"type\":\"sta");
        assert_eq!(read(&text).unwrap(), [started()]);
    }

    #[test]
    fn other_files_are_no_run() {
        assert_eq!(read("").unwrap_err(), "run.ndjson is not a saved run: it holds no event");
        assert!(read(&line(&status(0, "m"))).unwrap_err().ends_with("does not begin with a run_started event"));
        assert!(read("a,b\n1,2\n").unwrap_err().starts_with("run.ndjson, line 1: "));
        let twice = line(&started()).repeat(2);
        assert!(read(&twice).unwrap_err().contains("line 2: a second run begins here"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn numbers_come_back_to_the_last_bit(values in prop::collection::vec(any::<f64>(), 50)) {
            let row = values.into_iter().map(Cell::from_f64).collect();
            let event = Event::Table {
                id: "table1".to_owned(),
                title: String::new(),
                headers: Vec::new(),
                rows: vec![row],
                row_count: 1,
                source: None,
                title_claims: Vec::new(),
                claims: Vec::new(),
                replaces: None,
            };
            let events = [started(), Envelope { v: VERSION, seq: 1, ms: 0, event }];
            prop_assert_eq!(read(&render(&events)).unwrap(), events);
        }
    }

    #[test]
    fn depth_is_bounded_and_deeper_than_the_parser_would_go() {
        let deep = |levels: usize| {
            format!(
                r#"{}{{"v":1,"seq":1,"ms":0,"type":"tool_call","id":"c","name":"n","input":{}1{}}}{}"#,
                line(&started()),
                "[".repeat(levels),
                "]".repeat(levels),
                "\n"
            )
        };
        assert_eq!(read(&deep(RUN_DEPTH - 1)).unwrap().len(), 2);
        assert!(read(&deep(RUN_DEPTH)).unwrap_err().contains("nested deeper"));
    }

    #[test]
    fn the_types_are_those_of_the_events() {
        let schema = serde_json::to_value(schemars::schema_for!(Event)).unwrap();
        let mut types: Vec<&str> = schema["oneOf"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|variant| variant["properties"]["type"]["const"].as_str())
            .collect();
        assert_eq!(types.len(), schema["oneOf"].as_array().map_or(0, Vec::len));
        types.sort_unstable();
        let mut known = TYPES;
        known.sort_unstable();
        assert_eq!(types, known);
    }
}
