//! One content block of a reply while it comes.
//!
//! It stays the JSON that the server sent: keys that csvchat does not know are kept where they are.

use serde_json::{Map, Value};

use crate::event::Call;
use crate::model::wire::Broken;
use crate::model::wire::arguments;
use crate::model::wire::shape::{nonsense, part, text};

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text for the user.
    Text,
    /// Reasoning.
    Thinking,
    /// A call of one of csvchat's tools.
    ToolUse,
    /// A call of one of the server's own tools.
    ServerToolUse,
    /// Something that csvchat only keeps.
    Other,
}

/// What a delta added.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text for the user.
    Text(&'a str),
    /// Reasoning.
    Thinking(&'a str),
    /// Nothing that a person reads.
    Silent,
    /// It is of a kind that csvchat does not know.
    Unknown(&'a str),
}

/// A block that comes.
#[derive(Debug)]
pub struct Block {
    /// What it is.
    pub kind: Kind,
    /// Whether its end has come.
    pub is_closed: bool,
    value: Map<String, Value>,
    /// The pieces of a call's input.
    input: String,
}

/// A call whose input has come.
pub struct Settled {
    /// In its neutral form.
    pub call: Call,
    /// Whether its input is an object, and not for want of any piece of it.
    pub is_whole: bool,
}

impl Block {
    /// The block that an event starts.
    ///
    /// # Errors
    /// When it has no type, or is a call without id or name.
    pub fn start(value: &Map<String, Value>) -> Result<Self, Broken> {
        let kind = match text(value, "type")? {
            "text" => Kind::Text,
            "thinking" => Kind::Thinking,
            "tool_use" => Kind::ToolUse,
            name if name.ends_with("tool_use") => Kind::ServerToolUse,
            _ => Kind::Other,
        };
        if kind == Kind::ToolUse {
            for key in ["id", "name"] {
                if text(value, key)?.is_empty() {
                    return Err(nonsense(format!("a tool call has an empty {key}")));
                }
            }
        }
        Ok(Self { kind, is_closed: false, value: value.clone(), input: String::new() })
    }

    /// The text that the block already has when it starts; mostly none.
    pub fn opening(&self) -> Piece<'_> {
        let text_of = |key: &str| self.value.get(key).and_then(Value::as_str).unwrap_or_default();
        match self.kind {
            Kind::Text => Piece::Text(text_of("text")),
            Kind::Thinking => Piece::Thinking(text_of("thinking")),
            Kind::ToolUse | Kind::ServerToolUse | Kind::Other => Piece::Silent,
        }
    }

    /// Adds a delta.
    ///
    /// # Errors
    /// When the block is closed, or of another kind than the delta.
    pub fn add<'a>(&mut self, delta: &'a Map<String, Value>) -> Result<Piece<'a>, Broken> {
        let name = text(delta, "type")?;
        if self.is_closed {
            return Err(nonsense(format!("{name} for a block that has ended")));
        }
        let piece = match (name, self.kind) {
            ("text_delta", Kind::Text) => Piece::Text(self.append("text", text(delta, "text")?)?),
            ("thinking_delta", Kind::Thinking) => Piece::Thinking(self.append("thinking", text(delta, "thinking")?)?),
            ("signature_delta", Kind::Thinking) => {
                self.append("signature", text(delta, "signature")?)?;
                Piece::Silent
            }
            ("input_json_delta", Kind::ToolUse | Kind::ServerToolUse) => {
                self.input.push_str(text(delta, "partial_json")?);
                Piece::Silent
            }
            ("citations_delta", Kind::Text) => {
                self.cite(part(delta, "citation")?)?;
                Piece::Silent
            }
            (
                "text_delta" | "thinking_delta" | "signature_delta" | "input_json_delta" | "citations_delta",
                Kind::Text | Kind::Thinking | Kind::ToolUse | Kind::ServerToolUse | Kind::Other,
            ) => return Err(nonsense(format!("{name} for a block of another kind"))),
            (_, Kind::Text | Kind::Thinking | Kind::ToolUse | Kind::ServerToolUse | Kind::Other) => {
                Piece::Unknown(name)
            }
        };
        Ok(piece)
    }

    fn append<'a>(&mut self, key: &str, piece: &'a str) -> Result<&'a str, Broken> {
        match self.value.entry(key).or_insert_with(|| Value::String(String::new())) {
            Value::String(text) => text.push_str(piece),
            null @ Value::Null => *null = Value::String(piece.to_owned()),
            Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                return Err(nonsense(format!("{key} of a block is no text")));
            }
        }
        Ok(piece)
    }

    fn cite(&mut self, citation: &Map<String, Value>) -> Result<(), Broken> {
        let citation = Value::Object(citation.clone());
        match self.value.entry("citations").or_insert_with(|| Value::Array(Vec::new())) {
            Value::Array(citations) => citations.push(citation),
            null @ Value::Null => *null = Value::Array(vec![citation]),
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
                return Err(nonsense("citations of a block are no list"));
            }
        }
        Ok(())
    }

    /// Puts the pieces of a call's input together, and gives the call where it is one of csvchat's tools.
    ///
    /// Input that is no object stays as it is in the call; in the block it becomes one, since servers take nothing else
    /// back.
    pub fn settle(&mut self) -> Option<Settled> {
        match self.kind {
            Kind::Text | Kind::Thinking | Kind::Other => return None,
            Kind::ToolUse | Kind::ServerToolUse => {}
        }
        let input = match self.input.as_str() {
            "" => arguments::read_value(self.value.get("input")),
            pieces => arguments::read(pieces),
        };
        self.value.insert("input".to_owned(), arguments::as_object(&input));
        if self.kind == Kind::ServerToolUse {
            return None;
        }
        let is_whole = input.as_object().is_some_and(|object| !object.is_empty() || !self.input.is_empty());
        let text_of = |key: &str| self.value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        Some(Settled { call: Call { id: text_of("id"), name: text_of("name"), input }, is_whole })
    }

    /// The block as it goes back.
    pub fn into_value(self) -> Value {
        Value::Object(self.value)
    }
}
