//! Figures that do not add up with those beside them: `rose from 39,837 to 56,997, an increase of 42 %`, `12 of 10 rows`, `18.96,
//! 5.5 times as much as the Annex (3.41)`.
//!
//! Uses the scene, windows and candidates of this room. What is read is what is written, within its rounding.

use super::super::candidate::Candidate;
use super::super::mention::{Form, Mention, Reading};
use super::super::rounding::{Window, windows};
use super::super::scene::Scene;
use super::{AGAINST, column_of, ends_with, leads_to, measures};
use crate::event::Step;

/// What leads to how much something moved from one figure to another.
const MOVED: [&str; 36] = [
    "increase of",
    "rise of",
    "growth of",
    "gain of",
    "jump of",
    "drop of",
    "fall of",
    "decline of",
    "decrease of",
    "reduction of",
    "loss of",
    "change of",
    "plus of",
    "minus of",
    "up",
    "down",
    "rise by",
    "increase by",
    "by",
    "anstieg von",
    "plus von",
    "minus von",
    "rückgang von",
    "zuwachs von",
    "zunahme von",
    "abnahme von",
    "um",
    "hausse de",
    "baisse de",
    "augmentation de",
    "recul de",
    "progression de",
    "aumento de",
    "descenso de",
    "caída de",
    "aumento del",
];
/// What leads to how far two figures are apart.
const APART: [&str; 8] =
    ["difference of", "gap of", "distance of", "margin of", "spread of", "abstand von", "unterschied von", "écart de"];
/// What stands behind a multiple and before what it is a multiple of.
const TIMES: [&str; 9] = [
    "as much as",
    "as many as",
    "as high as",
    "as long as",
    "as large as",
    "that of",
    "the",
    "so viel wie",
    "so viele wie",
];
/// What begins something else.
const ELSE: [&str; 7] = [". ", ";", "\n", " and ", " but ", " while ", " und "];
/// Bytes between two figures and what is worked out of them at most.
const NEAR: usize = 48;
/// Bytes between a figure and how many times another it is at most.
const BESIDE: usize = 24;

/// The places of traced numbers that do not add up. `figures` are the places of all numbers that are figures.
pub(super) fn misreckoned(scene: &Scene<'_>, found: &[Option<Candidate>], figures: &[usize]) -> Vec<usize> {
    let traced = |index: &usize| {
        let candidate = found.get(*index)?.as_ref().filter(|candidate| measures(scene, candidate))?;
        Some((*index, scene.mentions.get(*index)?, candidate))
    };
    let mut all = Vec::new();
    for pair in figures.windows(2) {
        let [Some(one), Some(other)] = [pair.first().and_then(traced), pair.get(1).and_then(traced)] else { continue };
        let unit = |candidate| column_of(scene, candidate).map(|column| &column.unit);
        if unit(one.2) == unit(other.2) && is_more_than_all(scene, one.1, other.1) {
            all.extend([one.0, other.0]);
        }
    }
    for three in figures.windows(3) {
        let [Some(one), Some(other), Some(own)] = [0, 1, 2].map(|at| three.get(at).and_then(traced)) else { continue };
        if is_moved_otherwise(scene, [one.1, other.1], own.1) || is_apart_otherwise(scene, [one.1, other.1], own.1) {
            all.push(to_blame([(one.0, one.2), (other.0, other.2)], (own.0, own.2)));
        }
        if is_other_multiple(scene, [one.1, other.1, own.1]) {
            all.push(to_blame([(one.0, one.2), (own.0, own.2)], (other.0, other.2)));
        }
    }
    all
}

/// Of two figures and what is said to be worked out of them, the one that the other two say is wrong: the figure that the step was
/// not traced to, where it was traced to the other one, else the step.
fn to_blame([one, other]: [(usize, &Candidate); 2], (own, step): (usize, &Candidate)) -> usize {
    let holds = |candidate: &Candidate| {
        let is_cell = candidate.step == Step::Cell && candidate.source == step.source;
        is_cell && candidate.cells.first().is_some_and(|place| step.cells.contains(place))
    };
    match (holds(one.1), holds(other.1)) {
        (true, false) => other.0,
        (false, true) => one.0,
        _ => own,
    }
}

/// Whether a part is more than its whole: `12 of 10 rows`, `10 rows, of which 12`.
fn is_more_than_all(scene: &Scene<'_>, part: &Mention, whole: &Mention) -> bool {
    let between = scene.text.get(part.range.end..whole.range.start).unwrap_or_default();
    let are_amounts = part.form == Form::Number && whole.form == Form::Number;
    let is_within = ends_with(between, &["of which", "of whom", "davon", "dont"]);
    let is_part = ["of", "of the", "out of", "von"].contains(&between.trim());
    let (part, whole) = if is_within { (whole, part) } else { (part, whole) };
    let is_more = |part: &Reading| whole.readings.iter().all(|whole| whole.value > 0.0 && part.value > whole.value);
    are_amounts && (is_part || is_within) && part.readings.iter().all(is_more)
}

/// What stands between a figure and one worked out of it, where nothing else begins there.
fn beside<'a>(scene: &Scene<'a>, from: &Mention, to: &Mention) -> Option<&'a str> {
    let between = scene.text.get(from.range.end..to.range.start)?;
    let begins = |mark: &&str| between.replace("vs. ", "vs ").contains(*mark);
    (between.len() <= NEAR && !ELSE.iter().any(begins)).then_some(between)
}

/// Whether one figure leads to the other: `from 12 to 15`.
fn are_start_and_end(scene: &Scene<'_>, [first, second]: [&Mention; 2]) -> bool {
    let lead = scene.text.get(scene.sentence(first).start..first.range.start).unwrap_or_default();
    let between = beside(scene, first, second).filter(|between| !between.contains(['.', ':']));
    first.form == second.form && between.is_some_and(|between| leads_to(lead, between))
}

/// Whether one figure is set against the other: `12 vs. 15`.
fn are_against(scene: &Scene<'_>, [first, second]: [&Mention; 2]) -> bool {
    first.form == second.form && beside(scene, first, second).is_some_and(|between| ends_with(between, &AGAINST))
}

/// Whether what is said to be the way from one figure to the other is not.
fn is_moved_otherwise(scene: &Scene<'_>, two: [&Mention; 2], own: &Mention) -> bool {
    let Some(between) = beside(scene, two[1], own).filter(|_| are_start_and_end(scene, two)) else { return false };
    let written = scene.text.get(own.range.clone()).unwrap_or_default();
    let is_signed = between.trim_end().ends_with('(') && written.starts_with(['+', '-', '−', '–']);
    let is_relative = own.form == Form::Percent;
    let may_be = is_distance(two, own) || is_relative && is_quotient(two, own, -1.0);
    let is_told = matches!(own.form, Form::Percent | Form::Number | Form::Points) && two[0].form != Form::Points;
    is_told && (is_signed || ends_with(between, &MOVED)) && !may_be
}

/// Whether what is said to lie between two figures does not.
fn is_apart_otherwise(scene: &Scene<'_>, two: [&Mention; 2], own: &Mention) -> bool {
    let between = beside(scene, two[1], own).filter(|between| ends_with(between, &APART));
    let are_two = are_start_and_end(scene, two) || are_against(scene, two);
    are_two && between.is_some() && matches!(own.form, Form::Number | Form::Points) && !is_distance(two, own)
}

/// Whether a figure is not as many times the other as is written: `18.96, 5.5 times as much as the Annex (3.41)`.
fn is_other_multiple(scene: &Scene<'_>, [first, own, second]: [&Mention; 3]) -> bool {
    let before = scene.text.get(first.range.end..own.range.start).unwrap_or_default();
    let starts = ["and ", "or ", "(", "vs", "while", "und "];
    let leads = before.len() <= BESIDE
        && before.contains(',')
        && !before.contains(['.', ';', ':', '\n'])
        && !starts.iter().any(|word| before.contains(word));
    let behind = beside(scene, own, second).filter(|behind| !behind.contains(',')).unwrap_or_default().trim_start();
    let behind = behind.strip_prefix("times").unwrap_or(behind).trim_start();
    let is_told = TIMES.iter().any(|words| behind.starts_with(words));
    let lead = scene.text.get(..first.range.start).unwrap_or_default();
    let is_whole = ends_with(lead, &["of", "of the", "von", "de"]);
    let are_alike = first.form == second.form && matches!(first.form, Form::Number | Form::Percent);
    let is_multiple = own.form == Form::Multiple && are_alike && leads && is_told && !is_whole;
    is_multiple && !is_quotient([second, first], own, 0.0)
}

/// Whether two figures are as far apart as is written.
fn is_distance([first, second]: [&Mention; 2], own: &Mention) -> bool {
    let mut pairs = windows(first).flat_map(|(_, one)| windows(second).map(move |(_, other)| (one, other)));
    pairs.any(|(one, other)| {
        let apart = Window { low: other.low - one.high, high: other.high - one.low };
        windows(own).any(|(_, own)| meets(own, apart) || meets(own.turned(), apart))
    })
}

/// Whether the second figure over the first is what is written, with what is added to it: -1 for a change. So where they are
/// negative, or nothing.
fn is_quotient([first, second]: [&Mention; 2], own: &Mention, added: f64) -> bool {
    let factor = if own.form == Form::Percent { 100.0 } else { 1.0 };
    let mut pairs = windows(first).flat_map(|(_, one)| windows(second).map(move |(_, other)| (one, other)));
    pairs.any(|(one, other)| {
        let over = |end: f64, start: f64| (end / start + added) * factor;
        let over = Window { low: over(other.low, one.high), high: over(other.high, one.low) };
        let is_positive = one.low > 0.0 && other.low > 0.0;
        !is_positive || windows(own).any(|(_, own)| meets(own, over) || meets(own.turned(), over))
    })
}

fn meets(one: Window, other: Window) -> bool {
    one.low <= other.high && other.low <= one.high
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{regions, scene};
    use super::super::super::source::Place;
    use super::*;

    /// The numbers that do not add up, where each was traced to the same cell, which says of none that it is to blame.
    fn wrong(text: &str) -> Vec<usize> {
        scene(regions(), text, &|scene| {
            let of = |mention: &Mention| {
                Some(Candidate::of_cell(0, Place { column: 1, row: 0 }, 12.4, *mention.readings.first()?, None))
            };
            let found: Vec<Option<Candidate>> = scene.mentions.iter().map(of).collect();
            misreckoned(scene, &found, &(0..found.len()).collect::<Vec<usize>>())
        })
    }

    #[test]
    fn a_way_is_from_its_start_to_its_end() {
        assert_eq!(wrong("It rose from 39,837 to 56,997, an increase of 42 %."), [2]);
        assert!(wrong("It rose from 39,837 to 56,997, an increase of 43 %.").is_empty());
        assert!(wrong("It fell from 56,997 to 39,837, down 30.1 %.").is_empty());
        assert_eq!(wrong("It fell from 57 to 40, a drop of 20."), [2]);
        assert!(wrong("It fell from 57 to 40 and later by 20.").is_empty(), "something else");
        assert_eq!(wrong("It is 57 vs. 40, a gap of 20."), [2]);
    }

    #[test]
    fn a_part_is_no_more_than_its_whole() {
        assert_eq!(wrong("12 of 10 rows lack an age."), [0, 1]);
        assert_eq!(wrong("There are 10 rows, of which 12 lack an age."), [0, 1]);
        assert!(wrong("10 of 12 rows lack an age.").is_empty());
    }

    #[test]
    fn a_multiple_is_of_the_figure_behind_it() {
        assert!(wrong("The Pool costs 18.96, 5.6 times as much as the Annex (3.41).").is_empty());
        assert_eq!(wrong("The Pool costs 18.96, 5.5 times as much as the Annex (3.41)."), [1]);
        assert!(wrong("The Pool costs 18.96, 5.5 times as much as the Annex, and 3.41 more.").is_empty());
    }

    #[test]
    fn of_two_that_were_traced_the_other_one_is_to_blame() {
        let place = |row| Place { column: 1, row };
        let reading = Reading { value: 12.4, unit: 0.1 };
        let cell = |row| Candidate::of_cell(0, place(row), 12.4, reading, None);
        let step = Candidate::of_step(0, Step::Change, 42.0, vec![place(0), place(1)], reading);
        assert_eq!(to_blame([(4, &cell(0)), (5, &cell(2))], (6, &step)), 5);
        assert_eq!(to_blame([(4, &cell(2)), (5, &cell(1))], (6, &step)), 4);
        assert_eq!(to_blame([(4, &cell(0)), (5, &cell(1))], (6, &step)), 6);
    }
}
