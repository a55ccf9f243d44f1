//! Which model answers, and why.

use super::endpoint::Wish;
use super::entry::is_model;
use super::provider::Provider;
use super::{Asked, Settings, SettingsError};
use crate::limits::MODEL_NAME_CHARS;
use crate::model::Endpoint;

/// The providers that answer where no model is named, once one of their variables is set.
const BY_KEY: [&str; 3] = ["openai", "anthropic", "gemini"];

/// What answers.
pub enum Chosen {
    /// The built-in analyst.
    Builtin {
        /// Whether it was named.
        named: bool,
    },
    /// The turns of a saved run.
    Replay(
        /// The saved run.
        String,
    ),
    /// A model behind a server.
    Remote(Box<Endpoint>),
}

/// A model's name and who gave it.
pub(super) struct Named<'a> {
    pub name: &'a str,
    /// As the end of a sentence.
    pub why: String,
    pub by_project: bool,
}

impl Settings {
    /// Picks the model that answers.
    ///
    /// # Errors
    /// When the one that is named cannot be reached, or its cost is bounded and not known. None takes its place.
    pub fn choose(&self, asked: &Asked) -> Result<Chosen, SettingsError> {
        let address = asked.base_url.as_deref().map(str::trim).filter(|address| !address.is_empty());
        let Some(named) = self.named(asked) else {
            return match address {
                None => Ok(Chosen::Builtin { named: false }),
                Some(_) => Err(SettingsError::new(
                    "no_model",
                    "--base-url or CSVCHAT_BASE_URL names a server, but no model is named",
                )
                .hint("name one that it has: -m openai-compatible/MODEL")),
            };
        };
        if named.name == "builtin" {
            return Ok(Chosen::Builtin { named: true });
        }
        if let Some(path) = named.name.strip_prefix("replay/").filter(|path| !path.is_empty()) {
            return Ok(Chosen::Replay(path.to_owned()));
        }
        if matches!(named.name, "replay" | "replay/") {
            return Err(SettingsError::new("unknown_model", "replay names no saved run").hint("write -m replay/PATH"));
        }
        let endpoint = self.reach(&named, address)?;
        if self.limits(&asked.bounds).max_cost_usd.is_some() && endpoint.prices.is_none() {
            return Err(self.unknown_price(&endpoint));
        }
        Ok(Chosen::Remote(Box::new(endpoint)))
    }

    /// The name of the model that answers; none for the built-in analyst.
    pub(super) fn named<'a>(&'a self, asked: &'a Asked) -> Option<Named<'a>> {
        let given = |name: &'a Option<String>| name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        if let Some(name) = given(&asked.model) {
            let by_variable = self.environment.get("CSVCHAT_MODEL") == Some(name);
            let why = if by_variable { "CSVCHAT_MODEL names it" } else { "-m names it" };
            return Some(Named { name, why: why.to_owned(), by_project: false });
        }
        for (file, by_project) in [(&self.project, true), (&self.user, false)] {
            if let Some(file) = file
                && let Some(name) = given(&file.model)
            {
                return Some(Named { name, why: format!("{} names it", file.shown), by_project });
            }
        }
        BY_KEY.into_iter().find_map(|name| {
            let keys = super::builtin::builtin(name)?.keys;
            let (variable, _) = keys.iter().find(|(variable, _)| self.environment.get(variable).is_some())?;
            Some(Named { name, why: format!("{variable} is set"), by_project: false })
        })
    }

    /// How the model of a name is reached.
    pub(super) fn reach(&self, named: &Named, address: Option<&str>) -> Result<Endpoint, SettingsError> {
        let (name, model) = named.name.split_once('/').map_or((named.name, ""), |(name, model)| (name, model));
        let provider = self.provider(name)?;
        let model = Self::model_of(&provider, model)?;
        let wish = Wish { provider: &provider, model: &model, address, picked_by_project: named.by_project };
        self.endpoint(&wish)
    }

    /// The model that is meant: the named one, or the provider's usual one.
    fn model_of(provider: &Provider, named: &str) -> Result<String, SettingsError> {
        let name = provider.name;
        if named.is_empty() {
            return provider.usual_model().ok_or_else(|| {
                SettingsError::new("no_model", format!("{name}: no model is named"))
                    .hint(format!("write -m {name}/MODEL, with a model that it has"))
            });
        }
        if !is_model(named) {
            return Err(SettingsError::new("unknown_model", format!("{name}: this cannot be the name of a model"))
                .hint(format!("it has no blanks and is at most {MODEL_NAME_CHARS} characters long")));
        }
        Ok(named.to_owned())
    }

    fn unknown_price(&self, endpoint: &Endpoint) -> SettingsError {
        let model = &endpoint.model;
        SettingsError::new("unknown_price", format!("--max-cost: the price of {} is not known", endpoint.name())).hint(
            format!(
                "put its US dollars for a million tokens into {}: [prices.\"{model}\"] with input = 1.0 and output = 2.0",
                self.users_file()
            ),
        )
    }
}
