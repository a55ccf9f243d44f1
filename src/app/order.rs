//! What was meant by the command line: paths, limits and choices that are valid on their own.

use std::path::PathBuf;

use crate::data::ReadOptions;
use crate::limits::Limits;
use crate::render::stderr::Verbosity;
use crate::render::{Colour, Format};

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

/// Which model is to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelChoice {
    /// None was named.
    Unset,
    /// The built-in analyst.
    Builtin,
    /// The turns of a saved run; strict.
    Replay(String),
    /// The turns of a saved run; differences are warnings.
    ReplayLenient(String),
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
    /// Which model.
    pub model: ModelChoice,
    /// What bounds the run.
    pub limits: Limits,
    /// Where reports go.
    pub outputs: OutputOrder,
    /// How much is said on stderr.
    pub verbosity: Verbosity,
    /// Options that shape the run, as words of a command line; outputs are not among them.
    pub words: Vec<String>,
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

    /// The command line that makes the run again, outputs left out, quoted for a POSIX shell.
    #[must_use]
    pub fn command_line(&self) -> String {
        let mut words = vec!["csvchat".to_owned(), self.command().to_owned()];
        words.extend(self.files.iter().map(|file| file.display().to_string()));
        words.extend(self.question());
        words.extend(self.words.iter().cloned());
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
