//! What the sentence points to plainly: cells and properties of what is cited, then its steps, then other results.
//!
//! Uses the scene, candidates, steps and sources of this room. Of several values the best graded is chosen. The numbers of a
//! passage are then held against one another: they come in the order in which their rows are named, and no cell is given
//! twice while a row that is named goes without. What is chosen here is one sign among others where all is weighed.

use hashbrown::HashSet;

use super::candidate::{
    Candidate, ColumnTie, RowTie, column_tie, column_tie_by, grade, is_read_so, row_tie, sign_fits,
};
use super::column::{Column, Measure};
use super::contrary::Contrary;
use super::mention::{Form, Hedge, Mention, Reading};
use super::properties::{digits_written, properties};
use super::rounding::{Window, digits_of, windows};
use super::said::Said;
use super::scene::{Cited, Scene};
use super::scoring::OF_NOUN;
use super::source::{Place, Source};
use super::steps::steps;
use super::words::family;
use crate::event::Step;
use crate::limits::{EVIDENCE_CANDIDATES, EVIDENCE_CELLS, EVIDENCE_WEIGHED};

/// How much better another column may be named than one that another number of the passage was found in.
const SHARED_COLUMN: f64 = 0.8;

/// How often numbers that break the order of the names are taken back.
const ORDERINGS: usize = 2;

/// What the sentence points to plainly, before anything is weighed.
pub struct Plain {
    /// For each number what it may be.
    pub found: Vec<Vec<Candidate>>,
    /// For each number the plainest.
    pub chosen: Vec<Option<Candidate>>,
    /// The numbers that broke the order of names and numbers.
    pub doubtful: Vec<usize>,
}

/// What the sentence points to plainly for each number of a passage.
#[must_use]
pub fn plain(scene: &Scene<'_>) -> Plain {
    let may_be = |mention: &Mention| {
        let contrary = Contrary::new(scene, mention);
        let mut found = candidates(scene, mention);
        found.retain(|candidate| !contrary.rules_out(candidate));
        found
    };
    let mut found: Vec<Vec<Candidate>> = scene.mentions.iter().map(may_be).collect();
    let mut picked = pick(&found);
    for (index, mention) in scene.mentions.iter().enumerate() {
        if picked.get(index).is_some_and(Option::is_none)
            && let Some(slot) = found.get_mut(index)
        {
            let contrary = Contrary::new(scene, mention);
            slot.extend(parallel(scene, mention, &picked).into_iter().filter(|other| !contrary.rules_out(other)));
        }
    }
    picked = pick(&found);
    let all = found.clone();
    let mut doubtful: Vec<usize> = Vec::new();
    for _ in 0..ORDERINGS {
        let broken = super::order::out_of_order(scene, &picked, &found);
        doubtful.extend(broken.iter().copied());
        if broken.is_empty() {
            break;
        }
        for index in broken {
            let (Some(all), Some(Some(wrong))) = (found.get_mut(index), picked.get(index)) else { continue };
            let column = |candidate: &Candidate| candidate.cells.first().map(|place| place.column);
            all.retain(|candidate| {
                candidate.source != wrong.source || candidate.step != wrong.step || column(candidate) != column(wrong)
            });
        }
        picked = pick(&found);
    }
    super::together::resume(scene, &mut picked);
    Plain { found: all, chosen: picked, doubtful }
}

/// Cells of a named row in a column that another number of the passage was found in: `Gentoo has 0.36 of the sample,
/// Chinstrap 0.20`.
fn parallel(scene: &Scene<'_>, mention: &Mention, picked: &[Option<Candidate>]) -> Vec<Candidate> {
    let mut found = Vec::new();
    for other in picked.iter().flatten().filter(|other| other.step == Step::Cell) {
        let (Some(of), [cell]) = (scene.sources.get(other.source), other.cells.as_slice()) else { continue };
        for mut candidate in cells(scene, mention, other.source) {
            let [place] = candidate.cells.as_slice() else { continue };
            let place = *place;
            if place.column != cell.column || place.row == cell.row || of.is_file {
                continue;
            }
            let ties = (
                row_tie(scene, mention, place, other.source),
                column_tie_by(scene, mention, place, other.source, SHARED_COLUMN),
            );
            if ties.0 >= RowTie::Meant && ties.1 != ColumnTie::Another && scene.cited(mention, of) != Cited::Other {
                candidate.grade = Some(100 * scene.cited(mention, of) as u32 + 10);
                found.push(candidate);
            }
        }
    }
    found
}

/// The best graded candidate of each number.
fn pick(found: &[Vec<Candidate>]) -> Vec<Option<Candidate>> {
    let best = |candidates: &Vec<Candidate>| {
        // The first of equals, so that the same text gives the same evidence.
        candidates
            .iter()
            .rev()
            .filter(|candidate| candidate.grade.is_some())
            .max_by_key(|candidate| candidate.grade)
            .cloned()
    };
    found.iter().map(best).collect()
}

/// The candidates of a mention that are specific enough.
fn candidates(scene: &Scene<'_>, mention: &Mention) -> Vec<Candidate> {
    let cited = |source: &Source| scene.cited(mention, source);
    let (near, far): (Vec<usize>, Vec<usize>) = (0..scene.sources.len())
        .partition(|index| scene.sources.get(*index).is_some_and(|source| cited(source) >= Cited::Paragraph));
    let said = Said::new(scene, mention);
    for mut sources in [near, far] {
        // Of equals the result of a query comes before what is known of a file.
        sources.sort_by_key(|index| scene.sources.get(*index).is_some_and(|source| source.is_file));
        let mut found: Vec<Candidate> = Vec::new();
        for source in &sources {
            found.extend(cells(scene, mention, *source));
            found.extend(properties(scene, mention, *source));
        }
        found.retain(|candidate| candidate.grade.is_some());
        let mut derived: Vec<Candidate> =
            sources.iter().flat_map(|source| steps(scene, mention, *source, &said)).collect();
        derived.retain(|candidate| candidate.grade.is_some());
        found.extend(derived);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// The cells of a result that round to a mention.
fn cells(scene: &Scene<'_>, mention: &Mention, source: usize) -> Vec<Candidate> {
    let Some(of) = scene.sources.get(source) else { return Vec::new() };
    let mut found = Vec::new();
    let mut weighed = 0;
    let named = named_rows(scene, source);
    let noun = scene.behind(mention, 1).next().map(family);
    let counted = noun.filter(|_| scene.counts_rows(mention, source));
    if is_hopeless(scene, mention, source, named.is_none()) {
        return found;
    }
    let each = scene.says(mention, &["each"]) || scene.has_beside(mention, &["each"], 0, 2);
    for (column, own) in of.columns.iter().enumerate() {
        let Some(factor) = scene.factor(mention, own) else { continue };
        if counted.as_ref().is_some_and(|noun| !own.is_named_by(noun)) {
            continue;
        }
        for (reading, window) in windows(mention).filter(|(reading, _)| is_read_so(mention.form, *reading, own)) {
            let mut rows = rows_within(own, window.over(factor), reading.value >= 0.0);
            // Of what a hedged number may stand for, the very same number comes first.
            let exact = Window::new(reading, Hedge::Exact).over(factor);
            let same = |row: &usize| own.numbers.get(*row).copied().flatten().is_some_and(|number| exact.holds(number));
            if rows.iter().any(same) {
                rows.retain(same);
            }
            if let Some(named) = &named {
                rows.retain(|row| named.contains(row));
            }
            let alone = rows.len() == 1 || each;
            for row in rows {
                weighed += 1;
                if weighed > EVIDENCE_WEIGHED {
                    return found;
                }
                if found.len() < EVIDENCE_CANDIDATES {
                    found.extend(cell(scene, mention, source, Place { column, row }, (reading, factor, alone)));
                }
            }
        }
    }
    found
}

/// Whether a number of a table says so little that no result which is not cited can be meant.
fn is_hopeless(scene: &Scene<'_>, mention: &Mention, source: usize, rowless: bool) -> bool {
    let Some(of) = scene.sources.get(source) else { return true };
    let in_table = scene.passage.cells.iter().any(|(range, _)| range.contains(&mention.range.start));
    in_table
        && rowless
        && scene.naming.get(source).is_some_and(|naming| naming.rows.is_empty())
        && scene.cited(mention, of) < Cited::Paragraph
        && digits_written(mention) < 2
        && of.row_count > 1
}

/// A cell that rounds to a mention, graded; none where its sign or its row cannot be meant. `reading` comes with by what the
/// text multiplies the cell, and whether no other row fits it.
fn cell(
    scene: &Scene<'_>,
    mention: &Mention,
    source: usize,
    place: Place,
    (reading, factor, alone): (Reading, f64, bool),
) -> Option<Candidate> {
    let of = scene.sources.get(source)?;
    let own = of.columns.get(place.column)?;
    let value = of.number(place)?;
    let spelled = !scene.text.get(mention.range.clone()).unwrap_or_default().bytes().any(|byte| byte.is_ascii_digit());
    // Nobody spells what was rounded.
    if !sign_fits(scene, mention, value, reading) || spelled && value.fract() != 0.0 && mention.form == Form::Number {
        return None;
    }
    let row = row_tie(scene, mention, place, source);
    if row == RowTie::Another {
        return None;
    }
    let digits = digits_of(reading, mention.hedge, value * factor);
    let is_main = of.main_column() == Some(place.column);
    let cited = scene.cited(mention, of);
    // What no words for its column could make specific enough is not held against the other columns.
    if of.row_count > 1 && grade(cited, row, ColumnTie::Named, digits, alone, is_main).is_none() {
        return Some(Candidate::of_cell(source, place, value, reading, None));
    }
    let column = column_tie(scene, mention, place, source);
    // `8 of 9`: what a part is of is a count, too.
    let parts = || scene.mentions.iter().any(|part| scene.is_part_of(part, mention));
    let column = if own.measure == Measure::Count && parts() { column.max(ColumnTie::Only) } else { column };
    // Of what others than the cited results hold, the noun must say what it is: `344 penguins`.
    let noun =
        cited == Cited::Other && of.row_count == 1 && scene.column_score(mention, source, place.column) >= OF_NOUN;
    let row = if noun { RowTie::Named } else { row };
    let grade = grade(cited, row, column, digits, alone, is_main)
        .filter(|_| !of.is_file || row == RowTie::Named && column == ColumnTie::Named);
    Some(Candidate::of_cell(source, place, value, reading, grade))
}

/// The rows that a passage names of a result, where no word of it can mean another.
fn named_rows(scene: &Scene<'_>, source: usize) -> Option<HashSet<usize>> {
    let naming = scene.naming.get(source).filter(|naming| !naming.rows.is_empty())?;
    let passage = scene.passage;
    let extreme = passage.says(&passage.range, &["maximum", "minimum", "latest", "earliest"])
        || scene.mentions.iter().any(|mention| mention.form == Form::Ordinal || scene.range_end(mention).is_some())
        || scene.says_stem(&[
            "before",
            "previous",
            "prior",
            "earlier",
            "after",
            "from",
            "later",
            "next",
            "following",
            "then",
        ]);
    let constant = scene.sources.get(source).is_none_or(|source| source.row_count == 1);
    (!extreme && !constant).then(|| naming.rows.iter().flat_map(|name| name.rows.iter().copied()).collect())
}

/// Rows of a column within a window, with either sign where the number is written without one.
pub fn rows_within(column: &Column, window: Window, unsigned: bool) -> Vec<usize> {
    let mut rows: Vec<usize> = column.between(window.low, window.high).take(EVIDENCE_CELLS).collect();
    if unsigned {
        let turned = window.turned();
        rows.extend(column.between(turned.low, turned.high).take(EVIDENCE_CELLS));
    }
    rows.sort_unstable();
    rows.dedup();
    rows
}

#[cfg(test)]
mod tests {
    use super::super::example::{last_scene, ledger, regions, scene, table};
    use super::*;

    /// Column and row of what is chosen for each number.
    fn chosen(scene: &Scene<'_>) -> Vec<Option<(usize, usize)>> {
        let place = |candidate: Candidate| candidate.cells.first().map(|place| (place.column, place.row));
        plain(scene).chosen.into_iter().map(|candidate| candidate.and_then(place)).collect()
    }

    #[test]
    fn what_is_named_is_chosen() {
        let read = |text: &str| scene(regions(), text, &chosen);
        assert_eq!(read("West has a revenue of 12.4 and East 11.9 [q1]."), [Some((1, 0)), Some((1, 1))]);
        assert_eq!(read("West has a revenue of 8.3 [q1]."), [None]);
        assert_eq!(read("West took 45 orders [q1]."), [Some((2, 0))]);
    }

    #[test]
    fn numbers_that_break_the_order_of_the_names_are_doubtful() {
        let doubtful = |text: &str| scene(regions(), text, &|scene| plain(scene).doubtful);
        assert!(doubtful("West and East have revenues of 12.4 and 11.9 [q1].").is_empty());
        assert_eq!(doubtful("West and East have revenues of 11.9 and 12.4 [q1]."), [0, 1]);
    }

    #[test]
    fn the_cited_result_comes_before_others() {
        let both = ledger(vec![regions(), table("region|revenue", &["West|12.4", "East|1.5"])]);
        let source = |text: &str| {
            last_scene(&both, text, &|scene| plain(scene).chosen[0].as_ref().map(|candidate| candidate.source))
        };
        assert_eq!(source("West has a revenue of 12.4 [q2]."), Some(1));
        assert_eq!(source("West has a revenue of 12.4 [q1]."), Some(0));
        assert_eq!(source("East has a revenue of 11.9 [q2]."), Some(0), "no cited one has it");
    }
}
