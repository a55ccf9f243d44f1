//! What local servers say of themselves: whether a model can call tools, how much fits its context, which models there are.
//!
//! Asked beside the requests that matter, with little patience: a server that says nothing is taken to be able.

use reqwest::Url;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use crate::event::Protocol;
use crate::model::Endpoint;
use crate::model::transport::{self, Transport};

/// What a server says of its model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Abilities {
    /// Whether it calls tools; none where the server does not say.
    pub tools: Option<bool>,
    /// Tokens that fit its context.
    pub window: Option<u64>,
}

/// Asks Ollama (`/api/show`) or llama.cpp (`/props`) what its model can.
pub async fn abilities(transport: &Transport, endpoint: &Endpoint) -> Abilities {
    let Some(headers) = headers(endpoint).filter(|_| endpoint.base_url.is_local()) else { return Abilities::default() };
    match endpoint.protocol {
        Protocol::Ollama => {
            let asked = json!({"model": endpoint.model});
            let said = transport.ask(&endpoint.base_url.join("/api/show"), headers, Some(&asked)).await;
            said.as_ref().map(of_ollama).unwrap_or_default()
        }
        Protocol::Chat => {
            let said = transport.ask(&beside(endpoint, "/props"), headers, None).await;
            said.as_ref().map(of_llama).unwrap_or_default()
        }
        Protocol::Anthropic | Protocol::Responses | Protocol::Gemini => Abilities::default(),
    }
}

/// The names of the models that a server has; none where it does not say.
pub async fn models(transport: &Transport, endpoint: &Endpoint) -> Vec<String> {
    let Some(headers) = headers(endpoint) else { return Vec::new() };
    let path = match endpoint.protocol {
        Protocol::Anthropic => "/v1/models?limit=1000",
        Protocol::Responses | Protocol::Chat => "/models",
        Protocol::Gemini => "/v1beta/models?pageSize=1000",
        Protocol::Ollama => "/api/tags",
    };
    let said = transport.ask(&endpoint.base_url.join(path), headers, None).await;
    said.as_ref().map(names).unwrap_or_default()
}

fn headers(endpoint: &Endpoint) -> Option<HeaderMap> {
    transport::headers(endpoint).ok()
}

/// An address beside the version of a base URL: `/v1/chat/completions` and `/props`.
fn beside(endpoint: &Endpoint, path: &str) -> Url {
    let mut url = endpoint.base_url.join("");
    let base = url.path().trim_end_matches('/').trim_end_matches("/v1").to_owned();
    url.set_path(&format!("{base}{path}"));
    url
}

fn of_ollama(said: &Value) -> Abilities {
    let capabilities = said["capabilities"].as_array();
    let info = said["model_info"].as_object();
    let window = info.and_then(|info| info.iter().find(|(key, _)| key.ends_with(".context_length")));
    Abilities {
        tools: capabilities.map(|list| list.iter().any(|ability| ability == "tools")),
        window: window.and_then(|(_, length)| length.as_u64()).filter(|length| *length > 0),
    }
}

fn of_llama(said: &Value) -> Abilities {
    let abilities = &said["chat_template_caps"];
    let told: Vec<bool> =
        ["supports_tools", "supports_tool_calls"].iter().filter_map(|key| abilities.get(*key)?.as_bool()).collect();
    Abilities {
        tools: (!told.is_empty()).then(|| told.iter().all(|can| *can)),
        window: said.pointer("/default_generation_settings/n_ctx").and_then(Value::as_u64).filter(|length| *length > 0),
    }
}

/// OpenAI and Anthropic: `data[].id`. Gemini: `models[].name`, behind `models/`. Ollama: `models[].name`.
fn names(said: &Value) -> Vec<String> {
    let list = [&said["data"], &said["models"]].into_iter().find_map(Value::as_array);
    let name = |model: &Value| {
        let name = model.get("id").or_else(|| model.get("name"))?.as_str()?;
        Some(name.strip_prefix("models/").unwrap_or(name).to_owned())
    };
    list.into_iter().flatten().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::BaseUrl;
    use crate::model::wire::samples;

    #[test]
    fn what_servers_say_is_read() {
        let ollama = json!({"capabilities": ["completion", "tools"], "model_info": {"llama.context_length": 131_072}});
        assert_eq!(of_ollama(&ollama), Abilities { tools: Some(true), window: Some(131_072) });
        assert_eq!(of_ollama(&json!({"capabilities": ["completion"]})).tools, Some(false));
        assert_eq!(of_ollama(&json!({})), Abilities::default());
        let llama =
            |caps| of_llama(&json!({"chat_template_caps": caps, "default_generation_settings": {"n_ctx": 4096}}));
        let window = Some(4_096);
        assert_eq!(llama(json!({"supports_tools": true})), Abilities { tools: Some(true), window });
        assert_eq!(llama(json!({"supports_tools": true, "supports_tool_calls": false})).tools, Some(false));
        assert_eq!(of_llama(&json!("<html>")), Abilities::default());
        assert_eq!(names(&json!({"data": [{"id": "a"}, {}, {"id": "b"}]})), ["a", "b"]);
        assert_eq!(names(&json!({"models": [{"name": "models/g"}, {"name": "llama:8b"}]})), ["g", "llama:8b"]);
        assert_eq!(names(&json!([])), [""; 0]);
    }

    #[test]
    fn properties_lie_beside_the_version() {
        let mut endpoint = samples::endpoint(Protocol::Chat);
        for (base, url) in [
            ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/props"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/props"),
            ("http://127.0.0.1/llm/v1/", "http://127.0.0.1/llm/props"),
        ] {
            endpoint.base_url = BaseUrl::parse(base).unwrap();
            assert_eq!(beside(&endpoint, "/props").as_str(), url);
        }
    }
}
