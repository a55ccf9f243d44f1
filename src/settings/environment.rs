//! The variables of the environment, and what they say of the user's own file.
//!
//! They hold keys: nothing here can be printed.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// The variables that are set to something. It has no `Debug`.
#[derive(Clone, Default)]
pub struct Environment {
    variables: BTreeMap<String, String>,
}

/// Where a file is looked for.
pub struct Place {
    /// Where it is.
    pub path: PathBuf,
    /// As messages name it.
    pub shown: PathBuf,
    /// Whether the user named it, so that it has to be there.
    pub named: bool,
}

impl Environment {
    /// That of the program. Variables that are no text are left out: none that csvchat knows can be one.
    #[must_use]
    pub fn of_process() -> Self {
        std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect()
    }

    /// The value of a variable, blanks around it left out. An empty variable counts as unset.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    /// The user's own file, wherever one may be.
    pub(super) fn user_file(&self) -> Option<Place> {
        if let Some(path) = self.get("CSVCHAT_CONFIG") {
            return Some(Place { path: path.into(), shown: path.into(), named: true });
        }
        // A relative path would be one into whatever folder csvchat is started in.
        let absolute = |name| self.get(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = absolute("HOME");
        let folder = absolute("XDG_CONFIG_HOME").or_else(|| Some(home.as_ref()?.join(".config")))?;
        let path = folder.join("csvchat").join("csvchat.toml");
        let below = home.and_then(|home| path.strip_prefix(home).ok().map(|rest| PathBuf::from("~").join(rest)));
        Some(Place { shown: below.unwrap_or_else(|| path.clone()), path, named: false })
    }

    /// The folder in which csvchat may keep what it can make again, wherever that may be.
    #[must_use]
    pub(super) fn cache_folder(&self) -> Option<PathBuf> {
        let absolute = |name| self.get(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let usual = if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" };
        let folder = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(usual)))?;
        Some(folder.join("csvchat"))
    }
}

impl FromIterator<(String, String)> for Environment {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(variables: I) -> Self {
        Self { variables: variables.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(variables: &[(&str, &str)]) -> Option<String> {
        let environment: Environment =
            variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        environment.user_file().map(|place| format!("{} {}", place.path.display(), place.shown.display()))
    }

    #[test]
    fn the_cache_lies_where_caches_lie() {
        let usual = if cfg!(target_os = "macos") { "/h/Library/Caches/csvchat" } else { "/h/.cache/csvchat" };
        for (variables, expected) in [
            (&[("HOME", "/h")][..], Some(usual)),
            (&[("HOME", "/h"), ("XDG_CACHE_HOME", "/x")], Some("/x/csvchat")),
            (&[("HOME", "/h"), ("XDG_CACHE_HOME", "x")], Some(usual)),
            (&[("HOME", "")], None),
        ] {
            let environment: Environment =
                variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            assert_eq!(environment.cache_folder(), expected.map(PathBuf::from), "{variables:?}");
        }
    }

    #[test]
    fn the_users_file_lies_where_such_files_lie() {
        for (variables, expected) in [
            (&[("HOME", "/h")][..], Some("/h/.config/csvchat/csvchat.toml ~/.config/csvchat/csvchat.toml")),
            (&[("HOME", "/h"), ("XDG_CONFIG_HOME", "/x")], Some("/x/csvchat/csvchat.toml /x/csvchat/csvchat.toml")),
            (&[("HOME", "/h"), ("CSVCHAT_CONFIG", "my.toml")], Some("my.toml my.toml")),
            (
                &[("HOME", "/h"), ("CSVCHAT_CONFIG", " ")],
                Some("/h/.config/csvchat/csvchat.toml ~/.config/csvchat/csvchat.toml"),
            ),
            (&[("HOME", "."), ("XDG_CONFIG_HOME", "here")], None),
            (&[], None),
        ] {
            assert_eq!(file(variables).as_deref(), expected, "{variables:?}");
        }
    }
}
