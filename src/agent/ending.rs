//! How the loop can end.

use crate::model::ModelError;

/// How the loop ended.
#[derive(Debug)]
pub enum Ending {
    /// With `finalize`, or with what stands for it.
    Complete,
    /// Without an answer, by the model's doing.
    Unanswered(Unanswered),
    /// At `--max-turns`.
    OutOfTurns {
        /// The limit.
        turns: u32,
    },
    /// At `--timeout`.
    OutOfTime,
    /// By a signal.
    Interrupted,
    /// The model gave no turn.
    Model(ModelError),
    /// A fault of csvchat's own.
    Broken(String),
}

/// Why a model gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unanswered {
    /// It said that it cannot or will not.
    Declined {
        /// The first line of what it said; empty where it said nothing.
        words: String,
    },
    /// It said nothing that could be shown.
    Empty,
    /// It talked without looking at the data.
    NotFromData,
    /// It repeated a call that failed.
    SameFailure {
        /// The tool's name.
        tool: String,
    },
    /// Its reply was cut at its token limit.
    CutOff,
}
