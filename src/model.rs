//! What a model is to csvchat: something that is given a request and answers with text and tool calls.
//!
//! Uses `limits`, `event` and nothing of its siblings. Here: the trait, the request in its neutral form, and models that
//! need no network: `replay` plays a saved run, `scripted` plays what a test wrote. The built-in analyst lives in
//! `analyst`, since it knows what tools and prompts look like.
//!
//! One question takes this way: the agent writes a [`Request`] (system prompt, tool specifications, one user message);
//! the model gives a [`Turn`]; the agent appends the turn as [`Message::Assistant`] and the results of its calls as
//! [`Message::Results`], and asks again with the longer request. Messages are only ever appended.

mod replay;
mod scripted;

pub use replay::{Origin, Pace, RecordedDataset, RecordedResult, Replay, ReplayError};
pub use scripted::Scripted;

use std::fmt::Write;
use std::future::Future;
use std::pin::Pin;

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::event::{Reply, Usage};

/// A tool as a model sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ToolSpec {
    /// `sql_query`, ...
    pub name: String,
    /// What it does and what its limits are.
    pub description: String,
    /// JSON Schema of the input.
    pub input_schema: Value,
}

/// What one tool call gave, as a model sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ToolReply {
    /// Of the call.
    pub call_id: String,
    /// Of the tool, as the model wrote it.
    pub name: String,
    /// Whether the call failed.
    pub is_error: bool,
    /// JSON for query results, plain text otherwise.
    pub content: String,
}

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum Message {
    /// From csvchat.
    User {
        /// Plain text.
        text: String,
    },
    /// From the model, as it gave it.
    Assistant {
        /// The neutral form.
        reply: Reply,
        /// The provider's own items, verbatim, where there are any.
        #[serde(skip)]
        items: Option<Vec<Value>>,
    },
    /// One result for each call of the reply before it, in the order of the calls.
    Results {
        /// The results.
        results: Vec<ToolReply>,
    },
}

/// All that a model is told.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Request {
    /// The system prompt; the same in every request of a run.
    pub system: String,
    /// The tools; the same in every request of a run.
    pub tools: Vec<ToolSpec>,
    /// The conversation; only ever appended to.
    pub messages: Vec<Message>,
}

impl Request {
    /// SHA-256 of the request in its neutral form, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> String {
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        Sha256::digest(&bytes).iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// The first user message: data, question, what is asked for.
    #[must_use]
    pub fn opening(&self) -> &str {
        self.messages
            .iter()
            .find_map(|message| match message {
                Message::User { text } => Some(text.as_str()),
                Message::Assistant { .. } | Message::Results { .. } => None,
            })
            .unwrap_or_default()
    }
}

/// One reply of a model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Turn {
    /// The neutral form.
    pub reply: Reply,
    /// The provider's own items, verbatim, where there are any.
    pub items: Option<Vec<Value>>,
    /// What the turn took.
    pub usage: Usage,
    /// What the user should know: code and message.
    pub warnings: Vec<(String, String)>,
}

/// Why a model gave no turn.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A replay went another way than its recording.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A scripted model has no further turn.
    #[error("the script has no turn {turn}")]
    ScriptEnded {
        /// From 1.
        turn: usize,
    },
}

/// A turn that is being made.
pub type TurnFuture<'a> = Pin<Box<dyn Future<Output = Result<Turn, ModelError>> + 'a>>;

/// Something that answers requests.
///
/// A model holds no conversation: all that it may use is in the request. Dropping the future abandons the turn.
pub trait Model {
    /// The name that reports show.
    fn name(&self) -> &str;

    /// Answers a request.
    fn turn<'a>(&'a mut self, request: &'a Request) -> TurnFuture<'a>;
}
