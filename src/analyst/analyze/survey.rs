//! The first queries: how much is filled in, which values are out of range, which years are covered.
//!
//! Uses `subject` and `evidence`. Each query is one pass over the columns it needs.

use std::fmt::Write as _;

use super::evidence::{Evidence, Query, Topic};
use super::quality;
use super::roles::{Column, Form, Role};
use super::subject::Subject;
use super::typical;
use crate::limits::{
    ANALYST_COUNTED, ANALYST_COUNTED_CELLS, ANALYST_COUNTED_VALUES, ANALYST_EXACT_ROWS, ANALYST_EXTREMES,
    ANALYST_NAME_BYTES, ANALYST_NAMED, ANALYST_REPEAT_CELLS, ANALYST_YEARS,
};
use crate::sql;
use crate::table::Cell;

/// Spans between the 5 % and the 95 % quantile that lie between that range and what is far outside.
const FAR: f64 = 3.0;
/// Bytes of a value that the query on named columns keeps.
const KEPT_CHARS: usize = 24;

/// The queries.
pub fn plan(subject: &Subject<'_>) -> Vec<Query> {
    let mut queries = counts(subject);
    if subject.table.rows == 0 {
        queries.truncate(1);
        return queries;
    }
    queries.extend(calendar(subject));
    queries.extend(extremes(subject));
    queries.extend(repeats(subject));
    queries.extend(missing_words(subject));
    queries.extend(not_finite(subject));
    queries.extend(named(subject));
    queries.extend(typical::plan(subject));
    queries
}

/// Positions of columns whose profile was told and whose name is short enough for a statement.
fn told(subject: &Subject<'_>) -> Vec<usize> {
    let fits = |column: &Column<'_>| column.role != Role::Unread && column.sql.len() <= ANALYST_NAME_BYTES;
    (0..subject.columns.len()).filter(|position| subject.column(*position).is_some_and(fits)).collect()
}

/// Whether the different values of a column are counted by a query. Of a large table that takes longer than all else that
/// is asked, so there only those are that the profile has estimated, and those of which there are few, which costs little.
fn is_counted(subject: &Subject<'_>, column: &Column<'_>) -> bool {
    let cells = subject.table.rows.saturating_mul(subject.columns.len() as u64);
    let estimated = column.seen.about || column.seen.distinct.is_none();
    let few = !estimated && column.seen.distinct.is_some_and(|distinct| distinct <= ANALYST_COUNTED_VALUES);
    cells <= ANALYST_COUNTED_CELLS || few || (estimated && subject.table.rows <= ANALYST_EXACT_ROWS)
}

fn counts(subject: &Subject<'_>) -> Vec<Query> {
    let positions = told(subject);
    let chunks = split(subject, &positions, ANALYST_COUNTED);
    let mut queries = Vec::new();
    for chunk in chunks {
        let columns: Vec<&Column<'_>> = chunk.iter().filter_map(|position| subject.column(*position)).collect();
        let list = |write: &dyn Fn(&Column<'_>) -> String| {
            columns.iter().map(|column| write(column)).collect::<Vec<_>>().join(", ")
        };
        let labels = list(&|column| sql::text(&column.name.text()));
        let filled = list(&|column| format!("count({})", column.sql));
        let numbers = chunk.iter().map(|position| (position + 1).to_string()).collect::<Vec<_>>().join(", ");
        let (mut outer, mut inner) = (String::new(), String::new());
        if columns.iter().any(|column| is_counted(subject, column)) {
            let different = list(&|column| {
                if is_counted(subject, column) { format!("count(DISTINCT {})", column.sql) } else { "NULL".to_owned() }
            });
            outer.push_str(" \"d\" AS \"unique_count\",");
            let _ = write!(inner, " unnest([{different}]) AS \"d\",\n   ");
        }
        let first = chunk.first().copied().unwrap_or(0);
        let select = format!(
            "SELECT \"position\", \"column\", \"f\" AS \"non_null_count\",{outer} \"n\" AS \"rows\",\n  \"n\" - \"f\" AS \
             \"missing\", 100 * (\"n\" - \"f\") / nullif(\"n\", 0) AS \"missing_pct\"\nFROM (SELECT unnest([{numbers}]) AS \
             \"position\", unnest([{labels}]) AS \"column\",\n    unnest([{filled}]) AS \"f\",\n   {inner} count(*) AS \
             \"n\"\n  FROM {})\nORDER BY \"position\"",
            subject.from
        );
        queries.push(Query::new(Topic::Counts(first), "Rows, and values of each column", select));
    }
    if queries.is_empty() {
        let select = format!("SELECT count(*) AS \"rows\" FROM {}", subject.from);
        queries.push(Query::new(Topic::Counts(0), "Rows", select));
    }
    queries
}

/// Columns beyond those whose profile was told.
fn named(subject: &Subject<'_>) -> Vec<Query> {
    let fits = |column: &Column<'_>| column.role == Role::Unread && column.sql.len() <= ANALYST_NAME_BYTES;
    let positions: Vec<usize> =
        (0..subject.columns.len()).filter(|position| subject.column(*position).is_some_and(fits)).collect();
    let mut queries = Vec::new();
    for chunk in split(subject, &positions, ANALYST_NAMED) {
        let columns: Vec<&Column<'_>> = chunk.iter().filter_map(|position| subject.column(*position)).collect();
        let names: Vec<&str> = columns.iter().map(|column| column.sql.as_str()).collect();
        let labels: Vec<String> = columns.iter().map(|column| sql::text(&column.name.text())).collect();
        let first = chunk.first().copied().unwrap_or(0);
        // One list of figures for all columns at once: a statement may not have so many parentheses.
        let figures = [
            ("f", "count(COLUMNS(*))".to_owned()),
            ("d", "count(DISTINCT COLUMNS(*))".to_owned()),
            ("l", format!("left(min(COLUMNS(*))::VARCHAR, {KEPT_CHARS})")),
            ("h", format!("left(max(COLUMNS(*))::VARCHAR, {KEPT_CHARS})")),
        ];
        let lists = figures.map(|(name, figure)| {
            format!("(SELECT list_value(*COLUMNS(*)) AS \"{name}\" FROM (SELECT {figure} FROM \"named\"))")
        });
        let select = format!(
            "WITH \"named\" AS (SELECT {} FROM {})\nSELECT unnest([{}]) AS \"column\", unnest(\"f\") AS \"non_null_count\", \
             unnest(\"d\") AS \"unique_count\",\n  unnest(\"l\") AS \"typical_low\", unnest(\"h\") AS \
             \"typical_high\"\nFROM {}",
            names.join(", "),
            subject.from,
            labels.join(", "),
            lists.join(",\n  ")
        );
        let description =
            format!("Values, different values, smallest and largest of columns from the {}th on", first + 1);
        queries.push(Query::new(Topic::Named(first), description, select));
    }
    queries
}

/// The positions of a [`Topic::Counts`] query that starts with this one.
pub fn counted_from(subject: &Subject<'_>, first: usize) -> Vec<usize> {
    chunk_from(split(subject, &told(subject), ANALYST_COUNTED), first)
}

/// The positions of a [`Topic::Named`] query that starts with this one.
pub fn named_from(subject: &Subject<'_>, first: usize) -> Vec<usize> {
    let fits = |column: &Column<'_>| column.role == Role::Unread && column.sql.len() <= ANALYST_NAME_BYTES;
    let positions: Vec<usize> =
        (0..subject.columns.len()).filter(|position| subject.column(*position).is_some_and(fits)).collect();
    chunk_from(split(subject, &positions, ANALYST_NAMED), first)
}

fn chunk_from(chunks: Vec<Vec<usize>>, first: usize) -> Vec<usize> {
    chunks.into_iter().find(|chunk| chunk.first() == Some(&first)).unwrap_or_default()
}

/// Parts of at most so many columns whose names take at most so many bytes.
pub fn split(subject: &Subject<'_>, positions: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut chunks: Vec<Vec<usize>> = Vec::new();
    let mut bytes = 0;
    for position in positions {
        let length = subject.column(*position).map_or(0, |column| column.sql.len());
        match chunks.last_mut() {
            Some(chunk) if chunk.len() < most && bytes + length <= ANALYST_NAME_BYTES => {
                chunk.push(*position);
                bytes += length;
            }
            Some(_) | None => {
                chunks.push(vec![*position]);
                bytes = length;
            }
        }
    }
    chunks
}

/// The moment of a row as SQL: a date or a timestamp, null where there is none.
pub fn moment(column: &Column<'_>, form: Form) -> String {
    match form {
        Form::Date | Form::Timestamp => format!("CASE WHEN isfinite({0}) THEN {0} END", column.sql),
        Form::DayNumber => format!("try_strptime({}::VARCHAR, '%Y%m%d')::DATE", column.sql),
        Form::Month => format!("TRY_CAST({} || '-01' AS DATE)", column.sql),
        Form::Year => format!("make_date({}::INTEGER, 1, 1)", column.sql),
    }
}

fn calendar(subject: &Subject<'_>) -> Option<Query> {
    let (position, form) = subject.clock?;
    let column = subject.column(position).filter(|column| column.sql.len() <= ANALYST_NAME_BYTES)?;
    let select = format!(
        "SELECT * FROM (\n  SELECT year(\"at\") AS \"year\", count(*) AS \"rows\", min(\"at\") AS \"first\", \
         max(\"at\") AS \"last\",\n    count(DISTINCT month(\"at\")) AS \"months\", \
         count(DISTINCT \"at\"::DATE) AS \"days\"\n  FROM (SELECT {} AS \"at\" FROM {})\n  WHERE \"at\" IS NOT NULL\n  \
         GROUP BY 1 ORDER BY 2 DESC, 1 DESC LIMIT {ANALYST_YEARS})\nORDER BY \"year\"",
        moment(column, form),
        subject.from
    );
    Some(Query::new(Topic::Calendar, format!("Rows of each year by {}", column.name.text()), select))
}

/// A column with values far outside of its usual range, and the borders of that range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Suspect {
    /// The column.
    pub position: usize,
    /// Below this is far outside.
    pub low: f64,
    /// Above this is far outside.
    pub high: f64,
}

/// Columns whose profile makes one look twice.
pub fn suspects(subject: &Subject<'_>) -> Vec<Suspect> {
    let mut found = Vec::new();
    for (position, column) in subject.columns.iter().enumerate() {
        if column.role != Role::Measure || column.sql.len() > ANALYST_NAME_BYTES / ANALYST_EXTREMES {
            continue;
        }
        let (Some(p05), Some(p95)) = (column.seen.p05, column.seen.p95) else { continue };
        let low = column.seen.min.as_ref().and_then(Cell::as_f64);
        let high = column.seen.max.as_ref().and_then(Cell::as_f64);
        let span = (p95 - p05).abs();
        let (floor, roof) = (p05 - FAR * span, p95 + FAR * span);
        let is_far = span > 0.0 && (low.is_none_or(|low| low < floor) || high.is_none_or(|high| high > roof));
        let is_negative = column.name.is_never_negative() && column.seen.negative.unwrap_or(0) > 0;
        if (is_far || is_negative) && floor.is_finite() && roof.is_finite() {
            found.push(Suspect { position, low: floor, high: roof });
        }
    }
    found.truncate(ANALYST_EXTREMES);
    found
}

/// A value as SQL: a finite double or null.
pub fn finite(column: &Column<'_>) -> String {
    if column.seen.not_finite.unwrap_or(0) > 0 {
        format!("CASE WHEN isfinite({0}) THEN {0}::DOUBLE END", column.sql)
    } else {
        format!("{}::DOUBLE", column.sql)
    }
}

fn extremes(subject: &Subject<'_>) -> Option<Query> {
    let suspects = suspects(subject);
    if suspects.is_empty() {
        return None;
    }
    let columns: Vec<(String, Suspect, &Column<'_>)> = suspects
        .into_iter()
        .enumerate()
        .filter_map(|(index, suspect)| Some((format!("v{}", index + 1), suspect, subject.column(suspect.position)?)))
        .collect();
    let list = |write: &dyn Fn(&str, &Suspect) -> String| {
        columns.iter().map(|(value, suspect, _)| write(value, suspect)).collect::<Vec<_>>().join(", ")
    };
    let labels = columns.iter().map(|(_, _, column)| sql::text(&column.name.text())).collect::<Vec<_>>().join(", ");
    let values = columns
        .iter()
        .map(|(value, _, column)| format!("{} AS {value}", finite(column)))
        .collect::<Vec<_>>()
        .join(", ");
    let numbers = super::explore::numbered(columns.len());
    let lines = [
        format!("unnest([{numbers}]) AS \"no\", unnest([{labels}]) AS \"column\""),
        format!("unnest([{}]) AS \"a\"", list(&|v, _| format!("count(*) FILTER ({v} < 0)"))),
        format!("unnest([{}]) AS \"b\"", list(&|v, s| format!("count(*) FILTER ({v} > {})", number(s.high)))),
        format!("unnest([{}]) AS \"c\"", list(&|v, s| format!("min({v}) FILTER ({v} > {})", number(s.high)))),
        format!("unnest([{}]) AS \"d\"", list(&|v, _| format!("max({v})"))),
        format!("unnest([{}]) AS \"e\"", list(&|v, s| format!("max({v}) FILTER ({v} <= {})", number(s.high)))),
        format!("unnest([{}]) AS \"f\"", list(&|v, s| format!("count(*) FILTER ({v} < {})", number(s.low)))),
        format!("unnest([{}]) AS \"g\"", list(&|v, s| format!("max({v}) FILTER ({v} < {})", number(s.low)))),
        format!("unnest([{}]) AS \"h\"", list(&|v, _| format!("min({v})"))),
        format!("unnest([{}]) AS \"i\"", list(&|v, s| format!("min({v}) FILTER ({v} >= {})", number(s.low)))),
    ];
    let select = format!(
        "SELECT \"no\", \"column\", \"a\" AS \"issue_below_zero\", \"b\" AS \"issue_far_above\", \"c\" AS \"issue_from\", \"d\" AS \"issue_largest\", \
         \"e\" AS \"largest_other\", \"f\" AS \"issue_far_below\", \"g\" AS \"issue_to\", \"h\" AS \"issue_smallest\", \"i\" AS \"smallest_other\"\nFROM (SELECT {}\n  FROM (SELECT {values} FROM {}))\nORDER BY \"no\"",
        lines.join(",\n    "),
        subject.from
    );
    Some(Query::new(Topic::Extremes, "Values below zero or far outside of the usual range", select))
}

/// A number as SQL writes it: a double, whatever its size.
pub fn number(value: f64) -> String {
    format!("{value:e}")
}

fn repeats(subject: &Subject<'_>) -> Option<Query> {
    let cells = subject.table.rows.saturating_mul(subject.columns.len() as u64);
    let is_keyed = subject.columns.iter().any(Column::is_unique);
    if is_keyed || subject.columns.len() < 3 || subject.table.rows < 2 || cells > ANALYST_REPEAT_CELLS {
        return None;
    }
    let select = format!(
        "SELECT \"rows\", \"different_rows\", \"rows\" - \"different_rows\" AS \"repeated_rows\"\nFROM (SELECT count(*) AS \
         \"rows\" FROM {0}), (SELECT count(*) AS \"different_rows\" FROM (SELECT DISTINCT * FROM {0}))",
        subject.from
    );
    Some(Query::new(Topic::Repeats, "Rows that are the same in every column", select))
}

/// In how many rows each of the words stands that read like missing values.
fn missing_words(subject: &Subject<'_>) -> Option<Query> {
    let words = quality::missing_words(subject);
    let columns: Vec<(&Column<'_>, String)> =
        words.iter().filter_map(|word| Some((subject.column(word.position)?, sql::text(&word.value)))).collect();
    counted(subject, &columns, Topic::MissingWords, "Rows with words that read like missing values", |column, word| {
        format!("{} = {word}", column.sql)
    })
}

/// How many values of each column are infinite or not a number.
fn not_finite(subject: &Subject<'_>) -> Option<Query> {
    let columns: Vec<(&Column<'_>, String)> = quality::not_finite(subject)
        .into_iter()
        .filter_map(|position| Some((subject.column(position)?, sql::text("not finite"))))
        .collect();
    counted(subject, &columns, Topic::NotFinite, "Values that are infinite or not a number", |column, _| {
        format!("NOT isfinite({})", column.sql)
    })
}

/// Counts the rows of columns of which something holds.
fn counted(
    subject: &Subject<'_>,
    columns: &[(&Column<'_>, String)],
    topic: Topic,
    description: &str,
    holds: impl Fn(&Column<'_>, &str) -> String,
) -> Option<Query> {
    let list = |write: &dyn Fn(&Column<'_>, &str) -> String| {
        columns.iter().map(|(column, value)| write(column, value)).collect::<Vec<_>>().join(", ")
    };
    let select = format!(
        "SELECT \"column\", \"value\", \"n\" AS \"rows\"\nFROM (SELECT unnest([{}]) AS \"no\", unnest([{}]) AS \"column\", \
         unnest([{}]) AS \"value\",\n  unnest([{}]) AS \"n\"\n  FROM {})\nORDER BY \"no\"",
        super::explore::numbered(columns.len()),
        list(&|column, _| sql::text(&column.name.text())),
        list(&|_, value| value.to_owned()),
        list(&|column, value| format!("count(*) FILTER ({})", holds(column, value))),
        subject.from
    );
    (!columns.is_empty()).then(|| Query::new(topic, description, select))
}

/// How much of each column is there, by position, and the id of the result that says so; from the profile where no
/// query does.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Count {
    /// Values that are not missing.
    pub filled: Option<u64>,
    /// Different ones.
    pub different: Option<u64>,
    /// Whether `different` is an estimate.
    pub about: bool,
    /// Smallest and largest value, of columns that were only named.
    pub range: Option<(String, String)>,
    /// The result.
    pub id: String,
}

/// Reads the counts of all columns.
pub fn read_counts(subject: &Subject<'_>, evidence: &Evidence) -> Vec<Count> {
    let mut counts: Vec<Count> = subject.columns.iter().map(profiled).collect();
    for answer in evidence.all() {
        match answer.topic {
            Topic::Counts(first) => {
                for (row, position) in counted_from(subject, first).into_iter().enumerate() {
                    let Some(count) = counts.get_mut(position) else { continue };
                    count.filled = answer.count(row, 2).or(count.filled);
                    let counted = subject.column(position).is_some_and(|column| is_counted(subject, column));
                    if let Some(different) = answer.count(row, 3).filter(|_| counted) {
                        count.different = Some(different);
                        count.about = false;
                    }
                    count.id.clone_from(&answer.id);
                }
            }
            Topic::Named(first) => {
                for (row, position) in named_from(subject, first).into_iter().enumerate() {
                    let Some(count) = counts.get_mut(position) else { continue };
                    count.filled = answer.count(row, 1);
                    count.different = answer.count(row, 2);
                    count.range = answer.text(row, 3).zip(answer.text(row, 4));
                    count.id.clone_from(&answer.id);
                }
            }
            Topic::Extremes
            | Topic::Calendar
            | Topic::Slips
            | Topic::Repeats
            | Topic::MissingWords
            | Topic::NotFinite
            | Topic::Series
            | Topic::Season
            | Topic::Groups(_)
            | Topic::Relations
            | Topic::Products
            | Topic::Sums
            | Topic::Change(_)
            | Topic::Spread
            | Topic::Typical(_)
            | Topic::Pair
            | Topic::Places
            | Topic::Ranked => {}
        }
    }
    counts
}

fn profiled(column: &Column<'_>) -> Count {
    if column.role == Role::Unread {
        return Count::default();
    }
    Count {
        filled: Some(column.filled),
        different: column.seen.distinct,
        about: column.seen.about,
        range: None,
        id: String::new(),
    }
}
