//! The stream of Ollama: one JSON object a line, the last one with `done`.

use serde_json::{Map, Value};

use crate::event::{Call, Reply, Stop, Usage};
use crate::model::wire::merge::merge;
use crate::model::wire::shape::{count, nonsense, object, optional_text, told};
use crate::model::wire::thinking::Splitter;
use crate::model::wire::{Broken, Decoded, Decoder, arguments};

/// Folds the lines of a reply.
#[derive(Debug, Default)]
pub struct Stream {
    /// The message without its calls.
    message: Map<String, Value>,
    calls: Vec<Value>,
    spoken: Splitter,
    /// Why it ended.
    reason: Option<String>,
    usage: Option<Usage>,
}

impl Decoder for Stream {
    fn take(&mut self, data: &str, tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        let data = data.trim();
        if self.reason.is_some() || data.is_empty() {
            return Ok(());
        }
        let mut line = object(data)?;
        if line.get("error").is_some_and(|error| !error.is_null()) {
            return Err(told(line));
        }
        let is_done = match line.get("done") {
            Some(Value::Bool(is_done)) => *is_done,
            None | Some(Value::Null) if line.contains_key("message") => false,
            Some(_) | None => return Err(nonsense("a line says neither a message nor whether it is done")),
        };
        match line.remove("message") {
            None | Some(Value::Null) => {}
            Some(Value::Object(message)) => self.message(message, tell)?,
            Some(_) => return Err(nonsense("a message is no object")),
        }
        if is_done {
            self.usage = Some(Usage {
                requests: 1,
                input_tokens: count(&line, "prompt_eval_count").unwrap_or(0),
                output_tokens: count(&line, "eval_count").unwrap_or(0),
                cost_usd: None,
                ..Usage::default()
            });
            self.reason = Some(optional_text(&line, "done_reason")?.unwrap_or("stop").to_owned());
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.reason.is_some()
    }

    fn usage(&self) -> Usage {
        self.usage.unwrap_or(Usage { requests: 1, cost_usd: None, ..Usage::default() })
    }

    fn finish(self: Box<Self>) -> Result<Decoded, Broken> {
        let usage = self.usage();
        let Some(reason) = &self.reason else { return Err(Broken::Cut) };
        let stop = match reason.as_str() {
            "length" => Stop::MaxTokens,
            _ if self.calls.is_empty() => Stop::End,
            _ => Stop::ToolUse,
        };
        let mut item = self.message;
        item.entry("role").or_insert_with(|| Value::String("assistant".to_owned()));
        item.entry("content").or_insert_with(|| Value::String(String::new()));
        let (text, written) = self.spoken.finish();
        let thought = item.get("thinking").and_then(Value::as_str).unwrap_or_default();
        let reasoning =
            [thought, &written].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
        let mut calls = Vec::new();
        // A call of a turn that was cut may be cut itself.
        if stop == Stop::ToolUse {
            calls = self.calls.iter().map(call).collect::<Result<_, _>>()?;
            item.insert("tool_calls".to_owned(), Value::Array(self.calls));
        }
        Ok(Decoded {
            reply: Reply { text, reasoning, calls, stop },
            items: vec![Value::Object(item)],
            usage,
            warnings: Vec::new(),
        })
    }
}

impl Stream {
    fn message(&mut self, mut message: Map<String, Value>, tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        if let Some(text) = optional_text(&message, "content")? {
            self.spoken.take(text, tell);
        }
        match message.shift_remove("tool_calls") {
            None | Some(Value::Null) => {}
            Some(Value::Array(mut calls)) => self.calls.append(&mut calls),
            Some(_) => return Err(nonsense("tool_calls is no list")),
        }
        merge(&mut self.message, message);
        self.message.insert("role".to_owned(), Value::String("assistant".to_owned()));
        Ok(())
    }
}

fn call(item: &Value) -> Result<Call, Broken> {
    let name = item.pointer("/function/name").and_then(Value::as_str).filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| nonsense("a tool call has no name"))?.to_owned();
    let id = item.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
    Ok(Call { id, name, input: arguments::read_value(item.pointer("/function/arguments")) })
}
