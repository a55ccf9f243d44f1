//! What the words around a number rule out of a step over two rows: that it is of other rows than the two that are named, or a change
//! that nobody speaks of.
//!
//! Uses the scene, candidates and sources of this room.

use super::super::candidate::Candidate;
use super::super::directions::{DOWN, RELATING, RELATIVE, UP};
use super::super::mention::{Form, Mention};
use super::super::naming::RowName;
use super::super::scene::Scene;
use super::super::source::{Place, Source};
use super::super::words::Word;
use crate::event::Step;
use std::ops::Range;

/// Words of parts of a whole, as stems.
const SHARES: [&str; 10] = [
    "share",
    "account",
    "accounted",
    "contribute",
    "contributed",
    "represent",
    "comprise",
    "anteil",
    "entfallen",
    "macht",
];
/// What stands between the two of a pair.
const AND: [&str; 6] = ["and", "und", "&", "et", "y", "and the"];
/// What leads from a number to what something is held against.
const HELD: [&str; 12] = [
    "above",
    "below",
    "over",
    "under",
    "über",
    "unter",
    "ahead of",
    "behind",
    "more than",
    "less than",
    "higher than",
    "lower than",
];
/// Words of what may be either way, as stems.
const EITHER: [&str; 18] = [
    "change",
    "changed",
    "difference",
    "differ",
    "gap",
    "spread",
    "swing",
    "from",
    "to",
    "than",
    "between",
    "von",
    "auf",
    "vs",
    "versus",
    "against",
    "compared",
    "gegenüber",
];

/// Whether a percentage without a sign would be a change, or how much more or less one is than another, and nothing is said of
/// either: `West accounts for 29 %`.
pub(super) fn is_an_unsaid_change(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let written = scene.text.get(mention.range.clone()).unwrap_or_default();
    let is_plain = written.starts_with(|one: char| one.is_ascii_digit());
    if candidate.step != Step::Change || candidate.value == 0.0 || !is_plain || !scene.passage.cells.is_empty() {
        return false;
    }
    let sentence = scene.sentence(mention);
    let is_inside = |word: &&Word| sentence.start <= word.range.start && word.range.end <= sentence.end;
    let says = |word: &str| [&DOWN[..], &UP, &RELATING, &RELATIVE, &EITHER].iter().any(|all| all.contains(&word));
    let mut words = scene.passage.words.iter().filter(is_inside);
    // What is gained need not be said where it follows a list of gains; a share is said.
    let is_share = scene.passage.words.iter().filter(is_inside).any(|word| SHARES.contains(&word.stem.as_str()));
    (candidate.value < 0.0 || is_share) && !words.any(|word| says(word.stem.as_str()) || word.family == "change")
}

/// Words of what lies between two, as stems.
const BETWEEN_TWO: [&str; 8] =
    ["difference", "gap", "unterschied", "abstand", "differenz", "écart", "diferencia", "spread"];

/// Whether a step between two rows is of a result of which nothing is named, where the sentence names two rows of another: `icing
/// stops last three times as long as sensor stops` of two farms.
pub(super) fn is_of_another_result(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let sentence = scene.sentence(mention);
    let named = |source: usize| {
        let names = scene.naming.get(source).map_or(&[][..], |naming| naming.rows.as_slice());
        let inside = names.iter().filter(|name| sentence.start <= name.range.start && name.range.end <= sentence.end);
        let alone = |name: &&RowName| {
            let of = scene.sources.get(source);
            name.rows.len() == 1 && of.is_some_and(|of| !of.is_file && of.is_key_alone(name.column))
        };
        let mut rows: Vec<usize> = inside.filter(alone).flat_map(|name| name.rows.clone()).collect();
        rows.sort_unstable();
        rows.dedup();
        rows.len()
    };
    let is_step = candidate.step == Step::Ratio && mention.form == Form::Multiple;
    let apart = candidate.cells.windows(2).any(|pair| matches!(pair, [one, other] if one.row != other.row));
    let is_bare = || scene.naming.get(candidate.source).is_some_and(|naming| naming.rows.is_empty());
    is_step
        && apart
        && scene.passage.cells.is_empty()
        && is_bare()
        && (0..scene.sources.len()).any(|source| source != candidate.source && named(source) >= 2)
}

/// Words of rows that need no name, as stems.
const ENDS: [&str; 11] =
    ["first", "last", "top", "bottom", "best", "worst", "highest", "lowest", "largest", "smallest", "extreme"];

/// Whether a difference, said by a sentence that names no row, is of other rows than the two that the one before names: `North has
/// 12, South 9. The gap is 3`.
pub(super) fn is_of_unsaid_rows(
    scene: &Scene<'_>,
    candidate: &Candidate,
    of: &Source,
    [one, other]: [Place; 2],
) -> bool {
    let (Some(naming), Some(recent)) = (scene.naming.get(candidate.source), scene.recent.get(candidate.source)) else {
        return false;
    };
    let mut before: Vec<&RowName> = recent.iter().collect();
    before.dedup_by_key(|name| name.range.start);
    let [first, second] = before.as_slice() else { return false };
    let is_row = |name: &RowName| name.rows.len() == 1 && of.is_key_alone(name.column);
    let is_said = |place: Place| first.rows.contains(&place.row) || second.rows.contains(&place.row);
    candidate.step == Step::Difference
        && naming.rows.is_empty()
        && one.row != other.row
        && scene.passage.cells.is_empty()
        && is_row(first)
        && is_row(second)
        && first.rows != second.rows
        && scene.says_stem(&BETWEEN_TWO)
        && !scene.says_stem(&ENDS)
        && !(is_said(one) && is_said(other))
}

/// Whether a sentence names just two rows and holds them against each other, `the gap between A and B`, `Garden is 19 above Toys`,
/// and a step is over others.
pub(super) fn is_of_other_rows(
    scene: &Scene<'_>,
    mention: &Mention,
    candidate: &Candidate,
    of: &Source,
    [one, other]: [Place; 2],
) -> bool {
    let Some(naming) = scene.naming.get(candidate.source) else { return false };
    let is_step = matches!(candidate.step, Step::Change | Step::Difference);
    if !is_step
        || one.column != other.column
        || one.row == other.row
        || of.is_dated()
        || !scene.passage.cells.is_empty()
    {
        return false;
    }
    let sentence = scene.sentence(mention);
    let is_inside = |range: &Range<usize>| sentence.start <= range.start && range.end <= sentence.end;
    let mut named: Vec<&RowName> = naming.rows.iter().filter(|name| is_inside(&name.range)).collect();
    named.dedup_by_key(|name| name.range.start);
    let [first, second] = named.as_slice() else { return false };
    let is_row = |name: &RowName| name.rows.len() == 1 && of.is_key_alone(name.column);
    let before = scene.text.get(sentence.start..first.range.start).unwrap_or_default().trim_end().to_lowercase();
    let is_between = before.ends_with("between") || before.ends_with("zwischen");
    let link = |start: usize, end: usize| scene.text.get(start..end).map(|link| link.trim().to_lowercase());
    let is_pair =
        is_between && link(first.range.end, second.range.start).is_some_and(|link| AND.contains(&link.as_str()));
    let is_held = first.range.end <= mention.range.start
        && link(mention.range.end, second.range.start).is_some_and(|link| HELD.contains(&link.as_str()));
    let is_said = |place: Place| first.rows.contains(&place.row) || second.rows.contains(&place.row);
    is_row(first) && is_row(second) && (is_pair || is_held) && !(is_said(one) && is_said(other))
}
