//! A fault in words: what to do next.

use super::{Fault, FaultKind};
use crate::model::BaseUrl;

const MODELS: &str = "`csvchat models` shows what is configured";
const LATER: &str = "run it again later; -m chooses another model";

impl Fault {
    /// What the user can do.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        let variables = self.variables.join(" or ");
        let has_variables = !variables.is_empty();
        Some(match self.kind {
            FaultKind::MissingKey => format!("set {variables} to your key; {MODELS}"),
            FaultKind::BadKey if has_variables => {
                format!("check {variables}: it may be mistyped, expired, or meant for another server; {MODELS}")
            }
            FaultKind::BadKey => {
                "this server wants a key: name its variable in the provider's entry of csvchat.toml".to_owned()
            }
            FaultKind::BadHeader if has_variables => {
                format!("check {variables}, and the headers in the provider's entry of csvchat.toml")
            }
            FaultKind::BadHeader => "check the headers in the provider's entry of csvchat.toml".to_owned(),
            FaultKind::Forbidden => format!(
                "the account may not use {}, or not from this country or network; the provider's console says more",
                self.model
            ),
            FaultKind::NoCredit => "add credit or raise the limit at the provider; -m chooses another one, and -m builtin \
                                    answers without any"
                .to_owned(),
            FaultKind::UnknownModel => self.other_models(),
            FaultKind::ContextOverflow if self.is_local() => {
                "name fewer files, take a model with a larger context, or start the server with one".to_owned()
            }
            FaultKind::ContextOverflow | FaultKind::TooLarge => {
                "ask for less, name fewer files, or take a model with a larger context".to_owned()
            }
            FaultKind::Filtered => {
                "ask in other words, or take another model; the data itself may trip the filter".to_owned()
            }
            FaultKind::RateLimited => {
                "run it again later, or raise the limit at the provider; -m chooses another model".to_owned()
            }
            FaultKind::BadRequest if matches!(self.status, Some(404 | 405)) => {
                "there may be nothing at this address: --base-url, or the provider's entry of csvchat.toml, gives another"
                    .to_owned()
            }
            FaultKind::BadRequest => format!("-o RUN.ndjson keeps the conversation for a report of the fault; {MODELS}"),
            FaultKind::EditedHistory => {
                "this is a fault of csvchat: -o RUN.ndjson keeps the conversation for a report of it".to_owned()
            }
            FaultKind::NoTools => {
                "tools = \"prompt\" in the provider's entry of csvchat.toml puts them into words".to_owned()
            }
            FaultKind::Redirect => "--base-url, or the provider's entry of csvchat.toml, must name the address itself; a key \
                                    is never sent on"
                .to_owned(),
            FaultKind::Overloaded
            | FaultKind::Server
            | FaultKind::Refused
            | FaultKind::NoHost
            | FaultKind::Tls
            | FaultKind::Proxy
            | FaultKind::Timeout
            | FaultKind::Cut
            | FaultKind::Nonsense => self.connection(),
        })
    }

    /// What to do about a server that cannot be reached or does not work.
    fn connection(&self) -> String {
        let local = self.is_local();
        let text = match self.kind {
            FaultKind::Refused if self.is_ollama() => {
                "start it with `ollama serve`, or name its address with --base-url"
            }
            FaultKind::Refused if local => "is the server running? --base-url names another address",
            FaultKind::Refused => "check the address and its port; a firewall may refuse it too",
            FaultKind::NoHost => "check the network and the host's name; behind a proxy, HTTPS_PROXY must name it",
            FaultKind::Tls if self.said.contains("No CA certificates") => {
                "install the system's package ca-certificates, or name a file of certificates with SSL_CERT_FILE"
            }
            FaultKind::Tls => {
                "SSL_CERT_FILE names a file of the certificates to trust, such as a company's own; check the clock too"
            }
            FaultKind::Proxy => "check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY; NO_PROXY lists hosts to reach without it",
            FaultKind::Overloaded if local => "the model may still be loading: run it again in a while",
            FaultKind::Timeout if self.said.starts_with("nothing came") => {
                "idle-timeout in the provider's entry of csvchat.toml gives the server more time"
            }
            FaultKind::Server | FaultKind::Cut | FaultKind::Timeout if local => "the server's own log may say why",
            FaultKind::Nonsense => {
                "is this the right address, and does the server speak this protocol? --base-url names another"
            }
            FaultKind::Overloaded
            | FaultKind::Server
            | FaultKind::Cut
            | FaultKind::Timeout
            | FaultKind::MissingKey
            | FaultKind::BadKey
            | FaultKind::BadHeader
            | FaultKind::Forbidden
            | FaultKind::NoCredit
            | FaultKind::UnknownModel
            | FaultKind::ContextOverflow
            | FaultKind::TooLarge
            | FaultKind::Filtered
            | FaultKind::RateLimited
            | FaultKind::BadRequest
            | FaultKind::EditedHistory
            | FaultKind::NoTools
            | FaultKind::Redirect => LATER,
        };
        text.to_owned()
    }

    fn other_models(&self) -> String {
        let near = match self.near.as_slice() {
            [] => String::new(),
            [one] => format!("did you mean {one}? "),
            [first @ .., last] => format!("did you mean {} or {last}? ", first.join(", ")),
        };
        if self.is_ollama() && self.is_local() {
            format!("{near}`ollama pull {}` fetches it, `ollama list` shows what is there", self.model)
        } else {
            format!("{near}{MODELS}")
        }
    }

    fn is_ollama(&self) -> bool {
        self.provider == "ollama" || self.url.ends_with("/api/chat")
    }

    fn is_local(&self) -> bool {
        let address = self.url.split(['?', '#']).next().unwrap_or_default();
        BaseUrl::parse(address).is_ok_and(|url| url.is_local())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Protocol;
    use crate::model::Endpoint;
    use crate::model::fault::Trouble;
    use crate::model::wire::samples;

    fn hint(kind: FaultKind, url: &str, change: impl FnOnce(&mut Fault)) -> String {
        let endpoint = Endpoint { key_variables: vec!["A_KEY".to_owned()], ..samples::endpoint(Protocol::Chat) };
        let mut fault = Trouble::new(kind, "").fault(&endpoint, url);
        change(&mut fault);
        fault.hint().unwrap()
    }

    #[test]
    fn every_fault_comes_with_what_to_do() {
        let (near, far) = ("http://127.0.0.1:8080/v1/chat/completions", "https://a.example/v1beta/m:x?alt=sse");
        for (kind, url, words) in [
            (FaultKind::MissingKey, far, "set A_KEY to your key;"),
            (FaultKind::BadKey, far, "check A_KEY:"),
            (FaultKind::Refused, near, "is the server running?"),
            (FaultKind::Refused, far, "the address and its port"),
            (FaultKind::Refused, "http://127.0.0.1:11434/api/chat", "`ollama serve`"),
            (FaultKind::Overloaded, near, "still be loading"),
            (FaultKind::Overloaded, far, "again later"),
            (FaultKind::ContextOverflow, near, "start the server with one"),
            (FaultKind::ContextOverflow, far, "larger context"),
            (FaultKind::NoHost, far, "HTTPS_PROXY"),
            (FaultKind::Proxy, far, "NO_PROXY"),
            (FaultKind::Tls, far, "SSL_CERT_FILE"),
            (FaultKind::NoTools, far, "tools = \"prompt\""),
            (FaultKind::Redirect, far, "--base-url"),
            (FaultKind::UnknownModel, far, "`csvchat models`"),
            (FaultKind::UnknownModel, "http://localhost:11434/api/chat", "`ollama pull sample-1`"),
        ] {
            let said = hint(kind, url, |_| {});
            assert!(said.contains(words), "{kind:?} {url}: {said}");
        }
    }

    #[test]
    fn a_hint_uses_what_is_known() {
        let far = "https://a.example/v1/messages";
        let near = |names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            hint(FaultKind::UnknownModel, far, |fault| fault.near = names)
        };
        assert!(near(&["a"]).starts_with("did you mean a? "));
        assert!(near(&["a", "b", "c"]).starts_with("did you mean a, b or c? "));
        let keyless = hint(FaultKind::BadKey, far, |fault| fault.variables.clear());
        assert!(keyless.contains("this server wants a key"), "{keyless}");
        let missing = hint(FaultKind::BadRequest, far, |fault| fault.status = Some(404));
        assert!(missing.contains("nothing at this address"), "{missing}");
        let bare = hint(FaultKind::Tls, far, |fault| fault.said = "No CA certificates were loaded".to_owned());
        assert!(bare.contains("ca-certificates"), "{bare}");
    }
}
