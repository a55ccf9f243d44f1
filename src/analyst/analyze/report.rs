//! The report: texts, the table of columns, charts, and the title that ends the run.
//!
//! Uses `summary`, `columns`, `charts`, `wording` and `calls`.

use super::charts::charts;
use super::columns;
use super::evidence::Evidence;
use super::explore::How;
use super::findings::Findings;
use super::roles::Role;
use super::subject::Subject;
use super::summary::{means, related, summary, tells_relation};
use super::trend::Change;
use super::wording::{change, main_name, name, plain_label, sentence, tells_percent};
use crate::analyst::calls::Calls;
use crate::analyst::names::{file_title, shortened};
use crate::analyst::numbers::{count, holds_number_word};
use crate::analyst::prose;
use crate::event::Role as TextRole;
use crate::limits::MAX_ROWS;

/// Texts beside the summary.
const TEXTS: usize = 2;
/// Words of a title.
const TITLE_WORDS: usize = 8;
/// Characters of a title.
const TITLE_LETTERS: usize = 90;

/// Shows everything but the title.
pub fn show(subject: &Subject<'_>, evidence: &Evidence, calls: &mut Calls) {
    let findings = Findings::of(subject, evidence);
    calls.text(TextRole::Summary, &summary(subject, &findings, evidence));
    for text in further(subject, &findings, evidence) {
        calls.text(TextRole::Finding, &text);
    }
    let rows = columns::rows(subject, &findings);
    for (part, rows) in rows.chunks(MAX_ROWS).enumerate() {
        let title = if part == 0 { "Columns".to_owned() } else { format!("Columns from {} on", count_from(part)) };
        calls.table(&title, &columns::HEADERS, rows);
    }
    for chart in charts(subject, &findings, evidence) {
        calls.plot(&chart.title, &chart.note, &chart.specification);
    }
}

fn count_from(part: usize) -> String {
    count((part * MAX_ROWS + 1) as u64)
}

/// What the summary has no room for, at most two sentences.
fn further(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    if !subject.others.is_empty() {
        let said: Vec<String> = subject
            .others
            .iter()
            .take(5)
            .map(|table| {
                format!(
                    "{} with {} rows and {} columns",
                    prose::value(&table.name),
                    count(table.rows),
                    table.columns.len()
                )
            })
            .collect();
        let more = if subject.others.len() > 5 { ", and others" } else { "" };
        texts.push(sentence(&format!("beside this table there is {}{more}", prose::listed(&said)), &[]));
    }
    let first = findings.changes.first();
    let is_other =
        |found: &&Change| first.is_none_or(|first| (&first.before, &first.after) != (&found.before, &found.after));
    if let Some(found) = findings.changes.get(1).filter(is_other) {
        let told = change(subject, findings, found);
        texts.push(sentence(&format!("{} {told}", main_name(subject, findings)), &[&found.id]));
    }
    let told = usize::from(tells_relation(subject, findings, evidence));
    if let Some(next) = findings.relations.notable.get(told) {
        texts.push(related(subject, next));
    }
    if let Some(gap) = findings.gaps.first().filter(|_| findings.main.how == How::Sum)
        && let Some(range) = means(subject, gap)
    {
        texts.push(sentence(&format!("by {}, {range}", name(subject, gap.position)), &[&gap.id]));
    }
    if let Some(same) = findings.relations.same.first() {
        let text = format!(
            "{} and {} say nearly the same, with a correlation of {}",
            name(subject, same.left),
            name(subject, same.right),
            crate::analyst::numbers::figure(same.correlation)
        );
        texts.push(sentence(&text, &[&same.id]));
    }
    texts.truncate(TEXTS);
    texts
}

/// The title: the file and what stands out, at most eight words.
pub fn title(subject: &Subject<'_>, evidence: &Evidence) -> String {
    let findings = Findings::of(subject, evidence);
    let file = shortened(&file_title(&subject.table.file), 40);
    // A number in a file's name is part of the name.
    let has_number = file.split_whitespace().any(|word| word.starts_with(|each: char| each.is_ascii_digit()));
    let has_number = has_number || holds_number_word(&file);
    let file = if has_number { format!("“{file}”") } else { file };
    let mut title = if file.is_empty() { "Data".to_owned() } else { file };
    let mut separator = ": ";
    for piece in pieces(subject, &findings) {
        let longer = format!("{title}{separator}{piece}");
        if longer.split_whitespace().count() <= TITLE_WORDS && longer.chars().count() <= TITLE_LETTERS {
            title = longer;
            separator = ", ";
        }
    }
    title
}

fn pieces(subject: &Subject<'_>, findings: &Findings) -> Vec<String> {
    if subject.table.rows == 0 {
        return vec!["no rows".to_owned()];
    }
    let mut pieces: Vec<String> = Vec::new();
    let text = |position: usize| subject.column(position).map(|column| column.name.text()).unwrap_or_default();
    if let Some(gap) = findings.main_gap().filter(|_| findings.main.how == How::Mean) {
        let is_several = subject.column(gap.measure).is_some_and(|column| column.name.is_plural());
        let verb = if is_several { "differ" } else { "differs" };
        pieces.push(format!("{} {verb} by {}", text(gap.measure), text(gap.position)));
    } else if let Some(lead) = findings.leads.first().filter(|lead| lead.is_dominant()) {
        let label = plain_label(subject, lead.position, &lead.label);
        let is_flag = subject.column(lead.position).is_some_and(|column| column.role == Role::Flag);
        pieces.push(match findings.main.how {
            How::Sum | How::Mean if is_flag => format!("{} mostly {}", text(lead.position), lead.label),
            How::Sum if findings.main.measure.is_some() => format!("{label} leads"),
            How::Sum | How::Mean if lead.share > 50.0 => format!("mostly {label}"),
            How::Sum | How::Mean => format!("{label} most common"),
        });
    }
    let changed = findings.changes.first().and_then(|change| Some((change.percent?, change)));
    if let (Some((value, _)), Some(measure)) = (changed, findings.main.measure)
        && findings.tells_change(subject)
        && tells_percent(subject, findings)
        && value.abs() >= 1.0
    {
        let way = if value > 0.0 { "up" } else { "down" };
        pieces.push(format!("{} {way}", text(measure)));
    }
    if let Some(season) = findings.season {
        pieces.push(format!("peak in {}", prose::month(season.high.0)));
    }
    if let Some(relation) = findings.relations.notable.first() {
        pieces.push(format!("{} with {}", text(relation.left), text(relation.right)));
    }
    let rows =
        if subject.table.rows == 1 { "one row".to_owned() } else { format!("{} rows", count(subject.table.rows)) };
    if pieces.is_empty() {
        pieces.push(rows);
    }
    pieces
}
