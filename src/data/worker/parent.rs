//! The side that asks: starts the worker, waits for its answers, kills it where nothing else stops it.
//!
//! Uses tokio and the protocol. Never parses or executes a statement.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::WORKER_FLAG;
use super::protocol::{self, Answer, Place, Request};
use crate::data::{Answers, QueryError, Review};
use crate::limits::{self, Interrupt, Limits};
use crate::table::Table;

/// Variables that the worker keeps: what the loader and temporary files need, and nothing that could be a key.
const ENVIRONMENT: [&str; 7] =
    ["PATH", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "SYSTEMROOT", "TEMP"];

/// A worker and the means to start it afresh. It ends with the value.
pub struct Worker {
    program: PathBuf,
    limits: Limits,
    place: Option<Place>,
    running: Option<Running>,
    /// What statements gave in earlier runs.
    answers: Option<Answers>,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").field("program", &self.program).field("place", &self.place).finish_non_exhaustive()
    }
}

struct Running {
    process: Child,
    requests: ChildStdin,
    answers: ChildStdout,
    /// Whether it was asked to open the database and has not been heard since.
    opening: bool,
    /// Requests that it has answered since the database is open.
    answered: u32,
}

/// How waiting for an answer ended without one.
enum Lost {
    /// The worker is gone.
    Died,
    /// It did not answer in time.
    Silent,
    /// A signal came.
    Interrupted,
}

/// Whether an error leaves the engine unable to answer anything else: DuckDB gives a database up after a fault of its own.
fn breaks_engine(message: &str) -> bool {
    ["INTERNAL Error", "FATAL Error"].iter().any(|kind| message.starts_with(kind))
}

impl Worker {
    /// Starts the program as a worker, before there is a database: it prepares itself while files are being read.
    /// To be called within a tokio runtime.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn start(limits: &Limits) -> Result<Self, QueryError> {
        let program = std::env::current_exe()
            .map_err(|error| QueryError::Worker(format!("the program's own path is not known: {error}")))?;
        Self::start_program(&program, limits)
    }

    /// Starts another program as a worker: one whose `main` calls [`super::serve`] at [`WORKER_FLAG`].
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn start_program(program: &Path, limits: &Limits) -> Result<Self, QueryError> {
        let running = spawn(program, limits)?;
        Ok(Self {
            program: program.to_owned(),
            limits: limits.clone(),
            place: None,
            running: Some(running),
            answers: None,
        })
    }

    /// Opens the database, read-only and locked. Queries spill into a folder beside it.
    ///
    /// # Errors
    /// When the worker or the database fails.
    pub async fn open(&mut self, database: &Path) -> Result<(), QueryError> {
        self.open_beside(database, database.parent().unwrap_or(Path::new("."))).await
    }

    /// The same where queries are to spill into another folder: one of this run.
    ///
    /// # Errors
    /// When the worker or the database fails.
    pub async fn open_beside(&mut self, database: &Path, folder: &Path) -> Result<(), QueryError> {
        self.place = Some(Place { database: database.to_owned(), folder: folder.to_owned() });
        if self.running.as_mut().is_some_and(|running| !running.is_alive()) {
            self.running = None;
        }
        if self.running.is_none() {
            self.running = Some(spawn(&self.program, &self.limits)?);
        }
        self.begin_open().await;
        self.end_open(&Interrupt::new()).await
    }

    /// Gives these answers to statements that have one, and adds those of others.
    pub fn remember(&mut self, answers: Answers) {
        self.answers = Some(answers);
    }

    /// The process id of the worker, where one runs.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.running.as_ref()?.process.id()
    }

    /// Gates and runs one statement. The table holds at most [`limits::PLOT_ROWS`] rows or `max_rows`, whichever is more,
    /// and knows how many there were. A worker that had to be killed is started afresh before this returns.
    ///
    /// # Errors
    /// When the statement is refused, fails, or is stopped.
    pub async fn query(&mut self, sql: &str, interrupt: &Interrupt) -> Result<Table, QueryError> {
        self.query_within(sql, Duration::MAX, interrupt).await
    }

    /// The same in less time than the query timeout.
    ///
    /// # Errors
    /// When the statement is refused, fails, or is stopped.
    pub async fn query_within(
        &mut self,
        sql: &str,
        most: Duration,
        interrupt: &Interrupt,
    ) -> Result<Table, QueryError> {
        if interrupt.is_set() {
            return Err(QueryError::Interrupted);
        }
        if sql.len() > limits::SQL_BYTES {
            let reason = format!("the statement has {} bytes and may have {}", sql.len(), limits::SQL_BYTES);
            return Err(QueryError::Refused(reason));
        }
        if let Some(table) = self.answers.as_ref().and_then(|answers| answers.find(sql, &self.limits)) {
            return Ok(table);
        }
        let timeout = Duration::from_millis(self.limits.query_timeout_ms).min(most);
        let started = Instant::now();
        let (mut outcome, is_final) = self.attempt(sql, timeout, interrupt).await;
        // What earlier queries left behind in its memory must not decide, nor somebody who kills it: a fresh worker has
        // the last word, in the time that is left.
        if matches!(outcome, Err(QueryError::Exhausted(_))) && !is_final && started.elapsed() < timeout / 2 {
            (outcome, _) = self.attempt(sql, timeout.saturating_sub(started.elapsed()), interrupt).await;
        }
        outcome
    }

    /// Says which statements will be asked for next, in this order, so that the worker can begin with some of them beside
    /// others. What they give is the same, and told when they are asked for.
    pub async fn foresee(&mut self, statements: &[&str]) {
        let is_new = |sql: &&&str| {
            let known = self.answers.as_ref().is_some_and(|answers| answers.has(sql, &self.limits));
            sql.len() <= limits::SQL_BYTES && !known
        };
        let statements: Vec<String> = statements.iter().filter(is_new).map(|sql| (*sql).to_owned()).collect();
        if statements.len() < 2 || self.running.as_ref().is_none_or(|running| running.opening) {
            return;
        }
        // As in `ask`: who gives up meanwhile leaves no half a request in the pipe.
        let Some(mut running) = self.running.take() else { return };
        let request = Request::Foresee { statements, timeout_ms: self.limits.query_timeout_ms };
        // Where it is gone, the next statement finds out.
        let _ = protocol::send(&mut running.requests, &request).await;
        self.running = Some(running);
    }

    /// What may be told of a statement without its values; `statistics` asks whether its result is made of statistics
    /// over groups that are large enough. Where it cannot be found out, nothing may.
    ///
    /// # Errors
    /// When a signal comes, or no worker can be had.
    pub async fn review(&mut self, sql: &str, statistics: bool, interrupt: &Interrupt) -> Result<Review, QueryError> {
        self.make_ready(interrupt).await?;
        let timeout_ms = self.limits.query_timeout_ms;
        let request = Request::Review { sql: sql.to_owned(), statistics, timeout_ms };
        let patience = Duration::from_millis(timeout_ms).saturating_add(limits::KILL_AFTER);
        match self.ask(Some(&request), patience, interrupt).await {
            Ok(Answer::Reviewed(review)) => Ok(review),
            Err(Lost::Interrupted) => {
                self.kill();
                Err(QueryError::Interrupted)
            }
            Ok(_) | Err(Lost::Silent | Lost::Died) => {
                self.restart().await?;
                Ok(Review::default())
            }
        }
    }

    /// Sees to it that there is a worker with the database open.
    async fn make_ready(&mut self, interrupt: &Interrupt) -> Result<(), QueryError> {
        if !self.running.as_mut().is_some_and(Running::is_alive) {
            self.restart().await?;
        }
        self.end_open(interrupt).await
    }

    /// Asks once; also says whether a fresh worker would answer the same. Afterwards there is one that can be asked.
    async fn attempt(&mut self, sql: &str, left: Duration, interrupt: &Interrupt) -> (Result<Table, QueryError>, bool) {
        if let Err(error) = self.make_ready(interrupt).await {
            return (Err(error), true);
        }
        let was_fresh = self.running.as_ref().is_none_or(|running| running.answered == 0);
        let timeout_ms = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        let request = Request::Query { sql: sql.to_owned(), timeout_ms };
        let answer = self.ask(Some(&request), left.saturating_add(limits::KILL_AFTER), interrupt).await;
        let is_silent = matches!(answer, Err(Lost::Silent));
        let is_final = was_fresh && !matches!(answer, Err(Lost::Died));
        if let (Ok(Answer::Result { table, lasting: true }), Some(answers)) = (&answer, &self.answers) {
            answers.add(sql, &self.limits, table);
        }
        let outcome = match answer {
            Ok(answer) => answer.into_table(self.limits.query_timeout_ms),
            Err(Lost::Interrupted) => {
                self.kill();
                return (Err(QueryError::Interrupted), true);
            }
            Err(Lost::Silent) => Err(protocol::timed_out(self.limits.query_timeout_ms)),
            Err(Lost::Died) => Err(QueryError::Exhausted(death(&self.bury().await))),
        };
        let is_spent = match &outcome {
            Ok(_) | Err(QueryError::Refused(_) | QueryError::Interrupted) => false,
            Err(QueryError::Failed(message)) => breaks_engine(message),
            Err(QueryError::TimedOut { .. }) => is_silent,
            Err(QueryError::Exhausted(_) | QueryError::Worker(_)) => true,
        };
        if is_spent && let Err(error) = self.restart().await {
            return (Err(error), true);
        }
        (outcome, is_final)
    }

    async fn ask(
        &mut self,
        request: Option<&Request>,
        patience: Duration,
        interrupt: &Interrupt,
    ) -> Result<Answer, Lost> {
        // The worker is this call's own while it waits: a caller that gives up drops it, and so kills it, instead of
        // leaving an answer in the pipe for the next question.
        let mut running = self.running.take().ok_or(Lost::Died)?;
        let talk = async {
            if let Some(request) = request {
                protocol::send(&mut running.requests, request).await?;
            }
            protocol::receive::<Answer>(&mut running.answers).await
        };
        let answer = tokio::select! {
            biased;
            () = interrupt.wait() => Err(Lost::Interrupted),
            answer = tokio::time::timeout(patience, talk) => match answer {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(_)) => Err(Lost::Died),
                Err(_) => Err(Lost::Silent),
            },
        };
        running.answered += u32::from(answer.is_ok());
        self.running = Some(running);
        answer
    }

    /// Kills the worker where there is one, without waiting until the system has taken back its memory; then what its
    /// queries had spilled to disk goes away.
    fn kill(&mut self) {
        let Some(mut running) = self.running.take() else {
            return;
        };
        let spilled = running.process.id().zip(self.place.as_ref()).map(|(id, place)| place.spill(id));
        let _ = running.process.start_kill();
        tokio::spawn(async move {
            let _ = running.process.wait().await;
            if let Some(folder) = spilled {
                let _ = std::fs::remove_dir_all(folder);
            }
        });
    }

    /// How the worker ended that answers no more.
    async fn bury(&mut self) -> String {
        let Some(mut running) = self.running.take() else {
            return "it is not known how".to_owned();
        };
        let spilled = running.process.id().zip(self.place.as_ref()).map(|(id, place)| place.spill(id));
        let _ = running.process.start_kill();
        let status = running.process.wait().await;
        if let Some(folder) = spilled {
            let _ = std::fs::remove_dir_all(folder);
        }
        status.map_or_else(|error| error.to_string(), |status| status.to_string())
    }

    /// Starts a fresh worker, which opens the database while the caller goes on.
    async fn restart(&mut self) -> Result<(), QueryError> {
        self.kill();
        self.running = Some(spawn(&self.program, &self.limits)?);
        self.begin_open().await;
        Ok(())
    }

    /// Asks for the database to be opened. Where that fails, [`Self::end_open`] finds out.
    async fn begin_open(&mut self) {
        if let (Some(running), Some(place)) = (&mut self.running, self.place.clone()) {
            let _ = protocol::send(&mut running.requests, &Request::Open(place)).await;
            running.opening = true;
        }
    }

    /// Waits until the database is open. A worker that ends meanwhile is started afresh, once: whoever killed it, such as
    /// a system short of memory, may have meant the one moment.
    async fn end_open(&mut self, interrupt: &Interrupt) -> Result<(), QueryError> {
        if self.opened(interrupt).await?.is_none() {
            return Ok(());
        }
        self.restart().await?;
        match self.opened(interrupt).await? {
            None => Ok(()),
            Some(how) => {
                let reason = format!("it ended twice while it opened the data ({how}), most likely for want of memory");
                Err(QueryError::Worker(reason))
            }
        }
    }

    /// The same; how the worker ended, where it ended instead.
    async fn opened(&mut self, interrupt: &Interrupt) -> Result<Option<String>, QueryError> {
        match &mut self.running {
            Some(running) if running.opening => running.opening = false,
            Some(_) if self.place.is_some() => return Ok(None),
            Some(_) | None => return Err(QueryError::Worker("asked before a database was opened".to_owned())),
        }
        match self.ask(None, limits::WORKER_OPEN, interrupt).await {
            Ok(Answer::Opened) => {
                if let Some(running) = &mut self.running {
                    running.answered = 0;
                }
                Ok(None)
            }
            Ok(answer) => answer.into_table(0).map(|_| None),
            Err(Lost::Died) => Ok(Some(self.bury().await)),
            Err(Lost::Interrupted) => {
                self.kill();
                Err(QueryError::Interrupted)
            }
            Err(Lost::Silent) => {
                self.kill();
                Err(QueryError::Worker("it did not open the data in time".to_owned()))
            }
        }
    }
}

impl Running {
    fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }
}

fn spawn(program: &Path, limits: &Limits) -> Result<Running, QueryError> {
    let failed =
        |error: std::io::Error| QueryError::Worker(format!("{} cannot be started: {error}", program.display()));
    let told = serde_json::to_string(limits).map_err(|error| QueryError::Worker(error.to_string()))?;
    let mut command = Command::new(program);
    command.arg(WORKER_FLAG).arg(told).env_clear();
    command.envs(ENVIRONMENT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    command.env("MALLOC_ARENA_MAX", limits::WORKER_ARENAS).env("TZ", "UTC");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
    #[cfg(unix)]
    command.process_group(0);
    let mut process = command.spawn().map_err(failed)?;
    match (process.stdin.take(), process.stdout.take()) {
        (Some(requests), Some(answers)) => Ok(Running { process, requests, answers, opening: false, answered: 0 }),
        _ => Err(QueryError::Worker("its pipes cannot be had".to_owned())),
    }
}

fn death(how: &str) -> String {
    format!(
        "the query's worker ended ({how}), most likely for want of memory; a fresh one has taken over: aggregate, filter, \
         or build shorter texts and lists"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_the_engine_itself_are_told_from_those_of_statements() {
        let invalidated = "FATAL Error: Failed: database has been invalidated because of a previous fatal error.";
        assert!(breaks_engine(invalidated) && breaks_engine("INTERNAL Error: Attempted to access index 3"));
        assert!(!breaks_engine("Invalid Input Error: INTERNAL Error"));
        assert!(!breaks_engine("Binder Error: Referenced column \"a\" not found"));
    }
}
