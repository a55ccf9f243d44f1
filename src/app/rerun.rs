//! `replay`: what a saved run tells of itself, and how this run differs from it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::error::{Exit, Failure};
use crate::event::{Envelope, Event};
use crate::model::{Origin, Pace, RecordedResult, Replay};
use crate::table::Cell;

use super::{Job, ReplayOrder, RunOrder};

/// The run that plays a saved one again, and what the saved one held.
///
/// # Errors
/// When the saved run cannot be read, or names no file and the user named none.
pub fn prepare(order: ReplayOrder) -> anyhow::Result<(RunOrder, Origin)> {
    let ReplayOrder { saved, mut run } = order;
    let origin = Replay::read(&saved, Pace::Lenient).map_err(Failure::from)?.origin;
    run.job = match (&origin.question, origin.command.as_deref()) {
        (Some(question), _) => Job::Ask { question: question.clone() },
        (None, Some("ask")) => {
            return Err(Failure::new(Exit::Input, "saved_run", format!("{saved}: the run holds no question")).into());
        }
        (None, _) => Job::Analyze,
    };
    if run.files.is_empty() {
        run.files = origin.datasets.iter().map(|dataset| PathBuf::from(&dataset.path)).collect();
    }
    if run.files.is_empty() {
        return Err(Failure::new(Exit::Usage, "no_file", format!("{saved} names no data file"))
            .hint("name one: csvchat replay RUN FILE")
            .into());
    }
    // What the recorded turns were asked for and saw depended on these: the last one may have closed the run.
    let (asked, then) = (&mut run.asked.bounds, &origin.limits);
    asked.max_turns = asked.max_turns.or(then.max_turns);
    asked.max_tokens = asked.max_tokens.or(then.max_tokens);
    asked.max_rows = asked.max_rows.or(then.max_rows);
    run.replay = Some(saved);
    Ok((run, origin))
}

/// What differs between the saved run and the events of this one, a sentence each.
pub fn differences(origin: &Origin, events: &[Envelope]) -> Vec<String> {
    let mut found = Vec::new();
    let mut datasets = origin.datasets.iter();
    let recorded: BTreeMap<&str, &RecordedResult> =
        origin.results.iter().map(|result| (result.id.as_str(), result)).collect();
    for envelope in events {
        match &envelope.event {
            Event::Dataset(now) => {
                let Some(then) = datasets.next() else { continue };
                if then.rows != now.rows {
                    found.push(format!("{}: {} rows, the recorded run had {}", now.name, now.rows, then.rows));
                }
                let columns: Vec<&str> = now.columns.iter().map(|column| column.name.as_str()).collect();
                if columns != then.columns {
                    found.push(format!("{}: the columns are not those of the recorded run", now.name));
                }
            }
            Event::QueryResult { id, rows, row_count, is_error, .. } => {
                let Some(then) = recorded.get(id.as_str()) else { continue };
                found.extend(result_difference(then, rows, *row_count, *is_error));
            }
            Event::RunStarted { .. }
            | Event::Status { .. }
            | Event::TextDelta { .. }
            | Event::Reasoning { .. }
            | Event::ModelTurn { .. }
            | Event::ToolCall { .. }
            | Event::Text { .. }
            | Event::Table { .. }
            | Event::Plot { .. }
            | Event::PlotRejected { .. }
            | Event::ToolResult { .. }
            | Event::SessionUpdate { .. }
            | Event::Retry { .. }
            | Event::Usage(_)
            | Event::Warning { .. }
            | Event::Error { .. }
            | Event::Done { .. } => {}
        }
    }
    found
}

fn result_difference(then: &RecordedResult, rows: &[Vec<Cell>], row_count: u64, is_error: bool) -> Option<String> {
    let id = &then.id;
    if then.is_error != is_error {
        let (now, before) = if is_error { ("fails", "succeeded") } else { ("succeeds", "failed") };
        return Some(format!("{id} {now}; in the recorded run it {before}"));
    }
    if then.row_count != row_count {
        return Some(format!("{id} gives {row_count} rows; in the recorded run it gave {}", then.row_count));
    }
    let changed = then.rows.iter().zip(rows).filter(|(then, now)| then != now).count();
    (changed > 0).then(|| format!("{id}: {changed} of {row_count} rows differ from the recorded run"))
}
