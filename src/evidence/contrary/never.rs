//! Bounds that no row is said to pass: `never exceeds 13.0 minutes`, `none fell below 400`.
//!
//! Uses the scene and sources of this room.

use super::super::mention::{Hedge, Mention};
use super::super::naming::RowName;
use super::super::scene::Scene;
use super::super::source::{Place, Source};
use super::taken::sentence;

/// Words that deny, as they are written, in lower case.
const NEVER: [&str; 16] = [
    "never", "no", "none", "nowhere", "not", "kein", "keine", "keiner", "keines", "keinem", "nie", "niemals",
    "nirgends", "aucun", "aucune", "jamais",
];
/// Words between a denial and its bound at most.
const APART: usize = 9;

/// Whether nothing is said to be above a number, or below it.
#[must_use]
pub fn denied(scene: &Scene<'_>, mention: &Mention) -> Option<bool> {
    // The hedge says what a denial makes of it: of `none exceeds 13` that it is not over.
    let is_over = match mention.hedge {
        Hedge::Under => true,
        Hedge::Over => false,
        _ => return None,
    };
    let sentence = sentence(scene, mention);
    let before = scene.text.get(sentence.start..mention.range.start).unwrap_or_default().to_lowercase();
    let clause = before.get(clause(&before)..).unwrap_or_default();
    let words: Vec<&str> = clause.split_whitespace().rev().take(APART).collect();
    // `no more than` is a bound of its own.
    let near = words.iter().take(3).any(|word| matches!(*word, "no" | "not"));
    (words.iter().any(|word| NEVER.contains(word)) && !near).then_some(is_over)
}

/// Where the last clause of a text begins.
fn clause(text: &str) -> usize {
    text.rfind([',', ';', ':', '(']).map_or(0, |at| at + 1)
}

/// Whether a cell is said to be a bound that none passes, and one does.
pub(super) fn is_passed(scene: &Scene<'_>, mention: &Mention, source: usize, of: &Source, place: Place) -> bool {
    let Some(is_over) = denied(scene, mention) else { return false };
    let sentence = sentence(scene, mention);
    let start = sentence.start + clause(scene.text.get(sentence.start..mention.range.start).unwrap_or_default());
    let known = !(of.is_limited || of.is_cut()) && of.rows.len() > 1 && scene.passage.cells.is_empty();
    let (Some(reading), Some(column)) = (mention.readings.first(), of.columns.get(place.column)) else { return false };
    let Some(factor) = scene.factor(mention, column).filter(|_| known) else { return false };
    let names = scene.naming.get(source).map_or(&[][..], |naming| naming.rows.as_slice());
    let within = |start: usize| -> Vec<&RowName> {
        names.iter().filter(|name| start <= name.range.start && name.range.end <= mention.range.start).collect()
    };
    let own = within(start);
    let names = if own.is_empty() { within(sentence.start) } else { own };
    let is_meant = |row: usize| names.is_empty() || names.iter().any(|name| name.rows.contains(&row));
    let rows = column.numbers.iter().enumerate().filter(|(row, _)| is_meant(*row));
    let slack = reading.value.abs() * 1e-9;
    rows.filter_map(|(_, value)| *value)
        .map(|value| value * factor)
        .any(|value| if is_over { value > reading.value + slack } else { value < reading.value - slack })
}
