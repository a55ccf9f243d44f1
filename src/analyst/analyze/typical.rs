//! Between which values the numbers of each column lie: the query, and what it gave.
//!
//! Uses `subject`, `survey` and `evidence`. Where a table is too large for quantiles, the smallest and largest value are
//! asked for only.

use super::evidence::{Evidence, Query, Topic};
use super::roles::{Column, Form, Role};
use super::subject::Subject;
use super::survey::{finite, split};
use crate::analyst::numbers::figure;
use crate::limits::{ANALYST_NAME_BYTES, ANALYST_QUANTILE_CELLS, ANALYST_TYPICAL};
use crate::sql;
use crate::table::Kind;

/// Values below which the smallest and the largest are told rather than quantiles.
const FEW: u64 = 20;

/// What is typical of a column of numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Typical {
    /// The 5 % quantile; the smallest value where `middle` is none.
    pub low: f64,
    /// The 95 % quantile; the largest value where `middle` is none.
    pub high: f64,
    /// First quartile, median and third quartile.
    pub middle: Option<(f64, f64, f64)>,
    /// The result.
    pub id: String,
}

/// The columns asked for, in the order of the queries' rows, and whether quantiles are asked of each.
fn asked(subject: &Subject<'_>) -> Vec<(usize, bool)> {
    let is_asked = |column: &Column<'_>| match column.role {
        Role::Measure | Role::Latitude | Role::Longitude | Role::Time(Form::Year | Form::DayNumber) => true,
        Role::Identifier | Role::Code | Role::Constant | Role::Category | Role::Flag => column.kind().is_numeric(),
        Role::Other => column.name.is_rank() && column.kind().is_numeric(),
        Role::Empty
        | Role::Time(Form::Date | Form::Timestamp | Form::Month)
        | Role::Label
        | Role::Prose
        | Role::Unread => false,
    };
    let fits = |column: &Column<'_>| column.kind().is_numeric() && column.sql.len() <= ANALYST_NAME_BYTES;
    let positions: Vec<usize> = (0..subject.columns.len())
        .filter(|position| subject.column(*position).is_some_and(|column| is_asked(column) && fits(column)))
        .collect();
    let cells = subject.table.rows.saturating_mul(positions.len() as u64);
    let has_quantiles = |column: &Column<'_>| {
        let spreads = column.seen.p05.map(figure) != column.seen.p95.map(figure);
        column.role == Role::Measure && column.filled >= FEW && spreads && cells <= ANALYST_QUANTILE_CELLS
    };
    let pair = |position: usize| (position, subject.column(position).is_some_and(has_quantiles));
    positions.into_iter().map(pair).collect()
}

/// The queries.
pub fn plan(subject: &Subject<'_>) -> Vec<Query> {
    let asked = asked(subject);
    let positions: Vec<usize> = asked.iter().map(|(position, _)| *position).collect();
    let with_quantiles = |position: usize| asked.contains(&(position, true));
    let chunks = split(subject, &positions, ANALYST_TYPICAL);
    chunks.into_iter().filter_map(|chunk| query(subject, &chunk, &with_quantiles)).collect()
}

/// One part for each column: the engine works on several of them at the same time.
fn query(subject: &Subject<'_>, chunk: &[usize], with_quantiles: &dyn Fn(usize) -> bool) -> Option<Query> {
    let part = |(index, position): (usize, &usize)| {
        let column = subject.column(*position)?;
        let five = if with_quantiles(*position) {
            "[min(\"v\")::DOUBLE] || quantile_cont(\"v\", [0.05, 0.25, 0.5, 0.75, 0.95]) || [max(\"v\")::DOUBLE]"
        } else {
            "[min(\"v\")::DOUBLE, min(\"v\"), NULL, NULL, NULL, max(\"v\"), max(\"v\")]"
        };
        // Whole numbers are compared as such: in doubles that takes three times as long.
        let value = if column.kind() == Kind::Integer { column.sql.clone() } else { finite(column) };
        Some(format!(
            "SELECT {} AS \"no\", {} AS \"column\", {five} AS \"q\" FROM (SELECT {value} AS \"v\" FROM {})",
            index + 1,
            sql::text(&column.name.text()),
            subject.from
        ))
    };
    let parts: Vec<String> = chunk.iter().enumerate().filter_map(part).collect();
    let select = format!(
        "SELECT \"column\", \"q\"[1] AS \"smallest\", \"q\"[2] AS \"typical_low\", \"q\"[3] AS \"lower_quartile\",\n  \
         \"q\"[4] AS \"typical_median\", \"q\"[5] AS \"upper_quartile\", \"q\"[6] AS \"typical_high\", \"q\"[7] AS \
         \"largest\"\nFROM (\n  {})\nORDER BY \"no\"",
        parts.join("\n  UNION ALL ")
    );
    let first = *chunk.first()?;
    Some(Query::new(Topic::Typical(first), "Between which values the numbers lie", select))
}

/// What is typical of each column, by position.
pub fn read(subject: &Subject<'_>, evidence: &Evidence) -> Vec<Option<Typical>> {
    let mut found = vec![None; subject.columns.len()];
    let positions: Vec<usize> = asked(subject).into_iter().map(|(position, _)| position).collect();
    for chunk in split(subject, &positions, ANALYST_TYPICAL) {
        let Some(answer) = chunk.first().and_then(|first| evidence.get(Topic::Typical(*first))) else { continue };
        for (row, position) in chunk.iter().enumerate() {
            let number = |column: usize| answer.number(row, column);
            let (Some(low), Some(high)) = (number(2), number(6)) else { continue };
            let middle = match (number(3), number(4), number(5)) {
                (Some(lower), Some(median), Some(upper)) => Some((lower, median, upper)),
                _ => None,
            };
            if let Some(place) = found.get_mut(*position) {
                *place = Some(Typical { low, high, middle, id: answer.id.clone() });
            }
        }
    }
    found
}
