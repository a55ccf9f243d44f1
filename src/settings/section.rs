//! One table of a configuration file, read key by key: what is wrong is told with file, line and the way to mend it.
//!
//! No message shows a value: where a key was expected, a secret may have been written. Names of keys are shown.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::names::nearest;
use super::{SettingsError, values};
use crate::model::{Prices, Tier};

/// The text of a file, to find lines in.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The file as messages name it.
    pub path: &'a str,
    /// All of it.
    pub text: &'a str,
}

impl Source<'_> {
    /// The line of a byte, from 1.
    pub fn line(&self, byte: usize) -> usize {
        self.text.bytes().take(byte).filter(|byte| *byte == b'\n').count() + 1
    }

    /// What is wrong at a byte.
    pub fn fault(&self, byte: usize, what: &str) -> SettingsError {
        SettingsError::new("config", format!("{}, line {}: {what}", self.path, self.line(byte)))
    }
}

/// A table and its name.
#[derive(Clone)]
pub struct Section<'a> {
    pub source: Source<'a>,
    /// As it stands in the file, such as `[providers.work]`; empty for the file itself.
    name: String,
    table: &'a DeTable<'a>,
    /// Of its first byte.
    start: usize,
}

impl<'a> Section<'a> {
    /// The file itself.
    pub fn root(source: Source<'a>, table: &'a DeTable<'a>) -> Self {
        Self { source, name: String::new(), table, start: 0 }
    }

    /// The line on which it begins.
    pub fn line(&self) -> usize {
        self.source.line(self.start)
    }

    /// What is wrong about a key, or about the whole table where it is not there.
    pub fn fault(&self, key: &str, what: &str) -> SettingsError {
        let at =
            self.table.iter().find(|(name, _)| name.get_ref() == key).map_or(self.start, |(name, _)| name.span().start);
        self.source.fault(at, what)
    }

    /// Whether all keys are known.
    pub fn known(&self, keys: &[&str]) -> Result<(), SettingsError> {
        for (name, _) in self.table {
            let key = name.get_ref().as_ref();
            if keys.contains(&key) {
                continue;
            }
            let place = if self.name.is_empty() { String::new() } else { format!(" in {}", self.name) };
            let fault = self.source.fault(name.span().start, &format!("there is no key `{key}`{place}"));
            let near = nearest(&key.replace('_', "-"), keys.iter().copied());
            return Err(match (near.first(), key.contains("key") || key.contains("token")) {
                (_, true) if keys.contains(&"key-variable") => {
                    fault.hint("keys stand in no file: key-variable = \"NAME\" says which variable holds it")
                }
                (Some(near), _) => fault.hint(format!("did you mean `{near}`?")),
                (None, _) => fault.hint(format!("known are {}", keys.join(", "))),
            });
        }
        Ok(())
    }

    /// The names of its keys.
    pub fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.table.keys().map(|name| name.get_ref().as_ref())
    }

    fn value(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    /// A text.
    pub fn text(&self, key: &str) -> Result<Option<&'a str>, SettingsError> {
        match self.value(key).map(Spanned::get_ref) {
            None => Ok(None),
            Some(DeValue::String(text)) => Ok(Some(text.trim())),
            Some(_) => Err(self.fault(key, &format!("`{key}` must be a text in quotes"))),
        }
    }

    /// `true` or `false`.
    pub fn switch(&self, key: &str) -> Result<Option<bool>, SettingsError> {
        match self.value(key).map(Spanned::get_ref) {
            None => Ok(None),
            Some(DeValue::Boolean(switch)) => Ok(Some(*switch)),
            Some(_) => Err(self.fault(key, &format!("`{key}` must be true or false"))),
        }
    }

    /// One of some names.
    pub fn one_of<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Result<Option<T>, SettingsError> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        choices.iter().find(|(name, _)| *name == text).map(|(_, choice)| Some(*choice)).ok_or_else(|| {
            let names: Vec<String> = choices.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            self.fault(key, &format!("`{key}` must be one of {}", names.join(", ")))
        })
    }

    /// A number, or a text such as `30s`, as the flag of that name takes it.
    pub fn parsed<T>(&self, key: &str, parse: fn(&str) -> Result<T, String>) -> Result<Option<T>, SettingsError> {
        let text = match self.value(key).map(Spanned::get_ref) {
            None => return Ok(None),
            Some(DeValue::String(text)) => text.as_ref(),
            Some(DeValue::Integer(number)) if number.radix() == 10 => number.as_str(),
            Some(DeValue::Float(number)) => number.as_str(),
            Some(_) => return Err(self.fault(key, &format!("`{key}` must be a number or a text in quotes"))),
        };
        parse(text).map(Some).map_err(|wrong| self.fault(key, &format!("`{key}` {wrong}")))
    }

    /// A list of texts.
    pub fn texts(&self, key: &str) -> Result<Vec<&'a str>, SettingsError> {
        let wrong = || self.fault(key, &format!("`{key}` must be a list of texts: [\"...\"]"));
        let Some(value) = self.value(key) else { return Ok(Vec::new()) };
        let list = value.get_ref().as_array().ok_or_else(wrong)?;
        list.iter().map(|item| item.get_ref().as_str().ok_or_else(wrong)).collect()
    }

    /// A table within.
    pub fn section(&self, key: &str) -> Result<Option<Self>, SettingsError> {
        let Some((name, value)) = self.table.get_key_value(key) else { return Ok(None) };
        let bare = key.chars().all(|character| character.is_ascii_alphanumeric() || "-_".contains(character));
        let written = if bare { key.to_owned() } else { format!("\"{key}\"") };
        let name_within = match self.name.trim_matches(['[', ']']) {
            "" => format!("[{written}]"),
            outer => format!("[{outer}.{written}]"),
        };
        let Some(table) = value.get_ref().as_table() else {
            return Err(self.source.fault(name.span().start, &format!("`{key}` must be a table: {name_within}")));
        };
        Ok(Some(Self { source: self.source, name: name_within, table, start: name.span().start }))
    }

    /// US dollars for a million tokens. What is read from the cache costs what is read otherwise, unless it is given.
    pub fn prices(&self) -> Result<Prices, SettingsError> {
        self.known(&["input", "output", "cache-read", "cache-write"])?;
        let needed = |key: &str| {
            let price = self.parsed(key, values::price)?;
            price.ok_or_else(|| {
                self.fault(key, &format!("{} needs `{key}`: US dollars for a million tokens", self.name))
            })
        };
        let (input, output) = (needed("input")?, needed("output")?);
        let cache_read = self.parsed("cache-read", values::price)?.unwrap_or(input);
        let cache_write = self.parsed("cache-write", values::price)?.unwrap_or(input);
        let tier = Tier { above: 0, input, output, cache_read, cache_write };
        Ok(Prices { tiers: vec![tier], ..Prices::default() })
    }
}
