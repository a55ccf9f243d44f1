//! What is going on, on one line of a terminal that is gone when the run is over.
//!
//! The only home of `indicatif`. Uses events and the escaping for terminals. Never draws where standard error is no
//! terminal, and leaves nothing on the screen.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::escape;
use super::format::bytes;
use crate::event::{Envelope, Event, ToolName};
use crate::limits::{PROGRESS_CHARS, PROGRESS_TICK};

/// The line; clones share it.
#[derive(Debug, Clone)]
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A line on standard error, or one that is never drawn.
    pub(super) fn new(drawn: bool) -> Self {
        let target = if drawn { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        Self { bar: ProgressBar::with_draw_target(None, target) }
    }

    /// Shows a file being read: how many of its bytes were, as `read` counts them.
    pub(super) fn load(&self, name: &str, total: u64, read: Arc<AtomicU64>) {
        let amount = move |_: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&amount(read.load(Ordering::Relaxed), total));
        };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {read}") {
            self.bar.set_style(style.with_key("read", amount));
        }
        self.bar.set_message(short(&format!("reading {name}")));
        self.start();
    }

    /// Shows a step.
    pub(super) fn show(&self, step: &str) {
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            self.bar.set_style(style);
        }
        self.bar.set_message(short(step));
        self.start();
    }

    fn start(&self) {
        if !self.bar.is_hidden() {
            if self.bar.is_finished() {
                self.bar.reset();
            }
            self.bar.enable_steady_tick(PROGRESS_TICK);
        }
    }

    /// Takes the line away.
    pub(super) fn clear(&self) {
        self.bar.disable_steady_tick();
        self.bar.finish_and_clear();
    }

    /// Does something with the line out of the way.
    pub(super) fn suspend(&self, action: impl FnOnce()) {
        self.bar.suspend(action);
    }
}

fn short(text: &str) -> String {
    let text = escape::terminal(text);
    match text.char_indices().nth(PROGRESS_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(&text)),
        None => text,
    }
}

/// `12 MB of 80 MB`; the size alone where the whole is not known.
fn amount(read: u64, total: u64) -> String {
    if total == 0 { bytes(read) } else { format!("{} of {}", bytes(read.min(total)), bytes(total)) }
}

/// What events say of the run's progress.
#[derive(Debug, Default)]
pub(super) struct Steps {
    turn: u32,
    most: u32,
    /// Calls of the turn that have no result yet.
    open: usize,
}

/// What to do with the line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    Show(String),
    Clear,
}

impl Steps {
    /// What an event changes, if anything.
    pub(super) fn take(&mut self, envelope: &Envelope) -> Option<Step> {
        match &envelope.event {
            Event::RunStarted { limits, .. } => {
                self.most = limits.max_turns;
                None
            }
            Event::Dataset(_) => Some(self.next_turn()),
            Event::Status { message } => Some(Step::Show(message.clone())),
            Event::ModelTurn { turn, reply, .. } => {
                self.turn = *turn;
                self.open = reply.calls.len();
                None
            }
            Event::ToolCall { name, input, .. } => {
                let description =
                    input.get("description").or_else(|| input.get("title")).and_then(|text| text.as_str());
                let doing = match ToolName::parse(name) {
                    Some(ToolName::SqlQuery) => description.unwrap_or("a query"),
                    Some(ToolName::DescribeColumns) => "columns",
                    Some(ToolName::FindValues) => "looking for a value",
                    Some(ToolName::OutputText | ToolName::OutputTable) => "writing",
                    Some(ToolName::CreatePlot) => "drawing",
                    Some(ToolName::Finalize) | None => return None,
                };
                Some(Step::Show(match self.turn {
                    // The user's own statement, without a model.
                    0 => doing.to_owned(),
                    turn => format!("turn {turn} of {}: {doing}", self.most),
                }))
            }
            Event::ToolResult { .. } => {
                self.open = self.open.saturating_sub(1);
                (self.open == 0).then(|| self.next_turn())
            }
            Event::Retry { attempt, reason, after_ms } => {
                Some(Step::Show(format!("{reason}; try {} in {}", attempt + 1, super::format::duration(*after_ms))))
            }
            Event::Done { .. } => Some(Step::Clear),
            Event::TextDelta { .. }
            | Event::Reasoning { .. }
            | Event::QueryResult { .. }
            | Event::Text { .. }
            | Event::Table { .. }
            | Event::Plot { .. }
            | Event::PlotRejected { .. }
            | Event::SessionUpdate { .. }
            | Event::Usage(_)
            | Event::Warning { .. }
            | Event::Error { .. } => None,
        }
    }

    fn next_turn(&self) -> Step {
        Step::Show(format!("turn {} of {}", self.turn + 1, self.most))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::event::{Call, Reply, Usage, VERSION};

    fn take(steps: &mut Steps, event: Event) -> Option<Step> {
        steps.take(&Envelope { v: VERSION, seq: 0, ms: 0, event })
    }

    #[test]
    fn turns_and_queries_are_named() {
        let mut steps = Steps { most: 25, ..Steps::default() };
        let call = |id: &str| Call { id: id.to_owned(), name: "sql_query".to_owned(), input: json!({}) };
        let reply = Reply { calls: vec![call("a"), call("b")], ..Reply::default() };
        let turn = Event::ModelTurn {
            turn: 3,
            request_digest: String::new(),
            reply,
            items: None,
            maker: None,
            usage: Usage::default(),
        };
        assert_eq!(take(&mut steps, turn), None);
        let input = json!({"query": "select 1", "description": "revenue by month"});
        let call = Event::ToolCall { id: "a".to_owned(), name: "sql_query".to_owned(), input };
        assert_eq!(take(&mut steps, call), Some(Step::Show("turn 3 of 25: revenue by month".to_owned())));
        let result = || Event::ToolResult {
            id: "a".to_owned(),
            name: "sql_query".to_owned(),
            is_error: false,
            summary: String::new(),
        };
        assert_eq!(take(&mut steps, result()), None);
        assert_eq!(take(&mut steps, result()), Some(Step::Show("turn 4 of 25".to_owned())));
    }

    #[test]
    fn a_statement_of_the_users_own_is_no_turn() {
        let mut steps = Steps { most: 25, ..Steps::default() };
        let input = json!({"query": "select 1", "description": "The statement as given"});
        let call = Event::ToolCall { id: "a".to_owned(), name: "sql_query".to_owned(), input };
        assert_eq!(take(&mut steps, call), Some(Step::Show("The statement as given".to_owned())));
    }

    #[test]
    fn amounts_never_exceed_the_whole() {
        assert_eq!(amount(12_000_000, 80_000_000), "12 MB of 80 MB");
        assert_eq!(amount(90_000_000, 80_000_000), "80 MB of 80 MB");
        assert_eq!(amount(5, 0), "5 B");
    }

    #[test]
    fn a_step_is_one_short_line() {
        assert_eq!(short("a\nb\u{1b}"), "a b␛");
        assert_eq!(short(&"x".repeat(500)).chars().count(), PROGRESS_CHARS + 1);
    }
}
