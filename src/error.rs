//! Failures as users meet them: a code, what happened, what to do next; and the one mapping to exit codes.
//!
//! Uses the errors of all rooms. Never prints.

use std::fmt;

use crate::agent::{Ending, Limit, Unanswered};
use crate::data::{DataError, QueryError};
use crate::event::Status;
use crate::model::{Fault, FaultKind, ModelError, ReplayError};
use crate::render::ndjson::RunError;
use crate::render::output::OutputError;
use crate::settings::SettingsError;

/// What a run came to, as its exit code says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Answered.
    Answered,
    /// A fault of csvchat's own.
    Fault,
    /// The command line is wrong.
    Usage,
    /// The input cannot be read.
    Input,
    /// Configuration or key.
    Configuration,
    /// The provider failed, after retries.
    Provider,
    /// A limit was reached; what was found is written.
    Limit,
    /// No answer.
    NoAnswer,
    /// Answered, but with `--strict` a number could not be traced.
    Untraced,
    /// A signal, by its number.
    Signal(i32),
}

impl Exit {
    /// The exit code.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Answered => 0,
            Self::Fault => 1,
            Self::Usage => 2,
            Self::Input => 3,
            Self::Configuration => 4,
            Self::Provider => 5,
            Self::Limit => 6,
            Self::NoAnswer => 7,
            Self::Untraced => 8,
            Self::Signal(signal) => u8::try_from(128 + signal).unwrap_or(1),
        }
    }

    /// How `done` names it.
    #[must_use]
    pub fn status(self) -> Status {
        match self {
            Self::Answered | Self::Untraced => Status::Complete,
            Self::Limit => Status::Partial,
            Self::Signal(_) => Status::Interrupted,
            Self::Fault | Self::Usage | Self::Input | Self::Configuration | Self::Provider | Self::NoAnswer => {
                Status::Failed
            }
        }
    }
}

/// Why something was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What the exit code says.
    pub exit: Exit,
    /// For programs.
    pub code: String,
    /// What happened to what.
    pub message: String,
    /// What to do next.
    pub hint: Option<String>,
    /// Whether the same command may succeed later.
    pub retryable: bool,
}

impl Failure {
    /// A failure without a hint.
    pub fn new(exit: Exit, code: &str, message: impl Into<String>) -> Self {
        Self { exit, code: code.to_owned(), message: message.into(), hint: None, retryable: false }
    }

    /// With a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The end that `--strict` makes of a run which is complete otherwise. `message` says which numbers could not be
    /// traced.
    #[must_use]
    pub fn untraced(message: &str) -> Self {
        Self::new(Exit::Untraced, "untraced", message).hint("without --strict this is a warning")
    }

    /// The end that a signal makes.
    #[must_use]
    pub fn signal(signal: i32) -> Self {
        Self::new(Exit::Signal(signal), "interrupted", "interrupted by a signal")
    }
}

/// One line: message, code, hint.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.code)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Self {
        let exit = match &error {
            DataError::Missing { .. } | DataError::Unreadable { .. } => Exit::Input,
            full if full.is_full() => Exit::Input,
            DataError::Scratch { .. } | DataError::Engine(_) | DataError::Interrupted => Exit::Fault,
        };
        Self { exit, code: error.code().to_owned(), message: error.to_string(), hint: error.hint(), retryable: false }
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        let exit = match &error {
            OutputError::NoPictures { .. } => Exit::Input,
            error if error.is_usage() => Exit::Usage,
            _ => Exit::Fault,
        };
        let hint = error.hint().map(str::to_owned);
        Self { exit, code: error.code().to_owned(), message: error.to_string(), hint, retryable: false }
    }
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        let message = error.to_string();
        Self { exit: Exit::Configuration, code: error.code.to_owned(), message, hint: error.hint, retryable: false }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Self::new(Exit::Input, "saved_run", error.to_string())
            .hint("a saved run is what csvchat writes with -o RUN.ndjson")
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Self {
        match &error {
            ReplayError::Unreadable { .. } | ReplayError::Malformed { .. } => {
                Self::new(Exit::Input, "saved_run", error.to_string())
                    .hint("a saved run is what csvchat writes with -o RUN.ndjson")
            }
            ReplayError::Differs { .. } => Self::new(Exit::NoAnswer, "replay_differs", error.to_string())
                .hint("`csvchat replay RUN FILE` goes on and says what differs"),
            ReplayError::Ended { .. } => Self::new(Exit::NoAnswer, "replay_ended", error.to_string())
                .hint("a run plays on to its end where its last turn calls finalize"),
        }
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Replay(error) => error.into(),
            ModelError::Provider(fault) => (*fault).into(),
            ModelError::ScriptEnded { .. } => Self::new(Exit::NoAnswer, "script_ended", error.to_string()),
        }
    }
}

/// A provider's fault: what its kind means for the exit code.
impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        let exit = match fault.kind {
            FaultKind::MissingKey
            | FaultKind::BadKey
            | FaultKind::BadHeader
            | FaultKind::Forbidden
            | FaultKind::NoCredit
            | FaultKind::UnknownModel => Exit::Configuration,
            FaultKind::ContextOverflow | FaultKind::TooLarge => Exit::Limit,
            FaultKind::Filtered => Exit::NoAnswer,
            FaultKind::RateLimited
            | FaultKind::Overloaded
            | FaultKind::Server
            | FaultKind::BadRequest
            | FaultKind::EditedHistory
            | FaultKind::NoTools
            | FaultKind::Refused
            | FaultKind::NoHost
            | FaultKind::Tls
            | FaultKind::Proxy
            | FaultKind::Timeout
            | FaultKind::Cut
            | FaultKind::Redirect
            | FaultKind::Nonsense => Exit::Provider,
        };
        let retryable = fault.kind.is_retryable();
        Self { exit, code: fault.kind.code().to_owned(), message: fault.to_string(), hint: fault.hint(), retryable }
    }
}

/// The worker's own faults: what a statement comes to is told to whoever wrote it.
impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Self {
        let failure = Self::new(Exit::Fault, "worker", error.to_string());
        match error.hint() {
            Some(hint) => Self { retryable: true, ..failure.hint(hint) },
            None => failure,
        }
    }
}

/// What an ending of the loop means for the user; nothing where all is well.
///
/// `signal` is the signal that came, if one did.
pub fn of_ending(ending: Ending, signal: Option<i32>) -> Option<Failure> {
    Some(match ending {
        Ending::Complete => return None,
        Ending::Interrupted => Failure::signal(signal.unwrap_or(2)),
        Ending::Limit(limit) => of_limit(limit),
        Ending::Model(error) => error.into(),
        Ending::Broken(reason) => Failure::new(Exit::Fault, "internal", reason),
        Ending::Unanswered(unanswered) => of_unanswered(&unanswered),
    })
}

fn of_limit(limit: Limit) -> Failure {
    let failure = |code: &str, message: &str, hint: &str| {
        Failure::new(Exit::Limit, code, format!("{message}; the report holds what was found")).hint(hint)
    };
    match limit {
        Limit::Turns(1) => failure("max_turns", "stopped after 1 turn", "--max-turns allows more"),
        Limit::Turns(turns) => failure("max_turns", &format!("stopped after {turns} turns"), "--max-turns allows more"),
        Limit::Tokens(tokens) => failure(
            "max_tokens",
            &format!("stopped, as the next request would not fit in {tokens} tokens"),
            "--max-tokens allows more",
        ),
        Limit::Cost(dollars) => failure(
            "max_cost",
            &format!("stopped, as the next request would not fit in an estimated {dollars} US dollars"),
            "--max-cost allows more",
        ),
        Limit::Time => failure("timeout", "stopped at the time limit", "--timeout allows more"),
        Limit::Context => failure(
            "context_overflow",
            "the conversation no longer fits the model's context",
            "ask for less, name fewer files, or take a model with a larger context",
        ),
        Limit::Output => failure(
            "max_output_tokens",
            "the model's replies were cut off at their token limit twice",
            "max-output-tokens in the provider's entry of csvchat.toml allows more",
        ),
    }
}

fn of_unanswered(unanswered: &Unanswered) -> Failure {
    let failure = |code: &str, message: String| Failure::new(Exit::NoAnswer, code, message);
    match unanswered {
        Unanswered::Declined { words } if words.is_empty() => {
            failure("declined", "the model declined without a word".to_owned())
        }
        Unanswered::Declined { words } => failure("declined", words.clone()),
        Unanswered::Fruitless { error, queries } => {
            let queries = match queries {
                1 => "the query gave no result".to_owned(),
                more => format!("none of {more} queries gave a result, the first"),
            };
            let failure = failure("no_result", format!("{queries}: {}", error.brief()));
            match error.hint() {
                Some(hint) => failure.hint(hint),
                None => failure,
            }
        }
        Unanswered::Empty => failure("empty_reply", "the model showed nothing".to_owned()),
        Unanswered::NotFromData => failure(
            "not_from_data",
            "the model talked without looking at the data; its words are not based on it".to_owned(),
        ),
        Unanswered::SameFailure { tool } => {
            failure("same_failure", format!("the model repeated the same failing call of {tool} three times"))
        }
        Unanswered::Filtered => failure("content_filter", "the provider's content filter stopped the reply".to_owned())
            .hint("ask in other words, or take another model; the data itself may trip the filter"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_one_line() {
        let failure: Failure = DataError::Missing { path: "x.csv".to_owned() }.into();
        assert_eq!(failure.exit.code(), 3);
        let line = failure.to_string();
        assert!(line.starts_with("x.csv: no such file [no_such_file]; "), "{line}");
        assert!(!line.contains('\n'));
    }

    #[test]
    fn signals_exit_as_shells_expect() {
        assert_eq!(Failure::signal(2).exit.code(), 130);
        assert_eq!(Failure::signal(15).exit.code(), 143);
    }
}
