//! `render`: a saved run in another format, without data or model.

use crate::error::{Exit, Failure};
use crate::limits::{INTERRUPT_GRACE, Interrupt};
use crate::render::output::{Ending, Outputs, Wanted};
use crate::render::stderr::Notices;
use crate::render::{Surface, ndjson};

use super::{RenderOrder, signals};

/// Reads the run and writes the reports, on a thread of its own, so that signals are heard meanwhile.
///
/// # Errors
/// When the run cannot be read, a report cannot be written, or a signal comes before it is.
pub async fn carry_out(order: RenderOrder) -> anyhow::Result<Exit> {
    let interrupt = Interrupt::new();
    signals::watch(&interrupt)?;
    let heard = interrupt.clone();
    let work = tokio::task::spawn_blocking(move || render(&order, &heard));
    tokio::pin!(work);
    tokio::select! {
        done = &mut work => return done?,
        () = interrupt.wait() => {}
    }
    // What is half written goes away with the work; what is nearly written may as well be.
    match tokio::time::timeout(INTERRUPT_GRACE, work).await {
        Ok(done) => done?,
        Err(_) => Err(Failure::signal(interrupt.signal().unwrap_or(2)).into()),
    }
}

fn render(order: &RenderOrder, interrupt: &Interrupt) -> anyhow::Result<Exit> {
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
    if let Some(signal) = interrupt.signal() {
        return Err(Failure::signal(signal).into());
    }
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
