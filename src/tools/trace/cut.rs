//! Why numbers of an output were not checked, or not against all rows, and the words for it.
//!
//! Uses the errors of queries and `limits`. Decides nothing but what ends the run.

use super::Halt;
use crate::data::QueryError;
use crate::limits::{EVIDENCE_ASKED_ROWS, TRACE_CELLS, TRACE_STATEMENTS};

/// What cut the tracing short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cut {
    /// A signal.
    Interrupted,
    /// Half of the run's time that was left.
    RunTime,
    /// The database was not ready in time.
    Time,
    /// As many statements were asked as may be.
    Statements,
    /// The result is too large to be read again.
    Cells,
    /// More rows fit than are asked for at a time.
    Rows,
    /// The statement gave no answer.
    Failed(String),
    /// The worker or the check broke.
    Broken(String),
}

impl Cut {
    /// Why a statement gave no answer.
    pub fn of(error: &QueryError) -> Self {
        match error {
            QueryError::Interrupted => Self::Interrupted,
            QueryError::TimedOut { .. } => Self::Time,
            QueryError::Worker(_) => Self::Broken(error.to_string()),
            QueryError::Refused(_) | QueryError::Failed(_) | QueryError::Exhausted(_) => {
                Self::Failed(error.to_string().lines().next().unwrap_or_default().to_owned())
            }
        }
    }

    /// Whether nothing more is asked for this output.
    pub fn ends_asking(&self) -> bool {
        match self {
            Self::Interrupted | Self::RunTime | Self::Time | Self::Statements | Self::Broken(_) => true,
            Self::Cells | Self::Rows | Self::Failed(_) => false,
        }
    }

    /// Whether it ends the run.
    pub fn halt(&self) -> Option<Halt> {
        match self {
            Self::Interrupted => Some(Halt::Interrupted),
            Self::Broken(reason) => Some(Halt::Broken(reason.clone())),
            Self::RunTime | Self::Time | Self::Statements | Self::Cells | Self::Rows | Self::Failed(_) => None,
        }
    }

    /// Whether nobody knows yet if what is open can be traced, as there was no time to look.
    pub fn leaves_unchecked(&self) -> bool {
        match self {
            Self::Interrupted | Self::RunTime | Self::Time => true,
            Self::Statements | Self::Cells | Self::Rows | Self::Failed(_) | Self::Broken(_) => false,
        }
    }

    /// The warning: so many numbers were not checked, or not against all rows of a result.
    pub fn message(&self, numbers: usize, result: Option<&str>) -> String {
        let count = if numbers == 1 { "1 number".to_owned() } else { format!("{numbers} numbers") };
        let why = match self {
            Self::Interrupted => "a signal ended the run".to_owned(),
            Self::RunTime => "half of the run's time that was left was used up".to_owned(),
            Self::Time => "the database did not answer in time".to_owned(),
            Self::Statements => format!("no more than {TRACE_STATEMENTS} statements are run for one output"),
            Self::Cells => format!("it has more than {TRACE_CELLS} cells"),
            Self::Rows => format!("more than {EVIDENCE_ASKED_ROWS} of them may be meant"),
            Self::Failed(reason) | Self::Broken(reason) => reason.clone(),
        };
        match result {
            Some(id) => format!("{count} could not be checked against the rows of {id} that were not kept: {why}"),
            None => format!("{count} could not be checked: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_out_a_failure_and_a_broken_worker_are_told_apart() {
        let timed_out = Cut::of(&QueryError::TimedOut { after_ms: 3_000 });
        let failed = Cut::of(&QueryError::Failed("Binder Error: no\nLINE 1".to_owned()));
        let broken = Cut::of(&QueryError::Worker("it cannot be started".to_owned()));
        assert_eq!(timed_out.halt(), None);
        assert_eq!((failed.halt(), failed.ends_asking()), (None, false));
        assert_eq!(
            broken.halt(),
            Some(Halt::Broken("the process that runs the queries: it cannot be started".to_owned()))
        );
        assert_eq!(Cut::of(&QueryError::Interrupted).halt(), Some(Halt::Interrupted));
        assert_eq!(
            failed.message(2, Some("q1")),
            "2 numbers could not be checked against the rows of q1 that were not kept: Binder Error: no"
        );
        assert_eq!(
            timed_out.message(1, Some("q3")),
            "1 number could not be checked against the rows of q3 that were not kept: the database did not answer in time"
        );
    }
}
