//! Picking the model. One that was named is never replaced by another.

use crate::analyst::Analyst;
use crate::model::{Model, Pace, Replay, ReplayError};

use super::ModelChoice;

/// The model of a run.
pub struct Picked {
    /// The model.
    pub model: Box<dyn Model>,
    /// What the user is told of the choice.
    pub notice: Option<&'static str>,
}

/// The model that was chosen.
///
/// # Errors
/// When a saved run cannot be read.
pub fn pick(choice: &ModelChoice) -> Result<Picked, ReplayError> {
    let replay = |path: &str, pace| -> Result<Box<dyn Model>, ReplayError> { Ok(Box::new(Replay::read(path, pace)?)) };
    Ok(match choice {
        ModelChoice::Unset => Picked {
            model: Box::new(Analyst),
            notice: Some(
                "no model was chosen: the built-in analyst answers, offline. -m PROVIDER/MODEL or CSVCHAT_MODEL chooses \
                 one, -m builtin keeps this one",
            ),
        },
        ModelChoice::Builtin => Picked { model: Box::new(Analyst), notice: None },
        ModelChoice::Replay(path) => Picked { model: replay(path, Pace::Strict)?, notice: None },
        ModelChoice::ReplayLenient(path) => Picked { model: replay(path, Pace::Lenient)?, notice: None },
    })
}
