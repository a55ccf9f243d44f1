//! The headers of a request: those of the protocol, the key's, and the user's own, which win.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::event::Protocol;
use crate::model::fault::{FaultKind, Trouble};
use crate::model::wire::{self, Framing};
use crate::model::{Endpoint, KeyHeader, Secret};

/// Headers that belong to the connection; setting them by hand breaks it.
const RESERVED: [&str; 5] = ["content-length", "transfer-encoding", "connection", "upgrade", "expect"];

/// One header, before it is either sent or shown.
struct Header<'a> {
    name: String,
    /// What stands before a secret, or the whole value.
    open: String,
    secret: Option<&'a Secret>,
    /// What is shown in the secret's place.
    source: String,
}

impl<'a> Header<'a> {
    fn open(name: &str, value: &str) -> Self {
        Self { name: name.to_owned(), open: value.to_owned(), secret: None, source: String::new() }
    }

    fn set(headers: &mut Vec<Self>, header: Self) {
        headers.retain(|other| other.name != header.name);
        headers.push(header);
    }

    fn of(endpoint: &'a Endpoint) -> Vec<Self> {
        let accept = match wire::framing(endpoint.protocol) {
            Framing::Sse => "text/event-stream",
            Framing::Lines => "application/x-ndjson",
        };
        let mut headers = vec![
            Self::open("content-type", "application/json"),
            Self::open("accept", accept),
            Self::open("user-agent", concat!("csvchat/", env!("CARGO_PKG_VERSION"))),
        ];
        if endpoint.protocol == Protocol::Anthropic {
            let version = if endpoint.official { "2026-10-21" } else { "2023-06-01" };
            headers.push(Self::open("anthropic-version", version));
        }
        let variables = endpoint.key_variables.join(" or ");
        if endpoint.key.is_some() || !variables.is_empty() {
            let (name, open) = match endpoint.key_header {
                KeyHeader::Bearer => ("authorization", "Bearer "),
                KeyHeader::XApiKey => ("x-api-key", ""),
                KeyHeader::XGoogApiKey => ("x-goog-api-key", ""),
                KeyHeader::ApiKey => ("api-key", ""),
            };
            let source = match (&endpoint.key, variables.as_str()) {
                (Some(_), "") => "(key)".to_owned(),
                (Some(_), variables) => format!("(from {variables})"),
                (None, variables) => format!("(from {variables}, which is not set)"),
            };
            let secret = endpoint.key.as_ref();
            headers.push(Self { name: name.to_owned(), open: open.to_owned(), secret, source });
        }
        for (name, value) in &endpoint.headers {
            let name = name.trim().to_ascii_lowercase();
            let source = "(from the configuration)".to_owned();
            Self::set(&mut headers, Self { name, open: String::new(), secret: Some(value), source });
        }
        headers
    }
}

/// The headers that are sent.
///
/// # Errors
/// When one cannot be sent; its value is not told.
pub fn checked(endpoint: &Endpoint) -> Result<HeaderMap, Trouble> {
    let wrong = |said: String| Trouble::unsent(FaultKind::BadHeader, said);
    let mut map = HeaderMap::new();
    for header in Header::of(endpoint) {
        let shown: String = header.name.escape_debug().collect();
        if RESERVED.contains(&header.name.as_str()) {
            return Err(wrong(format!("the header {shown} belongs to the connection and cannot be set")));
        }
        let Ok(name) = HeaderName::from_bytes(header.name.as_bytes()) else {
            return Err(wrong(format!("“{shown}” is no header's name")));
        };
        let value = header.secret.map_or(String::new(), |secret| secret.reveal().to_owned());
        let is_plain = value.chars().all(|character| character == ' ' || character.is_ascii_graphic());
        let value = HeaderValue::from_str(&format!("{}{value}", header.open)).ok().filter(|_| is_plain);
        let Some(mut value) = value else {
            let source = header.source.trim_matches(['(', ')']);
            return Err(wrong(format!("the value of {shown}, {source}, holds characters that no header can carry")));
        };
        value.set_sensitive(header.secret.is_some());
        map.insert(name, value);
    }
    Ok(map)
}

/// The same headers with secrets made unreadable.
#[must_use]
pub fn shown(endpoint: &Endpoint) -> Vec<(String, String)> {
    Header::of(endpoint).into_iter().map(|header| (header.name, format!("{}{}", header.open, header.source))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::wire::samples;

    fn endpoint() -> Endpoint {
        let mut endpoint = samples::endpoint(Protocol::Anthropic);
        endpoint.key = Some(Secret::new("sk-secret"));
        endpoint.key_variables = vec!["ANTHROPIC_API_KEY".to_owned()];
        endpoint.key_header = KeyHeader::XApiKey;
        endpoint
    }

    #[test]
    fn a_key_is_sent_and_never_shown() {
        let endpoint = endpoint();
        let sent = checked(&endpoint).unwrap();
        assert_eq!(sent["x-api-key"], "sk-secret");
        assert!(sent["x-api-key"].is_sensitive() && !format!("{sent:?}").contains("sk-secret"));
        assert_eq!(sent["anthropic-version"], "2023-06-01");
        let shown = shown(&endpoint);
        assert!(shown.contains(&("x-api-key".to_owned(), "(from ANTHROPIC_API_KEY)".to_owned())), "{shown:?}");
        assert!(!format!("{shown:?}").contains("sk-secret"));
        assert_eq!(shown.len(), sent.len());
    }

    #[test]
    fn the_users_own_headers_win() {
        let mut endpoint = Endpoint { official: true, ..endpoint() };
        assert_eq!(checked(&endpoint).unwrap()["anthropic-version"], "2026-10-21");
        endpoint.headers = vec![("Anthropic-Version".to_owned(), Secret::new("2024-01-01"))];
        assert_eq!(checked(&endpoint).unwrap()["anthropic-version"], "2024-01-01");
    }

    #[test]
    fn what_no_header_can_carry_is_refused_without_being_told() {
        for (name, value) in
            [("a b", "x"), ("x-a", "one\ntwo"), ("x-a", "schlüssel"), ("Content-Length", "1"), ("", "x")]
        {
            let headers = vec![(name.to_owned(), Secret::new(value))];
            let trouble = checked(&Endpoint { headers, ..endpoint() }).unwrap_err();
            assert_eq!(trouble.kind, FaultKind::BadHeader);
            assert!(!trouble.said.contains("two") && !trouble.said.contains("schl"), "{}", trouble.said);
        }
        let endpoint = Endpoint { key: Some(Secret::new("sk-“quoted”")), ..endpoint() };
        let said = checked(&endpoint).unwrap_err().said;
        assert!(said.contains("ANTHROPIC_API_KEY") && !said.contains("quoted"), "{said}");
    }
}
