//! The side that answers: one statement after the other, in a process that may be killed at any time.
//!
//! Uses DuckDB, the gate and the protocol. Never outlives the program that started it: when its input ends it is gone,
//! whatever runs. Writes nothing but frames.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;

use duckdb::Connection;

use super::database::{self, Named};
use super::protocol::{self, Answer, Request};
use super::{run, suggest};
use crate::data::gate::{Gate, Refusal};
use crate::limits::{self, Limits};

/// Is the worker: reads requests from stdin, answers on stdout, ends when stdin does.
#[must_use]
pub fn serve() -> ExitCode {
    let Some(limits) = std::env::args().nth(2).and_then(|told| serde_json::from_str::<Limits>(&told).ok()) else {
        return ExitCode::FAILURE;
    };
    bound_memory(&limits);
    let (sender, requests) = mpsc::channel();
    if thread::Builder::new().name("requests".to_owned()).spawn(move || read_requests(&sender)).is_err() {
        return ExitCode::FAILURE;
    }
    match answer_all(&limits, &requests) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// What DuckDB's own limit does not bound, such as single texts and lists, the address space does.
fn bound_memory(limits: &Limits) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let bytes = limits.memory_bytes.saturating_add(limits::WORKER_HEADROOM);
        let _ = setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) });
        let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    }
    #[cfg(not(target_os = "linux"))]
    let _ = limits;
}

/// Hands requests on until the input ends; then nobody waits for an answer, and the process goes at once.
fn read_requests(sender: &mpsc::Sender<Request>) {
    let mut input = io::stdin().lock();
    while let Ok(Some(request)) = protocol::read(&mut input) {
        if sender.send(request).is_err() {
            break;
        }
    }
    end_now();
}

/// Ends the process without waiting for a running query or the engine's own clearing up.
fn end_now() {
    #[cfg(unix)]
    {
        let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    }
    std::process::exit(0);
}

/// The database and the names in it.
struct Open {
    connection: Connection,
    catalog: String,
    tables: Vec<Named>,
    folder: String,
}

fn answer_all(limits: &Limits, requests: &mpsc::Receiver<Request>) -> io::Result<()> {
    let parser = database::open_parser().map_err(|error| error.to_string());
    let mut open = None;
    let mut output = io::stdout().lock();
    for request in requests {
        let answer = match (&parser, request) {
            (Err(error), _) => Answer::Broken(error.clone()),
            (Ok(_), Request::Open { database }) => match open_database(&database, limits) {
                Ok(opened) => {
                    open = Some(opened);
                    Answer::Opened
                }
                Err(error) => Answer::Broken(error.to_string()),
            },
            (Ok(parser), Request::Query { sql, timeout_ms }) => match &open {
                Some(open) => answer(parser, open, &sql, timeout_ms, limits),
                None => Answer::Broken("no database is open".to_owned()),
            },
        };
        if let Err(error) = protocol::write(&mut output, &answer) {
            if error.kind() != io::ErrorKind::InvalidData {
                return Err(error);
            }
            let reason = "the result is larger than can be handed over; ask for fewer or shorter cells".to_owned();
            protocol::write(&mut output, &Answer::Exhausted(reason))?;
        }
    }
    output.flush()
}

fn open_database(file: &Path, limits: &Limits) -> duckdb::Result<Open> {
    let connection = database::open(file, limits)?;
    let (catalog, tables) = database::names(&connection)?;
    let folder = file.parent().map(|parent| format!("{}/", parent.display())).unwrap_or_default();
    Ok(Open { connection, catalog, tables, folder })
}

fn answer(parser: &Connection, open: &Open, sql: &str, timeout_ms: u64, limits: &Limits) -> Answer {
    let gate = Gate::new(parser, &open.catalog, open.tables.iter().map(|named| named.table.clone()));
    let checked = match gate.check(sql) {
        Ok(checked) => checked,
        Err(Refusal::Denied(reason)) => return Answer::Refused(reason),
        Err(Refusal::Syntax(message)) => return Answer::Failed(message),
    };
    match run::run(&open.connection, &checked, timeout_ms, limits) {
        Ok(table) => Answer::Result(table),
        Err(run::Stopped::TimedOut) => Answer::TimedOut,
        Err(run::Stopped::Exhausted(reason)) => Answer::Exhausted(reason),
        Err(run::Stopped::Failed(raw)) => Answer::Failed(suggest::message(&raw, &open.tables, &open.folder)),
    }
}
