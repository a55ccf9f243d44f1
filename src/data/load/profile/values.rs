//! Distinct values, exactly where they are few or the table is small, and the most frequent ones.

use super::{Subject, Type, Whole, brief, cell};
use crate::data::DataError;
use crate::event::{ColumnProfile, ValueCount};
use crate::limits;

/// Counts the values of each column for which that is cheap.
pub(super) fn fill(
    whole: &Whole<'_>,
    subjects: &[Subject<'_>],
    profiles: &mut [ColumnProfile],
) -> Result<(), DataError> {
    let mut parts = Vec::new();
    for (index, (subject, profile)) in subjects.iter().zip(profiles.iter_mut()).enumerate() {
        let few = profile.distinct.is_some_and(|distinct| distinct <= limits::EXACT_GROUPS);
        if !whole.exact && !few {
            continue;
        }
        // Nothing to count counts as such.
        profile.distinct = Some(0);
        profile.distinct_approximate = false;
        if subject.values > 0 {
            parts.push(statement(&whole.table, index, subject));
        }
    }
    if parts.is_empty() {
        return Ok(());
    }
    for row in whole.engine.rows(&parts.join(" UNION ALL "))? {
        let [Some(index), Some(value), Some(count), Some(distinct)] = row.as_slice() else { continue };
        let (Ok(index), Ok(count), Ok(distinct)) = (index.parse::<usize>(), count.parse(), distinct.parse()) else {
            continue;
        };
        let (Some(subject), Some(profile)) = (subjects.get(index), profiles.get_mut(index)) else { continue };
        profile.distinct = Some(distinct);
        let worded = matches!(subject.kind, Type::Text | Type::Boolean);
        if worded || distinct <= limits::FEW_VALUES {
            profile.top.push(ValueCount { value: cell(subject.kind, value), count });
        }
    }
    Ok(())
}

/// The most frequent values of a column, each with the number of distinct ones.
fn statement(table: &str, index: usize, subject: &Subject<'_>) -> String {
    // The column gets a name of its own first: any other could be that of another column.
    let column = format!("(SELECT {} AS v FROM {table})", subject.quoted);
    let shown = if *subject.kind == Type::Text { brief("v") } else { "CAST(v AS VARCHAR)".to_owned() };
    format!(
        "(SELECT '{index}', {shown}, CAST(n AS VARCHAR), CAST(d AS VARCHAR) FROM (SELECT v, n, count(*) OVER () AS d \
         FROM (SELECT v, count(*) AS n FROM {column} WHERE v IS NOT NULL GROUP BY v)) \
         ORDER BY n DESC, v LIMIT {})",
        limits::TOP_VALUES
    )
}
