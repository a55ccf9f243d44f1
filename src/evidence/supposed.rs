//! The values that may stand behind a number at all: cells, and steps over cells that are in play.
//!
//! Uses the scene, candidates and sources of this room, and the signs of [`likely`](super::likely) to weigh what it lists.

use super::candidate::{Candidate, DOWN, UP, is_read_so};
use super::column::{Column, Measure};
use super::likely::{Play, Supposed, supposed};
use super::mention::{Form, Mention, Reading};
use super::rounding::windows;
use super::scene::{Cited, Scene};
use super::source::{Place, Source};
use super::threshold::threshold;
use crate::event::Step;
use crate::limits::{EVIDENCE_CELLS, EVIDENCE_OPERANDS, EVIDENCE_PAIR_COLUMNS, EVIDENCE_SUPPOSED};

/// Everything that may stand behind a number, with its signs.
#[must_use]
pub fn all(scene: &Scene<'_>, mention: &Mention, play: &Play<'_>) -> Vec<Supposed> {
    let mut found = Vec::new();
    for (source, of) in scene.sources.iter().enumerate() {
        if of.is_file || scene.cited(mention, of) == Cited::Other || found.len() > EVIDENCE_SUPPOSED {
            continue;
        }
        let lister = Lister { scene, mention, play, source, of };
        for list in [lister.cells(), lister.columns(), lister.shares(), lister.pairs(), lister.counts()] {
            let matches = list.fitting.len();
            found.extend(list.fitting.into_iter().map(|(candidate, words)| {
                supposed(scene, mention, play, candidate, list.tried, matches, words)
            }));
        }
    }
    found
}

/// Values of one kind that fit, and how many were tried.
#[derive(Default)]
struct List {
    tried: usize,
    fitting: Vec<(Candidate, bool)>,
}

/// What a step is taken over.
enum Over {
    Cells(Vec<Place>),
    Column(usize),
    Rows,
}

struct Lister<'a> {
    scene: &'a Scene<'a>,
    mention: &'a Mention,
    play: &'a Play<'a>,
    source: usize,
    of: &'a Source,
}

impl Lister<'_> {
    fn number(&self, place: Place) -> Option<f64> {
        self.of.columns.get(place.column)?.numbers.get(place.row).copied().flatten()
    }

    fn measured(&self) -> impl Iterator<Item = (usize, &Column)> {
        self.of.columns.iter().enumerate().filter(|(_, column)| column.measure != Measure::None)
    }

    /// The reading of the number that a value fits, with either sign.
    fn reading(&self, value: f64, factor: f64) -> Option<Reading> {
        windows(self.mention)
            .find(|(reading, window)| {
                let inside = window.over(factor);
                inside.holds(value) || reading.value > 0.0 && inside.turned().holds(value)
            })
            .map(|(reading, _)| reading)
    }

    fn add(&self, list: &mut List, step: Step, value: f64, factor: f64, over: Over, words: bool) {
        list.tried += 1;
        let (cells, column) = match over {
            Over::Cells(cells) => (cells, None),
            Over::Column(column) => (Vec::new(), Some(column)),
            Over::Rows => (Vec::new(), None),
        };
        if list.fitting.len() < EVIDENCE_SUPPOSED
            && value.is_finite()
            && let Some(reading) = self.reading(value, factor)
        {
            list.fitting.push((Candidate { source: self.source, step, value, cells, column, reading, grade: None }, words));
        }
    }

    fn cells(&self) -> List {
        let mut list = List::default();
        let written = self.scene.text.get(self.mention.range.clone()).unwrap_or_default();
        let spelled = !written.bytes().any(|byte| byte.is_ascii_digit());
        for (column, own) in self.measured() {
            let Some(factor) = self.scene.factor(self.mention, own) else { continue };
            list.tried += own.numbers.len();
            for (reading, window) in windows(self.mention).filter(|(reading, _)| is_read_so(self.mention.form, *reading, own)) {
                let inside = window.over(factor);
                let turned = inside.turned();
                let minus = own.between(turned.low, turned.high).filter(|_| reading.value > 0.0);
                let rows: Vec<usize> = own.between(inside.low, inside.high).chain(minus).take(EVIDENCE_CELLS).collect();
                for row in rows {
                    let place = Place { column, row };
                    let Some(value) = self.number(place) else { continue };
                    if spelled && value.fract() != 0.0 && self.mention.form == Form::Number || list.fitting.len() >= EVIDENCE_SUPPOSED {
                        continue;
                    }
                    let candidate = Candidate { source: self.source, step: Step::Cell, value, cells: vec![place], column: None, reading, grade: None };
                    list.fitting.push((candidate, false));
                }
            }
        }
        list
    }

    /// Groups of rows that belong together: those that are named here, before, or in the question, and those whose cells
    /// other numbers give.
    fn groups(&self, column: usize) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let before = self.scene.before.get(self.source).map_or(&[][..], Vec::as_slice);
        let named = self.scene.naming.get(self.source).map_or(&[][..], |naming| naming.rows.as_slice());
        let asked = self.scene.asked.get(self.source).map_or(&[][..], |naming| naming.rows.as_slice());
        for names in [named, before, asked] {
            for label in 0..self.of.columns.len() {
                groups.push(names.iter().filter(|name| name.column == label).flat_map(|name| name.rows.clone()).collect());
            }
        }
        let stated = |cells: &mut dyn Iterator<Item = (usize, Place)>| -> Vec<usize> {
            cells.filter(|(source, place)| *source == self.source && place.column == column).map(|(_, place)| place.row).collect()
        };
        let own = self.play.picked.iter().flatten().filter(|other| other.step == Step::Cell);
        groups.push(stated(&mut own.flat_map(|other| other.cells.iter().map(|place| (other.source, *place)).collect::<Vec<_>>())));
        groups.push(stated(&mut self.play.earlier.iter().copied()));
        for group in &mut groups {
            group.sort_unstable();
            group.dedup();
        }
        groups.retain(|group| (2..=EVIDENCE_OPERANDS).contains(&group.len()) && (group.len() as u64) < self.of.row_count);
        groups.sort();
        groups.dedup();
        groups
    }

    /// Sums and means of columns and of groups of rows.
    fn columns(&self) -> List {
        let mut list = List::default();
        if self.of.row_count < 2 {
            return list;
        }
        let says = |families: &[&str]| self.scene.says(self.mention, families);
        let total = says(&["total", "all", "entire", "whole", "across"]) || self.scene.says_stem(&["all", "together", "total", "combined", "altogether", "sum", "overall", "insgesamt"]);
        let mean = says(&["average"]) || self.scene.passage.says(&self.scene.passage.range, &["average"]);
        for (column, own) in self.measured() {
            let Some(factor) = self.scene.factor(self.mention, own) else { continue };
            let additive = own.is_additive || own.measure == Measure::Percent;
            if let Some(sum) = own.sum.filter(|_| additive) {
                self.add(&mut list, Step::Sum, sum, factor, Over::Column(column), total);
            }
            if let Some(average) = own.mean {
                self.add(&mut list, Step::Mean, average, factor, Over::Column(column), mean);
            }
            for group in self.groups(column) {
                let places: Vec<Place> = group.iter().map(|row| Place { column, row: *row }).collect();
                let values: Vec<f64> = places.iter().filter_map(|place| self.number(*place)).collect();
                if values.len() != places.len() {
                    continue;
                }
                let sum: f64 = values.iter().sum();
                if additive {
                    self.add(&mut list, Step::Sum, sum, factor, Over::Cells(places.clone()), total);
                }
                if mean {
                    self.add(&mut list, Step::Mean, sum / count(values.len()), factor, Over::Cells(places), mean);
                }
            }
        }
        list
    }

    fn shares(&self) -> List {
        let mut list = List::default();
        if self.mention.form != Form::Percent || self.of.row_count < 2 {
            return list;
        }
        let words = self.scene.says(self.mention, &["share", "total"]) || self.scene.behind(self.mention, 1).any(|word| matches!(word, "of" | "des" | "du" | "del" | "der"));
        for (column, own) in self.measured() {
            let Some(sum) = own.sum.filter(|sum| *sum > 0.0 && own.is_additive) else { continue };
            if own.numbers.iter().flatten().any(|number| *number < 0.0) {
                continue;
            }
            list.tried += own.numbers.len();
            for (_, window) in windows(self.mention) {
                let inside = window.over(100.0 / sum);
                for row in own.between(inside.low, inside.high).take(EVIDENCE_CELLS) {
                    let Some(value) = self.number(Place { column, row }) else { continue };
                    self.add(&mut list, Step::Share, value / sum * 100.0, 1.0, Over::Cells(vec![Place { column, row }]), words);
                }
            }
            for group in self.groups(column) {
                let places: Vec<Place> = group.iter().map(|row| Place { column, row: *row }).collect();
                let part: f64 = places.iter().filter_map(|place| self.number(*place)).sum();
                self.add(&mut list, Step::Share, part / sum * 100.0, 1.0, Over::Cells(places), words);
            }
        }
        list
    }

    /// Rows that a step over two cells of a column may be taken over.
    fn operands(&self, column: usize) -> Vec<usize> {
        let mut rows: Vec<usize> = Vec::new();
        let before = self.scene.before.get(self.source).map_or(&[][..], Vec::as_slice);
        let named = self.scene.naming.get(self.source).map_or(&[][..], |naming| naming.rows.as_slice());
        let asked = self.scene.asked.get(self.source).map_or(&[][..], |naming| naming.rows.as_slice());
        for names in [named, asked, before] {
            rows.extend(names.iter().filter(|name| name.rows.len() <= 4).flat_map(|name| name.rows.clone()).take(EVIDENCE_OPERANDS));
        }
        let stated = self.play.picked.iter().flatten().filter(|other| other.step == Step::Cell).flat_map(|other| other.cells.iter().map(|place| (other.source, *place)));
        rows.extend(stated.chain(self.play.earlier.iter().copied()).filter(|(source, _)| *source == self.source).map(|(_, place)| place.row));
        if let Some(own) = self.of.columns.get(column) {
            let mut order: Vec<usize> = (0..own.numbers.len()).filter(|row| own.numbers.get(*row).is_some_and(Option::is_some)).collect();
            order.sort_by(|one, other| own.numbers.get(*other).copied().flatten().unwrap_or(0.0).total_cmp(&own.numbers.get(*one).copied().flatten().unwrap_or(0.0)));
            rows.extend(order.iter().take(2));
            rows.extend(order.last());
        }
        if self.of.is_dated() {
            let previous: Vec<usize> = rows.iter().filter_map(|row| row.checked_sub(1)).collect();
            rows.extend(previous);
            rows.extend([0, self.of.rows.len().saturating_sub(1)]);
        }
        rows.retain(|row| *row < self.of.rows.len());
        let mut seen = std::collections::HashSet::new();
        rows.retain(|row| seen.insert(*row));
        rows.truncate(EVIDENCE_OPERANDS);
        rows
    }

    fn pairs(&self) -> List {
        let mut list = List::default();
        let columns: Vec<usize> = self.measured().map(|(column, _)| column).take(EVIDENCE_PAIR_COLUMNS).collect();
        for column in &columns {
            let rows = self.operands(*column);
            for one in &rows {
                for other in rows.iter().filter(|other| *other != one) {
                    self.pair(&mut list, Place { column: *column, row: *one }, Place { column: *column, row: *other });
                }
            }
        }
        let rows = if self.of.row_count == 1 { vec![0] } else { self.operands(usize::MAX) };
        for row in rows {
            for one in &columns {
                for other in columns.iter().filter(|other| *other != one) {
                    self.pair(&mut list, Place { column: *one, row }, Place { column: *other, row });
                }
            }
        }
        list
    }

    fn pair(&self, list: &mut List, place: Place, base: Place) {
        let (Some(value), Some(under)) = (self.number(place), self.number(base)) else { return };
        let (Some(one), Some(other)) = (self.of.columns.get(place.column), self.of.columns.get(base.column)) else { return };
        let cells = || Over::Cells(vec![place, base]);
        let alike = place.column == base.column || one.measure == other.measure && one.unit == other.unit && one.measure != Measure::Count;
        let moves = self.scene.says_stem(&UP) || self.scene.says_stem(&DOWN) || self.scene.says(self.mention, &["change"]);
        match self.mention.form {
            Form::Number | Form::Points => {
                if alike && let Some(factor) = self.scene.factor(self.mention, one) {
                    self.add(list, Step::Difference, value - under, factor, cells(), moves || self.scene.says_stem(&super::pairs::RELATING));
                }
                if place.row == base.row && place.column != base.column && under != 0.0 && self.mention.form == Form::Number {
                    self.add(list, Step::Ratio, value / under, 1.0, cells(), self.scene.says_stem(&["per", "each", "ratio", "average", "pro", "par", "por"]));
                } else if under != 0.0 && self.mention.form == Form::Number && self.scene.says_stem(&["factor", "ratio", "time", "fold", "x"]) {
                    self.add(list, Step::Ratio, value / under, 1.0, cells(), true);
                }
            }
            Form::Percent if under != 0.0 => {
                if alike {
                    self.add(list, Step::Change, (value - under) / under.abs() * 100.0, 1.0, cells(), moves);
                }
                if value.abs() <= under.abs() || alike {
                    let of = self.scene.behind(self.mention, 2).any(|word| matches!(word, "of" | "as"));
                    self.add(list, Step::Ratio, value / under, 100.0, cells(), of);
                }
            }
            Form::Multiple if under != 0.0 => {
                self.add(list, Step::Ratio, value / under, 1.0, cells(), true);
            }
            Form::Percent | Form::Multiple | Form::Ordinal | Form::Year | Form::Month | Form::Quarter | Form::Date => {}
        }
    }

    fn counts(&self) -> List {
        let mut list = List::default();
        let whole = self.mention.readings.first().is_some_and(|reading| reading.unit >= 1.0);
        if self.mention.form != Form::Number || !whole || self.of.row_count < 2 {
            return list;
        }
        #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
        let rows = self.of.row_count as f64;
        let counts_rows = self.scene.counts_rows(self.mention, self.source);
        self.add(&mut list, Step::RowCount, rows, 1.0, Over::Rows, counts_rows);
        if self.of.is_cut() {
            return list;
        }
        for own in &self.of.columns {
            if let Some(distinct) = own.distinct.filter(|distinct| *distinct != self.of.row_count && *distinct < 10_000) {
                #[expect(clippy::cast_precision_loss, reason = "counts of values")]
                self.add(&mut list, Step::Distinct, distinct as f64, 1.0, Over::Rows, self.scene.is_followed_by(self.mention, &|word| own.is_named_by(word)));
            }
        }
        let naming = self.scene.naming.get(self.source).map_or(&[][..], |naming| naming.rows.as_slice());
        for name in naming.iter().filter(|name| name.rows.len() > 1) {
            self.add(&mut list, Step::Count, count(name.rows.len()), 1.0, Over::Rows, counts_rows);
        }
        // `three regions: North, East and West`
        for label in 0..self.of.columns.len() {
            let mut listed: Vec<&Vec<usize>> = naming.iter().filter(|name| name.column == label && name.range.start > self.mention.range.end).map(|name| &name.rows).collect();
            listed.sort();
            listed.dedup();
            if listed.len() > 1 {
                self.add(&mut list, Step::Count, count(listed.len()), 1.0, Over::Rows, true);
            }
        }
        let bound = threshold(self.scene.text, self.scene.passage, self.mention);
        for (column, own) in self.measured() {
            let holding = |fits: &dyn Fn(f64) -> bool| count(own.numbers.iter().flatten().filter(|number| fits(**number)).count());
            if let Some((bound, over)) = bound {
                let bounds = if own.measure == Measure::Fraction { vec![bound, bound / 100.0] } else { vec![bound] };
                for bound in bounds {
                    self.add(&mut list, Step::Count, holding(&|number| if over { number > bound } else { number < bound }), 1.0, Over::Column(column), true);
                    self.add(&mut list, Step::Count, holding(&|number| if over { number >= bound } else { number <= bound }), 1.0, Over::Column(column), true);
                }
            }
            if holding(&|number| number < 0.0) > 0.0 {
                self.add(&mut list, Step::Count, holding(&|number| number < 0.0), 1.0, Over::Column(column), self.scene.says_stem(&DOWN));
                self.add(&mut list, Step::Count, holding(&|number| number > 0.0), 1.0, Over::Column(column), self.scene.says_stem(&UP));
            }
            // As many rows as hold a value that another number gives.
            for other in self.scene.mentions.iter().filter(|other| other.range != self.mention.range) {
                let Some(factor) = self.scene.factor(other, own) else { continue };
                let holds = windows(other).map(|(_, window)| holding(&|number| window.over(factor).holds(number))).fold(0.0, f64::max);
                if holds >= 1.0 {
                    self.add(&mut list, Step::Count, holds, 1.0, Over::Column(column), false);
                }
            }
        }
        list
    }
}

fn count(rows: usize) -> f64 {
    f64::from(u32::try_from(rows).unwrap_or(u32::MAX))
}
