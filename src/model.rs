//! What a model is to csvchat: something that is given a request and answers with text and tool calls.
//!
//! Uses `limits`, `event` and nothing of its siblings. Here: the trait, the request in its neutral form; models that
//! need no network (`replay` plays a saved run, `scripted` plays what a test wrote); and [`Remote`], a model behind a
//! server. The built-in analyst lives in `analyst`, since it knows what tools and prompts look like.
//!
//! One question takes this way: the agent writes a [`Request`] (system prompt, tool specifications, one user message);
//! the model gives a [`Turn`]; the agent appends the turn as [`Message::Assistant`] and the results of its calls as
//! [`Message::Results`], and asks again with the longer request. Messages are only ever appended.
//!
//! A remote turn takes this way: `wire` makes the JSON body of a request, a pure function of the request and the
//! [`Endpoint`]; `transport` sends it and reads the reply as a stream of events; `wire`'s decoder folds them into a
//! turn, or into a [`Fault`] where the stream has no proper end; `remote` tries again what may be tried again, tells of
//! each retry, counts what it took, and prices it. Where a server has no tools of its own, `wire::prompted` puts them
//! into words.

mod endpoint;
mod fault;
#[cfg(test)]
mod loopback;
mod price;
mod remote;
mod replay;
mod scripted;
mod secret;
mod transport;
mod wire;

pub use endpoint::{BaseUrl, Endpoint, KeyHeader, OutputCap, ToolMode};
pub use fault::{Fault, FaultKind};
pub use price::{Prices, Tier, prices_of};
pub use remote::{Remote, Sketch};
pub use replay::{Origin, Pace, RecordedDataset, RecordedLimits, RecordedResult, Replay, ReplayError};
pub use scripted::Scripted;
pub use secret::Secret;

use std::fmt::Write;
use std::future::Future;
use std::pin::Pin;

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::event::{Maker, Reply, Usage};
use crate::limits::{BYTES_A_TOKEN, OUTPUT_TOKENS, Privacy};

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

/// A turn as its provider gave it: sent back exactly so, in this order, unknown keys included.
#[derive(Debug, Clone, PartialEq)]
pub struct Items {
    /// Who made them.
    pub maker: Maker,
    /// Anthropic: content blocks. Responses: output items. Gemini: parts. Chat and Ollama: messages.
    pub items: Vec<Value>,
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
        /// The provider's own items, where there are any.
        #[serde(skip)]
        items: Option<Items>,
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
    /// Whether this is the last turn of the run, in which no tool may be called. The tools stay in the request, as its
    /// beginning must not change.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub closing: bool,
    /// Tokens that the turn may take to write, where the run's limits leave fewer than the endpoint allows.
    #[serde(skip)]
    pub output_tokens: Option<u64>,
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

    /// Tokens that the request takes to read, estimated from its bytes.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        let bytes = serde_json::to_vec(self).map_or(0, |bytes| bytes.len());
        bytes as u64 / BYTES_A_TOKEN
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
    /// The provider's own items, where there are any.
    pub items: Option<Items>,
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
    /// A provider failed, after retries where they could help.
    #[error(transparent)]
    Provider(#[from] Box<Fault>),
}

/// What a model tells while it works on a turn.
#[derive(Debug, Clone, PartialEq)]
pub enum Aside {
    /// A piece of the text that it is writing.
    Text(String),
    /// A request failed and is sent again after a wait; text that was told of this turn is void.
    Retry {
        /// From 1.
        attempt: u32,
        /// What went wrong.
        reason: String,
        /// Milliseconds to wait.
        after_ms: u64,
    },
    /// What a request took that gave no turn.
    Spent(Usage),
    /// What a request probably took beyond that, since its reply broke off before its server counted: an estimate, which
    /// counts for the limits, but is no figure to show. Told before [`Aside::Spent`].
    Uncounted(Usage),
}

/// Hears what a model tells while it works.
pub type Listener<'a> = &'a mut dyn FnMut(Aside);

/// A turn that is being made.
pub type TurnFuture<'a> = Pin<Box<dyn Future<Output = Result<Turn, ModelError>> + 'a>>;

/// Something that answers requests.
///
/// A model holds no conversation: all that it may use is in the request. Dropping the future abandons the turn.
pub trait Model {
    /// The name that reports show.
    fn name(&self) -> &str;

    /// What its tokens cost, where that is known; nothing for a model that is free.
    fn prices(&self) -> Option<Prices> {
        Some(Prices::default())
    }

    /// Whether it takes tokens.
    fn is_metered(&self) -> bool {
        false
    }

    /// What it may be told, where the user asked for this level. A model that sends nothing away is told everything; a
    /// recording is told what it was told when it was made.
    fn privacy(&self, asked: Privacy) -> Privacy {
        asked
    }

    /// Tokens that it may write in one turn.
    fn output_tokens(&self) -> u64 {
        OUTPUT_TOKENS
    }

    /// Answers a request.
    fn turn<'a>(&'a mut self, request: &'a Request, listener: Listener<'a>) -> TurnFuture<'a>;
}
