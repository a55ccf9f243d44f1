//! Conditions of statements that a text restates: `samples over 25 mg/l` of `count(*) filter (where nitrate_mg_l > 25)`.
//!
//! Uses the mentions, passages and units of this room. What the statement sets is no claim about the data.

use super::column::unit_of_name;
use super::mention::{Form, Mention};
use super::passage::Passage;
use super::source::Source;
use super::threshold::compares;
use super::units::{ratio, told_unit};

/// A bound or a value that a statement sets.
struct Condition {
    value: f64,
    /// Whether it is a bound.
    is_bound: bool,
    /// The column that it is set for, by its name.
    column: String,
}

/// Whether a number restates what a statement sets that the passage cites, or any where it cites none.
#[must_use]
pub fn restates(text: &str, passage: &Passage, mention: &Mention, sources: &[Source]) -> bool {
    if mention.form != Form::Number {
        return false;
    }
    let cited = |source: &&Source| {
        !source.is_file && (passage.citations.is_empty() && passage.leaning.is_empty() || passage.cites(&source.id))
    };
    let is_compared = compares(text.get(passage.range.start..mention.range.start).unwrap_or_default());
    let unit = || {
        let behind = passage.words.iter().find(|word| word.range.start >= mention.range.end)?;
        let is_near = text.get(mention.range.end..behind.range.start).is_some_and(|gap| gap.trim().is_empty());
        told_unit(&behind.stem).filter(|_| is_near)
    };
    let same = |one: f64, other: f64| (one - other).abs() <= 1e-9 * one.abs().max(1.0);
    let is_set = |condition: &Condition| {
        let mut values = mention.readings.iter().map(|reading| reading.value);
        if condition.is_bound {
            return is_compared && values.any(|value| same(value, condition.value));
        }
        let worth = unit()
            .zip(unit_of_name(&condition.column))
            .and_then(|(told, own)| if told == own { Some(1.0) } else { ratio(told, own) });
        worth.is_some_and(|worth| values.any(|value| same(value * worth, condition.value)))
    };
    sources.iter().filter(cited).any(|source| conditions(&source.query).iter().any(is_set))
}

/// What a statement sets: the numbers behind its signs of comparison.
fn conditions(query: &str) -> Vec<Condition> {
    let is_name = |one: char| one.is_alphanumeric() || matches!(one, '_' | '"' | '%' | '(' | ')' | '²' | '/');
    let mut found = Vec::new();
    for (at, sign) in query.match_indices(['<', '>', '=']) {
        let is_second = query.get(..at).is_some_and(|before| before.ends_with(['<', '>', '!', '=']));
        if is_second {
            continue;
        }
        let behind = query.get(at + sign.len()..).unwrap_or_default();
        let number = behind.trim_start_matches(['=', '>', ' ']);
        let end = number.find(|one: char| !(one.is_ascii_digit() || one == '.')).unwrap_or(number.len());
        let Some(value) = number.get(..end).and_then(|digits| digits.parse().ok()) else { continue };
        let before = query.get(..at).unwrap_or_default().trim_end_matches(['<', '>', '=', '!', ' ']);
        let start = before.rfind(|one: char| !is_name(one)).map_or(0, |start| start + 1);
        let column = before.get(start..).unwrap_or_default().trim_matches(['(', ')', '"']).to_owned();
        let is_equal = sign == "=";
        if !column.is_empty() {
            found.push(Condition { value, is_bound: !is_equal, column });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_behind_signs_of_comparison_are_set() {
        let query = "select count(*) filter (where no3_mg_l > 25) as over, avg(x) filter (where depth_cm=10) from data where n >= 3 and name = 'a'";
        let found: Vec<(f64, bool, String)> =
            conditions(query).into_iter().map(|own| (own.value, own.is_bound, own.column)).collect();
        let of = |value: f64, is_bound: bool, column: &str| (value, is_bound, column.to_owned());
        assert_eq!(found, [of(25.0, true, "no3_mg_l"), of(10.0, false, "depth_cm"), of(3.0, true, "n")]);
    }
}
