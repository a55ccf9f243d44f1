//! Addresses as people write them, and as the protocols need them.

use super::builtin::Builtin;
use crate::event::Protocol;
use crate::model::BaseUrl;

/// The port of Ollama.
const OLLAMA_PORT: u16 = 11434;
/// What is copied from a manual behind the base URL.
const ENDPOINTS: [&str; 3] = ["/chat/completions", "/responses", "/messages"];

/// An address that a variable of a built-in provider names.
///
/// # Errors
/// What is wrong, without the address.
pub fn of_variable(builtin: &Builtin, text: &str) -> Result<BaseUrl, String> {
    match builtin.name {
        "ollama" => ollama(text),
        "azure" => {
            let url = BaseUrl::parse(text)?;
            if has_path(&url) { Ok(url) } else { BaseUrl::parse(&format!("{url}/openai/v1")) }
        }
        _ => BaseUrl::parse(text),
    }
}

/// `OLLAMA_HOST` is what the server listens on: `host:port`, either may be missing, and `0.0.0.0` is this machine.
fn ollama(text: &str) -> Result<BaseUrl, String> {
    let (scheme, rest) = text.split_once("://").unwrap_or(("", text));
    let usual = if scheme.is_empty() { "http" } else { scheme };
    let rest = if rest.starts_with(':') { format!("127.0.0.1{rest}") } else { rest.to_owned() };
    let (host, path) =
        rest.split_once('/').map_or((rest.as_str(), String::new()), |(host, path)| (host, format!("/{path}")));
    let host = host.replace("0.0.0.0", "127.0.0.1").replace("[::]", "[::1]");
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let port = if has_port || !scheme.is_empty() { String::new() } else { format!(":{OLLAMA_PORT}") };
    BaseUrl::parse(&format!("{usual}://{host}{port}{path}"))
}

/// The address as the protocol's paths want it: with or without the version, whichever of them was written.
pub fn adapted(url: &BaseUrl, protocol: Protocol) -> BaseUrl {
    let mut text = url.as_str();
    for endpoint in ENDPOINTS {
        text = text.strip_suffix(endpoint).unwrap_or(text);
    }
    let text = match protocol {
        Protocol::Responses | Protocol::Chat if !has_path(url) => format!("{text}/v1"),
        Protocol::Responses | Protocol::Chat => text.to_owned(),
        Protocol::Anthropic | Protocol::Gemini | Protocol::Ollama => {
            text.strip_suffix("/v1").unwrap_or(text).to_owned()
        }
    };
    BaseUrl::parse(&text).unwrap_or_else(|_| url.clone())
}

fn has_path(url: &BaseUrl) -> bool {
    url.as_str().strip_prefix(&url.origin()).is_some_and(|path| !path.is_empty())
}

/// Whether an origin is this very machine, whatever a name server says.
pub fn is_this_machine(url: &BaseUrl) -> bool {
    // `x.localhost` may be asked of a name server.
    let host = url.origin();
    let host =
        host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host.as_str(), |(host, _)| host);
    url.is_loopback() && !host.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::builtin::builtin;

    #[test]
    fn what_ollama_listens_on_is_where_it_is_reached() {
        let ollama = builtin("ollama").unwrap();
        for (text, address) in [
            ("127.0.0.1", "http://127.0.0.1:11434"),
            ("0.0.0.0", "http://127.0.0.1:11434"),
            ("0.0.0.0:8080", "http://127.0.0.1:8080"),
            (":8080", "http://127.0.0.1:8080"),
            ("box.lan:99", "http://box.lan:99"),
            ("[::]:99", "http://[::1]:99"),
            ("https://ollama.example/base", "https://ollama.example/base"),
            ("http://box.lan", "http://box.lan"),
        ] {
            assert_eq!(of_variable(ollama, text).unwrap().as_str(), address, "{text}");
        }
    }

    #[test]
    fn the_version_may_be_written_or_left_out() {
        for (text, protocol, address) in [
            ("http://h:8080", Protocol::Chat, "http://h:8080/v1"),
            ("http://h:8080/", Protocol::Responses, "http://h:8080/v1"),
            ("http://h:8080/v1/", Protocol::Chat, "http://h:8080/v1"),
            ("https://h/openai/deployments/d", Protocol::Chat, "https://h/openai/deployments/d"),
            ("https://h/v1/chat/completions", Protocol::Chat, "https://h/v1"),
            ("https://h/v1", Protocol::Anthropic, "https://h"),
            ("https://h/anthropic", Protocol::Anthropic, "https://h/anthropic"),
            ("https://h/v1/messages", Protocol::Anthropic, "https://h"),
            ("http://h:11434/v1", Protocol::Ollama, "http://h:11434"),
            ("https://h/v1beta", Protocol::Gemini, "https://h/v1beta"),
        ] {
            assert_eq!(adapted(&BaseUrl::parse(text).unwrap(), protocol).as_str(), address, "{text}");
        }
        let azure = of_variable(builtin("azure").unwrap(), "https://r.openai.azure.com/").unwrap();
        assert_eq!(azure.as_str(), "https://r.openai.azure.com/openai/v1");
    }

    #[test]
    fn only_this_machine_is_this_machine() {
        for (text, is) in [
            ("http://localhost:1", true),
            ("http://127.9.9.9", true),
            ("http://2130706433/", true),
            ("http://[::1]", true),
            ("http://x.localhost", false),
            ("http://x.localhost:80", false),
            ("http://localhost.example", false),
            ("http://127.0.0.1.example", false),
            ("http://0.0.0.0", false),
        ] {
            assert_eq!(is_this_machine(&BaseUrl::parse(text).unwrap()), is, "{text}");
        }
    }
}
