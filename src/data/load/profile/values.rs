//! Distinct values, exactly where they are few or the table is small, and the most frequent ones.

use super::strip::{Row, Strip, strips};
use super::{Subject, Type, Whole, brief, cell};
use crate::event::{ColumnProfile, ValueCount};
use crate::limits;

/// What to ask of the values of each column for which that is cheap.
pub(super) fn parts(whole: &Whole<'_>, subjects: &[Subject<'_>], profiles: &mut [ColumnProfile]) -> Vec<String> {
    let few = |profile: &ColumnProfile| profile.distinct.is_some_and(|distinct| distinct <= limits::EXACT_GROUPS);
    let counted: Vec<bool> = profiles.iter().map(|profile| whole.facts.exact || few(profile)).collect();
    for (profile, _) in profiles.iter_mut().zip(&counted).filter(|(_, counted)| **counted) {
        // A column without values gives no row below.
        profile.distinct = Some(0);
        profile.distinct_approximate = false;
    }
    let strips = strips(whole, subjects, "", |index, _| counted.get(index) == Some(&true));
    strips.iter().map(part).collect()
}

/// Takes what was found of the values.
pub(super) fn take(mut found: Vec<Row>, subjects: &[Subject<'_>], profiles: &mut [ColumnProfile]) {
    found.sort_by_key(|(index, row)| (*index, number(row, 0)));
    for (index, row) in found {
        let (Some(subject), Some(profile)) = (subjects.get(index), profiles.get_mut(index)) else { continue };
        let [_, Some(value), ..] = row.as_slice() else { continue };
        let (Some(count), Some(distinct)) = (number(&row, 2), number(&row, 3)) else { continue };
        profile.distinct = Some(distinct);
        let worded = matches!(subject.kind, Type::Text | Type::Boolean);
        if worded || distinct <= limits::FEW_VALUES {
            profile.top.push(ValueCount { value: cell(subject.kind, value), count });
        }
    }
}

fn number(row: &[Option<String>], position: usize) -> Option<u64> {
    row.get(position)?.as_deref()?.parse().ok()
}

/// The most frequent values of each column: rank, value, count, and the number of distinct ones.
fn part(strip: &Strip<'_>) -> String {
    let top = limits::TOP_VALUES;
    let shown = if *strip.kind == Type::Text { brief("v") } else { "CAST(v AS VARCHAR)".to_owned() };
    let from = strip.from();
    // The best of one column come from a heap; those of many need all ranks.
    if strip.is_single() {
        let counted = format!("(SELECT x AS v, count(*) AS n FROM {from} GROUP BY x)");
        let best = format!("(SELECT v, n, count(*) OVER () AS d FROM {counted} ORDER BY n DESC, v LIMIT {top})");
        format!(
            "(SELECT {}, CAST(row_number() OVER (ORDER BY n DESC, v) AS VARCHAR), {shown}, CAST(n AS VARCHAR), \
             CAST(d AS VARCHAR) FROM {best})",
            strip.key()
        )
    } else {
        let counted = format!("(SELECT k, x AS v, count(*) AS n FROM {from} GROUP BY k, x)");
        format!(
            "(SELECT k, CAST(r AS VARCHAR), {shown}, CAST(n AS VARCHAR), CAST(d AS VARCHAR) FROM (SELECT k, v, n, \
             count(*) OVER (PARTITION BY k) AS d, row_number() OVER (PARTITION BY k ORDER BY n DESC, v) AS r FROM \
             {counted}) WHERE r <= {top})"
        )
    }
}
