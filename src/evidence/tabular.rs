//! What a column of a table says of the other cells of its row: how they changed, which place the row has, that a total is all.
//!
//! Uses the scene, candidates and sources of this room. What the other cells rest on was found before.

use super::candidate::Candidate;
use super::column::Measure;
use super::mention::{Form, Mention};
use super::rounding::{count, windows};
use super::scene::Scene;
use super::series::slots::Operation;
use super::source::Place;
use super::timed::in_time;
use crate::event::Step;

/// Headers over how two cells before changed; the families of `change` and `variance` are meant, too.
const CHANGES: [&str; 8] = ["change", "variance", "δ", "yoy", "mom", "qoq", "wow", "+"];

/// The value that a cell of a table has by its header and the other cells of its row. `others` is what was found plainly of each
/// number of the row.
#[must_use]
pub fn tabular(scene: &Scene<'_>, index: usize, others: &[Option<Candidate>]) -> Option<Candidate> {
    let mention = scene.mentions.get(index)?;
    let (_, header) = scene.passage.cells.iter().find(|(range, _)| range.contains(&mention.range.start))?;
    let over = |words: &[&str]| header.iter().any(|word| words.contains(&word.as_str()));
    let beside: Vec<(usize, &Candidate)> = others
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != index)
        .filter_map(|(other, candidate)| Some((other, candidate.as_ref()?)))
        .collect();
    if let Some(found) = step(scene, mention, others) {
        return Some(found);
    }
    if over(&CHANGES) {
        let before: Vec<(usize, Place)> = beside
            .iter()
            .filter(|(other, _)| *other < index)
            .filter_map(|(_, candidate)| cell(scene, candidate))
            .collect();
        return change(scene, mention, &before);
    }
    if over(&["rank"]) || header.is_empty() {
        return beside
            .iter()
            .filter_map(|(_, candidate)| cell(scene, candidate))
            .find_map(|cell| rank(scene, mention, cell));
    }
    let sum = beside.iter().find(|(_, candidate)| candidate.step == Step::Sum && candidate.column.is_some());
    let all = sum.filter(|_| over(&["share", "%"]) && mention.form == Form::Percent);
    all.and_then(|(_, sum)| whole(mention, sum))
}

/// The step over two others of its row that the rows of the table show a number to be, where these were found.
fn step(scene: &Scene<'_>, mention: &Mention, others: &[Option<Candidate>]) -> Option<Candidate> {
    let beside = scene.series.beside(mention)?;
    let found = |start: usize| {
        let at = scene.mentions.iter().position(|other| other.range.start == start)?;
        Some((scene.mentions.get(at)?, others.get(at)?.as_ref()?))
    };
    let ((written, one), (base, other)) = (found(beside.one)?, found(beside.other)?);
    let value = beside.operation.of(one.value, other.value, beside.in_percent)?;
    let (reading, _) = windows(mention).find(|(_, window)| window.holds(value))?;
    let (step, link) = match beside.operation {
        Operation::Ratio => (Step::Ratio, "over"),
        Operation::Difference => (Step::Difference, "less"),
        Operation::Sum => (Step::Sum, "and"),
        Operation::Change => (Step::Change, "against"),
    };
    let cells: Vec<Place> = [one, other].iter().flat_map(|found| found.cells.clone()).collect();
    let is_of_cells = one.source == other.source && [one, other].iter().all(|found| found.step == Step::Cell);
    let text = |mention: &Mention| scene.text.get(mention.range.clone()).unwrap_or_default();
    let over = (!is_of_cells).then(|| format!("{} {link} {}", text(written), text(base)));
    // A ratio is kept as such, and told in percent where it is one.
    let value = if step == Step::Ratio && beside.in_percent { value / 100.0 } else { value };
    let cells = if is_of_cells { cells } else { Vec::new() };
    Some(Candidate { over, ..Candidate::of_step(one.source, step, value, cells, reading) })
}

/// The cell of figures that a number is.
fn cell(scene: &Scene<'_>, candidate: &Candidate) -> Option<(usize, Place)> {
    let [place] = candidate.cells.as_slice() else { return None };
    let own = scene.sources.get(candidate.source)?.columns.get(place.column)?;
    (candidate.step == Step::Cell && own.measure != Measure::None).then_some((candidate.source, *place))
}

/// The change from the one of the last two cells of a row to the other, or of the first two.
fn change(scene: &Scene<'_>, mention: &Mention, before: &[(usize, Place)]) -> Option<Candidate> {
    let pairs = [before.get(..2), before.len().checked_sub(2).and_then(|start| before.get(start..))];
    pairs.into_iter().flatten().find_map(|pair| {
        let &[(source, first), (other, second)] = pair else { return None };
        let of = scene.sources.get(source).filter(|_| source == other && first.row == second.row)?;
        let (earlier, later) = in_time(of, first, second).unwrap_or((first, second));
        let (from, to) = (of.number(earlier)?, of.number(later)?);
        let (step, value) = match mention.form {
            Form::Percent if from != 0.0 => (Step::Change, (to - from) / from.abs() * 100.0),
            Form::Number | Form::Points => (Step::Difference, to - from),
            _ => return None,
        };
        let factor = match step {
            Step::Difference => scene.factor(mention, of.columns.get(later.column)?)?,
            _ => 1.0,
        };
        let (reading, _) = windows(mention).find(|(_, window)| window.over(factor).holds(value))?;
        Some(Candidate::of_step(source, step, value, vec![later, earlier], reading))
    })
}

/// The place of a row in the order of one of its cells, or in that of the result.
fn rank(scene: &Scene<'_>, mention: &Mention, (source, place): (usize, Place)) -> Option<Candidate> {
    let of = scene.sources.get(source)?;
    let own = of.columns.get(place.column)?;
    let reading = mention.readings.first().copied().filter(|_| mention.form == Form::Number && !of.is_cut())?;
    let ordered = of.query.to_lowercase().contains("order by") && (count(place.row + 1) - reading.value).abs() < 0.5;
    let is = own.rank(place.row, false).map(count) == Some(reading.value) || ordered;
    let value = reading.value;
    let cells = vec![place];
    is.then_some(Candidate::of_step(source, Step::Rank, value, cells, reading))
}

/// All of a column whose sum stands beside.
fn whole(mention: &Mention, sum: &Candidate) -> Option<Candidate> {
    let (reading, _) = windows(mention).find(|(_, window)| window.holds(100.0))?;
    Some(Candidate { step: Step::Share, value: 100.0, reading, grade: None, ..sum.clone() })
}
