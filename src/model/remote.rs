//! A model behind a server: encodes, sends, decodes, retries, counts and prices.

use super::{Endpoint, Fault, Listener, Model, ModelError, Prices, Request, TurnFuture};

/// A model behind a server.
pub struct Remote {
    endpoint: Endpoint,
    name: String,
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
    /// A model that has not been asked anything yet. Nothing is sent.
    ///
    /// # Errors
    /// When no client for HTTP can be made.
    pub fn new(endpoint: Endpoint) -> Result<Self, Box<Fault>> {
        let name = endpoint.name();
        Ok(Self { endpoint, name })
    }

    /// The request as it would be sent first. Nothing is sent.
    #[must_use]
    pub fn sketch(&self, _request: &Request) -> Sketch {
        Sketch { url: String::new(), headers: Vec::new(), body: String::new() }
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

    fn turn<'a>(&'a mut self, _request: &'a Request, _listener: Listener<'a>) -> TurnFuture<'a> {
        Box::pin(std::future::ready(Err(ModelError::ScriptEnded { turn: 0 })))
    }
}
