//! An entry `[providers.NAME]` of a configuration file.

use std::time::Duration;

use super::SettingsError;
use super::file::Owner;
use super::section::Section;
use super::values;
use crate::event::Protocol;
use crate::limits::MODEL_NAME_CHARS;
use crate::model::{BaseUrl, OutputCap, Prices, Secret, ToolMode};

/// Keys of an entry.
const KEYS: [&str; 11] = [
    "protocol",
    "base-url",
    "key-variable",
    "headers",
    "output-cap",
    "max-output-tokens",
    "tools",
    "context-window",
    "prices",
    "idle-timeout",
    "model",
];
/// Headers that are csvchat's own business, or that of the connection.
const OWN_HEADERS: [&str; 9] = [
    "host",
    "content-length",
    "content-type",
    "content-encoding",
    "transfer-encoding",
    "accept-encoding",
    "connection",
    "upgrade",
    "te",
];
/// Parts of names of headers that say on whose behalf a request is made, or send it elsewhere: with one of its own, a
/// project file would have the data show up in somebody else's account.
const TELLING: [&str; 15] = [
    "auth", "key", "token", "cookie", "secret", "session", "org", "project", "account", "user", "forward", "host",
    "tenant", "proxy", "log",
];

/// What an entry says; what it leaves out is as for the built-in provider of that name.
#[derive(Clone)]
pub struct Entry {
    /// On which it begins.
    pub line: usize,
    pub protocol: Option<Protocol>,
    pub base_url: Option<BaseUrl>,
    pub key_variable: Option<KeyVariable>,
    pub headers: Vec<(String, Secret)>,
    pub output_cap: Option<OutputCap>,
    pub output_tokens: Option<u64>,
    pub tools: Option<ToolMode>,
    pub context_window: Option<u64>,
    pub prices: Option<Prices>,
    pub idle_timeout: Option<Duration>,
    pub model: Option<String>,
}

/// `key-variable`
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyVariable {
    /// The empty text: no key is sent.
    None,
    /// The variable that holds the key.
    Named(String),
}

impl Entry {
    /// Reads an entry.
    pub fn of(section: &Section, owner: Owner) -> Result<Self, SettingsError> {
        section.known(&KEYS)?;
        let protocols = Protocol::ALL.map(|protocol| (protocol.as_str(), protocol));
        let caps = [("max_tokens", OutputCap::MaxTokens), ("max_completion_tokens", OutputCap::MaxCompletionTokens)];
        let modes = [("auto", ToolMode::Auto), ("native", ToolMode::Native), ("prompt", ToolMode::Prompt)];
        Ok(Self {
            line: section.line(),
            protocol: section.one_of("protocol", &protocols)?,
            base_url: base_url(section)?,
            key_variable: key_variable(section)?,
            headers: headers(section, owner)?,
            output_cap: section.one_of("output-cap", &caps)?,
            output_tokens: section.parsed("max-output-tokens", values::tokens)?,
            tools: section.one_of("tools", &modes)?,
            context_window: section.parsed("context-window", values::tokens)?,
            prices: section.section("prices")?.map(|prices| prices.prices()).transpose()?,
            idle_timeout: section.parsed("idle-timeout", values::duration)?,
            model: section.text("model")?.map(|name| checked_model(section, name)).transpose()?,
        })
    }
}

fn base_url(section: &Section) -> Result<Option<BaseUrl>, SettingsError> {
    let Some(text) = section.text("base-url")? else { return Ok(None) };
    BaseUrl::parse(text).map(Some).map_err(|wrong| section.fault("base-url", &format!("`base-url`: {wrong}")))
}

fn key_variable(section: &Section) -> Result<Option<KeyVariable>, SettingsError> {
    match section.text("key-variable")? {
        None => Ok(None),
        Some("") => Ok(Some(KeyVariable::None)),
        Some(name) if is_variable(name) => Ok(Some(KeyVariable::Named(name.to_owned()))),
        // Not shown: it may be the key itself.
        Some(_) => Err(section
            .fault("key-variable", "`key-variable` must be the name of a variable of the environment, in capitals")
            .hint("export the key under such a name; it stands in no file")),
    }
}

/// Whether a text is the name of a variable: capitals, digits and `_`, so that no key passes for one.
pub fn is_variable(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
        && name
            .chars()
            .all(|character| character.is_ascii_uppercase() || character.is_ascii_digit() || character == '_')
}

fn checked_model(section: &Section, name: &str) -> Result<String, SettingsError> {
    if is_model(name) {
        Ok(name.to_owned())
    } else {
        Err(section.fault("model", "`model` must be the name of a model, without blanks"))
    }
}

/// Whether a text can be the name of a model.
pub fn is_model(name: &str) -> bool {
    !name.is_empty()
        && name.chars().count() <= MODEL_NAME_CHARS
        && !name.chars().any(|character| character.is_whitespace() || character.is_control())
}

fn headers(section: &Section, owner: Owner) -> Result<Vec<(String, Secret)>, SettingsError> {
    let Some(table) = section.section("headers")? else { return Ok(Vec::new()) };
    let mut headers = Vec::new();
    for name in table.keys() {
        let value = table.text(name)?.unwrap_or_default();
        header(name, value).map_err(|wrong| table.fault(name, &wrong))?;
        let lower = name.to_ascii_lowercase();
        if owner == Owner::Project && TELLING.iter().any(|part| lower.contains(part)) {
            return Err(table
                .fault(name, &format!("a project file may not set the header `{name}`: it may say whose request it is"))
                .hint("put it into an entry of your own file"));
        }
        headers.push((name.to_owned(), Secret::new(value)));
    }
    Ok(headers)
}

/// Whether a header can be sent; otherwise what is wrong, its value left out.
pub fn header(name: &str, value: &str) -> Result<(), String> {
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(token) {
        return Err(format!("`{name}` is no name of a header"));
    }
    if OWN_HEADERS.contains(&name.to_ascii_lowercase().as_str()) {
        return Err(format!("the header `{name}` is csvchat's own"));
    }
    if value.is_empty() || !value.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return Err(format!("the value of the header `{name}` must be printable ASCII"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_variables_are_no_keys() {
        assert!(is_variable("WORK_KEY_2") && is_variable("_X"));
        for wrong in ["sk-ant-abc", "AIzaSyA", "lower", "1X", "A B", "$KEY", ""] {
            assert!(!is_variable(wrong), "{wrong}");
        }
    }

    #[test]
    fn headers_can_neither_be_split_nor_take_the_connection_over() {
        assert_eq!(header("X-Title", "csv chat"), Ok(()));
        for (name, value) in [("Host", "x"), ("X Y", "x"), ("", "x"), ("X", "a\r\nHost: b"), ("X", ""), ("X", "é")] {
            let wrong = header(name, value).unwrap_err();
            assert!(!wrong.contains("Host: b"), "{wrong}");
        }
    }
}
