//! What is configured, from where, and what would be picked: for `csvchat models`.

use super::builtin::BUILTIN;
use super::pick::Named;
use super::provider::Provider;
use super::{Asked, Chosen, Settings, SettingsError};

/// One provider in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed {
    /// As `-m` names it.
    pub provider: String,
    /// `chat`, ...
    pub protocol: String,
    /// Where it is; `-` where no address is known.
    pub base_url: String,
    /// The variable of its key and whether it is set.
    pub key: String,
    /// The model where none is named; `-` for none.
    pub model: String,
    /// Who says so, and whether it cannot be used.
    pub source: String,
    /// Why it cannot be used.
    pub fault: Option<String>,
}

/// What is configured and what would be picked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overview {
    /// Providers with a key, an address of their own or an entry in a file.
    pub listed: Vec<Listed>,
    /// The other providers that csvchat knows.
    pub others: Vec<String>,
    /// What would be picked and why, or why nothing would be.
    pub picked: String,
    /// What is wrong about a file as a whole.
    pub faults: Vec<SettingsError>,
}

impl Settings {
    /// What is configured and what would be picked.
    #[must_use]
    pub fn overview(&self, asked: &Asked) -> Overview {
        let (configured, others): (Vec<&str>, Vec<&str>) =
            self.names().into_iter().partition(|name| self.is_configured(name));
        Overview {
            listed: configured.into_iter().map(|name| self.listed(name)).collect(),
            others: others.into_iter().map(str::to_owned).collect(),
            picked: self.picked(asked),
            faults: self.faults.clone(),
        }
    }

    fn is_configured(&self, name: &str) -> bool {
        let is_set = |variable: &str| self.environment.get(variable).is_some();
        self.files().any(|file| file.entries.contains_key(name))
            || BUILTIN.iter().filter(|builtin| builtin.name == name).any(|builtin| {
                builtin.base_variable.is_some_and(is_set) || builtin.keys.iter().any(|(variable, _)| is_set(variable))
            })
    }

    fn listed(&self, name: &str) -> Listed {
        let source = self.sources(name).join(", ");
        let provider = match self.provider(name) {
            Ok(provider) => provider,
            Err(error) => {
                let listed = Listed { provider: name.to_owned(), source, ..Listed::default() };
                return listed.unusable(&error);
            }
        };
        let named = Named { name, why: String::new(), by_project: false };
        let usual = provider.usual_model();
        // Any model will do to see whether it could be reached.
        let trial = format!("{name}/{}", usual.as_deref().unwrap_or("any"));
        let reached = self.reach(&Named { name: &trial, ..named }, None);
        let listed = Listed {
            provider: name.to_owned(),
            protocol: provider.protocol(self).map(|protocol| protocol.as_str().to_owned()).unwrap_or_default(),
            base_url: provider.address(self, None).map(|address| address.url.to_string()).unwrap_or_default(),
            key: self.key_in_words(&provider),
            model: usual.unwrap_or_default(),
            source,
            fault: None,
        };
        match reached {
            Ok(_) => listed,
            Err(error) => listed.unusable(&error),
        }
    }

    fn sources(&self, name: &str) -> Vec<String> {
        let known = BUILTIN.iter().any(|builtin| builtin.name == name).then(|| "built-in".to_owned());
        let files = self.files().filter(|file| file.entries.contains_key(name)).map(|file| file.shown.clone());
        known.into_iter().chain(files).collect()
    }

    fn key_in_words(&self, provider: &Provider) -> String {
        let Ok(protocol) = provider.protocol(self) else { return String::new() };
        let keys = provider.keys(protocol);
        let set = keys.iter().find(|key| self.environment.get(&key.variable).is_some());
        match (set, keys.as_slice()) {
            (_, []) => "none needed".to_owned(),
            (Some(key), _) => format!("{}, set", key.variable),
            (None, [first, ..]) if provider.needs_key() => format!("{}, not set", first.variable),
            (None, [first, ..]) => format!("{}, not set, not needed", first.variable),
        }
    }

    fn picked(&self, asked: &Asked) -> String {
        if let Err(error) = self.check() {
            return format!("nothing would be picked: {}", in_words(&error));
        }
        let why = self.named(asked).map(|named| named.why);
        match (self.choose(asked), why) {
            (Err(error), _) => format!("nothing would be picked: {}", in_words(&error)),
            (Ok(Chosen::Builtin { .. }), Some(why)) => format!("builtin would be picked: {why}"),
            (Ok(Chosen::Builtin { .. }), None) => {
                "builtin would be picked: no model is named and no key is set; -m PROVIDER/MODEL, CSVCHAT_MODEL or a key such \
                 as OPENAI_API_KEY picks another one"
                    .to_owned()
            }
            (Ok(Chosen::Replay(path)), _) => format!("replay/{path} would be picked: it is named"),
            (Ok(Chosen::Remote(endpoint)), why) => {
                let (name, why) = (endpoint.name(), why.unwrap_or_default());
                if endpoint.key.is_none() && !endpoint.key_variables.is_empty() {
                    let variables = endpoint.key_variables.join(" or ");
                    format!("{name} would be picked: {why}; but it needs a key: set {variables}")
                } else {
                    format!("{name} would be picked: {why}")
                }
            }
        }
    }
}

impl Listed {
    fn unusable(self, error: &SettingsError) -> Self {
        Self { source: format!("{}, not usable", self.source), fault: Some(in_words(error)), ..self }
    }
}

fn in_words(error: &SettingsError) -> String {
    match &error.hint {
        Some(hint) => format!("{error} [{}]; {hint}", error.code),
        None => format!("{error} [{}]", error.code),
    }
}
