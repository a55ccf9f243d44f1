//! A model behind a server: encodes, sends, decodes, retries, counts and prices.
//!
//! A request is sent again only while none of its calls has run: that is, always, since calls are run by whoever asked.
//! Dropping the future of a turn drops the connection; nothing else has to be undone.

mod ask;
mod attempt;
mod calls;
mod estimate;
mod near;
mod probe;
mod redact;
mod retry;

use reqwest::Url;

use super::fault::Trouble;
use super::transport::{self, Transport};
use super::wire;
use super::{
    Aside, Endpoint, Fault, FaultKind, Listener, Message, Model, ModelError, Prices, Request, ToolMode, Turn,
    TurnFuture,
};
use crate::event::Usage;
use retry::Retries;

/// A model behind a server.
pub struct Remote {
    endpoint: Endpoint,
    name: String,
    transport: Transport,
    /// How tools are offered, once that is settled.
    tools: Option<ToolMode>,
    /// Whether replies in words may be asked for with a schema.
    schema: bool,
    /// Tokens that fit the model's context, as configured or as the server says.
    window: Option<u64>,
    /// Tokens of context that the server was asked for: each change makes it load the model anew.
    context_tokens: u64,
    /// Messages whose items a server no longer takes.
    plain: usize,
    /// What the user should know with the next turn.
    warnings: Vec<(String, String)>,
}

/// A request as it would be sent: for `--dry-run`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    /// `POST`, the address.
    pub url: String,
    /// Names and values, keys made unreadable.
    pub headers: Vec<(String, String)>,
    /// The very bytes of the body.
    pub body: String,
}

impl Remote {
    /// A model that has not been asked anything yet. Nothing is sent, and no key is needed yet.
    ///
    /// # Errors
    /// When a header cannot be sent as it is configured.
    pub fn new(endpoint: Endpoint) -> Result<Self, Box<Fault>> {
        let url = address(&endpoint);
        transport::headers(&endpoint).map_err(|trouble| Box::new(trouble.fault(&endpoint, url.as_str())))?;
        let tools = match endpoint.tools {
            ToolMode::Auto => None,
            ToolMode::Native | ToolMode::Prompt => Some(endpoint.tools),
        };
        Ok(Self {
            name: endpoint.name(),
            transport: Transport::new(&endpoint),
            tools,
            schema: true,
            window: endpoint.context_window,
            context_tokens: 0,
            plain: 0,
            warnings: Vec::new(),
            endpoint,
        })
    }

    /// Whether all is there that a request needs; so that a run without a key ends before it has read its files.
    ///
    /// # Errors
    /// When the server wants a key and none is set.
    pub fn ready(&self) -> Result<(), Box<Fault>> {
        let Endpoint { key, key_variables, .. } = &self.endpoint;
        if key.as_ref().is_some_and(|key| !key.is_empty()) || key_variables.is_empty() {
            return Ok(());
        }
        let verb = if key_variables.len() > 1 { "are" } else { "is" };
        let said = format!("{} {verb} not set", key_variables.join(" and "));
        Err(Box::new(
            Trouble::unsent(FaultKind::MissingKey, said).fault(&self.endpoint, address(&self.endpoint).as_str()),
        ))
    }

    /// The request as it would be sent first, if the server has nothing to say on its tools. Nothing is sent.
    #[must_use]
    pub fn sketch(&self, request: &Request) -> Sketch {
        let (url, body) = self.encoded(request);
        Sketch { url: self.endpoint.redact(url.as_str()), headers: transport::shown_headers(&self.endpoint), body }
    }

    async fn answer(&mut self, request: &Request, listener: Listener<'_>) -> Result<Turn, Box<Fault>> {
        self.ready()?;
        self.settle().await;
        let mut retries = Retries::new(&request.digest(), self.endpoint.base_url.is_local());
        let mut spent = Usage::default();
        let mut attempts = 0;
        loop {
            let failed = match self.ask(request, listener).await {
                Ok(turn) => return Ok(turn),
                Err(failed) => failed,
            };
            attempts += u32::from(failed.trouble.sent || failed.trouble.kind.is_retryable());
            if let Some(heard) = failed.heard {
                listener(Aside::Uncounted(self.priced(Usage {
                    input_tokens: if failed.usage.read_tokens() == 0 { request.tokens() } else { 0 },
                    output_tokens: heard.saturating_sub(failed.usage.output_tokens),
                    ..Usage::default()
                })));
            }
            if failed.usage.requests > 0 || failed.trouble.sent {
                let usage = self.priced(Usage { requests: failed.usage.requests.max(1), ..failed.usage });
                spent.add(&usage);
                listener(Aside::Spent(usage));
            }
            if self.can_do_without(&failed.trouble, request) {
                continue;
            }
            let Some(wait) = retries.next(&failed.trouble) else {
                return Err(self.give_up(failed.trouble, attempts, spent).await);
            };
            listener(Aside::Retry {
                attempt: retries.count(),
                reason: retry::reason(&failed.trouble),
                after_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
            });
            tokio::time::sleep(wait).await;
        }
    }

    /// Finds out how tools are offered, and how much fits the context: asked once.
    async fn settle(&mut self) {
        if self.tools.is_some() {
            return;
        }
        let said = probe::abilities(&self.transport, &self.endpoint).await;
        self.window = self.window.or(said.window);
        if said.tools == Some(false) {
            self.put_tools_into_words();
        } else {
            self.tools = Some(ToolMode::Native);
        }
    }

    fn put_tools_into_words(&mut self) {
        self.tools = Some(ToolMode::Prompt);
        let message = format!("{} cannot call tools; they are put into words, which works less well", self.name);
        self.warnings.push(("no_tools".to_owned(), message));
    }

    /// Whether a request that failed can be made so that it need not fail: without tools of the model's own, without a
    /// schema, or without the reasoning of earlier turns. Each is tried once.
    fn can_do_without(&mut self, trouble: &Trouble, request: &Request) -> bool {
        let may_change = self.endpoint.tools == ToolMode::Auto && self.tools == Some(ToolMode::Native);
        if trouble.kind == FaultKind::NoTools && may_change {
            self.put_tools_into_words();
            return true;
        }
        let said = trouble.said.to_lowercase();
        let names_schema = ["schema", "response_format", "grammar"].iter().any(|word| said.contains(word));
        let takes_none = trouble.kind == FaultKind::BadRequest && names_schema && self.tools == Some(ToolMode::Prompt);
        if takes_none && std::mem::take(&mut self.schema) {
            return true;
        }
        let messages = request.messages.get(self.plain..).unwrap_or_default();
        let has_items = messages.iter().any(|message| matches!(message, Message::Assistant { items: Some(_), .. }));
        if trouble.kind == FaultKind::EditedHistory && has_items {
            self.plain = request.messages.len();
            let message = "the server took the reasoning of earlier turns for changed; it is left out".to_owned();
            self.warnings.push(("reasoning_dropped".to_owned(), message));
            return true;
        }
        false
    }

    async fn give_up(&self, trouble: Trouble, attempts: u32, usage: Usage) -> Box<Fault> {
        let near = if trouble.kind == FaultKind::UnknownModel {
            near::models(&self.transport, &self.endpoint).await
        } else {
            Vec::new()
        };
        let fault = retry::explained(trouble).fault(&self.endpoint, address(&self.endpoint).as_str());
        Box::new(Fault { attempts, near, usage, ..fault })
    }
}

impl Model for Remote {
    fn name(&self) -> &str {
        &self.name
    }

    fn prices(&self) -> Option<Prices> {
        self.endpoint.prices.clone()
    }

    fn is_metered(&self) -> bool {
        true
    }

    fn output_tokens(&self) -> u64 {
        self.endpoint.output_tokens
    }

    fn turn<'a>(&'a mut self, request: &'a Request, listener: Listener<'a>) -> TurnFuture<'a> {
        Box::pin(async move { self.answer(request, listener).await.map_err(ModelError::Provider) })
    }
}

/// Where the model's requests go.
fn address(endpoint: &Endpoint) -> Url {
    endpoint.base_url.join(&wire::path(endpoint.protocol, &endpoint.model))
}

#[cfg(test)]
mod tests;
