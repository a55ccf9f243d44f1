//! Columns that differ in one number of their names: `m_0000`, `m_0001`, ... They are told as a series, from which each
//! name can be made again.
//!
//! Pure.

use std::collections::HashMap;

use crate::event::ColumnProfile;
use crate::limits::SERIES_COLUMNS;

/// Columns of one type whose names differ in one number, which is always the same step more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// Their places among the columns of the table, by number.
    pub members: Vec<usize>,
    /// Between one number and the next.
    pub step: u64,
}

/// A name with one of its numbers taken out, and the type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Pattern<'a> {
    before: &'a str,
    behind: &'a str,
    kind: &'a str,
}

/// A number in the name of the column at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Number {
    value: u64,
    place: usize,
    digits: usize,
    has_zeros: bool,
}

/// The series among columns; each column is in one at most.
pub fn series(columns: &[ColumnProfile]) -> Vec<Series> {
    let patterns: Vec<Vec<(Pattern<'_>, Number)>> =
        columns.iter().enumerate().map(|(place, column)| patterns(place, column)).collect();
    let mut sizes: HashMap<&Pattern<'_>, usize> = HashMap::new();
    for (pattern, _) in patterns.iter().flatten() {
        *sizes.entry(pattern).or_default() += 1;
    }
    // A name with several numbers goes where most others go, with the last of them where that is undecided.
    let mut chosen: HashMap<&Pattern<'_>, Vec<Number>> = HashMap::new();
    for patterns in &patterns {
        if let Some((pattern, number)) = patterns.iter().max_by_key(|(pattern, _)| sizes.get(pattern)) {
            chosen.entry(pattern).or_default().push(*number);
        }
    }
    let mut found: Vec<Series> = chosen.into_values().flat_map(written_alike).flat_map(runs).collect();
    found.sort_by_key(|series| series.members.iter().copied().min());
    found
}

/// The name of a column with each of its numbers taken out in turn.
fn patterns(place: usize, column: &ColumnProfile) -> Vec<(Pattern<'_>, Number)> {
    let name = column.name.as_str();
    let mut found = Vec::new();
    let mut start = None;
    for (at, byte) in name.bytes().chain([b' ']).enumerate() {
        match (start, byte.is_ascii_digit()) {
            (None, true) => start = Some(at),
            (Some(begin), false) => {
                start = None;
                let parts = (name.get(..begin), name.get(begin..at), name.get(at..));
                let (Some(before), Some(digits), Some(behind)) = parts else { continue };
                // Longer numbers are codes.
                let Some(value) = digits.parse().ok().filter(|_| digits.len() <= 9) else { continue };
                let has_zeros = digits.starts_with('0') && digits.len() > 1;
                let number = Number { value, place, digits: digits.len(), has_zeros };
                found.push((Pattern { before, behind, kind: &column.kind }, number));
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    found
}

/// Numbers that are filled up with zeros to the same length, and those that are not filled up.
fn written_alike(numbers: Vec<Number>) -> Vec<Vec<Number>> {
    let mut alike: HashMap<usize, Vec<Number>> = HashMap::new();
    let filled: Vec<usize> = numbers.iter().filter(|number| number.has_zeros).map(|number| number.digits).collect();
    for number in numbers {
        let length = if filled.contains(&number.digits) { number.digits } else { 0 };
        alike.entry(length).or_default().push(number);
    }
    alike.into_values().collect()
}

/// Stretches of numbers that are the same step apart.
fn runs(mut numbers: Vec<Number>) -> Vec<Series> {
    numbers.sort_unstable();
    let mut found = Vec::new();
    let mut rest = numbers.as_slice();
    while let [first, second, ..] = rest {
        let step = second.value - first.value;
        let steady = rest.windows(2).take_while(|pair| matches!(pair, [one, next] if next.value - one.value == step));
        let length = steady.count() + 1;
        let (run, behind) = rest.split_at(if length >= SERIES_COLUMNS { length } else { 1 });
        if run.len() >= SERIES_COLUMNS && step > 0 {
            found.push(Series { members: run.iter().map(|number| number.place).collect(), step });
        }
        rest = behind;
    }
    found
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::table::Cell;

    pub(in crate::agent::prompt) fn column(name: &str, kind: &str) -> ColumnProfile {
        serde_json::from_value(serde_json::json!({
            "name": name, "type": kind, "nulls": 0, "distinct": 3, "distinct_approximate": false,
            "min": Cell::Null, "max": Cell::Null,
        }))
        .unwrap()
    }

    fn found(names: &[&str]) -> Vec<(String, String, usize, u64)> {
        let columns: Vec<ColumnProfile> = names.iter().map(|name| column(name, "DOUBLE")).collect();
        let name = |place: Option<&usize>| columns[*place.unwrap()].name.clone();
        series(&columns)
            .iter()
            .map(|series| {
                (name(series.members.first()), name(series.members.last()), series.members.len(), series.step)
            })
            .collect()
    }

    #[test]
    fn numbers_one_step_apart_are_a_series() {
        let of = |from: &str, to: &str, count, step| (from.to_owned(), to.to_owned(), count, step);
        assert_eq!(found(&["m_8", "id", "m_9", "m_10", "m_11"]), [of("m_8", "m_11", 4, 1)]);
        assert_eq!(found(&["y2000", "y2010", "y2020", "y2030"]), [of("y2000", "y2030", 4, 10)]);
        assert_eq!(found(&["m1", "m2", "m3", "x4"]), []);
        assert_eq!(
            found(&["m1", "m2", "m3", "m4", "m9", "m20", "m21", "m22", "m23"]),
            [of("m1", "m4", 4, 1), of("m20", "m23", 4, 1)]
        );
        // The number that most names differ in.
        assert_eq!(found(&["q1_a2", "q2_a2", "q3_a2", "q4_a2", "q1_a3"]), [of("q1_a2", "q4_a2", 4, 1)]);
    }

    #[test]
    fn zeros_in_front_are_part_of_the_name() {
        assert_eq!(found(&["m01", "m2", "m03", "m4", "m05", "m6", "m07", "m8"]).len(), 2);
        assert_eq!(found(&["m08", "m09", "m10", "m11"]), [("m08".to_owned(), "m11".to_owned(), 4, 1)]);
        assert_eq!(found(&["m0", "m1", "m2", "m3"]).len(), 1);
    }

    #[test]
    fn types_are_kept_apart() {
        let columns: Vec<ColumnProfile> = (0..8)
            .map(|number| column(&format!("m{number}"), if number % 2 == 0 { "DOUBLE" } else { "DATE" }))
            .collect();
        let found = series(&columns);
        assert_eq!(
            found.iter().map(|series| (series.members.len(), series.step)).collect::<Vec<_>>(),
            [(4, 2), (4, 2)]
        );
    }
}
