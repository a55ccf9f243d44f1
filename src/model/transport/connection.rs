//! What went wrong with a connection, from the causes that the HTTP client gives.

use std::error::Error;
use std::io;
use std::time::Duration;

use rustls::CertificateError;

use super::proxy::Proxy;
use crate::model::fault::{Again, FaultKind, Trouble};

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
    let causes = causes(error);
    let text = causes.iter().map(ToString::to_string).collect::<Vec<_>>().join(": ");
    let innermost = causes.last().map(ToString::to_string).unwrap_or_default();
    let innermost = innermost.split(" (os error").next().unwrap_or_default().to_owned();
    if let Some(tls) = causes.iter().find_map(|cause| cause.downcast_ref::<rustls::Error>()) {
        return Trouble::unsent(FaultKind::Tls, tls_words(tls));
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

/// What is wrong with a certificate, or with what a server says in its place.
fn tls_words(error: &rustls::Error) -> String {
    let rustls::Error::InvalidCertificate(certificate) = error else {
        return match error {
            rustls::Error::InvalidMessage(_) => "the server does not speak TLS at this port".to_owned(),
            rustls::Error::General(words) => words.clone(),
            other => other.to_string(),
        };
    };
    match certificate {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the server's certificate has expired".to_owned()
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "the server's certificate is not valid yet".to_owned()
        }
        CertificateError::Revoked => "the server's certificate is revoked".to_owned(),
        CertificateError::UnknownIssuer => {
            "the server's certificate is by an issuer that this system does not know".to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "the server's certificate is for another host".to_owned()
        }
        // The kinds that the verifier has no name for come as text.
        other => match other.to_string() {
            text if text.contains("CaUsedAsEndEntity") => "the server's certificate is signed by itself".to_owned(),
            text => format!("the server's certificate is not valid: {text}"),
        },
    }
}

/// An error and what lies behind it, the innermost last. The system's errors hide theirs.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> Vec<&'a (dyn Error + 'static)> {
    let mut causes = vec![error];
    let mut next = inner(error);
    while let Some(cause) = next {
        causes.push(cause);
        next = inner(cause);
    }
    causes
}

fn inner<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        Some(hidden) => Some(hidden),
        None => error.source(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_certificate_is_said() {
        for (error, words) in [
            (rustls::Error::InvalidCertificate(CertificateError::Expired), "expired"),
            (rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer), "does not know"),
            (rustls::Error::InvalidCertificate(CertificateError::NotValidForName), "another host"),
            (rustls::Error::InvalidMessage(rustls::InvalidMessage::InvalidContentType), "does not speak TLS"),
            (rustls::Error::General("No CA certificates".to_owned()), "No CA certificates"),
        ] {
            let words_of = tls_words(&error);
            assert!(words_of.contains(words), "{words_of}");
        }
    }

    #[test]
    fn causes_behind_an_error_of_the_system_are_found() {
        let hidden = rustls::Error::InvalidCertificate(CertificateError::Revoked);
        let error = io::Error::new(io::ErrorKind::InvalidData, io::Error::other(hidden));
        assert!(causes(&error).iter().any(|cause| cause.is::<rustls::Error>()));
    }
}
