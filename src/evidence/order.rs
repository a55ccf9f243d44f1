//! Whether the numbers of a passage come in the order in which their rows are named.
//!
//! Uses the scene and candidates of this room. `West has 12.4 and East 11.9`, `12.4 for West, 11.9 for East` and `West and
//! East have 12.4 and 11.9` all keep the order; two figures that were exchanged do not. Neither of them stands then, as
//! nothing says which one is wrong.

use super::candidate::Candidate;
use super::naming::RowName;
use super::scene::Scene;
use super::source::Place;
use crate::event::Step;
use crate::limits::EVIDENCE_ORDERED;

/// The positions of the mentions whose evidence breaks the order.
#[must_use]
pub fn out_of_order(scene: &Scene<'_>, picked: &[Option<Candidate>], found: &[Vec<Candidate>]) -> Vec<usize> {
    let mut doubtful = Vec::new();
    for source in 0..scene.sources.len() {
        let columns = scene.sources.get(source).map_or(0, |source| source.columns.len());
        for column in 0..columns {
            let group: Vec<(usize, Vec<usize>)> = picked
                .iter()
                .enumerate()
                .filter_map(|(index, candidate)| {
                    let candidate = candidate.as_ref()?;
                    let [place] = candidate.cells.as_slice() else { return None };
                    let cell = matches!(candidate.step, Step::Cell | Step::Share);
                    (cell && candidate.source == source && place.column == column)
                        .then(|| (index, rows_of(found.get(index), source, column)))
                })
                .collect();
            if group.is_empty() || group.len() > EVIDENCE_ORDERED {
                continue;
            }
            for label in 0..columns {
                doubtful.extend(against_names(scene, source, label, &group));
            }
        }
    }
    doubtful.extend(same_cell(scene, picked));
    doubtful.extend(odd_column(scene, picked));
    doubtful.sort_unstable();
    doubtful.dedup();
    doubtful
}

/// Numbers that rest on a cell on which another number of the passage rests, too: a sentence gives each figure once. The one
/// whose words name the column best stands.
fn same_cell(scene: &Scene<'_>, picked: &[Option<Candidate>]) -> Vec<usize> {
    let cells = |candidate: &Option<Candidate>| {
        let candidate = candidate.as_ref().filter(|candidate| candidate.step == Step::Cell)?;
        let many = scene.sources.get(candidate.source).is_some_and(|source| source.row_count > 1);
        candidate.cells.first().filter(|_| many).map(|place| (candidate.source, *place))
    };
    let score = |index: usize, (source, place): (usize, Place)| {
        scene.mentions.get(index).map_or(0.0, |mention| scene.column_score(mention, source, place.column))
    };
    let written = |index: usize| scene.mentions.get(index).and_then(|mention| scene.text.get(mention.range.clone()));
    let mut doubtful = Vec::new();
    for (index, candidate) in picked.iter().enumerate().take(EVIDENCE_ORDERED) {
        let Some(cell) = cells(candidate).filter(|(source, place)| !is_told_twice(scene, *source, *place)) else {
            continue;
        };
        let rivals = picked.iter().enumerate().filter(|(other, _)| *other != index).take(EVIDENCE_ORDERED);
        let better = |(other, rival): (usize, &Option<Candidate>)| {
            cells(rival) == Some(cell) && written(other) == written(index) && score(other, cell) >= score(index, cell)
        };
        if rivals.into_iter().any(better) {
            doubtful.push(index);
        }
    }
    doubtful
}

/// Whether another column of the row holds the same number, as in `2 of 2`.
fn is_told_twice(scene: &Scene<'_>, source: usize, place: Place) -> bool {
    let Some(of) = scene.sources.get(source) else { return false };
    let number = of.number(place);
    let mut others = (0..of.columns.len()).filter(|column| *column != place.column);
    number.is_some() && others.any(|column| of.number(Place { column, ..place }) == number)
}

/// Numbers that rest on another column than all others of the passage do, and whose words do not name it.
fn odd_column(scene: &Scene<'_>, picked: &[Option<Candidate>]) -> Vec<usize> {
    let cells: Vec<(usize, usize, Place)> = picked
        .iter()
        .enumerate()
        .filter_map(|(index, candidate)| {
            let candidate = candidate.as_ref().filter(|candidate| candidate.step == Step::Cell)?;
            Some((index, candidate.source, *candidate.cells.first()?))
        })
        .take(EVIDENCE_ORDERED)
        .collect();
    let is_odd = |(index, source, place): &&(usize, usize, Place)| {
        let Some(mention) = scene.mentions.get(*index) else { return false };
        let others = || cells.iter().filter(|(other, _, _)| other != index);
        let one = others().map(|(_, source, place)| (*source, place.column)).collect::<Vec<_>>();
        let first = one.first().copied();
        let alike = one.len() >= 2 && one.iter().all(|other| Some(*other) == first);
        let elsewhere = first.is_some_and(|(other, column)| other == *source && column != place.column);
        alike && elsewhere && scene.column_score(mention, *source, place.column) == 0.0
    };
    cells.iter().filter(is_odd).map(|(index, _, _)| *index).collect()
}

/// The rows of a column that a mention may rest on: several may hold the same number.
fn rows_of(candidates: Option<&Vec<Candidate>>, source: usize, column: usize) -> Vec<usize> {
    let places =
        candidates.into_iter().flatten().filter(|candidate| candidate.source == source && candidate.grade.is_some());
    let mut rows: Vec<usize> = places
        .filter_map(|candidate| match candidate.cells.as_slice() {
            [place] if place.column == column => Some(place.row),
            _ => None,
        })
        .collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Mentions, given as their position and the rows they may rest on, that break the order of the names of one column.
fn against_names(scene: &Scene<'_>, source: usize, label: usize, group: &[(usize, Vec<usize>)]) -> Vec<usize> {
    let Some(naming) = scene.naming.get(source) else { return Vec::new() };
    let names: Vec<&RowName> = naming.rows.iter().filter(|name| name.column == label).take(EVIDENCE_ORDERED).collect();
    let is_named = |rows: &[usize]| names.iter().any(|name| rows.iter().any(|row| name.rows.contains(row)));
    let figures: Vec<(usize, Vec<usize>)> = group.iter().filter(|(_, rows)| is_named(rows)).cloned().collect();
    let mut different: Vec<&Vec<usize>> = names.iter().map(|name| &name.rows).collect();
    different.sort();
    different.dedup();
    if different.len() < 2 || figures.is_empty() {
        return Vec::new();
    }
    let whole = longest(&figures, &names, None);
    let mut doubtful: Vec<usize> = Vec::new();
    if whole < figures.len() {
        let needless = |index: &usize| longest(&figures, &names, Some(*index)) == whole;
        doubtful.extend(
            (0..figures.len()).filter(needless).filter_map(|index| figures.get(index)).map(|(mention, _)| *mention),
        );
    }
    doubtful.extend(given_twice(scene, &figures, &names));
    doubtful
}

/// The most numbers that can be read in the order of the names, each at or behind the name of the one before. `without` is
/// left out.
#[must_use]
pub fn longest(figures: &[(usize, Vec<usize>)], names: &[&RowName], without: Option<usize>) -> usize {
    // Best length of a reading that has come as far as each name.
    let mut best = vec![0_usize; names.len()];
    for (_, (_, rows)) in figures.iter().enumerate().filter(|(index, _)| Some(*index) != without) {
        let before = best.clone();
        for (at, name) in names.iter().enumerate() {
            if rows.iter().any(|row| name.rows.contains(row)) {
                let reach = before.iter().take(at + 1).max().copied().unwrap_or(0) + 1;
                if let Some(slot) = best.get_mut(at) {
                    *slot = (*slot).max(reach);
                }
            }
        }
    }
    best.into_iter().max().unwrap_or(0)
}

/// Numbers that rest on a cell which a nearer number gives, while a row that is named has no number.
fn given_twice(scene: &Scene<'_>, figures: &[(usize, Vec<usize>)], names: &[&RowName]) -> Vec<usize> {
    let serves = |name: &&RowName| figures.iter().any(|(_, rows)| rows.iter().any(|row| name.rows.contains(row)));
    let unserved = names.iter().any(|name| !serves(name));
    if !unserved {
        return Vec::new();
    }
    let distance = |mention: usize, rows: &[usize]| {
        let start = scene.mentions.get(mention).map_or(0, |mention| mention.range.start);
        let near = |name: &&&RowName| rows.iter().any(|row| name.rows.contains(row));
        names.iter().filter(near).map(|name| name.range.start.abs_diff(start)).min().unwrap_or(usize::MAX)
    };
    let mut twice = Vec::new();
    for (index, (mention, rows)) in figures.iter().enumerate() {
        let nearer = figures.iter().enumerate().any(|(other, (rival, same))| {
            other != index && same == rows && distance(*rival, rows) < distance(*mention, rows)
        });
        if nearer {
            twice.push(*mention);
        }
    }
    twice
}

#[cfg(test)]
mod tests {
    use super::super::example::{regions, scene};
    use super::*;

    fn broken(text: &str, rows: &[usize]) -> Vec<usize> {
        scene(regions(), text, &|scene| {
            let of = |(index, row): (usize, &usize)| Candidate {
                grade: Some(1),
                ..Candidate::of_step(
                    0,
                    Step::Cell,
                    0.0,
                    vec![Place { column: 1, row: *row }],
                    scene.mentions[index].readings[0],
                )
            };
            let picked: Vec<Candidate> = rows.iter().enumerate().map(of).collect();
            let found: Vec<Vec<Candidate>> = picked.iter().map(|one| vec![one.clone()]).collect();
            out_of_order(scene, &picked.into_iter().map(Some).collect::<Vec<_>>(), &found)
        })
    }

    #[test]
    fn numbers_come_in_the_order_of_the_names() {
        let each = "West has a revenue of 12.4 and East one of 11.9 [q1].";
        let both = "West and East have revenues of 12.4 and 11.9 [q1].";
        assert_eq!((broken(each, &[0, 1]), broken(both, &[0, 1])), (vec![], vec![]));
        assert_eq!((broken(each, &[1, 0]), broken(both, &[1, 0])), (vec![0, 1], vec![0, 1]));
    }

    #[test]
    fn a_cell_is_given_once() {
        assert_eq!(broken("West has revenues of 12.4 and 12.4 [q1].", &[0, 0]), [1], "the noun is nearer to the first");
        assert!(broken("West has a revenue of 12.4 [q1].", &[0]).is_empty());
    }

    #[test]
    fn the_longest_reading_follows_the_names() {
        let name = |row: usize| RowName { range: row..row + 1, column: 0, rows: vec![row] };
        let names = [name(0), name(1), name(2)];
        let names: Vec<&RowName> = names.iter().collect();
        let figures = |rows: &[usize]| rows.iter().enumerate().map(|(at, row)| (at, vec![*row])).collect::<Vec<_>>();
        assert_eq!(longest(&figures(&[0, 1, 2]), &names, None), 3);
        assert_eq!(longest(&figures(&[0, 2, 1]), &names, None), 2);
        assert_eq!(longest(&figures(&[0, 2, 1]), &names, Some(0)), 1);
        assert_eq!(longest(&figures(&[0, 0, 1, 1]), &names, None), 4);
    }
}
