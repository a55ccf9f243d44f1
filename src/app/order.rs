//! What was meant by the command line: paths, limits and choices that are valid on their own.

use std::path::PathBuf;

use crate::agent::Task;
use crate::data::{ReadOptions, without_keys};
use crate::limits::{Limits, Privacy};
use crate::render::stderr::Verbosity;
use crate::render::{Colour, Format, Plots};
use crate::settings::{Asked, Bounds};

/// What a run is to do with the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Job {
    /// Explore and report.
    Analyze,
    /// Answer a question.
    Ask {
        /// As the user wrote it.
        question: String,
    },
    /// Run the user's own statement, without a model.
    Sql {
        /// The statement.
        statement: String,
    },
}

impl Job {
    /// What a model is to do.
    ///
    /// # Errors
    /// The user's own statement, which needs no model.
    pub(super) fn task(&self) -> Result<Task, &str> {
        match self {
            Self::Analyze => Ok(Task::Analyze),
            Self::Ask { question } => Ok(Task::Ask { question: question.clone() }),
            Self::Sql { statement } => Err(statement),
        }
    }
}

/// Where reports go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutputOrder {
    /// As given, `-` for standard output; none stands for standard output.
    pub paths: Vec<PathBuf>,
    /// For standard output and names that do not say.
    pub format: Option<Format>,
    /// When to use colours.
    pub colour: Colour,
    /// How charts are shown.
    pub plots: Plots,
}

/// `analyze` and `ask`.
#[derive(Debug, Clone, PartialEq)]
pub struct RunOrder {
    /// What to do.
    pub job: Job,
    /// The files, `-` for standard input.
    pub files: Vec<PathBuf>,
    /// How to read them.
    pub reading: ReadOptions,
    /// The model, what it may be told, and what bounds the run, as far as flags and variables say.
    pub asked: Asked,
    /// A saved run whose turns are played; differences are warnings.
    pub replay: Option<String>,
    /// Notes on the data, for the model.
    pub context: Option<PathBuf>,
    /// Whether the first request is only shown.
    pub dry_run: bool,
    /// Whether pieces of text are told as they come.
    pub stream: bool,
    /// Where reports go.
    pub outputs: OutputOrder,
    /// How much is said on stderr.
    pub verbosity: Verbosity,
    /// Reading options as words of a command line.
    pub words: Vec<String>,
}

/// `cache`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheOrder {
    /// Say what is kept.
    List,
    /// Remove it.
    Clear,
    /// Say where it is kept.
    Path,
}

/// `render`
#[derive(Debug, Clone, PartialEq)]
pub struct RenderOrder {
    /// The saved run.
    pub run: PathBuf,
    /// Where reports go.
    pub outputs: OutputOrder,
    /// How much is said on stderr.
    pub verbosity: Verbosity,
}

/// `replay`: a run whose job and files come from the saved run where the user names none.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayOrder {
    /// The saved run.
    pub saved: String,
    /// The run; its job is taken from the saved one.
    pub run: RunOrder,
}

impl RunOrder {
    /// The subcommand.
    #[must_use]
    pub fn command(&self) -> &'static str {
        match self.job {
            Job::Analyze => "analyze",
            Job::Ask { .. } | Job::Sql { .. } => "ask",
        }
    }

    /// The question as the user wrote it.
    #[must_use]
    pub fn question(&self) -> Option<String> {
        match &self.job {
            Job::Analyze => None,
            Job::Ask { question } => Some(question.clone()),
            Job::Sql { statement } => Some(format!("SQL: {statement}")),
        }
    }

    /// The command line that makes the run again, quoted for a POSIX shell. Outputs are left out, and so are keys: they
    /// are no options. `model` is the one that was picked; what holds by settings stands there as options.
    #[must_use]
    pub fn command_line(&self, model: Option<&str>, limits: &Limits, privacy: Privacy, strict: bool) -> String {
        let mut words = vec!["csvchat".to_owned(), self.command().to_owned()];
        words.extend(self.files.iter().map(|file| without_keys(&file.display().to_string()).into_owned()));
        words.extend(self.question());
        let mut option = |name: &str, value: &str| words.extend([name.to_owned(), value.to_owned()]);
        if let Some(model) = model {
            option("-m", model);
        }
        if let Some(address) = self.asked.base_url.as_deref().filter(|address| !address.trim().is_empty()) {
            option("--base-url", address);
        }
        if let Some(context) = &self.context {
            option("--context", &context.display().to_string());
        }
        match privacy {
            Privacy::Rows => {}
            Privacy::Stats => option("--privacy", "stats"),
            Privacy::Schema => option("--privacy", "schema"),
        }
        if strict {
            words.push("--strict".to_owned());
        }
        if self.stream {
            words.push("--stream".to_owned());
        }
        words.extend(self.words.iter().cloned());
        words.extend(Bounds::words(limits));
        words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ")
    }
}

/// A word as a POSIX shell reads it back.
fn shell_word(word: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_./=:,+@%".contains(character);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if word.chars().any(|character| matches!(character, '\'' | '!')) && !word.contains(['"', '$', '`', '\\', '!']) {
        return format!("\"{word}\"");
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_makes_the_run_again() {
        let asked = Asked { base_url: Some("http://localhost:8080".to_owned()), ..Asked::default() };
        let order = RunOrder {
            job: Job::Ask { question: "top regions?".to_owned() },
            files: vec![PathBuf::from("my file.csv")],
            reading: ReadOptions::default(),
            asked,
            replay: None,
            context: Some(PathBuf::from("notes.md")),
            dry_run: false,
            stream: true,
            outputs: OutputOrder::default(),
            verbosity: Verbosity::Normal,
            words: vec!["--delimiter".to_owned(), "\\t".to_owned()],
        };
        let limits = Bounds { max_turns: Some(3), ..Bounds::default() }.limits();
        assert_eq!(
            order.command_line(Some("llamacpp/default"), &limits, Privacy::Stats, true),
            "csvchat ask 'my file.csv' 'top regions?' -m llamacpp/default --base-url http://localhost:8080 \
             --context notes.md --privacy stats --strict --stream --delimiter '\\t' --max-turns 3"
        );
    }

    #[test]
    fn words_survive_a_shell() {
        for (word, shown) in [
            ("a/b.csv", "a/b.csv"),
            ("top regions?", "'top regions?'"),
            ("it's", "\"it's\""),
            ("a'b\"$c", "'a'\\''b\"$c'"),
            ("", "''"),
        ] {
            assert_eq!(shell_word(word), shown);
        }
    }
}
