//! Which proxy stands between csvchat and a server: for messages, and to refuse a variable that names none. The client
//! itself reads the same variables, and passes over one that it cannot read: what was to go through a proxy would then
//! go out directly.

use std::fmt;
use std::net::IpAddr;

use reqwest::Url;

/// A proxy and the variable that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proxy {
    /// As it is set: `HTTPS_PROXY`, `all_proxy`, ...
    pub variable: &'static str,
    /// Host and port, without user and password.
    pub host: String,
    /// Whether it is itself spoken to over TLS.
    pub is_secure: bool,
}

impl fmt::Display for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the proxy {} of {}", self.host, self.variable)
    }
}

/// The proxy by which an address is reached, by the variables as `get` gives them.
///
/// # Errors
/// The variable that should name one and cannot be read as an address.
pub fn of(url: &Url, is_loopback: bool, get: impl Fn(&str) -> Option<String>) -> Result<Option<Proxy>, &'static str> {
    if is_loopback || get("REQUEST_METHOD").is_some() {
        return Ok(None);
    }
    let first = |names: [&'static str; 2]| {
        names.into_iter().find_map(|name| Some((name, get(name).filter(|text| !text.trim().is_empty())?)))
    };
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    if first(["NO_PROXY", "no_proxy"]).is_some_and(|(_, list)| list.split(',').any(|entry| covers(entry.trim(), host)))
    {
        return Ok(None);
    }
    let own = if url.scheme() == "https" { ["HTTPS_PROXY", "https_proxy"] } else { ["HTTP_PROXY", "http_proxy"] };
    let named = first(own).or_else(|| first(["ALL_PROXY", "all_proxy"]));
    named.map(|(variable, text)| read(variable, text.trim()).ok_or(variable)).transpose()
}

fn read(variable: &'static str, text: &str) -> Option<Proxy> {
    let full = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
    let url = Url::parse(&full).ok()?;
    let host = url.host_str().filter(|host| !host.is_empty())?;
    let host = url.port_or_known_default().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    Some(Proxy { variable, host, is_secure: url.scheme() == "https" })
}

/// Whether an entry of `NO_PROXY` means a host: everything, a domain with all below it, an address, or a range of them.
fn covers(entry: &str, host: &str) -> bool {
    if entry == "*" {
        return true;
    }
    if let Ok(address) = host.parse::<IpAddr>() {
        let Some((network, bits)) = entry.split_once('/') else { return entry.parse() == Ok(address) };
        return match (network.parse::<IpAddr>(), bits.parse::<u32>()) {
            (Ok(network), Ok(bits)) => same_network(network, address, bits),
            (Err(_), _) | (_, Err(_)) => false,
        };
    }
    let domain = entry.trim_start_matches('.').to_ascii_lowercase();
    !domain.is_empty() && (host == domain || host.ends_with(&format!(".{domain}")))
}

fn same_network(network: IpAddr, address: IpAddr, bits: u32) -> bool {
    let (one, other, width) = match (network, address) {
        (IpAddr::V4(one), IpAddr::V4(other)) => (u128::from(one.to_bits()), u128::from(other.to_bits()), 32_u32),
        (IpAddr::V6(one), IpAddr::V6(other)) => (one.to_bits(), other.to_bits(), 128),
        (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => return false,
    };
    let Some(rest) = width.checked_sub(bits) else { return false };
    one.checked_shr(rest).unwrap_or(0) == other.checked_shr(rest).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxied(url: &str, variables: &[(&str, &str)]) -> Option<String> {
        let get = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        of(&Url::parse(url).unwrap(), false, get).unwrap().map(|proxy| proxy.to_string())
    }

    #[test]
    fn a_variable_that_names_no_address_is_told_and_not_passed_over() {
        let url = Url::parse("https://a.example").unwrap();
        let variables = [("HTTPS_PROXY", "http://me:secret@"), ("ALL_PROXY", "q:1")];
        let get = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        assert_eq!(of(&url, false, get), Err("HTTPS_PROXY"));
        assert_eq!(of(&url, true, get), Ok(None));
    }

    #[test]
    fn the_proxy_is_named_without_its_password() {
        let shown = proxied("https://a.example", &[("HTTPS_PROXY", "http://me:secret@proxy.example:3128")]).unwrap();
        assert_eq!(shown, "the proxy proxy.example:3128 of HTTPS_PROXY");
        assert_eq!(
            proxied("http://a.example", &[("HTTPS_PROXY", "p:1"), ("all_proxy", "socks5://q")]).as_deref(),
            Some("the proxy q of all_proxy")
        );
        assert_eq!(proxied("http://a.example", &[("HTTPS_PROXY", "p:1")]), None);
        assert_eq!(proxied("http://a.example", &[("HTTP_PROXY", "")]), None);
    }

    #[test]
    fn hosts_that_need_no_proxy_are_known() {
        for (url, list, is_proxied) in [
            ("http://a.example.com", "example.com", false),
            ("http://example.com", " .example.com", false),
            ("http://notexample.com", "example.com", true),
            ("http://10.1.2.3", "10.0.0.0/8", false),
            ("http://11.1.2.3", "10.0.0.0/8, 192.168.0.1", true),
            ("http://[fd00::1]", "fd00::/16", false),
            ("http://10.1.2.3", "10.1.2.3/99", true),
            ("http://a.example.com", "*", false),
            ("http://a.example.com", "", true),
        ] {
            let found = proxied(url, &[("HTTP_PROXY", "p:1"), ("NO_PROXY", list)]);
            assert_eq!(found.is_some(), is_proxied, "{url} {list}");
        }
    }
}
