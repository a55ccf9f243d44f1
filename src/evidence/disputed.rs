//! Traced numbers that the words and the numbers beside them speak against, whatever else they may be.
//!
//! Uses the scene and candidates of this room. What was traced may be so by chance: a figure that stands at the name of another row,
//! that is less where the words say more, or that does not add up with those beside it is not what the sentence says that it is.
//! Only numbers that were traced are looked at, as an untraced one is told as such.

mod crossed;
mod reckoned;
mod worded;

use super::candidate::Candidate;
use super::column::{Column, Measure};
use super::directions::AGAINST;
use super::scene::{Scene, is_figure};
use crate::event::Step;

/// What leads to a start.
const FROM: [&str; 6] = ["from", "von", "vom", "de", "desde", "du"];
/// What leads from a start to an end.
const TO: [&str; 5] = ["to", "auf", "à", "a", "→"];
/// Words of joining, in the middle of two.
const AND: [&str; 4] = ["and", "und", "et", "y"];
/// Words that may stand right before a number and say nothing of what leads to it.
const BESIDE: [&str; 9] = ["about", "around", "roughly", "nearly", "just", "only", "rund", "etwa", "the"];

/// The places of traced numbers that cannot be what they were traced to.
#[must_use]
pub fn disputed(scene: &Scene<'_>, found: &[Option<Candidate>]) -> Vec<usize> {
    let figures: Vec<usize> =
        (0..scene.mentions.len()).filter(|index| scene.mentions.get(*index).is_some_and(is_figure)).collect();
    let mut all = crossed::crossed(scene, found);
    all.extend(worded::against_words(scene, found, &figures));
    all.extend(reckoned::misreckoned(scene, found, &figures));
    all
}

/// The column of the cell that a number was traced to.
fn column_of<'a>(scene: &'a Scene<'_>, candidate: &Candidate) -> Option<&'a Column> {
    let place = candidate.cells.first()?;
    scene.sources.get(candidate.source)?.columns.get(place.column)
}

/// Whether a number was traced to a step, or to a cell that measures something and is no name of a row.
fn measures(scene: &Scene<'_>, candidate: &Candidate) -> bool {
    let is_measure = |column: &Column| column.measure != Measure::None && !column.is_label;
    candidate.step != Step::Cell || column_of(scene, candidate).is_some_and(is_measure)
}

/// Whether one number leads to another: `from 12 to 15`. `a` leads only where the words before are no English ones.
fn leads_to(lead: &str, between: &str) -> bool {
    let is_english = ends_with(lead, &["from"]);
    ends_with(lead, &FROM) && ends_with(between, &TO) && !(is_english && ends_with(between, &["a"]))
}

/// Whether a text ends with one of some words, but for signs and hedges behind it.
fn ends_with(text: &str, words: &[&str]) -> bool {
    let text = text.to_lowercase();
    let text = text.trim_end_matches(|sign: char| !sign.is_alphanumeric() && sign != '→' && sign != '.');
    let hedged = BESIDE.iter().find_map(|word| text.strip_suffix(word).filter(|rest| rest.ends_with(' ')));
    let text = hedged.unwrap_or(text).trim_end();
    words.iter().any(|word| text == *word || text.strip_suffix(word).is_some_and(|rest| rest.ends_with([' ', '('])))
}
