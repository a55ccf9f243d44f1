//! Steps over the cells of two results that a sentence cites: `revenue rose from 120 [q1] to 150 [q2], by 25 %`.
//!
//! Uses the scene, candidates and sources of this room. The cells are those that other numbers of the passage give, and the only
//! figures of results that it cites; the words must say the step.

use super::candidate::Candidate;
use super::column::Measure;
use super::directions::RELATING;
use super::mention::{Form, Mention, Reading};
use super::rounding::{digits, windows};
use super::scene::{Cited, Scene};
use super::source::Place;
use super::wording::REST;
use crate::event::Step;

/// Cells that a step may be taken over at most.
const OPERANDS: usize = 6;

/// The value that a step over two results gives a number, where it fits. `picked` is what was found plainly of each number.
#[must_use]
pub fn across(scene: &Scene<'_>, mention: &Mention, picked: &[Option<Candidate>]) -> Option<Candidate> {
    let steps = steps(scene, mention, picked);
    if steps.is_empty() || scene.passage.citations.is_empty() {
        return None;
    }
    let cells = operands(scene, mention, picked);
    let pairs = cells.iter().flat_map(|one| cells.iter().map(move |other| (*one, *other)));
    let apart = pairs.filter(|(one, other)| one.0 != other.0);
    apart.into_iter().find_map(|(one, other)| steps.iter().find_map(|step| value(scene, mention, *step, one, other)))
}

/// The cells that other numbers of the passage give, and the only figures of the results that it cites.
fn operands(scene: &Scene<'_>, mention: &Mention, picked: &[Option<Candidate>]) -> Vec<(usize, Place)> {
    let given = scene.mentions.iter().zip(picked).filter(|(other, _)| other.range != mention.range);
    let given = given.filter_map(|(_, found)| {
        let found = found.as_ref().filter(|found| found.step == Step::Cell)?;
        let [place] = found.cells.as_slice() else { return None };
        Some((found.source, *place))
    });
    let single = scene.sources.iter().enumerate().filter(|(_, of)| of.row_count == 1 && !of.is_file);
    let single = single.filter_map(|(source, of)| {
        let mut measured = of.columns.iter().filter(|column| column.measure != Measure::None);
        let only = measured.next().filter(|_| measured.next().is_none())?;
        Some((source, Place { column: only.index, row: 0 }))
    });
    let cited = |(source, _): &(usize, Place)| {
        scene
            .sources
            .get(*source)
            .is_some_and(|of| scene.passage.cites(&of.id) && scene.cited(mention, of) >= Cited::Passage)
    };
    let mut cells: Vec<(usize, Place)> = given.chain(single).filter(cited).collect();
    cells.sort_unstable();
    cells.dedup();
    cells.truncate(OPERANDS);
    cells
}

/// The steps that the words say.
fn steps(scene: &Scene<'_>, mention: &Mention, picked: &[Option<Candidate>]) -> Vec<Step> {
    let moves = scene.rises() || scene.falls() || scene.says(mention, &["change"]);
    match mention.form {
        Form::Percent => {
            let mut steps = Vec::new();
            // `312 of 2,400 were late (13 %)`
            let parts =
                scene.mentions.iter().zip(scene.mentions.iter().skip(1)).zip(picked.iter().zip(picked.iter().skip(1)));
            let mut parts = parts.filter(|((part, whole), found)| {
                scene.is_part_of(part, whole) && found.0.is_some() && found.1.is_some()
            });
            let share = scene.says(mention, &["share"]) || scene.behind(mention, 1).any(|word| word == "of");
            if share || parts.next().is_some() {
                steps.push(Step::Ratio);
            }
            if moves {
                steps.push(Step::Change);
            }
            steps
        }
        Form::Multiple => vec![Step::Ratio],
        Form::Number if moves || scene.says_stem(&RELATING) || scene.says_stem(&REST) => vec![Step::Difference],
        Form::Number | Form::Points | Form::Ordinal | Form::Year | Form::Month | Form::Quarter | Form::Date => {
            Vec::new()
        }
    }
}

/// What a step over two cells gives, where the number stands for it.
fn value(
    scene: &Scene<'_>,
    mention: &Mention,
    step: Step,
    one: (usize, Place),
    other: (usize, Place),
) -> Option<Candidate> {
    let (of, under) = (scene.sources.get(one.0)?, scene.sources.get(other.0)?);
    let (own, base) = (of.columns.get(one.1.column)?, under.columns.get(other.1.column)?);
    let (value, divided) = (of.number(one.1)?, under.number(other.1)?);
    if own.measure != base.measure || own.unit != base.unit || own.measure.is_relative() {
        return None;
    }
    let (rises, falls) = (scene.rises(), scene.falls());
    let fits = |difference: f64| difference > 0.0 && (rises || !falls) || difference < 0.0 && falls && !rises;
    let (value, factor) = match step {
        Step::Ratio if divided > 0.0 && mention.form == Form::Percent => (value / divided, 100.0),
        Step::Ratio if divided > 0.0 => (value / divided, 1.0),
        Step::Change if divided != 0.0 && fits(value - divided) => ((value - divided) / divided.abs() * 100.0, 1.0),
        Step::Difference if fits(value - divided) => (value - divided, scene.factor(mention, own)?),
        _ => return None,
    };
    if step == Step::Ratio && mention.form == Form::Percent && !(0.0..=1.0).contains(&value) {
        return None;
    }
    let holds = |window: super::rounding::Window| window.holds(value) || value < 0.0 && window.turned().holds(value);
    // `30,000` may be rounded, and says enough where it is not.
    let telling = |reading: Reading| digits(reading) >= 2 || (value.abs() * factor - reading.value.abs()).abs() < 1e-9;
    let fitting = windows(mention).find(|(reading, window)| telling(*reading) && holds(window.over(factor)));
    let (reading, _) = fitting?;
    let cells = vec![one.1];
    Some(Candidate { beside: Some(other), ..Candidate::of_step(one.0, step, value, cells, reading) })
}
