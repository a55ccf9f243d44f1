//! Figures that stand at the name of another row: `North takes 14.0 %, East 40.1 %`, each of which is the other's.
//!
//! Uses the scene, naming and candidates of this room. Two figures of one column, with the names of both their rows about them, may
//! be read each before its name, `14.0 % in North, 40.1 % in East`, or both in the order of the names, `North and East take 14.0 %
//! and 40.1 %`; a figure behind a name may be of the next one only where that has no figure of its own. Where the words leave open
//! no way but one that gives a figure another's row, it does not stand.

use std::ops::Range;

use super::super::candidate::Candidate;
use super::super::mention::Mention;
use super::super::naming::RowName;
use super::super::scene::{Scene, is_figure};
use super::super::source::Place;
use super::AND;
use crate::event::Step;
use crate::limits::EVIDENCE_ORDERED;

/// What begins another item.
const NEXT: [&str; 10] = ["and", "und", "et", "while", "whereas", "but", "against", "vs", "vs.", "gegen"];
/// Bytes between a figure and the name before it at most.
const APART: usize = 40;
/// Bytes between a name and its figure at most.
const SERVED: usize = 25;

/// A figure of a column, by its place among the numbers of the passage.
struct Figure<'a> {
    index: usize,
    mention: &'a Mention,
    source: usize,
    place: Place,
}

/// The places of the numbers that stand at the name of another row.
pub(super) fn crossed(scene: &Scene<'_>, found: &[Option<Candidate>]) -> Vec<usize> {
    let figures: Vec<Figure<'_>> = scene
        .mentions
        .iter()
        .zip(found)
        .enumerate()
        .filter_map(|(index, (mention, one))| figure(index, mention, one.as_ref()?))
        .collect();
    let mut all = Vec::new();
    for (at, one) in figures.iter().enumerate() {
        let is_next = |other: &&Figure<'_>| {
            other.source == one.source && other.place.column == one.place.column && other.place.row != one.place.row
        };
        let next = figures.iter().skip(at + 1).take(EVIDENCE_ORDERED).find(is_next);
        if let Some(other) = next.filter(|other| are_crossed(scene, one, other)) {
            all.extend([one.index, other.index]);
        }
        if is_behind_another(scene, one) {
            all.push(one.index);
        }
    }
    all
}

fn figure<'a>(index: usize, mention: &'a Mention, candidate: &Candidate) -> Option<Figure<'a>> {
    let is_of_row = matches!(candidate.step, Step::Cell | Step::Share) && candidate.cells.len() == 1;
    let place = candidate.cells.first().filter(|_| is_of_row)?;
    Some(Figure { index, mention, source: candidate.source, place: *place })
}

/// The names of rows by each column that stand in a part of the passage.
fn names_within<'a>(scene: &'a Scene<'_>, source: usize, part: &Range<usize>) -> Vec<Vec<&'a RowName>> {
    let columns = scene.sources.get(source).map_or(0, |of| of.columns.len());
    let mut all: Vec<Vec<&RowName>> = vec![Vec::new(); columns];
    for name in scene.naming.get(source).into_iter().flat_map(|naming| &naming.rows) {
        let is_within = name.range.start >= part.start && name.range.end <= part.end && !name.range.is_empty();
        if let Some(own) = all.get_mut(name.column).filter(|_| is_within) {
            own.push(name);
        }
    }
    all
}

/// Whether each of two figures is named as the other's, by any column that tells their rows apart.
fn are_crossed(scene: &Scene<'_>, one: &Figure<'_>, other: &Figure<'_>) -> bool {
    let part = scene.sentence(one.mention).start..scene.sentence(other.mention).end;
    names_within(scene, one.source, &part).into_iter().any(|names| {
        let of = |row: usize, without: usize| -> Vec<&Range<usize>> {
            let is_own = |name: &&&RowName| name.rows.contains(&row) && !name.rows.contains(&without);
            names.iter().filter(is_own).map(|name| &name.range).collect()
        };
        let (own, rival) = (of(one.place.row, other.place.row), of(other.place.row, one.place.row));
        let figures = [&one.mention.range, &other.mention.range];
        are_before(&own, &rival, figures) || are_listed(scene.text, &own, &rival, figures)
    })
}

/// Whether each of two numbers stands right before the name of the other: `14.0 % in North, 40.1 % in East`.
fn are_before(own: &[&Range<usize>], rival: &[&Range<usize>], [first, second]: [&Range<usize>; 2]) -> bool {
    let is_between = |name: &Range<usize>| name.start >= first.end && name.start < second.start;
    let is_behind = |name: &Range<usize>| name.start >= second.end;
    let first_behind =
        |names: &[&Range<usize>]| names.iter().filter(|name| is_behind(name)).map(|name| name.start).min();
    let is_nearer = match (first_behind(own), first_behind(rival)) {
        (Some(own), Some(rival)) => own < rival,
        (own, _) => own.is_some(),
    };
    let none_before = own.iter().chain(rival).all(|name| name.start >= first.start);
    none_before && is_nearer && rival.iter().any(|name| is_between(name)) && !own.iter().any(|name| is_between(name))
}

/// Whether two names that are joined are followed by two numbers that are joined, the other way round.
fn are_listed(text: &str, own: &[&Range<usize>], rival: &[&Range<usize>], [first, second]: [&Range<usize>; 2]) -> bool {
    let ([own], [rival]) = (own, rival) else { return false };
    let between = |from: usize, to: usize| text.get(from..to).unwrap_or_default().trim();
    let names = between(rival.end, own.start);
    let is_pair = AND.contains(&names) || [",", "&", "vs.", "vs", "versus", "/"].contains(&names);
    let numbers = between(first.end, second.start);
    let mut words = numbers.split_whitespace();
    let is_short = numbers.split_whitespace().count() <= 3 && !numbers.contains(['.', '(', '+']);
    let is_joined = words.any(|word| AND.contains(&word) || ["vs", "versus", "against", "gegen"].contains(&word));
    own.end <= first.start && is_pair && is_short && is_joined
}

/// Whether a figure stands behind the name of another row, and its own name behind it, at the next figure: `West took 542, East 753`.
fn is_behind_another(scene: &Scene<'_>, one: &Figure<'_>) -> bool {
    let (text, number) = (scene.text, &one.mention.range);
    let cut = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    // The parts of a score, `6–1`, are of one row.
    let joins = ['–', '-', ':'];
    let is_joined = cut(number.end, text.len()).starts_with(joins) || cut(0, number.start).ends_with(joins);
    if is_joined || !cut(number.start, number.end).bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let sentence = scene.sentence(one.mention);
    let figures = || scene.mentions.iter().filter(|other| is_figure(other));
    names_within(scene, one.source, &sentence).into_iter().any(|names| {
        let is_own = |name: &RowName| name.rows.contains(&one.place.row);
        let (before, behind): (Vec<&RowName>, Vec<&RowName>) =
            names.into_iter().partition(|name| name.range.start < number.start);
        let (Some(other), Some(own)) = (
            before.iter().max_by_key(|name| name.range.start),
            behind.iter().min_by_key(|name| name.range.start).filter(|name| is_own(name)),
        ) else {
            return false;
        };
        let between = cut(number.end, own.range.start);
        let leads =
            between.contains([',', ';', '–', '—', '|']) || between.split_whitespace().any(|word| NEXT.contains(&word));
        let is_between = |figure: &&Mention| figure.range.start >= number.end && figure.range.end <= own.range.start;
        let near = figures().filter(is_between).count() <= 1 && number.start.saturating_sub(other.range.end) <= APART;
        let next = figures().find(|next| next.range.start >= own.range.end);
        let is_served = next.is_some_and(|next| {
            let is_again = |name: &&RowName| name.range.start > own.range.start && name.range.end <= next.range.start;
            let is_near = next.range.end <= sentence.end && next.range.start - own.range.end <= SERVED;
            next.form == one.mention.form && is_near && !behind.iter().any(is_again)
        });
        leads && near && is_served && !before.iter().any(|name| is_own(name))
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{regions, scene};
    use super::*;

    /// The numbers that are crossed, where each was traced to a row.
    fn crossing(text: &str, rows: &[usize]) -> Vec<usize> {
        scene(regions(), text, &|scene| {
            let of = |(mention, row): (&Mention, &usize)| {
                let place = Place { column: 1, row: *row };
                Some(Candidate::of_cell(0, place, 12.4, *mention.readings.first()?, None))
            };
            let found: Vec<Option<Candidate>> = scene.mentions.iter().zip(rows).map(of).collect();
            let mut all = crossed(scene, &found);
            all.sort_unstable();
            all.dedup();
            all
        })
    }

    #[test]
    fn figures_before_their_names_are_of_them() {
        let text = "12.4 came from West, 11.9 from East [q1].";
        assert_eq!((crossing(text, &[0, 1]), crossing(text, &[1, 0])), (vec![], vec![0, 1]));
    }

    #[test]
    fn figures_of_joined_names_keep_their_order() {
        let text = "West and East are alike: 12.4 and 11.9 [q1].";
        assert_eq!((crossing(text, &[0, 1]), crossing(text, &[1, 0])), (vec![], vec![0, 1]));
        assert!(crossing("West and East are alike, 12.4 in sum, up from 11.9.", &[1, 0]).is_empty(), "no list");
    }

    #[test]
    fn a_figure_behind_a_name_is_not_of_the_next_one() {
        let text = "West took 12.4 and East 11.9; North is between East and West [q1].";
        assert_eq!((crossing(text, &[0, 1]), crossing(text, &[1, 0])), (vec![], vec![0]));
        assert!(crossing("Unlike West, 12.4 for East is much.", &[1]).is_empty(), "it has no other figure");
    }
}
