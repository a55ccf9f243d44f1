//! Bounds that all rows are said to keep: `every month cost at least 800`, `no day reached 7.4`. A round one is no figure of the
//! data, as the sentence sets it itself; but where a row breaks it, it is wrong.
//!
//! Uses the scene, candidates and sources of this room.

use super::candidate::Candidate;
use super::column::{Column, Measure};
use super::directions::{FELL, ROSE};
use super::mention::{Mention, Reading};
use super::naming::RowName;
use super::scene::{Cited, Scene};
use super::source::{Place, Source};
use super::threshold::is_over;

/// Words that speak of all rows, as stems.
const ALL: [&str; 8] = ["all", "every", "each", "alle", "jede", "jeder", "jeden", "jedem"];
/// Words that deny something of all rows, as stems.
const NONE: [&str; 6] = ["none", "no", "kein", "keine", "keiner", "keinem"];
/// Words before those that begin with what they speak of.
const LEADS: [&str; 12] =
    ["and", "although", "though", "with", "so", "that", "in", "und", "wobei", "where", "as", "since"];
/// Words that leave some rows out, anywhere in the sentence, as stems.
const EXCEPT: [&str; 12] = [
    "but",
    "except",
    "exception",
    "excluding",
    "excluded",
    "besides",
    "without",
    "apart",
    "aside",
    "außer",
    "abgesehen",
    "ausgenommen",
];
/// Words beside the bound that say it of some only.
const SOME: [&str; 31] = [
    "ausnahme",
    "only",
    "other",
    "remaining",
    "rest",
    "almost",
    "nearly",
    "not",
    "nicht",
    "fast",
    "most",
    "average",
    "mean",
    "median",
    "together",
    "combined",
    "if",
    "them",
    "which",
    "these",
    "those",
    "davon",
    "full",
    "complete",
    "whole",
    "top",
    "largest",
    "main",
    "major",
    "weekday",
    "first",
];
/// Words of changes, which are no figures of the column: `no region lost more than 300 customers`.
const CHANGES: [&str; 8] = ["lost", "lose", "gained", "changed", "deviated", "differed", "varied", "moved"];
/// Words between what speaks of all and its bound at most.
const WORDS: usize = 8;
/// Words before a name that leads a sentence at most.
const LEAD_WORDS: usize = 2;
/// Words behind a bound that may leave some out.
const BEHIND: usize = 6;

/// The cell that breaks a bound which all rows are said to keep; none where the words may be read otherwise. `rested` are the
/// cells that the numbers of the passage rest on.
#[must_use]
pub fn broken(scene: &Scene<'_>, bound: &Mention, rested: &[(usize, Place)]) -> Option<Candidate> {
    let is_lower = is_lower(scene, bound)?;
    let reading = *bound.readings.first()?;
    let (clause, lead) = (scene.clause(bound), start(scene, bound));
    // `In December, no store sold more than 900`
    let leads = |name: &RowName| {
        let before = scene.text.get(scene.sentence(bound).start..name.range.start).unwrap_or_default();
        lead <= name.range.start && before.split_whitespace().count() <= LEAD_WORDS
    };
    let is_told = |name: &&RowName| name.range.end <= clause.end && (clause.start <= name.range.start || leads(name));
    let mut found = Vec::new();
    for (source, of, column) in meant(scene, bound, rested, is_lower) {
        let factor = scene.factor(bound, column)?;
        let told = scene.naming.get(source).map_or(&[][..], |naming| naming.rows.as_slice());
        let told: Vec<&RowName> = told.iter().filter(is_told).collect();
        found.push(past((source, of), column, &told, reading, (factor, is_lower))?);
    }
    found.into_iter().next()
}

/// Where the last number before a bound ends, or its sentence begins.
fn start(scene: &Scene<'_>, bound: &Mention) -> usize {
    let figures = scene.mentions.iter().map(|other| other.range.end).filter(|end| *end <= bound.range.start);
    figures.max().unwrap_or(0).max(scene.sentence(bound).start)
}

/// Whether all rows are said to be at or above a number, or at or below it.
fn is_lower(scene: &Scene<'_>, bound: &Mention) -> Option<bool> {
    let lead = scene.text.get(scene.passage.range.start..bound.range.start)?;
    let over = is_over(lead.trim_end_matches(['$', '€', '£', '~', '*'])).filter(|_| scene.passage.cells.is_empty())?;
    let sentence = scene.sentence(bound);
    let inside = |from: usize, to: usize| {
        let words = scene.passage.words.iter();
        words.filter(move |word| from <= word.range.start && word.range.end <= to).map(|word| word.stem.as_str())
    };
    let before: Vec<&str> = inside(start(scene, bound).max(scene.clause(bound).start), bound.range.start).collect();
    let at = before.iter().rposition(|word| ALL.contains(word) || NONE.contains(word))?;
    // `the six others are all below 15 %`, `none of which exceeds 3 %` speak of some.
    let begins = before.get(..at)?.iter().all(|word| LEADS.contains(word));
    let behind = || inside(bound.range.end, sentence.end).take(BEHIND);
    let leaves = before.iter().copied().chain(behind()).any(|word| SOME.contains(&word))
        || inside(sentence.start, bound.range.start).chain(behind()).any(|word| EXCEPT.contains(&word));
    let moves = before.iter().any(|word| CHANGES.contains(word) || ROSE.contains(word) || FELL.contains(word));
    let is_near = before.len() - at <= WORDS;
    (begins && !leaves && !moves && is_near).then_some(over != NONE.contains(before.get(at)?))
}

/// The columns of figures that a bound may be one of: those that its clause names, else that of the last cell that the passage
/// rests on, else the only one.
fn meant<'b>(
    scene: &'b Scene<'_>,
    bound: &Mention,
    rested: &[(usize, Place)],
    is_lower: bool,
) -> Vec<(usize, &'b Source, &'b Column)> {
    let clause = scene.clause(bound);
    let known = |of: &Source| {
        let whole = !(of.is_file || of.is_cut() || of.is_limited);
        whole && of.rows.len() > 1 && scene.cited(bound, of) > Cited::Other
    };
    let sources = scene.sources.iter().enumerate().filter(|(_, of)| known(of));
    let all: Vec<(usize, &Source, &Column)> = sources
        .flat_map(|(source, of)| of.columns.iter().map(move |column| (source, of, column)))
        .filter(|(_, of, column)| {
            column.measure != Measure::None && !column.is_label && !of.is_key(column.index) && column.has_numbers()
        })
        .filter(|(_, _, column)| scene.factor(bound, column).is_some())
        .collect();
    let score = |(source, _, column): &(usize, &Source, &Column)| {
        scene.naming.get(*source).map_or(0.0, |naming| naming.score(column.index, &clause))
    };
    let most = all.iter().map(score).fold(0.0, f64::max);
    let mut meant: Vec<(usize, &Source, &Column)> = if most > 0.0 {
        all.iter().copied().filter(|one| score(one) >= most).collect()
    } else if let Some((source, place)) = rested.last() {
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
    // A row is one of those where each key that is named names it.
    let is_meant = |row: usize| {
        let by = |name: &&RowName| told.iter().any(|other| other.column == name.column && other.rows.contains(&row));
        told.iter().all(by)
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
