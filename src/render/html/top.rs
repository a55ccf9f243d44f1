//! What stands at the top of the page: the line of facts, how many numbers were traced, the banner.
//!
//! Uses `report`, `format` and the marks of numbers.

use serde::Serialize;

use super::number::Marker;
use crate::event::Status;
use crate::limits::{NUMBER_CHARS, UNTRACED_NAMED};
use crate::render::claims::{self, UNTRACED_EXIT, clipped};
use crate::render::format::{counted, day_of};
use crate::render::report::{Report, period};

/// What is to be known before anything else.
#[derive(Debug, Serialize)]
pub struct Banner {
    title: &'static str,
    message: Option<String>,
    hint: Option<String>,
    /// Numbers that could not be traced.
    numbers: Vec<Named>,
    /// How many more of them there are.
    more: usize,
}

/// How many numbers were traced.
#[derive(Debug, Serialize)]
pub struct Traced {
    words: String,
    /// Whether all were.
    all: bool,
    /// The first that was not, where it is on the page.
    first: Option<String>,
}

/// A number where it is named.
#[derive(Debug, Serialize)]
struct Named {
    number: String,
    /// Where it stands.
    anchor: Option<String>,
}

/// File, size, period and date of the run.
#[must_use]
pub fn facts(report: &Report) -> Vec<String> {
    let mut facts = Vec::new();
    match report.datasets.as_slice() {
        [] => {}
        [dataset] => {
            facts.push(dataset.name.clone());
            facts.push(format!(
                "{} × {}",
                counted(dataset.rows, "row"),
                counted(dataset.columns.len() as u64, "column")
            ));
        }
        datasets => {
            let names: Vec<&str> = datasets.iter().map(|dataset| dataset.name.as_str()).collect();
            facts.push(names.join(", "));
            facts.push(format!("{} in all", counted(datasets.iter().map(|dataset| dataset.rows).sum(), "row")));
        }
    }
    if let Some(period) = report.datasets.iter().find_map(period) {
        facts.push(if period.from == period.to { period.from } else { format!("{} to {}", period.from, period.to) });
    }
    if let Some(run) = &report.run {
        let verb = if report.is_answer() { "asked" } else { "analysed" };
        facts.push(format!("{verb} {}", day_of(&run.started_at)));
    }
    facts
}

/// How many numbers were traced; none where there are no numbers.
#[must_use]
pub fn traced(report: &Report, marker: &Marker<'_>) -> Option<Traced> {
    let words = claims::traced(report.numbers)?;
    Some(Traced { words, all: report.numbers.unverified == 0, first: marker.first() })
}

/// What is to be known before anything else; none where all is well.
#[must_use]
pub fn banner(report: &Report, marker: &Marker<'_>) -> Option<Banner> {
    if let Some(done) = &report.done
        && done.status == Status::Complete
        && done.exit_code == UNTRACED_EXIT
    {
        return Some(untraced(marker));
    }
    let title = match report.done.as_ref().map(|done| done.status) {
        Some(Status::Complete) if report.error.is_none() => return None,
        Some(Status::Complete) => "Not everything is as it should be.",
        Some(Status::Partial) => "This report is not complete.",
        Some(Status::Failed) => "There is no answer.",
        Some(Status::Interrupted) => "The run was interrupted. What was found until then is here.",
        None => "The record of this run breaks off. What was found until then is here.",
    };
    let (message, hint) =
        report.error.as_ref().map_or((None, None), |error| (Some(error.message.clone()), error.hint.clone()));
    Some(Banner { title, message, hint, numbers: Vec::new(), more: 0 })
}

/// What stands at the top of a report that was asked to be strict, and is not.
fn untraced(marker: &Marker<'_>) -> Banner {
    let untraced = marker.untraced();
    let more = untraced.len().saturating_sub(UNTRACED_NAMED);
    let named = |(number, anchor): (String, Option<String>)| Named { number: clipped(&number, NUMBER_CHARS), anchor };
    Banner {
        title: "Not every number could be traced.",
        message: Some("No result of this run gives".to_owned()),
        hint: None,
        numbers: untraced.into_iter().take(UNTRACED_NAMED).map(named).collect(),
        more,
    }
}
