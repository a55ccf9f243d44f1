//! Where a model is and how it is spoken to: all that `settings` decides and `wire`, `transport` and `remote` need.

use std::fmt;
use std::net::IpAddr;

use reqwest::Url;

use super::{Prices, Secret};
use crate::event::{Maker, Protocol};

/// An address without user, password, query, fragment or trailing slash; so it can be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(Url);

impl BaseUrl {
    /// Reads an address. Without a scheme, `http://` is taken for hosts of this machine and its network, and `https://`
    /// for all others, to which no key should go in the clear.
    ///
    /// # Errors
    /// A sentence that says what is wrong, without the address: it may hold a password.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let parsed = |full: &str| Url::parse(full).map_err(|error| format!("not an address: {error}"));
        let url = if text.contains("://") {
            parsed(text)?
        } else {
            let plain = Self(parsed(&format!("http://{text}"))?);
            let is_near = plain.is_local() || !plain.0.host_str().is_some_and(|host| host.contains(['.', ':']));
            if is_near { plain.0 } else { parsed(&format!("https://{text}"))? }
        };
        if !matches!(url.scheme(), "http" | "https") {
            return Err("an address begins with https:// or http://".to_owned());
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("an address may hold no user name and no password; keys come from the environment".to_owned());
        }
        if url.host_str().is_none_or(str::is_empty) {
            return Err("the address names no host".to_owned());
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err("an address ends with its path: no ? and no #".to_owned());
        }
        Ok(Self(url))
    }

    /// Scheme, host and port: what a key is given to.
    #[must_use]
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// Whether the server runs on this machine or in its private network.
    #[must_use]
    pub fn is_local(&self) -> bool {
        let host = self.0.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
        match host.parse::<IpAddr>() {
            Ok(IpAddr::V4(address)) => address.is_loopback() || address.is_private() || address.is_link_local(),
            Ok(IpAddr::V6(address)) => address.is_loopback() || address.is_unique_local(),
            Err(_) => host == "localhost" || host.ends_with(".localhost") || host.rsplit('.').next() == Some("local"),
        }
    }

    /// Whether it runs on this very machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        let host = self.0.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
        host.parse::<IpAddr>()
            .map_or(host == "localhost" || host.ends_with(".localhost"), |address| address.is_loopback())
    }

    /// The address with a path behind it. Where both have the version, `/v1`, it stands once.
    #[must_use]
    pub(super) fn join(&self, path: &str) -> Url {
        let mut base = self.as_str().to_owned();
        let version = path.split('/').nth(1).unwrap_or_default();
        if !version.is_empty() && base.ends_with(&format!("/{version}")) {
            base.truncate(base.len() - version.len() - 1);
        }
        // Both parts are valid on their own; the address alone stands in where they were not.
        Url::parse(&format!("{base}{path}")).unwrap_or_else(|_| self.0.clone())
    }

    /// As it is shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str().trim_end_matches('/')
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The header that carries the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyHeader {
    /// `Authorization: Bearer`
    Bearer,
    /// `x-api-key`, Anthropic.
    XApiKey,
    /// `x-goog-api-key`, Gemini.
    XGoogApiKey,
    /// `api-key`, Azure.
    ApiKey,
}

/// The parameter of Chat Completions that bounds what is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OutputCap {
    /// `max_tokens`, which most servers know.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`, OpenAI's reasoning models.
    MaxCompletionTokens,
}

/// How tools are offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ToolMode {
    /// As the server says it can; natively where it says nothing.
    #[default]
    Auto,
    /// With the protocol's own tools.
    Native,
    /// In words, one JSON object as the answer.
    Prompt,
}

/// Where and how a model is reached.
#[derive(Clone, PartialEq)]
pub struct Endpoint {
    /// As the user names it: `anthropic`, or an entry of a configuration file.
    pub provider: String,
    /// How it is spoken to.
    pub protocol: Protocol,
    /// The server.
    pub base_url: BaseUrl,
    /// The model, as the server names it.
    pub model: String,
    /// Whether the server is the one that the protocol's maker runs: only it is told what only it understands.
    pub official: bool,
    /// The key; none where the server wants none.
    pub key: Option<Secret>,
    /// The variable that holds the key; those in which it was looked for where none does.
    pub key_variables: Vec<String>,
    /// The header that carries it.
    pub key_header: KeyHeader,
    /// Further headers; their values may be secrets.
    pub headers: Vec<(String, Secret)>,
    /// The parameter that bounds what is written.
    pub output_cap: OutputCap,
    /// Tokens that one turn may write.
    pub output_tokens: u64,
    /// How tools are offered.
    pub tools: ToolMode,
    /// Tokens that fit the model's context, where that is known.
    pub context_window: Option<u64>,
    /// What tokens cost, where that is known.
    pub prices: Option<Prices>,
    /// Time between two bytes of a reply, where the user sets it.
    pub idle_timeout: Option<std::time::Duration>,
}

impl Endpoint {
    /// `provider/model`, as reports show it.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}", self.provider, self.model)
    }

    /// Who makes the items of this endpoint's turns.
    #[must_use]
    pub fn maker(&self) -> Maker {
        Maker { protocol: self.protocol, base_url: self.base_url.to_string(), model: self.model.clone() }
    }

    /// Text in which no key and no header's value can be read.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        let secrets = self.key.iter().chain(self.headers.iter().map(|(_, value)| value));
        secrets.fold(text.to_owned(), |text, secret| secret.redact(&text).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_stands_once_in_an_address() {
        for (base, path, whole) in [
            ("https://a.example", "/v1/messages", "https://a.example/v1/messages"),
            ("https://a.example/v1/", "/v1/messages", "https://a.example/v1/messages"),
            ("localhost:8080/v1", "/chat/completions", "http://localhost:8080/v1/chat/completions"),
            ("https://a.example/v1beta", "/v1beta/models/m:x?alt=sse", "https://a.example/v1beta/models/m:x?alt=sse"),
        ] {
            assert_eq!(BaseUrl::parse(base).unwrap().join(path).as_str(), whole);
        }
    }

    #[test]
    fn a_key_goes_out_in_the_clear_only_where_the_scheme_says_so() {
        for (written, read) in [
            ("ai.example.com/v1", "https://ai.example.com/v1"),
            ("ai.example.com:8080", "https://ai.example.com:8080"),
            ("[2001:db8::1]:80", "https://[2001:db8::1]:80"),
            ("http://ai.example.com", "http://ai.example.com"),
            ("192.168.0.7:8080", "http://192.168.0.7:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("server.local", "http://server.local"),
            ("gpu-box:8080", "http://gpu-box:8080"),
        ] {
            assert_eq!(BaseUrl::parse(written).unwrap().as_str(), read, "{written}");
        }
    }

    #[test]
    fn addresses_that_would_give_something_away_are_refused() {
        for wrong in ["https://me:pw@a.example", "ftp://a", "https://", "", "/", "https://a/?key=1", "https://a/#x"] {
            let error = BaseUrl::parse(wrong).unwrap_err();
            assert!(!error.contains("pw"), "{error}");
        }
    }

    #[test]
    fn this_machine_and_its_network_are_local() {
        for (text, local, loopback) in [
            ("http://127.0.0.1:1", true, true),
            ("http://[::1]:1", true, true),
            ("http://localhost", true, true),
            ("http://192.168.0.7", true, false),
            ("https://api.example.com", false, false),
            ("https://127.0.0.1.example.com", false, false),
        ] {
            let url = BaseUrl::parse(text).unwrap();
            assert_eq!((url.is_local(), url.is_loopback()), (local, loopback), "{text}");
        }
    }
}
