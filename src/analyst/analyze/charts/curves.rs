//! Charts with lines and points: over time, by season, one measure against another, places.

use serde_json::{Value, json};

use super::{ACCENT, ALERT, Chart, axis, field, on, text};
use crate::analyst::analyze::evidence::{Evidence, Topic};
use crate::analyst::analyze::explore::How;
use crate::analyst::analyze::findings::Findings;
use crate::analyst::analyze::focus::{Shown, shown};
use crate::analyst::analyze::grain::Grain;
use crate::analyst::analyze::subject::Subject;
use crate::analyst::analyze::trend::{empty_periods, stretch};
use crate::analyst::analyze::wording::{is_plural, tells_percent, was};
use crate::analyst::names::capitalized;
use crate::analyst::numbers::count;
use crate::analyst::prose;

/// Correlation from which a relation is close enough to be drawn before other charts.
const CLOSE: f64 = 0.45;
/// Periods that make a curve.
const PERIODS: usize = 4;
/// Periods that make a curve worth drawing although nothing stands out.
const LONG: usize = 12;
/// A change in percent below which a title says that a figure held steady.
const STEADY: f64 = 1.0;

/// The main figure over time, gaps left open, the period that breaks the pattern marked.
pub fn over_time(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Option<Chart> {
    let answer = evidence.get(Topic::Series)?;
    let drawn = findings.points.iter().filter(|(_, value)| value.is_some()).count();
    let is_plain = findings.main.how == How::Mean && !findings.tells_change(subject) && findings.season.is_none();
    if drawn < PERIODS || (is_plain && drawn < LONG) {
        return None;
    }
    let grain = findings.grain();
    let (value, period) = (field(answer, findings.main.series_column(subject))?, field(answer, 0)?);
    let what = what(subject, findings);
    let label = match (findings.main.measure, findings.main.how) {
        (None, _) => capitalized(&subject.rows_noun()),
        (Some(measure), How::Sum | How::Mean) => axis(subject, measure),
    };
    let up = format!("{label}, {}", if findings.main.how == How::Sum { "sum" } else { "mean" });
    let up = if findings.main.measure.is_none() { label } else { up };
    let mut layers = vec![json!({ "mark": { "type": "line", "color": ACCENT, "point": drawn <= 40 } })];
    if let Some(found) = &findings.broken {
        let marked = json!([{ "filter": { "field": value, "equal": found.value } }]);
        let name = stretch((found.period, grain.next(found.period)?));
        let below = if found.value < found.before { 16 } else { -12 };
        layers.push(json!({
            "transform": marked, "mark": { "type": "point", "filled": true, "size": 90, "color": ALERT, "opacity": 1 }
        }));
        layers.push(json!({
            "transform": marked, "mark": { "type": "text", "dy": below, "color": ALERT },
            "encoding": { "text": { "value": name } }
        }));
    }
    let (first, last) = (findings.points.first()?.0, grain.next(findings.points.last()?.0)?);
    let span = match grain {
        Grain::Year => format!(": {}", years(first, last)),
        // The last day of a week need not be a day of the data.
        Grain::Week => format!(" from {first} on"),
        Grain::Day | Grain::Month | Grain::Quarter => format!(": {}", stretch((first, last))),
    };
    let gaps = match empty_periods(&findings.points) {
        0 => String::new(),
        1 => format!("; the {} without rows is left open", grain.word()),
        _ => format!("; {}s without rows are left open", grain.word()),
    };
    let note = format!(
        "{} {what}, {} whole {}s{}{gaps}.",
        capitalized(grain.each()),
        findings.points.len(),
        grain.word(),
        span
    );
    let specification = on(
        answer,
        json!({
            "encoding": {
                "x": { "field": period, "type": "temporal", "title": capitalized(grain.word()) },
                "y": {
                    "field": value, "type": "quantitative", "title": up,
                    "scale": { "zero": findings.main.how == How::Sum }
                }
            },
            "layer": layers
        }),
    );
    Some(Chart { title: time_title(subject, findings, &what), note, specification })
}

/// `1959 to 2001` for whole years.
fn years(first: jiff::civil::Date, until: jiff::civil::Date) -> String {
    format!("{} to {}", first.year(), until.year() - 1)
}

fn what(subject: &Subject<'_>, findings: &Findings) -> String {
    match (findings.main.measure, findings.main.how) {
        (None, _) => format!("number of {}", subject.rows_noun()),
        (Some(measure), How::Sum) => text(subject, measure),
        (Some(measure), How::Mean) => format!("mean {}", text(subject, measure)),
    }
}

fn time_title(subject: &Subject<'_>, findings: &Findings, what: &str) -> String {
    let what = capitalized(what);
    let dip = findings.broken.as_ref().and_then(|found| {
        let next = findings.grain().next(found.period)?;
        let kind = if found.value < found.before { "dip" } else { "jump" };
        Some(format!("a {kind} in {}", stretch((found.period, next))))
    });
    let Some(change) = findings.changes.first() else {
        return dip.map_or_else(|| format!("{what} over time"), |dip| format!("{what} with {dip}"));
    };
    let (earlier, later) = (&change.before.0, &change.after.0);
    let is_long = earlier.contains(" to ");
    let rose = change.after.1 > change.before.1;
    // The figures are those of another result than the one that is drawn; the summary gives them.
    let moved = match change.percent.filter(|_| tells_percent(subject, findings) && change.before.1 > 0.0) {
        Some(value) if value.abs() < STEADY => "held steady".to_owned(),
        Some(_) | None if change.before.1.to_bits() == change.after.1.to_bits() => "held steady".to_owned(),
        Some(_) | None if is_long => {
            let way = if rose { "higher" } else { "lower" };
            let than = if change.is_year_apart { "a year before".to_owned() } else { format!("in {earlier}") };
            format!("{} {way} in {later} than {than}", was(subject, findings))
        }
        Some(_) | None => format!("{} from {earlier} to {later}", if rose { "grew" } else { "fell" }),
    };
    dip.map_or_else(|| format!("{what} {moved}"), |dip| format!("{what} {moved}, with {dip}"))
}

/// The mean of each month of the year.
pub fn season(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence) -> Option<Chart> {
    let season = findings.season.filter(|_| findings.main.how == How::Mean)?;
    let answer = evidence.get(Topic::Season)?;
    let measure = findings.main.measure?;
    let value = field(answer, findings.main.series_column(subject) + 1)?;
    let years = &findings.calendar.as_ref()?.full_years;
    let title = format!(
        "{} {} highest in {} and lowest in {}",
        capitalized(&text(subject, measure)),
        if is_plural(subject, findings) { "are" } else { "is" },
        prose::month(season.high.0),
        prose::month(season.low.0)
    );
    let note = format!(
        "Mean {} of each month over the years {} to {}.",
        text(subject, measure),
        years.first()?,
        years.last()?
    );
    let specification = on(
        answer,
        json!({
            "mark": { "type": "line", "color": ACCENT, "point": true },
            "encoding": {
                "x": { "field": "month", "type": "ordinal", "title": "Month of the year", "axis": { "labelAngle": 0 } },
                "y": {
                    "field": value, "type": "quantitative", "title": format!("{}, mean", axis(subject, measure)),
                    "scale": { "zero": false }
                }
            }
        }),
    );
    Some(Chart { title, note, specification })
}

/// The two measures that belong together most closely, if that is close.
pub fn relation(subject: &Subject<'_>, findings: &Findings, evidence: &Evidence, is_close: bool) -> Option<Chart> {
    let relation = findings.relations.notable.first().filter(|found| (found.correlation.abs() >= CLOSE) == is_close)?;
    let answer = evidence.get(Topic::Pair).filter(|answer| answer.len() >= PERIODS)?;
    let (first, second) = (field(answer, 0)?, field(answer, 1)?);
    let rows = subject.rows_noun();
    let (across, up, mark, note) = match shown(subject, findings)? {
        Shown::Steps { by, of } => (
            axis(subject, by),
            format!("{}, mean", axis(subject, of)),
            json!({ "type": "line", "color": ACCENT, "point": true }),
            format!("Mean {} for each value of {}.", text(subject, of), text(subject, by)),
        ),
        Shown::Points { x, y, one_in } => {
            let some = if one_in > 1 { format!("some of the {rows}") } else { rows };
            (
                axis(subject, x),
                axis(subject, y),
                json!({ "type": "point", "color": ACCENT, "opacity": 0.45, "size": 24 }),
                format!(
                    "{} and {} of {some}, {} rows.",
                    capitalized(&text(subject, x)),
                    text(subject, y),
                    count(answer.table.row_count)
                ),
            )
        }
    };
    let (x, y) = match shown(subject, findings)? {
        Shown::Steps { by, of } => (by, of),
        Shown::Points { x, y, .. } => (x, y),
    };
    let way = if relation.correlation > 0.0 { "higher" } else { "lower" };
    let title = format!("Higher {}, {way} {}", text(subject, x), text(subject, y));
    let channel = |name: &str, title: &str| -> Value {
        json!({ "field": name, "type": "quantitative", "title": title, "scale": { "zero": false } })
    };
    let specification =
        on(answer, json!({ "mark": mark, "encoding": { "x": channel(first, &across), "y": channel(second, &up) } }));
    Some(Chart { title, note, specification })
}

/// Where rows lie, by degrees.
pub fn places(subject: &Subject<'_>, evidence: &Evidence) -> Option<Chart> {
    let answer = evidence.get(Topic::Places).filter(|answer| answer.len() >= PERIODS)?;
    let rows = subject.rows_noun();
    let title = format!("Where the {rows} lie");
    let drawn = answer.table.row_count;
    let some = if drawn < subject.table.rows { format!("some of the {rows}") } else { format!("the {rows}") };
    let note = format!("Longitude and latitude of {some}, {} rows.", count(drawn));
    let channel = |name: &str, title: &str| -> Value {
        json!({ "field": name, "type": "quantitative", "title": title, "scale": { "zero": false } })
    };
    let specification = on(
        answer,
        json!({
            "mark": { "type": "point", "color": ACCENT, "opacity": 0.45, "size": 12 },
            "encoding": { "x": channel("longitude", "Longitude (degrees east)"), "y": channel("latitude", "Latitude (degrees north)") }
        }),
    );
    Some(Chart { title, note, specification })
}
