//! What stands where in a report, for the formats that are text: the line of facts, the banner, the order of items, the
//! notes on how the data was read, the facts of the run.
//!
//! Uses the report and `format`. Everything it gives is as it came from data and models: each format escapes it.

use super::Report;
use super::claims::{self, UNTRACED_EXIT};
use super::format::{cost, count, counted, day_of, duration};
use super::quality::quality;
use super::report::{Item, Text, period};
use crate::event::{Role, Status};
use crate::limits::REPORT_NOTES;

/// Who answered, by the name that events have for it.
const BUILT_IN: &str = "builtin";

/// The line under the title: files, rows and columns, the period covered, the day of the run.
pub(super) fn facts(report: &Report) -> Vec<String> {
    let mut facts: Vec<String> = Vec::new();
    for dataset in &report.datasets {
        let size = format!("{} × {}", counted(dataset.rows, "row"), counted(dataset.columns.len() as u64, "column"));
        facts.push(format!("{}, {size}", dataset.name));
    }
    if let [dataset] = report.datasets.as_slice()
        && let Some(period) = period(dataset)
    {
        facts.push(if period.from == period.to { period.from } else { format!("{} to {}", period.from, period.to) });
    }
    facts.extend(report.run.as_ref().map(|run| format!("run on {}", day_of(&run.started_at))));
    facts
}

/// What stands above everything else where a run is not what was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Banner {
    /// A word or two: `Incomplete`.
    pub(super) word: &'static str,
    /// Sentences: what happened, what to do.
    pub(super) message: String,
}

/// The banner, where there is something to say.
pub(super) fn banner(report: &Report) -> Option<Banner> {
    let Some(done) = &report.done else {
        let message = "The run was cut off; this is what was found until then.".to_owned();
        return Some(Banner { word: "Incomplete", message });
    };
    if done.exit_code == UNTRACED_EXIT && done.status == Status::Complete {
        return Some(Banner { word: "Not all traced", message: claims::unsupported(report) });
    }
    let (word, otherwise) = match done.status {
        Status::Complete if done.exit_code == 0 && report.error.is_none() => return None,
        Status::Complete => ("Note", "The run ended with a fault."),
        Status::Partial => ("Incomplete", "The run ended before it was done; this is what was found until then."),
        Status::Failed => ("No answer", "The run ended without an answer."),
        Status::Interrupted => ("Interrupted", "The run was interrupted; this is what was found until then."),
    };
    let message = report.error.as_ref().map_or(otherwise.to_owned(), |fault| {
        let hint = fault.hint.as_deref().map(sentence).unwrap_or_default();
        format!("{} {hint}", sentence(&fault.message)).trim_end().to_owned()
    });
    Some(Banner { word, message })
}

/// A message with a full stop. Its first letter stays, as it may begin with the name of a column.
fn stopped(message: &str) -> String {
    let message = message.trim();
    let ended = message.ends_with(['.', '!', '?', ':', '…']) || message.is_empty();
    format!("{message}{}", if ended { "" } else { "." })
}

/// A message as a sentence: with a capital and a full stop.
pub(super) fn sentence(message: &str) -> String {
    let message = stopped(message);
    let starts_word = message.split_whitespace().next().is_some_and(|word| word.chars().all(char::is_alphabetic));
    let mut chars = message.chars();
    let first: String = match chars.next() {
        Some(first) if starts_word => first.to_uppercase().collect(),
        Some(first) => first.to_string(),
        None => String::new(),
    };
    first + chars.as_str()
}

/// The texts that come first: the answer, or the summary.
pub(super) fn opening(report: &Report) -> impl Iterator<Item = &Text> {
    let role = if report.is_answer() { Role::Answer } else { Role::Summary };
    report.texts(role)
}

/// What follows the opening: of an analysis in the order in which it was given, of an answer other texts, then its
/// tables, then its charts. Tables with a row for each column of the data have their own place.
pub(super) fn findings(report: &Report) -> Vec<&Item> {
    let opens = if report.is_answer() { Role::Answer } else { Role::Summary };
    let mut items: Vec<&Item> = report
        .items
        .iter()
        .filter(|item| match item {
            Item::Text(text) => text.role != opens,
            Item::Table(table) => report.is_answer() || !super::report::is_column_table(table),
            Item::Plot(_) => true,
        })
        .collect();
    if report.is_answer() {
        items.sort_by_key(|item| match item {
            Item::Text(_) => 0,
            Item::Table(_) => 1,
            Item::Plot(_) => 2,
        });
    }
    items
}

/// Lines on the data's quality and what was decided when it was read; beside an answer, what the run warns of. Empty
/// where there is nothing that a reader should know.
pub(super) fn notes(report: &Report) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    if report.is_answer() {
        notes.extend(report.warnings.iter().map(|warning| warning.message.clone()));
    } else {
        let quality = quality(report);
        for file in quality.files {
            let of = if report.datasets.len() > 1 { format!("{}: ", file.name) } else { String::new() };
            notes.extend(file.notes.into_iter().map(|note| format!("{of}{note}")));
        }
        notes.extend(quality.notes);
        let renamed = report.datasets.iter().flat_map(|dataset| &dataset.columns);
        notes.extend(renamed.filter_map(|column| {
            column.header.as_ref().map(|header| format!("The column “{header}” is called {} here.", column.name))
        }));
    }
    let mut notes: Vec<String> = notes.iter().map(|note| stopped(note)).collect();
    notes.dedup();
    let left_out = notes.len().saturating_sub(REPORT_NOTES);
    if left_out > 0 {
        notes.truncate(REPORT_NOTES);
        notes.push(format!("{} more.", counted(left_out as u64, "note")));
    }
    notes
}

/// How each file was read and what was proven of it, a line a file.
pub(super) fn readings(report: &Report) -> Vec<String> {
    let files = quality(report).files;
    files.into_iter().map(|file| format!("{} {}", file.reading, file.proof)).collect()
}

/// The facts of the run: what each is called, and what it was.
pub(super) fn run_facts(report: &Report) -> Vec<(&'static str, String)> {
    let Some(run) = &report.run else { return Vec::new() };
    let mut facts = vec![("Model", model_name(&run.model))];
    facts.push(("Turns", count(u64::from(report.turns))));
    let usage = &report.usage;
    let read = usage.read_tokens();
    if usage.tokens() > 0 {
        facts.push(("Tokens", format!("{} in, {} out", count(read), count(usage.output_tokens))));
    }
    if let Some(dollars) = usage.cost_usd.filter(|dollars| *dollars > 0.0) {
        facts.push(("Cost", cost(dollars, run.prices_date.as_deref())));
    }
    if !report.retries.is_empty() {
        facts.push(("Retries", count(report.retries.len() as u64)));
    }
    if let Some(done) = &report.done {
        facts.push(("Time", duration(done.elapsed_ms)));
        let claims = report.numbers;
        if claims.all() > 0 {
            facts.push((
                "Numbers",
                format!(
                    "{} found in results, {} derived from them, {} not traced",
                    count(claims.verified),
                    count(claims.derived),
                    count(claims.unverified)
                ),
            ));
        }
    }
    facts.push(("Started", run.started_at.clone()));
    facts.push(("Version", format!("csvchat {}", run.version)));
    facts
}

/// The name of a model for a reader.
pub(super) fn model_name(model: &str) -> String {
    if model == BUILT_IN { "built-in analyst".to_owned() } else { model.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::ClaimCounts;
    use crate::render::report::{Done, Fault};

    fn ended(status: Status, exit_code: u8, message: Option<&str>) -> Report {
        let claims = ClaimCounts::default();
        Report {
            done: Some(Done { status, exit_code, elapsed_ms: 1, spans: Vec::new(), claims }),
            error: message.map(|message| Fault {
                code: "c".to_owned(),
                message: message.to_owned(),
                hint: Some("try again".to_owned()),
                retryable: true,
            }),
            ..Report::default()
        }
    }

    #[test]
    fn only_what_went_well_has_no_banner() {
        assert_eq!(banner(&ended(Status::Complete, 0, None)), None);
        assert_eq!(banner(&Report::default()).unwrap().word, "Incomplete");
        assert_eq!(banner(&ended(Status::Complete, 8, Some("x"))).unwrap().word, "Not all traced");
        let banner = banner(&ended(Status::Partial, 6, Some("25 turns were used"))).unwrap();
        assert_eq!((banner.word, banner.message.as_str()), ("Incomplete", "25 turns were used. Try again."));
    }

    #[test]
    fn messages_become_sentences_and_names_stay() {
        assert_eq!(sentence("no such file"), "No such file.");
        assert_eq!(sentence("a_b: is odd."), "a_b: is odd.");
        assert_eq!(sentence(""), "");
    }
}
