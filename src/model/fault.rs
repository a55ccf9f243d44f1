//! Why a provider gave no turn: one taxonomy over all protocols, in words for a person.
//!
//! Never holds a key: whatever a server said goes through [`super::Endpoint::redact`] first.

mod body;
mod hint;
mod kind;

pub(super) use body::ServerError;
pub use kind::FaultKind;

use std::fmt;

use crate::event::Usage;

/// Why a provider gave no turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// What it is.
    pub kind: FaultKind,
    /// The provider as the user names it.
    pub provider: String,
    /// The model as the server names it.
    pub model: String,
    /// The address that was called.
    pub url: String,
    /// The variables in which the key is looked for.
    pub variables: Vec<String>,
    /// The server's own words, or those of the connection's fault; one line, bounded, without keys.
    pub said: String,
    /// HTTP's status; none where no answer came.
    pub status: Option<u16>,
    /// By which the provider finds the request.
    pub request_id: Option<String>,
    /// Requests that were sent.
    pub attempts: u32,
    /// Known models with names like the one that is unknown, nearest first.
    pub near: Vec<String>,
    /// What the requests took.
    pub usage: Usage,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}: {}", self.provider, self.url, self.said)
    }
}

impl std::error::Error for Fault {}
