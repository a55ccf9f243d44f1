//! What the numbers of a passage say of one another: lists whose column is named once for all, and runs of rows.
//!
//! Uses the scene, candidates and order of this room. `West 12.4, East 11.9 and North 8.3` are three cells of one column, in
//! the order in which their rows are named. That all of them fit it by chance is far less likely than that one does, so they
//! need fewer words; what breaks the order, gives one cell twice, or is in no row that is named gets nothing from this.

use super::candidate::{Candidate, ColumnTie, MUCH_BETTER, column_tie_by, is_read_so};
use super::column::Measure;
use super::mention::Mention;
use super::naming::RowName;
use super::order::longest;
use super::rounding::{digits, windows};
use super::scene::{Cited, Scene, is_figure};
use super::source::Place;
use crate::event::Step;
use crate::limits::{EVIDENCE_CELLS, EVIDENCE_ORDERED};

/// Rows in a row that numbers have to follow, to stand for them without their names.
const RUN: usize = 3;

/// A number that may be one of several: its position among the mentions, and the rows of the column that it fits.
type Member = (usize, Vec<usize>);

/// Finds evidence for the numbers that have none among `picked`.
pub fn resume(scene: &Scene<'_>, picked: &mut [Option<Candidate>]) {
    let figures = scene.mentions.iter().filter(|mention| is_figure(mention)).count();
    if figures < 2 || scene.mentions.len() > EVIDENCE_ORDERED || picked.iter().all(Option::is_some) {
        return;
    }
    for (source, of) in scene.sources.iter().enumerate().filter(|(_, of)| !of.is_file && of.row_count > 1) {
        for column in 0..of.columns.len() {
            let members = members(scene, picked, Place { column, row: 0 }, source);
            let open = |member: &&Member| picked.get(member.0).is_some_and(Option::is_none);
            if members.len() < 2 || !members.iter().any(|member| open(&member)) {
                continue;
            }
            let (named, run) = (in_order_of_names(scene, source, &members), in_a_row(scene, &members));
            let fitting = if run.len() > named.len() { run } else { named };
            for (index, row) in fitting {
                let Some(slot @ None) = picked.get_mut(index) else { continue };
                *slot = scene
                    .mentions
                    .get(index)
                    .and_then(|mention| candidate(scene, mention, source, Place { column, row }));
            }
        }
    }
}

/// The numbers that fit a column: those that were traced to it, and those that were not traced at all.
fn members(scene: &Scene<'_>, picked: &[Option<Candidate>], Place { column, .. }: Place, source: usize) -> Vec<Member> {
    let Some(of) = scene.sources.get(source) else { return Vec::new() };
    let Some(own) = of.columns.get(column).filter(|own| own.measure != Measure::None) else { return Vec::new() };
    let mut members = Vec::new();
    for (index, mention) in scene.mentions.iter().enumerate() {
        let rows = match picked.get(index).and_then(Option::as_ref) {
            Some(Candidate { source: from, step: Step::Cell, cells, .. }) if *from == source => {
                match cells.as_slice() {
                    [place] if place.column == column => vec![place.row],
                    _ => continue,
                }
            }
            None if is_figure(mention) && scene.cited(mention, of) > Cited::Other => {
                let Some(factor) = scene.factor(mention, own) else { continue };
                let mut rows: Vec<usize> = windows(mention)
                    .filter(|(reading, _)| is_read_so(mention.form, *reading, own))
                    .flat_map(|(_, window)| {
                        let inside = window.over(factor);
                        let turned = inside.turned();
                        let negative = own.between(turned.low, turned.high).filter(|_| turned.high < 0.0);
                        own.between(inside.low, inside.high).chain(negative).take(EVIDENCE_CELLS).collect::<Vec<_>>()
                    })
                    // Being one of several speaks for the column: another must be named much better.
                    .filter(|row| {
                        let place = Place { column, row: *row };
                        column_tie_by(scene, mention, place, source, MUCH_BETTER) != ColumnTie::Another
                    })
                    .collect();
                rows.sort_unstable();
                rows.dedup();
                rows
            }
            Some(_) | None => continue,
        };
        if !rows.is_empty() {
            members.push((index, rows));
        }
    }
    members
}

/// The members whose rows the passage names, where all of them come in the order of the names and no row comes twice.
fn in_order_of_names(scene: &Scene<'_>, source: usize, members: &[Member]) -> Vec<(usize, usize)> {
    let (Some(of), Some(naming)) = (scene.sources.get(source), scene.naming.get(source)) else { return Vec::new() };
    let mut best: Vec<(usize, usize)> = Vec::new();
    for label in 0..of.columns.len() {
        let names: Vec<&RowName> =
            naming.rows.iter().filter(|name| name.column == label).take(EVIDENCE_ORDERED).collect();
        let fitting: Vec<Member> = members
            .iter()
            .filter_map(|(index, rows)| {
                let mention = scene.mentions.get(*index)?;
                let attached = scene.attached(mention, source, label);
                let may_be = |row: &usize| match attached {
                    Some(name) => name.rows.contains(row),
                    None => names.iter().any(|name| name.rows.contains(row)),
                };
                let rows: Vec<usize> = rows.iter().copied().filter(may_be).collect();
                (!rows.is_empty()).then_some((*index, rows))
            })
            .collect();
        let single: Vec<(usize, usize)> =
            fitting.iter().filter_map(|(index, rows)| Some((*index, *rows.first()?))).collect();
        let mut rows: Vec<usize> = single.iter().map(|(_, row)| *row).collect();
        rows.sort_unstable();
        rows.dedup();
        let keeps = longest(&fitting, &names, None) == fitting.len() && rows.len() == fitting.len();
        if keeps && fitting.len() >= 2 && single.len() > best.len() {
            best = single;
        }
    }
    best
}

/// The members that stand for rows that follow one another, in the order of the result or against it.
fn in_a_row(scene: &Scene<'_>, members: &[Member]) -> Vec<(usize, usize)> {
    let mut best: Vec<(usize, usize)> = Vec::new();
    for (start, (_, rows)) in members.iter().enumerate() {
        for first in rows {
            for down in [true, false] {
                let mut run: Vec<(usize, usize)> = Vec::new();
                for (step, (index, rows)) in members.iter().skip(start).enumerate() {
                    let row = if down { first.checked_add(step) } else { first.checked_sub(step) };
                    let follows = run.last().is_none_or(|(last, _)| *index == last + 1);
                    let Some(row) = row.filter(|row| rows.contains(row) && follows) else { break };
                    run.push((*index, row));
                }
                let telling = run
                    .iter()
                    .filter_map(|(index, _)| scene.mentions.get(*index))
                    .any(|mention| mention.readings.first().is_some_and(|reading| digits(*reading) >= 2));
                if run.len() >= RUN && telling && run.len() > best.len() {
                    best = run;
                }
            }
        }
    }
    best
}

fn candidate(scene: &Scene<'_>, mention: &Mention, source: usize, place: Place) -> Option<Candidate> {
    let of = scene.sources.get(source)?;
    let own = of.columns.get(place.column)?;
    let value = of.number(place)?;
    let factor = scene.factor(mention, own)?;
    let (reading, _) = windows(mention).find(|(_, window)| {
        let inside = window.over(factor);
        inside.holds(value) || inside.turned().holds(value)
    })?;
    let grade = Some(100 * scene.cited(mention, of) as u32);
    Some(Candidate::of_cell(source, place, value, reading, grade))
}

#[cfg(test)]
mod tests {
    use super::super::example::{scene, table};
    use super::*;

    /// Rows of the cells found for the numbers of a text, none of which was traced before.
    fn resumed(text: &str) -> Vec<Option<usize>> {
        let towns = ["Aix|101|7.5", "Brno|152|8.5", "Cork|123|9.5", "Dijon|134|6.5"];
        scene(table("town|visits|score", &towns), text, &|scene| {
            let mut picked = vec![None; scene.mentions.len()];
            resume(scene, &mut picked);
            picked.iter().map(|one| one.as_ref().map(|one: &Candidate| one.cells[0].row)).collect()
        })
    }

    #[test]
    fn a_list_names_its_column_once() {
        assert_eq!(resumed("Aix 101, Cork 123 and Dijon 134 [q1]."), [Some(0), Some(2), Some(3)]);
        assert_eq!(resumed("Aix 101, Cork 134 and Dijon 123 [q1]."), [None, None, None], "they break the order");
    }

    #[test]
    fn a_run_of_rows_needs_no_names() {
        assert_eq!(resumed("They went 101, 152, 123 [q1]."), [Some(0), Some(1), Some(2)]);
        assert_eq!(resumed("They went 123, 152, 101 [q1]."), [Some(2), Some(1), Some(0)]);
        assert_eq!(resumed("They went 101, 152 [q1]."), [None, None], "two are no run");
        assert_eq!(resumed("They went 101, 134, 152 [q1]."), [None, None, None]);
    }
}
