//! Percentages that the numbers beside them contradict: of `12 of 79 cases (13.0 %)` the percentage is 15.2, whatever else is
//! 13.0 %.
//!
//! Uses the scene and windows of this room. What is read is what is written, whether or not it was traced.

use super::super::candidate::{Candidate, RowTie, row_tie};
use super::super::column::Measure;
use super::super::directions::AGAINST;
use super::super::mention::{Form, Mention};
use super::super::naming::RowName;
use super::super::rounding::{Window, windows};
use super::super::scene::{Scene, is_figure};
use super::super::source::Place;
use super::super::timed::in_time;
use super::ends_with;
use super::parts::NAMELY;
use crate::event::Step;
use crate::limits::EVIDENCE_FOLLOWS_BYTES;

/// What leads from a start to an end, between the two.
const TO: [&str; 4] = ["to", "auf", "à", "→"];

/// The traced numbers that cannot be what they were traced to.
#[must_use]
pub fn contradicted(scene: &Scene<'_>, found: &[Option<Candidate>]) -> Vec<usize> {
    let is_contradicted = |index: &usize| {
        let (Some([first, second, own]), Some([one, other, Some(found)])) = (
            index.checked_sub(2).and_then(|start| scene.mentions.get(start..=*index)),
            index.checked_sub(2).and_then(|start| found.get(start..=*index)),
        ) else {
            return false;
        };
        let is_about = (one.is_some() || other.is_some()) && is_added(scene, second, own);
        is_about && !of_one_row(one.as_ref(), found) && !may_be(scene, [first, second], own)
    };
    let mut all: Vec<usize> = (0..scene.mentions.len())
        .filter(|index| is_contradicted(index) || is_of_others(scene, found, *index))
        .collect();
    all.extend((1..scene.mentions.len()).filter_map(|index| not_led_to(scene, found, index)));
    all.extend(
        (1..scene.mentions.len()).filter(|index| is_unlike(scene, found, *index)).flat_map(|index| [index - 1, index]),
    );
    all
}

/// Words between a difference and what it led to at most: a comma, a unit, `to`.
const TO_WORDS: usize = 3;

/// Whether a number is said to be by how much something moved: `fell by 12`, `plus 35 %`, `+12`, `down 12`.
fn is_step(scene: &Scene<'_>, mention: &Mention) -> bool {
    let written = scene.text.get(mention.range.clone()).unwrap_or_default().to_lowercase();
    scene.is_by(mention)
        || ["+", "-", "−", "plus", "minus"].iter().any(|sign| written.starts_with(sign))
        || ["up", "down", "plus", "minus"].iter().any(|word| ends_with(scene.lead_text(mention), &[word]))
}

/// Of a difference and what something came to by it, `went down by 17, to 124`, that which it is not: a figure that is where it
/// began, or that no other is so far away from; where that is the figure of a named row the difference is another's.
fn not_led_to(scene: &Scene<'_>, found: &[Option<Candidate>], index: usize) -> Option<usize> {
    let before = index.checked_sub(1)?;
    let (Some([by, to]), Some([Some(step), Some(end)])) =
        (scene.mentions.get(before..=index), found.get(before..=index))
    else {
        return None;
    };
    let between = scene.text.get(by.range.end..to.range.start).unwrap_or_default();
    let leads = ends_with(between, &["to", "auf", "ending at"]) && between.split_whitespace().count() <= TO_WORDS;
    if !(leads && between.len() <= EVIDENCE_FOLLOWS_BYTES && is_step(scene, by)) {
        return None;
    }
    let ([one, other], [place], Some(of)) =
        (step.cells.as_slice(), end.cells.as_slice(), scene.sources.get(step.source))
    else {
        return None;
    };
    let steps = matches!(step.step, Step::Difference | Step::Change) && step.source == end.source;
    let start = in_time(of, *one, *other).map(|(start, _)| start);
    // What it came to is so much away from some other figure of its column.
    let (Some(value), Some(own), Some(said)) =
        (of.number(*place), of.columns.get(place.column), by.readings.first().map(|reading| reading.value))
    else {
        return None;
    };
    if said == 0.0 || step.value == 0.0 {
        return None;
    }
    let scale = 10_f64.powf((said / step.value).abs().log10().round());
    let away = |base: f64| if step.step == Step::Difference { value - base } else { (value - base) / base * 100.0 };
    let is_away = |base: &f64| {
        let away = away(*base);
        windows(by).map(|(_, window)| window.over(scale)).any(|window| window.holds(away) || window.holds(-away))
    };
    let beside = of.columns.iter().filter_map(|column| of.number(Place { column: column.index, row: place.row }));
    let apart = ![one, other].contains(&place)
        && !own.numbers.iter().flatten().copied().chain(beside).any(|base| is_away(&base));
    let is_named = |place: Place| row_tie(scene, to, place, end.source) >= RowTie::Named;
    let foreign = is_named(*place) && (apart || ![one, other].iter().any(|own| *own != place && is_named(**own)));
    let wrong = (apart || start == Some(*place)).then_some(if foreign { before } else { index });
    wrong.filter(|_| steps && end.step == Step::Cell)
}

/// Whether two figures are set against each other that are of another row and another column each, or the same cell, or those
/// of the two names of the heading the other way round: `Austin vs Denver: 567,000 vs 479,400`.
fn is_unlike(scene: &Scene<'_>, found: &[Option<Candidate>], index: usize) -> bool {
    let cell = |index: usize| match found.get(index)?.as_ref()? {
        Candidate { step: Step::Cell, source, cells, .. } => {
            let place = *cells.first()?;
            let is_figure = scene.sources.get(*source)?.columns.get(place.column)?.measure != Measure::None;
            is_figure.then_some((*source, place))
        }
        _ => None,
    };
    let (Some([one, other]), Some((source, first)), Some((beside, second))) =
        (scene.mentions.get(index - 1..=index), cell(index - 1), cell(index))
    else {
        return false;
    };
    let between = scene.text.get(one.range.end..other.range.start).unwrap_or_default();
    if source != beside
        || !AGAINST.contains(&between.trim().trim_matches(['*', '_']))
        || !is_figure(one)
        || !is_figure(other)
    {
        return false;
    }
    first == second
        || first.row != second.row && first.column != second.column
        || first.column == second.column && are_exchanged(scene, source, first, second)
}

/// Whether the names that stand last before a number are set against each other in the other order than two cells.
fn are_exchanged(scene: &Scene<'_>, source: usize, first: Place, second: Place) -> bool {
    let of = |names: &[RowName]| {
        let [.., one, other] = names else { return false };
        let between = scene.text.get(one.range.end..other.range.start).unwrap_or_default();
        let link = between.trim().trim_matches(['*', '_']);
        one.column == other.column
            && (AGAINST.contains(&link) || ["and", "&", "und", "et"].contains(&link))
            && one.rows == [second.row]
            && other.rows == [first.row]
    };
    let own = scene.naming.get(source).map_or(&[][..], |naming| naming.rows.as_slice());
    let before = scene.recent.get(source).map_or(&[][..], Vec::as_slice);
    own.is_empty() && of(before)
}

/// Whether a percentage that is said of the number before it is a step over other cells than that number: `down by 394, or 17.9 %`
/// where the 394 are of other quarters.
fn is_of_others(scene: &Scene<'_>, all: &[Option<Candidate>], index: usize) -> bool {
    let Some(before) = index.checked_sub(1) else { return false };
    let (Some([second, own]), Some([Some(other), Some(found)])) =
        (scene.mentions.get(before..=index), all.get(before..=index))
    else {
        return false;
    };
    let earlier = before.checked_sub(1).and_then(|index| found_at(scene, all, index));
    let known = |other: &Candidate| {
        matches!(other.step, Step::Cell | Step::Difference | Step::Sum)
            && !other.cells.is_empty()
            && other.source == found.source
    };
    let meets = |other: &Candidate, is: fn(&Place, &Place) -> bool| {
        other.cells.iter().any(|cell| found.cells.iter().any(|own| is(own, cell)))
    };
    let is_step = matches!(found.step, Step::Share | Step::Change | Step::Ratio) && found.over.is_none();
    let apart = |is: fn(&Place, &Place) -> bool| {
        !meets(other, is) && earlier.is_none_or(|earlier| !known(earlier) || !meets(earlier, is))
    };
    // `365 people, or 37 % of all` is no ratio of two other columns.
    let is_of = scene.behind(own, 1).next() == Some("of");
    let unlike =
        apart(|own, cell| own.row == cell.row) || found.step == Step::Ratio && is_of && apart(|own, cell| own == cell);
    is_step && known(other) && !found.cells.is_empty() && unlike && is_said_of(scene, second, own)
}

/// What was found of a number that may be a part or a whole.
fn found_at<'a>(scene: &Scene<'_>, found: &'a [Option<Candidate>], index: usize) -> Option<&'a Candidate> {
    found.get(index)?.as_ref().filter(|_| scene.mentions.get(index).is_some_and(is_figure))
}

/// Whether a percentage is said of the number before it: `(13.0 %)`, `, or 13.0 % of`, `, which is 13.0 %`.
fn is_said_of(scene: &Scene<'_>, second: &Mention, own: &Mention) -> bool {
    let Some(between) = scene.text.get(second.range.end..own.range.start) else { return false };
    let is_near = between.len() <= EVIDENCE_FOLLOWS_BYTES && !between.contains(['.', ';', ':', '–', '—']);
    let named = [", or", ", i.e.", ", which is", ", that is", " or", ", das sind", ", soit"];
    let said = named
        .iter()
        .any(|words| between.trim_end().trim_end_matches(" about").trim_end_matches(" roughly").ends_with(words));
    own.form == Form::Percent && is_near && said
}

/// Whether a percentage is said of the number before it: `79 cases (13.0 %)`, `79, or 13.0 %,`.
fn is_added(scene: &Scene<'_>, second: &Mention, own: &Mention) -> bool {
    let Some(between) = scene.text.get(second.range.end..own.range.start) else { return false };
    let behind = scene.text.get(own.range.end..).unwrap_or_default();
    let is_enclosed = between.trim_end().ends_with('(') && behind.starts_with([')', ',', ';']);
    let is_named = ends_with(between, &NAMELY) && (behind.is_empty() || behind.starts_with(['.', ',', ';', ')', '\n']));
    let is_near = between.len() <= EVIDENCE_FOLLOWS_BYTES / 2 && !between.contains(['.', ';', ':', '–', '—']);
    own.form == Form::Percent && is_near && (is_enclosed || is_named)
}

/// Whether a result has the percentage beside the part, so that it is one of another whole.
fn of_one_row(part: Option<&Candidate>, own: &Candidate) -> bool {
    let row = |candidate: &Candidate| match (candidate.step, candidate.cells.as_slice()) {
        (Step::Cell, [place]) => Some((candidate.source, place.row)),
        _ => None,
    };
    row(own).is_some_and(|own| part.and_then(row) == Some(own))
}

/// Whether a percentage may be that of two numbers; so where they do not stand to each other as a part to its whole or as a
/// start to its end.
fn may_be(scene: &Scene<'_>, [first, second]: [&Mention; 2], own: &Mention) -> bool {
    let is_amount = |mention: &Mention| mention.form == Form::Number && is_figure(mention);
    if !is_amount(first) || !is_amount(second) {
        return true;
    }
    let is_part = scene.is_part_of(first, second);
    let between = scene.text.get(first.range.end..second.range.start).unwrap_or_default();
    if !is_part && !ends_with(between, &TO) {
        return true;
    }
    let pairs = windows(first).flat_map(|(_, one)| windows(second).map(move |(_, other)| (one, other)));
    let mut held = pairs.filter_map(|(one, other)| {
        let positive = one.low > 0.0 && other.low > 0.0;
        let (low, high) = if is_part {
            (one.low / other.high, one.high / other.low)
        } else {
            (other.low / one.high, other.high / one.low)
        };
        positive.then_some((low * 100.0, high * 100.0))
    });
    let meets = |own: Window, low: f64, high: f64| own.low <= high && low <= own.high;
    held.any(|(low, high)| {
        windows(own).any(|(_, own)| {
            if is_part {
                meets(own, low, high)
            } else {
                meets(own, low - 100.0, high - 100.0) || meets(own.turned(), low - 100.0, high - 100.0)
            }
        })
    })
}
