//! The stream of a reply of Anthropic's Messages.
//!
//! Events are told apart by the `type` in their data: proxies drop the name beside it. What a newer server adds is
//! skipped; what contradicts the protocol is an error, so that no turn becomes shorter without a word.

use serde_json::{Map, Value};

use super::block::{Block, Kind, Piece};
use super::stop::{Reason, reason};
use crate::event::{Reply, Stop, Usage};
use crate::model::wire::prose::Prose;
use crate::model::wire::shape::{beginning, count, nonsense, number, object, optional_text, part, told};
use crate::model::wire::{Broken, Decoded, Decoder};

/// Folds a stream.
#[derive(Debug, Default)]
pub struct Stream {
    has_started: bool,
    is_over: bool,
    blocks: Vec<Block>,
    text: Prose,
    reasoning: Prose,
    reason: Option<Reason>,
    usage: Counts,
    warnings: Vec<(String, String)>,
}

/// Tokens so far. All counts of the protocol are totals, so the largest one told is the last.
#[derive(Debug, Default)]
struct Counts {
    input: u64,
    output: u64,
    cache_read: u64,
    cache_write: u64,
}

impl Counts {
    fn note(&mut self, usage: Option<&Value>) {
        let Some(usage) = usage.and_then(Value::as_object) else { return };
        for (kept, key) in [
            (&mut self.input, "input_tokens"),
            (&mut self.output, "output_tokens"),
            (&mut self.cache_read, "cache_read_input_tokens"),
            (&mut self.cache_write, "cache_creation_input_tokens"),
        ] {
            *kept = (*kept).max(count(usage, key).unwrap_or_default());
        }
    }
}

impl Decoder for Stream {
    fn take(&mut self, data: &str, tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        if self.is_over {
            return Ok(());
        }
        let event = object(data)?;
        let name = match event.get("type").and_then(Value::as_str) {
            Some("error") => return Err(told(event)),
            Some(name) => name,
            None if event.contains_key("error") => return Err(told(event)),
            None => return Err(nonsense(format!("an event has no type: {}", beginning(data)))),
        };
        let is_known = matches!(
            name,
            "content_block_start" | "content_block_delta" | "content_block_stop" | "message_delta" | "message_stop"
        );
        if is_known && !self.has_started {
            return Err(nonsense(format!("{name} before message_start")));
        }
        match name {
            "message_start" => self.start(&event),
            "content_block_start" => self.open(&event, tell),
            "content_block_delta" => self.add(&event, tell),
            "content_block_stop" => {
                self.block(&event)?.is_closed = true;
                Ok(())
            }
            "message_delta" => self.change(&event),
            "message_stop" => {
                self.is_over = true;
                Ok(())
            }
            // `ping`, and what newer servers add.
            _ => Ok(()),
        }
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn usage(&self) -> Usage {
        Usage {
            requests: 1,
            input_tokens: self.usage.input,
            output_tokens: self.usage.output,
            cache_read_tokens: self.usage.cache_read,
            cache_write_tokens: self.usage.cache_write,
            cost_usd: None,
        }
    }

    fn finish(self: Box<Self>) -> Result<Decoded, Broken> {
        if !self.is_over {
            return Err(Broken::Cut);
        }
        let usage = self.usage();
        let Self { blocks, text, reasoning, reason, mut warnings, .. } = *self;
        let reason = reason.ok_or_else(|| nonsense("a message ended without a stop reason"))?;
        let (mut reply, mut items) = settle(blocks, matches!(reason, Reason::Cut(_)))?;
        reply.text = text.into_text();
        reply.reasoning = reasoning.into_text();
        let over = if reply.calls.is_empty() { Stop::End } else { Stop::ToolUse };
        reply.stop = match reason {
            Reason::Over => over,
            Reason::Pause if reply.calls.is_empty() => Stop::Pause,
            Reason::Pause => Stop::ToolUse,
            Reason::Cut(stop) => stop,
            Reason::Refusal(words) => {
                // What came before a refusal is no answer, and must not go back.
                reply = Reply { text: words, reasoning: reply.reasoning, ..Reply::default() };
                items.clear();
                Stop::Refusal
            }
            Reason::Unknown(name) => {
                warnings.push((
                    "unknown_stop_reason".to_owned(),
                    format!("the model stopped for a reason that csvchat does not know: {name}"),
                ));
                over
            }
        };
        Ok(Decoded { reply, items, usage, warnings })
    }
}

impl Stream {
    fn start(&mut self, event: &Map<String, Value>) -> Result<(), Broken> {
        if std::mem::replace(&mut self.has_started, true) {
            return Err(nonsense("a second message_start"));
        }
        let message = part(event, "message")?;
        if message.get("content").and_then(Value::as_array).is_some_and(|content| !content.is_empty()) {
            return Err(nonsense("message_start has content"));
        }
        self.usage.note(message.get("usage"));
        Ok(())
    }

    fn open(&mut self, event: &Map<String, Value>, tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        let index = number(event, "index")?;
        if usize::try_from(index) != Ok(self.blocks.len()) {
            return Err(nonsense(format!("block {index} starts where block {} should", self.blocks.len())));
        }
        let block = Block::start(part(event, "content_block")?)?;
        match block.kind {
            Kind::Text => {}
            Kind::Thinking => {
                self.text.part();
                self.reasoning.part();
            }
            Kind::ToolUse | Kind::ServerToolUse | Kind::Other => self.text.part(),
        }
        self.hear(&block.opening(), tell);
        self.blocks.push(block);
        Ok(())
    }

    fn add(&mut self, event: &Map<String, Value>, tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        let piece = self.block(event)?.add(part(event, "delta")?)?;
        self.hear(&piece, tell);
        Ok(())
    }

    fn hear(&mut self, piece: &Piece, tell: &mut dyn FnMut(&str)) {
        match piece {
            Piece::Text(piece) => self.text.add(piece, tell),
            Piece::Thinking(piece) => self.reasoning.add(piece, &mut |_| {}),
            Piece::Silent => {}
            Piece::Unknown(name) => {
                let warning = (
                    "unknown_reply_part".to_owned(),
                    format!("a part of the model's reply is of a kind that csvchat does not know: {}", beginning(name)),
                );
                if !self.warnings.contains(&warning) {
                    self.warnings.push(warning);
                }
            }
        }
    }

    /// The block that an event names.
    fn block(&mut self, event: &Map<String, Value>) -> Result<&mut Block, Broken> {
        let index = number(event, "index")?;
        let place = usize::try_from(index).ok();
        place
            .and_then(|place| self.blocks.get_mut(place))
            .ok_or_else(|| nonsense(format!("an event for block {index}, which has not started")))
    }

    fn change(&mut self, event: &Map<String, Value>) -> Result<(), Broken> {
        let delta = part(event, "delta")?;
        if let Some(name) = optional_text(delta, "stop_reason")? {
            self.reason = Some(reason(name, delta.get("stop_details").and_then(Value::as_object)));
        }
        self.usage.note(event.get("usage"));
        Ok(())
    }
}

/// The calls and items of the blocks. In a turn that is cut, what is unfinished is left out.
fn settle(blocks: Vec<Block>, is_cut: bool) -> Result<(Reply, Vec<Value>), Broken> {
    let mut reply = Reply::default();
    let mut items = Vec::new();
    for mut block in blocks {
        let is_unfinished = match block.settle() {
            Some(settled) => {
                let is_unfinished = !settled.is_whole && (is_cut || !block.is_closed);
                if !is_unfinished {
                    reply.calls.push(settled.call);
                }
                is_unfinished
            }
            None => !block.is_closed && block.kind != Kind::Text && is_cut,
        };
        if is_unfinished && !is_cut {
            return Err(nonsense("a message ended within a tool call"));
        }
        if !is_unfinished {
            items.push(block.into_value());
        }
    }
    Ok((reply, items))
}
