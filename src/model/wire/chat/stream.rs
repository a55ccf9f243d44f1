//! The stream of Chat Completions.
//!
//! The terminal event is a chunk with a `finish_reason`; usage may follow it, `[DONE]` need not.

use serde_json::{Map, Value};

use super::calls::Calls;
use super::content::{Content, reasoning};
use super::usage;
use crate::event::{Reply, Stop, Usage};
use crate::model::fault::ServerError;
use crate::model::wire::merge::merge;
use crate::model::wire::shape::{beginning, nonsense, object, optional_text, told};
use crate::model::wire::thinking::Splitter;
use crate::model::wire::{Broken, Decoded, Decoder};

/// Folds the chunks of a reply.
#[derive(Debug, Default)]
pub struct Stream {
    /// What of the message is neither content nor calls.
    message: Map<String, Value>,
    content: Content,
    spoken: Splitter,
    /// Reasoning that came as parts of the content.
    thought: String,
    calls: Calls,
    finish: Option<String>,
    is_done: bool,
    usage: Option<Usage>,
    /// The beginning of what came before the first choice.
    strange: Option<String>,
    is_answered: bool,
}

impl Decoder for Stream {
    fn take(&mut self, data: &str, tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        let data = data.trim();
        if self.is_done || data.is_empty() {
            return Ok(());
        }
        if data == "[DONE]" {
            self.is_done = true;
            return Ok(());
        }
        let mut chunk = object(data)?;
        if is_error(&chunk) {
            return Err(told(chunk));
        }
        self.usage = usage::of(&chunk).or(self.usage);
        let Some(Value::Array(choices)) = chunk.remove("choices") else {
            self.strange.get_or_insert_with(|| beginning(data));
            return Ok(());
        };
        self.is_answered = true;
        let first = |choice: &Value| choice.get("index").is_none_or(|index| index.is_null() || *index == 0);
        match choices.into_iter().find(first) {
            Some(Value::Object(choice)) => self.choice(choice, tell),
            Some(_) => Err(nonsense("a choice is no object")),
            None => Ok(()),
        }
    }

    fn is_over(&self) -> bool {
        self.is_done
    }

    fn usage(&self) -> Usage {
        self.usage.unwrap_or(Usage { requests: 1, cost_usd: None, ..Usage::default() })
    }

    fn finish(mut self: Box<Self>) -> Result<Decoded, Broken> {
        let usage = self.usage();
        let Some(reason) = self.finish.take() else {
            return Err(match self.strange.take() {
                Some(strange) if !self.is_answered => nonsense(format!("the answer has no choices: {strange}")),
                Some(_) | None => Broken::Cut,
            });
        };
        let (reply, items) = self.turn(&reason)?;
        Ok(Decoded { reply, items, usage, warnings: Vec::new() })
    }
}

/// Whether a chunk tells an error; `error` may be there and say nothing.
fn is_error(chunk: &Map<String, Value>) -> bool {
    chunk.get("object").is_some_and(|kind| kind == "error")
        || match chunk.get("error") {
            None | Some(Value::Null | Value::Bool(false)) => false,
            Some(Value::String(text)) => !text.is_empty(),
            Some(_) => true,
        }
}

/// An error that a finish reason alone tells.
fn failed(reason: &str) -> Broken {
    let message = format!("the server ended the reply with \"{reason}\"");
    let body = serde_json::json!({"error": {"type": reason, "message": message}});
    Broken::Told(ServerError { status: None, message, body })
}

impl Stream {
    fn choice(&mut self, mut choice: Map<String, Value>, tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        // What comes behind the end does not count: a stream may be cut before it.
        if self.finish.is_some() {
            return Ok(());
        }
        let reason = optional_text(&choice, "finish_reason")?.filter(|reason| !reason.is_empty()).map(str::to_owned);
        let (message, is_message) = match (choice.remove("delta"), choice.remove("message")) {
            (Some(Value::Object(delta)), _) => (delta, false),
            (None | Some(Value::Null), Some(Value::Object(message))) => (message, true),
            (None | Some(Value::Null), None | Some(Value::Null)) => (Map::new(), false),
            (Some(_), _) | (_, Some(_)) => return Err(nonsense("a message is no object")),
        };
        self.delta(message, is_message, tell)?;
        self.finish = reason;
        if is_message {
            // The whole answer in one piece, though a stream was asked for.
            self.is_done = true;
            self.finish.get_or_insert_with(|| "stop".to_owned());
        }
        Ok(())
    }

    fn delta(
        &mut self,
        mut delta: Map<String, Value>,
        is_message: bool,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), Broken> {
        match delta.shift_remove("content") {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => {
                self.spoken.take(&text, tell);
                self.content.add_text(text);
            }
            Some(Value::Array(parts)) => {
                for part in parts {
                    self.part(part, tell);
                }
            }
            Some(_) => return Err(nonsense("the content of a message is no text")),
        }
        match delta.shift_remove("tool_calls") {
            None | Some(Value::Null) => {}
            Some(Value::Array(entries)) => {
                for entry in entries {
                    self.calls.take(entry, is_message)?;
                }
            }
            Some(_) => return Err(nonsense("tool_calls is no list")),
        }
        merge(&mut self.message, delta);
        Ok(())
    }

    fn part(&mut self, part: Value, tell: &mut dyn FnMut(&str)) {
        if let Some(text) = part.get("text").and_then(Value::as_str) {
            self.spoken.take(text, tell);
        }
        let thoughts = part.get("thinking").and_then(Value::as_array);
        for thought in thoughts.into_iter().flatten() {
            self.thought.push_str(thought.get("text").and_then(Value::as_str).unwrap_or_default());
        }
        self.content.add_part(part);
    }

    /// The turn, when it ended for a reason.
    fn turn(self, reason: &str) -> Result<(Reply, Vec<Value>), Broken> {
        let refusal = self.message.get("refusal").and_then(Value::as_str).unwrap_or_default().to_owned();
        let stop = match reason {
            "error" | "insufficient_system_resource" => return Err(failed(reason)),
            "length" => Stop::MaxTokens,
            "model_length" => Stop::ContextOverflow,
            "content_filter" => Stop::ContentFilter,
            _ if !refusal.is_empty() => Stop::Refusal,
            // Some servers say "stop" although there are calls.
            _ if self.calls.is_empty() => Stop::End,
            _ => Stop::ToolUse,
        };
        // A call of a turn that was cut may be cut itself.
        let (calls, call_items) = if stop == Stop::ToolUse { self.calls.finish()? } else { (Vec::new(), Vec::new()) };
        let (text, written) = self.spoken.finish();
        let reasoning = reasoning(&self.message, [self.thought, written]);
        let text = if stop == Stop::Refusal { refusal } else { text };
        let mut message = self.message;
        let mut item = Map::new();
        item.insert("role".to_owned(), Value::String("assistant".to_owned()));
        message.shift_remove("role");
        item.insert("content".to_owned(), self.content.into_value());
        item.append(&mut message);
        if !call_items.is_empty() {
            item.insert("tool_calls".to_owned(), Value::Array(call_items));
        }
        Ok((Reply { text, reasoning, calls, stop }, vec![Value::Object(item)]))
    }
}
