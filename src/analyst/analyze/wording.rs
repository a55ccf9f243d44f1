//! How findings are said: one clause each, with the figures and the results they come from.
//!
//! Uses `findings`, `numbers` and `prose`. Plain words; no cause is claimed.

use super::explore::How;
use super::findings::Findings;
use super::roles::{Column, Role};
use super::subject::Subject;
use super::trend::Change;
use crate::analyst::names::shortened;
use crate::analyst::numbers::{figure, holds_number_word, measured, percent};
use crate::analyst::prose;

/// Characters of a value in plain text.
const LABEL_CHARS: usize = 30;
/// A change in percent below which a figure held steady.
const STEADY: f64 = 1.0;

/// A column's name in Markdown.
pub fn name(subject: &Subject<'_>, position: usize) -> String {
    subject.column(position).map(|column| prose::column(&column.name)).unwrap_or_default()
}

/// A figure of a measure with the column's unit.
pub fn with_unit(column: &Column<'_>, value: f64) -> String {
    if column.role == Role::Flag { percent(100.0 * value) } else { measured(value, column.name.unit) }
}

/// A group's value as it is called in plain text: a number alone would say nothing.
pub fn plain_label(subject: &Subject<'_>, category: usize, label: &str) -> String {
    let short = shortened(label, LABEL_CHARS);
    match subject.column(category) {
        Some(column) if is_number(&short) || is_answer(column, &short) => format!("{} {short}", column.name.text()),
        Some(_) | None => short,
    }
}

/// A group in Markdown: of yes and no with the column's name, since `true` alone would not say of what.
pub fn group(subject: &Subject<'_>, category: usize, label: &str) -> String {
    match subject.column(category) {
        Some(column) if is_answer(column, label) && !is_number(label) => {
            format!("{} {}", prose::column(&column.name), prose::value(label))
        }
        Some(_) | None => self::label(subject, category, label),
    }
}

/// The same in Markdown.
pub fn label(subject: &Subject<'_>, category: usize, label: &str) -> String {
    match subject.column(category) {
        Some(column) if is_number(label) => format!("{} {}", prose::column(&column.name), prose::value(label)),
        Some(_) | None if holds_number_word(label) => format!("“{}”", prose::value(label)),
        Some(_) | None => prose::value(label),
    }
}

/// `passed true`: true alone would not say of what.
fn is_answer(column: &Column<'_>, label: &str) -> bool {
    column.role == Role::Flag && label.chars().count() <= LABEL_CHARS
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// The mean of a column as it is called: a mean of yes and no is a share.
pub fn mean_of(column: &Column<'_>) -> &'static str {
    if column.role == Role::Flag { "share of" } else { "mean" }
}

/// What the analysis follows, as a subject of a sentence: `revenue`, `the mean body mass`, `the number of orders`.
pub fn main_name(subject: &Subject<'_>, findings: &Findings) -> String {
    match (findings.main.measure, findings.main.how) {
        (None, _) => format!("the number of {}", subject.rows_noun()),
        (Some(measure), How::Sum) => name(subject, measure),
        (Some(measure), How::Mean) => format!("the mean {}", name(subject, measure)),
    }
}

/// Whether what the analysis follows is several: `visits were`, `revenue was`.
pub fn is_plural(subject: &Subject<'_>, findings: &Findings) -> bool {
    let column = findings.main.measure.and_then(|measure| subject.column(measure));
    column.is_some_and(|column| column.name.is_plural())
}

/// `was`, or `were` of several.
pub fn was(subject: &Subject<'_>, findings: &Findings) -> &'static str {
    if is_plural(subject, findings) { "were" } else { "was" }
}

/// A figure of what the analysis follows.
pub fn main_figure(subject: &Subject<'_>, findings: &Findings, value: f64) -> String {
    let column = findings.main.measure.and_then(|measure| subject.column(measure));
    column.map_or_else(|| figure(value), |column| with_unit(column, value))
}

/// Whether a change of the main figure is told in percent.
pub fn tells_percent(subject: &Subject<'_>, findings: &Findings) -> bool {
    let column = findings.main.measure.and_then(|measure| subject.column(measure));
    column.is_none_or(|column| !column.name.is_interval())
}

/// What became of the main figure: `grew by 22.4 %, from 173,131 in 2022 to 211,832 in 2023`.
pub fn change(subject: &Subject<'_>, findings: &Findings, change: &Change) -> String {
    let (before, after) =
        (main_figure(subject, findings, change.before.1), main_figure(subject, findings, change.after.1));
    let (earlier, later) = (&change.before.0, &change.after.0);
    let long = earlier.contains(" to ") || later.contains(" to ");
    let rose = change.after.1 > change.before.1;
    let was = was(subject, findings);
    match change.percent.filter(|_| tells_percent(subject, findings) && change.before.1 > 0.0) {
        Some(value) if value.abs() < STEADY => {
            format!("held steady, with {before} in {earlier} and {after} in {later}")
        }
        Some(value) if long => {
            let verb = if value > 0.0 { "higher" } else { "lower" };
            format!("{was} {} {verb} in {later} ({after}) than in {earlier} ({before})", percent(value.abs()))
        }
        Some(value) => {
            let verb = if value > 0.0 { "grew" } else { "fell" };
            format!("{verb} by {}, from {before} in {earlier} to {after} in {later}", percent(value.abs()))
        }
        None if before == after => format!("{was} {after} in {later} as in {earlier}"),
        None if long => {
            let verb = if rose { "higher" } else { "lower" };
            format!("{was} {verb} in {later} ({after}) than in {earlier} ({before})")
        }
        None => {
            let verb = if rose { "rose" } else { "fell" };
            format!("{verb} from {before} in {earlier} to {after} in {later}")
        }
    }
}

/// How closely two measures belong together, as an adverb with a space before it, or nothing.
pub fn closeness(correlation: f64) -> &'static str {
    if correlation.abs() >= 0.8 {
        " closely"
    } else if correlation.abs() < 0.45 {
        " loosely"
    } else {
        ""
    }
}

/// A sentence: capital letter, full stop, and the results it rests on before the stop.
pub fn sentence(text: &str, ids: &[&str]) -> String {
    let starts_with_code = text.starts_with('`');
    let text = if starts_with_code { text.to_owned() } else { crate::analyst::names::capitalized(text) };
    format!("{text}{}.", prose::cited(ids))
}
