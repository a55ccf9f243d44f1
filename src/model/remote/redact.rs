//! Keys out of what a server says: one that repeats them in a reply must not bring them into a report.

use serde_json::Value;

use crate::limits::REPLY_SECRET_BYTES;
use crate::model::{Endpoint, Secret, Turn};

/// Headers of a configuration whose values are no secrets, and may well stand in an answer.
const OPEN: [&str; 9] = [
    "accept",
    "anthropic-beta",
    "anthropic-version",
    "content-type",
    "http-referer",
    "openai-beta",
    "referer",
    "user-agent",
    "x-title",
];

fn secrets(endpoint: &Endpoint) -> Vec<&str> {
    let headers =
        endpoint.headers.iter().filter(|(name, _)| !OPEN.contains(&name.trim().to_ascii_lowercase().as_str()));
    let values = endpoint.key.iter().chain(headers.map(|(_, value)| value)).map(Secret::reveal);
    // Of `Bearer KEY`, the key.
    let parts = values.flat_map(str::split_whitespace);
    parts.filter(|part| part.len() >= REPLY_SECRET_BYTES).collect()
}

/// A turn in which no key can be read.
pub fn turn(mut turn: Turn, endpoint: &Endpoint) -> Turn {
    let secrets = secrets(endpoint);
    if secrets.is_empty() {
        return turn;
    }
    let reply = &mut turn.reply;
    for text in [&mut reply.text, &mut reply.reasoning] {
        hide(text, &secrets);
    }
    for call in &mut reply.calls {
        hide(&mut call.id, &secrets);
        hide(&mut call.name, &secrets);
        hide_within(&mut call.input, &secrets);
    }
    for (_, message) in &mut turn.warnings {
        hide(message, &secrets);
    }
    for item in turn.items.iter_mut().flat_map(|items| &mut items.items) {
        hide_within(item, &secrets);
    }
    turn
}

fn hide(text: &mut String, secrets: &[&str]) {
    for secret in secrets {
        if text.contains(secret) {
            *text = text.replace(secret, Secret::HIDDEN);
        }
    }
}

fn hide_within(value: &mut Value, secrets: &[&str]) {
    match value {
        Value::String(text) => hide(text, secrets),
        Value::Array(values) => values.iter_mut().for_each(|value| hide_within(value, secrets)),
        Value::Object(object) => {
            if object.keys().any(|key| secrets.iter().any(|secret| key.contains(secret))) {
                *object = std::mem::take(object)
                    .into_iter()
                    .map(|(mut key, value)| {
                        hide(&mut key, secrets);
                        (key, value)
                    })
                    .collect();
            }
            object.values_mut().for_each(|value| hide_within(value, secrets));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Pieces of a text, held back as long as they may be the beginning of a key.
pub struct Pieces<'a> {
    secrets: Vec<&'a str>,
    held: String,
}

impl<'a> Pieces<'a> {
    pub fn new(endpoint: &'a Endpoint) -> Self {
        Self { secrets: secrets(endpoint), held: String::new() }
    }

    /// Takes a piece; what can be told by now.
    pub fn push(&mut self, piece: &str) -> Option<String> {
        self.held.push_str(piece);
        hide(&mut self.held, &self.secrets);
        let begins = |start: usize| {
            let end = self.held.get(start..).filter(|end| !end.is_empty());
            end.is_some_and(|end| self.secrets.iter().any(|secret| secret.starts_with(end)))
        };
        let longest = self.secrets.iter().map(|secret| secret.len()).max().unwrap_or(0);
        let first = self.held.len().saturating_sub(longest);
        let keep = (first..self.held.len()).find(|start| begins(*start)).unwrap_or(self.held.len());
        let rest = self.held.split_off(keep);
        Some(std::mem::replace(&mut self.held, rest)).filter(|text| !text.is_empty())
    }

    /// What was held back, when no more comes.
    pub fn rest(self) -> Option<String> {
        Some(self.held).filter(|text| !text.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::event::{Protocol, Reply};
    use crate::model::Items;
    use crate::model::wire::samples;

    fn endpoint() -> Endpoint {
        let mut endpoint = samples::endpoint(Protocol::Chat);
        endpoint.key = Some(Secret::new("sk-secret-1"));
        endpoint.headers = vec![
            ("X-Gateway".to_owned(), Secret::new("Bearer gateway-token")),
            ("X-Title".to_owned(), Secret::new("Quarterly sales")),
        ];
        endpoint
    }

    #[test]
    fn a_key_in_a_reply_is_hidden_wherever_it_stands() {
        let endpoint = endpoint();
        let key = "sk-secret-1";
        let hidden = turn(
            Turn {
                reply: Reply {
                    text: format!("Quarterly sales: {key}."),
                    reasoning: format!("{key}{key}"),
                    calls: vec![samples::call(key, json!({"sql": ["gateway-token", {key: 1}]}))],
                    ..Reply::default()
                },
                items: Some(Items { maker: endpoint.maker(), items: vec![json!({"a": {"b": key}})] }),
                warnings: vec![("code".to_owned(), key.to_owned())],
                ..Turn::default()
            },
            &endpoint,
        );
        let shown = format!("{hidden:?}");
        assert!(!shown.contains(key) && !shown.contains("gateway-token"), "{shown}");
        assert_eq!(hidden.reply.text, "Quarterly sales: (key).");
    }

    #[test]
    fn a_key_in_pieces_is_hidden_too() {
        let endpoint = endpoint();
        let text = "The sk- is sk-secret-1, sk-secret-2; é s";
        for size in 1..=text.len() {
            let mut pieces = Pieces::new(&endpoint);
            let mut told = String::new();
            let characters: Vec<char> = text.chars().collect();
            for piece in characters.chunks(size) {
                told.extend(pieces.push(&piece.iter().collect::<String>()));
            }
            told.extend(pieces.rest());
            assert_eq!(told, "The sk- is (key), sk-secret-2; é s", "{size}");
        }
    }
}
