//! `render`: a saved run in another format, without data or model.

use crate::error::{Exit, Failure};
use crate::render::output::{Ending, Outputs, Wanted};
use crate::render::stderr::Notices;
use crate::render::{Surface, ndjson};

use super::RenderOrder;

/// Reads the run and writes the reports.
///
/// # Errors
/// When the run cannot be read or a report cannot be written.
pub fn render(order: &RenderOrder) -> anyhow::Result<Exit> {
    let inputs = [order.run.clone()];
    let outputs = Outputs::open(&Wanted {
        paths: &order.outputs.paths,
        format: order.outputs.format,
        inputs: &inputs,
        surface: Surface::of_stdout(order.outputs.colour),
        plots: order.outputs.plots,
        folders: true,
    })
    .map_err(Failure::from)?;
    let events = ndjson::read_run(&order.run).map_err(Failure::from)?;
    let mut listener = outputs.listener();
    events.iter().for_each(&mut listener);
    drop(listener);
    // Whatever the run came to: that it was asked to be shown is reason enough to write the whole report.
    let finished = outputs.finish(&events, Ending::Whole);
    let notices = Notices::new(order.verbosity);
    let mut exit = Exit::Answered;
    for warning in &finished.warnings {
        notices.warning(warning);
    }
    for notice in &finished.notices {
        notices.notice(notice);
    }
    for error in finished.errors {
        let failure = Failure::from(error);
        notices.error(&failure.to_string(), None);
        exit = failure.exit;
    }
    Ok(exit)
}
