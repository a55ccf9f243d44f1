//! A model behind a server: encodes, sends, decodes, retries, counts and prices.
//!
//! A request is sent again only while none of its calls has run: that is, always, since calls are run by whoever asked.
//! Dropping the future of a turn drops the connection; nothing else has to be undone.

mod attempt;
mod calls;
mod estimate;
mod near;
mod probe;
mod redact;
mod retry;

use reqwest::Url;
use sha2::{Digest, Sha256};

use super::fault::Trouble;
use super::transport::{self, Transport};
use super::wire::{self, Draft};
use super::{
    Aside, Endpoint, Fault, FaultKind, Items, Listener, Message, Model, ModelError, Prices, Request, ToolMode, Turn,
    TurnFuture,
};
use crate::event::{Protocol, Usage};
use attempt::{Attempt, Failed};
use retry::Retries;

/// A model behind a server.
pub struct Remote {
    endpoint: Endpoint,
    name: String,
    transport: Transport,
    /// How tools are offered, once that is settled.
    tools: Option<ToolMode>,
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
        Err(Box::new(Trouble::unsent(FaultKind::MissingKey, said).fault(&self.endpoint, address(&self.endpoint).as_str())))
    }

    /// The request as it would be sent first, if the server has nothing to say on its tools. Nothing is sent.
    #[must_use]
    pub fn sketch(&self, request: &Request) -> Sketch {
        Sketch {
            url: self.endpoint.redact(address(&self.endpoint).as_str()),
            headers: transport::shown_headers(&self.endpoint),
            body: self.body(request, self.context_for(request)),
        }
    }

    async fn answer(&mut self, request: &Request, listener: Listener<'_>) -> Result<Turn, Box<Fault>> {
        self.ready()?;
        self.settle().await;
        let mut retries = Retries::new(&request.digest(), self.endpoint.base_url.is_local());
        let mut spent = Usage::default();
        let mut sent = 0;
        loop {
            let failed = match self.attempt(request, listener).await {
                Ok(turn) => return Ok(turn),
                Err(failed) => failed,
            };
            sent += u32::from(failed.trouble.kind != FaultKind::ContextOverflow || failed.trouble.sent);
            if failed.trouble.sent {
                let usage = self.priced(Usage { requests: 1, ..failed.usage });
                spent.add(&usage);
                listener(Aside::Spent(usage));
            }
            if self.can_do_without(&failed.trouble, request) {
                continue;
            }
            let Some(wait) = retries.next(&failed.trouble) else {
                return Err(self.give_up(failed.trouble, sent, spent).await);
            };
            listener(Aside::Retry {
                attempt: retries.count(),
                reason: retry::reason(&failed.trouble),
                after_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
            });
            tokio::time::sleep(wait).await;
        }
    }

    /// Sends the request once.
    async fn attempt(&mut self, request: &Request, listener: &mut dyn FnMut(Aside)) -> Result<Turn, Failed> {
        let headers = transport::headers(&self.endpoint)?;
        self.context_tokens = self.context_for(request);
        let body = self.body(request, self.context_tokens);
        self.check_room(&body)?;
        let attempt = Attempt { transport: &self.transport, endpoint: &self.endpoint, url: address(&self.endpoint), headers };
        let decoded = attempt.run(body.into_bytes(), listener).await?;
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.extend(decoded.warnings);
        warnings.extend(estimate::cut_warning(request, &decoded.usage, self.window_in_use()));
        let mut reply = decoded.reply;
        calls::name_each(&mut reply.calls, request);
        let items = (!decoded.items.is_empty()).then(|| Items { maker: self.endpoint.maker(), items: decoded.items });
        let usage = self.priced(Usage { requests: 1, ..decoded.usage });
        Ok(redact::turn(Turn { reply, items, usage, warnings }, &self.endpoint))
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

    /// Whether a request that failed can be made so that it need not fail: without tools of the model's own, or without
    /// the reasoning of earlier turns. Each is tried once.
    fn can_do_without(&mut self, trouble: &Trouble, request: &Request) -> bool {
        let may_change = self.endpoint.tools == ToolMode::Auto && self.tools == Some(ToolMode::Native);
        if trouble.kind == FaultKind::NoTools && may_change {
            self.put_tools_into_words();
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

    /// The very bytes of a request's body.
    fn body(&self, request: &Request, context_tokens: u64) -> String {
        let plain;
        let request = if self.plain == 0 {
            request
        } else {
            plain = without_items(request, self.plain);
            &plain
        };
        let cache_key = cache_key(request);
        let draft = Draft {
            request,
            endpoint: &self.endpoint,
            output_tokens: self.output_for(request),
            context_tokens,
            cache_key: &cache_key,
            answer_schema: None,
        };
        wire::body(&draft).to_string()
    }

    fn output_for(&self, request: &Request) -> u64 {
        request.output_tokens.unwrap_or(u64::MAX).min(self.endpoint.output_tokens)
    }

    fn context_for(&self, request: &Request) -> u64 {
        estimate::context(self.context_tokens, request.tokens(), self.output_for(request), self.window)
    }

    /// The context that bounds a prompt, where it is known.
    fn window_in_use(&self) -> Option<u64> {
        match self.endpoint.protocol {
            Protocol::Ollama => Some(self.context_tokens),
            Protocol::Anthropic | Protocol::Responses | Protocol::Chat | Protocol::Gemini => self.window,
        }
    }

    /// Servers on one's own machine may cut a prompt that is too long without a word: they are not asked.
    fn check_room(&self, body: &str) -> Result<(), Trouble> {
        let is_silent = self.endpoint.protocol == Protocol::Ollama || self.endpoint.base_url.is_local();
        match self.window.filter(|_| is_silent) {
            Some(window) if estimate::overflows(body, window) => {
                let said = format!("it takes about {} tokens, and the context has {window}", estimate::tokens(body));
                Err(Trouble::unsent(FaultKind::ContextOverflow, said))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn priced(&self, usage: Usage) -> Usage {
        Usage { cost_usd: self.endpoint.prices.as_ref().map(|prices| prices.cost(&usage)), ..usage }
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

/// The same for all requests of a conversation, since it rests on what they begin with.
fn cache_key(request: &Request) -> String {
    let digest = Sha256::new().chain_update(&request.system).chain_update([0]).chain_update(request.opening()).finalize();
    let digits = digest.iter().take(8).map(|byte| format!("{byte:02x}"));
    std::iter::once("csvchat-".to_owned()).chain(digits).collect()
}

/// The request with the first messages in their neutral form alone.
fn without_items(request: &Request, first: usize) -> Request {
    let mut request = request.clone();
    for message in request.messages.iter_mut().take(first) {
        if let Message::Assistant { items, .. } = message {
            *items = None;
        }
    }
    request
}

#[cfg(test)]
mod tests;
