//! What a number is called, and what it is written in: `won 16 games` is no number of games played, `$12,257` are no clicks, a
//! goal difference of 21 is none of -21, `1,037 mm` are no number of rows.
//!
//! Uses the scene, candidates and sources of this room.

use super::super::candidate::{Candidate, is_read_so};
use super::super::column::{Column, Measure};
use super::super::directions::{DOWN, FELL};
use super::super::mention::{Form, Mention, Reading};
use super::super::scene::{Scene, is_money};
use super::super::source::{Place, Source};
use super::super::units::is_physical;
use super::super::words::{Word, family, stems};
use crate::event::Step;

/// Words between the name of a column and its figure, as stems.
const BETWEEN: [&str; 14] =
    ["of", "is", "was", "at", "a", "an", "just", "only", "about", "roughly", "nearly", "almost", "over", "has"];
/// Families of words that say how a figure was taken.
const TAKEN: [&str; 5] = ["average", "median", "maximum", "minimum", "total"];
/// Units that what is counted is never in.
const MEASURES: [&str; 11] = ["mm", "cm", "m", "km", "g", "kg", "t", "l", "kwh", "mwh", "gwh"];
/// Words of what is less than nothing, as stems, beside those of falling.
const NEGATIVE: [&str; 22] = [
    "minus",
    "negative",
    "loss",
    "lose",
    "lost",
    "losing",
    "deficit",
    "under",
    "early",
    "earlier",
    "correlation",
    "inverse",
    "apart",
    "difference",
    "gap",
    "before",
    "south",
    "west",
    "frost",
    "cold",
    "freezing",
    "net",
];

/// Whether a cell is of another column than the words call it, or is written as none of its column is.
pub(super) fn is_called_otherwise(
    scene: &Scene<'_>,
    mention: &Mention,
    of: &Source,
    place: Place,
    reading: Reading,
) -> bool {
    let Some(own) = of.columns.get(place.column) else { return false };
    is_of_another_name(scene, mention, of, own, reading)
        || is_no_money(scene, mention, of, own)
        || is_no_multiple(mention, own)
        || is_no_count(scene, mention, of, place)
        || is_of_other_sign(scene, mention, of, place)
}

/// Whether a count is written in a unit of measure, or as money.
pub(super) fn is_measured(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let counts = matches!(candidate.step, Step::Count | Step::RowCount | Step::Distinct);
    let unit = || scene.unit_behind(mention).is_some_and(|unit| MEASURES.contains(&unit));
    counts && mention.form == Form::Number && (is_money(scene.text, mention) || unit())
}

/// Whether the whole name of another column stands right before the number, `won 16`, `goal difference (+27)`, and that of its own
/// does not stand at it.
fn is_of_another_name(scene: &Scene<'_>, mention: &Mention, of: &Source, own: &Column, reading: Reading) -> bool {
    if !scene.passage.cells.is_empty() {
        return false;
    }
    let words = &scene.passage.words;
    let end = words.partition_point(|word| word.range.end <= mention.range.start);
    let before: Vec<&Word> =
        words.iter().take(end).rev().skip_while(|word| BETWEEN.contains(&word.stem.as_str())).take(4).collect();
    let Some(first) = before.first() else { return false };
    // `HR has 171`: a row may be called as a column is.
    let own_naming = scene.sources.iter().zip(&scene.naming).filter(|(source, _)| std::ptr::eq(*source, of));
    let mut rows = own_naming.flat_map(|(_, naming)| &naming.rows);
    if rows.any(|name| name.range.start <= first.range.start && first.range.end <= name.range.end) {
        return false;
    }
    let apart = scene.text.get(first.range.end..mention.range.start).unwrap_or(",");
    let written = scene.text.get(mention.range.clone()).unwrap_or_default();
    let is_open = apart.contains('(') && !written.starts_with(['+', '-', '−']);
    if is_open || apart.contains([',', ';', '.', '\n', '[', ')']) || apart.chars().any(|one| one.is_ascii_digit()) {
        return false;
    }
    let is_before = |column: &Column| {
        let name: Vec<String> = stems(&column.name).iter().map(|word| family(word).to_owned()).collect();
        let stands = name.iter().rev().zip(&before).filter(|(own, word)| **own == word.family).count();
        // `40 points: 11 wins`: the name is that of the figure before.
        let start = stands.checked_sub(1).and_then(|last| before.get(last)).map_or(0, |word| word.range.start);
        let is_of_figure = scene.mentions.iter().any(|other| other.range.end < start && start <= other.range.end + 2);
        (!name.is_empty() && stands == name.len() && !is_of_figure).then_some(stands)
    };
    let others = of.columns.iter().filter(|other| {
        other.index != own.index
            && other.measure != Measure::None
            && other.telling().iter().any(|word| !TAKEN.contains(&family(word)))
    });
    let may_be = |other: &&Column| {
        let whole = !other.is_without_decimals || reading.unit >= 1.0;
        whole && scene.factor(mention, other).is_some() && is_read_so(mention.form, reading, other)
    };
    // `Toronto has the highest median salary at 49,500; Lisbon the lowest at 35,800` of a column `lowest`
    let start = scene.sentence(mention).start;
    let is_said = |range: &std::ops::Range<usize>| start <= range.start && range.end <= first.range.start;
    let is_left_out = |other: &&Column| {
        let is_end = |family: &str| matches!(family, "maximum" | "minimum");
        let end = words.iter().zip(words.iter().skip(1)).zip(words.iter().skip(2));
        other.words.iter().all(|word| is_end(word))
            && is_end(&first.family)
            && end.into_iter().any(|((one, next), last)| {
                let names = own.is_named_by(&next.family) || own.is_named_by(&last.family);
                is_said(&one.range) && is_end(&one.family) && names
            })
    };
    let others = others.filter(|other| !is_left_out(other));
    let best = others.filter(may_be).filter_map(is_before).max();
    let named = own.words.iter().any(|word| before.iter().any(|other| other.family == *word));
    let behind = || scene.attached_behind(mention, 2).any(|word| own.is_named_by(family(word)));
    best.is_some() && !named && !behind()
}

/// Whether an amount of money is of a column that counts, where another is of money.
fn is_no_money(scene: &Scene<'_>, mention: &Mention, of: &Source, own: &Column) -> bool {
    const COUNTED: [&str; 27] = [
        "click",
        "impression",
        "order",
        "ticket",
        "visit",
        "user",
        "subscriber",
        "customer",
        "session",
        "booking",
        "listing",
        "trip",
        "ride",
        "member",
        "quantity",
        "item",
        "visitor",
        "patient",
        "guest",
        "passenger",
        "flight",
        "conversion",
        "day",
        "month",
        "bedroom",
        "room",
        "age",
    ];
    is_money(scene.text, mention)
        && own.is_without_decimals
        && !own.is_of_money()
        && (own.measure == Measure::None || own.words.iter().any(|word| COUNTED.contains(&word.as_str())))
        && of.columns.iter().any(|other| other.index != own.index && other.is_of_money())
}

/// Whether a multiple would be a cell of a column that counts or measures.
fn is_no_multiple(mention: &Mention, own: &Column) -> bool {
    let taken = ["average", "median"].iter().any(|word| own.is_named_by(word));
    let measures = own.unit.as_deref().is_some_and(|unit| is_physical(unit) || taken) || own.is_of_money();
    mention.form == Form::Multiple && measures
}

/// Whether a number counts some of the things named before, `74 of them`, and the cell is no whole number.
fn is_no_count(scene: &Scene<'_>, mention: &Mention, of: &Source, place: Place) -> bool {
    let behind: Vec<&str> = scene.attached_behind(mention, 2).collect();
    let counted = matches!(behind.as_slice(), ["of", "them" | "those" | "these" | "which"]);
    let plain = of.columns.get(place.column).is_some_and(|own| own.measure == Measure::Plain);
    mention.form == Form::Number && counted && plain && of.number(place).is_some_and(|value| value.fract() != 0.0)
}

/// Whether a figure is written without the minus that the cell has, and no word says that it is below nothing.
fn is_of_other_sign(scene: &Scene<'_>, mention: &Mention, of: &Source, place: Place) -> bool {
    let written = scene.text.get(mention.range.clone()).unwrap_or_default();
    let is_plain = written.starts_with(|first: char| first.is_ascii_digit()) && scene.passage.cells.is_empty();
    let Some(value) = of.number(place).filter(|value| *value < 0.0 && is_plain) else { return false };
    let says = |word: &Word| {
        let stem = word.stem.as_str();
        FELL.contains(&stem) || DOWN.contains(&stem) || NEGATIVE.iter().any(|own| stem.starts_with(own))
    };
    // The name of the column may say it, too.
    let named = of.columns.get(place.column).is_some_and(|own| {
        ["change", "variance", "difference", "growth"].iter().any(|word| own.is_named_by(word))
            && mention.form != Form::Number
    });
    let said = scene.passage.words.iter().any(says);
    value < 0.0 && !said && !named
}
