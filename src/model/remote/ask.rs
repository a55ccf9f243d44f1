//! One turn, asked for once: the body, its way to the server and back, and what is made of the reply.
//!
//! Where tools are put into words, a reply that cannot be read is asked for once more.

use reqwest::Url;
use sha2::{Digest, Sha256};

use super::attempt::{Attempt, Failed};
use super::{Remote, address, calls, estimate, redact};
use crate::event::{Protocol, Reply, Stop, Usage};
use crate::model::fault::{FaultKind, Trouble};
use crate::model::transport;
use crate::model::wire::{self, Decoded, Draft, prompted};
use crate::model::{Aside, Items, Message, Request, ToolMode, Turn};

impl Remote {
    /// Sends the request once.
    pub(super) async fn ask(&mut self, request: &Request, listener: &mut dyn FnMut(Aside)) -> Result<Turn, Failed> {
        self.context_tokens = self.context_for(request);
        let asked = self.as_encoded(request);
        let decoded = self.send(&asked, self.schema_for(request), listener).await?;
        let decoded =
            if self.in_words() { self.read_words(request, &asked, decoded, listener).await? } else { decoded };
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.extend(decoded.warnings);
        warnings.extend(estimate::cut_warning(request, &decoded.usage, self.window_in_use()));
        let mut reply = decoded.reply;
        if self.was_cut(&reply, decoded.usage.output_tokens, request) {
            reply.stop = Stop::MaxTokens;
            reply.calls.clear();
        }
        calls::name_each(&mut reply.calls, request);
        let items = self.items(decoded.items);
        let mut usage = self.priced(decoded.usage);
        // A server that counts nothing does not serve for nothing.
        if usage.tokens() == 0 && self.is_paid() {
            usage.cost_usd = None;
        }
        Ok(redact::turn(Turn { reply, items, usage, warnings }, &self.endpoint))
    }

    /// The very bytes of a request's body, and where they go.
    pub(super) fn encoded(&self, request: &Request) -> (Url, String) {
        let body = self.body(&self.as_encoded(request), self.schema_for(request).as_ref());
        (address(&self.endpoint), body)
    }

    async fn send(
        &self,
        asked: &Request,
        schema: Option<serde_json::Value>,
        listener: &mut dyn FnMut(Aside),
    ) -> Result<Decoded, Failed> {
        let headers = transport::headers(&self.endpoint)?;
        let body = self.body(asked, schema.as_ref());
        self.check_room(&body)?;
        let attempt =
            Attempt { transport: &self.transport, endpoint: &self.endpoint, url: address(&self.endpoint), headers };
        // Words that stand for a call are nothing to show.
        let mut quiet = |_: Aside| {};
        let mut decoded = attempt.run(body.into_bytes(), if self.in_words() { &mut quiet } else { listener }).await?;
        decoded.usage.requests = 1;
        Ok(decoded)
    }

    /// Makes calls of words. What cannot be read is told to the model, once.
    async fn read_words(
        &self,
        request: &Request,
        asked: &Request,
        decoded: Decoded,
        listener: &mut dyn FnMut(Aside),
    ) -> Result<Decoded, Failed> {
        if !decoded.reply.calls.is_empty() || !is_whole(decoded.reply.stop) {
            return Ok(decoded);
        }
        if request.closing {
            let reply = prompted::plain(&decoded.reply.text, &request.tools);
            return Ok(understood(decoded, reply));
        }
        let wrong = match prompted::read(&decoded.reply.text, &request.tools) {
            Ok(reply) => return Ok(understood(decoded, reply)),
            Err(wrong) => wrong,
        };
        let bad = decoded.reply.clone();
        let repairing = prompted::repairing(asked, bad, self.items(decoded.items.clone()), &wrong);
        let mut second = match self.send(&repairing, self.schema_for(request), listener).await {
            Ok(second) => second,
            Err(mut failed) => {
                failed.usage.requests = u64::from(failed.trouble.sent);
                failed.usage.add(&decoded.usage);
                return Err(failed);
            }
        };
        second.usage.add(&decoded.usage);
        second.items = match self.endpoint.protocol {
            Protocol::Chat | Protocol::Ollama | Protocol::Responses => {
                prompted::exchange(decoded.items, &wrong, second.items)
            }
            // Their items are parts of one message: the turn goes back in its neutral form.
            Protocol::Anthropic | Protocol::Gemini => Vec::new(),
        };
        if !second.reply.calls.is_empty() || !is_whole(second.reply.stop) {
            return Ok(second);
        }
        let reply = prompted::read(&second.reply.text, &request.tools)
            .unwrap_or_else(|_| prompted::plain(&second.reply.text, &request.tools));
        Ok(understood(second, reply))
    }

    fn in_words(&self) -> bool {
        self.tools == Some(ToolMode::Prompt)
    }

    /// The request as the wire format is given it.
    fn as_encoded(&self, request: &Request) -> Request {
        let request = without_items(request, self.plain);
        if self.in_words() { prompted::requested(&request) } else { request }
    }

    /// The schema of a reply in words, for servers that hold their models to one.
    fn schema_for(&self, request: &Request) -> Option<serde_json::Value> {
        let holds = self.schema && (self.endpoint.protocol == Protocol::Ollama || self.endpoint.base_url.is_local());
        (self.in_words() && holds && !request.closing).then(|| prompted::answer_schema(&request.tools))
    }

    fn body(&self, asked: &Request, schema: Option<&serde_json::Value>) -> String {
        let cache_key = cache_key(asked);
        let draft = Draft {
            request: asked,
            endpoint: &self.endpoint,
            output_tokens: self.output_for(asked),
            context_tokens: self.context_for(asked),
            cache_key: &cache_key,
            answer_schema: schema,
        };
        wire::body(&draft).to_string()
    }

    fn items(&self, items: Vec<serde_json::Value>) -> Option<Items> {
        (!items.is_empty()).then(|| Items { maker: self.endpoint.maker(), items })
    }

    /// Whether a reply was cut at its token limit although its server calls it complete: llama.cpp does so on
    /// `/v1/responses`.
    fn was_cut(&self, reply: &Reply, written: u64, request: &Request) -> bool {
        let may_hide_it = self.endpoint.protocol == Protocol::Responses && !self.endpoint.official;
        may_hide_it && is_whole(reply.stop) && written >= self.output_for(request)
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

    /// Whether tokens cost something.
    fn is_paid(&self) -> bool {
        self.endpoint.prices.as_ref().is_some_and(|prices| !prices.tiers.is_empty())
    }

    pub(super) fn priced(&self, usage: Usage) -> Usage {
        Usage { cost_usd: self.endpoint.prices.as_ref().map(|prices| prices.cost(&usage)), ..usage }
    }
}

/// Whether a reply was neither cut nor refused.
fn is_whole(stop: Stop) -> bool {
    match stop {
        Stop::End | Stop::ToolUse => true,
        Stop::MaxTokens | Stop::Refusal | Stop::ContentFilter | Stop::Pause | Stop::ContextOverflow => false,
    }
}

/// A turn with its words understood. What it thought beside them stays.
fn understood(decoded: Decoded, reply: Reply) -> Decoded {
    let parts = [decoded.reply.reasoning, reply.reasoning];
    let reasoning = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
    Decoded { reply: Reply { reasoning, ..reply }, ..decoded }
}

/// The same for all requests of a conversation, since it rests on what they begin with.
fn cache_key(request: &Request) -> String {
    let digest =
        Sha256::new().chain_update(&request.system).chain_update([0]).chain_update(request.opening()).finalize();
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
