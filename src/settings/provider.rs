//! A provider as both files, the environment and csvchat's own table make it together, and who said what of it.

use super::builtin::{BUILTIN, Builtin, builtin};
use super::entry::{Entry, KeyVariable};
use super::names::nearest;
use super::{Settings, SettingsError, address};
use crate::event::Protocol;
use crate::model::{BaseUrl, KeyHeader};

/// Who said something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Said {
    /// A flag, or a `CSVCHAT_*` variable.
    Asked,
    /// A variable that is the provider's own.
    Variable(&'static str),
    /// The project file.
    Project,
    /// The user's own file.
    User,
    /// csvchat.
    Builtin,
}

/// An address and who named it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// As the protocol wants it.
    pub url: BaseUrl,
    pub said: Said,
}

/// A variable that may hold a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyPlace {
    pub variable: String,
    pub header: KeyHeader,
    pub said: Said,
}

/// A provider.
#[derive(Clone, Copy)]
pub struct Provider<'a> {
    pub name: &'a str,
    pub builtin: Option<&'static Builtin>,
    pub project: Option<&'a Entry>,
    pub user: Option<&'a Entry>,
}

impl Settings {
    /// The provider of a name.
    ///
    /// # Errors
    /// When there is none, or a file says something of it that cannot be understood.
    pub(super) fn provider<'a>(&'a self, name: &'a str) -> Result<Provider<'a>, SettingsError> {
        let entry = |file: &'a Option<super::File>| match file.as_ref().and_then(|file| file.entries.get(name)) {
            None => Ok(None),
            Some(Ok(entry)) => Ok(Some(entry)),
            Some(Err(error)) => Err(error.clone()),
        };
        let (project, user) = (entry(&self.project)?, entry(&self.user)?);
        let builtin = builtin(name);
        if builtin.is_none() && project.is_none() && user.is_none() {
            return Err(self.unknown(name));
        }
        Ok(Provider { name, builtin, project, user })
    }

    /// The names of all providers.
    pub(super) fn names(&self) -> Vec<&str> {
        let of_files = self.files().flat_map(|file| file.entries.keys().map(String::as_str));
        let mut names: Vec<&str> = BUILTIN.iter().map(|builtin| builtin.name).chain(of_files).collect();
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(*name));
        names
    }

    fn unknown(&self, name: &str) -> SettingsError {
        let error = SettingsError::new("unknown_provider", format!("there is no provider \"{name}\""));
        let makers = [("claude", "anthropic"), ("gpt", "openai"), ("o3", "openai"), ("gemini", "gemini")];
        if let Some((_, maker)) = makers.iter().find(|(start, _)| name.starts_with(start)) {
            return error.hint(format!("write -m {maker}/{name}"));
        }
        let names = self.names();
        let near = nearest(name, names.iter().copied());
        error.hint(match near.as_slice() {
            [] => format!("there are {}", names.join(", ")),
            near => format!("did you mean {}? `csvchat models` lists all", near.join(" or ")),
        })
    }

    /// The address that a variable names for a built-in provider.
    pub(super) fn variable_address(&self, builtin: &Builtin) -> Result<Option<(&'static str, BaseUrl)>, SettingsError> {
        let Some(variable) = builtin.base_variable else { return Ok(None) };
        let Some(text) = self.environment.get(variable) else { return Ok(None) };
        match address::of_variable(builtin, text) {
            Ok(url) => Ok(Some((variable, url))),
            Err(wrong) => Err(SettingsError::new("base_url", format!("{variable}: {wrong}"))),
        }
    }
}

impl<'a> Provider<'a> {
    /// Its entries, the one that counts first.
    pub fn entries(&self) -> impl Iterator<Item = (Said, &'a Entry)> {
        let project = self.project.map(|entry| (Said::Project, entry));
        project.into_iter().chain(self.user.map(|entry| (Said::User, entry)))
    }

    /// What an entry says first.
    pub fn first<T>(&self, field: impl Fn(&'a Entry) -> Option<T>) -> Option<T> {
        self.entries().find_map(|(_, entry)| field(entry))
    }

    /// How it is spoken to.
    pub fn protocol(&self, settings: &Settings) -> Result<Protocol, SettingsError> {
        self.first(|entry| entry.protocol).or(self.builtin.map(|builtin| builtin.protocol)).ok_or_else(|| {
            let place = self.place(settings);
            SettingsError::new("config", format!("{place}: [providers.{}] needs `protocol`", self.name)).hint(
                "one of \"chat\" (OpenAI-compatible servers), \"responses\", \"anthropic\", \"gemini\", \"ollama\"",
            )
        })
    }

    /// Where it is; `asked` is an address that a flag or `CSVCHAT_BASE_URL` names for it.
    pub fn address(&self, settings: &Settings, asked: Option<&str>) -> Result<Address, SettingsError> {
        let protocol = self.protocol(settings)?;
        let found = |url: &BaseUrl, said| Ok(Address { url: address::adapted(url, protocol), said });
        if let Some(text) = asked {
            let variable = self.builtin.and_then(|builtin| builtin.base_variable);
            let same = variable.filter(|variable| settings.environment.get(variable) == Some(text));
            let url = BaseUrl::parse(text)
                .map_err(|wrong| SettingsError::new("base_url", format!("--base-url or CSVCHAT_BASE_URL: {wrong}")))?;
            return found(&url, same.map_or(Said::Asked, Said::Variable));
        }
        if let Some(builtin) = self.builtin
            && let Some((variable, url)) = settings.variable_address(builtin)?
        {
            return found(&url, Said::Variable(variable));
        }
        if let Some((said, url)) = self.entries().find_map(|(said, entry)| Some((said, entry.base_url.as_ref()?))) {
            return found(url, said);
        }
        match self.default_url() {
            Some(url) => found(&url, Said::Builtin),
            None => Err(self.has_no_address(settings)),
        }
    }

    fn has_no_address(&self, settings: &Settings) -> SettingsError {
        let error = SettingsError::new("no_base_url", format!("{}: no address is known", self.name));
        match self.builtin.and_then(|builtin| builtin.base_variable) {
            Some("CSVCHAT_BASE_URL") => error.hint("give one: --base-url URL, or CSVCHAT_BASE_URL"),
            Some(variable) => error.hint(format!("give one: --base-url URL, or {variable}")),
            None => error.hint(format!("give one: --base-url URL, or base-url in {}", self.place(settings))),
        }
    }

    /// Its address by csvchat's own table.
    pub fn default_url(&self) -> Option<BaseUrl> {
        BaseUrl::parse(self.builtin?.base_url?).ok()
    }

    /// The variables that may hold its key, in order.
    pub fn keys(&self, protocol: Protocol) -> Vec<KeyPlace> {
        let usual = match protocol {
            Protocol::Anthropic => KeyHeader::XApiKey,
            Protocol::Gemini => KeyHeader::XGoogApiKey,
            Protocol::Responses | Protocol::Chat | Protocol::Ollama => KeyHeader::Bearer,
        };
        let known = self.builtin.map_or(&[][..], |builtin| builtin.keys);
        let named = self.entries().find_map(|(said, entry)| Some((said, entry.key_variable.as_ref()?)));
        match named {
            Some((_, KeyVariable::None)) => Vec::new(),
            Some((said, KeyVariable::Named(variable))) => {
                // Azure's key goes into its own header, whatever variable holds it.
                let first = known.first().map(|(_, header)| *header);
                let own = known.iter().find(|(name, _)| name == variable).map(|(_, header)| *header);
                let by_builtin = self.builtin.filter(|builtin| builtin.protocol == protocol).and(own.or(first));
                vec![KeyPlace { variable: variable.clone(), header: by_builtin.unwrap_or(usual), said }]
            }
            None => known
                .iter()
                .map(|(variable, header)| KeyPlace {
                    variable: (*variable).to_owned(),
                    header: *header,
                    said: Said::Builtin,
                })
                .collect(),
        }
    }

    /// The model that it answers with where none is named.
    pub fn usual_model(&self) -> Option<String> {
        let known = self.builtin.and_then(|builtin| builtin.model).map(str::to_owned);
        self.first(|entry| entry.model.clone()).or(known)
    }

    /// Whether nothing can be had without a key.
    pub fn needs_key(&self) -> bool {
        match self.first(|entry| entry.key_variable.as_ref()) {
            Some(KeyVariable::None) => false,
            Some(KeyVariable::Named(_)) => true,
            None => self.builtin.is_some_and(|builtin| builtin.needs_key),
        }
    }

    /// The file that says most of it, or the user's own.
    pub fn place(&self, settings: &Settings) -> String {
        let file = if self.project.is_some() { &settings.project } else { &settings.user };
        match (file, self.entries().next()) {
            (Some(file), Some((_, entry))) => format!("{}, line {}", file.shown, entry.line),
            (Some(_) | None, _) => settings.users_file(),
        }
    }
}
