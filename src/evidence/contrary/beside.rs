//! What stands right beside a number rules out: the name before its brackets, `Eichenau (25.2 %)`, the unit behind it, and two
//! names taken together.
//!
//! Uses the scene, candidates and sources of this room.

use super::super::candidate::Candidate;
use super::super::mention::{Form, Mention};
use super::super::naming::RowName;
use super::super::scene::Scene;
use super::super::source::Place;
use super::super::units::told_unit;
use super::super::words::Word;

/// Words that take two names together, as stems.
const TOGETHER: [&str; 7] = ["together", "combined", "jointly", "zusammen", "gemeinsam", "ensemble", "junto"];
/// What stands between the two.
const AND: [&str; 5] = ["and", "und", "&", "et", "y"];

/// Whether a number stands in brackets right behind a name, and what stands behind it is of none of its rows.
pub(super) fn is_of_another_name(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let Some(naming) = scene.naming.get(candidate.source).filter(|_| scene.passage.cells.is_empty()) else {
        return false;
    };
    // `more dramas than comedies (125 to 107)` has one for each.
    let inside = scene.text.get(mention.range.end..scene.passage.range.end).unwrap_or_default();
    let inside = inside.find(')').and_then(|end| inside.get(..end)).unwrap_or("0");
    let is_only = !inside.contains(|one: char| one.is_ascii_digit());
    let is_open = |name: &&RowName| {
        let link = scene.text.get(name.range.end..mention.range.start).unwrap_or_default();
        // `64 of 1,930 exams (3.3 %)` is so of the 64.
        let counted = scene
            .text
            .get(..name.range.start)
            .is_some_and(|before| before.trim_end().ends_with(|one: char| one.is_ascii_digit()));
        is_only && !counted && link.trim_matches(['*', '_', ' ']) == "("
    };
    let mut names = naming.rows.iter().filter(is_open).peekable();
    let is_told = |place: &Place, name: &RowName| name.rows.contains(&place.row);
    !candidate.cells.is_empty()
        && names.peek().is_some()
        && !names.any(|name| candidate.cells.iter().any(|place| is_told(place, name)))
}

/// Whether a number is said of two names together, `Kenya and Sumatra combined reach`, so that it is no figure of one row.
pub(super) fn is_of_several(scene: &Scene<'_>, mention: &Mention, source: usize) -> bool {
    let Some(naming) = scene.naming.get(source).filter(|_| scene.passage.cells.is_empty()) else { return false };
    let sentence = scene.sentence(mention);
    let mut names: Vec<&RowName> = naming
        .rows
        .iter()
        .filter(|name| sentence.start <= name.range.start && name.range.end <= mention.range.start)
        .collect();
    names.dedup_by_key(|name| name.range.start);
    let [.., one, other] = names.as_slice() else { return false };
    let link = scene.text.get(one.range.end..other.range.start).unwrap_or_default().trim();
    let inside = |word: &&Word| other.range.end <= word.range.start && word.range.end <= mention.range.start;
    let mut words = scene.passage.words.iter().filter(inside);
    let apart = scene.text.get(other.range.end..mention.range.start).unwrap_or(",");
    one.column == other.column
        && one.rows != other.rows
        && one.rows.len() == 1
        && AND.contains(&link)
        && words.next().is_some_and(|word| TOGETHER.contains(&word.stem.as_str()))
        && !apart.contains([',', ';', ':', '(', '.'])
}

/// What leads from a number to what is so of as many: `twelve were still in care`.
const WERE: [&str; 9] = ["were", "was", "are", "is", "remained", "waren", "sind", "war", "ist"];
/// What may stand between.
const STILL: [&str; 8] = ["still", "in", "the", "only", "noch", "im", "also", "from"];

/// Whether the words behind a number say what is so of as many, and the cell is of another row.
pub(super) fn is_so_of_another(scene: &Scene<'_>, mention: &Mention, source: usize, place: Place) -> bool {
    let (Some(of), Some(naming)) = (scene.sources.get(source), scene.naming.get(source)) else { return false };
    let is_so = |name: &&RowName| {
        let between = scene.text.get(mention.range.end..name.range.start).unwrap_or("?");
        let mut words = between.split_whitespace();
        // `are still open or in progress`
        let behind = scene.text.get(name.range.end..).unwrap_or_default().trim_start();
        let is_first = ["or ", "and ", "oder ", "und "].iter().any(|link| behind.starts_with(link));
        !is_first && words.next().is_some_and(|word| WERE.contains(&word)) && words.all(|word| STILL.contains(&word))
    };
    let mut names = naming.rows.iter().filter(|name| name.range.start >= mention.range.end).filter(is_so).peekable();
    let text = |name: &RowName| of.columns.get(name.column).is_some_and(|own| own.is_label && !own.has_numbers());
    scene.passage.cells.is_empty()
        && mention.form == Form::Number
        && names.peek().is_some_and(|name| text(name))
        && !names.any(|name| name.rows.contains(&place.row))
}

/// Whether a plain number with a unit behind it would be how many times one row has what another has: `3.8 days`.
pub(super) fn is_in_a_unit(scene: &Scene<'_>, mention: &Mention, one: Place, other: Place) -> bool {
    let unit = scene.behind(mention, 1).any(|word| told_unit(word).is_some());
    mention.form == Form::Number && one.column == other.column && unit
}
