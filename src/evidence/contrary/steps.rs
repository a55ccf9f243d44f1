//! What the words beside a number rule out of steps: rows that are not those named, columns that are not alike.
//!
//! Uses the scene, candidates and sources of this room.

use super::super::candidate::Candidate;
use super::super::column::Column;
use super::super::mention::{Form, Mention};
use super::super::naming::RowName;
use super::super::scene::{Cited, Scene};
use super::super::source::{Place, Source};
use super::super::words::family;
use crate::event::Step;

/// What is said of the rows that are shown.
const SHOWN: [&str; 11] = [
    "of the top",
    "of the listed",
    "of the ten",
    "of the five",
    "of these",
    "of those",
    "of them",
    "shown",
    "listed",
    "of their total",
    "of the list",
];
/// What stands between names whose figures are added up.
const LINKS: [&str; 6] = [",", "and", "or", "&", ", and", "und"];

/// Bytes at most between a number and the name that it is set against: `1.6 times that of 2019`.
const AGAINST_BYTES: usize = 24;

/// Whether a share would be one of the rows that a statement's limit left, where nothing is said of those.
pub(super) fn is_of_more(scene: &Scene<'_>, of: &Source) -> bool {
    let said = scene.text.get(scene.passage.range.clone()).unwrap_or_default().to_lowercase();
    of.is_limited && !SHOWN.iter().any(|words| said.contains(words))
}

/// Whether a ratio is of columns that are not set against each other: a rate over a count; or, where it says how many times as
/// much one row has as another, of two columns of one row that are not both named.
pub(super) fn is_of_unlike(
    scene: &Scene<'_>,
    mention: &Mention,
    candidate: &Candidate,
    part: Place,
    whole: Place,
) -> bool {
    let Some(of) = scene.sources.get(candidate.source) else { return false };
    let (Some(one), Some(other)) = (of.columns.get(part.column), of.columns.get(whole.column)) else { return false };
    if part.column == whole.column {
        return false;
    }
    let relative = one.measure.is_relative() != other.measure.is_relative();
    let named = |place: Place| {
        scene.naming.get(candidate.source).is_some_and(|naming| naming.score(place.column, &scene.passage.range) > 0.0)
    };
    let rows = || scene.naming.get(candidate.source).into_iter().flat_map(|naming| &naming.rows);
    let held = rows().any(|name| rows().any(|other| other.column == name.column && other.rows != name.rows));
    mention.form == Form::Percent && relative
        || mention.form == Form::Multiple && part.row == whole.row && held && !(named(part) && named(whole))
}

/// Whether a coarse fraction in words would be of rows none of which is named, where others are.
pub(super) fn is_of_others(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let written = scene.text.get(mention.range.clone()).unwrap_or_default();
    let in_words = mention.form == Form::Percent && written.starts_with(|first: char| first.is_alphabetic());
    let names = scene.naming.get(candidate.source).map_or(&[][..], |naming| naming.rows.as_slice());
    let is_told = |place: &Place| names.iter().any(|name| name.rows.contains(&place.row));
    in_words && !candidate.cells.is_empty() && !names.is_empty() && !candidate.cells.iter().any(is_told)
}

/// Whether two rows are held against each other, and neither is the one that stands right behind `than`, or behind `times`.
pub(super) fn is_against_another(
    scene: &Scene<'_>,
    mention: &Mention,
    source: usize,
    one: Place,
    other: Place,
) -> bool {
    if one.row == other.row || one.column != other.column {
        return false;
    }
    let Some(naming) = scene.naming.get(source) else { return false };
    let behind = |name: &&RowName| {
        let between = scene.text.get(mention.range.end..name.range.start);
        between.is_some_and(|between| between.len() <= AGAINST_BYTES && !between.contains(['.', ',', ';', '(', '[']))
    };
    let against = |name: &&RowName| {
        let before = scene.text.get(mention.range.end..name.range.start).unwrap_or_default().trim_end();
        let than = before.trim_end_matches(" the").trim_end_matches(" in").ends_with("than");
        than || mention.form == Form::Multiple
    };
    let mut names = naming.rows.iter().filter(behind).filter(against).peekable();
    let holds = |name: &RowName| name.rows.contains(&one.row) || name.rows.contains(&other.row);
    names.peek().is_some() && !names.any(holds)
}

/// Whether a sum of some rows would be the figure of the names that stand right behind it: `124 Chinstrap`, but `276 Adelie and
/// Gentoo`.
pub(super) fn is_of_a_name(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let Some(naming) = scene.naming.get(candidate.source) else { return false };
    let mut named: Vec<&RowName> = Vec::new();
    let mut end = mention.range.end;
    for name in naming.rows.iter().filter(|name| name.range.start >= mention.range.end) {
        let between = scene.text.get(end..name.range.start).unwrap_or("?").trim();
        let follows = named.last().is_some_and(|last| last.range.start == name.range.start);
        let linked = if named.is_empty() { between.is_empty() } else { LINKS.contains(&between) };
        if !follows && !linked {
            break;
        }
        named.push(name);
        end = name.range.end;
    }
    let is_told = |cell: &Place| named.iter().any(|name| name.rows.contains(&cell.row));
    candidate.step == Step::Sum
        && candidate.cells.len() > 1
        && !named.is_empty()
        && !candidate.cells.iter().all(is_told)
}

/// Whether the noun behind a number names a column of the result that is cited, and the cell is of one that is not and is called
/// otherwise: `829 departures [q1]` are no arrivals of another.
pub(super) fn is_of_uncited(scene: &Scene<'_>, mention: &Mention, of: &Source, column: usize) -> bool {
    if scene.cited(mention, of) > Cited::Other || scene.passage.citations.is_empty() {
        return false;
    }
    let Some(noun) = scene.behind(mention, 1).next().map(family) else { return false };
    let own = of.columns.get(column).is_some_and(|own| own.is_named_by(noun));
    let mut cited = scene.sources.iter().filter(|other| scene.cited(mention, other) >= Cited::Passage);
    !own && cited.any(|other| other.columns.iter().any(|column| !column.is_label && column.is_named_by(noun)))
}

/// Whether a number is said to be per something that another column is, and this one is not: `431 people per km²` is no
/// population where there is a `per_km2`.
pub(super) fn is_per(scene: &Scene<'_>, mention: &Mention, of: &Source, column: usize) -> bool {
    let behind: Vec<&str> = scene.behind(mention, 3).collect();
    let Some(at) = behind.iter().position(|word| *word == "per") else { return false };
    let Some(base) = scene.behind(mention, at + 2).nth(at + 1) else { return false };
    let base = base.replace('²', "2");
    let is_per = |name: &str| {
        let lower = name.to_lowercase();
        lower.split_once("per_").is_some_and(|(_, rest)| rest.starts_with(base.as_str()))
    };
    // An average may be one per something.
    let is_mean = |own: &Column| own.measure.is_relative() || own.is_named_by("average") || own.is_named_by("median");
    let own = of.columns.get(column).is_some_and(|own| is_per(&own.name) || is_mean(own));
    !own && of.columns.iter().any(|other| is_per(&other.name))
}
