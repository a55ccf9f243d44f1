//! Two numbers that are written as one: the smallest and the largest of a column, `between 3.95 and 4.03`, and two cells of a row,
//! `7–2`.
//!
//! Uses the scene, candidates and sources of this room. Each of the two says which cell the other is.

use super::candidate::{Candidate, is_read_so};
use super::column::{Column, Measure};
use super::contrary::Contrary;
use super::directions::{FELL, ROSE};
use super::mention::{Form, Mention, Reading};
use super::naming::Naming;
use super::proof::{Given, columns_fit, given};
use super::rounding::{Window, digits, windows};
use super::scene::{Cited, Scene, is_figure};
use super::source::{Place, Source};
use super::words::stems;
use crate::limits::{EVIDENCE_NEAR_ROWS, EVIDENCE_PAIR_COLUMNS, EVIDENCE_PROOF_BYTES};

/// Digits of both ends of a range, together, at least.
const END_DIGITS: u32 = 5;

/// What each number of a passage is as one of two, with its place among the numbers.
#[must_use]
pub fn coupled(scene: &Scene<'_>) -> Vec<(usize, Candidate)> {
    let figures: Vec<usize> =
        (0..scene.mentions.len()).filter(|index| scene.mentions.get(*index).is_some_and(is_figure)).collect();
    let two = figures.windows(2).filter_map(|two| {
        let [first, second] = two else { return None };
        let (one, other) = (scene.mentions.get(*first)?, scene.mentions.get(*second)?);
        let (a, b) =
            ends(scene, one, other).or_else(|| score(scene, one, other)).or_else(|| counted(scene, one, other))?;
        let fits = |mention: &Mention, candidate: &Candidate| !Contrary::new(scene, mention).rules_out(candidate);
        (fits(one, &a) && fits(other, &b)).then_some([(*first, a), (*second, b)])
    });
    two.flatten().collect()
}

/// The results that a number may be of.
fn sources<'a>(scene: &'a Scene<'_>, mention: &'a Mention) -> impl Iterator<Item = (usize, &'a Source)> {
    let all = scene.sources.iter().enumerate();
    all.filter(move |(_, of)| !of.is_file && !of.is_cut() && scene.cited(mention, of) >= Cited::Nothing)
}

/// The reading of a number that a cell fits.
fn fits(scene: &Scene<'_>, mention: &Mention, column: &Column, value: f64) -> Option<Reading> {
    let factor = scene.factor(mention, column)?;
    let holds = |(reading, window): &(Reading, Window)| {
        is_read_so(mention.form, *reading, column) && window.over(factor).holds(value)
    };
    windows(mention).find(holds).map(|(reading, _)| reading)
}

/// The smallest and the largest of the only column that has both.
fn ends(scene: &Scene<'_>, one: &Mention, other: &Mention) -> Option<(Candidate, Candidate)> {
    let between = scene.text.get(one.range.end..other.range.start)?.trim();
    let before = scene.text.get(scene.passage.range.start..one.range.start)?.trim_end();
    let is_range = matches!(between, "and" | "to" | "–" | "-" | "‑") && before.ends_with("between")
        || between == "to" && (before.ends_with("from") || before.ends_with("range") || before.ends_with("ranges"))
        || between == "–" && one.form != Form::Multiple;
    // `it rose from 51.45 to 190.02` gives two rows by their order.
    let moves = || scene.says_stem(&ROSE) || scene.says_stem(&FELL);
    if !is_range || moves() {
        return None;
    }
    let mut found = None;
    for (source, of) in sources(scene, one) {
        if of.row_count < 3 || scene.naming.get(source).is_some_and(|naming| !naming.rows.is_empty()) {
            continue;
        }
        for column in of.columns.iter().filter(|column| column.measure != Measure::None && !column.is_label) {
            let known = || column.numbers.iter().enumerate().filter_map(|(row, number)| Some((row, (*number)?)));
            if !columns_fit(scene, one, source, column.index) {
                continue;
            }
            let least = known().min_by(|one, other| one.1.total_cmp(&other.1));
            let most = known().max_by(|one, other| one.1.total_cmp(&other.1));
            let (Some((low_row, low)), Some((high_row, high))) = (least, most) else { continue };
            let readings = fits(scene, one, column, low).zip(fits(scene, other, column, high));
            let Some((a, b)) = readings.filter(|(a, b)| digits(*a) + digits(*b) >= END_DIGITS) else { continue };
            if found.is_some() {
                return None;
            }
            let cell = |row: usize, value: f64, reading: Reading| {
                Candidate::of_cell(source, Place { column: column.index, row }, value, reading, None)
            };
            found = Some((cell(low_row, low, a), cell(high_row, high, b)));
        }
    }
    found
}

/// Two cells of the only named row that has both in columns that are alike.
fn score(scene: &Scene<'_>, one: &Mention, other: &Mention) -> Option<(Candidate, Candidate)> {
    let between = scene.text.get(one.range.end..other.range.start)?;
    let whole = |mention: &Mention| {
        mention.form == Form::Number && mention.readings.first().is_some_and(|own| own.value.fract() == 0.0)
    };
    if !matches!(between, "–" | "-" | ":" | "‑") || !whole(one) || !whole(other) {
        return None;
    }
    let mut found = None;
    for (source, of) in sources(scene, one) {
        let naming = scene.naming.get(source)?;
        let mut rows: Vec<usize> =
            naming.rows.iter().flat_map(|name| name.rows.iter().copied().take(EVIDENCE_NEAR_ROWS)).collect();
        rows.sort_unstable();
        rows.dedup();
        // All names of the passage that are of labels of the row.
        let told = |row: usize| naming.rows.iter().filter(|name| name.rows.contains(&row)).count();
        let most = rows.iter().map(|row| told(*row)).max().unwrap_or(0);
        for row in rows.into_iter().take(EVIDENCE_NEAR_ROWS).filter(|row| told(*row) == most) {
            let counts =
                || of.columns.iter().filter(|column| column.is_whole && !column.is_label).take(EVIDENCE_PAIR_COLUMNS);
            for first in counts() {
                for second in counts().filter(|second| second.index != first.index && second.measure == first.measure) {
                    let value = |column: &Column| of.number(Place { column: column.index, row });
                    let (Some(a), Some(b)) = (value(first), value(second)) else { continue };
                    let Some((x, y)) = fits(scene, one, first, a).zip(fits(scene, other, second, b)) else { continue };
                    if is_turned(of, naming, row, first, second) {
                        continue;
                    }
                    if found.is_some() {
                        return None;
                    }
                    let cell = |column: &Column, value: f64, reading: Reading| {
                        Candidate::of_cell(source, Place { column: column.index, row }, value, reading, None)
                    };
                    found = Some((cell(first, a, x), cell(second, b, y)));
                }
            }
        }
    }
    found
}

/// A count and the share of its row: `3,922 ended in a stay, a share of 78.4 %`.
fn counted(scene: &Scene<'_>, one: &Mention, other: &Mention) -> Option<(Candidate, Candidate)> {
    let between = scene.text.get(one.range.end..other.range.start)?;
    let is_pair = one.form == Form::Number && other.form == Form::Percent;
    if !is_pair || between.len() > EVIDENCE_PROOF_BYTES || between.contains(['.', ';', '\n']) {
        return None;
    }
    let mut found = None;
    for Given { source, place: part, reading, .. } in given(scene, one).iter().copied() {
        for Given { source: of, place: share, reading: percent, .. } in given(scene, other).iter().copied() {
            if of != source || share.row != part.row || digits(reading) + digits(percent) < END_DIGITS {
                continue;
            }
            let columns = scene.sources.get(source).map(|of| &of.columns)?;
            let own = columns.get(part.column).filter(|own| own.measure == Measure::Count);
            let Some(whole) = own.and_then(|own| own.sum).filter(|whole| *whole > 0.0) else { continue };
            let (a, b) = scene.sources.get(source).and_then(|of| Some((of.number(part)?, of.number(share)?)))?;
            // Not any percentage of the row: the part that the count is.
            let is_part = [a / whole, a / whole * 100.0].iter().any(|exact| (exact - b).abs() <= 0.01 * exact);
            if !is_part {
                continue;
            }
            if found.is_some() {
                return None;
            }
            let cell =
                |place: Place, value: f64, reading: Reading| Candidate::of_cell(source, place, value, reading, None);
            found = Some((cell(part, a, reading), cell(share, b, percent)));
        }
    }
    found
}

/// Whether two columns belong to two labels of a row, `home_goals` to `home`, and these are named the other way round.
fn is_turned(of: &Source, naming: &Naming, row: usize, first: &Column, second: &Column) -> bool {
    let named = |column: &Column| {
        let owner =
            of.columns.iter().find(|label| label.is_label && stems(&label.name).first() == Some(&column.first))?;
        let own = naming.rows.iter().filter(|name| name.column == owner.index && name.rows.contains(&row));
        own.map(|name| name.range.start).min()
    };
    named(first).zip(named(second)).is_some_and(|(first, second)| first > second)
}
