//! The values that may stand behind a number at all: cells, and steps over columns, rows that belong together, and pairs of
//! cells.
//!
//! Uses the scene, sources and signs of this room. What is listed here only fits; how likely it is meant, the signs say.

use super::candidate::{Candidate, is_read_so};
use super::column::{Column, Measure};
use super::likely::{Play, Supposed};
use super::mention::{Form, Mention, Reading};
use super::naming::RowName;
use super::pairs::are_alike;
use super::rounding::{Window, count, whole_number, windows};
use super::scene::{Cited, Scene};
use super::signs::{Found, Reader};
use super::source::{Place, Source};
use super::wording::Words;
use crate::event::Step;
use crate::limits::{EVIDENCE_CELLS, EVIDENCE_PAIR_COLUMNS, EVIDENCE_SUPPOSED};
use std::cmp::Reverse;

use hashbrown::HashMap;

/// Everything that may stand behind a number, with its signs.
#[must_use]
pub fn all(reader: &Reader<'_>) -> Vec<Supposed> {
    let (scene, mention, play) = (reader.scene, reader.mention, reader.play);
    let words = Words::new(scene, mention);
    let mut found = Vec::new();
    for (source, of) in scene.sources.iter().enumerate() {
        if of.is_file || found.len() > EVIDENCE_SUPPOSED {
            continue;
        }
        let lister = Lister::new(scene, mention, play, source, of, &words);
        if scene.cited(mention, of) == Cited::Other {
            let List { tried, fitting } = lister.cells();
            let named: Vec<(Candidate, bool)> =
                fitting.into_iter().filter(|(candidate, _)| is_named(reader, candidate)).collect();
            let fitting = named.len();
            let read = |(candidate, words)| reader.read(candidate, Found { tried, fitting, words });
            found.extend(named.into_iter().map(read));
            continue;
        }
        for list in [lister.cells(), lister.columns(), lister.shares(), lister.pairs(), lister.counts()] {
            let (tried, fitting) = (list.tried, list.fitting.len());
            let read = |(candidate, words)| reader.read(candidate, Found { tried, fitting, words });
            found.extend(list.fitting.into_iter().map(read));
        }
    }
    found
}

/// Whether the passage names the row and the column of a cell: then it may be meant though another result is cited.
fn is_named(reader: &Reader<'_>, candidate: &Candidate) -> bool {
    let (scene, source) = (reader.scene, candidate.source);
    let (Some(of), Some(naming)) = (scene.sources.get(source), scene.naming.get(source)) else { return false };
    candidate.cells.iter().all(|place| {
        let row = of.row_count == 1 || naming.rows.iter().any(|name| name.rows.contains(&place.row));
        row && naming.score(place.column, &scene.passage.range) > 0.0
    })
}

/// Different values that somebody counts, at most.
const COUNTED_MOST: u64 = 10_000;

/// Values of one kind that fit, each with whether the words go with it, and how many were tried.
#[derive(Default)]
pub struct List {
    pub tried: usize,
    pub fitting: Vec<(Candidate, bool)>,
}

/// What a step is taken over.
pub enum Over {
    /// These cells.
    Cells(Vec<Place>),
    /// A whole column.
    Column(usize),
    /// The rows of the result.
    Rows,
}

/// One number against one result.
pub struct Lister<'a> {
    pub scene: &'a Scene<'a>,
    pub mention: &'a Mention,
    pub play: &'a Play<'a>,
    pub source: usize,
    pub of: &'a Source,
    /// By column by what the text multiplies its numbers.
    pub factors: Vec<Option<f64>>,
    pub words: &'a Words,
}

impl<'a> Lister<'a> {
    /// A number against one result.
    #[must_use]
    pub fn new(
        scene: &'a Scene<'a>,
        mention: &'a Mention,
        play: &'a Play<'a>,
        source: usize,
        of: &'a Source,
        words: &'a Words,
    ) -> Self {
        let factors = of.columns.iter().map(|column| scene.factor(mention, column)).collect();
        Self { scene, mention, play, source, of, factors, words }
    }
}

impl Lister<'_> {
    /// The number of a cell.
    pub fn number(&self, place: Place) -> Option<f64> {
        self.of.number(place)
    }

    /// By what the text multiplies the numbers of a column; none where it cannot mean them.
    pub fn factor(&self, column: usize) -> Option<f64> {
        self.factors.get(column).copied().flatten()
    }

    /// The columns of figures.
    pub fn measured(&self) -> impl Iterator<Item = (usize, &Column)> {
        self.of.columns.iter().enumerate().filter(|(_, column)| column.measure != Measure::None)
    }

    /// Adds a value where the number may stand for it, with either sign. `factor` is by what the text multiplies it.
    pub fn add(&self, list: &mut List, step: Step, value: f64, factor: f64, over: impl FnOnce() -> Over, words: bool) {
        list.tried += 1;
        let fits = |(reading, window): &(Reading, Window)| {
            let inside = window.over(factor);
            inside.holds(value) || reading.value > 0.0 && inside.turned().holds(value)
        };
        // Nobody spells what was rounded.
        let rounded = || self.words.spelled && ((value * factor).fract()).abs() > 1e-9;
        let found = self.words.windows.iter().copied().find(fits);
        let Some((reading, _)) = found.filter(|_| value.is_finite() && !rounded()) else { return };
        if list.fitting.len() < EVIDENCE_SUPPOSED {
            let (cells, column) = match over() {
                Over::Cells(cells) => (cells, None),
                Over::Column(column) => (Vec::new(), Some(column)),
                Over::Rows => (Vec::new(), None),
            };
            let candidate = Candidate { column, ..Candidate::of_step(self.source, step, value, cells, reading) };
            list.fitting.push((candidate, words));
        }
    }

    fn cells(&self) -> List {
        let mut list = List::default();
        self.keys(&mut list);
        let spelled = self.words.spelled;
        // Points of a percentage are what lies between two of them.
        let points = self.scene.counts_points(self.mention);
        let may_be = |own: &Column| !(points && own.measure.is_relative()) || own.is_named_by("point");
        for (column, own) in self.measured().filter(|(_, own)| may_be(own)) {
            let Some(factor) = self.factor(column) else { continue };
            // Cells that are all the same are one value, said of every row.
            let same = self.of.row_count > 1 && !self.of.is_cut() && own.is_constant();
            let (different, most) = if same { (1, 1) } else { (own.numbers.len(), EVIDENCE_CELLS) };
            list.tried += different;
            let windows = self.words.windows.iter().copied();
            let readings = windows.filter(|(reading, _)| is_read_so(self.mention.form, *reading, own));
            for (reading, window) in readings {
                let inside = window.over(factor);
                let turned = inside.turned();
                let minus = own.between(turned.low, turned.high).filter(|_| reading.value > 0.0);
                let all = own.between(inside.low, inside.high).chain(minus);
                for row in self.named_first(all, most) {
                    let place = Place { column, row };
                    // Nobody spells what was rounded.
                    let value = self.number(place).filter(|value| !spelled || value.fract() == 0.0);
                    if let Some(value) = value.filter(|_| list.fitting.len() < EVIDENCE_SUPPOSED) {
                        list.fitting.push((Candidate::of_cell(self.source, place, value, reading, None), false));
                    }
                }
            }
        }
        list
    }

    /// So many of the rows at most, of too many those first that the passage names most.
    fn named_first(&self, rows: impl Iterator<Item = usize>, most: usize) -> Vec<usize> {
        let names = self.scene.naming.get(self.source).map_or(&[][..], |naming| naming.rows.as_slice());
        if names.is_empty() {
            return rows.take(most).collect();
        }
        let mut rows: Vec<usize> = rows.collect();
        if rows.len() > most {
            let mut times: HashMap<usize, usize> = HashMap::new();
            names.iter().flat_map(|name| &name.rows).for_each(|row| *times.entry(*row).or_default() += 1);
            rows.sort_by_key(|row| Reverse(times.get(row)));
            rows.truncate(most);
        }
        rows
    }

    /// Cells that say which row it is: `a 404`.
    fn keys(&self, list: &mut List) {
        let labels = self.of.columns.iter().enumerate().filter(|(_, own)| own.is_label);
        for (column, own) in labels.filter(|_| self.mention.form == Form::Number) {
            for reading in self.mention.readings.iter().filter(|reading| (reading.unit - 1.0).abs() < 1e-9) {
                for row in own.between(reading.value, reading.value).take(EVIDENCE_CELLS) {
                    let place = Place { column, row };
                    list.fitting.push((Candidate::of_cell(self.source, place, reading.value, *reading, None), false));
                }
            }
        }
    }

    /// Sums and means of columns and of rows that belong together.
    fn columns(&self) -> List {
        let mut list = List::default();
        if self.of.row_count < 2 {
            return list;
        }
        let (total, mean) = (self.words.total, self.words.mean);
        for (column, own) in self.measured() {
            let Some(factor) = self.factor(column) else { continue };
            let additive = own.is_additive || own.measure == Measure::Percent;
            if let Some(sum) = own.sum.filter(|_| additive) {
                self.add(&mut list, Step::Sum, sum, factor, || Over::Column(column), total);
            }
            if let Some(average) = own.mean {
                self.add(&mut list, Step::Mean, average, factor, || Over::Column(column), mean);
            }
            for places in self.groups(column) {
                let values: Vec<f64> = places.iter().filter_map(|place| self.number(*place)).collect();
                if values.len() != places.len() {
                    continue;
                }
                let sum: f64 = values.iter().sum();
                if additive {
                    self.add(&mut list, Step::Sum, sum, factor, || Over::Cells(places.clone()), total);
                }
                if mean {
                    self.add(&mut list, Step::Mean, sum / count(values.len()), factor, || Over::Cells(places), mean);
                }
            }
        }
        list
    }

    /// Parts of a column's sum.
    fn shares(&self) -> List {
        let mut list = List::default();
        if self.mention.form != Form::Percent || self.of.row_count < 2 {
            return list;
        }
        let words = self.words.share;
        for (column, own) in self.measured() {
            let Some(sum) = own.sum.filter(|sum| *sum > 0.0 && own.is_additive) else { continue };
            if own.ends.is_some_and(|(least, _)| least < 0.0)
                || self.scene.is_of_another(self.mention, self.source, column)
            {
                continue;
            }
            list.tried += own.numbers.len();
            for (_, window) in self.words.windows.iter().copied() {
                let inside = window.over(100.0 / sum);
                for row in own.between(inside.low, inside.high).take(EVIDENCE_CELLS) {
                    let place = Place { column, row };
                    let share = self.number(place).unwrap_or_default() / sum * 100.0;
                    self.add(&mut list, Step::Share, share, 1.0, || Over::Cells(vec![place]), words);
                }
            }
            for places in self.groups(column) {
                let part: f64 = places.iter().filter_map(|place| self.number(*place)).sum();
                self.add(&mut list, Step::Share, part / sum * 100.0, 1.0, || Over::Cells(places), words);
            }
        }
        list
    }

    /// Numbers of rows, of different values, and of rows that are as the passage says.
    fn counts(&self) -> List {
        let mut list = List::default();
        let whole = self.mention.readings.first().is_some_and(|reading| reading.unit >= 1.0);
        if self.mention.form != Form::Number || !whole || self.of.row_count < 2 {
            return list;
        }
        let counts_rows = self.scene.counts_rows(self.mention, self.source);
        self.add(&mut list, Step::RowCount, whole_number(self.of.row_count), 1.0, || Over::Rows, counts_rows);
        if self.of.is_cut() {
            self.measured().take(EVIDENCE_PAIR_COLUMNS).for_each(|(column, own)| self.beyond(&mut list, column, own));
            return list;
        }
        for own in &self.of.columns {
            let few = own.distinct.filter(|distinct| *distinct != self.of.row_count && *distinct < COUNTED_MOST);
            if let Some(distinct) = few {
                let named = self.scene.is_followed_by(self.mention, &|word| own.is_named_by(word));
                self.add(&mut list, Step::Distinct, whole_number(distinct), 1.0, || Over::Rows, named);
            }
        }
        let names = self.scene.naming.get(self.source).map_or(&[][..], |naming| naming.rows.as_slice());
        for name in names.iter().filter(|name| name.rows.len() > 1) {
            self.add(&mut list, Step::Count, count(name.rows.len()), 1.0, || Over::Rows, counts_rows);
        }
        for group in self.groups(0).into_iter().filter(|_| self.words.rest) {
            self.add(&mut list, Step::Count, count(group.len()), 1.0, || Over::Rows, true);
        }
        self.listed(&mut list, names);
        for (column, own) in self.measured().take(EVIDENCE_PAIR_COLUMNS) {
            self.beyond(&mut list, column, own);
            self.alike(&mut list, column, own);
            if self.words.bounds.is_empty() {
                self.turned(&mut list, column, own);
            }
        }
        list
    }

    /// As many names as follow: `three regions: North, East and West`.
    fn listed(&self, list: &mut List, names: &[RowName]) {
        for label in 0..self.of.columns.len() {
            let behind = |name: &&RowName| name.column == label && name.range.start > self.mention.range.end;
            let mut listed: Vec<&Vec<usize>> = names.iter().filter(behind).map(|name| &name.rows).collect();
            listed.sort();
            listed.dedup();
            if listed.len() > 1 {
                self.add(list, Step::Count, count(listed.len()), 1.0, || Over::Rows, true);
            }
        }
    }

    /// As many rows as lie beyond a bound that the passage sets, or below and above zero.
    fn beyond(&self, list: &mut List, column: usize, own: &Column) {
        let within = |(low, high): (f64, f64)| self.of.count_between(own, low, high).map(count);
        for (place, bound) in self.words.bounds.iter().copied().enumerate() {
            for rows in own.beyond(bound).into_iter().filter_map(within) {
                self.add(list, Step::Count, rows, 1.0, || Over::Column(column), place == 0);
            }
        }
        let negative = within((f64::NEG_INFINITY, 0.0_f64.next_down()));
        let positive = within((0.0_f64.next_up(), f64::INFINITY));
        if let Some((negative, positive)) = negative.zip(positive)
            && negative > 0.0
            && self.words.bounds.is_empty()
        {
            self.add(list, Step::Count, negative, 1.0, || Over::Column(column), self.words.falls);
            self.add(list, Step::Count, positive, 1.0, || Over::Column(column), self.words.rises);
        }
    }

    /// As many rows as have less, or more, in a column than in the one of an earlier year.
    fn turned(&self, list: &mut List, column: usize, own: &Column) {
        for (_, before) in self.measured().filter(|(_, before)| before.year < own.year && are_alike(before, own)) {
            let pairs =
                || before.numbers.iter().zip(&own.numbers).filter_map(|(before, own)| Some(((*before)?, (*own)?)));
            let fell = count(pairs().filter(|(before, own)| own < before).count());
            let rose = count(pairs().filter(|(before, own)| own > before).count());
            self.add(list, Step::Count, fell, 1.0, || Over::Column(column), self.words.falls);
            self.add(list, Step::Count, rose, 1.0, || Over::Column(column), self.words.rises);
        }
    }

    /// As many rows as hold a value that another number gives.
    fn alike(&self, list: &mut List, column: usize, own: &Column) {
        for other in self.scene.mentions.iter().filter(|other| other.range != self.mention.range) {
            let Some(factor) = self.scene.factor(other, own) else { continue };
            let hold = windows(other).map(|(_, window)| {
                let inside = window.over(factor);
                count(own.count_between(inside.low, inside.high))
            });
            let hold = hold.fold(0.0, f64::max);
            if hold >= 1.0 {
                self.add(list, Step::Count, hold, 1.0, || Over::Column(column), false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{last_scene, ledger, number, regions, scene, table};
    use super::*;

    /// What may stand behind a number: result, step and value.
    fn listed(scene: &Scene<'_>, written: &str) -> Vec<(usize, Step, f64)> {
        let play = Play { picked: &[], earlier: &[] };
        let all = all(&Reader::new(scene, number(scene, written), &play));
        all.into_iter().map(|one| (one.candidate.source, one.candidate.step, one.candidate.value)).collect()
    }

    #[test]
    fn nothing_is_listed_of_a_result_that_is_not_cited_while_another_is() {
        let results = || ledger(vec![regions(), table("region|visits", &["West|12.4", "East|7.5"])]);
        let sources = |text: &str| {
            last_scene(&results(), text, &|scene| {
                listed(scene, "12.4").into_iter().map(|(source, _, _)| source).collect::<Vec<usize>>()
            })
        };
        assert_eq!(sources("West has 12.4 [q2]."), [1]);
        assert_eq!(sources("West has 12.4 [q1]."), [0]);
        assert_eq!(sources("West has 12.4."), [0, 1]);
        assert_eq!(sources("West has a revenue of 12.4 [q2]."), [0, 1], "its row and its column are named");
    }

    #[test]
    fn points_lie_between_two_percentages() {
        let shares = || table("region|growth_pct", &["West|12.4", "East|11.9", "North|0.5"]);
        let steps = |text: &str| {
            let listed = scene(shares(), text, &|scene| listed(scene, "0.5"));
            listed.into_iter().map(|(_, step, _)| step).collect::<Vec<Step>>()
        };
        let points = steps("West is 0.5 points ahead of East [q1].");
        assert!(!points.is_empty() && points.iter().all(|step| *step == Step::Difference), "{points:?}");
        assert_eq!(steps("West is 0.5 ahead of East [q1]."), []);
    }

    #[test]
    fn nobody_spells_what_was_rounded() {
        let cells = |text: &str, written: &str| {
            let listed = scene(regions(), text, &|scene| listed(scene, written));
            listed.into_iter().filter(|(_, step, _)| *step == Step::Cell).count()
        };
        assert_eq!((cells("West has 12 [q1].", "12"), cells("West has twelve [q1].", "twelve")), (2, 0));
        let whole = || table("region|points", &["West|12.4", "East|12.0", "North|3.5"]);
        let cells = |text: &str, written: &str| {
            scene(whole(), text, &|scene| listed(scene, written)).into_iter().map(|one| one.2).collect::<Vec<f64>>()
        };
        assert_eq!(cells("It has 12 [q1].", "12"), [12.0, 12.4]);
        assert_eq!(cells("It has twelve [q1].", "twelve"), [12.0]);
    }

    #[test]
    fn cells_that_are_all_the_same_are_one_value() {
        let orders = |cells: [&str; 3]| table("region|all_orders", &cells);
        let cells = |table| {
            let listed = scene(table, "There are 95 orders in total [q1].", &|scene| listed(scene, "95"));
            listed.into_iter().filter(|(_, step, _)| *step == Step::Cell).count()
        };
        assert_eq!(cells(orders(["West|95", "East|95", "North|95"])), 1);
        assert_eq!(cells(orders(["West|95", "East|95", "North|94"])), 2);
    }

    #[test]
    fn steps_are_listed_over_columns_and_over_rows_that_are_named() {
        let has = |text: &str, written: &str, step: Step, value: f64| {
            let is = |one: &(usize, Step, f64)| one.1 == step && (one.2 - value).abs() < 1e-9;
            scene(regions(), text, &|scene| listed(scene, written).iter().any(is))
        };
        assert!(has("All regions earned 32.6 [q1].", "32.6", Step::Sum, 32.6));
        assert!(has("West and North earned 20.7 [q1].", "20.7", Step::Sum, 20.7));
        assert!(!has("Nobody earned 20.7 [q1].", "20.7", Step::Sum, 20.7));
        assert!(has("West has 45 % of all orders [q1].", "45 %", Step::Share, 45.0));
        assert!(has("It has two: West and East [q1].", "two", Step::Count, 2.0));
    }
}
