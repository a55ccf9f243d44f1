//! Settings: what holds for a run, from the command line, the environment, two files, and the providers that csvchat
//! knows.
//!
//! Uses `limits`, `event`, `system`, `model`. The only home of `toml`. It reads files and variables, and sends nothing: it decides
//! where a model is and which key goes there. One question takes this way: `cli` gives what was [`Asked`];
//! [`Settings::read`] reads the files; [`Settings::choose`] picks the model and makes its endpoint, once `permit` has
//! found that the address and the key are the user's own choice.
//!
//! Precedence: flag > environment > project file > user file > default. The project file comes with the data and is not
//! trusted: it can choose a model and tighten what leaves the machine, but it can neither bring a key to a host nor data
//! to an address that the user has not named. Errors never show a value of a file or a variable that may be a secret.

mod address;
mod bounds;
mod builtin;
mod endpoint;
mod entry;
mod environment;
mod file;
mod listing;
mod names;
mod permit;
mod pick;
mod provider;
mod section;
pub mod values;

pub use bounds::Bounds;
pub use environment::Environment;
pub use listing::{Listed, Overview};
pub use pick::Chosen;

use std::path::{Path, PathBuf};

use crate::limits::{Limits, Privacy};
use file::{File, Owner};

/// The project's file, in the folder in which csvchat is started.
const PROJECT_FILE: &str = "csvchat.toml";

/// What is wrong about a file, a variable or a choice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SettingsError {
    /// For programs.
    pub code: &'static str,
    /// What is wrong, and where.
    pub message: String,
    /// What to do.
    pub hint: Option<String>,
}

impl SettingsError {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None }
    }

    #[must_use]
    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// What flags and `CSVCHAT_*` variables say, flags first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Asked {
    /// `PROVIDER/MODEL`, `PROVIDER`, `builtin` or `replay/PATH`.
    pub model: Option<String>,
    /// Another address of the model that is picked.
    pub base_url: Option<String>,
    /// What may leave the machine.
    pub privacy: Option<Privacy>,
    /// Whether a number that cannot be traced ends the run with an exit code of its own.
    pub strict: Option<bool>,
    /// Whether no loaded copy is kept or used.
    pub no_cache: Option<bool>,
    /// What bounds the run.
    pub bounds: Bounds,
}

/// The environment and both files.
pub struct Settings {
    environment: Environment,
    user: Option<File>,
    project: Option<File>,
    /// Files that cannot be read as a whole.
    faults: Vec<SettingsError>,
}

impl Settings {
    /// Reads both files; `folder` is the one in which csvchat was started. What is wrong about them is kept for
    /// [`Settings::check`].
    #[must_use]
    pub fn read(environment: Environment, folder: &Path) -> Self {
        let mut faults = Vec::new();
        let mut take =
            |file: Result<Option<File>, SettingsError>| file.map_err(|error| faults.push(error)).ok().flatten();
        let user = take(environment.user_file().map_or(Ok(None), |place| File::read(&place, Owner::User)));
        let project = folder.join(PROJECT_FILE);
        let is_users = environment.user_file().is_some_and(|place| {
            let real = |path: &Path| path.canonicalize().ok();
            real(&place.path).is_some_and(|place| Some(place) == real(&project))
        });
        let place = environment::Place { path: project, shown: PathBuf::from(PROJECT_FILE), named: false };
        let project = if is_users { None } else { take(File::read(&place, Owner::Project)) };
        Self { environment, user, project, faults }
    }

    /// Whether all that the files say can be understood.
    ///
    /// # Errors
    /// The first thing that cannot.
    pub fn check(&self) -> Result<(), SettingsError> {
        let entries = self.files().flat_map(|file| file.entries.values()).filter_map(|entry| entry.as_ref().err());
        self.faults.iter().chain(entries).next().map_or(Ok(()), |error| Err(error.clone()))
    }

    /// What bounds a run.
    #[must_use]
    pub fn limits(&self, asked: &Bounds) -> Limits {
        self.files().fold(asked.clone(), |bounds, file| bounds.or(&file.bounds)).limits()
    }

    /// What may leave the machine. A project file may only tighten what the user's own file says.
    #[must_use]
    pub fn privacy(&self, asked: Option<Privacy>) -> Privacy {
        let strictest = self.files().filter_map(|file| file.privacy).max();
        asked.or(strictest).unwrap_or_default()
    }

    /// Whether a number that cannot be traced ends the run with an exit code of its own. A project file may only tighten
    /// what the user's own file says.
    #[must_use]
    pub fn strict(&self, asked: Option<bool>) -> bool {
        asked.unwrap_or_else(|| self.files().any(|file| file.strict == Some(true)))
    }

    /// The folder in which loaded copies are kept; none where none is to be kept or no folder is known. A project file
    /// may only say that none is.
    #[must_use]
    pub fn cache(&self, asked: Option<bool>) -> Option<PathBuf> {
        let is_off = asked.unwrap_or_else(|| self.files().any(|file| file.no_cache == Some(true)));
        if is_off { None } else { self.cache_folder() }
    }

    /// The folder in which loaded copies are kept where they are; none where no home is known.
    #[must_use]
    pub fn cache_folder(&self) -> Option<PathBuf> {
        self.environment.cache_folder()
    }

    /// The files, the one that counts first.
    fn files(&self) -> impl Iterator<Item = &File> {
        self.project.iter().chain(&self.user)
    }

    /// The user's own file as a hint names it.
    fn users_file(&self) -> String {
        self.environment.user_file().map_or_else(
            || "your own configuration file, which CSVCHAT_CONFIG names".to_owned(),
            |place| place.shown.display().to_string(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Settings of variables and the texts of both files.
    pub fn settings(variables: &[(&str, &str)], user: &str, project: &str) -> Settings {
        let own = [("HOME", "/home/me")];
        let environment =
            own.iter().chain(variables).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let file = |text, shown, owner| File::parse(text, shown, owner).map(Some);
        let (mut faults, mut files) = (Vec::new(), Vec::new());
        for (text, shown, owner) in [(user, "mine.toml", Owner::User), (project, PROJECT_FILE, Owner::Project)] {
            files.push(file(text, shown, owner).map_err(|error| faults.push(error)).ok().flatten());
        }
        let project = files.pop().flatten();
        Settings { environment, user: files.pop().flatten(), project, faults }
    }

    #[test]
    fn what_is_closer_to_the_user_at_this_moment_counts() {
        let settings = settings(&[], "max-turns = 3\nmax-rows = 5\ntimeout = \"5m\"", "max-turns = 4\nmax-rows = 6");
        let limits = settings.limits(&Bounds { max_turns: Some(9), ..Bounds::default() });
        assert_eq!((limits.max_turns, limits.max_rows, limits.timeout_ms), (9, 6, Some(300_000)));
        assert_eq!(limits.max_tokens, Limits::default().max_tokens);
    }

    #[test]
    fn strict_is_whoever_says_so_unless_the_user_says_otherwise_now() {
        let line = |strict: Option<bool>| strict.map(|strict| format!("strict = {strict}")).unwrap_or_default();
        for (asked, user, project, expected) in [
            (None, None, None, false),
            (None, None, Some(true), true),
            (None, Some(true), Some(false), true),
            (Some(false), Some(true), Some(true), false),
            (Some(true), Some(false), None, true),
        ] {
            assert_eq!(settings(&[], &line(user), &line(project)).strict(asked), expected, "{user:?} {project:?}");
        }
    }

    #[test]
    fn a_copy_is_kept_unless_somebody_says_no() {
        let line = |off: Option<bool>| off.map(|off| format!("no-cache = {off}")).unwrap_or_default();
        for (asked, user, project, kept) in [
            (None, None, None, true),
            (None, None, Some(true), false),
            (None, Some(true), Some(false), false),
            (Some(false), Some(true), Some(true), true),
            (Some(true), None, None, false),
        ] {
            let settings = settings(&[], &line(user), &line(project));
            assert_eq!(settings.cache(asked).is_some(), kept, "{asked:?} {user:?} {project:?}");
            assert!(settings.cache_folder().is_some());
        }
    }

    #[test]
    fn a_project_file_may_only_tighten_what_leaves_the_machine() {
        for (asked, user, project, expected) in [
            (None, "", "", Privacy::Rows),
            (None, "", "stats", Privacy::Stats),
            (None, "schema", "rows", Privacy::Schema),
            (None, "stats", "schema", Privacy::Schema),
            (Some(Privacy::Rows), "stats", "schema", Privacy::Rows),
        ] {
            let line = |level: &str| if level.is_empty() { String::new() } else { format!("privacy = \"{level}\"") };
            assert_eq!(settings(&[], &line(user), &line(project)).privacy(asked), expected, "{user} {project}");
        }
    }
}
