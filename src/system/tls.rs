//! What is wrong with an encrypted connection, in words for people, from the causes that an HTTP client gives.

use std::error::Error;
use std::io;

use rustls::CertificateError;

/// Why a server is not trusted, or what it speaks in TLS's place; none where an error has another cause.
#[must_use]
pub fn fault(error: &(dyn Error + 'static)) -> Option<String> {
    causes(error).iter().find_map(|cause| cause.downcast_ref::<rustls::Error>()).map(words)
}

/// What is wrong with a certificate, or with what a server says in its place.
fn words(error: &rustls::Error) -> String {
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
#[must_use]
pub fn causes<'a>(error: &'a (dyn Error + 'static)) -> Vec<&'a (dyn Error + 'static)> {
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
            let words_of = fault(&error).unwrap();
            assert!(words_of.contains(words), "{words_of}");
        }
    }

    #[test]
    fn causes_behind_an_error_of_the_system_are_found() {
        let hidden = rustls::Error::InvalidCertificate(CertificateError::Revoked);
        let error = io::Error::new(io::ErrorKind::InvalidData, io::Error::other(hidden));
        assert_eq!(fault(&error).as_deref(), Some("the server's certificate is revoked"));
        assert_eq!(fault(&io::Error::other("no route")), None);
    }
}
