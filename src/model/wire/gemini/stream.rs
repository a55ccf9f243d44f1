//! The stream of a reply of Gemini.
//!
//! Each event is a response with some parts more. Parts stay as they came, since a signature belongs to the part it came
//! with; only plain text that came in pieces is put together.

use serde_json::{Map, Value};

use super::stop::{Reason, reason, words};
use crate::event::{Call, Reply, Stop, Usage};
use crate::model::wire::prose::Prose;
use crate::model::wire::shape::{beginning, count, nonsense, object, optional_text, part, text, told};
use crate::model::wire::{Broken, Decoded, Decoder, arguments};

/// Folds a stream.
#[derive(Debug, Default)]
pub struct Stream {
    parts: Vec<Value>,
    text: Prose,
    reasoning: Prose,
    calls: Vec<Call>,
    end: Option<End>,
    usage: Counts,
}

/// How the response ended.
#[derive(Debug)]
struct End {
    reason: Reason,
    /// The reason and what the server says of it.
    words: String,
}

/// Tokens as the last event that counts them tells; `thoughts` are not in `candidates`, `cached` are in `prompt`.
#[derive(Debug, Default)]
struct Counts {
    prompt: u64,
    cached: u64,
    tool_prompt: u64,
    candidates: u64,
    thoughts: u64,
}

impl Counts {
    fn note(&mut self, usage: &Map<String, Value>) {
        for (kept, key) in [
            (&mut self.prompt, "promptTokenCount"),
            (&mut self.cached, "cachedContentTokenCount"),
            (&mut self.tool_prompt, "toolUsePromptTokenCount"),
            (&mut self.candidates, "candidatesTokenCount"),
            (&mut self.thoughts, "thoughtsTokenCount"),
        ] {
            *kept = count(usage, key).unwrap_or(*kept);
        }
    }
}

impl Decoder for Stream {
    fn take(&mut self, data: &str, tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        if self.is_over() {
            return Ok(());
        }
        let event = object(data)?;
        if event.get("error").is_some_and(|error| !error.is_null()) {
            return Err(told(event));
        }
        if let Some(usage) = event.get("usageMetadata").and_then(Value::as_object) {
            self.usage.note(usage);
        }
        let blocked = event.get("promptFeedback").and_then(Value::as_object);
        if let Some(feedback) = blocked.filter(|feedback| feedback.get("blockReason").is_some_and(Value::is_string)) {
            let words = words(feedback, "blockReason", "blockReasonMessage");
            self.end = Some(End { reason: Reason::Filtered, words });
            return Ok(());
        }
        match event.get("candidates") {
            None | Some(Value::Null) => Ok(()),
            Some(Value::Array(candidates)) => match candidates.first() {
                None => Ok(()),
                Some(Value::Object(candidate)) => self.candidate(candidate, tell),
                Some(_) => Err(nonsense("a candidate is no object")),
            },
            Some(_) => Err(nonsense("candidates are no list")),
        }
    }

    fn is_over(&self) -> bool {
        self.end.is_some()
    }

    fn usage(&self) -> Usage {
        let Counts { prompt, cached, tool_prompt, candidates, thoughts } = self.usage;
        Usage {
            requests: 1,
            input_tokens: prompt.saturating_sub(cached).saturating_add(tool_prompt),
            output_tokens: candidates.saturating_add(thoughts),
            cache_read_tokens: cached,
            cache_write_tokens: 0,
            cost_usd: None,
        }
    }

    fn finish(self: Box<Self>) -> Result<Decoded, Broken> {
        let usage = self.usage();
        let Self { parts, text, reasoning, calls, end, .. } = *self;
        let End { reason, words } = end.ok_or(Broken::Cut)?;
        let text = text.into_text();
        let reasoning = reasoning.into_text();
        let over = if calls.is_empty() { Stop::End } else { Stop::ToolUse };
        let is_empty = calls.is_empty() && text.trim().is_empty();
        let reply = |stop: Stop| Reply { text, reasoning, calls, stop };
        let warning = |code: &str, message: String| vec![(code.to_owned(), message)];
        match reason {
            Reason::Over => Ok(Decoded { reply: reply(over), items: parts, usage, warnings: Vec::new() }),
            Reason::Cut => Ok(Decoded { reply: reply(Stop::MaxTokens), items: parts, usage, warnings: Vec::new() }),
            Reason::Filtered => Ok(Decoded {
                // What came before the filter is no answer, and must not go back.
                reply: Reply { stop: Stop::ContentFilter, ..Reply::default() },
                items: Vec::new(),
                usage,
                warnings: warning("filtered", format!("the provider's filter stopped the reply: {words}")),
            }),
            Reason::Failed => Err(nonsense(format!("the server gave no whole reply: {words}"))),
            Reason::Unknown if is_empty => Err(nonsense(format!("the server gave an empty reply: {words}"))),
            Reason::Unknown => Ok(Decoded {
                reply: reply(over),
                items: parts,
                usage,
                warnings: warning(
                    "unknown_stop_reason",
                    format!("the model stopped for a reason that csvchat does not know: {words}"),
                ),
            }),
        }
    }
}

impl Stream {
    fn candidate(&mut self, candidate: &Map<String, Value>, tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        match candidate.get("content") {
            None | Some(Value::Null) => {}
            Some(Value::Object(content)) => self.content(content, tell)?,
            Some(_) => return Err(nonsense("content is no object")),
        }
        // The second one is what some servers write for none.
        let name = optional_text(candidate, "finishReason")?;
        if let Some(name) = name.filter(|name| !matches!(*name, "" | "FINISH_REASON_UNSPECIFIED")) {
            let words = words(candidate, "finishReason", "finishMessage");
            self.end = Some(End { reason: reason(name), words });
        }
        Ok(())
    }

    fn content(&mut self, content: &Map<String, Value>, tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        match content.get("parts") {
            None | Some(Value::Null) => Ok(()),
            Some(Value::Array(parts)) => parts.iter().try_for_each(|part| match part {
                Value::Object(part) => self.part(part, tell),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                    Err(nonsense("a part is no object"))
                }
            }),
            Some(_) => Err(nonsense("parts are no list")),
        }
    }

    fn part(&mut self, piece: &Map<String, Value>, tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        let is_thought = piece.get("thought").and_then(Value::as_bool) == Some(true);
        match (optional_text(piece, "text")?, is_thought) {
            (Some(text), true) => self.reasoning.add(text, &mut |_| {}),
            (Some(text), false) => self.text.add(text, tell),
            (None, _) => {}
        }
        if is_thought || !piece.contains_key("text") {
            self.text.part();
        }
        if piece.contains_key("functionCall") {
            self.calls.push(call(part(piece, "functionCall")?)?);
        }
        self.keep(piece);
        Ok(())
    }

    /// Keeps a part. Plain text goes on with the plain text before it, and says nothing where it is empty.
    fn keep(&mut self, part: &Map<String, Value>) {
        let Some(piece) = plain(part) else {
            self.parts.push(Value::Object(part.clone()));
            return;
        };
        let last = self.parts.last_mut().and_then(Value::as_object_mut).filter(|part| plain(part).is_some());
        if let Some(Value::String(text)) = last.and_then(|part| part.get_mut("text")) {
            text.push_str(piece);
        } else if !piece.is_empty() {
            self.parts.push(Value::Object(part.clone()));
        }
    }
}

/// The text of a part that is nothing but text.
fn plain(part: &Map<String, Value>) -> Option<&str> {
    if part.len() == 1 { part.get("text").and_then(Value::as_str) } else { None }
}

/// A call. Its id is empty where the server gives none.
fn call(call: &Map<String, Value>) -> Result<Call, Broken> {
    let name = text(call, "name")?;
    if name.is_empty() {
        return Err(nonsense("a function call has an empty name"));
    }
    // Calls in pieces are never asked for; one that came so would be run without its end.
    if call.contains_key("partialArgs") || call.get("willContinue").and_then(Value::as_bool) == Some(true) {
        return Err(nonsense(format!("a function call in pieces: {}", beginning(name))));
    }
    let id = optional_text(call, "id")?.unwrap_or_default();
    Ok(Call { id: id.to_owned(), name: name.to_owned(), input: arguments::read_value(call.get("args")) })
}
