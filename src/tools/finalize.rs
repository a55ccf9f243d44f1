//! `finalize`: ends the run.

use schemars::JsonSchema;
use serde::Deserialize;

use super::privacy::Said;
use super::{Outcome, Purpose, Tools, input, title};
use crate::event::{Call, Event, Log};

pub const DESCRIPTION: &str = "Ends the run. Call it once, when everything has been shown to the reader.";

/// The input of `finalize`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// After an analysis: a title of at most eight words. After a question: null.
    #[serde(default)]
    session_title: Option<String>,
}

pub async fn run(tools: &mut Tools, call: &Call, log: &mut Log) -> Outcome<Said> {
    let Input { session_title } = match input::parse(&call.name, &call.input) {
        Ok(input) => input,
        Err(message) => return Outcome::Told(Said::error(message)),
    };
    if !tools.has_output() && !tools.reminded {
        tools.reminded = true;
        return Outcome::Told(Said::error(
            "nothing has been shown to the reader yet: show the answer with output_text, then finalize",
        ));
    }
    let name = session_title.as_deref().map(title).filter(|name| !name.is_empty());
    match (tools.purpose, name) {
        (Purpose::Analyze, Some(title)) => {
            let claims = tools.trace_title(&title, &[], log).await;
            log.emit(Event::SessionUpdate { title, claims });
        }
        (Purpose::Analyze, None) | (Purpose::Ask, _) => {}
    }
    Outcome::Finished(Said::ok("finished"))
}
