//! The stream of Responses.
//!
//! The turn is made of the items that ended; those that only the terminal event lists are added. The terminal events are
//! `response.completed`, `response.incomplete` and `response.failed`.

use serde_json::{Map, Value, json};

use super::turn::{self, Ended};
use crate::event::{Stop, Usage};
use crate::model::fault::ServerError;
use crate::model::wire::shape::{count, count_within, nonsense, object, text, text_of, told};
use crate::model::wire::{Broken, Decoded, Decoder};

/// Folds the events of a reply.
#[derive(Debug, Default)]
pub struct Stream {
    slots: Vec<Slot>,
    /// Text that came in pieces.
    said: String,
    ended: Option<Ended>,
    usage: Option<Usage>,
    warnings: Vec<(String, String)>,
}

/// An item that has begun.
#[derive(Debug)]
struct Slot {
    /// Its place in the output, where the server tells it.
    index: Option<u64>,
    id: String,
    /// When it has ended.
    item: Option<Value>,
}

impl Decoder for Stream {
    fn take(&mut self, data: &str, tell: &mut dyn FnMut(&str)) -> Result<(), Broken> {
        let data = data.trim();
        if self.ended.is_some() || data.is_empty() || data == "[DONE]" {
            return Ok(());
        }
        let mut event = object(data)?;
        let kind = match event.get("type") {
            Some(Value::String(kind)) => kind.clone(),
            Some(_) | None => return self.whole(event),
        };
        match kind.as_str() {
            "response.output_item.added" => self.begin(&event),
            "response.output_item.done" => self.end(event),
            "response.output_text.delta" => {
                let piece = text(&event, "delta")?;
                self.said.push_str(piece);
                if !piece.is_empty() {
                    tell(piece);
                }
                Ok(())
            }
            "response.completed" | "response.incomplete" | "response.failed" => match event.shift_remove("response") {
                Some(Value::Object(response)) => {
                    self.close(response, kind.strip_prefix("response.").unwrap_or_default())
                }
                Some(_) | None => Err(nonsense(format!("{kind} has no response"))),
            },
            "error" => Err(failed(event)),
            // There are many events that a turn can do without, and new ones come.
            _ => Ok(()),
        }
    }

    fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    fn usage(&self) -> Usage {
        self.usage.unwrap_or(Usage { requests: 1, cost_usd: None, ..Usage::default() })
    }

    fn finish(mut self: Box<Self>) -> Result<Decoded, Broken> {
        let usage = self.usage();
        let ended = self.ended.take().ok_or(Broken::Cut)?;
        let items = self.items(&ended)?;
        let (reply, items) = turn::read(items, ended.stop)?;
        Ok(Decoded { reply, items, usage, warnings: self.warnings })
    }
}

impl Stream {
    /// A reply in one piece, though a stream was asked for; or an error.
    fn whole(&mut self, event: Map<String, Value>) -> Result<(), Broken> {
        if event.get("error").is_some_and(|error| !error.is_null()) {
            return Err(told(event));
        }
        if !event.get("output").is_some_and(Value::is_array) {
            return Err(nonsense("an event has no type"));
        }
        let status = event.get("status").and_then(Value::as_str).unwrap_or("completed").to_owned();
        self.close(event, &status)
    }

    fn begin(&mut self, event: &Map<String, Value>) -> Result<(), Broken> {
        let item = event.get("item").filter(|item| item.is_object());
        let item = item.ok_or_else(|| nonsense("an item of the output is no object"))?;
        self.slots.push(Slot { index: count(event, "output_index"), id: text_of(item, "id").to_owned(), item: None });
        Ok(())
    }

    fn end(&mut self, mut event: Map<String, Value>) -> Result<(), Broken> {
        let index = count(&event, "output_index");
        let item = event.shift_remove("item").filter(Value::is_object);
        let item = item.ok_or_else(|| nonsense("an item of the output is no object"))?;
        let id = text_of(&item, "id").to_owned();
        let by = |wanted: &dyn Fn(&Slot) -> bool| self.slots.iter().position(wanted);
        let place = match index {
            Some(_) => by(&|slot| slot.index == index),
            None if !id.is_empty() => by(&|slot| slot.id == id),
            None => None,
        };
        // Without an index and a known id, the first that is open: such servers end one item before the next begins.
        let in_order = |slot: &Slot| index.is_none() && slot.index.is_none() && slot.item.is_none();
        let place = place.or_else(|| by(&in_order));
        match place.and_then(|place| self.slots.get_mut(place)) {
            Some(slot) => slot.item = Some(item),
            None => self.slots.push(Slot { index, id, item: Some(item) }),
        }
        Ok(())
    }

    /// Takes the response of a terminal event.
    fn close(&mut self, mut response: Map<String, Value>, kind: &str) -> Result<(), Broken> {
        self.usage = response.get("usage").and_then(Value::as_object).map(read_usage).or(self.usage);
        let status = response.get("status").and_then(Value::as_str).unwrap_or(kind).to_owned();
        let stop = match (kind, status.as_str()) {
            ("failed", _) | (_, "failed" | "cancelled") => return Err(failed(response)),
            ("incomplete", _) | (_, "incomplete") => Some(self.incomplete(&response)),
            ("completed", _) => None,
            _ => return Err(nonsense(format!("the response ended with the status \"{status}\""))),
        };
        self.dropped(&response);
        let output = match response.remove("output") {
            Some(Value::Array(output)) => output,
            Some(_) | None => Vec::new(),
        };
        self.ended = Some(Ended { stop, output });
        Ok(())
    }

    fn incomplete(&mut self, response: &Map<String, Value>) -> Stop {
        let reason = response.get("incomplete_details").map_or("", |details| text_of(details, "reason"));
        match reason {
            "content_filter" => return Stop::ContentFilter,
            "max_output_tokens" | "" => {}
            other => {
                let message = format!("the server ended a reply early: {other}");
                self.warnings.push(("reply_incomplete".to_owned(), message));
            }
        }
        Stop::MaxTokens
    }

    /// Notes reasoning of earlier turns that the server did not take back.
    fn dropped(&mut self, response: &Map<String, Value>) {
        let dropped = response.get("input_transformations").and_then(Value::as_array);
        let mut reasons: Vec<&str> = dropped
            .into_iter()
            .flatten()
            .filter(|change| text_of(change, "action") == "removed")
            .map(|change| text_of(change, "reason"))
            .collect();
        reasons.sort_unstable();
        reasons.dedup();
        if !reasons.is_empty() {
            let message = format!("the server left out reasoning of earlier turns: {}", reasons.join(", "));
            self.warnings.push(("reasoning_dropped".to_owned(), message));
        }
    }

    /// The items of the turn in their order.
    fn items(&mut self, ended: &Ended) -> Result<Vec<Value>, Broken> {
        if self.slots.iter().all(|slot| slot.index.is_some()) {
            self.slots.sort_by_key(|slot| slot.index);
        }
        let (done, open): (Vec<Slot>, Vec<Slot>) = self.slots.drain(..).partition(|slot| slot.item.is_some());
        let mut unseen = ended.output.clone();
        let mut items: Vec<Value> = done.into_iter().filter_map(|slot| slot.item).collect();
        let mut places = Vec::new();
        for item in &items {
            let place = turn::same(item, &ended.output, &places);
            places.extend(place);
        }
        let mut seen = places.clone();
        seen.sort_unstable();
        for place in seen.into_iter().rev() {
            unseen.remove(place);
        }
        if ended.stop.is_none() && open.len() > unseen.len() {
            return Err(nonsense("an item of the output began and did not end"));
        }
        if places.len() == items.len() {
            // All are listed: the list says the order, the items say what they are.
            let mut listed = ended.output.clone();
            for (place, item) in places.into_iter().zip(items) {
                if let Some(slot) = listed.get_mut(place) {
                    *slot = item;
                }
            }
            items = listed;
        } else {
            items.append(&mut unseen);
        }
        let is_message = |item: &Value| text_of(item, "type") == "message";
        if !self.said.is_empty() && !items.iter().any(is_message) {
            items.push(json!({"type": "message", "role": "assistant", "content": [
                {"type": "output_text", "text": self.said, "annotations": []}]}));
        }
        Ok(items)
    }
}

/// The error of a response or of an event, in the shape that it has in the body of an answer.
fn failed(mut event: Map<String, Value>) -> Broken {
    let error = if let Some(Value::Object(error)) = event.shift_remove("error") {
        error
    } else {
        event.shift_remove("type");
        event.shift_remove("output");
        event
    };
    let message = error.get("message").and_then(Value::as_str).unwrap_or_default().to_owned();
    Broken::Told(ServerError { status: None, message, body: json!({"error": error}) })
}

fn read_usage(usage: &Map<String, Value>) -> Usage {
    let detail = |key: &str| count_within(usage, "input_tokens_details", key);
    let cache_read = detail("cached_tokens").unwrap_or(0);
    let cache_write = detail("cache_write_tokens").unwrap_or(0);
    let input = count(usage, "input_tokens").unwrap_or(0);
    Usage {
        requests: 1,
        input_tokens: input.saturating_sub(cache_read).saturating_sub(cache_write),
        output_tokens: count(usage, "output_tokens").unwrap_or(0),
        cache_read_tokens: cache_read,
        cache_write_tokens: cache_write,
        cost_usd: None,
    }
}
