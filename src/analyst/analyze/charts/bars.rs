//! Charts with bars: groups by size or by a mean, and how the values of a measure spread.

use serde_json::{Value, json};

use super::{ACCENT, Chart, LABEL_FORMAT, MUTED, axis, field, on, text, with_unit};
use crate::analyst::analyze::evidence::{Answer, Evidence, Topic};
use crate::analyst::analyze::explore::{How, quantities};
use crate::analyst::analyze::findings::Findings;
use crate::analyst::analyze::focus::{Bins, bins, naming};
use crate::analyst::analyze::groups::{Gap, Lead, group_column};
use crate::analyst::analyze::roles::{Column, Role};
use crate::analyst::analyze::subject::Subject;
use crate::analyst::analyze::wording::{mean_of, plain_label};
use crate::analyst::names::{capitalized, shortened};
use crate::analyst::numbers::{count, exact, percent};
use crate::analyst::prose;
use crate::limits::ANALYST_BARS;
use crate::table::Kind;

/// Rows from which shares and distributions are worth a chart.
const ROWS: u64 = 8;
/// Rows up to which the largest of a measure that is no amount are worth a chart.
const FEW_NAMES: u64 = 60;
/// Whole numbers up to which each is named on the axis of a distribution.
const STEPS: usize = 12;
/// Characters of a value in a title.
const LABEL_CHARS: usize = 30;

/// The groups that the summary speaks of: the largest ones, or those between which the main mean differs.
pub fn main_groups(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Option<Chart> {
    let gap = findings.main_gap().filter(|_| findings.main.how == How::Mean);
    match gap {
        Some(gap) => by_mean(subject, evidence, gap),
        None => by_size(subject, findings, evidence, findings.leads.first()?),
    }
}

/// The groups of another category; where the first chart shows means, those of the first.
pub fn further_groups(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Option<Chart> {
    let has_gap = findings.main.how == How::Mean && findings.main_gap().is_some();
    let mut leads = findings.leads.iter().filter(|lead| !lead.is_nearly_all());
    let lead = if has_gap { leads.next() } else { leads.find(|lead| Some(*lead) != findings.leads.first()) };
    by_size(subject, findings, evidence, lead?)
}

fn by_size(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence, lead: &Lead) -> Option<Chart> {
    let answer = evidence.get(Topic::Groups(lead.position)).filter(|answer| answer.len() >= 2)?;
    if subject.table.rows < ROWS || lead.is_even() {
        return None;
    }
    let summed = findings.main.measure.filter(|_| findings.main.how == How::Sum);
    let column = summed.and_then(|measure| group_column(subject, measure)).unwrap_or(1);
    let category = text(subject, lead.position);
    let label = plain_label(subject, lead.position, &lead.label);
    let rows = subject.rows_noun();
    let (of, across) = match summed {
        Some(measure) => (text(subject, measure), axis(subject, measure)),
        None => (rows.clone(), capitalized(&rows)),
    };
    let title = if subject.column(lead.position).is_some_and(|column| column.role == Role::Flag) {
        let label = shortened(&lead.label, LABEL_CHARS);
        format!("{} is {label} for {} of {of}", capitalized(&category), percent(lead.share))
    } else if lead.is_dominant() {
        format!("{} accounts for {} of {of}", capitalized(&label), percent(lead.share))
    } else {
        format!("{} is the largest {category} with {} of {of}", capitalized(&label), percent(lead.share))
    };
    let of_all = if answer.len() > ANALYST_BARS { "largest values" } else { "values" };
    let what = if summed.is_some() { format!("Sum of {of}") } else { format!("Number of {of}") };
    let note = format!("{what} for the {of_all} of {category}{}.", in_total(answer));
    let specification = bars(answer, column, answer.number(0, column)?, (&axis(subject, lead.position), &across))?;
    Some(Chart { title, note, specification })
}

fn by_mean(subject: &Subject<'_>, evidence: &Evidence, gap: &Gap) -> Option<Chart> {
    let answer = evidence.get(Topic::Groups(gap.position)).filter(|answer| answer.len() >= 2)?;
    let column = group_column(subject, gap.measure)?;
    let measure = subject.column(gap.measure)?;
    let title = format!(
        "{} has the highest {} {}, {}",
        capitalized(&plain_label(subject, gap.position, &gap.high.0)),
        mean_of(measure),
        measure.name.text(),
        with_unit(measure, gap.high.1)
    );
    let note = format!(
        "{} {} for each {}{}.",
        capitalized(mean_of(measure)),
        measure.name.text(),
        text(subject, gap.position),
        in_total(answer)
    );
    let across = format!("{} {}", capitalized(mean_of(measure)), lower_first(&axis(subject, gap.measure)));
    let mut specification = bars(answer, column, gap.high.1, (&axis(subject, gap.position), &across))?;
    if measure.role == Role::Flag {
        as_percent(&mut specification);
    }
    Some(Chart { title, note, specification })
}

/// Shares of one are read more easily in percent.
fn as_percent(specification: &mut Value) {
    if let Some(across) = specification.pointer_mut("/encoding/x").and_then(Value::as_object_mut) {
        across.insert("axis".to_owned(), json!({ "format": "%" }));
    }
    if let Some(label) = specification.pointer_mut("/layer/1/encoding/text").and_then(Value::as_object_mut) {
        label.insert("format".to_owned(), json!(".1%"));
    }
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next();
    let rest = characters.as_str();
    if rest.starts_with(char::is_uppercase) {
        return text.to_owned();
    }
    first.map_or_else(String::new, |first| first.to_lowercase().chain(rest.chars()).collect())
}

/// Bars by value with their figures behind them, those with one figure in the accent.
fn bars(answer: &Answer, column: usize, accent: f64, (up, across): (&str, &str)) -> Option<Value> {
    let (label, value) = (field(answer, 0)?, field(answer, column)?);
    // The short form "-x" means the same, but layers that share it make Vega-Lite warn.
    let by_value = json!({ "field": value, "op": "max", "order": "descending" });
    let mut parts = json!({
        "encoding": {
            "y": { "field": label, "type": "nominal", "sort": by_value, "title": up },
            "x": { "field": value, "type": "quantitative", "title": across, "scale": { "zero": true } }
        },
        "layer": [
            {
                "mark": { "type": "bar" },
                "encoding": {
                    "color": {
                        "condition": { "test": { "field": value, "equal": accent }, "value": ACCENT },
                        "value": MUTED
                    }
                }
            },
            {
                "mark": { "type": "text", "align": "left", "dx": 4 },
                "encoding": { "text": { "field": value, "type": "quantitative", "format": LABEL_FORMAT } }
            }
        ]
    });
    if answer.len() > ANALYST_BARS {
        let first = json!([
            { "window": [{ "op": "row_number", "as": "place" }], "sort": [{ "field": value, "order": "descending" }] },
            { "filter": { "field": "place", "lte": ANALYST_BARS } }
        ]);
        parts.as_object_mut()?.insert("transform".to_owned(), first);
    }
    Some(on(answer, parts))
}

/// The rows with the largest figure, by name.
pub fn ranked(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Option<Chart> {
    let answer = evidence.get(Topic::Ranked).filter(|answer| answer.len() >= 2)?;
    let (position, measure) = (naming(subject)?, findings.main.measure?);
    if findings.main.how == How::Mean && subject.table.rows > FEW_NAMES {
        return None;
    }
    let column = subject.column(measure)?;
    let first = answer.text(0, 0)?;
    let first = if prose::value(&first).starts_with('`') || !first.chars().any(char::is_alphabetic) {
        format!("“{first}”")
    } else {
        first
    };
    let value = with_unit(column, answer.number(0, 1)?);
    let first = capitalized(&shortened(&first, LABEL_CHARS));
    let is_shared = answer.number(0, 1) == answer.number(1, 1);
    let whose = if is_shared { format!("{first} and others have") } else { format!("{first} has") };
    let superlative = if column.name.is_plural() && column.is_additive() { "most" } else { "highest" };
    let aside = if findings.borders.leaves_out_large(measure) { "Outliers aside, " } else { "" };
    let title = format!("{aside}{whose} the {superlative} {}, {value}", column.name.text());
    let drawn = answer.len();
    let rows = subject.rows_noun();
    let note = if u64::try_from(drawn).is_ok_and(|drawn| drawn < column.filled) {
        format!("{} of the {drawn} rows with the highest values.", column.name.heading())
    } else {
        format!("{} of all {rows}, {drawn} rows.", column.name.heading())
    };
    let specification = bars(answer, 1, answer.number(0, 1)?, (&axis(subject, position), &axis(subject, measure)))?;
    Some(Chart { title, note, specification })
}

/// How the values of the main measure spread.
pub fn spread(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Option<Chart> {
    let answer = evidence.get(Topic::Spread).filter(|answer| answer.len() >= 3)?;
    let bins = bins(subject, findings)?;
    let column = subject.column(bins.measure)?;
    let rows = subject.rows_noun();
    let name = column.name.text();
    let drawn = (0..answer.len()).filter_map(|row| answer.count(row, 3)).sum::<u64>();
    if drawn < ROWS {
        return None;
    }
    let tallest = (0..answer.len()).max_by_key(|row| (answer.count(*row, 3), std::cmp::Reverse(*row)))?;
    let unit = column.name.unit.map_or_else(String::new, |unit| format!(" {unit}"));
    let verb = if column.name.is_plural() { "are" } else { "is" };
    // A bin of one whole number is that number, and no stretch up to the next.
    let steps = steps(column, bins).filter(|steps| steps.len() <= STEPS);
    let most = if steps.is_some() {
        answer.number(tallest, 1)?.to_string()
    } else {
        let ends = answer.number(tallest, 1).zip(answer.number(tallest, 2));
        ends.map_or_else(|| answer.text(tallest, 0), |(from, to)| Some(format!("{} to {}", exact(from), exact(to))))?
    };
    let highest = answer.count(tallest, 3)?;
    let is_alone = (0..answer.len()).filter(|row| answer.count(*row, 3) == Some(highest)).count() == 1;
    let title = if is_alone && highest > 1 {
        format!("{} {verb} most often {most}{unit}", capitalized(&name))
    } else {
        format!("How {name} {verb} spread")
    };
    let cut = if bins.cut { "; larger values are not drawn" } else { "" };
    let note = format!("Number of {rows} by {name}, {} rows in total{cut}.", count(drawn));
    let title_across = axis(subject, bins.measure);
    let mut across = match steps {
        Some(steps) => json!({ "x": {
            "field": "from", "type": "ordinal", "scale": { "domain": steps }, "axis": { "labelAngle": 0 },
            "title": title_across
        } }),
        None => json!({
            "x": {
                "field": "from", "type": "quantitative", "bin": { "binned": true, "step": bins.width },
                "title": title_across
            },
            "x2": { "field": "to" }
        }),
    };
    let up = json!({ "field": "rows", "type": "quantitative", "title": capitalized(&rows), "scale": { "zero": true } });
    across.as_object_mut()?.insert("y".to_owned(), up);
    let specification = on(answer, json!({ "mark": { "type": "bar", "color": ACCENT }, "encoding": across }));
    let is_measured = quantities(subject).contains(&bins.measure);
    is_measured.then_some(Chart { title, note, specification })
}

/// The whole numbers that bins stand for where each is one number: 1 to 5 for a scale of answers.
fn steps(column: &Column<'_>, bins: Bins) -> Option<Vec<f64>> {
    let is_one = |value: f64| (value - 1.0).abs() < f64::EPSILON;
    if column.kind() != Kind::Integer || !is_one(bins.width) || bins.cut {
        return None;
    }
    Some(std::iter::successors(Some(bins.start), |step| Some(step + 1.0)).take_while(|step| *step < bins.end).collect())
}

/// How many rows the groups of a result have together, where the result says so.
fn in_total(answer: &Answer) -> String {
    let column = answer.table.columns.iter().position(|column| column == "total");
    let total = column.and_then(|column| answer.count(0, column));
    total.map_or_else(String::new, |total| format!(", {} rows in total", count(total)))
}
