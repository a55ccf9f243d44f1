//! What is wrong with the data, in clauses for the summary and in words for the table of columns.
//!
//! Uses `findings`, `quality`, `numbers` and `prose`.

use super::evidence::{Evidence, Topic};
use super::findings::Findings;
use super::quality::{Wrong, WrongKind, slips};
use super::roles::Role;
use super::subject::Subject;
use super::wording::name;
use crate::analyst::names;
use crate::analyst::numbers::{count, exact, percent, spelled};
use crate::analyst::prose;

/// Share of missing values in percent from which the rate is high.
const HIGH_RATE: f64 = 20.0;
/// Clauses of the summary.
const CLAUSES: usize = 3;

/// A clause and the results it rests on.
pub type Clause = (String, Vec<String>);

/// The worst defects, worst first; empty where there is none.
pub fn clauses(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Vec<Clause> {
    let mut ranked: Vec<(f64, Clause)> = missing(subject, findings);
    for (position, column) in subject.columns.iter().enumerate() {
        if let Some(values) = column.seen.not_finite.filter(|values| *values > 0) {
            let (value, be) = if values == 1 { ("value", "is") } else { ("values", "are") };
            let what = name(subject, position);
            let text = format!("{} {value} of {what} {be} infinite or not a number", spelled(values));
            ranked.push((48.0, (text, vec![evidence.id(Topic::NotFinite).to_owned()])));
        }
    }
    let wrong: Vec<String> =
        findings.borders.wrong.iter().take(CLAUSES).map(|wrong| wrong_clause(subject, wrong)).collect();
    if !wrong.is_empty() {
        let id = evidence.id(Topic::Extremes);
        // Each has its figure, so each cites its result.
        let text = format!("{} (left out of the figures here)", wrong.join(&format!("{}; ", prose::cited(&[id]))));
        ranked.push((50.0, (text, vec![id.to_owned()])));
    }
    if let Some((position, slips)) = slips(findings.calendar.as_ref()) {
        let what = name(subject, position);
        let side = if slips.after { "after" } else { "before" };
        let verb = if slips.count == 1 { "value" } else { "values" };
        let far = if slips.count == 1 { "on" } else { "as far as" };
        let text =
            format!("{} {verb} of {what} lie years {side} the rest, {far} {}", spelled(slips.count), slips.farthest);
        let text = if slips.count == 1 { text.replace(" lie ", " lies ") } else { text };
        ranked.push((45.0, (text, vec![evidence.id(Topic::Slips).to_owned()])));
    }
    if let Some(repeated) = findings.repeated {
        let text = if repeated == 1 {
            "one row is repeated: it is the same as another in every column".to_owned()
        } else {
            format!("{} rows are repeated: they are the same as another in every column", spelled(repeated))
        };
        ranked.push((30.0, (text, vec![evidence.id(Topic::Repeats).to_owned()])));
    }
    for word in &findings.missing_words {
        let what = name(subject, word.position);
        let written = prose::code(&word.word);
        let holds =
            format!("{what} holds {written}, which reads like a missing value, in {} rows", spelled(word.count));
        let holds = if word.count == 1 { holds.replace("one rows", "one row") } else { holds };
        let ids = vec![evidence.id(Topic::MissingWords).to_owned()];
        ranked.push((20.0 + share(subject, word.count), (holds, ids)));
    }
    ranked.extend(silent(subject));
    // A stable sort keeps the file's order among equals.
    ranked.sort_by(|left, right| right.0.total_cmp(&left.0));
    ranked.into_iter().map(|(_, clause)| clause).take(CLAUSES).collect()
}

/// Columns that say nothing: empty ones and those with one value only.
fn silent(subject: &Subject<'_>) -> Vec<(f64, Clause)> {
    let those = |role: Role| -> Vec<String> {
        let found = subject.columns.iter().enumerate().filter(|(_, column)| column.role == role);
        found.map(|(position, _)| name(subject, position)).collect()
    };
    let said = |names: &[String], one: &str, more: &str| match names {
        [] => None,
        [only] => Some(format!("{only} {one}")),
        [_, _] | [_, _, _] => Some(format!("{} {more}", prose::listed(names))),
        _ => Some(format!("several columns {more}")),
    };
    let empty = said(&those(Role::Empty), "holds no value at all", "hold no value at all");
    let constant =
        said(&those(Role::Constant), "holds the same value in every row", "hold the same value in every row");
    let ranked = [(40.0, empty), (5.0, constant)];
    ranked.into_iter().filter_map(|(rank, text)| Some((rank, (text?, Vec::new())))).collect()
}

/// The column with the most missing values, empty columns left out, and how many others have some.
fn missing(subject: &Subject<'_>, findings: &Findings) -> Vec<(f64, Clause)> {
    let mut gaps: Vec<(u64, usize)> = Vec::new();
    for (position, column) in subject.columns.iter().enumerate() {
        let filled = findings.counts.get(position).and_then(|each| each.filled).unwrap_or(subject.table.rows);
        let missing = subject.table.rows.saturating_sub(filled);
        if missing > 0 && column.role != Role::Empty {
            gaps.push((missing, position));
        }
    }
    let Some((most, position)) = gaps.iter().copied().max_by_key(|(most, position)| (*most, usize::MAX - *position))
    else {
        return Vec::new();
    };
    let verb = if most == 1 { "value of" } else { "values of" };
    let be = if most == 1 { "is" } else { "are" };
    let rate = share(subject, most);
    let mut text = format!("{} {verb} {} {be} missing ({})", spelled(most), name(subject, position), percent(rate));
    match gaps.len() {
        1 => {}
        2 => text.push_str(", and another column has gaps"),
        _ => text.push_str(", and other columns have gaps"),
    }
    let id = findings.counts.get(position).map(|each| each.id.clone()).unwrap_or_default();
    let rank = if rate >= HIGH_RATE { 60.0 + rate } else { 20.0 + rate };
    vec![(rank, (text, vec![id]))]
}

fn wrong_clause(subject: &Subject<'_>, wrong: &Wrong) -> String {
    let what = name(subject, wrong.position);
    let number = spelled(wrong.count);
    let (values, are, lie) = if wrong.count == 1 { ("value", "is", "lies") } else { ("values", "are", "lie") };
    match wrong.kind {
        WrongKind::Negative { smallest: _ } => format!("{number} {values} of {what} {are} below zero"),
        WrongKind::Apart { near: _, far, above } => {
            let (side, most) = if above { ("above", "largest") } else { ("below", "smallest") };
            let which = if wrong.count == 1 { "at".to_owned() } else { format!("the {most} at") };
            format!("{number} {values} of {what} {lie} far {side} the rest, {which} {}", exact(far))
        }
    }
}

fn dates(number: u64) -> String {
    if number == 1 { "one date".to_owned() } else { format!("{} dates", count(number)) }
}

/// A count of rows in percent of all.
#[expect(clippy::cast_precision_loss, reason = "a share does not need the last digits of a count")]
fn share(subject: &Subject<'_>, rows: u64) -> f64 {
    if subject.table.rows == 0 { 0.0 } else { 100.0 * rows as f64 / subject.table.rows as f64 }
}

/// What is wrong with one column, as words; `None` as text where nothing is.
pub fn of_column(subject: &Subject<'_>, findings: &Findings, position: usize) -> String {
    let Some(column) = subject.column(position) else { return "None".to_owned() };
    let mut issues: Vec<String> = Vec::new();
    let count_of = findings.counts.get(position);
    match count_of.and_then(|each| each.filled) {
        Some(0) if subject.table.rows > 0 => issues.push("no values".to_owned()),
        Some(filled) if filled < subject.table.rows => {
            let rate = share(subject, subject.table.rows - filled);
            let high = if rate >= HIGH_RATE { "high null rate, " } else { "" };
            issues.push(format!("{high}{} missing", percent(rate)));
        }
        Some(_) | None => {}
    }
    let one_value = count_of.and_then(|each| each.different) == Some(1) && subject.table.rows > 1;
    if one_value {
        issues.push("constant column".to_owned());
    }
    for wrong in findings.borders.wrong.iter().filter(|wrong| wrong.position == position) {
        let number = count(wrong.count);
        issues.push(match wrong.kind {
            WrongKind::Negative { smallest } => format!("{number} below zero, the smallest {}", exact(smallest)),
            WrongKind::Apart { near, far, above: _ } if near.to_bits() == far.to_bits() => {
                if wrong.count == 1 {
                    format!("suspicious outlier: {}", exact(far))
                } else {
                    format!("suspicious outliers: {} in {number} rows", exact(far))
                }
            }
            WrongKind::Apart { near, far, above: _ } => {
                format!("suspicious outliers: {number} from {} to {}", exact(near), exact(far))
            }
        });
    }
    if let Some((_, slips)) = slips(findings.calendar.as_ref()).filter(|(at, _)| *at == position) {
        let side = if slips.after { "after" } else { "before" };
        issues.push(format!("{} years {side} the rest, as far as {}", dates(slips.count), slips.farthest));
    }
    for word in findings.missing_words.iter().filter(|word| word.position == position) {
        let word_text = if word.word.is_empty() { "blank" } else { &word.word };
        let rows = if word.count == 1 { "row" } else { "rows" };
        issues.push(format!("{word_text} in {} {rows}, which reads like missing", count(word.count)));
    }
    if let Some(not_finite) = column.seen.not_finite.filter(|values| *values > 0) {
        issues.push(format!("{} not finite", count(not_finite)));
    }
    if mixes_types(subject, position) {
        issues.push("mixed types: numbers and words".to_owned());
    }
    if issues.is_empty() { "None".to_owned() } else { names::capitalized(&issues.join("; ")) }
}

/// Whether some of the most frequent values are numbers and others are words, missing markers left out.
fn mixes_types(subject: &Subject<'_>, position: usize) -> bool {
    let Some(column) = subject.column(position) else { return false };
    if column.role == Role::Code || column.role == Role::Identifier || column.seen.top.len() < 3 {
        return false;
    }
    let texts: Vec<&str> = column.seen.top.iter().filter_map(|(value, _)| value.as_text()).collect();
    let numbers = texts.iter().filter(|text| text.trim().parse::<f64>().is_ok_and(f64::is_finite)).count();
    numbers * 3 >= texts.len() * 2 && numbers < texts.len()
}
