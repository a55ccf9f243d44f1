//! The run itself: who answered, what it took, and how to make it again.
//!
//! Uses `event`, `report`, `format`, `templates`.

use std::fmt::Write;

use serde::Serialize;

use super::table::{Head, frame};
use crate::event::{Span, SpanKind, Usage};
use crate::limits::Privacy;
use crate::render::format::{cost, count, counted, duration, elapsed};
use crate::render::report::Report;
use crate::templates::{Markup, escape_html};

/// Length of the timeline in its own units.
const TIMELINE: u64 = 1_000;

/// The run as the page shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunView {
    /// Names and values.
    pub facts: Vec<(&'static str, String)>,
    /// What took the time; `None` where nothing is known.
    pub timeline: Option<Markup>,
    /// The command line that makes the run again; `None` where it is not known.
    pub command_line: Option<String>,
}

/// What there is to say of the run.
#[must_use]
pub fn run(report: &Report) -> RunView {
    let mut facts = Vec::new();
    if let Some(run) = &report.run {
        facts.push(("Answered by", answered_by(&run.model)));
    }
    if let Some(done) = &report.done {
        facts.push(("Time", duration(done.elapsed_ms)));
    }
    if report.turns > 0 {
        facts.push(("Turns", count(u64::from(report.turns))));
    }
    let prices_date = report.run.as_ref().and_then(|run| run.prices_date.as_deref());
    facts.extend(usage(&report.usage, prices_date));
    if !report.retries.is_empty() {
        let reasons: Vec<&str> = report.retries.iter().map(|retry| retry.reason.as_str()).collect();
        facts.push(("Requests tried again", format!("{}: {}", report.retries.len(), reasons.join("; "))));
    }
    if let Some(numbers) = numbers(report) {
        facts.push(("Numbers", numbers));
    }
    if let Some(run) = &report.run {
        if run.model != "builtin" {
            facts.push((
                "Open to the model",
                match run.privacy {
                    Privacy::Rows => "results of queries".to_owned(),
                    Privacy::Stats => "statistics".to_owned(),
                    Privacy::Schema => "names and types".to_owned(),
                },
            ));
        }
        facts.push(("Started", run.started_at.clone()));
        facts.push(("Version", format!("csvchat {}", run.version)));
        facts.push(("Run", run.id.clone()));
    }
    let spans = report.done.as_ref().map(|done| done.spans.as_slice()).unwrap_or_default();
    let total = report.done.as_ref().map_or(0, |done| done.elapsed_ms);
    RunView {
        facts,
        timeline: (!spans.is_empty()).then(|| timeline(spans, total)),
        command_line: report.run.as_ref().map(|run| run.command_line.clone()).filter(|line| !line.is_empty()),
    }
}

fn answered_by(model: &str) -> String {
    match model {
        "builtin" => "the built-in analyst, without a language model".to_owned(),
        "replay" => "the recorded turns of an earlier run".to_owned(),
        _ => model.to_owned(),
    }
}

fn usage(usage: &Usage, prices_date: Option<&str>) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if usage.tokens() == 0 {
        return facts;
    }
    let mut tokens = format!("{} read, {} written", count(usage.input_tokens), count(usage.output_tokens));
    if usage.cache_read_tokens > 0 {
        let _ = write!(tokens, ", {} from the cache", count(usage.cache_read_tokens));
    }
    if usage.cache_write_tokens > 0 {
        let _ = write!(tokens, ", {} into the cache", count(usage.cache_write_tokens));
    }
    facts.push(("Tokens", tokens));
    facts.push((
        "Cost",
        usage
            .cost_usd
            .map_or_else(|| "unknown: the model has no known price".to_owned(), |dollars| cost(dollars, prices_date)),
    ));
    facts
}

fn numbers(report: &Report) -> Option<String> {
    let claims = report.numbers;
    if claims.all() == 0 {
        return None;
    }
    Some(format!(
        "{} found in results, {} derived from them, {} not traced",
        count(claims.verified),
        count(claims.derived),
        count(claims.unverified)
    ))
}

fn kind_word(kind: SpanKind) -> &'static str {
    match kind {
        SpanKind::Model => "model",
        SpanKind::Tool => "tool",
        SpanKind::Load => "load",
    }
}

/// Spans as a table whose bars lie on one line of time.
fn timeline(spans: &[Span], total_ms: u64) -> Markup {
    let end = spans.iter().map(|span| span.end_ms).fold(total_ms, u64::max).max(1);
    let mut body = String::new();
    for span in spans {
        let kind = kind_word(span.kind);
        let x = position(span.start_ms, end);
        let width = position(span.end_ms, end).saturating_sub(x).max(4);
        let x = x.min(TIMELINE - 4);
        let took = span.end_ms.saturating_sub(span.start_ms);
        let _ = writeln!(
            body,
            "<tr><td>{}</td><td class=\"kind {kind}\">{kind}</td><td class=\"line\"><svg viewBox=\"0 0 {TIMELINE} 10\" \
             preserveAspectRatio=\"none\" height=\"10\" aria-hidden=\"true\"><path class=\"ground\" \
             d=\"M0 9.5h{TIMELINE}\"/><rect class=\"{kind}\" x=\"{x}\" width=\"{width}\" height=\"10\"/></svg></td>\
             <td class=\"n\" data-v=\"{}\">{}</td><td class=\"n\" data-v=\"{took}\">{}</td></tr>",
            escape_html(&span.name),
            span.start_ms,
            duration(span.start_ms),
            elapsed(span.start_ms, span.end_ms),
        );
    }
    let heads = [
        Head { name: "Step", right: false, sortable: true },
        Head { name: "Kind", right: false, sortable: true },
        Head { name: "When", right: false, sortable: false },
        Head { name: "Began at", right: true, sortable: true },
        Head { name: "Took", right: true, sortable: true },
    ];
    let caption = format!("What took the time: {}", counted(spans.len() as u64, "step"));
    frame(&caption, &heads, &body, spans.len(), spans.len() as u64, false)
}

fn position(ms: u64, end: u64) -> u64 {
    u64::try_from(u128::from(ms) * u128::from(TIMELINE) / u128::from(end)).unwrap_or(TIMELINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_without_a_model_has_no_tokens() {
        assert!(usage(&Usage::default(), None).is_empty());
        let some = Usage { requests: 1, input_tokens: 12_000, output_tokens: 800, cost_usd: None, ..Usage::default() };
        assert_eq!(usage(&some, None)[0].1, "12,000 read, 800 written");
        assert!(usage(&some, None)[1].1.contains("unknown"));
    }

    #[test]
    fn bars_lie_on_one_line_of_time() {
        let spans = [
            Span { name: "sales.csv".to_owned(), kind: SpanKind::Load, start_ms: 0, end_ms: 250 },
            Span { name: "<q1>".to_owned(), kind: SpanKind::Tool, start_ms: 1_000, end_ms: 1_000 },
        ];
        let html = timeline(&spans, 1_000);
        let html = html.as_str();
        assert!(html.contains("<rect class=\"load\" x=\"0\" width=\"250\" height=\"10\"/>"), "{html}");
        assert!(html.contains("<rect class=\"tool\" x=\"996\" width=\"4\" height=\"10\"/>"), "{html}");
        assert!(html.contains("&lt;q1&gt;"), "{html}");
    }
}
