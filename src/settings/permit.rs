//! What may go where: keys to hosts, and data to addresses.
//!
//! A project file comes with the data, so it may be anybody's. Whatever it says, a key goes only where it belongs by
//! csvchat's own table, by the user's file, or by what the user typed or exported; and data goes only to this machine,
//! to a provider that csvchat knows, or to a host that the user named. Hosts are compared as origins (scheme, host and
//! port, as the address is parsed for sending), so that no spelling passes for another.

use super::builtin::BUILTIN;
use super::file::Allow;
use super::provider::{Address, KeyPlace, Provider, Said};
use super::{Settings, SettingsError, address};
use crate::model::BaseUrl;

/// What is to be sent where.
pub struct Permit<'a> {
    pub settings: &'a Settings,
    pub provider: &'a Provider<'a>,
    pub address: &'a Address,
    /// Whether it was the project file that picked the provider.
    pub picked_by_project: bool,
}

impl Permit<'_> {
    /// Whether data may go to the address.
    ///
    /// # Errors
    /// When only a project file names it.
    pub fn host(&self) -> Result<(), SettingsError> {
        let url = &self.address.url;
        let is_named = match self.address.said {
            Said::Asked | Said::Variable(_) | Said::User | Said::Builtin => true,
            Said::Project => address::is_this_machine(url) || self.is_known(&url.origin()),
        };
        if is_named {
            return Ok(());
        }
        let origin = url.origin();
        let place = self.provider.place(self.settings);
        let file = self.settings.users_file();
        let message =
            format!("{place}: {} would send your data to {origin}, which you have not named", self.provider.name);
        Err(SettingsError::new("host_not_allowed", message)
            .hint(format!("to allow that, put hosts = [\"{origin}\"] under [allow] into {file}")))
    }

    /// Whether a key may go to the address.
    ///
    /// # Errors
    /// When nobody but a project file sends it there.
    pub fn key(&self, key: &KeyPlace) -> Result<(), SettingsError> {
        let origin = self.address.url.origin();
        let variable = &key.variable;
        let is_users_choice = key.said != Said::Project && self.is_trusted();
        if is_users_choice || belongs(variable, &origin) || self.is_allowed(variable, &origin) {
            return Ok(());
        }
        let (name, file) = (self.provider.name, self.settings.users_file());
        let place = self.blamed();
        let message =
            format!("{place}: {name} would send the key of {variable} to {origin}, which you have not allowed");
        Err(SettingsError::new("key_not_allowed", message)
            .hint(format!("to allow that, put {variable} = [\"{origin}\"] under [allow] into {file}")))
    }

    /// Whether the user's own headers may go to the address: they may hold secrets too.
    ///
    /// # Errors
    /// When only a project file sends them there.
    pub fn headers(&self) -> Result<(), SettingsError> {
        let origin = self.address.url.origin();
        let own = self.provider.user.and_then(|entry| entry.base_url.as_ref()).map(BaseUrl::origin);
        let usual = self.provider.default_url().map(|url| url.origin());
        if self.is_trusted() || own.or(usual).is_some_and(|own| own == origin) {
            return Ok(());
        }
        let (name, place) = (self.provider.name, self.blamed());
        let message = format!("{place}: {name} would send your own headers to {origin}, which you have not allowed");
        Err(SettingsError::new("key_not_allowed", message).hint(format!(
            "to allow that, put base-url = \"{origin}\" into [providers.{name}] of {}",
            self.settings.users_file()
        )))
    }

    /// Whether the user chose the address for this provider.
    fn is_trusted(&self) -> bool {
        match self.address.said {
            Said::User | Said::Builtin | Said::Variable(_) => true,
            // An address that was meant for another provider than the one that a project file picks.
            Said::Asked => !self.picked_by_project,
            Said::Project => false,
        }
    }

    /// Who is to blame.
    fn blamed(&self) -> String {
        match (self.provider.project, &self.settings.project) {
            (None, Some(project)) => project.shown.clone(),
            (None, None) | (Some(_), _) => self.provider.place(self.settings),
        }
    }

    fn is_known(&self, origin: &str) -> bool {
        let is_builtin = BUILTIN.iter().any(|builtin| builtin.base_url.and_then(origin_of).as_deref() == Some(origin));
        // What a variable cannot say is told where it is asked for.
        let by_variable = BUILTIN.iter().any(|builtin| {
            self.settings
                .variable_address(builtin)
                .is_ok_and(|found| found.is_some_and(|(_, url)| url.origin() == origin))
        });
        let by_user = self.settings.user.as_ref().is_some_and(|file| {
            let Allow { hosts, variables } = &file.allow;
            let entries = file.entries.values().filter_map(|entry| entry.as_ref().ok()?.base_url.as_ref());
            hosts.iter().chain(variables.values().flatten()).any(|allowed| allowed == origin)
                || entries.into_iter().any(|url| url.origin() == origin)
        });
        is_builtin || by_variable || by_user
    }

    /// Whether the user's own file sends the key there.
    fn is_allowed(&self, variable: &str, origin: &str) -> bool {
        let Some(file) = &self.settings.user else { return false };
        let listed = file.allow.variables.get(variable).is_some_and(|origins| origins.iter().any(|one| one == origin));
        listed
            || file.entries.iter().filter_map(|(name, entry)| Some((name, entry.as_ref().ok()?))).any(
                |(name, entry)| {
                    let own =
                        Provider { name, builtin: super::builtin::builtin(name), project: None, user: Some(entry) };
                    let url = entry.base_url.clone().or_else(|| own.default_url());
                    let protocol = own.protocol(self.settings);
                    url.is_some_and(|url| url.origin() == origin)
                        && protocol.is_ok_and(|protocol| own.keys(protocol).iter().any(|key| key.variable == variable))
                },
            )
    }
}

/// Whether a key is that of the built-in provider at this very address.
fn belongs(variable: &str, origin: &str) -> bool {
    BUILTIN.iter().any(|builtin| {
        builtin.base_url.and_then(origin_of).as_deref() == Some(origin)
            && builtin.keys.iter().any(|(name, _)| *name == variable)
    })
}

fn origin_of(address: &str) -> Option<String> {
    BaseUrl::parse(address).ok().map(|url| url.origin())
}

#[cfg(test)]
mod tests {
    use crate::settings::tests::settings;
    use crate::settings::{Asked, Chosen, Settings};

    /// Where the picked model would be asked and whether with a key; or the code of what is wrong.
    fn goes(settings: &Settings, model: Option<&str>, base_url: Option<&str>) -> Result<(String, bool), &'static str> {
        let asked =
            Asked { model: model.map(str::to_owned), base_url: base_url.map(str::to_owned), ..Asked::default() };
        settings.check().map_err(|error| error.code)?;
        match settings.choose(&asked) {
            Ok(Chosen::Remote(endpoint)) => Ok((endpoint.base_url.to_string(), endpoint.key.is_some())),
            Ok(Chosen::Builtin { .. } | Chosen::Replay(_)) => Ok((String::new(), false)),
            Err(error) => Err(error.code),
        }
    }

    const KEYS: [(&str, &str); 4] = [
        ("ANTHROPIC_API_KEY", "sk-ant-key"),
        ("OPENAI_API_KEY", "sk-key"),
        ("AWS_SECRET_ACCESS_KEY", "aws-key"),
        ("CSVCHAT_API_KEY", "own-key"),
    ];

    #[test]
    fn no_project_file_brings_a_key_elsewhere() {
        for (project, model) in [
            ("[providers.anthropic]\nbase-url = \"http://localhost:9\"", "anthropic"),
            ("[providers.anthropic]\nbase-url = \"https://api.openai.com\"", "anthropic"),
            ("[providers.anthropic]\nkey-variable = \"AWS_SECRET_ACCESS_KEY\"", "anthropic"),
            ("[providers.anthropic]\nkey-variable = \"OPENAI_API_KEY\"", "anthropic"),
            ("[providers.openai-compatible]\nbase-url = \"http://127.0.0.1:9/v1\"", "openai-compatible/m"),
            (
                "[providers.x]\nprotocol = \"chat\"\nbase-url = \"http://localhost\"\nkey-variable = \"AWS_SECRET_ACCESS_KEY\"",
                "x/m",
            ),
            (
                "[providers.x]\nprotocol = \"chat\"\nbase-url = \"https://api.openai.com/v1\"\nkey-variable = \"ANTHROPIC_API_KEY\"",
                "x/m",
            ),
            ("[providers.x]\nprotocol = \"chat\"\nbase-url = \"http://localhost\"\nkey-variable = \"NOT_SET\"", "x/m"),
            ("[providers.ollama]\nkey-variable = \"OPENAI_API_KEY\"", "ollama/m"),
        ] {
            assert_eq!(goes(&settings(&KEYS, "", project), Some(model), None), Err("key_not_allowed"), "{project}");
        }
    }

    #[test]
    fn no_project_file_sends_data_to_an_address_of_its_own() {
        for address in [
            "https://evil.example",
            "http://api.anthropic.com",
            "https://api.anthropic.com.",
            "https://api.anthropic.com:8443",
            "https://api.anthropic.com.evil.example",
            "https://\u{430}pi.anthropic.com",
            "http://x.localhost",
            "http://localhost.evil.example",
            "http://0.0.0.0:8080",
            "http://169.254.169.254",
            "http://192.168.0.1",
            "https:\\\\\\\\evil.example",
        ] {
            for head in ["[providers.anthropic]\nkey-variable = \"\"\n", "[providers.x]\nprotocol = \"chat\"\n"] {
                let settings = settings(&KEYS, "", &format!("{head}base-url = \"{address}\""));
                let model = if head.contains(".x]") { "x/m" } else { "anthropic" };
                assert_eq!(goes(&settings, Some(model), None), Err("host_not_allowed"), "{address}");
            }
        }
        for address in [
            "https://me@api.anthropic.com",
            "https://api.anthropic.com@evil.example",
            "https://api\u{2024}anthropic.com.evil.example",
        ] {
            let settings = settings(&KEYS, "", &format!("[providers.anthropic]\nbase-url = \"{address}\""));
            assert_eq!(goes(&settings, Some("anthropic"), None), Err("config"), "{address}");
        }
    }

    #[test]
    fn another_spelling_of_one_origin_is_the_same() {
        for address in
            ["https://API.anthropic.COM", "https://api.anthropic.com:443/v1/", "HTTPS://api.anthropic.com/x/.."]
        {
            let settings = settings(&KEYS, "", &format!("[providers.anthropic]\nbase-url = \"{address}\""));
            let expected = ("https://api.anthropic.com".to_owned(), true);
            assert_eq!(goes(&settings, Some("anthropic"), None), Ok(expected), "{address}");
        }
    }

    #[test]
    fn what_a_project_file_picks_is_held_to_the_same() {
        let evil = "[providers.openai]\nbase-url = \"https://evil.example\"";
        assert_eq!(goes(&settings(&KEYS, "", evil), None, None), Err("host_not_allowed"), "by the key that is set");
        let picks = settings(&[KEYS[0], ("CSVCHAT_BASE_URL", "https://mine.example")], "", "model = \"anthropic\"");
        // The address was meant for what the user would have picked.
        assert_eq!(goes(&picks, None, Some("https://mine.example")), Err("key_not_allowed"));
        assert!(goes(&picks, Some("anthropic"), Some("https://mine.example")).is_ok());
        let own =
            settings(&[KEYS[3], ("CSVCHAT_BASE_URL", "https://mine.example")], "", "model = \"openai-compatible/m\"");
        assert_eq!(goes(&own, None, Some("https://mine.example")), Ok(("https://mine.example/v1".to_owned(), true)));
    }

    #[test]
    fn what_is_on_this_machine_needs_no_leave() {
        let local = "[providers.x]\nprotocol = \"chat\"\nbase-url = \"http://localhost:8080\"";
        let expected = ("http://localhost:8080/v1".to_owned(), false);
        assert_eq!(goes(&settings(&KEYS, "", local), Some("x/m"), None), Ok(expected));
    }

    #[test]
    fn the_users_file_allows() {
        let project = "[providers.work]\nprotocol = \"chat\"\nbase-url = \"https://ai.work.example/v1\"\nkey-variable = \"WORK_KEY\"";
        let keys = [("WORK_KEY", "w-key")];
        for (user, expected) in [
            ("", Err("host_not_allowed")),
            ("[allow]\nhosts = [\"https://ai.work.example\"]", Err("key_not_allowed")),
            ("[allow]\nWORK_KEY = [\"https://AI.work.example:443/\"]", Ok(())),
            ("[allow]\nWORK_KEY = [\"https://other.example\"]", Err("host_not_allowed")),
            ("[allow]\nOTHER = [\"https://ai.work.example\"]", Err("key_not_allowed")),
            (
                "[providers.w]\nprotocol = \"chat\"\nbase-url = \"https://ai.work.example\"\nkey-variable = \"WORK_KEY\"",
                Ok(()),
            ),
            ("[providers.w]\nprotocol = \"chat\"\nbase-url = \"https://ai.work.example\"", Err("key_not_allowed")),
        ] {
            let found = goes(&settings(&keys, user, project), Some("work/m"), None).map(|(_, key)| assert!(key));
            assert_eq!(found, expected, "{user}");
        }
    }

    #[test]
    fn the_users_own_headers_stay_where_the_user_sends_them() {
        let user =
            "[providers.w]\nprotocol = \"chat\"\nbase-url = \"https://w.example\"\n[providers.w.headers]\nX = \"mine\"";
        let project = "[providers.w]\nbase-url = \"http://localhost:9\"";
        assert!(goes(&settings(&[], user, ""), Some("w/m"), None).is_ok());
        assert_eq!(goes(&settings(&[], user, project), Some("w/m"), None), Err("key_not_allowed"));
        let project = "[providers.openai]\nbase-url = \"http://localhost:9\"\nkey-variable = \"\"";
        let variables = [("OPENAI_CUSTOM_HEADERS", "X-Secret: s")];
        assert_eq!(goes(&settings(&variables, "", project), Some("openai"), None), Err("key_not_allowed"));
        assert!(goes(&settings(&[], "", project), Some("openai"), None).is_ok());
    }

    #[test]
    fn what_the_user_types_or_exports_is_their_choice() {
        let settings = settings(&[KEYS[1], ("OPENAI_BASE_URL", "https://proxy.example/v1")], "", "");
        assert_eq!(goes(&settings, None, None), Ok(("https://proxy.example/v1".to_owned(), true)));
        assert_eq!(goes(&settings, None, Some("http://box:1")), Ok(("http://box:1/v1".to_owned(), true)));
    }
}
