//! Who speaks after whom: each call of the model has exactly one result, in order and directly behind it, and no result
//! is without its call.

use serde_json::Value;

use crate::support::server::Dialect;

/// What one message, or one item, of a conversation is.
#[derive(Debug, PartialEq)]
enum Said {
    System,
    User,
    /// A message of the model, with what marks its calls.
    Model(Vec<String>),
    /// Results, by what marks the calls that they belong to.
    Results(Vec<String>),
    Wrong(String),
}

/// Everything that is wrong about the order of a conversation.
pub fn faults(dialect: Dialect, list: &[Value]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut results: Vec<String> = Vec::new();
    let mut has_user = false;
    let is_itemised = matches!(dialect, Dialect::Responses | Dialect::Chat | Dialect::Ollama);
    // A word of the user's stands for the end: all that is open must be closed by then.
    for said in list.iter().map(|message| said(dialect, message)).chain([Said::User]) {
        if let Said::Model(marks) = &said {
            if !has_user {
                faults.push("begins with the model".to_owned());
            }
            if marks.iter().any(String::is_empty) {
                faults.push("has a call without an id".to_owned());
            }
        }
        match said {
            Said::Wrong(what) => faults.push(what),
            // Of these protocols, calls and results are messages of their own: they add up.
            Said::Results(marks) if is_itemised => results.extend(marks),
            Said::Results(marks) => {
                if std::mem::take(&mut open) != marks {
                    faults.push(format!("has the results {marks:?} for other calls"));
                }
            }
            Said::Model(marks) if dialect == Dialect::Responses && results.is_empty() => open.extend(marks),
            Said::System | Said::User | Said::Model(_) => {
                if open != results {
                    faults.push(format!("has the results {results:?} for the calls {open:?}"));
                }
                results.clear();
                has_user |= said == Said::User;
                if has_user && said == Said::System {
                    faults.push("has a system prompt in its middle".to_owned());
                }
                open = if let Said::Model(marks) = said { marks } else { Vec::new() };
            }
        }
    }
    if list.is_empty() {
        faults.push("has no messages".to_owned());
    }
    if !list.iter().any(|message| said(dialect, message) == Said::User) {
        faults.push("has no word of the user".to_owned());
    }
    faults
}

fn said(dialect: Dialect, message: &Value) -> Said {
    match dialect {
        Dialect::Anthropic => of_blocks(message),
        Dialect::Gemini => of_parts(message),
        Dialect::Responses => of_item(message),
        Dialect::Chat | Dialect::Ollama => of_message(dialect, message),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn of_blocks(message: &Value) -> Said {
    let blocks = message["content"].as_array().map_or(&[][..], Vec::as_slice);
    let marked = |kind: &str, key: &str| -> Vec<String> {
        blocks.iter().filter(|block| block["type"] == kind).map(|block| text(&block[key])).collect()
    };
    let empty = blocks.iter().any(|block| block["type"] == "text" && block["text"] == "");
    if message["content"] == ""
        || message["content"].is_null()
        || empty
        || message["content"].as_array().is_some_and(Vec::is_empty)
    {
        return Said::Wrong(format!("has an empty message: {message}"));
    }
    match message["role"].as_str() {
        Some("assistant") => Said::Model(marked("tool_use", "id")),
        Some("user") if blocks.first().is_some_and(|block| block["type"] == "tool_result") => {
            if blocks.iter().any(|block| block["type"] != "tool_result") {
                return Said::Wrong("has text beside results".to_owned());
            }
            Said::Results(marked("tool_result", "tool_use_id"))
        }
        Some("user") => Said::User,
        _ => Said::Wrong(format!("has a message of nobody: {message}")),
    }
}

/// A mark of Gemini: its id where there is one, and the name.
fn of_parts(message: &Value) -> Said {
    let parts = message["parts"].as_array().map_or(&[][..], Vec::as_slice);
    let marked = |key: &str| -> Vec<String> {
        let marks = parts.iter().filter_map(|part| part.get(key));
        marks.map(|mark| format!("{} {}", text(&mark["name"]), text(&mark["id"]))).collect()
    };
    let responses = parts.iter().filter_map(|part| part.get("functionResponse"));
    if responses.clone().any(|response| !response["response"].is_object()) {
        return Said::Wrong(format!("has a response that is no object: {message}"));
    }
    match message["role"].as_str() {
        _ if parts.is_empty() => Said::Wrong(format!("has an empty message: {message}")),
        Some("model") => Said::Model(marked("functionCall")),
        Some("user") if responses.count() > 0 => Said::Results(marked("functionResponse")),
        Some("user") => Said::User,
        _ => Said::Wrong(format!("has a message of nobody: {message}")),
    }
}

fn of_item(item: &Value) -> Said {
    match (item["type"].as_str(), item["role"].as_str()) {
        (Some("function_call"), _) if !item["arguments"].is_string() => {
            Said::Wrong(format!("has arguments that are no text: {item}"))
        }
        (Some("function_call"), _) => Said::Model(vec![text(&item["call_id"])]),
        (Some("function_call_output"), _) => Said::Results(vec![text(&item["call_id"])]),
        (Some("reasoning"), _) | (_, Some("assistant")) => Said::Model(Vec::new()),
        (_, Some("developer" | "system")) => Said::System,
        (_, Some("user")) => Said::User,
        _ => Said::Wrong(format!("has an item of nobody: {item}")),
    }
}

/// A mark of Ollama is the tool's name, as ids are new there.
fn of_message(dialect: Dialect, message: &Value) -> Said {
    let is_ollama = dialect == Dialect::Ollama;
    let calls = message["tool_calls"].as_array().map_or(&[][..], Vec::as_slice);
    match message["role"].as_str() {
        Some("assistant") if calls.is_empty() && message["content"].as_str().is_none_or(str::is_empty) => {
            Said::Wrong(format!("has an empty message: {message}"))
        }
        Some("assistant") => {
            let mark = |call: &Value| text(if is_ollama { &call["function"]["name"] } else { &call["id"] });
            Said::Model(calls.iter().map(mark).collect())
        }
        Some("tool") => Said::Results(vec![text(&message[if is_ollama { "tool_name" } else { "tool_call_id" }])]),
        Some("system") => Said::System,
        Some("user") => Said::User,
        _ => Said::Wrong(format!("has a message of nobody: {message}")),
    }
}
