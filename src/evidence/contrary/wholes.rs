//! What the words around a number rule out of a figure that is of all: that it is one of the row that is named.
//!
//! Uses the scene, candidates and sources of this room.

use super::super::candidate::Candidate;
use super::super::column::Column;
use super::super::mention::Mention;
use super::super::scene::{Cited, Scene};
use super::super::source::Source;
use crate::event::Step;

/// What leads from a figure to the name that it is of.
const OF: [&str; 12] = ["for", "for the", "in", "in the", "of", "among", "at", "für", "bei", "im", "in der", "pour"];

/// Whether the only row of a result would be the figure of a name right behind the number, of which another cited result has a
/// figure of the same name: `8.5 % for monitors`, which is the rate of all.
pub(super) fn is_of_all(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate, of: &Source) -> bool {
    let Some(own) = candidate.cells.first().and_then(|place| of.columns.get(place.column)) else { return false };
    if candidate.step != Step::Cell || of.row_count != 1 || !scene.passage.cells.is_empty() {
        return false;
    }
    scene.sources.iter().zip(&scene.naming).any(|(other, naming)| {
        let is_cited = !other.is_file && other.row_count > 1 && scene.cited(mention, other) >= Cited::Paragraph;
        let has_own = || other.columns.iter().any(|column| !column.is_label && is_alike(own, column));
        let is_named = || {
            naming.rows.iter().any(|name| {
                let link = scene.text.get(mention.range.end..name.range.start).unwrap_or("?");
                OF.contains(&link.trim().to_lowercase().as_str())
            })
        };
        is_cited && has_own() && is_named()
    })
}

/// Whether two columns are called the same, whatever they are measured in.
fn is_alike(one: &Column, other: &Column) -> bool {
    let bare = |column: &Column| -> Vec<String> {
        column.called.iter().filter(|word| !matches!(word.as_str(), "share" | "total" | "average")).cloned().collect()
    };
    let (one, other) = (bare(one), bare(other));
    !one.is_empty() && one == other
}
