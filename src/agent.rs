//! The loop: prompt, model turn, tool calls in order, results, next turn; until `finalize`, a limit, or a signal.
//!
//! Uses `limits`, `event`, `templates`, `model`, `tools`. Every tool call that it announces it closes, also when a
//! signal comes. It never prints and knows no exit codes: it gives an [`Ending`].

mod budget;
mod ending;
pub mod prompt;

pub use ending::{Ending, Limit, Unanswered};
pub use prompt::Task;

use std::cell::Cell;
use std::future::poll_fn;
use std::task::Poll;
use std::time::Instant;

use budget::{Budget, Room};

use crate::event::{Call, Dataset, Event, Log, Reply, Role, SpanKind, Stop, Usage};
use crate::limits::{Interrupt, Limits, Privacy, SAME_FAILURES, until};
use crate::model::{Aside, Message, Model, Request, ToolReply, Turn};
use crate::templates::TemplateError;
use crate::tools::{Outcome, Purpose, Tools, specifications};

const REMINDER: &str = "Your reply called no tool, and the reader has not seen it. Show the answer with output_text and \
    end with finalize; run sql_query first where the answer needs the data.";
const CLOSING: &str = "This is the last turn of the run: no tool can be called any more. Write the answer now, as Markdown \
    text, from the results above, and say what is missing.";
const CUT: &str = "Your last reply was cut off at its token limit and was discarded; none of its calls was run. Do less in \
    one reply.";

/// What a run is bound to, beside its task.
#[derive(Debug, Clone, Default)]
pub struct Conditions {
    /// What bounds it.
    pub limits: Limits,
    /// When it must end; the run began before the loop.
    pub deadline: Option<Instant>,
    /// Ends it early.
    pub interrupt: Interrupt,
    /// What may go to the model, as the user asked; [`Model::privacy`] says what this means for it.
    pub privacy: Privacy,
    /// Whether pieces of text are told as they come.
    pub stream: bool,
    /// What the user notes on the data, for the model.
    pub context: Option<String>,
}

/// One run of the loop.
pub struct Agent<'a> {
    model: &'a mut dyn Model,
    tools: Tools,
    log: &'a mut Log,
    conditions: Conditions,
    budget: Budget,
    /// What the model took so far.
    pub usage: Usage,
    failures: Failures,
    reminded: bool,
    cut: bool,
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
    /// A loop that has not begun.
    pub fn new(model: &'a mut dyn Model, mut tools: Tools, log: &'a mut Log, mut conditions: Conditions) -> Self {
        conditions.privacy = model.privacy(conditions.privacy);
        tools.restrict(conditions.privacy);
        tools.bound(conditions.deadline);
        let budget = Budget::new(&conditions, model);
        Self {
            model,
            tools,
            log,
            conditions,
            budget,
            usage: Usage::default(),
            failures: Failures::default(),
            reminded: false,
            cut: false,
            said: String::new(),
        }
    }

    /// Runs the loop to its end.
    pub async fn run(&mut self, task: &Task, datasets: &[Dataset]) -> Ending {
        let mut request = match opening_request(task, datasets, &self.conditions) {
            Ok(request) => request,
            Err(error) => return Ending::Broken(error.to_string()),
        };
        self.tools.about(task.question(), datasets);
        for turn in 1.. {
            let last = match self.budget.room(turn, &request, &self.usage) {
                Room::Open { output_tokens } => {
                    request.output_tokens = output_tokens;
                    None
                }
                Room::Closing { output_tokens, limit } => {
                    request.output_tokens = output_tokens;
                    request.closing = true;
                    request.messages.push(Message::User { text: CLOSING.to_owned() });
                    Some(limit)
                }
                Room::None { limit } => return Ending::Limit(limit),
            };
            let reply = match self.turn(turn, &request).await {
                Ok(reply) => reply,
                Err(ending) => return ending,
            };
            if let Some(limit) = last {
                return self.close(&reply.reply, limit).await;
            }
            if let Err(ending) = self.go_on(reply, &mut request).await {
                return ending;
            }
        }
        Ending::Limit(Limit::Turns(self.conditions.limits.max_turns))
    }

    /// Takes a turn into the conversation: its calls are run, or the model is told what is wanted of it.
    async fn go_on(&mut self, turn: Turn, request: &mut Request) -> Result<(), Ending> {
        let Turn { reply, items, .. } = turn;
        match reply.stop {
            Stop::Refusal => return Err(self.refused(&reply).await),
            Stop::ContentFilter => return Err(Ending::Unanswered(Unanswered::Filtered)),
            Stop::ContextOverflow => return Err(Ending::Limit(Limit::Context)),
            Stop::MaxTokens => return self.cut_off(&reply, request).await,
            // The conversation goes back as it is, and the model goes on.
            Stop::Pause if reply.calls.is_empty() => {
                request.messages.push(Message::Assistant { reply, items });
                return Ok(());
            }
            Stop::End | Stop::ToolUse | Stop::Pause => {}
        }
        if reply.calls.is_empty()
            && let Some(ending) = self.talked(&reply).await
        {
            return Err(ending);
        }
        let calls = reply.calls.clone();
        // A reply without anything in it is no message that a server takes back.
        if !(calls.is_empty() && reply.text.trim().is_empty()) {
            request.messages.push(Message::Assistant { reply, items });
        }
        request.messages.push(if calls.is_empty() {
            Message::User { text: REMINDER.to_owned() }
        } else {
            Message::Results { results: self.calls(&calls).await? }
        });
        Ok(())
    }

    /// A reply that its token limit cut: none of its calls is run. Once, the model may do with less.
    async fn cut_off(&mut self, reply: &Reply, request: &mut Request) -> Result<(), Ending> {
        if std::mem::replace(&mut self.cut, true) {
            if !reply.text.trim().is_empty() && !self.tools.has_output() {
                self.tools.show_text(reply.text.trim(), Role::Note, self.log).await?;
            }
            return Err(Ending::Limit(Limit::Output));
        }
        self.log.emit(Event::Warning {
            code: "reply_cut".to_owned(),
            message:
                "a reply of the model was cut off at its token limit; it was discarded, and the model asked for a \
                shorter one"
                    .to_owned(),
        });
        request.messages.push(Message::User { text: CUT.to_owned() });
        Ok(())
    }

    /// The turn at a limit: its text is the answer, as far as there is one. Calls that only show something are run all
    /// the same: some models make them without being offered any.
    async fn close(&mut self, reply: &Reply, limit: Limit) -> Ending {
        self.tools.close();
        if matches!(reply.stop, Stop::Refusal | Stop::ContentFilter) {
            return Ending::Limit(limit);
        }
        let text = reply.text.trim();
        if reply.calls.is_empty()
            && !text.is_empty()
            && let Err(halt) = self.tools.show_answer(text, self.log).await
        {
            return halt.into();
        }
        let calls = if reply.stop == Stop::MaxTokens { &[] } else { reply.calls.as_slice() };
        match self.calls(calls).await {
            Ok(_) => Ending::Limit(limit),
            Err(ending) => ending,
        }
    }

    /// Asks the model once.
    async fn turn(&mut self, number: u32, request: &Request) -> Result<Turn, Ending> {
        self.log.emit(Event::Status { message: format!("turn {number} of {}", self.conditions.limits.max_turns) });
        let started = self.log.elapsed_ms();
        let Self { model, log, conditions, usage, budget, .. } = self;
        // What failed requests take counts, too: one that no longer fits is not sent again.
        let over = Cell::new(None);
        let mut listener = |aside: Aside| match aside {
            Aside::Text(text) if conditions.stream => log.emit(Event::TextDelta { text }),
            Aside::Text(_) => {}
            Aside::Retry { attempt, reason, after_ms } => log.emit(Event::Retry { attempt, reason, after_ms }),
            Aside::Uncounted(guess) => budget.count(&guess),
            Aside::Spent(spent) => {
                usage.add(&spent);
                log.emit(Event::Usage(*usage));
                if let Room::None { limit } = budget.judge(number, request, usage) {
                    over.set(Some(limit));
                }
            }
        };
        let turn = tokio::select! {
            biased;
            () = conditions.interrupt.wait() => Err(Ending::Interrupted),
            () = until(conditions.deadline) => Err(Ending::Limit(Limit::Time)),
            limit = poll_fn(|_| over.get().map_or(Poll::Pending, Poll::Ready)) => Err(Ending::Limit(limit)),
            turn = model.turn(request, &mut listener) => turn.map_err(Ending::Model),
        };
        self.log.span(SpanKind::Model, format!("turn {number}"), started);
        let turn = turn?;
        self.budget.note(request, &turn);
        self.usage.add(&turn.usage);
        for (code, message) in &turn.warnings {
            self.log.emit(Event::Warning { code: code.clone(), message: message.clone() });
        }
        self.log.emit(Event::ModelTurn {
            turn: number,
            request_digest: request.digest(),
            reply: turn.reply.clone(),
            items: turn.items.as_ref().map(|items| items.items.clone()),
            maker: turn.items.as_ref().map(|items| items.maker.clone()),
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
    async fn refused(&mut self, reply: &Reply) -> Ending {
        if !reply.text.trim().is_empty()
            && let Err(halt) = self.tools.show_text(reply.text.trim(), Role::Note, self.log).await
        {
            return halt.into();
        }
        let line = reply.text.trim().lines().next().unwrap_or_default();
        // A sentence that ends in a colon only leads to the lines below.
        let words = if line.ends_with(':') { line.rsplit_once(". ").map_or(line, |(words, _)| words) } else { line };
        Ending::Unanswered(match self.tools.fruitless() {
            Some((error, queries)) => Unanswered::Fruitless { error: error.clone(), queries },
            None => Unanswered::Declined { words: words.to_owned() },
        })
    }

    /// A reply without a call: the first time the model is reminded, the second time its text is what there is.
    async fn talked(&mut self, reply: &Reply) -> Option<Ending> {
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
            let shown = self.tools.show_text(&text, Role::Note, self.log).await;
            return Some(shown.err().map_or(Ending::Unanswered(Unanswered::NotFromData), Ending::from));
        }
        self.log.emit(Event::Warning {
            code: "plain_text_answer".to_owned(),
            message: "the model answered in plain text instead of using its tools; its words are shown as they came"
                .to_owned(),
        });
        if !text.is_empty()
            && let Err(halt) = self.tools.show_text(&text, Role::Answer, self.log).await
        {
            return Some(halt.into());
        }
        Some(Ending::Complete)
    }

    /// Runs the calls of one reply in their order. A call that fails does not stop the others.
    async fn calls(&mut self, calls: &[Call]) -> Result<Vec<ToolReply>, Ending> {
        let mut results = Vec::new();
        let mut ending = None;
        self.tools.foresee(calls).await;
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
                    ending = ending.or(Some(Ending::Limit(Limit::Time)));
                    (true, reason.to_owned(), reason.to_owned())
                }
            };
            self.log.emit(Event::ToolResult { id: call.id.clone(), name: call.name.clone(), is_error, summary });
            results.push(ToolReply { call_id: call.id.clone(), name: call.name.clone(), is_error, content });
        }
        if matches!(ending, Some(Ending::Complete))
            && let Some(message) = self.tools.stopped()
        {
            self.log.emit(Event::Warning { code: "queries_stopped".to_owned(), message });
        }
        ending.map_or(Ok(results), Err)
    }

    /// Runs one call, or gives up at the deadline.
    async fn call(&mut self, call: &Call) -> Result<Outcome, &'static str> {
        let started = self.log.elapsed_ms();
        let outcome = tokio::select! {
            biased;
            () = until(self.conditions.deadline) => Err("stopped: the run's time is up"),
            outcome = self.tools.run(call, self.log) => Ok(outcome),
        };
        self.log.span(SpanKind::Tool, call.name.clone(), started);
        outcome
    }
}

fn opening_request(task: &Task, datasets: &[Dataset], conditions: &Conditions) -> Result<Request, TemplateError> {
    let opening = prompt::opening(task, datasets, conditions.context.as_deref(), conditions.privacy)?;
    Ok(Request {
        system: prompt::system(task)?,
        tools: specifications(datasets, conditions.privacy),
        messages: vec![Message::User { text: opening }],
        closing: false,
        output_tokens: None,
    })
}

/// The request with which a run would begin.
///
/// # Errors
/// The ending of a run whose limits leave no room for it.
pub fn first_request(
    model: &dyn Model,
    task: &Task,
    datasets: &[Dataset],
    conditions: &Conditions,
) -> Result<Request, Ending> {
    let mut request = opening_request(task, datasets, conditions).map_err(|error| Ending::Broken(error.to_string()))?;
    match Budget::new(conditions, model).room(1, &request, &Usage::default()) {
        Room::Open { output_tokens } | Room::Closing { output_tokens, .. } => request.output_tokens = output_tokens,
        Room::None { limit } => return Err(Ending::Limit(limit)),
    }
    Ok(request)
}

impl Task {
    /// The question, where there is one.
    #[must_use]
    pub fn question(&self) -> Option<&str> {
        match self {
            Self::Analyze => None,
            Self::Ask { question } => Some(question),
        }
    }

    /// Which task the tools serve.
    #[must_use]
    pub fn purpose(&self) -> Purpose {
        match self {
            Self::Analyze => Purpose::Analyze,
            Self::Ask { .. } => Purpose::Ask,
        }
    }
}
