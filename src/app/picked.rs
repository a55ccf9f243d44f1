//! Picking the model, and what it is told of the data. A model that was named is never replaced by another.

use super::RunOrder;
use crate::analyst::{Analyst, NAME};
use crate::error::Failure;
use crate::limits::Privacy;
use crate::model::{Model, Pace, Remote, Replay};
use crate::settings::{Chosen, Settings};

/// The model of a run.
pub struct Picked {
    /// The model.
    pub model: Box<dyn Model>,
    /// As `-m` names it, where it must be named for the run to be made again.
    pub word: Option<String>,
    /// What the user is told of the choice.
    pub notice: Option<&'static str>,
    /// What was asked for, or what the saved run was made with.
    pub privacy: Privacy,
    /// What the model is told: one that answers within the program may see everything.
    pub told: Privacy,
}

/// The model of a run.
///
/// # Errors
/// When it cannot be reached, or a saved run cannot be read.
pub fn pick(order: &RunOrder, settings: &Settings) -> Result<Picked, Failure> {
    let privacy = settings.privacy(order.asked.privacy);
    if order.job.task().is_err() {
        // The user's own statement is asked of no model, so none has to be there.
        return Ok(Picked { model: Box::new(Analyst), word: None, notice: None, privacy, told: Privacy::Rows });
    }
    if let Some(path) = &order.replay {
        return replay(path, Pace::Lenient, order, privacy);
    }
    let word = order.asked.model.clone().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    match settings.choose(&order.asked)? {
        Chosen::Builtin { named } => Ok(Picked {
            model: Box::new(Analyst),
            word,
            notice: (!named).then_some(
                "no model is configured: the built-in analyst answers, offline. For a language model, set a key such as \
                 OPENAI_API_KEY or ANTHROPIC_API_KEY, or name one: -m ollama/MODEL; -m builtin keeps this one",
            ),
            privacy,
            told: Privacy::Rows,
        }),
        Chosen::Replay(path) => replay(&path, Pace::Strict, order, privacy),
        Chosen::Remote(reached) => {
            if let Some(fault) = reached.missing_key() {
                return Err((*fault).into());
            }
            let model = Remote::new(reached.endpoint).map_err(|fault| Failure::from(*fault))?;
            let word = Some(model.name().to_owned());
            Ok(Picked { model: Box::new(model), word, notice: None, privacy, told: privacy })
        }
    }
}

/// The turns of a saved run. The model is told of the data what it was told then, unless something else is asked for.
fn replay(path: &str, pace: Pace, order: &RunOrder, settled: Privacy) -> Result<Picked, Failure> {
    let replay = Replay::read(path, pace)?;
    let privacy = order.asked.privacy.or(replay.origin.privacy).unwrap_or(settled);
    let told = if replay.origin.model.as_deref() == Some(NAME) { Privacy::Rows } else { privacy };
    let word = order.replay.is_none().then(|| format!("replay/{path}"));
    Ok(Picked { model: Box::new(replay), word, notice: None, privacy, told })
}
