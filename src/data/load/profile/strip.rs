//! The values `x` of some columns with the key `k` of their column: what the statements of a profile select from.
//!
//! In a tall table a strip is one column. In a short one it is all columns of one type, one below the other, so that
//! the statement stays as short as the table. Missing values are left out.

use super::{Subject, Type, Whole};
use crate::data::DataError;

/// Columns that one part of a statement covers.
pub(super) struct Strip<'a> {
    /// The type of all of them.
    pub(super) kind: &'a Type,
    /// Their positions.
    pub(super) members: Vec<usize>,
    /// What to select from: the column `x`, and `k` where there are several columns.
    from: String,
    /// Whether some values are not finite.
    not_finite: bool,
}

impl Strip<'_> {
    /// `SELECT` the column's key and the expressions, each as text, for each column of the strip.
    pub(super) fn aggregate(&self, expressions: &[String]) -> String {
        let (key, list) = (self.key(), as_texts(expressions));
        if self.is_single() {
            format!("(SELECT {key}, {list} FROM {})", self.from)
        } else {
            format!("(SELECT {key}, {list} FROM {} GROUP BY {key})", self.from)
        }
    }

    /// The same over the different values `x` of a single column and how often each stands there, `n`.
    pub(super) fn aggregate_groups(&self, expressions: &[String]) -> String {
        let groups = format!("(SELECT x, count(*) AS n FROM {} GROUP BY x)", self.from);
        format!("(SELECT {}, {} FROM {groups})", self.key(), as_texts(expressions))
    }

    /// What to select from: the column `x`, and `k` where there are several columns.
    pub(super) fn from(&self) -> &str {
        &self.from
    }

    /// Whether there is one column only. Its key is no column then: grouping by a constant costs as much as by any
    /// other value.
    pub(super) fn is_single(&self) -> bool {
        self.members.len() == 1
    }

    /// The column's key, as an expression.
    pub(super) fn key(&self) -> String {
        match self.members.as_slice() {
            [index] => format!("'{index}'"),
            _ => "k".to_owned(),
        }
    }

    /// Values that can be ordered and summed, as an expression.
    pub(super) fn finite(&self) -> &'static str {
        if self.not_finite { "CASE WHEN isfinite(x) THEN x END" } else { "x" }
    }

    /// Whether the values are numbers.
    pub(super) fn is_number(&self) -> bool {
        is_number(self.kind)
    }

    /// Whether the values lie on a calendar.
    pub(super) fn is_temporal(&self) -> bool {
        is_temporal(self.kind)
    }

    /// Whether the values are whole days.
    pub(super) fn is_date(&self) -> bool {
        matches!(self.kind, Type::Date | Type::DayMonth { stamp: false, .. })
    }
}

fn as_texts(expressions: &[String]) -> String {
    expressions.iter().map(|part| format!("CAST({part} AS VARCHAR)")).collect::<Vec<_>>().join(", ")
}

/// Whether values of a type are numbers.
pub(super) fn is_number(kind: &Type) -> bool {
    matches!(kind, Type::Integer | Type::WideInteger | Type::Number | Type::Decimal { .. })
}

/// Whether values of a type lie on a calendar.
pub(super) fn is_temporal(kind: &Type) -> bool {
    matches!(kind, Type::Date | Type::Stamp | Type::FineStamp | Type::ZonedStamp | Type::DayMonth { .. })
}

/// The strips of those columns that are wanted and hold values; `filter` limits the rows.
pub(super) fn strips<'a>(
    whole: &Whole<'_>,
    subjects: &[Subject<'a>],
    filter: &str,
    wanted: impl Fn(usize, &Subject<'a>) -> bool,
) -> Vec<Strip<'a>> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (index, subject) in subjects.iter().enumerate() {
        if subject.values == 0 || !wanted(index, subject) {
            continue;
        }
        let name = subject.kind.name();
        match groups.iter_mut().find(|(other, _)| whole.facts.long && *other == name) {
            Some((_, members)) => members.push(index),
            None => groups.push((name, vec![index])),
        }
    }
    let strip = |members: Vec<usize>| {
        let first = members.first().and_then(|&index| subjects.get(index))?;
        let named: Vec<(usize, &Subject<'a>)> =
            members.iter().filter_map(|&index| Some((index, subjects.get(index)?))).collect();
        let table = &whole.facts.table;
        let from = if let [(_, subject)] = named.as_slice() {
            format!("(SELECT {0} AS x FROM {table} WHERE {0} IS NOT NULL{filter})", subject.quoted)
        } else {
            let list: Vec<String> =
                named.iter().map(|(index, subject)| format!("{} AS \"{index}\"", subject.quoted)).collect();
            format!("(UNPIVOT (SELECT {} FROM {table}) ON * INTO NAME k VALUE x)", list.join(", "))
        };
        let not_finite = named.iter().any(|(_, subject)| subject.not_finite > 0);
        Some(Strip { kind: first.kind, members, from, not_finite })
    };
    groups.into_iter().filter_map(|(_, members)| strip(members)).collect()
}

/// The position of a column, and what a statement gave for it.
pub(super) type Row = (usize, Vec<Option<String>>);

/// Runs the parts as one statement; each row with the position of its column, which is its first value.
pub(super) fn rows(whole: &Whole<'_>, parts: &[String]) -> Result<Vec<Row>, DataError> {
    if parts.is_empty() { Ok(Vec::new()) } else { Ok(numbered(whole.asked.rows(&together(parts))?)) }
}

/// The parts as one statement.
pub(super) fn together(parts: &[String]) -> String {
    parts.join(" UNION ALL ")
}

/// Rows with the position of their column, which is their first value.
pub(super) fn numbered(rows: Vec<Vec<Option<String>>>) -> Vec<Row> {
    let mut found = Vec::new();
    for mut row in rows {
        let rest = row.split_off(1);
        if let Some(index) = row.first().and_then(|key| key.as_deref()?.parse().ok()) {
            found.push((index, rest));
        }
    }
    found
}
