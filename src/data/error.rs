//! Why data could not be read, and why a query gave nothing.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use crate::system::reason;

/// Why a file could not be read. Each variant has a code for programs and a hint for people.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// No such file.
    #[error("{path}: no such file")]
    Missing {
        /// As the user gave it.
        path: String,
    },
    /// Not a file that csvchat reads, or one that the system does not let it read.
    #[error("{path}: {reason}")]
    Unreadable {
        /// As the user gave it.
        path: String,
        /// For programs: `permission_denied`, `is_directory`, `empty_file`, `not_csv_html`, `not_csv_json`,
        /// `not_csv_binary`, `corrupt_compressed`, `ragged_row`, `is_url`, ...
        code: &'static str,
        /// What is the matter, for a person.
        reason: String,
        /// What to do next.
        hint: Option<String>,
    },
    /// The scratch folder could not be used.
    #[error("the folder for temporary files, {path}, cannot be used: {}", reason(.source))]
    Scratch {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A signal came while reading.
    #[error("interrupted while reading")]
    Interrupted,
    /// The database engine failed in a way that is csvchat's fault.
    #[error("database engine: {0}")]
    Engine(String),
}

impl DataError {
    /// Whether the folder for temporary files has no room for the data: a smaller file could be read.
    #[must_use]
    pub fn is_full(&self) -> bool {
        matches!(self, Self::Scratch { source, .. } if is_full(source))
    }

    /// For programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "no_such_file",
            Self::Unreadable { code, .. } => code,
            Self::Scratch { source, .. } if is_full(source) => "out_of_disk",
            Self::Scratch { .. } => "scratch_folder",
            Self::Interrupted => "interrupted",
            Self::Engine(_) => "engine",
        }
    }

    /// What to do next.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Missing { .. } => Some("check the path; names are taken literally, without wildcards".to_owned()),
            Self::Unreadable { hint, .. } => hint.clone(),
            Self::Scratch { .. } => {
                Some("set TMPDIR to a folder that can be written and has room for the data".to_owned())
            }
            Self::Interrupted | Self::Engine(_) => None,
        }
    }
}

impl QueryError {
    /// What a user can do, where a limit of the run was too tight.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::TimedOut { .. } => Some("--query-timeout allows more time for each query"),
            Self::Exhausted(reason) if ["emory", "alloc"].iter().any(|word| reason.contains(word)) => {
                Some("--memory-limit allows more memory")
            }
            Self::Worker(_) => {
                Some("run it again; where memory is short, close other programs or lower --memory-limit")
            }
            Self::Exhausted(_) | Self::Refused(_) | Self::Failed(_) | Self::Interrupted => None,
        }
    }

    /// What happened, without the advice on how to write the statement.
    #[must_use]
    pub fn brief(&self) -> String {
        let line = self.to_string().lines().next().unwrap_or_default().to_owned();
        match self {
            Self::TimedOut { .. } => line.split("; ").next().unwrap_or_default().to_owned(),
            Self::Refused(_) | Self::Failed(_) | Self::Exhausted(_) | Self::Interrupted | Self::Worker(_) => line,
        }
    }
}

/// A time as it is given: `1 ms`, `1.5 s`, `30 s`.
fn spelled(ms: u64) -> String {
    match (ms / 1_000, ms % 1_000) {
        (0, ms) => format!("{ms} ms"),
        (seconds, 0) => format!("{seconds} s"),
        (seconds, rest) => format!("{seconds}.{} s", format!("{rest:03}").trim_end_matches('0')),
    }
}

fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::FileTooLarge | ErrorKind::QuotaExceeded)
}

/// Why a query gave no result. The text is for the model, which can mend most of these.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// The gate did not let it pass.
    #[error("refused: {0}")]
    Refused(String),
    /// DuckDB's message, with the nearest names where one was not found.
    #[error("{0}")]
    Failed(String),
    /// It ran into the query timeout and was stopped.
    #[error("stopped after {}, the query timeout; ask for less at once: aggregate, filter, or sample", spelled(*.after_ms))]
    TimedOut {
        /// The timeout, in milliseconds.
        after_ms: u64,
    },
    /// It needed more memory, rows or temporary disk than allowed; the worker may have been started afresh.
    #[error("stopped: {0}")]
    Exhausted(String),
    /// A signal came while it ran.
    #[error("interrupted")]
    Interrupted,
    /// The worker cannot be started or talked to: not the statement's fault.
    #[error("the process that runs the queries: {0}")]
    Worker(String),
}
