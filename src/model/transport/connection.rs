//! What went wrong with a connection, from the causes that the HTTP client gives.

use std::io;
use std::time::Duration;

use super::proxy::Proxy;
use crate::model::fault::{Again, FaultKind, Trouble};
use crate::system::tls;

/// A server that says nothing.
pub fn silence(waited: Duration) -> Trouble {
    Trouble::new(FaultKind::Timeout, format!("nothing came for {}", seconds(waited)))
}

/// A reply that ends before its end.
pub fn cut() -> Trouble {
    Trouble::new(FaultKind::Cut, "the connection ended before the reply did")
}

fn seconds(time: Duration) -> String {
    if time.as_secs() >= 1 { format!("{} s", time.as_secs()) } else { format!("{} ms", time.as_millis()) }
}

/// What an error of the client means. `proxy` is the one that stands between, if one does.
pub fn trouble(error: &reqwest::Error, proxy: Option<&Proxy>) -> Trouble {
    let causes = tls::causes(error);
    let text = causes.iter().map(ToString::to_string).collect::<Vec<_>>().join(": ");
    let innermost = causes.last().map(ToString::to_string).unwrap_or_default();
    let innermost = innermost.split(" (os error").next().unwrap_or_default().to_owned();
    if let Some(words) = tls::fault(error) {
        return Trouble::unsent(FaultKind::Tls, words);
    }
    if let Some(proxy) = proxy.filter(|_| error.is_connect() || text.contains("tunnel error")) {
        return proxy_trouble(proxy, &innermost);
    }
    if error.is_dns() {
        return Trouble::unsent(FaultKind::NoHost, innermost);
    }
    let system = causes.iter().rev().find_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind);
    if error.is_connect() {
        return Trouble::unsent(connect_kind(error, system), innermost);
    }
    if error.is_builder() {
        return Trouble::unsent(FaultKind::BadRequest, innermost);
    }
    if error.is_timeout() {
        return Trouble::new(FaultKind::Timeout, innermost);
    }
    if text.contains("invalid HTTP") || text.contains("invalid chunk") {
        return Trouble::new(FaultKind::Nonsense, innermost);
    }
    Trouble::new(FaultKind::Cut, innermost)
}

/// What keeps a proxy from leading on. One that wants a password will want it again.
fn proxy_trouble(proxy: &Proxy, said: &str) -> Trouble {
    if said.contains("authorization required") {
        return locked(proxy);
    }
    let said = if said == "tunnel error: unsuccessful" { "it does not lead to this server" } else { said };
    Trouble::unsent(FaultKind::Proxy, format!("{proxy}: {said}"))
}

/// A proxy that wants a password.
pub fn locked(proxy: &Proxy) -> Trouble {
    let again = Again { told: Some(false), after: None };
    let said = format!("{proxy} wants a user name and a password: http://USER:PASSWORD@HOST");
    Trouble { again, ..Trouble::unsent(FaultKind::Proxy, said) }
}

fn connect_kind(error: &reqwest::Error, system: Option<io::ErrorKind>) -> FaultKind {
    match system {
        _ if error.is_timeout() => FaultKind::Timeout,
        Some(io::ErrorKind::ConnectionReset | io::ErrorKind::UnexpectedEof) => FaultKind::Cut,
        Some(
            io::ErrorKind::HostUnreachable
            | io::ErrorKind::NetworkUnreachable
            | io::ErrorKind::NetworkDown
            | io::ErrorKind::AddrNotAvailable,
        ) => FaultKind::NoHost,
        Some(_) | None => FaultKind::Refused,
    }
}
