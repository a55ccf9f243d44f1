//! The third queries: what the findings so far need to be shown.
//!
//! Uses `findings` and `explore`. Charts draw the results of these by reference.

use super::calendar::{Calendar, Stretches};
use super::evidence::{Evidence, Query, Topic};
use super::explore::{alias, valid};
use super::findings::Findings;
use super::roles::Role;
use super::subject::Subject;
use super::survey::{moment, number};
use super::trend::stretch;
use crate::limits::{ANALYST_BARS, ANALYST_GROUPS, ANALYST_POINTS};
use crate::sql;
use crate::table::{Cell, round_significant};

/// Bins of a histogram, about.
const BINS: f64 = 24.0;
/// Rows that a step of a measure needs to have a mean worth drawing.
const STEP_ROWS: u64 = 5;

/// The queries.
pub fn plan(subject: &Subject<'_>, evidence: &Evidence) -> Vec<Query> {
    if subject.table.rows < 2 {
        return Vec::new();
    }
    let findings = Findings::of(subject, evidence);
    let queries = [pair(subject, &findings), spread(subject, &findings), places(subject), ranked(subject, &findings)];
    changes(subject, &findings).into_iter().chain(queries.into_iter().flatten()).collect()
}

/// Each change is a result of its own.
fn changes(subject: &Subject<'_>, findings: &Findings) -> Vec<Query> {
    let Some(calendar) = findings.calendar.as_ref() else { return Vec::new() };
    let stretches = compared(calendar).into_iter().enumerate();
    stretches.filter_map(|(index, stretches)| change(subject, findings, calendar, index, stretches)).collect()
}

fn change(
    subject: &Subject<'_>,
    findings: &Findings,
    calendar: &Calendar,
    index: usize,
    stretches: Stretches,
) -> Option<Query> {
    let column = subject.column(calendar.position)?;
    let (value, figure, what) = match findings.main.measure {
        Some(measure) => (
            valid(subject, &findings.borders, measure),
            findings.main.how.sql("\"value\""),
            subject.column(measure).map(|column| column.name.text()).unwrap_or_default(),
        ),
        None => ("1".to_owned(), "count(\"value\")".to_owned(), "rows".to_owned()),
    };
    let within = |(from, until): (jiff::civil::Date, jiff::civil::Date)| {
        format!("{figure} FILTER (\"at\" >= DATE '{from}' AND \"at\" < DATE '{until}')")
    };
    let name = findings.main.measure.map_or_else(|| "rows".to_owned(), |measure| alias(subject, measure, "value"));
    let select = format!(
        "SELECT \"period\", \"v\" AS {name}, round(100 * (\"v\" - \"before\") / nullif(abs(\"before\"), 0), 2) AS \
         \"change_pct\"\nFROM (SELECT *, lag(\"v\") OVER (ORDER BY \"no\") AS \"before\"\n  FROM (SELECT unnest([1, 2]) AS \
         \"no\", unnest([{}, {}]) AS \"period\",\n    unnest([{}, {}]) AS \"v\"\n    FROM (SELECT {} AS \"at\", {value} AS \
         \"value\" FROM {})))\nORDER BY \"no\"",
        sql::text(&stretch(stretches.before)),
        sql::text(&stretch(stretches.after)),
        within(stretches.before),
        within(stretches.after),
        moment(column, calendar.form),
        subject.from,
        name = sql::name(&name),
    );
    let description = format!("{what} of {} and of {}", stretch(stretches.before), stretch(stretches.after));
    Some(Query::new(Topic::Change(index), crate::analyst::names::capitalized(&description), select))
}

/// The stretches that are compared, the main ones first.
fn compared(calendar: &Calendar) -> Vec<Stretches> {
    let main = calendar.stretches().or_else(|| calendar.halves(calendar.grain()));
    [main, calendar.same_months()].into_iter().flatten().collect()
}

/// How two measures are shown against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The mean of the second for each step of the first.
    Steps {
        /// The measure with few steps.
        by: usize,
        /// The other one.
        of: usize,
    },
    /// A point for each row, or for some of them.
    Points {
        /// Across.
        x: usize,
        /// Up.
        y: usize,
        /// One row in so many is drawn.
        one_in: u64,
    },
}

/// How the closest relation is shown.
pub fn shown(subject: &Subject<'_>, findings: &Findings) -> Option<Shown> {
    let relation = findings.relations.notable.first()?;
    let few = ANALYST_GROUPS as u64;
    let is_stepped = |position: usize| subject.column(position).is_some_and(|column| column.is_stepped(few));
    let (left, right) = (relation.left, relation.right);
    if relation.rows > 100 && is_stepped(left) {
        return Some(Shown::Steps { by: left, of: right });
    }
    if relation.rows > 100 && is_stepped(right) {
        return Some(Shown::Steps { by: right, of: left });
    }
    let one_in = subject.table.rows.div_ceil(ANALYST_POINTS).max(1);
    Some(Shown::Points { x: left, y: right, one_in })
}

fn pair(subject: &Subject<'_>, findings: &Findings) -> Option<Query> {
    let name = |position: usize, fallback: &str| sql::name(&alias(subject, position, fallback));
    let text = |position: usize| subject.column(position).map(|column| column.name.text()).unwrap_or_default();
    let value = |position: usize| valid(subject, &findings.borders, position);
    let query = match shown(subject, findings)? {
        Shown::Steps { by, of } => Query::new(
            Topic::Pair,
            format!("Mean {} by {}", text(of), text(by)),
            format!(
                "SELECT \"step\" AS {}, avg(\"figure\") AS {}, count(\"figure\") AS \"rows\"\nFROM (SELECT {} AS \
                 \"step\", {} AS \"figure\" FROM {})\nWHERE \"step\" IS NOT NULL\nGROUP BY 1\nHAVING count(\"figure\") \
                 >= {STEP_ROWS}\nORDER BY 1",
                name(by, "step"),
                name(of, "mean"),
                value(by),
                value(of),
                subject.from
            ),
        ),
        Shown::Points { x, y, one_in } => {
            let sampled = if one_in > 1 { format!(" AND \"row\" % {one_in} = 0") } else { String::new() };
            Query::new(
                Topic::Pair,
                format!("{} and {} of each row, or of some", text(x), text(y)),
                format!(
                    "SELECT \"x\" AS {}, \"y\" AS {}\nFROM (SELECT row_number() OVER () AS \"row\", {} AS \"x\", {} AS \
                     \"y\" FROM {})\nWHERE \"x\" IS NOT NULL AND \"y\" IS NOT NULL{sampled}\nORDER BY \"row\"\nLIMIT \
                     {ANALYST_POINTS}",
                    name(x, "x_value"),
                    name(y, "y_value"),
                    value(x),
                    value(y),
                    subject.from
                ),
            )
        }
    };
    Some(query)
}

/// Bins of equal width from the smallest value up to a border above which few values lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bins {
    /// The measure.
    pub measure: usize,
    /// Where the first bin starts.
    pub start: f64,
    /// How wide each is.
    pub width: f64,
    /// Where the last bin ends.
    pub end: f64,
    /// Whether values above the last bin are left out.
    pub cut: bool,
}

/// The bins for the measure whose distribution is shown: the main one, else the first.
pub fn bins(subject: &Subject<'_>, findings: &Findings) -> Option<Bins> {
    let measure = findings.main.measure.or_else(|| subject.measures.first().copied())?;
    let column = subject.column(measure)?;
    let (low, high) = findings.borders.of_column(measure);
    let told = |cell: &Option<Cell>| cell.as_ref().and_then(Cell::as_f64);
    let (p05, p95) = (column.seen.p05?, column.seen.p95?);
    let bottom = low.or_else(|| told(&column.seen.min).filter(|value| value.is_finite())).unwrap_or(p05);
    let top = high.or_else(|| told(&column.seen.max).filter(|value| value.is_finite())).unwrap_or(p95);
    let roof = p95 + (p95 - p05) * 0.6;
    let cut = roof > bottom && top > roof + (p95 - p05) * 0.2;
    let reach = if cut { roof } else { top };
    let span = reach - bottom;
    if !span.is_finite() || span <= 0.0 {
        return None;
    }
    let mut width = nice(span / BINS);
    if column.kind() == crate::table::Kind::Integer {
        width = width.max(1.0).round();
    }
    let start = (bottom / width).floor() * width;
    let count = ((reach - start) / width).floor() + 1.0;
    let bins = Bins { measure, start, width, end: start + count * width, cut };
    let usable = bins.end.is_finite() && bins.start.is_finite() && bins.end > bins.start;
    usable.then_some(bins)
}

/// The next of 1, 2, 2.5, 5 times a power of ten that is not smaller.
fn nice(width: f64) -> f64 {
    let power = 10_f64.powf(width.log10().floor());
    let factor = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(|factor| factor * power >= width).unwrap_or(10.0);
    round_significant(factor * power, 6)
}

fn spread(subject: &Subject<'_>, findings: &Findings) -> Option<Query> {
    let bins = bins(subject, findings)?;
    let column = subject.column(bins.measure)?;
    let (start, width, end) = (number(bins.start), number(bins.width), number(bins.end));
    // Outside, columns have plain names only: what stands behind a name also tells what it is called.
    let select = format!(
        "SELECT format('{{:.10g}} to {{:.10g}}', \"f\"::DOUBLE, \"t\"::DOUBLE) AS \"bin\", \"f\" AS \"from\", \"t\" AS \"to\", \"n\" AS \"rows\", \
         \"s\" AS \"total\"\nFROM (SELECT round({start} + \"bin\" * {width}, 9) AS \"f\", round({start} + (\"bin\" + 1) * \
         {width}, 9) AS \"t\", count(*) AS \"n\", sum(count(*)) OVER () AS \"s\"\n  FROM (SELECT floor((\"value\" - {start}) / \
         {width}) AS \"bin\"\n    FROM (SELECT {} AS \"value\" FROM {})\n    WHERE \"value\" >= {start} AND \"value\" < {end})\n  \
         GROUP BY \"bin\")\nORDER BY \"from\"",
        valid(subject, &findings.borders, bins.measure),
        subject.from
    );
    Some(Query::new(Topic::Spread, format!("Rows by {}", column.name.text()), select))
}

/// The column whose values name the rows.
pub fn naming(subject: &Subject<'_>) -> Option<usize> {
    subject.columns.iter().position(|column| column.role == Role::Label && column.is_unique())
}

fn ranked(subject: &Subject<'_>, findings: &Findings) -> Option<Query> {
    let (position, measure) = (naming(subject)?, findings.main.measure?);
    let (column, figure) = (subject.column(position)?, subject.column(measure)?);
    let select = format!(
        "SELECT {}::VARCHAR AS {}, \"figure\" AS {}\nFROM (SELECT *, {} AS \"figure\" FROM {})\nWHERE \"figure\" IS \
         NOT NULL\nORDER BY \"figure\" DESC, 1\nLIMIT {ANALYST_BARS}",
        column.sql,
        sql::name(&alias(subject, position, "label")),
        sql::name(&alias(subject, measure, "measure")),
        valid(subject, &findings.borders, measure),
        subject.from
    );
    let description = format!("The largest {} by {}", figure.name.text(), column.name.text());
    Some(Query::new(Topic::Ranked, description, select))
}

fn places(subject: &Subject<'_>) -> Option<Query> {
    let latitude = subject.column(subject.find(Role::Latitude)?)?;
    let longitude = subject.column(subject.find(Role::Longitude)?)?;
    let one_in = subject.table.rows.div_ceil(ANALYST_POINTS).max(1);
    let select = format!(
        "SELECT \"longitude\", \"latitude\"\nFROM (SELECT row_number() OVER () AS \"row\", {}::DOUBLE AS \
         \"longitude\", {}::DOUBLE AS \"latitude\" FROM {})\nWHERE \"longitude\" IS NOT NULL AND \"latitude\" IS NOT \
         NULL AND \"row\" % {one_in} = 0\nORDER BY \"row\"\nLIMIT {ANALYST_POINTS}",
        longitude.sql, latitude.sql, subject.from
    );
    Some(Query::new(Topic::Places, "Where the rows lie", select))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_round() {
        for (width, rounded) in [(0.37, 0.5), (1.0, 1.0), (2.2, 2.5), (18.7, 20.0), (0.0011, 0.002), (73.0, 100.0)] {
            assert!((nice(width) - rounded).abs() < 1e-12, "{width}");
        }
    }
}
