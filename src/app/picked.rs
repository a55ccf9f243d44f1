//! Picking the model, and what it is told of the data. A model that was named is never replaced by another.

use super::RunOrder;
use crate::analyst::Analyst;
use crate::error::Failure;
use crate::limits::Privacy;
use crate::model::{Model, Pace, Remote, Replay};
use crate::settings::{Chosen, Settings};

/// Said where nobody chose a model.
const UNCONFIGURED: &str = "no model is configured: the built-in analyst answers, offline. For a language model, set a key \
    such as OPENAI_API_KEY or ANTHROPIC_API_KEY, or name one: -m ollama/MODEL; -m builtin keeps this one";

/// The model of a run.
pub struct Picked {
    /// The model.
    pub model: Box<dyn Model>,
    /// As `-m` names it, where it must be named for the run to be made again.
    pub word: Option<String>,
    /// What the user is told of the choice.
    pub notices: Vec<&'static str>,
    /// What was asked for; the model knows what that means for it.
    pub privacy: Privacy,
    /// Whether it can make something of the user's notes on the data.
    pub reads_notes: bool,
}

/// The model of a run.
///
/// # Errors
/// When it cannot be reached, or a saved run cannot be read.
pub fn pick(order: &RunOrder, settings: &Settings) -> Result<Picked, Failure> {
    let privacy = settings.privacy(order.asked.privacy);
    let of = |model, word, reads_notes| Picked { model, word, notices: Vec::new(), privacy, reads_notes };
    if order.job.task().is_err() {
        // The user's own statement is asked of no model, so none has to be there.
        return Ok(of(Box::new(Analyst), None, false));
    }
    if let Some(path) = &order.replay {
        return Ok(of(replay(path, Pace::Lenient, order)?, None, true));
    }
    let word = order.asked.model.clone().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    match settings.choose(&order.asked)? {
        Chosen::Builtin { named } => {
            let mut notices = Vec::new();
            notices.extend((!named).then_some(UNCONFIGURED));
            notices.extend(order.context.is_some().then_some("the built-in analyst makes nothing of --context"));
            Ok(Picked { notices, ..of(Box::new(Analyst), word, false) })
        }
        Chosen::Replay(path) => Ok(of(replay(&path, Pace::Strict, order)?, word, true)),
        Chosen::Remote(endpoint) => {
            let model = Remote::new(*endpoint).map_err(|fault| Failure::from(*fault))?;
            model.ready().map_err(|fault| Failure::from(*fault))?;
            let word = Some(model.name().to_owned());
            Ok(of(Box::new(model), word, true))
        }
    }
}

/// The turns of a saved run. They are told of the data what they were told then, unless something else is asked for.
fn replay(path: &str, pace: Pace, order: &RunOrder) -> Result<Box<dyn Model>, Failure> {
    let mut replay = Replay::read(path, pace)?;
    replay.origin.privacy = order.asked.privacy.or(replay.origin.privacy);
    Ok(Box::new(replay))
}
