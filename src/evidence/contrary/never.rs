//! Bounds that no row is said to pass: `never exceeds 13.0 minutes`, `none fell below 400`.
//!
//! Uses the scene and sources of this room.

use std::ops::Range;

use super::super::mention::{Hedge, Mention};
use super::super::naming::RowName;
use super::super::scene::Scene;
use super::super::source::{Place, Source};

/// Whether nothing is said to be above a number, or below it.
#[must_use]
pub fn denied(mention: &Mention) -> Option<bool> {
    match mention.hedge {
        Hedge::NoneOver => Some(true),
        Hedge::NoneUnder => Some(false),
        Hedge::Exact | Hedge::About | Hedge::Over | Hedge::JustOver | Hedge::Under | Hedge::JustUnder => None,
    }
}

/// Words that leave out what is named, as stems.
const OTHERS: [&str; 7] = ["other", "else", "another", "anderer", "andere", "anderes", "autre"];

/// Whether a cell is said to be a bound that none passes, and one of those that are named does.
pub(super) fn is_passed(scene: &Scene<'_>, mention: &Mention, source: usize, of: &Source, place: Place) -> bool {
    let Some(is_over) = denied(mention) else { return false };
    let known = !(of.is_limited || of.is_cut()) && of.rows.len() > 1 && scene.passage.cells.is_empty();
    let (Some(reading), Some(column)) = (mention.readings.first(), of.columns.get(place.column)) else { return false };
    let Some(factor) = scene.factor(mention, column).filter(|_| known) else { return false };
    let names = scene.naming.get(source).map_or(&[][..], |naming| naming.rows.as_slice());
    let within = |range: Range<usize>| -> Vec<&RowName> {
        names.iter().filter(|name| range.start <= name.range.start && name.range.end <= range.end).collect()
    };
    let own = within(scene.clause(mention).start..mention.range.start);
    let told = if own.is_empty() { within(scene.sentence(mention).start..mention.range.start) } else { own };
    // A row is one of those where each key that is named names it.
    let is_meant = |row: usize| {
        let by = |name: &&&RowName| told.iter().any(|other| other.column == name.column && other.rows.contains(&row));
        told.iter().all(|name| by(&name))
    };
    // `no other lock averages more than 12.3`
    let start = scene.sentence(mention).start;
    let is_other = scene.passage.words.iter().any(|word| {
        start <= word.range.start && word.range.end <= mention.range.start && OTHERS.contains(&word.stem.as_str())
    });
    let recent = scene.recent.get(source).map_or(&[][..], Vec::as_slice);
    let others = |row: usize| is_other && names.iter().chain(recent).any(|name| name.rows.contains(&row));
    let slack = reading.value.abs() * 1e-9;
    let passes = |value: f64| {
        let value = value * factor;
        if is_over { value > reading.value + slack } else { value < reading.value - slack }
    };
    let mut past = column.numbers.iter().enumerate().filter(|(_, value)| value.is_some_and(passes));
    past.any(|(row, _)| is_meant(row) && !others(row))
}
