//! Properties of a result: how many rows, columns and groups it has, and the ranks of its rows.
//!
//! Uses the scene, candidates and sources of this room.

use super::candidate::{Candidate, RowTie, row_tie};
use super::column::{Column, Measure};
use super::mention::{Form, Mention};
use super::rounding::{count, digits, whole_number, windows};
use super::scene::{Cited, Scene, is_figure};
use super::source::Place;
use super::words::family;
use crate::event::Step;
use crate::limits::{EVIDENCE_CELLS, EVIDENCE_PAIR_COLUMNS};

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
#[must_use]
pub fn properties(scene: &Scene<'_>, mention: &Mention, source: usize) -> Vec<Candidate> {
    let Some(of) = scene.sources.get(source) else { return Vec::new() };
    let cited = scene.cited(mention, of);
    let mut found = Vec::new();
    match mention.form {
        Form::Number => counts(scene, mention, source, &mut found),
        Form::Ordinal => {
            ranks(scene, mention, source, &mut found);
            found.extend(day(scene, mention, source));
        }
        Form::Percent | Form::Points | Form::Multiple | Form::Year | Form::Month | Form::Quarter | Form::Date => {}
    }
    if cited == Cited::Other && !of.is_file {
        found.clear();
    }
    found
}

/// The number of rows, columns or groups of a result.
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
    let bound = scene.threshold(mention);
    let bounded = bound.is_some_and(|(bound, _)| reached(bound));
    if mention.readings.first().is_none_or(|reading| reading.unit < 1.0)
        || of.row_count < 2 && !of.is_file
        || bounded && !is_whole
    {
        return;
    }
    let near = 100 * scene.cited(mention, of) as u32 + 50;
    if counts_all(scene, mention, source) {
        found.extend(counted(mention, source, Step::RowCount, None, of.row_count, near));
    }
    if scene.is_followed_by(mention, &|word| COLUMNS.contains(&word)) {
        found.extend(counted(mention, source, Step::ColumnCount, None, of.column_count, near));
    }
    if !of.is_file {
        groups(scene, mention, source, found);
        years(scene, mention, source, found);
    }
}

/// What leads to how long all years are together: `over the two years` from the first to the last of three.
const SPANNED: [&str; 9] =
    ["over the", "over", "in the", "within", "within the", "in", "innerhalb von", "in den", "über die"];

/// How many columns of years a result has, and how many years lie between the first and the last of them, or of its rows.
fn years(scene: &Scene<'_>, mention: &Mention, source: usize, found: &mut Vec<Candidate>) {
    let Some(of) = scene.sources.get(source) else { return };
    if !scene.attached_behind(mention, 1).any(|word| matches!(family(word), "year" | "jahr" | "année" | "an")) {
        return;
    }
    let before = scene.text.get(scene.passage.range.start..mention.range.start).unwrap_or_default().to_lowercase();
    let spans = SPANNED.iter().any(|lead| before.trim_end().ends_with(lead));
    let grade = 100 * scene.cited(mention, of) as u32 + 55;
    let mut columns: Vec<&Column> = of.columns.iter().filter(|column| column.year.is_some()).collect();
    columns.sort_by_key(|column| column.year);
    columns.dedup_by_key(|column| column.year);
    if let [first, .., last] = columns.as_slice() {
        let many = counted(mention, source, Step::ColumnCount, None, columns.len() as u64, grade);
        found.extend(many.map(|many| Candidate { over: Some("columns of years".to_owned()), ..many }));
        let apart = last.year.zip(first.year).and_then(|(last, first)| u64::try_from(last - first).ok());
        let span =
            apart.filter(|_| spans).and_then(|years| counted(mention, source, Step::Difference, None, years, grade));
        let over = Some(format!("years from {} to {}", first.name, last.name));
        found.extend(span.map(|span| Candidate { over, ..span }));
    }
    for column in of.columns.iter().filter(|column| spans && column.period_noun() == Some("year")) {
        let rows = column.numbers.iter().enumerate().filter_map(|(row, year)| Some((row, (*year)?)));
        let first = rows.clone().min_by(|one, other| one.1.total_cmp(&other.1));
        let last = rows.max_by(|one, other| one.1.total_cmp(&other.1));
        if let Some(((first, start), (last, end))) = first.zip(last)
            && end > start
            && let Some((reading, _)) = windows(mention).find(|(_, window)| window.holds(end - start))
        {
            let cells = [last, first].map(|row| Place { column: column.index, row }).to_vec();
            let of = Candidate::of_step(source, Step::Difference, end - start, cells, reading);
            found.push(Candidate { grade: Some(grade), ..of });
        }
    }
}

/// A count as a candidate, where the number may stand for it.
fn counted(
    mention: &Mention,
    source: usize,
    step: Step,
    column: Option<usize>,
    count: u64,
    grade: u32,
) -> Option<Candidate> {
    let value = whole_number(count);
    let (reading, _) = windows(mention).find(|(_, window)| window.holds(value))?;
    Some(Candidate { column, grade: Some(grade), ..Candidate::of_step(source, step, value, Vec::new(), reading) })
}

/// Whether the words say that a number counts all rows of a result.
fn counts_all(scene: &Scene<'_>, mention: &Mention, source: usize) -> bool {
    let Some(of) = scene.sources.get(source) else { return false };
    let followed = |named: &dyn Fn(&str) -> bool| scene.is_followed_by(mention, named);
    let of_file = of.is_file && followed(&|word| of.subject.iter().any(|own| own == word));
    // `881 in all`, or the number of a result of which only a part was shown.
    let cited = scene.cited(mention, of) >= Cited::Paragraph;
    let said = followed(&|word| matches!(word, "all" | "altogether" | "total")) && (cited || of.is_cut());
    let in_all = said || of.is_cut() && cited && digits_written(mention) >= 3;
    let names_rows = || scene.naming.get(source).is_some_and(|naming| !naming.rows.is_empty());
    followed(&|word| ROWS.contains(&word))
        || in_all
        || of_file
        || scene.is_rank_among(mention) && (cited || names_rows())
}

/// How many different values the keys of a result have.
fn groups(scene: &Scene<'_>, mention: &Mention, source: usize, found: &mut Vec<Candidate>) {
    let Some(of) = scene.sources.get(source) else { return };
    let grade = 100 * scene.cited(mention, of) as u32 + 55;
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
        if scene.is_followed_by(mention, &names) {
            let step = if distinct == of.row_count { Step::RowCount } else { Step::Distinct };
            found.extend(counted(mention, source, step, Some(index), distinct, grade));
        }
    }
}

/// Digits of a number that say something.
#[must_use]
pub fn digits_written(mention: &Mention) -> u32 {
    mention.readings.first().map_or(0, |reading| digits(*reading))
}

/// Words that stand for columns.
const COLUMNS: [&str; 7] = ["column", "field", "variable", "attribute", "spalte", "colonne", "columna"];

/// Ranks that a column of the result gives.
fn in_rank_columns(scene: &Scene<'_>, mention: &Mention, source: usize, found: &mut Vec<Candidate>) {
    let Some(of) = scene.sources.get(source) else { return };
    for (column, own) in of.columns.iter().enumerate().filter(|(_, own)| own.is_rank) {
        for reading in mention.readings.iter().copied() {
            for row in own.between(reading.value - 0.1, reading.value + 0.1).take(EVIDENCE_CELLS) {
                let place = Place { column, row };
                if row_tie(scene, mention, place, source) >= RowTie::Before {
                    let grade = Some(100 * scene.cited(mention, of) as u32 + 70);
                    let value = reading.value;
                    found.push(Candidate::of_cell(source, place, value, reading, grade));
                }
            }
        }
    }
}

/// The ranks of rows whose figure the passage gives: `second at €22.62`.
fn ranks_of_figures(scene: &Scene<'_>, mention: &Mention, source: usize, found: &mut Vec<Candidate>) {
    let (Some(of), Some(naming)) = (scene.sources.get(source), scene.naming.get(source)) else { return };
    let Some(reading) = mention.readings.first().copied() else { return };
    let recent = scene.recent.get(source).map_or(&[][..], Vec::as_slice);
    let names = if naming.rows.is_empty() { recent } else { naming.rows.as_slice() };
    let asked = |family: &str| scene.question.iter().any(|passage| passage.says(&passage.range, &[family]));
    let smallest_first = scene.says(mention, &["minimum"]) || asked("minimum") && !scene.says(mention, &["maximum"]);
    let columns = of.columns.iter().enumerate().filter(|(_, own)| own.measure != Measure::None);
    for (column, own) in columns.take(EVIDENCE_PAIR_COLUMNS) {
        for other in scene.mentions.iter().filter(|other| is_figure(other)) {
            let Some(factor) = scene.factor(other, own) else { continue };
            for (_, window) in windows(other) {
                let inside = window.over(factor);
                for row in own.between(inside.low, inside.high).take(EVIDENCE_CELLS) {
                    let is = own.rank(row, smallest_first).map(count) == Some(reading.value);
                    if is && names.iter().any(|name| name.rows.contains(&row)) {
                        let (value, cells) = (reading.value, vec![Place { column, row }]);
                        let grade = Some(100 * scene.cited(mention, of) as u32 + 50);
                        found
                            .push(Candidate { grade, ..Candidate::of_step(source, Step::Rank, value, cells, reading) });
                    }
                }
            }
        }
    }
}

/// The day that an ordinal names, as the cell that holds it: `on the 5th`.
fn day(scene: &Scene<'_>, mention: &Mention, source: usize) -> Option<Candidate> {
    let (of, naming) = (scene.sources.get(source)?, scene.naming.get(source)?);
    let is_dated = |column: usize| of.columns.get(column).is_some_and(|own| own.periods.iter().any(Option::is_some));
    let name = naming.rows.iter().find(|name| name.range == mention.range && is_dated(name.column))?;
    let reading = mention.readings.first().copied()?;
    let place = Place { column: name.column, row: *name.rows.first()? };
    let grade = Some(100 * scene.cited(mention, of) as u32 + 60);
    Some(Candidate::of_cell(source, place, reading.value, reading, grade))
}

/// The ranks of the rows that are named.
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
    ranks_of_figures(scene, mention, source, found);
    let best = measured.iter().map(|column| scene.column_score(mention, source, *column)).fold(0.0, f64::max);
    for column in measured {
        let score = scene.column_score(mention, source, column);
        let given = scene.earlier.iter().any(|(from, place)| *from == source && place.column == column);
        if score + 0.3 < best && !(given && score > 0.0) {
            continue;
        }
        let Some(own) = of.columns.get(column) else { continue };
        // `It ranks third` speaks of what was named before.
        let recent = scene.recent.get(source).map_or(&[][..], Vec::as_slice);
        let named = if naming.rows.is_empty() { recent } else { naming.rows.as_slice() };
        for row in named.iter().flat_map(|name| name.rows.iter().copied()).take(EVIDENCE_CELLS) {
            let place = Place { column, row };
            let rank = own.rank(row, smallest_first).map(count);
            let Some(rank) =
                rank.filter(|rank| mention.readings.iter().any(|reading| (reading.value - rank).abs() < 0.5))
            else {
                continue;
            };
            if let Some(reading) = mention.readings.first().copied()
                && (naming.rows.is_empty() || row_tie(scene, mention, place, source) == RowTie::Named)
            {
                let grade = Some(100 * scene.cited(mention, of) as u32 + if score > 0.0 { 60 } else { 40 });
                found.push(Candidate { grade, ..Candidate::of_step(source, Step::Rank, rank, vec![place], reading) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{last_scene, ledger, number, regions, scene, table};
    use super::*;

    /// The steps by which a result has a property of that number.
    fn steps(text: &str, written: &str) -> Vec<Step> {
        scene(regions(), text, &|scene| {
            properties(scene, number(scene, written), 0).into_iter().map(|candidate| candidate.step).collect()
        })
    }

    #[test]
    fn rows_columns_and_groups_are_counted_by_their_nouns() {
        assert_eq!(steps("The result has 3 rows [q1].", "3"), [Step::RowCount]);
        assert_eq!(steps("It has 3 columns [q1].", "3"), [Step::ColumnCount]);
        assert_eq!(steps("All 3 regions grew [q1].", "3"), [Step::RowCount]);
        assert_eq!(steps("All 4 regions grew [q1].", "4"), []);
        assert_eq!(steps("It has 3 doors [q1].", "3"), []);
        let pairs = table("region|year|revenue", &["West|2023|1", "West|2024|2", "East|2023|3", "East|2024|4"]);
        let found = scene(pairs, "All 2 regions grew [q1].", &|scene| properties(scene, number(scene, "2"), 0));
        assert_eq!(found.iter().map(|candidate| candidate.step).collect::<Vec<_>>(), [Step::Distinct]);
    }

    #[test]
    fn ranks_are_those_of_the_row_that_is_named() {
        assert_eq!(steps("East has the 2nd most revenue [q1].", "2nd"), [Step::Rank]);
        assert_eq!(steps("East has the 3rd most revenue [q1].", "3rd"), []);
        assert_eq!(steps("North has the 1st of the lowest revenues [q1].", "1st"), [Step::Rank]);
        let text = |place: &str| format!("East comes {place} at 11.9, far from the others [q1].");
        assert!(steps(&text("second"), "second").contains(&Step::Rank));
        assert_eq!(steps(&text("third"), "third"), []);
        let mut cut = regions();
        cut.row_count = 9;
        let found =
            scene(cut, "East has the 2nd most revenue [q1].", &|scene| properties(scene, number(scene, "2nd"), 0));
        assert_eq!(found, [], "a row that was not kept may stand before it");
    }

    #[test]
    fn what_is_not_cited_has_no_properties() {
        let both = ledger(vec![regions(), table("town|visits", &["Aix|7", "Brno|8"])]);
        let of = |source: usize| {
            last_scene(&both, "The result has 3 rows [q2].", &|scene| properties(scene, number(scene, "3"), source))
        };
        assert_eq!((of(0).len(), of(1).len()), (0, 0));
        assert_eq!(last_scene(&both, "It has 3 rows.", &|scene| properties(scene, number(scene, "3"), 0)).len(), 1);
    }
}
