//! Sends a request and reads the reply as a stream of events: the only room that touches the network.
//!
//! Plain HTTP/1.1 over TCP or TLS. Never follows a redirect, since a key goes nowhere but to its own server; never tries
//! again; never bounds the time of a whole reply, only its silence. Proxies come from the environment; what runs on this
//! very machine is reached without one.

mod connection;
mod events;
mod headers;
mod proxy;

pub use events::Events;
pub use headers::{checked as headers, shown as shown_headers};

use std::cell::OnceCell;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};
use serde_json::Value;
use tokio::time::{Instant, timeout, timeout_at};

use super::Endpoint;
use super::fault::{Again, FaultKind, ServerError, Trouble};
use super::wire::Framing;
use crate::limits::{
    CONNECT_TIMEOUT, ERROR_BYTES, FIRST_BYTE_TIMEOUT, IDLE_TIMEOUT, LOCAL_FIRST_BYTE_TIMEOUT, LOCAL_IDLE_TIMEOUT,
    PROBE_TIMEOUT, REPLY_BYTES,
};

/// A way to one server. The client is made with the first request, since the certificates of a system take their time.
pub struct Transport {
    client: OnceCell<Client>,
    proxy: Option<proxy::Proxy>,
    /// The variable that should name a proxy and does not.
    unreadable_proxy: Option<&'static str>,
    is_loopback: bool,
    /// Whether each request gets a connection of its own: llama.cpp closes one that it said it keeps, and a request
    /// that is sent at that moment is lost.
    connects_anew: bool,
    is_secure: bool,
    first_byte: Duration,
    idle: Duration,
}

impl Transport {
    /// A way to an endpoint's server. Nothing is sent.
    pub fn new(endpoint: &Endpoint) -> Self {
        let base = &endpoint.base_url;
        let (first_byte, idle) = if base.is_local() {
            (LOCAL_FIRST_BYTE_TIMEOUT, LOCAL_IDLE_TIMEOUT)
        } else {
            (FIRST_BYTE_TIMEOUT, IDLE_TIMEOUT)
        };
        let url = base.join("");
        let (proxy, unreadable_proxy) = match proxy::of(&url, base.is_loopback(), |name| std::env::var(name).ok()) {
            Ok(proxy) => (proxy, None),
            Err(variable) => (None, Some(variable)),
        };
        Self {
            client: OnceCell::new(),
            is_loopback: base.is_loopback(),
            connects_anew: base.is_local(),
            is_secure: url.scheme() == "https" || proxy.as_ref().is_some_and(|proxy| proxy.is_secure),
            proxy,
            unreadable_proxy,
            first_byte: endpoint.idle_timeout.unwrap_or(first_byte),
            idle: endpoint.idle_timeout.unwrap_or(idle),
        }
    }

    /// Sends a request, and gives the events of its reply once the first of its bytes is there.
    ///
    /// # Errors
    /// When there is no connection, no answer in time, or an answer that is none.
    pub async fn post(
        &self,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
        framing: Framing,
    ) -> Result<Events, Trouble> {
        let deadline = Instant::now() + self.first_byte;
        let sending = self.client()?.post(url.clone()).headers(headers).body(body).send();
        let response = timeout_at(deadline, sending)
            .await
            .map_err(|_| connection::silence(self.first_byte))?
            .map_err(|error| connection::trouble(&error, self.proxy.as_ref()))?;
        let request_id = request_id(response.headers());
        let mut outcome = match response.status().as_u16() {
            200..300 => Events::open(response, framing, deadline, self.first_byte, self.idle).await,
            300..400 => Err(redirect(&response)),
            _ => Err(self.refusal(response).await),
        };
        match &mut outcome {
            Ok(events) => events.request_id = request_id,
            Err(trouble) => trouble.request_id = trouble.request_id.take().or(request_id),
        }
        outcome
    }

    /// What a server says of itself, where it says it soon: `GET` without a body, `POST` with one.
    pub async fn ask(&self, url: &Url, headers: HeaderMap, body: Option<&Value>) -> Option<Value> {
        let client = self.client().ok()?;
        let request = match body {
            Some(body) => client.post(url.clone()).body(body.to_string()),
            None => client.get(url.clone()),
        };
        let mut headers = headers;
        headers.remove("accept");
        let answer = async {
            let mut response = request.headers(headers).send().await.ok()?;
            let mut bytes = Vec::new();
            while let Some(chunk) = response.chunk().await.ok()? {
                bytes.extend_from_slice(&chunk);
                if bytes.len() > REPLY_BYTES {
                    return None;
                }
            }
            response.status().is_success().then_some(bytes)
        };
        let bytes = timeout(PROBE_TIMEOUT, answer).await.ok()??;
        serde_json::from_slice(&bytes).ok()
    }

    fn client(&self) -> Result<&Client, Trouble> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        if let Some(variable) = self.unreadable_proxy {
            let trouble = Trouble::unsent(FaultKind::Proxy, format!("{variable} is not the address of a proxy"));
            return Err(Trouble { again: Again { told: Some(false), after: None }, ..trouble });
        }
        // An error says that there is a provider already, which will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder().redirect(Policy::none()).http1_only().connect_timeout(CONNECT_TIMEOUT);
        if self.is_loopback {
            builder = builder.no_proxy();
        }
        if self.connects_anew {
            builder = builder.pool_max_idle_per_host(0);
        }
        if !self.is_secure {
            builder = builder.tls_certs_only([]);
        }
        let client = builder.build().map_err(|error| connection::trouble(&error, self.proxy.as_ref()))?;
        Ok(self.client.get_or_init(|| client))
    }

    /// What a server says that refuses a request; as far as it comes.
    async fn refusal(&self, mut response: Response) -> Trouble {
        let mut bytes = Vec::new();
        while bytes.len() < ERROR_BYTES {
            let Ok(Ok(Some(chunk))) = timeout(self.idle.min(FIRST_BYTE_TIMEOUT), response.chunk()).await else { break };
            bytes.extend_from_slice(&chunk);
        }
        bytes.truncate(ERROR_BYTES);
        let status = response.status();
        let mut error = ServerError::read(status.as_u16(), &bytes);
        if error.message.is_empty() {
            status.canonical_reason().unwrap_or_default().clone_into(&mut error.message);
        }
        let trouble = Trouble::told(&error, Again::read(response.headers(), &error));
        match &self.proxy {
            Some(proxy) if trouble.kind == FaultKind::Proxy => {
                Trouble { status: trouble.status, ..connection::locked(proxy) }
            }
            Some(_) | None => trouble,
        }
    }
}

/// Where a redirect leads, by its host: the path may hold anything.
fn redirect(response: &Response) -> Trouble {
    let target = response.headers().get(LOCATION).and_then(|target| target.to_str().ok());
    let target = target.and_then(|target| response.url().join(target).ok());
    let said = target.map_or_else(
        || "without saying where to".to_owned(),
        |target| format!("to {}", target.origin().ascii_serialization()),
    );
    Trouble { status: Some(response.status().as_u16()), ..Trouble::new(FaultKind::Redirect, said) }
}

/// By which the provider finds a request.
fn request_id(headers: &HeaderMap) -> Option<String> {
    let names = ["request-id", "x-request-id", "apim-request-id"];
    names.iter().find_map(|name| Some(headers.get(*name)?.to_str().ok()?.to_owned()))
}

/// The kind of a body, in small letters, without parameters.
fn content_type(headers: &HeaderMap) -> String {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests;
