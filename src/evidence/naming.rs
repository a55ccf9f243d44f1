//! What a passage names of a result: rows by their labels and periods, columns by words.
//!
//! Uses the sources, passages and words of this room.

mod columns;
pub mod days;
mod forms;
mod periods;

use std::collections::BTreeMap;
use std::ops::Range;

use super::column::Column;
use super::files;
use super::keys;
use super::passage::Passage;
use super::period::Period;
use super::source::{Place, Source};
use super::sums::is_behind_between;
use super::words::is_empty;
use crate::limits::EVIDENCE_BRACKET_BYTES;
use columns::columns;
use forms::{grouped, joined, partly, quarter, signed, variants};

pub use forms::singulars;
use periods::{dated, months, parts_of_years, weekends};

/// What a passage names of a result.
#[derive(Debug, Default)]
pub struct Naming {
    /// Rows, in the order in which they are named.
    pub rows: Vec<RowName>,
    /// For each column of the result, where the words stand that name it, and how much each says.
    pub columns: Vec<Vec<(usize, f64)>>,
}

/// A part of a text that names rows.
#[derive(Debug, Clone, PartialEq)]
pub struct RowName {
    /// Where it stands.
    pub range: Range<usize>,
    /// The column whose value it is.
    pub column: usize,
    /// Positions of the rows that hold it.
    pub rows: Vec<usize>,
}

/// The labels of a result that a passage holds, the longest at each place: looked for once, as they say both which numbers are
/// none and which rows are named.
#[derive(Debug, Clone)]
pub struct Labels<'a> {
    /// Where each stands, with the cells that are called so.
    found: Vec<(Range<usize>, &'a [Place])>,
    /// The rows that are named by a number, and by a range of values.
    numbered: Vec<RowName>,
}

impl<'a> Labels<'a> {
    /// The labels of a source that a passage holds.
    #[must_use]
    pub fn new(text: &str, passage: &Passage, source: &'a Source) -> Self {
        let mut numbered = keys::keys(text, passage, source);
        numbered.extend(super::bins::rows(text, passage, source));
        Self { found: labels(text, passage, source), numbered }
    }

    /// Where labels without digits end.
    pub fn ends(&self, text: &str) -> impl Iterator<Item = usize> {
        let plain = |range: &&Range<usize>| {
            let name = text.get((*range).clone()).unwrap_or_default();
            !name.bytes().any(|byte| byte.is_ascii_digit())
        };
        self.found.iter().map(|(range, _)| range).filter(plain).map(|range| range.end)
    }

    /// The parts of the passage that are names in which a number is no number: labels, columns and tables with digits in them, and
    /// labels of several words.
    #[must_use]
    pub fn names_with_digits(&self, text: &str, passage: &Passage, source: &Source) -> Vec<Range<usize>> {
        let mixed = |range: &Range<usize>| {
            let name = text.get(range.clone()).unwrap_or_default();
            // `Dos Hermanas`, `Seven Oaks`
            let capitals = name.split(' ').all(|word| word.starts_with(char::is_uppercase));
            name.bytes().any(|byte| byte.is_ascii_digit())
                && name.contains(|one: char| one.is_alphabetic() || one == '/')
                || name.contains(' ') && capitals
        };
        let mut names: Vec<Range<usize>> = self.found.iter().map(|(range, _)| range.clone()).filter(mixed).collect();
        names.extend(files::named(passage, source));
        names.extend(self.numbered.iter().map(|name| name.range.clone()));
        let content = text.get(passage.range.clone()).unwrap_or_default();
        let said = |column: &&Column| passage.words.iter().any(|word| word.stem == column.first);
        for column in source.columns.iter().filter(|column| column.has_digits).filter(said) {
            let letters = column.name.chars().any(char::is_alphabetic);
            for (at, _) in content.match_indices(column.name.as_str()) {
                let range = passage.range.start + at..passage.range.start + at + column.name.len();
                let quoted = text.get(..range.start).is_some_and(|before| before.ends_with(['"', '`', '“']));
                if letters || quoted {
                    names.push(range);
                }
            }
        }
        names
    }

    fn rows(&self) -> Vec<RowName> {
        let mut rows = Vec::new();
        for (range, places) in &self.found {
            let mut by_column: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for place in *places {
                by_column.entry(place.column).or_default().push(place.row);
            }
            let named = |(column, rows)| RowName { range: range.clone(), column, rows };
            rows.extend(by_column.into_iter().map(named));
        }
        rows
    }
}

impl Naming {
    /// What a passage names of a source; `periods` are its dates and where they stand.
    #[must_use]
    pub fn new(text: &str, passage: &Passage, source: &Source, periods: &[(Range<usize>, Period)]) -> Self {
        Self::of(&Labels::new(text, passage, source), text, passage, source, periods)
    }

    /// The same where the labels have been found.
    #[must_use]
    pub fn of(
        labels: &Labels<'_>,
        text: &str,
        passage: &Passage,
        source: &Source,
        periods: &[(Range<usize>, Period)],
    ) -> Self {
        let mut rows = labels.rows();
        rows.extend(labels.numbered.iter().cloned());
        rows.extend(super::bins::numbers(text, passage, source));
        rows.extend(keys::lacking(passage, source));
        rows.extend(super::flags::flags(passage, source));
        rows.extend(over_cells(passage, source));
        rows.extend(periods.iter().flat_map(|(range, period)| dated(source, range, *period)));
        rows.extend(months(passage, source, periods));
        rows.extend(parts_of_years(text, passage, source, periods));
        rows.extend(weekends(passage, source));
        rows.retain(|name| source.is_key(name.column));
        rows.extend(written(text, passage, source));
        bind(text, passage, &mut rows);
        rows.sort_by_key(|name| (name.range.start, name.column));
        fill(text, source, &mut rows);
        Self { rows, columns: columns(passage, source) }
    }

    /// The same with the days of the month that a passage names.
    #[must_use]
    pub fn with_days(mut self, days: Vec<RowName>) -> Self {
        self.rows.extend(days);
        self.rows.sort_by_key(|name| (name.range.start, name.column));
        self
    }

    /// What this and another part of a text name of the same source.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.rows.extend(other.rows);
        for (own, more) in self.columns.iter_mut().zip(other.columns) {
            own.extend(more);
        }
        self
    }

    /// Whether any row is named by this column.
    #[must_use]
    pub fn names_by(&self, column: usize) -> bool {
        self.rows.iter().any(|name| name.column == column)
    }

    /// Whether this row is named by this column.
    #[must_use]
    pub fn names(&self, row: usize, column: usize) -> bool {
        self.rows.iter().any(|name| name.column == column && name.rows.contains(&row))
    }

    /// How well a column is named within a part of the text.
    #[must_use]
    pub fn score(&self, column: usize, within: &Range<usize>) -> f64 {
        let hits = self.columns.get(column).map_or(&[][..], Vec::as_slice);
        hits.iter().filter(|(at, _)| within.contains(at)).map(|(_, weight)| weight).sum()
    }
}

fn labels<'a>(text: &str, passage: &Passage, source: &'a Source) -> Vec<(Range<usize>, &'a [Place])> {
    let mut found = Vec::new();
    let mut index = 0;
    while index < passage.words.len() {
        let widest = (source.widest() + 1).max(2).min(passage.words.len() - index);
        let hit = (1..=widest).rev().find_map(|width| {
            let window = passage.words.get(index..index + width)?;
            let places = source.called(&passage.key(index, width));
            let range = window.first()?.range.start..window.last()?.range.end;
            if let Some((range, places)) = (width == 1).then(|| signed(text, &range, source)).flatten() {
                return Some((range, places, width));
            }
            let places = match window {
                [word] => {
                    let places = if is_faint(&[&word.stem]) { exact(text, &range, source, places) } else { places };
                    if places.is_empty() { otherwise(text, passage, index, source) } else { places }
                }
                [place, noun] if places.is_empty() && noun.stem == "quarter" => quarter(&place.stem, source),
                _ if places.is_empty() => joined(window, source),
                _ => places,
            };
            (!places.is_empty()).then_some((range, places, width))
        });
        match hit {
            Some((range, places, width)) => {
                found.push((range, places));
                index += width;
            }
            None => index += 1,
        }
    }
    found
}

/// The cells that a word names in another form than the label has, or by a part of it.
fn otherwise<'a>(text: &str, passage: &Passage, index: usize, source: &'a Source) -> &'a [Place] {
    let variants = variants(passage, index, source);
    let Some(word) = passage.words.get(index).filter(|_| variants.is_empty()) else { return variants };
    let before = index.checked_sub(1).and_then(|before| passage.words.get(before));
    if let Some(group) = before.map(|many| grouped(text, many, word, source)).filter(|group| !group.is_empty()) {
        return group;
    }
    // `the library` of `Central Library`
    let is_led = before.is_some_and(|before| {
        before.stem == "the" && text.get(before.range.end..word.range.start).is_some_and(|between| between == " ")
    });
    partly(text.get(word.range.clone()).unwrap_or_default(), &word.stem, source, is_led)
}

/// Rows whose label is just what a cell of a table, or a pair of brackets, holds.
fn written(text: &str, passage: &Passage, source: &Source) -> Vec<RowName> {
    let brackets = |(start, _): (usize, &str)| {
        let rest = text.get(start + 1..passage.range.end)?;
        let length = rest.bytes().take(EVIDENCE_BRACKET_BYTES).position(|byte| b")`,".contains(&byte))?;
        Some(start + 1..start + 1 + length)
    };
    let content = text.get(passage.range.clone()).unwrap_or_default();
    let open = content.match_indices(['(', '`']).map(|(at, mark)| (passage.range.start + at, mark));
    let spans = passage.cells.iter().map(|(range, _)| range.clone()).chain(open.filter_map(brackets));
    let mut found = Vec::new();
    for range in spans {
        let Some(inside) = text.get(range.clone()) else { continue };
        let label = inside.trim();
        let stems: Vec<String> = super::words::stems(label);
        let stems: Vec<&str> = stems.iter().map(String::as_str).collect();
        let digits = label.bytes().all(|byte| byte.is_ascii_digit());
        if !(is_faint(&stems) && !digits || digits && is_first(passage, &range)) {
            continue;
        }
        for column in 0..source.columns.len() {
            let places = source.written(label).iter().filter(|place| place.column == column);
            let rows: Vec<usize> = places.map(|place| place.row).collect();
            if !rows.is_empty() {
                found.push(RowName { range: range.clone(), column, rows });
            }
        }
    }
    found
}

/// Whether a cell is the first of its table's row, which says what the row is.
fn is_first(passage: &Passage, range: &Range<usize>) -> bool {
    passage.cells.first().is_some_and(|(first, _)| first == range)
}

/// The row of a table whose first cell is a label is about that one: what other cells and headers say names no other row by the
/// same column.
fn bind(text: &str, passage: &Passage, rows: &mut Vec<RowName>) {
    let Some((first, _)) = passage.cells.first() else { return };
    let inside = |name: &RowName| first.start <= name.range.start && name.range.end <= first.end;
    let label = text.get(first.clone()).unwrap_or_default().trim();
    let is_whole = |name: &&RowName| inside(name) && text.get(name.range.clone()).unwrap_or_default().trim() == label;
    let bound: Vec<usize> = rows.iter().filter(is_whole).map(|name| name.column).collect();
    rows.retain(|name| inside(name) || !bound.contains(&name.column));
}

/// Whether a word is so short or so common that it names a row only when it is written just like the label.
fn is_faint(stems: &[&str]) -> bool {
    stems.iter().all(|stem| stem.chars().count() <= 2 || is_empty(stem))
}

fn exact<'a>(text: &str, range: &Range<usize>, source: &Source, places: &'a [Place]) -> &'a [Place] {
    let written = text.get(range.clone()).unwrap_or_default();
    let is_written = |place: &Place| {
        source.cell(*place).as_text().is_some_and(|label| label == written && label.chars().any(char::is_uppercase))
    };
    if places.first().is_some_and(is_written) { places } else { &[] }
}

/// Rows whose label stands over a cell, in a table that has the figures below one another.
fn over_cells(passage: &Passage, source: &Source) -> Vec<RowName> {
    let mut found = Vec::new();
    for (range, header) in passage.cells.iter().skip(1) {
        let stems: Vec<&str> = header.iter().map(String::as_str).collect();
        let places = source.called(&super::source::key(&stems));
        for column in 0..source.columns.len() {
            let rows: Vec<usize> =
                places.iter().filter(|place| place.column == column).map(|place| place.row).collect();
            if !rows.is_empty() {
                found.push(RowName { range: range.clone(), column, rows });
            }
        }
        // `| | 2023 | 2024 |` over figures of years.
        if let [word] = stems.as_slice()
            && let Ok(key) = word.parse::<f64>()
        {
            for own in source.columns.iter().filter(|own| source.is_key(own.index)) {
                let rows: Vec<usize> = own.holding(key);
                if !rows.is_empty() {
                    found.push(RowName { range: range.clone(), column: own.index, rows });
                }
            }
        }
    }
    found
}

/// Rows between two that are named as the ends of a range, such as `June to August`.
fn fill(text: &str, source: &Source, rows: &mut Vec<RowName>) {
    let ordered = |column: usize| {
        let own = source.columns.get(column);
        source.is_dated() || own.is_some_and(|own| own.has_numbers() || own.is_calendar)
    };
    let mut between = Vec::new();
    let columns = (0..source.columns.len()).filter(|column| ordered(*column));
    let named = columns.map(|column| rows.iter().filter(|name| name.column == column).collect::<Vec<&RowName>>());
    for (first, second) in named.flat_map(|names| names.clone().into_iter().zip(names.into_iter().skip(1))) {
        let link = text.get(first.range.end..second.range.start).unwrap_or_default().trim();
        // `February and December` are no range, `between February and December` is.
        let is_range = matches!(link, "to" | "–" | "-" | "until" | "through" | "bis" | "à")
            || matches!(link, "and" | "und" | "et" | "y") && is_behind_between(text, first.range.start);
        let (Some(low), Some(high)) = (first.rows.iter().min(), second.rows.iter().max()) else { continue };
        if is_range && low + 1 < *high {
            between.push(RowName {
                range: first.range.clone(),
                column: first.column,
                rows: (low + 1..*high).collect(),
            });
        }
    }
    // `from July on`
    for name in rows.iter().filter(|name| ordered(name.column)) {
        let behind = text.get(name.range.end..).unwrap_or_default().trim_start();
        let behind = behind.split(|character: char| !character.is_alphabetic()).next().unwrap_or_default();
        let on = matches!(behind, "on" | "onward" | "onwards" | "an");
        let (Some(last), [first]) = (source.rows.len().checked_sub(1), name.rows.as_slice()) else { continue };
        if on && *first < last && !source.is_cut() {
            let (range, column) = (name.range.clone(), name.column);
            between.push(RowName { range, column, rows: (first + 1..=last).collect() });
        }
    }
    rows.extend(between);
    rows.sort_by_key(|name| (name.range.start, name.column));
}

#[cfg(test)]
mod tests {
    use super::super::example::{months as months_of_2024, source, table};
    use super::super::passage::passages;
    use super::*;

    /// The rows that a text names of a result, name by name.
    fn named(text: &str, source: &Source) -> Vec<Vec<usize>> {
        let naming = Naming::new(text, &passages(text)[0], source, &[]);
        naming.rows.into_iter().map(|name| name.rows).collect()
    }

    #[test]
    fn rows_are_named_by_the_longest_label() {
        let towns = source(table("town|visits", &["York|7", "New York|8", "Fog|9"]));
        assert_eq!(named("New York leads York.", &towns), [[1], [0]]);
        assert_eq!(named("It was foggy in new york.", &towns), [[2], [1]], "other forms and cases");
        assert_eq!(named("Nobody came.", &towns), [[0; 0]; 0]);
    }

    #[test]
    fn months_are_named_by_their_names_and_as_ends_of_a_range() {
        let months = source(months_of_2024());
        assert_eq!(named("It was high in May.", &months), [[4]]);
        assert_eq!(named("From February to April it fell.", &months), [vec![1], vec![2], vec![3]]);
        assert_eq!(named("It fell from April on.", &months), [vec![3], vec![4, 5]]);
        let names = source(table("month|n", &["January|1", "February|2", "March|3", "April|4"]));
        assert_eq!(named("From January to April it fell.", &names), [vec![0], vec![1, 2], vec![3]]);
        let ranking = source(table("month|n", &["March|9", "February|7", "January|3", "April|1"]));
        assert_eq!(named("From March to April it fell.", &ranking), [vec![0], vec![3]], "no order of the calendar");
    }

    #[test]
    fn the_first_cell_of_a_tables_row_says_which_row_it_is() {
        let columns = source(table("column|missing", &["unique key|7", "agency|8", "city|9"]));
        let text = "| Column | Unique Key | Example |\n|---|---|---|\n| Agency | 8 | a city is far |";
        let named = |row: usize| {
            let naming = Naming::new(text, &passages(text)[row], &columns, &[]);
            naming.rows.into_iter().map(|name| name.rows).collect::<Vec<_>>()
        };
        assert_eq!(named(2), [[1]]);
    }

    #[test]
    fn quarters_are_named_by_their_places() {
        let quarters = source(table("quarter|n", &["Q1|1", "Q2|2", "Q3|3", "Q4|4"]));
        assert_eq!(named("The first quarter was weak, the final quarter strong.", &quarters), [[0], [3]]);
    }

    #[test]
    fn columns_are_named_by_their_words() {
        let places = source(table("town|gross_revenue|net_revenue|visits", &["York|7|5|1", "Leeds|8|6|2"]));
        let text = "The visits and the net revenue of York";
        let naming = Naming::new(text, &passages(text)[0], &places, &[]);
        let score = |column: usize| naming.score(column, &(0..text.len()));
        assert!(score(3) > 0.0 && score(2) > score(1) && score(1) > 0.0);
        assert!(naming.score(3, &(20..text.len())) == 0.0, "only within the part");
        assert!(naming.names(0, 0) && !naming.names(1, 0) && naming.names_by(0) && !naming.names_by(1));
    }

    #[test]
    fn digits_in_names_are_no_numbers() {
        let stores = source(table("store|visits", &["Store 12|7", "Store 14|8"]));
        let text = "Store 12 had 7 visits.";
        let passage = &passages(text)[0];
        let names = Labels::new(text, passage, &stores).names_with_digits(text, passage, &stores);
        assert_eq!(names.iter().map(|range| &text[range.clone()]).collect::<Vec<_>>(), ["Store 12"]);
    }
}
