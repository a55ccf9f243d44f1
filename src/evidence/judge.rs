//! Which value stands behind each number of a passage.
//!
//! Uses the scene, candidates, steps and sources of this room. First the cells and properties of what is cited, then its
//! steps, then other results; of several the best graded. Then the numbers of a passage are held against one another: they
//! must come in the order in which their rows are named, and no cell is given twice while a row that is named goes without.

use std::collections::HashSet;

use super::candidate::{
    Candidate, ColumnTie, RowTie, column_tie, column_tie_by, grade, is_read_so, row_tie, sign_fits,
};
use super::column::{Column, Measure};
use super::likely::Play;
use super::mention::{Form, Hedge, Mention};
use super::rounding::{Window, digits, digits_of, windows};
use super::scene::{Cited, Scene};
use super::source::{Place, Source};
use super::steps::steps;
use super::words::family;
use crate::event::Step;
use crate::limits::{EVIDENCE_CANDIDATES, EVIDENCE_CELLS, EVIDENCE_NEAR_COLUMNS, EVIDENCE_NEAR_ROWS, EVIDENCE_WEIGHED};

/// What was found of each number of a passage.
#[must_use]
pub fn judge(scene: &Scene<'_>) -> Vec<Option<Candidate>> {
    let mut found: Vec<Vec<Candidate>> = scene.mentions.iter().map(|mention| candidates(scene, mention)).collect();
    let mut picked = pick(&found);
    for (index, mention) in scene.mentions.iter().enumerate() {
        if picked.get(index).is_some_and(Option::is_none)
            && let Some(slot) = found.get_mut(index)
        {
            slot.extend(parallel(scene, mention, &picked));
        }
    }
    picked = pick(&found);
    let plain = found.clone();
    let mut doubted: Vec<usize> = Vec::new();
    for _ in 0..2 {
        let doubtful = super::order::out_of_order(scene, &picked, &found);
        doubted.extend(doubtful.iter().copied());
        if doubtful.is_empty() {
            break;
        }
        for index in doubtful {
            let (Some(all), Some(Some(wrong))) = (found.get_mut(index), picked.get(index)) else { continue };
            let column = |candidate: &Candidate| candidate.cells.first().map(|place| place.column);
            all.retain(|candidate| {
                candidate.source != wrong.source || candidate.step != wrong.step || column(candidate) != column(wrong)
            });
        }
        picked = pick(&found);
    }
    super::together::resume(scene, &mut picked);
    weigh(scene, &plain, &doubted, &mut picked);
    picked
}

/// Weighs all that may stand behind each number, and takes the likeliest where it is likely enough.
fn weigh(scene: &Scene<'_>, plain: &[Vec<Candidate>], doubtful: &[usize], picked: &mut Vec<Option<Candidate>>) {
    let chosen = picked.clone();
    for round in 0..2 {
        let mut found: Vec<(usize, Option<Candidate>)> = Vec::new();
        for (index, mention) in scene.mentions.iter().enumerate() {
            if !super::scene::is_figure(mention) {
                continue;
            }
            // What was chosen for the number itself says nothing for it.
            let own = picked.get_mut(index).and_then(Option::take);
            let play = Play { picked, earlier: scene.earlier };
            let mut all = super::supposed::all(scene, mention, &play);
            super::likely::with_plain(scene, mention, &play, &mut all, plain.get(index).map_or(&[][..], Vec::as_slice), chosen.get(index).and_then(Option::as_ref), doubtful.contains(&index));
            if let Some(slot) = picked.get_mut(index) {
                *slot = own;
            }
            let best = all.into_iter().rev().max_by(|one, other| one.weight().total_cmp(&other.weight()));
            found.push((index, best.filter(|best| best.weight() > super::weights::ENOUGH).map(|best| best.candidate)));
        }
        for (index, candidate) in found {
            if let Some(slot) = picked.get_mut(index) {
                *slot = candidate;
            }
        }
    }
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
            let ties =
                (row_tie(scene, mention, place, other.source), column_tie_by(scene, mention, place, other.source, 0.8));
            if ties.0 >= RowTie::Meant && ties.1 != ColumnTie::Another && scene.cited(mention, of) != Cited::Other {
                candidate.grade = Some(100 * scene.cited(mention, of) as u32 + 10);
                found.push(candidate);
            }
        }
    }
    found
}

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
    for sources in [near, far] {
        let mut found: Vec<Candidate> = Vec::new();
        for source in &sources {
            found.extend(cells(scene, mention, *source));
            found.extend(properties(scene, mention, *source));
        }
        found.retain(|candidate| candidate.grade.is_some());
        let mut derived: Vec<Candidate> = sources.iter().flat_map(|source| steps(scene, mention, *source)).collect();
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
    let cited = scene.cited(mention, of);
    let mut found = Vec::new();
    let mut weighed = 0;
    let named = named_rows(scene, source);
    let noun = scene.behind(mention, 1).next().map(family);
    let counted = noun.filter(|_| scene.counts_rows(mention, source));
    let hopeless = |digits: u32| cited < Cited::Paragraph && named.is_none() && digits < 2 && of.row_count > 1;
    if scene.passage.cells.iter().any(|(range, _)| range.contains(&mention.range.start))
        && scene.naming.get(source).is_some_and(|naming| naming.rows.is_empty())
        && hopeless(digits_written(mention))
    {
        return found;
    }
    for (column, own) in of.columns.iter().enumerate() {
        let Some(factor) = scene.factor(mention, own) else { continue };
        if counted.as_ref().is_some_and(|noun| !own.is_named_by(noun)) {
            continue;
        }
        let spelled =
            !scene.text.get(mention.range.clone()).unwrap_or_default().bytes().any(|byte| byte.is_ascii_digit());
        for (reading, window) in windows(mention).filter(|(reading, _)| is_read_so(mention.form, *reading, own)) {
            let inside = window.over(factor);
            let mut rows = rows_within(own, inside, reading.value >= 0.0);
            // Of what a hedged number may stand for, the very same number comes first.
            let exact = Window::new(reading, Hedge::Exact).over(factor);
            let same = |row: &usize| own.numbers.get(*row).copied().flatten().is_some_and(|number| exact.holds(number));
            if rows.iter().any(same) {
                rows.retain(same);
            }
            if let Some(named) = &named {
                rows.retain(|row| named.contains(row));
            }
            let each = scene.says(mention, &["each"]) || scene.has_beside(mention, &["each"], 0, 2);
            let alone = rows.len() == 1 || each;
            for row in rows {
                weighed += 1;
                if weighed > EVIDENCE_WEIGHED {
                    return found;
                }
                let place = Place { column, row };
                let Some(value) = own.numbers.get(row).copied().flatten() else { continue };
                // Nobody spells what was rounded.
                if !sign_fits(scene, mention, value, reading)
                    || spelled && value.fract() != 0.0 && mention.form == Form::Number
                {
                    continue;
                }
                let row = row_tie(scene, mention, place, source);
                if row == RowTie::Another || found.len() >= EVIDENCE_CANDIDATES {
                    continue;
                }
                let column = column_tie(scene, mention, place, source);
                // `8 of 9`: what a part is of is a count, too.
                let parts = || scene.mentions.iter().any(|part| scene.is_part_of(part, mention));
                let column =
                    if own.measure == Measure::Count && parts() { column.max(ColumnTie::Only) } else { column };
                let is_main = of.main_column() == Some(place.column);
                // Of what others than the cited results hold, the noun must say what it is: `344 penguins`.
                let noun = cited == Cited::Other
                    && of.row_count == 1
                    && scene.column_score(mention, source, place.column) >= 4.0;
                let row = if noun { RowTie::Named } else { row };
                let grade = grade(cited, row, column, digits_of(reading, mention.hedge, value * factor), alone, is_main)
                    .filter(|_| !of.is_file || row == RowTie::Named && column == ColumnTie::Named);
                found.push(Candidate { source, step: Step::Cell, value, cells: vec![place], column: None, reading, grade });
            }
        }
    }
    found
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
fn rows_within(column: &super::column::Column, window: Window, unsigned: bool) -> Vec<usize> {
    let mut rows: Vec<usize> = column.between(window.low, window.high).take(EVIDENCE_CELLS).collect();
    if unsigned {
        let turned = window.turned();
        rows.extend(column.between(turned.low, turned.high).take(EVIDENCE_CELLS));
    }
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Words that stand for rows.
const ROWS: [&str; 14] = [
    "row",
    "record",
    "entry",
    "observation",
    "line",
    "item",
    "group",
    "result",
    "case",
    "zeile",
    "datensatz",
    "ligne",
    "fila",
    "entries",
];

/// The number of rows, columns or groups of a result, and the ranks of its rows.
fn properties(scene: &Scene<'_>, mention: &Mention, source: usize) -> Vec<Candidate> {
    let Some(of) = scene.sources.get(source) else { return Vec::new() };
    let cited = scene.cited(mention, of);
    let mut found = Vec::new();
    match mention.form {
        Form::Number => counts(scene, mention, source, &mut found),
        Form::Ordinal => ranks(scene, mention, source, &mut found),
        Form::Percent | Form::Points | Form::Multiple | Form::Year | Form::Month | Form::Quarter | Form::Date => {}
    }
    if cited == Cited::Other && !of.is_file {
        found.clear();
    }
    found
}

fn counts(scene: &Scene<'_>, mention: &Mention, source: usize, found: &mut Vec<Candidate>) {
    let Some(of) = scene.sources.get(source) else { return };
    // Nobody counts in decimals, and a result of one row is no crowd.
    let is_whole = scene.mentions.iter().any(|part| scene.is_part_of(part, mention));
    // A bound that no column reaches is none: `five kinds of weather over 1,461 days`.
    let reached = |bound: f64| {
        of.columns.iter().filter(|column| column.measure != Measure::None).any(|column| {
            let mut numbers = column.numbers.iter().flatten();
            numbers.clone().any(|number| *number <= bound) && numbers.any(|number| *number >= bound)
        })
    };
    let bound = super::threshold::threshold(scene.text, scene.passage, mention);
    let bounded = bound.is_some_and(|(bound, _)| reached(bound));
    if mention.readings.first().is_none_or(|reading| reading.unit < 1.0)
        || of.row_count < 2 && !of.is_file
        || bounded && !is_whole
    {
        return;
    }
    let near = 100 * scene.cited(mention, of) as u32 + 50;
    let mut add = |step: Step, column: Option<usize>, count: u64, grade: u32| {
        #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
        let value = count as f64;
        if let Some((reading, _)) = windows(mention).find(|(_, window)| window.holds(value)) {
            found.push(Candidate { source, step, value, cells: Vec::new(), column, reading, grade: Some(grade) });
        }
    };
    let followed = |named: &dyn Fn(&str) -> bool| scene.is_followed_by(mention, named);
    let of_file = of.is_file && followed(&|word| of.subject.iter().any(|own| own == word));
    // `881 in all`, or the number of a result of which only a part was shown.
    let cited = scene.cited(mention, of) >= Cited::Paragraph;
    let said = followed(&|word| matches!(word, "all" | "altogether" | "total")) && (cited || of.is_cut());
    let in_all = said || of.is_cut() && cited && digits_written(mention) >= 3;
    if followed(&|word| ROWS.contains(&word))
        || in_all
        || of_file
        || scene.is_rank_among(mention)
            && (cited || scene.naming.get(source).is_some_and(|naming| !naming.rows.is_empty()))
    {
        add(Step::RowCount, None, of.row_count, near);
    }
    if followed(&|word| COLUMNS.contains(&word)) {
        add(Step::ColumnCount, None, of.column_count, near);
    }
    if of.is_file {
        return;
    }
    for (index, column) in of.columns.iter().enumerate().filter(|(index, _)| of.is_key(*index)) {
        let names = |word: &str| match column.period_noun() {
            Some(noun) => word == noun || matches!(word, "decade" | "week" | "hour") && column.is_named_by(word),
            None => {
                column.is_named_by(word)
                    || column.is_named_by(family(word))
                    || COLUMNS.contains(&word) && column.name.contains("column")
            }
        };
        let Some(distinct) = column.distinct.or((of.is_key_alone(index)).then_some(of.row_count)) else { continue };
        if followed(&names) {
            let step = if distinct == of.row_count { Step::RowCount } else { Step::Distinct };
            add(step, Some(index), distinct, near + 5);
        }
    }
}

fn digits_written(mention: &Mention) -> u32 {
    mention.readings.first().map_or(0, |reading| digits(*reading))
}

/// Words that stand for columns.
const COLUMNS: [&str; 7] = ["column", "field", "variable", "attribute", "spalte", "colonne", "columna"];

/// Ranks that a column of the result gives.
fn in_rank_columns(scene: &Scene<'_>, mention: &Mention, source: usize, found: &mut Vec<Candidate>) {
    let Some(of) = scene.sources.get(source) else { return };
    for (column, own) in of.columns.iter().enumerate().filter(|(_, own)| own.is_named_by("rank") && own.is_whole) {
        for reading in mention.readings.iter().copied() {
            for row in own.between(reading.value - 0.1, reading.value + 0.1).take(EVIDENCE_CELLS) {
                let place = Place { column, row };
                if row_tie(scene, mention, place, source) >= RowTie::Before {
                    let grade = Some(100 * scene.cited(mention, of) as u32 + 70);
                    let value = reading.value;
                    found.push(Candidate { source, step: Step::Cell, value, cells: vec![place], column: None, reading, grade });
                }
            }
        }
    }
}

fn ranks(scene: &Scene<'_>, mention: &Mention, source: usize, found: &mut Vec<Candidate>) {
    let (Some(of), Some(naming)) = (scene.sources.get(source), scene.naming.get(source)) else { return };
    let smallest_first = scene.says(mention, &["minimum"]);
    in_rank_columns(scene, mention, source, found);
    // The rows that were not kept may stand before any.
    if of.is_cut() {
        return;
    }
    let is_measured = |column: &Column| column.measure != Measure::None && !column.is_named_by("rank");
    let measured: Vec<usize> =
        (0..of.columns.len()).filter(|column| of.columns.get(*column).is_some_and(is_measured)).collect();
    let best = measured.iter().map(|column| scene.column_score(mention, source, *column)).fold(0.0, f64::max);
    for column in measured {
        let score = scene.column_score(mention, source, column);
        if score + 0.3 < best {
            continue;
        }
        let Some(own) = of.columns.get(column) else { continue };
        for row in naming.rows.iter().flat_map(|name| name.rows.iter().copied()).take(EVIDENCE_CELLS) {
            let place = Place { column, row };
            let rank = own.rank(row, smallest_first).map(|rank| f64::from(u32::try_from(rank).unwrap_or(u32::MAX)));
            let Some(rank) =
                rank.filter(|rank| mention.readings.iter().any(|reading| (reading.value - rank).abs() < 0.5))
            else {
                continue;
            };
            if let Some(reading) = mention.readings.first().copied()
                && row_tie(scene, mention, place, source) == RowTie::Named
            {
                let grade = Some(100 * scene.cited(mention, of) as u32 + if score > 0.0 { 60 } else { 40 });
                found.push(Candidate { source, step: Step::Rank, value: rank, cells: vec![place], column: None, reading, grade });
            }
        }
    }
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
                let Some(value) = own.numbers.get(row).copied().flatten() else { continue };
                let away = ((value * factor - reading.value) / reading.value.abs().max(1e-9)).abs();
                if away > 3.0 {
                    continue;
                }
                let ties = (row_tie(scene, mention, place, source), column_tie(scene, mention, place, source));
                let rank = 100 * cited as u32 + 20 * ties.0 as u32 + 20 * ties.1 as u32;
                let better = best.as_ref().is_none_or(|(old, far, _)| rank > *old || rank == *old && away < *far);
                if ties.0 >= RowTie::Before && ties.1 != ColumnTie::Another && better {
                    let candidate =
                        Candidate { source, step: Step::Cell, value, cells: vec![place], column: None, reading, grade: None };
                    best = Some((rank, away, candidate));
                }
            }
        }
    }
    best.map(|(_, _, candidate)| candidate)
}
