//! Which value stands behind each number of a passage.
//!
//! Uses the scene, and what is listed and weighed in this room. All that fits a number is listed with its signs; of it the
//! likeliest is taken where it is likely enough. What the sentence points to plainly of one number helps the others along.

use super::across::across;
use super::candidate::{Candidate, ColumnTie, RowTie, column_tie, row_tie};
use super::contrary::Contrary;
use super::disputed::disputed;
use super::follows::{contradicted, follows};
use super::likely::{Play, Supposed};
use super::mention::Mention;
use super::per::per;
use super::plain::{Plain, plain};
use super::proof::proven;
use super::rivals::{compare, pointing, rivals};
use super::scene::{Cited, Scene, is_figure};
use super::signs::Reader;
use super::source::Place;
use super::tabular::tabular;
use super::usual::usual;
use super::weights::ENOUGH;
use crate::event::{ClaimStatus, Step};
use crate::limits::{EVIDENCE_NEAR_COLUMNS, EVIDENCE_NEAR_ROWS};

/// How often it is looked for what follows.
const FOLLOWED: usize = 2;
/// How many times a value may be as far from a number as the number is large, to be near.
const NEAR: f64 = 3.0;

/// What was found of each number of a passage: the likeliest value, where it is likely enough.
#[must_use]
pub fn judge(scene: &Scene<'_>) -> Vec<Option<Candidate>> {
    let plain = plain(scene);
    let proven = proven(scene);
    let likeliest = |index: usize| {
        let proven = || proven.get(index).cloned().flatten();
        if let Some(certain) = certain(scene, index, &plain).or_else(proven) {
            return Some(certain);
        }
        let all = supposed(scene, index, &plain, &others(&plain, index), &pointing());
        let sure = all.iter().find(|one| one.is_sure()).map(|sure| sure.candidate.clone());
        sure.or_else(|| likely(all))
    };
    let found = scene.mentions.iter().enumerate().map(|(index, mention)| {
        if is_figure(mention) { likeliest(index) } else { plain.chosen.get(index).cloned().flatten() }
    });
    let mut found: Vec<Option<Candidate>> = found.collect();
    for (slot, mention) in found.iter_mut().zip(scene.mentions) {
        if slot.is_none() && is_figure(mention) {
            *slot = shared(scene, mention, true);
        }
    }
    follow(scene, &mut found);
    look_again(scene, &plain, &mut found);
    follow(scene, &mut found);
    let mut wrong = contradicted(scene, &found);
    wrong.extend(disputed(scene, &found));
    for index in wrong {
        if let Some(slot) = found.get_mut(index) {
            *slot = None;
        }
    }
    found
}

/// Adds what follows from what was found, which may be what another follows from: `17 of 53, which is 32.1 %`.
fn follow(scene: &Scene<'_>, found: &mut [Option<Candidate>]) {
    for _ in 0..FOLLOWED {
        for (index, candidate) in follows(scene, found) {
            if let Some(slot) = found.get_mut(index) {
                *slot = Some(candidate);
            }
        }
    }
}

/// Looks again at what is left: what was found says of which rows and columns the passage speaks. It says nothing of what is
/// computed, nor of what is against the order of names and numbers.
fn look_again(scene: &Scene<'_>, plain: &Plain, found: &mut [Option<Candidate>]) {
    for index in 0..found.len() {
        if found.get(index).is_some_and(Option::is_none) && !plain.doubtful.contains(&index) {
            let mut all = supposed(scene, index, plain, found, &pointing());
            all.retain(Supposed::is_cell);
            let likely = likely(all);
            if let Some(slot) = found.get_mut(index) {
                *slot = likely;
            }
        }
    }
}

/// The likeliest of all that may stand behind a number, where it is likely enough; the first of equals, so that the same text gives
/// the same evidence.
fn likely(all: Vec<Supposed>) -> Option<Candidate> {
    let best = all.into_iter().rev().max_by(|one, other| one.weight().total_cmp(&other.weight()));
    best.filter(|best| best.weight() > ENOUGH).map(|best| best.candidate)
}

/// What was found plainly of all numbers but one: what was taken for the number itself says nothing for it.
fn others(plain: &Plain, index: usize) -> Vec<Option<Candidate>> {
    let mut others = plain.chosen.clone();
    if let Some(own) = others.get_mut(index) {
        *own = None;
    }
    others
}

/// Everything that may stand behind a number, with its signs. `picked` is what the other numbers of the passage rest on,
/// `pointing` what each sign weighs of how much the words point to a cell.
fn supposed(
    scene: &Scene<'_>,
    index: usize,
    plain: &Plain,
    picked: &[Option<Candidate>],
    pointing: &[f64],
) -> Vec<Supposed> {
    let Some(mention) = scene.mentions.get(index).filter(|mention| is_figure(mention)) else { return Vec::new() };
    let play = Play { picked, earlier: scene.earlier };
    let reader = Reader::new(scene, mention, &play);
    let mut all = super::supposed::all(&reader);
    let found = plain.found.get(index).map_or(&[][..], Vec::as_slice);
    let chosen = plain.chosen.get(index).and_then(Option::as_ref);
    reader.mark_plain(&mut all, found, chosen, plain.doubtful.contains(&index));
    let contrary = Contrary::new(scene, mention);
    all.retain(|one| !contrary.rules_out(&one.candidate));
    compare(&reader, &mut all, pointing);
    all
}

/// What needs no weighing: in a table the header and the first cell say what a number is, and `12 rows` is what it says.
fn certain(scene: &Scene<'_>, index: usize, plain: &Plain) -> Option<Candidate> {
    let mention = scene.mentions.get(index)?;
    let chosen = plain.chosen.get(index).and_then(Option::as_ref);
    if scene.passage.cells.iter().any(|(range, _)| range.contains(&mention.range.start)) {
        let said = || tabular(scene, index, &plain.chosen).or_else(|| usual(scene, mention));
        // Where the other rows of the table hold another column there, the header alone is not enough.
        let against = |chosen: &&Candidate| scene.series.speaks_against(mention, chosen);
        let chosen = chosen.filter(|chosen| !against(chosen)).cloned();
        let known = chosen.or_else(said).filter(|found| !Contrary::new(scene, mention).rules_out(found));
        return known.or_else(|| shared(scene, mention, false));
    }
    let found = plain.found.get(index).map_or(&[][..], Vec::as_slice).iter().filter(|one| one.grade.is_some());
    let plainly = chosen.into_iter().chain(found).find(|one| is_property(one.step) || is_noun(scene, mention, one));
    let said =
        || usual(scene, mention).or_else(|| per(scene, mention)).or_else(|| across(scene, mention, &plain.chosen));
    let known = plainly.cloned().or_else(|| said().filter(|found| !Contrary::new(scene, mention).rules_out(found)));
    known.or_else(|| shared(scene, mention, false))
}

/// The step that the items beside a number share; a cell where that is asked for, which is found otherwise before. What a column is
/// called may speak against a cell, and says nothing of a step.
fn shared(scene: &Scene<'_>, mention: &Mention, is_cell: bool) -> Option<Candidate> {
    let step = scene.series.step(mention).filter(|step| (step.step == Step::Cell) == is_cell)?;
    let of = scene.sources.get(step.source)?;
    let ruled_out = is_cell && Contrary::new(scene, mention).rules_out(step) || is_of_other_sign(scene, mention, step);
    (!ruled_out && scene.cited(mention, of) >= Cited::Nothing).then(|| step.clone())
}

/// Whether a step goes the other way than the sign of the number, or the words around it, say.
fn is_of_other_sign(scene: &Scene<'_>, mention: &Mention, step: &Candidate) -> bool {
    let written = scene.text.get(mention.range.clone()).unwrap_or_default();
    let moves = matches!(step.step, Step::Change | Step::Difference);
    let is_said = written.starts_with('+') || scene.rises() && !scene.falls();
    moves && step.value < 0.0 && is_said
}

/// Whether a step gives a property of a result, such as its number of rows.
fn is_property(step: Step) -> bool {
    step != Step::Cell && step.status() == ClaimStatus::Verified
}

/// Whether a value is one of the column whose name is the word behind the number, in a row that is plain, too.
fn is_noun(scene: &Scene<'_>, mention: &Mention, candidate: &Candidate) -> bool {
    let noun = scene.passage.words.iter().find(|word| word.range.start >= mention.range.end);
    let noun = noun.and_then(|word| scene.text.get(word.range.clone()));
    let of = scene.sources.get(candidate.source);
    candidate.cells.first().is_some_and(|place| {
        let column = of.and_then(|of| of.columns.get(place.column));
        let called = noun.zip(column).is_some_and(|(noun, column)| column.name.eq_ignore_ascii_case(noun));
        called && row_tie(scene, mention, *place, candidate.source) >= RowTie::Meant
    })
}

/// What may stand behind each number of a passage, with its signs, none for what is no figure; and whether it needs no weighing.
#[must_use]
pub fn signs(scene: &Scene<'_>, pointing: &[f64]) -> Vec<(bool, Vec<Supposed>)> {
    let plain = plain(scene);
    let proven = proven(scene);
    let is_proven = |index: usize| proven.get(index).is_some_and(Option::is_some);
    let is_certain =
        |(index, mention)| is_figure(mention) && (certain(scene, index, &plain).is_some() || is_proven(index));
    let certain: Vec<bool> = scene.mentions.iter().enumerate().map(is_certain).collect();
    certain
        .into_iter()
        .enumerate()
        .map(|(index, certain)| (certain, supposed(scene, index, &plain, &others(&plain, index), pointing)))
        .collect()
}

/// The cells that each number of a passage may speak of, whether they fit or not: none for what is no figure.
#[must_use]
pub fn spoken(scene: &Scene<'_>) -> Vec<Vec<Supposed>> {
    let plain = plain(scene);
    let cells = |(index, mention): (usize, &Mention)| {
        let others = others(&plain, index);
        let play = Play { picked: &others, earlier: scene.earlier };
        if is_figure(mention) { rivals(&Reader::new(scene, mention, &play), &[]) } else { Vec::new() }
    };
    scene.mentions.iter().enumerate().map(cells).collect()
}

/// What a result has for the row and the column that the sentence points to: what an untraced number might have been.
#[must_use]
pub fn nearest(scene: &Scene<'_>, mention: &Mention) -> Option<Candidate> {
    let reading = mention.readings.first().copied()?;
    let mut best: Option<(u32, f64, Candidate)> = None;
    for (source, of) in scene.sources.iter().enumerate() {
        let cited = scene.cited(mention, of);
        if cited < Cited::Nothing || of.is_file {
            continue;
        }
        // Only a row that is named, or the only one, is what a number may have been.
        let named = scene.naming.get(source).into_iter().flat_map(|naming| &naming.rows).flat_map(|name| &name.rows);
        let mut rows: Vec<usize> =
            if of.row_count == 1 { vec![0] } else { named.copied().take(EVIDENCE_NEAR_ROWS).collect() };
        rows.sort_unstable();
        rows.dedup();
        for (column, own) in of.columns.iter().enumerate().take(EVIDENCE_NEAR_COLUMNS) {
            let Some(factor) = scene.factor(mention, own) else { continue };
            for row in rows.iter().copied() {
                let place = Place { column, row };
                let Some(value) = of.number(place) else { continue };
                let away = ((value * factor - reading.value) / reading.value.abs().max(1e-9)).abs();
                if away > NEAR {
                    continue;
                }
                let ties = (row_tie(scene, mention, place, source), column_tie(scene, mention, place, source));
                let rank = 100 * cited as u32 + 20 * ties.0 as u32 + 20 * ties.1 as u32;
                let better = best.as_ref().is_none_or(|(old, far, _)| rank > *old || rank == *old && away < *far);
                if ties.0 >= RowTie::Before && ties.1 != ColumnTie::Another && better {
                    let candidate = Candidate::of_cell(source, place, value, reading, None);
                    best = Some((rank, away, candidate));
                }
            }
        }
    }
    best.map(|(_, _, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::super::example::{regions, scene};
    use super::*;

    fn cells(text: &str) -> Vec<Option<Vec<Place>>> {
        let judged = scene(regions(), text, &judge);
        judged.into_iter().map(|candidate| candidate.map(|candidate| candidate.cells)).collect()
    }

    #[test]
    fn the_likeliest_value_is_taken_where_it_is_likely_enough() {
        let at = |row: usize| Some(vec![Place { column: 1, row }]);
        assert_eq!(cells("West has a revenue of 12.4, East of 11.9 [q1]."), [at(0), at(1)]);
        assert_eq!(cells("West has a revenue of 12.4, East of 11.8 [q1]."), [at(0), None]);
        assert_eq!(cells("West has a revenue of 8.3 [q1]."), [None]);
    }

    #[test]
    fn what_is_no_figure_is_not_weighed() {
        let signs = scene(regions(), "In 2023 West had a revenue of 12.4 [q1].", &|scene| signs(scene, &pointing()));
        assert_eq!(signs.iter().map(|(_, signs)| signs.is_empty()).collect::<Vec<bool>>(), [true, false]);
    }

    #[test]
    fn what_came_near_is_of_the_row_that_is_named() {
        let near =
            |text: &str| scene(regions(), text, &|scene| nearest(scene, &scene.mentions[0]).map(|near| near.value));
        assert_eq!(near("West has a revenue of 13.1 [q1]."), Some(12.4));
        assert_eq!(near("East has a revenue of 13.1 [q1]."), Some(11.9));
        assert_eq!(near("West has a revenue of 1.31 [q1]."), None, "too far");
        assert_eq!(near("Somebody has a revenue of 13.1 [q1]."), None);
    }
}
