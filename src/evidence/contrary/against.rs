//! What a sentence holds a period or a name against rules out: `compared with 2023 it grew by 864` of 2022 and 2024, `compared with
//! 2023 it rose to 2,624` of less than in 2023.
//!
//! Uses the scene and sources of this room.

use super::super::column::Column;
use super::super::mention::Mention;
use super::super::naming::RowName;
use super::super::scene::{Scene, is_figure};
use super::super::source::{Place, Source};
use super::super::timed::in_time;
use super::{LESS, MORE};

/// What leads to what all of a sentence is held against, at the beginning or behind a comma.
const AGAINST: [&str; 14] = [
    "compared with",
    "compared to",
    "in comparison with",
    "relative to",
    "versus",
    "against",
    "up on",
    "down on",
    "gegenüber",
    "verglichen mit",
    "im vergleich zu",
    "im vergleich mit",
    "par rapport à",
    "comparado con",
];
/// What may stand between.
const LINKS: [&str; 8] = [" in", " the", " dem jahr", " year", " bei", " im", " den", " those of"];
/// Characters before a name in which it is led to at most.
const LEAD_CHARACTERS: usize = 48;

/// The names of a result that the sentence is held against.
fn held<'b>(scene: &'b Scene<'_>, mention: &Mention, source: usize) -> Vec<&'b RowName> {
    let names = scene.naming.get(source).map_or(&[][..], |naming| naming.rows.as_slice());
    if names.is_empty() || !scene.passage.cells.is_empty() {
        return Vec::new();
    }
    let sentence = scene.sentence(mention);
    let is_held = |name: &&RowName| {
        let inside = sentence.start <= name.range.start && name.range.end <= sentence.end;
        let before = scene.text.get(sentence.start..name.range.start).unwrap_or_default();
        inside && is_led_by(before, &AGAINST)
    };
    names.iter().filter(is_held).collect()
}

/// What leads from a difference to where it began.
const FROM: [&str; 8] = ["from", "since", "over", "on", "versus", "vs", "gegenüber", "seit"];
/// Words between them at most, with the unit.
const FROM_WORDS: usize = 3;

/// The name from which a difference is said to be right behind it: `up 2,187 from July`.
fn behind<'b>(scene: &'b Scene<'_>, mention: &Mention, source: usize) -> Option<&'b RowName> {
    let names = scene.naming.get(source).map_or(&[][..], |naming| naming.rows.as_slice());
    let is_from = |name: &&RowName| {
        let between = scene.text.get(mention.range.end..name.range.start).unwrap_or("?");
        is_led_by(between, &FROM)
            && between.split_whitespace().count() <= FROM_WORDS
            && !between.contains([',', ';', '.', '(', ':'])
    };
    names.iter().filter(|name| name.range.start >= mention.range.end).find(is_from)
}

/// Whether a text ends with one of some words, but for what may stand between them and a name: `compared with the year`.
fn is_led_by(text: &str, words: &[&str]) -> bool {
    let start = text.char_indices().rev().nth(LEAD_CHARACTERS).map_or(0, |(at, _)| at);
    let lower = text.get(start..).unwrap_or_default().to_lowercase();
    let mut lead = lower.trim_end();
    while let Some(rest) = LINKS.iter().find_map(|link| lead.strip_suffix(link)) {
        lead = rest.trim_end();
    }
    words.iter().any(|words| lead.strip_suffix(words).is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', ','])))
}

/// Whether a step between two rows leaves out what the sentence is held against.
pub(super) fn is_of_another_base(
    scene: &Scene<'_>,
    mention: &Mention,
    source: usize,
    one: Place,
    other: Place,
) -> bool {
    if one.row == other.row || one.column != other.column {
        return false;
    }
    let mut held = held(scene, mention, source);
    held.extend(behind(scene, mention, source));
    let mut bases = held.iter().filter(|name| !(name.rows.contains(&one.row) && name.rows.contains(&other.row)));
    let holds = |name: &&&RowName| name.rows.contains(&one.row) || name.rows.contains(&other.row);
    bases.clone().next().is_some() && !bases.any(|name| holds(&name))
}

/// Whether a number is said to be by how much something rose or fell, `its stops went up by 45`, and two rows are of one time.
pub(super) fn is_of_one_time(scene: &Scene<'_>, mention: &Mention, of: &Source, [one, other]: [Place; 2]) -> bool {
    let same = |key: &Column| {
        let period = |place: Place| key.periods.get(place.row).copied().flatten();
        period(one).is_some() && period(one) == period(other)
    };
    // Two quarters of one year are of two times.
    let apart = in_time(of, one, other).is_some();
    !apart
        && one.row != other.row
        && scene.is_by(mention)
        && of.columns.iter().filter(|key| of.is_key(key.index)).any(same)
}

/// Words between a figure and what it is said to be more than at most.
const MORE_WORDS: usize = 4;

/// Whether a cell is said to be more than that of the name behind, `2,800 higher than in the evening`, and is less.
pub(super) fn is_less_than_said(
    scene: &Scene<'_>,
    mention: &Mention,
    (source, of): (usize, &Source),
    place: Place,
) -> bool {
    let Some(naming) = scene.naming.get(source).filter(|_| scene.passage.cells.is_empty()) else { return false };
    let words: Vec<&str> = scene.behind(mention, MORE_WORDS).collect();
    let Some(at) = words.iter().position(|word| matches!(*word, "than" | "als" | "que")) else { return false };
    let lead = words.get(..at).unwrap_or_default();
    // `won 16 games, one fewer than the champions`
    let than =
        scene.text.get(mention.range.end..).and_then(|behind| behind.find(words.get(at).copied().unwrap_or("?")));
    let reach = mention.range.end..mention.range.end + than.unwrap_or(0);
    if scene.mentions.iter().any(|other| is_figure(other) && reach.contains(&other.range.start)) {
        return false;
    }
    let (more, less) = (lead.iter().any(|word| MORE.contains(word)), lead.iter().any(|word| LESS.contains(word)));
    let behind = |name: &&RowName| {
        let between = scene.text.get(mention.range.end..name.range.start).unwrap_or("?");
        !between.contains([';', '.', '(', ':']) && is_led_by(between, &["than", "als", "que"])
    };
    let name = naming.rows.iter().filter(|name| name.range.start >= mention.range.end).find(behind);
    let row = name.filter(|name| of.is_key_alone(name.column)).and_then(|name| match name.rows.as_slice() {
        [row] if *row != place.row => Some(*row),
        _ => None,
    });
    let (Some(value), Some(base)) =
        (of.number(place), row.and_then(|row| of.number(Place { column: place.column, row })))
    else {
        return false;
    };
    more != less && (more && value < base || less && value > base)
}

/// Whether a cell is said to be what something rose or fell to, and it went the other way from the period that it is held against.
pub(super) fn went_the_other_way(
    scene: &Scene<'_>,
    mention: &Mention,
    (source, of): (usize, &Source),
    place: Place,
    rose: Option<bool>,
) -> bool {
    let Some(rose) = rose else { return false };
    let before = scene.lead_text(mention);
    if !(before.ends_with(" to") || before.ends_with(" auf")) {
        return false;
    }
    let Some(value) = of.number(place) else { return false };
    let is_period = |column: usize| of.columns.get(column).is_some_and(|own| own.periods.iter().any(Option::is_some));
    let keys: Vec<&Column> = of.columns.iter().filter(|own| of.is_key(own.index)).collect();
    let base = |name: &RowName| {
        let same = |row: &usize| {
            keys.iter().filter(|key| key.index != name.column).all(|key| {
                let cell = |row: usize| of.cell(Place { column: key.index, row });
                cell(*row) == cell(place.row)
            })
        };
        let mut rows = name.rows.iter().copied().filter(|row| *row != place.row && same(row));
        let row = rows.next().filter(|_| rows.next().is_none())?;
        of.number(Place { column: place.column, row })
    };
    let mut bases = held(scene, mention, source).into_iter().filter(|name| is_period(name.column)).filter_map(base);
    bases.next().is_some_and(|base| if rose { value < base } else { value > base })
}
