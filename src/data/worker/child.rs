//! The side that answers: one statement after the other, in a process that may be killed at any time.
//!
//! Uses DuckDB, the gate and the protocol. Never outlives the program that started it: when its input ends it is gone,
//! whatever runs. Writes nothing but frames.

use std::cell::OnceCell;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use duckdb::Connection;

use super::ahead::Ahead;
use super::engines::Engines;
use super::outline::Outline;
use super::protocol::{self, Answer, Place, Request};
use super::suggest::{self, Names};
use super::{database, review, run};
use crate::data::gate::{Gate, Refusal};
use crate::limits::{self, Limits};
use crate::sql;

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
        let threads = limits
            .threads
            .map_or_else(|| thread::available_parallelism().map_or(1, usize::from), |count| count as usize);
        let for_threads = limits::WORKER_THREAD_HEADROOM.saturating_mul(threads as u64);
        let bytes = limits.memory_bytes.saturating_add(limits::WORKER_HEADROOM).saturating_add(for_threads);
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
pub(super) struct Open {
    pub(super) engines: Engines,
    pub(super) gate: Gate,
    catalog: String,
    tables: Vec<String>,
    columns: OnceCell<Vec<String>>,
    outline: OnceCell<Outline>,
    folder: String,
}

impl Open {
    /// The tables without a row, made when they are first asked for.
    pub(super) fn outline(&self) -> Option<&Outline> {
        if self.outline.get().is_none() {
            let outline = Outline::of(self.engines.parallel(), &self.catalog, &self.tables).ok()?;
            let _ = self.outline.set(outline);
        }
        self.outline.get()
    }

    /// The engine's message as it is read outside.
    pub(super) fn message(&self, raw: &str) -> String {
        suggest::message(raw, self, &self.folder)
    }
}

impl Names for Open {
    fn tables(&self) -> &[String] {
        &self.tables
    }

    /// Looked up at the first message that needs them.
    fn columns(&self) -> Vec<String> {
        let look_up = || {
            self.tables.iter().flat_map(|table| database::columns(self.engines.parallel(), table).unwrap_or_default())
        };
        self.columns.get_or_init(|| look_up().collect()).clone()
    }
}

/// The data's engine is made ready before there is any data, then the parser's beside what goes on. Not both at once: the
/// program starts an engine of its own in that time, and that is the one that is waited for.
struct Engine<'limits> {
    limits: &'limits Limits,
    parser: Parser,
    /// The one that is to hold the data.
    started: Option<Connection>,
    open: Option<Open>,
    /// Statements that run before they are asked for.
    ahead: Option<Ahead>,
}

enum Parser {
    Starting(Option<JoinHandle<duckdb::Result<Connection>>>),
    Ready(Connection),
}

fn answer_all(limits: &Limits, requests: &mpsc::Receiver<Request>) -> io::Result<()> {
    // Where it cannot be started now, opening says why.
    let started = warm_engine(limits).ok();
    let starting = thread::Builder::new().name("parser".to_owned()).spawn(warm_parser)?;
    let mut engine = Engine { limits, parser: Parser::Starting(Some(starting)), started, open: None, ahead: None };
    let mut output = io::stdout().lock();
    for request in requests {
        if let Request::Foresee { statements, timeout_ms } = request {
            engine.foresee(&statements, Duration::from_millis(timeout_ms));
            continue;
        }
        let answer = engine.answer(request).unwrap_or_else(|error| Answer::Broken(error.to_string()));
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

/// A parser that has parsed: the first statement then finds everything loaded.
fn warm_parser() -> duckdb::Result<Connection> {
    let parser = database::open_parser()?;
    let _ = Gate::new("", &[]).check(&parser, "SELECT 1 ORDER BY 1").map(|checked| checked.ordered(&parser));
    Ok(parser)
}

/// An engine that has answered what it is asked first when the data is opened.
fn warm_engine(limits: &Limits) -> duckdb::Result<Connection> {
    let engine = database::start(limits)?;
    let _ = database::tables(&engine);
    Ok(engine)
}

impl Engine<'_> {
    fn answer(&mut self, request: Request) -> duckdb::Result<Answer> {
        let limits = self.limits;
        match request {
            Request::Open(place) => {
                let engine = match self.started.take() {
                    Some(engine) => engine,
                    None => database::start(limits)?,
                };
                self.ahead = None;
                self.open = Some(open_database(engine, place, limits)?);
                Ok(Answer::Opened)
            }
            Request::Query { sql, timeout_ms } => {
                let (timeout, started) = (Duration::from_millis(timeout_ms), Instant::now());
                if let Some((table, lasting)) = self.ahead.as_ref().and_then(|ahead| ahead.take(&sql, timeout)) {
                    return Ok(Answer::Result { table, lasting });
                }
                let left = timeout.saturating_sub(started.elapsed());
                let Some((open, parser)) = self.ready()? else { return Ok(not_open()) };
                Ok(query(open, parser, &sql, left, limits))
            }
            // There is no answer to this, and so no way here.
            Request::Foresee { .. } => Ok(not_open()),
            Request::Review { sql, statistics, timeout_ms } => {
                let Some((open, parser)) = self.ready()? else { return Ok(not_open()) };
                let wanted = statistics.then_some(Duration::from_millis(timeout_ms));
                Ok(Answer::Reviewed(review::review(open, parser, &sql, wanted, limits)))
            }
        }
    }

    /// Has those of the statements run that one thread has to run. What cannot be run is told when it is asked for.
    fn foresee(&mut self, statements: &[String], timeout: Duration) {
        let limits = self.limits;
        let Ok(Some((open, parser))) = self.ready() else { return };
        if !open.engines.shares_work() {
            return;
        }
        let mut ahead = None;
        for sql in statements {
            let checked = open.gate.check(parser, sql).ok();
            let prepared = checked.and_then(|checked| run::prepare(&open.engines, parser, checked, timeout).ok());
            if let Some(prepared) = prepared.filter(run::Prepared::is_single) {
                ahead.get_or_insert_with(|| Ahead::start(limits, timeout)).add(sql, prepared);
            }
        }
        self.ahead = ahead;
    }

    /// The database and the parser, once both are there.
    fn ready(&mut self) -> duckdb::Result<Option<(&Open, &Connection)>> {
        if let Parser::Starting(starting) = &mut self.parser {
            let connection = match starting.take().map(JoinHandle::join) {
                Some(Ok(opened)) => opened?,
                Some(Err(_)) | None => database::open_parser()?,
            };
            self.parser = Parser::Ready(connection);
        }
        Ok(match (&self.open, &self.parser) {
            (Some(open), Parser::Ready(parser)) => Some((open, parser)),
            (_, Parser::Starting(_)) | (None, Parser::Ready(_)) => None,
        })
    }
}

fn not_open() -> Answer {
    Answer::Broken("no database is open".to_owned())
}

fn query(open: &Open, parser: &Connection, sql: &str, timeout: Duration, limits: &Limits) -> Answer {
    let checked = match open.gate.check(parser, sql) {
        Ok(checked) => checked,
        Err(Refusal::Denied(reason)) => return Answer::Refused(reason),
        Err(Refusal::Syntax(message)) => return Answer::Failed(message),
    };
    match run::run(&open.engines, parser, &checked, timeout, limits) {
        Ok(table) => Answer::Result { table, lasting: checked.is_lasting() },
        Err(run::Stopped::TimedOut) => Answer::TimedOut,
        Err(run::Stopped::Exhausted(reason)) => Answer::Exhausted(reason),
        Err(run::Stopped::Failed(raw)) => Answer::Failed(open.message(&raw)),
    }
}

fn open_database(parallel: Connection, place: Place, limits: &Limits) -> duckdb::Result<Open> {
    database::open(&parallel, &place)?;
    let (catalog, tables, rows) = database::tables(&parallel)?;
    if rows > limits::THREADED_ROWS {
        parallel.execute_batch(&sql::threads(limits.threads))?;
    }
    database::lock(&parallel)?;
    let folder = format!("{}/", place.folder.display());
    let engines = Engines::new(parallel, place, limits, rows > limits::ROW_GROUP);
    let gate = Gate::new(&catalog, &tables);
    Ok(Open { engines, gate, catalog, tables, columns: OnceCell::new(), outline: OnceCell::new(), folder })
}
