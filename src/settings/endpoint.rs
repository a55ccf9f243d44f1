//! From a provider and a model's name to an endpoint that requests can be sent to.

use super::entry::header;
use super::permit::Permit;
use super::provider::{Address, KeyPlace, Provider};
use super::{Settings, SettingsError};
use crate::event::Protocol;
use crate::limits::OUTPUT_TOKENS;
use crate::model::{Endpoint, KeyHeader, Prices, Secret, ToolMode, prices_of};

/// OpenAI's headers that say whose request it is, and the variables that hold their values.
const OPENAI_HEADERS: [(&str, &str); 2] =
    [("OPENAI_ORG_ID", "OpenAI-Organization"), ("OPENAI_PROJECT_ID", "OpenAI-Project")];

/// What an endpoint is made of.
pub struct Wish<'a> {
    pub provider: &'a Provider<'a>,
    /// The model as the server names it.
    pub model: &'a str,
    /// The address that a flag or `CSVCHAT_BASE_URL` names.
    pub address: Option<&'a str>,
    /// Whether it was the project file that picked the provider.
    pub picked_by_project: bool,
}

impl Settings {
    /// The endpoint of a model, once it is sure that everything may go where it would.
    ///
    /// # Errors
    /// When something about it is wrong or not allowed. That a key is missing is none: nothing may be sent then.
    pub(super) fn endpoint(&self, wish: &Wish) -> Result<Endpoint, SettingsError> {
        let Wish { provider, model, address, picked_by_project } = *wish;
        let protocol = provider.protocol(self)?;
        let address = provider.address(self, address)?;
        let permit = Permit { settings: self, provider, address: &address, picked_by_project };
        permit.host()?;
        let keys = provider.keys(protocol);
        let found = self.key(&keys)?;
        for key in &keys {
            // One that is not set cannot go anywhere; but whoever needs it is told at once.
            if provider.needs_key() || self.environment.get(&key.variable).is_some() {
                permit.key(key)?;
            }
        }
        let headers = self.headers(provider, &permit)?;
        let usual = if protocol == Protocol::Anthropic { KeyHeader::XApiKey } else { KeyHeader::Bearer };
        let key_header = found.as_ref().map(|(place, _)| place.header).or(keys.first().map(|key| key.header));
        Ok(Endpoint {
            provider: provider.name.to_owned(),
            protocol,
            official: is_official(provider, &address, protocol),
            model: model.to_owned(),
            key_variables: match &found {
                Some((place, _)) => vec![place.variable.clone()],
                None if provider.needs_key() => keys.iter().map(|key| key.variable.clone()).collect(),
                // Where nothing has to be set, no variable is looked for in vain.
                None => Vec::new(),
            },
            key: found.map(|(_, key)| key),
            key_header: key_header.unwrap_or(usual),
            headers,
            output_cap: provider
                .first(|entry| entry.output_cap)
                .or(provider.builtin.map(|builtin| builtin.output_cap))
                .unwrap_or_default(),
            output_tokens: provider.first(|entry| entry.output_tokens).unwrap_or(OUTPUT_TOKENS),
            tools: provider.first(|entry| entry.tools).unwrap_or(ToolMode::Auto),
            context_window: provider.first(|entry| entry.context_window),
            prices: self.prices(provider, model, &address),
            idle_timeout: provider.first(|entry| entry.idle_timeout),
            base_url: address.url,
        })
    }

    /// The first key that is set.
    fn key<'a>(&self, places: &'a [KeyPlace]) -> Result<Option<(&'a KeyPlace, Secret)>, SettingsError> {
        let Some((place, value)) =
            places.iter().find_map(|place| Some((place, self.environment.get(&place.variable)?)))
        else {
            return Ok(None);
        };
        if !value.bytes().all(|byte| byte.is_ascii_graphic()) {
            let message = format!("{}: it holds characters that no key has", place.variable);
            return Err(
                SettingsError::new("bad_key", message).hint("set it to the key alone, without quotes or blanks")
            );
        }
        Ok(Some((place, Secret::new(value))))
    }

    /// Further headers: of the environment, the project file, the user's file. Of two of one name, the first counts.
    fn headers(&self, provider: &Provider, permit: &Permit) -> Result<Vec<(String, Secret)>, SettingsError> {
        let mut own = self.environment_headers(provider)?;
        let users = provider.user.map(|entry| entry.headers.clone()).unwrap_or_default();
        if !own.is_empty() || !users.is_empty() {
            permit.headers()?;
        }
        own.extend(provider.project.map(|entry| entry.headers.clone()).unwrap_or_default());
        own.extend(users);
        let mut headers: Vec<(String, Secret)> = Vec::new();
        for (name, value) in own {
            if !headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(&name)) {
                headers.push((name, value));
            }
        }
        Ok(headers)
    }

    fn environment_headers(&self, provider: &Provider) -> Result<Vec<(String, Secret)>, SettingsError> {
        let Some(builtin) = provider.builtin else { return Ok(Vec::new()) };
        let mut headers = Vec::new();
        let mut put = |variable: &str, name: &str, value: &str| {
            header(name, value).map_err(|wrong| SettingsError::new("config", format!("{variable}: {wrong}")))?;
            headers.push((name.to_owned(), Secret::new(value)));
            Ok(())
        };
        let lines = builtin.headers_variable.and_then(|variable| Some((variable, self.environment.get(variable)?)));
        for (variable, line) in
            lines.into_iter().flat_map(|(variable, text)| text.lines().map(move |line| (variable, line)))
        {
            if line.trim().is_empty() {
                continue;
            }
            let Some((name, value)) = line.split_once(':') else {
                return Err(SettingsError::new("config", format!("{variable}: a line is no header"))
                    .hint("write Name: value, one header a line"));
            };
            put(variable, name.trim(), value.trim())?;
        }
        if builtin.name == "openai" {
            for (variable, name) in OPENAI_HEADERS {
                if let Some(value) = self.environment.get(variable) {
                    put(variable, name, value)?;
                }
            }
        }
        Ok(headers)
    }

    /// What a model's tokens cost: the entry says it, a file's table of prices, or csvchat's own.
    fn prices(&self, provider: &Provider, model: &str, address: &Address) -> Option<Prices> {
        let listed = || self.files().find_map(|file| file.prices.get(model).cloned());
        let known = || provider.builtin.filter(|builtin| builtin.listed_prices).and_then(|_| prices_of(model));
        let own_server = provider.builtin.is_some_and(|builtin| builtin.keys.is_empty() || builtin.name == "ollama");
        let free = || (own_server && address.url.is_local()).then(Prices::default);
        provider.first(|entry| entry.prices.clone()).or_else(listed).or_else(known).or_else(free)
    }
}

/// Whether the server is the one that the protocol's maker runs.
fn is_official(provider: &Provider, address: &Address, protocol: Protocol) -> bool {
    let usual = provider.default_url().map(|url| super::address::adapted(&url, protocol));
    provider.builtin.is_some_and(|builtin| builtin.maker && builtin.protocol == protocol)
        && usual.is_some_and(|usual| usual == address.url)
}
