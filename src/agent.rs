//! The loop: prompt, model turn, tool calls in order, results, next turn; until `finalize`, a limit, or a signal.
//!
//! Uses `limits`, `event`, `templates`, `model`, `tools`. Every tool call that it announces it closes, also when a
//! signal comes. It never prints and knows no exit codes: it gives an [`Ending`].

mod ending;
pub mod prompt;

pub use ending::{Ending, Unanswered};
pub use prompt::Task;

use std::time::Instant;

use crate::event::{Call, Dataset, Event, Log, Reply, Role, SpanKind, Stop, Usage};
use crate::limits::{Interrupt, Limits, SAME_FAILURES, until};
use crate::model::{Message, Model, ModelError, Request, ToolReply, Turn};
use crate::templates::TemplateError;
use crate::tools::{Outcome, Purpose, Tools, specifications};

const REMINDER: &str = "Your reply called no tool, and the reader has not seen it. Show the answer with output_text and \
    end with finalize; run sql_query first where the answer needs the data.";

/// One run of the loop.
pub struct Agent<'a> {
    model: &'a mut dyn Model,
    tools: Tools,
    log: &'a mut Log,
    limits: Limits,
    deadline: Option<Instant>,
    interrupt: Interrupt,
    /// What the model took so far.
    pub usage: Usage,
    failures: Failures,
    reminded: bool,
    said: String,
}

/// The call that failed last, and how often in a row.
#[derive(Default)]
struct Failures {
    last: Option<(String, serde_json::Value)>,
    times: usize,
}

impl Failures {
    /// Notes how a call went; whether it has now failed too often.
    fn note(&mut self, call: &Call, failed: bool) -> bool {
        if !failed {
            *self = Self::default();
            return false;
        }
        let same = self.last.as_ref().is_some_and(|(name, input)| *name == call.name && *input == call.input);
        self.times = if same { self.times + 1 } else { 1 };
        self.last = Some((call.name.clone(), call.input.clone()));
        self.times >= SAME_FAILURES
    }
}

impl<'a> Agent<'a> {
    /// A loop that has not begun. The deadline counts from the run's start, which lies before.
    pub fn new(
        model: &'a mut dyn Model,
        tools: Tools,
        log: &'a mut Log,
        limits: Limits,
        deadline: Option<Instant>,
        interrupt: Interrupt,
    ) -> Self {
        Self {
            model,
            tools,
            log,
            limits,
            deadline,
            interrupt,
            usage: Usage::default(),
            failures: Failures::default(),
            reminded: false,
            said: String::new(),
        }
    }

    /// Runs the loop to its end.
    pub async fn run(&mut self, task: &Task, datasets: &[Dataset]) -> Ending {
        let mut request = match opening_request(task, datasets) {
            Ok(request) => request,
            Err(error) => return Ending::Broken(error.to_string()),
        };
        for turn in 1.. {
            if turn > self.limits.max_turns {
                return Ending::OutOfTurns { turns: self.limits.max_turns };
            }
            let reply = match self.turn(turn, &request).await {
                Ok(reply) => reply,
                Err(ending) => return ending,
            };
            let ending = match reply.reply.stop {
                Stop::Refusal => Some(self.refused(&reply.reply)),
                Stop::MaxTokens => Some(Ending::Unanswered(Unanswered::CutOff)),
                Stop::End | Stop::ToolUse if reply.reply.calls.is_empty() => self.talked(&reply.reply),
                Stop::End | Stop::ToolUse => None,
            };
            if let Some(ending) = ending {
                return ending;
            }
            let calls = reply.reply.calls.clone();
            request.messages.push(Message::Assistant { reply: reply.reply, items: reply.items });
            if calls.is_empty() {
                request.messages.push(Message::User { text: REMINDER.to_owned() });
                continue;
            }
            match self.calls(&calls).await {
                Ok(results) => request.messages.push(Message::Results { results }),
                Err(ending) => return ending,
            }
        }
        Ending::OutOfTurns { turns: self.limits.max_turns }
    }

    /// Asks the model once.
    async fn turn(&mut self, number: u32, request: &Request) -> Result<Turn, Ending> {
        self.log.emit(Event::Status { message: format!("turn {number} of {}", self.limits.max_turns) });
        let started = self.log.elapsed_ms();
        let turn = tokio::select! {
            biased;
            () = self.interrupt.wait() => return Err(Ending::Interrupted),
            () = until(self.deadline) => return Err(Ending::OutOfTime),
            turn = self.model.turn(request) => turn,
        };
        self.log.span(SpanKind::Model, format!("turn {number}"), started);
        let turn = turn.map_err(|error: ModelError| Ending::Model(error))?;
        self.usage.add(&turn.usage);
        for (code, message) in &turn.warnings {
            self.log.emit(Event::Warning { code: code.clone(), message: message.clone() });
        }
        self.log.emit(Event::ModelTurn {
            turn: number,
            request_digest: request.digest(),
            reply: turn.reply.clone(),
            items: turn.items.clone(),
            usage: turn.usage,
        });
        if turn.usage.requests > 0 {
            self.log.emit(Event::Usage(self.usage));
        }
        let beside_calls = if turn.reply.calls.is_empty() { "" } else { turn.reply.text.trim() };
        for text in [turn.reply.reasoning.trim(), beside_calls] {
            if !text.is_empty() {
                self.log.emit(Event::Reasoning { text: text.to_owned() });
            }
        }
        Ok(turn)
    }

    /// A reply that declines: its words are shown, and the run ends without an answer.
    fn refused(&mut self, reply: &Reply) -> Ending {
        if !reply.text.trim().is_empty() {
            self.tools.show_text(reply.text.trim(), Role::Note, self.log);
        }
        let line = reply.text.trim().lines().next().unwrap_or_default();
        // A sentence that ends in a colon only leads to the lines below.
        let words = if line.ends_with(':') { line.rsplit_once(". ").map_or(line, |(words, _)| words) } else { line };
        let words = words.to_owned();
        Ending::Unanswered(Unanswered::Declined { words })
    }

    /// A reply without a call: the first time the model is reminded, the second time its text is what there is.
    fn talked(&mut self, reply: &Reply) -> Option<Ending> {
        if !reply.text.trim().is_empty() {
            reply.text.trim().clone_into(&mut self.said);
        }
        if !self.reminded {
            self.reminded = true;
            return None;
        }
        let text = std::mem::take(&mut self.said);
        if text.is_empty() && !self.tools.has_output() {
            return Some(Ending::Unanswered(Unanswered::Empty));
        }
        if !self.tools.has_result() {
            self.tools.show_text(&text, Role::Note, self.log);
            return Some(Ending::Unanswered(Unanswered::NotFromData));
        }
        self.log.emit(Event::Warning {
            code: "plain_text_answer".to_owned(),
            message: "the model answered in plain text instead of using its tools; its words are shown as they came"
                .to_owned(),
        });
        if !text.is_empty() {
            self.tools.show_text(&text, Role::Answer, self.log);
        }
        Some(Ending::Complete)
    }

    /// Runs the calls of one reply in their order. A call that fails does not stop the others.
    async fn calls(&mut self, calls: &[Call]) -> Result<Vec<ToolReply>, Ending> {
        let mut results = Vec::new();
        let mut ending = None;
        for call in calls {
            self.log.emit(Event::ToolCall { id: call.id.clone(), name: call.name.clone(), input: call.input.clone() });
            let outcome = if ending.is_none() { self.call(call).await } else { Err("not run: the run has ended") };
            let (is_error, content, summary) = match outcome {
                Ok(Outcome::Told(told)) => {
                    if self.failures.note(call, told.is_error) {
                        ending = Some(Ending::Unanswered(Unanswered::SameFailure { tool: call.name.clone() }));
                    }
                    (told.is_error, told.content, told.summary)
                }
                Ok(Outcome::Finished(told)) => {
                    let nothing_shown = !self.tools.has_output();
                    ending = Some(if nothing_shown { Ending::Unanswered(Unanswered::Empty) } else { Ending::Complete });
                    (told.is_error, told.content, told.summary)
                }
                Ok(Outcome::Interrupted) => {
                    ending = Some(Ending::Interrupted);
                    (true, "interrupted".to_owned(), "interrupted".to_owned())
                }
                Ok(Outcome::Broken(reason)) => {
                    ending = Some(Ending::Broken(reason.clone()));
                    (true, reason.clone(), reason)
                }
                Err(reason) => {
                    ending = ending.or(Some(Ending::OutOfTime));
                    (true, reason.to_owned(), reason.to_owned())
                }
            };
            self.log.emit(Event::ToolResult { id: call.id.clone(), name: call.name.clone(), is_error, summary });
            results.push(ToolReply { call_id: call.id.clone(), name: call.name.clone(), is_error, content });
        }
        ending.map_or(Ok(results), Err)
    }

    /// Runs one call, or gives up at the deadline.
    async fn call(&mut self, call: &Call) -> Result<Outcome, &'static str> {
        let started = self.log.elapsed_ms();
        let outcome = tokio::select! {
            biased;
            () = until(self.deadline) => Err("stopped: the run's time is up"),
            outcome = self.tools.run(call, self.log) => Ok(outcome),
        };
        self.log.span(SpanKind::Tool, call.name.clone(), started);
        outcome
    }
}

fn opening_request(task: &Task, datasets: &[Dataset]) -> Result<Request, TemplateError> {
    let opening = prompt::opening(task, datasets)?;
    Ok(Request {
        system: prompt::system(task)?,
        tools: specifications(),
        messages: vec![Message::User { text: opening }],
    })
}

impl Task {
    /// Which task the tools serve.
    #[must_use]
    pub fn purpose(&self) -> Purpose {
        match self {
            Self::Analyze => Purpose::Analyze,
            Self::Ask { .. } => Purpose::Ask,
        }
    }
}
