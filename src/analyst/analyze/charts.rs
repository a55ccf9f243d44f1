//! The charts: two to five, chosen for the data, each titled with what it shows.
//!
//! Uses `findings`, `focus` and `evidence`. Data is drawn by reference to a result; titles and notes are plain text.

mod bars;
mod curves;

use serde_json::{Value, json};

use super::evidence::{Answer, Evidence};
use super::findings::Findings;
use super::roles::Column;
use super::subject::Subject;

/// Charts of a report.
const CHARTS: usize = 5;
/// The colour of what a chart is about.
const ACCENT: &str = "#0072B2";
/// The colour of a point that breaks the pattern.
const ALERT: &str = "#D55E00";
/// The colour of the rest.
const MUTED: &str = "#B3B9C2";
/// How a label writes a figure: three significant digits, separators.
const LABEL_FORMAT: &str = ",.3~r";
/// The language that specifications are written in.
const SCHEMA: &str = "https://vega.github.io/schema/vega-lite/v5.json";

/// A chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What is plotted, in one sentence.
    pub note: String,
    /// Vega-Lite.
    pub specification: Value,
}

/// The charts in the order of their importance.
pub fn charts(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Vec<Chart> {
    let chosen = [
        curves::over_time(subject, findings, evidence),
        bars::main_groups(subject, findings, evidence),
        curves::relation(subject, findings, evidence, true),
        curves::season(subject, findings, evidence),
        bars::spread(subject, findings, evidence),
        bars::ranked(subject, findings, evidence),
        curves::places(subject, evidence),
        bars::further_groups(subject, findings, evidence),
        curves::relation(subject, findings, evidence, false),
    ];
    chosen.into_iter().flatten().take(CHARTS).collect()
}

/// A specification on a result, with these parts.
fn on(answer: &Answer, parts: Value) -> Value {
    let mut specification = json!({ "$schema": SCHEMA, "data": { "name": answer.id } });
    if let (Some(whole), Value::Object(parts)) = (specification.as_object_mut(), parts) {
        whole.extend(parts);
    }
    specification
}

/// The name of a result's column.
fn field(answer: &Answer, column: usize) -> Option<&str> {
    answer.table.columns.get(column).map(String::as_str)
}

/// A column's name for the middle of a title.
fn text(subject: &Subject<'_>, position: usize) -> String {
    subject.column(position).map(|column| column.name.text()).unwrap_or_default()
}

/// A column's name with its unit, for an axis. A name that reads like a URL must not look like one to the checker.
fn axis(subject: &Subject<'_>, position: usize) -> String {
    subject.column(position).map(|column| harmless(&column.name.axis())).unwrap_or_default()
}

fn harmless(text: &str) -> String {
    text.replace(':', " ").replace("//", "/")
}

/// A column's figure with the column's unit.
fn with_unit(column: &Column<'_>, value: f64) -> String {
    super::wording::with_unit(column, value)
}
