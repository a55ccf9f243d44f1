//! `--dry-run`: the first request as it would be sent. Nothing is sent, and no report is written.

use super::run::Run;
use super::{RunOrder, cache, context, settings};
use crate::agent;
use crate::data::{Loaded, Scratch};
use crate::error::{Exit, Failure, of_ending};
use crate::event::{Event, Log};
use crate::model::{Model, Remote, Sketch};
use crate::render::stderr::Notices;
use crate::render::stdout;
use crate::settings::Chosen;

/// Prints the body of the request to standard output, and where it would go to standard error.
///
/// # Errors
/// When a run would not come to its first request.
pub async fn carry_out(order: RunOrder) -> anyhow::Result<Exit> {
    let settings = settings();
    settings.check().map_err(Failure::from)?;
    let notices = Notices::new(order.verbosity);
    let Ok(task) = order.job.task() else {
        notices.notice("nothing would be sent: your own statement is run without a model");
        return Ok(Exit::Answered);
    };
    let endpoint = match settings.choose(&order.asked).map_err(Failure::from)? {
        Chosen::Remote(endpoint) => endpoint,
        Chosen::Builtin { .. } => {
            notices.notice("nothing would be sent: the built-in analyst answers, offline");
            return Ok(Exit::Answered);
        }
        Chosen::Replay(path) => {
            notices.notice(&format!("nothing would be sent: the turns of {path} are played, offline"));
            return Ok(Exit::Answered);
        }
    };
    let (privacy, limits) = (settings.privacy(order.asked.privacy), settings.limits(&order.asked.bounds));
    let cache = cache::of(&settings, order.asked.no_cache);
    let notes = order.context.as_deref().map(context::read).transpose()?;
    let model = Remote::new(*endpoint).map_err(|fault| Failure::from(*fault))?;
    let mut run = Run::new(order, limits, Log::new(vec![notices.listener()]), notices.clone())?;
    run.notes = notes;
    run.cache = cache;
    let (reached, _scratch) = run.load(Scratch::new()?, false).await?;
    let Loaded { datasets, warnings, .. } = reached.loaded;
    notices.clear();
    for (code, message) in warnings {
        run.log.emit(Event::Warning { code, message });
    }
    let request = agent::first_request(&model, &task, &datasets, &run.conditions(privacy)).map_err(|ending| {
        of_ending(ending, None).unwrap_or_else(|| Failure::new(Exit::Fault, "internal", "no request"))
    })?;
    let Sketch { url, headers, body } = model.sketch(&request);
    notices.notice(&format!("dry run of {}: nothing is sent", model.name()));
    notices.notice(&format!("POST {url}"));
    for (name, value) in headers {
        notices.notice(&format!("{name}: {value}"));
    }
    if let Err(fault) = model.ready() {
        notices.notice(&format!("a key would be needed: {}", fault.said));
    }
    stdout::print_json(&body)?;
    Ok(Exit::Answered)
}
