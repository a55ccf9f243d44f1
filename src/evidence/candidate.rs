//! A value that may stand behind a number, and how specific it is to what the sentence says.
//!
//! Uses the scene and sources of this room. The grade decides: a value that the sentence does not point to is no
//! evidence, however well it fits, as most numbers fit some cell of some result.

use super::column::{Column, Measure};
use super::directions::DOWN;
use super::mention::{Form, Mention, Reading};
use super::parts::{Extremes, RangeEnd};
use super::pointing::Pointing;
use super::rounding::{count, digits};
use super::scene::{Cited, Scene};
use super::scoring::is_short_for;
use super::source::{Place, Source};
use super::units::{is_multiplied, unit_word};
use super::words::Word;
use crate::event::Step;

/// By how much another column must score more to be named better.
pub const BETTER: f64 = 0.2;

/// The same to be named much better.
pub const MUCH_BETTER: f64 = 1.2;

/// How many digits that fit count at most.
pub const DIGITS_MOST: u32 = 6;

/// Digits of a number that fits a cell of another column hardly by chance.
const LONG: u32 = 5;

/// A value that may stand behind a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Position of the result.
    pub source: usize,
    /// How the value comes from it.
    pub step: Step,
    /// The value as the result has it.
    pub value: f64,
    /// The cells it comes from.
    pub cells: Vec<Place>,
    /// The column, where it comes from the whole of one.
    pub column: Option<usize>,
    /// The cell of another result that the step is taken over as well, with its result.
    pub beside: Option<(usize, Place)>,
    /// The meaning of the number that fits.
    pub reading: Reading,
    /// How well the sentence points to it; none where not well enough.
    pub grade: Option<u32>,
    /// The numbers of the text that a step is taken over, as they are written, where they are no cells.
    pub over: Option<String>,
}

impl Candidate {
    /// The value that a step over cells of a result gives.
    #[must_use]
    pub fn of_step(source: usize, step: Step, value: f64, cells: Vec<Place>, reading: Reading) -> Self {
        Self { source, step, value, cells, column: None, beside: None, reading, grade: None, over: None }
    }

    /// The value of one cell of a result.
    #[must_use]
    pub fn of_cell(source: usize, place: Place, value: f64, reading: Reading, grade: Option<u32>) -> Self {
        Self { grade, ..Self::of_step(source, Step::Cell, value, vec![place], reading) }
    }
}

/// How the sentence points to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowTie {
    /// It names another.
    Another,
    /// It names none.
    Free,
    /// The sentence before names it.
    Before,
    /// By a word such as `highest`, or there is only one.
    Meant,
    /// By its name.
    Named,
}

/// How the sentence points to a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColumnTie {
    /// It names another, whose value it does not give.
    Another,
    /// It names none.
    Free,
    /// There is only one that could be meant.
    Only,
    /// By its words.
    Named,
}

/// How the sentence points to a row of a result.
#[must_use]
pub fn row_tie(scene: &Scene<'_>, mention: &Mention, place: Place, source: usize) -> RowTie {
    let (Some(of), Some(naming)) = (scene.sources.get(source), scene.naming.get(source)) else {
        return RowTie::Another;
    };
    if of.row_count == 1 {
        return RowTie::Meant;
    }
    let mut tie = RowTie::Free;
    for column in (0..of.columns.len()).filter(|column| naming.names_by(*column)) {
        match scene.points_to(mention, source, column, place.row) {
            Pointing::Here => tie = RowTie::Named,
            Pointing::Unclear if is_extreme(scene, mention, of, place) => return RowTie::Meant,
            Pointing::Unclear | Pointing::Elsewhere => return RowTie::Another,
        }
    }
    if tie == RowTie::Free && (is_extreme(scene, mention, of, place) || is_constant(of, place.column)) {
        return RowTie::Meant;
    }
    // The ends of a range that names no row are the smallest and the largest.
    if tie == RowTie::Free && scene.extremes(mention).range.is_some() && !scene.rises() && !scene.falls() {
        return RowTie::Another;
    }
    let before = scene.before.get(source).map_or(&[][..], Vec::as_slice);
    if tie == RowTie::Free && !before.is_empty() {
        return if before.iter().any(|name| name.rows.contains(&place.row)) { RowTie::Before } else { RowTie::Free };
    }
    tie
}

/// Whether all rows hold the same number.
fn is_constant(of: &Source, column: usize) -> bool {
    !of.is_cut() && of.columns.get(column).is_some_and(Column::is_constant)
}

/// Whether a cell is the largest or smallest of its column and the clause says so, or its row the first or last.
fn is_extreme(scene: &Scene<'_>, mention: &Mention, source: &Source, place: Place) -> bool {
    let (Some(column), Some(own)) = (source.columns.get(place.column), source.number(place)) else { return false };
    // Of a result whose rows were cut, the rows that are known say nothing of the others.
    let largest = || column.ends.is_some_and(|(_, largest)| largest <= own);
    let smallest = || column.ends.is_some_and(|(smallest, _)| smallest >= own);
    let Extremes { range, says: [most, least, latest, earliest] } = scene.extremes(mention);
    match range {
        Some(RangeEnd::Low) if smallest() => return true,
        Some(RangeEnd::High) if largest() => return true,
        Some(RangeEnd::Low | RangeEnd::High) | None => {}
    }
    // `second place with 54.1`
    let ordinals = scene.mentions.iter().filter(|other| other.form == Form::Ordinal && !source.is_cut());
    let ranked = ordinals.into_iter().any(|other| {
        let rank = column.rank(place.row, least);
        rank.is_some_and(|rank| other.readings.iter().any(|reading| (reading.value - count(rank)).abs() < 0.5))
    });
    // The last month is the last row; what is last of a ranking is the smallest of it.
    let at_end = |row: usize| source.is_dated() && !source.is_cut() && place.row == row;
    ranked
        || most && largest()
        || least && smallest()
        || latest && (at_end(source.rows.len() - 1) || smallest())
        || earliest && (at_end(0) || largest())
}

/// How the sentence points to a column of a result, for a value in a row.
#[must_use]
pub fn column_tie(scene: &Scene<'_>, mention: &Mention, place: Place, source: usize) -> ColumnTie {
    // A long number is hardly that of another column by chance.
    let long = mention.readings.first().is_some_and(|reading| digits(*reading) >= LONG);
    column_tie_by(scene, mention, place, source, if long { MUCH_BETTER } else { BETTER })
}

/// The same where another column must be named better by so much to be meant instead.
#[must_use]
pub fn column_tie_by(scene: &Scene<'_>, mention: &Mention, place: Place, source: usize, margin: f64) -> ColumnTie {
    let Some(of) = scene.sources.get(source) else { return ColumnTie::Another };
    let own = scene.column_score(mention, source, place.column);
    let scores = scene.column_scores(mention, source);
    let may_be = |index: usize, column: &Column| {
        index != place.column
            && scene.factor(mention, column).is_some()
            && is_written_so(mention, column)
            && !is_given(scene, mention, Place { column: index, ..place }, source)
    };
    let others = || of.columns.iter().enumerate().filter(|(index, column)| may_be(*index, column));
    let Some(column) = of.columns.get(place.column) else { return ColumnTie::Another };
    if let Some(written) = scene.unit_behind(mention) {
        let is_so = |other: &Column| other.is_measured_in(written);
        if !is_so(column) && others().any(|(_, other)| is_so(other)) {
            return ColumnTie::Another;
        }
        if is_so(column) && own == 0.0 {
            return ColumnTie::Named;
        }
    }
    if called(scene, mention, of).is_some_and(|called| called != place.column) {
        return ColumnTie::Another;
    }
    let score = |index: usize| scores.get(index).copied().unwrap_or(0.0);
    let named = of.columns.iter().enumerate().filter(|(index, _)| score(*index) > own + BETTER);
    let named = named.filter(|(index, column)| may_be(*index, column));
    let best = named.map(|(index, _)| score(index)).fold(0.0, f64::max);
    // `0.36 of the sample` speaks of a share, `124 birds` of a count.
    let of_whole = column.measure == Measure::Fraction && scene.behind(mention, 1).any(|word| word == "of");
    let counted = counts_things(scene, mention, source, column);
    if best > own + margin && !of_whole && !counted {
        ColumnTie::Another
    } else if own > 0.0 || of_whole {
        ColumnTie::Named
    } else if counted || others().next().is_none() {
        ColumnTie::Only
    } else {
        ColumnTie::Free
    }
}

/// The only column of figures whose very name stands right behind a number, or over it in a table: `1,787 refunds` are no
/// orders, whatever else the passage gives.
fn called(scene: &Scene<'_>, mention: &Mention, of: &Source) -> Option<usize> {
    let over = scene.passage.cells.iter().find(|(range, _)| range.contains(&mention.range.start));
    let noun = || {
        let word = scene.passage.words.iter().find(|word| word.range.start >= mention.range.end);
        let gap = |word: &&Word| scene.text.get(mention.range.end..word.range.start);
        word.filter(|word| gap(word).is_some_and(|gap| gap.trim_matches(['*', '_']) == " "))
            .map(|word| word.family.clone())
            .into_iter()
            .collect()
    };
    if over.is_none()
        && let Some(column) = called_just_so(scene, mention, of)
    {
        return Some(column);
    }
    let words: Vec<String> = over.map_or_else(noun, |(_, header)| header.clone());
    let is_called = |column: &Column| {
        let short = || over.is_some() && matches!(words.as_slice(), [word] if is_short_for(word, column));
        !words.is_empty()
            && (column.called == words || !column.is_label && short())
            && scene.factor(mention, column).is_some()
            && is_written_so(mention, column)
    };
    let mut called = of.columns.iter().enumerate().filter(|(_, column)| is_called(column)).map(|(index, _)| index);
    let only = called.next().filter(|_| called.next().is_none())?;
    // A column of which the name is a part may be meant as well: `orders` of `total_orders`.
    let holds = |column: &Column| words.iter().all(|word| column.is_named_by(word));
    let alike = of.columns.iter().enumerate().any(|(index, column)| index != only && holds(column));
    (!alike).then_some(only)
}

/// The column whose name is just the word right behind a number: `126 sold lots` of `sold`, beside `lots` and `sell_pct`.
fn called_just_so(scene: &Scene<'_>, mention: &Mention, of: &Source) -> Option<usize> {
    let word = scene.words_behind(mention).first()?;
    let gap = scene.text.get(mention.range.end..word.range.start)?;
    let is_so = |column: &&Column| {
        column.called.len() == 1
            && column.first == word.stem
            && column.measure != Measure::None
            && scene.factor(mention, column).is_some()
            && is_written_so(mention, column)
    };
    of.columns.iter().find(is_so).map(|column| column.index).filter(|_| gap.trim_matches(['*', '_']) == " ")
}

/// Whether a number stands before a noun that names no column of the result, and the column is its only count.
fn counts_things(scene: &Scene<'_>, mention: &Mention, source: usize, column: &Column) -> bool {
    let whole = mention.readings.first().is_some_and(|reading| (reading.unit - 1.0).abs() < 1e-9);
    if column.measure != Measure::Count || !whole || mention.form != Form::Number {
        return false;
    }
    let Some(of) = scene.sources.get(source) else { return false };
    let counts = of.columns.iter().filter(|column| column.measure == Measure::Count).count();
    let noun = scene.noun(mention);
    let named = (0..of.columns.len()).any(|index| {
        scene.naming.get(source).is_some_and(|naming| naming.score(index, &noun) > 0.0)
            && of.columns.get(index).is_some_and(|column| column.measure != Measure::None)
    });
    let is_thing = scene.behind(mention, 1).any(|word| {
        unit_word(word).is_none() && word.chars().all(char::is_alphabetic) && !super::words::is_empty(word)
    });
    counts == 1 && is_thing && !named
}

/// Whether numbers of a column are written as a mention is: whole ones without decimals, parts of one with some.
#[must_use]
pub fn is_written_so(mention: &Mention, column: &Column) -> bool {
    mention.readings.iter().any(|reading| is_read_so(mention.form, *reading, column))
}

/// The same for one reading of it.
#[must_use]
pub fn is_read_so(form: Form, reading: Reading, column: &Column) -> bool {
    let plain = matches!(form, Form::Number | Form::Multiple);
    if plain && column.measure == Measure::Fraction {
        // A correlation may be just 1; and of a list of smallest and largest values some are whole, whatever the others are.
        let is_end = || ["minimum", "maximum"].iter().any(|word| column.is_named_by(word));
        reading.unit < 1.0 || column.is_whole || is_end() && !column.holding(reading.value).is_empty()
    } else if form == Form::Number && column.measure == Measure::Percent {
        reading.unit < 1.0 || column.is_whole
    } else if form == Form::Number && column.is_without_decimals {
        // `12,400.00` is a whole number, too; and 8,612 ms are 8.6 s.
        let in_unit = column.unit.as_deref().is_some_and(is_multiplied);
        reading.unit >= 1.0 || in_unit || column.scale > 1.0 || reading.value.fract() == 0.0
    } else {
        true
    }
}

/// Whether another number of the passage gives the value of a cell.
fn is_given(scene: &Scene<'_>, mention: &Mention, place: Place, source: usize) -> bool {
    let Some(column) = scene.sources.get(source).and_then(|source| source.columns.get(place.column)) else {
        return false;
    };
    let Some(value) = column.numbers.get(place.row).copied().flatten() else { return false };
    let told = scene.told_of(source, place.column);
    told.iter().any(|own| own.start != mention.range.start && own.window.holds(value))
}

/// The grade of a cell; none where the sentence does not point to it well enough. `is_main` says that the column is what
/// the result is ordered by or begins with.
#[must_use]
pub fn grade(cited: Cited, row: RowTie, column: ColumnTie, digits: u32, alone: bool, is_main: bool) -> Option<u32> {
    if row == RowTie::Another || column == ColumnTie::Another {
        return None;
    }
    let pointed = row >= RowTie::Before;
    let named = column == ColumnTie::Named;
    let only = column >= ColumnTie::Only;
    let passes = match cited {
        Cited::Nearest | Cited::Passage | Cited::Paragraph => {
            if pointed {
                only || digits >= 2 || row == RowTie::Named
            } else {
                named && (digits >= 3 || alone) || only && digits >= 3 && alone || is_main && digits >= 4 && alone
            }
        }
        Cited::Nothing => {
            if pointed {
                named
                    || row == RowTie::Named && (only || digits >= 3 || is_main && digits >= 2)
                    || (only || digits >= 5) && digits >= 2
            } else {
                (named || digits >= 5) && digits >= 2 && alone
            }
        }
        Cited::Other => row == RowTie::Named && named && digits >= 3,
    };
    passes.then(|| {
        let near = match cited {
            Cited::Nearest => 400,
            Cited::Passage => 300,
            Cited::Paragraph => 200,
            Cited::Nothing => 100,
            Cited::Other => 0,
        };
        near + 20 * row as u32 + 15 * column as u32 + digits.min(DIGITS_MOST)
    })
}

/// Whether a value with this sign may be meant: a negative one is written with its sign, or the sentence says that
/// something fell or is lacking.
#[must_use]
pub fn sign_fits(scene: &Scene<'_>, mention: &Mention, value: f64, reading: Reading) -> bool {
    if value == 0.0 || (value < 0.0) == (reading.value < 0.0) {
        return true;
    }
    let falls = || scene.has_beside(mention, &DOWN, 6, 5) || scene.falls() && !scene.rises();
    value < 0.0 && falls() && !matches!(mention.form, Form::Multiple)
}

#[cfg(test)]
mod tests {
    use super::super::example::{number, regions, scene, table};
    use super::*;

    #[test]
    fn a_row_is_tied_by_its_name_or_by_its_place() {
        let tie = |text: &str, row: usize| {
            scene(regions(), text, &|scene| row_tie(scene, number(scene, "12.4"), Place { column: 1, row }, 0))
        };
        let text = "West has 12.4 [q1].";
        assert_eq!((tie(text, 0), tie(text, 1)), (RowTie::Named, RowTie::Another));
        let text = "The highest revenue is 12.4 [q1].";
        assert_eq!((tie(text, 0), tie(text, 1)), (RowTie::Meant, RowTie::Free));
        let text = "East is small. Its revenue is 12.4 [q1].";
        assert_eq!((tie(text, 0), tie(text, 1)), (RowTie::Free, RowTie::Before));
        let alone = table("revenue", &["12.4"]);
        let tie =
            scene(alone, "It is 12.4.", &|scene| row_tie(scene, &scene.mentions[0], Place { column: 0, row: 0 }, 0));
        assert_eq!(tie, RowTie::Meant);
    }

    #[test]
    fn a_column_is_tied_by_its_words_unless_another_is_named() {
        let tie = |text: &str, column: usize| {
            scene(regions(), text, &|scene| column_tie(scene, number(scene, "45"), Place { column, row: 0 }, 0))
        };
        let text = "West took 45 orders [q1].";
        assert_eq!((tie(text, 1), tie(text, 2)), (ColumnTie::Another, ColumnTie::Named));
        let text = "West has 45 [q1].";
        assert_eq!((tie(text, 1), tie(text, 2)), (ColumnTie::Free, ColumnTie::Free));
        let only = table("region|orders", &["West|45", "East|38"]);
        let tie = scene(only, text, &|scene| column_tie(scene, number(scene, "45"), Place { column: 1, row: 0 }, 0));
        assert_eq!(tie, ColumnTie::Only);
    }

    #[test]
    fn a_number_before_the_name_of_another_column_is_not_of_this_one() {
        let tie = |text: &str, column: usize| {
            scene(regions(), text, &|scene| column_tie(scene, number(scene, "45"), Place { column, row: 0 }, 0))
        };
        let text = "West has 45 orders and a revenue of 12.4 [q1].";
        assert_eq!((tie(text, 1), tie(text, 2)), (ColumnTie::Another, ColumnTie::Named));
        let swapped = |text: &str| {
            let shops = table("shop|orders|refunds", &["Aix|45|38", "Brno|7|5"]);
            scene(shops, text, &|scene| column_tie(scene, number(scene, "45"), Place { column: 1, row: 0 }, 0))
        };
        assert_eq!(swapped("Aix had 45 refunds and 38 orders [q1]."), ColumnTie::Another);
        assert_eq!(swapped("| shop | refunds | orders |\n|---|---|---|\n| Aix | 45 | 38 |"), ColumnTie::Another);
        assert_ne!(swapped("Aix had 45, refunds were 38 [q1]."), ColumnTie::Another);
    }

    #[test]
    fn what_the_sentence_does_not_point_to_has_no_grade() {
        let of = |cited, row, column, digits| grade(cited, row, column, digits, true, false);
        assert_eq!(of(Cited::Nearest, RowTie::Another, ColumnTie::Named, 6), None);
        assert_eq!(of(Cited::Nearest, RowTie::Named, ColumnTie::Another, 6), None);
        assert_eq!(of(Cited::Other, RowTie::Named, ColumnTie::Named, 2), None);
        assert!(of(Cited::Nearest, RowTie::Named, ColumnTie::Free, 1).is_some());
        assert!(
            of(Cited::Nearest, RowTie::Named, ColumnTie::Named, 3)
                > of(Cited::Passage, RowTie::Named, ColumnTie::Named, 3)
        );
        assert!(
            of(Cited::Passage, RowTie::Named, ColumnTie::Named, 3)
                > of(Cited::Passage, RowTie::Meant, ColumnTie::Named, 3)
        );
    }

    #[test]
    fn a_negative_value_needs_a_sign_or_a_word() {
        let fits = |text: &str| {
            scene(regions(), text, &|scene| sign_fits(scene, &scene.mentions[0], -3.5, scene.mentions[0].readings[0]))
        };
        assert!(fits("It was −3.5 [q1].") && fits("It fell by 3.5 [q1]."));
        assert!(!fits("It was 3.5 [q1].") && !fits("It rose by 3.5 [q1]."));
    }
}
