//! A configuration file, `csvchat.toml`, as it stands.
//!
//! The file is bounded, and must be one: a pipe or a device in its place would be waited for.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read};

use toml::de::DeTable;

use super::entry::{Entry, is_variable};
use super::environment::Place;
use super::names::nearest;
use super::section::{Section, Source};
use super::{Bounds, SettingsError};
use crate::limits::{CONFIG_BYTES, Privacy};
use crate::model::{BaseUrl, Prices};
use crate::system::reason;

/// Keys of a file beside the limits.
const KEYS: [&str; 7] = ["model", "privacy", "strict", "no-cache", "providers", "prices", "allow"];
/// Names that stand for no provider.
const RESERVED: [&str; 2] = ["builtin", "replay"];

/// Whose file it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// The user's own: it is trusted.
    User,
    /// It came with the data: it is not.
    Project,
}

/// What a file says.
pub struct File {
    /// As messages name it.
    pub shown: String,
    /// The model that answers.
    pub model: Option<String>,
    /// What may leave the machine.
    pub privacy: Option<Privacy>,
    /// Whether a number that cannot be traced ends the run with an exit code of its own.
    pub strict: Option<bool>,
    /// Whether no loaded copy is kept or used.
    pub no_cache: Option<bool>,
    /// What bounds a run.
    pub bounds: Bounds,
    /// `[providers.NAME]`, and what is wrong about those that cannot be understood.
    pub entries: BTreeMap<String, Result<Entry, SettingsError>>,
    /// `[prices."MODEL"]`
    pub prices: BTreeMap<String, Prices>,
    /// `[allow]`
    pub allow: Allow,
}

/// What the user allows beyond the entries of their own file, as origins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allow {
    /// To which data may go.
    pub hosts: Vec<String>,
    /// To which the key of a variable may go, and data too.
    pub variables: BTreeMap<String, Vec<String>>,
}

impl File {
    /// Reads a file; nothing where there is none and none was named.
    ///
    /// # Errors
    /// When it cannot be read or understood.
    pub fn read(place: &Place, owner: Owner) -> Result<Option<Self>, SettingsError> {
        let shown = place.shown.display().to_string();
        let fault = |what: &str| SettingsError::new("config", format!("{shown}: {what}"));
        let metadata = match std::fs::metadata(&place.path) {
            Ok(metadata) => metadata,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) && !place.named => {
                return Ok(None);
            }
            Err(error) => {
                let fault = fault(&reason(&error));
                return Err(if place.named { fault.hint("CSVCHAT_CONFIG names it") } else { fault });
            }
        };
        let is_nothing = place.named && place.path.as_os_str() == "/dev/null";
        if !metadata.is_file() && !is_nothing {
            return Err(fault("is no file"));
        }
        let mut bytes = Vec::new();
        std::fs::File::open(&place.path)
            .and_then(|file| file.take(CONFIG_BYTES + 1).read_to_end(&mut bytes))
            .map_err(|error| fault(&reason(&error)))?;
        if bytes.len() as u64 > CONFIG_BYTES {
            return Err(fault(&format!("has more than {CONFIG_BYTES} bytes")));
        }
        let text = String::from_utf8(bytes).map_err(|_| fault("is not UTF-8"))?;
        Self::parse(text.strip_prefix('\u{feff}').unwrap_or(&text), &shown, owner).map(Some)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// When it cannot be understood; what is wrong about an entry is kept with it.
    pub fn parse(text: &str, shown: &str, owner: Owner) -> Result<Self, SettingsError> {
        let source = Source { path: shown, text };
        let table = DeTable::parse(text).map_err(|error| {
            let what = error.message().lines().next().unwrap_or("this is not TOML").to_owned();
            source.fault(error.span().map_or(0, |span| span.start), &what).hint("see README, \"Configure a model\"")
        })?;
        let root = Section::root(source, table.get_ref());
        root.known(&[&KEYS[..], &Bounds::KEYS].concat())?;
        let privacy = [("rows", Privacy::Rows), ("stats", Privacy::Stats), ("schema", Privacy::Schema)];
        Ok(Self {
            shown: shown.to_owned(),
            model: model(&root)?,
            privacy: root.one_of("privacy", &privacy)?,
            strict: root.switch("strict")?,
            no_cache: root.switch("no-cache")?,
            bounds: Bounds::of(&root)?,
            entries: entries(&root, owner)?,
            prices: prices(&root)?,
            allow: allow(&root, owner)?,
        })
    }
}

fn model(root: &Section) -> Result<Option<String>, SettingsError> {
    let Some(name) = root.text("model")? else { return Ok(None) };
    if name.starts_with("replay/") {
        return Err(root.fault("model", "a saved run is chosen by -m only, not by a file"));
    }
    Ok(Some(name).filter(|name| !name.is_empty()).map(str::to_owned))
}

fn entries(root: &Section, owner: Owner) -> Result<BTreeMap<String, Result<Entry, SettingsError>>, SettingsError> {
    let Some(table) = root.section("providers")? else { return Ok(BTreeMap::new()) };
    let mut entries = BTreeMap::new();
    for name in table.keys() {
        let plain = |character: char| character.is_ascii_alphanumeric() || "-_.".contains(character);
        if name.is_empty() || !name.chars().all(plain) {
            return Err(table.fault(name, "a provider's name has letters, digits, `-`, `_` and `.` only"));
        }
        if RESERVED.contains(&name) {
            return Err(table.fault(name, &format!("`{name}` is no provider; take another name")));
        }
        let entry = match table.section(name) {
            Ok(Some(section)) => Entry::of(&section, owner),
            Ok(None) => continue,
            Err(error) => Err(error),
        };
        entries.insert(name.to_owned(), entry);
    }
    Ok(entries)
}

fn prices(root: &Section) -> Result<BTreeMap<String, Prices>, SettingsError> {
    let Some(table) = root.section("prices")? else { return Ok(BTreeMap::new()) };
    let mut prices = BTreeMap::new();
    for name in table.keys() {
        if let Some(section) = table.section(name)? {
            prices.insert(name.to_owned(), section.prices()?);
        }
    }
    Ok(prices)
}

fn allow(root: &Section, owner: Owner) -> Result<Allow, SettingsError> {
    let Some(table) = root.section("allow")? else { return Ok(Allow::default()) };
    if owner == Owner::Project {
        return Err(root.fault("allow", "a project file can allow nothing").hint("[allow] belongs into your own file"));
    }
    let mut allow = Allow::default();
    for name in table.keys() {
        let mut origins = Vec::new();
        for address in table.texts(name)? {
            let url = BaseUrl::parse(address).map_err(|wrong| table.fault(name, &format!("`{name}`: {wrong}")))?;
            origins.push(url.origin());
        }
        if name == "hosts" {
            allow.hosts = origins;
        } else if is_variable(name) {
            allow.variables.insert(name.to_owned(), origins);
        } else {
            let fault = table.fault(name, &format!("`{name}` is neither `hosts` nor the name of a variable"));
            let near = nearest(name, ["hosts"].into_iter());
            return Err(if near.is_empty() { fault } else { fault.hint("did you mean `hosts`?") });
        }
    }
    Ok(allow)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        let error = File::parse(text, "csvchat.toml", Owner::User).err();
        let error = error.or_else(|| {
            let file = File::parse(text, "csvchat.toml", Owner::User).ok()?;
            file.entries.into_values().find_map(Result::err)
        });
        let error = error.unwrap_or_else(|| panic!("nothing is wrong about {text}"));
        format!("{error}; {}", error.hint.clone().unwrap_or_default())
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_the_way_to_mend_it() {
        for (text, said) in [
            ("\nmodle = \"x\"", "csvchat.toml, line 2: there is no key `modle`; did you mean `model`?"),
            ("max_turns = 3", "line 1: there is no key `max_turns`; did you mean `max-turns`?"),
            ("max-turns = 0", "line 1: `max-turns` must be a whole number from 1"),
            ("timeout = \"soon\"", "line 1: `timeout` must begin with a number"),
            ("strict = \"yes\"", "line 1: `strict` must be true or false"),
            ("privacy = \"none\"", "line 1: `privacy` must be one of \"rows\", \"stats\", \"schema\""),
            ("[providers.x]\nprotocol = \"grpc\"", "line 2: `protocol` must be one of \"anthropic\""),
            ("[providers.x]\nbase-url = \"https://u:p@h\"", "line 2: `base-url`: an address may hold no user name"),
            (
                "[providers.x]\nbaseurl = \"h\"",
                "line 2: there is no key `baseurl` in [providers.x]; did you mean `base-url`?",
            ),
            ("[providers.x]\ncommand = \"rm\"", "line 2: there is no key `command` in [providers.x]"),
            ("[providers.x.prices]\ninput = 1", "needs `output`: US dollars for a million tokens"),
            ("[providers.replay]\nprotocol = \"chat\"", "`replay` is no provider"),
            ("[prices.m]\ninput = 1\noutput = -1", "line 3: `output` must be US dollars"),
            ("model = \"replay/x\"", "line 1: a saved run is chosen by -m only"),
            (
                "[allow]\nhost = []",
                "line 2: `host` is neither `hosts` nor the name of a variable; did you mean `hosts`?",
            ),
            ("a = = 1", "csvchat.toml, line 1: "),
        ] {
            assert!(fault(text).contains(said), "{text}: {}", fault(text));
        }
    }

    #[test]
    fn no_value_that_may_be_a_secret_is_ever_shown() {
        for text in [
            "[providers.x]\nkey-variable = \"sk-secret\"",
            "[providers.x]\napi-key = \"sk-secret\"",
            "[providers.x.headers]\nA = \"sk-secret\\nB: c\"\n",
            "[providers.x.headers]\nA = \"sk-secret",
            "[providers.x.headers]\nA = sk-secret",
            "[providers.x.headers]\nA = [\"sk-secret\"]",
            "[providers.x.headers]\nA = \"sk-secret\"\nA = \"sk-secret\"",
            "[providers.x]\nheaders = \"sk-secret\"",
            "[providers.x]\nbase-url = \"https://sk-secret@h\"",
            "[providers.x]\nbase-url = \"https://h/?key=sk-secret\"",
            "[providers.x]\nprotocol = \"sk-secret\"",
            "[providers.x]\nmodel = \"sk-secret x\"",
            "[providers.x]\nmax-output-tokens = \"sk-secret\"",
        ] {
            assert!(!fault(text).contains("secret"), "{text}: {}", fault(text));
        }
    }

    #[test]
    fn a_project_file_allows_nothing_and_says_not_whose_request_it_is() {
        for text in [
            "[allow]\nhosts = [\"https://evil.example\"]",
            "[providers.openrouter.headers]\nAuthorization = \"Bearer theirs\"",
            "[providers.openai.headers]\n\"OpenAI-Organization\" = \"theirs\"",
            "[providers.anthropic.headers]\n\"x-api-key\" = \"theirs\"",
            "[providers.ollama.headers]\n\"X-Forwarded-Host\" = \"evil.example\"",
        ] {
            let file = File::parse(text, "csvchat.toml", Owner::Project);
            let is_refused = match file {
                Err(_) => true,
                Ok(file) => file.entries.values().any(Result::is_err),
            };
            assert!(is_refused, "{text}");
            assert!(
                File::parse(text, "mine", Owner::User).is_ok_and(|file| file.entries.values().all(Result::is_ok)),
                "{text}"
            );
        }
        let harmless = File::parse("[providers.x.headers]\n\"X-Title\" = \"sales\"", "p", Owner::Project).unwrap();
        assert!(harmless.entries["x"].is_ok());
    }
}
