//! What the words of an extreme rule out of a row that is named: `Longrigg had the largest loss, 4,071.7` where others lost more.
//!
//! Uses the scene and sources of this room. Only where the extreme is one of the column that the number is of.

use super::super::column::Column;
use super::super::mention::{Form, Mention};
use super::super::naming::{Naming, RowName};
use super::super::scene::{Scene, is_figure};
use super::super::source::{Place, Source};
use super::super::words::Word;
use super::extremes::BEST;

/// Words that make an extreme one of some, or the next one, as stems.
const NOT_FIRST: [&str; 20] = [
    "second",
    "third",
    "fourth",
    "next",
    "among",
    "other",
    "than",
    "but",
    "after",
    "besides",
    "except",
    "again",
    "before",
    "excluding",
    "without",
    "one",
    "two",
    "three",
    "share",
    "runner",
];
/// Words that lead from an extreme to its figure, as stems.
const LINKS: [&str; 23] = [
    "at", "with", "in", "is", "was", "were", "are", "for", "on", "of", "by", "the", "and", "mit", "bei", "im", "am",
    "ist", "war", "a", "an", "about", "just",
];
/// Words that say how a figure was taken, between an extreme and what it is one of: families.
const TAKEN: [&str; 5] = ["average", "median", "total", "share", "count"];
/// Superlatives that name no largest value elsewhere, as stems, with whether they are of the largest.
const FURTHER: [(&str, bool); 2] = [("meisten", true), ("wenigsten", false)];

/// Whether a cell of a row that is named is said to be the largest or the smallest of its column, and is not.
pub(super) fn is_not_the_end(scene: &Scene<'_>, mention: &Mention, source: usize, of: &Source, place: Place) -> bool {
    let (Some(own), Some(naming)) = (of.columns.get(place.column), scene.naming.get(source)) else { return false };
    let measured = !own.is_label && !of.is_key(own.index);
    let known = !(of.is_limited || of.is_cut()) && of.rows.len() > 1 && scene.passage.cells.is_empty();
    if !known || !measured || scene.mentions.iter().any(|other| other.form == Form::Ordinal) {
        return false;
    }
    let Some(((least, most), value)) = own.ends.zip(of.number(place)) else { return false };
    let names = || naming.rows.iter().filter(|name| of.is_key_alone(name.column));
    if names().count() != naming.rows.len() || !names().any(|name| name.rows == [place.row]) {
        return false;
    }
    let Some(is_largest) = said(scene, mention, naming, of, own) else { return false };
    if is_largest { value < most } else { value > least }
}

/// What a ratio of two columns is called, as stems.
const RATES: [&str; 11] =
    ["rate", "share", "ratio", "percentage", "proportion", "quote", "anteil", "taux", "part", "tasa", "cuota"];

/// Whether the ratio of two cells of the only row that is named is said to be the best or an end, `the best rate is Ada's with
/// 88.5 %`, and is neither the largest nor the smallest of all rows, or is none of one row.
pub(super) fn is_not_the_best_ratio(
    scene: &Scene<'_>,
    mention: &Mention,
    source: usize,
    of: &Source,
    [one, other]: [Place; 2],
) -> bool {
    let Some(naming) = scene.naming.get(source) else { return false };
    let known = !(of.is_limited || of.is_cut()) && of.rows.len() > 2 && scene.passage.cells.is_empty();
    let sentence = scene.sentence(mention);
    let inside = |range: &std::ops::Range<usize>| sentence.start <= range.start && range.end <= sentence.end;
    let mut names = naming.rows.iter().filter(|name| inside(&name.range)).peekable();
    let is_named = names.peek().is_some()
        && names.all(|name| {
            (name.rows == [one.row] || name.rows == [other.row])
                && of.is_key_alone(name.column)
                && name.range.end <= mention.range.start
        });
    let words: Vec<&Word> = scene.passage.words.iter().filter(|word| inside(&word.range)).collect();
    let is_end =
        |word: &Word| matches!(word.family.as_str(), "maximum" | "minimum") || BEST.contains(&word.stem.as_str());
    let at = words.iter().position(|word| is_end(word) && word.range.end <= mention.range.start);
    let has_article = at
        .and_then(|at| words.get(at.checked_sub(1)?))
        .is_some_and(|word| matches!(word.stem.as_str(), "the" | "die" | "der" | "das"));
    let other_word = words.iter().any(|word| NOT_FIRST.contains(&word.stem.as_str()));
    let told = at.and_then(|at| words.get(at)).is_some_and(|word| {
        let mut between =
            scene.mentions.iter().filter(|other| is_figure(other) && other.range.end <= mention.range.start);
        between.all(|other| other.range.end <= word.range.start)
    });
    // `Ada, with the largest backlog, closed 87.1 %` is no end of that.
    let of_rates = at.is_some_and(|at| {
        let between = words.iter().skip(at).take_while(|word| word.range.end <= mention.range.start);
        between.into_iter().any(|word| RATES.contains(&word.stem.as_str()))
    });
    if !(known && is_named && has_article && told && of_rates) || other_word {
        return false;
    }
    if one.row != other.row {
        return true;
    }
    let ratio = |row: usize| {
        let of_row = |column: usize| of.number(Place { column, row });
        Some(of_row(one.column)? / of_row(other.column)?).filter(|ratio| ratio.is_finite())
    };
    let Some(own) = ratio(one.row) else { return false };
    let all = || (0..of.rows.len()).filter_map(ratio);
    all().any(|ratio| ratio > own) && all().any(|ratio| ratio < own)
}

/// Which end of a column the sentence says that the number is.
fn said(scene: &Scene<'_>, mention: &Mention, naming: &Naming, of: &Source, own: &Column) -> Option<bool> {
    let sentence = scene.sentence(mention);
    let figures = scene.mentions.iter().filter(|other| is_figure(other) && other.range.end <= mention.range.start);
    let start = figures.map(|other| other.range.end).max().unwrap_or(0).max(sentence.start);
    let inside = |word: &&Word| start <= word.range.start && word.range.end <= mention.range.start;
    let words: Vec<&Word> = scene.passage.words.iter().filter(inside).collect();
    let end = |word: &Word| match word.family.as_str() {
        "maximum" if !word.stem.starts_with("peak") && word.stem != "max" => Some(true),
        "minimum" if word.stem != "min" => Some(false),
        _ => FURTHER.iter().find(|(stem, _)| *stem == word.stem).map(|(_, largest)| *largest),
    };
    let is_bound =
        |at: usize| at > 0 && words.get(at - 1).is_some_and(|word| matches!(word.stem.as_str(), "at" | "am"));
    let mut ends =
        words.iter().enumerate().filter(|(at, _)| !is_bound(*at)).filter_map(|(at, word)| Some((at, end(word)?)));
    let (at, is_largest) = ends.next_back()?;
    // `the warmest month reached 16.9` of a column of the warmest months
    if words.get(at).is_some_and(|word| own.is_named_by(&word.family)) {
        return None;
    }
    // `the highest of one and the lowest of the other`
    if ends.next().is_some() && !words.iter().take(at).any(|word| word.stem == "and") {
        return None;
    }
    let whole =
        scene.passage.words.iter().filter(|word| sentence.start <= word.range.start && word.range.end <= sentence.end);
    if whole.into_iter().any(|word| NOT_FIRST.contains(&word.stem.as_str())) {
        return None;
    }
    let behind = words.get(at + 1..)?;
    let is_own = |word: &Word| own.is_named_by(&word.family);
    let is_other = |word: &Word| {
        let others = of.columns.iter().filter(|other| other.index != own.index);
        !is_own(word)
            && !TAKEN.contains(&word.family.as_str())
            && others.into_iter().any(|other| other.is_named_by(&word.family))
    };
    let text = scene.text.get(words.get(at)?.range.end..mention.range.start)?;
    if text.contains([';', ':', '(', '\n']) || behind.iter().any(|word| is_other(word)) {
        return None;
    }
    // `the lowest mean of the days from Monday to Saturday`, `the biggest event gift`
    let next = words.get(at)?.range.end;
    let named = |name: &RowName| {
        let lead = scene.text.get(..name.range.start).unwrap_or_default().trim_end().trim_end_matches(" the");
        let is_inside = name.range.start >= start && name.range.end <= mention.range.start;
        is_inside && (lead.ends_with(" of") || name.range.start == next + 1)
    };
    if naming.rows.iter().any(named) {
        return None;
    }
    let mut noun = behind.iter().skip_while(|word| TAKEN.contains(&word.family.as_str()));
    let told = noun.next().is_some_and(|word| is_own(word)) || behind.iter().take(3).any(|word| is_own(word));
    // `the least at 9.91` may be the least of anything.
    let plain = words.get(at).is_some_and(|word| !matches!(word.stem.as_str(), "least" | "most" | "fewest"));
    let linked = plain && behind.iter().all(|word| LINKS.contains(&word.stem.as_str()));
    let before = || words.iter().take(at).any(|word| is_own(word));
    (told || linked && (before() || is_alone(of, own))).then_some(is_largest)
}

/// Whether a column is the only one of figures in its unit.
fn is_alone(of: &Source, own: &Column) -> bool {
    let mut others =
        of.columns.iter().filter(|other| other.index != own.index && !other.is_label && !of.is_key(other.index));
    others.all(|other| other.unit != own.unit || other.measure.is_relative() != own.measure.is_relative())
}
