//! How the loop can end.

use crate::data::QueryError;
use crate::model::ModelError;
use crate::tools::Halt;

/// How the loop ended.
#[derive(Debug)]
pub enum Ending {
    /// With `finalize`, or with what stands for it.
    Complete,
    /// Without an answer, by the model's doing.
    Unanswered(Unanswered),
    /// At a limit.
    Limit(Limit),
    /// By a signal.
    Interrupted,
    /// The model gave no turn.
    Model(ModelError),
    /// A fault of csvchat's own.
    Broken(String),
}

impl From<Halt> for Ending {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Interrupted => Self::Interrupted,
            Halt::Broken(reason) => Self::Broken(reason),
        }
    }
}

/// What bounds a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// `--max-turns`
    Turns(u32),
    /// `--max-tokens`
    Tokens(u64),
    /// `--max-cost`
    Cost(f64),
    /// `--timeout`
    Time,
    /// The model's context.
    Context,
    /// The tokens that the model may write in one turn, reached twice.
    Output,
}

/// Why a model gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unanswered {
    /// It said that it cannot or will not.
    Declined {
        /// The first line of what it said; empty where it said nothing.
        words: String,
    },
    /// It found nothing, as none of its queries gave a result.
    Fruitless {
        /// Why the first of them failed.
        error: QueryError,
        /// How many they were.
        queries: usize,
    },
    /// The provider's filter stopped it.
    Filtered,
    /// It said nothing that could be shown.
    Empty,
    /// It talked without looking at the data.
    NotFromData,
    /// It repeated a call that failed.
    SameFailure {
        /// The tool's name.
        tool: String,
    },
}
