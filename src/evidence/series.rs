//! Parallel items: what the items of a list, the rows of a table, or the parts of a sentence that are written alike say of one
//! another's numbers.
//!
//! Uses the passages, mentions, naming and sources of this room. `- Mint: 437 votes`, `- Lawn: 571`, `- West: 684` name their
//! column once, in words that may be no column's; but where two of these numbers are of one column, each in the row that its item
//! names, the third should be, too. Only what the other items hold counts for a number, never the number itself: of four items
//! one that is wrong is told by the three that are right.

mod formula;
pub mod slots;

use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::candidate::{Candidate, is_read_so};
use super::column::{Column, Measure};
use super::mention::{Form, Mention};
use super::naming::{Naming, RowName};
use super::passage::{Passage, begins_item};
use super::rounding::{count, digits, factor, windows};
use super::scene::is_figure;
use super::source::{Place, Source};
use super::words::stems;
use crate::event::Step;
use crate::limits::{EVIDENCE_ORDERED, EVIDENCE_SERIES_COLUMNS};
use slots::Beside;

/// Other items that have to agree at least.
const OTHERS: usize = 2;
/// Part of the other items that has to.
const AGREED: f64 = 0.5;
/// Digits of the numbers that agree, together: a small number is in every column.
const AGREED_DIGITS: u32 = 4;
/// Part of the other items whose numbers are of one column, whatever other words lead to it.
pub const ALIKE: f64 = 0.75;
/// Rows that the names of an item may stand for.
const ITEM_ROWS: usize = 8;

/// A passage, its numbers, and what it names of each result.
pub type Told<'a> = (&'a Passage, &'a [Mention], &'a [Naming]);

/// What the items beside its own say of a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaning {
    /// The result.
    pub source: usize,
    /// The column that their numbers in the same place are of.
    pub column: usize,
    /// The rows that the number's own item names.
    pub rows: Vec<usize>,
    /// The part of the other items that this is true of, from 0.5 to 1.
    pub share: f64,
}

/// What parallel items say of the numbers of a text.
#[derive(Debug, Default)]
pub struct Series {
    leanings: HashMap<usize, Vec<Leaning>>,
    steps: HashMap<usize, Candidate>,
    beside: HashMap<usize, Beside>,
}

/// A part of a text that is written like others: the rows of a result that it names, and its numbers with their places in it.
struct Item<'a> {
    /// Whether it is said of all the others.
    is_total: bool,
    numbers: Vec<Number<'a>>,
}

/// A number of an item: its place in it, and the rows that it is of.
struct Number<'a> {
    place: usize,
    rows: Vec<usize>,
    mention: &'a Mention,
}

impl Series {
    /// What the parallel items of a text say.
    #[must_use]
    pub fn new(text: &str, told: &[Told<'_>], sources: &[Source]) -> Self {
        let mut series = Self::default();
        let lists = lists(text, told);
        let may_be = |source: &Source| {
            !source.is_file && source.row_count > 1 && source.columns.len() <= EVIDENCE_SERIES_COLUMNS
        };
        for list in lists.iter().filter(|list| is_table(list, told)) {
            let items: Vec<Item<'_>> = list.iter().map(|passages| listed(passages, told, None)).collect();
            for (start, beside) in slots::beside(&items) {
                series.beside.entry(start).or_insert(beside);
            }
        }
        for (index, source) in sources.iter().enumerate().filter(|(_, source)| may_be(source)) {
            for list in &lists {
                let items: Vec<Item<'_>> =
                    list.iter().map(|passages| listed(passages, told, Some((index, source)))).collect();
                series.compare(&items, index, source);
                series.compare_steps(&items, index, source);
            }
            for own in told.iter().filter(|(passage, _, _)| passage.cells.is_empty()) {
                for items in parts(own, index, source).into_iter().chain(sequences(text, own, index, source)) {
                    series.compare(&items, index, source);
                    series.compare_steps(&items, index, source);
                }
            }
        }
        series
    }

    /// What is said of the number that starts there.
    #[must_use]
    pub fn of(&self, start: usize) -> &[Leaning] {
        self.leanings.get(&start).map_or(&[], Vec::as_slice)
    }

    /// The step that a number is, where the items beside share it.
    #[must_use]
    pub fn step(&self, mention: &Mention) -> Option<&Candidate> {
        self.steps.get(&mention.range.start)
    }

    /// The part of the other items that hold numbers of a cell's column, where the number's own item names its row.
    #[must_use]
    pub fn share(&self, mention: &Mention, source: usize, place: Place) -> f64 {
        let own = self.of(mention.range.start).iter().filter(|one| one.source == source && one.column == place.column);
        own.filter(|one| one.rows.contains(&place.row)).map(|one| one.share).fold(0.0, f64::max)
    }

    /// The step over two others of its row that a number in a table is.
    #[must_use]
    pub fn beside(&self, mention: &Mention) -> Option<Beside> {
        self.beside.get(&mention.range.start).copied()
    }

    /// Whether most of the other items hold numbers of another cell's column than a value, or of another row of it.
    #[must_use]
    pub fn speaks_against(&self, mention: &Mention, candidate: &Candidate) -> bool {
        let own = match (candidate.step, candidate.cells.as_slice()) {
            (Step::Cell, [place]) => self.share(mention, candidate.source, *place),
            _ => 0.0,
        };
        own < ALIKE && self.of(mention.range.start).iter().any(|one| one.share >= ALIKE)
    }

    /// Holds the numbers in one place of all items against each column of a result.
    fn compare(&mut self, items: &[Item<'_>], index: usize, source: &Source) {
        let places = by_place(items);
        for (column, of) in source.columns.iter().enumerate().filter(|(_, of)| of.measure != Measure::None) {
            for held in places.values().filter(|held| held.len() > OTHERS) {
                let fits: Vec<u32> = held.iter().map(|(rows, mention)| fitting(of, rows, mention)).collect();
                for (at, (rows, mention)) in held.iter().enumerate() {
                    let others = || held.iter().zip(&fits).enumerate().filter(|(other, _)| *other != at);
                    let alike = || others().filter(|(_, ((_, other), _))| is_alike(other.form, mention.form));
                    let agreeing = alike().filter(|(_, (_, digits))| **digits > 0).count();
                    let known: u32 = alike().map(|(_, (_, digits))| *digits).sum();
                    let share = count(agreeing) / count(alike().count().max(1));
                    if agreeing >= OTHERS && share >= AGREED && known >= AGREED_DIGITS {
                        let leaning = Leaning { source: index, column, rows: rows.to_vec(), share };
                        self.leanings.entry(mention.range.start).or_default().push(leaning);
                    }
                }
            }
        }
    }
}

impl Series {
    /// Holds the numbers in one place of all items against the steps over the cells of their rows.
    fn compare_steps(&mut self, items: &[Item<'_>], index: usize, source: &Source) {
        if source.is_cut() {
            return;
        }
        for (place, held) in by_place(items).into_iter().filter(|(_, held)| held.len() > OTHERS) {
            let of_totals = items.iter().filter(|item| item.is_total).flat_map(|item| &item.numbers);
            let totals: Vec<&Mention> = of_totals.filter(|own| own.place == place).map(|own| own.mention).collect();
            for (start, step) in formula::shared(&held, &totals, index, source) {
                self.steps.entry(start).or_insert(step);
            }
        }
    }
}

/// The numbers in each place of the items that name rows.
fn by_place<'a>(items: &'a [Item<'a>]) -> BTreeMap<usize, Vec<formula::Held<'a>>> {
    let mut places: BTreeMap<usize, Vec<formula::Held<'a>>> = BTreeMap::new();
    let numbers = items.iter().take(EVIDENCE_ORDERED).flat_map(|item| &item.numbers);
    for own in numbers.filter(|own| (1..=ITEM_ROWS).contains(&own.rows.len())) {
        places.entry(own.place).or_default().push((&own.rows, own.mention));
    }
    places
}

/// Words of what is said of all the others, as stems.
const TOTALS: [&str; 12] = [
    "total",
    "all",
    "sum",
    "overall",
    "altogether",
    "together",
    "gesamt",
    "summe",
    "insgesamt",
    "alle",
    "ensemble",
    "todo",
];

/// Whether two numbers are written alike.
fn is_alike(one: Form, other: Form) -> bool {
    one == other || matches!((one, other), (Form::Points, Form::Percent) | (Form::Percent, Form::Points))
}

/// The digits of a number that fit a cell of one of the rows; none where it fits none.
fn fitting(column: &Column, rows: &[usize], mention: &Mention) -> u32 {
    let Some(factor) = factor(mention.form, column) else { return 0 };
    let holds = |row: &usize, window: super::rounding::Window| {
        let number = column.numbers.get(*row).copied().flatten();
        number.is_some_and(|number| window.holds(number) || number < 0.0 && window.turned().holds(number))
    };
    windows(mention)
        .filter(|(reading, _)| is_read_so(mention.form, *reading, column))
        .find(|(_, window)| rows.iter().any(|row| holds(row, window.over(factor))))
        .map_or(0, |(reading, _)| digits(reading).max(1))
}

/// The lists of a text: of each item the positions of its passages.
fn lists(text: &str, told: &[Told<'_>]) -> Vec<Vec<Vec<usize>>> {
    let mut lists: Vec<Vec<Vec<usize>>> = Vec::new();
    let mut before = None;
    for (index, (passage, _, _)) in told.iter().enumerate() {
        let paragraph = passage.paragraph;
        let is_row = !passage.cells.is_empty();
        if before.is_some_and(|(one, row)| one == paragraph && row == is_row) {
            if let Some(item) = lists.last_mut().and_then(|list| list.last_mut()) {
                item.push(index);
            }
            continue;
        }
        let begins = is_row || text.get(passage.range.clone()).is_some_and(begins_item);
        let follows = before.is_some_and(|(one, row)| one + 1 == paragraph && row == is_row);
        before = begins.then_some((paragraph, is_row));
        match lists.last_mut().filter(|_| follows) {
            Some(list) if begins => list.push(vec![index]),
            _ if begins => lists.push(vec![vec![index]]),
            _ => {}
        }
    }
    lists.retain(|list| list.len() > OTHERS);
    lists
}

/// Whether a list is a table.
fn is_table(list: &[Vec<usize>], told: &[Told<'_>]) -> bool {
    let first = list.first().and_then(|item| told.get(*item.first()?));
    first.is_some_and(|(passage, _, _)| !passage.cells.is_empty())
}

/// An item of a list, or a row of a table. `source` is the result whose rows it may name.
fn listed<'a>(passages: &[usize], told: &[Told<'a>], source: Option<(usize, &Source)>) -> Item<'a> {
    let own = || passages.iter().filter_map(|index| told.get(*index));
    let named = source.into_iter().flat_map(|(source, _)| own().filter_map(move |(_, _, naming)| naming.get(source)));
    let mut rows: Vec<usize> =
        named.flat_map(|naming| &naming.rows).flat_map(|name| name.rows.iter().copied()).take(2 * ITEM_ROWS).collect();
    rows.sort_unstable();
    rows.dedup();
    let mut numbers = Vec::new();
    for (passage, mentions, _) in own() {
        for mention in mentions.iter().filter(|mention| is_figure(mention)) {
            let cell = passage.cells.iter().position(|(range, _)| range.contains(&mention.range.start));
            let header = cell.and_then(|cell| passage.cells.get(cell)).map(|(_, header)| header);
            let below = header.zip(source).and_then(|(header, (_, of))| rows_below(of, header, &rows));
            let rows = below.unwrap_or_else(|| rows.clone());
            numbers.push(Number { place: cell.unwrap_or(numbers.len()), rows, mention });
        }
    }
    let first = own().flat_map(|(passage, _, _)| &passage.words).find(|word| word.stem != "the");
    let is_total = rows.is_empty() && first.is_some_and(|word| TOTALS.contains(&word.stem.as_str()));
    Item { is_total, numbers }
}

/// Of the rows that an item names those that the head of a column names, too: `1–5 yr` of the rows of a storage by age.
fn rows_below(of: &Source, header: &[String], rows: &[usize]) -> Option<Vec<usize>> {
    if rows.len() < 2 {
        return None;
    }
    let named = |label: &Column, row: usize| {
        let words = stems(&of.cell(Place { column: label.index, row }).to_string());
        (!words.is_empty() && header.windows(words.len()).any(|some| *some == words)).then_some(words.len())
    };
    let labels = of.columns.iter().filter(|label| of.is_key(label.index));
    let found = labels.filter_map(|label| {
        let said: Vec<(usize, usize)> = rows.iter().filter_map(|row| Some((*row, named(label, *row)?))).collect();
        let longest = said.iter().map(|(_, words)| *words).max()?;
        let own: Vec<usize> = said.iter().filter(|(_, words)| *words == longest).map(|(row, _)| *row).collect();
        (own.len() < rows.len()).then_some(own)
    });
    found.min_by_key(Vec::len)
}

/// Numbers of a sentence that only marks set apart, row by row of a result: `74.7 · 74.4 · 70.7`, of all rows in their order or
/// from the last to the first, or of the first ones.
fn sequences<'a>(text: &str, (_, mentions, naming): &Told<'a>, index: usize, source: &Source) -> Vec<Vec<Item<'a>>> {
    // Where rows are named, the numbers are theirs.
    if naming.get(index).is_none_or(|naming| !naming.rows.is_empty()) {
        return Vec::new();
    }
    let mut runs: Vec<Vec<&'a Mention>> = Vec::new();
    for mention in mentions.iter().filter(|mention| is_figure(mention)) {
        let follows = |last: &&'a Mention| {
            let between = text.get(last.range.end..mention.range.start).unwrap_or("?").trim();
            matches!(between, "," | ";" | "/" | "·" | "|" | "→" | "->" | "and" | ", and" | "und" | "et" | "y")
        };
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(follows) => run.push(mention),
            _ => runs.push(vec![mention]),
        }
    }
    let rows = source.rows.len();
    let item = |(row, mention): (usize, &&'a Mention)| Item {
        is_total: false,
        numbers: vec![Number { place: 0, rows: vec![row], mention }],
    };
    let runs = runs.into_iter().filter(|run| run.len() > OTHERS && run.len() <= rows && run.len() <= EVIDENCE_ORDERED);
    runs.flat_map(|run| {
        let forward = run.iter().enumerate().map(item).collect();
        let backward = run.iter().enumerate().map(|(at, mention)| item((rows - 1 - at, mention))).collect();
        [Some(forward), (run.len() == rows).then_some(backward)].into_iter().flatten()
    })
    .collect()
}

/// The parts of a sentence that each name a row by one column: from each name to the next, and from behind each to behind the
/// next.
fn parts<'a>((_, mentions, naming): &Told<'a>, index: usize, source: &Source) -> Vec<Vec<Item<'a>>> {
    let figures: Vec<&Mention> = mentions.iter().filter(|mention| is_figure(mention)).collect();
    let Some(naming) = naming.get(index).filter(|_| figures.len() > OTHERS) else { return Vec::new() };
    let mut found = Vec::new();
    for label in 0..source.columns.len() {
        let mut names: Vec<&RowName> =
            naming.rows.iter().filter(|name| name.column == label && name.rows.len() <= ITEM_ROWS).collect();
        names.dedup_by_key(|name| name.range.start);
        if names.len() <= OTHERS {
            continue;
        }
        let between = |name: &RowName, start: usize, end: usize| {
            let inside = figures.iter().filter(|mention| start <= mention.range.start && mention.range.end <= end);
            let number = |(place, mention)| Number { place, rows: name.rows.clone(), mention };
            Item { is_total: false, numbers: inside.copied().enumerate().map(number).collect() }
        };
        let ends = || names.iter().skip(1).map(|name| name.range.start).chain([usize::MAX]);
        let starts = || [0].into_iter().chain(names.iter().map(|name| name.range.end));
        found.push(names.iter().zip(ends()).map(|(name, end)| between(name, name.range.start, end)).collect());
        found.push(names.iter().zip(starts()).map(|(name, start)| between(name, start, name.range.end)).collect());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::example::{source, table};
    use super::super::mention;
    use super::super::passage::passages;
    use super::*;

    /// The columns that the items beside say of each number, as written.
    fn leanings(text: &str) -> Vec<(String, Vec<usize>)> {
        let rows = ["Mint|437|8159|7722", "Lawn|571|7588|7017", "West|684|9012|8328", "Crest|716|8053|7337"];
        let sources = [source(table("place|margin|winner|second", &rows))];
        let passages = passages(text);
        let mentions = mention::find(text);
        let own = |passage: &Passage| -> Vec<Mention> {
            mentions.iter().filter(|mention| passage.range.contains(&mention.range.start)).cloned().collect()
        };
        let owned: Vec<(Vec<Mention>, Vec<Naming>)> =
            passages.iter().map(|passage| (own(passage), vec![Naming::new(text, passage, &sources[0], &[])])).collect();
        let told: Vec<Told<'_>> =
            passages.iter().zip(&owned).map(|(passage, (own, naming))| (passage, &own[..], &naming[..])).collect();
        let series = Series::new(text, &told, &sources);
        let columns = |mention: &Mention| {
            let mut columns: Vec<usize> = series.of(mention.range.start).iter().map(|one| one.column).collect();
            columns.dedup();
            (text[mention.range.clone()].to_owned(), columns)
        };
        mentions.iter().map(columns).collect()
    }

    fn of(written: &str, columns: &[usize]) -> (String, Vec<usize>) {
        (written.to_owned(), columns.to_vec())
    }

    #[test]
    fn items_of_a_list_say_of_one_another_which_column_is_meant() {
        let list = "The closest were\n\n- Mint: 437 (8,159)\n- Lawn: 571 (7,588)\n- West: 999 (9,012)\n";
        let expected =
            [of("437", &[]), of("8,159", &[2]), of("571", &[]), of("7,588", &[2]), of("999", &[1]), of("9,012", &[2])];
        assert_eq!(leanings(list), expected, "the wrong one does not count, and is told by the others");
        let two = "- Mint: 437\n- Lawn: 571\n";
        assert_eq!(leanings(two), [of("437", &[]), of("571", &[])], "two are no series");
    }

    #[test]
    fn parts_of_a_sentence_do() {
        let text = "It was 437 in Mint, 571 in Lawn, 684 in West and 716 in Crest.";
        assert!(leanings(text).iter().all(|(_, columns)| columns == &[1]), "{:?}", leanings(text));
        let text = "Mint has 437, Lawn 571, West 684.";
        assert!(leanings(text).iter().all(|(_, columns)| columns == &[1]), "{:?}", leanings(text));
    }

    #[test]
    fn cells_of_a_table_do_by_their_places() {
        let text = "| | Lead | Won by |\n|---|---|---|\n| Mint | 437 | 8,159 |\n| Lawn | 571 | 7,588 |\n| West | 684 | 9,012 |\n";
        let expected = [
            of("437", &[1]),
            of("8,159", &[2]),
            of("571", &[1]),
            of("7,588", &[2]),
            of("684", &[1]),
            of("9,012", &[2]),
        ];
        assert_eq!(leanings(text), expected);
    }

    #[test]
    fn items_that_name_no_row_or_another_say_nothing() {
        let text = "- Here: 437\n- There: 571\n- Elsewhere: 684\n";
        assert!(leanings(text).iter().all(|(_, columns)| columns.is_empty()));
        let text = "- Mint: 571\n- Lawn: 684\n- West: 437\n";
        assert!(leanings(text).iter().all(|(_, columns)| columns.is_empty()));
    }
}
