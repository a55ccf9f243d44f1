//! What the words of an extreme rule out: that `the highest revenue` is none of the highest, that `at most 17` is no largest.
//!
//! Uses the scene, candidates and sources of this room. Only where the result is known as a whole, and no other row is named.

use super::super::column::{Column, Measure};
use super::super::directions::{FELL, ROSE};
use super::super::mention::{Form, Hedge, Mention};
use super::super::scene::{Cited, Scene, is_figure};
use super::super::source::{Place, Source};
use super::super::words::Word;
use std::ops::Range;

/// Words that make an extreme one of some, or the next one, as stems.
const NOT_FIRST: [&str; 28] = [
    "weekday",
    "full",
    "complete",
    "whole",
    "second",
    "third",
    "next",
    "among",
    "other",
    "than",
    "but",
    "after",
    "besides",
    "except",
    "again",
    "so",
    "before",
    "then",
    "initially",
    "early",
    "until",
    "excluding",
    "without",
    "one",
    "share",
    "most",
    "some",
    "locally",
];
/// Words of the best, whichever figure is so, as stems.
pub(super) const BEST: [&str; 16] = [
    "best",
    "worst",
    "top",
    "strongest",
    "weakest",
    "priciest",
    "costliest",
    "cheapest",
    "dearest",
    "busiest",
    "quietest",
    "richest",
    "poorest",
    "beste",
    "schwächste",
    "stärkste",
];
/// What leads from the best to the name of its row.
const IS: [&str; 16] = [
    "was", "is", "were", "came in", "comes in", "was in", "is in", "fell in", "falls on", "in", "war", "ist", "im",
    "war im", "liegt im", "lag im",
];
/// What sets a bound that some row reaches.
const BOUNDS: [(&str, bool); 8] = [
    ("at most", true),
    ("no more than", true),
    ("not more than", true),
    ("never more than", true),
    ("at least", false),
    ("no less than", false),
    ("no fewer than", false),
    ("never less than", false),
];

/// Which end of a column is said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Largest,
    Smallest,
    Either,
}

/// Whether a cell is said to be the largest or the smallest of its column, and is not.
pub(super) fn is_no_extreme(scene: &Scene<'_>, mention: &Mention, source: usize, of: &Source, place: Place) -> bool {
    let ranked = scene.mentions.iter().any(|other| other.form == Form::Ordinal);
    if of.is_limited || of.rows.len() < 2 || ranked || !scene.passage.cells.is_empty() {
        return false;
    }
    if !of.is_cut() && is_not_the_best(scene, mention, source, of, place.row) {
        return true;
    }
    let Some(own) = of.columns.get(place.column).filter(|own| !own.is_label && !of.is_key(own.index)) else {
        return false;
    };
    let Some(((least, most), value)) = own.ends.zip(of.number(place)) else { return false };
    let end = superlative(scene, mention, source, of, place)
        .or_else(|| peak(scene, mention, source, of, place))
        .or_else(|| bound(scene, mention, source));
    end.is_some_and(|end| match end {
        End::Largest => value < most,
        End::Smallest => value > least,
        End::Either => !is_at_an_end(of, place.row),
    })
}

/// Whether a period is said to be the best or the worst, `revenue peaked in 2023`, and is at no end of any figure of the cited
/// results that have it.
pub fn is_no_peak(scene: &Scene<'_>, mention: &Mention) -> bool {
    let mut ends = scene.sources.iter().zip(&scene.naming).enumerate().filter_map(|(source, (of, naming))| {
        let is_whole = !(of.is_file || of.is_cut() || of.is_limited) && scene.cited(mention, of) > Cited::Other;
        let name = naming.rows.iter().find(|name| name.range == mention.range)?;
        let row = name.rows.first().filter(|_| is_whole && of.rows.len() > 1 && scene.passage.cells.is_empty())?;
        Some(!is_not_the_best(scene, mention, source, of, *row))
    });
    ends.next().is_some_and(|is_end| !is_end) && !ends.any(|is_end| is_end)
}

/// Columns of figures of a result.
fn figures(of: &Source) -> impl Iterator<Item = &Column> {
    of.columns.iter().filter(|own| !own.is_label && !of.is_key(own.index) && own.measure != Measure::None)
}

/// Whether a row holds the largest or the smallest of any figure.
fn is_at_an_end(of: &Source, row: usize) -> bool {
    figures(of).any(|own| {
        let value = own.numbers.get(row).copied().flatten();
        own.ends.zip(value).is_some_and(|((least, most), value)| value <= least || value >= most)
    })
}

/// Whether the only row that a sentence names is said to be the best, `the weakest year was 2006`, `revenue peaked in 2023`, and it
/// is at no end of what the sentence names.
fn is_not_the_best(scene: &Scene<'_>, mention: &Mention, source: usize, of: &Source, row: usize) -> bool {
    let Some(naming) = scene.naming.get(source) else { return false };
    let mut sentence = scene.sentence(mention);
    // `hiring peaked in 2017 with 22, compared with only 6 in 2024`
    let clause = scene.text.get(sentence.clone()).unwrap_or_default();
    sentence.end = clause.find([',', ';', '(']).map_or(sentence.end, |end| sentence.start + end).max(mention.range.end);
    let is_inside = |range: &Range<usize>| sentence.start <= range.start && range.end <= sentence.end;
    let mut names = naming.rows.iter().filter(|name| is_inside(&name.range));
    let Some(first) = names.next().filter(|name| name.rows == [row]) else { return false };
    let words: Vec<&Word> = scene.passage.words.iter().filter(|word| is_inside(&word.range)).collect();
    // `The strongest growth came in Q2` is of no figure.
    let moves = |word: &str| ROSE.contains(&word) || FELL.contains(&word);
    let other = words.iter().any(|word| NOT_FIRST.contains(&word.stem.as_str()) || moves(&word.stem));
    if other || !names.all(|name| name.rows == first.rows) || !of.is_key_alone(first.column) {
        return false;
    }
    let lead = scene.text.get(sentence.start..first.range.start).unwrap_or_default();
    if lead.contains([',', ';', ':', '(', '–', '—']) || !IS.iter().any(|link| ends_with_word(lead, link)) {
        return false;
    }
    let says = |word: &&&Word| {
        let is_best = BEST.contains(&word.stem.as_str()) || matches!(word.stem.as_str(), "bottomed" | "troughed");
        is_best || is_end(&word.family)
    };
    let said: Vec<&&Word> = words.iter().filter(|word| word.range.end <= first.range.start).filter(says).collect();
    let [said] = said.as_slice() else { return false };
    // `The smallest is cod` is so in what the sentence before speaks of.
    let has_noun = words.iter().any(|word| word.range.start >= said.range.end && word.range.end <= first.range.start);
    let is_verb = said.stem.ends_with("ed");
    (has_noun || is_verb) && figures(of).next().is_some() && !is_at_an_end(of, row)
}

/// Whether a text ends with whole words.
fn ends_with_word(text: &str, words: &str) -> bool {
    let text = text.trim_end().trim_end_matches(['*', '_']).trim_end();
    text.strip_suffix(words).is_some_and(|rest| rest.ends_with(' '))
}

/// The words before a number, nearest first, up to a mark, but for one right before it, or another figure.
fn leading<'b>(scene: &'b Scene<'_>, mention: &Mention) -> Vec<&'b Word> {
    let text = scene.text.get(scene.passage.range.start..mention.range.start).unwrap_or_default();
    // `the highest score, 82.07`
    let text = text.trim_end_matches([',', ':', '(', ' ', '*', '_', '$', '€', '£']);
    let mark = text.rfind([',', ';', ':', '(', ')', '.', '\n', '–', '—']).map_or(0, |at| at + 1);
    let figures = scene.mentions.iter().filter(|other| is_figure(other) && other.range.end <= mention.range.start);
    let start = figures.map(|other| other.range.end).max().unwrap_or(0).max(scene.passage.range.start + mark);
    let words = scene.passage.words.iter().rev();
    words.filter(|word| start <= word.range.start && word.range.end <= mention.range.start).collect()
}

/// The end that a superlative right before the number says, where no row is named: `the highest revenue is`.
fn superlative(scene: &Scene<'_>, mention: &Mention, source: usize, of: &Source, place: Place) -> Option<End> {
    let own = of.columns.get(place.column)?;
    let words = leading(scene, mention);
    let says = |word: &Word| match word.family.as_str() {
        "maximum" if !word.stem.starts_with("peak") => Some(End::Largest),
        "minimum" => Some(End::Smallest),
        _ => BEST.contains(&word.stem.as_str()).then_some(End::Either),
    };
    let at = words.iter().position(|word| says(word).is_some())?;
    let (inside, lead) = (words.get(..at)?, words.get(at + 1..)?);
    let end = says(words.get(at)?)?;
    let named = inside.iter().any(|word| own.is_named_by(&word.family) && !is_end(&word.family));
    let measured = of.columns.iter().filter(|own| !own.is_label && !of.is_key(own.index)).count();
    let other = inside.iter().chain(lead.iter().take(2)).any(|word| NOT_FIRST.contains(&word.stem.as_str()));
    let has_no_name = scene.naming.get(source)?.rows.is_empty();
    let has_article =
        lead.first().is_some_and(|word| matches!(word.stem.as_str(), "the" | "its" | "a" | "der" | "die" | "das"));
    // The best in one figure may not be so in another.
    let end = if measured > 1 && !named { End::Either } else { end };
    // A column of maxima is told by the same word.
    let is_own = own.is_named_by("maximum") || own.is_named_by("minimum");
    (has_no_name && has_article && !other && !is_own).then_some(end)
}

fn is_end(family: &str) -> bool {
    matches!(family, "maximum" | "minimum")
}

/// The end that a peak says, where one row is named: `revenue peaked in 2023 at`.
fn peak(scene: &Scene<'_>, mention: &Mention, source: usize, of: &Source, place: Place) -> Option<End> {
    let own = of.columns.get(place.column)?;
    let words = leading(scene, mention);
    let at = words.iter().position(|word| matches!(word.stem.as_str(), "peaked" | "bottomed"))?;
    let names = &scene.naming.get(source)?.rows;
    let first = names.first()?;
    let alone = names.iter().all(|name| name.rows.contains(&place.row)) && of.is_key_alone(first.column);
    let is_measured = words.get(at + 1..)?.iter().any(|word| own.is_named_by(&word.family));
    // But for the `third` of `the third quarter`.
    let is_name =
        |word: &Word| names.iter().any(|name| name.range.start <= word.range.start && word.range.end <= name.range.end);
    let other = scene.passage.words.iter().any(|word| NOT_FIRST.contains(&word.stem.as_str()) && !is_name(word));
    // A row of years has its peak among them.
    let beside = of.columns.iter().filter(|other| own.year.is_some() && other.year.is_some());
    let beside: Vec<f64> =
        beside.filter_map(|other| of.number(Place { column: other.index, row: place.row })).collect();
    let value = of.number(place)?;
    let is_end = beside.iter().all(|other| *other <= value) || beside.iter().all(|other| *other >= value);
    if beside.len() > 1 && is_end {
        return None;
    }
    let end = if words.get(at)?.stem == "bottomed" { End::Smallest } else { End::Largest };
    (alone && is_measured && !other).then_some(end)
}

/// The end that a bound says which no row passes, where none is named: `at most 17 people were hired in a year`.
fn bound(scene: &Scene<'_>, mention: &Mention, source: usize) -> Option<End> {
    let before = scene.text.get(scene.passage.range.start..mention.range.start).unwrap_or_default();
    let lower = before.trim_end_matches(['*', '_', '$', '€', '£', ' ']).to_lowercase();
    let (_, most) = BOUNDS.iter().find(|(words, _)| lower.ends_with(words)).copied().unwrap_or(("", false));
    let denied = mention.hedge == Hedge::NoneOver;
    let end = if denied || most { End::Largest } else { End::Smallest };
    let said = denied || BOUNDS.iter().any(|(words, _)| lower.ends_with(words));
    (said && scene.naming.get(source)?.rows.is_empty()).then_some(end)
}
