//! Why a provider gave no turn: one taxonomy over all protocols, in words for a person.
//!
//! Never holds a key: whatever a server said goes through [`super::Endpoint::redact`] first.

mod body;
mod classify;
mod hint;
mod kind;
mod wait;

pub(super) use body::{ServerError, is_html};
pub(super) use classify::kind;
pub use kind::FaultKind;
pub(super) use wait::Again;

use std::fmt;

use super::Endpoint;
use crate::event::Usage;
use crate::limits::{ERROR_CHARS, REQUEST_ID_CHARS};

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
    /// The variable that holds the key; those in which it was looked for where none does.
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
    /// What the requests took; it has been told of as [`super::Aside::Spent`] already.
    pub usage: Usage,
}

/// Why one request gave no turn: becomes a [`Fault`] where it is not sent again.
///
/// Its words are as they came: they may hold a key.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Trouble {
    pub kind: FaultKind,
    pub said: String,
    pub status: Option<u16>,
    pub request_id: Option<String>,
    pub again: Again,
    /// Whether the request reached a server.
    pub sent: bool,
}

impl Trouble {
    /// Something that went wrong after the request was sent.
    pub fn new(kind: FaultKind, said: impl Into<String>) -> Self {
        Self { kind, said: said.into(), status: None, request_id: None, again: Again::default(), sent: true }
    }

    /// Something that kept the request from being sent.
    pub fn unsent(kind: FaultKind, said: impl Into<String>) -> Self {
        Self { sent: false, ..Self::new(kind, said) }
    }

    /// What a server told.
    pub fn told(error: &ServerError, again: Again) -> Self {
        Self {
            status: error.status,
            request_id: error.request_id().map(str::to_owned),
            again,
            ..Self::new(kind(error), error.message.clone())
        }
    }

    /// Whether the same request may be sent again. No word of a server makes up for credit.
    pub fn may_retry(&self) -> bool {
        if self.kind == FaultKind::NoCredit && self.status != Some(402) {
            return false;
        }
        self.again.told.unwrap_or_else(|| self.kind.is_retryable())
    }

    /// The fault that it is, told without keys.
    pub fn fault(&self, endpoint: &Endpoint, url: &str) -> Fault {
        let shown = |text: &str, most| bounded(&endpoint.redact(&one_line(&endpoint.redact(text))), most);
        Fault {
            kind: self.kind,
            provider: endpoint.provider.clone(),
            model: endpoint.model.clone(),
            url: endpoint.redact(url),
            variables: endpoint.key_variables.clone(),
            said: shown(&self.said, ERROR_CHARS),
            status: self.status,
            request_id: self.request_id.as_ref().map(|id| shown(id, REQUEST_ID_CHARS)).filter(|id| !id.is_empty()),
            attempts: 0,
            near: Vec::new(),
            usage: Usage::default(),
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.words())
    }
}

impl std::error::Error for Trouble {}

/// One line: what happened, at which address, in the server's words; by which the provider finds it, how often it was
/// tried.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.provider, self.what(), self.url)?;
        if let Some(status) = self.status.filter(|status| *status >= 300) {
            write!(f, " answered {status}")?;
        }
        if !self.said.is_empty() {
            write!(f, ": {}", self.said)?;
        }
        let request = self.request_id.as_ref().map(|id| format!("request {id}"));
        let attempts = (self.attempts > 1).then(|| format!("after {} attempts", self.attempts));
        let aside: Vec<String> = request.into_iter().chain(attempts).collect();
        if aside.is_empty() { Ok(()) } else { write!(f, " ({})", aside.join(", ")) }
    }
}

impl std::error::Error for Fault {}

impl Fault {
    fn what(&self) -> String {
        let (words, model) = (self.kind.words(), &self.model);
        match self.kind {
            FaultKind::UnknownModel => format!("there is no model {model}"),
            FaultKind::NoTools => format!("{model} cannot call tools"),
            FaultKind::ContextOverflow => format!("the prompt is larger than the context of {model}"),
            FaultKind::MissingKey
            | FaultKind::BadKey
            | FaultKind::BadHeader
            | FaultKind::Forbidden
            | FaultKind::NoCredit
            | FaultKind::TooLarge
            | FaultKind::Filtered
            | FaultKind::RateLimited
            | FaultKind::Overloaded
            | FaultKind::Server
            | FaultKind::BadRequest
            | FaultKind::EditedHistory
            | FaultKind::Refused
            | FaultKind::NoHost
            | FaultKind::Tls
            | FaultKind::Proxy
            | FaultKind::Timeout
            | FaultKind::Cut
            | FaultKind::Redirect
            | FaultKind::Nonsense => words.to_owned(),
        }
    }
}

/// Text without line breaks, control characters, and characters that turn its direction.
fn one_line(text: &str) -> String {
    let shown = |character: char| !matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let text: String =
        text.chars().filter(|character| shown(*character)).map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn bounded(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Protocol;
    use crate::model::Secret;
    use crate::model::wire::samples;

    #[test]
    fn a_fault_is_one_bounded_line_without_keys() {
        let mut endpoint = samples::endpoint(Protocol::Anthropic);
        endpoint.key = Some(Secret::new("sk-secret-123"));
        let error = ServerError::read(
            401,
            br#"{"error":{"type":"authentication_error","message":"bad\n\u001b[31m sk-secret-123\u202e!"},"request_id":"req_1"}"#,
        );
        let mut fault = Trouble::told(&error, Again::default()).fault(&endpoint, "https://api.example.com/v1/messages");
        assert_eq!(
            fault.to_string(),
            "sample: the key is not accepted: https://api.example.com/v1/messages answered 401: bad [31m (key)! (request req_1)"
        );
        fault.attempts = 3;
        assert!(fault.to_string().ends_with("(request req_1, after 3 attempts)"), "{fault}");
        let long = Trouble::new(FaultKind::Server, format!("{}sk-secret-123", "x".repeat(ERROR_CHARS - 4)));
        let said = long.fault(&endpoint, "u").said;
        assert!(!said.contains("sk-") && said.chars().count() == ERROR_CHARS + 1, "{said}");
    }

    #[test]
    fn a_server_cannot_talk_csvchat_into_paying_twice() {
        let again = Again { told: Some(true), after: None };
        let trouble = |status, body: &str| Trouble::told(&ServerError::read(status, body.as_bytes()), again);
        assert!(!trouble(429, r#"{"error":{"code":"insufficient_quota"}}"#).may_retry());
        assert!(trouble(402, "").may_retry());
        assert!(trouble(400, "").may_retry());
        assert!(!Trouble::told(&ServerError::read(529, b""), Again { told: Some(false), after: None }).may_retry());
    }
}
