//! The providers that csvchat knows without a configuration file.
//!
//! Addresses, variables and headers are those of the providers' own documentation and clients; where a server of the
//! user's own machine has a usual port, it is that.

use crate::event::Protocol;
use crate::model::{KeyHeader, OutputCap};

/// A provider that csvchat knows.
#[derive(Debug, Clone, Copy)]
pub struct Builtin {
    /// As `-m` names it.
    pub name: &'static str,
    pub protocol: Protocol,
    /// None where each user has another one.
    pub base_url: Option<&'static str>,
    /// The variable that names another one.
    pub base_variable: Option<&'static str>,
    /// The variables that hold a key, the first that is set counts, and the header that it goes into.
    pub keys: &'static [(&'static str, KeyHeader)],
    /// Whether nothing can be had without a key.
    pub needs_key: bool,
    /// The model where none is named.
    pub model: Option<&'static str>,
    pub output_cap: OutputCap,
    /// Whether it is the protocol's own maker.
    pub maker: bool,
    /// Whether its prices are those of the table.
    pub listed_prices: bool,
    /// The variable that holds further headers, `Name: value` lines.
    pub headers_variable: Option<&'static str>,
}

/// What most providers have in common.
const CHAT: Builtin = Builtin {
    name: "",
    protocol: Protocol::Chat,
    base_url: None,
    base_variable: None,
    keys: &[],
    needs_key: true,
    model: None,
    output_cap: OutputCap::MaxTokens,
    maker: false,
    listed_prices: false,
    headers_variable: None,
};

/// A server on this machine.
const LOCAL: Builtin = Builtin { needs_key: false, ..CHAT };

/// All of them.
pub const BUILTIN: [Builtin; 13] = [
    Builtin {
        name: "anthropic",
        protocol: Protocol::Anthropic,
        base_url: Some("https://api.anthropic.com"),
        base_variable: Some("ANTHROPIC_BASE_URL"),
        keys: &[("ANTHROPIC_API_KEY", KeyHeader::XApiKey), ("ANTHROPIC_AUTH_TOKEN", KeyHeader::Bearer)],
        model: Some("claude-sonnet-5-5"),
        maker: true,
        listed_prices: true,
        headers_variable: Some("ANTHROPIC_CUSTOM_HEADERS"),
        ..CHAT
    },
    Builtin {
        name: "openai",
        protocol: Protocol::Responses,
        base_url: Some("https://api.openai.com/v1"),
        base_variable: Some("OPENAI_BASE_URL"),
        keys: &[("OPENAI_API_KEY", KeyHeader::Bearer)],
        model: Some("gpt-6.1-sol"),
        output_cap: OutputCap::MaxCompletionTokens,
        maker: true,
        listed_prices: true,
        headers_variable: Some("OPENAI_CUSTOM_HEADERS"),
        ..CHAT
    },
    Builtin {
        name: "gemini",
        protocol: Protocol::Gemini,
        base_url: Some("https://generativelanguage.googleapis.com"),
        base_variable: Some("GOOGLE_GEMINI_BASE_URL"),
        keys: &[("GOOGLE_API_KEY", KeyHeader::XGoogApiKey), ("GEMINI_API_KEY", KeyHeader::XGoogApiKey)],
        model: Some("gemini-3.8-flash"),
        maker: true,
        listed_prices: true,
        ..CHAT
    },
    Builtin {
        name: "ollama",
        protocol: Protocol::Ollama,
        base_url: Some("http://127.0.0.1:11434"),
        base_variable: Some("OLLAMA_HOST"),
        keys: &[("OLLAMA_API_KEY", KeyHeader::Bearer)],
        maker: true,
        ..LOCAL
    },
    Builtin {
        name: "openai-compatible",
        base_variable: Some("CSVCHAT_BASE_URL"),
        keys: &[("CSVCHAT_API_KEY", KeyHeader::Bearer)],
        needs_key: false,
        ..CHAT
    },
    Builtin {
        name: "openrouter",
        base_url: Some("https://openrouter.ai/api/v1"),
        keys: &[("OPENROUTER_API_KEY", KeyHeader::Bearer)],
        ..CHAT
    },
    Builtin {
        name: "groq",
        base_url: Some("https://api.groq.com/openai/v1"),
        keys: &[("GROQ_API_KEY", KeyHeader::Bearer)],
        ..CHAT
    },
    Builtin {
        name: "mistral",
        base_url: Some("https://api.mistral.ai/v1"),
        keys: &[("MISTRAL_API_KEY", KeyHeader::Bearer)],
        ..CHAT
    },
    Builtin {
        name: "deepseek",
        base_url: Some("https://api.deepseek.com/v1"),
        keys: &[("DEEPSEEK_API_KEY", KeyHeader::Bearer)],
        ..CHAT
    },
    Builtin {
        name: "azure",
        base_variable: Some("AZURE_OPENAI_ENDPOINT"),
        keys: &[("AZURE_OPENAI_API_KEY", KeyHeader::ApiKey)],
        output_cap: OutputCap::MaxCompletionTokens,
        ..CHAT
    },
    // A llama.cpp server answers with whatever model it was started with.
    Builtin { name: "llamacpp", base_url: Some("http://127.0.0.1:8080/v1"), model: Some("default"), ..LOCAL },
    Builtin { name: "lmstudio", base_url: Some("http://127.0.0.1:1234/v1"), ..LOCAL },
    Builtin { name: "vllm", base_url: Some("http://127.0.0.1:8000/v1"), ..LOCAL },
];

/// The built-in provider of a name.
pub fn builtin(name: &str) -> Option<&'static Builtin> {
    BUILTIN.iter().find(|builtin| builtin.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BaseUrl, prices_of};
    use crate::settings::entry::{is_model, is_variable};

    #[test]
    fn the_table_holds_together() {
        for entry in BUILTIN {
            let name = entry.name;
            let url = entry.base_url.map(|url| BaseUrl::parse(url).unwrap());
            assert!(url.is_some() || entry.base_variable.is_some(), "{name}");
            assert!(url.is_none_or(|url| url.is_loopback() || url.as_str().starts_with("https://")), "{name}");
            assert!(entry.keys.iter().all(|(variable, _)| is_variable(variable)), "{name}");
            assert!(!entry.needs_key || !entry.keys.is_empty(), "{name}");
            assert!(entry.model.is_none_or(is_model), "{name}");
            assert!(!entry.listed_prices || entry.model.and_then(prices_of).is_some(), "{name}: no price is known");
            assert_eq!(BUILTIN.iter().filter(|other| other.name == name).count(), 1, "{name}");
        }
    }
}
