//! Bounds that all rows are said to keep: `every month cost at least 800`, `none reached 7.4`. A round one is no figure of the
//! data, as the sentence sets it itself; but where a row breaks it, it is wrong.
//!
//! Uses the scene, candidates and sources of this room.

use super::candidate::Candidate;
use super::column::{Column, Measure};
use super::contrary::sentence;
use super::mention::{Mention, Reading};
use super::naming::RowName;
use super::scene::{Cited, Scene};
use super::source::{Place, Source};
use super::threshold::{compares, is_over};

/// Words that speak of all rows, as stems.
const ALL: [&str; 11] = ["all", "every", "each", "alle", "jede", "jeder", "jedes", "jeden", "jedem", "always", "immer"];
/// Words that deny something of all rows, as stems.
const NONE: [&str; 9] = ["none", "no", "never", "kein", "keine", "keiner", "keinem", "nie", "niemals"];
/// Of these, those that may stand behind what they speak of.
const ADVERBS: [&str; 5] = ["always", "immer", "never", "nie", "niemals"];
/// Words before those that begin with what they speak of.
const LEADS: [&str; 12] =
    ["and", "although", "though", "with", "so", "that", "in", "und", "wobei", "where", "as", "since"];
/// Words that leave some rows out, or say it of some only, as stems.
const SOME: [&str; 22] = [
    "but",
    "except",
    "other",
    "others",
    "remaining",
    "rest",
    "almost",
    "nearly",
    "not",
    "nicht",
    "fast",
    "außer",
    "most",
    "average",
    "together",
    "combined",
    "if",
    "them",
    "which",
    "these",
    "those",
    "davon",
];
/// Words between what speaks of all and its bound at most.
const WORDS: usize = 8;
/// Words behind a bound that may leave some out.
const BEHIND: usize = 6;

/// The cell that breaks a bound which all rows are said to keep; none where the words may be read otherwise. `rested` are the
/// cells that the other numbers of the passage rest on.
#[must_use]
pub fn broken(scene: &Scene<'_>, bound: &Mention, rested: &[(usize, Place)]) -> Option<Candidate> {
    let is_lower = is_lower(scene, bound)?;
    let reading = *bound.readings.first()?;
    let clause = scene.clause(bound);
    let mut found = Vec::new();
    for (source, of, column) in meant(scene, bound, rested, is_lower) {
        let factor = scene.factor(bound, column)?;
        let told = scene.naming.get(source).map_or(&[][..], |naming| naming.rows.as_slice());
        let told: Vec<&RowName> = told
            .iter()
            .filter(|name| clause.start <= name.range.start && name.range.end <= bound.range.start)
            .collect();
        found.push(past((source, of), column, &told, reading, (factor, is_lower))?);
    }
    found.into_iter().next()
}

/// Whether all rows are said to be at or above a number, or at or below it.
fn is_lower(scene: &Scene<'_>, bound: &Mention) -> Option<bool> {
    let lead =
        scene.text.get(scene.passage.range.start..bound.range.start)?.trim_end_matches(['$', '€', '£', '~', '*']);
    if !compares(lead) || !scene.passage.cells.is_empty() {
        return None;
    }
    let clause = scene.clause(bound);
    let figures = scene.mentions.iter().map(|other| other.range.end).filter(|end| *end <= bound.range.start);
    let start = figures.max().unwrap_or(0).max(clause.start);
    let inside = |from: usize, to: usize| {
        scene.passage.words.iter().filter(move |word| from <= word.range.start && word.range.end <= to)
    };
    let before: Vec<&str> = inside(start, bound.range.start).map(|word| word.stem.as_str()).collect();
    let at = before.iter().rposition(|word| ALL.contains(word) || NONE.contains(word))?;
    let behind = inside(bound.range.end, sentence(scene, bound).end).take(BEHIND).map(|word| word.stem.as_str());
    // `the six others are all below 15 %`, `none of which exceeds 3 %` speak of some.
    let adverb = ADVERBS.contains(before.get(at)?);
    let begins = adverb || before.get(..at)?.iter().all(|word| LEADS.contains(word));
    let leaves = !begins || before.iter().copied().chain(behind).any(|word| SOME.contains(&word));
    // `no less than 5 of the 20` is no bound of a row.
    let is_far = before.len() - at > WORDS || before.len() == at + 1;
    let denied = NONE.contains(before.get(at)?);
    (!leaves && !is_far).then_some(is_over(lead)? != denied)
}

/// The columns of figures that a bound may be one of: those that the sentence names, else those of the number before it, else
/// the only one.
fn meant<'b>(
    scene: &'b Scene<'_>,
    bound: &Mention,
    rested: &[(usize, Place)],
    is_lower: bool,
) -> Vec<(usize, &'b Source, &'b Column)> {
    let sentence = sentence(scene, bound);
    let known = |of: &Source| {
        let whole = !(of.is_file || of.is_cut() || of.is_limited);
        whole && of.rows.len() > 1 && scene.cited(bound, of) > Cited::Other
    };
    let all: Vec<(usize, &Source, &Column)> = scene
        .sources
        .iter()
        .enumerate()
        .filter(|(_, of)| known(of))
        .flat_map(|(source, of)| of.columns.iter().map(move |column| (source, of, column)))
        .filter(|(_, of, column)| {
            column.measure != Measure::None && !column.is_label && !of.is_key(column.index) && column.has_numbers()
        })
        .filter(|(_, _, column)| scene.factor(bound, column).is_some())
        .collect();
    let score = |(source, _, column): &(usize, &Source, &Column)| {
        scene.naming.get(*source).map_or(0.0, |naming| naming.score(column.index, &sentence))
    };
    let most = all.iter().map(score).fold(0.0, f64::max);
    let before = rested.last();
    let mut meant: Vec<(usize, &Source, &Column)> = if most > 0.0 {
        all.iter().copied().filter(|one| score(one) >= most).collect()
    } else if let Some((source, place)) = before {
        all.iter().copied().filter(|(own, _, column)| own == source && column.index == place.column).collect()
    } else {
        all.iter().copied().filter(|_| all.len() == 1).collect()
    };
    // Of a minimum and a mean it is the minimum that is not below something.
    let end = if is_lower { "minimum" } else { "maximum" };
    if meant.iter().any(|(_, _, column)| column.is_named_by(end)) {
        meant.retain(|(_, _, column)| column.is_named_by(end));
    }
    meant
}

/// The cell that is farthest past a bound, of the rows that are named.
fn past(
    (source, of): (usize, &Source),
    column: &Column,
    told: &[&RowName],
    reading: Reading,
    (factor, is_lower): (f64, bool),
) -> Option<Candidate> {
    let is_meant = |row: usize| {
        let by = |name: &&&RowName| told.iter().any(|other| other.column == name.column && other.rows.contains(&row));
        told.iter().all(|name| by(&name))
    };
    let slack = reading.value.abs() * 1e-9;
    let by = |value: f64| if is_lower { reading.value - value * factor } else { value * factor - reading.value };
    let rows = (0..of.rows.len()).filter(|row| is_meant(*row));
    let cells = rows.filter_map(|row| {
        let place = Place { column: column.index, row };
        of.number(place).map(|value| (place, value)).filter(|(_, value)| by(*value) > slack)
    });
    let (place, value) = cells.max_by(|one, other| by(one.1).total_cmp(&by(other.1)))?;
    Some(Candidate::of_cell(source, place, value, reading, None))
}
