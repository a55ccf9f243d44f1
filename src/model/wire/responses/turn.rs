//! What the output items of a response mean.

use serde_json::Value;

use crate::event::{Call, Reply, Stop};
use crate::model::wire::shape::{nonsense, text_of};
use crate::model::wire::{Broken, arguments, results};

/// What a terminal event says.
#[derive(Debug)]
pub struct Ended {
    /// Why the response is incomplete; none where it is complete.
    pub stop: Option<Stop>,
    /// The items that it lists; they may be fewer than there were.
    pub output: Vec<Value>,
}

/// Whether an item is a call.
pub fn is_call(item: &Value) -> bool {
    text_of(item, "type") == "function_call"
}

/// Where an item stands in a list, places that are taken left out: by its id, by its call's id, or as the next one of
/// its type, since some servers give an item another id each time they send it.
pub fn same(item: &Value, list: &[Value], taken: &[usize]) -> Option<usize> {
    let by = |key: &str| {
        let wanted = text_of(item, key);
        let is_same = |(place, other): &(usize, &Value)| !taken.contains(place) && text_of(other, key) == wanted;
        list.iter().enumerate().find(is_same).filter(|_| !wanted.is_empty()).map(|(place, _)| place)
    };
    by("id").or_else(|| by("call_id")).or_else(|| if is_call(item) { None } else { by("type") })
}

/// The neutral form of a turn, and the items that go back.
///
/// # Errors
/// When a call has no name.
pub fn read(mut items: Vec<Value>, incomplete: Option<Stop>) -> Result<(Reply, Vec<Value>), Broken> {
    let mut said = Vec::new();
    let mut refused = Vec::new();
    let mut thought = Vec::new();
    for item in &items {
        match text_of(item, "type") {
            "message" => {
                said.push(joined(item, "content", "text", ""));
                refused.push(joined(item, "content", "refusal", ""));
            }
            "reasoning" => {
                let summary = joined(item, "summary", "text", "\n\n");
                thought.push(if summary.is_empty() { joined(item, "content", "text", "") } else { summary });
            }
            _ => {}
        }
    }
    let (text, refusal, reasoning) = (paragraphs(said), paragraphs(refused), paragraphs(thought));
    // llama.cpp calls a response complete that it cut, and says so at the item only.
    let cut = items.iter().any(|item| text_of(item, "status") == "incomplete").then_some(Stop::MaxTokens);
    let stop = match incomplete.or(cut) {
        Some(stop) => stop,
        None if !refusal.is_empty() => Stop::Refusal,
        None if items.iter().any(is_call) => Stop::ToolUse,
        None => Stop::End,
    };
    let calls = if stop == Stop::ToolUse { calls(&mut items)? } else { Vec::new() };
    let items = if stop == Stop::ToolUse { items } else { without_calls(items) };
    let text = if stop == Stop::Refusal { refusal } else { text };
    Ok((Reply { text, reasoning, calls, stop }, items))
}

/// The texts of the parts of an item.
fn joined(item: &Value, list: &str, key: &str, between: &str) -> String {
    match item.get(list) {
        Some(Value::Array(parts)) => {
            let texts = parts.iter().map(|part| text_of(part, key)).filter(|text| !text.is_empty());
            texts.collect::<Vec<_>>().join(between)
        }
        Some(Value::String(text)) if key == "text" => text.clone(),
        Some(_) | None => String::new(),
    }
}

fn paragraphs(texts: Vec<String>) -> String {
    texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

fn calls(items: &mut [Value]) -> Result<Vec<Call>, Broken> {
    let mut calls = Vec::new();
    for (position, item) in items.iter_mut().filter(|item| is_call(item)).enumerate() {
        let name = text_of(item, "name").to_owned();
        if name.is_empty() {
            return Err(nonsense("a tool call has no name"));
        }
        let id = text_of(item, "call_id").to_owned();
        let input = arguments::read_value(item.get("arguments"));
        if let Some(item) = item.as_object_mut().filter(|_| id.is_empty()) {
            // A result must say which call it is of.
            item.insert("call_id".to_owned(), results::id(position, &[&name, &input.to_string()]).into());
        }
        calls.push(Call { id, name, input });
    }
    Ok(calls)
}

/// The items without calls, and without the reasoning that led to them: the server takes neither without the other.
fn without_calls(items: Vec<Value>) -> Vec<Value> {
    let mut kept = Vec::new();
    let mut leads_nowhere = true;
    for item in items.into_iter().rev() {
        match text_of(&item, "type") {
            "reasoning" if leads_nowhere => {}
            "function_call" => leads_nowhere = true,
            _ => {
                leads_nowhere = false;
                kept.push(item);
            }
        }
    }
    kept.reverse();
    kept
}
