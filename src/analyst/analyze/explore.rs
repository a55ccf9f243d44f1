//! The second queries: over time, by group, and measures with each other.
//!
//! Uses `subject`, `calendar`, `quality` and `evidence`. Values that cannot be right are left out of measures.

use std::fmt::Write as _;

use super::calendar::Calendar;
use super::evidence::{Evidence, Query, Topic};
use super::grain::Grain;
use super::quality::Borders;
use super::subject::Subject;
use super::survey::{moment, number};
use crate::limits::{ANALYST_ARITHMETIC_ROWS, ANALYST_GROUPS, ANALYST_NAME_BYTES};
use crate::sql;

/// How values become one figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Their sum.
    Sum,
    /// Their mean.
    Mean,
}

impl How {
    /// For a column.
    pub fn of(subject: &Subject<'_>, position: usize) -> Self {
        if subject.column(position).is_some_and(super::roles::Column::is_additive) { Self::Sum } else { Self::Mean }
    }

    /// The aggregate over an expression.
    pub fn sql(self, expression: &str) -> String {
        match self {
            Self::Sum => format!("sum({expression})"),
            Self::Mean => format!("avg({expression})"),
        }
    }
}

/// What the second queries measure, in the order of their columns there: those whose names fit.
pub fn measured(subject: &Subject<'_>) -> Vec<usize> {
    let room = ANALYST_NAME_BYTES / 8;
    let fits = |position: &usize| subject.column(*position).is_some_and(|column| column.sql.len() <= room);
    subject.measures.iter().chain(&subject.flags).copied().filter(fits).collect()
}

/// The quantities among them, which come first: columns of yes or no have no relations of that kind.
pub fn quantities(subject: &Subject<'_>) -> Vec<usize> {
    measured(subject).into_iter().filter(|position| !subject.flags.contains(position)).collect()
}

/// The categories of the second queries.
fn grouped(subject: &Subject<'_>) -> Vec<usize> {
    let room = ANALYST_NAME_BYTES / 8;
    let fits = |position: &usize| subject.column(*position).is_some_and(|column| column.sql.len() <= room);
    subject.categories.iter().copied().filter(fits).collect()
}

/// The queries.
pub fn plan(subject: &Subject<'_>, evidence: &Evidence) -> Vec<Query> {
    if subject.table.rows < 2 {
        return Vec::new();
    }
    let borders = Borders::of(subject, evidence);
    let mut queries = Vec::new();
    if let Some(calendar) = Calendar::of(subject, evidence) {
        queries.extend(slips(subject, &calendar));
        queries.extend(series(subject, &borders, &calendar));
        queries.extend(season(subject, &borders, &calendar));
    }
    queries.extend(grouped(subject).into_iter().filter_map(|position| groups(subject, &borders, position)));
    queries.extend(relations(subject, &borders));
    queries.extend(arithmetic(subject, &borders, Topic::Products, "*"));
    queries.extend(arithmetic(subject, &borders, Topic::Sums, "+"));
    queries
}

/// Dates far from the rest: how many, the first and the last.
fn slips(subject: &Subject<'_>, calendar: &Calendar) -> Option<Query> {
    calendar.slips.as_ref()?;
    let column = subject.column(calendar.position)?;
    let select = format!(
        "SELECT {} AS \"column\", count(*) AS \"issues\", min(\"at\")::DATE AS \"first\", max(\"at\")::DATE AS \"last\"\nFROM \
         (SELECT {} AS \"at\" FROM {})\nWHERE year(\"at\") NOT BETWEEN {} AND {}",
        sql::text(&column.name.text()),
        moment(column, calendar.form),
        subject.from,
        calendar.first.year(),
        calendar.last.year()
    );
    Some(Query::new(Topic::Slips, format!("Values of {} years away from the rest", column.name.text()), select))
}

/// The names of what a series or a comparison of periods has beside its measures.
const TAKEN: [&str; 16] = [
    "rows",
    "day",
    "week",
    "month",
    "quarter",
    "year",
    "years",
    "at",
    "share_pct",
    "total",
    "bin",
    "period",
    "change_pct",
    "from",
    "to",
    "value",
];
/// The names of what groups have beside their label and their measures.
const TAKEN_BY_GROUPS: [&str; 3] = ["rows", "share_pct", "total"];

/// The name of a result's column for a column of the data: its own where that is plain and not taken.
pub fn alias(subject: &Subject<'_>, position: usize, fallback: &str) -> String {
    alias_beside(subject, position, fallback, &TAKEN)
}

fn alias_beside(subject: &Subject<'_>, position: usize, fallback: &str, taken: &[&str]) -> String {
    let names: Vec<String> = subject.columns.iter().map(|column| readable(&column.seen.name)).collect();
    let is_own = |name: &&String| names.iter().filter(|each| each.eq_ignore_ascii_case(name)).count() == 1;
    let fits = |name: &&String| {
        name.chars().next().is_some_and(char::is_alphabetic)
            && name.len() <= 40
            && !taken.contains(&name.to_lowercase().as_str())
    };
    names.get(position).filter(is_own).filter(fits).map_or_else(|| fallback.to_owned(), Clone::clone)
}

/// A name without characters that mean something in a chart: `Umsatz_EUR` for `Umsatz (EUR)`.
fn readable(name: &str) -> String {
    let parts = name.split(|each: char| !each.is_alphanumeric() && each != '_').filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("_")
}

/// A measure as SQL: a finite double that can be right, null otherwise.
pub fn valid(subject: &Subject<'_>, borders: &Borders, position: usize) -> String {
    let Some(column) = subject.column(position) else { return "NULL::DOUBLE".to_owned() };
    let mut conditions = Vec::new();
    if column.seen.not_finite.unwrap_or(0) > 0 {
        conditions.push(format!("isfinite({})", column.sql));
    }
    let (low, high) = borders.of_column(position);
    conditions.extend(low.map(|low| format!("{} >= {}", column.sql, number(low))));
    conditions.extend(high.map(|high| format!("{} <= {}", column.sql, number(high))));
    if conditions.is_empty() {
        format!("{}::DOUBLE", column.sql)
    } else {
        format!("CASE WHEN {} THEN {}::DOUBLE END", conditions.join(" AND "), column.sql)
    }
}

/// The inner select: the moment, and each measure under its own name.
fn inner(subject: &Subject<'_>, borders: &Borders, moment: Option<String>) -> String {
    let mut parts: Vec<String> = moment.map(|moment| format!("{moment} AS \"at\"")).into_iter().collect();
    for (index, position) in measured(subject).into_iter().enumerate() {
        parts.push(format!("{} AS v{}", valid(subject, borders, position), index + 1));
    }
    if parts.is_empty() {
        parts.push("1".to_owned());
    }
    format!("SELECT {} FROM {}", parts.join(", "), subject.from)
}

fn aggregates(subject: &Subject<'_>) -> String {
    let mut text = String::new();
    for (index, position) in measured(subject).into_iter().enumerate() {
        let value = How::of(subject, position).sql(&format!("v{}", index + 1));
        let name = sql::name(&alias(subject, position, &format!("measure_{}", index + 1)));
        let _ = write!(text, ", {value} AS {name}");
    }
    text
}

fn series(subject: &Subject<'_>, borders: &Borders, calendar: &Calendar) -> Option<Query> {
    let grain = calendar.grain();
    let (first, last) = calendar.whole(grain)?;
    let column = subject.column(calendar.position)?;
    let rows = inner(subject, borders, Some(moment(column, calendar.form)));
    if calendar.form == super::roles::Form::Year {
        // Panels are often kept every few years: only years that occur are periods.
        let select = format!(
            "SELECT \"at\" AS \"year\", count(*) AS \"rows\"{}\nFROM ({rows})\nWHERE \"at\" BETWEEN DATE '{first}' AND \
             DATE '{last}'\nGROUP BY 1\nORDER BY 1",
            aggregates(subject)
        );
        return Some(Query::new(Topic::Series, "Rows and measures of each year", select));
    }
    let select = format!(
        "WITH \"periods\" AS (\n  SELECT \"at\"::DATE AS \"{word}\"\n  FROM generate_series(TIMESTAMP '{first}', \
         TIMESTAMP '{last}', {step}) AS \"steps\"(\"at\")),\n\"found\" AS (\n  SELECT date_trunc('{word}', \
         \"at\")::DATE AS \"{word}\", count(*) AS \"rows\"{aggregates}\n  FROM ({rows})\n  GROUP BY 1)\nSELECT * FROM \
         \"periods\" LEFT JOIN \"found\" USING (\"{word}\")\nORDER BY \"{word}\"",
        step = grain.interval(),
        word = grain.word(),
        aggregates = aggregates(subject),
    );
    let what = if measured(subject).is_empty() { "Rows" } else { "Rows and measures" };
    Some(Query::new(Topic::Series, format!("{what} of each whole {}", grain.word()), select))
}

fn season(subject: &Subject<'_>, borders: &Borders, calendar: &Calendar) -> Option<Query> {
    if calendar.full_years.len() < 2 || !matches!(calendar.grain(), Grain::Month | Grain::Quarter | Grain::Year) {
        return None;
    }
    if calendar.form == super::roles::Form::Year {
        return None;
    }
    let (first, last) = (calendar.full_years.first()?, calendar.full_years.last()?);
    let column = subject.column(calendar.position)?;
    let rows = inner(subject, borders, Some(moment(column, calendar.form)));
    let select = format!(
        "SELECT month(\"at\") AS \"month\", count(DISTINCT year(\"at\")) AS \"years\", count(*) AS \"rows\"{}\nFROM \
         ({rows})\nWHERE year(\"at\") BETWEEN {first} AND {last}\nGROUP BY 1\nORDER BY 1",
        aggregates(subject)
    );
    Some(Query::new(Topic::Season, format!("Rows and measures by month of the year, {first} to {last}"), select))
}

fn groups(subject: &Subject<'_>, borders: &Borders, position: usize) -> Option<Query> {
    let column = subject.column(position)?;
    let label = sql::name(&alias_beside(subject, position, "group", &TAKEN_BY_GROUPS));
    let mut inner = format!("SELECT {}::VARCHAR AS \"group_label\"", column.sql);
    let mut outer = format!("SELECT \"group_label\" AS {label}, count(*) AS \"rows\"");
    let mut share = "count(*)".to_owned();
    for (index, measure) in measured(subject).into_iter().enumerate() {
        let value = format!("v{}", index + 1);
        let _ = write!(inner, ", {} AS {value}", valid(subject, borders, measure));
        let total = How::of(subject, measure).sql(&value);
        if index == 0 && How::of(subject, measure) == How::Sum {
            share.clone_from(&total);
        }
        let name = alias(subject, measure, &format!("measure_{}", index + 1));
        let _ = write!(outer, ", {total} AS {}", sql::name(&name));
        let _ = write!(outer, ", var_pop({value}) AS {}", sql::name(&format!("{name}_variance")));
    }
    let select = format!(
        "{outer},\n  round(100 * {share} / nullif(sum({share}) OVER (), 0), 2) AS \"share_pct\", sum(count(*)) OVER () AS \"total\"\nFROM ({inner} FROM \
         {})\nWHERE \"group_label\" IS NOT NULL\nGROUP BY 1\nORDER BY \"share_pct\" DESC NULLS LAST, {share} DESC, 1\nLIMIT {ANALYST_GROUPS}",
        subject.from
    );
    Some(Query::new(Topic::Groups(position), format!("Rows and measures by {}", column.name.text()), select))
}

/// `1, 2, 3`: the order of rows that come from lists.
pub fn numbered(rows: usize) -> String {
    (1..=rows).map(|row| row.to_string()).collect::<Vec<_>>().join(", ")
}

/// All pairs of measures, in the order of the query's rows.
pub fn pairs(measures: &[usize]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (index, left) in measures.iter().enumerate() {
        for right in measures.iter().skip(index + 1) {
            pairs.push((*left, *right));
        }
    }
    pairs
}

fn values(subject: &Subject<'_>, borders: &Borders) -> String {
    inner(subject, borders, None)
}

/// The short name of a measure in the inner select.
fn short(measures: &[usize], position: usize) -> String {
    let index = measures.iter().position(|measure| *measure == position).unwrap_or(0);
    format!("v{}", index + 1)
}

fn label(subject: &Subject<'_>, position: usize) -> String {
    sql::text(&subject.column(position).map(|column| column.name.text()).unwrap_or_default())
}

fn relations(subject: &Subject<'_>, borders: &Borders) -> Option<Query> {
    let measures = quantities(subject);
    let pairs = pairs(&measures);
    if pairs.is_empty() || subject.table.rows < 3 {
        return None;
    }
    let list = |write: &dyn Fn(usize, usize) -> String| {
        pairs.iter().map(|(left, right)| write(*left, *right)).collect::<Vec<_>>().join(", ")
    };
    let name = |position: usize| short(&measures, position);
    let select = format!(
        "SELECT unnest([{}]) AS \"no\", unnest([{}]) AS \"measure\", unnest([{}]) AS \"other\",\n  unnest([{}]) AS \
         \"correlation\",\n  unnest([{}]) AS \"pairs\"\nFROM ({})\nORDER BY \"no\"",
        numbered(pairs.len()),
        list(&|left, _| label(subject, left)),
        list(&|_, right| label(subject, right)),
        list(&|left, right| format!("corr({}, {})", name(left), name(right))),
        list(&|left, right| format!("regr_count({}, {})", name(left), name(right))),
        values(subject, borders)
    );
    Some(Query::new(Topic::Relations, "Correlation of each pair of measures", select))
}

/// Each measure with each pair of the others, in the order of the query's rows.
pub fn triples(measures: &[usize]) -> Vec<(usize, usize, usize)> {
    let mut triples = Vec::new();
    for whole in measures {
        let others: Vec<usize> = measures.iter().copied().filter(|measure| measure != whole).collect();
        triples.extend(pairs(&others).into_iter().map(|(left, right)| (*whole, left, right)));
    }
    triples
}

/// How well each measure follows from two others, by a product or a sum.
fn arithmetic(subject: &Subject<'_>, borders: &Borders, topic: Topic, sign: &str) -> Option<Query> {
    let measures = quantities(subject);
    let triples = triples(&measures);
    if triples.is_empty() || subject.table.rows < 8 {
        return None;
    }
    let name = |position: usize| short(&measures, position);
    let list = |write: &dyn Fn(usize, usize, usize) -> String| {
        triples.iter().map(|(whole, left, right)| write(*whole, *left, *right)).collect::<Vec<_>>().join(", ")
    };
    let select = format!(
        "SELECT unnest([{}]) AS \"no\", unnest([{}]) AS \"measure\", unnest([{}]) AS \"one\", unnest([{}]) AS \
         \"other\",\n  unnest([{}]) AS \"correlation\"\nFROM ({} LIMIT {ANALYST_ARITHMETIC_ROWS})\nORDER BY \"no\"",
        numbered(triples.len()),
        list(&|whole, _, _| label(subject, whole)),
        list(&|_, left, _| label(subject, left)),
        list(&|_, _, right| label(subject, right)),
        list(&|whole, left, right| format!("corr({}, {} {sign} {})", name(whole), name(left), name(right))),
        values(subject, borders)
    );
    let rows = u64::try_from(ANALYST_ARITHMETIC_ROWS).unwrap_or(u64::MAX);
    let some = if subject.table.rows > rows { format!(", in the first {rows} rows") } else { String::new() };
    let what = if topic == Topic::Sums { "sum" } else { "product" };
    Some(Query::new(topic, format!("Correlation of each measure with the {what} of two others{some}"), select))
}
