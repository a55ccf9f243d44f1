//! The user's own statement: through the same gate and worker as a model's, without a model.

use std::time::Instant;

use serde_json::json;

use crate::data::{QueryError, Worker};
use crate::error::{Exit, Failure};
use crate::event::{Call, Event, Log, ToolName};
use crate::limits::{Interrupt, Limits, until};
use crate::tools::{Outcome, Purpose, Told, Tools};

/// Runs the statement and shows its result as a table.
///
/// # Errors
/// When the statement is refused, fails, or the run is ended from outside.
pub async fn run(
    worker: Worker,
    statement: &str,
    limits: &Limits,
    interrupt: &Interrupt,
    deadline: Option<Instant>,
    log: &mut Log,
) -> Result<(), Failure> {
    let mut tools = Tools::new(worker, limits.clone(), interrupt.clone(), Purpose::Ask);
    let query = Call {
        id: "call_1".to_owned(),
        name: ToolName::SqlQuery.as_str().to_owned(),
        input: json!({ "query": statement, "description": "The statement as given" }),
    };
    let table = Call {
        id: "call_2".to_owned(),
        name: ToolName::OutputTable.as_str().to_owned(),
        input: json!({ "title": "Result", "query": "q1" }),
    };
    for call in [query, table] {
        log.emit(Event::ToolCall { id: call.id.clone(), name: call.name.clone(), input: call.input.clone() });
        let started = log.elapsed_ms();
        let outcome = tokio::select! {
            biased;
            () = until(deadline) => Err(Failure::new(Exit::Limit, "timeout", "stopped at the time limit")
                .hint("--timeout allows more")),
            outcome = tools.run(&call, log) => told(outcome, tools.fruitless().map(|(error, _)| error), interrupt),
        };
        log.span(crate::event::SpanKind::Tool, call.name.clone(), started);
        let (is_error, summary) = match &outcome {
            Ok(told) => (false, told.summary.clone()),
            Err(failure) => (true, failure.message.clone()),
        };
        log.emit(Event::ToolResult { id: call.id.clone(), name: call.name.clone(), is_error, summary });
        outcome?;
    }
    Ok(())
}

fn told(outcome: Outcome, error: Option<&QueryError>, interrupt: &Interrupt) -> Result<Told, Failure> {
    match outcome {
        Outcome::Told(told) | Outcome::Finished(told) if !told.is_error => Ok(told),
        Outcome::Told(told) | Outcome::Finished(told) => Err(failed(told.content, error)),
        Outcome::Interrupted => Err(Failure::signal(interrupt.signal().unwrap_or(2))),
        Outcome::Broken(reason) => Err(Failure::new(Exit::Fault, "worker", reason)),
    }
}

/// The tools give a statement's error as text, for models; the user gets it with a code, and with what to do.
fn failed(message: String, error: Option<&QueryError>) -> Failure {
    let failure = |code, message| Failure::new(Exit::NoAnswer, code, message);
    let allowed = "one reading statement, such as SELECT, is allowed";
    match error {
        Some(QueryError::Refused(_)) => failure("query_refused", message).hint(allowed),
        Some(error @ QueryError::TimedOut { .. }) => {
            let hint = format!("{}; or ask for less at once", error.hint().unwrap_or_default());
            failure("query_failed", error.brief()).hint(hint)
        }
        Some(error @ QueryError::Exhausted(_)) => {
            failure("query_failed", message).hint(error.hint().unwrap_or_default())
        }
        Some(QueryError::Failed(_) | QueryError::Interrupted | QueryError::Worker(_)) | None => {
            failure("query_failed", message)
        }
    }
}
