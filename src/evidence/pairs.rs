//! The steps over two cells of a result: difference, ratio, change.
//!
//! Uses the finder of [`steps`](super::steps). Which two cells are meant must show: both rows are named and compared, or one
//! follows the other in time, or their numbers stand in the sentence; or it is one row under two columns.

use super::candidate::{Candidate, RowTie, row_tie};
use super::column::{Column, Measure};
use super::directions::{DOWN, RELATIVE, UP};
use super::mention::Form;
use super::rounding::{digits, windows};
use super::source::Place;
use super::steps::Finder;
use super::words::family;
use crate::event::Step;
use crate::limits::{EVIDENCE_OPERANDS, EVIDENCE_PAIR_COLUMNS, EVIDENCE_STATED_ROWS};

/// Adds differences, ratios and changes of two cells.
pub fn pairs(finder: &Finder<'_>, found: &mut Vec<Candidate>) {
    let kinds = kinds(finder);
    if kinds.is_empty() {
        return;
    }
    let rows = operands(finder);
    for column in measured(finder).take(EVIDENCE_PAIR_COLUMNS).filter(|column| !finder.is_blocked(*column)) {
        let score = finder.scene.column_score(finder.mention, finder.source, column);
        let tie = if score > 0.0 { 25 } else { 10 };
        for (one, first) in rows.iter().enumerate() {
            for second in rows.iter().skip(one + 1) {
                pair(finder, found, &kinds, [Place { column, row: *first }, Place { column, row: *second }], tie);
            }
        }
    }
    across(finder, found, &kinds);
}

fn measured<'a>(finder: &'a Finder<'_>) -> impl Iterator<Item = usize> + 'a {
    let is = |column: &usize| finder.of.columns.get(*column).is_some_and(|column| column.measure != Measure::None);
    (0..finder.of.columns.len()).filter(is)
}

/// The steps that the form and the words allow.
fn kinds(finder: &Finder<'_>) -> Vec<Step> {
    let (scene, mention) = (finder.scene, finder.mention);
    let said = finder.said;
    let compares = said.up || said.down || said.changes || said.relates;
    let written = scene.text.get(mention.range.clone()).unwrap_or_default();
    let signed = written.starts_with(['+', '-', '−', '–']);
    // `more than 120` compares with a bound.
    let hedged = mention.hedge.is_over() || mention.hedge.is_under();
    let beside = |stems: &[&str]| scene.has_beside(mention, stems, 6, 4);
    let compares = compares
        && (signed
            || beside(&["by"])
            || !hedged && (beside(&UP) || beside(&DOWN) || beside(&RELATIVE) || in_brackets(finder)));
    let over = || scene.says_stem(&["factor", "ratio", "time", "multiple", "fold"]);
    match mention.form {
        Form::Multiple => vec![Step::Ratio],
        Form::Percent => {
            let mut kinds = Vec::new();
            if compares || signed {
                kinds.push(Step::Change);
            }
            if !signed && scene.behind(mention, 1).any(|word| word == "of") || scene.says(mention, &["share"]) {
                kinds.push(Step::Ratio);
            }
            kinds
        }
        Form::Points if compares || signed => vec![Step::Difference],
        Form::Number if over() => vec![Step::Ratio],
        // Only across columns: so much for each.
        Form::Number if compares => vec![Step::Difference],
        Form::Number if for_any(finder) => vec![Step::Ratio],
        Form::Number | Form::Points | Form::Ordinal | Form::Year | Form::Month | Form::Quarter | Form::Date => {
            Vec::new()
        }
    }
}

/// Whether the number stands in brackets, as changes do behind two figures.
fn in_brackets(finder: &Finder<'_>) -> bool {
    let before = finder.scene.text.get(..finder.mention.range.start).unwrap_or_default();
    before.trim_end_matches(['*', '_']).ends_with('(')
}

/// Whether the passage speaks of so much for each of what a column counts.
fn for_any(finder: &Finder<'_>) -> bool {
    finder.of.columns.iter().any(|column| for_each(finder, column))
}

/// Rows that a step may be taken over.
fn operands(finder: &Finder<'_>) -> Vec<usize> {
    let (scene, of) = (finder.scene, finder.of);
    let mut rows = finder.named();
    let all = of.rows.len();
    let said = finder.said;
    let moves = said.up || said.down || said.changes || said.relates;
    let ends = scene.passage.says(&scene.passage.range, &["maximum", "minimum", "latest", "earliest"]);
    if ends && all > 1 && rows.len() < 2 {
        rows.extend(extremes(finder));
    }
    let stated = all <= EVIDENCE_STATED_ROWS && moves && rows.len() < 2;
    let stated: Vec<usize> = if stated {
        (0..all)
            .filter(|row| {
                measured(finder)
                    .take(EVIDENCE_PAIR_COLUMNS)
                    .any(|column| is_stated(finder, Place { column, row: *row }))
            })
            .collect()
    } else {
        Vec::new()
    };
    if stated.len() >= 2 || !rows.is_empty() && !stated.is_empty() {
        rows.extend(stated);
    }
    if of.is_dated() {
        if moves && (1..=3).contains(&rows.len()) {
            // Each period against the one before it, or behind it where the words say so.
            let behind = scene.says_stem(&["then", "next", "later", "following"]);
            let more: Vec<usize> = rows
                .iter()
                .flat_map(|row| [row.checked_sub(1), (behind && row + 1 < all).then_some(row + 1)])
                .flatten()
                .collect();
            rows.extend(more);
        } else if rows.is_empty()
            && moves
            && all > 1
            && scene.says_stem(&["from", "since", "over", "between", "period", "overall", "whole", "first", "last"])
        {
            rows.extend([0, all - 1]);
        }
    } else if !said.relates && finder.mention.form != Form::Multiple && !ends {
        // Two regions in one sentence are not compared by that alone.
        rows.clear();
    }
    rows.sort_unstable();
    rows.dedup();
    if rows.len() > EVIDENCE_OPERANDS { Vec::new() } else { rows }
}

/// The rows of the largest and smallest numbers of the columns that may be meant, and those next to them in order.
fn extremes(finder: &Finder<'_>) -> Vec<usize> {
    let mut rows = Vec::new();
    for column in
        measured(finder).filter(|column| finder.names_column(*column) || finder.of.main_column() == Some(*column))
    {
        let mut order: Vec<usize> =
            (0..finder.of.rows.len()).filter(|row| finder.number(Place { column, row: *row }).is_some()).collect();
        order.sort_by(|one, other| {
            let number = |row: usize| finder.number(Place { column, row }).unwrap_or(f64::NAN);
            number(*other).total_cmp(&number(*one))
        });
        rows.extend(order.first().copied());
        rows.extend(order.last().copied());
        if finder.scene.says_stem(&["second", "runner", "next", "followed"]) {
            rows.extend(order.get(1).copied());
        }
    }
    rows
}

/// Whether another number of the passage gives a cell, to two digits at least.
fn is_stated(finder: &Finder<'_>, place: Place) -> bool {
    let Some(value) = finder.number(place) else { return false };
    let told = finder.scene.told_of(finder.source, place.column);
    told.iter().any(|own| own.start != finder.mention.range.start && own.digits >= 2 && own.window.holds(value))
}

/// One row under two columns.
fn across(finder: &Finder<'_>, found: &mut Vec<Candidate>, kinds: &[Step]) {
    let named = |column: usize| {
        finder
            .scene
            .naming
            .get(finder.source)
            .is_some_and(|naming| naming.score(column, &finder.scene.passage.range) > 0.0)
    };
    let rows = if finder.of.row_count == 1 { vec![0] } else { finder.named() };
    let columns: Vec<usize> = measured(finder).take(EVIDENCE_PAIR_COLUMNS).collect();
    for row in rows {
        for (index, first) in columns.iter().enumerate() {
            for second in columns.iter().skip(index + 1) {
                let pair_of = [Place { column: *first, row }, Place { column: *second, row }];
                if row_tie(finder.scene, finder.mention, pair_of[0], finder.source) < RowTie::Before {
                    continue;
                }
                let (Some(one), Some(other)) = (finder.of.columns.get(*first), finder.of.columns.get(*second)) else {
                    continue;
                };
                let stated = is_stated(finder, pair_of[0]) && is_stated(finder, pair_of[1]);
                let alike = are_alike(one, other) || stated && one.measure == other.measure;
                let both = named(*first) && named(*second);
                let allowed: Vec<Step> = kinds
                    .iter()
                    .copied()
                    .filter(|kind| {
                        if *kind == Step::Ratio {
                            is_part_of(finder, one, other, both)
                        } else {
                            alike && (both || one.measure == other.measure)
                        }
                    })
                    .collect();
                pair(finder, found, &allowed, pair_of, if both { 30 } else { 15 });
            }
        }
    }
}

/// Whether two columns hold the same for different times or groups: their names differ in one part, such as the year.
pub fn are_alike(one: &Column, other: &Column) -> bool {
    let bare =
        |column: &Column| -> String { column.name.chars().filter(|character| !character.is_ascii_digit()).collect() };
    let same_unit = one.unit == other.unit && one.measure == other.measure;
    same_unit && (bare(one) == bare(other) || one.measure == Measure::Plain && one.is_additive && other.is_additive)
}

/// Whether the ratio of two columns is one that the passage speaks of: a part of a count, or so much for each.
fn is_part_of(finder: &Finder<'_>, one: &Column, other: &Column, both: bool) -> bool {
    let counts = |column: &Column| column.measure == Measure::Count;
    match finder.mention.form {
        Form::Percent => both || (counts(one) || counts(other)) && one.is_whole && other.is_whole,
        Form::Multiple => both || are_alike(one, other),
        Form::Number | Form::Points | Form::Ordinal | Form::Year | Form::Month | Form::Quarter | Form::Date => {
            for_each(finder, one) || for_each(finder, other)
        }
    }
}

/// Whether the passage says `per order`, `an order`, `each order` or `average order` of what a column counts.
fn for_each(finder: &Finder<'_>, column: &Column) -> bool {
    let words = &finder.scene.passage.words;
    words.iter().zip(words.iter().skip(1)).any(|(first, second)| {
        ["a", "an", "per", "each", "every", "average"].contains(&first.stem.as_str())
            && column.is_named_by(family(&second.stem))
    })
}

/// Whether a cell may be what another is held against: the earlier one of two, the left of two columns, and of two that are
/// compared the one behind `than`.
fn may_be_base(finder: &Finder<'_>, place: Place, base: Place) -> bool {
    if place.row == base.row {
        let year = |place: Place| finder.of.columns.get(place.column).and_then(|column| column.year);
        return match (year(base), year(place)) {
            (Some(earlier), Some(later)) => earlier <= later,
            _ => base.column < place.column || !finder.scene.says_stem(&["than", "by", "grew", "rose", "fell"]),
        };
    }
    let start = |place: Place| {
        finder
            .of
            .columns
            .iter()
            .find_map(|column| column.periods.get(place.row).copied().flatten())
            .map(|period| period.first)
    };
    if finder.of.is_dated()
        && let (Some(earlier), Some(later)) = (start(base), start(place))
        && earlier != later
        && !finder.scene.says_stem(&["than", "exceed", "exceeded", "exceeds", "above", "below", "against", "on"])
    {
        return earlier < later;
    }
    let Some(naming) = finder.scene.naming.get(finder.source) else { return true };
    let compared =
        |place: Place| naming.rows.iter().any(|name| name.rows == [place.row] && finder.scene.is_behind_than(name));
    compared(base) || !compared(place)
}

/// Whether the number is written with a minus sign.
fn is_negative(finder: &Finder<'_>) -> bool {
    finder.mention.readings.iter().all(|reading| reading.value < 0.0)
}

/// Whether the number says enough to be a ratio: a whole number of one digit is the ratio of many cells.
fn is_precise(finder: &Finder<'_>) -> bool {
    finder.mention.form != Form::Number
        || windows(finder.mention).any(|(reading, _)| digits(reading) >= 2 || reading.unit < 1.0)
}

fn pair(finder: &Finder<'_>, found: &mut Vec<Candidate>, kinds: &[Step], [first, second]: [Place; 2], tie: u32) {
    let (Some(one), Some(other)) = (finder.number(first), finder.number(second)) else { return };
    for kind in kinds {
        for (place, base, value, under) in [(first, second, one, other), (second, first, other, one)] {
            if matches!(kind, Step::Difference | Step::Change) && !may_be_base(finder, place, base) {
                continue;
            }
            let cells = vec![place, base];
            match kind {
                // A minus sign between two columns says nothing of which is the larger.
                Step::Difference if place.row == base.row && is_negative(finder) => {}
                Step::Difference => {
                    if let (Some(factor), Some(same)) = (finder.factor(place.column), finder.factor(base.column))
                        && (factor - same).abs() < f64::EPSILON
                    {
                        finder.add(found, Step::Difference, value - under, factor, cells, tie);
                    }
                }
                Step::Ratio if under != 0.0 && is_precise(finder) => {
                    let factor = if finder.mention.form == Form::Percent { 100.0 } else { 1.0 };
                    finder.add(found, Step::Ratio, value / under, factor, cells, tie);
                }
                Step::Change if under != 0.0 => {
                    finder.add(found, Step::Change, (value - under) / under.abs() * 100.0, 1.0, cells, tie);
                }
                Step::Ratio
                | Step::Change
                | Step::Cell
                | Step::RowCount
                | Step::ColumnCount
                | Step::Distinct
                | Step::Rank
                | Step::Condition
                | Step::Share
                | Step::Sum
                | Step::Mean
                | Step::Count => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{months, number, regions, scene, table};
    use super::super::said::Said;
    use super::super::steps::steps;
    use super::*;
    use crate::table::Table;

    /// Step and rows of the pairs that a sentence says.
    fn said(table: Table, text: &str, written: &str) -> Vec<(Step, Vec<usize>)> {
        let found = scene(table, text, &|scene| {
            let mention = number(scene, written);
            steps(scene, mention, 0, &Said::new(scene, mention))
        });
        let pairs = found.into_iter().filter(|candidate| candidate.cells.len() == 2);
        pairs.map(|pair| (pair.step, pair.cells.iter().map(|place| place.row).collect())).collect()
    }

    #[test]
    fn rows_that_are_named_are_compared_where_words_say_so() {
        assert_eq!(said(regions(), "West is 0.5 ahead of East [q1].", "0.5"), [(Step::Difference, vec![0, 1])]);
        assert_eq!(said(regions(), "West has 0.5 and East is there [q1].", "0.5"), []);
        let text = "West has 1.49 times the revenue of North [q1].";
        assert_eq!(said(regions(), text, "1.49 times"), [(Step::Ratio, vec![0, 2])]);
    }

    #[test]
    fn in_time_the_earlier_one_is_the_base() {
        let text = "In April 2024 revenue rose by 10 % [q1].";
        assert_eq!(said(months(), text, "10 %"), [(Step::Change, vec![3, 2])]);
        assert_eq!(said(months(), "In April 2024 revenue fell by 10 % [q1].", "10 %"), []);
    }

    #[test]
    fn columns_of_a_row_are_held_against_each_other() {
        let years = || table("shop|visits_2023|visits_2024", &["Aix|80|92", "Brno|70|60"]);
        assert_eq!(said(years(), "In Aix visits rose by 15 % [q1].", "15 %"), [(Step::Change, vec![0, 0])]);
        assert_eq!(said(years(), "In Brno visits rose by 15 % [q1].", "15 %"), []);
    }
}
