//! What else the words around a number may mean: the cells that do not fit it.
//!
//! Uses the scene, sources and signs of this room. Whether West's or East's revenue is meant, the words say without the number.
//! So all cells that it may speak of are held against one another by the signs that do not depend on it, and a cell that fits
//! speaks for itself where the words point to no other one more. How much each sign weighs for that is fitted to cells that are
//! known to be meant.

use super::candidate::Candidate;
use super::column::Measure;
use super::held::Held;
use super::likely::Supposed;
use super::scene::Cited;
use super::sign::Sign;
use super::signs::{Found, Reader};
use super::source::Place;
use super::weights::WEIGHTS;
use crate::limits::{EVIDENCE_RIVAL_RESULTS, EVIDENCE_RIVAL_ROWS, EVIDENCE_RIVALS};

/// The least logarithm of how likely a cell is meant that is told from less.
const LEAST: f64 = -10.0;
/// By how much more the words point to a cell than to another, at most.
const MOST_AHEAD: f64 = 8.0;
/// How much words point to a cell, as a sign of steps.
const RIVAL: (f64, f64) = (-2.0, 10.0);

/// What each sign weighs of how much the words point to a cell.
#[must_use]
pub fn pointing() -> Vec<f64> {
    WEIGHTS.iter().map(|weights| weights.3).collect()
}

/// The cells that a number may speak of, whether they fit or not, with their signs. Where many results may be meant, only
/// those are looked at that hold one of the values that fit: which result is meant, the words hardly say then.
#[must_use]
pub fn rivals(reader: &Reader<'_>, fitting: &[Supposed]) -> Vec<Supposed> {
    let mut found = Vec::new();
    let Some(reading) = reader.mention.readings.first().copied() else { return found };
    let results = reader.scene.sources.iter().enumerate();
    let may_be = results.filter(|(_, of)| !of.is_file && reader.scene.cited(reader.mention, of) != Cited::Other);
    let may_be: Vec<_> = may_be.collect();
    let few = may_be.len() <= EVIDENCE_RIVAL_RESULTS;
    for (source, of) in may_be {
        if !few && fitting.iter().all(|one| one.candidate.source != source) {
            continue;
        }
        let Some(held) = reader.hold(source) else { continue };
        let rows = rows(reader, held);
        for (column, own) in of.columns.iter().enumerate() {
            if own.measure == Measure::None || !held.may_be.get(column).copied().unwrap_or(false) {
                continue;
            }
            for row in rows.iter().copied().chain(ends(held, column)) {
                let place = Place { column, row };
                let Some(value) = of.number(place).filter(|_| found.len() < EVIDENCE_RIVALS) else { continue };
                let candidate = Candidate::of_cell(source, place, value, reading, None);
                found.push(reader.read(candidate, Found { tried: 1, fitting: 1, words: false }));
            }
        }
    }
    found
}

/// The rows of a result that may be meant: all of a short one; else those that are named here, before or in the question,
/// those that other numbers rest on, with their neighbours, and the first and the last.
fn rows(reader: &Reader<'_>, held: &Held<'_>) -> Vec<usize> {
    let known = held.of.rows.len();
    if known <= EVIDENCE_RIVAL_ROWS {
        return (0..known).collect();
    }
    let before = reader.scene.before.get(held.source).map_or(&[][..], Vec::as_slice);
    let recent = reader.scene.recent.get(held.source).map_or(&[][..], Vec::as_slice);
    let told = held.naming.rows.iter().chain(before).chain(recent).chain(&held.asked.rows);
    let named = told.flat_map(|name| name.rows.iter().copied());
    let resting = reader.play.cells().filter(|(source, _)| *source == held.source);
    let resting = resting.flat_map(|(_, cell)| [cell.row, cell.row.saturating_sub(1), cell.row + 1]);
    let mut rows: Vec<usize> =
        [0, known.saturating_sub(1)].into_iter().chain(named).chain(resting).filter(|row| *row < known).collect();
    rows.truncate(EVIDENCE_RIVALS);
    rows.sort_unstable();
    rows.dedup();
    rows.truncate(EVIDENCE_RIVAL_ROWS);
    rows
}

/// The rows of the smallest and of the largest number of a column, of a result of which not all rows are looked at.
fn ends(held: &Held<'_>, column: usize) -> Vec<usize> {
    let Some(own) = held.of.columns.get(column).filter(|_| held.of.rows.len() > EVIDENCE_RIVAL_ROWS) else {
        return Vec::new();
    };
    let Some((least, most)) = own.ends else { return Vec::new() };
    [least, most].into_iter().filter_map(|end| own.between(end, end).next()).collect()
}

/// Sets of each value that fits how much the words point to it, and how much to what does not fit.
pub fn compare(reader: &Reader<'_>, all: &mut [Supposed], pointing: &[f64]) {
    if all.is_empty() || pointing.is_empty() {
        return;
    }
    let rivals = rivals(reader, all);
    let scores: Vec<f64> = rivals.iter().map(|rival| rival.pointed(pointing)).collect();
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let whole = scores.iter().map(|score| (score - largest).exp()).sum::<f64>().ln() + largest;
    let fits = |rival: &Supposed| {
        let same = |one: &Supposed| {
            one.candidate.source == rival.candidate.source && one.candidate.cells == rival.candidate.cells
        };
        all.iter().any(|one| one.is_cell() && same(one))
    };
    let others = rivals.iter().zip(&scores).filter(|(rival, _)| !fits(rival)).map(|(_, score)| *score);
    let top = others.fold(f64::NEG_INFINITY, f64::max);
    for one in all {
        if one.is_cell() {
            let own = one.pointed(pointing);
            let likely = if whole.is_finite() { (own - whole).clamp(LEAST, 0.0) } else { 0.0 };
            one.set(Sign::Pointed, likely);
            one.set(Sign::Likeliest, likely.exp());
            one.set(Sign::Ahead, (own - top).clamp(-MOST_AHEAD, MOST_AHEAD));
        } else {
            one.set(Sign::Rival, top.clamp(RIVAL.0, RIVAL.1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{last_scene, ledger, number, regions, scene, table};
    use super::super::judge;
    use super::super::likely::Play;
    use super::super::scene::Scene;
    use super::*;

    /// Of each cell that fits a number: its row, how likely it is meant, and by how much it is ahead.
    fn compared(scene: &Scene<'_>, written: &str) -> Vec<(usize, f64, f64)> {
        let at = scene.mentions.iter().position(|mention| &scene.text[mention.range.clone()] == written).unwrap();
        let (_, values) = judge::signs(scene, &pointing()).swap_remove(at);
        let of = |one: &Supposed, sign: Sign| one.signs[sign as usize];
        let cells = values.iter().filter(|one| one.is_cell());
        cells.map(|one| (one.candidate.cells[0].row, of(one, Sign::Likeliest), of(one, Sign::Ahead))).collect()
    }

    #[test]
    fn the_cell_that_the_words_mean_is_ahead_of_one_that_only_fits() {
        let read = |text: &str, written: &str| scene(regions(), text, &|scene| compared(scene, written));
        let meant = read("West has a revenue of 12.4 [q1].", "12.4");
        assert!(meant.len() == 1 && meant[0].1 > 0.5 && meant[0].2 > 0.0, "{meant:?}");
        let other = read("This year West has a revenue of 11.9 [q1].", "11.9");
        assert!(other.len() == 1 && other[0].1 < 0.2 && other[0].2 < 0.0, "{other:?}");
    }

    #[test]
    fn of_a_long_result_the_rows_that_may_be_meant_are_held_against_one_another() {
        let rows: Vec<String> = (0..500).map(|row| format!("shop {row}|{}", 1_000 + row * 37 % 499)).collect();
        let long = table("shop|visits", &rows.iter().map(String::as_str).collect::<Vec<_>>());
        let rows = last_scene(&ledger(vec![long]), "The visits of shop 250 were 1,268 [q1].", &|scene| {
            let play = Play { picked: &[], earlier: &[] };
            let cells = rivals(&Reader::new(scene, number(scene, "1,268"), &play), &[]);
            cells.iter().map(|one| one.candidate.cells[0].row).collect::<Vec<usize>>()
        });
        assert!(rows.contains(&250) && rows.contains(&0) && rows.contains(&499), "{rows:?}");
        assert!(rows.len() <= EVIDENCE_RIVAL_ROWS + 2, "{}", rows.len());
    }

    #[test]
    fn of_many_results_those_are_looked_at_that_hold_what_fits() {
        let shops = |index: usize| {
            table(
                "shop|visits",
                &["Aix|", "Brno|"].map(|row| format!("{row}{}", 4_100 + index)).each_ref().map(String::as_str),
            )
        };
        let results = |many: usize| ledger((0..many).map(shops).collect());
        let looked_at = |many: usize| {
            last_scene(&results(many), "Aix had 4,103 visits.", &|scene| {
                let play = Play { picked: &[], earlier: &[] };
                let reader = Reader::new(scene, number(scene, "4,103"), &play);
                let all = super::super::supposed::all(&reader);
                let mut found: Vec<usize> = rivals(&reader, &all).iter().map(|one| one.candidate.source).collect();
                found.dedup();
                found.len()
            })
        };
        assert_eq!((looked_at(5), looked_at(20)), (5, 1));
    }
}
